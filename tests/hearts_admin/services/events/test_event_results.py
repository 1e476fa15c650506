"""Results find their table: typed at the desk, recorded, imported, out of logs and score sheets."""

import datetime as dt
from pathlib import Path

import pytest
from clubhouse import codes
from eventwork import code, details, refused
from records import correct, restore, void

from hearts_admin.services.events.entry import event_terms, record_logs, record_sheet
from hearts_admin.services.judging import check_file
from hearts_admin.services.results import show_result

FIRST, SECOND = "Anna Bram Cor Dina", "Eva Fenna Gijs Hilde"

LOGGED = Path(__file__).parents[4] / "data" / "sample" / "logs"


@pytest.fixture
def drawn(desk):
    """Two tables by hand, of an evening of this Saturday."""
    desk.by_hand(FIRST, SECOND)
    return desk


def events_told(done):
    """The remarks that are about events."""
    return [each.code for each in done.remarks if each.code.startswith("event.")]


def results(desk, number):
    """The result of each table of a round."""
    return [table.result for table in desk.round(number).tables]


class TestAtTheDesk:
    def test_names_in_any_order_are_matched_to_the_seats(self, drawn):
        done = drawn.enter("Dina=4 Bram=20 Anna=3 Cor=33")
        assert [(seat.player, seat.points) for seat in done.result.seats] == [
            ("Anna", 3), ("Bram", 20), ("Cor", 33), ("Dina", 4),
        ]  # fmt: skip
        shown = show_result(drawn.store, done.result.id)
        assert (shown.event, shown.round, shown.table) == ("Evening", "1", "1")
        assert done.result.date == dt.date(2026, 3, 14)
        assert results(drawn, 1) == [done.result.id, None]
        assert drawn.round(1).state == "started"

    def test_the_open_tables_are_proposed_in_seat_order(self, drawn):
        assert [(t.round, t.table, t.players) for t in drawn.open_tables()] == [
            (1, 1, tuple(FIRST.split())), (1, 2, tuple(SECOND.split())),
        ]  # fmt: skip
        drawn.enter("Anna=1 Bram=2 Cor=3 Dina=4")
        assert [t.table for t in drawn.open_tables()] == [2]

    def test_a_table_that_is_in(self, drawn):
        drawn.enter("Anna=1 Bram=2 Cor=3 Dina=4")
        error = refused(drawn.club, drawn.enter, "Anna=2 Bram=1 Cor=3 Dina=4")
        assert (error.code, error.fields["table"], error.fields["result"]) == (
            "event.table_done", 1, 1,
        )  # fmt: skip

    def test_people_of_different_tables(self, drawn):
        drawn.arrive("Iris", round=2)
        error = refused(drawn.club, drawn.enter, "Anna=1 Bram=2 Eva=3 Iris=4")
        assert error.code == "event.no_table_of"
        assert details(error) == [
            ("event.sits_at", "Anna", 1, 1), ("event.sits_at", "Bram", 1, 1),
            ("event.sits_at", "Eva", 2, 1), ("event.sits_nowhere", "Iris", 1),
        ]  # fmt: skip

    def test_before_the_draw(self, desk):
        assert code(desk.club, desk.enter, "Anna=1 Bram=2 Cor=3 Dina=4") == "event.not_drawn_yet"

    def test_one_person_twice(self, drawn):
        assert code(drawn.club, drawn.enter, "Anna=1 anna=2 Cor=3 Dina=4") == "entry.same_person"

    def test_the_same_four_meet_again(self, drawn):
        drawn.play()
        drawn.by_hand(FIRST, SECOND)
        done = drawn.enter("Anna=1 Bram=2 Cor=3 Dina=4")
        assert show_result(drawn.store, done.result.id).round == "2"
        assert code(drawn.club, drawn.enter, "Anna=1 Bram=2 Cor=3 Dina=4", round=1) == (
            "event.table_done"
        )

    def test_places_only(self, drawn):
        done = drawn.enter("Anna=1 Bram=2 Cor=2 Dina=4", by_place=True)
        assert [(seat.place, seat.points) for seat in done.result.seats] == [
            (1, None), (2, None), (2, None), (4, None),
        ]  # fmt: skip

    def test_a_table_of_three(self, desk):
        desk.change(remainder="three")
        desk.leave("Hilde")
        desk.by_hand(FIRST, "Eva Fenna Gijs")
        done = desk.enter("Gijs=3 Eva=1 Fenna=2")
        assert [(seat.player, seat.place) for seat in done.result.seats] == [
            ("Eva", 1), ("Fenna", 2), ("Gijs", 3),
        ]  # fmt: skip
        assert code(desk.club, desk.enter, "Anna=1 Bram=2 Cor=3") == "entry.seats"

    def test_by_the_rules_of_the_event(self, drawn):
        drawn.change(rules="american")
        assert code(drawn.club, drawn.enter, "Anna=1 Bram=2 Cor=3 Dina=4") == "entry.impossible"
        done = drawn.enter("Anna=26 Bram=52 Cor=78 Dina=104")
        assert done.result.rules == "american"
        unlikely = drawn.enter("Eva=1 Fenna=2 Gijs=3 Hilde=4", unchecked="the sheet is torn")
        shown = show_result(drawn.store, unlikely.result.id)
        assert shown.unchecked_reason == "the sheet is torn"

    def test_a_fixed_number_of_deals(self, drawn):
        drawn.change(rules="american", deals=4)
        assert code(drawn.club, drawn.enter, "Anna=10 Bram=20 Cor=30 Dina=45") == (
            "entry.impossible"
        )
        assert drawn.enter("Anna=10 Bram=20 Cor=30 Dina=44").result.rules == "american"
        correct(drawn.club, 1, "Anna=20 Bram=10")  # four deals still, and nobody past 100
        error = refused(drawn.club, correct, drawn.club, 1, "Anna=21")
        assert error.code == "entry.impossible"


