"""Canonical deals of a text log, each matched as a whole block and played through on bit masks.

The part of the fast lane (`engine.fastlane`) that looks at cards. It answers only for deals that
are plainly legal; of any other it says nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from engine.cards import ALL_CARDS, DECK_MASKS, HEARTS, RANKS, SUITS, cards_of
from engine.gamelog.record import Lines, LogDeal, StatedMoon
from engine.legality import DELICATE, QUEEN_OF_SPADES, law_of
from engine.rules import PASS_COUNT, Remark, RuleSet
from engine.scoring import Outcome, outcome_of
from engine.seats import PASS_STEPS, SEAT_OF, Direction, FourInts
from engine.tricktables import HEARTS_WORTH, LEADS, QUEEN_WORTH, SEAT_BITS, cards_worth

Groups = tuple[Any, ...]
"""What a block was matched as: text, or None for what may be absent and is."""

_FOUR_NUMBERS: Final = r"N:(-?\d{1,7}) E:(-?\d{1,7}) S:(-?\d{1,7}) W:(-?\d{1,7})"
_CARD: Final = "[2-9TJQKA][CDHS]"
_TRICK: Final = rf"T ([NESW] {_CARD}) ({_CARD}) ({_CARD}) ({_CARD})\n"
_HAND: Final = r"\.".join(["([-2-9TJQKA]{1,13})"] * 4)
_THREE: Final = ",".join([f"({_CARD})"] * 3)


@lru_cache(maxsize=4)
def _block_of(tricks: int) -> re.Pattern[str]:
    """A whole canonical deal of so many tricks, M and S included where they stand."""
    return re.compile(
        r"H ([1-9]\d{0,4}) (left|right|across|none)(?: dealer=([NESW]))?\n"
        rf"(?:R {_FOUR_NUMBERS}\n)?"
        rf"D N:{_HAND} E:{_HAND} S:{_HAND} W:{_HAND}\n"
        rf"(?:X N:{_THREE} E:{_THREE} S:{_THREE} W:{_THREE}\n)?"
        + _TRICK * tricks
        + r"(?:M ([NESW]) (others|self)\n)?"
        + rf"(?:S {_FOUR_NUMBERS}\n)?"
        r"(?=\n{0,9}(?:[HP] |\[|\Z))",  # anything else would still belong to this deal
        re.ASCII,
    )


_HEARTS_SUIT: Final = SUITS.index("H")

_DEALER: Final = 2  # where in the groups of a block its parts are; the number is the first
_TOTALS: Final = 3
_HANDS: Final = 7
_PASSED: Final = 23
_TRICKS: Final = (
    35  # four each, the leader with the first card; then the moon, two groups, and four points
)


_RANK: Final = {rank: 1 << place for place, rank in enumerate(RANKS)}


class _Ranks(dict[str, int]):
    """Thirteen bits for the ranks of a suit of a hand, each text looked at once.

    What is not in falling order has none: the hands then do not make up the deck.
    """

    def __missing__(self, text: str) -> int:
        mask, lowest = 0, 1 << 13
        for rank in text:
            bit = _RANK.get(rank, lowest)  # a void among ranks
            if bit >= lowest:
                return 0  # and is not kept: there is no end to such texts
            mask, lowest = mask | bit, bit
        self[text] = mask
        return mask


_RANKS: Final = _Ranks({"-": 0})
_BIT: Final = {str(card): 1 << card for card in ALL_CARDS}
_ONE_HAND: Final = (1 << SEAT_BITS) - 1
_ALL_HANDS: Final = (1 << 4 * SEAT_BITS) - 1


class PlainDeal(NamedTuple):
    """A plainly legal deal, its cards counted and forgotten.

    Attributes:
        number, direction, totals, stated, moon: as logged.
        outcome: what its cards come to.
        remarks: decided by default.
        end: where in the text its block ends.
        lines: how many lines that has.
        groups: what it was matched as.
    """

    number: int
    direction: Direction
    totals: FourInts | None
    stated: FourInts | None
    moon: StatedMoon | None
    outcome: Outcome
    remarks: tuple[Remark, ...]
    end: int
    lines: int
    groups: Groups

    def as_logged(self, first: int) -> LogDeal:
        """The deal as a log has it, but for its cards.

        Args:
            first: the line of its file where it starts.
        """
        parts, last = {"H": first}, first + self.lines
        if self.totals is not None:
            parts["R"] = first + 1
        for part, there in (("S", self.stated), ("M", self.moon)):
            if there is not None:
                last -= 1
                parts[part] = last
        dealer = self.groups[_DEALER]
        return LogDeal(
            number=self.number,
            direction=self.direction,
            dealer=SEAT_OF[dealer] if dealer else None,
            totals=self.totals,
            moon=self.moon,
            stated=self.stated,
            lines=Lines(first, parts, ()),
        )


class FastReferee:
    """Judges plain deals under one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        law = law_of(rules)
        self._rules = rules
        self._match = _block_of(rules.hand_size).match
        self._deck = DECK_MASKS[rules.cards]
        self._end = _TRICKS + 4 * rules.hand_size
        self._opening = next((str(card) for card in cards_of(law.opening)), None)
        self._forbidden = _worth_of(law.forbidden)
        remark = rules.remark("first_trick_forbids")
        self._remarks = () if remark is None else (remark,)
        self._remarked = 0 if remark is None else _worth_of(DELICATE)
        if not law.opening:  # there, a card like that may be the one that is led
            self._forbidden |= self._remarked
        # A heart that is led before one has been thrown is plain out of a hand of these alone.
        alone = HEARTS if rules.remark("hearts_lead") is None else 0
        alone = _ONE_HAND if law.hearts_free else alone
        self._others = tuple((_ONE_HAND & ~alone) << SEAT_BITS * seat for seat in range(4))
        self._outcomes: dict[tuple[int, ...], Outcome] = {}

    def judge(self, text: str, at: int) -> PlainDeal | None:
        """The deal that starts at a place in the text of a log; None if it is not plainly legal."""
        match = self._match(text, at)
        if match is None:
            return None
        groups: Groups = match.groups()
        direction: Direction = groups[1]
        hands = _passed_on(self._dealt(groups), groups, direction)
        played = self._play(hands, groups) if hands else None
        if played is None:
            return None
        outcome, first_trick = played
        return PlainDeal(
            int(groups[0]),
            direction,
            None if groups[_TOTALS] is None else _numbers(groups[_TOTALS:_HANDS]),
            None if groups[-4] is None else _numbers(groups[-4:]),
            None if groups[-6] is None else StatedMoon(SEAT_OF[groups[-6]], groups[-5]),
            outcome,
            self._remarks if first_trick & self._remarked else (),
            match.end(),
            text.count("\n", at, match.end()),
            groups,
        )

    def _dealt(self, groups: Groups) -> int:
        """The four hands as dealt, in one number; 0 if they are not the deck."""
        a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q = groups[_HANDS:_PASSED]
        ranks = _RANKS
        north = ranks[a] << 39 | ranks[b] << 26 | ranks[c] << 13 | ranks[d]
        east = ranks[e] << 39 | ranks[f] << 26 | ranks[g] << 13 | ranks[h]
        south = ranks[i] << 39 | ranks[j] << 26 | ranks[k] << 13 | ranks[m]
        west = ranks[n] << 39 | ranks[o] << 26 | ranks[p] << 13 | ranks[q]
        hands = north | east << SEAT_BITS | south << 2 * SEAT_BITS | west << 3 * SEAT_BITS
        if north | east | south | west != self._deck:
            return 0
        return hands if hands.bit_count() == self._rules.cards else 0

    def _play(self, hands: int, groups: Groups) -> tuple[Outcome, int] | None:
        """What the tricks come to, and the worth of the first; None unless all is plainly legal.

        From the last trick back to the first: what a player still holds is then what has been seen
        of that player, and who leads to a trick is who has to win the one before.
        """
        held = worth = 0
        leader = last = -1
        taken = [0, 0, 0, 0]
        unbroken = False  # whether hearts are led to a later trick and have not been thrown since
        words = iter(groups[self._end - 1 : _TRICKS - 1 : -1])
        for d, c, b, a in zip(words, words, words, words, strict=True):
            cards, worth, best, i, j, k, m, suit, second, third, fourth = LEADS[a]
            b_cards, b_worth, b_lacks, strength = second[b]
            winner = i
            if strength > best:
                winner, best = j, strength
            c_cards, c_worth, c_lacks, strength = third[c]
            if strength > best:
                winner, best = k, strength
            d_cards, d_worth, d_lacks, strength = fourth[d]
            if strength > best:
                winner = m
            if winner != leader:
                if leader >= 0:
                    return None
                last = winner
            leader = i
            if (b_lacks or c_lacks or d_lacks) and held & (b_lacks | c_lacks | d_lacks):
                return None
            held |= cards | b_cards | c_cards | d_cards
            worth += b_worth + c_worth + d_worth
            if worth:
                taken[winner] += worth
                if suit == _HEARTS_SUIT:
                    unbroken = unbroken or bool(held & self._others[i])
                elif worth & HEARTS_WORTH:
                    unbroken = False
        if held != hands or unbroken or not self._opens_plainly(groups, worth):
            return None
        return self._outcome(taken, groups, last), worth

    def _opens_plainly(self, groups: Groups, worth: int) -> bool:
        """Trick 1: led by who has to, and nothing in it that may be forbidden there."""
        leader, card = groups[_TRICKS].split(" ")
        due = leader == groups[_DEALER] if self._opening is None else card == self._opening
        return due and not worth & self._forbidden

    def _outcome(self, taken: list[int], groups: Groups, last: int) -> Outcome:
        """As `outcome_of`; there are not so many ways in which the points can fall."""
        key = tuple(taken)
        outcome = self._outcomes.get(key)
        if outcome is None:
            cards = [cards_worth(worth) for worth in taken]
            self._outcomes[key] = outcome = outcome_of(self._rules, cards, (0, 0, 0, 0))
        if outcome.shooter is not None:
            led = {lead[0] for lead in groups[_TRICKS + 4 : self._end : 4]}
            if led == {outcome.shooter.name} and last == outcome.shooter:
                return replace(outcome, all_tricks=True)
        return outcome


