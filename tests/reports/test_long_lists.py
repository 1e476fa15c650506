"""Histories and results in columns give back what was put in."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from boards import invented_names, make_board
from hypothesis import given
from hypothesis import strategies as st

from reports.history import CAUSES, History
from reports.model import HistoryPoint, Player, ResultLine, SeatLine
from reports.results import Results

PEOPLE = [Player(f"k{n}", name) for n, name in enumerate(["Anna", "Bram", "Cor", "Dina", "Eef"])]
days = st.dates(date(1990, 1, 1), date(2070, 1, 1))
ratings = st.integers(-5000, 9000)


@st.composite
def movements(draw):
    cause = draw(st.sampled_from(CAUSES))
    begin = draw(days)
    span = (begin, begin + timedelta(days=draw(st.integers(0, 400))))
    return HistoryPoint(
        player=draw(st.sampled_from(PEOPLE)),
        on=draw(days),
        cause=cause,
        change=None if cause == "start" else draw(st.integers(-400, 400)),
        rating=draw(ratings),
        result=draw(st.integers(1, 2**31 - 1)) if cause == "game" else None,
        reason=draw(st.text(max_size=5)) if cause == "adjustment" else "",
        span=span if cause in ("decay", "open_decay") and draw(st.booleans()) else None,
    )


@st.composite
def lines(draw, number):
    players = draw(st.permutations(PEOPLE))[: draw(st.sampled_from([3, 4]))]
    seats = tuple(
        SeatLine(
            seat,
            player,
            draw(st.none() | st.integers(-2000, 2000)),
            draw(st.none() | st.integers(1, 4)),
            draw(st.none() | st.integers(-32, 32)),
            draw(st.none() | ratings),
        )
        for seat, player in zip("NESW", players, strict=False)
    )
    return ResultLine(
        id=number,
        on=draw(days),
        rules=draw(st.none() | st.sampled_from(["american", "dutch"])),
        label=draw(st.sampled_from(["", "1", "3-4"])),
        seats=seats,
        remark=draw(st.sampled_from(["", "stopped early"])),
        category=draw(st.sampled_from(["rated", "friendly", "training"])),
    )


@given(st.lists(movements(), max_size=30))
def test_a_history_is_what_was_put_in(points):
    history = History.of(points)
    assert list(history) == points
    assert len(history) == len(points)
    assert history.players == tuple(dict.fromkeys(point.player for point in points))
    assert history.has_reasons == any(point.reason for point in points)
    for player in PEOPLE:
        own = [point for point in points if point.player == player]
        assert list(history.account(player)) == own
        assert history.length(player) == len(own)
        moved = [point for point in own if point.cause != "start"]
        highest = max((point.rating for point in moved), default=None)
        first = next((point for point in moved if point.rating == highest), None)
        assert history.summit(player) == first


@given(st.data())
def test_results_are_what_was_put_in(data):
    numbers = data.draw(st.lists(st.integers(1, 500), unique=True, max_size=8))
    given_lines = [data.draw(lines(number)) for number in numbers]
    results = Results.of(given_lines)
    assert list(results) == given_lines
    assert [results[n] for n in range(-len(results), 0)] == given_lines
    assert results.has_rules == any(line.rules for line in given_lines)
    assert results.has_remarks == any(
        line.remark or line.category != "rated" for line in given_lines
    )
    places = {(line.id, seat.player.key): seat.place for line in given_lines for seat in line.seats}
    for number in (*numbers, 501, 999):
        for player in PEOPLE:
            assert results.place(number, player) == places.get((number, player.key))


def test_the_latest_day_comes_first_in_its_own_order():
    board = make_board(invented_names(12), 8, tables=3)
    order = [(result.on, result.id) for result in board.results.latest_first()]
    assert [number for _, number in order] == [7, 8, 4, 5, 6, 1, 2, 3]
    assert order == sorted(order, key=lambda item: (-item[0].toordinal(), item[1]))


def test_a_result_that_is_added_later_is_found_too():
    results = Results()
    for number in (1, 2):
        seat = SeatLine("N", PEOPLE[0], 3, number)
        results.add(ResultLine(number, date(2026, 3, 14), None, "", (seat,)))
        assert results.place(number, PEOPLE[0]) == number


def test_only_seats_that_moved_a_rating_are_in_the_frame():
    """A guest, an unplaced seat and somebody unknown to the history are left out."""
    anna, bram, cor, dina, eef = PEOPLE
    seats = (
        SeatLine("N", anna, 10, 1, 16, 1500),
        SeatLine("E", bram, 20, 2, None),
        SeatLine("S", cor, None, None, -5, 1500),
        SeatLine("W", eef, 30, 4, -16, None),
    )
    day = date(2026, 3, 14)
    frame = Results.of([ResultLine(7, day, None, "", seats)]).frame([dina, cor, eef, anna])
    assert frame.drop(columns="rating").to_dict("records") == [
        {"game": 0, "result": 7, "day": day.toordinal(), "player": 3, "place": 1, "change": 16},
        {"game": 0, "result": 7, "day": day.toordinal(), "player": 2, "place": 4, "change": -16},
    ]
    assert frame["rating"].fillna(-1).tolist() == [1500, -1]


def test_a_million_movements_take_thirty_megabytes():
    history = History()
    columns = [value for value in vars(history).values() if hasattr(value, "itemsize")]
    assert sum(column.itemsize for column in columns) + 4 <= 34  # and its place in the account


@pytest.mark.parametrize("row", [-1, 5])
def test_there_is_no_such_result(row):
    with pytest.raises(IndexError):
        Results()[row]
