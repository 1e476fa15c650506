"""Results find their table: a game that names an event, a round and a table belongs to it.

However it comes in (typed, imported, out of a log), a result whose event, round and table are
known, and at which those four people sit, is that table's.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlmodel import col, select

from engine.problems import Problem
from hearts_admin.db import bulk
from hearts_admin.db.event_models import Event, EventGame
from hearts_admin.db.results import ResultVersion
from hearts_admin.db.writing import Writing
from hearts_admin.errors import finding
from hearts_admin.names import name_key
from hearts_admin.services.events.board import BoardTable, EventBoard
from hearts_admin.services.events.rounds import set_state


class Tables:
    """The tables of the club's events inside one transaction, read when they are first needed."""

    def __init__(self, work: Writing) -> None:
        self.work = work
        self._boards: dict[str, EventBoard | None] = {}
        self._taken: set[tuple[int, int, int]] = set()  # since the boards were read
        self._any = bulk.value(work.connection, "SELECT 1 FROM event WHERE closed IS NULL LIMIT 1")

    def event(self, name: str) -> Event | None:
        """The event with a name, in any spelling."""
        board = self._board(name_key(name)) if self._any else None
        return None if board is None else board.event

    def link(self, versions: Iterable[ResultVersion]) -> list[Problem]:
        """Gives new results to the tables they belong to; a round that was drawn has started.

        Returns:
            A remark for each that names an event that is known, and fits no open table of it.
        """
        if not self._any:
            return []
        remarks = []
        for version in versions:
            if version.event is not None and version.state == "ok":
                remarks += self._link(version)
        return remarks

    def relink(self, before: ResultVersion, after: ResultVersion) -> list[Problem]:
        """Gives a result that was corrected or restored the table that it names now.

        Who sat there may be corrected, and the table keeps its result; one that names another
        table leaves the first.

        Returns:
            As `link`.
        """
        if not self._any or after.state != "ok":
            return []
        own = self.work.session.exec(
            select(EventGame).where(EventGame.result == after.id, col(EventGame.closed).is_(None))
        ).first()
        if own is not None:
            if _place(before) == _place(after):
                return []
            self.work.close(own)
            self._boards.clear()
            self._taken.clear()
        return self.link([after])

    def _link(self, version: ResultVersion) -> list[Problem]:
        board = self._board(name_key(version.event or ""))
        if board is None:
            return []
        round_, table = _number(version.round), _number(version.table_no)
        found = None if round_ is None or table is None else _table(board, round_, table)
        if round_ is None or found is None or not _fits(board, round_, found, version):
            return [finding("event.no_such_table", event=board.event.name, id=version.id)]
        taken = found.result is not None or (board.event.id, round_, found.number) in self._taken
        if taken or board.state(round_) == "closed":
            return [
                finding(
                    "event.table_taken",
                    event=board.event.name,
                    round=round_,
                    table=found.number,
                    id=version.id,
                )
            ]
        self._open(board, round_, found.number, version.id)
        return []

    def _open(self, board: EventBoard, round_: int, table: int, result: int) -> None:
        previous = board.games.get((round_, table))  # of a result that is void by now
        if previous is not None:
            self.work.close(previous)
        self.work.open(
            EventGame(
                id=self.work.next_number(EventGame) if previous is None else previous.id,
                event=board.event.id,
                round=round_,
                table_no=table,
                result=result,
            )
        )
        self._taken.add((board.event.id, round_, table))
        fact = board.rounds[round_].fact
        if fact.state == "drawn" and fact.closed is None:
            set_state(self.work, fact, "started")

    def _board(self, key: str) -> EventBoard | None:
        if key not in self._boards:
            event = self.work.session.exec(
                select(Event).where(Event.name_key == key, col(Event.closed).is_(None))
            ).first()
            board = event and EventBoard(self.work.session, self.work.connection, event)
            self._boards[key] = board or None
        return self._boards[key]


def _place(version: ResultVersion) -> tuple[str | None, ...]:
    return version.event, version.round, version.table_no


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isdecimal() else None


def _table(board: EventBoard, round_: int, table: int) -> BoardTable | None:
    found = board.rounds.get(round_)
    return found.tables[table - 1] if found and 1 <= table <= len(found.tables) else None


def _fits(board: EventBoard, round_: int, table: BoardTable, version: ResultVersion) -> bool:
    """Whether the people of a result are those of a table."""
    seated = {board.sitter(number, round_) for number in table.numbers}
    return seated == {board.directory.whole(player) for player in version.players}
