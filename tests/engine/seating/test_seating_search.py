"""The search keeps its books, keeps forbidden pairs apart, and rolls the same dice every time."""

from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.seating.dice import Dice
from engine.seating.search import FORBIDDEN, IMPOSSIBLE, UNEVEN, Board


def board(seed, players, rounds, empty=0):
    """A board with rows by lot, and what they cost; the first pair is kept apart."""
    rng = Random(seed)
    costs = [[0] * (players + 1) for _ in range(players + 1)]
    costs[0][0] = IMPOSSIBLE
    costs[1][2] = costs[2][1] = FORBIDDEN
    made = Board(costs)
    total = 0
    for _ in range(rounds):
        row = rng.sample(range(1, players + 1), players)
        for table in range(empty):
            row.insert(4 * table, 0)
        total += made.add(row)
    return made, total


def cost_of(rows):
    """A pair's c-th meeting costs c - 1; a player's c-th table of three UNEVEN times that."""
    counts = {}
    for row in rows:
        for at in range(0, len(row), 4):
            for pair in combinations(sorted(row[at : at + 4]), 2):
                counts[pair] = counts.get(pair, 0) + 1
    total = 0
    for pair, count in counts.items():
        step = UNEVEN if pair[0] == 0 else 1
        total += step * count * (count - 1) // 2 + (FORBIDDEN * count if pair == (1, 2) else 0)
    return total


@given(st.integers(0, 10**6), st.integers(2, 5), st.integers(1, 6), st.integers(0, 2))
@settings(max_examples=40, deadline=None)
def test_the_change_of_cost_is_what_it_says(seed, tables, rounds, empty):
    made, total = board(seed, 4 * tables - empty, rounds, empty)
    assert total == cost_of(made.rows)
    change = made.anneal(range(rounds), Dice(seed), 3_000, hot=0.4, cold=0.05)
    assert change <= 0
    assert total + change == cost_of(made.rows)
    assert all(sorted(row) == sorted(made.rows[0]) for row in made.rows)
    # What one more meeting would cost agrees with the rows, so that a search can go on.
    again = Board([[0] * len(made.costs) for _ in made.costs])
    for row in made.rows:
        again.add(row)
    for a, b in combinations(range(1, len(made.costs)), 2):
        kept_apart = FORBIDDEN if (a, b) == (1, 2) else 0
        assert made.costs[a][b] == made.costs[b][a] == again.costs[a][b] + kept_apart


def test_forbidden_pairs_are_parted():
    made, _ = board(3, 8, 4)
    made.anneal(range(4), Dice(3), 5_000, hot=0.3, cold=0.02)
    assert all((row.index(1) // 4) != (row.index(2) // 4) for row in made.rows)


def test_rows_that_are_not_free_stay():
    made, _ = board(5, 12, 4)
    before = [row[:] for row in made.rows]
    made.anneal([2], Dice(1), 5_000, hot=0.3, cold=0.02)
    assert [row == old for row, old in zip(made.rows, before, strict=True)] == [
        True, True, False, True,
    ]  # fmt: skip


def test_it_stops_when_it_is_good_enough():
    costs = [[0] * 9 for _ in range(9)]
    made, dice = Board(costs), Dice(1)
    made.add([1, 2, 3, 4, 5, 6, 7, 8])
    made.add([1, 2, 3, 4, 5, 6, 7, 8])
    # Two rounds of eight share four pairs at least, these share twelve.
    assert made.anneal([1], dice, 10**9, hot=0.3, cold=0.02, enough=-8) == -8


def test_dice():
    rolled = [Dice(seed).below(6) for seed in range(600)]
    assert set(rolled) == set(range(6))
    assert all(70 < rolled.count(face) < 130 for face in range(6))
    one, other = Dice(2**70), Dice(2**70)
    assert [one.below(1000) for _ in range(50)] == [other.below(1000) for _ in range(50)]
    assert Dice(-5).below(10**9) != Dice(5).below(10**9)


def test_dice_follow_knuth():
    """The generator of MMIX from the seed's state on, by its published constants."""
    dice = Dice(11)
    state = dice.state
    for _ in range(5):
        state = (6364136223846793005 * state + 1442695040888963407) % 2**64
        assert dice.below(2**32) == state // 2**32


def test_shuffling_is_fair():
    firsts = [0] * 5
    for seed in range(1000):
        order = [0, 1, 2, 3, 4]
        Dice(seed).shuffle(order)
        assert sorted(order) == [0, 1, 2, 3, 4]
        firsts[order[0]] += 1
    assert all(150 < count < 250 for count in firsts)
