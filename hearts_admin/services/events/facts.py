"""Where a board reads: one event through the session, or many events at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from sqlalchemy import Connection
from sqlalchemy import select as select_rows
from sqlmodel import Session, col, select

from hearts_admin.db import bulk
from hearts_admin.db.facttable import Fact

F = TypeVar("F", bound=Fact)


class TableGame(NamedTuple):
    """The result of a table, as far as an event looks at it.

    `seats` are (player, place, points), in no particular order; points are None where only places
    were written down.
    """

    id: int
    better: str
    seats: list[tuple[int, int, int | None]]


class EventFacts(Protocol):
    """What a board asks for."""

    def of(self, model: type[F], event: int) -> list[F]:
        """The current facts of one kind about an event, in the order of their rows."""

    def games(self, event: int) -> dict[int, TableGame]:
        """The results that count at the tables of an event, by number."""


class OwnFacts:
    """One event's facts, through the session: they can be closed."""

    def __init__(self, session: Session, connection: Connection) -> None:
        self._session = session
        self._connection = connection

    def of(self, model: type[F], event: int) -> list[F]:
        """See `EventFacts`."""
        own = select(model).where(
            col(model.closed).is_(None),
            model.event == event,  # type: ignore[attr-defined]
        )
        return list(self._session.exec(own.order_by(col(model.row))))

    def games(self, event: int) -> dict[int, TableGame]:
        """See `EventFacts`."""
        return _games(self._connection, [event]).get(event, {})


class SharedFacts:
    """Many events' facts, each kind in one question: plain rows, only to be read.

    A season of thirty events has a hundred thousand of them.
    """

    def __init__(self, connection: Connection, events: Sequence[int]) -> None:
        self._connection = connection
        self._events = events
        self._found: dict[type[Fact], dict[int, list[Any]]] = {}
        self._games = _games(connection, events)

    def of(self, model: type[F], event: int) -> list[F]:
        """See `EventFacts`; a row has the columns of the model, and is none."""
        if model not in self._found:
            self._found[model] = self._read(model)
        return cast("list[F]", self._found[model].get(event, []))

    def _read(self, model: type[Fact]) -> dict[int, list[Any]]:
        columns = bulk.table_of(model).columns
        current = select_rows(*columns).where(
            columns["closed"].is_(None), columns["event"].in_(self._events)
        )
        found: dict[int, list[Any]] = {}
        for row in self._connection.execute(current.order_by(columns["row"])).all():
            found.setdefault(row.event, []).append(row)
        return found

    def games(self, event: int) -> dict[int, TableGame]:
        """See `EventFacts`."""
        return self._games.get(event, {})


def _games(connection: Connection, events: Sequence[int]) -> dict[int, dict[int, TableGame]]:
    """Event -> number -> result."""
    if not events:
        return {}
    rows = bulk.select(
        connection,
        "SELECT g.event, r.id, r.better, s.player, s.place, s.points FROM event_game g"
        " JOIN result r ON r.id = g.result AND r.closed IS NULL AND r.state = 'ok'"
        ' JOIN seat s ON s.result_row = r."row"'
        f" WHERE g.closed IS NULL AND g.event IN ({', '.join('?' * len(events))})",
        tuple(events),
    )
    found: dict[int, dict[int, TableGame]] = {event: {} for event in events}
    for event, number, better, *seat in rows:
        games = found[event]
        if number not in games:
            games[number] = TableGame(number, better, [])
        games[number].seats.append(tuple(seat))
    return found
