"""Statements of account: how a player's rating came about, line by line, adding up as printed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sqlalchemy import Connection

from engine.rating.fold import state_after
from engine.rating.ledger import Kind, Row, State, day_of
from engine.rating.standing import standing
from hearts_admin.db import bulk, results
from hearts_admin.db.ledger import PoolLedger
from hearts_admin.db.results import ResultVersion
from hearts_admin.db.store import Store
from hearts_admin.errors import Refused
from hearts_admin.services.evidence import Piece, read_evidence
from hearts_admin.services.people import Directory
from hearts_admin.services.pools import pool_named
from hearts_admin.services.standings import bound_after


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One line of an account: what was booked, and the rating after it.

    Attributes:
        date: the club day.
        cause: `start`, `game`, `decay`, `open_decay` (not booked yet, on the last day only),
            `adjustment` or `refund`.
        change: points, signed; of a start the whole rating.
        after: the rating after it.
        result: of a game, its number; of a refund, that of the game.
        place: of a game, the player's place.
        table: of a game, everybody at the table as they finished, the player included.
        reason: of an adjustment, why.
        evidence: of an adjustment.
    """

    date: dt.date
    cause: str
    change: int
    after: int
    result: int | None = None
    place: int | None = None
    table: tuple[str, ...] = ()
    reason: str = ""
    evidence: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Statement:
    """A player's account over a period: before + the lines = after.

    Attributes:
        player: whose.
        pool: the rating list.
        first: the first day; None for from the beginning.
        last: the last day.
        before: the rating at the end of the day before the first, open decay taken off; None
            where the account begins within the period.
        lines: what moved it, oldest first.
        after: the rating at the end of the last day, open decay taken off; None without an account.
        sums: points by cause; games won and lost apart, as `won` and `lost`.
        games: rated games in the period.
        shown: where decay is only displayed, the rating by which the player is ranked on the last
            day; else the same as `after`.
    """

    player: str
    pool: str
    first: dt.date | None
    last: dt.date | None
    before: int | None
    lines: tuple[StatementLine, ...]
    after: int | None
    sums: dict[str, int]
    games: int
    shown: int | None


def statement(
    store: Store,
    player: str,
    first: dt.date | None = None,
    last: dt.date | None = None,
    pool: str | None = None,
) -> Statement:
    """A player's account over a period.

    Args:
        store: the database.
        player: by name or `#number`.
        first: the first club day; None for the beginning.
        last: the last one; None for the day of the last fact in the pool.
        pool: the rating list; None for `main`.

    Raises:
        Refused: `players.unknown`, `pool.unknown`, `period.reversed`.
    """
    with store.read() as connection:
        ledger = PoolLedger(connection, pool_named(connection, pool).id)
        (person,) = Directory(connection).require([player])
        on = last or ledger.last_day()
        if first is not None and on is not None and on < first:
            raise Refused("period.reversed", first=first, last=on)
        account = _Account(ledger, person.id)
        before = None if first is None else account.rating_on(first - dt.timedelta(days=1))
        lines = () if on is None else tuple(account.lines(first, on, before))
        after = lines[-1].after if lines else before
        return Statement(
            player=person.name,
            pool=ledger.name,
            first=first,
            last=on,
            before=before,
            lines=lines,
            after=after,
            sums=_sums(lines),
            games=sum(line.cause == "game" for line in lines),
            shown=None if on is None else account.shown_on(on),
        )


def _sums(lines: Iterable[StatementLine]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for line in lines:
        cause = line.cause
        if cause == "game":
            cause = "won" if line.change > 0 else "lost"
        sums[cause] = sums.get(cause, 0) + line.change
    return sums


class _Account:
    """One player's rows in a pool, and what stands behind them."""

    def __init__(self, ledger: PoolLedger, player: int) -> None:
        self._ledger = ledger
        self._player = player
        self._names = Directory(ledger.connection).names
        self._exemptions = ledger.exemptions()
        self._rows = ledger.rows_of(player)
        self._adjustments = _adjustments(ledger.connection, ledger.pool)

    def rating_on(self, day: dt.date) -> int | None:
        """The rating at the end of a day, decay that is booked later taken off."""
        state = self._state_on(day)
        if state is None:
            return None
        if self._ledger.policy.decay.mode == "display":
            return state[0]
        return self._standing(state, day)

    def shown_on(self, day: dt.date) -> int | None:
        """The rating by which the player is ranked on a day."""
        state = self._state_on(day)
        return None if state is None else self._standing(state, day)

    def lines(
        self, first: dt.date | None, last: dt.date, before: int | None
    ) -> Iterator[StatementLine]:
        """The lines of a period, open decay last.

        Args:
            first: the first day.
            last: the last day.
            before: the rating on the day before, in which decay that is booked within the period
                may be taken off in part: only the rest of that is a line.
        """
        begin = "" if first is None else first.isoformat()
        rating = before or 0
        for row in self._rows:
            if not begin <= row[1] < bound_after(last):
                continue
            after = row[4] + row[5]
            if row[2] != Kind.ACTIVITY and (after != rating or row[2] != Kind.DECAY):
                yield self._line(row, after - rating)
            rating = after
        open_rating = self.rating_on(last)
        if open_rating is not None and open_rating != rating:
            yield StatementLine(last, "open_decay", open_rating - rating, open_rating)

    def _state_on(self, day: dt.date) -> State | None:
        bound = bound_after(day)
        row = next((row for row in reversed(self._rows) if row[1] < bound), None)
        if row is None:
            return None
        return state_after(row, day_of(row[1]), self._ledger.policy, self._exemptions)

    def _standing(self, state: State, day: dt.date) -> int:
        policy = self._ledger.policy
        return standing(self._player, state, day.toordinal(), policy, self._exemptions).rating

    def _line(self, row: Row, change: int) -> StatementLine:
        _, key, kind, fact, before, booked, _ = row
        day, after = dt.date.fromisoformat(key[:10]), before + booked
        if kind == Kind.GAME:
            return self._game(fact, day, change, after)
        if kind == Kind.ADJUSTMENT:
            word, result, reason, evidence = self._adjustments[fact]
            return StatementLine(
                day, word, change, after, result, reason=reason, evidence=read_evidence(evidence)
            )
        return StatementLine(day, Kind(kind).word, change, after)

    def _game(self, result: int, day: dt.date, change: int, after: int) -> StatementLine:
        stored = results.current(self._ledger.connection, result)
        assert stored is not None  # noqa: S101 - a game with rows is there
        places = {self._ledger.whole(seat.player): seat.place for seat in stored.version.seats}
        return StatementLine(
            day,
            "game",
            change,
            after,
            result,
            places[self._player],
            tuple(self._finishers(stored.version)),
        )

    def _finishers(self, version: ResultVersion) -> list[str]:
        seats = sorted(version.seats, key=lambda seat: seat.place)
        return [self._names[seat.player] for seat in seats]


def _adjustments(
    connection: Connection, pool: int
) -> dict[int, tuple[str, int | None, str, str | None]]:
    """By number: `adjustment` or `refund`, the game, the reason, the evidence."""
    rows = bulk.select(
        connection,
        "SELECT id, kind, result, reason, evidence FROM adjustment"
        " WHERE pool = ? AND closed IS NULL",
        (pool,),
    )
    return {
        number: ("refund" if kind == "refund" else "adjustment", result, reason, evidence)
        for number, kind, result, reason, evidence in rows
    }
