"""The unit of work: one command, one transaction, one change, one link in a chain that holds."""

import hashlib
import subprocess
import sys

import pytest
from chain_verifier import FACTS as FACT_COLUMNS
from chain_verifier import check
from clubhouse import CLOCK, act

from hearts_admin.db.models import FACTS, Player
from hearts_admin.db.writing import writing
from hearts_admin.errors import HeartsAdminError
from hearts_admin.services.ratings import recompute

GAMES = """date;game;player;points
2026-03-07;a;Anna;26
2026-03-07;a;Bram;52
2026-03-07;a;Cor;78
2026-03-07;a;Gijs;104
"""
PEOPLE = """name;member number;opening rating
Anna;17;1620
Hilde;18;1480
Iris;19;
"""


@pytest.fixture
def busy_club(club):
    """Every kind of command that changes something, undone and done again."""
    club.record(rules="american", date="2026-03-10", time="23:40", event="Clubavond é", table="2")
    club.record("Anna=3 Bram=9 Cor=2 Dina=1", better="high", unchecked="zo stond het er")
    club.record("Anna=1 Bram=2 Cor=2 Dina=4", by_place=True, log=b"% hjl 1\n")
    club.import_results(GAMES, add_players=True)
    club.import_players(PEOPLE)
    club.undo()
    club.undo(6)
    club.import_players(PEOPLE.replace("1620", "1700").replace("17;", "27;"))
    club.undo(club.sql("SELECT max(id) FROM change WHERE undoes IS NULL")[0][0])
    club.undo(club.sql("SELECT max(id) FROM change")[0][0])  # the undoing of an undo
    club.record("Anna=52 Bram=26 Cor=78 Hilde=104", rules="american")
    return club


class TestChain:
    def test_the_verifier_knows_every_column_the_models_name(self):
        for model in FACTS:
            plain, texts = FACT_COLUMNS[model.__tablename__]
            assert plain.replace("?", "").split() == list(model.plain)
            assert texts.split() == list(model.sealed)
        assert list(FACT_COLUMNS) == [model.__tablename__ for model in FACTS]

    def test_a_mixed_history_holds(self, busy_club):
        head = check(busy_club.path)
        assert busy_club.sql("SELECT hash FROM change ORDER BY id DESC LIMIT 1") == [(head,)]
        busy_club.fingerprint()
        used = [name for name in FACT_COLUMNS if busy_club.sql(f"SELECT 1 FROM {name}")]
        assert used == ["club", "player", "rule_set", "pool", "policy", "result", "adjustment"]

    @pytest.mark.parametrize(
        "forgery",
        [
            "UPDATE seat SET points = 25 WHERE result_row = 1 AND seat = 0",
            "UPDATE seat SET place = 2 WHERE result_row = 1 AND seat = 0",
            "UPDATE seat SET guest = 1 WHERE result_row = 1 AND seat = 3",
            "DELETE FROM seat WHERE result_row = 2 AND seat = 3",
            "UPDATE result SET played_on = '2026-03-09' WHERE \"row\" = 1",
            "UPDATE result SET label = '9' WHERE \"row\" = 1",
            'UPDATE result SET closed = NULL WHERE "row" = 4',
            'UPDATE result SET closed = 9 WHERE "row" = 1',
            'UPDATE result SET opened = 4 WHERE "row" = 1',
            "UPDATE player SET name = 'Hanna' WHERE name = 'Anna'",
            "UPDATE player SET private = 1 WHERE name = 'Anna'",
            'UPDATE adjustment SET points = 2400 WHERE "row" = 1',
            "UPDATE policy SET switches = '{}'",
            "UPDATE change SET at_utc = '2026-03-15T20:15:00Z' WHERE id = 3",
            "UPDATE change SET who = 'somebody else' WHERE id = 3",
            "UPDATE change SET undoes = NULL WHERE undoes IS NOT NULL",
            "UPDATE change SET hash = prev_hash WHERE id = 4",
            "DELETE FROM change WHERE id = 4",
        ],
    )
    def test_a_forgery_shows(self, busy_club, forgery):
        before = busy_club.tables()
        busy_club.tamper(forgery)
        assert busy_club.tables() != before
        with pytest.raises(AssertionError):
            check(busy_club.path)

    def test_a_forged_row_shows_even_with_a_new_seal(self, busy_club):
        ((salt,),) = busy_club.sql("SELECT salt FROM pool")
        seal = hashlib.sha256(f'{salt}\n["other"]'.encode()).hexdigest()
        busy_club.tamper("UPDATE pool SET name = 'other', seal = ?", seal)
        with pytest.raises(AssertionError, match="change 1: its facts"):
            check(busy_club.path)

    def test_erasing_a_text_with_its_salt_leaves_the_chain_whole(self, busy_club):
        # What forgetting a person needs: the seal stays, and the chain sees seals only.
        head = check(busy_club.path)
        busy_club.tamper("UPDATE player SET name = '', name_key = '', salt = NULL WHERE id = 5")
        assert check(busy_club.path) == head
        busy_club.tamper("UPDATE player SET name = '', name_key = '-' WHERE id = 6")
        with pytest.raises(AssertionError, match="player 6: a text is not what was sealed"):
            check(busy_club.path)

    def test_salts_are_never_the_same(self, busy_club):
        salts = [
            salt for table in FACT_COLUMNS for (salt,) in busy_club.sql(f"SELECT salt FROM {table}")
        ]
        assert len(salts) > 30
        assert len(set(salts)) == len(salts)
        assert all(len(salt) == 32 for salt in salts)  # 16 bytes in hex


