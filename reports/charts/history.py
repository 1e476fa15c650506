"""The rating history of the leading players in one chart, decay dotted, names where lines end."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from reports.charts.curves import Curve, curves, leaders
from reports.charts.placement import date_ticks, rating_axis, spread
from reports.charts.theme import (
    DECAY_DASHES,
    INK,
    RULE,
    SERIES,
    SOFT,
    SeriesStyle,
    new_figure,
    text_width,
)
from reports.formatting import shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from reports.language import Language
    from reports.model import Leaderboard

_WIDTH, _HEIGHT = 10.6, 6.4  # inches: the printable part of an A4 page on its side
_LABEL_POINTS = 9.0
_LONGEST_NAME = 24


def draw_history(board: Leaderboard, language: Language) -> Figure:
    """Draw the ratings of the first eight players; call it inside `theme()`."""
    lines = curves(board, leaders(board))
    figure = new_figure(_WIDTH, _HEIGHT)
    _write_heads(figure, board, language)
    if not lines:
        figure.text(0.5, 0.5, language.text("No rated games yet"), ha="center", color=SOFT)
        return figure
    labels = [f"{line.last}  {shortened(line.player.name, _LONGEST_NAME)}" for line in lines]
    room = max(text_width(label, _LABEL_POINTS) for label in labels) / _WIDTH
    axes = figure.add_axes((0.06, 0.115, 0.88 - room, 0.735))
    first = min(line.strokes[0].days[0] for line in lines)
    last = max(board.as_of.toordinal(), first + 1)
    ratings = [rating for line in lines for rating in line.levels()]
    _set_axes(axes, first, last, ratings, language)
    for line, style in zip(lines, SERIES, strict=False):
        _draw_curve(axes, line, style)
    _label_ends(axes, lines, labels, first, last)
    _explain_decay(figure, lines, language)
    return figure


def _write_heads(figure: Figure, board: Leaderboard, language: Language) -> None:
    head = language.text("Rating history")
    figure.text(0.06, 0.935, head, fontsize=16, fontweight="bold", color=INK)
    below = language.text(
        "{club}, {pool}: the leading players up to {day}",
        club=shortened(board.club, 60),
        pool=shortened(board.pool, 30),
        day=language.date(board.as_of, "long"),
    )
    figure.text(0.06, 0.895, below, fontsize=10, color=SOFT)


def _set_axes(axes: Axes, first: int, last: int, ratings: list[int], language: Language) -> None:
    low, high, step = rating_axis(ratings)
    axes.set_xlim(first - 0.015 * (last - first), last + 0.01 * (last - first))
    axes.set_ylim(low, high)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.grid(axis="y", color=RULE, linewidth=0.7)
    axes.tick_params(length=0, pad=6)
    axes.set_yticks(range(low, high + 1, step))
    ticks, months = date_ticks(date.fromordinal(first), date.fromordinal(last))
    axes.set_xticks(
        [day.toordinal() for day in ticks],
        [language.date(day, "month" if months else "day") for day in ticks],
    )


def _draw_curve(axes: Axes, curve: Curve, style: SeriesStyle) -> None:
    solid = (0, (6, 1.6)) if style.dashed else "solid"
    for stroke in curve.strokes:
        axes.plot(
            stroke.days,
            stroke.ratings,
            color=style.colour,
            linewidth=1.3 if stroke.decaying else 1.7,
            linestyle=DECAY_DASHES if stroke.decaying else solid,
            solid_joinstyle="round",
        )
    days, ratings = zip(*curve.games, strict=True) if curve.games else ((), ())
    axes.plot(
        days,
        ratings,
        color=style.colour,
        marker=style.marker,
        markersize=5.2,
        markeredgecolor="white",
        markeredgewidth=0.7,
        linestyle="none",
    )


def _label_ends(axes: Axes, lines: list[Curve], labels: list[str], first: int, last: int) -> None:
    """Rating and name at the end of every line, moved apart and tied to their lines."""
    low, high = axes.get_ylim()
    inches = _HEIGHT * axes.get_position().height
    gap = 1.5 * _LABEL_POINTS / 72 / inches * (high - low)
    places = spread([float(line.last) for line in lines], gap, low + gap / 2, high - gap / 2)
    unit = (last - first) / 100
    for line, label, place, style in zip(lines, labels, places, SERIES, strict=False):
        marker = last + 4 * unit
        axes.plot(
            (last + unit, marker), (line.last, place), color=style.colour, lw=0.8, clip_on=False
        )
        axes.plot((marker,), (place,), color=style.colour, marker=style.marker, ms=6, clip_on=False)
        axes.text(marker + 1.3 * unit, place, label, va="center_baseline", fontsize=_LABEL_POINTS)


def _explain_decay(figure: Figure, lines: list[Curve], language: Language) -> None:
    if any(stroke.decaying for line in lines for stroke in line.strokes):
        note = language.text("Dotted: decay while not playing. A mark is a day with games.")
    else:
        note = language.text("A mark is a day with games.")
    figure.text(0.06, 0.03, note, fontsize=8.5, color=SOFT)
