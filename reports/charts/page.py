"""The page of a chart: its size, its head with the club's logo, a note below."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

from reports.charts.theme import SOFT, new_figure, text_width
from reports.colours import readable
from reports.formatting import clean_text, shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from reports.clubstyle import ClubStyle, Logo
    from reports.language import Language
    from reports.model import Leaderboard

WIDTH = 10.6
"""Of every chart, in inches: the printable part of an A4 page on its side."""

HEAD, FOOT = 0.95, 0.55
"""Room for the head and for the note below, in inches."""

SIDE = 0.38
"""Margin at both sides, in inches."""

_LOGO_WIDE, _LOGO_HIGH = 2.2, 0.6


@dataclass(frozen=True, slots=True)
class Page:
    """A figure with a head; everything is placed in inches from its left top corner."""

    figure: Figure
    height: float

    def axes(self, left: float, top: float, wide: float, high: float) -> Axes:
        """Axes without a frame, at a place."""
        bottom = self.height - top - high
        bounds = (left / WIDTH, bottom / self.height, wide / WIDTH, high / self.height)
        axes: Axes = self.figure.add_axes(bounds)
        axes.spines[:].set_visible(False)
        axes.tick_params(length=0)
        return axes

    def paper(self) -> Axes:
        """The page itself as axes, in inches: for what is drawn in many places at once."""
        axes = self.axes(0, 0, WIDTH, self.height)
        axes.set_axis_off()
        axes.set_xlim(0, WIDTH)
        axes.set_ylim(self.height, 0)
        return axes

    def write(self, left: float, top: float, text: str, **looks: Any) -> None:
        """A text whose base line is at a place."""
        self.figure.text(left / WIDTH, 1 - top / self.height, text, **looks)

    def note(self, text: str) -> None:
        """What there is to know about the chart, below it."""
        self.write(SIDE, self.height - 0.2, text, fontsize=8.5, color=SOFT)


def new_page(high: float, title: str, subtitle: Sequence[str], style: ClubStyle) -> Page:
    """An empty page.

    Args:
        high: of the chart, in inches; head and note come on top of it.
        title: what is shown.
        subtitle: of whom and when, in parts.
        style: the club's looks.
    """
    page = Page(new_figure(WIDTH, HEAD + high + FOOT), HEAD + high + FOOT)
    room = WIDTH - 2 * SIDE
    if style.logo:
        room -= _draw_logo(page, style.logo) + 0.2
    page.write(
        SIDE, 0.45, title, fontsize=16, fontweight="bold", color=readable(style.colours.main)
    )
    page.write(SIDE, 0.72, fitted(" · ".join(subtitle), room, 9.5), fontsize=9.5, color=SOFT)
    return page


def subject(board: Leaderboard, language: Language) -> list[str]:
    """Club, rating list and day, as the parts of a subtitle."""
    day = language.date(board.as_of, "long")
    return [shortened(board.club, 50), shortened(board.pool, 25), day]


def empty_page(title: str, board: Leaderboard, language: Language, style: ClubStyle) -> Page:
    """A page that says that there is nothing to show yet."""
    page = new_page(1.2, title, subject(board, language), style)
    page.write(WIDTH / 2, HEAD + 0.5, language.text("No rated games yet"), ha="center", color=SOFT)
    return page


def fitted(text: str, inches: float, points: float, *, bold: bool = False) -> str:
    """A text as long as it fits into so many inches, cut with an ellipsis if it must be."""
    text = clean_text(text)
    most = len(text)
    while most > 1 and text_width(shortened(text, most), points, bold=bold) > inches:
        most -= 1
    return shortened(text, most)


def _draw_logo(page: Page, logo: Logo) -> float:
    """Draw the logo at the right of the head; return its width in inches."""
    from PIL import Image

    share = min(_LOGO_HIGH / logo.height, _LOGO_WIDE / logo.width)
    wide, high = logo.width * share, logo.height * share
    with Image.open(BytesIO(logo.content)) as picture:
        axes = page.axes(WIDTH - SIDE - wide, 0.2, wide, high)
        axes.imshow(picture.convert("RGBA"), aspect="auto", interpolation="antialiased")
    axes.set_axis_off()
    return wide
