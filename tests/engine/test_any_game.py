"""Whole games of every rule set, driven at random: no deadlock, and points that add up.

The sums are those of RULES.md, "What a deal's scores must add up to".
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.cards import Card, cards_of, deck, mask_of
from engine.deal import Deal, Stage
from engine.game import Game
from engine.problems import RulesError
from engine.rulesets import RULE_SETS
from engine.scoresheet import check_row
from engine.scoring import Outcome, moon_choices, points_of
from engine.seats import SEATS

SUMS = {
    "american": {"out": {26, 78}},
    "american-draw": {"out": {26, 78}},
    "american-choice": {"out": {26, 78, -26}},
    "american-double": {"out": {26, 78, 156}},
    "omnibus": {"out": {16, 78}},
    "dutch": {"out": {15, 45, 90}},
    "dutch-return": {"out": {15, 45, -15}, "return": {-15, 45}},
    "exactly": {"out": {15, 45, -15}, "return": {15, 45, -15}},  # the points taken
    "klassiek": {"out": {26, 39}},
    "speciaal": {"out": {26, 39}},
}
RULES = {
    **RULE_SETS,
    "exactly": RULE_SETS["dutch-return"].with_switch("return_to_zero", "exactly"),
}
NO_POINTS_TAKEN = Outcome((0, 0, 0, 0), None, (0, 0, 0, 0), all_tricks=False)
CHOICES = st.lists(st.integers(0, 12), min_size=4, max_size=4)


def refused(deal):
    """The cards of the player to move that may not be played."""
    return [card for card in cards_of(deal.hands[deal.to_move]) if deal.refusal(card)]


class AnyGame(RuleBasedStateMachine):
    """A table that deals, passes, plays any legal card and books, until the game is over."""

    name = ""

    @initialize(points=st.integers(10, 60), dealer=st.sampled_from(SEATS))
    def sit_down(self, points, dealer):
        self.rules = RULES[self.name]
        self.game = Game(self.rules, points, dealer)
        self.deal = None

    @precondition(lambda self: self.game.over)
    @rule(points=st.integers(10, 60))
    def play_another_game(self, points):
        with pytest.raises(RulesError):
            self.game.book(NO_POINTS_TAKEN)
        self.game = Game(self.rules, points, self.game.first_dealer)

    @precondition(lambda self: self.deal is None and not self.game.over)
    @rule(seed=st.integers(0, 1 << 32), shooter=st.sampled_from([None, *SEATS]))
    def deal_out(self, seed, shooter):
        cards = list(deck(self.rules.cards))
        Random(seed).shuffle(cards)
        size = self.rules.hand_size
        hands = [cards[size * seat : size * (seat + 1)] for seat in SEATS]
        if shooter is not None:  # aces and kings in one hand: moons and all tricks come about
            cards.sort(key=lambda card: card.rank, reverse=True)
            high, low = cards[:size], cards[size:]
            Random(seed).shuffle(low)
            hands = [low[size * n : size * (n + 1)] for n in range(3)]
            hands.insert(shooter, high)
        dealer = self.game.dealer if self.rules.first_lead == "dealer" else None
        self.deal = Deal(self.rules, hands, self.game.direction, dealer)

    @precondition(lambda self: self.deal is not None and self.deal.stage is Stage.PASS)
    @rule(seed=st.integers(0, 1 << 32))
    def pass_on(self, seed):
        for seat in SEATS:
            held = [Card(at) for at in range(52) if self.deal.hands[seat] >> at & 1]
            self.deal.give(seat, Random(seed + seat).sample(held, 3))

    @precondition(lambda self: self.deal is not None and self.deal.stage is Stage.PLAY)
    @rule(choices=CHOICES, high=st.sampled_from([None, *SEATS]))
    def play_a_trick(self, choices, high):
        for choice in choices:
            seat, hand = self.deal.to_move, self.deal.hands[self.deal.to_move]
            legal = self.deal.legal()
            assert legal
            assert mask_of(legal) & hand == mask_of(legal)
            assert mask_of((*legal, *refused(self.deal))) == hand
            card = legal[choice % len(legal)]
            if high is not None:
                pick = max if seat == high else min
                card = pick(legal, key=lambda card: card.rank)
            self.deal.play(card)

    @precondition(lambda self: self.deal is not None and self.deal.stage is Stage.DONE)
    @rule(choice=st.integers(0, 1))
    def book(self, choice):
        outcome = self.deal.outcome()
        choices = moon_choices(self.rules)
        chosen = choices[choice % len(choices)]
        leg, before = self.game.leg, self.game.totals
        change = self.game.book(outcome, chosen)
        taken = self.rules.return_to_zero == "exactly"
        row = points_of(self.rules, outcome, chosen) if taken else change
        assert sum(row) in SUMS[self.name][leg]
        assert check_row(self.rules, row, leg) is None
        totals = tuple(old + own for old, own in zip(before, change, strict=True))
        assert self.game.totals == totals
        self.deal = None

    @invariant()
    def every_card_is_somewhere_once(self):
        if getattr(self, "deal", None) is not None:
            deal = self.deal
            places = [*deal.hands, *deal.taken, mask_of(deal.table())]
            assert sum(place.bit_count() for place in places) == self.rules.cards
            assert sum(places) == mask_of(deck(self.rules.cards))

    @invariant()
    def the_winner_is_in_front(self):
        game = getattr(self, "game", None)
        if game is not None and game.over:
            places = game.places()
            best = [total for total, place in zip(game.totals, places, strict=True) if place == 1]
            if self.name == "exactly":
                assert set(best) == {0}
            else:
                assert set(best) == {min(game.totals)}
                assert places.count(1) == game.totals.count(min(game.totals))


@pytest.mark.parametrize("name", RULES)
def test_any_game(name):
    machine = type(f"AnyGameOf_{name}", (AnyGame,), {"name": name})
    one_thing_at_a_time = [HealthCheck.filter_too_much]  # the stage decides what comes next
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=10,
            stateful_step_count=50,
            deadline=None,
            suppress_health_check=one_thing_at_a_time,
        ),
    )