class TestRecordedElsewhere:
    """What names the event, the round and the table belongs there, however it comes in."""

    def test_typed_by_result_record(self, drawn):
        done = drawn.club.record(
            "Dina=4 Cor=3 Bram=2 Anna=1", event="evening", round="1", table="1"
        )
        assert results(drawn, 1) == [done.result.id, None]
        assert drawn.round(1).state == "started"
        assert events_told(done) == []

    def test_a_table_that_does_not_exist_or_other_people(self, drawn):
        for seats, place in (
            ("Anna=1 Bram=2 Cor=3 Dina=4", {"round": "1", "table": "3"}),
            ("Anna=1 Bram=2 Cor=3 Dina=4", {"round": "2", "table": "1"}),
            ("Anna=1 Bram=2 Cor=3 Dina=4", {"round": "one", "table": "1"}),
            ("Anna=1 Bram=2 Cor=3 Dina=4", {"round": "1"}),
            ("Anna=1 Bram=2 Cor=3 Dina=4", {"round": "1", "table": "2"}),
            ("Anna=1 Bram=2 Cor=3 Eva=4", {"round": "1", "table": "1"}),
        ):
            done = drawn.club.record(seats, event="Evening", label=str(place) + seats, **place)
            assert events_told(done) == ["event.no_such_table"]
        assert results(drawn, 1) == [None, None]

    def test_a_table_that_has_its_result(self, drawn):
        first = drawn.enter("Anna=1 Bram=2 Cor=3 Dina=4").result.id
        place = {"event": "Evening", "round": "1", "table": "1", "label": "again"}
        done = drawn.club.record("Anna=4 Bram=3 Cor=2 Dina=1", **place)
        assert events_told(done) == ["event.table_taken"]
        assert results(drawn, 1) == [first, None]

    def test_an_event_that_nobody_planned_is_a_word(self, drawn):
        done = drawn.club.record("Anna=1 Bram=2 Cor=3 Dina=4", event="Kerst", round="1", table="1")
        assert (show_result(drawn.store, done.result.id).event, events_told(done)) == ("Kerst", [])

    def test_imported(self, drawn):
        def rows(round_, table, names):
            seats = enumerate(names.split(), start=1)
            place = f"2026-03-14,Evening,{round_},{table}"
            return "".join(f"{place},{round_}{table},{name},{own}\n" for own, name in seats)

        head = "date,event,round,table,game,player,points\n"
        content = head + rows(1, 1, FIRST) + rows(1, 2, SECOND) + rows(2, 1, SECOND)
        done = drawn.club.import_results(content)
        assert (drawn.round(1).state, drawn.show().event.complete) == ("complete", 1)
        assert drawn.scores()["Anna"] == drawn.scores()["Eva"] == 4
        assert events_told(done) == ["event.no_such_table"]

    def test_a_score_sheet(self, drawn, tmp_path):
        drawn.change(rules="american", target=26)
        sheet = tmp_path / "table1.csv"
        sheet.write_text("Dina,Anna,Bram,Cor\n0,13,3,10\n25,0,1,0\n1,20,5,0\n")
        done = record_sheet(drawn.store, drawn.club.act(), drawn.club.clock, None, sheet)
        assert [(seat.player, seat.points) for seat in done.result.seats] == [
            ("Anna", 33), ("Bram", 9), ("Cor", 10), ("Dina", 26),
        ]  # fmt: skip
        assert results(drawn, 1) == [done.result.id, None]

    def test_a_score_sheet_without_rules_or_with_mistakes(self, drawn, tmp_path):
        sheet = tmp_path / "table1.csv"
        sheet.write_text("Dina,Anna,Bram,Cor\n0,13,3,9\n")
        arguments = drawn.store, drawn.club.act(), drawn.club.clock, None, sheet
        assert code(drawn.club, record_sheet, *arguments) == "sheet.no_rules"
        drawn.change(rules="american", deals=1)
        assert code(drawn.club, record_sheet, *arguments) == "sheet.refused"

    @pytest.mark.parametrize(
        ("deals", "told"),
        [
            ("1,5,7,13\n0,13,13,0\n2,3,8,13\n", ["sheet.deals"]),
            ("1,5,7,13\n0,13,13,0\n2,3,8,13\n0,0,1,25\n13,13,0,0\n", ["game.after_end"]),
        ],
    )
    def test_a_score_sheet_of_too_few_deals_or_too_many(self, drawn, tmp_path, deals, told):
        drawn.change(rules="american", deals=4)
        sheet = tmp_path / "table1.csv"
        sheet.write_text("Anna,Bram,Cor,Dina\n" + deals)
        arguments = drawn.store, drawn.club.act(), drawn.club.clock, None, sheet
        error = refused(drawn.club, record_sheet, *arguments)
        assert (error.code, codes(error)) == ("sheet.refused", told)

    def test_a_score_sheet_of_so_many_deals(self, drawn, tmp_path):
        """Four deals of 26 points are 104, and nobody need be at a hundred."""
        drawn.change(rules="american", deals=4)
        sheet = tmp_path / "table1.csv"
        sheet.write_text("Anna,Bram,Cor,Dina\n1,5,7,13\n13,13,0,0\n2,3,8,13\n0,1,0,25\n")
        done = record_sheet(drawn.store, drawn.club.act(), drawn.club.clock, None, sheet)
        assert [seat.points for seat in done.result.seats] == [16, 22, 15, 51]
        assert len(show_result(drawn.store, done.result.id).sheet.deals) == 4

    def test_logs(self, desk):
        log = min(LOGGED.glob("*.hjl"))
        terms = event_terms(desk.store, desk.club.clock, None)
        (game,) = check_file(log, terms.rules)
        people = game.log.players
        desk.arrive(*people, add_players=True)
        desk.draw(tables=(people, tuple(FIRST.split()), tuple(SECOND.split())))
        done, change = record_logs(desk.store, desk.club.act(), None, [game])
        assert change is not None
        assert [seat.player for seat in done[0].result.seats] == list(people)
        assert [seat.points for seat in done[0].result.seats] == list(game.verdict.totals)
        assert results(desk, 1) == [done[0].result.id, None, None]


