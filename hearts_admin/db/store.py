"""An open database: found, recognised, at the newest schema, with the right transactions.

SQLite keeps its rollback journal (a lost `-wal` file would lose an evening), foreign keys on and
a busy timeout. Writers begin with BEGIN IMMEDIATE, for a deferred begin that reads first fails at
once when another writes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError

from hearts_admin.db import bulk, schema
from hearts_admin.errors import DatabaseFault, command_to_try

BUSY_SECONDS = 15.0
"""How long a writer waits for another before it says that the database is busy."""


CACHE_KIB = 64 * 1024
"""Memory that SQLite may take for pages: an import of years is then written at its end."""


class Store:
    """An open database that belongs to this program and is at the newest schema."""

    def __init__(self, engine: Engine, location: str) -> None:
        self.engine = engine
        self.location = location

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection that sees one consistent state."""
        with faults(self.location), self.engine.connect() as connection:
            connection = connection.execution_options(hearts_location=self.location)
            if connection.dialect.name != "sqlite":  # where every statement would see another one
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A writing transaction: all of it or nothing."""
        with faults(self.location, writing=True), self.engine.connect() as connection:
            connection = connection.execution_options(
                hearts_writes=True, hearts_location=self.location
            )
            with connection.begin() as begun:
                yield connection
                if begun.is_active:
                    with _committing(self.location):
                        begun.commit()

    def close(self) -> None:
        """Closes every connection."""
        self.engine.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def open_store(location: str) -> Store:
    """Opens a club's database.

    Args:
        location: a path, or a database URL.

    Raises:
        DatabaseFault: `db.missing`, `db.foreign` (not ours, or damaged), `db.too_old`,
            `db.too_new`, `db.unsupported` (a URL of another kind of database), `db.no_driver`.
    """
    path = file_of(location)
    if path is not None:
        _require_file(path)
    store = Store(_engine(location), location)
    try:
        version = _version(store)
    except BaseException:
        store.close()
        raise
    if version != schema.NEWEST:
        store.close()
        _refuse(version, location)
    return store


@contextmanager
def creating(location: str, *, keep: bool = True) -> Iterator[Store]:
    """Makes a database at the newest schema; it appears when the block has ended well.

    A SQLite file is built beside its place and moved there at the end, so that a killed process
    leaves no half database. On a server the schema stays when the block fails, empty, and the
    next attempt goes on from there.

    Args:
        location: a path or a database URL.
        keep: False for a dry run: a file is thrown away at the end.

    Raises:
        DatabaseFault: `db.exists`, `db.no_folder`, or what the disk or server reports.
    """
    path = file_of(location)
    if path is None:
        with Store(_engine(location), location) as store:
            with store.transaction() as connection:
                if inspect(connection).has_table("club") and bulk.value(
                    connection, "SELECT count(*) FROM club"
                ):
                    raise DatabaseFault("db.exists", database=location)
                schema.migrate(connection)
            yield store
        return
    _require_free(path)
    if not path.parent.is_dir():
        raise DatabaseFault("db.no_folder", database=str(path), folder=str(path.parent))
    unfinished = path.with_name(f".{path.name}.new")
    with _disk(str(path)):
        remove_unfinished(unfinished)
    try:
        with Store(_engine(str(unfinished)), location) as store:
            with store.transaction() as connection:
                schema.migrate(connection)
                connection.exec_driver_sql(f"PRAGMA application_id = {schema.APPLICATION_ID}")
            yield store
        if keep:
            _require_free(path)
            with _disk(str(path)):
                unfinished.replace(path)
    finally:
        remove_unfinished(unfinished)


def remove_unfinished(unfinished: Path) -> None:
    """Removes a database that was never finished, with the journal of one that was killed."""
    unfinished.unlink(missing_ok=True)
    unfinished.with_name(f"{unfinished.name}-journal").unlink(missing_ok=True)


def _require_free(path: Path) -> None:
    with _disk(str(path)):
        taken = path.exists()
    if taken:
        raise DatabaseFault(
            "db.exists", hint=command_to_try("club", "show", "--db", str(path)), database=str(path)
        )


def upgrade_store(location: str) -> tuple[str, str]:
    """Brings an older database to the newest schema in one transaction.

    Returns:
        The versions before and after; equal when there was nothing to do.
    """
    before = schema_version(location)
    if before not in schema.VERSIONS:
        _refuse(before, location)
    if before != schema.NEWEST:
        with Store(_engine(location), location) as store, store.transaction() as connection:
            schema.migrate(connection)
    return before, schema.NEWEST


def schema_version(location: str) -> str:
    """The schema version of a database, whether we know it or not.

    Raises:
        DatabaseFault: `db.missing`, `db.foreign`, or what the disk reports.
    """
    path = file_of(location)
    if path is not None:
        _require_file(path)
    with Store(_engine(location), location) as store:
        return _version(store)


def require_there(location: str) -> None:
    """Requires the file of a database from which is copied.

    Raises:
        DatabaseFault: `db.no_file`.
    """
    path = file_of(location)
    if path is None:
        return
    with _disk(str(path)):
        if not path.exists():
            raise DatabaseFault("db.no_file", name=path.name, folder=str(path.parent.absolute()))


def file_of(location: str) -> Path | None:
    """The file behind a location; None when it is a server's database."""
    if location.startswith("sqlite:///"):
        return Path(location.removeprefix("sqlite:///"))
    return None if "://" in location else Path(location)


