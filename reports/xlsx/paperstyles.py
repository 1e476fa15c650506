"""The looks of what is printed for the wall, the players and the tables; big where it hangs.

Letters of 22 points are read from two metres (a capital is 5 mm high). Long names are broken into
lines; what else is too long for its cell is shrunk until it fits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.styles import Alignment, Border, NamedStyle, PatternFill, Side

from reports.colours import on, readable
from reports.xlsx.styles import INK, SHADE, SOFT, argb, clear, made_font, made_style

if TYPE_CHECKING:
    from openpyxl import Workbook

    from reports.clubstyle import Colours

WALL_TITLE = "Paper title"
WALL_SUBTITLE = "Paper subtitle"
WALL_HEADING = "Paper heading"
WALL_HEADING_NAME = "Paper heading name"
WALL_TABLE = "Paper table number"
WALL_NAMES = {26: "Paper name 26", 22: "Paper name", 19: "Paper name 19", 16: "Paper name 16"}
"""By the size of the letters, which all names of a sheet share."""
WALL_NOTE = "Paper note"
LIST_NAME = "Paper list name"
LIST_SEAT = "Paper list seat"
RANK_PLACE = "Paper place"
RANK_NAME = "Paper ranked name"
RANK_SIZE = 18
RANK_SCORE = ("Paper score", "Paper score 0.0", "Paper score 0.00")
RANK_ROUND = ("Paper round", "Paper round 0.0", "Paper round 0.00")
RANK_DROPPED = ("Paper dropped", "Paper dropped 0.0", "Paper dropped 0.00")
CARD_NAME = "Paper card name"
CARD_NUMBER = "Paper card number"
CARD_EVENT = "Paper card event"
CARD_HEADING = "Paper card heading"
CARD_TEXT = "Paper card text"
CARD_LINES = "Paper card lines"
CARD_FIGURE = "Paper card figure"
CARD_BOX = "Paper card box"
CUT = "Paper cut"
FORM_TITLE = "Paper form title"
FORM_LABEL = "Paper form label"
FORM_SEAT = "Paper form seat"
FORM_NAMES = {14: "Paper form name", 11: "Paper form small name"}
"""By the size of the letters, which all names of the score sheets share."""
FORM_HEAD = "Paper form heading"
FORM_DEAL = "Paper form deal"
FORM_WAY = "Paper form passing"
FORM_BOX = "Paper form box"
FORM_SUM = "Paper form sum"
FORM_TOTAL = "Paper form total"
FORM_TOTAL_LABEL = "Paper form total label"
FORM_NOTE = "Paper form note"

_FORMATS = ("0", "0.0", "0.00")
_THIN, _MEDIUM, _HAIR = (Side(style=kind, color=SOFT) for kind in ("thin", "medium", "hair"))
_NONE = Border()
_RULE = Border(bottom=_HAIR)
_BOX = Border(left=_THIN, right=_THIN, top=_THIN, bottom=_THIN)
_STRONG_BOX = Border(left=_THIN, right=_THIN, top=_MEDIUM, bottom=_MEDIUM)


def add_paper_styles(workbook: Workbook, colours: Colours) -> None:
    """Make the styles of printed paper known to a workbook, in the colours of a club."""
    for style in (*_wall(colours), *_lists(), *_cards(colours), *_forms(colours)):
        workbook.add_named_style(style)


def _across(side: str, *, shrink: bool = True, indent: int = 0) -> Alignment:
    """Level with the middle of the row; what is too long becomes smaller."""
    return Alignment(horizontal=side, vertical="center", shrink_to_fit=shrink, indent=indent)


_LEFT, _CENTRE, _RIGHT = (_across(side) for side in ("left", "center", "right"))
_INDENTED = _across("left", indent=1)
_LINES = Alignment(horizontal="left", vertical="center", wrap_text=True, indent=1)
_CENTRE_LINES = Alignment(horizontal="center", vertical="center", wrap_text=True)
_WRAPPED = Alignment(horizontal="left", vertical="top", wrap_text=True)


def _wall(colours: Colours) -> list[NamedStyle]:
    title = argb(readable(colours.main))
    fill = PatternFill("solid", fgColor=argb(colours.main))
    head = made_font(16, bold=True, color=argb(on(colours.main, f"#{INK.lower()}")))
    shade = PatternFill("solid", fgColor=SHADE)
    return [
        made_style(WALL_TITLE, made_font(32, bold=True, color=title), border=_NONE),
        made_style(WALL_SUBTITLE, made_font(14, color=SOFT), border=_NONE),
        made_style(WALL_HEADING, head, align=_CENTRE, fill=fill, border=_NONE),
        made_style(WALL_HEADING_NAME, head, align=_INDENTED, fill=fill, border=_NONE),
        made_style(WALL_TABLE, made_font(26, bold=True), align=_CENTRE, fill=shade, border=_RULE),
        *(
            made_style(style, made_font(size), align=_LINES, number_format="@", border=_RULE)
            for size, style in WALL_NAMES.items()
        ),
        made_style(WALL_NOTE, made_font(18), align=_WRAPPED, number_format="@", border=_NONE),
    ]


def _lists() -> list[NamedStyle]:
    scores = []
    for digits, number in enumerate(_FORMATS):
        plain, dropped = clear(number), clear(f"({number})").removesuffix("_0")
        scores += [
            made_style(
                RANK_SCORE[digits], made_font(18, bold=True), align=_RIGHT, number_format=plain
            ),
            made_style(RANK_ROUND[digits], made_font(14), align=_RIGHT, number_format=plain),
            made_style(
                RANK_DROPPED[digits],
                made_font(14, color=SOFT),
                align=_RIGHT,
                number_format=dropped,
            ),
        ]
    return [
        made_style(LIST_NAME, made_font(14), align=_INDENTED, number_format="@"),
        made_style(LIST_SEAT, made_font(14, bold=True), align=_CENTRE, number_format="@"),
        made_style(RANK_PLACE, made_font(18, bold=True), align=_CENTRE, number_format="0"),
        made_style(RANK_NAME, made_font(RANK_SIZE), align=_LINES, number_format="@"),
        *scores,
    ]


def _cards(colours: Colours) -> list[NamedStyle]:
    title = argb(readable(colours.main))
    return [
        made_style(
            CARD_NAME,
            made_font(18, bold=True, color=title),
            align=_LEFT,
            number_format="@",
            border=_NONE,
        ),
        made_style(CARD_NUMBER, made_font(18, bold=True), align=_RIGHT, border=_NONE),
        made_style(
            CARD_EVENT, made_font(10, color=SOFT), align=_LEFT, number_format="@", border=_NONE
        ),
        made_style(
            CARD_HEADING,
            made_font(9, bold=True, color=SOFT),
            align=_CENTRE,
            border=Border(bottom=_MEDIUM),
        ),
        made_style(CARD_TEXT, made_font(11), align=_CENTRE, number_format="@", border=_RULE),
        made_style(CARD_LINES, made_font(9), align=_CENTRE_LINES, number_format="@", border=_RULE),
        made_style(CARD_FIGURE, made_font(13, bold=True), align=_CENTRE, border=_RULE),
        made_style(CARD_BOX, align=_CENTRE, border=_BOX),
        made_style(
            CUT,
            made_font(9, color=SOFT),
            align=Alignment(horizontal="left", vertical="bottom"),
            border=Border(bottom=Side(style="dashed", color=SOFT)),
        ),
    ]


def _forms(colours: Colours) -> list[NamedStyle]:
    title = argb(readable(colours.main))
    fill = PatternFill("solid", fgColor=argb(colours.main))
    ink = argb(on(colours.main, f"#{INK.lower()}"))
    return [
        made_style(FORM_TITLE, made_font(20, bold=True, color=title), border=_NONE),
        made_style(FORM_LABEL, made_font(11, color=SOFT), border=_NONE),
        made_style(
            FORM_SEAT,
            made_font(9, bold=True, color=ink),
            align=_CENTRE,
            fill=fill,
            border=_NONE,
        ),
        *(
            made_style(
                style,
                made_font(size, bold=True),
                align=_CENTRE_LINES,
                number_format="@",
                border=_BOX,
            )
            for size, style in FORM_NAMES.items()
        ),
        made_style(
            FORM_HEAD,
            made_font(9, bold=True, color=SOFT),
            align=Alignment(horizontal="center", vertical="center", wrap_text=True),
            border=_BOX,
        ),
        made_style(FORM_DEAL, made_font(11, bold=True), align=_CENTRE, border=_BOX),
        made_style(FORM_WAY, made_font(10, color=SOFT), align=_CENTRE, border=_BOX),
        made_style(FORM_BOX, align=_CENTRE, border=_BOX),
        made_style(
            FORM_SUM,
            align=_CENTRE,
            fill=PatternFill("solid", fgColor="F3F4F6"),
            border=_BOX,
        ),
        made_style(FORM_TOTAL, made_font(14, bold=True), align=_CENTRE, border=_STRONG_BOX),
        made_style(FORM_TOTAL_LABEL, made_font(11, bold=True), align=_INDENTED, border=_STRONG_BOX),
        made_style(FORM_NOTE, made_font(10, color=SOFT), align=_WRAPPED, border=_NONE),
    ]
