"""Copies of a SQLite database: taken online, verified by opening, put back in one transaction.

On PostgreSQL the server's own tools do this (`pg_dump`); the services say so.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from hearts_admin.db import schema
from hearts_admin.db.store import BUSY_SECONDS, faults, file_of, open_store, schema_version
from hearts_admin.errors import DatabaseFault, FileFault


def require_file(location: str) -> Path:
    """The file of a SQLite database.

    Raises:
        DatabaseFault: `db.server`, it is on a server.
    """
    path = file_of(location)
    if path is None:
        raise DatabaseFault("db.server", database=location)
    return path


def copy_to(location: str, target: Path) -> None:
    """Takes a consistent copy while others may go on writing; it appears complete or not at all.

    Raises:
        DatabaseFault: the database cannot be read.
        FileFault: `output.exists`, `output.no_folder`, `output.unwritable`.
    """
    source = require_file(location)
    if target.exists():
        raise FileFault("output.exists", file=str(target))
    if not target.parent.is_dir():
        raise FileFault("output.no_folder", file=str(target), folder=str(target.parent))
    unfinished = target.with_name(f".{target.name}.new")
    try:
        unfinished.unlink(missing_ok=True)
        _copy(source, unfinished)
        verify_copy(unfinished)
        unfinished.replace(target)
    except PermissionError as error:
        raise FileFault("output.unwritable", file=str(target), detail=error.strerror) from error
    finally:
        unfinished.unlink(missing_ok=True)


def put_back(backup: Path, location: str) -> None:
    """Replaces the content of a database by that of a backup, in one transaction.

    A killed process leaves the old content: SQLite's journal takes the half-written pages back.

    Raises:
        DatabaseFault: the backup is none, or the database is busy or read-only.
    """
    target = require_file(location)
    verify_copy(backup)
    _copy(backup, target)


def verify_copy(path: Path) -> str:
    """Opens a copy and lets SQLite check every page; gives its schema version.

    Raises:
        DatabaseFault: `db.missing`, `db.foreign`, `db.damaged`, `db.too_new`.
    """
    version = schema_version(str(path))
    if version not in schema.VERSIONS:
        open_store(str(path)).close()  # says what is wrong
    with faults(str(path)):
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS)
        try:
            said = connection.execute("PRAGMA quick_check").fetchone()[0]
        finally:
            connection.close()
    if said != "ok":
        raise DatabaseFault("db.damaged", database=str(path), detail=said)
    return version


def _copy(source: Path, target: Path) -> None:
    with faults(str(target)):
        reading = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)
        writing = sqlite3.connect(target, timeout=BUSY_SECONDS)
        try:
            reading.backup(writing)
        finally:
            writing.close()
            reading.close()
