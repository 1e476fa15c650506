"""Undoing: the facts are as they were before, and nothing that came later is harmed."""

import pytest
from clubhouse import TABLE

from hearts_admin.db.models import FACTS as FACT_MODELS
from hearts_admin.errors import Refused
from hearts_admin.services.obstacles import _ALIKE

GAMES = """date,game,player,points
2026-03-07,a,Anna,26
2026-03-07,a,Bram,52
2026-03-07,a,Cor,78
2026-03-07,a,Gijs,104
2026-03-08,b,Gijs,26
2026-03-08,b,Bram,52
2026-03-08,b,Cor,78
2026-03-08,b,Hilde,104
"""

FACTS = (
    "player", "alias", "merge", "result", "adjustment", "exemption", "policy", "pool", "pool_feed",
    "club",
)  # fmt: skip


def present(club):
    """What the facts say now, whatever versions they have been through."""
    found = {}
    for table in FACTS:
        columns = [name for _, name, *_ in club.sql(f"PRAGMA table_info({table})")]
        kept = [name for name in columns if name not in {"row", "opened", "closed", "salt", "seal"}]
        names = ", ".join(f'"{name}"' for name in kept)
        found[table] = sorted(
            club.sql(f"SELECT {names} FROM {table} WHERE closed IS NULL"), key=repr
        )
    found["seats"] = sorted(
        club.sql(
            "SELECT r.id, s.seat, s.player, s.points, s.place, s.guest, s.computer FROM seat s"
            ' JOIN result r ON r."row" = s.result_row WHERE r.closed IS NULL'
        )
    )
    return found


def refused(club, number=None):
    """Why an undo is refused, and by which change; nothing is kept of the attempt."""
    before = club.tables()
    with pytest.raises(Refused) as caught:
        club.undo(number)
    assert club.tables() == before
    error = caught.value
    return error.code, error.fields.get("by", error.fields.get("result"))


COMMANDS = {
    "record": lambda club: club.record(rules="american"),
    "a late record": lambda club: club.record(date="2026-02-01", rules="american"),
    "record with new people": lambda club: club.record(
        "Anna=26 Gijs=52 Hilde=78 Dina=104", add_players=True
    ),
    "import": lambda club: club.import_results(GAMES, add_players=True),
    "player add": lambda club: club.add("Gijs", "Hilde"),
    "player import": lambda club: club.import_players(
        "name,number,rating\nAnna,17,1620\nGijs,18,1480\nHilde,19,\n"
    ),
    "new opening ratings": lambda club: club.import_players("name,rating\nAnna,1720\nBram,\n"),
    "new numbers": lambda club: club.import_players("name,number\nAnna,27\nCor,28\n"),
}


@pytest.fixture
def played(club):
    """A club with a past: opening ratings, numbers, a season of four games."""
    club.import_players("name,number,rating\nAnna,1,1600\nBram,2,1400\nCor,3,\n")
    for day in ("2026-02-07", "2026-02-14", "2026-03-07", "2026-03-14"):
        club.record("Anna=52 Bram=26 Cor=104 Eva=78", date=day)
        club.record(date=day)
    return club


