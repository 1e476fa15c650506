"""Seasons calculated by hand: what an evening is worth, absence, substitutes, who has a place."""

from dataclasses import replace
from fractions import Fraction

import pytest
from standings_events import event, table

from engine.standings.credits import Credit
from engine.standings.errors import StandingsError
from engine.standings.games import Entrant, EventRecord, Penalty, SitOut
from engine.standings.ordering import Why
from engine.standings.scheme import Cut, Scheme
from engine.standings.season import Evening, SeasonRules
from engine.standings.season_ranking import season_standings

FOUR = (1, 2, 3, 4)


def record_of(*tables, entrants=FOUR, **others):
    """An evening of these entrants only."""
    record = event(0, *tables, **others)
    entered = tuple(Entrant(player, at) for at, player in enumerate(entrants, start=1))
    return replace(record, entrants=entered)


def evening(label, *tables, entrants=FOUR, notified=(), scheme=None, **others):
    scheme = Scheme() if scheme is None else scheme
    return Evening(
        label, record_of(*tables, entrants=entrants, **others), scheme, frozenset(notified)
    )


def one_table(label, players, **others):
    """An evening of a single game, which these four finished in this order."""
    return evening(label, table(1, 1, players, (1, 2, 3, 4)), entrants=players, **others)


# Six members. Place points: January 1: 4, 2: 3, 3: 2, 4: 1; February 2: 4, 1: 3, 5: 2, 6: 1;
# March 5: 4, 1: 3, 2: 2, 3: 1. In February 3 had said so, 4 had not; in March neither 4 nor 6.
WINTER = (
    one_table("January", (1, 2, 3, 4)),
    one_table("February", (2, 1, 5, 6), notified=(3,)),
    one_table("March", (5, 1, 2, 3)),
)


def totals(found):
    return [(row.place, row.player, row.total) for row in found.rows]


def line_of(found, player, number):
    return next(row for row in found.rows if row.player == player).lines[number - 1]


def test_all_evenings_count():
    found = season_standings(SeasonRules(tie_breaks=()), WINTER)
    # 1: 4 + 3 + 3; 2: 3 + 4 + 2; 3: 2, then 1 for February (the worst), then 1; 5: 2 + 4; 6: 1.
    assert totals(found) == [(1, 1, 10), (2, 2, 9), (3, 5, 6), (4, 3, 4), (5, 4, 1), (5, 6, 1)]
    assert [row.attendance for row in found.rows] == [3, 3, 2, 2, 1, 1]
    assert [line.kind for line in found.rows[3].lines] == ["played", "notified", "played"]
    assert [line.kind for line in found.rows[4].lines] == ["played", "absent", "absent"]
    assert found.evenings == ("January", "February", "March")


def test_best_two_of_three():
    found = season_standings(SeasonRules(best=2, of=3, tie_breaks=()), WINTER)
    # 1: 4 + 3; 2: 3 + 4; 5: 2 + 4; 3: 2 + 1; 4: 1 + 0; 6: 1 + 0.
    assert totals(found) == [(1, 1, 7), (1, 2, 7), (3, 5, 6), (4, 3, 3), (5, 4, 1), (5, 6, 1)]
    # Of two evenings that are worth the same the earlier counts.
    assert [line.counts for line in found.rows[0].lines] == [True, True, False]
    statement = found.statement(2)
    assert [(line.label, line.score, line.amount, line.counts) for line in statement.lines] == [
        ("January", 3, 3, True),
        ("February", 4, 4, True),
        ("March", 2, 0, False),
    ]
    assert [line.standing for line in statement.lines] == [2, 1, 3]


