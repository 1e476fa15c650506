"""A small picture for every player, in the order of the standings, all on one scale.

The line runs above or below the level of a newcomer; the space between is shaded, so that a glance
tells who climbed and who fell, in grey too. Spreadsheets cannot draw this.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from math import ceil
from typing import TYPE_CHECKING, Any

from reports.charts.curves import Curve, curves, game_by_game, leaders, on_one_day
from reports.charts.page import HEAD, SIDE, WIDTH, Page, empty_page, fitted, new_page, subject
from reports.charts.placement import rating_axis
from reports.charts.theme import DECAY_DASHES, GAIN, INK, LOSS, RULE, SOFT, text_width
from reports.clubstyle import PLAIN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from reports.clubstyle import ClubStyle
    from reports.language import Language
    from reports.model import Leaderboard, Standing

MOST = 40
"""Players in one picture; more would be too small on an A4 page."""

_NAME_POINTS = 8.0


def draw_portraits(board: Leaderboard, language: Language, style: ClubStyle = PLAIN) -> Figure:
    """Draw the first forty players of the standings, or the chosen ones, inside `theme()`."""
    title = language.text("Every player's rating")
    standings = {standing.player: standing for standing in board.standings}
    everybody = leaders(board, len(standings))
    chosen = [player for player in everybody if not board.chosen or player in board.chosen]
    lines = curves(board, chosen[:MOST])
    if not lines:
        return empty_page(title, board, language, style).figure
    one_day = on_one_day(board, lines)
    if one_day:
        lines = game_by_game(board, chosen[:MOST])
    columns = min(5, max(2, ceil(len(lines) / 8), ceil(len(lines) ** 0.5)))
    rows = ceil(len(lines) / columns)
    high = min(1.6, max(0.68, 5.4 / rows))
    page = new_page(rows * high, title, _below(board, len(lines), len(chosen), language), style)
    first = min(line.strokes[0].days[0] for line in lines)
    last = max(stroke.days[-1] for line in lines for stroke in line.strokes)
    last = max(last, first + 1)
    ratings = [rating for line in lines for rating in line.levels()]
    low, top, _ = rating_axis([*ratings, board.policy.start])
    wide = (WIDTH - 2 * SIDE) / columns
    paper = page.paper()  # axes of their own for everybody would take three times as long
    for number, line in enumerate(lines):
        row, column = divmod(number, columns)
        left, down = SIDE + column * wide, HEAD + row * high
        frame = _Frame(
            left, down + 0.25 * high, 0.93 * wide, 0.68 * high, (first, last), (low, top)
        )
        _draw_portrait(paper, frame, line, board.policy.start)
        _write_name(page, standings[line.player], left, down + 0.19 * high, 0.93 * wide)
    if one_day:
        page.note(_note_of_day(board.as_of, language))
    else:
        page.note(_note(date.fromordinal(first), board.as_of, language))
    return page.figure


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where a picture stands on the paper, and the days and ratings that it spans."""

    left: float
    top: float
    wide: float
    high: float
    days: tuple[int, int]
    ratings: tuple[int, int]

    def across(self, days: Sequence[int]) -> list[float]:
        """Where days are, from left to right."""
        first, last = self.days
        return [self.left + (day - first) / (last - first) * self.wide for day in days]

    def down(self, ratings: Sequence[int]) -> list[float]:
        """Where ratings are, from the top down."""
        low, top = self.ratings
        return [self.top + (top - rating) / (top - low) * self.high for rating in ratings]


def _draw_portrait(paper: Axes, frame: _Frame, line: Curve, start: int) -> None:
    (level,) = frame.down([start])
    paper.plot(frame.across(frame.days), (level, level), color=RULE, linewidth=0.8)
    _shade(paper, frame, line, start)
    for stroke in line.strokes:
        paper.plot(
            frame.across(stroke.days),
            frame.down(stroke.ratings),
            color=INK,
            linewidth=0.9,
            linestyle=DECAY_DASHES if stroke.decaying else "solid",
        )
    paper.plot(
        frame.across(line.strokes[-1].days[-1:]),
        frame.down([line.last]),
        color=GAIN if line.last >= start else LOSS,
        marker="o",
        markersize=3.6,
    )


def _shade(paper: Axes, frame: _Frame, line: Curve, start: int) -> None:
    days = [day for stroke in line.strokes for day in stroke.days]
    ratings = line.levels()
    across, down = frame.across(days), frame.down(ratings)
    (level,) = frame.down([start])
    above = [rating >= start for rating in ratings]
    below = [rating <= start for rating in ratings]
    for colour, side in ((GAIN, above), (LOSS, below)):
        if any(side):
            paper.fill_between(
                across,
                down,
                level,
                where=side,
                interpolate=True,
                color=colour,
                alpha=0.28,
                linewidth=0,
            )


def _write_name(page: Page, standing: Standing, left: float, base: float, wide: float) -> None:
    """Place, name and rating above a picture; a name that is too long is cut."""

    def write(x: float, text: str, align: str, **looks: Any) -> None:
        page.write(x, base, text, fontsize=_NAME_POINTS, ha=align, **looks)

    rating = f"{standing.rating}"
    room = wide - 0.3 - text_width(rating, _NAME_POINTS, bold=True)
    write(left + 0.14, f"{standing.place}", "right", color=SOFT)
    write(left + 0.2, fitted(standing.player.name, room, _NAME_POINTS), "left")
    write(left + wide, rating, "right", fontweight="bold")


def _below(board: Leaderboard, shown: int, of: int, language: Language) -> list[str]:
    parts = subject(board, language)
    if shown < of:
        parts.append(language.text("the first {n} players", n=shown))
    parts.append(language.text("the line is where a newcomer starts, {n}", n=board.policy.start))
    return parts


def _note_of_day(day: date, language: Language) -> str:
    return language.text(
        "Each picture runs from game to game on {day}, all on one scale.", day=language.date(day)
    )


def _note(first: date, last: date, language: Language) -> str:
    return language.text(
        "Each picture runs from {first} to {last}, all on one scale."
        " Dotted: decay while not playing.",
        first=language.date(first),
        last=language.date(last),
    )
