"""Seating lists for the wall: a sheet a round by table, and one of everybody by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.seatings import chairs, seat_letters, seat_names
from reports.xlsx import paperstyles as looks
from reports.xlsx.paperbook import NOBODY
from reports.xlsx.roomfor import big_height, needed_width
from reports.xlsx.sheet import PADDING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reports.eventmodel import RoundSeating
    from reports.seatings import Chair
    from reports.xlsx.paperbook import PaperBook
    from reports.xlsx.sheet import Orientation

_ROUND_WIDTHS = (13.0, 32.0, 32.0, 32.0, 32.0)
_LOWEST = 36.0  # of the row of a table, in points
_MOST_AIR = 36.0  # more than a row needs, where the page is not full
_TABLES_HIGH = 345.0  # of all of them where they fit on one page, with those who sit out below
_OUT_LETTERS = 95  # of a line of those who sit out

_PORTRAIT_ROUNDS = 8  # more stand on a page on its side
_NAME_WIDTH = 31.0  # at least
_ROOM = {"portrait": 98.0, "landscape": 145.0}
_WIDEST, _NARROWEST = 16.0, 7.0  # of a round, where a name needs the room
_LIST_SIZE = 14  # of letters, in points


def write_round(book: PaperBook, name: str, one: RoundSeating) -> None:
    """Write the tables of a round, readable from two metres, and who sits out."""
    text = book.language.text
    sheet = book.sheet(name, _ROUND_WIDTHS, "landscape")
    sheet.freeze(4)
    book.wall_head(sheet, text("Round {n}", n=one.number))
    seats = seat_names(book.language)
    heads = (text("Table"), *seats)
    styles = (looks.WALL_HEADING, *[looks.WALL_HEADING_NAME] * len(seats))
    heading = sheet.append(heads, styles, 30)
    names = [[player.name if player else NOBODY for player in each.seats] for each in one.tables]
    size, heights = _fitted(names)
    row = (looks.WALL_TABLE, *[looks.WALL_NAMES[size]] * len(seats))
    for table, seated, high in zip(one.tables, names, heights, strict=True):
        sheet.append((table.number, *seated), row, high)
    if one.sitting_out:
        players = ", ".join(player.name for player in one.sitting_out)
        out = text("Sitting out: {players}", players=players)
        sheet.blank(10)
        row_out = sheet.line(out, looks.WALL_NOTE, 28 * (1 + len(out) // _OUT_LETTERS))
        sheet.merge(row_out, 1, len(_ROUND_WIDTHS))
    sheet.print_setup(heading_row=1, heading_to=heading)


def _fitted(tables: Sequence[Sequence[str]]) -> tuple[int, list[float]]:
    """The size of all names of a round, and the height of every table's row, in points.

    The biggest letters with which the tables fill one page; of more tables than one holds, the
    biggest that leave no name more than two lines.
    """
    by_size = {size: _heights(tables, size) for size in looks.WALL_NAMES}
    for size, heights in by_size.items():
        alike = [max(heights, default=0)] * len(heights)
        for highs in (alike, heights):
            if sum(highs) <= _TABLES_HIGH:
                air = min(_MOST_AIR, (_TABLES_HIGH - sum(highs)) // max(1, len(tables)))
                return size, [high + air for high in highs]
    usual = list(by_size)[1:]
    two = [size for size in usual if max(by_size[size]) <= big_height("two lines", 1, size)]
    size = two[0] if two else usual[-1]
    return size, by_size[size]


def _heights(tables: Sequence[Sequence[str]], size: int) -> list[float]:
    wide = _ROUND_WIDTHS[1]
    return [max(_LOWEST, *(big_height(name, wide, size) for name in names)) for names in tables]


def write_index(book: PaperBook, name: str, rounds: Sequence[RoundSeating]) -> None:
    """Write where everybody sits in every round, in the order of their names."""
    language = book.language
    text = language.text
    side: Orientation = "portrait" if len(rounds) <= _PORTRAIT_ROUNDS else "landscape"
    placed, letters = chairs(rounds), seat_letters(language)
    out = {player for one in rounds for player in one.sitting_out}
    least = needed_width((each.name for each in placed.keys() | out), _LIST_SIZE)
    least = max(_NAME_WIDTH, min(least, _ROOM[side] - len(rounds) * (_NARROWEST + PADDING)))
    width = min(_WIDEST, (_ROOM[side] - least) / max(1, len(rounds)) - PADDING)
    names = _ROOM[side] - len(rounds) * (width + PADDING)
    sheet = book.sheet(name, [names, *[width] * len(rounds)], side)
    sheet.freeze(4, right_of_column=1)
    book.wall_head(sheet, text("Who sits where"))
    heads = (text("Player"), *(text("R{n}", n=one.number) for one in rounds))
    styles = (looks.WALL_HEADING_NAME, *[looks.WALL_HEADING] * len(rounds))
    heading = sheet.append(heads, styles, 24)
    people = sorted(
        placed.keys() | out, key=lambda player: (language.sort_key(player.name), player.key)
    )
    for player in people:
        mine = placed.get(player, {})
        seats = [_seat(mine.get(one.number), letters) for one in rounds]
        row = (looks.LIST_NAME, *[looks.LIST_SEAT] * len(rounds))
        sheet.append((player.name, *seats), row, 21)
    sheet.print_setup(heading_row=1, heading_to=heading)


def _seat(chair: Chair | None, letters: Sequence[str]) -> str:
    """Table and seat, such as 12 N; a dash for who does not play."""
    if chair is None:
        return NOBODY
    return f"{chair.table} {letters[chair.seat]}"
