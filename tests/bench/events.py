"""Events and seasons through the services: draws beside a plain greedy one, and long seasons.

Run by `make bench`, never as part of a test.
"""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import recording

from engine.seating.problem import Round
from engine.seating.quality import meetings
from hearts_admin.clock import FixedClock
from hearts_admin.db.store import Store, open_store
from hearts_admin.services.actor import Actor
from hearts_admin.services.club import init_club
from hearts_admin.services.events.attendance import Arrivals, arrive
from hearts_admin.services.events.drawing import Drawn, DrawWish, draw_rounds
from hearts_admin.services.events.register import EventWish, add_event, show_event
from hearts_admin.services.events.reporting import event_standings
from hearts_admin.services.imports import import_results
from hearts_admin.services.players import add_players
from hearts_admin.services.seasons import add_season, standings_of_season

RUNS = 3
SWISS_PLAYERS, SWISS_ROUNDS = 200, 6
CUP_PLAYERS, CUP_ROUNDS = 72, 15
SEASONS = (200, 2_000)
EVENINGS, ROUNDS = 30, 3
BUDGET = 2.0


def run() -> list[tuple[str, str, str]]:
    """Rows of name, figure and remark."""
    with tempfile.TemporaryDirectory() as folder:
        parts = (_schedule, _swiss, _standings, _seasons)
        return [row for part in parts for row in part(Path(folder))]


class Club:
    """A club of so many players, with whatever is organised in it."""

    def __init__(self, folder: Path, players: int) -> None:
        self.folder = folder
        self.clock = FixedClock(recording.NOW)
        self.names = [f"Player {number:04}" for number in range(1, players + 1)]
        self.path = folder / f"events{len(list(folder.iterdir()))}.db"
        init_club(str(self.path), self.actor(), name="Bench")
        self.store: Store = open_store(str(self.path))
        add_players(self.store, self.actor(), self.names)

    def actor(self, *, dry_run: bool = False) -> Actor:
        """Who asks for everything here."""
        return Actor("bench", "event", self.clock, dry_run=dry_run)

    def event(self, name: str, wish: EventWish) -> None:
        """An event in which everybody is there."""
        add_event(self.store, self.actor(), wish)
        arrive(self.store, self.actor(), name, Arrivals(tuple(self.names)))

    def draw(self, name: str, wish: DrawWish, *, dry_run: bool = False) -> Drawn:
        """What a draw gives."""
        return draw_rounds(self.store, self.actor(dry_run=dry_run), name, wish)

    def play(self, name: str, number: int, rng: Random) -> None:
        """Results of a round, from a file."""
        event = show_event(self.store, self.clock, name)
        lines = ["date,event,round,table,game,player,place"]
        for table in event.rounds[number - 1].tables:
            place = (
                f"{event.event.date},{name},{number},{table.table},{name} {number} {table.table}"
            )
            finish = rng.sample(range(1, 5), 4)
            lines += [f"{place},{n},{p}" for n, p in zip(table.seats, finish, strict=True)]
        file = self.folder / "round.csv"
        file.write_text("\n".join(lines))
        import_results(self.store, self.actor(), file, rules="none")


def _schedule(folder: Path) -> list[tuple[str, str, str]]:
    """A whole schedule, drawn and stored; at 0 excess it is at the level bound."""
    club = Club(folder, 40)
    club.event("Cup", EventWish("Cup", rounds=10, rules="none"))
    times = []
    for _ in range(RUNS):
        taken, drawn = _timed(lambda: club.draw("Cup", DrawWish(all=True), dry_run=True))
        times.append(taken)
    quality = drawn.quality
    remark = (
        f"excess {quality['excess']}, bound {quality['bound']}, seats differ by "
        f"{quality['seat_imbalance']}; at most {BUDGET:.0f} s"
    )
    return [("event draw --all, 40 players x 10", f"{statistics.median(times):.2f} s", remark)]


def _swiss(folder: Path) -> list[tuple[str, str, str]]:
    """A tournament by standings; a greedy draw of the same standings beside every round."""
    club, rng = Club(folder, SWISS_PLAYERS), Random(7)
    wish = EventWish("Swiss", rounds=SWISS_ROUNDS, rules="none", method="standings")
    club.event("Swiss", wish)
    played: list[Round] = []
    numbers = {name: number for number, name in enumerate(club.names, start=1)}
    times: tuple[list[float], list[float]] = ([], [])
    repeats = [0, 0]
    for number in range(1, SWISS_ROUNDS + 1):
        order = list(club.names)
        if number > 1:
            shown, _ = event_standings(club.store, club.clock, "Swiss")
            order = [row.player.name for row in shown.rows]
        met = meetings(played)
        ranked = [numbers[name] for name in order]
        taken, tables = _timed(lambda ranked=ranked, met=met: _greedy(ranked, met))
        times[1].append(taken)
        repeats[1] += _again(tables, met)
        taken, drawn = _timed(lambda: club.draw("Swiss", DrawWish()))
        times[0].append(taken)
        tables = [[numbers[n] for n in each.seats if n] for each in drawn.rounds[0].tables]
        repeats[0] += _again(tables, met)
        played.append(Round.of(tables))
        club.play("Swiss", number, rng)
    title = f"Swiss round, {SWISS_PLAYERS} players"
    ours, greedy = map(statistics.median, times)
    return [
        (
            f"{title}: event draw",
            f"{ours * 1000:,.0f} ms",
            f"{repeats[0]} repeated meetings in {SWISS_ROUNDS} rounds; stored, with its proof",
        ),
        (f"{title}: plain greedy", f"{greedy * 1000:,.0f} ms", f"{repeats[1]} repeated meetings"),
    ]


