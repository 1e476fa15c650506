"""The calculator: what a game between these ratings does. Needs no database, and imports none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

from engine import ranking
from engine.rating.errors import GameError
from engine.rating.pairwise import Change, changes
from engine.rating.policy import Policy
from hearts_admin.errors import Refused, UsageFault

DECIMALS = Decimal("1e-15")
"""Of exact changes: as many as the expectations have."""

_EXACT = Context(prec=60, rounding=ROUND_HALF_UP)


@dataclass(frozen=True, slots=True)
class Calculated:
    """One seat of a calculated game; the names are the JSON keys of the contract.

    Attributes:
        rating: before the game.
        place: 1 for the winner.
        exact: the change before any rounding, as a decimal number.
        delta: the change that is booked.
        new: the rating after the game.
    """

    rating: int
    place: int
    exact: str
    delta: int
    new: int


def calculate(
    seats: Sequence[tuple[int, int]], policy: Policy, *, portal_places: bool = False
) -> tuple[Calculated, ...]:
    """What a game of three or four does to its players, in the order given.

    Args:
        seats: rating and place of each.
        policy: the switches.
        portal_places: whether the places are upside down, as the portal's calculator has them:
            4 for the winner.

    Raises:
        UsageFault: `game.seats`, not three or four.
        Refused: `calc.places`, no game ends so.
    """
    ratings = [rating for rating, _ in seats]
    places = [place for _, place in seats]
    upright = turned(places) if portal_places else tuple(places)
    if upright is None or upright != ranking.places(upright):
        raise Refused("calc.places", places=tuple(places), seats=len(seats))
    try:
        found = changes(ratings, upright, policy)
    except GameError as error:
        raise UsageFault("game.seats", seats=len(seats)) from error
    return tuple(
        calculated(rating, place, change)
        for rating, place, change in zip(ratings, upright, found, strict=True)
        if change is not None
    )


def turned(places: Sequence[int]) -> tuple[int, ...] | None:
    """Upside-down places the right way up; None if they are none.

    Who shares a place may have either number: 4 3 3 1 and 4 2 2 1 both mean 1 2 2 4.

    >>> turned([4, 3, 3, 1]), turned([4, 2, 2, 1]), turned([4, 4, 3, 1])
    ((1, 2, 2, 4), (1, 2, 2, 4), None)
    """
    upright = ranking.places(places, better="high")
    mirrored = [len(places) + 1 - place for place in upright]
    from_below = [1 + sum(other < place for other in places) for place in places]
    return upright if list(places) in (mirrored, from_below) else None


def calculated(rating: int, place: int, change: Change) -> Calculated:
    """A change as the calculator shows it."""
    return Calculated(
        rating, place, exact_text(change.exact), change.booked, rating + change.booked
    )


def exact_text(exact: Fraction) -> str:
    """An exact change as a decimal number, to 15 decimals, without zeros at its end.

    >>> exact_text(Fraction(-16, 3)), exact_text(Fraction(16)), exact_text(Fraction(0))
    ('-5.333333333333333', '16', '0')
    """
    quotient = _EXACT.divide(Decimal(exact.numerator), Decimal(exact.denominator))
    written = f"{quotient.quantize(DECIMALS, rounding=ROUND_HALF_UP):f}"
    return written.rstrip("0").rstrip(".") if "." in written else written
