"""The looks of a workbook, once: a club that restyles these named styles restyles every sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side

from reports.colours import on, readable

if TYPE_CHECKING:
    from openpyxl import Workbook

    from reports.clubstyle import Colours

FONT = "Calibri"
INK = "22252B"
SOFT = "6B7078"
RULE = "D9DCE1"
SHADE = "E4E7EB"

TITLE = "Club title"
SUBTITLE = "Club subtitle"
SECTION = "Club section"
HEADING = "Club heading"
HEADING_NUMBER = "Club heading number"
TEXT = "Club text"
ANY = "Club label or number"
STRONG = "Club strong"
NUMBER = "Club number"
STRONG_NUMBER = "Club strong number"
PLACE = "Club place"
COUNT = "Club count"
CHANGE = "Club change"
MOVE = "Club move"
QUIET = "Club quiet number"
DECIMAL = "Club decimal"
PARTS = "Club signed decimal"
SHARE = "Club share"
SCORE = "Club score"
PERCENT = "Club percentage"
BALANCE = "Club balance"
MIRROR = "Club nobody"
UPRIGHT = "Club upright heading"
DATE = "Club date"
LABEL = "Club label"
PARAGRAPH = "Club paragraph"
RULED = "Club ruled text"
RULED_LABEL = "Club ruled label"
CODE = "Club code"

BY_KIND = {
    "text": TEXT,
    "number": NUMBER,
    "count": COUNT,
    "change": CHANGE,
    "decimal": DECIMAL,
    "share": PERCENT,
    "date": DATE,
}
"""The style of a column by its kind, unless a sheet asks for another."""

ROW_LINE = Side(style="hair", color="B9BEC6")

_LINE = Border(bottom=ROW_LINE)
_NONE = Border()
_LEFT = Alignment(horizontal="left", vertical="center")
_INDENTED = Alignment(horizontal="left", vertical="center", indent=1)  # beside a number
_RIGHT = Alignment(horizontal="right", vertical="center")
_CENTRE = Alignment(horizontal="center", vertical="center")


def heading_style(style: str) -> str:
    """The style of the heading over cells of a style; in the middle it is clear of the button."""
    return HEADING if style in (TEXT, STRONG, ANY) else HEADING_NUMBER


def argb(colour: str) -> str:
    """A colour `#rrggbb` as workbooks write it."""
    return colour[1:].upper()


def add_styles(workbook: Workbook, colours: Colours) -> None:
    """Make the named styles known to a workbook, in the colours of a club."""
    for style in _styles(colours):
        workbook.add_named_style(style)


def _styles(colours: Colours) -> list[NamedStyle]:
    title = argb(readable(colours.main))
    head_fill = PatternFill("solid", fgColor=argb(colours.main))
    head_font = _font(bold=True, color=argb(on(colours.main, f"#{INK.lower()}")))
    head = Alignment(horizontal="left", vertical="center", wrap_text=True, indent=1)
    centred = Alignment(horizontal="center", vertical="center", wrap_text=True)
    upright = Alignment(horizontal="center", vertical="bottom", text_rotation=90)
    wrapped = Alignment(horizontal="left", vertical="top", wrap_text=True)
    indented = Alignment(horizontal="left", vertical="top", wrap_text=True, indent=1)
    strong = _font(bold=True)
    return [
        _style(TITLE, _font(size=20, bold=True, color=title), border=_NONE),
        _style(SUBTITLE, _font(color=SOFT), border=_NONE),
        _style(SECTION, _font(size=14, bold=True, color=title), border=_NONE),
        _style(HEADING, head_font, align=head, fill=head_fill, border=_NONE),
        _style(HEADING_NUMBER, head_font, align=centred, fill=head_fill, border=_NONE),
        _style(UPRIGHT, head_font, align=upright, fill=head_fill, border=_NONE),
        _style(TEXT, align=_INDENTED, number_format="@"),
        _style(ANY, align=_INDENTED),
        _style(STRONG, strong, align=_INDENTED, number_format="@"),
        _style(NUMBER, align=_RIGHT, number_format=_clear("0")),
        _style(STRONG_NUMBER, strong, align=_RIGHT, number_format=_clear("0")),
        _style(PLACE, strong, align=_CENTRE, number_format="0"),
        _style(COUNT, align=_RIGHT, number_format=_clear("#,##0")),
        _style(CHANGE, align=_RIGHT, number_format=_clear("+0;-0;0")),
        _style(MOVE, align=_RIGHT, number_format=_clear('"▲ "0;"▼ "0;0')),
        _style(QUIET, align=_RIGHT, number_format=_clear('0;-0;"–"')),
        _style(DECIMAL, align=_RIGHT, number_format=_clear("0.00")),
        _style(PARTS, align=_RIGHT, number_format=_clear("+0.00;-0.00;0.00")),
        _style(SHARE, align=_RIGHT, number_format=_clear("0.000######")),
        _style(SCORE, align=_RIGHT, number_format=_clear("0.0")),
        _style(PERCENT, align=_RIGHT, number_format=_clear("0%")),
        _style(BALANCE, align=_CENTRE, number_format="+0;-0;0"),
        _style(MIRROR, fill=PatternFill("solid", fgColor=SHADE)),
        _style(DATE, align=_CENTRE, number_format="d mmm yyyy"),
        _style(LABEL, _font(color=SOFT), align=wrapped, number_format="@", border=_NONE),
        _style(PARAGRAPH, align=wrapped, number_format="@", border=_NONE),
        _style(RULED, align=indented, number_format="@"),
        _style(RULED_LABEL, _font(color=SOFT), align=indented, number_format="@"),
        _style(CODE, Font(name="Consolas", size=10, color=INK), align=wrapped, border=_NONE),
    ]


def _clear(number_format: str) -> str:
    """A number format that keeps the width of two digits free at the right.

    So numbers stand under the middle of a centred heading with their digits below each other; an
    indented cell would do the same, but LibreOffice indents such cells unevenly.
    """
    return ";".join(f"{part}_0_0" for part in number_format.split(";"))


def _font(size: int = 11, *, bold: bool = False, color: str = INK) -> Font:
    return Font(name=FONT, size=size, bold=bold, color=color)


def _style(
    name: str,
    font: Font | None = None,
    *,
    align: Alignment = _LEFT,
    number_format: str = "General",
    fill: PatternFill | None = None,
    border: Border = _LINE,
) -> NamedStyle:
    return NamedStyle(
        name=name,
        font=font or _font(),
        alignment=align,
        number_format=number_format,
        fill=fill or PatternFill(),
        border=border,
    )
