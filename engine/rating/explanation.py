"""One game as a member can check it with pencil and paper: parts to two decimals that add up.

The parts are rounded for print one by one, so their sum is not quite the exact change; a rounding
row of its own makes up the difference, and what is printed adds up to what is booked (RATINGS.md,
"Row five, the parts").
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from engine.rating.expectation import expectation
from engine.rating.pairwise import Change, changes, round_half_away, score, surplus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.rating.policy import Policy


@dataclass(frozen=True, slots=True)
class Part:
    """What one opponent contributes to a player's change.

    Attributes:
        opponent: The opponent's position among the ratings given.
        opponent_rating: The opponent's rating before the game.
        score: 1 for finishing above the opponent, 1/2 for sharing the place, 0 for below.
        expected: The score that the ratings made one expect, in parts of 10**15.
        exact: K / (seats - 1) * (score - expectation), in points.
        shown: `exact` to two decimals.
    """

    opponent: int
    opponent_rating: int
    score: Fraction
    expected: int
    exact: Fraction
    shown: Decimal


@dataclass(frozen=True, slots=True)
class Explanation:
    """A player's change, opened up: parts as shown + rounding + minimum + maximum = change.

    Attributes:
        seat: The player's position among the ratings given.
        rating: The rating before the game.
        place: The place in the game, 1 for the winner.
        parts: One for every opponent that counts, in the order given.
        rounding: The points before minimum and maximum less the parts as shown, two decimals.
        minimum: What the minimum rule added: -1, 0 or 1.
        maximum: What the maximum took off, with its sign.
        change: The change that is booked.
    """

    seat: int
    rating: int
    place: int
    parts: tuple[Part, ...]
    rounding: Decimal
    minimum: int
    maximum: int
    change: int

    @property
    def after(self) -> int:
        """The rating after the game."""
        return self.rating + self.change


def explain(
    ratings: Sequence[int | None], places: Sequence[int], policy: Policy
) -> tuple[Explanation | None, ...]:
    """Why a game moves each of its players by what it does; arguments as for `changes`.

    Returns:
        An explanation for every seat, in the order given; None for a seat that does not count, and
        for all of them when fewer than two count.

    Raises:
        GameError: There are not three or four seats, or not one place to every seat.

    >>> from engine.rating.policy import POLICIES
    >>> first = explain([1452, 1800, 1100, 1550], [1, 2, 3, 4], POLICIES["portal"])[0]
    >>> [str(part.shown) for part in first.parts], str(first.rounding), first.change
    (['9.40', '1.24', '6.80'], '-0.44', 17)
    """
    rows: list[Explanation | None] = []
    for seat, change in enumerate(changes(ratings, places, policy)):
        rating = ratings[seat]
        if change is None or rating is None:
            rows.append(None)
            continue
        parts = tuple(
            _part(rating, places[seat], opponent, other, places[opponent], policy.k, change)
            for opponent, other in enumerate(ratings)
            if opponent != seat and other is not None
        )
        rows.append(
            Explanation(
                seat=seat,
                rating=rating,
                place=places[seat],
                parts=parts,
                rounding=change.rounded - sum((part.shown for part in parts), Decimal("0.00")),
                minimum=change.minimum,
                maximum=change.maximum,
                change=change.booked,
            )
        )
    return tuple(rows)


def _part(
    rating: int, place: int, opponent: int, other: int, other_place: int, k: int, change: Change
) -> Part:
    numerator = k * surplus(rating, place, other, other_place)
    hundredths = round_half_away(100 * numerator, change.denominator)
    return Part(
        opponent=opponent,
        opponent_rating=other,
        score=Fraction(score(place, other_place), 2),
        expected=expectation(other - rating),
        exact=Fraction(numerator, change.denominator),
        # Built from an integer: there is no "-0.00".
        shown=Decimal(hundredths).scaleb(-2),
    )
