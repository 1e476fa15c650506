"""Every way in which a game can end, and what each would do to the ratings: what-ifs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product
from typing import TYPE_CHECKING

from engine.rating.pairwise import Change, changes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.rating.policy import Policy


@dataclass(frozen=True, slots=True)
class Outcome:
    """One end of a game.

    Attributes:
        places: The places in seat order, 1 for the winner.
        changes: What it does to each seat; None for a seat that does not count.
    """

    places: tuple[int, ...]
    changes: tuple[Change | None, ...]


def outcomes(
    ratings: Sequence[int | None], policy: Policy, *, ties: bool = False
) -> Iterator[Outcome]:
    """Every outcome of a game, in ascending order of its places; arguments as for `changes`.

    Args:
        ratings: The ratings before the game, None for a seat that does not count.
        policy: The switches.
        ties: Whether outcomes with shared places are among them: 75 instead of 24 for four seats.

    Raises:
        GameError: There are not three or four seats.

    >>> from engine.rating.policy import POLICIES
    >>> first, *others = outcomes([1500, 1500, 1500, 1500], POLICIES["club"])
    >>> first.places, [change.booked for change in first.changes], len(others)
    ((1, 2, 3, 4), [16, 5, -5, -16], 23)
    """
    for places in finishes(len(ratings), ties=ties):
        yield Outcome(places, changes(ratings, places, policy))


def finishes(seats: int, *, ties: bool = False) -> Iterator[tuple[int, ...]]:
    """Every way to give out the places, in ascending order.

    >>> list(finishes(2, ties=True))
    [(1, 1), (1, 2), (2, 1)]
    """
    places = range(1, seats + 1)
    if not ties:
        yield from permutations(places)
        return
    for given in product(places, repeat=seats):
        # A place is shared downwards: 1 2 2 4, not 1 3 3 4.
        if all(place == 1 + sum(other < place for other in given) for place in given):
            yield given
