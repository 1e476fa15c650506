"""Who is who: names, spellings, numbers, and two entries that are one person."""

import pytest
from clubhouse import codes
from records import alias, describe, merge, moved, rename, restore, seats, unalias, unmerge, void

from hearts_admin.errors import Refused
from hearts_admin.services.finding import find_players
from hearts_admin.services.people import Directory


def found(club, text):
    """(name, through) of everybody who is found."""
    return [(person.name, person.through) for person in find_players(club.store, text)]


def who(club, text):
    """The name of the person a command would take a text for."""
    with club.store.read() as connection:
        person = Directory(connection).find(text)
        return None if person is None else person.name


def refusal(code, command, *words, **fields):
    with pytest.raises(Refused) as caught:
        command(*words, **fields)
    assert caught.value.code == code
    return caught.value


class TestRenaming:
    def test_the_old_name_goes_on_leading_to_the_person(self, club):
        club.record()
        before = club.fingerprint()
        done = rename(club, "anna", "Anna  de Wit")
        assert (done.name, done.before, done.after) == (
            "Anna de Wit", {"name": "Anna"}, {"name": "Anna de Wit"}
        )  # fmt: skip
        assert who(club, "ANNA") == "Anna de Wit"
        assert who(club, "de wit, anna") == "Anna de Wit"
        assert seats(club.results()[0])[0] == "Anna de Wit=26"
        # The key was made from the first name, once: a ledger is not another for a wedding.
        assert club.fingerprint() == before

    def test_there_and_back(self, club):
        rename(club, "Anna", "Anna de Wit")
        rename(club, "Anna", "Anna")
        assert who(club, "Anna de Wit") == "Anna"
        rename(club, "Anna", "Anna de Wit")
        assert club.sql("SELECT name_key FROM alias WHERE closed IS NULL") == [("anna",)]

    def test_another_spelling_of_the_same_name(self, club):
        done = rename(club, "Anna", "ANNA")
        assert done.change is not None
        assert club.sql("SELECT count(*) FROM alias") == [(0,)]
        assert rename(club, "Anna", "ANNA").change is None

    @pytest.mark.parametrize("name", ["Bram", "bram ", "BRAM", "Bra\u200bm", "", "  ", "a\x07b"])
    def test_refused(self, club, name):
        error = refusal("players.refused", rename, club, "Anna", name)
        assert codes(error) in (["player.exists"], ["player.no_name"])

    def test_a_second_bearer_gets_a_proposal(self, club):
        rename(club, "Anna", "Jan de Vries")
        error = refusal("players.refused", rename, club, "Bram", "de vries, jan")
        (problem,) = error.problems
        assert problem.fields["bearer"] == "Jan de Vries"
        rename(club, "Bram", problem.fields["proposal"])
        assert who(club, problem.fields["proposal"]) == problem.fields["proposal"]

    def test_a_name_that_was_left_is_still_taken(self, club):
        rename(club, "Anna", "Anna de Wit")
        refusal("players.refused", rename, club, "Bram", "Anna")
        unalias(club, "Anna")
        rename(club, "Bram", "Anna")
        assert who(club, "anna") == "Anna"

    def test_the_name_of_an_entry_merged_into_them(self, club):
        merge(club, "Anna", "Bram")
        error = refusal("players.refused", rename, club, "Anna", "Bram")
        assert error.problems[0].fields["bearer"] == "Bram"


