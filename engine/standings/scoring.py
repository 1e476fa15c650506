"""What a game is worth: raw points, place points, or the rating that one performed at.

Three ways to score, as a registry. The first two give every game a score, which add up; a rating
performance is made of all games at once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.rating.expectation import SCALE, expectation
from engine.rating.pairwise import score as pair_score
from engine.standings.errors import refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine.ranking import Better
    from engine.standings.games import Line
    from engine.standings.scheme import Scheme

Ladder: TypeAlias = tuple[Fraction, ...]
"""What the places of a table are worth, first place first."""

ScoresOf: TypeAlias = "Callable[[Sequence[Line]], Sequence[Fraction]]"
"""The lines of a table -> their scores."""

FARTHEST: Final = 800
"""A performance lies at most so far above the strongest opponent, or below the weakest.

Whoever won everything performed at no rating that can be computed; 800 is what FIDE counts for a
full score (Handbook B.02, table 8.1.1)."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """A way to score.

    Attributes:
        key: Its name in settings.
        adds_up: Whether the score is the sum of the rounds'.
        of_table: For a scheme what gives the scores of the lines of a table, in their order.
        better: Whether a low or a high score is good, out of the scheme and the points' direction.
    """

    key: str
    adds_up: bool
    of_table: Callable[[Scheme], ScoresOf]
    better: Callable[[Scheme, Better], Better]


@lru_cache(maxsize=4096)
def place_points(ladder: Ladder, places: tuple[int, ...]) -> Ladder:
    """What each place is worth; those who share places share out exactly what these are worth.

    Args:
        ladder: At least as many numbers as there are places.
        places: In any order.

    >>> [str(each) for each in place_points((4, 3, 2, 1), (2, 1, 4, 2))]
    ['5/2', '4', '1', '5/2']
    """
    worth = {
        place: Fraction(sum(ladder[place - 1 : place - 1 + sharing]), sharing)
        for place, sharing in Counter(places).items()
    }
    return tuple(worth[place] for place in places)


def ladder_better(ladder: Ladder) -> Better:
    """Many place points are good on a ladder that falls (4-3-2-1), few on one that rises.

    >>> ladder_better((1, 2, 3, 4))
    'low'
    """
    return "high" if ladder[0] > ladder[-1] else "low"


def performance(pairs: Sequence[tuple[int, int]]) -> int | None:
    """The rating at which a player would have expected what they scored, to the nearest point.

    Every opponent at a table is one pair. The score that is expected rises with the rating, so the
    rating is found by halving; all numbers are integers (`engine.rating.expectation`).

    Args:
        pairs: For every pair the opponent's rating before the game, and twice the score: 2 for
            finishing above, 1 for a shared place, 0 for finishing below.

    Returns:
        The rating, of two that are as near the higher, at most `FARTHEST` above all opponents or
        below them; None without any.

    >>> performance([(1500, 2), (1500, 1), (1500, 0)])
    1500
    >>> performance([(1500, 2), (1500, 2), (1500, 2), (1500, 0)])  # 3 of 4: 400 * log10(3) above
    1691
    >>> performance([(1500, 2), (1700, 2)])
    2500
    """
    if not pairs:
        return None
    twice = SCALE * sum(score for _, score in pairs)

    def surplus(rating: int) -> int:
        """Twice the expected score above the achieved one."""
        return 2 * sum(expectation(other - rating) for other, _ in pairs) - twice

    lowest = min(other for other, _ in pairs) - FARTHEST
    low, high = lowest, max(other for other, _ in pairs) + FARTHEST
    while low < high:  # the lowest rating that expects no less than what was scored
        middle = (low + high) // 2
        if surplus(middle) >= 0:
            high = middle
        else:
            low = middle + 1
    below_is_nearer = low > lowest and -surplus(low - 1) < surplus(low)
    return low - 1 if below_is_nearer else low


def rated_pairs(line: Line, opponents: Sequence[Line]) -> list[tuple[int, int]]:
    """The pairs of one line that count for a rating performance: those whose opponent is rated.

    >>> from engine.standings.games import Line
    >>> rated_pairs(Line(1, 1, 5, 2), [Line(1, 1, 6, 1, rating=1600), Line(1, 1, 7, 3)])
    [(1600, 0)]
    """
    return [
        (other.rating, pair_score(line.place, other.place))
        for other in opponents
        if other.rating is not None
    ]


def _raw_points(lines: Sequence[Line]) -> Sequence[Fraction]:
    scores = []
    for line in lines:
        if line.points is None:
            raise refusal("standings.no_points", round=line.round, table=line.table)
        scores.append(Fraction(line.points))
    return scores


def _ladder_points(scheme: Scheme) -> ScoresOf:
    """Kept by places for this scheme: looking a ladder of fractions up costs more than a table."""
    known: dict[tuple[int, ...], Ladder] = {}

    def of_table(lines: Sequence[Line]) -> Ladder:
        places = tuple([line.place for line in lines])
        if places not in known:
            known[places] = place_points(scheme.ladder_of(len(places)), places)
        return known[places]

    return of_table


def _pairs_won(lines: Sequence[Line]) -> Sequence[Fraction]:
    """What was scored against rated opponents; shown a round, and not added up."""
    return [
        Fraction(
            sum(score for _, score in rated_pairs(line, [o for o in lines if o is not line])), 2
        )
        for line in lines
    ]


SCORINGS: Final[Mapping[str, Scoring]] = {
    scoring.key: scoring
    for scoring in (
        Scoring("points", True, lambda _scheme: _raw_points, lambda _scheme, better: better),
        Scoring("places", True, _ladder_points, lambda scheme, _better: scheme.direction),
        Scoring("performance", False, lambda _scheme: _pairs_won, lambda _scheme, _better: "high"),
    )
}
"""Every way to score, by its key."""
