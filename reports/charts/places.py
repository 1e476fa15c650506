"""How often everybody finished first to last, as a heat map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.charts.cells import draw_cells, shade
from reports.charts.page import HEAD, SIDE, WIDTH, empty_page, fitted, new_page, subject
from reports.charts.theme import INK, SOFT
from reports.clubstyle import PLAIN
from reports.colours import readable

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.clubstyle import ClubStyle
    from reports.language import Language
    from reports.model import Leaderboard, Standing

MOST = 40
"""Players in one picture; more would be too small on an A4 page."""

_NAMES, _FIGURES = 2.6, 2.1  # inches at the left and the right of the cells
_HEADINGS = 0.3
_POINTS = 8.5


def draw_places(board: Leaderboard, language: Language, style: ClubStyle = PLAIN) -> Figure:
    """Draw the leading players, or the chosen ones; call it inside `theme()`."""
    title = language.text("How everybody finishes")
    chosen = [s for s in board.standings if not board.chosen or s.player in board.chosen]
    shown = chosen[:MOST]
    if not shown:
        return empty_page(title, board, language, style).figure
    high = max(0.2, min(0.36, 6.2 / len(shown)))
    below = subject(board, language)
    if len(shown) < len(chosen):
        below.append(language.text("the first {n} players", n=len(shown)))
    page = new_page(_HEADINGS + high * len(shown), title, below, style)
    top = HEAD + _HEADINGS
    wide = WIDTH - 2 * SIDE - _NAMES - _FIGURES
    axes = page.axes(SIDE + _NAMES, top, wide, high * len(shown))
    colour = readable(style.colours.main)
    most = max(max(_shares(standing)) for standing in shown)
    colours = [[shade(colour, share / most) for share in _shares(s)] for s in shown]
    draw_cells(axes, colours, [_written(s, language) for s in shown], _POINTS)
    headings = (language.text("Won"), *map(language.text, ("2nd", "3rd", "4th")))
    for number, heading in enumerate(headings):
        page.write(SIDE + _NAMES + (number + 0.5) * wide / 4, top - 0.09, heading, ha="center")
    right = SIDE + _NAMES + wide
    page.write(right + 0.9, top - 0.09, language.text("Games"), ha="right", color=SOFT)
    page.write(right + 2.1, top - 0.09, language.text("Average place"), ha="right", color=SOFT)
    for row, standing in enumerate(shown):
        base = top + (row + 0.5) * high + 0.042
        page.write(SIDE + 0.25, base, f"{standing.place}", ha="right", fontsize=_POINTS, color=SOFT)
        name = fitted(standing.player.name, _NAMES - 0.45, _POINTS)
        page.write(SIDE + 0.35, base, name, fontsize=_POINTS, color=INK)
        games = language.number(standing.games)
        page.write(right + 0.9, base, games, ha="right", fontsize=_POINTS)
        average = language.decimal(standing.average_place or 0, 2)
        page.write(right + 2.1, base, average, ha="right", fontsize=_POINTS)
    page.note(language.text("The share of the games, and in how many; the darker, the more often."))
    return page.figure


def _shares(standing: Standing) -> list[float]:
    return [times / standing.games for times in standing.finishes]


def _written(standing: Standing, language: Language) -> list[str]:
    return [
        f"{language.decimal(100 * share, 0)}%  ({times})" if times else ""
        for share, times in zip(_shares(standing), standing.finishes, strict=True)
    ]