@pytest.mark.parametrize("name", COMMANDS)
def test_an_undo_takes_a_command_back(played, name):
    before, fingerprint, ratings = present(played), played.fingerprint(), played.ratings()
    done = COMMANDS[name](played)
    assert present(played) != before
    undone = played.undo()
    assert undone.undone == done.change
    assert undone.change.id == done.change.id + 1
    assert (present(played), played.fingerprint(), played.ratings()) == (
        before,
        fingerprint,
        ratings,
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_an_undo_can_be_undone(played, name):
    before = present(played)
    COMMANDS[name](played)
    after, fingerprint = present(played), played.fingerprint()
    undo = played.undo().change.id
    redo = played.undo(undo).change.id
    assert (present(played), played.fingerprint()) == (after, fingerprint)
    assert refused(played, undo) == ("change.undone", redo)
    # The command stands again, so it is the last, and can be taken back once more.
    again = played.undo()
    assert again.undone.id == undo - 1
    assert present(played) == before
    assert refused(played, undo - 1) == ("change.undone", again.change.id)


def test_undo_after_undo_takes_back_command_after_command(played):
    states = []
    for name, command in COMMANDS.items():
        if name != "player add":  # the import has brought them
            states.append((present(played), played.fingerprint()))
            command(played)
    for before, fingerprint in reversed(states):
        played.undo()
        assert (present(played), played.fingerprint()) == (before, fingerprint)


def test_everything_undone_is_the_beginning(found):
    club = found()
    beginning, fingerprint = present(club), club.fingerprint()
    club.add("Anna", "Bram", "Cor", "Dina", "Eva")
    for name in (
        "record",
        "record with new people",
        "new numbers",
        "new opening ratings",
        "import",
    ):
        COMMANDS[name](club)
    for _ in range(6):
        club.undo()
    assert (present(club), club.fingerprint()) == (beginning, fingerprint)
    assert refused(club) == ("change.nothing", None)


def test_an_older_change_can_be_taken_out_from_between(played, found):
    other = found("Anna", "Bram", "Cor", "Dina", "Eva")
    other.import_players("name,number,rating\nAnna,1,1600\nBram,2,1400\nCor,3,\n")
    second = played.results()[2]
    for result in played.results():
        if result.id != second.id:
            line = " ".join(f"{seat.player}={seat.points}" for seat in result.seats)
            other.record(line, date=result.date.isoformat(), label=result.label)
    change = played.sql("SELECT opened FROM result WHERE id = ?", second.id)[0][0]
    undone = played.undo(change)
    assert undone.undone.id == change
    assert [result.id for result in played.results()] == [1, 2, 4, 5, 6, 7, 8]
    assert played.fingerprint() == other.fingerprint()


def test_who_moved_by_an_undo_is_told_by_name(club):
    club.record("Dina=26 Cor=52 Bram=78 Anna=104")
    undone = club.undo()
    assert [(each.player, each.before, each.after) for each in undone.movements] == [
        ("Anna", 1484, None),
        ("Bram", 1495, None),
        ("Cor", 1505, None),
        ("Dina", 1516, None),
    ]


def test_people_who_go_are_told_by_their_names(club):
    club.record("Anna=26 Bram=52 Gijs=78 Hilde=104", add_players=True)
    moved = {each.player: each.after for each in club.undo().movements}
    assert moved == {"Anna": None, "Bram": None, "Gijs": None, "Hilde": None}


class TestRefusals:
    def test_unknown(self, club):
        assert refused(club, 99) == ("change.unknown", None)
        assert refused(club, 3) == ("change.unknown", None)  # the number the undo itself would get

    def test_the_founding(self, club):
        assert refused(club, 1) == ("change.founding", None)

    def test_twice(self, club):
        club.record()
        undo = club.undo(3).change.id
        assert refused(club, 3) == ("change.undone", undo)

    def test_touched_later(self, club):
        club.import_players("name,number\nAnna,17\n")
        later = club.import_players("name,number\nAnna,18\n").change.id
        assert refused(club, later - 1) == ("change.touched", later)
        club.undo()
        club.undo(later - 1)  # now nobody has touched it since

    def test_touched_and_put_back_by_hand_is_as_it_was(self, club):
        first = club.import_players("name,number\nAnna,17\n").change.id
        club.import_players("name,number\nAnna,18\n")
        club.import_players("name,number\nAnna,17\n")
        club.undo(first)
        assert club.sql("SELECT member_no FROM player WHERE closed IS NULL AND id = 1") == [(None,)]

    def test_people_who_have_played_since(self, club):
        club.record(label="a")
        assert refused(club, 2) == ("change.in_use", 1)
        club.undo()
        club.undo(2)
        assert club.ratings() == {}

    def test_people_of_whom_something_was_noted_since(self, club):
        noted = club.import_players("name,rating\nAnna,1620\n").change.id
        assert refused(club, 2) == ("change.touched", noted)

    def test_people_added_with_a_result_who_played_again(self, club):
        first = club.record("Anna=26 Bram=52 Gijs=78 Hilde=104", add_players=True)
        again = club.record("Gijs=26 Bram=52 Cor=78 Dina=104")
        assert refused(club, first.change.id) == ("change.in_use", again.result.id)
        club.undo()
        club.undo()
        people = club.sql("SELECT name FROM player WHERE closed IS NULL ORDER BY id")
        assert [name for (name,) in people] == ["Anna", "Bram", "Cor", "Dina", "Eva", "Fenna"]

    def test_a_result_cannot_come_back_without_its_people(self, empty):
        empty.add("Anna", "Bram", "Cor", "Dina")
        empty.record()
        gone = empty.undo().change.id
        people = empty.undo().change.id
        assert refused(empty, gone) == ("change.touched", people)
        empty.undo(people)
        empty.undo(gone)
        assert empty.results()[0].seats[0].player == "Anna"

    def test_a_name_that_was_given_again_cannot_come_back(self, empty):
        empty.add("Anna")
        gone = empty.undo().change.id
        again = empty.add("anna").change.id
        assert refused(empty, gone) == ("change.touched", again)

    def test_a_member_number_that_was_given_again_cannot_come_back(self, club):
        club.import_players("name,number\nAnna,17\n")
        gone = club.undo().change.id
        again = club.import_players("name,number\nBram,17\n").change.id
        assert refused(club, gone) == ("change.touched", again)

    def test_an_opening_rating_that_was_given_again_cannot_come_back(self, club):
        club.import_players("name,rating\nAnna,1600\n")
        gone = club.undo().change.id
        again = club.import_players("name,rating\nAnna,1700\n").change.id
        assert refused(club, gone) == ("change.touched", again)

    def test_every_place_for_one_only_is_looked_at(self):
        """Each unique index over present facts, but for those over a fact's own number."""
        places = {
            (table.name, *(column.name for column in index.columns))
            for model in FACT_MODELS
            for table in [model.__table__]
            for index in table.indexes
            if index.unique and [column.name for column in index.columns] != [model.identity]
        }
        known = {
            (model.__tablename__, *(name for name in columns if name != "kind"))
            for model, alike in _ALIKE.items()
            for columns in alike
        }
        assert known == places - {("policy", "pool")}

    def test_a_result_whose_place_was_taken_cannot_come_back(self, club):
        club.record(label="a")
        gone = club.undo().change.id
        again = club.record(label="A").change.id
        assert refused(club, gone) == ("change.touched", again)
        club.undo(again)
        club.undo(gone)
        assert [result.label for result in club.results()] == ["a"]


def test_a_dry_run_tells_who_would_move_and_keeps_nothing(club):
    club.record()
    before = club.tables()
    rehearsed = club.undo(dry_run=True)
    assert rehearsed.change is None
    assert club.tables() == before
    assert rehearsed.movements == club.undo().movements


def test_rule_sets_stay_for_others_may_refer_to_them(club):
    club.record(rules="american")
    club.record(TABLE, rules="american", label="b")
    club.undo(3)
    assert [result.rules for result in club.results()] == ["american"]
    club.undo()
    club.record(rules="american")
    assert len(club.sql("SELECT 1 FROM rule_set")) == 1
