"""Two terminals at once: nothing is lost, the chain holds, and whoever has to wait is told so."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading

import pytest
from chain_verifier import check as check_chain

from hearts_admin.db.store import open_store
from hearts_admin.services.audit import check_database, list_changes
from hearts_admin.services.results import list_results
from hearts_admin.services.versions import list_versions


def evening(names, games):
    """Lines for `result enter`: so many games of these four."""
    line = " ".join(
        f'"{name}" {points}' for name, points in zip(names, (26, 52, 78, 104), strict=True)
    )
    return f"{line}\n" * games


def four(table):
    return [f"{name} {table}" for name in ("Anna", "Bram", "Cor", "Dina")]


def sound(folder):
    """The club's store, once it is certain that all in it is right."""
    path = folder / "hearts.db"
    check_chain(path)
    store = open_store(str(path))
    assert check_database(store).clean
    return store


def test_two_evenings_entered_at_once(nursery, other_nursery, folder):
    enter = ("result", "enter", "--date", "2026-03-13")
    nursery.begin(folder, *enter, "--by", "left", stdin=evening(four(1), 12))
    other_nursery.begin(folder, *enter, "--by", "right", stdin=evening(four(2), 12))
    for child in (nursery.wait(), other_nursery.wait()):
        assert child.code == 0, child
    with sound(folder) as store:
        entered = [result for result in list_results(store) if str(result.date) == "2026-03-13"]
        assert len(entered) == 24
        assert {result.label for result in entered} == {str(number) for number in range(1, 25)}
        assert len({result.id for result in entered}) == 24
        typed = [change.who for change in list_changes(store)][-24:]
        assert (typed.count("left"), typed.count("right")) == (12, 12)


def test_two_correct_the_same_result(nursery, other_nursery, folder):
    """Each correction is a version; the last one stands, and it says all that was asked of it."""
    correct = ("result", "correct", "7", "--reason", "again")
    for number in range(4):
        nursery.begin(folder, *correct, "--by", "left", "--label", f"left {number}")
        other_nursery.begin(folder, *correct, "--by", "right", "--event", f"right {number}")
        for child in (nursery.wait(), other_nursery.wait()):
            assert child.code == 0, child
    with sound(folder) as store:
        assert len(list_versions(store, 7)) == 1 + 8
        ((label, event),) = sqlite3.connect(folder / "hearts.db").execute(
            "SELECT label, event FROM result WHERE id = 7 AND closed IS NULL"
        )
        assert (label, event) == ("left 3", "right 3")


def test_one_imports_while_another_undoes_and_merges(nursery, other_nursery, folder):
    rows = ["date,game,player,points"]
    for game in range(200):
        for name, points in zip(four(game % 5), (26, 52, 78, 104), strict=True):
            rows.append(f"2026-03-06,{game},{name},{points}")
    (folder / "new.csv").write_text("\n".join(rows))
    nursery.begin(folder, "result", "import", "new.csv")
    others = [
        other_nursery.run(folder, "player", "merge", "Cor 0", "--other", "Corrie"),
        other_nursery.run(folder, "player", "unmerge", "Corrie"),
        other_nursery.run(folder, "result", "void", "3", "--reason", "so"),
    ]
    imported = nursery.wait()
    for child in (imported, *others):
        assert child.code == 0, child
    with sound(folder) as store:
        assert sum(str(result.date) == "2026-03-06" for result in list_results(store)) == 200


RECORD = ("result", "record", "Anna 0=26", "Bram 0=52", "Cor 0=78", "Dina 0=104")


HOLD = """
import sqlite3, sys
connection = sqlite3.connect("hearts.db", isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("begun", flush=True)
sys.stdin.read()
connection.execute("COMMIT")
connection.close()
"""


@pytest.fixture
def writer(folder):
    """A process that has begun to write, and ends when its standard input does.

    It has to be another one: closing any file of a database in a process gives up all the locks
    that this process has on it.
    """
    with subprocess.Popen(
        [sys.executable, "-c", HOLD], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout.readline() == b"begun\n"
        yield process


def test_a_busy_database_is_waited_for(nursery, folder, writer):
    release = threading.Timer(0.5, writer.stdin.close)
    release.start()
    child = nursery.run(folder, *RECORD)
    release.join()
    assert child.code == 0, child
    assert writer.wait(10) == 0
    sound(folder).close()


@pytest.mark.parametrize(
    "words",
    [
        RECORD,
        ("result", "correct", "7", "--label", "x", "--reason", "so"),
        ("player", "merge", "Cor 0", "--other", "Corrie"),
        ("change", "undo"),
        ("rating", "recompute"),
        ("player", "forget", "Dina 3"),
    ],
)
@pytest.mark.usefixtures("writer")
def test_one_that_stays_busy_is_told(nursery, folder, words):
    before = (folder / "hearts.db").read_bytes()
    child = nursery.run(folder, *words, patience=0.2)
    assert child.code == 4
    assert "hearts.db" in child.err
    assert "another program" in child.err
    assert "Traceback" not in child.err
    assert (folder / "hearts.db").read_bytes() == before
    # Reading goes on meanwhile.
    assert nursery.run(folder, "rating", "list", patience=0.2).code == 0


def test_a_reader_does_not_stand_in_the_way(nursery, folder):
    reader = sqlite3.connect(folder / "hearts.db", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM result").fetchall()
    child = nursery.run(folder, *RECORD, patience=0.2)
    assert child.code == 4  # the journal waits for those who read; a moment later it succeeds
    reader.execute("COMMIT")
    reader.close()
    assert nursery.run(folder, *RECORD).code == 0
    sound(folder).close()
