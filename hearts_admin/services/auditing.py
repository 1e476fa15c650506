"""The accountant: where a pool's points came from and went, and what deserves a second look."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from operator import itemgetter

from sqlalchemy import Connection

from engine.problems import Problem
from engine.rating.accounting import Accountant, Balance, Tally, islands
from engine.rating.ledger import Fact, Kind, Row, day_of
from hearts_admin.db import bulk
from hearts_admin.db.ledger import PoolLedger
from hearts_admin.db.store import Store
from hearts_admin.errors import Refused, finding
from hearts_admin.services.folding import Progress
from hearts_admin.services.people import Directory
from hearts_admin.services.pools import pool_named
from hearts_admin.services.refunds import refund_faults
from hearts_admin.services.standings import bound_after

FARMED_POINTS = 10
"""Points of the minimum rule, net, from which somebody may be farming it,"""

FARMED_SHARE = 0.1
"""if they are that part of the games too. In an ordinary club one game in forty to eighty is."""

DECAYED_POINTS = 30
"""Points of decay a player a year from which a pool deflates; less than a year is one."""

_YEAR = 365.25

SHOWN_NAMES = 8
"""Members of an island that are named; the others are counted."""


@dataclass(frozen=True, slots=True)
class Causes:
    """Points that came into the pool, by cause; negative ones went out. They add up to `total`.

    Attributes:
        newcomers: the ratings with which players began.
        rounding: changes of games in whole points, which need not sum to 0.
        minimum: what the minimum rule added.
        maximum: what the maximum took off, where K is larger.
        decay: what idleness cost.
        adjustments: what the organisers gave and took, refunds apart.
        refunds: losses of stuck games that were given back.
    """

    newcomers: int
    rounding: int
    minimum: int
    maximum: int
    decay: int
    adjustments: int
    refunds: int

    @property
    def total(self) -> int:
        """By how much the sum of all ratings changed."""
        return (
            self.newcomers
            + self.rounding
            + self.minimum
            + self.maximum
            + self.decay
            + self.adjustments
            + self.refunds
        )


@dataclass(frozen=True, slots=True)
class AuditReport:
    """The books of a pool over a period: before + every cause = after.

    Attributes:
        pool: the rating list.
        policy: the name of its policy.
        first: the first day; None for from the beginning.
        last: the last day; None for a pool without facts.
        before: the sum of all booked ratings before the first day.
        causes: what changed it.
        after: the sum at the end of the last day.
        players: how many have a rating at the end.
        games: rated games in the period.
        alarms: what deserves a second look, with the numbers behind it.
    """

    pool: str
    policy: str
    first: dt.date | None
    last: dt.date | None
    before: int
    causes: Causes
    after: int
    players: int
    games: int
    alarms: tuple[Problem, ...]

    @property
    def balanced(self) -> bool:
        """Whether the causes add up; if not, the stored ledger is not what the fold wrote."""
        return self.before + self.causes.total == self.after


def audit(
    store: Store,
    first: dt.date | None = None,
    last: dt.date | None = None,
    pool: str | None = None,
    progress: Progress | None = None,
) -> AuditReport:
    """Goes through the stored ledger of a pool, cause by cause.

    Args:
        store: the database.
        first: the first club day; None for the beginning.
        last: the last one; None for the day of the last fact in the pool.
        pool: the rating list; None for `main`.
        progress: told how many facts are done.

    Raises:
        Refused: `pool.unknown`, `period.reversed`.
    """
    with store.read() as connection:
        ledger = PoolLedger(connection, pool_named(connection, pool).id)
        on = last or ledger.last_day()
        if first is not None and on is not None and on < first:
            raise Refused("period.reversed", first=first, last=on)
        books = _Books(ledger, first, on)
        books.read(progress)
        names = Directory(connection).names
        return AuditReport(
            pool=ledger.name,
            policy=ledger.policy.name,
            first=first,
            last=on,
            before=books.before,
            causes=books.causes(),
            after=sum(books.ratings.values()),
            players=len(books.ratings),
            games=books.games,
            alarms=tuple(_alarms(books, names)),
        )


class _Books:
    """What the accountant has read of a pool.

    Attributes:
        ledger: the pool.
        accountant: who accounts for the facts of the period.
        tables: the players of every rated game up to the last day.
        ratings: everybody's rating at the end.
        before: the sum of all ratings before the first day.
        games: rated games in the period.
        days: how long the period is, from its first fact to its last day.
    """

    def __init__(self, ledger: PoolLedger, first: dt.date | None, last: dt.date | None) -> None:
        self.ledger = ledger
        self.accountant = Accountant(ledger.policy)
        self.tables: set[frozenset[int]] = set()
        self.ratings: dict[int, int] = {}
        self.before = 0
        self.games = 0
        self.days = 0
        self._last = 0 if last is None else last.toordinal()
        self._begin = "" if first is None else first.isoformat()
        self._end = "" if last is None else bound_after(last)

    def read(self, progress: Progress | None) -> None:
        """Go through the facts up to the last day, with the rows each has booked."""
        total = self.ledger.fact_count() if progress else None
        rows = takewhile(lambda row: row[1] < self._end, self.ledger.rows())
        facts = self.ledger.facts()
        began = False
        for done, (key, group) in enumerate(groupby(rows, key=itemgetter(1)), start=1):
            if not began and key >= self._begin:
                self.before = sum(self.ratings.values())
                self.days = 1 + self._last - day_of(key)
                began = True
            self._add(_fact_at(key, facts), list(group), counts=began)
            if progress and done % 1000 == 0:
                progress(done, total)
        if not began:
            self.before = sum(self.ratings.values())

    def _add(self, fact: Fact | None, rows: Sequence[Row], *, counts: bool) -> None:
        self.ratings.update((row[0], row[4] + row[5]) for row in rows)
        if any(row[2] == Kind.GAME for row in rows):
            self.tables.add(frozenset(row[0] for row in rows))
            self.games += counts
        if counts and fact is not None:
            self.accountant.add(fact, rows)

    def causes(self) -> Causes:
        """The causes of the period."""
        balance: Balance = self.accountant.balance
        refunds = _refunds(self.ledger.connection, self.ledger.pool, self._begin, self._end)
        return Causes(
            newcomers=balance.starts,
            rounding=balance.rounding,
            minimum=balance.minimum,
            maximum=balance.maximum,
            decay=balance.decay,
            adjustments=balance.adjustments - refunds,
            refunds=refunds,
        )


def _fact_at(key: str, facts: Iterator[Fact]) -> Fact | None:
    """The fact with a key, further on; None if the ledger has rows of a fact that is not there."""
    for fact in facts:
        if fact[0] == key:
            return fact
        if fact[0] > key:
            return None
    return None


def _refunds(connection: Connection, pool: int, begin: str, end: str) -> int:
    """Points given back for stuck games on the days of a period."""
    points = bulk.value(
        connection,
        "SELECT sum(points) FROM adjustment WHERE pool = ? AND closed IS NULL"
        " AND kind = 'refund' AND order_key >= ? AND order_key < ?",
        (pool, begin, end),
    )
    return int(points or 0)


def _alarms(books: _Books, names: Mapping[int, str]) -> Iterator[Problem]:
    yield from _farming(books.accountant.players, names)
    yield from _islands(books, names)
    yield from _deflation(books)
    yield from refund_faults(books.ledger.connection)


def _farming(players: Mapping[int, Tally], names: Mapping[int, str]) -> Iterator[Problem]:
    """Whoever lives on the single point that the minimum rule gives for beating the weak."""
    for player, tally in sorted(players.items(), key=lambda item: -item[1].lifted):
        points = tally.lifted - tally.dropped
        if points >= FARMED_POINTS and tally.lifted >= FARMED_SHARE * tally.games:
            yield finding(
                "audit.farming",
                name=names[player],
                points=points,
                lifted=tally.lifted,
                games=tally.games,
                won=tally.gained,
                advantage=round(tally.advantage / tally.lifted),
            )


def _islands(books: _Books, names: Mapping[int, str]) -> Iterator[Problem]:
    """Groups who have never met the others: their ratings cannot be compared."""
    groups = islands(books.tables)
    if len(groups) < 2:
        return
    for group in groups:
        members = sorted(names[player] for player in group)
        yield finding(
            "audit.island",
            islands=len(groups),
            players=len(group),
            names=tuple(members[:SHOWN_NAMES]),
            others=max(0, len(members) - SHOWN_NAMES),
            mean=round(sum(books.ratings[player] for player in group) / len(group)),
        )


def _deflation(books: _Books) -> Iterator[Problem]:
    """Decay takes points out of the pool that nobody wins."""
    decay, players = -books.accountant.balance.decay, len(books.ratings)
    a_year = decay / max(1.0, books.days / _YEAR)
    if players and a_year >= DECAYED_POINTS * players:
        tallies = books.accountant.players.values()
        yield finding(
            "audit.deflation",
            points=decay,
            players=players,
            each=round(a_year / players),
            faded=sum(tally.decay > 0 for tally in tallies),
            mean=round(sum(books.ratings.values()) / players),
            start=books.ledger.policy.start,
        )
