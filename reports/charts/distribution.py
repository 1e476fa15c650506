"""How the ratings of the club are spread: by name where there is room, else as bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from reports.charts.cells import shade
from reports.charts.page import HEAD, SIDE, WIDTH, Page, empty_page, fitted, new_page, subject
from reports.charts.theme import INK, PAPER, RULE, SOFT
from reports.clubstyle import PLAIN
from reports.colours import on, readable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from reports.clubstyle import ClubStyle
    from reports.language import Language
    from reports.model import Leaderboard, Standing

_BARS = 4.7  # inches
_BRICK = 0.31
_STEPS = (10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000)
_MOST_NAMED, _MOST_BARS = 9, 24
_LOWEST_PILE, _HIGHEST_PILE = 5, 18
_NAME_POINTS = 8.0


def draw_distribution(board: Leaderboard, language: Language, style: ClubStyle = PLAIN) -> Figure:
    """Draw everybody's rating; call it inside `theme()`."""
    title = language.text("How the ratings are spread")
    if not board.standings:
        return empty_page(title, board, language, style).figure
    ratings = pd.Series([standing.rating for standing in board.standings])
    below = subject(board, language)
    below.append(language.plural("{n} player", "{n} players", len(ratings)))
    below.append(language.text("average {rating}", rating=round(ratings.mean())))
    step = _step(ratings, _MOST_NAMED)
    highest = int((ratings // step).value_counts().max())
    named = highest <= _HIGHEST_PILE
    if not named:
        step = _step(ratings, _MOST_BARS)
    high = _BRICK * max(highest, _LOWEST_PILE) if named else _BARS
    page = new_page(high + 0.35, title, below, style)
    axes = page.axes(SIDE, HEAD, WIDTH - 2 * SIDE, high)
    first, last = int(ratings.min()) // step, int(ratings.max()) // step
    axes.set_xlim(first - 0.06, last + 1.06)
    axes.set_yticks([])
    axes.spines["bottom"].set_visible(True)
    edges = range(first, last + 2)
    axes.set_xticks(list(edges), [str(edge * step) for edge in edges])
    colour = readable(style.colours.main)
    if named:
        _pile_names(axes, board, step, colour)
    else:
        _draw_bars(axes, ratings // step, colour, language)
    start = board.policy.start / step
    axes.axvline(start, color=SOFT, linewidth=0.9, linestyle=(0, (3, 3)), zorder=0)
    _explain(page, board, step, language)
    return page.figure


def _step(ratings: pd.Series[int], most: int) -> int:
    """The smallest round distance that makes at most so many bars."""
    for step in _STEPS:
        if int(ratings.max()) // step - int(ratings.min()) // step < most:
            break
    return step


def _pile_names(axes: Axes, board: Leaderboard, step: int, colour: str) -> None:
    """A brick for every player, the highest of each pile on top."""
    piles: dict[int, list[Standing]] = {}
    for standing in board.standings:
        piles.setdefault(standing.rating // step, []).append(standing)
    highest = max(len(pile) for pile in piles.values())
    axes.set_ylim(0, max(highest, _LOWEST_PILE))
    left, right = axes.get_xlim()
    room = 0.88 * (WIDTH - 2 * SIDE) / (right - left)
    fill = shade(colour, 0.16)
    for pile, standings in piles.items():
        for height, standing in enumerate(reversed(standings)):
            axes.bar(
                pile + 0.5, 0.9, 0.94, bottom=height + 0.05, color=fill, edgecolor=PAPER, zorder=2
            )
            name = fitted(standing.player.name, room, _NAME_POINTS)
            axes.text(
                pile + 0.08,
                height + 0.5,
                name,
                fontsize=_NAME_POINTS,
                va="center",
                color=on(fill, INK),
            )


def _draw_bars(axes: Axes, bins: pd.Series[int], colour: str, language: Language) -> None:
    """A bar for every step, with its number of players on top."""
    counts = bins.value_counts()
    axes.bar(
        [each + 0.5 for each in counts.index], counts, 0.94, color=shade(colour, 0.75), zorder=2
    )
    axes.set_ylim(0, 1.08 * int(counts.max()))
    axes.grid(axis="y", color=RULE, linewidth=0.7)
    for each, count in counts.items():
        axes.annotate(
            language.number(int(count)),
            (float(str(each)) + 0.5, int(count)),
            (0, 3),
            textcoords="offset points",
            ha="center",
            color=INK,
        )


def _explain(page: Page, board: Leaderboard, step: int, language: Language) -> None:
    page.note(
        language.text(
            "Every pile is {step} points wide; dashed is where a newcomer starts, {start}.",
            step=step,
            start=board.policy.start,
        )
    )
