"""The standings: the sheet that is opened first, and hangs on the wall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.tables.standings import standings_table
from reports.xlsx import styles
from reports.xlsx.book import DOT
from reports.xlsx.cells import Link
from reports.xlsx.roomfor import named, row_height
from reports.xlsx.rules import award_medals, colour_moves
from reports.xlsx.sheet import BAND_ROWS, Layout, laid_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from reports.model import Player
    from reports.table import Cell, Table
    from reports.xlsx.book import Book

LAYOUTS = {
    "place": Layout(9, styles.PLACE),
    "player": Layout(29, styles.STRONG),
    "rating": Layout(11, styles.STRONG_NUMBER),
    "change": Layout(12, styles.MOVE),
    "previous_place": Layout(10.5),
    "games": Layout(11),
    "wins": Layout(9.5),
    "second": Layout(6.5, filtered=False),
    "third": Layout(6.5, filtered=False),
    "fourth": Layout(6.5, filtered=False),
    "average_place": Layout(11),
    "decay": Layout(10, styles.QUIET),
    "last_played": Layout(14),
}


def write_standings(book: Book, name: str, links: Mapping[Player, str]) -> None:
    """Write the sheet; `links` tells where in the workbook each player's history begins."""
    board, language = book.board, book.language
    table = standings_table(board, language)
    names = [standing.player.name for standing in board.standings]
    columns = named(laid_out(table.columns, LAYOUTS), names, "player")
    wide = next(column.width for column in columns if column.column.key == "player")
    sheet = book.sheet(name, [column.width for column in columns])
    sheet.page.sheet_properties.tabColor = styles.argb(book.style.colours.main)
    sheet.freeze(BAND_ROWS + 1, right_of_column=2)
    sheet.band(language.text("Standings"), _subtitle(book))
    targets = [links[standing.player] for standing in board.standings]
    rows = book.pace.counted(_linked(table, targets))
    heights = [row_height([each], wide, 18) for each in names]
    placed = sheet.table("Standings", columns, rows, row_height=heights)
    award_medals(sheet, placed, "place", book.style.colours)
    colour_moves(sheet, placed, "change", book.style.colours)
    if not board.standings:
        sheet.line(language.text("No rated games yet"), styles.SUBTITLE)
    sheet.print_setup(heading_row=BAND_ROWS + 1)


def _subtitle(book: Book) -> str:
    board, language = book.board, book.language
    parts = [
        book.club_and_pool(),
        book.as_of(),
        language.plural("{n} player", "{n} players", len(board.standings)),
        language.plural("{n} game", "{n} games", len(board.results)),
    ]
    if board.compared_with:
        day = language.date(board.compared_with)
        parts.append(language.text("compared with {day}", day=day))
    return DOT.join(parts)


def _linked(table: Table, targets: Sequence[str]) -> Iterator[list[Cell | Link]]:
    """The rows, each player's name leading to the target beside it."""
    column = [item.key for item in table.columns].index("player")
    for row, target in zip(table.rows, targets, strict=True):
        cells: list[Cell | Link] = list(row)
        cells[column] = Link(str(row[column]), target)
        yield cells