class TestSpellings:
    def test_an_alias(self, club):
        done = alias(club, "Anna", "Annie van de Hoek")
        assert done.after == {"aliases": ("annie van de hoek",)}
        assert who(club, "van de Hoek,  annie") == "Anna"
        assert alias(club, "Anna", "ANNIE van de hoek").change is None
        assert alias(club, "Anna", "anna").change is None
        refusal("players.refused", alias, club, "Bram", "annie van de hoek")
        refusal("players.refused", alias, club, "Bram", "Cor")

    def test_an_alias_goes(self, club):
        alias(club, "Anna", "Annie")
        done = unalias(club, "annie")
        assert (done.before, done.after) == ({"aliases": ("annie",)}, {"aliases": ()})
        assert who(club, "Annie") is None
        refusal("player.no_alias", unalias, club, "Annie")
        refusal("player.no_alias", unalias, club, "Anna")  # a name is no alias

    def test_a_member_number_is_accepted_everywhere(self, club):
        describe(club, "Anna", member_no="#17")
        club.record("#17=26 Bram=52 Cor=78 Dina=104")
        assert seats(club.results()[0])[0] == "Anna=26"
        assert rename(club, "#17", "Anneke").name == "Anneke"
        alias(club, "#17", "Ann")
        assert who(club, "# 17") == "Anneke"
        merge(club, "#17", "Eva")
        assert who(club, "Eva") == "Anneke"

    def test_a_member_number_belongs_to_one(self, club):
        describe(club, "Anna", member_no="17")
        error = refusal("player.number_taken", describe, club, "Bram", member_no="17")
        assert error.fields == {"number": "17", "name": "Anna"}
        assert describe(club, "Anna", member_no="17").change is None
        merge(club, "Bram", "Anna")
        refusal("player.number_taken", describe, club, "Bram", member_no="17")
        unmerge(club, "Anna")
        assert describe(club, "Anna", member_no="").after == {"member_no": None}
        describe(club, "Bram", member_no="17")

    def test_what_is_known_of_somebody(self, club):
        done = describe(club, "Anna", kind="guest", active=False, private=True)
        assert done.before == {"kind": "member", "active": True, "private": False}
        assert done.after == {"kind": "guest", "active": False, "private": True}
        assert describe(club, "Anna").change is None
        error = refusal("player.kind", describe, club, "Anna", kind="robot")
        assert error.fields["known"] == ("member", "guest", "computer")


class TestFinding:
    @pytest.fixture
    def large(self, empty):
        empty.add(
            "René de Wit", "Renée Willemse", "IJsbrand Visser", "Zoë van 't Hoff", "Jan",
            "Jan de Vries", "Arjan Smit", "Jan de Vries (Utrecht)", "Ümit Visser", "♥",
        )  # fmt: skip
        describe(empty, "Zoë van 't Hoff", member_no="17")
        alias(empty, "IJsbrand Visser", "Ys")
        return empty

    @pytest.mark.parametrize(
        "spelling",
        [
            "Zoë van 't Hoff",
            "zoë VAN 't hoff",
            "Zoe\u0308 van\u00a0\u2019t  Hoff ",
            "van 't Hoff, Zoë",
            "Zoe van t Hoff",
            "17",
            "#17",
        ],
    )
    def test_in_any_spelling(self, large, spelling):
        assert found(large, spelling)[0][0] == "Zoë van 't Hoff"

    @pytest.mark.parametrize("spelling", ["\u0132sbrand visser", "IJsbrand", "visser, ijsbrand"])
    def test_ij_and_its_ligature(self, large, spelling):
        assert found(large, spelling)[0] == ("IJsbrand Visser", None)

    def test_part_of_a_name(self, large):
        assert found(large, "visser") == [("IJsbrand Visser", None), ("Ümit Visser", None)]
        assert found(large, "rene") == [("René de Wit", None), ("Renée Willemse", None)]

    def test_a_whole_name_comes_first_and_longer_ones_follow(self, large):
        assert [name for name, _ in found(large, "jan")] == [
            "Jan", "Jan de Vries", "Jan de Vries (Utrecht)", "Arjan Smit"
        ]  # fmt: skip
        assert found(large, "Jan de Vries") == [("Jan de Vries", None)]

    def test_a_near_miss(self, large):
        assert found(large, "Renee Wilemse")[0] == ("Renée Willemse", None)

    def test_through_an_alias_or_another_entry(self, large):
        assert found(large, "ys") == [("IJsbrand Visser", "ys")]
        merge(large, "IJsbrand Visser", "Ümit Visser", "Arjan Smit")
        assert found(large, "arjan smit") == [("IJsbrand Visser", "Arjan Smit")]
        assert found(large, "visser") == [("IJsbrand Visser", None)]

    def test_signs_only(self, large):
        assert found(large, "♥") == [("♥", None)]

    def test_nobody(self, large):
        assert found(large, "qqq") == []
        assert found(large, "") == []
        assert found(large, "-") == []


