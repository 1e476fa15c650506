"""How fast a history is rated: the fold with its full ledger beside openskill, in one process.

Run by `make bench`, never as part of a test.
"""

from __future__ import annotations

import gc
import subprocess
import sys
from datetime import date
from random import Random
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from engine.rating import batch
from engine.rating.columns import Columns
from engine.rating.expectation import expectation_table
from engine.rating.fold import Fold
from engine.rating.ledger import Kind
from engine.rating.policy import POLICIES, Policy
from engine.rating.prediction import ledger_forecasts

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.rating.ledger import Fact

GAMES = 100_000
PLAYERS = 2_000
# openskill rates the first of them only, scaled per game: all of them, three times, is a long wait.
SAMPLE = 20_000
RUNS = 5
LONG = 200_000  # games for the compiled fold
QUICK_RUNS = 21


def history(games: int = GAMES, players: int = PLAYERS) -> list[Fact]:
    """Everybody plays about every ten days, at tables drawn by lot; one in ten has a tie."""
    rng = Random(20240110)
    first = date(2015, 1, 1).toordinal()
    facts: list[Fact] = []
    for number in range(games):
        day = first + number * 40 // players
        seats = tuple(rng.sample(range(1, players + 1), 4))
        order = (1, 2, 3, 4) if rng.random() < 0.9 else rng.choice([(1, 2, 2, 4), (1, 1, 3, 4)])
        places = tuple(rng.sample(order, 4))
        key = f"{date.fromordinal(day).isoformat()} {number:07d}"
        facts.append((key, number + 1, day, int(Kind.GAME), seats, places))
    return facts


def seconds(work: Callable[[], object], runs: int = RUNS) -> float:
    """The median duration of a piece of work."""
    durations = []
    for _ in range(runs):
        begin = perf_counter()
        outcome = work()
        durations.append(perf_counter() - begin)
        del outcome  # throwing a ledger away is not part of making it
    return median(durations)


def rate_with_openskill(facts: list[Fact]) -> None:
    """The same games by openskill's default model, ratings kept, no ledger."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {player: model.rating() for fact in facts for player in fact[4]}
    for _, _, _, _, players, places in facts:
        teams = [[ratings[player]] for player in players]
        rated = model.rate(teams, ranks=[float(place) for place in places])
        for player, (rating,) in zip(players, rated, strict=True):
            ratings[player] = rating


# What a process spends before its first compiled fold; numpy is loaded by most commands anyway.
_LOADING = """
import time, numpy
from engine.rating import batch
from engine.rating.columns import Columns
begin = time.perf_counter()
list(batch.column_forecasts(batch.fold_columns(Columns.of([]), batch.Policy("club"))))
print(time.perf_counter() - begin)
"""


def compiled_lines(openskill: float) -> list[tuple[str, str, str]]:
    """The compiled fold: its speed, what it costs to begin, and from where it pays.

    Args:
        openskill: Seconds a game that openskill takes.
    """
    if not batch.can_compile():
        return [("compiled fold", "-", "numba is not installed")]
    facts, club = history(LONG), POLICIES["club"]
    columns = Columns.of(facts)
    assert columns is not None
    fold = seconds(lambda: batch.fold_columns(columns, club), QUICK_RUNS)
    booked = batch.fold_columns(columns, club)
    into = seconds(lambda: Columns.of(facts))
    out = seconds(booked.in_fact_order)
    assert booked.in_fact_order() == Fold(club).feed(facts)
    loading = median(_loading() for _ in range(RUNS))
    # What `rating evaluate` does for one system more: fold all, foretell the second half.
    begin = seconds(
        lambda: list(ledger_forecasts(facts, Fold(club).feed(facts), LONG // 2)), runs=3
    )
    quick = seconds(
        lambda: list(batch.column_forecasts(batch.fold_columns(columns, club), LONG // 2))
    )
    pays = loading * LONG / (begin - quick - into)
    return [
        (
            f"compiled fold with full ledger, {LONG:,} games",
            f"{fold * 1000:,.1f} ms",
            f"{openskill * LONG / fold:,.0f}x openskill, at least 300x; {LONG / fold:,.0f} games/s",
        ),
        ("the same facts into columns", f"{into * 1000:,.0f} ms", "once for any number of folds"),
        ("its ledger as rows", f"{out * 1000:,.0f} ms", "where rows are wanted"),
        ("numba, loaded with what is compiled", f"{loading * 1000:,.0f} ms", "once a process"),
        (
            "folded and foretold, plain",
            f"{begin * 1000:,.0f} ms",
            f"compiled {quick * 1000:,.0f} ms; pays from {pays:,.0f} facts, see WORTHWHILE",
        ),
    ]


def _loading() -> float:
    done = subprocess.run(
        [sys.executable, "-c", _LOADING], check=True, capture_output=True, text=True
    )
    return float(done.stdout)


def run() -> list[tuple[str, str, str]]:
    """Rows of name, figure (a median) and remark."""
    facts = history()
    expectation_table.cache_clear()
    build = seconds(expectation_table, runs=1)
    sample = facts[:SAMPLE]
    openskill = seconds(lambda: rate_with_openskill(sample), runs=3) * GAMES / SAMPLE
    lines = [
        ("table of expectations, once a process", f"{build * 1000:.1f} ms", ""),
        (
            f"openskill PlackettLuce, {GAMES:,} games",
            f"{openskill * 1000:,.0f} ms",
            f"measured on {SAMPLE:,}, scaled; {GAMES / openskill:,.0f} games/s",
        ),
    ]
    for policy in (*POLICIES.values(), Policy("pair", rounding="pair")):
        taken = seconds(lambda policy=policy: Fold(policy).feed(facts))
        promise = "" if policy.rounding == "pair" else ", at least 5x"
        remark = f"{openskill / taken:.1f}x openskill{promise}; {GAMES / taken:,.0f} games/s"
        lines.append(
            (f"fold with full ledger, policy {policy.name}", f"{taken * 1000:,.0f} ms", remark)
        )
    gc.disable()  # as the services do for a long history
    try:
        return lines + compiled_lines(openskill / GAMES)
    finally:
        gc.enable()
