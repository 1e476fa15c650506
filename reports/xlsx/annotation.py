"""Remarks written into a copy of somebody's own workbook: on the cells, coloured and commented."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.formatting import clean_text, looks_like_formula
from reports.output import replacing

if TYPE_CHECKING:
    from pathlib import Path

    from openpyxl import Workbook
    from openpyxl.cell.cell import Cell as SheetCell
    from openpyxl.worksheet.worksheet import Worksheet

Value = str | float | bool | dt.date | dt.time | dt.timedelta

AUTHOR = "hearts-admin"
"""Who the comments are from; an older comment of ours is replaced, others are kept."""

FILL = "FFF2A0A0"
"""Colour of a cell with a remark."""

MOST_ROWS = 50_000
"""Rows of a sheet that are copied where only the values can be."""

_LINE_HEIGHT = 18
_WIDTH = 320


@dataclass(frozen=True, slots=True)
class Remark:
    """What is to be said at a cell.

    Attributes:
        sheet: the sheet's name as the file has it.
        row: from 1.
        column: from 1; None colours the whole row and comments its first cell.
        text: the sentence.
    """

    sheet: str
    row: int
    column: int | None
    text: str


def write_copy(
    out: Path,
    remarks: Iterable[Remark],
    *,
    workbook: Path | None,
    sheets: Mapping[str, Sequence[Sequence[Value]]],
) -> None:
    """Writes a copy of a workbook with remarks in it.

    Args:
        out: the copy.
        remarks: what to say where.
        workbook: an xlsx whose formulas and formats are kept; None to copy only values.
        sheets: name -> rows; the values, for a file that is no xlsx.

    Raises:
        OutputError: the copy cannot be written.
    """
    with replacing(out) as temporary:
        book = _of_values(sheets) if workbook is None else _opened(workbook)
        by_name = {sheet.title.strip(): sheet for sheet in book.worksheets}
        for (name, row, column), texts in _by_cell(remarks).items():
            sheet = by_name.get(name)
            if sheet is not None:
                _mark(sheet, row, column, "\n".join(texts))
        book.save(temporary)


def _by_cell(remarks: Iterable[Remark]) -> dict[tuple[str, int, int | None], list[str]]:
    cells: dict[tuple[str, int, int | None], list[str]] = {}
    for remark in remarks:
        texts = cells.setdefault((remark.sheet, remark.row, remark.column), [])
        if remark.text not in texts:
            texts.append(remark.text)
    return cells


def _opened(workbook: Path) -> Workbook:
    from openpyxl import load_workbook

    return load_workbook(workbook, rich_text=True)


def _of_values(sheets: Mapping[str, Sequence[Sequence[Value]]]) -> Workbook:
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for number, row in enumerate(rows[:MOST_ROWS], start=1):
            for column, value in enumerate(row, start=1):
                if value != "":
                    _put(sheet.cell(number, column), value)
    return book


def _put(cell: SheetCell, value: Value) -> None:
    if not isinstance(value, str):
        cell.value = value
        return
    shown = clean_text(value)
    cell.value = shown
    if looks_like_formula(shown):
        cell.data_type = "s"
        cell.quotePrefix = True


def _mark(sheet: Worksheet, row: int, column: int | None, text: str) -> None:
    from openpyxl.comments import Comment
    from openpyxl.styles import PatternFill

    fill = PatternFill("solid", start_color=FILL, end_color=FILL)
    last = column or max(1, sheet.max_column)
    for number in range(column or 1, last + 1):
        _top_left(sheet, row, number).fill = fill
    cell = _top_left(sheet, row, column or 1)
    old = cell.comment
    if old is not None and old.author != AUTHOR:
        text = f"{text}\n\n{old.text}"
    lines = sum(1 + len(line) // 45 for line in text.splitlines())
    cell.comment = Comment(text, AUTHOR, height=_LINE_HEIGHT * (lines + 1), width=_WIDTH)


def _top_left(sheet: Worksheet, row: int, column: int) -> SheetCell:
    """A cell, or the one that shows in its place where cells are merged."""
    for merged in sheet.merged_cells.ranges:
        if merged.min_row <= row <= merged.max_row and merged.min_col <= column <= merged.max_col:
            row, column = merged.min_row, merged.min_col
    cell: SheetCell = sheet.cell(row, column)  # type: ignore[assignment]  # never a merged one
    return cell
