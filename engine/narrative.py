"""A logged deal told trick by trick: who could play what, who took the trick, what was in it.

What was wrong with it is for `engine.referee` to say; the story goes on after an illegal card, as
play did at the table, and breaks off where the log makes no sense any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card, cards_of, mask_of
from engine.deal import Deal, Stage
from engine.evidence import evidence_of
from engine.gamelog.record import LogDeal, Trick
from engine.legality import first_leader, law_of
from engine.problems import RulesError
from engine.rules import RuleSet
from engine.scoring import outcome_of
from engine.seats import SEATS, Seat


@dataclass(frozen=True, slots=True)
class ToldCard:
    """A card that was played, and the cards that might have been instead of it."""

    seat: Seat
    card: Card
    legal: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ToldTrick:
    """A trick.

    Attributes:
        number: from 1.
        cards: in order of play.
        winner: who took it; None if it is not complete.
        points: of the cards in it, moons aside.
    """

    number: int
    cards: tuple[ToldCard, ...]
    winner: Seat | None
    points: int


@dataclass(frozen=True, slots=True)
class Story:
    """A deal from the first lead on.

    Attributes:
        hands: in seat order at the first lead, as far as the log shows them, high to low.
        tricks: as far as they can be followed.
    """

    hands: tuple[tuple[Card, ...], ...]
    tricks: tuple[ToldTrick, ...]


def tell(deal: LogDeal, rules: RuleSet) -> Story:
    """Follow a logged deal.

    >>> from engine.gamelog.hjl_reader import read_games
    >>> from engine.rulesets import AMERICAN
    >>> game, = read_games(["% hjl 1", "H 1 none", "T E 2C JC QC KC"])
    >>> trick, = tell(game.deals[0], AMERICAN).tricks
    >>> trick.winner, [told.card for told in trick.cards]
    (<Seat.N: 0>, [2C, JC, QC, KC])
    """
    evidence = evidence_of(deal, rules)
    hands = tuple(cards_of(hand) for hand in evidence.hands)
    expected = first_leader(law_of(rules), evidence.hands, deal.dealer)
    first = deal.tricks[0].leader if deal.tricks else None
    leader = expected if first is None else first
    if leader is None:
        return Story(hands, ())
    state = Deal.from_known(rules, evidence.hands, leader, deal.dealer)
    told: list[ToldTrick] = []
    for number, trick in enumerate(deal.tricks, start=1):
        if state.stage is Stage.DONE or (trick.leader is None and len(trick.cards) < len(SEATS)):
            break
        told.append(_told_trick(state, number, trick))
        if len(told[-1].cards) < len(trick.cards) or told[-1].winner is None:
            break
    return Story(hands, tuple(told))


def _told_trick(state: Deal, number: int, trick: Trick) -> ToldTrick:
    cards: Sequence[Card] = trick.cards
    if trick.leader is None:  # written in seat order
        cards = (*trick.cards[state.to_move :], *trick.cards[: state.to_move])
    else:
        state.lead_from(trick.leader)
    told = []
    held = True
    for card in cards:
        told.append(ToldCard(state.to_move, card, state.legal()))
        try:
            state.put(card)
        except RulesError:  # not in the hand: where the trick goes is not known
            held = False
            break
    complete = held and len(told) == len(SEATS)
    points = outcome_of(state.rules, (mask_of(cards), 0, 0, 0), (0, 0, 0, 0)).cards[0]
    return ToldTrick(number, tuple(told), state.leader if complete else None, points)
