"""How fast deals in arrays are judged, beside OpenSpiel's replay with its own legality check.

Run by `make bench`, never as part of a test. One process, one core; the rates are deals a second.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from memory import HERE
from refereeing import actions_of, games, replay_with_openspiel

from engine.batch import Deals, arrays_of, referee
from engine.batch.arrays import NOT_STATED, joined
from engine.batch.compiling import compiled
from engine.gamelog.record import LogDeal
from engine.generate import generate_game
from engine.rules import RuleSet
from engine.rulesets import AMERICAN, RULE_SETS
from hearts_admin.services.arrayfiles import write_arrays

RUNS = 5
DEALS = 20_000
MILLION = 1_000_000
FEWER = 2_000
"""Deals generated of each rule set; judged ten times over."""


def seconds_of(deals: Deals, rules: RuleSet) -> float:
    """The median processor time of judging, every deal legal and decided by the kernel."""
    durations = []
    for _ in range(RUNS):
        begin = process_time()
        found = referee(deals, rules)
        durations.append(process_time() - begin)
        if found.verdict.any() or not found.by_kernel.all():
            raise AssertionError("the kernel does not find every deal ok")
    return median(durations)


def ratio() -> tuple[float, float, int]:
    """OpenSpiel and the batch turn by turn on the same deals: their rates, and the deals."""
    logs = [deal for game in games() for deal in game.deals]
    actions = [actions_of(deal) for deal in logs]
    deals = arrays_of(logs, AMERICAN)
    theirs, ours = [], []
    for _ in range(3):
        begin = process_time()
        if replay_with_openspiel(actions) != len(logs):
            raise AssertionError("OpenSpiel does not find every deal legal")
        theirs.append(len(logs) / (process_time() - begin))
        ours.append(len(logs) / seconds_of(deals, AMERICAN))
    return median(theirs), median(ours), len(logs)


def many_of(rules: RuleSet, count: int = DEALS) -> Deals:
    """Legal deals of a rule set, the same ones over and over, without stated points."""
    rng = Random(20260314)
    logs: list[LogDeal] = []
    while len(logs) < FEWER:
        logs += generate_game(rules, rng).deals
    deals = joined([arrays_of(logs, rules)] * (count // FEWER))
    deals.stated[:] = NOT_STATED
    return deals


def a_million_from_a_file() -> tuple[float, float]:
    """Processor seconds and megabytes of `replay check` on a million deals, start to end."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "million.npz"
        write_arrays(file, many_of(AMERICAN, MILLION), AMERICAN)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        told = subprocess.run(
            [sys.executable, "-c", _CHECK, str(file), HERE],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return took, float(told.stdout.split()[-1])


_CHECK = """
import os, sys
sys.path.append(sys.argv[2])
from memory import peak_megabytes
from hearts_admin.cli.main import run
run(["replay", "check", sys.argv[1]], os.environ)
print(peak_megabytes())
"""
"""The command on one file, in a process of its own, and the megabytes it had at most."""


def run() -> list[tuple[str, str, str]]:
    """Rows of name, figure and remark."""
    took, memory = a_million_from_a_file()  # first, while this process is small itself
    begin = perf_counter()
    compiled()
    few = arrays_of(generate_game(AMERICAN, Random(1)).deals, AMERICAN)
    referee(few, AMERICAN)
    loading = perf_counter() - begin
    theirs, ours, count = ratio()
    rows = [
        ("the kernel, loaded or compiled", f"{loading:.1f} s", "compiled once, then kept"),
        ("OpenSpiel, from parsed actions", f"{theirs:,.0f}/s", f"{count:,} american deals"),
        (
            "from arrays, one core",
            f"{ours:,.0f}/s",
            f"{ours / theirs:.0f} x OpenSpiel",
        ),
    ]
    for name, rules in RULE_SETS.items():
        deals = many_of(rules)
        rate = len(deals.number) / seconds_of(deals, rules)
        rows.append((f"from arrays, {name}", f"{rate:,.0f}/s", f"{rate / theirs:.0f} x OpenSpiel"))
    return [
        *rows,
        ("a million deals from a file", f"{MILLION / took:,.0f}/s", "`replay check`, all of it"),
        ("memory at most for that", f"{memory:,.0f} MB", "read in parts"),
    ]
