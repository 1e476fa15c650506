"""How long imports take, beside reading the file and writing the same rows barely.

A hundred thousand results from CSV into SQLite and into PostgreSQL, and a workbook of twenty
thousand rows. Both sides are run in turn: the ratio is the median of those of the pairs, for other
work on the machine slows both halves of a pair alike; the times are medians, too.
"""

from __future__ import annotations

import csv
import datetime as dt
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

from hearts_admin.clock import FixedClock
from hearts_admin.db.store import open_store
from hearts_admin.services.actor import Actor
from hearts_admin.services.club import init_club
from hearts_admin.services.imports import import_results
from hearts_admin.services.players import add_players

GAMES = 100_000
WORKBOOK_GAMES = 5_000
PLAYERS = 400
FIRST_DAY = dt.date(2020, 1, 1)
GAMES_A_DAY = 50
NOW = dt.datetime(2026, 6, 1, 20, 0, tzinfo=dt.UTC)
ACTOR = Actor("bench", "result import", FixedClock(NOW))
FACTS = ("change", "player", "rule_set", "result", "seat", "ledger", "pool_state")
HEADING = ("date", "game", "player", "place")
RUNS = 3

Rows = dict[str, list[tuple[Any, ...]]]


def run() -> Iterator[tuple[str, str, str]]:
    """Rows of name, figure and remark."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "games.csv"
        _write_csv(file, GAMES)
        yield from _rows(
            f"csv and executemany of the same rows, {GAMES:,}",
            f"import {GAMES:,} results, ledger included",
            3,
            lambda: _on_sqlite(file, folder, _read_csv),
        )
        yield from _on_a_server(file)
        book = folder / "games.xlsx"
        _write_workbook(book, WORKBOOK_GAMES)
        rows = 4 * WORKBOOK_GAMES
        yield from _rows(
            f"calamine and executemany of the same, {rows:,} rows",
            f"import a workbook of {rows:,} rows, members known",
            2,
            lambda: _on_sqlite(book, folder, _read_workbook, known=True),
        )


def _rows(
    bare: str, ours: str, most: int, measured: Callable[[], tuple[float, float]]
) -> Iterator[tuple[str, str, str]]:
    """Both sides, with how many times the bare one the other takes."""
    pairs = [measured() for _ in range(RUNS)]
    floors, times = zip(*pairs, strict=True)
    ratio = median(taken / floor for floor, taken in pairs)
    yield bare, f"{median(floors):.2f} s", "bare"
    yield ours, f"{median(times):.2f} s", f"{ratio:.2f}x, at most {most}x"


# What is imported.


def _games(number: int) -> Iterator[tuple[dt.date, int, str, int]]:
    rng = random.Random(20260314)
    for game in range(number):
        day = FIRST_DAY + dt.timedelta(days=game // GAMES_A_DAY)
        for place, player in enumerate(rng.sample(range(PLAYERS), 4), start=1):
            yield day, game, f"Player {player}", place


def _write_csv(file: Path, number: int) -> None:
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(HEADING)
        writer.writerows(_games(number))


def _write_workbook(file: Path, number: int) -> None:
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet("Games")
    sheet.append(HEADING)
    for row in _games(number):
        sheet.append(row)
    book.save(file)


def _read_csv(file: Path) -> None:
    with file.open(encoding="utf-8", newline="") as stream:
        for _ in csv.reader(stream):
            pass


def _read_workbook(file: Path) -> None:
    from python_calamine import CalamineWorkbook

    CalamineWorkbook.from_path(str(file)).get_sheet_by_index(0).to_python()


def _import(location: str, file: Path) -> float:
    start = time.perf_counter()
    with open_store(location) as store:
        report = import_results(store, ACTOR, file, add_players=True)
        stored = len(report.stored)
    taken = time.perf_counter() - start
    assert stored in (GAMES, WORKBOOK_GAMES)
    return taken


# SQLite.


def _on_sqlite(
    file: Path, folder: Path, read: Callable[[Path], None], *, known: bool = False
) -> tuple[float, float]:
    path, target = folder / "club.db", folder / "bare.db"
    path.unlink(missing_ok=True)
    target.unlink(missing_ok=True)
    init_club(str(path), ACTOR, name="Bench")
    if known:
        with open_store(str(path)) as store:
            add_players(store, ACTOR, [f"Player {number}" for number in range(PLAYERS)])
    ours = _import(str(path), file)
    return _bare(path, target, lambda: read(file)), ours


def _bare(club: Path, target: Path, read: Callable[[], None]) -> float:
    """Reads the file and writes the rows that the import has written, same indexes."""
    source = sqlite3.connect(club)
    rows: Rows = {name: source.execute(f"SELECT * FROM {name}").fetchall() for name in FACTS}
    schema = [sql for (sql,) in source.execute(
        "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND tbl_name NOT LIKE 'sqlite_%'"
        " ORDER BY type DESC"
    )]  # fmt: skip
    source.close()
    out = sqlite3.connect(target)
    for statement in schema:
        out.execute(statement)
    out.commit()
    start = time.perf_counter()
    read()
    for name, content in rows.items():
        if content:
            marks = ", ".join("?" * len(content[0]))
            out.executemany(f"INSERT INTO {name} VALUES ({marks})", content)
    out.commit()
    taken = time.perf_counter() - start
    out.close()
    return taken


# PostgreSQL.


def _on_a_server(file: Path) -> Iterator[tuple[str, str, str]]:
    sys.path.append(str(Path(__file__).parents[1] / "hearts_admin"))
    from served import running_server

    with running_server() as server:

        def measured() -> tuple[float, float]:
            for name in ("club", "bare"):
                server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
            server.create("club")
            init_club(server.url("club"), ACTOR, name="Bench")
            ours = _import(server.url("club"), file)
            server.execute("CREATE DATABASE bare TEMPLATE club")
            return _copied(server.url("bare"), file), ours

        yield from _rows(
            f"csv and COPY of the same rows, {GAMES:,}",
            f"import {GAMES:,} results into PostgreSQL",
            3,
            measured,
        )


def _copied(url: str, file: Path) -> float:
    """Reads the file and copies the rows that the import has written, same indexes."""
    import psycopg

    with psycopg.connect(url.replace("+psycopg", "", 1)) as connection:
        rows: Rows = {
            name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in FACTS
        }
        connection.execute(f"TRUNCATE {', '.join(FACTS)} CASCADE")
        connection.commit()
        start = time.perf_counter()
        _read_csv(file)
        for name, content in rows.items():
            with connection.cursor().copy(f"COPY {name} FROM STDIN") as copy:
                for row in content:
                    copy.write_row(row)
        connection.commit()
        return time.perf_counter() - start
