"""Score sheets as clubs keep them: a column a player, a row a deal, totals where there are any.

    deal;Anna;Bram;Cor;Dina
    1;13;7;6;0
    2;0;26;26;26
    total;13;33;32;26

Running totals may stand in rows of their own, or in columns headed "total Anna". A CSV file or the
first sheet of a workbook.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.problems import Problem
from engine.scoring import four
from engine.seats import FourInts
from hearts_admin.errors import FileFault, finding
from hearts_admin.importers.table import DELIMITERS, read_text, whole_number
from hearts_admin.names import blind_key

WORKBOOKS = (".xlsx", ".xlsm", ".xls", ".ods")

_DEALS = frozenset({"", "deal", "ronde", "spel", "nr", "no", "#", "hand", "deeltje"})
_TOTALS = frozenset({"total", "totals", "totaal", "totalen", "sum", "som", "stand", "eindstand"})


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of the sheet: a deal's points, running totals, or both.

    Attributes:
        line: in the file, 1 is the first.
        points: of the deal; None in a row of totals.
        stated: the totals, where the sheet has them here.
    """

    line: int
    points: FourInts | None
    stated: FourInts | None


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """What stands on a sheet, and what of it cannot be read."""

    names: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    problems: tuple[Problem, ...]


def read_sheet(path: Path) -> ScoreSheet:
    """Reads a score sheet.

    Raises:
        FileFault: `input.missing` and the like, `input.unreadable`, `sheet.names` (no heading with
            four players).
    """
    lines = _workbook(path) if path.suffix.lower() in WORKBOOKS else _text(read_text(path))
    filled = [(number, cells) for number, cells in lines if any(cells)]
    heading = filled[0][1] if filled else []
    labelled = bool(heading) and blind_key(heading[0]) in _DEALS | _TOTALS
    players = [(n, name) for n, name in enumerate(heading) if name and not (labelled and n == 0)]
    names = [(n, name) for n, name in players if not _owner(name)]
    totals = {blind_key(_owner(name)): n for n, name in players if _owner(name)}
    if len(names) != 4:
        told = tuple(name for _, name in names)
        raise FileFault("sheet.names", file=str(path), count=len(names), names=told)
    columns = [n for n, _ in names]
    beside = [totals.get(blind_key(name)) for _, name in names]
    rows: list[SheetRow] = []
    problems: list[Problem] = []
    for number, cells in filled[1:]:
        row = _row(number, cells, columns, beside, labelled=labelled)
        if isinstance(row, Problem):
            problems.append(row)
        else:
            rows.append(row)
    return ScoreSheet(tuple(name for _, name in names), tuple(rows), tuple(problems))


def _owner(heading: str) -> str:
    """Whose totals a column holds ("total Anna"); "" for a column of points."""
    first, _, name = heading.partition(" ")
    return name.strip() if blind_key(first) in _TOTALS else ""


def _row(
    line: int,
    cells: Sequence[str],
    columns: Sequence[int],
    beside: Sequence[int | None],
    *,
    labelled: bool,
) -> SheetRow | Problem:
    points = _four(cells, columns)
    if points is None:
        found = " ".join(_cell(cells, n) or "-" for n in columns)
        return finding("sheet.numbers", line=line, found=found)
    if labelled and blind_key(_cell(cells, 0)) in _TOTALS:
        return SheetRow(line, None, points)
    kept = [n for n in beside if n is not None]
    return SheetRow(line, points, _four(cells, kept) if len(kept) == len(columns) else None)


def _four(cells: Sequence[str], columns: Sequence[int]) -> FourInts | None:
    numbers = [whole_number(_cell(cells, n)) for n in columns]
    known = [number for number in numbers if number is not None]
    return four(known) if len(known) == len(numbers) else None


def _cell(cells: Sequence[str], n: int) -> str:
    return cells[n] if n < len(cells) else ""


def _text(text: str) -> list[tuple[int, list[str]]]:
    """The rows of a CSV file; the separator is the one that parts the heading most."""
    heading = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(reversed(DELIMITERS), key=heading.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    return [(reader.line_num, [cell.strip() for cell in row]) for row in reader]


def _workbook(path: Path) -> list[tuple[int, list[str]]]:
    """The rows of a workbook's first sheet; whole numbers come as decimals there."""
    from python_calamine import CalamineError, CalamineWorkbook

    if not path.exists():
        raise FileFault("input.missing", file=str(path))
    try:
        book = CalamineWorkbook.from_path(str(path))
        rows = book.get_sheet_by_index(0).to_python(skip_empty_area=False)
    except (CalamineError, OSError) as error:
        raise FileFault("input.unreadable", file=str(path), detail=str(error)) from error
    return [
        (number, [_written(cell) for cell in cells]) for number, cells in enumerate(rows, start=1)
    ]


def _written(cell: object) -> str:
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).strip()
