"""Head to head: a square of the leading players, and everybody with every opponent."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from openpyxl.utils import quote_sheetname

from reports.formatting import shortened
from reports.meetings import SQUARE_NOTES, Meetings
from reports.tables.meetings import listed
from reports.xlsx import styles
from reports.xlsx.book import DOT
from reports.xlsx.cells import Link
from reports.xlsx.roomfor import for_names, named, row_height
from reports.xlsx.rules import mark_groups, scale
from reports.xlsx.sheet import BAND_ROWS, Layout, laid_out

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from reports.meetings import Meeting
    from reports.model import Player
    from reports.xlsx.book import Book

SQUARE = 30
"""Players in the square; more would be too small on an A4 page."""

MOST_PAIRS = 5_000
"""Rows of the list; of more pairs those who met least are left out."""

LAYOUTS = {
    "player": Layout(30, styles.STRONG),
    "opponent": Layout(30),
    "games": Layout(11),
    "above": Layout(10),
    "level": Layout(10),
    "below": Layout(10),
    "share": Layout(12),
    "expected": Layout(12),
    "above_expectation": Layout(15, styles.PARTS),
}

_NAMES, _CELL = 27.0, 4.6
_FEWEST_CELLS = 14  # or the notes below would be cut in print
_HEADING_POINTS = 135.0
_LONGEST_HEADING = 19


def write_square(book: Book, name: str, meetings: Meetings, links: Mapping[Player, str]) -> None:
    """Write the square: how much oftener the row's player finished above the column's.

    Args:
        book: the workbook.
        name: of the sheet.
        meetings: of the book's players.
        links: where in the workbook each player's opponents are listed.
    """
    language = book.language
    everybody = [standing.player for standing in book.board.standings]
    players = everybody[:SQUARE]
    cells = max(len(players), _FEWEST_CELLS)
    layout = for_names(Layout(_NAMES, styles.STRONG), [player.name for player in players])
    sheet = book.sheet(name, [7.5, layout.width, *[_CELL] * cells])
    sheet.freeze(BAND_ROWS + 1, right_of_column=2)
    subtitle = [book.club_and_pool(), book.as_of()]
    if len(players) < len(everybody):
        subtitle.append(language.text("the first {n} players", n=len(players)))
    sheet.band(language.text("Head to head"), DOT.join(subtitle))
    names = [shortened(player.name, _LONGEST_HEADING) for player in players]
    heads = [styles.HEADING_NUMBER, styles.HEADING, *[styles.UPRIGHT] * len(players)]
    sheet.append([language.text("Place"), language.text("Player"), *names], heads, _HEADING_POINTS)
    top = sheet.row + 1
    places = {standing.player: standing.place for standing in book.board.standings}
    square = meetings.balance(players).to_numpy()
    for player, balances in zip(players, square.tolist(), strict=True):
        looks = [styles.MIRROR if other == player else styles.BALANCE for other in players]
        values = [None if isnan(balance) else int(balance) for balance in balances]
        target = links.get(player)
        shown = Link(player.name, target) if target else player.name
        high = row_height([player.name], layout.width, 17)
        sheet.append([places[player], shown, *values], [styles.PLACE, layout.style, *looks], high)
    sheet.blank(6)
    for note in SQUARE_NOTES:
        sheet.line(language.text(note), styles.SUBTITLE, 16)
    most = max((abs(each) for row in square.tolist() for each in row if not isnan(each)), default=1)
    area = f"{sheet.letter(3)}{top}:{sheet.letter(2 + len(players))}{top + len(players) - 1}"
    scale(sheet, area, -max(most, 1), max(most, 1))
    sheet.print_setup(heading_row=BAND_ROWS + 1)


def opponent_links(listed: Sequence[Meeting], name: str) -> dict[Player, str]:
    """Where each player's opponents begin on the sheet with this name, as targets of links."""
    links: dict[Player, str] = {}
    for row, meeting in enumerate(listed, start=BAND_ROWS + 2):
        links.setdefault(meeting.player, f"{quote_sheetname(name)}!A{row}")
    return links


def write_opponents(book: Book, name: str, meetings: Sequence[Meeting], least: int) -> None:
    """Write the list as a table that can be filtered.

    Args:
        book: the workbook.
        name: of the sheet.
        meetings: what to list, in this order.
        least: the fewest games that two had to meet in to be there.
    """
    language = book.language
    table = listed(meetings, language)
    names = [each.player.name for each in meetings]
    columns = named(laid_out(table.columns, LAYOUTS), names, "player", "opponent")
    sheet = book.sheet(name, [column.width for column in columns])
    sheet.freeze(BAND_ROWS + 1, right_of_column=1)
    subtitle = [book.club_and_pool(), book.as_of()]
    if least > 1:
        subtitle.append(language.text("who met in {n} games or more", n=least))
    sheet.band(language.text("Opponents"), DOT.join(subtitle))
    placed = sheet.table("Opponents", columns, table.rows)
    most = max((abs(meeting.above_expectation or 0) for meeting in meetings), default=0) or 1
    scale(sheet, placed.cells("above_expectation"), -most, most)
    mark_groups(sheet, placed, "player")
    sheet.print_setup(heading_row=BAND_ROWS + 1)
