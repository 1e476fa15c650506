"""One sheet: a title band, rows from the top down, tables with headings, and its printed page."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING, Literal, cast

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.filters import AutoFilter, FilterColumn
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.table import Table as SheetTable
from openpyxl.worksheet.table import TableColumn, TableStyleInfo

from reports.formatting import shortened
from reports.xlsx import styles
from reports.xlsx.cells import Link, Look, cell_xml, look, sheet_text
from reports.xlsx.logo import placed_logo

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from openpyxl.worksheet.header_footer import HeaderFooterItem
    from openpyxl.worksheet.worksheet import Worksheet

    from reports.clubstyle import Logo
    from reports.table import Cell, Column
    from reports.xlsx.stream import StreamedWorkbook

BAND_ROWS = 3
"""Rows of the title band: title, subtitle, a thin empty one."""

PADDING = 0.71
"""Characters that Excel counts into the width of a column, and people do not: five pixels."""

MOST_ROWS = 1_000_000
"""Rows of a table on one sheet; Excel has 1,048,576 in all."""

_LONGEST_HEADING = 80
_A4 = 9
_INCH = 2.54
_SIDE, _TOP, _BOTTOM = 1.2, 1.3, 1.6  # margins in cm
_LONG, _SHORT = 29.7, 21.0  # of A4, in cm
_CHARACTER_POINTS = 5.25
_ROW_POINTS = 15.0
_TALLEST = 400.0  # Excel's rows have at most 409 points
_FULL = 0.985  # of a page: so much and one row more never fit, whatever the printer

Orientation = Literal["landscape", "portrait"]


@dataclass(frozen=True, slots=True)
class Layout:
    """How a column of a table stands on a sheet.

    Attributes:
        width: in characters of the plain font.
        style: a named style, or "" for that of the kind.
        filtered: whether its heading has a filter button; narrow columns have no room for one.
    """

    width: float
    style: str = ""
    filtered: bool = True


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column of a table on a sheet: key, title and kind, and how it stands there."""

    column: Column
    layout: Layout

    @property
    def width(self) -> float:
        """In characters of the plain font."""
        return self.layout.width

    @property
    def named_style(self) -> str:
        """The style of its cells."""
        return self.layout.style or styles.BY_KIND[self.column.kind]


