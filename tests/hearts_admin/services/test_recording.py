"""Recording one result: what is stored, what is worked out, what is refused."""

import datetime as dt
import threading

import pytest
from clubhouse import TABLE, Clubhouse, act, codes

from engine.rules import RuleSet
from engine.rulesets import RULE_SETS
from hearts_admin.db.store import open_store
from hearts_admin.errors import Refused, UsageFault
from hearts_admin.importers.scoresheets import ScoreSheet, SheetRow
from hearts_admin.services.book import Entry
from hearts_admin.services.club import init_club
from hearts_admin.services.results import show_result
from hearts_admin.services.scoresheets import record_sheet


def refused(club, seats=TABLE, kind=Refused, **fields):
    """The error of an entry that is refused; nothing is stored, and nobody added."""
    before = club.tables()
    with pytest.raises(kind) as caught:
        club.record(seats, **fields)
    assert club.tables() == before
    return caught.value


def seats(result):
    return [(seat.seat, seat.player, seat.points, seat.place) for seat in result.seats]


class TestWhatIsStored:
    def test_points_in_seat_order_and_places_worked_out(self, club):
        result = club.record("Anna=78 Bram=26 Cor=104 Dina=52", rules="american").result
        assert seats(result) == [
            ("N", "Anna", 78, 3),
            ("E", "Bram", 26, 1),
            ("S", "Cor", 104, 4),
            ("W", "Dina", 52, 2),
        ]
        assert (result.id, result.rules, result.date) == (1, "american", dt.date(2026, 3, 14))
        assert club.results() == (result,)

    def test_shared_places_are_shared(self, club):
        # 10 30 30 138 is no American total; without a rule set nobody asks.
        result = club.record("Anna=30 Bram=10 Cor=30 Dina=138").result
        assert [seat.place for seat in result.seats] == [2, 1, 2, 4]

    def test_many_points_are_good_where_it_is_said(self, club):
        result = club.record("Anna=30 Bram=10 Cor=30 Dina=138", better="high").result
        assert [seat.place for seat in result.seats] == [2, 4, 2, 1]
        assert [seat.points for seat in result.seats] == [30, 10, 30, 138]
        assert result.rules is None
        assert show_result(club.store, result.id).better == "high"

    def test_names_in_any_spelling_are_the_people_of_the_club(self, club):
        club.import_players("name;number\nDe Wit, René;7\n")
        first = club.record("ANNA=26 bram_=52 #7=78 Dina=104").result
        second = club.record("Anna=26 Bram=52 Rene\u0301__DE_wit=78 Dina=104").result
        names = ["Anna", "Bram", "De Wit, René", "Dina"]
        assert [seat.player for seat in first.seats] == names
        assert [seat.player for seat in second.seats] == names

    def test_what_stands_beside_it(self, club):
        done = club.record(
            rules="american", time="22:30", event="Clubavond", round="2", table="A", target=100,
            log=b"% hjl 1\n",
        )  # fmt: skip
        shown = show_result(club.store, done.result.id)
        assert shown.result == done.result
        assert (shown.time, shown.event, shown.round, shown.table) == (
            "22:30",
            "Clubavond",
            "2",
            "A",
        )
        assert (shown.target, shown.better, shown.category, shown.pool) == (
            100,
            "low",
            "rated",
            "main",
        )
        assert shown.log
        assert shown.change == done.change
        assert shown.change.who == "tester"

    def test_an_unknown_number(self, club):
        with pytest.raises(Refused) as caught:
            show_result(club.store, 99)
        assert (caught.value.code, caught.value.fields["id"]) == ("result.unknown", 99)

    def test_the_list_is_in_the_order_of_the_facts(self, club):
        late = club.record(date="2026-03-13", label="late")
        early = club.record(date="2026-03-01", label="early")
        tenth = club.record(date="2026-03-05", label="10")
        second = club.record(date="2026-03-05", label="2")
        timed = club.record(date="2026-03-05", label="99", time="20:00")
        order = [early, timed, second, tenth, late]
        assert [result.id for result in club.results()] == [each.result.id for each in order]

    def test_typing_gives_labels_that_count_on(self, club):
        assert [club.record().result.label for _ in range(3)] == ["1", "2", "3"]
        assert club.record(date="2026-03-13").result.label == "1"
        club.record("Anna=26 Eva=52 Cor=78 Dina=104", label="7")
        club.record("Anna=26 Eva=52 Cor=78 Dina=104", label="tafel 12")
        club.record("Anna=26 Eva=52 Cor=78 Dina=104", label="20260314201500")
        club.record("Anna=26 Eva=52 Cor=78 Dina=104", label="9" * 5000)
        assert club.record().result.label == "8"
        club.undo()
        assert club.record().result.label == "9"  # one that was used is not used again


