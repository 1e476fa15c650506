"""Ratings through time, and where labels and ticks go."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest
from boards import invented_names, make_board
from hypothesis import given
from hypothesis import strategies as st

from reports.charts.curves import Stroke, curves, game_by_game, leaders, on_one_day
from reports.charts.placement import date_ticks, rating_axis, spread
from reports.history import History
from reports.model import HistoryPoint, Player

ANNA = Player("a", "Anna")
JAN_10 = date(2024, 1, 10)


def board_of(*points: HistoryPoint, as_of: date):
    return replace(make_board([], 0), history=History.of(points), as_of=as_of)


def day(n: int) -> date:
    return JAN_10 + timedelta(days=n)


@pytest.fixture
def idle():
    """RATINGS.md: 1720, last played on 2024-01-10, policy `club`: 1660 on 03-24."""
    return board_of(
        HistoryPoint(ANNA, JAN_10, "start", None, 1700),
        HistoryPoint(ANNA, JAN_10, "game", 20, 1720, result=1),
        HistoryPoint(ANNA, day(74), "open_decay", -60, 1660, span=(day(15), day(74))),
        as_of=day(74),
    )


def test_decay_is_level_through_the_grace_then_a_point_a_day(idle):
    (curve,) = curves(idle, [ANNA])
    wanted = {0: 1720, 13: 1720, 14: 1720, 15: 1719, 44: 1690, 74: 1660}
    assert {n: curve.rating_on(day(n)) for n in wanted} == wanted
    assert curve.rating_on(day(-1)) is None
    assert curve.last == 1660


def test_strokes_are_joined_and_decay_is_one_of_its_own(idle):
    (curve,) = curves(idle, [ANNA])
    assert [stroke.decaying for stroke in curve.strokes] == [False, True]
    start = JAN_10.toordinal()
    assert curve.strokes[1] == Stroke((start + 14, start + 74), (1720, 1660), decaying=True)
    assert curve.games == ((start, 1720),)


def test_one_day_goes_from_game_to_game_and_all_end_together():
    bram = Player("b", "Bram")
    board = board_of(
        HistoryPoint(ANNA, JAN_10, "start", None, 1500),
        HistoryPoint(ANNA, JAN_10, "game", 10, 1510, result=1),
        HistoryPoint(ANNA, JAN_10, "adjustment", -4, 1506),
        HistoryPoint(ANNA, JAN_10, "game", -6, 1500, result=2),
        HistoryPoint(bram, JAN_10, "start", None, 1500),
        HistoryPoint(bram, JAN_10, "game", -10, 1490, result=1),
        as_of=JAN_10,
    )
    assert on_one_day(board, curves(board, [ANNA, bram]))
    assert not on_one_day(replace(board, as_of=day(1)), curves(board, [ANNA, bram]))
    one, other = game_by_game(board, [ANNA, bram, Player("c", "Cor")])
    assert one.strokes == (Stroke((0, 1, 2), (1500, 1506, 1500), decaying=False),)
    assert other.strokes == (Stroke((0, 1, 2), (1500, 1490, 1490), decaying=False),)
    assert (one.games, other.games) == (((1, 1506), (2, 1500)), ((1, 1490),))


def test_a_game_inside_the_gap_splits_the_decay():
    """RATINGS.md: 1720, 74 days; with a game on day 37: -23 and -23."""
    board = board_of(
        HistoryPoint(ANNA, JAN_10, "start", None, 1720),
        HistoryPoint(ANNA, day(37), "decay", -23, 1697, span=(day(15), day(37))),
        HistoryPoint(ANNA, day(37), "game", 3, 1700, result=2),
        HistoryPoint(ANNA, day(74), "decay", -23, 1677, span=(day(52), day(74))),
        HistoryPoint(ANNA, day(74), "game", -1, 1676, result=3),
        as_of=day(80),
    )
    (curve,) = curves(board, [ANNA])
    assert [stroke.decaying for stroke in curve.strokes] == [False, True, False, True, False]
    for one, two in pairwise(curve.strokes):
        assert (one.days[-1], one.ratings[-1]) == (two.days[0], two.ratings[0])
    wanted = {36: 1698, 37: 1700, 51: 1700, 60: 1691, 74: 1676, 80: 1676}
    assert {n: curve.rating_on(day(n)) for n in wanted} == wanted


def test_decay_that_met_the_floor_stays_there_until_the_next_game():
    board = board_of(
        HistoryPoint(ANNA, JAN_10, "start", None, 1510),
        HistoryPoint(ANNA, day(100), "decay", -10, 1500, span=(day(15), day(24))),
        HistoryPoint(ANNA, day(100), "game", 16, 1516, result=2),
        as_of=day(100),
    )
    (curve,) = curves(board, [ANNA])
    wanted = {14: 1510, 24: 1500, 25: 1500, 99: 1500, 100: 1516}
    assert {n: curve.rating_on(day(n)) for n in wanted} == wanted


def test_decay_without_a_span_is_a_straight_line():
    board = board_of(
        HistoryPoint(ANNA, JAN_10, "start", None, 1600),
        HistoryPoint(ANNA, day(20), "open_decay", -10, 1590),
        as_of=day(20),
    )
    (curve,) = curves(board, [ANNA])
    assert curve.rating_on(day(10)) == 1595


def test_a_line_is_straight_for_a_month_and_level_over_a_longer_pause():
    board = board_of(
        HistoryPoint(ANNA, JAN_10, "start", None, 1400),
        HistoryPoint(ANNA, day(31), "game", 10, 1410, result=1),
        HistoryPoint(ANNA, day(400), "game", 10, 1420, result=2),
        as_of=day(400),
    )
    (curve,) = curves(board, [ANNA])
    first = JAN_10.toordinal()
    assert curve.strokes[0].days == (first, first + 31, first + 399, first + 400)
    assert curve.strokes[0].ratings == (1400, 1410, 1410, 1420)


def test_among_equals_those_who_play_more_lead():
    board = make_board(invented_names(12), 12, tables=2)
    level = tuple(replace(standing, place=1) for standing in board.standings)
    chosen = leaders(replace(board, standings=level), 3)
    games = {standing.player: standing.games for standing in level}
    assert [games[player] for player in chosen] == sorted(games.values(), reverse=True)[:3]


def test_several_games_of_a_day_are_one_mark():
    board = board_of(
        HistoryPoint(ANNA, JAN_10, "start", None, 1500),
        HistoryPoint(ANNA, JAN_10, "game", 16, 1516, result=1),
        HistoryPoint(ANNA, JAN_10, "game", 5, 1521, result=2),
        HistoryPoint(ANNA, JAN_10, "adjustment", -12, 1509, reason="stuck"),
        as_of=day(1),
    )
    (curve,) = curves(board, [ANNA])
    assert curve.games == ((JAN_10.toordinal(), 1509),)
    assert curve.rating_on(JAN_10) == 1509


def test_every_curve_of_a_season_ends_where_the_standings_are():
    board = make_board(invented_names(12), 60, tables=2)
    drawn = curves(board, leaders(board, 12))
    assert [line.player for line in drawn] == [s.player for s in board.standings]
    assert [line.last for line in drawn] == [s.rating for s in board.standings]
    assert [line.rating_on(board.as_of) for line in drawn] == [s.rating for s in board.standings]


@given(
    st.lists(st.floats(0, 100), max_size=20),
    st.floats(0.1, 5),
)
def test_spread_keeps_labels_apart_and_inside(wanted, gap):
    found = spread(wanted, gap, 0, 100)
    assert len(found) == len(wanted)
    assert all(-1e-9 <= place <= 100 + 1e-9 for place in found)
    for one, two in pairwise(sorted(found)):
        assert two - one >= gap - 1e-9
    order = sorted(range(len(wanted)), key=lambda i: (wanted[i], -i))
    assert order == sorted(range(len(found)), key=lambda i: found[i])


@given(st.lists(st.floats(0, 100), min_size=1, max_size=8, unique=True))
def test_labels_that_do_not_collide_stay_where_they_are(wanted):
    gap = min((b - a for a, b in pairwise(sorted(wanted))), default=1.0)
    if gap > 1e-6:
        assert spread(wanted, gap * 0.99, 0, 100) == pytest.approx(wanted)


def test_spread_without_room_shares_what_there_is():
    assert spread([5, 5, 5], gap=10, low=0, high=10) == [10, 5, 0]


@pytest.mark.parametrize(
    ("days", "months", "marks"),
    [
        (0, False, 1),
        (7, False, 8),
        (49, False, 8),
        (91, False, 7),
        (120, True, 4),
        (365, True, 6),
        (3650, True, 5),
    ],
)
def test_date_ticks(days, months, marks):
    first = date(2025, 9, 3)
    ticks, by_month = date_ticks(first, first + timedelta(days=days))
    assert (by_month, len(ticks)) == (months, marks)
    assert all(first <= tick <= first + timedelta(days=days) for tick in ticks)
    assert not by_month or all(tick.day == 1 for tick in ticks)


@given(st.lists(st.integers(-3000, 5000), min_size=1))
def test_a_rating_axis_has_room_and_few_marks(ratings):
    low, high, step = rating_axis(ratings)
    assert low < min(ratings)
    assert max(ratings) < high
    assert low % step == high % step == 0
    assert 1 <= (high - low) // step <= 8
