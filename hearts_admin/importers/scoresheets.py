"""Score sheets as clubs keep them: a column a player, a row a deal, totals where there are any.

    deal;Anna;Bram;Cor;Dina
    1;13;7;6;0
    2;0;26;26;26
    total;13;33;32;26

Running totals may stand in rows of their own, or in columns headed "total Anna". A CSV file or the
first sheet of a workbook.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.problems import Problem
from engine.scoring import four
from engine.seats import FourInts
from hearts_admin.errors import finding
from hearts_admin.importers.cells import text_of, whole
from hearts_admin.importers.sheet import Cell
from hearts_admin.importers.table import whole_number
from hearts_admin.names import blind_key

DEALS = frozenset({"", "deal", "ronde", "spel", "nr", "no", "#", "hand", "deeltje"})
"""What heads the column of the deals' numbers."""

TOTALS = frozenset({"total", "totals", "totaal", "totalen", "sum", "som", "stand", "eindstand"})
"""What stands before a row of totals."""

DEAL_WORDS = {word: "deal" for word in DEALS | TOTALS if word}
"""By these the separator of a text file is found."""


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


@dataclass(frozen=True, slots=True)
class SheetColumns:
    """What stands in which column of a score sheet, from 0.

    Attributes:
        names: the players' names.
        columns: their columns.
        totals: the columns of their running totals; None where there is none.
        labelled: whether the first column numbers the deals.
    """

    names: tuple[str, ...]
    columns: tuple[int, ...]
    totals: tuple[int | None, ...]
    labelled: bool

    @classmethod
    def of(cls, heading: Sequence[str]) -> SheetColumns:
        """The columns that a heading names."""
        labelled = bool(heading) and is_deal_heading(heading[0])
        players = [
            (n, name) for n, name in enumerate(heading) if name and not (labelled and n == 0)
        ]
        names = [(n, name) for n, name in players if not _owner(name)]
        totals = {blind_key(_owner(name)): n for n, name in players if _owner(name)}
        return cls(
            tuple(name for _, name in names),
            tuple(n for n, _ in names),
            tuple(totals.get(blind_key(name)) for _, name in names),
            labelled,
        )

    def read(self, rows: Iterable[tuple[int, Sequence[str]]]) -> ScoreSheet:
        """The rows below the heading, each with its line."""
        good: list[SheetRow] = []
        problems: list[Problem] = []
        for number, cells in rows:
            row = _row(number, cells, self.columns, self.totals, labelled=self.labelled)
            if isinstance(row, Problem):
                problems.append(row)
            else:
                good.append(row)
        return ScoreSheet(self.names, tuple(good), tuple(problems))


@lru_cache(maxsize=4096)
def is_deal_heading(text: str) -> bool:
    """Whether a word heads the column that numbers the deals of a sheet."""
    return blind_key(text) in DEALS | TOTALS


def is_total(text: str) -> bool:
    """Whether a word stands before a row of totals."""
    return blind_key(text) in TOTALS


def _owner(heading: str) -> str:
    """Whose totals a column holds ("total Anna"); "" for a column of points."""
    first, _, name = heading.partition(" ")
    return name.strip() if is_total(first) else ""


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
    if labelled and is_total(_cell(cells, 0)):
        return SheetRow(line, None, points)
    kept = [n for n in beside if n is not None]
    return SheetRow(line, points, _four(cells, kept) if len(kept) == len(columns) else None)


def _four(cells: Sequence[str], columns: Sequence[int]) -> FourInts | None:
    numbers = [whole_number(_cell(cells, n)) for n in columns]
    known = [number for number in numbers if number is not None]
    return four(known) if len(known) == len(numbers) else None


def _cell(cells: Sequence[str], n: int) -> str:
    return cells[n] if n < len(cells) else ""


def written(row: Iterable[Cell]) -> list[str]:
    """The cells of a row as they read: whole numbers without decimals, however they are kept.

    >>> written(["Anna", 13.0, "7,0", ""])
    ['Anna', '13', '7', '']
    """
    return [text_of(cell if (number := whole(cell)) is None else number) for cell in row]
