"""Copies of a SQLite database: taken online, verified page by page, put back in one step.

On PostgreSQL the server's own tools do this (`pg_dump`); the services say so.
"""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from hearts_admin.db import schema
from hearts_admin.db.store import (
    BUSY_SECONDS,
    faults,
    file_of,
    open_store,
    remove_unfinished,
    schema_version,
)
from hearts_admin.errors import DatabaseFault, FileFault

_RETRY_SECONDS = 0.1
_WAITING = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def require_file(location: str) -> Path:
    """The file of a SQLite database.

    Raises:
        DatabaseFault: `db.server`, it is on a server.
    """
    path = file_of(location)
    if path is None:
        raise DatabaseFault("db.server", database=location)
    return path


def require_ours(path: Path) -> str:
    """Requires a whole database of this program at a known version; gives its schema version.

    Raises:
        DatabaseFault: `db.missing`, `db.foreign`, `db.damaged`, `db.too_new`.
    """
    version = schema_version(str(path))
    if version not in schema.VERSIONS:
        open_store(str(path)).close()  # says what is wrong
    require_whole(path)
    return version


def require_whole(path: Path, shown: str | None = None) -> None:
    """Lets SQLite check every page of a database.

    Args:
        path: its file.
        shown: the name under which people know it, if that is another.

    Raises:
        DatabaseFault: `db.damaged`, `db.busy`.
    """
    name = shown or str(path)
    with faults(name), closing(sqlite3.connect(path, timeout=BUSY_SECONDS)) as connection:
        said = connection.execute("PRAGMA quick_check").fetchone()[0]
    if said != "ok":
        raise DatabaseFault("db.damaged", database=name, detail=said)


def copy_to(source: Path, target: Path) -> None:
    """Takes a consistent copy while others may go on writing; it appears complete or not at all.

    Raises:
        DatabaseFault: `db.damaged`, `db.busy` and whatever else reading reports.
        FileFault: `output.exists`, `output.no_folder`, `output.unwritable`.
    """
    with _writing(target):
        taken = target.exists()
    if taken:
        raise FileFault("output.exists", file=str(target))
    with unfinished_copy(source, target, ".new") as unfinished, _writing(target):
        unfinished.replace(target)


@contextmanager
def unfinished_copy(source: Path, target: Path, suffix: str) -> Iterator[Path]:
    """A verified copy under a hidden name beside its target, as long as the block lasts.

    Args:
        source: the database.
        target: what the copy is made for.
        suffix: of the hidden name.
    """
    if not target.parent.is_dir():
        raise FileFault("output.no_folder", file=str(target), folder=str(target.parent))
    unfinished = target.with_name(f".{target.name}{suffix}")
    try:
        with _writing(target):
            remove_unfinished(unfinished)
            unfinished.touch(exist_ok=False)
        _copy(source, unfinished, str(target))
        require_whole(unfinished, str(source))
        yield unfinished
    finally:
        with _writing(target):
            remove_unfinished(unfinished)


def put_into(source: Path, target: Path) -> None:
    """Replaces the content of a whole database by that of another, in one transaction.

    A killed process leaves the old content: SQLite's journal takes the half-written pages back.

    Raises:
        DatabaseFault: `db.busy`, `db.read_only`, `db.disk_full` and the like.
    """
    _copy(source, target, str(target))


def put_over(source: Path, target: Path) -> None:
    """Puts a finished copy in the place of a file that is missing, empty or damaged.

    A journal that was left beside it would be played back into the new content, so it goes first.

    Raises:
        FileFault: `output.unwritable`.
    """
    with _writing(target):
        target.with_name(f"{target.name}-journal").unlink(missing_ok=True)
        source.replace(target)


def keep_as_it_is(source: Path, target: Path) -> None:
    """Copies a damaged database byte by byte, for whoever can still mend it.

    Raises:
        FileFault: `output.unwritable`.
    """
    with _writing(target):
        shutil.copyfile(source, target)


def _copy(source: Path, target: Path, shown: str) -> None:
    deadline = time.monotonic() + BUSY_SECONDS

    def give_up(status: int, _remaining: int, _total: int) -> None:
        if status in _WAITING and time.monotonic() > deadline:
            raise DatabaseFault("db.busy", database=shown, writing=None)

    origin = f"{source.resolve().as_uri()}?mode=ro"
    with (
        faults(shown),
        closing(sqlite3.connect(origin, uri=True, timeout=BUSY_SECONDS)) as reading,
        closing(sqlite3.connect(target, timeout=BUSY_SECONDS)) as writing,
    ):
        reading.backup(writing, progress=give_up, sleep=_RETRY_SECONDS)


@contextmanager
def _writing(target: Path) -> Iterator[None]:
    """Turns what the disk reports about an output into a FileFault."""
    try:
        yield
    except OSError as error:
        raise FileFault("output.unwritable", file=str(target), detail=error.strerror) from error
