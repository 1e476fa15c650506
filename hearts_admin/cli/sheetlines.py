"""Score sheets on the screen: typed in `result enter`, and shown by `result show`.

A sheet is typed as four names and a colon, then a line a deal:

    anna bram cor dina:
    13 7 6 0
    0 26 26 26
    =

Each line is checked as it comes; one that cannot be right is not taken. `=` ends the sheet, with
the four totals behind it if the paper has them; `u` takes the last line back, `x` the whole sheet.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.gamesheet import GameSheet
from engine.scoring import four
from hearts_admin.cli.words import PLAYERS, whole_number
from hearts_admin.errors import Refused, UsageFault
from hearts_admin.services.scoresheets import named, sheet_to_keep
from reports.table import Column, Table

if TYPE_CHECKING:
    from engine.keptsheet import KeptSheet
    from engine.rules import RuleSet
    from engine.seats import FourInts
    from hearts_admin.cli.gameline import Company
    from hearts_admin.cli.invocation import Invocation
    from hearts_admin.cli.words import Seat
    from hearts_admin.services.views import ResultView


def begins_sheet(line: str) -> bool:
    """Whether a line is the heading of a sheet."""
    return line.endswith(":")


class TypedSheet:
    """A sheet that is being typed.

    Attributes:
        names: its players, in seat order.
        spoilt: whether a line was refused and not typed again, which nobody can in a pipe.
    """

    def __init__(
        self,
        heading: str,
        company: Company,
        rules: RuleSet,
        target: int | None,
        deals: int | None = None,
    ) -> None:
        """Begin a sheet.

        Raises:
            UsageFault: `cli.seat_count`, `cli.ambiguous`.
        """
        text = heading.removesuffix(":")
        typed = re.split(r"[,;]" if re.search(r"[,;]", text) else r"\s+", text.strip())
        self.names = tuple(company.meant(name.strip()) for name in typed if name.strip())
        if len(self.names) != PLAYERS:
            raise UsageFault("cli.seat_count", count=len(self.names), names=self.names)
        self.spoilt = False
        self._rules = rules
        self._target = target
        self._deals = deals
        self._sheet = GameSheet(rules, target, deals)

    @property
    def totals(self) -> tuple[Seat, ...]:
        """Every player with the points so far."""
        return tuple(zip(self.names, self._sheet.game.totals, strict=True))

    @property
    def over(self) -> bool:
        """Whether the game has ended by its rules."""
        return self._sheet.over

    def kept(self) -> bytes:
        """The sheet as it is kept beside the result."""
        return sheet_to_keep(self.names, self._sheet)

    def add(self, line: str) -> None:
        """Take in a deal.

        Raises:
            UsageFault: `cli.sheet_row`, no four numbers.
            Refused: `sheet.row_refused`, with what is wrong and what was probably meant.
        """
        rows = self._sheet.rows.copy()
        problems = self._sheet.add(_row(line))
        if problems:
            self._again(rows)
            raise Refused("sheet.row_refused", problems=named(problems, self.names))

    def take_back(self) -> None:
        """Forget the last deal; without one nothing happens."""
        self._again(self._sheet.rows[:-1])

    def finish(self, line: str) -> None:
        """The last deal is in; behind `=` there may be the totals on the paper.

        Raises:
            UsageFault: `cli.sheet_row`.
            Refused: `sheet.refused`, with what is wrong.
        """
        rest = line.removeprefix("=").strip()
        problems = self._sheet.finish(_row(rest) if rest else None)
        if problems or self.spoilt:
            raise Refused("sheet.refused", problems=named(problems, self.names))

    def _again(self, rows: list[FourInts]) -> None:
        self._sheet = GameSheet(self._rules, self._target, self._deals)
        for row in rows:
            self._sheet.add(row)


def _row(line: str) -> FourInts:
    numbers = [whole_number(word) for word in re.split(r"[\s;,]+", line.strip())]
    known = [number for number in numbers if number is not None]
    if len(known) != PLAYERS or len(numbers) != PLAYERS:
        raise UsageFault("cli.sheet_row", found=line)
    return four(known)


def write_sheet(run: Invocation, sheet: KeptSheet, result: ResultView) -> None:
    """The deals of a game as they stand on its score sheet."""
    text = run.language.text
    columns = (
        Column("deal", text("Deal")),
        *(Column(f"seat{n}", name, "number") for n, name in enumerate(sheet.names)),
    )
    rows = [(str(number), *row) for number, row in enumerate(sheet.deals, start=1)]
    run.out.line()
    run.out.line(text("Score sheet:"))
    run.out.table(Table(columns, [*rows, (text("Total"), *sheet.totals)]))
    if _was_corrected(sheet, result):
        run.out.line(text("The result was corrected after the sheet was recorded."))


def _was_corrected(sheet: KeptSheet, result: ResultView) -> bool:
    """Whether the points are not those of the sheet, on which the players may sit otherwise."""
    now = {seat.player: seat.points for seat in result.seats}
    if now.keys() == set(sheet.names):
        return now != dict(zip(sheet.names, sheet.totals, strict=True))
    return sorted(now.values(), key=str) != sorted(sheet.totals, key=str)
