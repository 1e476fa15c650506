"""Which cards each player held, as far as a logged deal shows it. Source: GAMELOG.md.

Hands stand in the log before the pass (D), after it (D*), or not at all; then the plays show them,
all of them if play went to the end. What contradicts itself is a problem that names the part of
the log where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import Card, cards_of, mask_of, names
from engine.dealing import hand_faults, pass_faults
from engine.gamelog.record import Hands, LogDeal
from engine.problems import Problem, problem
from engine.rules import PASS_COUNT, RuleSet
from engine.seats import PASS_STEPS, SEATS, Direction


@dataclass(frozen=True, slots=True)
class Evidence:
    """The hands after the pass.

    Attributes:
        hands: masks of the cards known to be in each hand, in seat order.
        want: the part of the log without which the hands are not wholly known, or None.
        problems: faults of the hands and the pass.
    """

    hands: tuple[int, ...]
    want: str | None
    problems: tuple[Problem, ...]


def plays_by_seat(deal: LogDeal) -> tuple[list[Card], ...]:
    """The cards that each seat played, in order of play.

    A trick without a leader is in seat order.

    >>> from engine.cards import Card
    >>> from engine.gamelog.record import Trick
    >>> trick = Trick(SEATS[3], (Card.named("7C"), Card.named("AC")))
    >>> plays_by_seat(LogDeal(number=1, tricks=(trick,)))
    ([AC], [], [], [7C])
    """
    played: tuple[list[Card], ...] = ([], [], [], [])
    for trick in deal.tricks:
        first = trick.leader or 0
        for step, card in enumerate(trick.cards):
            played[(first + step) % 4].append(card)
    return played


def passed_on(hands: Sequence[int], passed: Sequence[int], direction: Direction) -> tuple[int, ...]:
    """Hands after a pass, all as masks.

    >>> passed_on((1, 2, 4, 8), (1, 2, 4, 8), "left")
    (8, 1, 2, 4)
    """
    steps = PASS_STEPS[direction]
    return tuple(
        hands[seat] & ~passed[seat] | passed[(seat - steps) % 4] for seat in range(len(SEATS))
    )


def evidence_of(deal: LogDeal, rules: RuleSet) -> Evidence:
    """Put together what a deal shows of the hands after the pass.

    When hands or pass are at fault, the plays alone are what remains.

    >>> from engine.rulesets import AMERICAN
    >>> evidence_of(LogDeal(number=1), AMERICAN).want
    'D'
    """
    if deal.hands is None:
        return _from_plays_alone(deal, rules)
    faults = [fault.at(deal.line_of("D")) for fault in hand_faults(rules, deal.hands)]
    hands = tuple(mask_of(hand) for hand in deal.hands)
    if deal.after_pass:
        if deal.passed is not None:
            faults += _count_faults(deal, deal.passed)
            if not faults:
                faults += _arrival_faults(deal, deal.passed, hands)
    elif deal.passed is not None:
        if not faults:
            faults += _pass_faults(deal, deal.passed, hands)
        if not faults:
            hands = passed_on(hands, [mask_of(cards) for cards in deal.passed], deal.direction)
    elif deal.direction != "none":
        played = _play_masks(deal)
        if not _played_out(deal, rules):
            return Evidence(played, "X", tuple(faults))
        faults += faults or _unrecorded_pass_faults(deal, hands, played)
        hands = played
    return Evidence(_play_masks(deal) if faults else hands, None, tuple(faults))


def _from_plays_alone(deal: LogDeal, rules: RuleSet) -> Evidence:
    played = _play_masks(deal)
    played_out = _played_out(deal, rules)
    faults = [] if deal.passed is None else _count_faults(deal, deal.passed)
    if deal.passed is not None and played_out and not faults:
        faults = list(_arrival_faults(deal, deal.passed, played))
    if played_out:
        faults += _deck_faults(deal, rules)
    return Evidence(played, None if played_out else "D", tuple(faults))


def _deck_faults(deal: LogDeal, rules: RuleSet) -> Iterator[Problem]:
    """Why the cards played are not the deck, though nobody played one twice: play finds those."""
    played = plays_by_seat(deal)
    if all(len(set(cards)) == len(cards) for cards in played):
        for fault in hand_faults(rules, played):
            yield fault.at(deal.line_of("T"))


def _play_masks(deal: LogDeal) -> tuple[int, ...]:
    return tuple(mask_of(cards) for cards in plays_by_seat(deal))


def _played_out(deal: LogDeal, rules: RuleSet) -> bool:
    return len(deal.tricks) == rules.hand_size and len(deal.tricks[-1].cards) == 4


def _pass_faults(deal: LogDeal, passed: Hands, dealt: Sequence[int]) -> Iterator[Problem]:
    line = deal.line_of("X")
    steps = PASS_STEPS[deal.direction]
    if not steps:
        yield problem("pass.not_due", trick=0, direction=deal.direction).at(line)
        return
    for seat in SEATS:
        giver = seat.after(-steps)
        receives = mask_of(passed[giver])
        for fault in pass_faults(seat, passed[seat], dealt[seat], receives, giver):
            yield fault.at(line)


def _count_faults(deal: LogDeal, passed: Hands) -> list[Problem]:
    """What can be said of a pass without knowing the hands before it."""
    return list(_pass_faults(deal, passed, [mask_of(cards) for cards in passed]))


def _arrival_faults(deal: LogDeal, passed: Hands, after: Sequence[int]) -> Iterator[Problem]:
    steps = PASS_STEPS[deal.direction]
    for seat in SEATS:
        receiver = seat.after(steps)
        for card in passed[seat]:
            if not after[receiver] >> card & 1:
                yield problem(
                    "pass.not_arrived",
                    trick=0,
                    seat=seat.name,
                    card=str(card),
                    receiver=receiver.name,
                ).at(deal.line_of("X"))


def _given(dealt: int, after: int) -> int:
    return dealt & ~after


def _unrecorded_pass_faults(
    deal: LogDeal, dealt: Sequence[int], after: Sequence[int]
) -> Iterator[Problem]:
    """A pass that is not in the log must have been three cards each to the right player."""
    for seat in SEATS:
        given = _given(dealt[seat], after[seat])
        receiver = seat.after(PASS_STEPS[deal.direction])
        if given.bit_count() != PASS_COUNT or given & ~after[receiver]:
            yield problem(
                "pass.contradicts", trick=0, seat=seat.name, cards=names(cards_of(given))
            ).at(deal.line_of("D"))


_DIRECTIONS: Final[tuple[Direction, ...]] = ("left", "across", "right", "none")


def wrong_part(deal: LogDeal, rules: RuleSet) -> str:
    """Which part of a log must be wrong when a card is played that its player does not hold.

    ``T`` when the plays are no whole deal by themselves, or differ from the hands within one trick
    only; ``H`` when they follow from another pass direction; ``X`` when they follow from other
    passed cards; ``D`` otherwise.

    >>> from engine.rulesets import AMERICAN
    >>> wrong_part(LogDeal(number=1), AMERICAN)
    'T'
    """
    played = plays_by_seat(deal)
    if deal.hands is None or not _played_out(deal, rules) or hand_faults(rules, played):
        return "T"
    after = tuple(mask_of(cards) for cards in played)
    held = tuple(mask_of(hand) for hand in deal.hands)
    if deal.passed is not None and not deal.after_pass:
        passed = [mask_of(cards) for cards in deal.passed]
        for direction in _DIRECTIONS:
            if direction != deal.direction and passed_on(held, passed, direction) == after:
                return "H"
        if not list(_unrecorded_pass_faults(deal, held, after)):
            return "X"
        held = passed_on(held, passed, deal.direction)
    differing = 0
    for seat in SEATS:
        differing |= held[seat] ^ after[seat]
    in_one_trick = any(not differing & ~mask_of(trick.cards) for trick in deal.tricks)
    return "T" if in_one_trick else "D"