@pytest.mark.parametrize(
    ("tie_break", "first", "why"),
    [
        ("wins", 1, Why("equal")),  # one each
        ("best_evening", 1, Why("equal")),  # 4 each
        ("last_evening", 1, Why("last_evening", 3, 2)),
        ("head_to_head", 1, Why("head_to_head", Fraction(2, 3), Fraction(1, 3))),
        ("firsts", 1, Why("equal")),
        ("attendance", 1, Why("equal")),
        ("average_points", 1, Why("equal")),  # there are none
    ],
)
def test_tie_breaks_between_the_first_two(tie_break, first, why):
    found = season_standings(SeasonRules(best=2, of=3, tie_breaks=(tie_break,)), WINTER)
    assert (found.rows[0].player, found.rows[0].why) == (first, why)


@pytest.mark.parametrize(
    ("tie_break", "order", "values"),
    [
        ("average_points", [1, 2, 3, 4], [25, 25, 25, 26]),
        ("firsts", [1, 4, 2, 3], [1, 1, 0, 0]),
        ("wins", [1, 4, 2, 3], [1, 1, 0, 0]),
        ("best_evening", [1, 4, 2, 3], [4, 4, 3, 3]),
        ("last_evening", [4, 3, 2, 1], [4, 3, 2, 1]),
    ],
)
def test_tie_breaks_where_all_have_five(tie_break, order, values):
    evenings = (
        evening("1", table(1, 1, FOUR, points=(10, 20, 30, 40))),
        evening("2", table(1, 1, (4, 3, 2, 1), points=(12, 20, 30, 40))),
    )
    found = season_standings(SeasonRules(tie_breaks=(tie_break,)), evenings)
    assert [row.total for row in found.rows] == [5] * 4
    assert [(row.player, *row.values) for row in found.rows] == list(
        zip(order, values, strict=True)
    )


class TestMinimumAttendance:
    def test_who_came_too_rarely_is_listed_without_a_place(self):
        found = season_standings(SeasonRules(minimum_attendance=2, of=3, tie_breaks=()), WINTER)
        assert totals(found)[2:] == [(3, 5, 6), (4, 3, 4), (None, 4, 1), (None, 6, 1)]
        assert found.rows[3].why == Why("attendance", 2, 1)

    def test_as_long_as_the_evenings_that_are_left_would_do_there_is_a_place(self):
        rules = SeasonRules(minimum_attendance=2, of=4, tie_breaks=())
        assert all(row.place is not None for row in season_standings(rules, WINTER).rows)
        assert all(
            row.place is None
            for row in season_standings(replace(rules, minimum_attendance=4), WINTER).rows
            if row.player != 1 and row.player != 2
        )

    def test_somebody_better_who_came_too_rarely_stands_below(self):
        star = one_table("April", (7, 4, 6, 3))
        rules = SeasonRules("standing", ladder=(50, 3, 2, 1), minimum_attendance=2, tie_breaks=())
        found = season_standings(rules, (*WINTER, star))
        assert [row.player for row in found.rows if row.place is None] == [7]
        assert found.rows[-1].total == 50 + 0 + 0 + 0


class TestAbsence:
    @pytest.mark.parametrize(
        ("rule", "of_three"),
        [
            ("worst", 1),
            ("round_average", Fraction(5, 2)),
            ("round_median", Fraction(5, 2)),
            ("own_average", Fraction(3, 2)),  # of 2 and 1
            ("1.5", Fraction(3, 2)),
            ("nothing", 0),
        ],
    )
    def test_with_notice(self, rule, of_three):
        rules = SeasonRules(absent_with_notice=Credit.of_value(rule))
        line = line_of(season_standings(rules, WINTER), 3, 2)
        assert (line.kind, line.score, line.attended) == ("notified", of_three, False)

    def test_without_notice_a_fixed_score(self):
        rules = SeasonRules(absent_without_notice=Credit.of_value("0.5"))
        line = line_of(season_standings(rules, WINTER), 4, 2)
        assert (line.kind, line.score) == ("absent", Fraction(1, 2))

    def test_with_raw_points_the_worst_score_is_the_highest(self):
        low = (
            evening("1", table(1, 1, FOUR, points=(10, 20, 30, 44))),
            evening("2", table(1, 1, (1, 2, 3, 5), points=(12, 20, 30, 42)), entrants=(1, 2, 3, 5)),
        )
        found = season_standings(SeasonRules("points", tie_breaks=()), low)
        assert totals(found) == [(1, 1, 22), (2, 2, 40), (3, 3, 60), (4, 4, 86), (4, 5, 86)]
        assert found.better == "low"

    def test_an_entrant_who_never_came_was_absent(self):
        late = evening("1", table(1, 1, FOUR, (1, 2, 3, 4)), entrants=(*FOUR, 5), notified=(5,))
        line = line_of(season_standings(SeasonRules(), (late,)), 5, 1)
        assert (line.kind, line.score) == ("notified", 1)


