"""What can be wrong with four hands and with the cards passed on, before a card is played."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from engine.cards import DECK_MASKS, Card, cards_of, mask_of, names
from engine.problems import Problem, problem
from engine.rules import PASS_COUNT, RuleSet
from engine.seats import SEATS, Seat


def hand_faults(rules: RuleSet, hands: Sequence[Sequence[Card]]) -> list[Problem]:
    """Everything that is wrong with four hands before a card is played.

    Wrong sizes, cards twice, cards that the deck does not have, and cards that nobody holds.

    >>> from engine.cards import parse_hand
    >>> from engine.rulesets import DUTCH
    >>> suits = ("AKQJT987.-.-.-", "-.AKQJT987.-.-", "-.-.AKQJT987.-", "-.-.-.AKQJT982")
    >>> [fault.code for fault in hand_faults(DUTCH, [parse_hand(text) for text in suits])]
    ['deal.card_foreign', 'deal.cards_missing']
    """
    deck = DECK_MASKS[rules.cards]
    if all(len(hand) == rules.hand_size for hand in hands) and mask_of(chain(*hands)) == deck:
        return []  # four full hands that make the deck cannot hold a card twice
    faults = []
    holders: dict[Card, list[str]] = {}
    for seat in SEATS:
        for card in hands[seat]:
            holders.setdefault(card, []).append(seat.name)
            if not deck >> card & 1:
                faults.append(
                    problem(
                        "deal.card_foreign",
                        trick=0,
                        seat=seat.name,
                        card=str(card),
                        deck=rules.cards,
                    )
                )
        if len(hands[seat]) != rules.hand_size:
            faults.append(
                problem(
                    "deal.hand_size",
                    trick=0,
                    seat=seat.name,
                    count=len(hands[seat]),
                    expected=rules.hand_size,
                )
            )
    faults += [
        problem("deal.card_repeated", trick=0, card=str(card), seats=tuple(seats))
        for card, seats in sorted(holders.items(), reverse=True)
        if len(seats) > 1
    ]
    missing = deck & ~mask_of(holders)
    if missing:
        faults.append(problem("deal.cards_missing", trick=0, cards=names(cards_of(missing))))
    return faults


def pass_faults(
    seat: Seat, given: Sequence[Card], hand: int, receives: int, giver: Seat
) -> list[Problem]:
    """Everything that is wrong with the cards that one player passes on: five kinds of fault.

    Args:
        seat: who passes.
        given: the cards passed on.
        hand: mask of the player's cards before the pass.
        receives: mask of the cards that this pass brings the player.
        giver: who passes to the player.

    >>> two = [Card.named("2C"), Card.named("3C")]
    >>> [fault.code for fault in pass_faults(Seat.N, two, mask_of(two), 0, Seat.W)]
    ['pass.too_few']
    """
    mask = mask_of(given)
    count = len(given)
    if count == PASS_COUNT == mask.bit_count() and not mask & ~hand:
        return []
    faults = []
    if count != PASS_COUNT:
        code = "pass.too_few" if count < PASS_COUNT else "pass.too_many"
        faults.append(problem(code, trick=0, seat=seat.name, count=count, expected=PASS_COUNT))
    for position, card in enumerate(given):
        if card in given[:position]:
            faults.append(problem("pass.repeated", trick=0, seat=seat.name, card=str(card)))
        elif hand >> card & 1:
            continue
        elif receives >> card & 1:
            faults.append(
                problem("pass.received", trick=0, seat=seat.name, card=str(card), giver=giver.name)
            )
        else:
            faults.append(problem("pass.not_held", trick=0, seat=seat.name, card=str(card)))
    return faults