class TestRatings:
    def test_the_first_game(self, club):
        # RATINGS.md, the first row of the table: 1500 x4 in order.
        done = club.record("Anna=26 Bram=52 Cor=78 Dina=104", rules="american")
        moves = [(each.player, each.before, each.after) for each in done.movements]
        assert moves == [
            ("Anna", None, 1516),
            ("Bram", None, 1505),
            ("Cor", None, 1495),
            ("Dina", None, 1484),
        ]
        assert club.ratings() == {"Anna": 1516, "Bram": 1505, "Cor": 1495, "Dina": 1484}

    @pytest.mark.parametrize(
        ("openings", "places", "after"),
        [
            # RATINGS.md, the table of worked examples.
            ((1800, 1800, 1400, 1800), "1 2 3 4", (1812, 1801, 1408, 1780)),
            ((1452, 1800, 1100, 1550), "1 2 3 4", (1469, 1793, 1108, 1531)),
            ((2200, 1400, 1400, 1400), "1 2 3 4", (2201, 1411, 1399, 1389)),
            ((1600, 1400, 1500, 1500), "1 1 3 4", (1605, 1416, 1495, 1484)),
            ((1700, 1500, 1500, 1300), "1 1 1 1", (1690, 1500, 1500, 1310)),
            ((1613, 1500, 1500, 1387), "1 2 2 4", (1623, 1500, 1500, 1377)),
        ],
    )
    def test_worked_examples_through_the_club(self, empty, openings, places, after):
        people = list(zip("ABCD", openings, strict=True))
        empty.import_players("name,rating\n" + "".join(f"{who},{own}\n" for who, own in people))
        ranks = places.split()
        line = " ".join(f"{who}={place}" for (who, _), place in zip(people, ranks, strict=True))
        done = empty.record(line, by_place=True)
        assert [move.after for move in done.movements] == list(after)
        assert empty.ratings() == dict(zip("ABCD", after, strict=True))

    def test_who_moves_through_a_late_entry_is_told_in_seat_order_then_the_others(self, club):
        club.record("Eva=26 Dina=52 Fenna=78 Anna=104", date="2026-03-12")
        late = club.record("Cor=26 Dina=52 Bram=78 Anna=104", date="2026-03-01")
        # Dina comes to Eva's table with 1505, Anna with 1484. Fenna's exact change was -5.33 and is
        # 32 / 3 * (1 - .5 - .4928 - .5230) = -5.50; Eva's +16 becomes +15.83, rounded the same.
        moves = [(move.player, move.before, move.after) for move in late.movements]
        assert moves == [
            ("Cor", None, 1516),
            ("Dina", 1505, 1510),
            ("Bram", None, 1495),
            ("Anna", 1484, 1469),
            ("Fenna", 1495, 1494),
        ]

    def test_a_game_that_moves_nobody_says_so_on_either_path(self, club):
        """The same words whether the pool was folded as a whole or from the first changed fact."""
        first = club.record("Anna=1 Bram=1 Cor=1 Dina=1", by_place=True)  # a new ledger: whole
        second = club.record("Anna=1 Bram=1 Cor=1 Dina=1", by_place=True)
        assert [(each.before, each.after) for each in first.movements] == [(None, 1500)] * 4
        assert [(each.before, each.after) for each in second.movements] == [(1500, 1500)] * 4

    def test_a_guest_is_seated_and_not_rated(self, club):
        club.become("guest", "Dina")
        club.record()
        assert list(club.ratings()) == ["Anna", "Bram", "Cor"]
        # Three who count, four seats: RATINGS.md halves nothing, K / (4 - 1) over two opponents.
        assert club.ratings() == {"Anna": 1511, "Bram": 1500, "Cor": 1489}
        club.fingerprint()


