"""What stands in the way of an undo: facts of later changes that need, or replace, what moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NoReturn

from sqlalchemy import Connection

from hearts_admin.db import bulk, results
from hearts_admin.db.event_models import (
    Attendance,
    Entrant,
    Event,
    EventGame,
    EventRound,
    KeptApart,
    Penalty,
    Season,
    Substitution,
)
from hearts_admin.db.facttable import Fact
from hearts_admin.db.ledger import merges
from hearts_admin.db.models import (
    Adjustment,
    Alias,
    Exemption,
    Heading,
    Merge,
    Player,
    PolicyRow,
    Pool,
    PoolFeed,
    Result,
)
from hearts_admin.db.results import ResultVersion
from hearts_admin.db.writing import Writing
from hearts_admin.errors import Refused
from hearts_admin.services.events.obstacles import shared_event

_NAMING = (
    (Alias, "player"),
    (Merge, "from_player"),
    (Merge, "into_player"),
    (Adjustment, "player"),
    (Exemption, "player"),
    (Entrant, "player"),
    (Attendance, "player"),
    (Substitution, "player"),
    (Substitution, "substitute"),
    (Penalty, "player"),
    (KeptApart, "player"),
    (KeptApart, "other"),
)
"""Facts about a person, and the column that says who; seats are looked at apart."""

_OF_AN_EVENT = (Entrant, Attendance, Substitution, EventRound, EventGame, Penalty, KeptApart)

_FILED: Mapping[type[Fact], tuple[str, tuple[type[Fact], ...]]] = {
    Pool: ("pool", (Result, Adjustment, PoolFeed, Event)),
    Season: ("season", (Event,)),
    Event: ("event", _OF_AN_EVENT),
}
"""Facts that belong to another: the column that says to which. A policy goes with its pool."""


def require_unused(work: Writing, player: Player, change: int) -> None:
    """A person may go only if no other change has seated them since, or noted anything of them.

    What the change itself brought goes with it, also where an undo and its undoing lie between.

    Raises:
        Refused: `change.touched`, `change.in_use`.
    """
    for model, column in _NAMING:
        table = bulk.table_of(model).name
        by = bulk.value(
            work.connection,
            f"SELECT min(opened) FROM {table} WHERE {column} = ? AND closed IS NULL"
            f" AND id NOT IN (SELECT id FROM {table} WHERE opened = ?)",
            (player.id, change),
        )
        if by is not None:
            raise Refused("change.touched", number=change, by=by)
    result = bulk.value(
        work.connection,
        'SELECT r.id FROM seat s JOIN result r ON r."row" = s.result_row'
        " WHERE s.player = ? AND r.closed IS NULL"
        " AND r.id NOT IN (SELECT id FROM result WHERE opened = ?)",
        (player.id, change),
    )
    if result is not None:
        raise Refused("change.in_use", number=change, name=player.name, result=result)


def require_empty(work: Writing, home: Fact, change: int) -> None:
    """A pool, season or event may go only if no other change has filed anything in it.

    Raises:
        Refused: `change.touched`.
    """
    column, filed = _FILED.get(type(home), ("", ()))
    for model in filed:
        table = bulk.table_of(model).name
        by = bulk.value(
            work.connection,
            f"SELECT min(opened) FROM {table} WHERE {column} = ? AND closed IS NULL"
            f" AND id NOT IN (SELECT id FROM {table} WHERE opened = ?)",
            (getattr(home, home.identity), change),
        )
        if by is not None:
            raise Refused("change.touched", number=change, by=by)


def require_remembered(before: Fact | None, after: Fact | None, change: int) -> None:
    """What a change said of a person must still be known; only forgetting makes both sides alike.

    Raises:
        Refused: `change.forgotten`.
    """
    if isinstance(before, Player) and after is not None and before.content() == after.content():
        raise Refused("change.forgotten", number=change)


def require_sound_merges(work: Writing, change: int) -> None:
    """After an undo nobody may be merged in a circle, or sit twice at one table.

    Raises:
        Refused: `change.touched`, by the merge or the result that is in the way.
    """
    whole = merges(work.connection)
    opened: dict[int, int] = dict(
        bulk.select(work.connection, "SELECT from_player, opened FROM merge WHERE closed IS NULL")
    )
    if circle := [player for player, target in whole.items() if player == target]:
        _refuse(change, (opened[player] for player in circle), work)
    table = shared_table(work.connection, whole)
    if table is not None:
        stored = next(results.select(work.connection, "r.closed IS NULL AND r.id = ?", (table,)))
        merged = (opened[player] for player in stored.version.players if player in opened)
        _refuse(change, (stored.opened, *merged), work)
    event = shared_event(work.connection, whole)
    if event is not None:
        entered = bulk.select(
            work.connection,
            "SELECT player, opened FROM entrant WHERE event = ? AND closed IS NULL",
            (event[0],),
        )
        changes = [(by, opened.get(player, 0)) for player, by in entered]
        _refuse(change, (by for pair in changes for by in pair), work)


def _refuse(change: int, changes: Iterable[int], work: Writing) -> NoReturn:
    raise Refused("change.touched", number=change, by=max(by for by in changes if by != work.id))


def shared_table(connection: Connection, whole: Mapping[int, int]) -> int | None:
    """The first result that counts and at which somebody would sit twice; None if there is none.

    Args:
        connection: an open connection.
        whole: who counts as whom; only these people and their targets are looked at.
    """
    people = tuple({*whole, *whole.values()})
    if not people:
        return None
    seats = bulk.select(
        connection,
        'SELECT r.id, s.player FROM result r JOIN seat s ON s.result_row = r."row"'
        " WHERE r.closed IS NULL AND r.state = 'ok'"
        f" AND s.player IN ({', '.join('?' * len(people))}) ORDER BY r.order_key, r.id",
        people,
    )
    for number, lines in groupby(seats, key=itemgetter(0)):
        seated = [whole.get(player, player) for _, player in lines]
        if len(set(seated)) < len(seated):
            return int(number)
    return None


def require_room(work: Writing, model: type[Fact], content: Mapping[str, Any], change: int) -> None:
    """What comes back must find its name and number free, and the people it names present.

    Raises:
        Refused: `change.touched`.
    """
    _require_free(work, model, content, change)
    _require_present(work, (content[column] for about, column in _NAMING if about is model), change)
    for home, (column, filed) in _FILED.items():
        if model in filed or (home is Pool and model is PolicyRow):
            _require_home(work, home, {content[column]}, change)


def require_room_for_results(work: Writing, versions: Sequence[ResultVersion], change: int) -> None:
    """Results that come back must find their places in the order free, and their players present.

    Raises:
        Refused: `change.touched`.
    """
    for version in versions:
        if version.state == "ok":
            place = {"pool": version.pool, "order_key": version.order_key}
            _require_free(work, Result, place, change)
    _require_present(work, {player for version in versions for player in version.players}, change)
    _require_home(work, Pool, {version.pool for version in versions}, change)


_ALIKE = {
    Player: (("name_key",), ("key",), ("member_no",)),
    Alias: (("name_key",),),
    Merge: (("from_player",),),
    Pool: (("name",),),
    PoolFeed: (("rules",),),
    Result: (("pool", "order_key"),),
    Adjustment: (("pool", "order_key"), ("pool", "player", "kind")),
    Heading: (("heading_key",),),
    Season: (("name_key",),),
    Event: (("name_key",),),
    Entrant: (("event", "number"), ("event", "player")),
    Attendance: (("event", "player", "round"),),
    Substitution: (("event", "player", "round"),),
    EventRound: (("event", "number"),),
    EventGame: (("event", "round", "table_no"), ("result",)),
}
"""Columns in which present versions of two facts may not be alike: the tables' unique indexes."""


