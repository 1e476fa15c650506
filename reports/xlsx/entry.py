"""A workbook to enter results in: names to choose from, and a sum that is checked as one types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.output import replacing

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from openpyxl import Workbook
    from openpyxl.cell import Cell, MergedCell
    from openpyxl.worksheet.worksheet import Worksheet

    from reports.language import Language

GAMES = 200
"""Rows to fill."""

SEATS = "NESW"

RED = "FFF2A0A0"

_DATE, _GAME, _SUM = "A", "B", "K"
_EVENT, _ROUND, _TABLE = "L", "M", "N"
_PLAYERS, _POINTS = "CEGI", "DFHJ"
_FIRST = 2
_LAST = _FIRST + GAMES - 1
_MOST_POINTS = 99_999


@dataclass(frozen=True, slots=True)
class EntryTable:
    """A table of an event whose points are asked for.

    Attributes:
        day: of the event.
        event: its name.
        players: in seat order; three of them at a table with an empty chair.
    """

    day: date
    event: str
    round: int
    table: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntryForm:
    """What an entry workbook offers and checks.

    Attributes:
        names: whom one may choose, in the order of the list.
        sums: what the four points of a game may add up to; empty when nothing is checked.
        target: somebody has to have at least this many; None when that is not checked.
        rules: what the checks follow, to be shown; "" for none.
        tables: of an event, filled in but for the points; without any, the rows are empty.
    """

    names: Sequence[str]
    sums: Sequence[int] = ()
    target: int | None = None
    rules: str = ""
    tables: Sequence[EntryTable] = ()


def write_entry_form(out: Path, form: EntryForm, language: Language) -> None:
    """Writes an empty workbook that `result import` reads without being told how.

    A sum is red while all four points are there and no game of the rule set can end so.

    Raises:
        OutputError: the workbook cannot be written.
    """
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = language.text("Games")
    lists = book.create_sheet(language.text("Lists"))
    _write_lists(lists, form, language)
    _write_headings(sheet, form, language)
    _write_sums(sheet)
    _write_tables(sheet, form)
    _add_choices(sheet, lists.title, form, language)
    if form.sums:
        _add_check(sheet, lists.title, form)
    _lay_out(book, sheet, lists)
    if form.tables:  # rows below them are for tables that are not drawn
        sheet.print_area = f"{_DATE}1:{_TABLE}{_FIRST + len(form.tables) - 1}"
    with replacing(out) as temporary:
        book.save(temporary)


def _write_lists(lists: Worksheet, form: EntryForm, language: Language) -> None:
    lists["A1"], lists["B1"] = language.text("People"), language.text("Possible sums")
    for row, name in enumerate(form.names, start=2):
        _write_text(lists.cell(row, 1), name)
    for row, total in enumerate(form.sums, start=2):
        lists.cell(row, 2, total)


def _write_headings(sheet: Worksheet, form: EntryForm, language: Language) -> None:
    from openpyxl.styles import Alignment, Font, PatternFill

    headings = [language.text("Date"), language.text("Game")]
    for seat in SEATS:
        headings += [
            language.text("Player {seat}", seat=seat),
            language.text("Points {seat}", seat=seat),
        ]
    title = language.text("Sum ({rules})", rules=form.rules) if form.rules else language.text("Sum")
    headings.append(title)
    if form.tables:
        headings += [language.text("Event"), language.text("Round"), language.text("Table")]
    for column, heading in enumerate(headings, start=1):
        cell = sheet.cell(1, column, heading)
        cell.font = Font(bold=True, color="FFFFFFFF")
        cell.fill = PatternFill("solid", start_color="FF44546A")
        cell.alignment = Alignment(horizontal="center", vertical="center", wrap_text=True)


def _write_sums(sheet: Worksheet) -> None:
    from openpyxl.styles import Alignment

    clear = Alignment(horizontal="left", indent=1)  # of the number to the left of it
    for row in range(_FIRST, _LAST + 1):
        points = _points(row)
        sheet[f"{_SUM}{row}"] = f'=IF(COUNT({points})=4,SUM({points}),"")'
        sheet[f"{_DATE}{row}"].number_format = "yyyy-mm-dd"
        sheet[f"{_GAME}{row}"].number_format = "@"  # or "3-4" would become a date
        for column in (_GAME, *_PLAYERS):
            sheet[f"{column}{row}"].alignment = clear


def _write_tables(sheet: Worksheet, form: EntryForm) -> None:
    """The rows of an event's tables, with everything but the points."""
    for row, table in enumerate(form.tables, start=_FIRST):
        sheet[f"{_DATE}{row}"] = table.day
        for column, name in zip(_PLAYERS, table.players, strict=False):
            _write_text(sheet[f"{column}{row}"], name)
        _write_text(sheet[f"{_EVENT}{row}"], table.event)
        sheet[f"{_ROUND}{row}"], sheet[f"{_TABLE}{row}"] = table.round, table.table


