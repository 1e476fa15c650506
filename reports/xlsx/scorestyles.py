"""The looks of scores in standings: how many decimals, whether it counts, whether it was played.

What does not count is grey and in brackets, what was not played for is on a shade; both are seen
in print without colours, and the cells stay numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.styles import Alignment, PatternFill

from reports.scores import MOST_DIGITS
from reports.xlsx.styles import SHADE, SOFT, clear, made_font, made_style

if TYPE_CHECKING:
    from openpyxl import Workbook

_RIGHT = Alignment(horizontal="right", vertical="center")
_PLAIN = PatternFill()
_AWAY = PatternFill("solid", fgColor=SHADE)


def total_style(digits: int) -> str:
    """The named style of a total with so many decimals."""
    return f"Club total {_format(digits)}"


def score_style(digits: int, *, counts: bool = True, played: bool = True) -> str:
    """The named style of what a round or evening brought."""
    how = "score" if counts else "dropped score"
    return f"Club {how}{'' if played else ' unplayed'} {_format(digits)}"


def add_score_styles(workbook: Workbook) -> None:
    """Make these styles known to a workbook."""
    for digits in range(MOST_DIGITS + 1):
        number = _format(digits)
        workbook.add_named_style(
            made_style(
                total_style(digits), made_font(bold=True), align=_RIGHT, number_format=clear(number)
            )
        )
        for counts in (True, False):
            for played in (True, False):
                workbook.add_named_style(
                    made_style(
                        score_style(digits, counts=counts, played=played),
                        None if counts else made_font(color=SOFT),
                        align=_RIGHT,
                        # A bracket is about as wide as one of the two digits kept free.
                        number_format=clear(number) if counts else f"({number})_0",
                        fill=_PLAIN if played else _AWAY,
                    )
                )


def _format(digits: int) -> str:
    return "0." + "0" * digits if digits else "0"
