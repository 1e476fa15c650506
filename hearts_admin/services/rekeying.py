"""Other public keys for people, and the order of facts that follows from them.

Keys enter the digest at the end of an order key. It decides only between games of one day that
nothing else tells apart; for those a key is looked for that leaves their order as it is.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from sqlalchemy import Connection

from engine import order
from hearts_admin.db import bulk, erasure, results
from hearts_admin.db.models import Adjustment, Result
from hearts_admin.db.results import ResultVersion
from hearts_admin.names import KEY_LENGTH
from hearts_admin.services.people import Directory

ATTEMPTS = 100_000
"""Keys tried at most; each pair of games that has to keep its order halves the chance of one."""

Pair = tuple[ResultVersion, ResultVersion]
"""Two games, the earlier one first."""


def fresh_keys(
    connection: Connection, present: Sequence[int], gone: Sequence[int]
) -> dict[int, str]:
    """Random keys for entries, under which the games of those present keep their order if any do.

    Args:
        connection: an open connection.
        present: entries that are there.
        gone: entries that are not; their games do not count.
    """
    keys = results.all_keys(connection)
    fresh = {entry: secrets.token_hex(KEY_LENGTH // 2) for entry in gone}
    for entry in present:
        pairs = list(_hanging_on(connection, entry))
        fresh[entry] = _try_keys(entry, pairs, keys)
        keys[entry] = fresh[entry]
    return fresh


def order_anew(connection: Connection, rows: Collection[int]) -> None:
    """Brings order keys to what results and adjustments say now.

    Args:
        connection: an open connection.
        rows: row numbers of the versions of results that may have to move.
    """
    keys = results.all_keys(connection)
    moved = []
    for row in rows:
        stored = next(results.select(connection, 'r."row" = ?', (row,)))
        key = results.order_key(stored.version, keys)
        if key != stored.version.order_key:
            moved.append((key, row))
    erasure.move(connection, Result, moved)
    erasure.move(connection, Adjustment, list(_moved_adjustments(connection, keys)))


def _moved_adjustments(
    connection: Connection, keys: Mapping[int, str]
) -> Iterator[tuple[str, int]]:
    rows = bulk.select(
        connection,
        'SELECT "row", order_key, on_day, player, kind, points, reason FROM adjustment'
        " WHERE order_key IS NOT NULL",
    )
    for row, present, day, player, kind, points, reason in rows:
        key = order.adjustment_key(day, keys[player], kind, points, reason)
        if key != present:
            yield key, row


def _try_keys(entry: int, pairs: Sequence[Pair], keys: Mapping[int, str]) -> str:
    """A key under which all pairs keep their order; any other where none was found."""
    taken = set(keys.values())
    known = dict(keys)
    for _ in range(ATTEMPTS):
        known[entry] = secrets.token_hex(KEY_LENGTH // 2)
        if known[entry] not in taken and all(
            results.order_key(first, known) < results.order_key(second, known)
            for first, second in pairs
        ):
            break
    return known[entry]


def _hanging_on(connection: Connection, entry: int) -> Iterator[Pair]:
    """Games whose order hangs on an entry's key alone, and matters because somebody played both."""
    directory = Directory(connection)
    places = bulk.select(
        connection,
        'SELECT r.pool, r.order_key FROM result r JOIN seat s ON s.result_row = r."row"'
        " WHERE s.player = ? AND r.closed IS NULL AND r.state = 'ok' AND r.pool IS NOT NULL",
        (entry,),
    )
    for pool, head in {(pool, key[: -order.DIGEST_LENGTH]) for pool, key in places}:
        alike = results.select(
            connection,
            "r.closed IS NULL AND r.state = 'ok' AND r.pool = ?"
            " AND r.order_key > ? AND r.order_key < ?",
            (pool, head, f"{head}~"),
        )
        for first, second in combinations([stored.version for stored in alike], 2):
            both = {frozenset(map(directory.whole, version.players)) for version in (first, second)}
            if entry in first.players | second.players and frozenset.intersection(*both):
                yield first, second
