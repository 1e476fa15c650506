"""A pool's facts, out of the tables in the order of facts; what a fold is fed with."""

from __future__ import annotations

import datetime as dt
import heapq
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection

from engine.rating.decay import Exemptions
from engine.rating.ledger import DAY_LENGTH, Fact, Kind
from engine.rating.policy import Policy
from hearts_admin.db import bulk

_PRESENT = "r.closed IS NULL AND r.state = 'ok'"
_SEATS = range(4)
# One row a game: it takes half the time of a row a seat, most of which was spent on the rows.
_GAME = (
    "SELECT r.order_key, r.id, r.played_on, r.category, "
    + ", ".join(
        f"s{seat}.{column}"
        for column in ("player", "place", "guest", "computer")
        for seat in _SEATS
    )
    + " FROM result r "
    + " ".join(
        f'LEFT JOIN seat s{seat} ON s{seat}.result_row = r."row" AND s{seat}.seat = {seat}'
        for seat in _SEATS
    )
    + f" WHERE r.pool = ? AND {_PRESENT}"
)
_CATEGORIES = ("rated", "friendly", "training")
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


class PoolFacts:
    """One pool, its policy and its facts.

    Attributes:
        connection: an open connection.
        pool: the pool's number.
        merges: who counts as whom, chains resolved.
    """

    def __init__(self, connection: Connection, pool: int, policy: Policy | None = None) -> None:
        """Look at a pool.

        Args:
            connection: an open connection.
            pool: the pool's number.
            policy: another policy than its present one, to see what would be a fact then.
        """
        self.connection = connection
        self.pool = pool
        self.merges = merges(connection)
        self._policy = policy

    def whole(self, player: int) -> int:
        """The player after merges."""
        return self.merges.get(player, player)

    @cached_property
    def name(self) -> str:
        """The pool's name; of a pool that is gone the last one."""
        return str(
            bulk.value(
                self.connection,
                'SELECT name FROM pool WHERE id = ? ORDER BY "row" DESC LIMIT 1',
                (self.pool,),
            )
        )

    @cached_property
    def policy(self) -> Policy:
        """The pool's policy; it says which results are facts of the pool."""
        return self._policy or policy_of(self.connection, self.pool)[1]

    @cached_property
    def _of_a_category(self) -> str:
        """The condition for the categories of games that move a rating or keep it alive."""
        any_game = self.policy.decay.activity == "any"
        counting = (f"'{each}'" for each in _CATEGORIES if any_game or self.policy.rates(each))
        return f"r.category IN ({', '.join(counting)})"

    def facts(self, since: str = "") -> Iterator[Fact]:
        """Every fact that counts, in fact order, from a place in the order on."""
        games = bulk.stream(
            self.connection,
            f"{_GAME} AND {self._of_a_category} AND r.order_key >= ? ORDER BY r.order_key",
            (self.pool, since),
        )
        adjustments = bulk.select(
            self.connection,
            f"{_ADJUSTMENT} AND order_key >= ? ORDER BY order_key",
            (self.pool, since),
        )
        return heapq.merge(
            self._games(games), map(self._adjustment, adjustments), key=itemgetter(0)
        )

    def fact_at(self, order_key: str) -> Fact | None:
        """The fact at a place in the order, as it is now."""
        game = bulk.first(
            self.connection,
            f"{_GAME} AND {self._of_a_category} AND r.order_key = ?",
            (self.pool, order_key),
        )
        if game is not None:
            return next(self._games([game]))
        row = bulk.first(
            self.connection, f"{_ADJUSTMENT} AND order_key = ?", (self.pool, order_key)
        )
        return None if row is None else self._adjustment(row)

    def next_game_key(self, player: int, order_key: str) -> str | None:
        """The place in the order of the player's next game in this pool, rated or not."""
        everybody = (player, *(each for each, into in self.merges.items() if into == player))
        marks = ", ".join("?" * len(everybody))
        key: str | None = bulk.value(
            self.connection,
            'SELECT min(r.order_key) FROM result r JOIN seat s ON s.result_row = r."row"'
            f" WHERE s.player IN ({marks}) AND r.pool = ? AND {_PRESENT} AND r.order_key > ?",
            (*everybody, self.pool, order_key),
        )
        return key

    def fact_count(self, since: str = "") -> int:
        """How many facts count in this pool, from a place in the order on."""
        games = bulk.value(
            self.connection,
            "SELECT count(*) FROM result r"
            f" WHERE r.pool = ? AND {_PRESENT} AND {self._of_a_category} AND r.order_key >= ?",
            (self.pool, since),
        )
        adjustments = bulk.value(
            self.connection,
            "SELECT count(*) FROM adjustment WHERE pool = ? AND closed IS NULL"
            " AND kind <> 'opening' AND order_key >= ?",
            (self.pool, since),
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
        return Exemptions.of(self.exempt_periods())

    def exempt_periods(self) -> list[tuple[int | None, int, int]]:
        """The exempt periods one by one: player, None for the club, first and last day."""
        rows = bulk.select(
            self.connection,
            "SELECT player, from_day, to_day FROM exemption WHERE closed IS NULL",
        )
        return [
            (None if player is None else self.whole(player), ordinal(begin), ordinal(end))
            for player, begin, end in rows
        ]

    def _games(self, games: Iterable[tuple[Any, ...]]) -> Iterator[Fact]:
        merged = self.merges.get if self.merges else None
        kinds = {
            each: int(Kind.GAME if self.policy.rates(each) else Kind.ACTIVITY)
            for each in _CATEGORIES
        }
        for row in games:
            key, fact, day, category = row[:4]
            players, places, flags = row[4:8], row[8:12], row[12:]
            if True in flags or None in players:  # 1 is True, too
                players, places = self._counting(players, places, flags[:4], flags[4:])
            if merged is not None:
                players = tuple([merged(player, player) for player in players])
            yield key, fact, ordinal(day), kinds[category], players, places

    def _counting(self, *columns: tuple[Any, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Players and places without empty seats, 0 for who does not count by the policy."""
        counts = self.policy.seats
        seats = [seat for seat in zip(*columns, strict=True) if seat[0] is not None]
        players = tuple(
            player if counts(guest=bool(guest), computer=bool(computer)) else 0
            for player, _, guest, computer in seats
        )
        return players, tuple(place for _, place, _, _ in seats)

    def _adjustment(self, row: Sequence[Any]) -> Fact:
        key, fact, day, player, points = row
        return key, fact, ordinal(day), Kind.ADJUSTMENT, (self.whole(player),), (points,)

    def last_day(self) -> dt.date | None:
        """The club day of the last fact in the pool."""
        adjusted = bulk.value(
            self.connection,
            "SELECT max(order_key) FROM adjustment WHERE pool = ? AND closed IS NULL",
            (self.pool,),
        )
        known = [day for day in (self.last_result_day(), _day(adjusted)) if day is not None]
        return max(known, default=None)

    def last_result_day(self) -> dt.date | None:
        """The club day of the last game that is a fact of the pool."""
        last = bulk.value(
            self.connection,
            "SELECT max(r.order_key) FROM result r"
            f" WHERE r.pool = ? AND {_PRESENT} AND {self._of_a_category}",
            (self.pool,),
        )
        return _day(last)


def merges(connection: Connection) -> dict[int, int]:
    """Who counts as whom, chains of merges resolved.

    Who is merged in a circle, as no command allows, counts as themselves.
    """
    direct: dict[int, int] = dict(
        bulk.select(connection, "SELECT from_player, into_player FROM merge WHERE closed IS NULL")
    )
    return {player: _end_of_chain(player, direct) for player in direct}


def _end_of_chain(player: int, direct: Mapping[int, int]) -> int:
    passed = {player}
    target = direct[player]
    while target in direct and target not in passed:
        passed.add(target)
        target = direct[target]
    return target


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


def _day(order_key: str | None) -> dt.date | None:
    """The club day at the head of an order key."""
    return None if order_key is None else dt.date.fromisoformat(order_key[:DAY_LENGTH])
