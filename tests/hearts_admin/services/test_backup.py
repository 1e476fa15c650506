"""Backup and restore: complete or not at all, and what was there before is never lost."""

import shutil
import sqlite3
import threading

import pytest
from clubhouse import CLOCK, Clubhouse, act
from records import correct, void

from hearts_admin.db import backup as copies
from hearts_admin.db import schema
from hearts_admin.errors import DatabaseFault, FileFault
from hearts_admin.services.audit import check_database
from hearts_admin.services.backup import (
    back_up,
    describe_database,
    restore_backup,
    upgrade_database,
)

DATABASES = ("sqlite",)
"""A server's own tools copy its databases; what is tested here is about files."""

NEWEST = schema.NEWEST


@pytest.fixture
def played(club):
    club.record(rules="american", date="2026-03-07")
    return club


@pytest.fixture
def backup(played, tmp_path):
    """A backup of one game, after which another was played."""
    path = tmp_path / "safe" / "backup.db"
    path.parent.mkdir()
    back_up(str(played.path), path)
    played.record(date="2026-03-08")
    return path


def whole(path):
    """The tables of a database that is whole."""
    club = Clubhouse(path)
    try:
        assert check_database(club.store).clean
        return club.tables()
    finally:
        club.close()


def refusal(kind, code, command, *words):
    with pytest.raises(kind) as caught:
        command(*words)
    assert caught.value.code == code
    return caught.value


def folder(path):
    """What is in a folder, hidden files too."""
    return {each.name: each.read_bytes() for each in path.iterdir() if each.is_file()}


class TestBackup:
    def test_it_is_the_same_in_all(self, played, tmp_path):
        report = back_up(str(played.path), tmp_path / "backup.db")
        assert whole(tmp_path / "backup.db") == played.tables()
        assert report.file == str(tmp_path / "backup.db")
        info = report.info
        assert (info.club, info.players, info.results, info.changes) == ("De Ruiten", 6, 1, 3)
        assert info.head == describe_database(played.store).head
        assert info.size == (tmp_path / "backup.db").stat().st_size

    def test_while_somebody_has_not_finished_writing(self, played, tmp_path):
        writer = sqlite3.connect(played.path, isolation_level=None)
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE player SET name = 'X'")
        back_up(str(played.path), tmp_path / "backup.db")
        writer.execute("ROLLBACK")
        writer.close()
        assert whole(tmp_path / "backup.db") == played.tables()

    def test_what_a_killed_backup_left_is_no_obstacle(self, played, tmp_path):
        (tmp_path / ".backup.db.new").write_bytes(b"half")
        (tmp_path / ".backup.db.new-journal").write_bytes(b"half")
        back_up(str(played.path), tmp_path / "backup.db")
        assert not list(tmp_path.glob(".*"))
        whole(tmp_path / "backup.db")

    def test_refused(self, played, tmp_path):
        before = folder(tmp_path)
        taken = tmp_path / "taken.db"
        taken.write_text("something else")
        refusal(FileFault, "output.exists", back_up, str(played.path), taken)
        refusal(FileFault, "output.exists", back_up, str(played.path), tmp_path)
        refusal(FileFault, "output.exists", back_up, str(played.path), played.path)
        error = refusal(
            FileFault, "output.no_folder", back_up, str(played.path), tmp_path / "a" / "b.db"
        )
        assert error.fields["folder"] == str(tmp_path / "a")
        long = tmp_path / ("x" * 300 + ".db")
        refusal(FileFault, "output.unwritable", back_up, str(played.path), long)
        refusal(DatabaseFault, "db.missing", back_up, str(tmp_path / "no.db"), tmp_path / "b.db")
        refusal(DatabaseFault, "db.server", back_up, "postgresql://host/club", tmp_path / "b.db")
        assert folder(tmp_path) == {**before, "taken.db": b"something else"}

    def test_a_damaged_database_gives_no_backup(self, played, tmp_path):
        played.close()
        damage(played.path)
        before = folder(tmp_path)
        refusal(DatabaseFault, "db.damaged", back_up, str(played.path), tmp_path / "backup.db")
        assert folder(tmp_path) == before


