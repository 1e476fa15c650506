"""What stands in the way of an undo: facts of later changes that need, or replace, what moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hearts_admin.db import bulk
from hearts_admin.db.models import Adjustment, Alias, Exemption, Fact, Merge, Player, Result
from hearts_admin.db.results import ResultVersion
from hearts_admin.db.writing import Writing
from hearts_admin.errors import Refused

_NAMING = (
    (Alias, "player"),
    (Merge, "from_player"),
    (Merge, "into_player"),
    (Adjustment, "player"),
    (Exemption, "player"),
)
"""Facts about a person, and the column that says who; seats are looked at apart."""


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


def require_room(work: Writing, model: type[Fact], content: Mapping[str, Any], change: int) -> None:
    """What comes back must find its name and number free, and the people it names present.

    Raises:
        Refused: `change.touched`.
    """
    _require_free(work, model, content, change)
    _require_present(work, (content[column] for about, column in _NAMING if about is model), change)


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


def _require_free(
    work: Writing, model: type[Fact], content: Mapping[str, Any], change: int
) -> None:
    """Nothing present may stand where a unique index of the table has room for one only."""
    table = bulk.table_of(model)
    counting = "closed IS NULL AND state = 'ok'" if model is Result else "closed IS NULL"
    for index in table.indexes:
        columns = [column.name for column in index.columns]
        values = tuple(content.get(name) for name in columns)
        if not index.unique or None in values:
            continue
        alike = " AND ".join(f"{name} = ?" for name in columns)
        by = bulk.value(
            work.connection,
            f"SELECT opened FROM {table.name} WHERE {alike} AND {counting}",
            values,
        )
        if by is not None:
            raise Refused("change.touched", number=change, by=by)


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
