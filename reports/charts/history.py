"""The rating history of the leading players in one chart, decay dotted, names where lines end."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from reports.charts.curves import LEADERS, Curve, curves, game_by_game, leaders, on_one_day
from reports.charts.page import HEAD, SIDE, WIDTH, empty_page, fitted, new_page, subject
from reports.charts.placement import date_ticks, rating_axis, spread
from reports.charts.theme import DECAY_DASHES, RULE, SERIES, SeriesStyle, text_width
from reports.clubstyle import PLAIN

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from reports.clubstyle import ClubStyle
    from reports.language import Language
    from reports.model import Leaderboard

_HIGH = 4.9  # inches
_LABEL_POINTS = 9.0
_GAME_TICKS = 8
_NAME = 2.1  # inches of a name at most


def draw_history(board: Leaderboard, language: Language, style: ClubStyle = PLAIN) -> Figure:
    """Draw the ratings of the chosen players, else of the leading ones, at most eight.

    To be called inside `theme()`.
    """
    title = language.text("Rating history")
    shown = board.chosen[:LEADERS] or leaders(board)
    lines = curves(board, shown)
    if not lines:
        return empty_page(title, board, language, style).figure
    one_day = on_one_day(board, lines)
    if one_day:
        lines = game_by_game(board, shown)
    below = subject(board, language)
    if not board.chosen:
        below.append(language.text("the leading players"))
    page = new_page(_HIGH, title, below, style)
    labels = [f"{line.last}  {fitted(line.player.name, _NAME, _LABEL_POINTS)}" for line in lines]
    room = max(text_width(label, _LABEL_POINTS) for label in labels)
    left, low_edge = SIDE + 0.4, 0.35
    axes = page.axes(left, HEAD + 0.05, WIDTH - left - SIDE - room - 0.55, _HIGH - low_edge)
    first = min(line.strokes[0].days[0] for line in lines)
    last = max(stroke.days[-1] for line in lines for stroke in line.strokes)
    last = max(last, first + 1)
    ratings = [rating for line in lines for rating in line.levels()]
    _set_axes(axes, first, last, ratings)
    (_tick_games if one_day else _tick_days)(axes, first, last, language)
    for line, look in zip(lines, SERIES, strict=False):
        _draw_curve(axes, line, look)
    _label_ends(axes, lines, labels, (first, last))
    if one_day:
        day = language.date(board.as_of)
        page.note(language.text("Game by game on {day}. A mark is a game.", day=day))
    else:
        page.note(_explanation(lines, language))
    return page.figure


def _set_axes(axes: Axes, first: int, last: int, ratings: list[int]) -> None:
    low, high, step = rating_axis(ratings)
    axes.set_xlim(first - 0.015 * (last - first), last + 0.01 * (last - first))
    axes.set_ylim(low, high)
    axes.spines["bottom"].set_visible(True)
    axes.grid(axis="y", color=RULE, linewidth=0.7)
    axes.tick_params(length=0, pad=6)
    axes.set_yticks(range(low, high + 1, step))


def _tick_games(axes: Axes, first: int, last: int, language: Language) -> None:
    """The start, and the games by their number; of many not every one."""
    step = 1 + (last - first) // _GAME_TICKS
    games = range(first + step, last + 1, step)
    names = [language.text("game {n}", n=n) for n in games]
    axes.set_xticks([first, *games], [language.text("Start"), *names])


def _tick_days(axes: Axes, first: int, last: int, language: Language) -> None:
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


def _label_ends(axes: Axes, lines: list[Curve], labels: list[str], span: tuple[int, int]) -> None:
    """Rating and name at the end of every line, moved apart and tied to their lines."""
    first, last = span
    low, high = axes.get_ylim()
    gap = 1.5 * _LABEL_POINTS / 72 / _HIGH * (high - low)
    places = spread([float(line.last) for line in lines], gap, low + gap / 2, high - gap / 2)
    unit = (last - first) / 100
    for line, label, place, style in zip(lines, labels, places, SERIES, strict=False):
        marker = last + 4 * unit
        axes.plot(
            (last + unit, marker), (line.last, place), color=style.colour, lw=0.8, clip_on=False
        )
        axes.plot((marker,), (place,), color=style.colour, marker=style.marker, ms=6, clip_on=False)
        axes.text(marker + 1.3 * unit, place, label, va="center_baseline", fontsize=_LABEL_POINTS)


def _explanation(lines: list[Curve], language: Language) -> str:
    if any(stroke.decaying for line in lines for stroke in line.strokes):
        return language.text("Dotted: decay while not playing. A mark is a day with games.")
    return language.text("A mark is a day with games.")
