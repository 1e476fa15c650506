"""Head to head, counted again by hand and by a second program."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date
from itertools import permutations

import pytest
from boards import invented_names, make_board

from engine.rating.expectation import SCALE, expectation
from reports.history import History
from reports.meetings import Meetings
from reports.model import HistoryPoint, Player, ResultLine, SeatLine
from reports.rated import RatedGames
from reports.results import Results

DAY = date(2026, 3, 14)
ANNA, BRAM, COR, DINA = (Player(name[0].lower(), name) for name in ("Anna", "Bram", "Cor", "Dina"))
FOUR = (ANNA, BRAM, COR, DINA)


def game(number, places, players=FOUR, ratings=(1500,) * 4, changes=(1,) * 4):
    seats = zip("NESW", players, places, changes, ratings, strict=True)
    return ResultLine(
        number,
        DAY,
        None,
        "",
        tuple(SeatLine(s, player, None, place, c, r) for s, player, place, c, r in seats),
    )


def board_of(*games):
    people = dict.fromkeys(seat.player for line in games for seat in line.seats)
    history = History.of(HistoryPoint(player, DAY, "start", None, 1500) for player in people)
    return replace(make_board([], 0), history=history, results=Results.of(games))


def counted(meetings, players=FOUR):
    return {
        (m.player.name, m.opponent.name): (m.games, m.above, m.level, m.below)
        for m in meetings.of(players)
    }


def test_two_games_by_hand():
    meetings = Meetings.of_board(
        board_of(
            game(1, (1, 2, 3, 4)),
            game(2, (2, 1, 3, 3), players=(DINA, ANNA, BRAM, COR)),
        )
    )
    assert counted(meetings) == {
        ("Anna", "Bram"): (2, 2, 0, 0),
        ("Anna", "Cor"): (2, 2, 0, 0),
        ("Anna", "Dina"): (2, 2, 0, 0),
        ("Bram", "Anna"): (2, 0, 0, 2),
        ("Bram", "Cor"): (2, 1, 1, 0),
        ("Bram", "Dina"): (2, 1, 0, 1),
        ("Cor", "Anna"): (2, 0, 0, 2),
        ("Cor", "Bram"): (2, 0, 1, 1),
        ("Cor", "Dina"): (2, 1, 0, 1),
        ("Dina", "Anna"): (2, 0, 0, 2),
        ("Dina", "Bram"): (2, 1, 0, 1),
        ("Dina", "Cor"): (2, 1, 0, 1),
    }
    shares = {(m.player.name, m.opponent.name): m.share for m in meetings.of(FOUR)}
    assert (shares["Bram", "Cor"], shares["Anna", "Dina"]) == (0.75, 1)


def test_guests_and_unrated_games_do_not_count():
    meetings = Meetings.of_board(
        board_of(
            game(1, (1, 2, 3, 4), changes=(1, None, 1, 1)),
            game(2, (1, 2, 3, 4), changes=(None,) * 4),
        )
    )
    assert counted(meetings)["Anna", "Cor"] == (1, 1, 0, 0)
    assert not any("Bram" in pair for pair in counted(meetings))


def test_three_at_a_table():
    line = game(1, (1, 2, 3, 4))
    meetings = Meetings.of_board(board_of(replace(line, seats=line.seats[:3])))
    assert len(counted(meetings)) == 6


def test_expectation_is_that_of_the_ratings_before_the_games():
    """RATINGS.md: 1 / (1 + 10 ** ((r_j - r_i) / 400)), here out of the engine's integers."""
    first, second = (1452, 1800, 1100, 1550), (1500, 1600, 1400, 1500)
    meetings = Meetings.of_board(
        board_of(game(1, (1, 2, 3, 4), ratings=first), game(2, (1, 2, 3, 4), ratings=second))
    )
    found = {(m.player, m.opponent): m for m in meetings.of(FOUR)}
    for (i, one), (j, two) in permutations(enumerate(FOUR), 2):
        wanted = sum(expectation(r[j] - r[i]) for r in (first, second)) / SCALE / 2
        meeting = found[one, two]
        assert meeting.expected == pytest.approx(wanted, abs=1e-4)
        gained = 2 * (i < j) - 2 * wanted
        assert meeting.above_expectation == pytest.approx(gained, abs=0.011)


