"""`hearts-admin event enter`: the results of the tables, as they are called out at the desk.

The next open table is proposed; four numbers in its seat order are enough. A line with names is
for whatever table those people sit at, in any order; `3: 23 45 78 114` is for table 3.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hearts_admin.cli.enter import Evening, Terms
from hearts_admin.cli.gameline import read_line
from hearts_admin.cli.words import whole_number
from hearts_admin.errors import UsageFault
from hearts_admin.services.events.entry import TableResult, open_tables, record_table

if TYPE_CHECKING:
    from hearts_admin.cli.invocation import Invocation
    from hearts_admin.cli.words import Seat
    from hearts_admin.db.store import Store
    from hearts_admin.services.events.entry import OpenTable
    from hearts_admin.services.views import Recorded

TABLE_SIZES = (4, 3)
_TABLE = re.compile(r"\s*([0-9]{1,3})\s*:(.*)", re.DOTALL)


class EventEvening(Evening):
    """A sitting at the desk of an event."""

    def __init__(
        self, run: Invocation, store: Store, terms: Terms, event: str | None, round_: int | None
    ) -> None:
        super().__init__(run, store, terms)
        self.event = event
        self.round = round_
        self.tables = self._open()

    def _open(self) -> tuple[OpenTable, ...]:
        found = open_tables(self.store, self.run.clock, self.event)
        return tuple(table for table in found if self.round in (None, table.round))

    def _begin(self) -> None:
        """Say how it works; the event knows date and rules."""
        if not self.source.asks:
            return
        text = self.run.language.text
        self.run.out.note(text("Four numbers in seat order, or names in any order with theirs."))
        self.run.out.note(text("3: before them is for table 3. u undoes, ? helps, empty ends."))

    def prompt(self) -> str:
        """The table whose result is asked for."""
        if not self.tables:
            return self.run.language.text("Every table is in") + " > "
        table = self.tables[0]
        players = " ".join(f'"{name}"' if " " in name else name for name in table.players)
        return self.run.language.text(
            "Round {round}, table {table}: {players} > ",
            round=table.round,
            table=table.table,
            players=players,
        )

    def seats_of(self, line: str) -> tuple[Seat, ...]:
        """The people of a line and their numbers.

        Raises:
            UsageFault: `event.no_open_table`, `event.numbers`, or whatever reading a line refuses.
        """
        named = _TABLE.fullmatch(line)
        table = self._table(int(named[1])) if named else None
        rest = named[2] if named else line
        numbers = [whole_number(word) for word in rest.split()]
        if None in numbers or not numbers:
            return tuple(
                (self.company.meant(name), number) for name, number in read_line(rest, (4, 3))
            )
        table = table or (self.tables[0] if self.tables else None)
        if table is None:
            raise UsageFault("event.no_open_table")
        if len(numbers) != len(table.players):
            raise UsageFault("event.numbers", count=len(numbers), players=table.players)
        return tuple(
            (player, number or 0) for player, number in zip(table.players, numbers, strict=True)
        )

    def _help(self) -> None:
        text = self.run.language.text
        self.run.out.note(text("Four numbers in seat order, or names in any order with theirs."))
        self.run.out.note(text("3: 23 45 78 114 is for table 3."))
        super()._help()

    def _undo(self) -> None:
        super()._undo()
        self.tables = self._open()

    def _table(self, number: int) -> OpenTable:
        for table in self.tables:
            if table.table == number:
                return table
        raise UsageFault("event.table_not_open", table=number)

    def record(self, seats: tuple[Seat, ...]) -> Recorded:
        """Stores a table's result."""
        result = TableResult(
            seats,
            by_place=self.terms.by_place,
            round=self.round,
            log=None if self.sheet is None else self.sheet.kept(),
        )
        return record_table(self.store, self.run.actor(), self.event, result)

    def _store(self, seats: tuple[Seat, ...]) -> None:
        super()._store(seats)
        self.tables = self._open()