class TestAnEvening:
    ROUNDS = (
        table(1, 1, FOUR, points=(10, 20, 20, 50)),
        table(2, 1, (5, 1, 2, 3), points=(5, 15, 25, 35)),
        table(3, 1, (5, 1, 2, 3), points=(5, 15, 25, 35)),
    )
    OUT = (SitOut(1, 5), SitOut(2, 4), SitOut(3, 4))

    def season(self, rules, scheme=None, **others):
        whole = evening(
            "1", *self.ROUNDS, entrants=(*FOUR, 5), scheme=scheme, sit_outs=self.OUT, **others
        )
        return season_standings(rules, (whole,))

    def scores(self, rules, **others):
        return {row.player: row.total for row in self.season(rules, **others).rows}

    def test_place_points_with_a_fixed_score_for_a_sit_out_once_an_evening(self):
        rules = SeasonRules(
            sit_out=Credit.of_value("2.5"), sit_out_again=Credit("nothing"), tie_breaks=()
        )
        assert self.scores(rules) == {
            1: 4 + 3 + 3,
            2: Fraction(5, 2) + 2 + 2,
            3: Fraction(5, 2) + 1 + 1,
            4: 1 + Fraction(5, 2) + 0,
            5: Fraction(5, 2) + 4 + 4,
        }

    def test_raw_points(self):
        assert self.scores(SeasonRules("points")) == {
            1: 40,
            2: 70,
            3: 90,
            4: 150,  # 50, and 50 for either sit-out
            5: 15,  # 10, and the own average of 5
        }

    def test_the_place_in_the_evenings_own_standings(self):
        # By raw points 5, 1, 2, 3, 4; by best of one place points 1 and 5 share the first place.
        rules = SeasonRules("standing", ladder=(10, 6, 3, 1))
        assert self.scores(rules, scheme=Scheme("points")) == {5: 10, 1: 6, 2: 3, 3: 1, 4: 1}
        shared = Scheme(best_of=1, tie_breaks=())
        # Best rounds: 1: 4, 5: 4, 2: 5/2, 3: 5/2, 4: 1.
        assert self.scores(rules, scheme=shared) == {1: 8, 5: 8, 2: 2, 3: 2, 4: 1}

    def test_a_penalty_of_the_evening_counts_where_the_same_points_are_counted(self):
        fine = {"penalties": (Penalty(1, 2),)}
        plain = self.scores(SeasonRules())
        assert self.scores(SeasonRules(), **fine)[1] == plain[1] - 2
        by_points = self.scores(SeasonRules(), scheme=Scheme("points"), **fine)
        assert by_points[1] == plain[1]
        line = line_of(self.season(SeasonRules(), **fine), 1, 1)
        assert (line.penalty, sum(one.score for one in line.rounds)) == (2, 10)

    def test_a_final_decides_the_evening_and_adds_no_place_points(self):
        final = table(4, 1, FOUR, points=(44, 30, 20, 10))
        cut = Scheme("points", cut=Cut(3, 4, finalists=FOUR))
        whole = evening(
            "1", *self.ROUNDS, final, entrants=(*FOUR, 5), scheme=cut, sit_outs=self.OUT
        )
        found = season_standings(SeasonRules(), (whole,))
        plain = self.season(SeasonRules())
        assert {row.player: row.total for row in found.rows} == {
            row.player: row.total for row in plain.rows
        }
        by_place = season_standings(SeasonRules("standing", ladder=(5, 4, 3, 2, 1)), (whole,))
        assert [row.player for row in by_place.rows] == [4, 3, 2, 1, 5]

    def test_a_penalty_of_the_evening_costs_its_place(self):
        rules = SeasonRules("standing", ladder=(10, 6, 3, 1))
        fine = {"scheme": Scheme("points"), "penalties": (Penalty(5, 30),)}
        assert self.scores(rules, **fine) == {1: 10, 5: 6, 2: 3, 3: 1, 4: 1}


