"""What only a server does: many at once, its own order of texts, connections that break."""

import gc
import threading

import pytest
from clubhouse import Clubhouse, act, entry
from sqlalchemy import RootTransaction, text
from sqlalchemy.exc import DatabaseError

from hearts_admin.db import bulk, moving
from hearts_admin.db import store as stores
from hearts_admin.db.store import open_store
from hearts_admin.db.writing import Writing
from hearts_admin.errors import DatabaseFault, without_password
from hearts_admin.messages import load_language, sentence
from hearts_admin.services import imports
from hearts_admin.services.audit import check_database
from hearts_admin.services.club import init_club
from hearts_admin.services.corrections import Correction, correct_result
from hearts_admin.services.moving import copy_database
from hearts_admin.services.results import record_result

GAMES = "date,game,player,points\n" + "".join(
    f"2026-03-{day:02},{game},{name},{points}\n"
    for day in range(1, 11)
    for game in range(5)
    for name, points in (("Anna", 26), ("Bram", 52), ("Cor", 78), ("Dina", 104))
)


def sound(club):
    """Whether chain, references and ratings are as they must be."""
    return check_database(club.store).clean


def _blank(folder):
    path = folder / "local.db"
    init_club(str(path), act("club init"), name="De Ruiten")
    return path


def test_both_databases_agree_on_every_row_of_the_ledger(club, tmp_path):
    local = Clubhouse(_blank(tmp_path))
    local.add("Anna", "Bram", "Cor", "Dina", "Eva", "Fenna")
    for each in (club, local):
        each.import_results(GAMES)
        each.record("Anna=26 Bram=52 Eva=78 Fenna=104", date="2026-02-01")
        each.undo(3)
    assert club.fingerprint() == local.fingerprint()
    assert sound(club)
    local.close()


def test_a_corrected_result_gives_the_same_ledger_as_a_fresh_club(found):
    """ADMIN.md, case 8."""
    club, told = found("Anna", "Bram", "Cor", "Dina"), found("Anna", "Bram", "Cor", "Dina")
    club.import_results(GAMES)
    told.import_results(GAMES.replace("2026-03-02,1,Anna,26", "2026-03-02,1,Anna,27"))
    wrong = next(
        result.id for result in club.results() if (result.date.day, result.label) == (2, "1")
    )
    actor = club.act("result correct", reason="slip")
    correct_result(club.store, actor, wrong, Correction((("Anna", 27),)))
    assert club.fingerprint() == told.fingerprint()
    assert sound(club)


