"""Score sheets to be filled in at the tables: a page a table, with what a deal must add up to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.event_text import PASSES, rules_text
from reports.seatings import seat_names
from reports.xlsx import paperstyles as looks
from reports.xlsx.paperbook import DOT, NOBODY
from reports.xlsx.roomfor import big_height
from reports.xlsx.sheet import printed_size

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from reports.eventmodel import DealRules, RoundSeating, TableSeating
    from reports.language import Language
    from reports.xlsx.paperbook import PaperBook
    from reports.xlsx.sheet import Sheet

_WIDTHS = (5.0, 10.5, *(8.4,) * 8, 9.5)
_TITLE, _SUBTITLE, _SEATS, _NAMES, _HEADS, _FOOT, _NOTE = 34, 20, 16, 48, 30, 28, 48
_LOWEST, _HIGHEST = 15.0, 27.0  # a row to be written in, in points
_SLACK = 0.97  # of a page: other programs make rows a little higher
_TO_A_TARGET, _AND_BACK = 18, 24  # deals that nearly every game ends within
_MOST_DEALS = 30
_MOST_SUMS = 3  # in a heading


def write_forms(book: PaperBook, name: str, rounds: Iterable[RoundSeating]) -> None:
    """Write a page for every table of these rounds."""
    sheet = book.sheet(name, _WIDTHS)
    drawn = [(one.number, table) for one in rounds for table in one.tables]
    names = {player.name for _, table in drawn for player in table.seats if player}
    style = _style_for(names)
    for number, table in drawn:
        if sheet.row:
            sheet.end_page()
        _write_form(book, sheet, number, table, style)
    sheet.print_setup()


def _style_for(names: Iterable[str]) -> str:
    """The style of all names: the biggest letters in which each fits above its two columns."""
    wide = 2 * _WIDTHS[2]
    highs = {size: max((big_height(n, wide, size) for n in names), default=0.0)
             for size in looks.FORM_NAMES}  # fmt: skip
    fitting = [size for size, high in highs.items() if high <= _NAMES]
    return looks.FORM_NAMES[fitting[0] if fitting else min(looks.FORM_NAMES)]


def deals_of(rules: DealRules | None) -> int:
    """How many deals a sheet has room for."""
    if rules is None or rules.deals is None:
        return _AND_BACK if rules and rules.back_sums else _TO_A_TARGET
    return min(rules.deals, _MOST_DEALS)


def sums_text(sums: Sequence[int], language: Language) -> str:
    """What deals may add up to, such as 26 or 78.

    >>> from reports.language import Language
    >>> sums_text((-15, 15, 45), Language.load("en"))
    '-15, 15 or 45'
    """
    *most, last = (str(each) for each in sums)
    if not most:
        return last
    return language.text("{some} or {last}", some=", ".join(most), last=last)


def _write_form(
    book: PaperBook, sheet: Sheet, number: int, table: TableSeating, of_names: str
) -> None:
    text, rules = book.language.text, book.paper.head.rules
    title = text("Table {table}, round {round}", table=table.number, round=number)
    sheet.line(f"♥ {title}", looks.FORM_TITLE, _TITLE)
    parts = [book.event()] + ([rules_text(rules, book.language)] if rules else [])
    sheet.line(DOT.join(parts), looks.FORM_LABEL, _SUBTITLE)
    _write_heads(book, sheet, table, rules, of_names)
    deals = deals_of(rules)
    _, page_high = printed_size("portrait")
    rest = _TITLE + _SUBTITLE + _SEATS + _NAMES + _HEADS + 2 * _FOOT + _NOTE
    high = min(_HIGHEST, max(_LOWEST, (page_high * _SLACK - rest) / deals))
    passing = rules.passing if rules else ("none",)
    ways = [text(PASSES[way]) if len(passing) > 1 else None for way in passing]
    row_looks = (looks.FORM_DEAL, looks.FORM_WAY, *[looks.FORM_BOX] * 8, looks.FORM_SUM)
    for deal in range(1, deals + 1):
        way = ways[(deal - 1) % len(ways)]
        sheet.append((deal, way, *[None] * 9), row_looks, round(high, 1))
    for label in (text("Total"), text("Place")):
        _write_foot(sheet, label)
    note = sheet.line(_note(rules, book.language), looks.FORM_NOTE, _NOTE)
    sheet.merge(note, 1, len(_WIDTHS))


def _write_heads(
    book: PaperBook, sheet: Sheet, table: TableSeating, rules: DealRules | None, of_names: str
) -> None:
    """Seats, names, and what is written in which column."""
    text = book.language.text
    names = [player.name if player else NOBODY for player in table.seats]
    _write_players(sheet, seat_names(book.language), looks.FORM_SEAT, _SEATS)
    _write_players(sheet, names, of_names, _NAMES)
    possible = ""
    if rules and 0 < len(rules.sums) <= _MOST_SUMS:
        possible = sums_text(rules.sums, book.language)
    last = text("Sum {possible}", possible=possible) if possible else text("Sum")
    heads = (text("No."), text("Pass"), *(text("Points"), text("Total")) * len(names), last)
    sheet.append(heads, [looks.FORM_HEAD] * len(heads), _HEADS)


def _write_players(sheet: Sheet, values: Sequence[str], style: str, height: float) -> None:
    """A row with a value for every player, each over the two columns that are theirs."""
    cells = [cell for value in values for cell in (value, None)]
    styles = [looks.FORM_LABEL] * 2 + [style] * len(cells) + [looks.FORM_LABEL]
    row = sheet.append([None, None, *cells, None], styles, height)
    for first in range(3, 3 + len(cells), 2):
        sheet.merge(row, first, first + 1)


def _write_foot(sheet: Sheet, label: str) -> None:
    """A row below the deals: a label and a box for every player."""
    styles = [looks.FORM_TOTAL_LABEL] * 2 + [looks.FORM_TOTAL] * 8 + [looks.FORM_SUM]
    row = sheet.append([label, *[None] * 10], styles, _FOOT)
    for first in range(1, 11, 2):
        sheet.merge(row, first, first + 1)


def _note(rules: DealRules | None, language: Language) -> str:
    """How the writer checks the sheet, and when the game is over."""
    text = language.text
    if rules is None:
        return ""
    said = []
    if rules.sums:
        said.append(text("A deal adds up to {sums}.", sums=sums_text(rules.sums, language)))
    if rules.back_sums:
        back = sums_text(rules.back_sums, language)
        said.append(text("On the way back the changes add up to {sums}.", sums=back))
    if rules.deals is not None:
        said.append(
            language.plural("The game has {n} deal.", "The game has {n} deals.", rules.deals)
        )
    elif rules.target is not None and rules.back_sums:
        said.append(text("From {target} points on the way is back.", target=rules.target))
    elif rules.target is not None:
        said.append(
            text(
                "The game ends with the deal in which somebody comes to {target} or more.",
                target=rules.target,
            )
        )
    return " ".join(said)
