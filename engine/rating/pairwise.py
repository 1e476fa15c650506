"""The arithmetic of one game: every two players at a table compared by place, all in integers.

RATINGS.md, "The update": exact = K / (seats - 1) * sum over the opponents of (score - expectation),
all by the ratings before the game. Only the order counts, never the margin in points. The fold has
this same arithmetic unrolled for the common table (`kernel.four`); a property test holds the two
equal.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from engine.rating.errors import GameError
from engine.rating.expectation import SCALE, expectation
from engine.rating.kernel import excess, lift, round_half_away, score

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.rating.policy import Policy

__all__ = ["TABLE_SIZES", "Change", "changes", "round_half_away", "score", "surplus"]

TABLE_SIZES = (3, 4)
"""The numbers of seats the formula is made for."""


@dataclass(frozen=True, slots=True)
class Change:
    """What one game does to one player, from the exact change to the booked one.

    Attributes:
        numerator: The exact change's numerator, not reduced.
        denominator: The exact change's denominator, positive.
        rounded: The exact change in whole points (by pair, the sum of the rounded transfers).
        minimum: What the minimum rule added: -1, 0 or 1.
        maximum: What the maximum took off, with its sign; 0 unless k is larger than it.
    """

    numerator: int
    denominator: int
    rounded: int
    minimum: int
    maximum: int

    @property
    def exact(self) -> Fraction:
        """The change before any rounding."""
        return Fraction(self.numerator, self.denominator)

    @property
    def booked(self) -> int:
        """The change that the ledger books, in points."""
        return self.rounded + self.minimum + self.maximum


def changes(
    ratings: Sequence[int | None], places: Sequence[int], policy: Policy
) -> tuple[Change | None, ...]:
    """What a game of three or four seats does to each of its players.

    Args:
        ratings: The ratings before the game, in any order of seats; None for a seat that does not
            count (a guest or a computer player): its pairs do not count, but the seat still does.
        places: The places in the same order, 1 for the winner; equal places are shared.
        policy: The switches; whether tables of three count is the caller's business.

    Returns:
        A change for every seat, in the order given; None for a seat that does not count, and for
        all of them when fewer than two count.

    Raises:
        GameError: There are not three or four seats, or not one place to every seat.

    >>> from engine.rating.policy import Policy
    >>> [c.booked for c in changes([1452, 1800, 1100, 1550], [1, 2, 3, 4], Policy("club"))]
    [17, -7, 8, -19]
    >>> [c and c.booked for c in changes([1500, None, 1500, None], [1, 2, 3, 4], Policy("club"))]
    [5, None, -5, None]
    """
    _check_table(ratings, places)
    if len(ratings) - ratings.count(None) < 2:
        return (None,) * len(ratings)
    denominator = 2 * (len(ratings) - 1) * SCALE
    first, last = min(places), max(places)
    result: list[Change | None] = []
    for seat, rating in enumerate(ratings):
        if rating is None:
            result.append(None)
            continue
        transfers = [
            policy.k * surplus(rating, places[seat], other, places[opponent])
            for opponent, other in enumerate(ratings)
            if opponent != seat and other is not None
        ]
        at_an_end = places[seat] in (first, last)
        result.append(_booking(transfers, denominator, policy, at_an_end=at_an_end))
    return tuple(result)


def surplus(rating: int, place: int, other_rating: int, other_place: int) -> int:
    """Twice what a player scored above expectation against one opponent, in parts of 10**15.

    Twice, because a shared place scores a half: a win is 2, a shared place 1, a loss 0.

    >>> surplus(1500, 1, 1500, 2) == SCALE
    True
    >>> surplus(1500, 2, 1500, 2)
    0
    """
    return score(place, other_place) * SCALE - 2 * expectation(other_rating - rating)


def _booking(transfers: list[int], denominator: int, policy: Policy, *, at_an_end: bool) -> Change:
    numerator = sum(transfers)
    if policy.rounding == "pair":
        rounded = sum(round_half_away(transfer, denominator) for transfer in transfers)
        return Change(numerator, denominator, rounded, 0, 0)
    rounded = round_half_away(numerator, denominator)
    lifted = policy.min_rule == "nonzero" or (policy.min_rule == "ends" and at_an_end)
    minimum = lift(numerator, rounded) if lifted else 0
    return Change(numerator, denominator, rounded, minimum, excess(rounded, policy.max_change))


def _check_table(ratings: Sequence[int | None], places: Sequence[int]) -> None:
    if len(ratings) not in TABLE_SIZES or len(places) != len(ratings):
        raise GameError("game.seats", seats=len(ratings), places=len(places))
