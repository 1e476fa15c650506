"""The only place where a value becomes a cell.

Text is text whatever it looks like, numbers and days are numbers and days, unknown is empty.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from math import isfinite
from typing import TYPE_CHECKING

from openpyxl.cell import WriteOnlyCell
from openpyxl.worksheet.hyperlink import Hyperlink

from reports.formatting import clean_text, looks_like_formula

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell as SheetCell
    from openpyxl.worksheet.worksheet import Worksheet

    from reports.table import Cell

LONGEST_TEXT = 32_767


@dataclass(frozen=True, slots=True)
class Link:
    """A text that leads to another place in the workbook, such as `'Results'!A5`."""

    text: str
    target: str


_ESCAPE_SHAPED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


def sheet_text(text: str) -> str:
    """A text as it is stored in a workbook: clean, and never taken for an escape.

    The file format reads `_x0041_` as an A; its own way to write the underscore is `_x005F_`.
    """
    return _ESCAPE_SHAPED.sub("_x005F_", clean_text(text))[:LONGEST_TEXT]


def put(cell: SheetCell, value: Cell | Link) -> SheetCell:
    """Put a value into a cell, as what it is; text is marked as text.

    Otherwise openpyxl would make a formula of a text that begins with `=`, and an error of `#N/A`.

    Raises:
        ValueError: a moment with a time zone, which a workbook cannot hold.
    """
    if isinstance(value, Link):
        put(cell, value.text)
        cell.hyperlink = Hyperlink(ref="", location=value.target)
    elif isinstance(value, str):
        cell.value = sheet_text(value)
        cell.data_type = "s"
    elif isinstance(value, datetime) and value.tzinfo is not None:
        raise ValueError(f"a cell cannot hold a time zone: {value}")
    elif isinstance(value, float) and not isfinite(value):
        cell.value = None
    else:
        cell.value = value
    return cell


def new_cell(sheet: Worksheet, value: Cell | Link, style: str) -> SheetCell:
    """A cell with a value and a named style.

    A text that a spreadsheet would calculate after an edit gets the apostrophe that prevents it.
    """
    cell: SheetCell = WriteOnlyCell(sheet)
    cell.style = style
    if _calculable(value):
        cell.quotePrefix = True
    return put(cell, value)


class Slot:
    """The cell of one column, filled and written again and again: a streamed row is gone at once.

    There are two, because openpyxl keeps the look of a written cell by reference: it may not be
    changed between rows.
    """

    __slots__ = ("_plain", "_quoted")

    def __init__(self, sheet: Worksheet, style: str) -> None:
        self._plain = new_cell(sheet, None, style)
        self._quoted = new_cell(sheet, "=", style)

    def filled(self, value: Cell | Link) -> SheetCell:
        """The cell with a value, to be appended before the next is asked for."""
        return put(self._quoted if _calculable(value) else self._plain, value)


def _calculable(value: Cell | Link) -> bool:
    text = value.text if isinstance(value, Link) else value
    return isinstance(text, str) and looks_like_formula(text)
