"""The club's records: a small table for each, with what exactly it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.tables.records import details
from reports.xlsx import styles
from reports.xlsx.book import DOT
from reports.xlsx.roomfor import for_names, row_height
from reports.xlsx.sheet import Layout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reports.language import Language
    from reports.records import Record
    from reports.table import Cell
    from reports.xlsx.book import Book

WIDTHS = (9.0, 30.0, 18.0, 15.0, 15.0, 50.0)  # of the name at least

_TITLE, _MEANING, _HEADING, _ROW, _GAP = 20.0, 16.0, 18.0, 17.0, 8.0  # points


def write_records(book: Book, name: str, records: Sequence[Record]) -> None:
    """Write the sheet; no record is torn apart by the end of a page."""
    text = book.language.text
    names = [feat.player.name for record in records for feat in record.feats]
    layout = for_names(Layout(WIDTHS[1], styles.STRONG), names)
    sheet = book.sheet(name, (WIDTHS[0], layout.width, *WIDTHS[2:]))
    sheet.band(text("Records"), DOT.join((book.club_and_pool(), book.as_of())))
    for record in records:
        heights = [row_height([each.player.name], layout.width, _ROW) for each in record.feats]
        more = _ROW if record.more else 0
        sheet.keep_together(_TITLE + _MEANING + _HEADING + sum(heights) + more)
        sheet.line(text(record.kind.title), styles.SECTION, _TITLE)
        sheet.line(text(record.kind.meaning), styles.SUBTITLE, _MEANING)
        columns = _columns(record, book.language, layout.style)
        sheet.plain_table(columns, _rows(record, book.language), _HEADING, heights)
        if record.more:
            said = book.language.plural(
                "and {n} more with as much", "and {n} more with as much", record.more
            )
            sheet.line(said, styles.SUBTITLE, _ROW)
        sheet.blank(_GAP)
    sheet.print_setup()


def _columns(record: Record, language: Language, of_names: str) -> list[tuple[Cell, str]]:
    text = language.text
    when: dict[str, list[tuple[Cell, str]]] = {
        "span": [(text("From"), styles.DATE), (text("To"), styles.DATE)],
        "day": [(text("Date"), styles.DATE), (None, styles.DATE)],
        "game": [(text("Date"), styles.DATE), (text("Game"), styles.NUMBER)],
    }
    return [
        (text("Place"), styles.PLACE),
        (text("Player"), of_names),
        (text(record.kind.unit), styles.BY_KIND[record.kind.shown]),
        *when[record.kind.when],
        (text("Details"), styles.TEXT),
    ]


def _rows(record: Record, language: Language) -> list[list[Cell]]:
    second = {"span": "last", "day": "", "game": "result"}[record.kind.when]
    return [
        [
            feat.rank,
            feat.player.name,
            feat.value,
            feat.first,
            getattr(feat, second) if second else None,
            details(feat, language) or None,
        ]
        for feat in record.feats
    ]
