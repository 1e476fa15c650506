"""OpenSpiel's Hearts as a referee that knows nothing of ours: legal plays, winners, points.

`apply_action` checks nothing; `legal_actions` is what OpenSpiel would have allowed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pyspiel

from engine.cards import Card, cards_of, deck
from engine.deal import Deal, Stage
from engine.gamelog.record import LogDeal
from engine.generate import Played, generate_deal
from engine.rules import RuleSet
from engine.rulesets import AMERICAN, AMERICAN_DOUBLE, KLASSIEK, OMNIBUS, RULE_SETS
from engine.scoring import points_of
from engine.seats import SEATS, Direction

DIRECTIONS: tuple[Direction, ...] = ("none", "left", "across", "right")

EXPRESSIBLE: Mapping[str, RuleSet] = {
    **{name: RULE_SETS[name] for name in ("american", "american-draw", "american-choice")},
    "american-double": AMERICAN_DOUBLE,
    "omnibus": OMNIBUS,
    "queen breaks hearts": AMERICAN.with_switch("hearts_broken_by", "any_or_queen"),
    "nothing forbidden": KLASSIEK.with_switch("first_trick_forbids", "nothing"),
    "hearts are free": AMERICAN.with_switches(
        {"hearts_lead": "free", "first_trick_forbids": "nothing"}
    ),
}
"""The rule sets of 52 cards that OpenSpiel can express, and houses that use its other switches.

`american-choice` it can but for one thing: there a heart that is led breaks nothing. `klassiek` and
`speciaal` forbid only the queen on trick 1, which it cannot; the house without that stands for
them.
"""


def game_of(rules: RuleSet) -> pyspiel.Game:
    """OpenSpiel's game under these rules, as far as it can be told."""
    return pyspiel.load_game(
        "hearts",
        {
            "qs_breaks_hearts": rules.hearts_broken_by == "any_or_queen",
            "jd_bonus": rules.jack_of_diamonds == -10,
            "pass_cards": True,
            "must_break_hearts": rules.hearts_lead == "once_broken",
            "no_pts_on_first_trick": rules.first_trick_forbids == "hearts_and_queen",
        },
    )


def action_of(card: Card) -> int:
    """A card as OpenSpiel numbers it."""
    return 4 * card.rank + card.suit


def card_of(action: int) -> Card:
    """What an action plays."""
    return Card(13 * (action % 4) + action // 4)


def dealt(game: pyspiel.Game, direction: Direction, hands: Sequence[Sequence[Card]]) -> Any:
    """A game of which the cards have been dealt."""
    state = game.new_initial_state()
    state.apply_action(DIRECTIONS.index(direction))
    for k in range(52):
        state.apply_action(action_of(hands[k % 4][k // 4]))
    return state


def points_in(state: Any) -> tuple[int, ...]:
    """The points of a game that is over."""
    return tuple(26 - int(own) for own in state.returns())


def assert_alike(rules: RuleSet, count: int, rng: Random) -> int:
    """So many random deals have the same legal plays, winners and points here and there.

    Returns:
        In how many of them the moon was shot.
    """
    game = game_of(rules)
    return sum(
        _assert_deal_alike(rules, game, generate_deal(rules, rng, 1, DIRECTIONS[number % 4]))
        for number in range(count)
    )


def _assert_deal_alike(rules: RuleSet, game: pyspiel.Game, played: Played) -> bool:
    log = played.log
    assert log.hands is not None
    state = dealt(game, log.direction, log.hands)
    deal = Deal(rules, log.hands, log.direction)
    for seat, given in zip(SEATS, log.passed or (), strict=False):
        deal.give(seat, given)
        for card in given:
            assert state.current_player() == seat
            state.apply_action(action_of(card))
    led_before_thrown = False
    for trick in log.tricks:
        for card in trick.cards:
            assert state.current_player() == deal.to_move
            if not (led_before_thrown and rules.hearts_broken_by == "discard"):
                assert {card_of(action) for action in state.legal_actions()} == set(deal.legal())
            deal.play(card)
            state.apply_action(action_of(card))
        led_before_thrown |= trick.cards[0].suit == 2 and not deal.broken
    assert deal.stage is Stage.DONE
    assert state.is_terminal()
    outcome = deal.outcome()
    assert outcome == played.outcome
    if rules.moon_points != 26 or rules.jack_of_diamonds or outcome.all_tricks:
        # Moons pay otherwise here; OpenSpiel's does not need the jack and leaves it to its taker.
        if max(points_in(state)) < 26 and outcome.shooter is None:
            assert points_in(state) == outcome.cards
    else:
        assert points_in(state) == points_of(rules, outcome)
    return outcome.shooter is not None


def assert_embedded_alike(rules: RuleSet, count: int, rng: Random) -> None:
    """Deals of 32 cards have the same winners and hearts inside a deck of 52.

    Five low cards go to each hand, the two of clubs to whoever leads; they are played last. What
    would be legal there is another matter and not asked.
    """
    game = game_of(AMERICAN)
    for number in range(count):
        direction = DIRECTIONS[number % 4] if rules.passing != "none" else "none"
        _assert_embedded(rules, game, generate_deal(rules, rng, 1, direction).log, rng)


def _assert_embedded(rules: RuleSet, game: pyspiel.Game, log: LogDeal, rng: Random) -> None:
    leader = log.tricks[0].leader
    assert log.hands is not None
    assert leader is not None
    deal = Deal(rules, log.hands, log.direction, log.dealer)
    for seat, given in zip(SEATS, log.passed or (), strict=False):
        deal.give(seat, given)
    two_of_clubs = Card.named("2C")
    low = [card for card in deck(52) if card.rank < 5 and card != two_of_clubs]
    rng.shuffle(low)
    low.insert(5 * leader, two_of_clubs)
    extra = [low[5 * seat : 5 * seat + 5] for seat in SEATS]
    hands = [list(cards_of(hand)) for hand in deal.hands]
    state = dealt(game, "none", [hand + more for hand, more in zip(hands, extra, strict=True)])
    taken = [0, 0, 0, 0]  # hearts 1, the queen 13: as OpenSpiel counts
    for trick in log.tricks:
        for card in trick.cards:
            assert state.current_player() == deal.to_move
            deal.play(card)
            state.apply_action(action_of(card))
        taken[state.current_player()] += sum(map(_count, trick.cards))
    assert taken == [sum(map(_count, cards_of(mask))) for mask in deal.taken]
    while not state.is_terminal():
        cards = []
        for _ in SEATS:
            seat = state.current_player()
            cards.append((seat, extra[seat].pop()))
            state.apply_action(action_of(cards[-1][1]))
        suit = cards[0][1].suit
        _, winner = max((card, seat) for seat, card in cards if card.suit == suit)
        taken[winner] += sum(_count(card) for _, card in cards)
    moon = 26 in taken
    assert points_in(state) == tuple(26 - own if moon else own for own in taken)


def _count(card: Card) -> int:
    return 13 if card == Card.named("QS") else int(card.suit == 2)
