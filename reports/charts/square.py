"""Head to head as a square: how much oftener the row finished above the column."""

from __future__ import annotations

from math import isnan, radians, sin
from typing import TYPE_CHECKING

from reports.charts.cells import both_ways, draw_cells
from reports.charts.curves import leaders
from reports.charts.page import HEAD, SIDE, WIDTH, empty_page, fitted, new_page, subject
from reports.charts.theme import RULE, text_width
from reports.clubstyle import PLAIN
from reports.meetings import SQUARE_NOTES, Meetings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from reports.clubstyle import ClubStyle
    from reports.language import Language
    from reports.model import Leaderboard, Player

MOST = 24
"""Players in one picture; more would be too small on an A4 page."""

_NAMES = 2.0  # inches beside the cells
_BEYOND = 1.3  # inches that the last slanted name takes at the right
_SLANT = 42  # degrees
_POINTS = 8.0


def draw_square(board: Leaderboard, language: Language, style: ClubStyle = PLAIN) -> Figure:
    """Draw the leading players, or the chosen ones; call it inside `theme()`."""
    title = language.text("Head to head")
    players = list(board.chosen) or leaders(board, MOST)
    if not players:
        return empty_page(title, board, language, style).figure
    below = subject(board, language)
    if not board.chosen and len(players) < len(board.standings):
        below.append(language.text("the first {n} players", n=len(players)))
    names = [fitted(player.name, _NAMES - 0.1, _POINTS) for player in players]
    wide = min(0.62, (WIDTH - 2 * SIDE - _NAMES - _BEYOND) / len(players))
    high = max(0.2, 0.8 * wide)
    longest = max(text_width(name, _POINTS) for name in names)
    above = 0.2 + sin(radians(_SLANT)) * longest
    page = new_page(above + high * len(players), title, below, style)
    left, top = SIDE + _NAMES, HEAD + above
    axes = page.axes(left, top, wide * len(players), high * len(players))
    colours, texts = _cells(Meetings.of_board(board), players, language)
    draw_cells(axes, colours, texts, _POINTS)
    for number, name in enumerate(names):
        base = top + (number + 0.5) * high + 0.04
        page.write(left - 0.1, base, name, ha="right", fontsize=_POINTS)
        page.write(
            left + (number + 0.5) * wide,
            top - 0.08,
            name,
            fontsize=_POINTS,
            rotation=_SLANT,
            rotation_mode="anchor",
        )
    page.note(" ".join(map(language.text, SQUARE_NOTES)))
    return page.figure


def _cells(
    meetings: Meetings, players: Sequence[Player], language: Language
) -> tuple[list[list[str | None]], list[list[str]]]:
    """Colours and texts of the cells."""
    square = meetings.balance(players).to_numpy().tolist()
    most = max((abs(each) for row in square for each in row if not isnan(each)), default=0) or 1
    colours: list[list[str | None]] = []
    texts: list[list[str]] = []
    for row, balances in enumerate(square):
        colours.append(
            [
                RULE if row == column else None if isnan(each) else both_ways(each / most)
                for column, each in enumerate(balances)
            ]
        )
        texts.append(["" if isnan(each) else language.signed(int(each)) for each in balances])
    return colours, texts
