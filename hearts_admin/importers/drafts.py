"""A game as it is written down, before anybody has judged it; the same from every layout."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from hearts_admin.importers.cells import name_of, whole
from hearts_admin.importers.sheet import Cell

if TYPE_CHECKING:
    from hearts_admin.importers.scoresheets import ScoreSheet


class Lines(NamedTuple):
    """The lines of players, column by column: a large file has half a million of them.

    Attributes:
        lines: lines of the file or rows of the sheet, from 1.
        players: the cells of the names.
        numbers: the cells of the points or places.
        names: what the cells of the names say (`cells.name_of`).
        values: the whole numbers in the others; None where there is none.
        player_columns: columns of the names, from 1.
        number_columns: columns of the numbers, from 1.
        places: the cells of the places beside points; empty where no column has both.
    """

    lines: Sequence[int]
    players: Sequence[Cell]
    numbers: Sequence[Cell]
    names: Sequence[str]
    values: Sequence[int | None]
    player_columns: Sequence[int]
    number_columns: Sequence[int]
    places: Sequence[Cell] = ()

    @classmethod
    def of(cls, seats: Iterable[tuple[int, Cell, Cell, int, int]]) -> Lines:
        """The lines of some players: each with line, name, number, and the columns of both."""
        columns = tuple(zip(*seats, strict=True)) or ((),) * 5
        return cls.read(*columns)

    @classmethod
    def read(
        cls,
        lines: Sequence[int],
        players: Sequence[Cell],
        numbers: Sequence[Cell],
        player_columns: Sequence[int],
        number_columns: Sequence[int],
    ) -> Lines:
        """The lines with these cells."""
        names, values = list(map(name_of, players)), list(map(whole, numbers))
        return cls(lines, players, numbers, names, values, player_columns, number_columns)

    def among(self, rows: Iterable[range]) -> Lines:
        """Some of these lines, by their numbers."""
        chosen = [number for numbers in rows for number in numbers]
        return Lines(
            [self.lines[number] for number in chosen],
            [self.players[number] for number in chosen],
            [self.numbers[number] for number in chosen],
            [self.names[number] for number in chosen],
            [self.values[number] for number in chosen],
            [self.player_columns[number] for number in chosen],
            [self.number_columns[number] for number in chosen],
            [self.places[number] for number in chosen] if self.places else (),
        )


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
        seats: the lines of the players, in the order of the file; maybe of other games, too.
        by_place: whether the numbers are places.
        deals: the score sheet they come from, if any.
        where: the table of an event at which it was played.
        first: the first line of this game in `seats`.
        stop: the line behind its last; None if there is none.
        time: the cell of the time at which it ended; "" where there is none of its own.
        time_at: line and column of the time.
        stray: a name that stands with a number beside the game's own, and its column.
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
    first: int = 0
    stop: int | None = None
    time: Cell = ""
    time_at: tuple[int, int] = (0, 0)
    stray: tuple[str, int] | None = None

    @property
    def names(self) -> Sequence[str]:
        """The players' names."""
        return self.seats.names[self.first : self.stop]

    @property
    def values(self) -> Sequence[int | None]:
        """Their points or places; None where that is no whole number."""
        return self.seats.values[self.first : self.stop]

    @property
    def places(self) -> tuple[int | None, ...]:
        """The places that stand beside their points; empty where none do."""
        return tuple(map(whole, self.seats.places[self.first : self.stop]))


def is_blank(cell: Cell) -> bool:
    """Whether nothing stands in a cell."""
    return isinstance(cell, str) and not cell.strip()
