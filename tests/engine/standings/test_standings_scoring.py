"""What games and rounds are worth, calculated by hand."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from standings_events import event, table

from engine.standings.contest import Contest
from engine.standings.credits import Credit
from engine.standings.errors import StandingsError
from engine.standings.exact import average, median, number_text, read_number, total
from engine.standings.games import Penalty, SitOut
from engine.standings.ranking import rank
from engine.standings.scheme import Scheme
from engine.standings.scoring import performance

# ADMIN.md, case 11, as the first table; in the second round 4 sits out and 5 plays.
FIVE = event(
    5,
    table(1, 1, (1, 2, 3, 4), points=(10, 20, 20, 50)),
    table(2, 1, (5, 1, 2, 3), points=(5, 15, 25, 35)),
    sit_outs=(SitOut(1, 5), SitOut(2, 4)),
)


def scores(record, scheme):
    return {row.player: row.score for row in rank(record, scheme).rows}


def test_points_10_20_20_50_share_the_second_and_third_place():
    found = scores(FIVE.until(1), Scheme(sit_out=Credit("nothing")))
    assert found == {1: 4, 2: Fraction(5, 2), 3: Fraction(5, 2), 4: 1, 5: 0}


@pytest.mark.parametrize(
    ("ladder", "places", "expected"),
    [
        ((4, 3, 2, 1), (1, 1, 3, 4), ("7/2", "7/2", "2", "1")),
        ((3, 1, 0, 0), (1, 1, 1, 4), ("4/3", "4/3", "4/3", "0")),
        ((3, 1, 0, 0), (1, 2, 3, 3), ("3", "1", "0", "0")),
        ((5, 3, 2, 0), (1, 1, 1, 1), ("5/2",) * 4),
        ((4, 3, 2, 1), (1, 2, 3), ("4", "3", "2")),
        ((4, 3, 2, 1), (1, 2, 2), ("4", "5/2", "5/2")),
    ],
)
def test_place_points(ladder, places, expected):
    players = tuple(range(1, len(places) + 1))
    record = event(len(places), table(1, 1, players, places))
    found = scores(record, Scheme(ladder=tuple(map(Fraction, ladder))))
    assert [found[player] for player in players] == [Fraction(each) for each in expected]


def test_a_table_of_three_may_have_a_ladder_of_its_own():
    record = event(3, table(1, 1, (1, 2, 3), (1, 2, 3)))
    assert scores(record, Scheme(ladder_three=(4, 2, 1))) == {1: 4, 2: 2, 3: 1}


def test_on_a_ladder_that_rises_few_place_points_win():
    record = event(4, table(1, 1, (1, 2, 3, 4), (4, 1, 2, 3)))
    found = rank(record, Scheme(ladder=(1, 2, 3, 4)))
    assert found.better == "low"
    assert [(row.place, row.player) for row in found.rows] == [(1, 2), (2, 3), (3, 4), (4, 1)]


def test_raw_points_where_many_are_good():
    lines = table(1, 1, (1, 2, 3, 4), places=(3, 1, 4, 2), points=(12, 40, 3, 22))
    found = rank(event(4, lines, better="high"), Scheme("points"))
    assert [(row.player, row.score) for row in found.rows] == [(2, 40), (4, 22), (1, 12), (3, 3)]


@pytest.mark.parametrize(
    ("rule", "of_five", "of_four"),
    [
        ("own_average", "10", "100"),  # 5 + 5; 50 + 50
        ("round_average", "30", "70"),  # 5 + (10 + 20 + 20 + 50) / 4; 50 + (5 + 15 + 25 + 35) / 4
        ("round_median", "25", "70"),  # 5 + 20; 50 + (15 + 25) / 2
        ("worst", "55", "85"),  # 5 + 50; 50 + 35
        ("12.5", "17.5", "62.5"),
    ],
)
def test_what_a_drawn_sit_out_is_worth(rule, of_five, of_four):
    found = scores(FIVE, Scheme("points", sit_out=Credit.of_value(rule)))
    assert (found[5], found[4]) == (Fraction(of_five), Fraction(of_four))
    assert (found[1], found[2], found[3]) == (25, 45, 55)


def test_an_own_average_is_exact():
    # 6 plays 4, 3 and 3 points, and sits out once: 10/3 for it.
    record = event(
        6,
        table(1, 1, (6, 1, 2, 3), (1, 2, 3, 4)),
        table(2, 1, (1, 6, 2, 3), (1, 2, 3, 4)),
        table(3, 1, (1, 6, 2, 3), (1, 2, 3, 4)),
        table(4, 1, (1, 2, 3, 5), (1, 2, 3, 4)),
        sit_outs=(SitOut(4, 6),),
    )
    assert scores(record, Scheme())[6] == Fraction(40, 3)


def test_who_has_not_played_yet_is_credited_the_average_of_the_round():
    record = event(5, table(1, 1, (1, 2, 3, 4), (1, 2, 3, 4)), sit_outs=(SitOut(1, 5),))
    assert scores(record, Scheme())[5] == Fraction(5, 2)


def test_a_second_sit_out_may_be_worth_something_else():
    record = event(
        5,
        table(1, 1, (1, 2, 3, 4), (1, 2, 3, 4)),
        table(2, 1, (1, 2, 3, 4), (1, 2, 3, 4)),
        table(3, 1, (5, 1, 2, 3), (1, 2, 3, 4)),
        sit_outs=(SitOut(1, 5), SitOut(2, 5), SitOut(3, 4)),
    )
    scheme = Scheme(sit_out=Credit("fixed", Fraction(3)), sit_out_again=Credit("nothing"))
    found = scores(record, scheme)
    assert found[5] == 3 + 0 + 4
    assert found[4] == 1 + 1 + 3


@pytest.mark.parametrize(
    ("scheme", "expected"),
    [
        (Scheme(), 0),  # nothing, where nothing is the least of all
        (Scheme("points"), 50),  # the worst score of the round
        (Scheme(ladder=(1, 2, 3, 4), sit_out=Credit("worst")), 4),
        (Scheme(ladder=(5, 1, -1, -5)), -5),
        (Scheme("points", missed=Credit("fixed", Fraction(60))), 60),
        (Scheme(missed=Credit("round_average")), Fraction(5, 2)),
    ],
)
def test_a_round_that_was_missed(scheme, expected):
    record = event(5, table(1, 1, (1, 2, 3, 4), points=(10, 20, 20, 50)))
    row = next(row for row in rank(record, scheme).rows if row.player == 5)
    assert (row.score, row.missed, row.games) == (expected, 1, 0)


def test_the_best_rounds_count_and_the_worst_are_dropped():
    record = event(
        4,
        table(1, 1, (1, 2, 3, 4), (1, 2, 3, 4)),
        table(2, 1, (2, 3, 4, 1), (1, 2, 3, 4)),
        table(3, 1, (1, 3, 2, 4), (1, 2, 3, 4)),
    )
    found = {row.player: row for row in rank(record, Scheme(best_of=2)).rows}
    assert {player: row.score for player, row in found.items()} == {1: 8, 2: 7, 3: 6, 4: 3}
    assert [one.counts for one in found[1].rounds] == [True, False, True]
    # 3 has 2, 3 and 3; 4 has 1, 2 and 1, of which the first 1 counts.
    assert [one.counts for one in found[3].rounds] == [False, True, True]
    assert [one.counts for one in found[4].rounds] == [True, True, False]


class TestPerformance:
    """E = 1 / (1 + 10**(d / 400)): three quarters are 400 * log10(3) = 190.8 above."""

    @pytest.mark.parametrize(
        ("pairs", "rating"),
        [
            ([(1500, 1)], 1500),
            ([(1500, 2), (1500, 0)], 1500),
            ([(1400, 2), (1600, 0)], 1500),
            ([(1500, 2), (1500, 1)], 1691),
            ([(1500, 0), (1500, 1)], 1309),
            ([(1500, 2)] * 10 + [(1500, 0)], 1900),  # 10 of 11: odds of ten to one
            ([(1500, 2)], 2300),  # everything won: 800 above
            ([(1500, 0), (1700, 0)], 700),
            ([], None),
        ],
    )
    def test_by_hand(self, pairs, rating):
        assert performance(pairs) == rating

    @settings(max_examples=40, deadline=None)
    @given(st.lists(st.tuples(st.integers(1000, 2000), st.sampled_from([0, 1, 2])), min_size=1))
    def test_a_better_score_is_no_lower_rating(self, pairs):
        better = [(rating, 2) for rating, _ in pairs]
        assert performance(better) >= performance(pairs) >= performance([(r, 0) for r, _ in pairs])
        assert performance(pairs[::-1]) == performance(pairs)

    def test_standings_by_performance(self):
        ratings = {1: 1500, 2: 1500, 3: 1500, 4: None}
        record = event(5, table(1, 1, (1, 2, 3, 4), (1, 2, 2, 4), ratings=ratings))
        rows = rank(record, Scheme("performance", tie_breaks=())).rows
        # 4 is unrated: nobody's pair with 4 counts, and 4's own three pairs do.
        assert [(row.place, row.player, row.score) for row in rows] == [
            (1, 1, 2300),
            (2, 2, 1309),  # lost to 1, shared with 3: a quarter
            (2, 3, 1309),
            (4, 4, 700),
            (5, 5, None),
        ]
        assert [row.why.criterion for row in rows[:4]] == ["score", "equal", "score", "score"]
        assert [one.score for row in rows[:4] for one in row.rounds] == [
            2,
            Fraction(1, 2),
            Fraction(1, 2),
            0,
        ]

    def test_a_penalty_is_taken_off_the_rating(self):
        ratings = {1: 1500, 2: 1500, 3: 1500, 4: 1500}
        lines = table(1, 1, (1, 2, 3, 4), (1, 2, 2, 4), ratings=ratings)
        record = event(4, lines, penalties=(Penalty(2, 50),))
        assert scores(record, Scheme("performance"))[2] == 1500 - 50


def test_raw_points_are_not_counted_where_a_result_has_only_places():
    record = event(4, table(1, 3, (1, 2, 3, 4), (1, 2, 3, 4)))
    with pytest.raises(StandingsError) as caught:
        Contest(record, Scheme("points"))
    assert caught.value.code == "standings.no_points"
    assert caught.value.problem.fields == {"round": 1, "table": 3}


class TestNumbers:
    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("3", 3),
            ("-1", -1),
            ("2.5", Fraction(5, 2)),
            ("2,5", Fraction(5, 2)),
            (" 7/3 ", Fraction(7, 3)),
        ],
    )
    def test_as_people_write_them(self, text, value):
        assert read_number(text) == value

    @pytest.mark.parametrize(
        "no", ["", "two", "1/0", "1e3", "1.2.3", "--1", True, None, 1.5, "9" * 40]
    )
    def test_what_is_none(self, no):
        assert read_number(no) is None

    @settings(max_examples=40, deadline=None)
    @given(st.fractions(max_denominator=999).filter(lambda value: abs(value) < 10**9))
    def test_what_is_written_is_read_as_the_same(self, value):
        assert read_number(number_text(value)) == value

    @settings(max_examples=40, deadline=None)
    @given(st.lists(st.fractions(max_denominator=50), min_size=1))
    def test_sums_and_averages_are_exact(self, values):
        assert total(values) == sum(values)
        assert average(values) == sum(values) / len(values)
        assert sum(value < median(values) for value in values) <= len(values) / 2
        assert sum(value > median(values) for value in values) <= len(values) / 2