class TestPeople:
    def test_unknown_people_are_refused_with_the_nearest(self, club):
        error = refused(club, "Ana=26 Bram=52 Quirinius=78 Dina=104")
        assert error.code == "players.unknown"
        assert codes(error) == ["player.unknown_near", "player.unknown"]
        assert error.problems[0].fields == {"name": "Ana", "nearest": ("Anna",)}

    def test_unknown_people_are_added_where_it_is_said(self, club):
        done = club.record("Anna=26 Gijs=52 Cor=78 Hilde_Bos=104", add_players=True)
        assert done.added == ("Gijs", "Hilde Bos")
        assert [seat.player for seat in done.result.seats] == ["Anna", "Gijs", "Cor", "Hilde Bos"]

    def test_a_new_name_near_a_known_one_is_remarked_a_known_one_is_not(self, club):
        done = club.record("Anna=26 Brám=52 Cor=78 Dina=104", add_players=True)
        assert [(r.code, dict(r.fields)) for r in done.remarks if r.code.startswith("player")] == [
            ("player.near", {"name": "Brám", "other": "Bram"})
        ]
        again = club.record("Anna=26 Brám=52 Cor=78 Dina=104", add_players=True, label="x")
        assert not any(remark.code == "player.near" for remark in again.remarks)

    def test_one_person_twice_in_the_same_words(self, club):
        error = refused(club, "Anna=26 Bram=52 Anna=78 Dina=104", UsageFault)
        assert (error.code, error.fields["name"], error.exit_code) == ("entry.twice", "Anna", 2)

    @pytest.mark.parametrize("add", [False, True])
    def test_one_person_twice_in_two_spellings(self, club, add):
        club.import_players("name;number\nAnna;17\n")
        error = refused(club, "Anna=26 Bram=52 #17=78 Dina=104", add_players=add)
        assert (error.code, error.fields["first"], error.fields["second"]) == (
            "entry.same_person",
            "Anna",
            "#17",
        )

    def test_one_new_person_twice_in_two_spellings(self, club):
        error = refused(club, "Gijs=26 Bram=52 GIJS=78 Hilde=104", add_players=True)
        assert error.code == "entry.same_person"

    @pytest.mark.parametrize("people", ["Anna=26 Bram=52 Cor=78", f"{TABLE} Eva=0", ""])
    def test_four_at_a_table(self, club, people):
        error = refused(club, people, UsageFault)
        assert (error.code, error.exit_code) == ("entry.seats", 2)
        assert error.fields["count"] == len(people.split())

    def test_a_member_number_nobody_has_is_never_added_as_a_name(self, club):
        error = refused(club, "Anna=26 Bram=52 #99=78 Gijs=104", add_players=True)
        assert [problem.fields["name"] for problem in error.problems] == ["#99"]

    def test_what_is_no_name_is_not_added(self, club):
        error = refused(club, "Anna=26 Bram=52 G\u200bijs=78 Hilde=104", add_players=True)
        assert (error.code, codes(error)) == ("players.refused", ["player.no_name"])


class TestRules:
    @pytest.mark.parametrize(
        ("points", "code"),
        [
            ("23 45 8 31", "totals.sum"),  # RULES.md: 107 is no multiple of 26
            ("0 0 0 260", "totals.past_target"),  # 100 and one deal more: 125 or 126 at most
            ("3 17 6 0", "totals.none_at_target"),
            ("-3 17 6 110", "totals"),
        ],
    )
    def test_totals_no_game_ends_in(self, club, points, code):
        people = " ".join(
            f"{who}={number}"
            for who, number in zip(("Anna", "Bram", "Cor", "Dina"), points.split(), strict=True)
        )
        error = refused(club, people, rules="american")
        assert (error.code, error.exit_code) == ("entry.impossible", 3)
        assert len(error.problems) == 1
        assert error.problems[0].code.startswith(code)

    def test_a_reason_lets_them_pass_and_is_kept(self, club):
        done = club.record(
            "Anna=23 Bram=45 Cor=8 Dina=31", rules="american", unchecked="gestopt om elf uur"
        )
        assert show_result(club.store, done.result.id).unchecked_reason == "gestopt om elf uur"
        assert not any(
            remark.code in {"result.checked", "result.unchecked"} for remark in done.remarks
        )

    def test_checked_or_not_is_said(self, club):
        checked = club.record(rules="american")
        assert [remark.code for remark in checked.remarks] == ["result.checked"]
        assert checked.remarks[0].fields["sum"] == 260
        unchecked = club.record("Anna=1 Bram=2 Cor=3 Dina=5")
        assert [remark.code for remark in unchecked.remarks] == ["result.unchecked"]
        # RULES.md, choice 11: that the lowest share the first place is in no text.
        shared = club.record("Anna=50 Bram=50 Cor=56 Dina=104", rules="american")
        assert [remark.code for remark in shared.remarks] == ["result.checked", "result.by_default"]
        assert shared.remarks[1].fields == {"switch": "lowest_tied", "value": "shared"}
        places = club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True)
        assert places.remarks == ()

    def test_the_target_of_the_evening(self, club):
        people = "Anna=0 Bram=10 Cor=16 Dina=52"  # three deals, to 50
        assert refused(club, people, rules="american").problems[0].code == "totals.none_at_target"
        assert club.record(people, rules="american", target=50).result.id == 1

    def test_an_unknown_rule_set(self, club):
        error = refused(club, rules="amerikaans")
        assert (error.code, codes(error)) == ("rules.refused", ["rules.unknown"])
        assert "american" in error.problems[0].fields["known"]

    def test_a_rule_set_of_the_clubs_own(self, club):
        house = RULE_SETS["american"].with_switch("hearts_broken_by", "any_or_queen")
        assert isinstance(house, RuleSet)
        done = club.record(rules=house)
        assert done.result.rules == house.name
        kept = club.sql("SELECT fingerprint FROM rule_set")
        assert kept == [(house.fingerprint(),)]
        club.record(rules=house)
        assert club.sql("SELECT fingerprint FROM rule_set") == kept

    @pytest.fixture
    def american(self, tmp_path):
        path = tmp_path / "american.db"
        from clubhouse import act

        init_club(str(path), act("club init"), name="De Harten", rules="american")
        club = Clubhouse(path)
        club.add("Anna", "Bram", "Cor", "Dina")
        yield club
        club.close()

    def test_the_clubs_default_rules(self, american):
        assert refused(american, "Anna=23 Bram=45 Cor=8 Dina=31").code == "entry.impossible"
        assert american.record().result.rules == "american"
        klassiek = american.record("Anna=26 Bram=52 Cor=78 Dina=104", rules="klassiek")
        assert klassiek.result.rules == "klassiek"

    def test_no_rules_although_the_club_has_a_default(self, american):
        assert american.record("Anna=1 Bram=2 Cor=3 Dina=5", rules="none").result.rules is None
        assert american.record("Anna=1 Bram=2 Cor=3 Dina=5", better="high").result.rules is None


