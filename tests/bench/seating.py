"""How long draws take and how good they are, a Swiss round beside a plain greedy one.

Run by `make bench`, never as part of a test.
"""

from __future__ import annotations

from random import Random
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from engine.seating.balance import seat
from engine.seating.planning import draw, plan
from engine.seating.problem import Request, Round
from engine.seating.quality import meetings, quality

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable

SCHEDULES = ((40, 10), (16, 5), (20, 6), (24, 8), (32, 11), (36, 12), (44, 15), (64, 15), (21, 6))
SWISS_PLAYERS = 200
SWISS_ROUNDS = 8
RUNS = 3

T = TypeVar("T")


def run() -> list[tuple[str, str, str]]:
    """Rows of name, figure and remark."""
    return [*map(_schedule, SCHEDULES), *_swiss(), *_seats()]


def _schedule(size: tuple[int, int]) -> tuple[str, str, str]:
    """One whole schedule: time, and how far from the even spread."""
    players, rounds = size
    taken, drawn = _timed(lambda: plan(players, rounds, seed=1))
    measured = quality(drawn.rounds)
    remark = (
        f"excess {measured.excess}, bound {measured.bound}, seats differ by "
        f"{measured.seat_imbalance}, budget 2 s"
    )
    return f"draw {players} players x {rounds} rounds", f"{taken * 1000:,.0f} ms", remark


def _swiss() -> list[tuple[str, str, str]]:
    """A tournament; every round is drawn by both, the engine's is played."""
    rng = Random(31)
    points = dict.fromkeys(range(1, SWISS_PLAYERS + 1), 0)
    strength = {player: rng.gauss(0, 1) for player in points}
    played: list[Round] = []
    engine = Tally("engine")
    greedy = Tally("plain greedy")
    for number in range(SWISS_ROUNDS):
        ranked = tuple(sorted(points.items(), key=lambda item: (-item[1], item[0])))
        request = Request(
            present=(tuple(points),),
            method="standings",
            ranked=ranked,
            played=tuple(played),
            seed=number,
        )
        met = meetings(played)
        order = [player for player, _ in ranked]
        greedy.book(lambda order=order, met=met: _greedy(order, met), met, points)
        drawn = engine.book(lambda request=request: draw(request).rounds[0], met, points)
        played.append(drawn)
        for table in drawn.tables:
            finish = sorted(table, key=lambda player: strength[player] + rng.gauss(0, 1))
            for gained, player in enumerate(finish, start=1):
                points[player] += gained
    return [engine.row(), greedy.row()]


class Tally:
    """What one way of drawing a Swiss round costs and gives, over a tournament."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.times: list[float] = []
        self.repeats = 0
        self.distance = 0

    def book(
        self,
        work: Callable[[], Round],
        met: Counter[tuple[int, int]],
        points: dict[int, int],
    ) -> Round:
        """Draw a round, and count its repeats and the points between tablemates."""
        taken, one = _timed(work, runs=1)
        self.times.append(taken)
        self.repeats += sum(met[pair] > 0 for pair in one.pairs())
        self.distance += sum(abs(points[a] - points[b]) for a, b in one.pairs())
        return one

    def row(self) -> tuple[str, str, str]:
        """Name, median time, and the counts."""
        remark = (
            f"{self.repeats} repeats, {self.distance} points between tablemates "
            f"in {len(self.times)} rounds"
        )
        name = f"Swiss round, {SWISS_PLAYERS} players, {self.name}"
        return name, f"{median(self.times) * 1000:,.1f} ms", remark


def _greedy(order: list[int], met: Counter[tuple[int, int]]) -> Round:
    """From the top: the next three who have met nobody at the table, else simply the next."""
    waiting, tables = list(order), []
    while waiting:
        table = [waiting.pop(0)]
        while len(table) < 4:
            fresh = (
                player
                for player in waiting
                if not any(met[min(player, mate), max(player, mate)] for mate in table)
            )
            chosen = next(fresh, waiting[0])
            waiting.remove(chosen)
            table.append(chosen)
        tables.append(table)
    return Round.of(tables)


def _seats() -> list[tuple[str, str, str]]:
    """Seats alone, at two sizes: how the time grows."""
    rows = []
    before = 0.0
    for players in (1_000, 10_000):
        rng = Random(players)
        orders = [rng.sample(range(1, players + 1), players) for _ in range(8)]
        rounds = [[order[at : at + 4] for at in range(0, players, 4)] for order in orders]
        taken, _ = _timed(lambda rounds=rounds: seat(rounds))
        growth = f"{taken / before:.1f}x for 10x the players" if before else ""
        rows.append((f"seats of {players:,} players x 8", f"{taken * 1000:,.0f} ms", growth))
        before = taken
    return rows


def _timed(work: Callable[[], T], runs: int = RUNS) -> tuple[float, T]:
    """The median duration of a piece of work, and its outcome."""
    durations = []
    for _ in range(runs):
        begin = perf_counter()
        outcome = work()
        durations.append(perf_counter() - begin)
    return median(durations), outcome
