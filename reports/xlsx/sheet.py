"""One sheet: a title band, rows from the top down, tables with headings, and its printed page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.filters import AutoFilter, FilterColumn
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.table import Table as SheetTable
from openpyxl.worksheet.table import TableColumn, TableStyleInfo

from reports.formatting import shortened
from reports.xlsx import styles
from reports.xlsx.cells import Link, Slot, new_cell, sheet_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from openpyxl import Workbook
    from openpyxl.cell.cell import Cell as SheetCell
    from openpyxl.worksheet.header_footer import HeaderFooterItem
    from openpyxl.worksheet.worksheet import Worksheet

    from reports.table import Cell, Column

BAND_ROWS = 3
"""Rows of the title band: title, subtitle, a thin empty one."""

_LONGEST_HEADING = 80
_A4 = 9
_INCH = 2.54


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column of a table on a sheet.

    Attributes:
        column: key, title and kind.
        width: in characters of the plain font.
        style: a named style, or "" for that of the kind.
        filtered: whether its heading has a filter button; narrow columns have no room for one.
    """

    column: Column
    width: float
    style: str = ""
    filtered: bool = True

    @property
    def named_style(self) -> str:
        """The style of its cells."""
        return self.style or styles.BY_KIND[self.column.kind]


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a table came to stand; rows and columns count from 1, headings excluded."""

    first_row: int
    last_row: int
    columns: dict[str, str]

    def cells(self, first: str, last: str = "") -> str:
        """The range of a column, or from one column to another, by their keys."""
        right = self.columns[last or first]
        return f"{self.columns[first]}{self.first_row}:{right}{self.last_row}"


class Sheet:
    """A sheet that is written from the top down and streamed to disk as it grows."""

    def __init__(
        self, workbook: Workbook, name: str, widths: Iterable[float], foot: tuple[str, str]
    ) -> None:
        # A write-only worksheet in fact; it borrows what is used here from the ordinary one.
        self.page: Worksheet = workbook.create_sheet(name)
        self.name = name
        self.row = 0
        self._foot = foot
        self._widest = 0
        for number, width in enumerate(widths, start=1):
            # Excel counts the five pixels of padding into a width, people do not.
            self.page.column_dimensions[get_column_letter(number)].width = width + 0.71
            self._widest = number
        # What follows stands before the rows in the file, so it cannot wait for `print_setup`.
        self.page.sheet_view.showGridLines = False
        self.page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)

    def freeze(self, below_row: int, right_of_column: int = 0) -> None:
        """Keep rows and columns in sight; only before the first row is written."""
        corner = f"{get_column_letter(right_of_column + 1)}{below_row + 1}"
        self.page.freeze_panes = corner

    def append(self, cells: Sequence[SheetCell | None], height: float = 0) -> int:
        """Write the next row and return its number."""
        self.row += 1
        if height:
            self.page.row_dimensions[self.row].height = height
        self.page.append(list(cells))
        return self.row

    def line(self, value: Cell | Link, style: str, height: float = 0) -> int:
        """Write one cell at the left that runs over the empty ones beside it."""
        return self.append([new_cell(self.page, value, style)], height)

    def blank(self, height: float = 0) -> None:
        """Leave a row empty."""
        self.append([], height)

    def band(self, title: str, subtitle: str) -> None:
        """The head of every sheet."""
        self.line(f"♥ {title}", styles.TITLE, 30)
        self.line(subtitle, styles.SUBTITLE, 18)
        self.blank(9)

    def merge(self, row: int, first: int, last: int) -> None:
        """Join the cells of a row from one column to another."""
        left, right = get_column_letter(first), get_column_letter(last)
        self.page.merged_cells.add(f"{left}{row}:{right}{row}")

    def cells(self, values: Iterable[Cell | Link], style_names: Iterable[str]) -> list[SheetCell]:
        """Cells with these values and styles, to be appended."""
        return [
            new_cell(self.page, value, style)
            for value, style in zip(values, style_names, strict=True)
        ]

    def table(
        self,
        name: str,
        columns: Sequence[SheetColumn],
        rows: Iterable[Sequence[Cell | Link]],
        *,
        heading_height: float = 32,
        row_height: float = 0,
    ) -> Placed:
        """Write an Excel table: headings, rows, filter buttons, and a name for other programs.

        A table must have a row: without any, an empty one is written.
        """
        titles = unique_headings(item.column.title for item in columns)
        heads = [styles.heading_style(item.named_style) for item in columns]
        top = self.append(self.cells(titles, heads), heading_height)
        slots = [Slot(self.page, item.named_style) for item in columns]
        for row in rows:
            cells = [slot.filled(value) for slot, value in zip(slots, row, strict=True)]
            self.append(cells, row_height)
        if self.row == top:
            self.append([slot.filled(None) for slot in slots], row_height)
        letters = [get_column_letter(n) for n in range(1, len(columns) + 1)]
        self._register(name, f"A{top}:{letters[-1]}{self.row}", titles, columns)
        keys = {item.column.key: x for item, x in zip(columns, letters, strict=True)}
        return Placed(top + 1, self.row, keys)

    def plain_table(
        self,
        columns: Sequence[tuple[Cell, str]],
        rows: Iterable[Sequence[Cell]],
        heading_height: float,
    ) -> range:
        """Write headings and rows that are there to be read only; return their row numbers.

        Args:
            columns: of each, the heading (None goes on from the left) and the style of its cells.
            rows: one value a column.
            heading_height: in points.
        """
        titles, looks = zip(*columns, strict=True)
        top = self.append(self.cells(titles, map(styles.heading_style, looks)), heading_height)
        for row in rows:
            self.append(self.cells(row, looks), 18)
        return range(top, self.row + 1)

    def _register(
        self, name: str, ref: str, titles: Sequence[str], columns: Sequence[SheetColumn]
    ) -> None:
        table = SheetTable(displayName=name, name=name, ref=ref)
        table.tableColumns = [
            TableColumn(id=n, name=sheet_text(title)) for n, title in enumerate(titles, start=1)
        ]
        table.autoFilter = AutoFilter(ref=ref)
        table.autoFilter.filterColumn = [
            FilterColumn(colId=n, hiddenButton=True)
            for n, item in enumerate(columns)
            if not item.filtered
        ]
        table.tableStyleInfo = TableStyleInfo(name="TableStyleLight1", showRowStripes=False)
        self.page.tables.add(table)  # add_table would warn that the columns must be given

    def print_setup(self, *, heading_row: int = 0, last_row: int = 0) -> None:
        """A4 on its side, one page wide, headings on every page, page numbers below.

        Args:
            heading_row: the row to repeat on every page, or 0.
            last_row: the end of the printed area; the last row written if 0.
        """
        page = self.page
        page.page_setup.orientation = "landscape"
        page.page_setup.paperSize = _A4
        page.page_setup.fitToWidth = 1
        page.page_setup.fitToHeight = 0
        page.print_area = f"A1:{get_column_letter(self._widest)}{last_row or self.row}"
        if heading_row:
            page.print_title_rows = f"{heading_row}:{heading_row}"
        page.print_options.horizontalCentered = True
        margins = page.page_margins
        margins.left = margins.right = 1.2 / _INCH
        margins.top, margins.bottom = 1.3 / _INCH, 1.6 / _INCH
        margins.header = margins.footer = 0.7 / _INCH
        foot = cast("HeaderFooterItem", page.oddFooter)
        foot.left.text, foot.right.text = self._foot
        foot.left.size = foot.right.size = 9
        foot.left.color = foot.right.color = styles.SOFT


def unique_headings(titles: Iterable[str]) -> list[str]:
    """Headings that Excel accepts for a table: not empty, and unique without regard to case."""
    headings: list[str] = []
    taken: set[str] = set()
    for title in titles:
        heading = shortened(title, _LONGEST_HEADING).strip() or "-"
        unique, n = heading, 1
        while unique.casefold() in taken:
            n += 1
            unique = f"{heading} ({n})"
        taken.add(unique.casefold())
        headings.append(unique)
    return headings
