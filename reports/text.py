"""Tables as aligned text, for terminals, pipes, mail and chat."""

from __future__ import annotations

import unicodedata
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from reports.formatting import clean_text

if TYPE_CHECKING:
    from reports.language import Language
    from reports.table import Cell, Column, Table

_GAP = "  "


def render_text(table: Table, language: Language) -> str:
    """Write a table as lines of aligned text, headings first, without colour.

    Numbers stand to the right, everything else to the left; dates are ISO, so that they can be
    typed again. Lines have no trailing blanks and the last one ends with a line feed. Wide (East
    Asian) and combining characters are counted as a terminal shows them.
    """
    columns = table.columns
    lines = [[column.title for column in columns], *_shown_rows(table, language)]
    widths = [max(_width(line[i]) for line in lines) for i in range(len(columns))]
    lines.insert(1, ["-" * width for width in widths])
    return "".join(
        _GAP.join(map(_aligned, line, widths, columns)).rstrip() + "\n" for line in lines
    )


def show(cell: Cell, column: Column, language: Language) -> str:
    """Write one cell as people read it; an unknown value is empty."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return clean_text(cell)
    if isinstance(cell, date):
        return cell.isoformat()
    if column.kind == "change":
        return language.signed(cell)
    if column.kind == "share":
        return f"{language.decimal(100 * cell, 0)}%"
    if column.kind == "decimal" or isinstance(cell, float | Decimal):
        return language.decimal(cell, column.digits)
    if column.kind == "count":
        return language.number(cell)
    return str(cell)


def _shown_rows(table: Table, language: Language) -> list[list[str]]:
    return [
        [show(cell, column, language) for cell, column in zip(row, table.columns, strict=True)]
        for row in table.rows
    ]


def _aligned(text: str, width: int, column: Column) -> str:
    blanks = " " * (width - _width(text))
    return text + blanks if column.kind in ("text", "date") else blanks + text


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(mark) else 1 + (unicodedata.east_asian_width(mark) in "WF")
        for mark in text
    )
