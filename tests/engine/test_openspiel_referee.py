"""OpenSpiel's Hearts as an independent referee of ours: legal plays, winners, points.

`apply_action` checks nothing; `legal_actions` is what OpenSpiel would have allowed.
"""

import random
from pathlib import Path

import pyspiel
import pytest
from openspiel import (
    EXPRESSIBLE,
    action_of,
    assert_alike,
    assert_embedded_alike,
    card_of,
    dealt,
    game_of,
    points_in,
)

from engine.cards import Card
from engine.gamelog.formats import read_log
from engine.gamelog.record import LogDeal, LogGame, Trick
from engine.generate import generate_deal
from engine.replay import check, rules_of
from engine.rules import RuleSet
from engine.rulesets import AMERICAN, RULE_SETS
from engine.seats import SEATS

ANY_OR_QUEEN = EXPRESSIBLE["queen breaks hearts"]


@pytest.mark.parametrize("name", EXPRESSIBLE)
def test_legal_plays_winners_and_points_of_1000_random_deals(name: str) -> None:
    assert assert_alike(EXPRESSIBLE[name], 1000, random.Random(f"OpenSpiel {name}")) > 10


@pytest.mark.parametrize("name", ["dutch", "dutch-return"])
def test_32_cards_inside_52(name: str) -> None:
    assert_embedded_alike(RULE_SETS[name], 500, random.Random(f"embedded {name}"))


@pytest.mark.parametrize(
    ("rules", "illegal"),
    [(AMERICAN, [4, 9, 10, 11, 14, 15, 16, 17, 19]), (ANY_OR_QUEEN, [])],
    ids=["american", "any_or_queen"],
)
def test_the_25_logged_deals(
    rules: RuleSet, illegal: list[int], openspiel_lines: list[str]
) -> None:
    # The lines that are illegal under `american` are named in the README of the samples.
    (log,) = read_log(openspiel_lines)
    verdict = check(log, rules)
    assert [d.number for d in verdict.deals if d.verdict.value == "illegal"] == illegal
    assert {d.verdict.value for d in verdict.deals} <= {"ok", "illegal"}
    game = game_of(rules)
    for line, judged in zip(openspiel_lines, verdict.deals, strict=True):
        state = game.new_initial_state()
        refused = []
        actions = [int(word) for word in line.split()]
        for action in actions:
            if action not in state.legal_actions():
                allowed = {str(card_of(other)) for other in state.legal_actions()}
                refused.append((state.current_player(), str(card_of(action)), allowed))
            state.apply_action(action)
        assert judged.points == points_in(state)
        ours = [
            (
                SEATS.index(SEATS["NESW".index(p.fields["seat"])]),
                p.fields["card"],
                p.fields["legal"],
            )
            for p in judged.problems
        ]
        assert [(seat, card, set(legal)) for seat, card, legal in ours] == refused
        assert all(found.line == judged.number for found in judged.problems)


def mutated(deal: LogDeal, rng: random.Random) -> LogDeal:
    """A deal without hands in which two cards of different tricks or players change places."""
    cards = [card for trick in deal.tricks for card in trick.cards]
    one, other = rng.sample(range(52), 2)
    cards[one], cards[other] = cards[other], cards[one]
    leader = deal.tricks[0].leader
    tricks = []
    for start in range(0, 52, 4):
        trick = tuple(cards[start : start + 4])
        tricks.append(Trick(leader, trick))
        best = max(card for card in trick if card.suit == trick[0].suit)
        leader = leader.after(trick.index(best))
    return LogDeal(number=1, direction="none", tricks=tuple(tricks))


def test_a_changed_log_is_ok_only_if_openspiel_finds_it_legal_too() -> None:
    # Two cards change places and the tricks are led by their new winners: all hands change.
    rng = random.Random(7)
    game = game_of(AMERICAN)
    verdicts = []
    for _ in range(400):
        deal = mutated(generate_deal(AMERICAN, rng).log, rng)
        judged = check(LogGame(loose=True, deals=(deal,)), rules_of(LogGame())).deals[0]
        hands: list[list[Card]] = [[], [], [], []]
        for trick in deal.tricks:
            for step, card in enumerate(trick.cards):
                hands[trick.leader.after(step)].append(card)
        state = dealt(game, "none", hands)
        legal = True
        for trick in deal.tricks:
            for step, card in enumerate(trick.cards):
                legal &= state.current_player() == trick.leader.after(step)
                legal = legal and action_of(card) in state.legal_actions()
                if legal:
                    state.apply_action(action_of(card))
        assert (judged.verdict.value == "ok") is legal
        verdicts.append(legal)
    assert 10 < sum(verdicts) < 390


SAMPLE_LOGS = sorted((Path(__file__).parents[2] / "data" / "sample" / "logs").glob("*.hjl"))


def follows(game: pyspiel.Game, deal: LogDeal) -> pyspiel.State:
    """A logged deal played in OpenSpiel, every card of it found legal there."""
    state = dealt(game, deal.direction, [list(hand) for hand in deal.hands])
    for passed in deal.passed or ():
        for card in passed:
            assert action_of(card) in state.legal_actions()
            state.apply_action(action_of(card))
    for trick in deal.tricks:
        for step, card in enumerate(trick.cards):
            assert state.current_player() == trick.leader.after(step)
            assert action_of(card) in state.legal_actions(), (deal.number, str(card))
            state.apply_action(action_of(card))
    return state


def test_openspiel_finds_every_deal_of_the_sample_club_legal() -> None:
    game = game_of(AMERICAN)
    assert len(SAMPLE_LOGS) == 10
    for path in SAMPLE_LOGS:
        (log,) = read_log(path.read_text("utf-8").splitlines())
        verdict = check(log, AMERICAN)
        assert verdict.recordable, path.name
        for deal, judged in zip(log.deals, verdict.deals, strict=True):
            state = follows(game, deal)
            assert state.is_terminal()
            assert judged.points == points_in(state)