class TestOneChangeACommand:
    COMMANDS = (
        lambda club: club.add("Gijs", "Hilde"),
        lambda club: club.record(rules="american"),
        lambda club: club.record("Anna=26 Bram=52 Cor=78 Gijs=104", add_players=True),
        lambda club: club.import_results(GAMES, add_players=True),
        lambda club: club.import_players(PEOPLE),
        lambda club: club.undo(2),
    )

    @pytest.mark.parametrize("number", range(len(COMMANDS)))
    def test_each_makes_one_and_says_which(self, club, number):
        done = self.COMMANDS[number](club)
        (last, who, at, count), *_ = club.sql(
            "SELECT id, who, at_utc, count(*) OVER () FROM change ORDER BY id DESC LIMIT 1"
        )
        assert (count, who, at) == (3, "tester", "2026-03-14T20:15:00Z")
        assert done.change.id == last
        check(club.path)

    @pytest.mark.parametrize("number", range(len(COMMANDS)))
    def test_a_dry_run_shows_the_same_and_keeps_nothing(self, club, number, monkeypatch):
        before = club.tables()
        act_for_real = club.act
        monkeypatch.setattr(club, "act", lambda *a, **k: act_for_real(*a, **{**k, "dry_run": True}))
        rehearsed = self.COMMANDS[number](club)
        assert rehearsed.change is None
        assert club.tables() == before
        monkeypatch.undo()
        done = self.COMMANDS[number](club)
        assert done.change is not None
        for field in ("added", "updated", "movements", "result", "stored", "undone", "remarks"):
            assert getattr(done, field, None) == getattr(rehearsed, field, None), field

    @pytest.mark.parametrize(
        "idle",
        [
            lambda club: club.add(),
            lambda club: club.import_players("name\nAnna\nbram\n"),
            lambda club: club.import_results(GAMES, add_players=True),
            lambda club: recompute(club.store, act("rating recompute")),
        ],
        ids=["no names", "people known already", "games known already", "recompute"],
    )
    def test_a_command_that_changes_no_fact_leaves_no_change(self, club, idle):
        club.import_results(GAMES, add_players=True)
        before = club.tables()
        done = idle(club)
        assert getattr(done, "change", None) is None
        assert club.tables() == before

    @pytest.mark.parametrize(
        "refused",
        [
            lambda club: club.add("Gijs", "Hilde", "anna"),
            lambda club: club.record("Anna=1 Bram=2 Cor=3 Dina=4", rules="american"),
            lambda club: club.record("Anna=26 Bram=52 Cor=78 Gijs=104"),
            lambda club: club.record("Anna=26 Bram=52 Gijs=78 gijs=104", add_players=True),
            lambda club: club.record(date="2062-01-01"),
            lambda club: club.import_results(GAMES + "2026-03-07;b;Anna;x\n", add_players=True),
            lambda club: club.import_players(PEOPLE + "Karel;20;veel\n"),
            lambda club: club.undo(1),
        ],
    )
    def test_a_command_that_is_refused_keeps_nothing(self, club, refused):
        before = club.tables()
        with pytest.raises(HeartsAdminError):
            refused(club)
        assert club.tables() == before

    def test_an_accident_in_the_middle_keeps_nothing(self, club, monkeypatch):
        before = club.tables()

        def burn(*_):
            raise RuntimeError("fire")

        monkeypatch.setattr("hearts_admin.services.results.refresh", burn)
        with pytest.raises(RuntimeError):
            club.record("Anna=26 Bram=52 Cor=78 Gijs=104", add_players=True, rules="american")
        assert club.tables() == before