def _engine(location: str) -> Engine:
    path = file_of(location)
    if path is None:
        return _server(location)
    engine = create_engine(
        URL.create("sqlite", database=str(path)),  # as text, a "?" in a name would begin options
        connect_args={"timeout": BUSY_SECONDS, "isolation_level": None},
    )
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


_POSTGRES = frozenset({"postgresql", "postgres", "postgresql+psycopg"})
"""How a URL of PostgreSQL begins; psycopg is the driver of all of them."""


def _server(location: str) -> Engine:
    try:
        url = make_url(location)
    except (ArgumentError, ValueError) as error:  # no URL, or a port that is no number
        raise DatabaseFault("db.unsupported", database=location) from error
    if url.drivername not in _POSTGRES:
        raise DatabaseFault("db.unsupported", database=location)
    try:
        engine = create_engine(url.set(drivername="postgresql+psycopg"))
    except ImportError as error:
        hint = 'pip install "hearts-admin[postgres]"'
        raise DatabaseFault("db.no_driver", hint=hint, database=location) from error
    event.listen(engine, "begin", _begin_server)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("hearts_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _begin_server(connection: Connection) -> None:
    # One writer at a time, as on SQLite: whoever comes second sees what the first has done.
    if connection.get_execution_options().get("hearts_writes", False):
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{BUSY_SECONDS:.0f}s'")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({schema.APPLICATION_ID})")


def _require_file(path: Path) -> None:
    with _disk(str(path)):
        known, folder = path.exists(), path.is_dir()
    if not known:
        raise DatabaseFault("db.missing", database=str(path))
    if folder:
        raise DatabaseFault("db.foreign", database=str(path))
    with _disk(str(path)), path.open("rb") as file:
        header = file.read(100)
    ours = header[68:72] == schema.APPLICATION_ID.to_bytes(4)
    if not header.startswith(b"SQLite format 3\0") or not ours:
        raise DatabaseFault("db.foreign", database=str(path))


def _version(store: Store) -> str:
    with store.read() as connection:
        if not inspect(connection).has_table("alembic_version"):
            raise DatabaseFault(
                "db.foreign",
                hint=command_to_try("club", "init", "--name", "My club", "--db", store.location),
                database=store.location,
            )
        version = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if version is None:
        raise DatabaseFault("db.damaged", database=store.location, detail="no schema version")
    return str(version)


def _refuse(version: str, location: str) -> None:
    if version in schema.VERSIONS:
        raise DatabaseFault(
            "db.too_old",
            hint=command_to_try("db", "upgrade", "--db", location),
            database=location,
            version=version,
            needed=schema.NEWEST,
        )
    raise DatabaseFault(
        "db.too_new",
        hint="pipx upgrade hearts-admin",
        database=location,
        version=version,
        known=schema.NEWEST,
    )


@contextmanager
def faults(location: str, *, writing: bool = False) -> Iterator[None]:
    """Turns what the driver reports into a DatabaseFault that says which.

    Args:
        location: of the database.
        writing: whether something is being stored, which then is not.
    """
    try:
        yield
    except DatabaseError as error:
        raise _fault(error.orig, location, writing=writing) from error
    except sqlite3.DatabaseError as error:
        raise _fault(error, location, writing=writing) from error


def location_of(connection: Connection) -> str:
    """Where the database of a connection is that a store gave."""
    return str(connection.get_execution_options()["hearts_location"])


@contextmanager
def _committing(location: str) -> Iterator[None]:
    """A server that is lost during a commit may have stored everything or nothing."""
    try:
        with faults(location, writing=True):
            yield
    except DatabaseFault as fault:
        if fault.code != "db.unreachable":
            raise
        raise DatabaseFault(
            "db.lost_at_commit",
            hint=command_to_try("change", "list", "--db", location),
            database=location,
        ) from fault


@contextmanager
def _disk(location: str) -> Iterator[None]:
    """Turns what the disk reports about the database's own file into a DatabaseFault."""
    try:
        yield
    except OSError as error:
        raise DatabaseFault("db.unreadable", database=location, detail=error.strerror) from error


_SENTENCES = (
    ("database is locked", "db.busy"),
    ("readonly database", "db.read_only"),
    ("disk is full", "db.disk_full"),
    ("malformed", "db.damaged"),
    ("not a database", "db.damaged"),
    ("disk I/O error", "db.disk_error"),
    ("unable to open", "db.unreadable"),
    ("connection refused", "db.unreachable"),
    ("connection failed", "db.unreachable"),
    ("connection is bad", "db.unreachable"),
    ("server closed the connection", "db.unreachable"),
    ("terminating connection", "db.unreachable"),
    ("connection is lost", "db.unreachable"),
    ("connection is closed", "db.unreachable"),
)


_STATES = {
    "08": "db.unreachable",  # connection exception
    "25006": "db.read_only",
    "53100": "db.disk_full",
    "55P03": "db.busy",  # lock not available
    "57P0": "db.unreachable",  # the server goes down, or ended the connection
}
"""What a server reports, by the beginning of its SQLSTATE: its sentences may be in any language."""


def _fault(error: BaseException | None, location: str, *, writing: bool) -> DatabaseFault:
    said = str(error)
    state = getattr(error, "sqlstate", None) or ""
    code = next((code for begin, code in _STATES.items() if state.startswith(begin)), None)
    code = code or next((code for words, code in _SENTENCES if words in said), "db.failed")
    return DatabaseFault(code, database=location, detail=said, writing=writing or None)
