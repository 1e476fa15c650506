"""What a game log holds, as plain values. Source: GAMELOG.md.

What was played is recorded; what follows from it (totals, points) is kept as stated and only ever
compared. A record can hold impossible games: judging them is the work of `engine.replay`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from engine.cards import Card
from engine.problems import Problem
from engine.scoring import MoonChoice
from engine.seats import Direction, FourInts, Seat

Ended = Literal["finished", "time", "abandoned"]

Hands = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
"""The cards of each seat, in seat order."""


def in_order(hands: Iterable[Iterable[Card]]) -> Hands:
    """Four hands with the cards of each in descending order, as `LogDeal.hands` wants them.

    >>> from engine.cards import Card
    >>> in_order([[Card.named("2C"), Card.named("AS")], [], [], []])
    ((AS, 2C), (), (), ())
    """
    north, east, south, west = (tuple(sorted(hand, reverse=True)) for hand in hands)
    return north, east, south, west


Names = tuple[str | None, str | None, str | None, str | None]


class Trick(NamedTuple):
    """One trick, the last possibly under four cards.

    Attributes:
        leader: who led; None where the log does not say, and the cards are in seat order.
        cards: clockwise from the leader.
    """

    leader: Seat | None
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CutShort:
    """Play cut short (K): `taker` takes the current trick and the rest, or None: all points out."""

    taker: Seat | None


@dataclass(frozen=True, slots=True)
class StatedMoon:
    """The shooter's choice (M)."""

    seat: Seat
    choice: MoonChoice


@dataclass(frozen=True, slots=True)
class Ruling:
    """Points added to a player's total by the organiser (C)."""

    seat: Seat
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Substitute:
    """Who sits at a seat from this deal on (P); the total stays with the seat."""

    seat: Seat
    player: str


@dataclass(frozen=True, slots=True)
class Lines:
    """Where in its file the parts of a deal are.

    Attributes:
        first: the deal's first line.
        parts: line of each part by its letter (``"D"``, ``"X"``, ``"S"``), the last one where
            there are several.
        tricks: line of each trick.
    """

    first: int
    parts: dict[str, int]
    tricks: tuple[int, ...]

    def of(self, part: str) -> int:
        """The line of a part, the deal's first line if it has none."""
        return self.parts.get(part, self.first)

    def of_trick(self, trick: int) -> int:
        """The line of a trick, from 1; the deal's first line for trick 0."""
        return self.tricks[trick - 1] if 0 < trick <= len(self.tricks) else self.first


@dataclass(frozen=True, slots=True, kw_only=True)
class LogDeal:
    """One deal as logged. Everything but the number and the direction may be absent.

    Attributes:
        number: from 1; a void deal's number is used again.
        direction: where cards were passed.
        dealer: who dealt.
        substitutes: who took whose seat before this deal (P).
        totals: before the deal, as stated (R).
        hands: the hands (D), each in descending order (`in_order`), so that equal deals are equal.
        after_pass: whether `hands` are after the pass (D*).
        passed: the cards that each seat passed on (X), in the order written.
        tricks: as played (T).
        cut_short: how play was cut short (K).
        moon: the shooter's choice (M).
        stated: change of the totals by the cards, as stated (S).
        rulings: points by ruling (C).
        void: why the deal is void (V).
        problems: why it could not be read; such a deal holds what could be read of it.
        lines: where it stands in its file. Neither `lines` nor `problems` count for equality.
    """

    number: int
    direction: Direction = "none"
    dealer: Seat | None = None
    substitutes: tuple[Substitute, ...] = ()
    totals: FourInts | None = None
    hands: Hands | None = None
    after_pass: bool = False
    passed: Hands | None = None
    tricks: tuple[Trick, ...] = ()
    cut_short: CutShort | None = None
    moon: StatedMoon | None = None
    stated: FourInts | None = None
    rulings: tuple[Ruling, ...] = ()
    void: str | None = None
    problems: tuple[Problem, ...] = field(default=(), compare=False)
    lines: Lines | None = field(default=None, compare=False, repr=False)

    @property
    def readable(self) -> bool:
        """Whether every line of the deal could be read."""
        return not self.problems

    def line_of(self, part: str) -> int | None:
        """The line of a part by its letter (``"D"``), the deal's first if it has none."""
        return None if self.lines is None else self.lines.of(part)

    def line_of_trick(self, trick: int) -> int | None:
        """The line of a trick, from 1; the deal's first line for trick 0."""
        return None if self.lines is None else self.lines.of_trick(trick)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogGame:
    """One game as logged: its tags and its deals.

    Attributes:
        event, date, time, round, table, label: as in the tags; the date as ``2026-03-14``, the
            time as ``20:15``.
        rules: name of the rule set.
        switches: changed switches, as text.
        target: in points.
        ended: how it ended, where that is said.
        loose: deals that make no game: no totals, no pass cycle.
        players: names in seat order.
        deals: in order of play.
        problems: what is wrong with the tags or the file as a whole.
        line: where the game starts in its file. Neither counts for equality.
    """

    event: str | None = None
    date: str | None = None
    time: str | None = None
    round: str | None = None
    table: str | None = None
    label: str | None = None
    rules: str | None = None
    switches: tuple[tuple[str, str], ...] = ()
    target: int | None = None
    ended: Ended | None = None
    loose: bool = False
    players: Names = (None, None, None, None)
    deals: tuple[LogDeal, ...] = ()
    problems: tuple[Problem, ...] = field(default=(), compare=False)
    line: int | None = field(default=None, compare=False, repr=False)

    def all_problems(self) -> tuple[Problem, ...]:
        """The problems of the tags and of every deal, in the order of the file."""
        return self.problems + tuple(p for deal in self.deals for p in deal.problems)
