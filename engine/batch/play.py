"""The second step of the kernel: a deal played through, legal or not.

Written to be compiled, like `engine.batch.kernel`. It keeps the order of play, as `engine.deal`
does; what may be played and who wins it asks of the functions of `engine.legality`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.batch.verdicts import PROBLEM_CODES, SWITCHES
from engine.cards import CLUBS, HEARTS, RANKS, SUIT_OF
from engine.legality import (
    DELICATE,
    REFUSALS,
    Law,
    beats,
    breaks_hearts,
    excuse_for,
    legal_plays,
    offence_of,
    plain_winner,
    throws_heart,
)

if TYPE_CHECKING:
    from engine.batch.arrays import Deals, FourMasks, Numbers

REFUSED: Final = tuple(PROBLEM_CODES.index(code) for code in REFUSALS)
FIRST_LEADER: Final = PROBLEM_CODES.index("play.first_leader")
DEALER_LEADS: Final = PROBLEM_CODES.index("play.dealer_leads")
OUT_OF_TURN: Final = PROBLEM_CODES.index("play.out_of_turn")
NOT_HELD: Final = PROBLEM_CODES.index("play.not_held")
ALREADY_PLAYED: Final = PROBLEM_CODES.index("play.already_played")
CARD_FOREIGN: Final = PROBLEM_CODES.index("play.card_foreign")
_RANKS: Final = len(RANKS)
FIRST_LEAD: Final = 1 << SWITCHES.index("first_lead")


class Terms(NamedTuple):
    """What the kernel needs to know of a rule set beside its law and tariff.

    Attributes:
        hand_size: cards in a hand, and tricks in a deal.
        opening_card: the card that must be led first, 0..51; -1 where there is none.
        choice: whether the shooter of a moon may choose.
        return_leg: whether points may be on a return leg, where they are subtracted.
        remarks: the bits of `Verdicts.by_default` that rest on a reading or a choice.
    """

    hand_size: int
    opening_card: int
    choice: bool
    return_leg: bool
    remarks: int


class Fault(NamedTuple):
    """The first problem of a deal, as in `Verdicts`; `code` is 0 for none."""

    code: int
    trick: int
    seat: int
    card: int


class Play(NamedTuple):
    """What became of the play of a deal, or so far of it.

    Attributes:
        followed: whether it could be followed to where it stops.
        broken: whether hearts are broken.
        discarded: whether a heart was thrown on another suit.
        fault: the first one.
        by_default: bits as in `Verdicts`.
    """

    followed: bool
    broken: bool
    discarded: bool
    fault: Fault
    by_default: int


def follow(
    law: Law,
    terms: Terms,
    deals: Deals,
    row: int,
    cards: int,
    due: int,
    hands: FourMasks,
    taken: FourMasks,
    won: FourMasks,
) -> Play:
    """Play a deal through as far as it was played, legal or not, as `engine.referee` does."""
    for seat in range(4):
        taken[seat] = won[seat] = 0
    play = Play(True, False, False, Fault(0, -1, -1, -1), 0)
    for trick in range((cards + 3) // 4):
        leader = wide(deals.leaders[row, trick])
        count = min(4, cards - 4 * trick)
        winner = -1
        if leader == due and count == 4:
            play, winner = play_plainly(law, deals.plays, row, trick, leader, play, hands, taken)
        if winner < 0:
            in_turn = leader == due
            if not in_turn:
                play = led_out_of_turn(law, terms, play, trick, leader)
            play, winner = play_trick(
                law, deals.plays, row, trick, leader, count, in_turn, play, hands, taken
            )
            if not play.followed:
                break
        due = winner
        if count == 4:
            won[winner] += 1
    return play


def play_plainly(
    law: Law,
    plays: Numbers,
    row: int,
    trick: int,
    leader: int,
    play: Play,
    hands: FourMasks,
    taken: FourMasks,
) -> tuple[Play, int]:
    """Play a whole trick at once if it is plainly legal, as `engine.deal.Deal.put_trick`.

    On trick 1 the forced card is led, or one that is not forbidden, and nobody throws a card about
    which the texts differ.

    Returns:
        What became of the play, and the seat that wins; -1 if nothing was done.
    """
    at = 4 * trick
    a, b, c, d = leader, leader + 1 & 3, leader + 2 & 3, leader + 3 & 3
    one, two = 1 << plays[row, at], 1 << plays[row, at + 1]
    three, four = 1 << plays[row, at + 2], 1 << plays[row, at + 3]
    suit = CLUBS << _RANKS * (plays[row, at] // _RANKS)
    table = one | two | three | four
    off_suit = table & ~suit
    if trick == 0:
        opens_badly = one != law.opening if law.opening else one & law.forbidden != 0
        if opens_badly or off_suit & DELICATE:
            return play, -1
    if suit == HEARTS and not (law.hearts_free or play.discarded):
        return play, -1
    place = plain_winner(suit, hands[a], hands[b], hands[c], hands[d], one, two, three, four)
    if place < 0:
        return play, -1
    hands[a] ^= one
    hands[b] ^= two
    hands[c] ^= three
    hands[d] ^= four
    winner = leader + place & 3
    taken[winner] |= table
    thrown = off_suit & HEARTS != 0
    broken = play.broken | thrown | (table & law.breakers != 0)
    return Play(True, broken, play.discarded | thrown, play.fault, play.by_default), winner


def led_out_of_turn(law: Law, terms: Terms, play: Play, trick: int, leader: int) -> Play:
    """Another seat leads to a trick than is due; it goes on from there."""
    fault = Fault(OUT_OF_TURN, trick + 1, leader, -1)
    by_default = play.by_default
    if trick == 0 and law.opening:
        fault = Fault(FIRST_LEADER, 1, leader, terms.opening_card)
    elif trick == 0:
        fault = Fault(DEALER_LEADS, 1, leader, -1)
        by_default |= FIRST_LEAD
    return Play(True, play.broken, play.discarded, earlier(play.fault, fault), by_default)


def wide(number: int) -> int:
    """The same number; compiled, one of 64 bits, since a name has one type there."""
    return 0 + number


def earlier(one: Fault, other: Fault) -> Fault:
    """The fault that was found first, where there is one already."""
    return one if one.code else other


def play_trick(
    law: Law,
    plays: Numbers,
    row: int,
    trick: int,
    leader: int,
    count: int,
    in_turn: bool,
    play: Play,
    hands: FourMasks,
    taken: FourMasks,
) -> tuple[Play, int]:
    """Play one trick of so many cards, each looked at closely.

    Returns:
        What became of the play, and the seat that wins.
    """
    _, broken, discarded, fault, by_default = play
    winner, best, led, table = leader, -1, 0, 0
    for place in range(count):
        seat, card = leader + place & 3, wide(plays[row, 4 * trick + place])
        hand = hands[seat]
        if not hand >> card & 1:
            out = taken[0] | taken[1] | taken[2] | taken[3] | table
            fault = earlier(fault, Fault(lacking(law, out, card), trick + 1, seat, card))
            return Play(False, broken, discarded, fault, by_default), winner
        if place == 0:
            led, best = SUIT_OF[card], card
            said = judge_card(law, hand, None, trick == 0, broken, discarded, card)
            broken = broken or breaks_hearts(law, card, None)
        else:
            said = judge_card(law, hand, led, trick == 0, broken, discarded, card)
            broken = broken or breaks_hearts(law, card, led)
            discarded = discarded or throws_heart(card, led)
            if beats(card, best, led):
                winner, best = seat, card
        if said > 0 and (place > 0 or in_turn):
            fault = earlier(fault, Fault(REFUSED[said], trick + 1, seat, card))
        elif said < 0:
            by_default |= 1 << -said - 1
        hands[seat] = hand ^ 1 << card
        table |= 1 << card
    if count == 4:
        taken[winner] |= table
    return Play(True, broken, discarded, fault, by_default), winner


def judge_card(
    law: Law,
    hand: int,
    led: int | None,
    first_trick: bool,
    broken: bool,
    discarded: bool,
    card: int,
) -> int:
    """What is to be said of a card: a place in `REFUSALS`, or minus one in `EXCUSES`, or 0.

    >>> from engine.cards import Card, mask_of, parse_hand
    >>> from engine.legality import law_of
    >>> from engine.rulesets import AMERICAN
    >>> hand = mask_of(parse_hand("Q.A32.-.-"))
    >>> REFUSALS[judge_card(law_of(AMERICAN), hand, 2, False, False, False, Card.named("QS"))]
    'play.revoke'
    """
    if not legal_plays(law, hand, led, first_trick, broken) >> card & 1:
        return offence_of(law, hand, led, first_trick, card)
    return -excuse_for(law, hand, led, first_trick, broken, discarded, card)


def lacking(law: Law, out: int, card: int) -> int:
    """The code for a card that is not in the hand, when those in `out` were played before.

    >>> from engine.legality import law_of
    >>> from engine.rulesets import DUTCH
    >>> PROBLEM_CODES[lacking(law_of(DUTCH), 0, 0)]  # a two of clubs, among 32 cards
    'play.card_foreign'
    """
    if not law.deck >> card & 1:
        return CARD_FOREIGN
    return ALREADY_PLAYED if out >> card & 1 else NOT_HELD
