"""The decimals of `verify --exact`, and that they and the integers agree on every table."""

import ast
from fractions import Fraction
from math import isqrt
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from rating_histories import (
    FIRST_DAY,
    adjustment,
    exempt_periods,
    game,
    histories,
    openings,
    places_from,
    policies,
)

import engine.rating.exact
from engine.rating.decay import Exemptions
from engine.rating.exact import ExactFold, exact_changes, expected
from engine.rating.fold import Fold
from engine.rating.pairwise import changes
from engine.rating.policy import POLICIES, Decay, Policy

PORTAL, CLUB = POLICIES["portal"], POLICIES["club"]

# RATINGS.md, "The update": the fourteen worked examples, with what is booked.
WORKED = [
    ((1500, 1500, 1500, 1500), (1, 2, 3, 4), (16, 5, -5, -16)),
    ((1800, 1800, 1400, 1800), (1, 2, 3, 4), (12, 1, 8, -20)),
    ((1800, 1800, 1800, 1400), (1, 2, 3, 4), (12, 1, -10, -3)),
    ((1400, 1800, 1800, 1800), (1, 2, 3, 4), (29, 1, -10, -20)),
    ((1452, 1800, 1100, 1550), (1, 2, 3, 4), (17, -7, 8, -19)),
    ((2200, 1400, 1400, 1400), (1, 2, 3, 4), (1, 11, -1, -11)),
    ((1400, 1400, 1400, 2900), (1, 2, 3, 4), (21, 11, -1, -32)),
    ((1500, 1500, 1500, 1500), (1, 2, 2, 4), (16, 0, 0, -16)),
    ((1600, 1400, 1500, 1500), (1, 1, 3, 4), (5, 16, -5, -16)),
    ((1500, 1500, 1500, 1500), (1, 1, 1, 1), (0, 0, 0, 0)),
    ((1700, 1500, 1500, 1300), (1, 1, 1, 1), (-10, 0, 0, 10)),
    ((1382, 1636, 1633, 1502), (1, 2, 3, 4), (24, 1, -11, -14)),
    ((1613, 1500, 1500, 1387), (1, 2, 2, 4), (10, 0, 0, -10)),
    ((1500, 1600, 1400), (1, 2, 3), (16, -6, -10)),
]
OFF = {
    (1400, 1400, 1400, 2900): (21, 11, 0, -32),
    (2200, 1400, 1400, 1400): (0, 11, 0, -11),
    (1382, 1636, 1633, 1502): (24, 0, -11, -14),
}


@pytest.mark.parametrize(("ratings", "places", "booked"), WORKED)
def test_the_worked_examples(ratings, places, booked):
    assert tuple(exact_changes(ratings, places, PORTAL)) == booked
    off = Policy("off", min_rule="off")
    assert tuple(exact_changes(ratings, places, off)) == OFF.get(ratings, booked)


def test_it_imports_nothing_of_the_fold_but_the_value_types():
    tree = ast.parse(Path(engine.rating.exact.__file__).read_text("utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {m for m in modules if m and m.startswith("engine")} == {
        "engine.rating.ledger",
        "engine.rating.policy",
    }


def test_expectations_to_sixty_digits():
    # 1 / (1 + 10 ** .5), the root from whole numbers; and 1 / (1 + 10) to the last digit.
    root = Fraction(isqrt(10 ** (2 * 80 + 1)), 10**80)
    assert abs(Fraction(expected(200)) - 1 / (1 + root)) < Fraction(1, 10**60)
    assert abs(Fraction(expected(400)) - Fraction(1, 11)) < Fraction(1, 10**61)
    assert expected(9999) == expected(4000)
    assert expected(-9999) == 1 - Fraction(expected(4000))


def test_symmetric_tables_are_exactly_nothing():
    # The table that floats get wrong by 1e-15, and the minimum would make a point of it.
    assert exact_changes((1501, 1500, 1500, 1499), (1, 2, 2, 4), PORTAL) == [16, 0, 0, -16]
    assert exact_changes((5900, 1500, 1500, -2900), (1, 2, 2, 4), PORTAL)[1:3] == [0, 0]


@given(policies, openings, exempt_periods, histories())
@settings(max_examples=150, deadline=None)
def test_both_computations_give_one_ledger(policy, starts, periods, history):
    facts = [history[key] for key in sorted(history)]
    exact = ExactFold(policy, starts, periods)
    half = len(facts) // 2
    rows = exact.feed(facts[:half]) + exact.feed(facts[half:])
    assert rows == Fold(policy, starts, Exemptions.of(periods)).feed(facts)


def random_table(rng):
    spread = rng.choice([0, 3, 60, 400, 1500, 5000])
    seats = 3 if rng.random() < 0.1 else 4
    before = [1500 + rng.randint(-spread, spread) for _ in range(seats)]
    return before, places_from([rng.randint(0, rng.choice([2, 100])) for _ in range(seats)])


def assert_tables_agree(rng, number, policy):
    for _ in range(number):
        before, places = random_table(rng)
        integers = [change.booked for change in changes(before, places, policy)]
        assert exact_changes(before, places, policy) == integers, (before, places)


@pytest.mark.torture
def test_a_million_random_tables_equal_the_decimals():
    rng = Random(1_000_000)
    for policy in (PORTAL, Policy("tame", k=16), Policy("pair", rounding="pair")):
        assert_tables_agree(rng, 333_334, policy)


def test_twenty_thousand_random_tables_of_every_rule_equal_the_decimals():
    rng = Random(4)
    for policy in (
        PORTAL,
        Policy("tame", k=16),
        Policy("pair", rounding="pair"),
        Policy("ends", k=64, min_rule="ends"),
        Policy("off", k=20, min_rule="off", max_change=9),
    ):
        assert_tables_agree(rng, 4_000, policy)


def random_idleness(rng):
    """Four who always share their places, so that only decay and adjustments move them."""
    policy = Policy(
        "idle",
        decay=Decay(
            grace_days=rng.choice([0, 1, 5, 14]),
            points_per_day=rng.choice([1, 1, 2, 7]),
            floor=rng.choice([1400, 1500, 1550]),
        ),
    )
    starts = {player: rng.randint(1450, 1700) for player in (1, 2, 3, 4)}
    days = [FIRST_DAY]
    for _ in range(rng.randint(1, 4)):
        days.append(days[-1] + rng.randint(1, 80))
    facts = [game(days[0], 1, (1, 2, 3, 4), (1, 1, 1, 1))]
    for number, day in enumerate(days[1:], start=2):
        if rng.random() < 0.4:
            points = rng.choice([-150, -20, 20, 150])
            facts.append(adjustment(day, number, rng.choice((1, 2)), points, number))
        else:
            facts.append(game(day, number, (1, 2, 3, 4), (1, 1, 1, 1), number))
    periods = []
    for _ in range(rng.choice([0, 1, 1, 3])):
        first = FIRST_DAY + rng.randint(-10, 150)
        periods.append((rng.choice([None, 1, 2]), first, first + rng.randint(0, 40)))
    return policy, starts, facts, periods


def test_decay_equals_the_nightly_job_in_twenty_thousand_random_cases():
    # Five thousand histories of four players each; ADMIN.md, case 19.
    rng = Random(19)
    decayed = 0
    for _ in range(5_000):
        policy, starts, facts, periods = random_idleness(rng)
        rows = Fold(policy, starts, Exemptions.of(periods)).feed(facts)
        assert rows == ExactFold(policy, starts, periods).feed(facts)
        decayed += len({row[0] for row in rows if row[2] == 1})
    assert decayed > 7_000
