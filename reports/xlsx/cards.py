"""Personal cards, several a page, to be cut apart: where a player sits, and between whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.formatting import clean_text
from reports.seatings import chairs, seat_names
from reports.xlsx import paperstyles as looks
from reports.xlsx.paperbook import NOBODY
from reports.xlsx.sheet import printed_size

if TYPE_CHECKING:
    from collections.abc import Mapping

    from reports.eventmodel import Entrant
    from reports.seatings import Chair
    from reports.table import Cell
    from reports.xlsx.paperbook import PaperBook
    from reports.xlsx.sheet import Sheet

_WIDTHS = (7.0, 7.0, 9.5, 20.0, 20.0, 20.0, 9.0)
_NAME, _EVENT, _HEADING, _ROUND, _CUT = 27, 16, 17, 17.5, 15  # heights in points
_ROUND_IN_LINES = 26.0  # where a name is too long for one line
_ONE_LINE = 24  # letters
_SLACK = 0.97  # of a page: other programs make rows a little higher
_SCISSORS = "✂"

_ROW = (
    looks.CARD_FIGURE,
    looks.CARD_FIGURE,
    looks.CARD_TEXT,
    looks.CARD_TEXT,
    looks.CARD_TEXT,
    looks.CARD_TEXT,
    looks.CARD_BOX,
)
_ROW_IN_LINES = (*_ROW[:3], *[looks.CARD_LINES] * 3, _ROW[-1])


def write_cards(book: PaperBook, name: str) -> None:
    """Write a card for every entrant, by start number.

    Rounds that are planned but not drawn yet have an empty line, to be filled in by hand.
    """
    paper = book.paper
    sheet = book.sheet(name, _WIDTHS)
    placed = chairs(paper.rounds)
    out = {one.number: frozenset(one.sitting_out) for one in paper.rounds}
    rounds = max(paper.head.rounds, *(one.number for one in paper.rounds), 1)
    long = any(len(entrant.player.name) > _ONE_LINE for entrant in paper.entrants)
    a_page = cards_a_page(rounds, _ROUND_IN_LINES if long else _ROUND)
    for number, entrant in enumerate(paper.entrants):
        if number and number % a_page == 0:
            sheet.end_page()
        elif number:
            sheet.append([_SCISSORS, *[None] * 6], [looks.CUT] * 7, _CUT)
        mine = placed.get(entrant.player, {})
        _write_card(book, sheet, entrant, rounds, (mine, out), long=long)
    sheet.print_setup()


def cards_a_page(rounds: int, row: float = _ROUND) -> int:
    """How many cards of so many rounds go on a page, at least one.

    Args:
        rounds: of the event.
        row: the height of the row of one, in points.

    >>> cards_a_page(6), cards_a_page(15)
    (4, 2)
    """
    _, high = printed_size("portrait")
    card = _NAME + _EVENT + _HEADING + rounds * row
    return max(1, int((high * _SLACK + _CUT) // (card + _CUT)))


def _write_card(
    book: PaperBook,
    sheet: Sheet,
    entrant: Entrant,
    rounds: int,
    seating: tuple[Mapping[int, Chair], Mapping[int, frozenset[object]]],
    *,
    long: bool,
) -> None:
    text = book.language.text
    mine, out = seating
    number = text("No. {n}", n=entrant.number)
    row = sheet.append(
        [entrant.player.name, *[None] * 4, number, None],
        [*[looks.CARD_NAME] * 5, looks.CARD_NUMBER, looks.CARD_NUMBER],
        _NAME,
    )
    sheet.merge(row, 1, 5)
    sheet.merge(row, 6, 7)
    row = sheet.append(
        [f"{clean_text(book.paper.head.club)} · {book.event()}", *[None] * 6],
        [looks.CARD_EVENT] * 7,
        _EVENT,
    )
    sheet.merge(row, 1, 7)
    heads = (
        text("Round"),
        text("Table"),
        text("Seat"),
        text("To the left"),
        text("Opposite"),
        text("To the right"),
        text("Points"),
    )
    sheet.append(heads, [looks.CARD_HEADING] * 7, _HEADING)
    for one in range(1, rounds + 1):
        sits_out = entrant.player in out.get(one, ())
        cells = _cells(book, one, mine.get(one), sits_out=sits_out)
        if long:
            sheet.append(cells, _ROW_IN_LINES, _ROUND_IN_LINES)
        else:
            sheet.append(cells, _ROW, _ROUND)


def _cells(
    book: PaperBook, number: int, chair: Chair | None, *, sits_out: bool
) -> tuple[Cell, ...]:
    """The line of a round; empty but for its number where it is not drawn."""
    if sits_out:
        return (number, NOBODY, None, book.language.text("sits out"), None, None, None)
    if chair is None:
        return (number, *[None] * 6)
    others = (chair.left, chair.across, chair.right)
    names = [player.name if player else NOBODY for player in others]
    return (number, chair.table, seat_names(book.language)[chair.seat], *names, None)
