"""Backup, restore, upgrade, and what the database is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import chain as chained
from itertools import count
from pathlib import Path

from hearts_admin.clock import Clock
from hearts_admin.db import bulk, chain, schema
from hearts_admin.db.backup import (
    copy_to,
    keep_as_it_is,
    put_into,
    put_over,
    require_file,
    require_ours,
    require_whole,
    unfinished_copy,
)
from hearts_admin.db.store import (
    Store,
    file_of,
    open_store,
    require_there,
    schema_version,
    upgrade_store,
)
from hearts_admin.errors import DatabaseFault, without_password
from hearts_admin.services.actor import Actor
from hearts_admin.services.views import UpgradeReport


@dataclass(frozen=True, slots=True)
class DatabaseInfo:
    """What a database is and holds; `size` in bytes, None on a server."""

    database: str
    kind: str
    schema: str
    newest: str
    size: int | None
    club: str | None
    players: int
    results: int
    changes: int
    last_change: str | None
    head: str


@dataclass(frozen=True, slots=True)
class BackupReport:
    """Where a backup is and what it holds; `saved` is where the content before a restore went."""

    file: str
    info: DatabaseInfo
    saved: str | None = None


def describe_database(store: Store) -> DatabaseInfo:
    """What an open database is and holds."""
    path = file_of(store.location)
    with store.read() as connection:
        last = bulk.value(connection, "SELECT at_utc FROM change ORDER BY id DESC LIMIT 1")
        return DatabaseInfo(
            database=without_password(store.location),
            kind=connection.dialect.name,
            schema=schema.NEWEST,
            newest=schema.NEWEST,
            size=path.stat().st_size if path else None,
            club=bulk.value(connection, "SELECT name FROM club WHERE closed IS NULL"),
            players=bulk.value(connection, "SELECT count(*) FROM player WHERE closed IS NULL"),
            results=bulk.value(
                connection, "SELECT count(*) FROM result WHERE closed IS NULL AND state = 'ok'"
            ),
            changes=bulk.value(connection, "SELECT count(*) FROM change"),
            last_change=last,
            head=chain.head(connection),
        )


def back_up(location: str, target: Path) -> BackupReport:
    """Copies the database to a new file and opens the copy to see that it is one.

    Others may go on writing meanwhile.

    Raises:
        DatabaseFault: `db.server` and whatever opening reports.
        FileFault: `output.exists`, `output.no_folder`, `output.unwritable`.
    """
    source = require_file(location)
    open_store(location).close()
    copy_to(source, target)
    with open_store(str(target)) as copy:
        return BackupReport(str(target), describe_database(copy))


def restore_backup(location: str, backup: Path, actor: Actor) -> BackupReport:
    """Puts a backup in the place of the database; what was there is kept beside it first.

    The backup is copied and brought to the newest schema before anything is touched, and then
    takes the place of the database in one step.

    Args:
        location: the database, which may be missing, empty, damaged or of an older schema.
        backup: the copy to put back.
        actor: who asks.

    Raises:
        DatabaseFault: `db.no_file`, there is no such backup; it is no database of this program;
            `db.same_file`, it is the database itself; `db.foreign`, what is in its place is
            another program's.
        FileFault: `output.no_folder`, `output.unwritable`.
    """
    path = require_file(location)
    require_there(str(backup))
    require_ours(backup)
    if path.exists() and path.samefile(backup):
        raise DatabaseFault("db.same_file", database=location)
    state = _state_of(path)
    saved = None if state is _State.NOTHING else _beside(path, actor.clock, "before-restore")
    with unfinished_copy(backup, path, ".restore") as prepared:
        upgrade_store(str(prepared))
        with open_store(str(prepared)) as store:
            info = replace(describe_database(store), database=location)
        if not actor.dry_run:
            _put_back(prepared, path, state, saved)
    return BackupReport(str(backup), info, None if saved is None else str(saved))


class _State(Enum):
    """What is in the place of a database that is to be restored."""

    NOTHING = auto()
    WHOLE = auto()
    DAMAGED = auto()


def _state_of(path: Path) -> _State:
    if not path.exists() or (path.is_file() and path.stat().st_size == 0):
        return _State.NOTHING
    try:
        schema_version(str(path))
        require_whole(path)
    except DatabaseFault as fault:
        if fault.code == "db.damaged":
            return _State.DAMAGED
        raise
    return _State.WHOLE


def _put_back(prepared: Path, path: Path, state: _State, saved: Path | None) -> None:
    if saved is not None:
        (keep_as_it_is if state is _State.DAMAGED else copy_to)(path, saved)
    if state is _State.WHOLE:
        put_into(prepared, path)
    else:
        put_over(prepared, path)


def upgrade_database(location: str, clock: Clock) -> UpgradeReport:
    """Brings a database to the newest schema, after a backup beside it if there is work to do."""
    before = schema_version(location)
    path = file_of(location)
    saved = None
    if path is not None and before in schema.VERSIONS and before != schema.NEWEST:
        saved = _beside(path, clock, f"before-{schema.NEWEST}")
        copy_to(path, saved)
    before, after = upgrade_store(location)
    return UpgradeReport(location, before, after, None if saved is None else str(saved))


def _beside(path: Path, clock: Clock, why: str) -> Path:
    """A name beside the database that is not taken."""
    stem = f"{path.stem}-{why}-{clock.now().strftime('%Y%m%dT%H%M%SZ')}"
    numbered = (f"{stem}-{number}" for number in count(2))
    names = (f"{each}{path.suffix}" for each in chained([stem], numbered))
    return next(free for name in names if not (free := path.with_name(name)).exists())
