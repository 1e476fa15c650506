"""Which cards may be played, and why another may not. Source: RULES.md.

`Law` is a rule set turned into bit masks; the functions know nothing of a whole deal, so they also
serve a question about one hand and one trick. "No conviction in doubt": with only part of a hand
known they never refuse a card that the whole hand would allow.

The functions from `holder_of` to `excuse_for` are rules in numbers only. `engine.batch` compiles
these very functions, so they keep to whole numbers, masks and the fields of `Law`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.cards import (
    CLUBS,
    DECK_MASKS,
    HEARTS,
    SUIT_MASKS,
    SUIT_OF,
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

DELICATE: Final = HEARTS | QUEEN_OF_SPADES
"""The cards about whose play the texts differ."""

_HEARTS_SUIT: Final = SUITS.index("H")

_FORBIDDEN: Final = {
    "hearts_and_queen": HEARTS | QUEEN_OF_SPADES,
    "queen": QUEEN_OF_SPADES,
    "nothing": 0,
}


class Law(NamedTuple):
    """What a rule set says of single plays, as bit masks; a tuple, since it is compiled too.

    Attributes:
        deck: all cards.
        hearts: the hearts of the deck.
        opening: the card that must be led first, or 0 where the dealer leads any card.
        forbidden: cards not to be played on trick 1.
        hearts_free: hearts may be led at any time.
        breakers: cards that break hearts however they are played; a heart discarded on another
            suit breaks them under every rule set.
    """

    deck: int
    hearts: int
    opening: int
    forbidden: int
    hearts_free: bool
    breakers: int


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
        hearts=deck & HEARTS,
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
    seat = holder_of(law.opening, hands)
    return None if seat < 0 else SEATS[seat]


def holder_of(card: int, hands: Sequence[int]) -> int:
    """The seat (0..3) whose hand has a card, both as masks; -1 if nobody is known to hold it.

    >>> holder_of(4, (1, 2, 4, 8))
    2
    """
    for seat in range(4):
        if hands[seat] & card:
            return seat
    return -1


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


def throws_heart(card: int, led: int | None) -> bool:
    """Whether a card (0..51) is a heart thrown on another suit; `led` is None for a lead.

    >>> throws_heart(Card.named("2H"), 0), throws_heart(Card.named("2H"), None)
    (True, False)
    """
    if led is None:
        return False
    return led != _HEARTS_SUIT and SUIT_OF[card] == _HEARTS_SUIT


def breaks_hearts(law: Law, card: int, led: int | None) -> bool:
    """Whether playing a card (0..51) breaks hearts; `led` is None for the card that is led.

    >>> from engine.rulesets import AMERICAN, AMERICAN_CHOICE
    >>> low_heart = int(Card.named("2H"))
    >>> breaks_hearts(law_of(AMERICAN), low_heart, None)
    True
    >>> breaks_hearts(law_of(AMERICAN_CHOICE), low_heart, None)
    False
    """
    return (1 << card & law.breakers) != 0 or throws_heart(card, led)


def beats(card: int, best: int, led: int) -> bool:
    """Whether a card takes the trick from the best one so far, which is of the suit led.

    Args:
        card: 0..51.
        best: 0..51.
        led: the suit, 0..3.

    >>> beats(Card.named("AC"), Card.named("KC"), 0), beats(Card.named("AD"), Card.named("KC"), 0)
    (True, False)
    """
    return card > best and SUIT_OF[card] == led


def plain_winner(
    suit: int,
    first: int,
    second: int,
    third: int,
    fourth: int,
    one: int,
    two: int,
    three: int,
    four: int,
) -> int:
    """Who wins a trick in which everybody holds the card and follows suit who can.

    Args:
        suit: mask of the suit that is led.
        first: mask of the leader's hand.
        second: mask of the next hand clockwise.
        third: of the next.
        fourth: of the last.
        one: the leader's card, as a mask.
        two: the card of the next.
        three: of the next.
        four: of the last.

    Returns:
        The place of the winner, 0..3 from the leader; -1 if somebody plays otherwise.

    >>> plain_winner(CLUBS, 1, 2, 1 << 20, 8, 1, 2, 1 << 20, 8)
    3
    """
    if not (first & one and second & two and third & three and fourth & four):
        return -1
    off_suit = (one | two | three | four) & ~suit
    if off_suit and (  # `|`, not `or`: nearly always all three are looked at, and none revokes
        (two & off_suit and second & suit)
        | (three & off_suit and third & suit)
        | (four & off_suit and fourth & suit)
    ):
        return -1
    winner, best = 0, one
    if two & suit > best:
        winner, best = 1, two
    if three & suit > best:
        winner, best = 2, three
    return 3 if four & suit > best else winner


REFUSALS: Final = (
    "",
    "play.revoke",
    "play.opening",
    "play.first_trick",
    "play.hearts_unbroken",
)
"""The codes of what can be wrong with a card that is in the hand, as `offence_of` numbers them."""


def offence_of(law: Law, hand: int, led: int | None, first_trick: bool, card: int) -> int:
    """What is wrong with a card that `legal_plays` leaves out: a place in `REFUSALS`, not 0.

    >>> from engine.cards import mask_of, parse_hand
    >>> from engine.rulesets import AMERICAN
    >>> hand = mask_of(parse_hand("Q.A32.-.-"))
    >>> REFUSALS[offence_of(law_of(AMERICAN), hand, None, False, Card.named("2H"))]
    'play.hearts_unbroken'
    """
    if led is not None:
        if hand & SUIT_MASKS[led]:
            return 1
    elif first_trick and law.opening:
        return 2
    if first_trick and law.forbidden >> card & 1:
        return 3
    return 4


EXCUSES: Final = ("", "first_trick_forbids", "hearts_lead", "hearts_broken_by")
"""The switches but for whose value a legal card might be illegal, as `excuse_for` numbers them."""


def excuse_for(
    law: Law,
    hand: int,
    led: int | None,
    first_trick: bool,
    broken: bool,
    discarded: bool,
    card: int,
) -> int:
    """Which switch a legal card may owe its being legal to: a place in `EXCUSES`, 0 for none.

    Args:
        law: of the rule set.
        hand: mask of the player's cards, the one that is played among them.
        led: suit that was led, or None for the card that is led.
        first_trick: whether this is trick 1.
        broken: whether hearts have been broken.
        discarded: whether they were broken by a heart thrown on another suit, as all texts ask.
        card: 0..51, a legal one.

    >>> from engine.cards import mask_of, parse_hand
    >>> from engine.rulesets import AMERICAN
    >>> hand = mask_of(parse_hand("-.A32.-.-"))
    >>> EXCUSES[excuse_for(law_of(AMERICAN), hand, None, False, False, False, Card.named("2H"))]
    'hearts_lead'
    """
    bit = 1 << card
    if not bit & DELICATE:
        return 0
    if led is not None:
        return 1 if first_trick and not bit & SUIT_MASKS[led] else 0
    if bit & HEARTS and not law.hearts_free:
        if not hand & ~HEARTS:
            return 0 if broken else 2
        if broken and not discarded:
            return 3
    return 0


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
    code = REFUSALS[offence_of(law, hand, led, first_trick, card)]
    if code == "play.revoke" and led is not None:
        return problem(code, **fields, suit=SUITS[led])
    if code == "play.opening":
        fields["legal"] = names(cards_of(law.opening))
    return problem(code, **fields)