class TestFactsAreNeverChanged:
    STEPS = (
        lambda club: club.record(rules="american"),
        lambda club: club.import_players(PEOPLE),
        lambda club: club.import_results(GAMES, add_players=True),
        lambda club: club.undo(),
        lambda club: club.undo(4),
        lambda club: club.undo(6),
        lambda club: club.import_players(PEOPLE.replace("1480", "1490").replace("18;", "21;")),
    )

    def test_the_only_update_a_fact_sees_is_its_end(self, club):
        seen = self.rows(club)
        for step in self.STEPS:
            step(club)
            now = self.rows(club)
            for where, (content, closed) in seen.items():
                assert now[where][0] == content, where
                assert closed is None or now[where][1] == closed, where
            seen = now
        ended = {table for (table, *_), (_, closed) in seen.items() if closed is not None}
        assert ended == {"player", "result", "adjustment"}

    @staticmethod
    def rows(club):
        """Every row of every fact: what it says, and the change that ended it."""
        found = {}
        for table in FACT_COLUMNS:
            columns = [name for _, name, *_ in club.sql(f"PRAGMA table_info({table})")]
            for values in club.sql(f"SELECT * FROM {table}"):
                row = dict(zip(columns, values, strict=True))
                closed = row.pop("closed")
                found[table, row["row"]] = row, closed
        for result, seat, *line in club.sql("SELECT * FROM seat"):
            found["seat", result, seat] = line, None
        return found

    def test_a_number_is_never_used_again(self, club):
        first = club.record()
        club.undo()
        second = club.record()
        assert (first.result.id, second.result.id) == (1, 2)
        rows = club.sql('SELECT "row", id, opened, closed FROM result ORDER BY "row"')
        assert rows == [(1, 1, 3, 4), (2, 2, 5, None)]


class TestWriting:
    def test_files_are_kept_once_by_their_digest(self, club):
        with writing(club.store, act()) as work:
            digests = {work.keep(b"% hjl 1\n"), work.keep(b"% hjl 1\n"), work.keep(b"other")}
            work.open(Player(id=99, key="k", name="Gijs", name_key="gijs"))
        kept = dict(club.sql("SELECT digest, content FROM blob"))
        assert kept.keys() == digests
        assert kept[hashlib.sha256(b"other").hexdigest()] == b"other"

    def test_the_moment_is_kept_in_utc(self, club):
        assert CLOCK.now().isoformat() == "2026-03-14T20:15:00+00:00"
        assert club.sql("SELECT DISTINCT at_utc FROM change") == [("2026-03-14T20:15:00Z",)]


RECORDING = """
import sys, datetime as dt
sys.path.insert(0, sys.argv[3])
from clubhouse import Clubhouse
club = Clubhouse(sys.argv[1])
for game in range(10):
    club.record(label=f"{sys.argv[2]} {game}", rules="american")
"""


def test_two_terminals_at_once_lose_nothing(club, request):
    club.close()
    support = str(request.path.parents[1])
    both = [
        subprocess.Popen([sys.executable, "-c", RECORDING, str(club.path), name, support])
        for name in ("left", "right")
    ]
    assert [one.wait(60) for one in both] == [0, 0]
    results = club.results()
    assert len(results) == 20
    assert {result.label for result in results} == {
        f"{name} {game}" for name in ("left", "right") for game in range(10)
    }
    assert len({result.id for result in results}) == 20
    assert len(club.sql("SELECT 1 FROM change WHERE command = 'result record'")) == 20
    check(club.path)
    club.fingerprint()
