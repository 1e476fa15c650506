"""The ledger's storage: facts out of the tables into the fold, rows of the fold into the table."""

from __future__ import annotations

import datetime as dt
import heapq
import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection

from engine.rating.decay import Exemptions
from engine.rating.ledger import Fact, Kind, Row
from engine.rating.policy import Policy
from hearts_admin.db import bulk
from hearts_admin.db.models import LedgerRow, PoolState

_COLUMNS = ("pool", "player", "order_key", "kind", "fact", "before", "change", "last_on")
_ROW = 'player, order_key, kind, fact, "before", change, last_on'
_COUNTING = "r.closed IS NULL AND r.state = 'ok' AND r.category = 'rated'"
_GAME = (
    "SELECT r.order_key, r.id, r.played_on, s.player, s.place, s.guest"
    ' FROM result r JOIN seat s ON s.result_row = r."row"'
    f" WHERE r.pool = ? AND {_COUNTING}"
)
_ADJUSTMENT = (
    "SELECT order_key, id, on_day, player, points FROM adjustment"
    " WHERE pool = ? AND closed IS NULL AND kind <> 'opening'"
)


@lru_cache(maxsize=65536)
def ordinal(day: str) -> int:
    """The number of a day, for arithmetic."""
    return dt.date.fromisoformat(day).toordinal()


@lru_cache(maxsize=65536)
def iso(day: int) -> str | None:
    """The day of a number; None for 0, which stands for no day."""
    return dt.date.fromordinal(day).isoformat() if day else None