class TestPlaces:
    @pytest.mark.parametrize(
        "places", ["1 2 3 4", "1 2 2 4", "1 1 1 4", "1 1 3 3", "1 1 1 1", "4 1 2 2"]
    )
    def test_places_as_points_would_give_them(self, club, places):
        people = zip(("Anna", "Bram", "Cor", "Dina"), places.split(), strict=True)
        result = club.record(" ".join(map("=".join, people)), by_place=True).result
        assert [seat.place for seat in result.seats] == [int(place) for place in places.split()]
        assert [seat.points for seat in result.seats] == [None] * 4

    @pytest.mark.parametrize(
        "places", ["1 2 2 3", "2 3 4 4", "0 1 2 3", "1 1 2 4", "1 2 3 5", "4 4 4 4"]
    )
    def test_places_nobody_can_have(self, club, places):
        people = zip(("Anna", "Bram", "Cor", "Dina"), places.split(), strict=True)
        error = refused(club, " ".join(map("=".join, people)), by_place=True)
        assert (error.code, codes(error)) == ("entry.impossible", ["entry.places"])
        assert error.problems[0].fields["places"] == tuple(map(int, places.split()))


class TestDuplicates:
    def test_equal_in_everything(self, club):
        club.record(label="a", table="3")
        error = refused(club, "Bram=52 Anna=26 Dina=104 Cor=78", label="A", table="03")
        assert (error.code, error.fields["id"]) == ("result.duplicate", 1)
        assert error.hint == "hearts-admin result show 1"

    def test_labelled_apart_it_is_another_game_and_remarked(self, club):
        club.record(label="a")
        done = club.record("Bram=52 Anna=26 Dina=104 Cor=78", label="b")
        assert [(r.code, dict(r.fields)) for r in done.remarks if r.code != "result.unchecked"] == [
            ("result.looks_known", {"id": 1, "label": "a"})
        ]

    def test_another_day_or_other_points_are_no_cause_for_a_remark(self, club):
        club.record()
        for done in (
            club.record(date="2026-03-13"),
            club.record("Anna=52 Bram=26 Cor=78 Dina=104"),
        ):
            assert [remark.code for remark in done.remarks] == ["result.unchecked"]

    def test_its_place_is_free_again_after_an_undo(self, club):
        club.record(label="a")
        club.undo()
        assert club.record(label="a").result.id == 2


def score_sheet(number):
    """A whole game of six deals, another one for every number up to 8."""
    shot = (26, 26, 0, 26)
    deals = [(13 + number, 13 - number, 0, 0), shot, (0, 13, 13, 0), shot, (0, 13, 13, 0), shot]
    rows = tuple(SheetRow(line, deal, None) for line, deal in enumerate(deals, start=2))
    return ScoreSheet(("Anna", "Bram", "Cor", "Dina"), rows, ())


def test_two_who_record_one_sheet_at_once_store_it_once(club):
    """Whoever comes second waits, and is told of what the first has stored meanwhile."""
    games = range(8)
    together = threading.Barrier(2, timeout=60)
    told = []

    def record():
        with open_store(str(club.where)) as store:
            for number in games:
                sheet, entry = score_sheet(number), Entry(seats=(), rules="american")
                together.wait()
                try:
                    told.append((number, record_sheet(store, act(), sheet, entry).result.id))
                except Refused as fault:
                    told.append((number, fault.code))

    writers = [threading.Thread(target=record) for _ in range(2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    stored = [(number, number + 1) for number in games]
    refused_ = [(number, "result.duplicate") for number in games]
    assert sorted(told, key=repr) == sorted(stored + refused_, key=repr)
    assert len(club.results()) == len(games)
