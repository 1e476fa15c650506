"""Changes: what a command did, and taking it back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy import Connection
from sqlmodel import col, or_, select

from engine.problems import Problem
from hearts_admin.db import bulk, results
from hearts_admin.db.facttable import Fact
from hearts_admin.db.models import (
    FACTS,
    Adjustment,
    Change,
    Player,
    PolicyRow,
    Result,
    RuleSetRow,
)
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing, writing
from hearts_admin.errors import Refused
from hearts_admin.services.actor import Actor
from hearts_admin.services.events.obstacles import require_played_as_drawn
from hearts_admin.services.folding import Affected, refresh
from hearts_admin.services.moves import movements, unmoved
from hearts_admin.services.obstacles import (
    require_empty,
    require_remembered,
    require_room,
    require_room_for_results,
    require_sound_merges,
    require_unused,
)
from hearts_admin.services.people import Directory
from hearts_admin.services.refunds import refund_faults
from hearts_admin.services.views import ChangeView, Movement


@dataclass(frozen=True, slots=True)
class Undone:
    """What an undo took back.

    Attributes:
        undone: the change that was taken back.
        movements: whose rating moved, through which games.
        unmoved: the rated players whose rating did not, by name.
        change: None on a dry run.
        remarks: refunds that their game does not bear out any more.
    """

    undone: ChangeView
    movements: tuple[Movement, ...]
    unmoved: tuple[str, ...]
    change: ChangeView | None
    remarks: tuple[Problem, ...] = ()


def change_view(change: Change | None) -> ChangeView | None:
    """The view of a finished change; None if nothing was changed or kept."""
    return None if change is None else _viewed(change)


def _viewed(change: Change) -> ChangeView:
    return ChangeView(change.id, change.at_utc, change.who, change.command, change.reason)


def change_numbered(connection: Connection, number: int) -> ChangeView:
    """The view of a change that facts refer to.

    Raises:
        LookupError: there is none with this number.
    """
    row: tuple[Any, ...] | None = bulk.first(
        connection, "SELECT id, at_utc, who, command, reason FROM change WHERE id = ?", (number,)
    )
    if row is None:
        raise LookupError(f"change {number}")
    return ChangeView(*row)


def undo_change(store: Store, actor: Actor, number: int | None = None) -> Undone:
    """Takes a change back: what it closed is opened again, what it opened is closed.

    Args:
        store: the database.
        actor: who asks.
        number: the change; None for the last command that still stands.

    Raises:
        Refused: `change.unknown`, `change.nothing`, `change.undone`, `change.founding` (the
            club itself), `change.touched` (a fact is no longer as this change left it, or a
            later change builds on it), `change.in_use` (a later result seats a person this
            change added), `change.forgotten` (what it said was erased since).
    """
    with store.read() as connection:
        target = _last(connection) if number is None else _known(connection, number)
    with writing(store, actor, undoes=target) as work:
        change = _undoable(work, target)
        undone = _viewed(change)
        affected = Affected(work.connection)
        names = dict(Directory(work.connection).names)  # of those who go, too
        known = list(refund_faults(work.connection))
        for model in FACTS:
            if model is Result:
                _undo_results(work, change.id, affected)
            elif model is not RuleSetRow:  # immutable, and others may refer to it by now
                _undo_facts(work, model, change.id, affected)
        require_played_as_drawn(work, change.id)
        require_sound_merges(work, change.id)
        names |= Directory(work.connection).names
        effect = refresh(work, affected)
        still = unmoved(work.connection, effect, names)
        remarks = [fault for fault in refund_faults(work.connection) if fault not in known]
    moved = movements(effect, names)
    return Undone(undone, moved, still, change_view(work.change), tuple(remarks))


def _taken_back(connection: Connection, before: int) -> dict[int, int]:
    """The changes that are undone, and by which; an undo that was itself undone is none.

    Args:
        connection: an open connection.
        before: only changes with a smaller number are looked at.
    """
    undone: dict[int, int] = {}
    undos = bulk.select(
        connection,
        "SELECT id, undoes FROM change WHERE undoes IS NOT NULL AND id < ? ORDER BY id DESC",
        (before,),
    )
    for number, undoes in undos:
        if number not in undone:
            undone[undoes] = number
    return undone


def undone_by(connection: Connection, number: int) -> int | None:
    """The change that took this one back, if it still stands."""
    newest = bulk.value(connection, "SELECT max(id) FROM change")
    return _taken_back(connection, 1 + newest).get(number)


def _last(connection: Connection) -> int:
    """The last command that still stands."""
    commands = bulk.select(connection, "SELECT id FROM change WHERE undoes IS NULL ORDER BY id")
    numbers: list[int] = [number for (number,) in commands]
    undone = _taken_back(connection, 1 + bulk.value(connection, "SELECT max(id) FROM change"))
    standing = [number for number in numbers if number not in undone]
    if standing[-1] == _founding(connection):
        raise Refused("change.nothing")
    return standing[-1]


def _known(connection: Connection, number: int) -> int:
    found = bulk.value(connection, "SELECT id FROM change WHERE id = ?", (number,))
    if found is None:
        raise Refused("change.unknown", hint="hearts-admin change list", number=number)
    return number


def _founding(connection: Connection) -> int:
    """The change that made the club; it is always the first to stand."""
    return int(bulk.value(connection, "SELECT min(opened) FROM club"))


def _undoable(work: Writing, number: int) -> Change:
    change = work.session.get_one(Change, number)
    by = _taken_back(work.connection, work.id).get(number)
    if by is not None:
        raise Refused("change.undone", number=number, by=by)
    if number == _founding(work.connection):
        raise Refused("change.founding", number=number)
    return change


class _Versioned(Protocol):
    """A version of a fact: a row of `FACTS`, or a stored result."""

    @property
    def opened(self) -> int: ...

    @property
    def closed(self) -> int | None: ...


V = TypeVar("V", bound=_Versioned)


@dataclass(slots=True)
class _Turn(Generic[V]):
    """What a change did to one fact, and how the fact is now; None where there is no version."""

    before: V | None = None
    after: V | None = None
    now: V | None = None


def _turns(
    versions: Iterable[V],
    change: int,
    identity: Callable[[V], Any],
    content: Callable[[V], Any],
    latest: Callable[[Any], int],
) -> list[_Turn[V]]:
    """The facts a change touched, if all of them are as it left them.

    A version that came and went within the change has left nothing. Whether later changes have
    touched a fact is told by its content: what was corrected and put back may be undone.

    Args:
        versions: all of the facts concerned.
        change: its number.
        identity: what a version is a version of.
        content: what a version says.
        latest: the last change that touched a fact.

    Raises:
        Refused: `change.touched`.
    """
    turns: dict[Any, _Turn[V]] = {}
    for version in versions:
        turn = turns.setdefault(identity(version), _Turn())
        if version.closed is None:
            turn.now = version
        if version.opened == change and version.closed != change:
            turn.after = version
        if version.closed == change and version.opened != change:
            turn.before = version
    for fact, turn in turns.items():
        left, present = (side and content(side) for side in (turn.after, turn.now))
        if left != present:
            raise Refused("change.touched", number=change, by=latest(fact))
    return list(turns.values())


def _undo_facts(work: Writing, model: type[Fact], change: int, affected: Affected) -> None:
    table = bulk.table_of(model).name
    identity = getattr(model, model.identity)
    by_change = or_(col(model.opened) == change, col(model.closed) == change)
    versions = select(model).where(identity.in_(select(identity).where(by_change)))
    turns = _turns(
        work.session.exec(versions.order_by(col(model.row))),
        change,
        lambda fact: getattr(fact, model.identity),
        lambda fact: fact.content(),
        lambda fact: _latest(work, table, model.identity, fact),
    )
    for turn in turns:
        require_remembered(turn.before, turn.after, change)
        if isinstance(turn.now, Player) and turn.before is None:
            require_unused(work, turn.now, change)
        if turn.now is not None and turn.before is None:
            require_empty(work, turn.now, change)
        if turn.now is not None:
            work.close(turn.now)
    for turn in turns:
        if turn.before is not None:
            require_room(work, model, turn.before.content(), change)
            work.open(model(**turn.before.content()))
        for fact in (turn.before, turn.now):
            if isinstance(fact, Adjustment):
                affected.adjustment(fact)
            elif isinstance(fact, PolicyRow):
                affected.policy(fact.pool)
            elif fact is not None and model.moves_everybody:
                affected.everything()


def _undo_results(work: Writing, change: int, affected: Affected) -> None:
    stored = results.select(
        work.connection,
        "r.id IN (SELECT id FROM result WHERE opened = ? OR closed = ?)",
        (change, change),
    )
    turns = _turns(
        stored,
        change,
        lambda version: version.version.id,
        lambda version: version.version,
        lambda number: _latest(work, "result", "id", number),
    )
    present = [turn.now for turn in turns if turn.now is not None]
    former = [turn.before.version for turn in turns if turn.before is not None]
    work.close_results(present)
    require_room_for_results(work, former, change)
    work.open_results(former)
    for version in (*former, *(stored.version for stored in present)):
        affected.result(version)


def _latest(work: Writing, table: str, identity: str, fact: object) -> int:
    """The last change that touched a fact."""
    row: tuple[int | None, ...] | None = bulk.first(
        work.connection,
        f"SELECT max(opened), max(closed) FROM {table} WHERE {identity} = ?",
        (fact,),
    )
    return max(number for number in row or () if number is not None)
