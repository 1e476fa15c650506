"""The club's records: by hand, and by a naive second program on invented seasons."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from itertools import groupby

import pytest
from boards import invented_names, make_board

from engine.rating.expectation import SCALE, expectation
from reports.history import History
from reports.language import Language
from reports.model import HistoryPoint, LoggedGames, Moon, Player, ResultLine, SeatLine
from reports.records import BEST, KINDS, MOST, records
from reports.results import Results
from reports.tables.records import details, records_table

EN, NL = Language.load("en"), Language.load("nl")
ANNA, BRAM, COR, DINA, EEF = (
    Player(name[0].lower(), name) for name in ("Anna", "Bram", "Cor", "Dina", "Eef")
)
FIRST = date(2026, 1, 2)


def evening(number: int) -> date:
    return FIRST + timedelta(days=7 * number)


def board_of(*games, logged=None):
    """A board of games, each (evening, players in order of finishing, optional places, ratings)."""
    lines = []
    for number, (week, players, *more) in enumerate(games, start=1):
        places = more[0] if more else (1, 2, 3, 4)
        ratings = more[1] if len(more) > 1 else (1500,) * 4
        changes = (16, 5, -5, -16)
        seats = tuple(
            SeatLine(seat, *values)
            for seat, *values in zip(
                "NESW", players, (None,) * 4, places, changes, ratings, strict=True
            )
        )
        lines.append(ResultLine(number, evening(week), None, "", seats))
    people = dict.fromkeys(seat.player for line in lines for seat in line.seats)
    points = [HistoryPoint(player, FIRST, "start", None, 1500) for player in people]
    points += [
        HistoryPoint(seat.player, line.on, "game", seat.change, seat.rating + seat.change, line.id)
        for line in lines
        for seat in line.seats
    ]
    return replace(
        make_board([], 0),
        history=History.of(points),
        results=Results.of(lines),
        logged=logged,
        as_of=lines[-1].on,
    )


def found(board, key):
    """The feats of one record: rank, name, value, first and last day, id, and the note."""
    (record,) = [record for record in records(board) if record.kind.key == key]
    return [
        (f.rank, f.player.name, f.value, f.first, f.last, f.result, details(f, EN))
        for f in record.feats
    ]


A_WINS, B_WINS = (ANNA, BRAM, COR, DINA), (BRAM, ANNA, COR, DINA)


def test_the_longest_winning_run():
    board = board_of((0, A_WINS), (1, A_WINS), (2, B_WINS), (3, A_WINS), (4, B_WINS), (5, B_WINS))
    assert found(board, "winning_run") == [
        (1, "Anna", 2, evening(0), evening(1), None, ""),
        (1, "Bram", 2, evening(4), evening(5), None, "still going"),
    ]


def test_a_shared_first_place_is_a_win_and_a_run_of_one_is_none():
    board = board_of((0, A_WINS, (1, 1, 3, 4)), (1, B_WINS), (2, A_WINS))
    assert found(board, "winning_run") == [(1, "Bram", 2, evening(0), evening(1), None, "")]
    assert "winning_run" not in {r.kind.key for r in records(board_of((0, A_WINS), (1, B_WINS)))}


def test_who_shares_the_last_place_is_last_but_not_when_all_share_the_first():
    board = board_of((0, A_WINS, (1, 1, 1, 1)), (1, A_WINS), (2, A_WINS, (1, 2, 3, 3)))
    assert found(board, "never_last") == [
        (1, "Anna", 3, evening(0), evening(2), None, "still going"),
        (1, "Bram", 3, evening(0), evening(2), None, "still going"),
        (3, "Cor", 2, evening(0), evening(1), None, ""),
    ]


def test_the_biggest_upset_is_by_expectation():
    """RATINGS.md, 1400 1400 1400 2900: against 2900 hardly anything is expected."""
    board = board_of((0, A_WINS), (1, B_WINS, (1, 2, 3, 4), (1400, 1400, 1400, 2900)))
    best, second, *_ = found(board, "upset")
    assert best[:2] == (1, "Bram")
    assert best[2] == 2.0  # three won, a half expected of each equal and nothing of 2900
    assert best[5:] == (2, "rated 1400, place 1 against 2900, 1400, 1400")
    assert second[1:3] == ("Anna", 1.5)


def test_the_best_evening_adds_up_the_games_of_a_day():
    board = board_of((0, A_WINS), (1, A_WINS), (1, A_WINS), (1, B_WINS))
    assert found(board, "best_day")[:2] == [
        (1, "Anna", 37, evening(1), evening(1), None, "places 1 1 2"),
        (2, "Bram", 26, evening(1), evening(1), None, "places 2 2 1"),
    ]


def test_the_highest_rating_is_where_it_was_first_reached():
    ratings = (1700, 1500, 1500, 1500)
    board = board_of((0, A_WINS), (1, A_WINS, (1, 2, 3, 4), ratings), (2, A_WINS, (1, 2, 3, 4)))
    assert found(board, "peak")[0] == (1, "Anna", 1716, evening(1), evening(1), 2, "")


def test_most_moons_out_of_the_logs():
    moons = (
        Moon(COR, evening(0), 1),
        Moon(ANNA, evening(0), 1),
        Moon(COR, evening(1), 2),
        Moon(Player("?", "Nobody here"), evening(1), 2),
    )
    board = board_of((0, A_WINS), (1, A_WINS), logged=LoggedGames(2, 18, moons))
    assert found(board, "moons") == [
        (1, "Cor", 2, evening(0), evening(1), None, "in 2 logged games"),
        (2, "Anna", 1, evening(0), evening(0), None, "in 2 logged games"),
    ]


@pytest.mark.parametrize("logged", [None, LoggedGames(3, 30, ())])
def test_without_moons_there_is_no_record_of_them(logged):
    board = board_of((0, A_WINS), logged=logged)
    assert "moons" not in {record.kind.key for record in records(board)}


def test_never_missed_counts_playing_days_not_weeks():
    others = (EEF, BRAM, COR, DINA)
    board = board_of((0, A_WINS), (1, A_WINS), (1, A_WINS), (2, others), (5, A_WINS), (6, A_WINS))
    assert found(board, "attendance") == [
        (1, "Bram", 5, evening(0), evening(6), None, "still going"),
        (1, "Cor", 5, evening(0), evening(6), None, "still going"),
        (1, "Dina", 5, evening(0), evening(6), None, "still going"),
    ]


def test_a_crowd_on_one_rank_is_counted_not_listed():
    fours = [tuple(Player(f"{t}{n}", f"P{t}{n}") for n in range(4)) for t in range(MOST + 3)]
    board = board_of(*((0, four) for four in fours))
    (record,) = [record for record in records(board) if record.kind.key == "best_day"]
    assert [feat.rank for feat in record.feats] == [1] * MOST
    assert record.more == 3


def test_a_new_club_has_no_records():
    assert records(make_board([], 0)) == ()


def naive(board):
    """Every feat of a board, as (value, last day, first appearance), by another way."""
    games = list(board.results)
    people = list(board.history.players)
    days = sorted({game.on for game in games})
    feats = {kind.key: [] for kind in KINDS}
    for number, player in enumerate(people):
        own = [(game, seat) for game in games for seat in game.seats if seat.player == player]

        def runs(good, own=own):
            for is_good, group in groupby(own, key=good):
                group = list(group)
                if is_good:
                    yield len(group), group[-1][0].on

        def not_last(item):
            worst = max(seat.place for seat in item[0].seats)
            return item[1].place < worst or worst == 1

        feats["winning_run"] += [(*r, number) for r in runs(lambda item: item[1].place == 1)]
        feats["never_last"] += [(*r, number) for r in runs(not_last)]
        for day, group in groupby(own, key=lambda item: item[0].on):
            feats["best_day"].append((sum(seat.change for _, seat in group), day, number))
        present = [day in {game.on for game, _ in own} for day in days]
        at = 0
        for there, group in groupby(present):
            length = len(list(group))
            at += length
            if there:
                feats["attendance"].append((length, days[at - 1], number))
        for game, seat in own:
            gain = sum(
                (seat.place < other.place)
                + (seat.place == other.place) / 2
                - expectation(other.rating - seat.rating) / SCALE
                for other in game.seats
                if other is not seat
            )
            feats["upset"].append((round(gain, 2), game.on, number))
        moved = [p for p in board.history if p.player == player and p.cause != "start"]
        top = max(p.rating for p in moved)
        feats["peak"].append((top, next(p.on for p in moved if p.rating == top), number))
    return feats


@pytest.mark.parametrize("seed", range(1, 4))
def test_records_are_those_of_a_naive_program(seed):
    board = make_board(invented_names(24, seed), 90, tables=4, seed=seed)
    people = list(board.history.players)
    wanted = naive(board)
    for record in records(board):
        kind = record.kind
        feats = [feat for feat in wanted[kind.key] if feat[0] >= kind.least]
        feats.sort(key=lambda feat: (-feat[0], feat[1], feat[2]))
        ranked = [(1 + sum(other[0] > feat[0] for other in feats), *feat) for feat in feats]
        shown = [feat for feat in ranked if feat[0] <= BEST][:MOST]
        assert [(f.rank, f.value, f.last, people.index(f.player)) for f in record.feats] == [
            (rank, pytest.approx(value, abs=0.011), day, n) for rank, value, day, n in shown
        ]
        level = sum(feat[0] == shown[-1][1] for feat in feats)
        assert record.more == level - sum(feat[1] == shown[-1][1] for feat in shown)
    assert {record.kind.key for record in records(board)} == set(wanted) - {"moons"}


def test_the_table_says_it_in_dutch():
    board = board_of((0, A_WINS), (1, A_WINS), (2, A_WINS))
    table = records_table(board, NL)
    assert [column.title for column in table.columns][:4] == [
        "Record", "Plaats", "Speler", "Waarde",
    ]  # fmt: skip
    row = next(iter(table.rows))
    assert row[:4] == ("Langste reeks gewonnen spellen", 1, "Anna", 3)
    assert row[-1] == "loopt nog"
