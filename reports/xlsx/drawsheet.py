"""How good a draw is: who meets how often, who sits where, and who passes cards to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.formatting import clean_text
from reports.seatings import seat_names
from reports.xlsx import styles
from reports.xlsx.prose import WIDTHS, write_pairs, write_section, write_spans

if TYPE_CHECKING:
    from reports.eventmodel import Passing, SeatingQuality
    from reports.language import Language
    from reports.model import Player
    from reports.xlsx.paperbook import PaperBook
    from reports.xlsx.sheet import Sheet

_SECTION = 150.0  # points: a heading and some rows stay together
_THIRDS = (4, 4, 3)  # of the columns beside the names, for left, across and right


def write_draw(book: PaperBook, name: str, quality: SeatingQuality) -> None:
    """Write the sheet."""
    text = book.language.text
    sheet = book.sheet(name, WIDTHS, "landscape")
    sheet.band(text("The draw"), book.event())
    _write_measures(sheet, quality, book.language)
    if quality.seats:
        sheet.keep_together(_SECTION)
        write_section(sheet, text("How often everybody sits where"))
        _write_seats(sheet, quality, book.language)
        sheet.blank(10)
    if quality.passes:
        sheet.keep_together(_SECTION)
        write_section(sheet, text("Who sits beside and opposite whom"))
        _write_passes(sheet, quality, book.language)
    sheet.print_setup()


def _write_measures(sheet: Sheet, quality: SeatingQuality, language: Language) -> None:
    text = language.text
    write_section(sheet, text("How even it is"))
    for times, pairs in sorted(quality.meetings.items()):
        met = language.plural("{n} pair", "{n} pairs", pairs)
        label = language.plural("Meet {n} time", "Meet {n} times", times)
        write_spans(sheet, [(label, 1, styles.LABEL), (met, 4, styles.PARAGRAPH)])
    excess = text(
        "{excess}; no draw has fewer than {bound}", excess=quality.excess, bound=quality.bound
    )
    again = language.plural("{n} time", "{n} times", quality.back_to_back)
    write_pairs(
        sheet,
        [
            (text("Meetings too many"), excess, styles.PARAGRAPH),
            (text("Meet in two rounds running"), again, styles.PARAGRAPH),
            (text("Seats differ by"), str(quality.seat_imbalance), styles.PARAGRAPH),
        ],
    )


def _write_seats(sheet: Sheet, quality: SeatingQuality, language: Language) -> None:
    columns = [(language.text("Player"), styles.TEXT)]
    columns += [(seat, styles.NUMBER) for seat in seat_names(language)]
    rows = [(each.player.name, *each.times) for each in quality.seats]
    sheet.plain_table(columns, rows, 20, 16)


def _write_passes(sheet: Sheet, quality: SeatingQuality, language: Language) -> None:
    """A row a player: the neighbours to the left, opposite and to the right."""
    text = language.text
    sides = (text("To the left"), text("Opposite"), text("To the right"))
    heads = [(text("Player"), 1, styles.HEADING)]
    heads += [(side, wide, styles.HEADING) for side, wide in zip(sides, _THIRDS, strict=True)]
    write_spans(sheet, heads, 20)
    of: dict[Player, list[Passing]] = {}
    for each in quality.passes:
        of.setdefault(each.giver, []).append(each)
    for giver, passes in of.items():
        counted = (
            [(each.receiver, each.left) for each in passes],
            [(each.receiver, each.across) for each in passes],
            [(each.receiver, each.right) for each in passes],
        )
        spans = [(clean_text(giver.name), 1, styles.RULED)]
        spans += [
            (_neighbours(side), wide, styles.RULED)
            for side, wide in zip(counted, _THIRDS, strict=True)
        ]
        write_spans(sheet, spans)


def _neighbours(side: list[tuple[Player, int]]) -> str:
    """Names, with how often where that is more than once."""
    return ", ".join(
        clean_text(player.name) + (f" ×{times}" if times > 1 else "")
        for player, times in side
        if times
    )
