"""Standings of an event: scoring, penalties, corrections, the final, people who are one."""

from fractions import Fraction

import pytest
from eventwork import WHY, Desk, code, details, refused
from records import correct, describe, forget, merge, unmerge, void

from hearts_admin.errors import UsageFault

FIRST, SECOND = "Anna Bram Cor Dina", "Eva Fenna Gijs Hilde"


@pytest.fixture
def played(desk):
    """One round of two tables; in each the first named won, and the third and fourth shared."""
    desk.by_hand(FIRST, SECOND)
    desk.enter("Anna=5 Bram=6 Cor=7 Dina=7")
    desk.enter("Eva=1 Fenna=20 Gijs=30 Hilde=40")
    return desk


def names(desk, after=None):
    return [name for _, name, _ in desk.table(after)]


class TestScoring:
    def test_place_points_with_ties_split_exactly(self, played):
        assert played.scores() == {
            "Anna": 4, "Eva": 4, "Bram": 3, "Fenna": 3, "Gijs": 2,
            "Cor": Fraction(3, 2), "Dina": Fraction(3, 2), "Hilde": 1,
        }  # fmt: skip

    def test_raw_points_few_are_good(self, played):
        played.change(scheme={"scoring": "points"})
        assert played.table() == [
            (1, "Eva", 1), (2, "Anna", 5), (3, "Bram", 6), (4, "Cor", 7), (4, "Dina", 7),
            (6, "Fenna", 20), (7, "Gijs", 30), (8, "Hilde", 40),
        ]  # fmt: skip

    def test_rating_performance(self, played):
        """All begin at 1500: who beat all three lies 800 above them, by the text of the scoring."""
        played.change(scheme={"scoring": "performance"})
        scores = played.scores()
        assert (scores["Anna"], scores["Hilde"]) == (2300, 700)
        # Second of four: two thirds of the points; 400 log10(2) = 120.4 above.
        assert (scores["Fenna"], scores["Gijs"]) == (1620, 1380)

    def test_the_best_rounds_count_and_a_missed_one_is_worth_nothing(self, played):
        played.change(scheme={"best_of": 1})
        played.leave("Eva")
        played.arrive("Iris")
        played.by_hand("Hilde Gijs Fenna Iris", "Anna Bram Cor Dina")
        played.play()
        rows = {row.player.name: row for row in played.standings().rows}
        assert [(one.state, one.score, one.counts) for one in rows["Eva"].rounds] == [
            ("played", 4, True), ("missed", 0, False),
        ]  # fmt: skip
        assert rows["Hilde"].score == 4
        assert rows["Iris"].rounds[0].state == "missed"

    def test_a_sit_out_is_credited_by_the_clubs_rule(self, desk):
        desk.arrive("Iris")
        for rule, worth in (("own_average", 4), ("2.5", Fraction(5, 2)), ("nothing", 0)):
            desk.change(scheme={"sit_out": rule})
            desk.by_hand(FIRST, SECOND, out="Iris")
            desk.play()
            desk.by_hand("Iris Bram Cor Dina", SECOND, out="Anna")
            desk.play()
            assert desk.scores()["Iris"] == 4 + worth
            for _ in range(6):
                desk.club.undo()

    def test_a_tie_break_is_shown_as_why(self, played):
        played.change(scheme={"tie_breaks": ["points", "lot"]})
        rows = played.standings().rows
        assert [(row.place, row.player.name) for row in rows[:2]] == [(1, "Eva"), (2, "Anna")]
        assert (rows[0].above.criterion, rows[0].above.own, rows[0].above.other) == (
            "points", 1, 5,
        )  # fmt: skip
        assert rows[1].above.criterion == "score"

    def test_as_they_stood_after_an_earlier_round(self, played):
        before = played.table()
        played.by_hand("Hilde Gijs Fenna Dina", "Anna Bram Cor Eva")
        played.play()
        assert played.table() != before
        assert played.table(after=1) == before
        assert [row.places[0] for row in played.standings().rows] == [
            {name: place for place, name, _ in before}[name] for name in names(played)
        ]

    def test_a_round_that_is_still_to_come_has_no_standings(self, played):
        error = refused(played.club, played.standings, after=7)
        assert (error.code, error.fields["rounds"], error.fields["round"]) == (
            "event.not_complete", 1, 7,
        )  # fmt: skip

    def test_a_round_that_is_not_complete_does_not_count(self, played):
        before = played.table()
        played.by_hand(FIRST, SECOND)
        played.enter("Anna=5 Bram=6 Cor=7 Dina=7")
        assert played.table() == before

    def test_places_alone_cannot_be_counted_as_points(self, desk):
        desk.change(scheme={"scoring": "points"})
        desk.by_hand(FIRST, SECOND)
        desk.enter("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True)
        desk.play()
        error = refused(desk.club, desk.standings)
        assert (error.code, details(error)) == ("event.not_ranked", [("standings.no_points", 1, 1)])

    def test_who_left_for_good_is_listed_so(self, played):
        played.leave("Hilde")
        assert [row.player.name for row in played.standings().rows if row.withdrawn] == ["Hilde"]

    def test_private_people_leave_the_club_by_their_initials(self, played):
        describe(played.club, "Anna", private=True)
        assert "Anna" in names(played)
        assert "Anna" not in {row.player.name for row in played.standings(printed=True).rows}


class TestPenalties:
    def test_counted_once_however_often_it_is_computed(self, played):
        done = played.penalize("Anna", "1.5")
        assert [(m.player, m.score_before, m.score) for m in done.moved if m.player == "Anna"] == [
            ("Anna", 4, Fraction(5, 2))
        ]
        assert played.scores()["Anna"] == played.scores()["Anna"] == Fraction(5, 2)
        assert [(p.id, p.player, p.points, p.round, p.reason) for p in done.penalties] == [
            (1, "Anna", Fraction(3, 2), None, WHY)
        ]

    def test_of_a_round_from_that_round_on(self, played):
        played.by_hand(FIRST, SECOND)
        played.play()
        played.penalize("Anna", 1, 2)
        assert (played.scores(after=1)["Anna"], played.scores()["Anna"]) == (4, 7)
        (row,) = [row for row in played.standings().rows if row.player.name == "Anna"]
        assert [(p.points, p.round, p.reason) for p in row.penalties] == [(1, 2, WHY)]

    def test_few_points_are_good_so_it_adds(self, played):
        played.change(scheme={"scoring": "points"})
        played.penalize("Eva", 10)
        played.penalize("Hilde", "-5")
        assert (played.scores()["Eva"], played.scores()["Hilde"]) == (11, 35)

    def test_taken_back(self, played):
        before = played.table()
        played.penalize("Anna", 2)
        assert played.forgive(1).penalties == ()
        assert played.table() == before
        assert code(played.club, played.forgive, 1) == "event.no_penalty"

    def test_ratings_are_not_touched(self, played):
        before = played.club.ratings(), played.club.fingerprint()
        played.penalize("Anna", 2)
        assert (played.club.ratings(), played.club.fingerprint()) == before

    def test_refused(self, played):
        for points in ("0", "two", ""):
            with pytest.raises(UsageFault, match=r"event\.points"):
                played.penalize("Anna", points)
        for deed in (played.penalize, lambda *_, reason: played.forgive(1, reason=reason)):
            with pytest.raises(UsageFault, match=r"change\.no_reason"):
                deed("Anna", 1, reason=" ")
        assert code(played.club, played.penalize, "Iris", 1) == "event.not_entered"
        assert code(played.club, played.penalize, "Nobody", 1) == "players.unknown"
        assert code(played.club, played.penalize, "Anna", 1, 2) == "event.not_drawn_yet"


class TestCorrections:
    def test_shown_once_the_round_is_closed(self, played):
        correct(played.club, 1, "Anna=7 Dina=5", reason="before the closing")
        assert played.standings().corrections == ()
        played.close()
        done = correct(played.club, 1, "Anna=5 Dina=7", reason="read again")
        assert (done.standings.event, done.standings.round) == ("Evening", 1)
        assert {(m.player, m.score_before, m.score) for m in done.standings.moved} >= {
            ("Anna", Fraction(3, 2), 4), ("Dina", 4, Fraction(3, 2)),
        }  # fmt: skip
        assert [
            (c.round, c.table, c.reason, c.after_final) for c in played.standings().corrections
        ] == [(1, 1, "read again", False)]

    def test_a_void_result_of_a_closed_round(self, played):
        played.close()
        done = void(played.club, 1)
        assert details(done.standings) == [("event.earlier_open", 1, ("1",))]
        played.reopen()
        played.enter("Anna=5 Bram=6 Cor=7 Dina=7")
        assert played.show().event.complete == 1

    def test_of_a_game_of_no_event(self, club):
        club.record(rules="none")
        assert correct(club, 1, "Anna=25").standings is None


class TestFinal:
    def test_the_best_go_on_at_nothing(self, played):
        done = played.cut(4, names=("Anna", "Eva", "Bram", "Fenna"))
        assert done.finalists == ("Anna", "Eva", "Bram", "Fenna")
        assert played.show().event.rounds == 2
        played.draw()
        assert {*played.tables(2)[0]} == {"Anna", "Bram", "Eva", "Fenna"}
        played.play(2, {"Anna": 4, "Eva": 3, "Bram": 2, "Fenna": 1})
        assert played.table() == [
            (1, "Fenna", 4), (2, "Bram", 3), (3, "Eva", 2), (4, "Anna", 1),
            (5, "Gijs", 2), (6, "Cor", Fraction(3, 2)), (6, "Dina", Fraction(3, 2)),
            (8, "Hilde", 1),
        ]  # fmt: skip
        rows = played.standings()
        assert ([row.finalist for row in rows.rows], rows.final_after, rows.carries) == (
            [True] * 4 + [False] * 4, 1, False,
        )  # fmt: skip
        assert rows.rows[3].above.criterion == "final"

    def test_with_what_they_have(self, played):
        played.cut(4, carry=True, rounds=2)
        assert played.show().event.rounds == 3
        played.draw()
        played.play(2, {"Anna": 4, "Eva": 3, "Bram": 2, "Fenna": 1})
        assert played.scores()["Anna"] == played.scores()["Fenna"] + 1 - 3

    def test_a_size_at_which_finalists_sit_out_is_told(self, played):
        names = ("Anna", "Eva", "Bram", "Fenna", "Gijs", "Dina", "Cor")

        def told(size, remainder):
            played.change(remainder=remainder)
            done = details(played.cut(size, names=names[:size]))
            played.club.undo()
            return done

        assert told(4, "sit_out") == []
        assert told(5, "sit_out") == [("event.final_uneven", 5, 1, ("4",))]
        assert told(6, "fill_in") == [("event.final_uneven", 6, 2, ("4",))]
        assert told(6, "three") == []
        assert told(5, "three") == [("seating.too_few", 2, 5)]

    def test_a_shared_place_straddles_the_cut(self, played):
        error = refused(played.club, played.cut, 6)
        assert (error.code, details(error)) == (
            "event.not_ranked", [("standings.cut_tie", 6, 6, ("Cor", "Dina"))],
        )  # fmt: skip
        done = played.cut(6, names=("Anna", "Eva", "Bram", "Fenna", "Gijs", "Dina"))
        assert done.finalists[-1] == "Dina"

    def test_who_has_left_makes_room(self, played):
        played.leave("Fenna")
        played.change(scheme={"tie_breaks": ["points"]})
        assert played.cut(4).finalists == ("Eva", "Anna", "Bram", "Gijs")

    def test_refused(self, played):
        for size in (3, 8, 9):
            assert code(played.club, played.cut, size) == "event.cut_size"
        four = ("Anna", "Bram", "Cor")
        assert code(played.club, played.cut, 4, names=(*four, "Iris")) == "event.not_entered"
        assert code(played.club, played.cut, 4, names=four) == "event.cut_names"
        assert code(played.club, played.cut, 4, names=(*four, "anna")) == "entry.twice"
        played.draw()
        error = refused(played.club, played.cut, 4)
        assert (error.code, error.fields["round"]) == ("event.cut_open", 2)
        played.play()
        played.cut(4, names=(*four, "Dina"))
        assert code(played.club, played.cut, 4, names=(*four, "Eva")) == "event.cut_done"

    def test_before_anything_is_complete(self, desk):
        assert code(desk.club, desk.cut, 4) == "event.cut_open"

    def test_a_correction_is_flagged_and_the_final_stays(self, played):
        played.change(scheme={"tie_breaks": ["points"]})
        played.close()
        played.cut(4)
        played.draw()
        seated = played.tables(2)
        assert played.remarks() == ()
        done = correct(played.club, 2, "Fenna=30 Gijs=20")
        assert [remark.code for remark in done.standings.remarks] == ["event.final_seeded"]
        assert played.tables(2) == seated
        played.play()
        assert [remark.code for remark in played.remarks()] == ["event.final_seeded"]
        shown = played.standings()
        assert {row.player.name for row in shown.rows if row.finalist} == {
            "Anna", "Bram", "Eva", "Fenna",
        }  # fmt: skip
        assert [c.after_final for c in shown.corrections] == [True]

    def test_a_substitute_plays_the_final_for_a_finalist(self, played):
        played.cut(4, names=("Anna", "Eva", "Bram", "Fenna"))
        played.leave("Anna")
        played.substitute("Anna", "Iris")
        played.draw()
        assert "Iris" in played.tables(2)[0]
        played.play()
        assert "Anna" in names(played)[:4]

    @pytest.mark.parametrize(("drawn", "missing"), [(0, ("2", "3")), (1, ("3",)), (2, None)])
    def test_finished_before_it_was_played(self, played, drawn, missing):
        played.cut(4, names=("Anna", "Eva", "Bram", "Fenna"), rounds=2)
        for _ in range(drawn):
            played.draw()
            played.play()
        done = played.finish()
        assert done.event.state == "closed"
        expected = [("Evening", missing, ("Anna", "Eva", "Bram", "Fenna"))] if missing else []
        assert [tuple(remark.fields.values()) for remark in done.remarks] == expected

    def test_an_event_without_a_final_is_finished_without_a_remark(self, played):
        played.change(rounds=3)
        assert played.finish().remarks == ()


class TestPeopleWhoAreOne:
    def test_merged_into_somebody_who_was_not_there(self, played):
        before = played.scores()
        merge(played.club, "Iris", "Anna")
        after = played.scores()
        assert after.pop("Iris") == before.pop("Anna")
        assert after == before
        played.draw()
        assert "Iris" in {name for table in played.tables(2) for name in table}
        played.play()
        unmerge(played.club, "Anna")
        assert played.scores().keys() == {*FIRST.split(), *SECOND.split()}

    def test_with_penalties_a_substitute_and_a_final(self, played):
        played.penalize("Fenna", 1)
        played.apart("Anna", "Fenna")
        played.cut(4, names=("Anna", "Eva", "Bram", "Fenna"))
        played.leave("Fenna")
        played.substitute("Fenna", "Joost")
        merge(played.club, "Iris", "Fenna")
        assert {row.player.name: row.score for row in played.standings().rows}["Iris"] == 2
        played.draw()
        assert {*played.tables(2)[0]} == {"Anna", "Eva", "Bram", "Joost"}
        played.play()
        assert {row.player.name for row in played.standings().rows if row.finalist} == {
            "Anna", "Bram", "Eva", "Iris",
        }  # fmt: skip
        assert played.remarks() == ()

    def test_two_of_one_event_are_two_people(self, played):
        error = refused(played.club, merge, played.club, "Anna", "Eva")
        assert (error.code, error.fields["event"]) == ("merge.shared_event", "Evening")

    def test_forgotten(self, played):
        played.penalize("Anna", 1, reason="Anna was late")
        before = [(place, score) for place, _, score in played.table()]
        blank = forget(played.club, "Anna").name
        assert [(place, score) for place, _, score in played.table()] == before
        assert blank in names(played)
        assert "Anna" not in repr(played.club.tables())


def test_a_season_of_a_club_where_many_points_are_good(found):
    """Where many points are good, raw points count upwards."""
    desk = Desk(found(*FIRST.split()))
    desk.plan("Evening", scheme={"scoring": "points"})
    desk.arrive(*FIRST.split())
    desk.by_hand(FIRST)
    desk.club.record(
        "Anna=10 Bram=20 Cor=30 Dina=40",
        event="Evening", round="1", table="1", better="high", rules="none",
    )  # fmt: skip
    assert names(desk) == ["Dina", "Cor", "Bram", "Anna"]
