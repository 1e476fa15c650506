"""A process that has the program loaded, and forks a child for every command it is told.

Every child is a real process with its own files and locks; it can be killed for good at a chosen
moment, denied what root may do, given a small disk, another clock or a shorter patience. Starting
one takes a hundredth of a second, where a fresh interpreter takes one.

Jobs come as a line of JSON on standard input, answers go the same way to standard output. A job:

    argv     the command line, without the program's name
    cwd      the folder it runs in
    stdin    what is piped into it
    kill     [event, seconds]: SIGKILL that long after the n-th event
    quirks   see `QUIRKS`

An answer: `code` (negative: the signal), `out`, `err`, and `events`, [name, seconds] each.
"""

from __future__ import annotations

import contextlib
import ctypes
import datetime as dt
import io
import itertools
import json
import os
import resource
import signal
import sqlite3
import sys
import tempfile
import threading
import time
from pathlib import Path

import alembic.command  # loaded once here, not once a child
import alembic.config
import psycopg
import sqlalchemy
import sqlmodel  # noqa: F401

from hearts_admin import clock
from hearts_admin.cli.main import run
from hearts_admin.db import backup, migrations, schema, store
from hearts_admin.db.migrations import versions  # noqa: F401

HERE = Path(__file__).parent
NEXT_VERSION = "0003"


class Events:
    """What happens to the disk in this child: when, and when it is time to die."""

    def __init__(self, kill):
        self.seen = []
        self._kill = kill

    def happened(self, name):
        self.seen.append((name, time.perf_counter()))
        if self._kill is not None and len(self.seen) - 1 == self._kill[0]:
            threading.Thread(target=self._die, args=(self._kill[1],), daemon=True).start()

    @contextlib.contextmanager
    def during(self, name):
        self.happened(name)
        yield
        self.happened(f"{name} done")

    def _die(self, seconds):
        time.sleep(seconds)
        os.kill(os.getpid(), signal.SIGKILL)


def watch(events):
    """Lets every writing transaction, commit, copy and rename of this process be an event."""

    class Cursor(sqlite3.Cursor):
        def execute(self, sql, *parameters):
            if sql == "VACUUM":
                with events.during("vacuum"):
                    return super().execute(sql, *parameters)
            found = super().execute(sql, *parameters)
            if sql == "BEGIN IMMEDIATE":
                events.happened("begin")
            return found

    class Connection(sqlite3.Connection):
        def cursor(self, factory=Cursor):
            return super().cursor(factory)

        def commit(self):
            with events.during("commit") if self.in_transaction else contextlib.nullcontext():
                super().commit()

        def backup(self, *words, **fields):
            with events.during("copy"):
                super().backup(*words, **fields)

    connect, replace = sqlite3.connect, Path.replace

    def watched(*words, **fields):
        return connect(*words, factory=Connection, **fields)

    def renaming(path, target):
        with events.during("rename"):
            return replace(path, target)

    sqlite3.connect = sqlite3.dbapi2.connect = watched
    Path.replace = renaming

    # On a server every statement and every commit is one.
    @sqlalchemy.event.listens_for(sqlalchemy.Engine, "before_cursor_execute")
    def execute(connection, *_):
        if connection.dialect.name == "postgresql":
            events.happened("statement")

    @sqlalchemy.event.listens_for(sqlalchemy.Engine, "commit")
    def commit(connection):
        if connection.dialect.name == "postgresql":
            events.happened("commit")


def small_disk(largest):
    """No file may grow beyond so many bytes."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))


def like_anybody(_):
    """File permissions bind this child although it is root: it gives up its capabilities."""
    if os.getuid() != 0:
        return
    version_3 = 0x20080522
    header = (ctypes.c_uint32 * 2)(version_3, 0)
    nothing = (ctypes.c_uint32 * 6)()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.capset(ctypes.byref(header), ctypes.byref(nothing)) != 0:
        raise OSError(ctypes.get_errno(), "capset")


def at(instant):
    """The clock says something else."""
    clock.SystemClock.now = lambda _: dt.datetime.fromisoformat(instant)


def patience(seconds):
    """How long a busy database is waited for."""
    store.BUSY_SECONDS = backup.BUSY_SECONDS = seconds


def next_release(_):
    """The program knows one more schema version, with the migration beside this file."""

    def migrate(connection):
        config = alembic.config.Config()
        config.set_main_option("path_separator", "os")
        config.set_main_option("script_location", "hearts_admin.db:migrations")
        ours = Path(migrations.__file__).parent / "versions"
        config.set_main_option("version_locations", f"{ours}{os.pathsep}{HERE / 'migrations'}")
        config.attributes["connection"] = connection
        alembic.command.upgrade(config, "head")

    schema.VERSIONS = (*schema.VERSIONS, NEXT_VERSION)
    schema.NEWEST = NEXT_VERSION
    schema.migrate = migrate


def loses_connection(number):
    """The server ends the connection at this statement or commit, counted from 0."""
    seen = itertools.count()

    def lose(connection, *_):
        if connection.dialect.name == "postgresql" and next(seen) == number:
            address = connection.engine.url.set(drivername="postgresql")
            own = connection.connection.dbapi_connection.info.backend_pid
            with psycopg.connect(address.render_as_string(hide_password=False)) as other:
                other.execute("SELECT pg_terminate_backend(%s, 5000)", (own,))

    for moment in ("before_cursor_execute", "commit"):
        sqlalchemy.event.listen(sqlalchemy.Engine, moment, lose)


QUIRKS = {
    "loses_connection": loses_connection,
    "small_disk": small_disk,
    "like_anybody": like_anybody,
    "at": at,
    "patience": patience,
    "next_release": next_release,
}


def live(job, events, folder):
    """The child's life: one command, and no way back into the parent's code."""
    code = 70
    try:
        streams = {name: (folder / name).open("w", encoding="utf-8") for name in ("out", "err")}
        sys.stdout, sys.stderr = streams["out"], streams["err"]
        for number, stream in enumerate(streams.values(), start=1):
            os.dup2(stream.fileno(), number)  # the parent's own output is for answers
        sys.stdin = io.TextIOWrapper(io.BytesIO(job.get("stdin", "").encode()))
        os.chdir(job["cwd"])
        watch(events)
        for name, value in job.get("quirks", {}).items():
            QUIRKS[name](value)
        environ = {"LC_ALL": "C.UTF-8", "HOME": job["cwd"], "HEARTS_ADMIN_USER": "tester"}
        code = run(job["argv"], environ)
        (folder / "events").write_text(json.dumps(events.seen))
        for stream in streams.values():
            stream.close()
    finally:
        os._exit(code)


def raise_child(job):
    """Forks, waits, and tells what became of the child."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        child = os.fork()
        if child == 0:
            live(job, Events(job.get("kill")), folder)
        _, status = os.waitpid(child, 0)
        kept = {each: folder / each for each in ("out", "err", "events")}
        texts = {
            each: path.read_text("utf-8") if path.exists() else "" for each, path in kept.items()
        }
    return {
        "code": os.waitstatus_to_exitcode(status),
        "out": texts["out"],
        "err": texts["err"],
        "events": json.loads(texts["events"] or "[]"),
    }


def main():
    """Serves jobs until standard input ends."""
    for line in sys.stdin:
        print(json.dumps(raise_child(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
