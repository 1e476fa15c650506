"""The rating history: an account of every player, movement by movement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.utils import quote_sheetname

from reports.language import msgid
from reports.table import Column
from reports.xlsx import styles
from reports.xlsx.book import DOT
from reports.xlsx.rules import mark_groups
from reports.xlsx.sheet import BAND_ROWS, SheetColumn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from reports.language import Language
    from reports.model import Cause, HistoryPoint, Player
    from reports.table import Cell
    from reports.xlsx.book import Book

MOST_ROWS = 1_000_000
"""Movements on one sheet; Excel has 1,048,576 rows."""

CAUSES: dict[Cause, str] = {
    "start": msgid("Start"),
    "game": msgid("Game"),
    "decay": msgid("Decay"),
    "adjustment": msgid("Adjustment"),
    "open_decay": msgid("Decay so far"),
}
"""What moved a rating, as message ids."""


def in_parts(book: Book) -> list[list[HistoryPoint]]:
    """The movements by player, in the order of names, split where a sheet would be full."""
    keys = {
        point.player: (book.language.sort_key(point.player.name), point.player.key)
        for point in book.board.history
    }
    ordered = sorted(book.board.history, key=lambda point: keys[point.player])
    return [ordered[n : n + MOST_ROWS] for n in range(0, len(ordered), MOST_ROWS)] or [[]]


def player_links(
    names: Sequence[str], parts: Sequence[Sequence[HistoryPoint]]
) -> dict[Player, str]:
    """Where each player's history begins, as the target of a link."""
    links: dict[Player, str] = {}
    for name, points in zip(names, parts, strict=True):
        for row, point in enumerate(points, start=BAND_ROWS + 2):
            links.setdefault(point.player, f"{quote_sheetname(name)}!A{row}")
    return links


def history_columns(language: Language, *, reasons: bool) -> list[SheetColumn]:
    """The columns of the rating history; that for reasons only where there are any."""
    text = language.text
    columns = [
        SheetColumn(Column("player", text("Player")), 30),
        SheetColumn(Column("date", text("Date"), "date"), 15),
        SheetColumn(Column("cause", text("Cause")), 20),
        SheetColumn(Column("game", text("Game"), "number"), 11),
        SheetColumn(Column("place", text("Place"), "number"), 11),
        SheetColumn(Column("change", text("Change"), "change"), 12),
        SheetColumn(Column("rating", text("Rating"), "number"), 12, styles.STRONG_NUMBER),
    ]
    if reasons:
        columns.append(SheetColumn(Column("reason", text("Reason")), 34))
    return columns


def write_history(
    book: Book, names: Sequence[str], parts: Sequence[Sequence[HistoryPoint]]
) -> None:
    """Write the sheets, one for each part."""
    places = {
        (result.id, seat.player): seat.place
        for result in book.board.results
        for seat in result.seats
    }
    reasons = any(point.reason for point in book.board.history)
    columns = history_columns(book.language, reasons=reasons)
    for number, (name, points) in enumerate(zip(names, parts, strict=True), start=1):
        sheet = book.sheet(name, [column.width for column in columns])
        sheet.freeze(BAND_ROWS + 1, right_of_column=1)
        subtitle = [book.club_and_pool(), book.as_of()]
        if len(parts) > 1:
            subtitle.append(
                book.language.text("part {part} of {parts}", part=number, parts=len(parts))
            )
        sheet.band(book.language.text("Rating history"), DOT.join(subtitle))
        rows = (
            (*_row(point, places, book.language), *([point.reason or None] if reasons else []))
            for point in points
        )
        placed = sheet.table("RatingHistory" + (str(number) if number > 1 else ""), columns, rows)
        mark_groups(sheet, placed, "player")
        sheet.print_setup(heading_row=BAND_ROWS + 1)


def _row(
    point: HistoryPoint, places: Mapping[tuple[int, Player], int | None], language: Language
) -> tuple[Cell, ...]:
    place = places.get((point.result, point.player)) if point.result is not None else None
    return (
        point.player.name,
        point.on,
        language.text(CAUSES[point.cause]),
        point.result,
        place,
        point.change,
        point.rating,
    )
