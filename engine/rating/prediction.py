"""How well ratings foretell games that they have not seen yet.

Every two players at a table who did not share a place are one prediction: the rating before the
game gives the winner of the pair a probability (RATINGS.md, "Prediction, for scale"). Only here are
numbers floats; nothing of them ever reaches a rating.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, groupby, islice
from math import log
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from engine.rating.expectation import FARTHEST, SCALE, expectation_table
from engine.rating.kernel import SEATS
from engine.rating.ledger import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from engine.rating.kernel import Column, FactColumns, RowColumns
    from engine.rating.ledger import Fact, Row


_GAME = int(Kind.GAME)

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


def forecast(places: Sequence[int], probability: Probability, seats: Iterable[int]) -> Forecast:
    """How the predictions of one game came out.

    Args:
        places: The places in seat order.
        probability: How likely one seat is to finish above another.
        seats: The seats that count.

    >>> found = forecast((1, 2, 2, 4), lambda a, b: 0.5 if a else 10 / 11, range(4))
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
    losses = loss_table()
    for key, group in islice(booked, skip, None):
        fact = next(fact for fact in waiting if fact[0] == key)
        places = [place for player, place in zip(fact[4], fact[5], strict=True) if player]
        ratings = [row[4] for row in group]
        pairs, loss, hits = 0, 0.0, 0.0
        for one, other in combinations(range(len(places)), 2):
            if places[one] != places[other]:
                above, below = (one, other) if places[one] < places[other] else (other, one)
                cost, hit = told(ratings[above] - ratings[below], losses)
                pairs, loss, hits = pairs + 1, loss + cost, hits + hit
        yield Forecast(pairs, loss, hits)


# -- compiled, too (`engine.rating.batch`) ---------------------------------------------------------


@cache
def loss_table() -> tuple[float, ...]:
    """By the rating of who finished below less that of who finished above: -ln(probability).

    As in `expectation_table`, negative differences are found by negative indices.

    >>> round(loss_table()[0], 6) == round(log(2), 6)
    True
    """
    return tuple(-log(part / SCALE) for part in expectation_table())


def told(lead: int, losses: Sequence[float] | NDArray[np.float64]) -> tuple[float, float]:
    """What one pair cost and whether its favourite finished above.

    Args:
        lead: The rating of who finished above less that of who finished below.
        losses: `loss_table`.

    >>> cost, hit = told(400, loss_table())
    >>> round(cost, 6), hit, told(0, loss_table())[1]
    (0.09531, 1.0, 0.5)
    """
    cost = losses[max(-FARTHEST, min(FARTHEST, -lead))]
    return cost, 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


class ForecastColumns(NamedTuple):
    """The forecasts of many games, a column for each field of `Forecast`."""

    pairs: Column
    loss: NDArray[np.floating[Any]]
    hits: NDArray[np.floating[Any]]


def foretell(
    facts: FactColumns,
    rows: RowColumns,
    losses: NDArray[np.float64],
    skip: int,
    out: ForecastColumns,
) -> int:
    """As `ledger_forecasts`, in columns, to be compiled; gives the number of forecasts."""
    game, row = -skip, 0
    while row < len(rows.kinds):
        if rows.kinds[row] != _GAME:
            row += 1
            continue
        begin, one = SEATS * rows.facts[row], row
        pairs, loss, hits = 0, 0.0, 0.0
        for seat in range(begin, begin + SEATS):
            if facts.players[seat] < 0:
                continue
            other = one
            for opponent in range(seat + 1, begin + SEATS):
                if facts.players[opponent] < 0:
                    continue
                other += 1
                place, other_place = facts.values[seat], facts.values[opponent]
                if place != other_place:
                    lead = rows.before[one] - rows.before[other]
                    cost, hit = told(lead if place < other_place else -lead, losses)
                    pairs, loss, hits = pairs + 1, loss + cost, hits + hit
            one += 1
        if game >= 0:
            out.pairs[game], out.loss[game], out.hits[game] = pairs, loss, hits
        game, row = game + 1, one
    return max(0, game)
