"""Which cards may be played, and why another may not. Source: RULES.md.

`Law` is a rule set turned into bit masks; the functions know nothing of a whole deal, so they also
serve a question about one hand and one trick. "No conviction in doubt": with only part of a hand
known they never refuse a card that the whole hand would allow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.cards import (
    CLUBS,
    DECK_MASKS,
    HEARTS,
    SUIT_MASKS,
    SUITS,
    Card,
    cards_of,
    names,
)
from engine.problems import Problem, Value, problem
from engine.rules import RuleSet
from engine.seats import SEATS, Seat

QUEEN_OF_SPADES: Final = 1 << Card.named("QS")
JACK_OF_DIAMONDS: Final = 1 << Card.named("JD")
JACK_OF_CLUBS: Final = 1 << Card.named("JC")

_FORBIDDEN: Final = {
    "hearts_and_queen": HEARTS | QUEEN_OF_SPADES,
    "queen": QUEEN_OF_SPADES,
    "nothing": 0,
}


@dataclass(frozen=True, slots=True)
class Law:
    """What a rule set says of single plays, as bit masks.

    Attributes:
        deck: all cards.
        opening: the card that must be led first, or 0 where the dealer leads any card.
        forbidden: cards not to be played on trick 1.
        hearts_free: hearts may be led at any time.
        breakers: cards that break hearts however they are played; a heart discarded on another
            suit breaks them under every rule set.
    """

    deck: int
    opening: int
    forbidden: int
    hearts_free: bool
    breakers: int

    @property
    def hearts(self) -> int:
        """The hearts of the deck."""
        return self.deck & HEARTS


@lru_cache(maxsize=64)
def law_of(rules: RuleSet) -> Law:
    """The law of a rule set.

    >>> from engine.rulesets import DUTCH
    >>> cards_of(law_of(DUTCH).opening)
    (7C,)
    """
    deck = DECK_MASKS[rules.cards]
    clubs = deck & CLUBS
    breakers = {"any": HEARTS, "discard": 0, "any_or_queen": HEARTS | QUEEN_OF_SPADES}
    return Law(
        deck=deck,
        opening=clubs & -clubs if rules.first_lead == "lowest_club" else 0,
        forbidden=_FORBIDDEN[rules.first_trick_forbids],
        hearts_free=rules.hearts_lead == "free",
        breakers=breakers[rules.hearts_broken_by],
    )


def first_leader(law: Law, hands: Sequence[int], dealer: Seat | None) -> Seat | None:
    """Who leads to trick 1: the holder of the forced card, or the dealer; None if unknown.

    Args:
        law: of the rule set.
        hands: masks of the four hands after the pass, as far as known.
        dealer: who dealt, where known.

    >>> from engine.rulesets import AMERICAN, DUTCH_RETURN
    >>> two_of_clubs = 1
    >>> first_leader(law_of(AMERICAN), (0, 0, two_of_clubs, 0), Seat.N)
    <Seat.S: 2>
    >>> first_leader(law_of(DUTCH_RETURN), (0, 0, two_of_clubs, 0), Seat.N)
    <Seat.N: 0>
    """
    if not law.opening:
        return dealer
    return next((seat for seat in SEATS if hands[seat] & law.opening), None)


def legal_plays(law: Law, hand: int, led: int | None, first_trick: bool, broken: bool) -> int:
    """The cards of a hand that may be played now, as a mask; never empty for a non-empty hand.

    The one exception is the very first lead where a certain card must be led: a hand without that
    card has nothing to lead.

    Args:
        law: of the rule set.
        hand: mask of the player's cards, or of those that are known.
        led: suit that was led, 0..3, or None when the player leads.
        first_trick: whether this is trick 1.
        broken: whether hearts have been broken.

    >>> from engine.cards import mask_of, parse_hand
    >>> from engine.rulesets import AMERICAN, KLASSIEK
    >>> void_in_clubs = mask_of(parse_hand("QA.KA.A.-"))
    >>> cards_of(legal_plays(law_of(AMERICAN), void_in_clubs, 0, True, False))
    (AS, AD)
    >>> cards_of(legal_plays(law_of(KLASSIEK), void_in_clubs, 0, True, False))
    (AS, AH, KH, AD)
    """
    if led is not None:
        following = hand & SUIT_MASKS[led]
        if following:
            return following
        if first_trick:
            return hand & ~law.forbidden or hand
        return hand
    if first_trick:
        if law.opening:
            return hand & law.opening
        hand = hand & ~law.forbidden or hand
    if broken or law.hearts_free:
        return hand
    return hand & ~HEARTS or hand


def breaks_hearts(law: Law, card: int, led: int | None) -> bool:
    """Whether playing a card (0..51) breaks hearts; `led` is None for the card that is led.

    >>> from engine.rulesets import AMERICAN, AMERICAN_CHOICE
    >>> low_heart = int(Card.named("2H"))
    >>> breaks_hearts(law_of(AMERICAN), low_heart, None)
    True
    >>> breaks_hearts(law_of(AMERICAN_CHOICE), low_heart, None)
    False
    """
    bit = 1 << card
    return bool(bit & law.breakers or (bit & HEARTS and led is not None and led != 2))


def refusal(
    law: Law,
    hand: int,
    led: int | None,
    first_trick: bool,
    broken: bool,
    card: Card,
    *,
    trick: int | None = None,
    seat: Seat | None = None,
) -> Problem | None:
    """Why a card of a hand may not be played, or None when it may.

    The problem names trick and seat when they are given, and what would have been legal.

    >>> from engine.cards import mask_of, parse_hand
    >>> from engine.rulesets import AMERICAN
    >>> hand = mask_of(parse_hand("Q.A32.-.-"))
    >>> refusal(law_of(AMERICAN), hand, None, False, False, Card.named("2H")).code
    'play.hearts_unbroken'
    """
    legal = legal_plays(law, hand, led, first_trick, broken)
    if legal >> card & 1:
        return None
    fields: dict[str, Value] = {
        "trick": trick,
        "seat": seat.name if seat is not None else None,
        "card": str(card),
        "legal": names(cards_of(legal)),
    }
    if led is not None and hand & SUIT_MASKS[led]:
        return problem("play.revoke", **fields, suit=SUITS[led])
    if first_trick and led is None and law.opening:
        return problem("play.opening", **{**fields, "legal": names(cards_of(law.opening))})
    if first_trick and law.forbidden >> card & 1:
        return problem("play.first_trick", **fields)
    return problem("play.hearts_unbroken", **fields)
