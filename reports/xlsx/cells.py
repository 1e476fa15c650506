"""The only place where a value becomes a cell.

Text is text whatever it looks like, numbers and days are numbers and days, unknown is empty.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from math import isfinite
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from openpyxl.cell import WriteOnlyCell
from openpyxl.utils.datetime import to_excel

from reports.formatting import clean_text, looks_like_formula

if TYPE_CHECKING:
    from reports.table import Cell
    from reports.xlsx.stream import StreamedSheet

LONGEST_TEXT = 32_767


@dataclass(frozen=True, slots=True)
class Link:
    """A text that leads to another place in the workbook, such as `'Results'!A5`."""

    text: str
    target: str


@dataclass(frozen=True, slots=True)
class Look:
    """A named style as the file knows it: the number of its format.

    Attributes:
        plain: of most cells.
        quoted: of a text that a spreadsheet would calculate after an edit; it has the apostrophe
            that prevents it.
    """

    plain: int
    quoted: int


def look(sheet: StreamedSheet, style: str) -> Look:
    """The formats of a named style.

    Raises:
        ValueError: there is no such style.
    """
    cell = WriteOnlyCell(sheet)
    cell.style = style
    plain = cell.style_id
    cell.quotePrefix = True
    return Look(plain, cell.style_id)


_ESCAPE_SHAPED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


def sheet_text(text: str) -> str:
    """A text as it is stored in a workbook: clean, and never taken for an escape.

    The file format reads `_x0041_` as an A; its own way to write the underscore is `_x005F_`.
    """
    return _ESCAPE_SHAPED.sub("_x005F_", clean_text(text))[:LONGEST_TEXT]


def cell_xml(place: str, value: Cell | Link, style: Look) -> str:
    """A cell as the file holds it.

    Args:
        place: for example `B7`.
        value: what it shows; a number that is none (NaN) leaves it empty.
        style: how.

    Raises:
        ValueError: a moment with a time zone, which a workbook cannot hold.
    """
    if value is None or value == "":
        return f'<c r="{place}" s="{style.plain}"/>'
    if isinstance(value, Link):
        value = value.text
    if isinstance(value, str):
        inside, calculable = _text(value)
        number = style.quoted if calculable else style.plain
        return f'<c r="{place}" s="{number}" t="inlineStr"><is>{inside}</is></c>'
    if isinstance(value, date):
        value = _serial(value)
    elif isinstance(value, float | Decimal) and not isfinite(value):
        return f'<c r="{place}" s="{style.plain}"/>'
    return f'<c r="{place}" s="{style.plain}"><v>{value}</v></c>'


@lru_cache(maxsize=4096)
def _text(text: str) -> tuple[str, bool]:
    """A text as an element, and whether a spreadsheet would calculate it."""
    shown = sheet_text(text)
    edges = ' xml:space="preserve"' if shown != shown.strip() else ""
    return f"<t{edges}>{escape(shown)}</t>", looks_like_formula(clean_text(text))


@lru_cache(maxsize=4096)
def _serial(day: date) -> int | float:
    """The number by which a workbook knows a day, or a moment."""
    if isinstance(day, datetime) and day.tzinfo is not None:
        raise ValueError(f"a cell cannot hold a time zone: {day}")
    number: int | float = to_excel(day)  # type: ignore[no-untyped-call]
    return number