def damage(path):
    """Overwrites a page of the ledger with noise; the header stays."""
    connection = sqlite3.connect(path)
    (page,) = connection.execute(
        "SELECT rootpage FROM sqlite_master WHERE name = 'ledger'"
    ).fetchone()
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)


class TestRestore:
    def test_there_and_back(self, played, backup, tmp_path):
        later = played.tables()
        report = restore_backup(str(played.path), backup, act())
        assert played.tables() == whole(backup)
        assert len(played.results()) == 1  # through the store that was open all the time
        saved = tmp_path / "club0-before-restore-20260314T201500Z.db"
        assert report.saved == str(saved)
        assert (report.file, report.info.results) == (str(backup), 1)
        assert report.info.database == str(played.path)
        assert whole(saved) == later
        restore_backup(str(played.path), saved, act())
        assert played.tables() == later
        assert not list(tmp_path.glob(".*"))

    def test_what_is_kept_never_overwrites_what_was_kept(self, played, backup, tmp_path):
        restore_backup(str(played.path), backup, act())
        second = restore_backup(str(played.path), backup, act())
        assert second.saved == str(tmp_path / "club0-before-restore-20260314T201500Z-2.db")

    def test_the_ledger_goes_on(self, played, backup):
        restore_backup(str(played.path), backup, act())
        played.record(date="2026-03-09")
        correct(played, 1, "Anna=52 Bram=26")
        void(played, 2)
        assert check_database(played.store).clean

    @pytest.mark.parametrize("left", [None, b""])
    def test_into_a_place_where_there_is_nothing(self, backup, tmp_path, left):
        place = tmp_path / "new.db"
        if left is not None:
            place.write_bytes(left)
        (tmp_path / "new.db-journal").write_bytes(b"of a database that is gone")
        report = restore_backup(str(place), backup, act())
        assert report.saved is None
        assert whole(place) == whole(backup)

    def test_over_a_damaged_database(self, played, backup, tmp_path):
        played.close()
        damage(played.path)
        broken = played.path.read_bytes()
        report = restore_backup(str(played.path), backup, act())
        assert whole(played.path) == whole(backup)
        assert broken == (tmp_path / "club0-before-restore-20260314T201500Z.db").read_bytes()
        assert report.saved is not None

    def test_over_a_truncated_database_with_a_journal(self, played, backup):
        played.close()
        with played.path.open("r+b") as file:
            file.truncate(8192 + 100)
        played.path.with_name("club0.db-journal").write_bytes(b"\xd9\xd5\x05\xf9 of yesterday")
        restore_backup(str(played.path), backup, act())
        assert whole(played.path) == whole(backup)
        assert not played.path.with_name("club0.db-journal").exists()

    def test_a_dry_run_tells_and_touches_nothing(self, played, backup, tmp_path):
        before = folder(tmp_path)
        report = restore_backup(str(played.path), backup, act(dry_run=True))
        assert report.info.results == 1
        assert folder(tmp_path) == before

    def test_refused(self, played, backup, tmp_path):
        place = str(played.path)
        text = tmp_path / "notes.txt"
        text.write_text("no database\n" * 50)
        strange = tmp_path / "strange.db"
        sqlite3.connect(strange).execute("CREATE TABLE t (x)").connection.close()
        before = folder(tmp_path)
        refusal(DatabaseFault, "db.no_file", restore_backup, place, tmp_path / "no.db", act())
        refusal(DatabaseFault, "db.foreign", restore_backup, place, text, act())
        refusal(DatabaseFault, "db.foreign", restore_backup, place, strange, act())
        refusal(DatabaseFault, "db.foreign", restore_backup, place, tmp_path, act())
        refusal(DatabaseFault, "db.same_file", restore_backup, place, played.path, act())
        refusal(DatabaseFault, "db.server", restore_backup, "postgresql://h/c", backup, act())
        # What another program keeps there is not ours to replace.
        refusal(DatabaseFault, "db.foreign", restore_backup, str(text), backup, act())
        refusal(DatabaseFault, "db.foreign", restore_backup, str(strange), backup, act())
        refusal(
            FileFault, "output.no_folder", restore_backup, str(tmp_path / "a" / "b"), backup, act()
        )
        assert folder(tmp_path) == before

    def test_a_damaged_backup(self, played, backup, tmp_path):
        damage(backup)
        before = folder(tmp_path)
        refusal(DatabaseFault, "db.damaged", restore_backup, str(played.path), backup, act())
        assert folder(tmp_path) == before

    def test_a_backup_of_a_newer_release(self, played, backup, tmp_path):
        connection = sqlite3.connect(backup)
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
        connection.close()
        before = folder(tmp_path)
        refusal(DatabaseFault, "db.too_new", restore_backup, str(played.path), backup, act())
        assert folder(tmp_path) == before

    def test_a_busy_database_waits_then_says_so(self, played, backup, monkeypatch):
        later = played.tables()
        monkeypatch.setattr(copies, "BUSY_SECONDS", 0.3)
        writer = sqlite3.connect(played.path, isolation_level=None, check_same_thread=False)
        writer.execute("BEGIN IMMEDIATE")
        refusal(DatabaseFault, "db.busy", restore_backup, str(played.path), backup, act())
        assert played.tables() == later
        monkeypatch.setattr(copies, "BUSY_SECONDS", 10)
        release = threading.Timer(0.3, writer.execute, ["ROLLBACK"])
        release.start()
        restore_backup(str(played.path), backup, act())
        release.join()
        writer.close()
        assert played.tables() == whole(backup)


