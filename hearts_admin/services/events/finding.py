"""Which event is meant: by name, by number, or the one that is being played."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import TYPE_CHECKING

from sqlmodel import Session, col, select

from hearts_admin.db.event_models import Event, Season
from hearts_admin.db.store import Store
from hearts_admin.errors import Refused
from hearts_admin.names import name_key
from hearts_admin.services.club import settings_of
from hearts_admin.services.events.board import EventBoard

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from hearts_admin.clock import Clock
    from hearts_admin.db.writing import Writing


SHOWN = 3
"""How many events are named to somebody who names one that is not there."""


def events_of(session: Session) -> list[Event]:
    """Every event, by day, then in the order in which they were made."""
    found = session.exec(select(Event).where(col(Event.closed).is_(None)))
    return sorted(found, key=lambda event: (event.on_day, event.id))


def find_event(
    session: Session, wanted: str | None, today: dt.date, *, finished: bool = False
) -> Event:
    """The event that is meant.

    Args:
        session: an open session.
        wanted: its name in any spelling, or its number; None for the only one that is open, or
            the only open one of today.
        today: the club's day.
        finished: whether the last one will do where none is open.

    Raises:
        Refused: `event.unknown`, `event.none_open`, `event.which`.
    """
    known = events_of(session)
    if wanted is not None:
        key = name_key(wanted)
        for event in known:
            if event.name_key == key or str(event.id) == key.removeprefix("#"):
                return event
        near = get_close_matches(key, [event.name_key for event in known], n=SHOWN)
        names = tuple(event.name for event in known if event.name_key in near)
        names = names or tuple(event.name for event in known[-SHOWN:])
        raise Refused("event.unknown", hint="hearts-admin event list", name=wanted, known=names)
    open_ = [event for event in known if event.state == "open"]
    if not open_ and known and finished:
        return known[-1]
    if not open_:
        raise Refused("event.none_open", hint='hearts-admin event add "Club evening"')
    of_today = [event for event in open_ if event.on_day == today.isoformat()]
    for choice in (open_, of_today):
        if len(choice) == 1:
            return choice[0]
    names = tuple(event.name for event in open_)
    raise Refused("event.which", hint="hearts-admin event list", known=names)


def seasons_of(session: Session) -> list[Season]:
    """Every season, in the order in which they were made."""
    present = select(Season).where(col(Season.closed).is_(None))
    return list(session.exec(present.order_by(col(Season.id))))


def find_season(session: Session, wanted: str | None) -> Season:
    """The season that is meant, by name or number; None for the only one, else the newest.

    Raises:
        Refused: `season.unknown`, `season.none`.
    """
    found = session.exec(
        select(Season).where(col(Season.closed).is_(None)).order_by(col(Season.id))
    )
    known = list(found)
    if not known:
        raise Refused("season.none", hint='hearts-admin season add "2026-2027"')
    if wanted is None:
        return known[-1]
    key = name_key(wanted)
    for season in known:
        if season.name_key == key or str(season.id) == key.removeprefix("#"):
            return season
    names = tuple(season.name for season in known)
    raise Refused("season.unknown", hint="hearts-admin season list", name=wanted, known=names)


def board_in(work: Writing, wanted: str | None, *, finished: bool = False) -> EventBoard:
    """The board of the event that is meant, to be changed; the last one if it may be finished."""
    today = settings_of(work.connection).today(work.author.clock)
    event = find_event(work.session, wanted, today, finished=finished)
    return EventBoard(work.session, work.connection, event)


def open_board(work: Writing, wanted: str | None) -> EventBoard:
    """As `board_in`, of an event that goes on.

    Raises:
        Refused: `event.finished`.
    """
    board = board_in(work, wanted)
    if board.event.state != "open":
        hint = f'hearts-admin event reopen "{board.event.name}" --reason "..."'
        raise Refused("event.finished", hint=hint, event=board.event.name)
    return board


@contextmanager
def reading_board(store: Store, clock: Clock, wanted: str | None) -> Iterator[EventBoard]:
    """The board of the event that is meant, to be looked at; a finished one will do."""
    with store.read() as connection, _session(connection) as session:
        today = settings_of(connection).today(clock)
        event = find_event(session, wanted, today, finished=True)
        yield EventBoard(session, connection, event)


def _session(connection: Connection) -> Session:
    return Session(bind=connection, expire_on_commit=False)
