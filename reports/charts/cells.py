"""Squares of coloured cells with something written in them, and the names beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.charts.theme import INK, PAPER
from reports.colours import mixed, on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

WORSE, BETTER = "#c96a2b", "#2f7f9e"
"""The ends of a scale that goes both ways; the colour-blind tell orange from blue."""


_GAP = 0.025
"""Between two cells, in inches."""


def draw_cells(
    axes: Axes,
    colours: Sequence[Sequence[str | None]],
    texts: Sequence[Sequence[str]],
    points: float,
) -> None:
    """Fill the axes with cells, the first row on top.

    Args:
        axes: without any content; a cell becomes one unit wide and high.
        colours: of each cell, row by row; None leaves it out.
        texts: what stands in each.
        points: size of the letters.
    """
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Rectangle

    rows, columns = len(colours), len(colours[0])
    inches = (
        axes.get_window_extent().width / axes.figure.dpi,
        axes.get_window_extent().height / axes.figure.dpi,
    )
    wide, high = _GAP * columns / inches[0], _GAP * rows / inches[1]
    axes.set_xlim(0, columns)
    axes.set_ylim(rows, 0)
    axes.set_xticks([])
    axes.set_yticks([])
    cells = [
        (column, row, colour)
        for row, line in enumerate(colours)
        for column, colour in enumerate(line)
        if colour is not None
    ]
    patches = PatchCollection(
        [Rectangle((column, row), 1 - wide, 1 - high) for column, row, _ in cells],
        facecolors=[colour for _, _, colour in cells],
        linewidths=0,
    )
    axes.add_collection(patches)
    for column, row, colour in cells:
        text = texts[row][column]
        if text:
            axes.text(
                column + 0.5,
                row + 0.53,
                text,
                ha="center",
                va="center",
                fontsize=points,
                color=on(colour, INK),
            )


def shade(colour: str, share: float) -> str:
    """A colour for a share of the whole: paper for 0, the colour itself for 1."""
    return mixed(PAPER, colour, min(1.0, max(0.0, share)))


def both_ways(share: float) -> str:
    """A colour for -1 to 1: orange, paper, blue."""
    return shade(WORSE if share < 0 else BETTER, 0.12 + 0.88 * abs(share) if share else 0)
