"""Who stands where and why: the cases of ADMIN.md, and every tie-break calculated by hand."""

from dataclasses import replace
from fractions import Fraction
from hashlib import sha256

import pytest
from standings_events import event, table

from engine.standings.contest import Contest
from engine.standings.criteria import CRITERIA
from engine.standings.errors import StandingsError
from engine.standings.games import Entrant, EventRecord, Line, Penalty, SitOut
from engine.standings.ordering import Why
from engine.standings.ranking import finalists, rank
from engine.standings.scheme import Cut, Scheme

FOUR = (1, 2, 3, 4)

# Everybody has 4 + 1 or 3 + 2 place points: five each.
ALL_FIVE = event(4, table(1, 1, FOUR, (1, 2, 3, 4)), table(2, 1, (4, 3, 2, 1), (1, 2, 3, 4)))


def places(record, scheme):
    return [(row.place, row.player) for row in rank(record, scheme).rows]


class TestCasesFromPractice:
    def test_5_a_penalty_counts_once_however_often_one_computes(self):
        fined = replace(ALL_FIVE, penalties=(Penalty(1, Fraction(1, 2), round=2),))
        first, second = rank(fined, Scheme()), rank(fined, Scheme())
        assert first == second
        row = next(row for row in first.rows if row.player == 1)
        assert (row.place, row.score, row.penalty) == (4, Fraction(9, 2), Fraction(1, 2))
        # It belongs to the second round, and is no part of the standings after the first.
        assert rank(fined.until(1), Scheme()).rows[0].score == 4

    def test_5_a_penalty_of_the_whole_event_counts_at_once_and_low_scores_get_worse(self):
        lines = table(1, 1, FOUR, points=(10, 20, 30, 44))
        fined = event(4, lines, penalties=(Penalty(1, 15), Penalty(1, 10), Penalty(4, -4)))
        assert [(row.player, row.score) for row in rank(fined, Scheme("points")).rows] == [
            (2, 20),
            (3, 30),
            (1, 35),
            (4, 40),
        ]

    def test_6_two_equal_on_everything_are_both_third_and_the_next_is_fifth(self):
        tables = [table(1, n, (n, n + 2, n + 4, n + 6), points=(8, 20, 30, 46)) for n in (1, 2)]
        record = event(8, *tables)
        expected = [(1, 1), (1, 2), (3, 3), (3, 4), (5, 5), (5, 6), (7, 7), (7, 8)]
        for _ in range(3):
            assert places(record, Scheme()) == expected
        backwards = replace(record, entrants=record.entrants[::-1], lines=record.lines[::-1])
        assert rank(backwards, Scheme()) == rank(record, Scheme())
        assert rank(record, Scheme()).rows[2].why == Why("equal")

    def test_7_twenty_players_and_two_substitutes_are_twenty(self):
        lines = [
            table(
                1,
                number,
                tuple(range(4 * number - 3, 4 * number + 1)),
                points=(number, number + 10, number + 20, number + 30),
                played_by={3: 21, 8: 22},
            )
            for number in range(1, 6)
        ]
        found = rank(event(20, *lines), Scheme("points"))
        assert len(found.rows) == 20
        assert found.rows[-1].place == 20
        assert {row.player for row in found.rows} == set(range(1, 21))
        kinds = {row.player: row.rounds[0].kind for row in found.rows}
        assert [player for player, kind in kinds.items() if kind == "substituted"] == [3, 8]

    def test_16_21_players_6_rounds_six_sit_outs_each_credited(self):
        everybody = list(range(1, 22))
        lines, out = [], []
        for round_ in range(1, 7):
            out.append(SitOut(round_, round_))
            seated = [player for player in everybody if player != round_]
            for number in range(5):
                four = tuple(seated[4 * number : 4 * number + 4])
                lines.append(table(round_, number + 1, four, (1, 2, 3, 4)))
        found = rank(event(21, *lines, sit_outs=tuple(out)), Scheme())
        credited = {row.player: row for row in found.rows if row.sit_outs}
        assert sorted(credited) == [1, 2, 3, 4, 5, 6]
        for row in credited.values():
            (sat_out,) = (one for one in row.rounds if one.kind == "sat_out")
            played = [one.score for one in row.rounds if one.kind == "played"]
            assert len(played) == 5
            assert sat_out.score == sum(played) / 5
            assert sat_out.counts


