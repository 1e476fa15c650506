"""What a table or chart is of: a leaderboard, an event or a season."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from reports.model import Leaderboard

if TYPE_CHECKING:
    from reports.eventmodel import EventStandings
    from reports.seasonmodel import SeasonStandings

Shows = Literal["board", "event", "season"]

Subject: TypeAlias = "Leaderboard | EventStandings | SeasonStandings"


def part_of(subject: Subject, shows: Shows) -> Subject | None:
    """What is to be shown: the subject itself, or the last event or the season of a leaderboard.

    Returns:
        None for a leaderboard without any.
    """
    if shows == "board" or not isinstance(subject, Leaderboard):
        return subject
    if shows == "season":
        return subject.season
    return subject.events[-1] if subject.events else None