class PoolLedger:
    """One pool's facts and stored ledger; the `LedgerStore` of an incremental refold.

    Attributes:
        connection: an open connection.
        pool: the pool's number.
        merges: who counts as whom, chains resolved.
    """

    def __init__(self, connection: Connection, pool: int) -> None:
        self.connection = connection
        self.pool = pool
        self.merges = merges(connection)

    def whole(self, player: int) -> int:
        """The player after merges."""
        return self.merges.get(player, player)

    # -- facts ---------------------------------------------------------------------------------

    def facts(self) -> Iterator[Fact]:
        """Every fact that counts, in fact order."""
        games = bulk.select(self.connection, f"{_GAME} ORDER BY r.order_key, s.seat", (self.pool,))
        adjustments = bulk.select(
            self.connection, f"{_ADJUSTMENT} ORDER BY order_key", (self.pool,)
        )
        return heapq.merge(
            self._games(games), map(self._adjustment, adjustments), key=itemgetter(0)
        )

    def fact_at(self, order_key: str) -> Fact | None:
        """The fact at a place in the order, as it is now."""
        seats = bulk.select(
            self.connection, f"{_GAME} AND r.order_key = ? ORDER BY s.seat", (self.pool, order_key)
        )
        found = next(self._games(seats), None)
        if found is not None:
            return found
        row = bulk.first(
            self.connection, f"{_ADJUSTMENT} AND order_key = ?", (self.pool, order_key)
        )
        return None if row is None else self._adjustment(row)

    def fact_count(self) -> int:
        """How many facts count in this pool."""
        games = bulk.value(
            self.connection,
            f"SELECT count(*) FROM result r WHERE r.pool = ? AND {_COUNTING}",
            (self.pool,),
        )
        adjustments = bulk.value(
            self.connection,
            "SELECT count(*) FROM adjustment WHERE pool = ? AND closed IS NULL"
            " AND kind <> 'opening'",
            (self.pool,),
        )
        return int(games) + int(adjustments)

    def openings(self) -> dict[int, int]:
        """Opening ratings by player; after a merge the target's own counts."""
        rows = bulk.select(
            self.connection,
            "SELECT player, points FROM adjustment"
            " WHERE pool = ? AND closed IS NULL AND kind = 'opening'",
            (self.pool,),
        )
        return {player: points for player, points in rows if player not in self.merges}

    def exemptions(self) -> Exemptions:
        """Days on which no rating fades."""
        rows = bulk.select(
            self.connection,
            "SELECT player, from_day, to_day FROM exemption WHERE closed IS NULL",
        )
        return Exemptions.of(
            [
                (None if player is None else self.whole(player), ordinal(begin), ordinal(end))
                for player, begin, end in rows
            ]
        )

    def _games(self, seats: Iterable[tuple[Any, ...]]) -> Iterator[Fact]:
        whole = self.merges.get
        for key, group in groupby(seats, key=itemgetter(0)):
            lines = list(group)
            _, fact, day, *_ = lines[0]
            players = tuple(0 if guest else whole(player, player) for *_, player, _, guest in lines)
            places = tuple(place for *_, place, _ in lines)
            yield key, fact, ordinal(day), Kind.GAME, players, places

    def _adjustment(self, row: Sequence[Any]) -> Fact:
        key, fact, day, player, points = row
        return key, fact, ordinal(day), Kind.ADJUSTMENT, (self.whole(player),), (points,)

    # -- stored rows ---------------------------------------------------------------------------

    def rows(self) -> Iterator[Row]:
        """The stored ledger, in fact order, within a fact by kind and player."""
        stored = bulk.select(
            self.connection,
            f"SELECT {_ROW} FROM ledger WHERE pool = ? ORDER BY order_key, kind, player",
            (self.pool,),
        )
        return map(_row, stored)

    def rows_by_player(self) -> Iterator[Row]:
        """The stored ledger, player by player, as it lies on the disk."""
        stored = bulk.select(
            self.connection,
            f"SELECT {_ROW} FROM ledger WHERE pool = ? ORDER BY player, order_key, kind",
            (self.pool,),
        )
        return map(_row, stored)

    def rows_of(self, player: int) -> list[Row]:
        """A player's rows, oldest first."""
        return self._rows("player = ? ORDER BY order_key, kind", player)

    def rows_at(self, order_key: str, players: Collection[int]) -> list[Row]:
        """The stored rows of some players at one fact."""
        marks = ", ".join("?" * len(players))
        return self._rows(f"player IN ({marks}) AND order_key = ?", *players, order_key)

    def last_row_before(self, player: int, order_key: str) -> Row | None:
        """The player's last row before a place in the order."""
        condition = "player = ? AND order_key < ? ORDER BY order_key DESC, kind DESC LIMIT 1"
        return next(iter(self._rows(condition, player, order_key)), None)

    def last_row(self, player: int) -> Row | None:
        """The player's last row of all."""
        condition = "player = ? ORDER BY order_key DESC, kind DESC LIMIT 1"
        return next(iter(self._rows(condition, player)), None)

    def next_key_after(self, player: int, order_key: str) -> str | None:
        """The next place in the order at which the player has a row."""
        key = bulk.value(
            self.connection,
            "SELECT order_key FROM ledger WHERE pool = ? AND player = ? AND order_key > ?"
            " ORDER BY order_key LIMIT 1",
            (self.pool, player, order_key),
        )
        return None if key is None else str(key)

    def first_key(self, player: int) -> str | None:
        """The first place in the order at which the player has a row."""
        return self.next_key_after(player, "")

    def last_rows(self, before: str | None = None) -> dict[int, Row]:
        """Everybody's last row, or their last before a place in the order: one seek a player."""
        players = bulk.select(
            self.connection, "SELECT DISTINCT player FROM ledger WHERE pool = ?", (self.pool,)
        )
        found = {}
        for (player,) in list(players):
            row = self.last_row(player) if before is None else self.last_row_before(player, before)
            if row is not None:
                found[player] = row
        return found

    def last_day(self) -> dt.date | None:
        """The club day of the last fact in the pool."""
        days = [
            bulk.value(
                self.connection,
                f"SELECT max(r.order_key) FROM result r WHERE r.pool = ? AND {_COUNTING}",
                (self.pool,),
            ),
            bulk.value(
                self.connection,
                "SELECT max(order_key) FROM adjustment WHERE pool = ? AND closed IS NULL",
                (self.pool,),
            ),
        ]
        known = [day[:10] for day in days if day is not None]
        return dt.date.fromisoformat(max(known)) if known else None

    def _rows(self, condition: str, *parameters: object) -> list[Row]:
        stored = bulk.select(
            self.connection,
            f"SELECT {_ROW} FROM ledger WHERE pool = ? AND {condition}",
            (self.pool, *parameters),
        )
        return list(map(_row, stored))

    # -- writing -------------------------------------------------------------------------------

    def replace(self, rows: Iterable[Row]) -> int:
        """Puts a whole new ledger in the place of the stored one; gives the number of rows."""
        bulk.execute_many(self.connection, "DELETE FROM ledger WHERE pool = ?", [(self.pool,)])
        ordered = sorted(rows)
        return bulk.insert(self.connection, LedgerRow, _COLUMNS, map(self._stored, ordered))

    def apply(self, changes: Sequence[tuple[Row | None, Row | None]]) -> None:
        """Writes the differences a refold found: pairs of the old and the new row."""
        gone = [old for old, new in changes if old is not None and new is None]
        added = [new for old, new in changes if old is None and new is not None]
        moved = [new for old, new in changes if old is not None and new is not None]
        bulk.execute_many(
            self.connection,
            "DELETE FROM ledger WHERE pool = ? AND player = ? AND order_key = ? AND kind = ?",
            ((self.pool, *row[:3]) for row in gone),
        )
        bulk.execute_many(
            self.connection,
            'UPDATE ledger SET fact = ?, "before" = ?, change = ?, last_on = ?'
            " WHERE pool = ? AND player = ? AND order_key = ? AND kind = ?",
            ((*row[3:6], iso(row[6]), self.pool, *row[:3]) for row in moved),
        )
        bulk.insert(self.connection, LedgerRow, _COLUMNS, map(self._stored, added))

    def state(self) -> tuple[int, int] | None:
        """Policy version and fold version of the stored ledger; None if there is none."""
        row = bulk.first(
            self.connection,
            "SELECT policy_version, fold_version FROM pool_state WHERE pool = ?",
            (self.pool,),
        )
        return None if row is None else (row[0], row[1])

    def mark(self, policy_version: int, fold_version: int) -> None:
        """Notes under which policy version and fold the ledger was computed."""
        if self.state() == (policy_version, fold_version):
            return
        bulk.execute_many(self.connection, "DELETE FROM pool_state WHERE pool = ?", [(self.pool,)])
        columns = ("pool", "policy_version", "fold_version")
        bulk.insert(
            self.connection, PoolState, columns, [(self.pool, policy_version, fold_version)]
        )

    def _stored(self, row: Row) -> tuple[object, ...]:
        return (self.pool, *row[:6], iso(row[6]))


def merges(connection: Connection) -> dict[int, int]:
    """Who counts as whom, chains of merges resolved."""
    direct = dict(
        bulk.select(connection, "SELECT from_player, into_player FROM merge WHERE closed IS NULL")
    )
    resolved = {}
    for player, target in direct.items():
        while target in direct:
            target = direct[target]
        resolved[player] = target
    return resolved


def policy_of(connection: Connection, pool: int) -> tuple[int, Policy]:
    """The version and content of a pool's present policy."""
    row = bulk.first(
        connection,
        "SELECT version, switches FROM policy WHERE pool = ? AND closed IS NULL",
        (pool,),
    )
    if row is None:
        raise LookupError(f"pool {pool} has no policy")
    return row[0], Policy.from_switches(json.loads(row[1]))


def _row(stored: tuple[Any, ...]) -> Row:
    player, key, kind, fact, before, change, last = stored
    return player, key, kind, fact, before, change, ordinal(last) if last else 0
