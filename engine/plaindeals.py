"""Canonical deals of a text log, each matched as a whole block and played through on bit masks.

The part of the fast lane (`engine.fastlane`) that looks at cards. It answers only for deals that
are plainly legal; of any other it says nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from engine.cards import ALL_CARDS, DECK_MASKS, HEARTS, RANKS, SUIT_MASKS
from engine.game import NO_POINTS
from engine.gamelog.record import Lines, LogDeal, StatedMoon
from engine.legality import QUEEN_OF_SPADES, law_of
from engine.referee import Finding, Verdict
from engine.rules import RuleSet
from engine.scoring import MoonChoice, Outcome, outcome_of
from engine.seats import PASS_STEPS, SEAT_OF, Direction, FourInts

_NEXT: Final = ("", "H ", "P ")
"""What may stand behind a deal that is complete, besides tags: nothing, or another deal. Anything
else still belongs to it, if only as a line that cannot be read."""

Groups = tuple[Any, ...]
"""What a block was matched as: text, or None for what may be absent and is."""

_FOUR_NUMBERS: Final = r"N:(-?\d{1,7}) E:(-?\d{1,7}) S:(-?\d{1,7}) W:(-?\d{1,7})\n"
_CARD: Final = "[2-9TJQKA][CDHS]"
_TRICK: Final = rf"T ([NESW]) ({_CARD}) ({_CARD}) ({_CARD}) ({_CARD})\n"
_HAND: Final = r"\.".join(["([2-9TJQKA]{1,13}|-)"] * 4)
_THREE: Final = ",".join([f"({_CARD})"] * 3)

_SEAT: Final = {letter: int(seat) for letter, seat in SEAT_OF.items()}
_BIT: Final = {str(card): 1 << card for card in ALL_CARDS}
_WORDS: Final = {**_SEAT, **_BIT}
"""What the words of a trick stand for: the seat that leads, then cards as bits."""
_OTHERS: Final = ((1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2))
_LED: Final = {1 << card: SUIT_MASKS[card.suit] for card in ALL_CARDS}


@lru_cache(maxsize=4)
def _block_of(tricks: int) -> re.Pattern[str]:
    """A whole canonical deal of so many tricks, M and S included where they stand."""
    return re.compile(
        r"H ([1-9]\d{0,4}) (left|right|across|none)(?: dealer=([NESW]))?\n"
        rf"(?:R {_FOUR_NUMBERS})?"
        rf"D N:{_HAND} E:{_HAND} S:{_HAND} W:{_HAND}\n"
        rf"(?:X N:{_THREE} E:{_THREE} S:{_THREE} W:{_THREE}\n)?"
        + _TRICK * tricks
        + r"(?:M ([NESW]) (others|self)\n)?"
        + rf"(?:S {_FOUR_NUMBERS})?",
        re.ASCII,
    )


_HANDS: Final = 7  # where in the groups of a block the hands stand, after H and R
_PASSED: Final = 23
_TRICKS: Final = 35


class _Ranks(dict[str, int]):
    """Thirteen bits for the ranks of a suit of a hand, each text looked at once.

    What is not canonical has none: the hands then do not make up the deck.
    """

    def __missing__(self, text: str) -> int:
        ranks = [RANKS.index(rank) for rank in text]
        falling = all(one > other for one, other in pairwise(ranks))
        self[text] = mask = sum(1 << rank for rank in ranks) if falling else 0
        return mask


_RANKS: Final = _Ranks({"-": 0})


PlainDeal = tuple[LogDeal, Finding, int, int]
"""A deal without its cards, its verdict, where in the text it ends, and the number of the line
after it."""


class FastReferee:
    """Judges plain deals under one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        law = law_of(rules)
        self._rules = rules
        self._size = rules.hand_size
        self._match = _block_of(rules.hand_size).match
        self._deck = DECK_MASKS[rules.cards]
        self._opening = law.opening
        self._forbidden = law.forbidden
        self._hearts_free = law.hearts_free
        self._hearts = law.hearts
        self._jacks = bool(rules.jack_of_diamonds or rules.jack_of_clubs)

    def judge(self, text: str, at: int, line: int) -> PlainDeal | None:
        """The verdict of a deal that is plainly legal; None for any other.

        Args:
            text: of a log.
            at: where in it the deal starts.
            line: of the file, where that is.
        """
        match = self._match(text, at)
        if match is None:
            return None
        end = match.end()
        if text[end : end + 2] not in _NEXT and text[end] != "[":
            return None
        groups: Groups = match.groups()
        direction: Direction = groups[1]
        suits = groups[_HANDS:_PASSED]
        hands = [
            _RANKS[suits[at]] << 39
            | _RANKS[suits[at + 1]] << 26
            | _RANKS[suits[at + 2]] << 13
            | _RANKS[suits[at + 3]]
            for at in (0, 4, 8, 12)
        ]
        if not self._dealt(hands) or not _pass(hands, groups, direction):
            return None
        taken = self._play(hands, groups)
        if taken is None:
            return None
        deal, after = _head_and_score(groups, direction, line, self._size)
        return deal, Finding(Verdict.OK, self._outcome(taken), (), ()), end, after

    def _outcome(self, taken: list[int]) -> Outcome:
        """As `outcome_of`; a deal whose hearts are divided comes down to counting."""
        hearts = self._hearts
        for mask in taken:
            if self._jacks or mask & hearts == hearts:
                tricks = [each.bit_count() // 4 for each in taken]
                return outcome_of(self._rules, taken, tricks)
        heart, queen = self._rules.heart, self._rules.queen_of_spades
        north, east, south, west = taken
        a = (north & hearts).bit_count() * heart
        b = (east & hearts).bit_count() * heart
        c = (south & hearts).bit_count() * heart
        d = (west & hearts).bit_count() * heart
        if north & QUEEN_OF_SPADES:
            a += queen
        elif east & QUEEN_OF_SPADES:
            b += queen
        elif south & QUEEN_OF_SPADES:
            c += queen
        else:
            d += queen
        return Outcome((a, b, c, d), None, NO_POINTS, False)

    def _dealt(self, hands: list[int]) -> bool:
        north, east, south, west = hands
        size = self._size
        return (
            north | east | south | west == self._deck
            and north.bit_count() == size
            and east.bit_count() == size
            and south.bit_count() == size
        )

    def _play(self, hands: list[int], groups: Groups) -> list[int] | None:
        """The cards that each seat took; None if any card is not plainly legal.

        From the last trick back to the first: what a player still holds is then what has been seen
        of that player, and who leads to a trick is who has to win the one before.
        """
        held, taken = [0, 0, 0, 0], [0, 0, 0, 0]
        end = _TRICKS + 5 * self._size
        words = map(_WORDS.__getitem__, groups[end - 1 : _TRICKS - 1 : -1])
        winner = -1
        unbroken = False  # whether hearts are led to a later trick and have not been thrown since
        a = off_suit = 0
        for d, c, b, a, i in zip(words, words, words, words, words, strict=True):
            j, k, m = _OTHERS[i]
            led = _LED[a]
            table = a | b | c | d
            off_suit = table & ~led
            leader, best = i, a
            if off_suit:
                if b & led:
                    if b > best:
                        leader, best = j, b
                elif held[j] & led:
                    return None
                if c & led:
                    if c > best:
                        leader, best = k, c
                elif held[k] & led:
                    return None
                if d & led:
                    if d > best:
                        leader = m
                elif held[m] & led:
                    return None
            else:
                if b > best:
                    leader, best = j, b
                if c > best:
                    leader, best = k, c
                if d > best:
                    leader = m
            if leader != winner and winner >= 0:
                return None
            winner = i
            held[i] |= a
            held[j] |= b
            held[k] |= c
            held[m] |= d
            taken[leader] |= table
            if led == HEARTS:
                unbroken = True
            elif off_suit & HEARTS:
                unbroken = False
        if held != hands or winner != self._first_leader(hands, groups):
            return None
        if (unbroken and not self._hearts_free) or not self._opens_plainly(a, off_suit):
            return None
        return taken

    def _first_leader(self, hands: list[int], groups: Groups) -> int:
        """Who has to lead; -1 where nobody says who deals."""
        opening = self._opening
        if not opening:
            return _SEAT[groups[2]] if groups[2] else -1
        return next(seat for seat in range(4) if hands[seat] & opening)

    def _opens_plainly(self, led: int, off_suit: int) -> bool:
        """Trick 1: the forced card if there is one; nothing thrown about which texts differ."""
        if self._opening:
            return led == self._opening and not off_suit & (HEARTS | QUEEN_OF_SPADES)
        return not (led | off_suit) & self._forbidden and not off_suit & (HEARTS | QUEEN_OF_SPADES)


def _pass(hands: list[int], groups: Groups, direction: Direction) -> bool:
    """Let the passed cards change hands; whether that is a pass of three held cards each."""
    if direction == "none":
        return groups[_PASSED] is None
    if groups[_PASSED] is None:
        return False
    steps = PASS_STEPS[direction]
    bits = map(_BIT.__getitem__, groups[_PASSED:_TRICKS])
    given = []
    for hand, one, two, three in zip(hands, bits, bits, bits, strict=True):
        cards = one | two | three
        if cards & hand != cards or cards.bit_count() != 3:
            return False
        given.append(cards)
    for seat in range(4):
        hands[seat] ^= given[seat] | given[seat - steps]
    return True


def _head_and_score(
    groups: Groups, direction: Direction, line: int, tricks: int
) -> tuple[LogDeal, int]:
    """What is left of a deal without its cards, each part with its line; and the line after it."""
    parts = {"H": line}
    totals = stated = moon = None
    at = line + 1
    if groups[3] is not None:
        totals = _numbers(groups, 3)
        parts["R"] = at
        at += 1
    at += 1 + (direction != "none") + tricks
    end = _TRICKS + 5 * tricks
    if groups[end] is not None:
        choice: MoonChoice = "self" if groups[end + 1] == "self" else "others"
        moon = StatedMoon(SEAT_OF[groups[end]], choice)
        parts["M"] = at
        at += 1
    if groups[end + 2] is not None:
        stated = _numbers(groups, end + 2)
        parts["S"] = at
        at += 1
    deal = LogDeal(
        number=int(groups[0]),
        direction=direction,
        dealer=SEAT_OF[groups[2]] if groups[2] else None,
        totals=totals,
        moon=moon,
        stated=stated,
        lines=Lines(line, parts, ()),
    )
    return deal, at


def _numbers(groups: Groups, first: int) -> FourInts:
    return (
        int(groups[first]),
        int(groups[first + 1]),
        int(groups[first + 2]),
        int(groups[first + 3]),
    )
