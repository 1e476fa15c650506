"""Files as sheets of cells: csv, xlsx, xls and ods, in bounded memory; formulas never calculated.

What a file is, its first bytes say, not its name. Macros are not run and links to other files are
not followed: only the values that stand in the cells are read.
"""

from __future__ import annotations

import csv
import datetime as dt
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from engine.problems import Problem
from hearts_admin.errors import FileFault
from hearts_admin.importers import container, table
from hearts_admin.names import blind_key

Cell = str | float | bool | dt.date | dt.time | dt.timedelta
"""What stands in a cell; "" where nothing does."""

WIDEST = 1_000
"""A row of more columns is no row of results."""

TALLEST_MERGE = 1_000
"""Rows over which the value of a merged cell is taken to stand."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The cells of one sheet.

    Attributes:
        name: the sheet's name; "" for a text file, which has only one.
        rows: cells by row and column; rows may differ in length.
        lines: line of the file, or row of the sheet, of each row; 1 is the first.
    """

    name: str
    rows: Sequence[Sequence[Cell]]
    lines: Sequence[int]

    def by_line(self) -> list[Sequence[Cell]]:
        """The rows, each at the index of its line less one."""
        placed: list[Sequence[Cell]] = []
        for row, line in zip(self.rows, self.lines, strict=True):
            placed += [()] * (line - 1 - len(placed))
            placed.append(row)
        return placed


def read_sheets(path: Path, words: Mapping[str, str]) -> tuple[Sheet, ...]:
    """The sheets of a file.

    Args:
        path: csv, xlsx, xls or ods.
        words: what may head a column (blind keys); decides the separator of a text file.

    Raises:
        FileFault: `input.missing`, `input.unreadable`, `input.empty`, `input.not_text`,
            `input.malformed`, `input.too_large`, `input.dangerous`, `input.no_sheet`.
    """
    container.require_size(path)
    if container.is_workbook(path):
        return tuple(_workbook(path))
    return (text_sheet(table.read_text(path), str(path), words),)


def text_sheet(text: str, name: str, words: Mapping[str, str]) -> Sheet:
    """A text file as a sheet; the line with most headings decides the separator.

    Lines above the heading are read one by one: a stray quotation mark in a title is no business
    of the rows below it.

    Raises:
        FileFault: `input.malformed` (a quote never closed, a cell too large), `input.too_large`.
    """
    start, delimiter, _ = table.find_heading(text, words)
    stream = io.StringIO(text, newline="")
    above = list(islice(stream, start))
    rows: list[Sequence[Cell]] = [
        next(csv.reader([line[: table.HEADING_LENGTH]], delimiter=delimiter), []) for line in above
    ]
    lines = list(range(1, start + 1))
    reader = csv.reader(stream, delimiter=delimiter, strict=True)
    quoted = '"' in text  # else no cell, and so no row, stands on several lines
    number = start + 1
    try:
        for cells in reader:
            if len(cells) > WIDEST:
                raise FileFault("input.too_large", file=name)
            rows.append(cells)
            if quoted:
                lines.append(number)
                number = start + reader.line_num + 1
    except csv.Error as error:
        raise FileFault(
            "input.malformed", file=name, line=start + reader.line_num, detail=str(error)
        ) from error
    return Sheet("", rows, lines if quoted else range(1, len(rows) + 1))


def heading_words(synonyms: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Blind key of every word that heads a column -> the column's key."""
    return {blind_key(word): key for key, words in synonyms.items() for word in words}


def first_line(text: str) -> str:
    r"""What heads a column, without the remark that stands below it in the same cell.

    >>> first_line("Punten\n(laag is goed)")
    'Punten'
    """
    return text.strip().partition("\n")[0]


def cell_name(row: int, column: int) -> str:
    """A cell as spreadsheets call it; both count from 1.

    >>> cell_name(12, 3), cell_name(1, 28)
    ('C12', 'AB1')
    """
    letters = ""
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row}"


def place(problem: Problem, sheet: str, line: int, column: int) -> Problem:
    """A problem at a cell of a sheet; in a text file at the line."""
    if not sheet:
        return problem.at(line)
    fields = {**problem.fields, "sheet": sheet, "cell": cell_name(line, column)}
    return Problem(problem.kind, problem.code, fields, line, column)


def _workbook(path: Path) -> Iterator[Sheet]:
    from python_calamine import CalamineWorkbook, SheetTypeEnum

    container.require_harmless(path)
    with container.reading(path):
        book = CalamineWorkbook.from_path(str(path))
        for metadata in book.sheets_metadata:
            if metadata.typ != SheetTypeEnum.WorkSheet:
                continue
            sheet = book.get_sheet_by_name(metadata.name)
            rows: list[list[Cell]] = sheet.to_python(skip_empty_area=False)
            _fill_merged(rows, sheet.merged_cell_ranges or ())
            yield Sheet(metadata.name.strip(), rows, range(1, len(rows) + 1))


def _fill_merged(
    rows: list[list[Cell]], ranges: Sequence[tuple[tuple[int, int], tuple[int, int]]]
) -> None:
    """A cell merged over several rows of one column says the same of each of them."""
    for (top, left), (bottom, right) in ranges:
        if left != right or bottom - top > TALLEST_MERGE or top >= len(rows):
            continue
        value = rows[top][left] if left < len(rows[top]) else ""
        for row in rows[top + 1 : bottom + 1]:
            if left < len(row) and row[left] == "":
                row[left] = value
