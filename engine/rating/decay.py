"""What idleness costs, in closed form: the same whether it is booked daily, monthly or never.

RATINGS.md, "Inactivity decay" and "The ledger, precisely": with N(d) the idle days that count by
day d, a settlement on d after one on s takes min(per_day * (N(d) - N(s)), max(0, rating - floor)).
Days are ordinals of club days.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.rating import kernel

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.rating.ledger import State
    from engine.rating.policy import Decay


@dataclass(frozen=True, slots=True)
class Calendar:
    """A set of days, kept as closed intervals that neither touch nor overlap.

    Attributes:
        starts: The first day of every interval, ascending.
        ends: The last day of every interval.
        totals: The number of days in all intervals before each one.
    """

    starts: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()

    @classmethod
    def of(cls, intervals: Iterable[tuple[int, int]]) -> Calendar:
        """The union of closed intervals (first day, last day), given in any order.

        Raises:
            ValueError: An interval ends before it begins.

        >>> Calendar.of([(20, 22), (11, 13), (12, 15)]).through(20)
        6
        """
        merged: list[list[int]] = []
        for first, last in sorted(intervals):
            if last < first:
                raise ValueError(f"a period from day {first} to day {last} has no days")
            if merged and first <= merged[-1][1] + 1:
                merged[-1][1] = max(merged[-1][1], last)
            else:
                merged.append([first, last])
        totals, days = [], 0
        for first, last in merged:
            totals.append(days)
            days += last - first + 1
        return cls(tuple(m[0] for m in merged), tuple(m[1] for m in merged), tuple(totals))

    def through(self, day: int) -> int:
        """How many days of the set are not later than `day`.

        >>> [Calendar.of([(11, 13)]).through(day) for day in (10, 11, 13, 14)]
        [0, 1, 3, 3]
        """
        at = bisect_right(self.starts, day) - 1
        if at < 0:
            return 0
        return self.totals[at] + min(day, self.ends[at]) - self.starts[at] + 1


@dataclass(frozen=True, slots=True)
class Exemptions:
    """The periods in which idleness is free: the club's, and those of single players.

    Attributes:
        club: The club's periods (a summer break).
        players: For every player with periods of their own (an illness), those and the club's.
    """

    club: Calendar
    players: Mapping[int, Calendar]

    @classmethod
    def of(cls, periods: Iterable[tuple[int | None, int, int]]) -> Exemptions:
        """From (player or None for the club, first day, last day), both days included.

        Raises:
            ValueError: A period ends before it begins.

        >>> exempt = Exemptions.of([(None, 100, 109), (7, 105, 114)])
        >>> exempt.days(7, after=99, through=200), exempt.days(8, after=99, through=200)
        (15, 10)
        """
        club: list[tuple[int, int]] = []
        own: dict[int, list[tuple[int, int]]] = {}
        for player, first, last in periods:
            (club if player is None else own.setdefault(player, [])).append((first, last))
        calendars = {player: Calendar.of(club + intervals) for player, intervals in own.items()}
        return cls(Calendar.of(club), MappingProxyType(calendars))

    def days(self, player: int, after: int, through: int) -> int:
        """How many exempt days d there are with after < d <= through.

        >>> Exemptions.of([(None, 100, 109)]).days(1, after=100, through=105)
        5
        """
        calendar = self.players.get(player, self.club)
        return calendar.through(through) - calendar.through(after)


NO_EXEMPTIONS = Exemptions.of(())
"""Nobody is exempt, ever."""


def idle_days(
    player: int, last_day: int, on: int, decay: Decay, exemptions: Exemptions = NO_EXEMPTIONS
) -> int:
    """N(on): the days since a player's last rated game that cost points; 0 without such a game.

    Exempt days count as such during grace too.

    >>> from engine.rating.policy import Decay
    >>> [idle_days(1, 100, on, Decay(grace_days=14)) for on in (100, 114, 115, 174)]
    [0, 0, 1, 60]
    """
    if not last_day:
        return 0
    if on - last_day <= decay.grace_days:  # as mostly; no need to look up what is exempt
        return 0
    exempt = exemptions.days(player, last_day, on)
    return kernel.idle_days(last_day, on, decay.grace_days, exempt)


def settlement(
    player: int, state: State, on: int, decay: Decay, exemptions: Exemptions = NO_EXEMPTIONS
) -> tuple[int, int]:
    """What settling a player's idleness on a day takes off.

    Returns:
        The points lost since the last settlement, never negative, and N(on).

    >>> from engine.rating.policy import Decay
    >>> settlement(1, (1720, 100, 0), 174, Decay())
    (60, 60)
    >>> settlement(1, (1648, 100, 60), 200, Decay())
    (26, 86)
    >>> settlement(1, (1490, 100, 0), 400, Decay())
    (0, 286)
    """
    rating, last_day, settled = state
    idle = idle_days(player, last_day, on, decay, exemptions)
    return kernel.fading(rating, idle, settled, decay.points_per_day, decay.floor), idle
