"""The charts there are; adding one is a function that draws and a line here."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, cast

from reports.language import msgid

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from matplotlib.figure import Figure

    from reports.language import Language
    from reports.model import Leaderboard


@dataclass(frozen=True, slots=True)
class Chart:
    """A kind of chart.

    Attributes:
        key: what people type.
        title: message id of what it shows.
        drawn_by: module and function, imported when it is drawn (matplotlib is heavy).
    """

    key: str
    title: str
    drawn_by: tuple[str, str]

    def draw(self, board: Leaderboard, language: Language) -> Figure:
        """Draw it; to be called inside `reports.charts.theme.theme()`."""
        module, function = self.drawn_by
        found = getattr(import_module(module), function)
        return cast("Callable[[Leaderboard, Language], Figure]", found)(board, language)


CHARTS = {
    chart.key: chart
    for chart in (
        Chart(
            "history",
            msgid("Rating history of the leading players"),
            ("reports.charts.history", "draw_history"),
        ),
        Chart(
            "players",
            msgid("A small rating history of every player"),
            ("reports.charts.portraits", "draw_portraits"),
        ),
    )
}
"""The charts by key, in the order in which they are listed."""

SUFFIXES = (".png", ".svg")
"""The kinds of file a chart can be written to."""


def write_chart(key: str, board: Leaderboard, path: Path, language: Language) -> None:
    """Draw a chart and write it as PNG or SVG, by the suffix of `path`.

    Raises:
        KeyError: there is no such chart.
        ValueError: the suffix is none of `SUFFIXES`.
        OutputError: the file cannot be written; an old one is untouched.
    """
    from reports.charts.theme import save, theme

    with theme():
        save(CHARTS[key].draw(board, language), path)
