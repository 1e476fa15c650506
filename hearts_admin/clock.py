"""The clock, passed as a parameter: nothing below the command line reads the time by itself."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Protocol
from zoneinfo import ZoneInfo


class Clock(Protocol):
    """Tells the present instant."""

    def now(self) -> dt.datetime:
        """The present instant, aware, in UTC."""
        ...


class SystemClock:
    """The computer's own clock."""

    def now(self) -> dt.datetime:
        """The present instant, aware, in UTC."""
        return dt.datetime.now(dt.UTC)


@dataclass(frozen=True, slots=True)
class FixedClock:
    """A clock that stands still, for tests and for reproducible demonstrations."""

    instant: dt.datetime

    def now(self) -> dt.datetime:
        """The instant it was set to."""
        return self.instant


def club_day(instant: dt.datetime, timezone: str, day_starts_at: dt.time) -> dt.date:
    """The club's day at an instant: half past midnight after an evening is still that evening.

    Args:
        instant: an aware moment.
        timezone: an IANA name, for example `Europe/Amsterdam`.
        day_starts_at: the local wall time at which the club's day begins (RATINGS.md: 06:00).
    """
    local = instant.astimezone(ZoneInfo(timezone))
    early = local.time() < day_starts_at
    return local.date() - dt.timedelta(days=1 if early else 0)
