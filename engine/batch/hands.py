"""The first step of the kernel: which cards were played, and which each player held.

Written to be compiled, like `engine.batch.kernel`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import ALL_CARDS
from engine.legality import Law
from engine.rules import PASS_COUNT

if TYPE_CHECKING:
    from engine.batch.arrays import Deals, FourMasks, Numbers

_ALL: Final = len(ALL_CARDS)


def cards_played(plays: Numbers, row: int, size: int) -> int:
    """How many cards were played; -1 if there is a number that is no card, or a gap.

    Args:
        plays: a deal a row, its cards in order of play, -1 from where play stopped.
        row: of the deal.
        size: cards in a hand.

    >>> import numpy as np
    >>> cards_played(np.array([[0, 5, 9, 4, 13, -1, -1, -1]]), 0, 2)
    5
    """
    lowest, highest = 0, 0
    for place in range(4 * size):
        lowest = min(lowest, plays[row, place])
        highest = max(highest, plays[row, place])
    if lowest < -1 or highest >= _ALL:
        return -1
    if lowest == 0:
        return 4 * size
    count = 0
    while plays[row, count] >= 0:
        count += 1
    for place in range(count, 4 * size):
        if plays[row, place] >= 0:
            return -1
    return count


def leaders_known(leaders: Numbers, row: int, cards: int, size: int) -> bool:
    """Whether every trick that was begun has a leader, and nothing strange stands behind."""
    begun = (cards + 3) // 4
    strange = 0
    for trick in range(begun):
        strange |= leaders[row, trick] & ~3
    for trick in range(begun, size):
        if leaders[row, trick] != -1:
            strange |= leaders[row, trick] & ~3
    return strange == 0


def know_hands(law: Law, size: int, deals: Deals, row: int, cards: int, hands: FourMasks) -> bool:
    """Find the hands after the pass; False if hands or pass need a closer look."""
    lowest, highest, dealt = 0, -1, 0
    for seat in range(4):
        mask = 0
        for place in range(size * seat, size * seat + size):
            card = deals.hands[row, place]
            lowest = min(lowest, card)
            highest = max(highest, card)
            mask |= 1 << (card & 63)
        hands[seat] = mask
        dealt |= mask
    if lowest == 0 and highest < _ALL:
        if dealt != law.deck:  # as many cards as the deck has, so none is there twice
            return False
        if deals.direction[row] == 0 or deals.after_pass[row] == 1:
            return nothing_passed(deals.passed, row)
        return pass_on(deals.passed, row, deals.direction[row], hands)
    if highest >= 0 or lowest < -1 or cards < 4 * size:
        return False
    return nothing_passed(deals.passed, row) and show_hands(law, deals, row, size, hands)


def show_hands(law: Law, deals: Deals, row: int, size: int, hands: FourMasks) -> bool:
    """Take the hands from play to the end; whether they make the deck."""
    for seat in range(4):
        hands[seat] = 0
    for place in range(4 * size):
        seat = deals.leaders[row, place // 4] + place & 3
        hands[seat] |= 1 << deals.plays[row, place]
    return (hands[0] | hands[1] | hands[2] | hands[3]) == law.deck


def nothing_passed(passed: Numbers, row: int) -> bool:
    """Whether no passed cards are logged."""
    lowest, highest = -1, -1
    for place in range(4 * PASS_COUNT):
        lowest = min(lowest, passed[row, place])
        highest = max(highest, passed[row, place])
    return lowest == highest == -1


def pass_on(passed: Numbers, row: int, steps: int, hands: FourMasks) -> bool:
    """Let three cards of each seat change hands; False if they are not three that it held."""
    lowest, highest = 0, 0
    for place in range(4 * PASS_COUNT):
        lowest = min(lowest, passed[row, place])
        highest = max(highest, passed[row, place])
    if lowest < 0 or highest >= _ALL:
        return False
    for seat in range(4):
        one = 1 << passed[row, PASS_COUNT * seat]
        two = 1 << passed[row, PASS_COUNT * seat + 1]
        three = 1 << passed[row, PASS_COUNT * seat + 2]
        if one in (two, three) or two == three or (one | two | three) & ~hands[seat]:
            return False
    for place in range(4 * PASS_COUNT):
        bit = 1 << passed[row, place]
        hands[place // PASS_COUNT] ^= bit
        hands[place // PASS_COUNT + steps & 3] |= bit
    return True
