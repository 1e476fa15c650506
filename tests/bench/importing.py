"""How long an import of 100,000 results takes, beside reading the file and writing bare rows."""

from __future__ import annotations

import csv
import datetime as dt
import random
import sqlite3
import tempfile
import time
from pathlib import Path

from hearts_admin.clock import FixedClock
from hearts_admin.db.store import open_store
from hearts_admin.services.actor import Actor
from hearts_admin.services.club import init_club
from hearts_admin.services.imports import import_results

GAMES = 100_000
PLAYERS = 400
FIRST_DAY = dt.date(2020, 1, 1)
GAMES_A_DAY = 50
NOW = dt.datetime(2026, 6, 1, 20, 0, tzinfo=dt.UTC)
FACTS = ("change", "player", "rule_set", "result", "seat", "ledger", "pool_state")


def run() -> list[tuple[str, str, str]]:
    """Rows of name, figure and remark."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "games.csv"
        _write(file)
        path = folder / "club.db"
        actor = Actor("bench", "result import", FixedClock(NOW))
        init_club(str(path), actor, name="Bench")
        start = time.perf_counter()
        with open_store(str(path)) as store:
            report = import_results(store, actor, file, add_players=True)
        ours = time.perf_counter() - start
        assert len(report.stored) == GAMES
        bare = _bare(path, file, folder / "bare.db")
    return [
        (f"csv and executemany of the same rows, {GAMES:,}", f"{bare:.2f} s", "bare sqlite3"),
        (f"import {GAMES:,} results, ledger included", f"{ours:.2f} s",
         f"{ours / bare:.2f}x, at most 3x"),
    ]  # fmt: skip


def _write(file: Path) -> None:
    rng = random.Random(20260314)
    with file.open("w", encoding="utf-8") as out:
        out.write("date,game,player,place\n")
        for game in range(GAMES):
            day = FIRST_DAY + dt.timedelta(days=game // GAMES_A_DAY)
            for place, player in enumerate(rng.sample(range(PLAYERS), 4), start=1):
                out.write(f"{day},{game},Player {player},{place}\n")


def _bare(club: Path, file: Path, target: Path) -> float:
    """Reads the file with csv and writes the rows that the import has written, same indexes."""
    source = sqlite3.connect(club)
    rows = {name: source.execute(f"SELECT * FROM {name}").fetchall() for name in FACTS}
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
    with file.open(encoding="utf-8", newline="") as stream:
        for _ in csv.reader(stream):
            pass
    for name, content in rows.items():
        if content:
            marks = ", ".join("?" * len(content[0]))
            out.executemany(f"INSERT INTO {name} VALUES ({marks})", content)
    out.commit()
    taken = time.perf_counter() - start
    out.close()
    return taken
