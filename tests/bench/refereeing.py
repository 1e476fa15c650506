"""How fast logs are judged: from text, beside OpenSpiel's replay with its own legality check.

Run by `make bench`, never as part of a test. The rates are deals a second; but for the many files
and the million deals all is one process, ours and theirs in turn.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import pyspiel
from memory import HERE

from engine.fastlane import check_text
from engine.gamelog.hjl_reader import read_games
from engine.gamelog.hjl_writer import write_games
from engine.gamelog.record import LogDeal, LogGame
from engine.generate import generate_game
from engine.replay import check, rules_of
from engine.rulesets import AMERICAN
from hearts_admin.services.refereeing import UnreadableFile, check_files

DEALS = 20_000
RUNS = 5
FILES = 24
MANY_DEALS = 1_000_000
_DIRECTIONS = ("none", "left", "across", "right")


def games() -> list[LogGame]:
    """Random legal games of 20,000 deals or a few more."""
    rng = Random(20260314)
    made: list[LogGame] = []
    deals = 0
    while deals < DEALS:
        made.append(generate_game(AMERICAN, rng))
        deals += len(made[-1].deals)
    return made


def seconds(*works: Callable[[], object]) -> list[float]:
    """The median processor time of each of some pieces of work, done in turn."""
    durations: list[list[float]] = [[] for _ in works]
    for _ in range(RUNS):
        for work, spent in zip(works, durations, strict=True):
            begin = process_time()
            work()
            spent.append(process_time() - begin)
    return [median(spent) for spent in durations]


def judge_text(text: str) -> int:
    """The fast lane; gives how many deals are ok."""
    return _ok(verdict for _, verdict in check_text([text], rules_of))


def judge_objects(text: str) -> int:
    """The slow lane: every card read into a log, then refereed."""
    return _ok(check(game, AMERICAN) for game in read_games(text.splitlines()))


def _ok(verdicts: Iterator[object]) -> int:
    return sum(deal.verdict.value == "ok" for each in verdicts for deal in each.deals)  # type: ignore[attr-defined]


def actions_of(deal: LogDeal) -> list[int]:
    """A deal as OpenSpiel's actions."""
    hands, passed = deal.hands or ((), (), (), ()), deal.passed or ()
    dealt = [hands[n % 4][n // 4] for n in range(52)]
    given = [card for cards in passed for card in cards]
    played = [card for trick in deal.tricks for card in trick.cards]
    cards = [4 * card.rank + card.suit for card in (*dealt, *given, *played)]
    return [_DIRECTIONS.index(deal.direction), *cards]


def replay_with_openspiel(deals: list[list[int]]) -> int:
    """OpenSpiel from actions that are parsed already, each one asked to be legal."""
    game = pyspiel.load_game("hearts", {"pass_cards": True, "qs_breaks_hearts": False})
    legal = 0
    for actions in deals:
        state = game.new_initial_state()
        for action in actions[:53]:
            state.apply_action(action)
        fine = True
        for action in actions[53:]:
            fine = fine and action in state.legal_actions()
            state.apply_action(action)
        legal += fine and state.is_terminal()
    return legal


def all_cores(played: list[LogGame]) -> float:
    """Seconds for as many files as `FILES`, all of them the same games."""
    with TemporaryDirectory() as folder:
        names = [f"{folder}/{number}.hjl" for number in range(FILES)]
        text = write_games(played[: len(played) // 10])
        for name in names:
            with open(name, "w", encoding="utf-8") as stream:  # noqa: PTH123 - names are passed on
                stream.write(text)
        begin = perf_counter()
        for game in check_files(names):
            if isinstance(game, UnreadableFile):
                raise game.fault
        return perf_counter() - begin


_STREAM = """
import sys
from time import perf_counter
sys.path.append(sys.argv[2])
from memory import peak_megabytes
from hearts_admin.services.judging import check_file
begin = perf_counter()
ok = 0
for game in check_file(sys.argv[1], cards=False):
    ok += sum(deal.verdict.value == "ok" for deal in game.verdict.deals)
spent = perf_counter() - begin
print(ok, spent, peak_megabytes())
"""
"""Judges one file in a process of its own: deals that are ok, seconds, megabytes at most."""


def stream_many(text: str, deals: int) -> tuple[float, float]:
    """Seconds and megabytes at most for a million deals in one file: some games again and again."""
    body = text.partition("\n")[2]
    times = MANY_DEALS // deals
    with TemporaryDirectory() as folder:
        path = Path(folder) / "many.hjl"
        with path.open("w", encoding="utf-8") as stream:
            stream.write(text)
            for _ in range(times - 1):
                stream.write(body)
        told = subprocess.run(
            [sys.executable, "-c", _STREAM, str(path), HERE],
            check=True,
            capture_output=True,
            text=True,
        )
    ok, spent, memory = map(float, told.stdout.split())
    if ok != deals * times:
        raise AssertionError("not every one of the many deals is ok")
    return spent, memory


def run() -> list[tuple[str, str, str]]:
    """Rows of name, figure and remark."""
    played = games()
    deals = sum(len(game.deals) for game in played)
    text = write_games(played)
    actions = [actions_of(deal) for game in played for deal in game.deals]
    few = write_games(played[: len(played) // 20])
    few_deals = sum(len(game.deals) for game in played[: len(played) // 20])
    tenth = sum(len(game.deals) for game in played[: len(played) // 10])
    cores = tenth * FILES / all_cores(played)
    del played
    if not judge_text(text) == judge_objects(text) == replay_with_openspiel(actions) == deals:
        raise AssertionError("the referees do not agree")
    openspiel, fast, slow = seconds(
        lambda: replay_with_openspiel(actions),
        lambda: judge_text(text),
        lambda: judge_objects(text),
    )
    spent, memory = stream_many(few, few_deals)
    many = MANY_DEALS // few_deals * few_deals
    return [
        ("OpenSpiel, from parsed actions", f"{deals / openspiel:,.0f}/s", f"{deals:,} deals"),
        ("from text, fast lane", f"{deals / fast:,.0f}/s", f"{openspiel / fast:.2f} x OpenSpiel"),
        (
            "from text, every card an object",
            f"{deals / slow:,.0f}/s",
            f"{openspiel / slow:.2f} x OpenSpiel",
        ),
        (f"{FILES} files, all cores", f"{cores:,.0f}/s", "starting the processes included"),
        ("one file, streamed", f"{many / spent:,.0f}/s", f"{many:,} deals"),
        ("memory at most for that", f"{memory:,.0f} MB", "at most 500 MB wanted"),
    ]
