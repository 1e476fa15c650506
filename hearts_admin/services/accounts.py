"""Ledger rows as the movements that reports show, each player's account closed at the end."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from engine.rating.ledger import DAY_LENGTH, Kind, Row
from engine.rating.policy import Policy
from hearts_admin.db import bulk
from hearts_admin.db.ledger import PoolLedger
from hearts_admin.services.standings import Stand
from reports.history import History
from reports.model import Cause, HistoryPoint, Player

_CAUSES: Mapping[int, Cause] = {
    Kind.START: "start",
    Kind.DECAY: "decay",
    Kind.GAME: "game",
    Kind.ADJUSTMENT: "adjustment",
}


class Accounts:
    """Takes ledger rows in fact order.

    Attributes:
        history: the movements so far.
        day_before: the last club day with a fact before the last one, or None.
    """

    def __init__(
        self,
        ledger: PoolLedger,
        policy: Policy,
        people: Mapping[int, Player],
        printable: Callable[[str], str],
    ) -> None:
        """Begin with no row.

        Args:
            ledger: where the rows come from.
            policy: what they were booked under.
            people: as they are named in reports, by number.
            printable: makes a text fit to be printed.
        """
        self.history = History()
        self.day_before: dt.date | None = None
        self._policy = policy
        self._people = people
        self._last: dict[int, Row] = {}
        self._day = ""
        self._exempt = bool(ledger.exempt_periods())
        self._reasons = {
            fact: printable(reason)
            for fact, reason in bulk.select(
                ledger.connection,
                "SELECT id, reason FROM adjustment WHERE pool = ? AND closed IS NULL",
                (ledger.pool,),
            )
        }

    def book(self, row: Row) -> None:
        """Note the next row."""
        player, key, kind, fact, before, change, _ = row
        day = key[:DAY_LENGTH]
        if day != self._day:
            self.day_before = _date(self._day) if self._day else None
            self._day = day
        if kind in _CAUSES:
            on = _date(day)
            point = HistoryPoint(
                player=self._people[player],
                on=on,
                cause=_CAUSES[kind],
                change=None if kind == Kind.START else change,
                rating=before + change,
                result=fact if kind == Kind.GAME else None,
                reason=self._reasons.get(fact, "") if kind == Kind.ADJUSTMENT else "",
                span=self._span(player, on, change) if kind == Kind.DECAY else None,
            )
            self.history.add(point)
        self._last[player] = row

    def close(self, stands: Iterable[Stand], day: dt.date) -> None:
        """Note the decay up to a day that no row has booked yet."""
        for stand in stands:
            if stand.decay:
                point = HistoryPoint(
                    player=self._people[stand.player],
                    on=day,
                    cause="open_decay",
                    change=-stand.decay,
                    rating=stand.rating,
                    span=self._span(stand.player, day, -stand.decay),
                )
                self.history.add(point)

    def _span(self, player: int, on: dt.date, change: int) -> tuple[dt.date, dt.date] | None:
        """The days on which the points went; None where exempt days may lie between."""
        before = self._last.get(player)
        if before is None or self._exempt:
            return None
        decay = self._policy.decay
        idle_from = dt.date.fromordinal(before[6] + decay.grace_days)
        begin = max(_date(before[1][:DAY_LENGTH]), idle_from) + dt.timedelta(days=1)
        days = -(change // decay.points_per_day) - 1
        return begin, min(on, begin + dt.timedelta(days=days))


@lru_cache(maxsize=4096)
def _date(day: str) -> dt.date:
    return dt.date.fromisoformat(day)
