"""The compiled fold: the same rows as the plain one, whatever the history and the policy."""

import sys
from dataclasses import replace
from datetime import date
from itertools import combinations
from math import log
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rating_histories import (
    ALONE,
    FIRST_DAY,
    PAIRS,
    PERIODS,
    STARTS,
    adjustment,
    exempt_periods,
    game,
    histories,
    key_of,
    openings,
    places_from,
    policies,
    spread_history,
    unrated,
)

from engine.rating import batch, kernel
from engine.rating.columns import Columns
from engine.rating.compiling import compiled
from engine.rating.decay import NO_EXEMPTIONS, Exemptions
from engine.rating.errors import FactError
from engine.rating.fold import Fold
from engine.rating.ledger import Kind
from engine.rating.policy import POLICIES, Decay, Policy
from engine.rating.prediction import ledger_forecasts

IN_ORDER = (1, 2, 3, 4)
CLUB = POLICIES["club"]
ANY = Policy("any", three_at_table=True, decay=Decay(activity="any", grace_days=3))


@pytest.fixture(scope="module", autouse=True)
def numba():
    return pytest.importorskip("numba")


def assert_equal(facts, policy, starts=None, exemptions=NO_EXEMPTIONS):
    """The compiled fold against the plain one."""
    starts = starts or {}
    plain = Fold(policy, starts, exemptions)
    rows = plain.feed(facts)
    columns = Columns.of(facts)
    assert batch.can_compile()
    assert batch.fits(policy, starts)
    booked = batch.fold_columns(columns, policy, starts, exemptions)
    assert booked.in_fact_order() == rows
    assert booked.states == plain.states
    assert len(booked) == len(rows)
    return rows


@settings(max_examples=150, deadline=None)
@given(histories(), policies, openings, exempt_periods)
def test_every_ledger_is_that_of_the_plain_fold(history, policy, starts, periods):
    facts = [history[key] for key in sorted(history)]
    rows = assert_equal(facts, policy, starts, Exemptions.of(periods))
    for row in batch.fold_columns(Columns.of(facts), policy, starts).in_fact_order():
        assert all(type(number) is int for number in (row[0], *row[2:]))
    assert len(rows) >= len({row[0] for row in rows})


SPREAD = spread_history()


@pytest.mark.parametrize(
    "chosen", [*ALONE, *PAIRS], ids=lambda c: "-".join(f"{s}={v}" for s, v in c)
)
def test_switches_alone_and_in_pairs(chosen):
    assert_equal(SPREAD, Policy.from_switches(dict(chosen)), STARTS, Exemptions.of(PERIODS))


