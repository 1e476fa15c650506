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
from engine.seats import PASS_STEPS, SEATS, Direction, Seat


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

    A trick without a leader is in seat order (GAMELOG.md twin: `Trick`).
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
    """
    played = plays_by_seat(deal)
    from_plays = tuple(mask_of(cards) for cards in played)
    played_out = _played_out(deal, rules)
    if deal.hands is None:
        faults = [] if deal.passed is None else _count_faults(deal, deal.passed)
        if deal.passed is not None and played_out and not faults:
            faults = list(_arrival_faults(deal, deal.passed, from_plays))
        return Evidence(from_plays, None if played_out else "D", tuple(faults))
    faults = [fault.at(_line(deal, "D")) for fault in hand_faults(rules, deal.hands)]
    dealt = tuple(mask_of(hand) for hand in deal.hands)
    if deal.after_pass:
        if deal.passed is not None:
            faults += _count_faults(deal, deal.passed)
            if not faults:
                faults += _arrival_faults(deal, deal.passed, dealt)
    elif deal.passed is not None:
        if not faults:
            faults += _pass_faults(deal, deal.passed, dealt)
        if not faults:
            dealt = passed_on(dealt, [mask_of(cards) for cards in deal.passed], deal.direction)
    elif deal.direction != "none":
        if not played_out:
            return Evidence(from_plays, "X", tuple(faults))
        faults += faults or _unrecorded_pass_faults(deal, dealt, from_plays)
        dealt = from_plays
    return Evidence(from_plays if faults else dealt, None, tuple(faults))


def _played_out(deal: LogDeal, rules: RuleSet) -> bool:
    return len(deal.tricks) == rules.hand_size and len(deal.tricks[-1].cards) == 4


def _line(deal: LogDeal, part: str) -> int | None:
    return None if deal.lines is None else deal.lines.of(part)


def _pass_faults(deal: LogDeal, passed: Hands, dealt: Sequence[int]) -> Iterator[Problem]:
    line = _line(deal, "X")
    steps = PASS_STEPS[deal.direction]
    if not steps:
        yield problem("pass.not_due", direction=deal.direction).at(line)
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
                    "pass.not_arrived", seat=seat.name, card=str(card), receiver=receiver.name
                ).at(_line(deal, "X"))


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
            yield problem("pass.contradicts", seat=seat.name, cards=names(cards_of(given))).at(
                _line(deal, "D")
            )


_DIRECTIONS: Final[tuple[Direction, ...]] = ("left", "across", "right", "none")


def wrong_part(deal: LogDeal, rules: RuleSet) -> str:
    """Which part of a log must be wrong when a card is played that its player does not hold.

    ``T`` when the plays are no whole deal by themselves, or differ from the hands within one trick
    only; ``H`` when they follow from another pass direction; ``X`` when they follow from other
    passed cards; ``D`` otherwise.
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


def first_leader(deal: LogDeal, hands: Sequence[int], opening: int) -> Seat | None:
    """Who had to lead to trick 1: the holder of the forced card, else the dealer; None if unknown.

    Args:
        deal: the logged deal.
        hands: masks of the hands, as far as known.
        opening: mask of the forced card, 0 where the dealer leads.
    """
    if not opening:
        return deal.dealer
    return next((seat for seat in SEATS if hands[seat] & opening), None)
