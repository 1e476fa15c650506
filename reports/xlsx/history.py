"""The rating history, on as many sheets as it needs."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from openpyxl.utils import quote_sheetname

from reports.tables.history import by_name, history_table
from reports.xlsx import styles
from reports.xlsx.book import DOT
from reports.xlsx.roomfor import named
from reports.xlsx.rules import mark_groups
from reports.xlsx.sheet import BAND_ROWS, MOST_ROWS, Layout, laid_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reports.language import Language
    from reports.model import Leaderboard, Player
    from reports.xlsx.book import Book

LAYOUTS = {
    "player": Layout(30),
    "date": Layout(15),
    "cause": Layout(20),
    "game": Layout(11),
    "place": Layout(11),
    "change": Layout(12),
    "rating": Layout(12, styles.STRONG_NUMBER),
    "reason": Layout(34),
}


def player_links(board: Leaderboard, language: Language, names: Sequence[str]) -> dict[Player, str]:
    """Where each player's history begins on the sheets with these names, as targets of links."""
    links: dict[Player, str] = {}
    passed = 0
    for player in by_name(board, language):
        part, row = divmod(passed, MOST_ROWS)
        links[player] = f"{quote_sheetname(names[part])}!A{row + BAND_ROWS + 2}"
        passed += board.history.length(player)
    return links


def write_history(book: Book, names: Sequence[str]) -> None:
    """Write the sheets with these names, each full but the last."""
    board, language = book.board, book.language
    table = history_table(board, language)
    people = [standing.player.name for standing in board.standings]
    columns = named(laid_out(table.columns, LAYOUTS), people, "player")
    rows = book.pace.counted(table.rows)
    for number, name in enumerate(names, start=1):
        sheet = book.sheet(name, [column.width for column in columns])
        sheet.freeze(BAND_ROWS + 1, right_of_column=1)
        subtitle = [book.club_and_pool(), book.as_of()]
        if len(names) > 1:
            subtitle.append(language.text("part {part} of {parts}", part=number, parts=len(names)))
        sheet.band(language.text("Rating history"), DOT.join(subtitle))
        placed = sheet.table(
            "RatingHistory" + (str(number) if number > 1 else ""), columns, islice(rows, MOST_ROWS)
        )
        mark_groups(sheet, placed, "player")
        sheet.print_setup(heading_row=BAND_ROWS + 1)