def long_history(games=20_000, players=300):
    """A club's years: ties, guests, tables of three, friendly games, rulings, long absences."""
    rng = Random(20_000)
    facts = []
    for number in range(games):
        day, order = FIRST_DAY + number // 8, number % 8
        regulars = range(1 + 40 * (number // 4_000), players)
        seats = rng.sample(regulars, 3 if rng.random() < 0.03 else 4)
        if rng.random() < 0.05:
            seats[rng.randrange(3)] = 0
        places = places_from([rng.randint(0, rng.choice([2, 100])) for _ in seats])
        make = unrated if rng.random() < 0.05 else game
        if rng.random() < 0.02:
            facts.append(adjustment(day, order, seats[-1], rng.randint(-900, 900), number))
        else:
            facts.append(make(day, order, seats, places, number))
    return facts


LONG = long_history()
SUMMERS = [(None, FIRST_DAY + 365 * year, FIRST_DAY + 365 * year + 45) for year in range(7)]
ILL = [(player, FIRST_DAY + 10 * player, FIRST_DAY + 13 * player) for player in range(5, 300, 7)]


@pytest.mark.parametrize(
    "policy",
    [
        CLUB,
        ANY,
        Policy("pair", rounding="pair", k=64, decay=Decay(mode="display")),
        Policy("wild", k=400, min_rule="ends", max_change=50),
    ],
    ids=lambda policy: policy.name,
)
def test_twenty_thousand_games(policy):
    rows = assert_equal(LONG, policy, {7: 1900, 8: 900}, Exemptions.of(SUMMERS + ILL))
    assert len(rows) > 60_000


def test_the_worked_table_of_the_text():
    facts = [adjustment(FIRST_DAY, player, player, 0) for player in (1, 2, 3, 4)]
    facts.append(game(FIRST_DAY, 9, (1, 2, 3, 4), IN_ORDER))
    starts = {1: 1452, 2: 1800, 3: 1100, 4: 1550}
    booked = batch.fold_columns(Columns.of(facts), POLICIES["portal"], starts).in_fact_order()
    assert [row[5] for row in booked[-4:]] == [17, -7, 8, -19]


@pytest.mark.parametrize("places", [(1, 3, 3, 4), (2, 3, 4, 5), (0, 0, 9, -1), (1, 1, 1, 1)])
@pytest.mark.parametrize("far", [0, 1999, 2001, 4001, 8001, 10**6, 2**40])
def test_any_places_and_any_distance(places, far):
    facts = [game(FIRST_DAY, order, (1, 2, 3, 4), places) for order in range(3)]
    for policy in (CLUB, Policy("pair", rounding="pair")):
        assert_equal(facts, policy, {1: far, 2: -far, 3: 1500})


def test_the_largest_numbers_of_every_k():
    # What the favourite loses to three far weaker ones is as large as anything can get.
    facts = [
        game(FIRST_DAY, 1, (1, 2, 3, 4), (4, 1, 2, 3)),
        game(FIRST_DAY, 2, (1, 2, 3), (3, 1, 1)),
    ]
    for k in range(4, 401, 4):
        policy = Policy("large", k=k, max_change=400, three_at_table=True)
        for rounding, lost in (("player", k), ("pair", 3 * round(k / 3))):
            rows = assert_equal(facts, replace(policy, rounding=rounding), {1: 9000})
            assert [row[5] for row in rows if row[0] == 1][1:] == [-lost, -k]


def test_more_players_than_16_bits_can_number():
    rng = Random(16)
    everybody = [10**12 + player for player in range(2**15 + 8)]
    facts = []
    for _ in range(2):
        rng.shuffle(everybody)
        for begin in range(0, len(everybody), 4):
            day, order = divmod(len(facts), 1_000)
            facts.append(game(FIRST_DAY + day, order, everybody[begin : begin + 4], IN_ORDER))
    assert_equal(facts, CLUB)


def test_an_empty_history():
    assert_equal([], CLUB)


@settings(max_examples=50, deadline=None)
@given(histories(), policies, openings, st.integers(0, 5))
def test_forecasts_are_equal_to_the_last_digit(history, policy, starts, skip):
    facts = [history[key] for key in sorted(history)]
    booked = batch.fold_columns(Columns.of(facts), policy, starts)
    rows = Fold(policy, starts).feed(facts)
    assert list(batch.column_forecasts(booked, skip)) == list(ledger_forecasts(facts, rows, skip))


def test_forecasts_of_twenty_thousand_games():
    booked = batch.fold_columns(Columns.of(LONG), CLUB)
    found = list(batch.column_forecasts(booked, 9_000))
    assert found == list(ledger_forecasts(LONG, Fold(CLUB).feed(LONG), 9_000))
    assert len(found) > 8_000


def test_a_forecast_by_hand():
    # After 1516 1505 1495 1484 the order is upside down: every favourite lost.
    facts = [
        game(FIRST_DAY, 1, (1, 2, 3, 4), IN_ORDER),
        game(FIRST_DAY, 2, (1, 2, 3, 4), (4, 3, 2, 1)),
    ]
    (found,) = batch.column_forecasts(batch.fold_columns(Columns.of(facts), CLUB), 1)
    losses = [log(1 + 10 ** ((a - b) / 400)) for a, b in combinations((1516, 1505, 1495, 1484), 2)]
    assert (found.pairs, found.hits) == (6, 0)
    assert found.loss == pytest.approx(sum(losses))


# -- what is not for the compiled fold -------------------------------------------------------------


@pytest.mark.parametrize(
    "facts",
    [
        [game(FIRST_DAY, 1, (1, 2, 3, 3), IN_ORDER)],
        [game(FIRST_DAY, 1, (1, 2, 2), (1, 2, 3))],
        [game(FIRST_DAY, 1, (1, 2, 3, 4, 5), (1, 2, 3, 4, 5))],
        [game(FIRST_DAY, 1, (1, 2), (1, 2))],
        [game(FIRST_DAY, 1, (1, 2, 3, 4), (1, 2, 3))],
        [game(FIRST_DAY, 1, (), ())],
        [unrated(FIRST_DAY, 1, (1, 2, 3, 3), IN_ORDER)],
        [(key_of(FIRST_DAY, 1), 1, FIRST_DAY, Kind.ADJUSTMENT, (1, 2), (5, 5))],
        [(key_of(FIRST_DAY, 1), 1, FIRST_DAY, Kind.ADJUSTMENT, (0,), (5,))],
        [(key_of(FIRST_DAY, 1), 1, FIRST_DAY, Kind.ADJUSTMENT, (1,), ())],
        [(key_of(FIRST_DAY, 1), 1, FIRST_DAY, Kind.DECAY, (1,), (5,))],
        [(key_of(FIRST_DAY, 1), 1, FIRST_DAY, 300, (1, 2, 3, 4), IN_ORDER)],
        [game(FIRST_DAY, 2, IN_ORDER, IN_ORDER), game(FIRST_DAY, 1, IN_ORDER, IN_ORDER)],
        [game(FIRST_DAY, 1, IN_ORDER, IN_ORDER), game(FIRST_DAY, 1, IN_ORDER, IN_ORDER)],
    ],
)
def test_what_the_plain_fold_refuses_is_left_to_it(facts):
    before = game(FIRST_DAY, 0, IN_ORDER, IN_ORDER)
    assert Columns.of([before, *facts]) is None
    with pytest.raises(FactError):
        Fold(CLUB).feed([before, *facts])


@pytest.mark.parametrize("points", [2**60, -(2**60), 2**63, 10**30])
def test_points_beyond_64_bits_are_left_to_the_plain_fold(points):
    facts = [game(FIRST_DAY, 0, IN_ORDER, IN_ORDER), adjustment(FIRST_DAY, 1, 1, points)]
    assert Columns.of(facts) is None
    assert Fold(CLUB).feed(facts)[-1][5] == points


@pytest.mark.parametrize(
    ("policy", "starts"),
    [
        (Policy("p", start=2**41), {}),
        (Policy("p", decay=Decay(floor=-(2**41))), {}),
        (Policy("p", decay=Decay(grace_days=2**41)), {}),
        (Policy("p", decay=Decay(points_per_day=2**64)), {}),
        (CLUB, {3: 2**64}),
    ],
)
def test_policies_beyond_64_bits_do_not_fit(policy, starts):
    assert not batch.fits(policy, starts)
    assert batch.fits(CLUB, {3: 2000})


def test_the_largest_numbers_that_fit():
    large = 2**40
    facts = [
        game(1, 0, (1, 2, 3, 4), IN_ORDER),
        adjustment(date.max.toordinal(), 1, 1, 2**59),
        game(date.max.toordinal(), 2, (1, 2, 3, 4), IN_ORDER),
    ]
    policy = Policy("large", k=400, decay=Decay(floor=-large, grace_days=0, points_per_day=large))
    assert_equal(facts, policy, {1: large, 2: -large, 3: large, 4: large})


# -- with and without numba ------------------------------------------------------------------------


def test_without_numba_nothing_is_compiled(monkeypatch):
    booked = batch.fold_columns(Columns.of(SPREAD), CLUB)
    monkeypatch.setitem(sys.modules, "numba", None)  # importing it fails
    forget_what_is_compiled()
    try:
        assert not batch.can_compile()
        assert not batch.pays(10**9, folds=10)
        with pytest.raises(ImportError):
            batch.fold_columns(Columns.of(SPREAD), CLUB)
        with pytest.raises(ImportError):
            batch.column_forecasts(booked)
    finally:
        forget_what_is_compiled()


def forget_what_is_compiled():
    batch._compiled_fold.cache_clear()
    batch._compiled_foretell.cache_clear()


@pytest.mark.parametrize("policy", [CLUB, Policy("pair", rounding="pair"), ANY])
def test_the_same_source_runs_as_python(policy):
    # Over lists in the place of arrays, by the interpreter: what the compiler reads is Python.
    history = batch._history(Columns.of(SPREAD), policy, STARTS, Exemptions.of(PERIODS))
    lists = history._replace(
        facts=kernel.FactColumns(*(c.tolist() for c in history.facts)),
        accounts=kernel.Accounts(*(c.tolist() for c in history.accounts)),
        expected=history.expected.tolist(),
        scaled=history.scaled.tolist(),
        rows=kernel.RowColumns(*([0] * len(c) for c in history.rows)),
    )
    count = kernel.fold(lists)
    booked = batch.fold_columns(Columns.of(SPREAD), policy, STARTS, Exemptions.of(PERIODS))
    assert [c[:count] for c in lists.rows] == [c.tolist() for c in booked.rows]


def test_without_a_folder_for_the_cache_it_is_compiled_all_the_same(monkeypatch):
    from numba.core.caching import CompileResultCacheImpl

    monkeypatch.setattr(CompileResultCacheImpl, "_locator_classes", [])
    score = compiled(kernel.score, (1, 2))
    assert (score(1, 2), score(3, 3), score(2, 1)) == (2, 1, 0)


def test_neither_does_a_full_disk_or_a_damaged_cache_keep_it_from_being_compiled(monkeypatch):
    from numba.core.caching import FunctionCache

    def full(*_):
        raise OSError(28, "No space left on device")

    def damaged(*_):
        raise EOFError("Ran out of input")

    for load, save in ((lambda *_: None, full), (damaged, lambda *_: None)):
        monkeypatch.setattr(FunctionCache, "load_overload", load)
        monkeypatch.setattr(FunctionCache, "save_overload", save)
        excess = compiled(kernel.excess, (40, 32))
        assert (excess(40, 32), excess(-40, 32)) == (-8, 8)


def test_what_cannot_be_compiled_is_not():
    def function(text):
        return text.no_such_attribute

    assert compiled(function, ("text",)) is None
