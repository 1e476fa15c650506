"""What stands above a small table on a sheet: its title, the date, the event it belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hearts_admin.importers.cells import day_of, text_of
from hearts_admin.importers.drafts import is_blank
from hearts_admin.importers.headings import HEADING_ROWS
from hearts_admin.importers.sheet import Cell, Sheet
from hearts_admin.names import blind_key

SUMMARIES = frozenset(
    {"standings", "stand", "eindstand", "tussenstand", "ranking", "klassement", "summary",
     "samenvatting", "overzicht", "totals", "totalen", "ranglijst", "leaderboard"}
)  # fmt: skip
"""Words in the name of a sheet, or in the title of a table, that repeats results."""

_TITLE = re.compile(r"(?i)(?:game|spel|potje|partij|tafel|table)\b[\s:#.]*(.*)")
_EVENT = re.compile(r"(?i)(?:event|evenement|toernooi|tournament|clubavond)\b[\s:#.]*(.*)")
_ROUND = re.compile(r"(?i)(?:round|ronde)\b[\s:#.]*(.*)")
_TABLE = re.compile(r"(?i)(?:table|tafel)\b[\s:#.]*(.*)")
_WORD = re.compile(r"\w+")


class Region:
    """The rows between two tables, where title and date stand."""

    def __init__(
        self, sheet: Sheet, start: int, stop: int, left: int = 0, right: int | None = None
    ) -> None:
        """Look at a part of a sheet.

        Args:
            sheet: the sheet.
            start: the index of the first row.
            stop: the index of the row below the last.
            left: the first column, from 0.
            right: the column behind the last; None for all.
        """
        self._sheet = sheet
        self._rows = range(max(start, stop - 3 * HEADING_ROWS), stop)
        self._columns = slice(left, right)

    @property
    def text(self) -> str:
        """All that is written in it."""
        cells = (cell for row in self._upwards() for _, cell in row)
        return " ".join(cell for cell in cells if isinstance(cell, str))

    @property
    def label(self) -> str:
        """What the game is called: the title nearest to the table."""
        return self._beside(_TITLE)

    @property
    def event(self) -> str:
        """The event it belongs to; "" for none."""
        return self._beside(_EVENT)

    @property
    def round(self) -> str:
        """The round within the event."""
        return self._beside(_ROUND)

    @property
    def table(self) -> str:
        """The table within the round."""
        return self._beside(_TABLE)

    def _beside(self, title: re.Pattern[str]) -> str:
        """What stands after a word, in its cell or in the next one that is filled."""
        for row in self._upwards():
            for position, (_, cell) in enumerate(row):
                found = title.fullmatch(cell.strip()) if isinstance(cell, str) else None
                if found:
                    beside = (
                        text_of(each) for _, each in row[position + 1 :] if not is_blank(each)
                    )
                    return found[1].strip() or next(beside, "")
        return ""

    @property
    def day(self) -> tuple[Cell, tuple[int, int]] | None:
        """The date and where it stands: beside the word, else the only one there is."""
        dates: list[tuple[Cell, tuple[int, int]]] = []
        for row in self._upwards():
            for position, (here, cell) in enumerate(row):
                if isinstance(cell, str) and blind_key(cell) in {"date", "datum"}:
                    beside = row[position + 1][1] if position + 1 < len(row) else ""
                    return beside if day_of(beside) else "", (here[0], here[1] + 1)
                if day_of(cell):
                    dates.append((cell, here))
        return dates[0] if len({day_of(cell) for cell, _ in dates}) == 1 else None

    def _upwards(self) -> Iterator[Sequence[tuple[tuple[int, int], Cell]]]:
        """The rows from the last one on, each cell with its line and column."""
        first = self._columns.start
        for index in reversed(self._rows):
            line = self._sheet.lines[index]
            cells = self._sheet.rows[index][self._columns]
            yield [((line, first + n), cell) for n, cell in enumerate(cells, start=1)]


def begins_title(row: Sequence[Cell]) -> bool:
    """Whether a row begins the next table: its first words are those of a title."""
    first = next((cell for cell in row if not is_blank(cell)), "")
    return isinstance(first, str) and bool(_TITLE.fullmatch(first.strip()))


def is_summary(text: str) -> bool:
    """Whether a name or title is that of a table which repeats results."""
    return any(word.casefold() in SUMMARIES for word in _WORD.findall(text))


def day_in(name: str) -> Cell:
    """The name of a sheet if it is a date, else ""."""
    return name if day_of(name) else ""


def cell_at(row: Sequence[Cell], column: int | None) -> Cell:
    """A cell of a row, "" where the row is shorter or there is no such column."""
    return row[column] if column is not None and column < len(row) else ""
