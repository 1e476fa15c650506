"""The sheet with the charts: a native one on top, below it what spreadsheets cannot draw."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

from openpyxl.drawing.image import Image
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, TwoCellAnchor
from openpyxl.worksheet.pagebreak import Break

from reports.charts.calendar import draw_calendar
from reports.charts.portraits import draw_portraits
from reports.charts.theme import png, theme
from reports.xlsx import styles
from reports.xlsx.book import DOT
from reports.xlsx.native import leaders_chart

if TYPE_CHECKING:
    from reports.xlsx.book import Book
    from reports.xlsx.native import ChartData
    from reports.xlsx.sheet import Sheet

_COLUMNS, _COLUMN_WIDTH = 14, 9.0  # as wide as the pictures
_ROW_POINTS = 15.0
_CHART_ROWS = 28
_PIXELS_AN_INCH = 96
_PICTURE_DPI = 160


def open_charts(book: Book, name: str) -> Sheet:
    """Add the sheet in its place; its charts need the data sheet and are drawn by `draw_charts`."""
    sheet = book.sheet(name, [_COLUMN_WIDTH] * _COLUMNS)
    sheet.page.sheet_format.defaultRowHeight = _ROW_POINTS
    sheet.page.sheet_format.customHeight = True
    return sheet


def draw_charts(book: Book, sheet: Sheet, data: ChartData | None) -> None:
    """Write the band, anchor the chart and the pictures, each on a page of its own."""
    language = book.language
    sheet.band(language.text("Charts"), DOT.join((book.club_and_pool(), book.as_of())))
    top = sheet.row + 1
    if data is None:
        sheet.line(language.text("No rated games yet"), styles.SUBTITLE)
        sheet.print_setup()
        return
    chart = leaders_chart(book, data)
    anchor: Any = _over_rows(top, _CHART_ROWS - 1)  # its type hint knows cell names only
    sheet.page.add_chart(chart, anchor)
    row = top + _CHART_ROWS
    for draw in (draw_portraits, draw_calendar):
        sheet.page.row_breaks.append(Break(id=row - 1))
        with theme():
            figure = draw(book.board, language, book.style)
            picture = Image(png(figure, dpi=_PICTURE_DPI))
        width, height = figure.get_size_inches()
        picture.width, picture.height = width * _PIXELS_AN_INCH, height * _PIXELS_AN_INCH
        sheet.page.add_image(picture, f"A{row}")
        row += ceil(height * 72 / _ROW_POINTS)
    sheet.print_setup(last_row=row)


def _over_rows(top: int, rows: int) -> TwoCellAnchor:
    """From the left to the right edge of the sheet's columns, whatever width a font gives them."""
    return TwoCellAnchor(
        _from=AnchorMarker(col=0, row=top - 1), to=AnchorMarker(col=_COLUMNS, row=top - 1 + rows)
    )