class TestSubstitutes:
    RULES = SeasonRules(substitute="replaces_worst", tie_breaks=())

    def test_a_game_for_somebody_else_replaces_the_own_worst_round(self):
        # 5 is last in the first round, sits out in the second, and wins there in the seat of 4.
        whole = evening(
            "1",
            table(1, 1, (1, 2, 3, 5), (1, 2, 3, 4)),
            table(2, 1, (4, 1, 2, 3), (1, 2, 3, 4), played_by={4: 5}),
            entrants=(*FOUR, 5),
            sit_outs=(SitOut(1, 4), SitOut(2, 5)),
        )
        found = season_standings(self.RULES, (whole,))
        line = line_of(found, 5, 1)
        # 1 and a sit-out worth the own average of 1; the 4 takes the place of one of them.
        assert line.score == 4 + 1
        assert [(one.kind, one.score, one.counts) for one in line.rounds] == [
            ("played", 1, False),
            ("sat_out", 1, True),
            ("as_substitute", 4, True),
        ]
        # The game counts for 4 as well, who was there in the first round.
        assert line_of(found, 4, 1).score == 4 + 4
        plain = season_standings(replace(self.RULES, substitute="nothing"), (whole,))
        assert line_of(plain, 5, 1).score == 1 + 1

    def test_a_worse_game_replaces_nothing(self):
        whole = evening(
            "1",
            table(1, 1, (5, 1, 2, 3), (1, 2, 3, 4)),
            table(2, 1, (1, 2, 3, 4), (1, 2, 3, 4), played_by={4: 5}),
            entrants=(*FOUR, 5),
            sit_outs=(SitOut(1, 4), SitOut(2, 5)),
        )
        line = line_of(season_standings(self.RULES, (whole,)), 5, 1)
        assert line.score == 4 + 4
        assert [one.counts for one in line.rounds] == [True, True, False]

    def test_who_did_not_enter_gets_the_evening_if_it_is_better_than_the_absence(self):
        # 6 plays both rounds for 4 and makes 4 + 3; the worst of the evening is 3's 1 + 2.
        whole = evening(
            "1",
            table(1, 1, (4, 1, 2, 3), (1, 2, 3, 4), played_by={4: 6}),
            table(2, 1, (1, 4, 3, 2), (1, 2, 3, 4), played_by={4: 6}),
            notified=(6,),
        )
        found = season_standings(self.RULES, (whole,), members=(*FOUR, 5, 6))
        line = line_of(found, 6, 1)
        assert (line.kind, line.score, line.attended, line.standing) == (
            "substitute",
            7,
            True,
            None,
        )
        # 4 was not there: the games count, the attendance does not.
        four = line_of(found, 4, 1)
        assert (four.kind, four.score, four.attended) == ("played", 7, False)
        plain = season_standings(replace(self.RULES, substitute="nothing"), (whole,), (*FOUR, 6))
        assert (line_of(plain, 6, 1).kind, line_of(plain, 6, 1).score) == ("notified", 3)

    def test_a_worse_evening_leaves_the_absence_as_it_is(self):
        whole = evening(
            "1",
            table(1, 1, (1, 2, 3, 4), (1, 2, 3, 4), played_by={4: 6}),
            table(2, 1, (4, 3, 2, 1), (1, 2, 3, 4)),
            notified=(6,),
        )
        # One game of 1 point and one round missed, against the worst of the evening: 5.
        line = line_of(season_standings(self.RULES, (whole,), members=(*FOUR, 6)), 6, 1)
        assert (line.kind, line.score, line.attended) == ("notified", 5, True)

    def test_who_only_played_for_somebody_else_was_there_all_the_same(self):
        # 6 sits in for 4 in the first round, 4 for 3 in the second.
        whole = evening(
            "1",
            table(1, 1, FOUR, (1, 2, 3, 4), played_by={4: 6}),
            table(2, 1, (1, 2, 3, 5), (1, 2, 3, 4), played_by={3: 4}),
            entrants=(*FOUR, 5),
        )
        line = line_of(season_standings(self.RULES, (whole,)), 4, 1)
        # 1 from the game that was played for 4, and 2 instead of the round that 4 missed.
        assert (line.score, line.attended) == (1 + 2, True)


