"""Text on a sheet: headings, paragraphs, and labels with what they say, as high as they need."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from reports.xlsx import styles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reports.xlsx.sheet import Sheet

WIDTHS = (29.0, *(10.5,) * 11)
"""Of the columns of a sheet of text; the first is for labels and names."""

_LINE = 16.0
_LETTERS_A_UNIT = 1.2  # letters are narrower than digits


def write_section(sheet: Sheet, title: str) -> None:
    """The heading of a part of the sheet."""
    sheet.line(title, styles.SECTION, 24)


def write_paragraph(sheet: Sheet, text: str) -> None:
    """A text over the whole width."""
    write_spans(sheet, [(text, len(WIDTHS), styles.PARAGRAPH)])


def write_pairs(sheet: Sheet, pairs: Sequence[tuple[str, str, str]]) -> None:
    """Labels and what they say, in two columns; each with the style of its text."""
    for label, value, style in pairs:
        write_spans(sheet, [(label, 1, styles.LABEL), (value, len(WIDTHS) - 1, style)])
    sheet.blank(10)


def write_spans(sheet: Sheet, spans: Sequence[tuple[str, int, str]], least: float = 0) -> None:
    """Texts beside each other in one row.

    Args:
        sheet: where.
        spans: of each the text, how many columns it takes, and its style.
        least: the smallest height of the row, in points.
    """
    values: list[str | None] = []
    looks: list[str] = []
    lines = 1
    ends = []
    for text, columns, style in spans:
        width = sum(WIDTHS[len(values) : len(values) + columns]) * _LETTERS_A_UNIT
        lines = max(lines, ceil(len(text) / width))
        values += [text, *[None] * (columns - 1)]
        looks += [style] * columns
        ends.append((len(values) - columns + 1, len(values)))
    row = sheet.append(values, looks, max(least, _LINE * lines + 1))
    for first, last in ends:
        if last > first:
            sheet.merge(row, first, last)
