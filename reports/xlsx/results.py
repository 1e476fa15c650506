"""The results: a row a game, the players in the order in which they finished."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.table import Column
from reports.xlsx import styles
from reports.xlsx.book import DOT
from reports.xlsx.rules import mark_groups
from reports.xlsx.sheet import BAND_ROWS, SheetColumn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reports.language import Language
    from reports.model import ResultLine, SeatLine
    from reports.table import Cell
    from reports.xlsx.book import Book

SEATS = 4


def results_columns(language: Language, *, rules: bool, remarks: bool) -> list[SheetColumn]:
    """The columns of the results; those for rule sets and remarks only where there are any."""
    text = language.text
    columns = [
        SheetColumn(Column("game", text("Game"), "number"), 9),
        SheetColumn(Column("date", text("Date"), "date"), 12.5),
        SheetColumn(Column("label", text("Label")), 8.5, styles.ANY),
    ]
    if rules:
        columns.append(SheetColumn(Column("rules", text("Rules")), 13))
    for n in range(1, SEATS + 1):
        columns += [
            SheetColumn(
                Column(f"place_{n}", text("Place {n}", n=n), "number"), 6.5, filtered=False
            ),
            SheetColumn(
                Column(f"player_{n}", text("Player {n}", n=n)), 20, styles.STRONG if n == 1 else ""
            ),
            SheetColumn(
                Column(f"points_{n}", text("Points {n}", n=n), "number"), 7, filtered=False
            ),
            SheetColumn(Column(f"change_{n}", text("± {n}", n=n), "change"), 6, filtered=False),
        ]
    if remarks:
        columns.append(SheetColumn(Column("remark", text("Remark")), 30))
    return columns


def write_results(book: Book, name: str) -> None:
    """Write the sheet: the latest day first, on a day in the order in which it was played."""
    board, language = book.board, book.language
    rules = any(result.rules for result in board.results)
    remarks = any(result.remark for result in board.results)
    columns = results_columns(language, rules=rules, remarks=remarks)
    sheet = book.sheet(name, [column.width for column in columns])
    sheet.freeze(BAND_ROWS + 1, right_of_column=3)
    games = language.plural("{n} game", "{n} games", len(board.results))
    sheet.band(language.text("Results"), DOT.join((book.club_and_pool(), book.as_of(), games)))
    latest_first = sorted(board.results, key=lambda result: result.on, reverse=True)
    rows = (tuple(_row(result, rules=rules, remarks=remarks)) for result in latest_first)
    placed = sheet.table("Results", columns, rows)
    mark_groups(sheet, placed, "date")
    sheet.print_setup(heading_row=BAND_ROWS + 1)


def _row(result: ResultLine, *, rules: bool, remarks: bool) -> Iterator[Cell]:
    yield from (result.id, result.on, _label(result.label))
    if rules:
        yield result.rules
    seats = sorted(result.seats, key=_finish)
    for n in range(SEATS):
        if n < len(seats):
            seat = seats[n]
            yield from (seat.place, seat.player.name, seat.points, seat.change)
        else:
            yield from (None, None, None, None)
    if remarks:
        yield result.remark or None


def _finish(seat: SeatLine) -> tuple[int, int]:
    return (seat.place or SEATS + 1, "NESW".find(seat.seat))


def _label(label: str) -> Cell:
    """A label that is a number as a number, or every game would carry Excel's green warning."""
    plain = label.isascii() and label.isdecimal() and str(int(label)) == label
    return int(label) if plain else label or None
