"""An inspector of workbooks: what makes Excel complain, prints badly, or is no longer data.

assert inspect(path) == []
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import python_calamine
from openpyxl import load_workbook
from openpyxl.utils import range_boundaries
from openpyxl.utils.escape import unescape
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

FORBIDDEN_IN_NAMES = set("[]:*?/\\")


def inspect(
    path: Path,
    allowed_formulas: frozenset[str] = frozenset(),
    orientations: tuple[str, ...] = ("landscape",),
) -> list[str]:
    """Everything wrong with a workbook, a sentence each; [] when it is in order."""
    book = load_workbook(path)
    problems = [*_check_names(book), *_check_tables(book), *_check_archive(path)]
    for sheet in book.worksheets:
        problems += [
            f"{sheet.title}: {problem}" for problem in _check_cells(sheet, allowed_formulas)
        ]
        problems += [f"{sheet.title}: {problem}" for problem in _check_page(sheet, orientations)]
        problems += [f"{sheet.title}: {problem}" for problem in _check_charts(book, sheet)]
        problems += [f"{sheet.title}: {problem}" for problem in _check_links(book, sheet)]
    return problems + list(_check_other_reader(book, path))


def inventory(path: Path) -> str:
    """What is in a workbook, as text to be read: sheets, headings, looks, links, charts, pages."""
    book = load_workbook(path)
    properties = book.properties
    lines = [f"{properties.title} | {properties.creator} | {properties.language}"]
    for sheet in book.worksheets:
        lines.append(f"{sheet.title}: {sheet['A1'].value} | {sheet['A2'].value}")
        lines += [
            f"  table {table.name} {table.ref}: {', '.join(table.column_names)}"
            for table in sheet.tables.values()
        ]
        lines += [
            f"  {cell.value}"
            for row in sheet.iter_rows()
            for cell in row
            if cell.value and cell.style == "Club section"
        ]
        lines += [
            f"  {rule.type} on {cells.sqref}"
            for cells in sheet.conditional_formatting
            for rule in cells.rules
        ]
        links = sum(cell.hyperlink is not None for row in sheet.iter_rows() for cell in row)
        lines += [f"  {links} links"] if links else []
        lines += [f"  chart of {len(chart.series)} series" for chart in sheet._charts]
        lines += ["  picture" for _ in sheet._images]
        lines.append(f"  prints {sheet.print_area}, frozen at {sheet.freeze_panes}")
    return "\n".join(lines) + "\n"


def records(sheet: Worksheet) -> list[dict[str, object]]:
    """The rows of a sheet's only table, by heading."""
    (table,) = sheet.tables.values()
    head, *rows = sheet[table.ref]
    titles = [cell.value for cell in head]
    return [dict(zip(titles, (cell.value for cell in row), strict=True)) for row in rows]


def _check_names(book: Workbook) -> Iterator[str]:
    names = [sheet.title for sheet in book.worksheets]
    if len({name.casefold() for name in names}) != len(names):
        yield f"sheet names are not unique: {names}"
    for name in names:
        if not 1 <= len(name.encode("utf-16-le")) // 2 <= 31 or FORBIDDEN_IN_NAMES & set(name):
            yield f"not a sheet name: {name!r}"
        if name[0] == "'" or name[-1] == "'" or name.casefold() == "history":
            yield f"not a sheet name: {name!r}"


def _check_tables(book: Workbook) -> Iterator[str]:
    names: set[str] = set()
    for sheet in book.worksheets:
        for table in sheet.tables.values():
            if table.displayName.casefold() in names:
                yield f"two tables {table.displayName}"
            names.add(table.displayName.casefold())
            if not re.fullmatch(r"[A-Za-z_][\w.]*", table.displayName):
                yield f"not a table name: {table.displayName!r}"
            head, *rows = sheet[table.ref]
            titles = [cell.value for cell in head]
            if not rows:
                yield f"{table.displayName}: no row"
            if any(not isinstance(title, str) or not title for title in titles):
                yield f"{table.displayName}: a heading is not text: {titles}"
            elif len({title.casefold() for title in titles}) != len(titles):
                yield f"{table.displayName}: headings are not unique: {titles}"
            columns = [column.name for column in table.tableColumns]
            if columns != [unescape(title) for title in titles]:
                yield f"{table.displayName}: {titles} in the cells, {columns} in the table"
            if table.autoFilter is None or table.autoFilter.ref != table.ref:
                yield f"{table.displayName}: the filter does not cover it"
            if sheet.freeze_panes is None:
                yield f"{table.displayName}: the headings are not frozen"