class TestTieBreaks:
    @pytest.mark.parametrize(
        ("tie_breaks", "expected"),
        [
            ((), [(1, 1), (1, 2), (1, 3), (1, 4)]),
            (("firsts",), [(1, 1), (1, 4), (3, 2), (3, 3)]),
            (("seconds",), [(1, 2), (1, 3), (3, 1), (3, 4)]),
            (("thirds",), [(1, 2), (1, 3), (3, 1), (3, 4)]),
            (("last_round",), [(1, 4), (2, 3), (3, 2), (4, 1)]),
            (("firsts", "last_round"), [(1, 4), (2, 1), (3, 3), (4, 2)]),
            # Every two have met twice and won once each.
            (("head_to_head",), [(1, 1), (1, 2), (1, 3), (1, 4)]),
            # Everybody has met everybody else: the average of the others' totals is 5.
            (("opponents",), [(1, 1), (1, 2), (1, 3), (1, 4)]),
        ],
    )
    def test_all_have_five(self, tie_breaks, expected):
        assert places(ALL_FIVE, Scheme(tie_breaks=tie_breaks)) == expected

    def test_why_each_stands_above_the_next(self):
        rows = rank(ALL_FIVE, Scheme(tie_breaks=("firsts", "last_round"))).rows
        assert [row.why for row in rows] == [
            Why("last_round", 4, 1),
            Why("firsts", 1, 0),
            Why("last_round", 3, 2),
            None,
        ]
        assert [row.values for row in rows] == [(1, 4), (1, 1), (0, 3), (0, 2)]

    def test_few_points_decide_between_equal_places(self):
        record = event(
            8,
            table(1, 1, FOUR, points=(9, 20, 30, 45)),
            table(1, 2, (5, 6, 7, 8), points=(8, 21, 30, 45)),
        )
        assert places(record, Scheme(tie_breaks=("points",))) == [
            (1, 5), (2, 1), (3, 2), (4, 6), (5, 3), (5, 7), (7, 4), (7, 8),
        ]  # fmt: skip
        high = replace(record, better="high")
        assert places(high, Scheme(tie_breaks=("average_points",)))[:2] == [(1, 1), (2, 5)]

    def test_points_a_game_are_fair_to_who_sat_out(self):
        # 1 and 5 have 4 place points each: 1 by one win and a sit-out worth nothing.
        record = event(
            5,
            table(1, 1, FOUR, points=(26, 30, 40, 50)),
            table(2, 1, (2, 3, 4, 5), points=(1, 2, 3, 4)),
            sit_outs=(SitOut(2, 1), SitOut(1, 5)),
        )
        contest = Contest(record, Scheme())
        points = CRITERIA["points"].values(contest, [1, 2])
        mean = CRITERIA["average_points"].values(contest, [1, 2])
        assert (points, mean) == ({1: 26, 2: 31}, {1: 26, 2: Fraction(31, 2)})

    def test_points_decide_nothing_where_there_are_none(self):
        scheme = Scheme(tie_breaks=("points", "average_points"))
        assert places(ALL_FIVE, scheme) == [(1, 1), (1, 2), (1, 3), (1, 4)]
        assert rank(ALL_FIVE, scheme).rows[0].values == (None, None)

    def test_head_to_head_weighs_every_opponent_once(self):
        # 1 beats 2 twice, 2 beats 3, 3 beats 1: 1 each, not 2 for player 1.
        record = event(
            9,
            table(1, 1, (1, 2, 4, 5), (1, 2, 3, 4)),
            table(2, 1, (1, 2, 4, 5), (1, 2, 3, 4)),
            table(3, 1, (2, 3, 6, 7), (1, 2, 3, 4)),
            table(4, 1, (3, 1, 8, 9), (1, 2, 3, 4)),
        )
        contest = Contest(record, Scheme())
        values = CRITERIA["head_to_head"].values
        assert values(contest, [1, 2, 3]) == {1: 1, 2: 1, 3: 1}
        assert values(contest, [1, 2]) == {1: 1, 2: 0}
        # 3 and 4 have never met, so it says nothing of the three.
        assert values(contest, [1, 3, 4]) == {}

    def test_head_to_head_counts_a_shared_place_as_a_half(self):
        record = event(4, table(1, 1, FOUR, (1, 2, 2, 4)), table(2, 1, FOUR, (4, 2, 3, 1)))
        contest = Contest(record, Scheme())
        assert CRITERIA["head_to_head"].values(contest, [2, 3]) == {
            2: Fraction(3, 4),
            3: Fraction(1, 4),
        }

    def test_opponents_strength(self):
        record = event(
            8,
            table(1, 1, FOUR, (1, 2, 3, 4)),
            table(1, 2, (5, 6, 7, 8), (1, 2, 3, 4)),
            table(2, 1, (1, 5, 2, 6), (1, 2, 3, 4)),
            table(2, 2, (3, 7, 4, 8), (1, 2, 3, 4)),
        )
        # Totals: 1: 8, 2: 5, 3: 6, 4: 3, 5: 7, 6: 4, 7: 5, 8: 2.
        contest = Contest(record, Scheme())
        values = CRITERIA["opponents"].values(contest, [1, 5])
        assert values == {
            1: Fraction(5 + 6 + 3 + 7 + 5 + 4, 6),
            5: Fraction(4 + 5 + 2 + 8 + 5 + 4, 6),
        }

    def test_the_lot_is_drawn_by_seed_and_start_number(self):
        def lot(seed, number):
            return sha256(f"{seed} {number}".encode()).hexdigest()

        winners = set()
        for seed in range(9):
            record = replace(ALL_FIVE, seed=seed)
            expected = sorted(FOUR, key=lambda number, seed=seed: lot(seed, number))
            found = places(record, Scheme(tie_breaks=("lot",)))
            assert found == list(enumerate(expected, start=1))
            winners.add(expected[0])
        assert len(winners) > 1


