"""Rows of a table: what their games are called, and what in them is no game and no player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import cached_property, lru_cache

from engine.order import natural
from hearts_admin.importers.cells import day_of, text_of, whole
from hearts_admin.importers.drafts import is_blank
from hearts_admin.importers.regions import cell_at
from hearts_admin.importers.sheet import Cell, Sheet
from hearts_admin.names import blind_key

FOOTERS = frozenset(
    {"total", "totals", "grand total", "subtotal", "totaal", "totalen", "eindtotaal", "subtotaal",
     "sum", "som", "average", "gemiddelde", "check", "controle"}
)  # fmt: skip
"""What stands for a player's name, or begins a row, where there is no game."""


@lru_cache(maxsize=4096, typed=True)
def is_footer(cell: Cell) -> bool:
    """Whether a cell begins a row of totals or the like."""
    return isinstance(cell, str) and blind_key(cell) in FOOTERS


class Numbering:
    """What games are called that have no name: the day's first is game 1, as if it were typed."""

    def __init__(
        self,
        rows: Sequence[Sequence[Cell]],
        day_column: int | None,
        label_of: Callable[[Sequence[Cell]], Cell] | None,
    ) -> None:
        """Number the games of a table.

        Args:
            rows: its rows.
            day_column: the column of the date, if there is one.
            label_of: what a row calls its game, if any column says so.
        """
        self._rows = rows
        self._day_column = day_column
        self._label_of = label_of
        self._counted: Counter[object] = Counter()

    def __call__(self, day: Cell) -> str:
        """The next number of a day that no other row of it has."""
        key = day_of(day) or text_of(day)
        while True:
            self._counted[key] += 1
            label = str(self._counted[key])
            if (key, natural(label)) not in self._taken:
                return label

    @cached_property
    def _taken(self) -> frozenset[tuple[object, str]]:
        label_of, column = self._label_of, self._day_column
        if label_of is None:
            return frozenset()
        days = (cell_at(row, column) for row in self._rows)
        return frozenset(
            (day_of(day) or text_of(day), natural(text_of(label_of(row))))
            for day, row in zip(days, self._rows, strict=True)
        )


def unheaded_columns(sheet: Sheet, index: int, headed: Collection[int]) -> Sequence[int]:
    """The columns to the right without a heading, whose next one has none either.

    Args:
        sheet: the sheet.
        index: the index of the row that heads them.
        headed: the columns of the players and their numbers.
    """
    heading = sheet.rows[index]
    last = max(headed)
    width = max(map(len, sheet.rows[index:]))
    return [
        column for column in range(last + 1, width - 1)
        if is_blank(cell_at(heading, column)) and is_blank(cell_at(heading, column + 1))
    ]  # fmt: skip


def stray_seat(row: Sequence[Cell], unheaded: Sequence[int]) -> tuple[str, int] | None:
    """The first name with a number beside it in columns without a heading, and its column."""
    for column in unheaded:
        name = cell_at(row, column)
        if not isinstance(name, str) or is_blank(name) or whole(cell_at(row, column + 1)) is None:
            continue
        if whole(name) is None and day_of(name) is None and not is_footer(name):
            return name.strip(), column + 1
    return None
