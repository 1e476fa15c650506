"""Conditional formats: looks that follow the values, also after sorting and filtering."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from openpyxl.formatting.rule import ColorScale, FormatObject, Rule
from openpyxl.styles import Border, Color, Font, PatternFill, Side
from openpyxl.styles.differential import DifferentialStyle

from reports.colours import readable
from reports.xlsx import styles

if TYPE_CHECKING:
    from reports.clubstyle import Colours
    from reports.xlsx.sheet import Placed, Sheet

MOST_ON_A_STEP = 3
"""Players who may share a medal."""

WORSE, EVEN, BETTER = "F0B48F", "FFFFFF", "8FC1D4"
"""A scale that the colour-blind see too: orange, white, blue."""


def award_medals(sheet: Sheet, placed: Placed, key: str, colours: Colours) -> None:
    """Colour the first three places of a column; no medal for a place that a crowd shares."""
    letter, cells = placed.columns[key], placed.cells(key)
    whole = f"${letter}${placed.first_row}:${letter}${placed.last_row}"
    medals = (colours.gold, colours.silver, colours.bronze)
    for place, medal in enumerate(medals, start=1):
        look = DifferentialStyle(fill=PatternFill("solid", bgColor=styles.argb(medal)))
        one = f"{letter}{placed.first_row}={place}"
        few = f"COUNTIF({whole},{place})<={MOST_ON_A_STEP}"
        rule = Rule(type="expression", formula=[f"AND({one},{few})"], dxf=look)
        sheet.page.conditional_formatting.add(cells, rule)


def colour_moves(sheet: Sheet, placed: Placed, key: str, colours: Colours) -> None:
    """Colour gains and losses of a column, beside the signs that tell them apart in grey."""
    gain = DifferentialStyle(font=Font(color=styles.argb(readable(colours.gain))))
    loss = DifferentialStyle(font=Font(color=styles.argb(readable(colours.loss))))
    _compare_with_zero(sheet, placed.cells(key), "greaterThan", gain)
    _compare_with_zero(sheet, placed.cells(key), "lessThan", loss)


def scale(sheet: Sheet, cells: str, low: float, high: float) -> None:
    """Colour numbers from `low` to `high`; those half-way are white."""
    marks = [FormatObject(type="num", val=value) for value in (low, (low + high) / 2, high)]
    colours = [Color(rgb=f"FF{colour}") for colour in (WORSE, EVEN, BETTER)]
    rule = Rule(type="colorScale", colorScale=ColorScale(cfvo=marks, color=colours))
    sheet.page.conditional_formatting.add(cells, rule)


def mark_groups(sheet: Sheet, placed: Placed, key: str) -> None:
    """Draw a line above a row whose value in a column differs from the one above."""
    letter, row = placed.columns[key], placed.first_row
    first, *_, last = placed.columns
    line = Border(top=Side(style="thin", color=styles.SOFT), bottom=styles.ROW_LINE)
    look = DifferentialStyle(border=line)
    formula = f"${letter}{row}<>${letter}{row - 1}"
    rule = Rule(type="expression", formula=[formula], dxf=look)
    sheet.page.conditional_formatting.add(placed.cells(first, last), rule)


def _compare_with_zero(
    sheet: Sheet,
    cells: str,
    operator: Literal["greaterThan", "lessThan"],
    look: DifferentialStyle,
) -> None:
    rule = Rule(type="cellIs", operator=operator, formula=["0"], dxf=look)
    sheet.page.conditional_formatting.add(cells, rule)
