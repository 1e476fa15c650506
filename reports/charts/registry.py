"""The charts there are; adding one is a function that draws and a line here."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from reports.clubstyle import PLAIN
from reports.language import msgid
from reports.subject import Shows, Subject, part_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from matplotlib.figure import Figure

    from reports.clubstyle import ClubStyle
    from reports.language import Language


@dataclass(frozen=True, slots=True)
class Chart:
    """A kind of chart.

    Attributes:
        key: what people type.
        title: message id of what it shows.
        drawn_by: module and function, imported when it is drawn (matplotlib is heavy).
        most_players: how many players may be chosen for it; 0 if it always shows all.
        shows: what it is a chart of.
    """

    key: str
    title: str
    drawn_by: tuple[str, str]
    most_players: int = 24
    shows: Shows = "board"

    def draw(self, subject: Subject, language: Language, style: ClubStyle = PLAIN) -> Figure:
        """Draw it; to be called inside `reports.charts.theme.theme()`.

        Args:
            subject: what it shows, or a leaderboard that has it; without it the page says so.
            language: of the texts.
            style: the club's own looks.
        """
        module, function = self.drawn_by
        found = getattr(import_module(module), function)
        draw = cast("Callable[[Any, Language, ClubStyle], Figure]", found)
        return draw(part_of(subject, self.shows), language, style)


CHARTS = {
    chart.key: chart
    for chart in (
        Chart(
            "history",
            msgid("The rating history of chosen players, else of the leading ones"),
            ("reports.charts.history", "draw_history"),
            8,
        ),
        Chart(
            "players",
            msgid("A small rating history of every player"),
            ("reports.charts.portraits", "draw_portraits"),
        ),
        Chart(
            "distribution",
            msgid("How the ratings are spread"),
            ("reports.charts.distribution", "draw_distribution"),
            0,
        ),
        Chart(
            "places",
            msgid("How often everybody finished first to last"),
            ("reports.charts.places", "draw_places"),
        ),
        Chart(
            "calendar",
            msgid("On which days games were played"),
            ("reports.charts.calendar", "draw_calendar"),
        ),
        Chart(
            "head-to-head",
            msgid("Who finished above whom, and how much oftener"),
            ("reports.charts.square", "draw_square"),
        ),
        Chart(
            "event-race",
            msgid("The places in an event, round by round"),
            ("reports.charts.race", "draw_event_race"),
            0,
            "event",
        ),
        Chart(
            "season-race",
            msgid("The places in a season, evening by evening"),
            ("reports.charts.race", "draw_season_race"),
            0,
            "season",
        ),
    )
}
"""The charts by key, in the order in which they are listed."""

SUFFIXES = (".png", ".svg")
"""The kinds of file a chart can be written to."""


def write_chart(
    key: str, subject: Subject, path: Path, language: Language, style: ClubStyle = PLAIN
) -> None:
    """Draw a chart of a leaderboard, event or season and write it as PNG or SVG, by the suffix.

    Raises:
        KeyError: there is no such chart.
        ValueError: the suffix is none of `SUFFIXES`.
        OutputError: the file cannot be written; an old one is untouched.
    """
    from reports.charts.theme import save, theme

    with theme():
        save(CHARTS[key].draw(subject, language, style), path)