class TestUpgrade:
    @pytest.fixture
    def two_versions(self, monkeypatch):
        """A release that knows a schema before the first; it needs no script to come to it."""
        monkeypatch.setattr(schema, "VERSIONS", ("0000", NEWEST))

        def migrate(connection):
            connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{NEWEST}'")

        monkeypatch.setattr(schema, "migrate", migrate)

    @pytest.mark.usefixtures("two_versions")
    def test_it_backs_up_first(self, played, tmp_path):
        played.tamper("UPDATE alembic_version SET version_num = '0000'")
        report = upgrade_database(str(played.path), CLOCK)
        saved = tmp_path / f"club0-before-{NEWEST}-20260314T201500Z.db"
        assert (report.before, report.after, report.backup) == ("0000", NEWEST, str(saved))
        connection = sqlite3.connect(saved)
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [
            ("0000",)
        ]
        connection.close()
        again = upgrade_database(str(played.path), CLOCK)
        assert (again.before, again.after, again.backup) == (NEWEST, NEWEST, None)

    @pytest.mark.usefixtures("two_versions")
    def test_an_older_backup_is_brought_up_to_date_before_anything_is_touched(self, played, backup):
        connection = sqlite3.connect(backup)
        connection.execute("UPDATE alembic_version SET version_num = '0000'")
        connection.commit()
        connection.close()
        restore_backup(str(played.path), backup, act())
        assert played.sql("SELECT version_num FROM alembic_version") == [(NEWEST,)]
        assert len(played.results()) == 1

    def test_nothing_to_do_leaves_no_backup(self, played, tmp_path):
        before = folder(tmp_path)
        assert upgrade_database(str(played.path), CLOCK).backup is None
        assert folder(tmp_path) == before


def test_what_a_database_is(played):
    info = describe_database(played.store)
    assert (info.kind, info.schema, info.newest) == ("sqlite", NEWEST, NEWEST)
    assert (info.club, info.players, info.results, info.changes) == ("De Ruiten", 6, 1, 3)
    assert info.last_change == "2026-03-14T20:15:00Z"
    shutil.copy(played.path, played.path.with_name("copy.db"))
    assert info.size == played.path.stat().st_size
