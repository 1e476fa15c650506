"""Tie-breaks of a season: what decides between members of equal total, as a registry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.standings.criteria import head_to_head, lot
from engine.standings.exact import average
from engine.standings.ordering import Criterion

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.standings.ordering import Values
    from engine.standings.season_tally import Season


def _attendance(season: Season, group: Sequence[int]) -> Values:
    return {player: season.attendance(player) for player in group}


def _wins(season: Season, group: Sequence[int]) -> Values:
    """Evenings won: first in the evening's own standings, by its own scheme and with its final.

    What the season counts of the evening may put somebody else first. A shared first place is one.
    """
    return {
        player: [score.standing for score in season.scores[player]].count(1) for player in group
    }


def _best_evening(season: Season, group: Sequence[int]) -> Values:
    return {player: season.best_evening(player) for player in group}


def _last_evening(season: Season, group: Sequence[int]) -> Values:
    """The last evening that was held, whether or not somebody was there."""
    return {
        player: scores[-1].score if (scores := season.scores[player]) else None for player in group
    }


def _firsts(season: Season, group: Sequence[int]) -> Values:
    """Games that ended in the first place, shared ones too."""
    return {player: sum(line.place == 1 for line in season.games(player)) for player in group}


def _average_points(season: Season, group: Sequence[int]) -> Values:
    """Points a game over the season; decides nothing where any game has only places."""
    if not season.has_points():
        return {}
    return {player: average(line.points or 0 for line in season.games(player)) for player in group}


def _lot(season: Season, group: Sequence[int]) -> Values:
    return {player: lot(season.seed, season.numbers[player]) for player in group}


_ALL: Final[tuple[Criterion[Season], ...]] = (
    Criterion("attendance", "high", _attendance),
    Criterion("wins", "high", _wins),
    Criterion("best_evening", "score", _best_evening),
    Criterion("last_evening", "score", _last_evening),
    Criterion("firsts", "high", _firsts),
    Criterion("average_points", "points", _average_points),
    Criterion("head_to_head", "high", head_to_head, among_tied=True),
    Criterion("lot", "low", _lot),
)

SEASON_CRITERIA: Final[Mapping[str, Criterion[Season]]] = {
    criterion.key: criterion for criterion in _ALL
}
"""Every tie-break of a season by its key: most evenings attended, most evenings won, best single
evening, best last evening, most games won, best points a game, score among the tied, lot."""
