"""What an organiser has noted of an event: penalties, and pairs who shall not meet."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from hearts_admin.services.events.board import EventBoard


@dataclass(frozen=True, slots=True)
class PenaltyView:
    """A penalty; more than 0 worsens the standing."""

    id: int
    player: str
    points: Fraction
    round: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Apart:
    """Two people who do not meet: in an event, or in none (`event` None)."""

    id: int
    player: str
    other: str
    event: str | None


def penalty_views(board: EventBoard) -> tuple[PenaltyView, ...]:
    """The penalties of an event, in the order in which they were given."""
    names = board.directory.names
    return tuple(
        PenaltyView(each.id, names[each.player], Fraction(each.points), each.round, each.reason)
        for each in board.penalties
    )


def pairs_apart(board: EventBoard) -> tuple[Apart, ...]:
    """Who is kept apart in an event."""
    names = board.directory.names
    return tuple(
        Apart(
            fact.id,
            names[fact.player],
            names[fact.other],
            None if fact.event is None else board.event.name,
        )
        for fact in board.kept_apart
    )
