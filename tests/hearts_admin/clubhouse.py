"""A club as a test drives it: short words for commands, and the raw tables to look at."""

import datetime as dt
import shutil
import sqlite3
from pathlib import Path

from hearts_admin.clock import FixedClock
from hearts_admin.db.store import open_store
from hearts_admin.services.actor import Actor
from hearts_admin.services.changes import undo_change
from hearts_admin.services.identity import describe_player
from hearts_admin.services.imports import import_players, import_results
from hearts_admin.services.players import add_players
from hearts_admin.services.ratings import list_ratings, verify
from hearts_admin.services.results import Entry, list_results, record_result

CLOCK = FixedClock(dt.datetime(2026, 3, 14, 20, 15, tzinfo=dt.UTC))
"""Saturday 14 March 2026, a quarter past nine in the evening in Amsterdam."""

TABLE = "Anna=26 Bram=52 Cor=78 Dina=104"
"""Ten deals of American Hearts: 260 points, and somebody past 100."""


def act(command="test", clock=CLOCK, **how):
    """Somebody who asks for something."""
    return Actor("tester", command, clock, **how)


def entry(seats=TABLE, **fields):
    """`entry("Anna=26 Bram=52 ...", date="2026-03-14")`: blanks separate, the last `=` splits."""
    pairs = [word.rpartition("=") for word in seats.split()]
    if isinstance(fields.get("date"), str):
        fields["date"] = dt.date.fromisoformat(fields["date"])
    if isinstance(fields.get("time"), str):
        fields["time"] = dt.time.fromisoformat(fields["time"])
    return Entry(tuple((name.replace("_", " "), int(value)) for name, _, value in pairs), **fields)


class Clubhouse:
    """A club's database with its commands; a `Store` opened once."""

    def __init__(self, path, clock=CLOCK):
        self.path = Path(path)
        self.clock = clock
        self.store = open_store(str(path))

    @property
    def where(self):
        """The database: its file, or its URL on a server."""
        return self.path

    def close(self):
        self.store.close()

    def act(self, command="test", **how):
        return act(command, self.clock, **how)

    def add(self, *names, **how):
        return add_players(self.store, self.act("player add", **how), names)

    def become(self, kind, *names):
        """Makes members guests or computer players."""
        for name in names:
            describe_player(self.store, self.act("player set"), name, kind=kind)

    def record(self, seats=TABLE, *, dry_run=False, yes=False, command="result record", **fields):
        actor = self.act(command, dry_run=dry_run, yes=yes)
        return record_result(self.store, actor, entry(seats, **fields))

    def undo(self, number=None, **how):
        return undo_change(self.store, self.act("change undo", **how), number)

    def file(self, content, name="file.csv"):
        path = self.path.with_name(name)
        if isinstance(content, str):
            content = content.encode()
        path.write_bytes(content)
        return path

    def import_results(self, content, *, dry_run=False, yes=False, **options):
        actor = self.act("result import", dry_run=dry_run, yes=yes)
        return import_results(self.store, actor, self.file(content), **options)

    def import_players(self, content, **how):
        return import_players(self.store, self.act("player import", **how), self.file(content))

    def results(self):
        return list_results(self.store)

    def ratings(self, as_of=None):
        """Name -> rating, in the order of the list."""
        day = dt.date.fromisoformat(as_of) if as_of else None
        return {line.player: line.rating for line in list_ratings(self.store, day).lines}

    def fingerprint(self):
        """The ledger's fingerprint, once it is certain that the stored ledger is the fresh one."""
        report = verify(self.store)
        assert report.difference is None
        return report.fingerprint

    def sql(self, statement, *parameters):
        """Rows straight from the file, through another connection and no code of ours."""
        connection = sqlite3.connect(self.path)
        connection.execute("PRAGMA reverse_unordered_selects = ON")  # an order must be asked for
        try:
            return connection.execute(statement, parameters).fetchall()
        finally:
            connection.close()

    def tamper(self, statement, *parameters):
        """What no command would do."""
        connection = sqlite3.connect(self.path)
        try:
            connection.execute(statement, parameters)
            connection.commit()
        finally:
            connection.close()

    def raw(self):
        """The bytes of the database file as text."""
        self.store.close()
        return self.path.read_bytes().decode("utf-8", "replace")

    def copy(self, name):
        """The same club once more, in a database of its own."""
        path = self.path.with_name(f"{name}.db")
        shutil.copy(self.path, path)
        return Clubhouse(path, self.clock)

    def tables(self):
        """Everything that is stored, table by table."""
        names = [
            name
            for (name,) in self.sql("SELECT name FROM sqlite_master WHERE type = 'table'")
            if not name.startswith("sqlite_")
        ]
        return {name: sorted(self.sql(f'SELECT * FROM "{name}"'), key=repr) for name in names}


def codes(error):
    """The codes of an error's problems, in their order."""
    return [problem.code for problem in error.problems]


def lines(report):
    """(line, code) of every problem."""
    return [(problem.line, problem.code) for problem in report.problems]