def _greedy(ranked: list[int], met: dict[tuple[int, int], int]) -> list[list[int]]:
    """From the top down: the best who is left, and the next three who have not met the table."""
    left, tables = list(ranked), []
    while left:
        table = [left.pop(0)]
        while len(table) < 4:
            new = [n for n in left if not any(met.get(_pair(n, other)) for other in table)]
            chosen = (new or left)[0]
            left.remove(chosen)
            table.append(chosen)
        tables.append(table)
    return tables


def _again(tables: list[list[int]], met: dict[tuple[int, int], int]) -> int:
    pairs = ((a, b) for table in tables for at, a in enumerate(table) for b in table[at + 1 :])
    return sum(bool(met.get(_pair(a, b))) for a, b in pairs)


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def _standings(folder: Path) -> list[tuple[str, str, str]]:
    """The standings of a long tournament, with the places after every round."""
    club, rng = Club(folder, CUP_PLAYERS), Random(1)
    club.event("Cup", EventWish("Cup", rounds=CUP_ROUNDS, rules="none", method="random"))
    club.draw("Cup", DrawWish(all=True))
    for number in range(1, CUP_ROUNDS + 1):
        club.play("Cup", number, rng)
    times = [_timed(lambda: event_standings(club.store, club.clock, "Cup"))[0] for _ in range(RUNS)]
    title = f"event standings, {CUP_PLAYERS} players x {CUP_ROUNDS} rounds"
    games = CUP_ROUNDS * CUP_PLAYERS // 4
    return [(title, f"{statistics.median(times) * 1000:,.0f} ms", f"{games:,} games")]


def _seasons(folder: Path) -> list[tuple[str, str, str]]:
    """A season of thirty evenings, all of it counted anew; how time grows with the players."""
    rows, before = [], 0.0
    for players in SEASONS:
        club, rng = Club(folder, players), Random(players)
        rules = folder / "rules.toml"
        rules.write_text(f"best = {EVENINGS * 2 // 3}\nof = {EVENINGS}\n")
        add_season(club.store, club.actor(), "Season", str(rules))
        wish = EventWish("Evening", rounds=ROUNDS, rules="none", season="Season", method="random")
        club.event("Evening", wish)
        club.draw("Evening", DrawWish(all=True))
        for number in range(1, ROUNDS + 1):
            club.play("Evening", number, rng)
        for number in range(1, EVENINGS):
            _copy_event(club.path, number, rng.sample(range(1, players + 1), players))
        times = [
            _timed(lambda club=club: standings_of_season(club.store, "Season"))[0] for _ in range(2)
        ]
        taken = min(times)
        games = EVENINGS * ROUNDS * players // 4
        growth = f"; {taken / before:.1f}x for 10x the players" if before else ""
        title = f"season of {EVENINGS} events, {players:,} players"
        rows.append((title, f"{taken:.2f} s", f"{games:,} games{growth}"))
        before = taken
    return rows


def _copy_event(path: Path, number: int, people: list[int]) -> None:
    """The same evening, others in each chair, straight into the tables: playing takes longer."""
    step = number * 1_000_000
    moved = {"row": step, "id": step, "result": step, "result_row": step, "event": number}
    told = {"name", "name_key", "order_key", "label"}
    connection = sqlite3.connect(path)
    for table in ("event", "entrant", "attendance", "event_round", "event_game", "result", "seat"):
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        shift = {**moved, "id": number} if table == "event" else moved
        rows = [
            [
                people[value - 1]
                if name == "player"
                else value + shift[name]
                if name in shift and isinstance(value, int)
                else f"{value} {number}"
                if name in told
                else value
                for name, value in zip(columns, row, strict=True)
            ]
            for row in connection.execute(f"SELECT * FROM {table}").fetchall()
            if row[0] < 1_000_000
        ]
        marks = ", ".join("?" * len(columns))
        connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
    connection.commit()
    connection.close()


def _timed(work: Callable[[], object]) -> tuple[float, object]:
    begin = time.perf_counter()
    outcome = work()
    return time.perf_counter() - begin, outcome
