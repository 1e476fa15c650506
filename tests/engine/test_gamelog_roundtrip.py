"""Any game that a record can hold survives both notations."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import ALL_CARDS
from engine.gamelog import hjl_reader, hjl_writer, jsonl
from engine.gamelog.record import (
    CutShort,
    LogDeal,
    LogGame,
    Ruling,
    StatedMoon,
    Substitute,
    Trick,
    in_order,
)
from engine.seats import SEATS

CARDS = st.sampled_from(ALL_CARDS)
SEAT = st.sampled_from(SEATS)
TEXT = st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=12)
NUMBER = st.integers(-999, 9999)
FOUR = st.tuples(NUMBER, NUMBER, NUMBER, NUMBER)


def four_hands(most: int) -> st.SearchStrategy:
    hand = st.lists(CARDS, max_size=most).map(tuple)
    return st.tuples(hand, hand, hand, hand)


def tricks() -> st.SearchStrategy:
    leader = st.none() | SEAT
    whole = st.builds(Trick, leader, st.tuples(CARDS, CARDS, CARDS, CARDS))
    part = st.builds(Trick, leader, st.lists(CARDS, min_size=1, max_size=3).map(tuple))
    return st.tuples(st.lists(whole, max_size=14), st.lists(part, max_size=1)).map(
        lambda parts: tuple(parts[0] + parts[1])
    )


DEALS = st.builds(
    LogDeal,
    number=st.integers(1, 99999),
    direction=st.sampled_from(["left", "right", "across", "none"]),
    dealer=st.none() | SEAT,
    substitutes=st.lists(st.builds(Substitute, SEAT, TEXT), max_size=2).map(tuple),
    totals=st.none() | FOUR,
    hands=st.none() | four_hands(14).map(in_order),
    passed=st.none() | four_hands(4),
    tricks=tricks(),
    cut_short=st.none() | st.builds(CutShort, st.none() | SEAT),
    moon=st.none() | st.builds(StatedMoon, SEAT, st.sampled_from(["others", "self"])),
    stated=st.none() | FOUR,
    rulings=st.lists(st.builds(Ruling, SEAT, NUMBER, TEXT), max_size=2).map(tuple),
    void=st.none() | TEXT,
) | st.builds(
    LogDeal, number=st.just(3), hands=four_hands(13).map(in_order), after_pass=st.just(True)
)

WORD = st.text("abcdefgh_", min_size=1, max_size=8)
GAMES = st.builds(
    LogGame,
    event=st.none() | TEXT,
    date=st.none() | st.dates().map(lambda date: date.isoformat()),
    time=st.none() | st.times().map(lambda time: time.strftime("%H:%M")),
    round=st.none() | TEXT,
    table=st.none() | TEXT,
    label=st.none() | TEXT,
    rules=st.none() | TEXT,
    switches=st.lists(st.tuples(WORD, WORD), max_size=2).map(tuple),
    target=st.none() | st.integers(1, 999),
    ended=st.none() | st.sampled_from(["finished", "time", "abandoned"]),
    loose=st.booleans(),
    players=st.tuples(*[st.none() | TEXT] * 4),
    deals=st.lists(DEALS, min_size=1, max_size=3).map(tuple),
)


@settings(max_examples=150, deadline=None)
@given(games=st.lists(GAMES, min_size=1, max_size=2))
def test_text(games: list[LogGame]) -> None:
    text = hjl_writer.write_games(games)
    read = list(hjl_reader.read_games(text.split("\n")))
    assert [game.all_problems() for game in read] == [()] * len(games)
    assert read == games
    assert hjl_writer.write_games(read) == text


@settings(max_examples=150, deadline=None)
@given(games=st.lists(GAMES, min_size=1, max_size=2))
def test_json_lines(games: list[LogGame]) -> None:
    lines = list(jsonl.write_games(games))
    assert len(lines) == sum(len(game.deals) for game in games)
    read = list(jsonl.read_games(lines))
    assert [game.all_problems() for game in read] == [()] * len(games)
    assert read == games
    assert all(isinstance(json.loads(line), dict) for line in lines)


@settings(max_examples=50, deadline=None)
@given(game=GAMES)
def test_the_two_notations_say_the_same(game: LogGame) -> None:
    (from_text,) = hjl_reader.read_games(hjl_writer.write_games([game]).split("\n"))
    (from_json,) = jsonl.read_games(jsonl.write_games([from_text]))
    assert from_json == game