def _check_cells(sheet: Worksheet, allowed: frozenset[str]) -> Iterator[str]:
    for row in sheet.iter_rows():
        for cell in row:
            if cell.data_type == "f" and cell.value not in allowed:
                yield f"{cell.coordinate}: a formula: {cell.value}"
            if cell.data_type == "e":
                yield f"{cell.coordinate}: an error: {cell.value}"
            if isinstance(cell.value, float) and cell.value != cell.value:
                yield f"{cell.coordinate}: not a number"
            if cell.data_type == "s" and cell.value[:1] in tuple("=+-@") and not cell.quotePrefix:
                yield f"{cell.coordinate}: would be calculated after an edit: {cell.value!r}"
            if cell.value is not None and cell.style in ("Normal", "Standard"):
                yield f"{cell.coordinate}: has no named style"


def _check_page(sheet: Worksheet, orientations: tuple[str, ...]) -> Iterator[str]:
    setup = sheet.page_setup
    if setup.orientation not in orientations or str(setup.paperSize) != "9":
        on = "on its side" if orientations == ("landscape",) else "as it should"
        yield f"does not print on A4 {on}"
    if not sheet.sheet_properties.pageSetUpPr.fitToPage or str(setup.fitToWidth) != "1":
        yield "is not printed one page wide"
    if str(setup.fitToHeight) != "0":
        yield "is squeezed to a number of pages"
    if not sheet.print_area:
        yield "has no print area"
    foot = sheet.oddFooter.right.text or ""
    if "&P" not in foot or "&N" not in foot:
        yield "has no page numbers"
    if sheet.tables and not sheet.print_title_rows:
        yield "does not repeat its headings"
    if sheet.sheet_view.showGridLines is not False:
        yield "shows grid lines"


def _check_charts(book: Workbook, sheet: Worksheet) -> Iterator[str]:
    for chart in sheet._charts:
        for axis in (chart.x_axis, chart.y_axis):
            if axis.delete is not False:
                yield f"the {axis.tagname} of a chart is deleted"
        if not 1 <= len(chart.series) <= 8:
            yield f"a chart of {len(chart.series)} series"
        for series in chart.series:
            days = _referred(book, series.cat.numRef.f)
            if not all(isinstance(day, date) for day in days):
                yield f"{series.cat.numRef.f}: not days"
            if not any(
                isinstance(value, int | float) for value in _referred(book, series.val.numRef.f)
            ):
                yield f"{series.val.numRef.f}: no numbers"
            if not all(_referred(book, series.tx.strRef.f)):
                yield f"{series.tx.strRef.f}: no name"


def _check_links(book: Workbook, sheet: Worksheet) -> Iterator[str]:
    for row in sheet.iter_rows():
        for cell in row:
            if cell.hyperlink is None:
                continue
            if cell.hyperlink.location is None:
                yield f"{cell.coordinate}: a link out of the workbook"
            elif _referred(book, cell.hyperlink.location) != [cell.value]:
                yield f"{cell.coordinate}: {cell.value} leads to {cell.hyperlink.location}"


def _referred(book: Workbook, reference: str) -> list[object]:
    """The values of the cells that a reference such as 'Chart data'!$A$5:$A$9 means."""
    name, _, cells = reference.rpartition("!")
    sheet = book[name.strip("'").replace("''", "'")]
    left, top, right, bottom = range_boundaries(cells)
    rows = sheet.iter_rows(min_row=top, max_row=bottom, min_col=left, max_col=right)
    return [cell.value for row in rows for cell in row]


def _check_archive(path: Path) -> Iterator[str]:
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        if len(set(names)) != len(names):
            yield "a part is twice in the archive"
        for name in names:
            if re.search(rb"<v>\s*-?(nan|inf)\s*</v>", archive.read(name), re.IGNORECASE):
                yield f"{name}: not a number"


def _check_other_reader(book: Workbook, path: Path) -> Iterator[str]:
    """Whether another program reads the same."""
    other = python_calamine.CalamineWorkbook.from_path(path)
    if other.sheet_names != book.sheetnames:
        yield f"calamine sees the sheets {other.sheet_names}"
    for sheet in book.worksheets:
        rows = other.get_sheet_by_name(sheet.title).to_python(skip_empty_area=False)
        for row, values in enumerate(rows, start=1):
            for column, value in enumerate(values, start=1):
                here = sheet.cell(row, column).value
                if not _same(here, value):
                    yield f"{sheet.title} {row},{column}: {here!r} is {value!r} to calamine"


def _same(here: object, there: object) -> bool:
    if here is None:
        return there == ""
    if isinstance(here, str):
        return here.replace("_x005F_", "_").strip() == there.strip()
    if hasattr(here, "date") and isinstance(there, date):
        return here.date() == there
    return here == there
