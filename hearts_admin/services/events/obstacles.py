"""What stands in the way of an undo or a merge at an event: rounds that have been played."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import itemgetter

from sqlalchemy import Connection
from sqlmodel import Session, col, select

from hearts_admin.db import bulk
from hearts_admin.db.event_models import Event
from hearts_admin.db.writing import Writing
from hearts_admin.errors import Refused
from hearts_admin.services.events.board import EventBoard
from hearts_admin.services.events.facts import SharedFacts
from hearts_admin.services.people import Directory


def require_played_as_drawn(work: Writing, change: int) -> None:
    """After an undo every round stands as it was played.

    A closed round keeps a result for every table; a round in which results are in keeps its
    seating, and the people who sat there; and nobody sits in two places in a drawn round.

    Raises:
        Refused: `change.touched`, by what was done since.
    """
    for obstacle in (_result_missing, _seated_otherwise, _played_by_others, _seated_twice):
        found = obstacle(work)
        if found is not None:
            raise Refused("change.touched", number=change, by=found)


def _result_missing(work: Writing) -> int | None:
    """The closing of a round that would lose a result."""
    found: int | None = bulk.value(
        work.connection,
        "SELECT max(r.opened) FROM event_game g"
        " JOIN event_round r ON r.event = g.event AND r.number = g.round"
        " WHERE g.closed = ? AND r.closed IS NULL AND r.state = 'closed'"
        " AND NOT EXISTS (SELECT 1 FROM event_game h WHERE h.event = g.event"
        " AND h.round = g.round AND h.table_no = g.table_no AND h.closed IS NULL)",
        (work.id,),
    )
    return found


def _seated_otherwise(work: Writing) -> int | None:
    """The last result of a table at which others would sit."""
    games = bulk.select(
        work.connection,
        "SELECT g.opened, g.table_no, o.tables, n.tables, n.state FROM event_round o"
        " JOIN event_game g ON g.event = o.event AND g.round = o.number AND g.closed IS NULL"
        " JOIN result r ON r.id = g.result AND r.closed IS NULL AND r.state = 'ok'"
        " LEFT JOIN event_round n ON n.id = o.id AND n.closed IS NULL WHERE o.closed = ?",
        (work.id,),
    )
    moved = [
        opened
        for opened, table, played, now, state in games
        if now is None
        or state == "drawn"
        or json.loads(now)[table - 1 : table] != json.loads(played)[table - 1 : table]
    ]
    return max(moved, default=None)


def _played_by_others(work: Writing) -> int | None:
    """The last result of somebody for whom another would have played."""
    games = bulk.select(
        work.connection,
        "SELECT g.opened, g.table_no, r.tables, e.number FROM substitution s"
        " JOIN entrant e ON e.event = s.event AND e.player = s.player AND e.closed IS NULL"
        " JOIN event_game g ON g.event = s.event AND g.round >= s.round AND g.closed IS NULL"
        " JOIN result t ON t.id = g.result AND t.closed IS NULL AND t.state = 'ok'"
        " JOIN event_round r ON r.event = g.event AND r.number = g.round AND r.closed IS NULL"
        " WHERE (s.opened = ? OR s.closed = ?) AND NOT EXISTS ("
        "SELECT 1 FROM substitution later WHERE later.event = s.event"
        " AND later.player = s.player AND later.closed IS NULL AND later.id <> s.id"
        " AND later.round > s.round AND later.round <= g.round) ORDER BY g.opened",
        (work.id, work.id),
    )
    by = [
        opened for opened, table, tables, number in games if number in json.loads(tables)[table - 1]
    ]
    return max(by, default=None)


def shared_event(connection: Connection, whole: Mapping[int, int]) -> tuple[int, str] | None:
    """The first event, by number and name, that somebody would take part in twice.

    They would be two of its entrants, or have two seats in a round that is drawn: their own and
    one as a substitute, or two as a substitute.

    Args:
        connection: an open connection.
        whole: who counts as whom; only these people and their targets are looked at.
    """
    people = tuple({*whole, *whole.values()})
    if not people:
        return None
    marks = ", ".join("?" * len(people))
    entrants = bulk.select(
        connection,
        "SELECT e.id, e.name, n.player FROM entrant n JOIN event e ON e.id = n.event"
        f" WHERE n.closed IS NULL AND e.closed IS NULL AND n.player IN ({marks}) ORDER BY e.id",
        people,
    )
    for (number, name), lines in groupby(entrants, key=itemgetter(0, 1)):
        entered = [whole.get(player, player) for *_, player in lines]
        if len(set(entered)) < len(entered):
            return int(number), str(name)
    helped = bulk.select(
        connection,
        "SELECT DISTINCT event FROM substitution"
        f" WHERE closed IS NULL AND substitute IN ({marks}) ORDER BY event",
        people,
    )
    board, _, _ = next(_double_seats(connection, helped, whole), (None, 0, 0))
    return None if board is None else (board.event.id, board.event.name)


def _seated_twice(work: Writing) -> int | None:
    """The draw, or the substitution, by which somebody would have two seats in a round."""
    touched = bulk.select(
        work.connection,
        "SELECT event FROM substitution WHERE opened = ? OR closed = ?"
        " UNION SELECT event FROM event_round WHERE opened = ? OR closed = ?"
        " UNION SELECT event FROM substitution WHERE closed IS NULL"
        " AND EXISTS (SELECT 1 FROM merge WHERE opened = ? OR closed = ?) ORDER BY 1",
        (work.id,) * 6,
    )
    for board, number, player in _double_seats(work.connection, touched, {}):
        whole = board.directory.whole
        facts = [fact for own in board.substitutions.values() for fact in own.values()]
        by = [
            fact.opened
            for fact in facts
            if fact.round <= number and fact.substitute and whole(fact.substitute) == player
        ]
        by.append(board.rounds[number].fact.opened)
        return max((each for each in by if each != work.id), default=work.id)
    return None


def _double_seats(
    connection: Connection, events: Iterator[tuple[int]], whole: Mapping[int, int]
) -> Iterator[tuple[EventBoard, int, int]]:
    """Board, round and person, where somebody has two seats.

    Args:
        connection: an open connection.
        events: rows of an event's number.
        whole: who counts as whom, beside those who are merged already.
    """
    numbers = [number for (number,) in events]
    if not numbers:
        return
    people = Directory(connection)
    merged = {player: whole.get(target, target) for player, target in people.merges.items()}
    people.merges = {**merged, **whole}
    facts = SharedFacts(connection, numbers)
    with Session(bind=connection, expire_on_commit=False) as session:
        current = select(Event).where(col(Event.closed).is_(None), col(Event.id).in_(numbers))
        for event in session.exec(current.order_by(col(Event.id))):
            board = EventBoard(session, connection, event, facts, people)
            for number, round_ in board.rounds.items():
                seats = Counter(board.sitter(n, number) for n in round_.seating.players())
                yield from ((board, number, who) for who, held in seats.items() if held > 1)
