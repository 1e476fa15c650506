"""A long history, 200,000 games of 2,000 players: folded, recomputed through SQLite, and asked.

Run by `make bench`, never as part of a test.
"""

from __future__ import annotations

import datetime as dt
import gc
import random
import sqlite3
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from rating import history, rate_with_openskill, seconds

from engine.rating.fold import Fold
from engine.rating.policy import POLICIES
from hearts_admin.clock import FixedClock
from hearts_admin.db.ledger import PoolLedger, iso
from hearts_admin.db.store import Store, open_store
from hearts_admin.services.actor import Actor
from hearts_admin.services.auditing import audit
from hearts_admin.services.club import init_club
from hearts_admin.services.evaluation import evaluate
from hearts_admin.services.folding import fold_pool, uncollected
from hearts_admin.services.imports import import_results
from hearts_admin.services.ratings import fingerprint_of, list_ratings, recompute, verify

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.rating.ledger import Row

GAMES, PLAYERS = 200_000, 2_000
SAMPLE = 20_000  # openskill rates these only, scaled per game
RUNS = 3
FIRST_DAY = dt.date(2015, 1, 1)
DAYS = 4_000
ACTOR = Actor(
    "bench", "rating recompute", FixedClock(dt.datetime(2026, 6, 1, 20, 0, tzinfo=dt.UTC))
)

INPUTS = (
    "SELECT r.order_key, r.id, r.played_on, s.player, s.place, s.guest, s.computer"
    ' FROM result r JOIN seat s ON s.result_row = r."row"'
    " WHERE r.pool = 1 AND r.closed IS NULL AND r.state = 'ok' AND r.category = 'rated'"
    " ORDER BY r.order_key, s.seat"
)
OUTPUTS = "INSERT INTO ledger VALUES (?, ?, ?, ?, ?, ?, ?, ?)"

Line = tuple[str, str, str]


def run() -> list[Line]:
    """Rows of name, figure (a median) and remark."""
    lines = _in_memory()
    with tempfile.TemporaryDirectory() as folder:
        path = _club(Path(folder))
        with open_store(str(path)) as store:
            lines += _through_sqlite(store, path)
            lines += _lists(store)
            lines += _questions(store)
    return lines


def _in_memory() -> list[Line]:
    facts = history(GAMES, PLAYERS)
    with uncollected():
        plain = seconds(lambda: Fold(POLICIES["club"]).feed(facts), runs=RUNS)
    sample = facts[:SAMPLE]
    openskill = seconds(lambda: rate_with_openskill(sample), runs=1) * GAMES / SAMPLE
    remark = f"{openskill / plain:.1f}x openskill, at least 5x; {GAMES / plain:,.0f} games/s"
    return [(f"fold with full ledger, {GAMES:,} games", _ms(plain), remark)]


def _through_sqlite(store: Store, path: Path) -> list[Line]:
    """A recompute of an empty ledger beside the same reading and writing without any program."""
    with store.read() as connection, uncollected():
        rows = sorted(fold_pool(PoolLedger(connection, 1)).rows)
    bare, ours, unchanged = [], [], []
    for _ in range(RUNS):
        _clear(path)
        bare.append(_bare(path, rows))
        _clear(path)
        ours.append(_timed(lambda: recompute(store, ACTOR)))
        unchanged.append(_timed(lambda: recompute(store, ACTOR)))
    floor, whole, same = (statistics.median(each) for each in (bare, ours, unchanged))
    return [
        ("bare sqlite3: read the inputs, write the rows", _ms(floor), f"{len(rows):,} rows"),
        (
            "rating recompute, everything written",
            _ms(whole),
            f"{whole / floor:.2f}x of bare sqlite3, at most 2x; fingerprint included",
        ),
        ("rating recompute, nothing to write", _ms(same), f"{same / floor:.2f}x of bare sqlite3"),
    ]


def _lists(store: Store) -> list[Line]:
    """The list of a day in the past, and the same list by folding everything up to that day."""
    day = FIRST_DAY + dt.timedelta(days=DAYS // 2)
    seeks = statistics.median(_timed(lambda: list_ratings(store, day)) for _ in range(RUNS))

    def fold_until() -> None:
        with store.read() as connection:
            ledger = PoolLedger(connection, 1)
            fold = Fold(ledger.policy, ledger.openings(), ledger.exemptions())
            fold.feed(fact for fact in ledger.facts() if fact[2] <= day.toordinal())

    folded = statistics.median(_timed(fold_until) for _ in range(RUNS))
    remark = f"{folded / seeks:.1f}x faster than by a full fold ({_ms(folded)})"
    return [(f"rating list --as-of, {PLAYERS:,} players", _ms(seeks), remark)]


def _questions(store: Store) -> list[Line]:
    asked: list[tuple[str, Callable[[], object]]] = [
        ("rating fingerprint", lambda: fingerprint_of(store)),
        ("rating verify", lambda: verify(store)),
        ("rating verify --exact", lambda: verify(store, exact=True)),
        ("rating audit", lambda: audit(store)),
        (
            "rating evaluate, 6 systems",
            lambda: evaluate(store, [16, 24, 32], ["club", "off"]),
        ),
    ]
    return [(name, _ms(_timed(work)), f"{GAMES:,} games, once") for name, work in asked]


def _club(folder: Path) -> Path:
    """The same kind of history in a database, imported from a file."""
    rng = random.Random(20240110)
    file = folder / "games.csv"
    with file.open("w", encoding="utf-8") as out:
        out.write("date,game,player,place\n")
        for game in range(GAMES):
            day = FIRST_DAY + dt.timedelta(days=game * DAYS // GAMES)
            for place, player in enumerate(rng.sample(range(PLAYERS), 4), start=1):
                out.write(f"{day},{game},Player {player},{place}\n")
    path = folder / "club.db"
    init_club(str(path), ACTOR, name="Bench")
    with open_store(str(path)) as store:
        import_results(store, ACTOR, file, add_players=True)
    return path


def _clear(path: Path) -> None:
    connection = sqlite3.connect(path)
    for table in ("ledger", "pool_state"):
        connection.execute(f"DELETE FROM {table}")
    connection.commit()
    connection.close()


def _bare(path: Path, rows: list[Row]) -> float:
    """Seconds to read the inputs and write the rows, which are at hand and in order."""
    stored = [(1, *row[:6], iso(row[6])) for row in rows]
    connection = sqlite3.connect(path, isolation_level=None)
    start = time.perf_counter()
    connection.execute("BEGIN IMMEDIATE")
    inputs = connection.execute(INPUTS).fetchall()
    connection.executemany(OUTPUTS, stored)
    connection.execute("COMMIT")
    taken = time.perf_counter() - start
    connection.close()
    del inputs
    return taken


def _timed(work: Callable[[], object]) -> float:
    gc.collect()
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _ms(taken: float) -> str:
    return f"{taken * 1000:,.0f} ms"
