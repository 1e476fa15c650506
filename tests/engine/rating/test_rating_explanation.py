"""Explanations: the parts of the text, and that what is printed always adds up."""

from decimal import Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from rating_histories import places_from, policies

from engine.rating.expectation import SCALE
from engine.rating.explanation import explain
from engine.rating.pairwise import changes
from engine.rating.policy import POLICIES, Policy

PORTAL = POLICIES["portal"]
ROW_FIVE = (1452, 1800, 1100, 1550)


def test_row_five_as_the_text_prints_it():
    expected = [
        ([(1800, "9.40"), (1100, "1.24"), (1550, "6.80")], "-0.44", 17),
        ([(1452, "-9.40"), (1100, "0.19"), (1550, "2.04")], "0.17", -7),
        ([(1452, "-1.24"), (1800, "-0.19"), (1550, "9.92")], "-0.49", 8),
        ([(1452, "-6.80"), (1800, "-2.04"), (1100, "-9.92")], "-0.24", -19),
    ]
    for seat, (parts, rounding, change) in zip(
        explain(ROW_FIVE, (1, 2, 3, 4), PORTAL), expected, strict=True
    ):
        assert [(part.opponent_rating, str(part.shown)) for part in seat.parts] == parts
        assert (str(seat.rounding), seat.minimum, seat.maximum) == (rounding, 0, 0)
        assert (seat.change, seat.after) == (change, seat.rating + change)


def test_scores_and_expectations_are_shown_with_the_parts():
    shared = explain((1500, 1900, 1500, 1500), (1, 2, 2, 4), PORTAL)[1]
    assert (shared.seat, shared.rating, shared.place) == (1, 1900, 2)
    assert [part.opponent for part in shared.parts] == [0, 2, 3]
    assert [part.score for part in shared.parts] == [0, Fraction(1, 2), 1]
    # 400 points up: ten in eleven.
    assert {part.expected for part in shared.parts} == {round(Fraction(10, 11) * SCALE)}


def test_the_minimum_and_the_maximum_have_rows_of_their_own():
    favourite = explain((2200, 1400, 1400, 1400), (1, 2, 3, 4), PORTAL)[0]
    # Three parts of .1056 are shown as .11; .3168 rounds to 0, and the minimum makes it 1.
    assert [str(part.shown) for part in favourite.parts] == ["0.11", "0.11", "0.11"]
    assert (str(favourite.rounding), favourite.minimum, favourite.maximum) == ("-0.33", 1, 0)
    assert favourite.change == 1
    outsider = explain((1400, 1800, 1800, 1800), (1, 2, 3, 4), Policy("wild", k=64))[0]
    # Twice 9.697: 19.39 thrice, 58.17; 58.18 rounds to 58, the maximum takes 26.
    assert [str(part.shown) for part in outsider.parts] == ["19.39"] * 3
    assert (str(outsider.rounding), outsider.minimum, outsider.maximum) == ("-0.17", 0, -26)
    assert outsider.change == 32


def test_next_to_nothing_is_shown_without_a_sign():
    third = explain((1400, 1400, 1400, 2900), (1, 2, 3, 4), PORTAL)[3]
    assert [str(part.shown) for part in third.parts] == ["-10.66", "-10.66", "-10.66"]
    first = explain((4000, 1000, 1000, 1000), (1, 2, 3, 4), PORTAL)[0]
    assert [str(part.shown) for part in first.parts] == ["0.00", "0.00", "0.00"]
    last = explain((1000, 4000, 4000, 4000), (4, 1, 2, 3), PORTAL)[0]
    assert [str(part.shown) for part in last.parts] == ["0.00", "0.00", "0.00"]
    assert (str(last.rounding), last.minimum, last.change) == ("0.00", -1, -1)


def test_seats_that_do_not_count_are_no_opponents():
    first, guest, second, computer = explain((1500, None, 1500, None), (1, 2, 3, 4), PORTAL)
    assert guest is None
    assert computer is None
    assert [part.opponent for part in first.parts] == [2]
    assert [part.opponent for part in second.parts] == [0]
    assert explain((1500, None, None, None), (1, 2, 3, 4), PORTAL) == (None,) * 4


@given(
    st.lists(st.one_of(st.none(), st.integers(-900, 5000)), min_size=3, max_size=4),
    st.lists(st.integers(1, 4), min_size=4, max_size=4),
    policies,
)
def test_what_is_printed_adds_up_to_what_is_booked(ratings, scores, policy):
    places = places_from(scores[: len(ratings)])
    booked = changes(ratings, places, policy)
    for change, seat in zip(booked, explain(ratings, places, policy), strict=True):
        assert (change is None) == (seat is None)
        if seat is None:
            continue
        printed = [part.shown for part in seat.parts] + [seat.rounding]
        assert all(amount == amount.quantize(Decimal("0.01")) for amount in printed)
        assert sum(printed) + seat.minimum + seat.maximum == seat.change == change.booked
        assert sum(part.exact for part in seat.parts) == change.exact
        assert all(
            abs(Fraction(part.shown) - part.exact) <= Fraction(1, 200) for part in seat.parts
        )
