"""Backup, restore, upgrade, and what the database is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hearts_admin.clock import Clock
from hearts_admin.db import bulk, schema
from hearts_admin.db.backup import copy_to, put_back, require_file, verify_copy
from hearts_admin.db.chain import GENESIS
from hearts_admin.db.store import Store, file_of, open_store, schema_version, upgrade_store
from hearts_admin.errors import NeedsYes
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
        last = bulk.first(connection, "SELECT at_utc, hash FROM change ORDER BY id DESC LIMIT 1")
        return DatabaseInfo(
            database=store.location,
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
            last_change=last[0] if last else None,
            head=last[1] if last else GENESIS,
        )


def back_up(location: str, target: Path) -> BackupReport:
    """Copies the database to a new file and opens the copy to see that it is one.

    Raises:
        DatabaseFault: `db.server` and whatever opening reports.
        FileFault: `output.exists`, `output.no_folder`, `output.unwritable`.
    """
    open_store(location).close()
    copy_to(location, target)
    with open_store(str(target)) as copy:
        return BackupReport(str(target), describe_database(copy))


def restore_backup(location: str, backup: Path, actor: Actor) -> BackupReport:
    """Puts a backup in the place of the database; what was there is kept beside it first.

    Args:
        location: the database, which may be missing or of an older schema.
        backup: the copy to put back.
        actor: who asks; without `yes` an existing database is not replaced.

    Raises:
        DatabaseFault: the backup is no database of this program.
        NeedsYes: `db.replace`, there is a database already.
    """
    path = require_file(location)
    verify_copy(backup)
    saved = None
    if path.exists():
        if not actor.yes and not actor.dry_run:
            raise NeedsYes("db.replace", database=location, file=str(backup))
        saved = _beside(path, actor.clock, "before-restore")
    if not actor.dry_run:
        if saved is not None:
            copy_to(location, saved)
        put_back(backup, location)
        upgrade_store(location)
    with open_store(str(backup if actor.dry_run else path)) as store:
        return BackupReport(str(backup), describe_database(store), str(saved) if saved else None)


def upgrade_database(location: str, clock: Clock) -> UpgradeReport:
    """Brings a database to the newest schema, after a backup beside it if there is work to do."""
    before = schema_version(location)
    path = file_of(location)
    saved = None
    if path is not None and before in schema.VERSIONS and before != schema.NEWEST:
        saved = _beside(path, clock, f"before-{schema.NEWEST}")
        copy_to(location, saved)
    before, after = upgrade_store(location)
    return UpgradeReport(location, before, after, None if saved is None else str(saved))


def _beside(path: Path, clock: Clock, why: str) -> Path:
    stamp = clock.now().strftime("%Y%m%dT%H%M%SZ")
    return path.with_name(f"{path.stem}-{why}-{stamp}{path.suffix}")
