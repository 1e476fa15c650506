"""How long it takes to record one result when 1,000 or 100,000 games are stored already."""

from __future__ import annotations

import datetime as dt
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from hearts_admin.clock import FixedClock
from hearts_admin.db.store import Store, open_store
from hearts_admin.services.actor import Actor
from hearts_admin.services.club import init_club
from hearts_admin.services.imports import import_results
from hearts_admin.services.results import Entry, record_result

SIZES = (1_000, 100_000)
PLAYERS = 400
RUNS = 31
FIRST_DAY = dt.date(2020, 1, 1)
GAMES_A_DAY = 50
NOW = dt.datetime(2026, 6, 1, 20, 0, tzinfo=dt.UTC)


def run() -> list[tuple[str, str, str]]:
    """Rows of name, figure and remark."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {size: make_club(Path(folder), size, PLAYERS) for size in SIZES}
        stores = {size: open_store(str(path)) for size, path in paths.items()}
        times: dict[int, list[float]] = {size: [] for size in SIZES}
        for number in range(RUNS + 3):
            for size in SIZES:
                times[size].append(_record(stores[size], number))
        for store in stores.values():
            store.close()
        medians = {size: statistics.median(times[size][3:]) for size in SIZES}
        walls = {size: _command(path) for size, path in paths.items()}
    small, large = SIZES
    ratio = medians[large] / medians[small]
    return [
        (f"record one result, {small:,} stored", f"{medians[small] * 1000:.1f} ms", "in process"),
        (
            f"record one result, {large:,} stored",
            f"{medians[large] * 1000:.1f} ms",
            f"{ratio:.2f}x of {small:,}, at most 1.5x",
        ),
        *(
            (
                f"hearts-admin result record, {size:,} stored",
                f"{wall * 1000:.0f} ms",
                "whole command",
            )
            for size, wall in walls.items()
        ),
    ]


def make_club(folder: Path, games: int, players: int) -> Path:
    """A club with so many games among so many players, imported from a file."""
    rng = random.Random(20260314)
    file = folder / f"{games}.csv"
    with file.open("w", encoding="utf-8") as out:
        out.write("date,game,player,place\n")
        for game in range(games):
            day = FIRST_DAY + dt.timedelta(days=game // GAMES_A_DAY)
            for place, player in enumerate(rng.sample(range(players), 4), start=1):
                out.write(f"{day},{game},Player {player},{place}\n")
    path = folder / f"{games}.db"
    actor = Actor("bench", "result import", FixedClock(NOW))
    init_club(str(path), actor, name="Bench")
    with open_store(str(path)) as store:
        import_results(store, actor, file, add_players=True)
    return path


def _record(store: Store, number: int) -> float:
    seats = tuple((f"Player {(number * 4 + seat) % PLAYERS}", 26 * seat) for seat in range(4))
    day = FIRST_DAY + dt.timedelta(days=2200)
    actor = Actor("bench", "result record", FixedClock(NOW))
    start = time.perf_counter()
    record_result(store, actor, Entry(seats, date=day))
    return time.perf_counter() - start


def _command(path: Path) -> float:
    command = [
        str(Path(sys.executable).with_name("hearts-admin")), "result", "record",
        "--db", str(path), "--date", "2026-05-31",
    ]  # fmt: skip
    times = []
    for number in range(4):
        seats = [f"Player {number * 4 + seat}={26 * seat}" for seat in range(4)]
        start = time.perf_counter()
        subprocess.run([*command, *seats], check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return statistics.median(times[1:])