PRELIMINARY = (
    table(1, 1, FOUR, points=(5, 20, 30, 49)),
    table(1, 2, (5, 6, 7, 8), points=(6, 15, 31, 52)),
)
FINAL = (*PRELIMINARY, table(2, 1, (2, 6, 5, 1), points=(20, 22, 30, 32)))


class TestFinal:
    @pytest.mark.parametrize(
        ("carry", "expected"),
        [
            (False, [(1, 2, 20), (2, 6, 22), (3, 5, 30), (4, 1, 32)]),
            # 5: 6 + 30; 1: 5 + 32 and 6: 15 + 22, of which 1 was first before; 2: 20 + 20.
            (True, [(1, 5, 36), (2, 1, 37), (3, 6, 37), (4, 2, 40)]),
        ],
    )
    def test_the_finalists_first(self, carry, expected):
        scheme = Scheme("points", tie_breaks=("preliminary",), cut=Cut(1, 4, carry))
        found = rank(event(8, *FINAL), scheme)
        shown = [(row.place, row.player, row.score) for row in found.rows]
        assert shown == [*expected, (5, 3, 30), (6, 7, 31), (7, 4, 49), (8, 8, 52)]
        assert [row.finalist for row in found.rows] == [True] * 4 + [False] * 4
        assert found.rows[3].why == Why("final")
        assert found.finalists == found.now_qualified == (1, 5, 6, 2)

    def test_before_the_final_there_is_none(self):
        scheme = Scheme("points", cut=Cut(1, 4))
        before = event(8, *PRELIMINARY)
        assert finalists(before, scheme) == (1, 5, 6, 2)
        assert rank(before, scheme) == rank(before, Scheme("points"))

    def test_rounds_before_a_final_that_begins_at_nothing_are_shown_and_do_not_count(self):
        found = rank(event(8, *FINAL), Scheme("points", cut=Cut(1, 4)))
        assert [(one.score, one.counts) for one in found.rows[0].rounds] == [
            (20, False),
            (20, True),
        ]

    def test_what_others_play_beside_the_final_is_shown_and_does_not_count(self):
        beside = table(2, 2, (8, 7, 4, 3), points=(1, 20, 30, 53))
        for carry in (False, True):
            scheme = Scheme("points", cut=Cut(1, 4, carry))
            plain, found = rank(event(8, *FINAL), scheme), rank(event(8, *FINAL, beside), scheme)
            assert [(row.place, row.player, row.score) for row in found.rows] == [
                (row.place, row.player, row.score) for row in plain.rows
            ]
            rounds = [(one.score, one.counts) for one in found.rows[-1].rounds]
            assert rounds == [(52, True), (1, False)]
            # Whoever did not reach the final has not missed it.
            assert [(row.games, row.missed) for row in plain.rows[4:]] == [(1, 0)] * 4

    def test_a_penalty_before_a_final_that_begins_at_nothing_is_served(self):
        fines = (Penalty(1, 3, round=1), Penalty(2, 3), Penalty(6, 3, round=2))
        record = event(8, *FINAL, penalties=fines)
        rows = {row.player: row for row in rank(record, Scheme("points", cut=Cut(1, 4))).rows}
        assert [rows[player].score for player in (1, 2, 6)] == [32, 20, 25]
        carried = rank(record, Scheme("points", cut=Cut(1, 4, carry=True))).rows
        assert {r.player: r.penalty for r in carried if r.penalty} == {1: 3, 2: 3, 6: 3}

    def test_22_a_correction_does_not_seed_the_final_again(self):
        corrected = (table(1, 1, FOUR, points=(5, 38, 12, 49)), *FINAL[1:])
        seeded = Cut(1, 4, finalists=(1, 5, 6, 2))
        found = rank(event(8, *corrected), Scheme("points", cut=seeded))
        assert found.finalists == (1, 5, 6, 2)
        assert found.now_qualified == (1, 5, 3, 6)
        assert [(row.place, row.player) for row in found.rows] == [
            (1, 2), (2, 6), (3, 5), (4, 1), (5, 3), (6, 7), (7, 4), (8, 8),
        ]  # fmt: skip

    def test_a_shared_place_across_the_cut_is_the_organisers_to_decide(self):
        shared = (table(1, 1, FOUR, points=(5, 20, 20, 59)), *FINAL[1:])
        record, scheme = event(8, *shared), Scheme("points", tie_breaks=(), cut=Cut(1, 4))
        for ask in (finalists, rank):
            with pytest.raises(StandingsError) as caught:
                ask(record, scheme)
            assert caught.value.code == "standings.cut_tie"
            assert caught.value.problem.fields == {"size": 4, "place": 4, "players": (2, 3)}
        decided = replace(scheme, cut=Cut(1, 4, finalists=(1, 5, 6, 3)))
        found = rank(record, decided)
        # Whoever was chosen of those who shared the place qualifies today as well.
        assert found.now_qualified == (1, 5, 6, 3)
        assert len(finalists(record, replace(scheme, tie_breaks=("lot",)))) == 4

    def test_who_has_withdrawn_makes_room(self):
        record = event(8, *PRELIMINARY)
        gone = tuple(replace(e, withdrawn=e.player == 5) for e in record.entrants)
        left = replace(record, entrants=gone)
        assert finalists(left, Scheme("points", cut=Cut(1, 4))) == (1, 6, 2, 3)
        row = next(row for row in rank(left, Scheme("points")).rows if row.player == 5)
        assert (row.place, row.withdrawn) == (2, True)

    def test_a_finalist_who_left_during_the_final_was_seeded_rightly(self):
        record = event(8, *FINAL)
        gone = tuple(replace(e, withdrawn=e.player == 5) for e in record.entrants)
        scheme = Scheme("points", cut=Cut(1, 4, finalists=(1, 5, 6, 2)))
        assert rank(replace(record, entrants=gone), scheme).now_qualified == (1, 5, 6, 2)

    def test_a_finalist_must_have_entered(self):
        with pytest.raises(StandingsError) as caught:
            rank(event(8, *FINAL), Scheme("points", cut=Cut(1, 4, finalists=(1, 2, 5, 9))))
        assert caught.value.code == "standings.cut_stranger"

    def test_without_a_cut_nobody_qualifies(self):
        assert finalists(ALL_FIVE, Scheme()) == ()


