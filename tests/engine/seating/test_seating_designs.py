"""Finite fields, the schedules built on them, and every stored schedule, checked one by one."""

from itertools import product

import pytest
import seating_oracle as oracle

from engine.seating.base_rounds import base_rounds
from engine.seating.designs import (
    CONSTRUCTIONS,
    affine,
    develop,
    is_complete,
    openings,
    shifted_rows,
    transversal,
)
from engine.seating.dice import Dice
from engine.seating.fields import field, prime_power

ORDERS = [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 25, 27]

# The excess of every stored schedule, by players and rounds. 0 is the level bound; for 12 players
# in 7 rounds the bound of three tables lies 3 above it.
STORED = {
    (8, 7): 0,
    (12, 7): 3,
    (12, 8): 0,
    (12, 9): 0,
    (12, 10): 0,
    (12, 11): 0,
    (12, 13): 0,
    (12, 14): 0,
    (12, 15): 0,
    (20, 7): 0,
    (20, 8): 0,
    (20, 9): 0,
    (20, 10): 0,
    (20, 11): 0,
    (20, 12): 0,
    (20, 13): 6,
    (20, 14): 0,
    (20, 15): 0,
    (20, 19): 0,
    (24, 7): 0,
    (24, 9): 0,
    (24, 10): 0,
    (24, 11): 0,
    (24, 12): 0,
    (24, 13): 0,
    (24, 14): 0,
    (24, 15): 6,
    (24, 23): 0,
    (28, 9): 0,
    (32, 10): 0,
    (32, 13): 0,
    (32, 14): 0,
    (32, 15): 0,
    (36, 11): 0,
    (36, 14): 0,
    (36, 15): 0,
    (40, 13): 0,
    (44, 14): 0,
    (48, 15): 0,
    (52, 17): 0,
    (56, 18): 0,
    (60, 19): 0,
}


def most_meetings(rounds, players):
    return max(oracle.meetings(rounds, range(players)).values())


@pytest.mark.parametrize("order", ORDERS)
def test_a_field_is_a_field(order):
    gf = field(order)
    numbers = range(order)
    assert all(gf.plus[0][a] == a == gf.times[1][a] for a in numbers)
    for a, b in product(numbers, repeat=2):
        assert gf.plus[a][b] == gf.plus[b][a]
        assert gf.times[a][b] == gf.times[b][a]
    for a, b, c in product(numbers, numbers, range(min(order, 6))):
        assert gf.plus[gf.plus[a][b]][c] == gf.plus[a][gf.plus[b][c]]
        assert gf.times[gf.times[a][b]][c] == gf.times[a][gf.times[b][c]]
        assert gf.times[c][gf.plus[a][b]] == gf.plus[gf.times[c][a]][gf.times[c][b]]
    # Every element but 0 has an inverse: each line of the table is a permutation.
    assert all(sorted(gf.times[a]) == list(numbers) for a in numbers if a)
    assert all(sorted(gf.plus[a]) == list(numbers) for a in numbers)


def test_no_field_of_another_order():
    assert [number for number in range(1, 17) if prime_power(number) is None] == [
        1, 6, 10, 12, 14, 15,
    ]  # fmt: skip
    with pytest.raises(ValueError, match="12"):
        field(12)


@pytest.mark.parametrize("base", base_rounds(), ids=lambda base: f"{base.players}")
def test_every_stored_schedule(base):
    rounds = develop(base)
    assert all(oracle.is_round(shifted(tables), range(1, base.players + 1)) for tables in rounds)
    assert oracle.excess(rounds, range(base.players)) == STORED[base.players, len(rounds)]


def shifted(tables):
    """Designs count players from 0, which the checker takes for an empty chair."""
    return [[player + 1 for player in table] for table in tables]


def test_nothing_stored_is_forgotten():
    assert sorted((base.players, len(develop(base))) for base in base_rounds()) == sorted(STORED)


@pytest.mark.parametrize("players", [8, 12, 16, 20, 24, 28, 40, 52, 64])
def test_the_complete_designs(players):
    meet = {8: 3, 12: 3, 20: 3, 24: 3}.get(players, 1)
    length = meet * (players - 1) // 3
    designs = [design for one in CONSTRUCTIONS for design in one.build(players)]
    complete = [design for design in designs if len(design) == length]
    assert any(
        set(oracle.meetings(design, range(players)).values()) == {meet} for design in complete
    )
    assert any(is_complete(design, players) for design in complete)


@pytest.mark.parametrize("order", [4, 5, 7, 8, 9, 11, 13, 16, 17, 25])
def test_4q_players_in_q_rounds(order):
    (rounds,) = transversal(4 * order)
    assert len(rounds) == order
    assert all(oracle.is_round(shifted(tables), range(1, 4 * order + 1)) for tables in rounds)
    assert most_meetings(rounds, 4 * order) == 1


@pytest.mark.parametrize(
    ("players", "count"), [(16, 2), (24, 2), (40, 5), (56, 7), (72, 6), (80, 10), (140, 35)]
)
def test_shifted_rows(players, count):
    (rounds,) = shifted_rows(players)
    assert len(rounds) == count
    assert most_meetings(rounds, players) == 1


def test_constructions_that_do_not_exist():
    assert transversal(8) == transversal(24) == transversal(22) == []
    assert affine(4) == affine(20) == affine(32) == []
    assert shifted_rows(12) == shifted_rows(18) == []


def test_after_a_complete_design_other_fours_come_together():
    (rounds,) = openings(16, 10, Dice(5))
    fours = {frozenset(table) for tables in rounds for table in tables}
    assert len(fours) > 30
    assert set(oracle.meetings(rounds, range(16)).values()) == {2}
