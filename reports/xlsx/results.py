"""The results: a row a game, the players in the order in which they finished."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from reports.tables.results import results_table
from reports.xlsx import styles
from reports.xlsx.book import DOT
from reports.xlsx.roomfor import named
from reports.xlsx.rules import mark_groups
from reports.xlsx.sheet import BAND_ROWS, MOST_ROWS, Layout, laid_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reports.table import Cell, Table
    from reports.xlsx.book import Book

LAYOUTS = {
    "game": Layout(9),
    "date": Layout(12.5),
    "label": Layout(8.5, styles.ANY),
    "rules": Layout(13),
    "place": Layout(6.5, filtered=False),
    "player": Layout(20),
    "player_1": Layout(20, styles.STRONG),
    "points": Layout(7, filtered=False),
    "change": Layout(6, filtered=False),
    "remark": Layout(30),
}
_MOST_WIDTH = 28.0  # of a player, of whom four stand beside each other


def write_results(book: Book, names: Sequence[str]) -> None:
    """Write the sheets with these names: the latest day first, each full but the last."""
    board, language = book.board, book.language
    table = results_table(board, language)
    people = [standing.player.name for standing in board.standings]
    players = [column.key for column in table.columns if column.key.startswith("player")]
    columns = named(laid_out(table.columns, LAYOUTS), people, *players, most=_MOST_WIDTH)
    games = language.plural("{n} game", "{n} games", len(board.results))
    rows = book.pace.counted(_with_numbers(table))
    for number, name in enumerate(names, start=1):
        sheet = book.sheet(name, [column.width for column in columns])
        sheet.freeze(BAND_ROWS + 1, right_of_column=3)
        subtitle = [book.club_and_pool(), book.as_of(), games]
        if len(names) > 1:
            subtitle.append(language.text("part {part} of {parts}", part=number, parts=len(names)))
        sheet.band(language.text("Results"), DOT.join(subtitle))
        placed = sheet.table(
            "Results" + (str(number) if number > 1 else ""), columns, islice(rows, MOST_ROWS)
        )
        mark_groups(sheet, placed, "date")
        sheet.print_setup(heading_row=BAND_ROWS + 1)


def _with_numbers(table: Table) -> Iterator[Sequence[Cell]]:
    """The rows with labels that are numbers as numbers.

    Otherwise every game would carry the green corner by which Excel warns of numbers as text.
    """
    label = [column.key for column in table.columns].index("label")
    for row in table.rows:
        yield (*row[:label], _number(row[label]), *row[label + 1 :])


def _number(label: Cell) -> Cell:
    plain = isinstance(label, str) and label.isascii() and label.isdecimal()
    return int(label) if plain and isinstance(label, str) and str(int(label)) == label else label
