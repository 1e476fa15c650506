"""Idleness: the values of the text, exempt periods, and settlements in any number of steps."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rating.decay import NO_EXEMPTIONS, Calendar, Exemptions, idle_days, settlement
from engine.rating.policy import POLICIES, Decay
from engine.rating.standing import Standing, standing

CLUB = POLICIES["club"]
LAST = date(2024, 1, 10).toordinal()


def on(text):
    return date.fromisoformat(text).toordinal()


@pytest.mark.parametrize(
    ("rating", "day", "expected"),
    [
        (1720, "2024-01-10", 1720),
        (1720, "2024-01-24", 1720),
        (1720, "2024-01-25", 1719),
        (1720, "2024-03-24", 1660),
        (1720, "2025-02-13", 1500),
        (1720, "2030-01-01", 1500),
        (1490, "2025-02-13", 1490),
        (1500, "2025-02-13", 1500),
    ],
)
def test_the_values_of_the_text(rating, day, expected):
    assert standing(1, (rating, LAST, 0), on(day), CLUB) == Standing(expected, rating - expected)


def test_the_app_grants_five_days():
    app = POLICIES["app"]
    assert standing(1, (1720, LAST, 0), on("2024-01-15"), app) == Standing(1720, 0)
    assert standing(1, (1720, LAST, 0), on("2024-01-16"), app) == Standing(1719, 1)


def test_modes():
    state, day = (1720, LAST, 0), on("2024-03-24")
    shown = CLUB.from_switches({"decay": "display"})
    assert standing(1, state, day, shown) == Standing(1660, 60)
    assert standing(1, state, day, POLICIES["portal"]) == Standing(1720, 0)


def test_more_points_a_day_stop_at_the_floor_too():
    three = Decay(points_per_day=3)
    assert settlement(1, (1510, LAST, 0), LAST + 17, three) == (9, 3)
    assert settlement(1, (1510, LAST, 0), LAST + 18, three) == (10, 4)


def test_nobody_decays_before_a_game():
    assert idle_days(1, 0, LAST, CLUB.decay) == 0
    assert standing(1, (1720, 0, 0), LAST, CLUB) == Standing(1720, 0)


def test_below_the_floor_idle_days_pass_without_cost_and_are_not_charged_later():
    # Settled below the floor on day 100; lifted by an adjustment; one night later one point.
    assert settlement(1, (1690, LAST, 86), LAST + 101, CLUB.decay) == (1, 87)


def test_exempt_days_are_those_after_the_game_up_to_the_day():
    club = Exemptions.of([(None, LAST, LAST + 20)])
    # The game's own day is no idle day: 20 exempt days, 14 of grace.
    assert club.days(1, LAST, LAST + 30) == 20
    assert idle_days(1, LAST, LAST + 34, CLUB.decay, club) == 0
    assert idle_days(1, LAST, LAST + 35, CLUB.decay, club) == 1
    later = Exemptions.of([(None, LAST + 20, LAST + 29)])
    days = [idle_days(1, LAST, LAST + day, CLUB.decay, later) for day in (19, 20, 24, 29, 30, 40)]
    assert days == [5, 5, 5, 5, 6, 16]


def test_the_periods_of_club_and_player_are_united():
    exempt = Exemptions.of([(None, 10, 19), (7, 15, 24), (7, 24, 26), (8, 40, 40)])
    assert [exempt.days(player, 0, 100) for player in (7, 8, 9)] == [17, 11, 10]
    assert exempt.days(7, 12, 18) == 6
    assert exempt.days(8, 39, 40) == 1
    assert exempt.days(8, 40, 41) == 0


def test_a_period_cannot_end_before_it_begins():
    with pytest.raises(ValueError, match="no days"):
        Exemptions.of([(None, 11, 10)])
    assert Exemptions.of([(None, 11, 11)]).days(1, 10, 11) == 1


intervals = st.lists(
    st.tuples(st.integers(1, 60), st.integers(0, 15)).map(lambda p: (p[0], p[0] + p[1])), max_size=6
)


@given(intervals, st.integers(0, 90))
def test_a_calendar_is_the_set_of_its_days(periods, day):
    union = {d for first, last in periods for d in range(first, last + 1)}
    assert Calendar.of(periods).through(day) == sum(d <= day for d in union)


@given(
    st.integers(1400, 1700),
    st.lists(st.integers(0, 120), min_size=1, max_size=6),
    intervals,
    st.sampled_from([Decay(), Decay(grace_days=0), Decay(grace_days=3, points_per_day=4)]),
)
def test_settling_in_between_changes_nothing(rating, days, periods, decay):
    exempt = Exemptions.of([(None, 100 + first, 100 + last) for first, last in periods])
    days = sorted(100 + day for day in days)
    at_once = settlement(1, (rating, 100, 0), days[-1], decay, exempt)
    state = (rating, 100, 0)
    for day in days:
        loss, idle = settlement(1, state, day, decay, exempt)
        assert loss >= 0
        state = (state[0] - loss, 100, idle)
    assert (rating - state[0], state[2]) == at_once


def test_without_exemptions_there_are_none():
    assert NO_EXEMPTIONS.days(1, 0, 10**6) == 0