class TestMerging:
    @pytest.fixture
    def doubled(self, club):
        """Ana is Anna, typed otherwise on the second evening."""
        club.record(date="2026-03-07")
        club.add("Ana")
        club.record("Ana=26 Bram=52 Cor=78 Eva=104", date="2026-03-08")
        return club

    def test_both_histories_are_one(self, doubled, found):
        apart = doubled.fingerprint()
        done = merge(doubled, "Anna", "Ana")
        told = found("Anna", "Bram", "Cor", "Dina", "Eva", "Fenna")
        told.record(date="2026-03-07")
        told.record("Anna=26 Bram=52 Cor=78 Eva=104", date="2026-03-08")
        assert doubled.ratings() == told.ratings()
        assert done.after == {"merged": ["Ana"]}
        assert moved(done)["Anna"] == (1516, doubled.ratings()["Anna"])
        assert moved(done)["Ana"][1] is None
        assert sorted([*moved(done), *done.unmoved]) == [
            "Ana",
            "Anna",
            "Bram",
            "Cor",
            "Dina",
            "Eva",
        ]
        assert "Dina" in done.unmoved
        assert [seats(result)[0] for result in doubled.results()] == ["Anna=26", "Anna=26"]
        undone = unmerge(doubled, "Ana")
        assert undone.before == {"merged into": "Anna"}
        assert moved(undone)["Ana"][0] is None
        assert undone.unmoved == done.unmoved
        assert doubled.fingerprint() == apart

    def test_what_is_refused(self, doubled):
        error = refusal("merge.shared_table", merge, doubled, "Anna", "Bram")
        assert error.fields == {"keep": "Anna", "other": "Bram", "result": 1}
        assert error.hint == "hearts-admin result show 1"
        refusal("merge.same", merge, doubled, "Anna", "anna")
        refusal("players.unknown", merge, doubled, "Anna", "Zoë")
        refusal("merge.none", unmerge, doubled, "Ana")
        refusal("players.unknown", unmerge, doubled, "Zoë")
        merge(doubled, "Anna", "Ana")
        refusal("merge.same", merge, doubled, "Anna", "Ana")
        refusal("merge.same", merge, doubled, "Ana", "Anna")
        # What was merged carries its tables along.
        error = refusal("merge.shared_table", merge, doubled, "Eva", "Anna")
        assert error.fields["result"] == 2

    def test_one_of_several_is_refused_and_none_is_merged(self, doubled):
        before = doubled.tables()
        refusal("merge.shared_table", merge, doubled, "Anna", "Ana", "Bram")
        assert doubled.tables() == before

    def test_a_table_that_does_not_count_parts_nobody(self, doubled):
        doubled.record("Anna=26 Ana=52 Cor=78 Dina=104", date="2026-03-09")
        refusal("merge.shared_table", merge, doubled, "Anna", "Ana")
        void(doubled, 3)
        merge(doubled, "Anna", "Ana")
        refusal("entry.same_person", restore, doubled, 3)

    def test_chains(self, club):
        club.add("Ana", "Annah")
        club.record("Annah=26 Bram=52 Cor=78 Dina=104")
        merge(club, "Ana", "Annah")
        merge(club, "Anna", "Ana")
        assert who(club, "annah") == "Anna"
        assert list(club.ratings()) == ["Anna", "Bram", "Cor", "Dina"]
        unmerge(club, "Ana")
        assert who(club, "annah") == "Ana"
        merge(club, "Bram", "Eva", "Fenna")
        assert who(club, "Fenna") == "Bram"

    def test_of_two_that_were_merged_the_targets_opening_rating_counts(self, club):
        club.import_players("name,rating\nAnna,1600\nEva,1700\n")
        club.record("Eva=26 Bram=52 Cor=78 Dina=104")
        alone = club.ratings()["Eva"]
        merge(club, "Anna", "Eva")
        assert club.ratings()["Anna"] != alone
        assert club.sql("SELECT before, change FROM ledger WHERE player = 1 AND kind = 0") == [
            (0, 1600)
        ]
        unmerge(club, "Eva")
        assert club.ratings()["Eva"] == alone

    def test_a_dry_run_keeps_nothing(self, doubled):
        before = doubled.tables()
        assert merge(doubled, "Anna", "Ana", dry_run=True).change is None
        assert doubled.tables() == before
