"""Opening, making and upgrading a database: each thing that can be wrong is told by its name."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

import pytest
from clubhouse import act

from hearts_admin.db import schema, store
from hearts_admin.db.store import creating, open_store, upgrade_store
from hearts_admin.errors import DatabaseFault
from hearts_admin.services.club import init_club, show_club


def fault(location, opening=open_store):
    """What opening says is wrong."""
    with pytest.raises(DatabaseFault) as caught:
        opening(str(location)).close()
    assert caught.value.fields["database"] == str(location)
    return caught.value


def set_version(path, version):
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (version,))
    connection.close()


def fail_after_writing(connection):
    connection.exec_driver_sql("INSERT INTO blob VALUES ('x', x'00')")
    raise ZeroDivisionError


THIS, LATER = schema.NEWEST, "9000"


@pytest.fixture
def copy(blank_club, tmp_path):
    path = tmp_path / "copy.db"
    shutil.copy(blank_club, path)
    return path


@pytest.fixture
def older(copy, monkeypatch):
    """A database of an older release: this one's version, and a program that knows one more."""
    monkeypatch.setattr(schema, "VERSIONS", (*schema.VERSIONS, LATER))
    monkeypatch.setattr(schema, "NEWEST", LATER)
    return copy


class TestOpening:
    def test_what_init_made_opens(self, copy):
        with open_store(str(copy)) as opened:
            assert show_club(opened).name == "De Ruiten"

    @pytest.mark.parametrize("name", ["a b.db", "wat?.db", "50%20.db", "#1.db", "kluß é.db", "a&b"])
    def test_any_file_name_will_do(self, copy, name):
        path = copy.rename(copy.with_name(name))
        with open_store(str(path)) as opened:
            assert show_club(opened).name == "De Ruiten"
        assert sorted(item.name for item in path.parent.iterdir()) == [name]

    def test_as_a_url(self, copy):
        with open_store(f"sqlite:///{copy}") as opened:
            assert show_club(opened).name == "De Ruiten"

    def test_missing(self, tmp_path):
        missing = tmp_path / "geen club.db"
        assert fault(missing).code == "db.missing"
        assert not missing.exists()

    @pytest.mark.parametrize(
        "url",
        [
            "mysql://club@server/x",
            "nonsense://club",
            "sqlite://club.db",
            "http://server/club",
            "postgresql+psycopg2://club@server/x",
            "postgresql://server:port/x",
            "://",
        ],
    )
    def test_a_url_of_no_database_that_can_be_used(self, url):
        found = fault(url)
        assert (found.code, found.exit_code) == ("db.unsupported", 4)

    @pytest.mark.parametrize("begin", ["postgresql", "postgres", "postgresql+psycopg"])
    def test_a_server_without_its_driver(self, begin, monkeypatch):
        monkeypatch.setitem(sys.modules, "psycopg", None)  # as if it were not installed
        found = fault(f"{begin}://club@server/x")
        assert found.code == "db.no_driver"
        assert found.hint == 'pip install "hearts-admin[postgres]"'

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"\0",
            b"Anna;23\nBram;45\n" * 20,
            b"SQLite format 3\0",
            b"PK\x03\x04" + bytes(200),
        ],
        ids=["empty", "one byte", "text", "half a header", "a workbook"],
    )
    def test_another_kind_of_file(self, tmp_path, content):
        path = tmp_path / "club.db"
        path.write_bytes(content)
        assert fault(path).code == "db.foreign"
        assert path.read_bytes() == content

    def test_the_database_of_another_program(self, tmp_path):
        path = tmp_path / "other.db"
        connection = sqlite3.connect(path)
        connection.execute("CREATE TABLE club (name TEXT)")
        connection.commit()
        connection.close()
        assert fault(path).code == "db.foreign"

    def test_one_that_only_bears_our_mark(self, tmp_path):
        path = tmp_path / "other.db"
        connection = sqlite3.connect(path)
        connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        connection.execute("CREATE TABLE x (y)")
        connection.commit()
        connection.close()
        assert fault(path).code == "db.foreign"

    def test_a_folder(self, tmp_path):
        assert fault(tmp_path).code == "db.foreign"

    def test_a_name_no_disk_can_hold(self, tmp_path):
        assert fault(tmp_path / ("a" * 300)).code == "db.unreadable"

    def test_too_old(self, older):
        found = fault(older)
        assert found.code == "db.too_old"
        assert found.hint == f"hearts-admin db upgrade --db {older}"
        assert (found.fields["version"], found.fields["needed"]) == (THIS, LATER)

    def test_too_new(self, copy):
        set_version(copy, "9999")
        found = fault(copy)
        assert found.code == "db.too_new"
        assert found.hint == "pipx upgrade hearts-admin"
        assert (found.fields["version"], found.fields["known"]) == ("9999", schema.NEWEST)

    @pytest.mark.parametrize("size", [100, 512, 4096])
    def test_truncated_to_the_first_page(self, copy, size):
        os.truncate(copy, size)
        assert fault(copy).code == "db.damaged"

    def test_a_page_of_rubbish(self, copy):
        content = bytearray(copy.read_bytes())
        content[4096:8192] = b"\xff" * 4096
        copy.write_bytes(content)
        with pytest.raises(DatabaseFault) as caught, open_store(str(copy)) as opened:
            show_club(opened)
        assert caught.value.code == "db.damaged"

    def test_no_version_at_all(self, copy):
        with sqlite3.connect(copy) as connection:
            connection.execute("DELETE FROM alembic_version")
        connection.close()
        assert fault(copy).code == "db.damaged"


