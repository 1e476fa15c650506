"""A disk that is full, files that may not be written, databases that are none, a clock set back."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess

import pytest
from chain_verifier import check as check_chain
from contents import logical
from damage import write_file

from hearts_admin.db.store import open_store
from hearts_admin.services.audit import check_database, list_changes

RECORD = ("result", "record", "Anna 0=26", "Bram 0=52", "Cor 0=78", "Dina 0=104")
WRITING = {
    "record": RECORD,
    "import": ("result", "import", "new.csv"),
    "correct": ("result", "correct", "5", "--date", "2025-12-24", "--reason", "so"),
    "merge": ("player", "merge", "Cor 0", "--other", "Corrie"),
    "undo": ("change", "undo"),
    "forget": ("player", "forget", "Dina 3"),
}
READING = (
    ("result", "list"), ("rating", "list"), ("player", "show", "Anna 0"), ("change", "list"),
    ("db", "info"), ("db", "check"),
)  # fmt: skip


def complaint(child, code):
    """What a command says that ends with this exit code: a sentence, never a traceback."""
    assert child.code == code, child
    assert child.err.startswith("Error: ")
    assert "Traceback" not in child.err
    assert child.out == ""
    return child.err


def require_sound(folder):
    with open_store(str(folder / "hearts.db")) as store:
        assert check_database(store).clean
    check_chain(folder / "hearts.db")


class TestNoRoom:
    """No file may grow further: the journal, the copy, the database itself."""

    @pytest.mark.parametrize("largest", [2_000, 20_000])
    @pytest.mark.parametrize("name", WRITING)
    def test_nothing_is_half_done(self, nursery, folder, name, largest):
        write_file(folder)
        before = logical(folder / "hearts.db")
        child = nursery.run(folder, *WRITING[name], small_disk=largest)
        said = complaint(child, 4)
        assert "hearts.db" in said
        assert "nothing was stored" in said
        assert logical(folder / "hearts.db") == before
        require_sound(folder)
        assert nursery.run(folder, *WRITING[name]).code == 0
        require_sound(folder)

    @pytest.mark.parametrize("largest", [2_000, 100_000])
    def test_a_backup_that_does_not_fit_leaves_none(self, nursery, folder, largest):
        child = nursery.run(folder, "db", "backup", "safe.db", small_disk=largest)
        assert "safe.db" in complaint(child, 4)
        assert sorted(path.name for path in folder.iterdir()) == ["hearts.db"]

    @pytest.mark.parametrize("largest", [2_000, 100_000])
    def test_a_restore_that_does_not_fit_leaves_what_was(self, nursery, folder, largest):
        shutil.copy(folder / "hearts.db", folder / "safe.db")
        assert nursery.run(folder, *RECORD).code == 0
        before = logical(folder / "hearts.db")
        complaint(nursery.run(folder, "db", "restore", "safe.db", small_disk=largest), 4)
        assert logical(folder / "hearts.db") == before
        assert not list(folder.glob(".*"))
        require_sound(folder)

    def test_a_new_club_that_does_not_fit_is_none(self, nursery, tmp_path):
        child = nursery.run(tmp_path, "club", "init", "--name", "X", small_disk=20_000)
        complaint(child, 4)
        assert list(tmp_path.iterdir()) == []


@pytest.fixture
def stick(folder, tmp_path_factory):
    """A memory stick of half a megabyte with the club on it and little room beside it."""
    mount = tmp_path_factory.mktemp("stick")
    size = (folder / "hearts.db").stat().st_size // 1024 + 40
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}k", "tmpfs", str(mount)], check=False
    )
    if mounted.returncode != 0:
        pytest.skip("a small disk can only be made by who may mount one")
    try:
        shutil.copy(folder / "hearts.db", mount / "hearts.db")
        yield mount
    finally:
        subprocess.run(["umount", str(mount)], check=True)


@pytest.mark.skipif(shutil.which("mount") is None, reason="no disk can be made here")
def test_a_full_stick(nursery, stick, tmp_path):
    before = logical(stick / "hearts.db")
    (tmp_path / "new").mkdir()
    write_file(tmp_path / "new")
    child = nursery.run(stick, "result", "import", str(tmp_path / "new" / "new.csv"))
    assert "full" in complaint(child, 4)
    assert logical(stick / "hearts.db") == before
    require_sound(stick)
    assert "full" in complaint(nursery.run(stick, "db", "backup", "safe.db"), 4)
    assert [path.name for path in stick.iterdir()] == ["hearts.db"]


class TestNotToBeWritten:
    def test_a_read_only_file(self, nursery, folder):
        (folder / "hearts.db").chmod(0o444)
        before = (folder / "hearts.db").read_bytes()
        write_file(folder)
        for words in WRITING.values():
            child = nursery.run(folder, *words, like_anybody=True)
            assert "hearts.db may not be written" in complaint(child, 4)
        for words in READING:
            assert nursery.run(folder, *words, like_anybody=True).code == 0
        assert (folder / "hearts.db").read_bytes() == before

    def test_a_read_only_folder(self, nursery, folder):
        write_file(folder)
        before = (folder / "hearts.db").read_bytes()
        folder.chmod(0o555)
        try:
            for words in WRITING.values():
                child = nursery.run(folder, *words, like_anybody=True)
                assert "hearts.db" in complaint(child, 4)
            for words in READING:
                assert nursery.run(folder, *words, like_anybody=True).code == 0
            complaint(nursery.run(folder, "db", "backup", "safe.db", like_anybody=True), 5)
        finally:
            folder.chmod(0o755)
        assert (folder / "hearts.db").read_bytes() == before
        require_sound(folder)

    def test_a_file_nobody_may_read(self, nursery, folder):
        (folder / "hearts.db").chmod(0o000)
        for words in (*WRITING.values(), *READING):
            complaint(nursery.run(folder, *words, like_anybody=True), 4)


class TestNoDatabase:
    @pytest.mark.parametrize("share", [0.5, 0.95])
    def test_truncated(self, nursery, folder, share):
        path = folder / "hearts.db"
        shutil.copy(path, folder / "safe.db")
        os.truncate(path, int(path.stat().st_size * share))
        write_file(folder)
        before = path.read_bytes()
        for words in (*WRITING.values(), ("db", "check"), ("db", "backup", "new.db")):
            said = complaint(nursery.run(folder, *words), 4)
            assert "damaged" in said
        assert path.read_bytes() == before
        # What can be mended is mended by what is said to be tried: a backup put back.
        assert nursery.run(folder, "db", "restore", "safe.db").code == 0
        require_sound(folder)

    def test_of_another_program(self, nursery, folder):
        (folder / "hearts.db").unlink()
        connection = sqlite3.connect(folder / "hearts.db")
        connection.execute("CREATE TABLE player (id, name)")
        connection.commit()
        connection.close()
        before = (folder / "hearts.db").read_bytes()
        write_file(folder)
        for words in (*WRITING.values(), *READING, ("db", "upgrade")):
            said = complaint(nursery.run(folder, *words), 4)
            assert "no database of this program" in said
        assert (folder / "hearts.db").read_bytes() == before


def test_a_clock_set_back(nursery, folder):
    """Changes keep the order in which they were made, whatever the clock says."""
    assert nursery.run(folder, *RECORD, at="2026-03-14T20:00:00+00:00").code == 0
    assert nursery.run(folder, *RECORD, at="1999-12-31T20:00:00+00:00").code == 0
    # With this clock every right date lies ahead; a typed one needs a word more.
    late = (*RECORD, "--date", "2026-03-13")
    child = nursery.run(folder, *late, at="1999-12-31T20:00:00+00:00")
    assert child.code == 6
    assert nursery.run(folder, *late, "--yes", at="1999-12-31T20:00:00+00:00").code == 0
    assert nursery.run(folder, "change", "undo", at="1970-01-01T00:00:00+00:00").code == 0
    require_sound(folder)
    with open_store(str(folder / "hearts.db")) as store:
        last = list_changes(store)[-4:]
    assert [change.at_utc[:4] for change in last] == ["2026", "1999", "1999", "1970"]
    assert [change.command for change in last] == ["result record"] * 3 + ["change undo"]
