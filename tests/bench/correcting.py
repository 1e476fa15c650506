"""A correction amid a club's history beside a recompute; a person found among 20,000."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import recording

from hearts_admin.clock import FixedClock
from hearts_admin.db import bulk
from hearts_admin.db.store import Store, open_store
from hearts_admin.services.actor import Actor
from hearts_admin.services.club import init_club
from hearts_admin.services.corrections import Correction, correct_result
from hearts_admin.services.finding import find_players
from hearts_admin.services.players import add_players
from hearts_admin.services.ratings import recompute

PLAYERS, GAMES = 40, 3_000
PEOPLE = 20_000
RUNS = 11
FINDS = 200


def run() -> list[tuple[str, str, str]]:
    """Rows of name, figure and remark."""
    with tempfile.TemporaryDirectory() as folder:
        return [*_correction(Path(folder)), *_find(Path(folder))]


def _correction(folder: Path) -> list[tuple[str, str, str]]:
    path = recording.make_club(folder, GAMES, PLAYERS)
    actor = Actor(
        "bench", "result correct", FixedClock(recording.NOW), dry_run=True, reason="bench"
    )
    moved: list[int] = []

    def correct(store: Store) -> None:
        seats = _swapped(store, GAMES // 2)
        done = correct_result(store, actor, GAMES // 2, Correction(seats, by_place=True))
        moved.append(sum(len(movement.games) for movement in done.movements))

    with open_store(str(path)) as store:
        rows = recompute(store, actor).rows
        correcting, recomputing = _in_turn(lambda: correct(store), lambda: recompute(store, actor))
    share = 100 * moved[0] / rows
    return [
        (
            f"one correction, {PLAYERS} players, {GAMES:,} games",
            f"{correcting * 1000:.0f} ms",
            f"{correcting / recomputing:.2f}x recompute, at most 1x; {share:.1f} % of rows changed",
        ),
        ("rating recompute of the same", f"{recomputing * 1000:.0f} ms", ""),
    ]


def _swapped(store: Store, number: int) -> tuple[tuple[str, int], ...]:
    """First and last place of a game exchanged."""
    with store.read() as connection:
        seats = list(
            bulk.select(
                connection,
                "SELECT p.name, s.place FROM seat s"
                ' JOIN result r ON r."row" = s.result_row AND r.closed IS NULL'
                " JOIN player p ON p.id = s.player AND p.closed IS NULL"
                " WHERE r.id = ? ORDER BY s.seat",
                (number,),
            )
        )
    return tuple((name, 5 - place if place in {1, 4} else place) for name, place in seats)


def _find(folder: Path) -> list[tuple[str, str, str]]:
    path = folder / "people.db"
    actor = Actor("bench", "player add", FixedClock(recording.NOW))
    init_club(str(path), actor, name="Bench")
    with open_store(str(path)) as store:
        add_players(store, actor, [f"Player {number}" for number in range(PEOPLE)])

        def bare(name: str) -> None:
            with store.read() as connection:
                bulk.first(
                    connection,
                    "SELECT id, name, member_no FROM player WHERE name_key = ? AND closed IS NULL",
                    (name,),
                )

        names = [f"player {number * 97 % PEOPLE}" for number in range(FINDS)]
        finding, query = _in_turn(
            lambda: [find_players(store, name) for name in names],
            lambda: [bare(name) for name in names],
        )
    return [
        (
            f"player find among {PEOPLE:,}",
            f"{finding / FINDS * 1e6:.0f} us",
            f"{finding / query:.2f}x a bare indexed query, at most 1.5x",
        ),
        ("bare indexed query", f"{query / FINDS * 1e6:.0f} us", ""),
    ]


def _in_turn(one: Callable[[], object], other: Callable[[], object]) -> tuple[float, float]:
    """Median seconds of two things done in turn, so that drift hits both."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(RUNS + 1):
        for action, spent in zip((one, other), times, strict=True):
            start = time.perf_counter()
            action()
            spent.append(time.perf_counter() - start)
    return statistics.median(times[0][1:]), statistics.median(times[1][1:])
