"""People: added, found, imported, listed, shown."""

import datetime as dt
from itertools import pairwise

import pytest
from clubhouse import codes, lines

from hearts_admin.errors import FileFault, Refused
from hearts_admin.services.players import list_players, show_player


def refused(club, action, *arguments):
    before = club.tables()
    with pytest.raises(Refused) as caught:
        action(*arguments)
    assert club.tables() == before
    return caught.value


def members(club):
    """Name -> member number, of everybody who is there."""
    return dict(club.sql("SELECT name, member_no FROM player WHERE closed IS NULL"))


class TestAdding:
    def test_names_are_tidied(self, empty):
        added = empty.add(" Zoe\u0308  van 't\u00a0Hoff ", "=HYPERLINK(1)")
        assert added.added == ("Zoë van 't Hoff", "=HYPERLINK(1)")
        assert set(members(empty)) == set(added.added)

    def test_all_or_none(self, club):
        error = refused(club, club.add, "Gijs", " ", "a\x07b", "Hilde", "HILDE", "anna")
        assert error.code == "players.refused"
        assert [(p.code, p.fields["name"]) for p in error.problems] == [
            ("player.no_name", " "),
            ("player.no_name", "a\x07b"),
            ("player.twice", "HILDE"),
            ("player.exists", "anna"),
        ]
        assert error.fields["count"] == 4

    def test_a_second_bearer_gets_a_proposal_that_is_free(self, club):
        club.add("Anna (2)")
        (problem,) = refused(club, club.add, "ANNA").problems
        assert (problem.fields["bearer"], problem.fields["proposal"]) == ("Anna", "ANNA (3)")
        club.add("ANNA (3)")

    def test_a_near_name_is_a_warning(self, club):
        added = club.add("Ánna", "Bram.")
        assert [(r.code, r.fields["name"], r.fields["other"]) for r in added.remarks] == [
            ("player.near", "Ánna", "Anna"),
            ("player.near", "Bram.", "Bram"),
        ]
        assert club.add("Gijs").remarks == ()

    def test_one_key_a_name_whatever_became_of_it(self, club):
        club.add("Gijs")
        ((key,),) = club.sql("SELECT key FROM player WHERE name = 'Gijs'")
        club.undo()
        club.add("GIJS")
        assert club.sql("SELECT key FROM player WHERE name = 'GIJS'") == [(key,)]

    def test_a_name_that_looks_like_a_number_can_be_found(self, club):
        club.add("#17")
        assert show_player(club.store, "#17").player.name == "#17"
        error = refused(club, club.import_players, "name,number\nAnna,17\n")
        assert [(p.code, p.fields["name"]) for p in error.problems] == [("row.number_taken", "#17")]


class TestFinding:
    @pytest.fixture
    def club(self, empty):
        empty.import_players("name;number\nJan de Vries;17\nIJsbrand 't Hoen;18\nRené Bos;A-3\n")
        return empty

    @pytest.mark.parametrize(
        ("text", "name"),
        [
            ("JAN DE VRIES", "Jan de Vries"),
            ("de Vries, Jan", "Jan de Vries"),
            (" jan  de\u00a0vries ", "Jan de Vries"),
            ("#17", "Jan de Vries"),
            ("# 17 ", "Jan de Vries"),
            ("\u0133sbrand \u2019t Hoen", "IJsbrand 't Hoen"),
            ("rene\u0301 bos", "René Bos"),
            ("#A-3", "René Bos"),
        ],
    )
    def test_any_spelling(self, club, text, name):
        assert show_player(club.store, text).player.name == name

    @pytest.mark.parametrize("text", ["Jan", "Rene Bos", "#170", "#", "17", ""])
    def test_nobody(self, club, text):
        with pytest.raises(Refused) as caught:
            show_player(club.store, text)
        assert caught.value.code == "players.unknown"