def test_an_unknown_rating_leaves_the_expectation_unknown():
    ratings = (1500, None, 1500, 1500)
    games = (game(1, (1, 2, 3, 4)), game(2, (1, 2, 3, 4), ratings=ratings))
    found = {
        (m.player.name, m.opponent.name): m.expected
        for m in Meetings.of_board(board_of(*games)).of(FOUR)
    }
    assert found["Anna", "Bram"] is None
    assert found["Anna", "Cor"] == 0.5


@pytest.fixture(scope="module")
def season():
    return make_board(invented_names(28), 160, tables=5, seed=7)


def naive(board):
    """The same out of every result, seat by seat."""
    found = {}
    for result in board.results:
        for one, two in permutations(result.seats, 2):
            tally = found.setdefault((one.player, two.player), Counter())
            word = "above" if one.place < two.place else "below"
            tally["level" if one.place == two.place else word] += 1
    return found


def test_a_season_is_counted_as_by_a_naive_program(season):
    wanted = naive(season)
    meetings = list(Meetings.of_board(season).of([s.player for s in season.standings]))
    assert {(m.player, m.opponent) for m in meetings} == set(wanted)
    for m in meetings:
        tally = wanted[m.player, m.opponent]
        assert (m.above, m.level, m.below) == (tally["above"], tally["level"], tally["below"])
        assert m.games == tally.total()


def test_it_does_not_matter_how_many_games_are_paired_off_at_once(season, monkeypatch):
    players = [s.player for s in season.standings]
    at_once = list(Meetings.of_board(season).of(players))
    monkeypatch.setattr("reports.rated.AT_ONCE", 12)
    assert list(Meetings.of_board(season).of(players)) == at_once
    accounts = list(RatedGames.of(season).accounts())
    assert len(accounts) > 10
    assert sum(map(len, accounts)) == 4 * len(season.results)


def test_the_list_is_by_player_and_the_most_met_come_first(season):
    players = sorted((s.player for s in season.standings), key=lambda player: player.name)
    listed = list(Meetings.of_board(season).of(players))
    order = [(players.index(m.player), -m.games, players.index(m.opponent)) for m in listed]
    assert order == sorted(order)


def test_the_square_is_its_own_mirror_image(season):
    players = [s.player for s in season.standings][:9]
    wanted = naive(season)
    square = Meetings.of_board(season).balance(players)
    assert square.shape == (9, 9)
    for (i, one), (j, two) in permutations(enumerate(players), 2):
        tally = wanted.get((one, two))
        value = square.iloc[i, j]
        assert value == (tally["above"] - tally["below"]) if tally else value != value
        assert square.iloc[j, i] == -value or value != value
    assert all(square.iloc[i, i] != square.iloc[i, i] for i in range(9))


def test_somebody_unknown_has_an_empty_row(season):
    square = Meetings.of_board(season).balance([season.standings[0].player, Player("?", "Nobody")])
    assert square.isna().all(axis=None)


def test_a_long_list_is_cut_where_players_hardly_met(season):
    meetings = Meetings.of_board(season)
    rows = len(meetings.table)
    assert meetings.threshold(rows) == 1
    least = meetings.threshold(rows - 1)
    assert least == 2
    players = [s.player for s in season.standings]
    assert all(m.games >= least for m in meetings.of(players, least))
    wanted = sum(tally.total() >= least for tally in naive(season).values())
    assert len(list(meetings.of(players, least))) == wanted < rows


def test_a_new_club_has_no_meetings():
    meetings = Meetings.of_board(make_board([], 0))
    assert list(meetings.of([])) == []
    assert meetings.balance([]).empty
    assert meetings.threshold(10) == 1