class TestWhatCannotHaveHappened:
    @pytest.mark.parametrize(
        ("record", "code", "fields"),
        [
            (
                event(4, table(1, 1, (1, 2, 3, 1), (1, 2, 3, 4))),
                "standings.twice",
                {"round": 1, "player": 1},
            ),
            (
                event(8, table(1, 1, FOUR, (1, 2, 3, 4)), table(1, 2, (5, 6, 7, 2), (1, 2, 3, 4))),
                "standings.twice",
                {"round": 1, "player": 2},
            ),
            (  # 3 sits in for 8 and has a seat already
                event(
                    8,
                    table(1, 1, FOUR, (1, 2, 3, 4)),
                    table(1, 2, (5, 6, 7, 8), (1, 2, 3, 4), played_by={8: 3}),
                ),
                "standings.twice",
                {"round": 1, "player": 3},
            ),
            (
                event(4, table(1, 1, FOUR, (1, 2, 3, 4)), sit_outs=(SitOut(1, 2),)),
                "standings.twice",
                {"round": 1, "player": 2},
            ),
            (
                event(5, table(1, 7, (1, 2), (1, 2))),
                "standings.seats",
                {"round": 1, "table": 7, "seats": 2},
            ),
            (
                event(4, table(1, 1, FOUR, (1, 3, 3, 4))),
                "standings.places",
                {"round": 1, "table": 1, "places": (1, 3, 3, 4)},
            ),
            (
                EventRecord((Entrant(5, 1), Entrant(6, 1))),
                "standings.entrant",
                {"player": 6, "number": 1},
            ),
            (
                EventRecord((Entrant(5, 1), Entrant(5, 2))),
                "standings.entrant",
                {"player": 5, "number": 2},
            ),
            (EventRecord((Entrant(5, 0),)), "standings.entrant", {"player": 5, "number": 0}),
        ],
    )
    def test_is_refused(self, record, code, fields):
        with pytest.raises(StandingsError) as caught:
            rank(record, Scheme())
        assert caught.value.code == code
        assert caught.value.problem.fields == fields

    def test_who_sits_out_may_sit_in_for_another(self):
        lines = table(1, 1, FOUR, (1, 2, 3, 4), played_by={4: 5})
        found = rank(event(5, lines, sit_outs=(SitOut(1, 5),)), Scheme())
        assert {row.player: row.rounds[0].kind for row in found.rows} == {
            1: "played", 2: "played", 3: "played", 4: "substituted", 5: "sat_out",
        }  # fmt: skip

    def test_what_belongs_to_a_later_round_is_not_looked_at(self):
        later = (Line(2, 1, 1, 1), Line(2, 1, 1, 1))
        record = event(
            4, table(1, 1, FOUR, (1, 2, 3, 4)), later, rounds=1, sit_outs=(SitOut(2, 1),)
        )
        assert places(record, Scheme()) == [(1, 1), (2, 2), (3, 3), (4, 4)]

    def test_before_the_first_round_all_are_equal(self):
        record = event(5, rounds=0)
        for scheme in (Scheme(), Scheme("points"), Scheme("performance")):
            assert places(record, scheme) == [(1, player) for player in range(1, 6)]