def laid_out(columns: Iterable[Column], layouts: Mapping[str, Layout]) -> list[SheetColumn]:
    """Columns with the layout of their key; `place_3` has that of `place` unless it has its own."""
    return [
        SheetColumn(column, layouts.get(column.key) or layouts[column.key.rpartition("_")[0]])
        for column in columns
    ]


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
        self,
        workbook: StreamedWorkbook,
        name: str,
        widths: Iterable[float],
        foot: tuple[str, str],
        logo: Logo | None = None,
        orientation: Orientation = "landscape",
    ) -> None:
        self._stream = workbook.add_sheet(name)
        # What is used of it here, an ordinary sheet has too, and better type hints.
        self.page = cast("Worksheet", self._stream)
        self.name = name
        self.row = 0
        self._foot = foot
        self._logo = logo
        self._orientation = orientation
        self._used = 0.0  # of the printed page, in points
        self._looks: dict[str, Look] = {}
        self._letters: list[str] = []
        for number, width in enumerate(widths, start=1):
            letter = get_column_letter(number)
            self.page.column_dimensions[letter].width = width + PADDING
            self._letters.append(letter)
        # What follows stands before the rows in the file, so it cannot wait for `print_setup`.
        self.page.sheet_view.showGridLines = False
        self.page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)

    def freeze(self, below_row: int, right_of_column: int = 0) -> None:
        """Keep rows and columns in sight; only before the first row is written."""
        corner = f"{get_column_letter(right_of_column + 1)}{below_row + 1}"
        self.page.freeze_panes = corner

    def letter(self, column: int) -> str:
        """The letter of a column, counted from 1."""
        return self._letters[column - 1]

    def append(
        self, values: Sequence[Cell | Link], style_names: Iterable[str], height: float = 0
    ) -> int:
        """Write the next row, each value with a named style; return the row's number."""
        return self._append(values, list(map(self._look, style_names)), height)

    def _append(
        self, values: Sequence[Cell | Link], looks: Sequence[Look], height: float = 0
    ) -> int:
        self.row += 1
        self._used += height or _ROW_POINTS
        letters = self._letters[: len(values)]
        cells = [
            cell_xml(f"{letter}{self.row}", value, style)
            for letter, value, style in zip(letters, values, looks, strict=True)
        ]
        tall = f' ht="{height}" customHeight="1"' if height else ""
        self._stream.append(f'<row r="{self.row}"{tall}>{"".join(cells)}</row>')
        for letter, value in zip(letters, values, strict=True):
            if isinstance(value, Link):
                self._stream.link(f"{letter}{self.row}", value.target)
        return self.row

    def _look(self, style: str) -> Look:
        if style not in self._looks:
            self._looks[style] = look(self._stream, style)
        return self._looks[style]

    def _changed(self, looks: Sequence[Look], others: Mapping[int, str]) -> list[Look]:
        """The looks of a row with some of its own."""
        return [self._look(others[at]) if at in others else one for at, one in enumerate(looks)]

    def line(self, value: Cell | Link, style: str, height: float = 0) -> int:
        """Write one cell at the left that runs over the empty ones beside it."""
        return self.append([value], [style], height)

    def blank(self, height: float = 0) -> None:
        """Leave a row empty."""
        self.append([], [], height)

    def band(self, title: str, subtitle: str) -> None:
        """The head of every sheet, with the club's logo at the right."""
        self.line(f"♥ {title}", styles.TITLE, 30)
        self.line(subtitle, styles.SUBTITLE, 18)
        self.blank(9)
        self.draw_logo()

    def draw_logo(self) -> None:
        """The club's logo in the right top corner, if it has one."""
        if self._logo:
            widths = [self.page.column_dimensions[letter].width for letter in self._letters]
            self.page.add_image(placed_logo(self._logo, widths))

    def merge(self, row: int, first: int, last: int) -> None:
        """Join the cells of a row from one column to another."""
        left, right = self._letters[first - 1], self._letters[last - 1]
        self.page.merged_cells.add(f"{left}{row}:{right}{row}")

    def table(
        self,
        name: str,
        columns: Sequence[SheetColumn],
        rows: Iterable[Sequence[Cell | Link]],
        *,
        heading_height: float = 32,
        row_height: float | Iterable[float] = 0,
        other_styles: Iterable[Mapping[int, str]] = repeat({}),
    ) -> Placed:
        """Write an Excel table: headings, rows, filter buttons, and a name for other programs.

        A table must have a row: without any, an empty one is written.

        Args:
            name: of the table.
            columns: from left to right.
            rows: one value a column.
            heading_height: in points.
            row_height: of the rows, or of each of them, in points; 0 for the usual one.
            other_styles: for every row, the styles of cells that differ from their columns', by
                number of the column from 0.
        """
        titles = unique_headings(item.column.title for item in columns)
        heads = [styles.heading_style(item.named_style) for item in columns]
        top = self.append(titles, heads, heading_height)
        looks = [self._look(item.named_style) for item in columns]
        heights = repeat(row_height) if isinstance(row_height, int | float) else row_height
        for row, others, high in zip(rows, other_styles, heights, strict=False):
            self._append(row, self._changed(looks, others) if others else looks, high)
        if self.row == top:
            self._append([None] * len(columns), looks)
        letters = self._letters[: len(columns)]
        self._register(name, f"A{top}:{letters[-1]}{self.row}", titles, columns)
        keys = {item.column.key: x for item, x in zip(columns, letters, strict=True)}
        return Placed(top + 1, self.row, keys)

    def plain_table(
        self,
        columns: Sequence[tuple[Cell, str]],
        rows: Iterable[Sequence[Cell]],
        heading_height: float,
        row_height: float | Sequence[float] = 18,
    ) -> range:
        """Write headings and rows that are there to be read only; return their row numbers.

        Args:
            columns: of each, the heading (None goes on from the left) and the style of its cells.
            rows: one value a column.
            heading_height: in points.
            row_height: of the rows below, or of each of them, in points.
        """
        titles, looks = zip(*columns, strict=True)
        top = self.append(titles, map(styles.heading_style, looks), heading_height)
        heights = repeat(row_height) if isinstance(row_height, int | float) else row_height
        for row, high in zip(rows, heights, strict=False):
            self.append(row, looks, high)
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
            if not item.layout.filtered
        ]
        table.tableStyleInfo = TableStyleInfo(name="TableStyleLight1", showRowStripes=False)
        self.page.tables.add(table)  # add_table would warn that the columns must be given

    def keep_together(self, points: float) -> None:
        """Begin a new printed page if so much does not fit on this one any more."""
        wide = sum(self.page.column_dimensions[letter].width for letter in self._letters)
        page_wide, page_high = printed_size(self._orientation)
        scale = min(1.0, page_wide / (wide * _CHARACTER_POINTS))
        if self._used and self._used + points > page_high / scale:
            self.new_page()

    def new_page(self) -> None:
        """Begin a new printed page with the next row."""
        self.page.row_breaks.append(Break(id=self.row))
        self._used = 0.0

    def end_page(self) -> None:
        """Leave the rest of the printed page empty and begin a new one.

        Excel's help says that it may pass over breaks on sheets that are fitted to the width of a
        page; so full a page ends here by itself.
        """
        _, high = printed_size(self._orientation)
        while (rest := high * _FULL - self._used) > 1:
            self.blank(round(min(rest, _TALLEST), 1))
        self.new_page()

    def print_setup(self, *, heading_row: int = 0, heading_to: int = 0, last_row: int = 0) -> None:
        """A4, one page wide, headings on every page, page numbers below.

        Args:
            heading_row: the row to repeat on every page, or 0.
            heading_to: the last row to repeat, if there are several.
            last_row: the end of the printed area; the last row written if 0.
        """
        page = self.page
        page.page_setup.orientation = self._orientation
        page.page_setup.paperSize = _A4
        page.page_setup.fitToWidth = 1
        page.page_setup.fitToHeight = 0
        page.print_area = f"A1:{self._letters[-1]}{last_row or self.row}"
        if heading_row:
            page.print_title_rows = f"{heading_row}:{heading_to or heading_row}"
        page.print_options.horizontalCentered = True
        margins = page.page_margins
        margins.left = margins.right = _SIDE / _INCH
        margins.top, margins.bottom = _TOP / _INCH, _BOTTOM / _INCH
        margins.header = margins.footer = 0.7 / _INCH
        foot = cast("HeaderFooterItem", page.oddFooter)
        foot.left.text, foot.right.text = self._foot
        foot.left.size = foot.right.size = 9
        foot.left.color = foot.right.color = styles.SOFT


def printed_size(orientation: Orientation) -> tuple[float, float]:
    """Width and height of what fits on a page, in points.

    >>> [round(size) for size in printed_size("portrait")]
    [527, 760]
    """
    wide, high = (_LONG, _SHORT) if orientation == "landscape" else (_SHORT, _LONG)
    return (wide - 2 * _SIDE) / _INCH * 72, (high - _TOP - _BOTTOM) / _INCH * 72


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