def _require_free(
    work: Writing, model: type[Fact], content: Mapping[str, Any], change: int
) -> None:
    """What comes back may not be alike to a fact that is there now."""
    table = bulk.table_of(model).name
    for columns in _ALIKE.get(model, ()):
        values = tuple(content[name] for name in columns)
        if None in values or ("kind" in columns and content["kind"] != "opening"):
            continue
        alike = " AND ".join(f"{name} = ?" for name in columns)
        counting = " AND state = 'ok'" if model is Result else ""
        by = bulk.value(
            work.connection,
            f"SELECT opened FROM {table} WHERE {alike} AND closed IS NULL{counting}",
            values,
        )
        if by is not None:
            raise Refused("change.touched", number=change, by=by)


def _require_home(
    work: Writing, home: type[Fact], numbers: Iterable[int | None], change: int
) -> None:
    """What comes back must find what it belongs to; that comes back before it."""
    table = bulk.table_of(home).name
    for number in numbers:
        gone = bulk.value(
            work.connection,
            f"SELECT max(closed) FROM {table} WHERE id = ?"
            f" AND id NOT IN (SELECT id FROM {table} WHERE closed IS NULL)",
            (number,),
        )
        if gone is not None:
            raise Refused("change.touched", number=change, by=gone)


def _require_present(work: Writing, people: Iterable[int | None], change: int) -> None:
    for person in people:
        gone = bulk.first(
            work.connection,
            "SELECT max(closed) FROM player WHERE id = ?"
            " AND id NOT IN (SELECT id FROM player WHERE closed IS NULL) HAVING count(*) > 0",
            (person,),
        )
        if gone is not None:
            raise Refused("change.touched", number=change, by=gone[0])