class TestImporting:
    TEXT = "name,number,rating\nAnna,17,1620\nGijs,18,1480\nHilde,,\n"

    def test_new_and_known_people(self, club):
        done = club.import_players(self.TEXT)
        assert (done.added, done.updated) == (("Gijs", "Hilde"), ("Anna",))
        found = members(club)
        assert (found["Anna"], found["Gijs"], found["Hilde"], found["Bram"]) == (
            "17",
            "18",
            None,
            None,
        )
        assert club.sql("SELECT count(*) FROM change") == [(3,)]

    def test_the_same_file_twice_changes_nothing(self, club):
        club.import_players(self.TEXT)
        before = club.tables()
        again = club.import_players(self.TEXT)
        assert (again.added, again.updated, again.change) == ((), (), None)
        assert club.tables() == before

    def test_a_new_person_has_one_version(self, club):
        club.import_players(self.TEXT)
        assert club.sql("SELECT opened, closed, member_no FROM player WHERE name = 'Gijs'") == [
            (3, None, "18")
        ]

    def test_what_a_file_does_not_say_stays(self, club):
        club.import_players(self.TEXT)
        club.import_players("name,number,rating\nAnna,,1700\nGijs,28,\n")
        found = members(club)
        assert (found["Anna"], found["Gijs"]) == ("17", "28")
        ratings = dict(
            club.sql(
                "SELECT p.name, a.points FROM adjustment a JOIN player p ON p.id = a.player"
                " WHERE a.closed IS NULL AND p.closed IS NULL"
            )
        )
        assert ratings == {"Anna": 1700, "Gijs": 1480}

    def test_an_opening_rating_is_the_value_of_the_start_row_whenever_it_comes(self, club, found):
        """RATINGS.md: it is undated; entered late it moves everything since the first game."""
        late, early = club, found("Anna", "Bram", "Cor", "Dina", "Eva", "Fenna")
        text = "name,rating\nAnna,1452\nBram,1800\nCor,1100\nDina,1550\n"
        early.import_players(text)
        for each in (late, early):
            each.record("Anna=26 Bram=52 Cor=78 Dina=104")
        late.import_players(text)
        # RATINGS.md, row five of the table.
        assert late.ratings() == {"Bram": 1793, "Dina": 1531, "Anna": 1469, "Cor": 1108}
        assert late.fingerprint() == early.fingerprint()
        late.import_players(text.replace("1452", "1500"))
        assert late.fingerprint() != early.fingerprint()
        late.undo()
        assert late.fingerprint() == early.fingerprint()

    def test_all_problems_with_their_lines_and_nothing_stored(self, club):
        club.import_players("name,number\nBram,2\n")
        text = (
            "name,number,rating\n"
            "Gijs,1,veel\n"
            ",2,1500\n"
            "Hilde,2,\n"
            "Iris,3,\n"
            "iris,,1500\n"
            "Jan,3,\n"
            "K\u200barel,,\n"
        )
        error = refused(club, club.import_players, text)
        assert (error.code, error.exit_code, error.fields["count"]) == ("import.refused", 3, 6)
        assert sorted(lines(error)) == [
            (2, "row.bad_rating"),
            (3, "row.no_player"),
            (4, "row.number_taken"),
            (6, "row.twice"),
            (7, "row.number_taken"),
            (8, "player.no_name"),
        ]

    def test_one_person_by_two_lines_in_two_spellings(self, club):
        error = refused(club, club.import_players, "Naam\nde Vries, Jan\nJan de Vries\n")
        assert codes(error) == ["row.twice"]
        assert error.problems[0].fields["other_line"] == 2

    def test_near_names_are_remarked(self, club):
        done = club.import_players("Naam\nÁnna\nAnna\n")
        assert [(r.code, r.fields["name"]) for r in done.remarks] == [("player.near", "Ánna")]

    def test_a_file_that_is_none(self, club):
        with pytest.raises(FileFault):
            club.import_players("\0\1\2")


class TestListingAndShowing:
    @pytest.fixture
    def played(self, club):
        club.import_players("name,number,rating\nAnna,17,1620\n")
        club.record("Anna=26 Bram=52 Cor=78 Dina=104", date="2026-03-01")
        club.record("Anna=104 Bram=26 Cor=26 Eva=104", date="2026-03-07")
        club.record("Anna=1 Bram=2 Cor=3 Dina=4", date="2026-03-08", by_place=True)
        club.record("Anna=9 Bram=5 Cor=3 Dina=1", date="2026-03-09", better="high")
        return club

    def test_everybody_by_name(self, played):
        played.add("Éva", "zoë", "Aad")
        views = list_players(played.store)
        assert [view.name for view in views] == [
            "Aad",
            "Anna",
            "Bram",
            "Cor",
            "Dina",
            "Eva",
            "Éva",
            "Fenna",
            "zoë",
        ]
        anna, fenna = views[1], views[7]
        assert (anna.member_no, anna.kind, anna.active, anna.games) == ("17", "member", True, 4)
        assert anna.rating == played.ratings()["Anna"]
        assert (fenna.games, fenna.rating) == (0, None)

    def test_one_person(self, played):
        shown = show_player(played.store, "anna")
        # Points of games in which few are good, and are known: 26 and 104.
        assert (shown.points, shown.average_points) == (130, 65.0)
        assert shown.places == (3, 0, 1, 0)  # first, third (shared), first, first
        assert shown.average_place == 1.5
        assert (shown.first_played, shown.last_played) == (dt.date(2026, 3, 1), dt.date(2026, 3, 9))
        assert [(h.date.day, h.cause, h.place, h.result) for h in shown.history] == [
            (1, "start", None, None),
            (1, "game", 1, 1),
            (7, "game", 3, 2),
            (8, "game", 1, 3),
            (9, "game", 1, 4),
        ]

    def test_a_history_adds_up(self, played):
        for name in ("Anna", "Bram", "Cor", "Dina", "Eva"):
            history = show_player(played.store, name).history
            assert history[0].before == 0
            for one, following in pairwise(history):
                assert one.before + one.change == one.after == following.before
            assert history[-1].after == show_player(played.store, name).player.rating

    def test_somebody_who_never_played(self, played):
        shown = show_player(played.store, "Fenna")
        assert (shown.points, shown.average_points, shown.average_place) == (0, None, None)
        assert (shown.places, shown.history, shown.first_played) == ((0, 0, 0, 0), (), None)
