"""What is asked of a ledger: what if, through what, and how well does it foretell."""

from itertools import combinations
from math import log
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rating_histories import (
    FIRST_DAY,
    adjustment,
    exempt_periods,
    game,
    histories,
    openings,
    policies,
    unrated,
)

from engine.rating.accounting import Accountant, Balance, islands
from engine.rating.decay import Exemptions
from engine.rating.errors import GameError
from engine.rating.fold import Fold
from engine.rating.ledger import Kind
from engine.rating.outcomes import finishes, outcomes
from engine.rating.pairwise import changes
from engine.rating.policy import POLICIES, Decay, Policy
from engine.rating.prediction import forecast, ledger_forecasts

PORTAL, CLUB = POLICIES["portal"], POLICIES["club"]


class TestOutcomes:
    def test_twenty_four_orders_and_seventy_five_with_ties(self):
        # 75 is the number of ways to rank four with ties: 1 + 14 + 36 + 24 by number of ranks.
        assert [len(list(finishes(4, ties=ties))) for ties in (False, True)] == [24, 75]
        assert [len(list(finishes(3, ties=ties))) for ties in (False, True)] == [6, 13]
        for ties in (False, True):
            found = list(finishes(4, ties=ties))
            assert found == sorted(set(found))
        assert {(1, 2, 2, 4), (1, 1, 1, 1), (3, 1, 1, 4)} <= set(finishes(4, ties=True))
        assert not {(1, 3, 3, 4), (2, 2, 2, 2), (1, 2, 2, 3)} & set(finishes(4, ties=True))

    def test_the_worked_examples_are_among_them(self):
        found = {o.places: [c.booked for c in o.changes] for o in outcomes([1500] * 4, PORTAL)}
        assert found[1, 2, 3, 4] == [16, 5, -5, -16]
        assert found[4, 3, 2, 1] == [-16, -5, 5, 16]
        tied = {
            o.places: [c.booked for c in o.changes]
            for o in outcomes([1600, 1400, 1500, 1500], PORTAL, ties=True)
        }
        assert tied[1, 1, 3, 4] == [5, 16, -5, -16]

    def test_a_seat_that_does_not_count(self):
        for outcome in outcomes([1500, None, 1500, 1500], PORTAL):
            assert [change is None for change in outcome.changes] == [False, True, False, False]

    def test_other_tables_are_refused(self):
        with pytest.raises(GameError):
            list(outcomes([1500, 1500], PORTAL))


def account(policy, facts, starts=None, periods=()):
    """The accountant after a fold, and the sum of all ratings."""
    fold = Fold(policy, starts or {}, Exemptions.of(periods))
    accountant = Accountant(policy)
    for fact in facts:
        accountant.add(fact, fold.feed([fact]))
    return accountant, sum(state[0] for state in fold.states.values())


