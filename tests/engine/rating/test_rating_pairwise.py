"""The arithmetic of one game: the worked examples of the text, and what it states in general."""

from fractions import Fraction
from itertools import permutations

import pytest
import rating_oracle
from hypothesis import given
from hypothesis import strategies as st
from rating_histories import places_from, policies

from engine.rating.errors import CODES, GameError
from engine.rating.pairwise import changes
from engine.rating.policy import POLICIES, Policy

PORTAL = POLICIES["portal"]
OFF = Policy("off", min_rule="off")
ENDS = Policy("ends", min_rule="ends")
PAIR = Policy("pair", rounding="pair")

IN_ORDER = (1, 2, 3, 4)
# RATINGS.md, the table: ratings, places, exact to four decimals, booked.
WORKED = [
    ((1500, 1500, 1500, 1500), IN_ORDER, (16, 5.3333, -5.3333, -16), (16, 5, -5, -16)),
    ((1800, 1800, 1400, 1800), IN_ORDER, (11.6364, 0.9697, 7.7576, -20.3636), (12, 1, 8, -20)),
    ((1800, 1800, 1800, 1400), IN_ORDER, (11.6364, 0.9697, -9.6970, -2.9091), (12, 1, -10, -3)),
    ((1400, 1800, 1800, 1800), IN_ORDER, (29.0909, 0.9697, -9.6970, -20.3636), (29, 1, -10, -20)),
    ((1452, 1800, 1100, 1550), IN_ORDER, (17.4402, -7.1678, 8.4938, -18.7662), (17, -7, 8, -19)),
    ((2200, 1400, 1400, 1400), IN_ORDER, (0.3168, 10.5611, -0.1056, -10.7723), (1, 11, -1, -11)),
    ((1400, 1400, 1400, 2900), IN_ORDER, (21.3314, 10.6648, -0.0019, -31.9943), (21, 11, -1, -32)),
    ((1500, 1500, 1500, 1500), (1, 2, 2, 4), (16, 0, 0, -16), (16, 0, 0, -16)),
    ((1600, 1400, 1500, 1500), (1, 1, 3, 4), (4.9080, 16.4254, -5.3333, -16), (5, 16, -5, -16)),
    ((1500, 1500, 1500, 1500), (1, 1, 1, 1), (0, 0, 0, 0), (0, 0, 0, 0)),
    ((1700, 1500, 1500, 1300), (1, 1, 1, 1), (-9.9049, 0, 0, 9.9049), (-10, 0, 0, 10)),
    ((1382, 1636, 1633, 1502), IN_ORDER, (24.3969, 0.0001, -10.5063, -13.8907), (24, 1, -11, -14)),
    ((1613, 1500, 1500, 1387), (1, 2, 2, 4), (9.5975, 0, 0, -9.5975), (10, 0, 0, -10)),
    ((1500, 1600, 1400), (1, 2, 3), (16, -6.3970, -9.6030), (16, -6, -10)),
]

ratings = st.one_of(st.integers(900, 2300), st.integers(1495, 1505), st.integers(-6000, 9000))
tables = st.lists(ratings, min_size=4, max_size=4)
finishes = st.lists(st.integers(1, 4), min_size=4, max_size=4).map(places_from)


def booked(*arguments):
    return tuple(change and change.booked for change in changes(*arguments))


@pytest.mark.parametrize(("before", "places", "exact", "after"), WORKED)
def test_worked_examples(before, places, exact, after):
    result = changes(before, places, PORTAL)
    assert tuple(round(float(change.exact), 4) for change in result) == exact
    assert booked(before, places, PORTAL) == after


def test_worked_zeros_are_exact_zeros():
    for before, places in (
        ((1500, 1500, 1500, 1500), (1, 2, 2, 4)),
        ((1501, 1500, 1500, 1499), (1, 2, 2, 4)),
        ((1613, 1500, 1500, 1387), (1, 2, 2, 4)),
    ):
        middle = changes(before, places, PORTAL)[1:3]
        assert [change.exact for change in middle] == [0, 0]
        assert [change.booked for change in middle] == [0, 0]


def test_row_twelve_moves_by_a_change_that_is_not_quite_zero():
    tiny = changes((1382, 1636, 1633, 1502), IN_ORDER, PORTAL)[1]
    assert f"{float(tiny.exact):.7f}" == "0.0000688"
    assert (tiny.rounded, tiny.minimum, tiny.booked) == (0, 1, 1)


def test_without_the_minimum_small_changes_are_nothing():
    assert booked((2200, 1400, 1400, 1400), IN_ORDER, OFF) == (0, 11, 0, -11)
    assert booked((1382, 1636, 1633, 1502), IN_ORDER, OFF) == (24, 0, -11, -14)


def test_the_minimum_for_the_ends_only():
    # First place exact +.3168 is lifted, third place exact -.1056 is not.
    assert booked((2200, 1400, 1400, 1400), IN_ORDER, ENDS) == (1, 11, 0, -11)
    # Last place exact: -32 / (1 + 10**3.75) = -.0057.
    assert booked((2900, 2900, 2900, 1400), IN_ORDER, ENDS)[3] == -1
    assert booked((1382, 1636, 1633, 1502), IN_ORDER, ENDS) == (24, 0, -11, -14)
    # Shared places share their end: 1 2 3 3, all expectations against 3900 next to nothing.
    shared = changes((3900, 3900, 1500, 1500), (1, 2, 3, 3), ENDS)
    assert [change.minimum for change in shared[2:]] == [-1, -1]