def test_two_writers_wait_for_each_other(club):
    """Each sees what the other did: labels follow each other and no number is given twice."""
    faults = []

    def record(player):
        try:
            with open_store(club.url) as store:
                for _ in range(8):
                    record_result(
                        store, act("result record"), entry(f"Anna=26 Bram=52 Cor=78 {player}=104")
                    )
        except BaseException as fault:  # told below, in the test's own thread
            faults.append(fault)

    writers = [threading.Thread(target=record, args=(name,)) for name in ("Dina", "Eva")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert faults == []
    assert sorted(int(result.label) for result in club.results()) == list(range(1, 17))
    assert sorted(result.id for result in club.results()) == list(range(1, 17))
    assert sound(club)


def test_a_writer_that_waits_too_long_is_told(club, monkeypatch):
    monkeypatch.setattr(stores, "BUSY_SECONDS", 1)
    with club.store.transaction(), pytest.raises(DatabaseFault) as caught:
        club.record()
    assert caught.value.code == "db.busy"
    assert club.results() == ()


def test_order_keys_are_in_byte_order_whatever_the_database_speaks(club, server):
    """A Dutch collation puts a blank, a capital and a digit elsewhere."""
    values = ["2026-03-14 0 ~", "2026-03-14 0 A", "2026-03-14 0 a", "2026-03-14 0  b"]
    with club.store.transaction() as connection:
        connection.execute(text("CREATE TEMPORARY TABLE k (LIKE ledger)"))
        connection.execute(text("CREATE TEMPORARY TABLE plain (t text)"))
        for number, key in enumerate(values):
            connection.execute(
                text("INSERT INTO k VALUES (1, :n, :key, 0, 0, 0, 0)"), {"n": number, "key": key}
            )
            connection.execute(text("INSERT INTO plain VALUES (:key)"), {"key": key})
        found = [key for (key,) in bulk.select(connection, "SELECT order_key FROM k ORDER BY 1")]
        plain = [key for (key,) in bulk.select(connection, "SELECT t FROM plain ORDER BY 1")]
    assert found == sorted(values, key=str.encode)
    assert (plain != found) is server.dutch


def test_every_order_key_is_kept_bytewise(club):
    """So that no index and no comparison ever depends on where the server stands."""
    found = club.sql(
        "SELECT c.relname, l.collname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid"
        " JOIN pg_namespace n ON n.oid = c.relnamespace"
        " JOIN pg_collation l ON l.oid = a.attcollation"
        " WHERE a.attname = 'order_key' AND c.relkind = 'r' AND n.nspname = 'public'"
    )
    assert sorted(found) == [("adjustment", "C"), ("ledger", "C"), ("result", "C")]


def test_labels_that_the_dutch_sort_otherwise_give_the_same_ledger(found, tmp_path):
    labels = ["a b", "aB", "a-b", "A", "a", "Z", "é", "10", "9", "ij", "IJ 2", "_x"]
    club, local = found("Anna", "Bram", "Cor", "Dina"), Clubhouse(_blank(tmp_path))
    local.add("Anna", "Bram", "Cor", "Dina")
    for each, order in ((club, labels), (local, labels[::-1])):
        for label in order:
            points = 1 + labels.index(label)
            line = f"Anna={points} Bram=20 Cor={3 * points} Dina=7"
            each.record(line, label=label, date="2026-03-01")
    assert club.fingerprint() == local.fingerprint()
    assert sound(club)
    local.close()


# A cursor of a connection that is gone cannot be closed, and its driver regrets it.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("moment", ["refresh", "rule_names"])
def test_a_connection_lost_in_the_middle_of_an_import(club, server, monkeypatch, moment):
    """Nothing is stored, and that is what is said."""
    before = club.tables()
    own = getattr(imports, moment)

    def lose(*values, **named):
        server.disconnect(club.database)
        return own(*values, **named)

    monkeypatch.setattr(imports, moment, lose)
    with pytest.raises(DatabaseFault) as caught:
        club.import_results(GAMES)
    assert (caught.value.code, caught.value.exit_code) == ("db.unreachable", 4)
    monkeypatch.undo()
    del caught  # with it go the frames that hold the cursor, while that is still expected here
    gc.collect()
    assert club.tables() == before
    assert len(club.import_results(GAMES).stored) == 50
    assert sound(club)


def test_moving_there_and_back(server, tmp_path):
    """Row for row: every table of the file that comes back is that of the file that went."""
    path, back = tmp_path / "club.db", tmp_path / "back.db"
    init_club(str(path), act("club init"), name="De Ruiten")
    local = Clubhouse(path)
    local.add("Anna", "Bram", "Cor", "Dina")
    local.import_results(GAMES)
    local.undo()
    local.import_results(GAMES)
    local.become("guest", "Cor")
    server.create("moved")
    there = copy_database(str(path), server.url("moved"))
    home = copy_database(server.url("moved"), str(back))
    assert there.fingerprint == home.fingerprint == local.fingerprint()
    assert there.info.head == home.info.head
    returned = Clubhouse(back)
    assert returned.tables() == local.tables()
    assert sound(returned)
    returned.close()
    local.close()
    with pytest.raises(DatabaseFault) as caught:
        copy_database(str(path), server.url("moved"))
    assert caught.value.code == "db.exists"


@pytest.fixture
def lost(monkeypatch):
    """Calls a function of a module only once the connections to a club are gone."""

    def arrange(club, server, owner, name):
        own = getattr(owner, name)

        def lose(*values, **named):
            server.disconnect(club.database)
            return own(*values, **named)

        monkeypatch.setattr(owner, name, lose)

    return arrange


def said_by(function, *values):
    """The code of the fault that a function ends with, and what people are told of it."""
    with pytest.raises(DatabaseFault) as caught:
        function(*values)
    fault = caught.value
    return fault.code, sentence(load_language("en"), fault.code, fault.fields)


class TestWhatIsSaidOfAConnectionThatIsLost:
    """ "Nothing was stored" is for who was storing something, and true then."""

    def test_while_something_is_stored(self, found, server, lost):
        club = found("Anna", "Bram", "Cor", "Dina")
        lost(club, server, Writing, "finish")
        code, said = said_by(club.record)
        assert (code, "nothing was stored" in said) == ("db.unreachable", True)
        assert not club.results()

    def test_while_something_is_read(self, found, server, lost):
        club = found("Anna", "Bram", "Cor", "Dina")
        lost(club, server, bulk, "prepare")
        code, said = said_by(club.results)
        assert (code, "stored" in said) == ("db.unreachable", False)

    def test_in_the_moment_of_storing(self, found, server, lost):
        club = found("Anna", "Bram", "Cor", "Dina")
        lost(club, server, RootTransaction, "commit")
        code, said = said_by(club.record)
        assert (code, "Look whether this change is there" in said) == ("db.lost_at_commit", True)

    @pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
    @pytest.mark.parametrize("moment", ["count_rows", "first_difference"])
    def test_of_a_copy_the_database_that_is_gone_is_named(
        self, found, server, lost, tmp_path, moment
    ):
        club = found("Anna", "Bram", "Cor", "Dina")
        lost(club, server, moving, moment)
        with pytest.raises(DatabaseFault) as caught:
            copy_database(club.url, str(tmp_path / "copy.db"), lambda done, total: None)
        assert caught.value.fields["database"] == without_password(club.url)
        del caught  # as above
        gc.collect()
        assert not (tmp_path / "copy.db").exists()


def test_no_server(server):
    with pytest.raises(DatabaseFault) as caught:
        open_store("postgresql+psycopg://nobody@localhost:1/club?connect_timeout=2")
    assert caught.value.code == "db.unreachable"


def test_a_row_that_refers_to_nothing_is_a_database_fault(club):
    from hearts_admin.db.models import Seat

    columns = ("result_row", "seat", "player", "place")
    with club.store.transaction() as connection, pytest.raises(DatabaseError):
        bulk.insert(connection, Seat, columns, [(99, 0, 1, 1)])
    with pytest.raises(DatabaseFault), club.store.transaction() as connection:
        bulk.insert(connection, Seat, columns, [(99, 0, 1, 1)])


@pytest.mark.parametrize("begin", ["postgresql", "postgres", "postgresql+psycopg"])
def test_a_url_with_or_without_its_driver(club, begin):
    club.record()
    rest = club.url.partition("://")[2]
    with open_store(f"{begin}://{rest}") as store:
        record_result(store, act("result record"), entry())
        assert len(club.results()) == 2