class TestTransactions:
    def test_a_reader_sees_one_state(self, copy):
        with open_store(str(copy)) as one, open_store(str(copy)) as other:
            with one.read() as connection:
                count = "SELECT count(*) FROM blob"
                before = connection.exec_driver_sql(count).scalar()
                writer = sqlite3.connect(copy, timeout=0)
                writer.execute("INSERT INTO blob VALUES ('x', x'00')")
                with pytest.raises(sqlite3.OperationalError, match="locked"):
                    writer.commit()  # rollback journal: no commit under a reader's feet
                assert connection.exec_driver_sql(count).scalar() == before
                writer.rollback()
                writer.close()
            with other.read() as connection:
                assert connection.exec_driver_sql(count).scalar() == before

    def test_a_writer_waits_and_then_says_that_the_database_is_busy(self, copy, monkeypatch):
        monkeypatch.setattr(store, "BUSY_SECONDS", 0.2)
        holder = sqlite3.connect(copy, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        with open_store(str(copy)) as opened:
            began = time.perf_counter()
            with pytest.raises(DatabaseFault) as caught, opened.transaction():
                pass
            assert time.perf_counter() - began > 0.15
            assert caught.value.code == "db.busy"
            holder.execute("ROLLBACK")
            holder.close()
            with opened.transaction() as connection:
                connection.exec_driver_sql("INSERT INTO blob VALUES ('x', x'00')")

    def test_an_error_inside_takes_everything_back(self, copy):
        with open_store(str(copy)) as opened:
            with pytest.raises(ZeroDivisionError), opened.transaction() as connection:
                fail_after_writing(connection)
            with opened.read() as connection:
                assert connection.exec_driver_sql("SELECT count(*) FROM blob").scalar() == 0

    def test_an_error_that_is_not_the_databases_stays_what_it_is(self, copy):
        # A pipe that closes while progress is told is no fault of the database.
        with open_store(str(copy)) as opened:
            with pytest.raises(BrokenPipeError), opened.transaction():
                raise BrokenPipeError(32, "Broken pipe")
            with pytest.raises(FileNotFoundError), opened.read():
                open("/no/such/file")  # noqa: PTH123, SIM115

    def test_foreign_keys_are_kept(self, copy):
        with (
            open_store(str(copy)) as opened,
            pytest.raises(DatabaseFault) as caught,
            opened.transaction() as connection,
        ):
            connection.exec_driver_sql("INSERT INTO seat VALUES (99, 0, 1, 0, 1, 0, 0, 0)")
        assert caught.value.code == "db.failed"

    @pytest.mark.skipif(
        not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is read-only for root"
    )
    def test_a_file_that_may_not_be_written(self, copy):
        copy.chmod(0o444)
        with (
            open_store(str(copy)) as opened,
            pytest.raises(DatabaseFault) as caught,
            opened.transaction() as connection,
        ):
            connection.exec_driver_sql("INSERT INTO blob VALUES ('x', x'00')")
        assert caught.value.code == "db.read_only"


class TestMaking:
    def test_an_existing_file_is_refused_and_left_alone(self, tmp_path):
        path = tmp_path / "notes.txt"
        path.write_text("dear diary")
        with pytest.raises(DatabaseFault) as caught:
            init_club(str(path), act(), name="De Ruiten")
        assert caught.value.code == "db.exists"
        assert caught.value.hint == f"hearts-admin club show --db {path}"
        assert path.read_text() == "dear diary"
        assert list(tmp_path.iterdir()) == [path]

    def test_a_folder_that_does_not_exist(self, tmp_path):
        with pytest.raises(DatabaseFault) as caught:
            init_club(str(tmp_path / "no" / "club.db"), act(), name="De Ruiten")
        assert caught.value.code == "db.no_folder"
        assert caught.value.fields["folder"] == str(tmp_path / "no")

    def test_a_dry_run_shows_the_club_and_leaves_nothing(self, tmp_path):
        view = init_club(str(tmp_path / "club.db"), act(dry_run=True), name=" De  Ruiten ")
        assert (view.name, view.pool, view.policy, view.players) == ("De Ruiten", "main", "club", 0)
        assert list(tmp_path.iterdir()) == []

    def test_a_failure_leaves_nothing(self, tmp_path):
        path = tmp_path / "club.db"
        with pytest.raises(ZeroDivisionError), creating(str(path)) as made, made.read() as state:
            fail_after_writing(state)
        assert list(tmp_path.iterdir()) == []

    def test_a_disk_that_refuses_the_last_step_leaves_nothing(self, tmp_path, monkeypatch):
        def refuse(self, target):
            raise PermissionError(13, "Permission denied", str(self))

        monkeypatch.setattr("pathlib.Path.replace", refuse)
        with pytest.raises(DatabaseFault) as caught:
            init_club(str(tmp_path / "club.db"), act(), name="De Ruiten")
        assert caught.value.code == "db.unreadable"
        assert list(tmp_path.iterdir()) == []

    def test_somebody_was_quicker(self, tmp_path):
        path = tmp_path / "club.db"
        with pytest.raises(DatabaseFault) as caught, creating(str(path)):
            path.write_text("mine")
        assert caught.value.code == "db.exists"
        assert path.read_text() == "mine"
        assert list(tmp_path.iterdir()) == [path]

    def test_the_settings_given_are_kept(self, tmp_path):
        path = tmp_path / "club.db"
        init_club(str(path), act(), name="De Ruiten", timezone="America/New_York", rules="american")
        with open_store(str(path)) as opened:
            view = show_club(opened)
        assert (view.timezone, view.rules, view.day_starts_at) == (
            "America/New_York",
            "american",
            "06:00",
        )


KILLED = """
import os, signal, sys, time
from pathlib import Path
from hearts_admin.db import schema, store, writing
from hearts_admin.services import club
from hearts_admin.services.actor import Actor
from hearts_admin.clock import SystemClock

moment, path = sys.argv[1:]

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

if moment == "migrating":
    migrate = schema.migrate
    schema.migrate = lambda connection: (migrate(connection), die())
elif moment == "writing":
    club.PolicyRow = die
elif moment == "closing":
    writing.Writing.finish = die
elif moment == "moving":
    Path.replace = die
club.init_club(path, Actor("tester", "club init", SystemClock()), name="De Ruiten")
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
@pytest.mark.parametrize("moment", ["migrating", "writing", "closing", "moving"])
def test_killed_while_making_a_club(tmp_path, moment):
    path = tmp_path / "club.db"
    done = subprocess.run([sys.executable, "-c", KILLED, moment, str(path)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert fault(path).code == "db.missing"
    assert not list(tmp_path.glob("*.db"))  # what is left is hidden, and no club
    # The next attempt finds its way, whatever was left.
    init_club(str(path), act(), name="De Ruiten")
    assert [item.name for item in tmp_path.iterdir()] == ["club.db"]
    with open_store(str(path)) as opened:
        assert show_club(opened).name == "De Ruiten"


class TestUpgrading:
    def test_the_newest_needs_nothing(self, copy):
        content = copy.read_bytes()
        assert upgrade_store(str(copy)) == (schema.NEWEST, schema.NEWEST)
        assert copy.read_bytes() == content

    def test_too_new_is_refused(self, copy):
        set_version(copy, "9999")
        assert fault(copy, upgrade_store).code == "db.too_new"

    def test_missing_and_foreign_are_refused(self, tmp_path):
        assert fault(tmp_path / "club.db", upgrade_store).code == "db.missing"
        assert fault(tmp_path, upgrade_store).code == "db.foreign"

    def test_an_older_one_is_brought_up_to_date_in_one_transaction(self, older, monkeypatch):
        def migrate(connection):
            connection.exec_driver_sql("CREATE TABLE novelty (id INTEGER)")
            connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{LATER}'")

        monkeypatch.setattr(schema, "migrate", migrate)
        assert upgrade_store(str(older)) == (THIS, LATER)
        open_store(str(older)).close()

    def test_a_migration_that_fails_leaves_the_old_database(self, older, monkeypatch):
        def migrate(connection):
            connection.exec_driver_sql("CREATE TABLE novelty (id INTEGER)")
            connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{LATER}'")
            connection.exec_driver_sql("INSERT INTO nowhere VALUES (1)")

        monkeypatch.setattr(schema, "migrate", migrate)
        with pytest.raises(DatabaseFault) as caught:
            upgrade_store(str(older))
        assert caught.value.code == "db.failed"
        assert fault(older).code == "db.too_old"
