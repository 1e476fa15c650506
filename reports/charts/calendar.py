"""When the club played, as a calendar: a strip a year, a square a day."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pandas as pd

from reports.charts.cells import shade
from reports.charts.page import HEAD, SIDE, WIDTH, Page, empty_page, new_page, subject
from reports.charts.theme import INK, SOFT
from reports.clubstyle import PLAIN
from reports.colours import readable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from reports.clubstyle import ClubStyle
    from reports.language import Language
    from reports.model import Leaderboard

MOST_YEARS = 4
"""Years in one picture, the latest ones."""

_STRIP, _GAP = 1.2, 0.14  # inches
_LEFT = 1.45
_LABEL_POINTS = 7.5
_EMPTY = "#eef0f2"


def draw_calendar(board: Leaderboard, language: Language, style: ClubStyle = PLAIN) -> Figure:
    """Draw the games of every day, or those of the chosen players; call it inside `theme()`."""
    title = language.text("When the club played")
    days = _games_a_day(board)
    if days.empty:
        return empty_page(title, board, language, style).figure
    years = sorted({date.fromordinal(int(day)).year for day in days.index})
    shown = list(range(years[0], board.as_of.year + 1))[-MOST_YEARS:]
    below = subject(board, language)
    if board.chosen:
        below.append(", ".join(player.name for player in board.chosen))
    if years[0] < shown[0]:
        below.append(language.text("the latest {n} years", n=len(shown)))
    page = new_page(len(shown) * (_STRIP + _GAP) + 0.15, title, below, style)
    colour = readable(style.colours.main)
    most = int(days.max())
    for number, year in enumerate(shown):
        top = HEAD + 0.25 + number * (_STRIP + _GAP)
        _draw_year(page, top, year, days, (colour, most), board.as_of, language)
    _explain(page, colour, most, language)
    return page.figure


def _games_a_day(board: Leaderboard) -> pd.Series[int]:
    """The number of games by day (ordinal)."""
    chosen = {player.key for player in board.chosen}
    played = [
        result.on.toordinal()
        for result in board.results
        if not chosen or any(seat.player.key in chosen for seat in result.seats)
    ]
    return pd.Series(played, dtype="int64").value_counts().sort_index()


def _draw_year(
    page: Page,
    top: float,
    year: int,
    days: pd.Series[int],
    scale: tuple[str, int],
    until: date,
    language: Language,
) -> None:
    """One strip: weeks from left to right, Monday on top."""
    colour, most = scale
    first = date(year, 1, 1)
    monday = first - timedelta(days=first.weekday())
    last = date(year, 12, 31)
    weeks = (last - monday).days // 7 + 1
    axes = page.axes(_LEFT, top, WIDTH - SIDE - _LEFT, _STRIP - 0.22)
    axes.set_xlim(0, 54)
    axes.set_ylim(7, 0)
    axes.set_xticks([])
    axes.set_yticks([])
    squares, fills = [], []
    for number in range(weeks * 7):
        day = monday + timedelta(days=number)
        if day.year == year:
            games = int(days.get(day.toordinal(), 0))
            share = 0.2 + 0.8 * games / most
            squares.append(divmod(number, 7))
            fills.append(shade(colour, share) if games else _EMPTY if day <= until else "#f8f9fa")
    _draw_squares(axes, squares, fills)
    _name_months(axes, year, monday, language)
    for weekday in (0, 2, 4):
        label = language.date(monday + timedelta(days=weekday), "weekday")
        axes.text(
            -0.5, weekday + 0.55, label, ha="right", va="center", fontsize=_LABEL_POINTS, color=SOFT
        )
    games = int(days[(days.index >= first.toordinal()) & (days.index <= last.toordinal())].sum())
    page.write(SIDE, top + 0.16, str(year), fontsize=12, fontweight="bold", color=INK)
    written = language.plural("{n} game", "{n} games", games)
    page.write(SIDE, top + 0.36, written, fontsize=_LABEL_POINTS, color=SOFT)


def _draw_squares(axes: Axes, squares: list[tuple[int, int]], fills: list[str]) -> None:
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Rectangle

    patches = [Rectangle((week + 0.07, day + 0.07), 0.86, 0.86) for week, day in squares]
    axes.add_collection(PatchCollection(patches, facecolors=fills, linewidths=0))


def _name_months(axes: Axes, year: int, monday: date, language: Language) -> None:
    for month in range(1, 13):
        first = date(year, month, 1)
        week = (first - monday).days // 7
        name = language.date(first, "month_name")
        axes.text(week, -0.35, name, fontsize=_LABEL_POINTS, color=SOFT)


def _explain(page: Page, colour: str, most: int, language: Language) -> None:
    """From pale to dark, with the numbers at the ends."""
    one = language.plural("{n} game", "{n} games", 1)
    many = language.plural("{n} game", "{n} games", most)
    text = one if most == 1 else f"{one}  –  {many}"
    steps = 1 if most == 1 else min(most, 6)
    high = 0.14
    axes = page.axes(SIDE, page.height - 0.33, steps * 0.16, high)
    axes.set_xlim(0, steps)
    axes.set_ylim(1, 0)
    axes.set_xticks([])
    axes.set_yticks([])
    shares = (
        [1.0]
        if steps == 1
        else [0.2 + 0.8 * (1 + n * (most - 1) / (steps - 1)) / most for n in range(steps)]
    )
    _draw_squares(axes, [(n, 0) for n in range(steps)], [shade(colour, share) for share in shares])
    page.write(SIDE + steps * 0.16 + 0.1, page.height - 0.22, text, fontsize=8.5, color=SOFT)