def _worth_of(cards: int) -> int:
    """All of the worth that hearts or the queen of spades in a mask can have."""
    hearts = HEARTS_WORTH if cards & HEARTS else 0
    return hearts | (QUEEN_WORTH if cards & QUEEN_OF_SPADES else 0)


def _passed_on(hands: int, groups: Groups, direction: Direction) -> int:
    """The four hands after the pass; 0 unless that is one of three held cards each."""
    if direction == "none":
        return hands if groups[_PASSED] is None else 0
    if groups[_PASSED] is None:
        return 0
    a, b, c, d, e, f, g, h, i, j, k, m = [_BIT[card] for card in groups[_PASSED:_TRICKS]]
    given = (
        a | b | c
        | (d | e | f) << SEAT_BITS
        | (g | h | i) << 2 * SEAT_BITS
        | (j | k | m) << 3 * SEAT_BITS
    )  # fmt: skip
    if given & hands != given or given.bit_count() != 4 * PASS_COUNT:
        return 0
    steps = PASS_STEPS[direction] * SEAT_BITS
    return hands ^ given | given << steps & _ALL_HANDS | given >> 4 * SEAT_BITS - steps


def _numbers(groups: Groups) -> FourInts:
    north, east, south, west = groups
    return int(north), int(east), int(south), int(west)