class TestPutRight:
    def test_a_void_result_leaves_the_table_open_again(self, drawn):
        drawn.play()
        void(drawn.club, 1)
        assert (drawn.round(1).state, results(drawn, 1)) == ("started", [None, 2])
        again = drawn.enter("Anna=4 Bram=3 Cor=2 Dina=1").result.id
        assert results(drawn, 1) == [again, 2]
        # The void one comes back only if its table is free: it is not, and counts nowhere.
        restore(drawn.club, 1)
        assert results(drawn, 1) == [again, 2]

    def test_a_void_result_that_comes_back(self, drawn):
        drawn.play()
        scores = drawn.scores()
        void(drawn.club, 1)
        restore(drawn.club, 1)
        assert (results(drawn, 1), drawn.scores()) == ([1, 2], scores)

    def test_totals_follow_the_person(self, drawn):
        """Two sat at each other's tables: the results are corrected one by one, the draw stays."""
        drawn.play()
        first = correct(drawn.club, 1, "Eva=1 Bram=2 Cor=3 Dina=4")
        assert [(each.code, each.fields["player"]) for each in first.standings.remarks] == [
            ("standings.twice", "Eva")
        ]
        assert code(drawn.club, drawn.standings) == "event.not_ranked"
        correct(drawn.club, 2, "Anna=1 Fenna=2 Gijs=3 Hilde=4")
        assert drawn.scores()["Anna"] == drawn.scores()["Eva"] == 4
        states = {row.rounds[0].state for row in drawn.standings().rows}
        assert states == {"played"}

    def test_moved_to_another_table(self, drawn):
        done = drawn.club.record(
            "Anna=1 Bram=2 Cor=3 Dina=4", event="Evening", round="2", table="1"
        )
        assert results(drawn, 1) == [None, None]
        correct(drawn.club, done.result.id, round="1")
        assert results(drawn, 1) == [done.result.id, None]

    def test_taken_out_of_the_event(self, drawn):
        drawn.play()
        correct(drawn.club, 1, event="")
        assert results(drawn, 1) == [None, 2]
