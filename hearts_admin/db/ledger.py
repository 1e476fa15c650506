"""The ledger's storage: rows of the fold into the table, and out of it again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from engine.rating.ledger import Row
from hearts_admin.db import bulk
from hearts_admin.db.derived import LedgerRow, PoolState
from hearts_admin.db.facts import PoolFacts, iso, merges, ordinal, policy_of

__all__ = ["PoolLedger", "iso", "merges", "ordinal", "policy_of"]

_COLUMNS = ("pool", "player", "order_key", "kind", "fact", "before", "change", "last_on")
_ROW = 'player, order_key, kind, fact, "before", change, last_on'


class PoolLedger(PoolFacts):
    """One pool's facts and stored ledger; the `LedgerStore` of an incremental refold."""

    # -- stored rows ---------------------------------------------------------------------------

    def rows(self) -> Iterator[Row]:
        """The stored ledger, in fact order, within a fact by kind and player."""
        stored = bulk.stream(
            self.connection,
            f"SELECT {_ROW} FROM ledger WHERE pool = ? ORDER BY order_key, kind, player",
            (self.pool,),
        )
        return map(_row, stored)

    def rows_by_player(self, since: str = "") -> Iterator[Row]:
        """The stored ledger from a place in the order on, by player, as it lies on the disk."""
        stored = bulk.stream(
            self.connection,
            f"SELECT {_ROW} FROM ledger WHERE pool = ? AND order_key >= ?"
            " ORDER BY player, order_key, kind",
            (self.pool, since),
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
        """The next place in the order at which the player has a row, or may get one."""
        keys = [self._next_row_key(player, order_key)]
        if self.policy.decay.activity == "any":
            keys.append(self.next_game_key(player, order_key))
        return min((key for key in keys if key is not None), default=None)

    def first_key(self, player: int) -> str | None:
        """The first place in the order at which the player has a row."""
        return self._next_row_key(player, "")

    def _next_row_key(self, player: int, order_key: str) -> str | None:
        key: str | None = bulk.value(
            self.connection,
            "SELECT order_key FROM ledger WHERE pool = ? AND player = ? AND order_key > ?"
            " ORDER BY order_key LIMIT 1",
            (self.pool, player, order_key),
        )
        return key

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

    def _rows(self, condition: str, *parameters: object) -> list[Row]:
        stored = bulk.select(
            self.connection,
            f"SELECT {_ROW} FROM ledger WHERE pool = ? AND {condition}",
            (self.pool, *parameters),
        )
        return list(map(_row, stored))

    # -- writing -------------------------------------------------------------------------------

    def replace(self, rows: Iterable[Row]) -> int:
        """Puts a whole new ledger in the place of the stored one; gives the number of rows.

        Args:
            rows: sorted by player, order key and kind, as they lie on the disk.
        """
        bulk.execute_many(self.connection, "DELETE FROM ledger WHERE pool = ?", [(self.pool,)])
        return bulk.insert(self.connection, LedgerRow, _COLUMNS, self._stored(rows))

    def clear(self) -> None:
        """Throws the stored ledger away."""
        for table in ("ledger", "pool_state"):
            bulk.execute_many(
                self.connection, f"DELETE FROM {table} WHERE pool = ?", [(self.pool,)]
            )

    def apply(self, changes: Collection[tuple[Row | None, Row | None]]) -> None:
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
        bulk.insert(self.connection, LedgerRow, _COLUMNS, self._stored(added))

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

    def _stored(self, rows: Iterable[Row]) -> Iterator[tuple[object, ...]]:
        pool = self.pool
        for player, key, kind, fact, before, change, last in rows:
            yield pool, player, key, kind, fact, before, change, iso(last)


def _row(stored: tuple[Any, ...]) -> Row:
    player, key, kind, fact, before, change, last = stored
    return player, key, kind, fact, before, change, ordinal(last) if last else 0
