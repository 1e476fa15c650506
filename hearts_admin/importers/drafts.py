"""A game as it is written down, before anybody has judged it; the same from every layout."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hearts_admin.importers.sheet import Cell

if TYPE_CHECKING:
    from hearts_admin.importers.scoresheets import ScoreSheet


class SeatDraft(NamedTuple):
    """One player's line; a tuple, for a large file has half a million.

    Attributes:
        line: line of the file or row of the sheet, from 1.
        player: the name's cell.
        number: the cell of the points or the place.
        player_column: column of the name, from 1.
        number_column: column of the number, from 1.
    """

    line: int
    player: Cell
    number: Cell
    player_column: int
    number_column: int


class EventTable(NamedTuple):
    """The table of an event, as it is written; "" for what is not."""

    event: str = ""
    round: str = ""
    table: str = ""


NOWHERE = EventTable()


class Draft(NamedTuple):
    """One game; a tuple, as its lines are.

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
    seats: tuple[SeatDraft, ...]
    by_place: bool
    deals: ScoreSheet | None = None
    where: EventTable = NOWHERE


def is_blank(cell: Cell) -> bool:
    """Whether nothing stands in a cell."""
    return isinstance(cell, str) and not cell.strip()