class TestAccountant:
    def test_every_cause_by_hand(self):
        starts = {1: 2200, 2: 1400, 3: 1400, 4: 1400}
        facts = [
            # RATINGS.md, row six: exact .3168 10.5611 -.1056 -10.7723, booked 1 11 -1 -11: the
            # minimum gives one and takes one, rounded they are 0 11 0 -11.
            game(FIRST_DAY, 1, (1, 2, 3, 4), (1, 2, 3, 4)),
            # 2201 after 34 days: 20 past the grace.
            adjustment(FIRST_DAY + 34, 2, 1, -12, fact=2),
        ]
        accountant, total = account(CLUB, facts, starts)
        assert accountant.balance == Balance(
            starts=6400, rounding=0, minimum=0, maximum=0, decay=-20, adjustments=-12
        )
        assert accountant.balance.total == total == 6400 - 32
        favourite, third = accountant.players[1], accountant.players[3]
        assert (favourite.lifted, favourite.dropped, favourite.gained) == (1, 0, 1)
        assert (favourite.advantage, favourite.decay, favourite.games) == (800.0, 20, 1)
        assert (third.lifted, third.dropped) == (0, 1)

    def test_rounding_and_minimum_apart(self):
        # Rounded 24 0 -11 -14 is -1; the minimum adds 1 (RATINGS.md, row twelve).
        starts = {1: 1382, 2: 1636, 3: 1633, 4: 1502}
        accountant, _ = account(PORTAL, [game(FIRST_DAY, 1, (1, 2, 3, 4), (1, 2, 3, 4))], starts)
        balance = accountant.balance
        assert (balance.rounding, balance.minimum) == (-1, 1)

    def test_the_maximum(self):
        # Twice row four is 58.18 1.94 -19.39 -40.73: 58 and -41 are cut to 32 and -32.
        starts = {1: 1400, 2: 1800, 3: 1800, 4: 1800}
        accountant, _ = account(
            Policy("wild", k=64), [game(FIRST_DAY, 1, (1, 2, 3, 4), (1, 2, 3, 4))], starts
        )
        assert accountant.balance.maximum == -26 + 9
        assert accountant.balance.rounding == 58 + 2 - 19 - 41

    def test_only_a_change_of_one_point_is_looked_at_twice(self):
        # 32 is the maximum and what a hopeless favourite loses; it is rounded, not cut.
        starts = {1: 1400, 2: 1400, 3: 1400, 4: 2900}
        accountant, _ = account(PORTAL, [game(FIRST_DAY, 1, (1, 2, 3, 4), (1, 2, 3, 4))], starts)
        # Row seven: 21.33 10.66 -.0019 -31.99 booked 21 11 -1 -32.
        balance = accountant.balance
        assert (balance.rounding, balance.minimum, balance.maximum) == (0, -1, 0)

    @settings(max_examples=150, deadline=None)
    @given(histories(), policies, openings, exempt_periods)
    def test_the_causes_add_up_to_the_sum_of_the_ratings(self, history, policy, starts, periods):
        facts = [history[key] for key in sorted(history)]
        accountant, total = account(policy, facts, starts, periods)
        assert accountant.balance.total == total
        # Cause by cause, the slow way: every game taken apart.
        fold = Fold(policy, starts, Exemptions.of(periods))
        rounding = minimum = maximum = 0
        for fact in facts:
            games = {row[0]: row for row in fold.feed([fact]) if row[2] == Kind.GAME}
            if not games:
                continue
            before = [games[player][4] if player in games else None for player in fact[4]]
            for change in changes(before, fact[5], policy):
                if change is not None:
                    rounding += change.rounded
                    minimum += change.minimum
                    maximum += change.maximum
        balance = accountant.balance
        assert (balance.rounding, balance.minimum, balance.maximum) == (rounding, minimum, maximum)

    def test_a_closed_group_moves_only_by_the_audited_causes(self):
        rng = Random(4)
        facts, points = [], 0
        for number in range(400):
            players = rng.sample(range(1, 9), 4)
            facts.append(
                game(FIRST_DAY + 9 * number, 1, players, rng.sample((1, 2, 3, 4), 4), number)
            )
            if number % 40 == 7:
                facts.append(adjustment(FIRST_DAY + 9 * number, 2, players[0], number - 150))
                points += number - 150
        accountant, total = account(CLUB, facts)
        balance = accountant.balance
        assert (balance.starts, balance.adjustments) == (8 * 1500, points)
        assert balance.decay < 0
        causes = balance.rounding + balance.minimum + balance.decay + points
        assert total - 8 * 1500 == causes

    def test_an_unrated_game_is_no_cause(self):
        anything = Policy("any", decay=Decay(activity="any"))
        facts = [
            game(FIRST_DAY, 1, (1, 2, 3, 4), (1, 1, 1, 1)),
            unrated(FIRST_DAY + 5, 1, (1, 2, 3, 4), (1, 2, 3, 4), 2),
        ]
        accountant, total = account(anything, facts)
        assert accountant.balance == Balance(starts=6000)
        assert total == 6000
        assert accountant.players[1].games == 1


