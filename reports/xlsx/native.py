"""The native line chart of the leading players: what people may restyle, and its data."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Literal

from openpyxl.chart import LineChart, Reference
from openpyxl.chart.axis import ChartLines, DateAxis
from openpyxl.chart.legend import Legend
from openpyxl.chart.marker import Marker
from openpyxl.chart.series_factory import SeriesFactory
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.text import RichText, Text
from openpyxl.chart.title import Title
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.text import (
    CharacterProperties,
    Font,
    Paragraph,
    ParagraphProperties,
    RegularTextRun,
    RichTextProperties,
)

from reports.charts.curves import LEADERS, curves, leaders
from reports.charts.placement import rating_axis
from reports.charts.theme import SERIES
from reports.formatting import shortened
from reports.table import Column
from reports.xlsx import styles
from reports.xlsx.book import DOT
from reports.xlsx.sheet import BAND_ROWS, Layout, Placed, Sheet, SheetColumn

if TYPE_CHECKING:
    from datetime import date

    from openpyxl.chart.series import Series

    from reports.charts.curves import Curve
    from reports.charts.theme import SeriesStyle
    from reports.table import Cell
    from reports.xlsx.book import Book

_EMU_A_POINT = 12_700


@dataclass(frozen=True, slots=True)
class ChartData:
    """Where the chart's numbers stand, over how many days, and the axis that shows them."""

    sheet: Sheet
    placed: Placed
    days: int
    axis: tuple[int, int, int]


def write_chart_data(book: Book, name: str) -> ChartData | None:
    """Write the sheet with the chart's numbers: a row a playing day, a column a player.

    Returns:
        Where they stand, or None when there is nothing to draw.
    """
    lines = curves(book.board, leaders(book.board))
    if not lines:
        return None
    text = book.language.text
    columns = [SheetColumn(Column("date", text("Date"), "date"), Layout(14))]
    columns += [
        SheetColumn(
            Column(f"player_{n}", shortened(line.player.name, 40), "number"),
            Layout(13, filtered=False),
        )
        for n, line in enumerate(lines, start=1)
    ]
    widths = [column.width for column in columns]
    unused = [columns[-1].width] * (LEADERS + 1 - len(columns))  # or the band would be cut in print
    sheet = book.sheet(name, widths + unused, logo=False)
    sheet.freeze(BAND_ROWS + 1, right_of_column=1)
    note = text("ratings at the end of the day, decay included; the chart is drawn from these")
    sheet.band(text("Chart data"), DOT.join((book.club_and_pool(), note)))
    days = _days(book, lines)
    rows = (_row(day, lines) for day in days)
    placed = sheet.table("ChartData", columns, rows, heading_height=48)
    sheet.print_setup(heading_row=BAND_ROWS + 1)
    axis = rating_axis([level for line in lines for level in line.levels()])
    return ChartData(sheet, placed, (days[-1] - days[0]).days, axis)


def _days(book: Book, lines: list[Curve]) -> list[date]:
    """The days on which somebody of them moved, and the as-of date."""
    shown = {line.player for line in lines}
    days = {point.on for player in shown for point in book.board.history.account(player)}
    return sorted(days | {book.board.as_of})


def _row(day: date, lines: list[Curve]) -> tuple[Cell, ...]:
    return (day, *(line.rating_on(day) for line in lines))


def leaders_chart(book: Book, data: ChartData) -> LineChart:
    """The line chart of the leading players over real dates, read from the data sheet."""
    chart = LineChart()
    head = Paragraph(
        pPr=ParagraphProperties(defRPr=_letters(1400, bold=True)),
        r=[RegularTextRun(t=book.language.text("Rating of the leading players"))],
    )
    chart.title = Title(tx=Text(rich=RichText(p=[head])), overlay=False)
    chart.legend = Legend(legendPos="r", txPr=_text(1000))
    chart.display_blanks = "gap"
    chart.roundedCorners = False
    page, placed = data.sheet.page, data.placed
    for number, style in zip(range(2, len(placed.columns) + 1), SERIES, strict=False):
        values = Reference(
            page, min_col=number, min_row=placed.first_row - 1, max_row=placed.last_row
        )
        series = SeriesFactory(values, title_from_data=True)
        _style_series(series, style)
        chart.series.append(series)
    days = Reference(page, min_col=1, min_row=placed.first_row, max_row=placed.last_row)
    chart.set_categories(days)
    _set_axes(chart, data)
    return chart


def _style_series(series: Series, style: SeriesStyle) -> None:
    colour = style.colour.lstrip("#")
    line = LineProperties(
        solidFill=colour, w=round(2.25 * _EMU_A_POINT), prstDash="dash" if style.dashed else "solid"
    )
    series.graphicalProperties = GraphicalProperties(ln=line)
    series.smooth = False
    series.marker = Marker(
        symbol=style.excel_marker,
        size=5,
        spPr=GraphicalProperties(solidFill=colour, ln=LineProperties(solidFill="FFFFFF")),
    )


def _set_axes(chart: LineChart, data: ChartData) -> None:
    rule = GraphicalProperties(ln=LineProperties(solidFill=styles.RULE))
    days = DateAxis(crossAx=100, axPos="b", baseTimeUnit="days", tickLblPos="low")
    days.majorTickMark = "out"
    days.number_format = "d mmm yyyy"
    days.majorUnit, days.majorTimeUnit = _date_step(data.days)
    chart.x_axis = days
    ratings = chart.y_axis
    ratings.crossAx = 500
    ratings.number_format = "0"
    ratings.scaling.min, ratings.scaling.max, ratings.majorUnit = data.axis
    ratings.majorGridlines = ChartLines(spPr=rule)
    for axis in (days, ratings):
        axis.delete = False  # or Excel shows no axis at all
        axis.txPr = _text(900)
        axis.spPr = rule


def _date_step(days: int) -> tuple[int, Literal["days", "months"]]:
    """The distance between the dates on the axis: at most a dozen of them."""
    if days <= 84:
        return (7 if days > 12 else 1), "days"
    return ceil(days / 30 / 12), "months"


def _letters(size: int, *, bold: bool = False) -> CharacterProperties:
    """Letters in hundredths of a point."""
    return CharacterProperties(
        sz=size, b=bold, solidFill=styles.INK, latin=Font(typeface=styles.FONT)
    )


def _text(size: int) -> RichText:
    paragraph = Paragraph(pPr=ParagraphProperties(defRPr=_letters(size)), endParaRPr=_letters(size))
    return RichText(bodyPr=RichTextProperties(), p=[paragraph])
