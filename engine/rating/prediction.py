"""How well ratings foretell games that they have not seen yet.

Every two players at a table who did not share a place are one prediction: the rating before the
game gives the winner of the pair a probability (RATINGS.md, "Prediction, for scale"). Only here are
numbers floats; nothing of them ever reaches a rating.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, groupby, islice
from math import log
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from engine.rating.expectation import SCALE, expectation
from engine.rating.ledger import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from engine.rating.ledger import Fact, Row


Probability: TypeAlias = "Callable[[int, int], float]"
"""Of two seats, the probability that the player of the first finishes above that of the second."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """How the predictions of one game came out.

    Attributes:
        pairs: How many there were: 6 for four players without shared places.
        loss: The sum of -ln(probability given to what happened); ln 2 a pair knows nothing.
        hits: How many favourites finished above; a half where the ratings were equal.
    """

    pairs: int
    loss: float
    hits: float


def rating_probability(rating: int, other: int) -> float:
    """The probability that the first of two ratings gives its player to finish above the other.

    >>> rating_probability(1900, 1500)
    0.909090909090909
    """
    return expectation(other - rating) / SCALE


def forecast(places: Sequence[int], probability: Probability, seats: Iterable[int]) -> Forecast:
    """How the predictions of one game came out.

    Args:
        places: The places in seat order.
        probability: How likely one seat is to finish above another.
        seats: The seats that count.

    >>> r = [1900, 1500, 1500, 1500]
    >>> found = forecast((1, 2, 2, 4), lambda a, b: rating_probability(r[a], r[b]), range(4))
    >>> found.pairs, found.hits, round(found.loss, 4)
    (5, 4.0, 1.6722)
    """
    pairs, loss, hits = 0, 0.0, 0.0
    for seat, other in combinations(seats, 2):
        if places[seat] == places[other]:
            continue
        above, below = (seat, other) if places[seat] < places[other] else (other, seat)
        chance = probability(above, below)
        pairs += 1
        loss -= log(chance)
        hits += (chance > 0.5) + 0.5 * (chance == 0.5)
    return Forecast(pairs, loss, hits)


def ledger_forecasts(
    facts: Iterable[Fact], rows: Iterable[Row], skip: int = 0
) -> Iterator[Forecast]:
    """The forecasts of the rated games of a ledger, each by the ratings before the game.

    Args:
        facts: The facts of the ledger, in their order.
        rows: Its rows, in the same order.
        skip: So many rated games at the beginning are passed over.

    >>> from engine.rating.fold import Fold
    >>> from engine.rating.policy import POLICIES
    >>> games = [(f"2024-01-1{n} a", n, 738_895 + n, 2, (1, 2, 3, 4), (1, 2, 3, 4)) for n in (0, 1)]
    >>> rows = Fold(POLICIES["club"]).feed(games)
    >>> [(found.pairs, found.hits) for found in ledger_forecasts(games, rows)]
    [(6, 3.0), (6, 6.0)]
    >>> [(found.pairs, found.hits) for found in ledger_forecasts(games, rows, skip=1)]
    [(6, 6.0)]
    """
    booked = groupby((row for row in rows if row[2] == Kind.GAME), key=itemgetter(1))
    waiting = iter(facts)
    for key, group in islice(booked, skip, None):
        before = {row[0]: row[4] for row in group}
        fact = next(fact for fact in waiting if fact[0] == key)
        seats = [seat for seat, player in enumerate(fact[4]) if player]
        ratings = [before.get(player, 0) for player in fact[4]]
        yield forecast(fact[5], _by_ratings(ratings), seats)


def _by_ratings(ratings: Sequence[int]) -> Probability:
    def probability(seat: int, other: int) -> float:
        return rating_probability(ratings[seat], ratings[other])

    return probability