class TestIslands:
    def test_who_never_met(self):
        tables = [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 0), (8, 12, 13, 14), (11, 15, 0, 0)]
        assert [sorted(group) for group in islands(tables)] == [
            [5, 6, 7, 8, 12, 13, 14],
            [1, 2, 3, 4],
            [9, 10, 11, 15],
        ]
        assert islands([]) == []
        assert islands([(0, 0, 0, 0)]) == []

    def test_one_game_joins_them(self):
        assert len(islands([(1, 2, 3, 4), (5, 6, 7, 8), (4, 5, 9, 10)])) == 1

    @given(st.lists(st.lists(st.integers(0, 12), max_size=4, unique=True), max_size=12))
    def test_they_are_the_connected_groups(self, tables):
        # Flooding: start anywhere, take in every table that touches what is there.
        rest = {player for table in tables for player in table if player}
        groups = []
        while rest:
            group = {min(rest)}
            while True:
                more = {p for table in tables if group & set(table) for p in table if p} | group
                if more == group:
                    break
                group = more
            rest -= group
            groups.append(frozenset(group))
        assert sorted(islands(tables), key=min) == sorted(groups, key=min)


class TestPrediction:
    def test_knowing_nothing_costs_ln_2_a_pair(self):
        found = forecast((1, 2, 3, 4), lambda _a, _b: 0.5, range(4))
        assert (found.pairs, found.hits) == (6, 3.0)
        assert found.loss == pytest.approx(6 * log(2))

    def test_shared_places_foretell_nothing(self):
        assert forecast((1, 1, 1, 1), lambda _a, _b: 0.5, range(4)).pairs == 0
        assert forecast((1, 2, 2, 4), lambda _a, _b: 0.5, range(4)).pairs == 5
        assert forecast((1, 2, 3, 4), lambda _a, _b: 0.5, (0, 2)).pairs == 1

    def test_favourites_who_win_are_hits(self):
        # E of 200 points is .759747, of 400 points 10/11.
        ratings = (1900, 1700, 1500)
        chance = lambda a, b: 1 / (1 + 10 ** ((ratings[b] - ratings[a]) / 400))  # noqa: E731
        right = forecast((1, 2, 3), chance, range(3))
        wrong = forecast((3, 2, 1), chance, range(3))
        assert (right.hits, wrong.hits) == (3.0, 0.0)
        assert right.loss == pytest.approx(-2 * log(0.759747) - log(10 / 11), abs=1e-5)
        assert wrong.loss == pytest.approx(-2 * log(0.240253) - log(1 / 11), abs=1e-5)

    @settings(max_examples=60, deadline=None)
    @given(histories(), policies, openings, exempt_periods)
    def test_every_game_is_foretold_by_the_ratings_before_it(
        self, history, policy, starts, periods
    ):
        facts = [history[key] for key in sorted(history)]
        exemptions = Exemptions.of(periods)
        found = list(ledger_forecasts(facts, Fold(policy, starts, exemptions).feed(facts)))
        fold, expected = Fold(policy, starts, exemptions), []
        for fact in facts:
            before = {row[0]: row[4] for row in fold.feed([fact]) if row[2] == Kind.GAME}
            if not before:
                continue
            pairs = [
                (before[a], before[b], fact[5][fact[4].index(a)] < fact[5][fact[4].index(b)])
                for a, b in combinations(before, 2)
                if fact[5][fact[4].index(a)] != fact[5][fact[4].index(b)]
            ]
            loss = 0.0
            for rating, other, won in pairs:
                difference = max(-4000, min(4000, rating - other))
                difference = difference if won else -difference
                loss += log(1 + 10 ** (-difference / 400))
            expected.append((len(pairs), loss))
        assert [one.pairs for one in found] == [pairs for pairs, _ in expected]
        assert [one.loss for one in found] == pytest.approx([loss for _, loss in expected])
