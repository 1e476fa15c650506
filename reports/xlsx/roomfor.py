"""How much room names take on a sheet: the width of a column, and lines in one that is narrower."""

from __future__ import annotations

from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING

from reports.xlsx import styles

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from reports.xlsx.sheet import Layout, SheetColumn

MOST_WIDTH = 46.0
"""Characters of a column of names at most; a longer name is broken into lines."""

_A_LETTER = 1.1  # characters of width: some are wider than a digit, and so is bold
_AROUND = 2.5  # the indent, and a little air
_POINTS = 5.25  # of a character of width
_INDENT = 12.0  # points
_EM = 0.5  # of the size of letters is what one is wide
_LEADING = 1.25
_AIR = 6.0  # points of a row beside its lines

WRAPPED = {styles.STRONG: styles.STRONG_WRAPPED, styles.TEXT: styles.TEXT_WRAPPED}
"""The style that breaks lines, for one that does not."""


def for_names(layout: Layout, names: Iterable[str], most: float = MOST_WIDTH) -> Layout:
    """The layout of a column of names, wide enough for the longest, up to a limit.

    Args:
        layout: how wide it is at least.
        names: what stands in it.
        most: so wide at most; with a longer name the lines are broken.
    """
    needed = needed_width(names)
    if needed <= layout.width:
        return layout
    style = layout.style or styles.TEXT
    return replace(
        layout,
        width=max(layout.width, min(needed, most)),
        style=style if needed <= most else WRAPPED[style],
    )


def named(
    columns: Iterable[SheetColumn], names: Sequence[str], *keys: str, most: float = MOST_WIDTH
) -> list[SheetColumn]:
    """The columns, those with these keys wide enough for the names, up to a limit."""
    return [
        replace(each, layout=for_names(each.layout, names, most))
        if each.column.key in keys
        else each
        for each in columns
    ]


def needed_width(names: Iterable[str], size: float = 11) -> float:
    """The width of a column for the longest name in letters of this size, in characters."""
    return max(map(len, names), default=0) * _A_LETTER * size / 11 + _AROUND


def row_height(names: Sequence[str], width: float, least: float) -> float:
    """The height of a row in letters of 11 points, in points.

    >>> row_height(["Anna"], 29, 18), row_height(["Anna-Maria van der Wijk-Oosterhuis"], 29, 18)
    (18, 33.5)
    """
    lines = max((_lines(name, int((width - _AROUND) / _A_LETTER)) for name in names), default=1)
    return least if lines == 1 else lines * 11 * _LEADING + _AIR


def big_height(name: str, width: float, size: float) -> float:
    """The height of a row in which a name stands in letters of some size, in points.

    >>> big_height("Anna Jansen", 32, 22), big_height("Anna-Maria van der Wijk", 32, 22)
    (33.5, 61.0)
    """
    letters = int((width * _POINTS - _INDENT) / (size * _EM))
    return _lines(name, letters) * size * _LEADING + _AIR


def _lines(name: str, letters: int) -> int:
    return max(1, len(wrap(name, max(1, letters))))
