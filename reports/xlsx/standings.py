"""The standings: the sheet that is opened first, and hangs on the wall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.table import Column
from reports.xlsx import styles
from reports.xlsx.book import DOT
from reports.xlsx.cells import Link
from reports.xlsx.rules import award_medals, colour_moves
from reports.xlsx.sheet import BAND_ROWS, SheetColumn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from reports.language import Language
    from reports.model import Player, Standing
    from reports.table import Cell
    from reports.xlsx.book import Book


def standings_columns(language: Language) -> list[SheetColumn]:
    """The columns of the standings."""
    text = language.text
    return [
        SheetColumn(Column("place", text("Place"), "number"), 9, styles.PLACE),
        SheetColumn(Column("player", text("Player")), 29, styles.STRONG),
        SheetColumn(Column("rating", text("Rating"), "number"), 11, styles.STRONG_NUMBER),
        SheetColumn(Column("change", text("Change"), "change"), 12, styles.MOVE),
        SheetColumn(Column("previous_place", text("Place before"), "number"), 10.5),
        SheetColumn(Column("games", text("Games"), "count"), 11),
        SheetColumn(Column("wins", text("Won"), "count"), 9.5),
        SheetColumn(Column("second", text("2nd"), "count"), 6.5, filtered=False),
        SheetColumn(Column("third", text("3rd"), "count"), 6.5, filtered=False),
        SheetColumn(Column("fourth", text("4th"), "count"), 6.5, filtered=False),
        SheetColumn(Column("average_place", text("Average place"), "decimal"), 11),
        SheetColumn(Column("decay", text("Decay"), "number"), 10, styles.QUIET),
        SheetColumn(Column("last_played", text("Last played"), "date"), 14),
    ]


def write_standings(book: Book, name: str, links: Mapping[Player, str]) -> None:
    """Write the sheet; `links` tells where in the workbook each player's history begins."""
    board, language = book.board, book.language
    columns = standings_columns(language)
    sheet = book.sheet(name, [column.width for column in columns])
    sheet.page.sheet_properties.tabColor = styles.HEARTS
    sheet.freeze(BAND_ROWS + 1, right_of_column=2)
    sheet.band(language.text("Standings"), _subtitle(book))
    rows = (_row(standing, links[standing.player]) for standing in board.standings)
    placed = sheet.table("Standings", columns, rows, row_height=18)
    award_medals(sheet, placed, "place")
    colour_moves(sheet, placed, "change")
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


def _row(standing: Standing, target: str) -> tuple[Cell | Link, ...]:
    return (
        standing.place,
        Link(standing.player.name, target),
        standing.rating,
        standing.change,
        standing.previous_place,
        standing.games,
        *standing.finishes,
        standing.average_place,
        standing.decay,
        standing.last_played,
    )
