"""A game as it is written down, before anybody has judged it; the same from every layout."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from hearts_admin.importers.sheet import Cell

if TYPE_CHECKING:
    from hearts_admin.importers.scoresheets import ScoreSheet


class Lines(NamedTuple):
    """The lines of a game's players, column by column: a large file has half a million of them.

    Attributes:
        lines: lines of the file or rows of the sheet, from 1.
        players: the cells of the names.
        numbers: the cells of the points or places.
        player_columns: columns of the names, from 1.
        number_columns: columns of the numbers, from 1.
    """

    lines: Sequence[int]
    players: Sequence[Cell]
    numbers: Sequence[Cell]
    player_columns: Sequence[int]
    number_columns: Sequence[int]

    @classmethod
    def of(cls, seats: Iterable[tuple[int, Cell, Cell, int, int]]) -> Lines:
        """The lines of these players, each in the order of the attributes."""
        lines, players, numbers, names_at, numbers_at = tuple(zip(*seats, strict=True)) or ((),) * 5
        return cls(lines, players, numbers, names_at, numbers_at)


class EventTable(NamedTuple):
    """The table of an event, as it is written; "" for what is not."""

    event: str = ""
    round: str = ""
    table: str = ""


NOWHERE = EventTable()


class Draft(NamedTuple):
    """One game; a tuple, for a large file has a hundred thousand.

    Attributes:
        sheet: the sheet's name, "" for a text file.
        line: where the game begins.
        column: the column at which to tell what is wrong with the game as a whole.
        day: the cell of the date; "" where there is none.
        day_at: line and column of the date.
        label: the cell of what the game is called.
        label_at: line and column of the label.
        seats: the lines of the players, in the order of the file.
        by_place: whether the numbers are places.
        deals: the score sheet they come from, if any.
        where: the table of an event at which it was played.
    """

    sheet: str
    line: int
    column: int
    day: Cell
    day_at: tuple[int, int]
    label: Cell
    label_at: tuple[int, int]
    seats: Lines
    by_place: bool
    deals: ScoreSheet | None = None
    where: EventTable = NOWHERE


def is_blank(cell: Cell) -> bool:
    """Whether nothing stands in a cell."""
    return isinstance(cell, str) and not cell.strip()