class TestPenalties:
    def test_of_the_season_and_of_an_evening(self):
        fines = (Penalty(1, Fraction(3, 2)), Penalty(1, 1, round=2), Penalty(2, -1))
        found = season_standings(SeasonRules(tie_breaks=()), WINTER, penalties=fines)
        assert totals(found)[:2] == [(1, 2, 10), (2, 1, Fraction(15, 2))]
        lines = [(x.kind, x.label, x.amount) for x in found.statement(1).lines]
        assert lines[3:] == [("penalty", "", Fraction(-3, 2)), ("penalty", "February", -1)]

    def test_where_few_points_are_good_a_penalty_is_added(self):
        low = (evening("1", table(1, 1, FOUR, points=(10, 20, 30, 44))),)
        found = season_standings(SeasonRules("points"), low, penalties=(Penalty(1, 15),))
        assert totals(found)[:2] == [(1, 2, 20), (2, 1, 25)]
        assert found.statement(1).lines[-1].amount == 15


class TestWhatIsRefused:
    @pytest.mark.parametrize(
        ("rules", "others", "problem"),
        [
            (SeasonRules(of=2), {}, ("season.evenings", 3, 2)),
            (SeasonRules(), {"penalties": (Penalty(9, 1),)}, ("season.stranger", 9)),
            (SeasonRules(), {"penalties": (Penalty(1, 1, round=4),)}, ("season.penalty", 4, 3)),
            (SeasonRules(), {"members": (1, 2, 1)}, ("season.member", 1)),
            (SeasonRules("points"), {}, ("standings.no_points", 1, 1)),
        ],
    )
    def test_by_name(self, rules, others, problem):
        with pytest.raises(StandingsError) as caught:
            season_standings(rules, WINTER, **others)
        assert (caught.value.code, *caught.value.problem.fields.values()) == problem

    def test_points_that_go_both_ways(self):
        high = replace(WINTER[1], record=replace(WINTER[1].record, better="high"))
        with pytest.raises(StandingsError) as caught:
            season_standings(SeasonRules(), (WINTER[0], high))
        assert caught.value.problem.fields == {"label": "February"}

    def test_a_statement_of_nobody(self):
        with pytest.raises(StandingsError) as caught:
            season_standings(SeasonRules(), WINTER).statement(9)
        assert caught.value.code == "season.stranger"


def test_a_season_that_has_not_begun():
    found = season_standings(SeasonRules(of=8), (), members=(3, 1))
    assert totals(found) == [(1, 3, 0), (1, 1, 0)]
    assert found.statement(3).total == 0
    assert season_standings(SeasonRules(), ()).rows == ()
    assert season_standings(SeasonRules(), (Evening("1", EventRecord(()), Scheme()),)).rows == ()
