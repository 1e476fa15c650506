"""A small picture for every player, in the order of the standings, all on one scale.

The line runs above or below the level of a newcomer; the space between is shaded, so that a glance
tells who climbed and who fell, in grey too. Spreadsheets cannot draw this.
"""

from __future__ import annotations

from datetime import date
from math import ceil
from typing import TYPE_CHECKING, Any

from reports.charts.curves import Curve, curves, leaders
from reports.charts.placement import rating_axis
from reports.charts.theme import (
    DECAY_DASHES,
    GAIN,
    INK,
    LOSS,
    RULE,
    SOFT,
    new_figure,
    text_width,
)
from reports.formatting import shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from reports.language import Language
    from reports.model import Leaderboard, Standing

MOST = 40
"""Players in one picture; more would be too small on an A4 page."""

_WIDTH, _HEAD, _FOOT = 10.6, 0.85, 0.45  # inches
_LEFT, _RIGHT = 0.03, 0.985
_NAME_POINTS = 8.0


def draw_portraits(board: Leaderboard, language: Language) -> Figure:
    """Draw the first forty players of the standings; call it inside `theme()`."""
    lines = curves(board, leaders(board, MOST))
    columns = min(5, max(2, ceil(len(lines) / 8), ceil(len(lines) ** 0.5)))
    rows = max(1, ceil(len(lines) / columns))
    height = _HEAD + _FOOT + rows * min(1.6, max(0.76, 5.9 / rows))
    figure = new_figure(_WIDTH, height)
    _write_heads(figure, board, len(lines), language)
    if not lines:
        figure.text(0.5, 0.4, language.text("No rated games yet"), ha="center", color=SOFT)
        return figure
    first = min(line.strokes[0].days[0] for line in lines)
    ratings = [rating for line in lines for rating in line.levels()]
    low, high, _ = rating_axis([*ratings, board.policy.start])
    standings = {standing.player: standing for standing in board.standings}
    for number, line in enumerate(lines):
        axes = figure.add_axes(_cell(number, rows, columns, height))
        axes.set_axis_off()
        axes.set_xlim(first, max(board.as_of.toordinal(), first + 1))
        axes.set_ylim(low, high)
        _draw_portrait(axes, line, board.policy.start)
        _write_name(axes, standings[line.player])
    _write_foot(figure, date.fromordinal(first), board.as_of, language)
    return figure


def _cell(number: int, rows: int, columns: int, height: float) -> tuple[float, float, float, float]:
    """Left, bottom, width and height of a picture, as shares of the figure."""
    row, column = divmod(number, columns)
    wide = (_RIGHT - _LEFT) / columns
    top, bottom = 1 - _HEAD / height, _FOOT / height
    high = (top - bottom) / rows
    return _LEFT + column * wide, top - (row + 0.93) * high, wide * 0.92, high * 0.68


def _draw_portrait(axes: Axes, line: Curve, start: int) -> None:
    axes.axhline(start, color=RULE, linewidth=0.8)
    _shade(axes, line, start)
    for stroke in line.strokes:
        axes.plot(
            stroke.days,
            stroke.ratings,
            color=INK,
            linewidth=0.9,
            linestyle=DECAY_DASHES if stroke.decaying else "solid",
            clip_on=False,
        )
    axes.plot(
        (line.strokes[-1].days[-1],),
        (line.last,),
        color=GAIN if line.last >= start else LOSS,
        marker="o",
        markersize=3.6,
        clip_on=False,
    )


def _shade(axes: Axes, line: Curve, start: int) -> None:
    days = [day for stroke in line.strokes for day in stroke.days]
    ratings = line.levels()
    above = [rating >= start for rating in ratings]
    below = [rating <= start for rating in ratings]
    for colour, side in ((GAIN, above), (LOSS, below)):
        axes.fill_between(
            days,
            ratings,
            start,
            where=side,
            interpolate=True,
            color=colour,
            alpha=0.28,
            linewidth=0,
        )


def _write_name(axes: Axes, standing: Standing) -> None:
    """Place, name and rating above a picture; a name that is too long is cut."""
    inches = _WIDTH * axes.get_position().width
    place, rating = f"{standing.place}", f"{standing.rating}"
    room = 1 - (0.2 + text_width(rating, _NAME_POINTS, bold=True) + 0.1) / inches
    name, most = standing.player.name, 40
    while most > 1 and text_width(shortened(name, most), _NAME_POINTS) / inches > room:
        most -= 1

    def write(x: float, text: str, align: str, **looks: Any) -> None:
        axes.text(
            x,
            1.08,
            text,
            transform=axes.transAxes,
            fontsize=_NAME_POINTS,
            ha=align,
            va="baseline",
            **looks,
        )

    write(0.14 / inches, place, "right", color=SOFT)
    write(0.2 / inches, shortened(name, most), "left")
    write(1, rating, "right", fontweight="bold")


def _write_heads(figure: Figure, board: Leaderboard, shown: int, language: Language) -> None:
    height = figure.get_figheight()
    head = language.text("Every player's rating")
    figure.text(_LEFT, 1 - 0.34 / height, head, fontsize=16, fontweight="bold")
    below = language.text(
        "{club}, {pool}, {day}; the line is where a newcomer starts, {start}",
        club=shortened(board.club, 50),
        pool=shortened(board.pool, 25),
        day=language.date(board.as_of, "long"),
        start=board.policy.start,
    )
    if shown < len(board.standings):
        below += " · " + language.text("the first {n} players", n=shown)
    figure.text(_LEFT, 1 - 0.58 / height, below, fontsize=9.5, color=SOFT)


def _write_foot(figure: Figure, first: date, last: date, language: Language) -> None:
    note = language.text(
        "Each picture runs from {first} to {last}, all on one scale."
        " Dotted: decay while not playing.",
        first=language.date(first),
        last=language.date(last),
    )
    figure.text(_LEFT, 0.14 / figure.get_figheight(), note, fontsize=8.5, color=SOFT)
