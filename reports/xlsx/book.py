"""A workbook in the making: what every sheet of a leaderboard needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.formatting import shortened
from reports.xlsx.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reports.clubstyle import ClubStyle
    from reports.language import Language
    from reports.model import Leaderboard
    from reports.pace import Pace
    from reports.xlsx.stream import StreamedWorkbook

DOT = " · "


@dataclass(frozen=True, slots=True)
class Book:
    """A workbook, what it shows, in which language and in whose looks."""

    workbook: StreamedWorkbook
    board: Leaderboard
    language: Language
    style: ClubStyle
    pace: Pace

    def sheet(self, name: str, widths: Iterable[float], *, logo: bool = True) -> Sheet:
        """Add a sheet with the foot that all pages have, and with the club's logo or without."""
        left = DOT.join((shortened(self.board.club, 90), self.as_of()))
        pages = self.language.text("page {page} of {pages}", page="&P", pages="&N")
        foot = (left.replace("&", "&&"), pages)
        return Sheet(self.workbook, name, widths, foot, self.style.logo if logo else None)

    def as_of(self) -> str:
        """The day of the standing, written in full."""
        return self.language.date(self.board.as_of, "long")

    def club_and_pool(self) -> str:
        """The club's name and that of the rating list."""
        return DOT.join((shortened(self.board.club, 90), shortened(self.board.pool, 40)))