def test_rounding_by_pair_keeps_the_sum_at_nothing():
    # 32/3 * 1/2 = 5.33 for every pair of equals: three wins of 5, and so on.
    assert booked((1500, 1500, 1500, 1500), IN_ORDER, PAIR) == (15, 5, -5, -15)
    # Row five by pairs: 9.40 1.24 6.80 | .19 2.04 | 9.92.
    assert booked((1452, 1800, 1100, 1550), IN_ORDER, PAIR) == (9 + 1 + 7, -9 + 2, -1 + 10, -19)
    # Three transfers of 10.67 to a hopeless outsider: neither minimum nor maximum applies.
    assert booked((500, 2500, 2500, 2500), IN_ORDER, PAIR)[0] == 33
    # A favourite may gain nothing: 32/3 * 1/(1 + 10**3) = .01 for every pair.
    assert booked((2700, 1500, 1500, 1500), IN_ORDER, PAIR)[0] == 0


def test_the_maximum_is_felt_only_where_k_is_larger():
    wild = Policy("wild", k=64)
    change = changes((1400, 1800, 1800, 1800), IN_ORDER, wild)[0]
    # Twice row four: 58.18, rounded 58, of which 32 are booked.
    assert (change.rounded, change.minimum, change.maximum, change.booked) == (58, 0, -26, 32)
    last = changes((1400, 1400, 1400, 2900), IN_ORDER, wild)[3]
    assert (last.rounded, last.maximum, last.booked) == (-64, 32, -32)
    tame = Policy("tame", max_change=10)
    assert booked((1500, 1500, 1500, 1500), IN_ORDER, tame) == (10, 5, -5, -10)


def test_a_seat_that_does_not_count_still_is_a_seat():
    # 32/3, not 32/1: the pair of two equals is worth 5.33.
    assert booked((1500, None, None, 1500), (2, 1, 3, 4), PORTAL) == (5, None, None, -5)
    # Three who count: 10.67 for the first, nothing for the middle.
    result = changes((1500, 1500, 1500, None), (1, 2, 3, 4), PORTAL)
    assert [change and change.exact for change in result] == [
        Fraction(32, 3),
        0,
        Fraction(-32, 3),
        None,
    ]
    assert changes((1500, None, None, None), IN_ORDER, PORTAL) == (None,) * 4
    assert changes((None, None, None), (1, 2, 3), PORTAL) == (None,) * 3


@pytest.mark.parametrize(
    ("before", "places"),
    [((1500, 1500), (1, 2)), ((1500,) * 5, (1, 2, 3, 4, 5)), ((1500,) * 4, (1, 2, 3)), ((), ())],
)
def test_other_tables_are_refused(before, places):
    with pytest.raises(GameError) as caught:
        changes(before, places, PORTAL)
    assert caught.value.code == "game.seats"
    assert dict(caught.value.fields) == {"seats": len(before), "places": len(places)}
    assert tuple(caught.value.fields) == CODES["game.seats"]


def test_a_strong_third_can_be_worth_more_than_the_second():
    # The portal's sentence: three of 1800 and one of 1400 who finishes third gains, and more than
    # the second.
    _, second, third, _ = booked((1800, 1800, 1400, 1800), IN_ORDER, PORTAL)
    assert third > second > 0


@given(tables, finishes)
def test_permuting_the_seats_changes_nothing(before, places):
    expected = booked(before, places, PORTAL)
    for order in permutations(range(4)):
        seated = booked([before[i] for i in order], [places[i] for i in order], PORTAL)
        assert seated == tuple(expected[i] for i in order)


@given(tables, finishes)
def test_sums_stay_within_the_stated_bounds(before, places):
    result = changes(before, places, PORTAL)
    assert sum(change.exact for change in result) == 0
    assert abs(sum(change.rounded for change in result)) <= 1
    assert abs(sum(change.booked for change in result)) <= 2
    assert sum(booked(before, places, PAIR)) == 0


@given(tables, finishes)
def test_only_an_exact_zero_books_nothing_and_nothing_passes_32(before, places):
    for change in changes(before, places, PORTAL):
        assert (change.booked == 0) == (change.exact == 0)
        assert abs(change.booked) <= 32
        assert change.booked * change.exact >= 0


@given(st.integers(-3000, 5000), finishes)
def test_equals_move_by_place_alone(rating, places):
    assert booked([rating] * 4, places, PORTAL) == booked([1500] * 4, places, PORTAL)


@given(tables, finishes, st.integers(-3000, 3000))
def test_only_differences_count(before, places, shift):
    moved = [rating + shift for rating in before]
    assert booked(moved, places, PORTAL) == booked(before, places, PORTAL)


@given(tables, finishes)
def test_who_shares_place_and_rating_shares_the_change(before, places):
    seats = list(zip(before, places, booked(before, places, PORTAL), strict=True))
    for rating, place, change in seats:
        for other_rating, other_place, other_change in seats:
            if place == other_place:
                if rating == other_rating:
                    assert change == other_change
                elif rating > other_rating:
                    assert change <= other_change


@given(
    st.lists(ratings, min_size=3, max_size=4), st.lists(st.integers(1, 4), min_size=4, max_size=4)
)
def test_halves_never_occur(before, scores):
    for change in changes(before, places_from(scores[: len(before)]), PORTAL):
        assert change.exact.denominator != 2


@given(
    st.lists(st.one_of(st.none(), ratings), min_size=3, max_size=4),
    st.lists(st.integers(1, 4), min_size=4, max_size=4),
    policies,
)
def test_every_policy_equals_the_second_computation(before, scores, policy):
    places = places_from(scores[: len(before)])
    if len(before) - before.count(None) < 2:
        assert set(booked(before, places, policy)) == {None}
        return
    seats = list(zip(before, places, strict=True))
    assert list(booked(before, places, policy)) == rating_oracle.booked(seats, policy.switches())
