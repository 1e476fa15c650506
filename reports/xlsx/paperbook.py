"""A workbook to be printed in the making: what every one of its sheets needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.event_text import event_parts
from reports.formatting import clean_text, shortened
from reports.xlsx import paperstyles as looks
from reports.xlsx.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reports.clubstyle import ClubStyle
    from reports.eventmodel import EventPaper
    from reports.language import Language
    from reports.xlsx.sheet import Orientation
    from reports.xlsx.stream import StreamedWorkbook

DOT = " · "
NOBODY = "–"
"""What stands where nobody sits."""


@dataclass(frozen=True, slots=True)
class PaperBook:
    """A workbook, the event whose paper it holds, in which language and in whose looks."""

    workbook: StreamedWorkbook
    paper: EventPaper
    language: Language
    style: ClubStyle

    def sheet(
        self, name: str, widths: Iterable[float], orientation: Orientation = "portrait"
    ) -> Sheet:
        """Add a sheet with the foot that all pages have."""
        head = self.paper.head
        parts = [shortened(head.club, 50), shortened(head.name, 50), self.language.date(head.on)]
        pages = self.language.text("page {page} of {pages}", page="&P", pages="&N")
        foot = (DOT.join(parts).replace("&", "&&"), pages)
        return Sheet(self.workbook, name, widths, foot, self.style.logo, orientation)

    def wall_head(self, sheet: Sheet, title: str, *more: str) -> None:
        """Write the big head of a sheet for the wall, with the club's logo."""
        sheet.line(f"♥ {title}", looks.WALL_TITLE, 44)
        sheet.line(DOT.join((self.event(), *more)), looks.WALL_SUBTITLE, 22)
        sheet.blank(10)
        sheet.draw_logo()

    def event(self) -> str:
        """The event's name, its kind and its day."""
        head = self.paper.head
        _, *when = event_parts(head, self.language)
        return DOT.join((clean_text(head.name), *when))
