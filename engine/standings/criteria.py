"""Tie-breaks of an event: what decides between players of equal score, as a registry.

A club names them in its own order. Sums would favour those who played fewer games wherever few
points are good, so what is added up over games has an average beside it or is one.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from engine.standings.exact import average
from engine.standings.ordering import Criterion, check_tie_breaks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine.standings.contest import Contest
    from engine.standings.ordering import Counted, Values


def read_tie_breaks(text: str) -> tuple[str, ...]:
    """The keys in a text, which commas or blanks separate; `parse_tie_breaks` checks them too.

    >>> read_tie_breaks("points, firsts,lot")
    ('points', 'firsts', 'lot')
    """
    return tuple(text.replace(",", " ").split())


def parse_tie_breaks(text: str) -> tuple[str, ...]:
    """The tie-breaks that a text names, in its order.

    Raises:
        StandingsError: One does not exist, or is named twice.

    >>> parse_tie_breaks("points,firsts,head_to_head")
    ('points', 'firsts', 'head_to_head')
    """
    keys = read_tie_breaks(text)
    check_tie_breaks(keys, CRITERIA)
    return keys


def lot(seed: int, number: int) -> int:
    """A player's lot: the first 48 bits of SHA-256 of seed and start number; the lowest wins.

    The same on every machine and in every run, and nobody can choose it but by the seed.

    >>> lot(0, 1) == int(sha256(b"0 1").hexdigest()[:12], 16)
    True
    """
    return int.from_bytes(sha256(f"{seed} {number}".encode()).digest()[:6], "big")


def _points(contest: Contest, group: Sequence[int]) -> Values:
    """The sum over the games; None for who has played none."""
    if not contest.has_points():
        return {}
    games = {player: contest.lines(player) for player in group}
    return {
        player: sum(line.points or 0 for line in lines) for player, lines in games.items() if lines
    }


def _average_points(contest: Contest, group: Sequence[int]) -> Values:
    if not contest.has_points():
        return {}
    return {player: average(line.points or 0 for line in contest.lines(player)) for player in group}


def _finishes(place: int) -> Callable[[Contest, Sequence[int]], Values]:
    """How often somebody finished in a place; a shared first place is a first place."""

    def values(contest: Contest, group: Sequence[int]) -> Values:
        return {
            player: sum(line.place == place for line in contest.lines(player)) for player in group
        }

    return values


def head_to_head(context: Counted, group: Sequence[int]) -> Values:
    """What the tied scored against each other; only where every two of them have met.

    Against each opponent it is the average over their meetings: 1 for finishing above, a half for
    a shared place. So two who met twice weigh no more than two who met once.

    >>> class Met:
    ...     def meetings(self, player):
    ...         return {5: [(6, 2), (6, 1)], 6: [(5, 0), (5, 1)]}[player]
    >>> {player: str(value) for player, value in head_to_head(Met(), [5, 6]).items()}
    {5: '3/4', 6: '1/4'}
    """
    tied = set(group)
    met: Counter[tuple[int, int]] = Counter()
    scored: Counter[tuple[int, int]] = Counter()
    for number, player in enumerate(group, start=1):
        for other, score in context.meetings(player):
            if other in tied:
                met[player, other] += 1
                scored[player, other] += score
        if len(met) < number * (len(group) - 1):
            return {}  # somebody has not met them all: the meetings of the rest change nothing
    totals = dict.fromkeys(group, Fraction(0))
    for pair, meetings in met.items():
        totals[pair[0]] += Fraction(scored[pair], 2 * meetings)
    return totals


def _last_round(contest: Contest, group: Sequence[int]) -> Values:
    """The score of the last round, whether or not it is among somebody's best."""
    if not contest.rounds:
        return {}
    return {player: contest.tallies[player].rounds[-1].score for player in group}


def _opponents(contest: Contest, group: Sequence[int]) -> Values:
    """The average score of those whom a player met, each as often as they met; penalties aside."""
    return {player: average(_met_scores(contest, player)) for player in group}


def _met_scores(contest: Contest, player: int) -> list[Fraction]:
    met = (contest.tallies.get(other) for other, _ in contest.meetings(player))
    return [tally.total for tally in met if tally is not None and tally.total is not None]


def _preliminary(contest: Contest, group: Sequence[int]) -> Values:
    return {player: contest.preliminary.get(player) for player in group}


def _lot(contest: Contest, group: Sequence[int]) -> Values:
    return {player: lot(contest.seed, contest.games.numbers[player]) for player in group}


_ALL: Final[tuple[Criterion[Contest], ...]] = (
    Criterion("points", "points", _points),
    Criterion("average_points", "points", _average_points),
    Criterion("firsts", "high", _finishes(1)),
    Criterion("seconds", "high", _finishes(2)),
    Criterion("thirds", "high", _finishes(3)),
    Criterion("head_to_head", "high", head_to_head, among_tied=True),
    Criterion("last_round", "score", _last_round),
    Criterion("opponents", "score", _opponents),
    Criterion("preliminary", "low", _preliminary),
    Criterion("lot", "low", _lot),
)

CRITERIA: Final[Mapping[str, Criterion[Contest]]] = {criterion.key: criterion for criterion in _ALL}
"""Every tie-break of an event by its key: best points (few, or many where many are good), best
points a game, most first, second, third places, score among the tied, best last round, strongest
opponents, place before the final, lot."""
