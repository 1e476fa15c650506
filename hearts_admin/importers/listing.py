"""A plain list in a file: the columns it heads, and the rows below as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.problems import Problem
from hearts_admin.importers import table
from hearts_admin.importers.cells import text_of
from hearts_admin.importers.drafts import is_blank
from hearts_admin.importers.sheet import Sheet, first_line, heading_words, place
from hearts_admin.names import blind_key


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a list.

    Attributes:
        number: line of the file or row of the sheet, 1 is the first.
        cells: text by column key, blanks stripped; columns the row lacks are "".
    """

    number: int
    cells: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Listing:
    """A list read from a file.

    Attributes:
        sheet: the sheet it stands on, "" for a text file.
        columns: position by column key, from 0.
        lines: the rows that hold any text.
    """

    sheet: str
    columns: Mapping[str, int]
    lines: tuple[Line, ...]

    def at(self, problem: Problem, line: Line, key: str) -> Problem:
        """A problem with its place: the cell of a column."""
        return place(problem, self.sheet, line.number, self.columns[key] + 1)


def find_listing(
    sheets: Sequence[Sheet], name: str, synonyms: Mapping[str, Sequence[str]], required: str
) -> Listing:
    """The list on the first sheet that has one.

    Args:
        sheets: the sheets of a file.
        name: the file's name, for errors.
        synonyms: column key -> the words that head it, in any language, case and accents aside.
        required: the column without which a row is no heading.

    Raises:
        FileFault: `input.no_heading`.
    """
    words = heading_words(synonyms)
    best: tuple[str, int, Mapping[str, int]] = ("", 0, {})
    for sheet in sheets:
        index, columns = _heading(sheet, words)
        if required in columns:
            rows = zip(sheet.lines[index + 1 :], sheet.rows[index + 1 :], strict=True)
            lines = (
                Line(
                    number,
                    {
                        key: text_of(row[position]) if position < len(row) else ""
                        for key, position in columns.items()
                    },
                )
                for number, row in rows
                if not all(map(is_blank, row))
            )
            return Listing(sheet.name, columns, tuple(lines))
        if len(columns) > len(best[2]):
            best = (sheet.name, sheet.lines[index], columns)
    at, line, headed = best
    raise table.no_heading(name, (required,), headed, at, line)


def _heading(sheet: Sheet, words: Mapping[str, str]) -> tuple[int, dict[str, int]]:
    """The row that heads most columns."""
    best: tuple[int, dict[str, int]] = (0, {})
    for index, row in enumerate(sheet.rows[: table.HEADING_LINES]):
        columns: dict[str, int] = {}
        for position, cell in enumerate(row):
            key = words.get(blind_key(first_line(cell))) if isinstance(cell, str) else None
            if key is not None:
                columns.setdefault(key, position)
        if len(columns) > len(best[1]):
            best = (index, columns)
    return best
