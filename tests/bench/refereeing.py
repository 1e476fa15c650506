"""How fast logs are judged: from text, beside OpenSpiel's replay with its own legality check.

Run by `make bench`, never as part of a test. One process; the rates are deals a second.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import pyspiel

from engine.fastlane import check_text
from engine.gamelog.hjl_reader import read_games
from engine.gamelog.hjl_writer import write_games
from engine.gamelog.record import LogDeal, LogGame
from engine.generate import generate_game
from engine.replay import check, rules_of
from engine.rulesets import AMERICAN
from hearts_admin.services.refereeing import UnreadableFile, check_files

DEALS = 20_000
RUNS = 3
FILES = 24
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


def seconds(work: Callable[[], object]) -> float:
    """The median processor time of a piece of work."""
    durations = []
    for _ in range(RUNS):
        begin = process_time()
        work()
        durations.append(process_time() - begin)
    return median(durations)


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


def run() -> list[tuple[str, str, str]]:
    """Rows of name, figure and remark."""
    played = games()
    deals = sum(len(game.deals) for game in played)
    text = write_games(played)
    actions = [actions_of(deal) for game in played for deal in game.deals]
    if not judge_text(text) == judge_objects(text) == replay_with_openspiel(actions) == deals:
        raise AssertionError("the referees do not agree")
    theirs = deals / seconds(lambda: replay_with_openspiel(actions))
    fast = deals / seconds(lambda: judge_text(text))
    slow = deals / seconds(lambda: judge_objects(text))
    tenth = sum(len(game.deals) for game in played[: len(played) // 10])
    cores = tenth * FILES / all_cores(played)
    unit = 1 if sys.platform == "darwin" else 1024
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6
    return [
        ("OpenSpiel, from parsed actions", f"{theirs:,.0f}/s", f"{deals:,} deals"),
        ("from text, fast lane", f"{fast:,.0f}/s", f"{fast / theirs:.2f} x OpenSpiel"),
        ("from text, every card an object", f"{slow:,.0f}/s", f"{slow / theirs:.2f} x OpenSpiel"),
        (f"{FILES} files, all cores", f"{cores:,.0f}/s", "starting the processes included"),
        ("memory at most", f"{memory:,.0f} MB", "all games of this run held"),
    ]
