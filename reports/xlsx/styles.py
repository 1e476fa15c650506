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

TEXT_WRAPPED = "Club text in lines"
STRONG_WRAPPED = "Club strong in lines"

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


_WORDS = (TEXT, STRONG, ANY, TEXT_WRAPPED, STRONG_WRAPPED)


def heading_style(style: str) -> str:
    """The style of the heading over cells of a style; in the middle it is clear of the button."""
    return HEADING if style in _WORDS else HEADING_NUMBER


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
    head_font = made_font(bold=True, color=argb(on(colours.main, f"#{INK.lower()}")))
    head = Alignment(horizontal="left", vertical="center", wrap_text=True, indent=1)
    centred = Alignment(horizontal="center", vertical="center", wrap_text=True)
    upright = Alignment(horizontal="center", vertical="bottom", text_rotation=90)
    wrapped = Alignment(horizontal="left", vertical="top", wrap_text=True)
    indented = Alignment(horizontal="left", vertical="top", wrap_text=True, indent=1)
    several = Alignment(horizontal="left", vertical="center", wrap_text=True, indent=1)
    strong = made_font(bold=True)
    return [
        made_style(TITLE, made_font(size=20, bold=True, color=title), border=_NONE),
        made_style(SUBTITLE, made_font(color=SOFT), border=_NONE),
        made_style(SECTION, made_font(size=14, bold=True, color=title), border=_NONE),
        made_style(HEADING, head_font, align=head, fill=head_fill, border=_NONE),
        made_style(HEADING_NUMBER, head_font, align=centred, fill=head_fill, border=_NONE),
        made_style(UPRIGHT, head_font, align=upright, fill=head_fill, border=_NONE),
        made_style(TEXT, align=_INDENTED, number_format="@"),
        made_style(ANY, align=_INDENTED),
        made_style(STRONG, strong, align=_INDENTED, number_format="@"),
        made_style(TEXT_WRAPPED, align=several, number_format="@"),
        made_style(STRONG_WRAPPED, strong, align=several, number_format="@"),
        made_style(NUMBER, align=_RIGHT, number_format=clear("0")),
        made_style(STRONG_NUMBER, strong, align=_RIGHT, number_format=clear("0")),
        made_style(PLACE, strong, align=_CENTRE, number_format="0"),
        made_style(COUNT, align=_RIGHT, number_format=clear("#,##0")),
        made_style(CHANGE, align=_RIGHT, number_format=clear("+0;-0;0")),
        made_style(MOVE, align=_RIGHT, number_format=clear('"▲ "0;"▼ "0;0')),
        made_style(QUIET, align=_RIGHT, number_format=clear('0;-0;"–"')),
        made_style(DECIMAL, align=_RIGHT, number_format=clear("0.00")),
        made_style(PARTS, align=_RIGHT, number_format=clear("+0.00;-0.00;0.00")),
        made_style(SHARE, align=_RIGHT, number_format=clear("0.000######")),
        made_style(SCORE, align=_RIGHT, number_format=clear("0.0")),
        made_style(PERCENT, align=_RIGHT, number_format=clear("0%")),
        made_style(BALANCE, align=_CENTRE, number_format="+0;-0;0"),
        made_style(MIRROR, fill=PatternFill("solid", fgColor=SHADE)),
        made_style(DATE, align=_CENTRE, number_format="d mmm yyyy"),
        made_style(LABEL, made_font(color=SOFT), align=wrapped, number_format="@", border=_NONE),
        made_style(PARAGRAPH, align=wrapped, number_format="@", border=_NONE),
        made_style(RULED, align=indented, number_format="@"),
        made_style(RULED_LABEL, made_font(color=SOFT), align=indented, number_format="@"),
        made_style(CODE, Font(name="Consolas", size=10, color=INK), align=wrapped, border=_NONE),
    ]


def clear(number_format: str) -> str:
    """A number format that keeps the width of two digits free at the right.

    So numbers stand under the middle of a centred heading with their digits below each other; an
    indented cell would do the same, but LibreOffice indents such cells unevenly.
    """
    return ";".join(f"{part}_0_0" for part in number_format.split(";"))


def made_font(size: int = 11, *, bold: bool = False, color: str = INK) -> Font:
    """The font of every sheet; `size` in points, `color` as workbooks write it."""
    return Font(name=FONT, size=size, bold=bold, color=color)


def made_style(
    name: str,
    font: Font | None = None,
    *,
    align: Alignment = _LEFT,
    number_format: str = "General",
    fill: PatternFill | None = None,
    border: Border = _LINE,
) -> NamedStyle:
    """A named style; what is not given is plain text on a thin line."""
    return NamedStyle(
        name=name,
        font=font or made_font(),
        alignment=align,
        number_format=number_format,
        fill=fill or PatternFill(),
        border=border,
    )