def _write_text(cell: Cell | MergedCell, text: str) -> None:
    cell.value = text
    cell.data_type = "s"  # a text that begins with = is no formula


def _points(row: int) -> str:
    return ",".join(f"{column}{row}" for column in _POINTS)


def _add_choices(sheet: Worksheet, lists: str, form: EntryForm, language: Language) -> None:
    from openpyxl.worksheet.datavalidation import DataValidation

    last = max(2, len(form.names) + 1)
    names = DataValidation("list", f"='{lists}'!$A$2:$A${last}", allow_blank=True)
    names.errorStyle = "warning"  # somebody new may be typed; the import adds them if it is told to
    names.error = language.text("This name is not in the list.")
    whole = DataValidation(
        "whole", str(-_MOST_POINTS), str(_MOST_POINTS), operator="between", allow_blank=True
    )
    whole.error = language.text("Points are whole numbers.")
    day = DataValidation("date", "36526", operator="greaterThan", allow_blank=True)  # from 2000 on
    day.error = language.text("Enter a date.")
    for validation, columns in ((names, _PLAYERS), (whole, _POINTS), (day, _DATE)):
        validation.showErrorMessage = True
        for column in columns:
            validation.add(f"{column}{_FIRST}:{column}{_LAST}")
        sheet.add_data_validation(validation)


def _add_check(sheet: Worksheet, lists: str, form: EntryForm) -> None:
    from openpyxl.formatting.rule import FormulaRule
    from openpyxl.styles import PatternFill

    points = ",".join(f"${column}{_FIRST}" for column in _POINTS)
    possible = f"'{lists}'!$B$2:$B${len(form.sums) + 1}"
    wrong = f"COUNTIF({possible},SUM({points}))=0"
    if form.target is not None:
        wrong = f"OR({wrong},MAX({points})<{form.target})"
    rule = FormulaRule(  # type: ignore[no-untyped-call]
        formula=[f"AND(COUNT({points})=4,{wrong})"],
        fill=PatternFill("solid", start_color=RED, end_color=RED),
    )
    sheet.conditional_formatting.add(f"{_SUM}{_FIRST}:{_SUM}{_LAST}", rule)


def _lay_out(book: Workbook, sheet: Worksheet, lists: Worksheet) -> None:
    from openpyxl.worksheet.properties import PageSetupProperties

    widths = ((_DATE, 12), (_GAME, 8), (_SUM, 16), (_EVENT, 24), (_ROUND, 8), (_TABLE, 8))
    for column, width in widths:
        sheet.column_dimensions[column].width = width
    for player, points in zip(_PLAYERS, _POINTS, strict=True):
        sheet.column_dimensions[player].width = 22
        sheet.column_dimensions[points].width = 9
    sheet.row_dimensions[1].height = 32
    sheet.freeze_panes = f"C{_FIRST}"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_title_rows = "1:1"
    lists.sheet_state = "hidden"
    book.active = 0
