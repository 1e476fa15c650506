"""OpenSpiel's Hearts as an independent referee of ours: legal plays, winners, points.

`apply_action` checks nothing; `legal_actions` is what OpenSpiel would have allowed.
"""

import random
from pathlib import Path

import pyspiel
import pytest

from engine.cards import Card
from engine.deal import Deal, Stage
from engine.gamelog.formats import read_log
from engine.gamelog.record import LogDeal, LogGame, Trick
from engine.generate import generate_deal
from engine.replay import check, rules_of
from engine.rules import RuleSet
from engine.rulesets import AMERICAN, OMNIBUS
from engine.scoring import points_of
from engine.seats import SEATS, Direction

DIRECTIONS: tuple[Direction, ...] = ("none", "left", "across", "right")
ANY_OR_QUEEN = AMERICAN.with_switch("hearts_broken_by", "any_or_queen")


def referee_game(rules: RuleSet) -> pyspiel.Game:
    return pyspiel.load_game(
        "hearts",
        {
            "qs_breaks_hearts": rules.hearts_broken_by == "any_or_queen",
            "jd_bonus": rules.jack_of_diamonds == -10,
            "pass_cards": True,
            "must_break_hearts": True,
            "no_pts_on_first_trick": True,
        },
    )


def action_of(card: Card) -> int:
    return 4 * card.rank + card.suit


def card_of(action: int) -> Card:
    return Card(13 * (action % 4) + action // 4)


def dealt(game: pyspiel.Game, direction: Direction, hands: list[list[Card]]) -> pyspiel.State:
    state = game.new_initial_state()
    state.apply_action(DIRECTIONS.index(direction))
    for k in range(52):
        state.apply_action(action_of(hands[k % 4][k // 4]))
    return state


@pytest.mark.parametrize("rules", [AMERICAN, ANY_OR_QUEEN, OMNIBUS], ids=lambda rules: rules.name)
def test_legal_plays_winners_and_points_of_500_random_deals(rules: RuleSet) -> None:
    rng = random.Random(20260314)
    game = referee_game(rules)
    moons = 0
    for number in range(500):
        direction = DIRECTIONS[number % 4]
        log = generate_deal(rules, rng, 1, direction).log
        hands = [list(hand) for hand in log.hands]
        state = dealt(game, direction, hands)
        deal = Deal(rules, log.hands, direction)
        if direction != "none":
            for seat in SEATS:
                deal.give(seat, log.passed[seat])
                for card in log.passed[seat]:
                    assert state.current_player() == seat
                    state.apply_action(action_of(card))
        for trick in log.tricks:
            for card in trick.cards:
                assert state.current_player() == deal.to_move
                assert {card_of(action) for action in state.legal_actions()} == set(deal.legal())
                deal.play(card)
                state.apply_action(action_of(card))
        assert deal.stage is Stage.DONE
        assert state.is_terminal()
        outcome = deal.outcome()
        theirs = tuple(26 - int(own) for own in state.returns())
        if rules is OMNIBUS:
            # OpenSpiel's moon does not need the jack and leaves it to its taker: our plain points.
            if max(theirs) < 26 and outcome.shooter is None:
                assert theirs == outcome.cards
        else:
            assert theirs == points_of(rules, outcome)
        moons += outcome.shooter is not None
    assert moons > 10


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
    game = referee_game(rules)
    for line, judged in zip(openspiel_lines, verdict.deals, strict=True):
        state = game.new_initial_state()
        refused = []
        actions = [int(word) for word in line.split()]
        for action in actions:
            if action not in state.legal_actions():
                allowed = {str(card_of(other)) for other in state.legal_actions()}
                refused.append((state.current_player(), str(card_of(action)), allowed))
            state.apply_action(action)
        assert judged.points == tuple(26 - int(own) for own in state.returns())
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
    game = referee_game(AMERICAN)
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
    game = referee_game(AMERICAN)
    assert len(SAMPLE_LOGS) == 10
    for path in SAMPLE_LOGS:
        (log,) = read_log(path.read_text("utf-8").splitlines())
        verdict = check(log, AMERICAN)
        assert verdict.recordable, path.name
        for deal, judged in zip(log.deals, verdict.deals, strict=True):
            state = follows(game, deal)
            assert state.is_terminal()
            assert judged.points == tuple(26 - int(value) for value in state.returns())
