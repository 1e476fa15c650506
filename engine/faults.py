"""Faults on demand: a legal logged game with one named fault in one of its deals.

For trying out a referee, this one or another. The faults are the verdicts of GAMELOG.md that are
not `ok`, and the ways in which play and pass can be illegal (`engine.problems`). Every fault is
tried on the deal and kept only if the referee finds what it is named for, so that a card that
happens to be legal after all is never passed off as a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from engine.cards import Card
from engine.gamelog.record import CutShort, Hands, LogDeal, LogGame, Trick, in_order
from engine.generate import RandomSource
from engine.legality import law_of
from engine.referee import Verdict, judge
from engine.rules import RuleSet
from engine.scoring import four
from engine.seats import PASS_STEPS, SEATS, Seat

Change = Callable[[LogDeal, RuleSet, RandomSource], Iterator[LogDeal]]


@dataclass(frozen=True, slots=True)
class Fault:
    """A kind of fault.

    Attributes:
        key: its name.
        verdict: what the referee must say of the deal.
        codes: one of these is the first problem of the deal; empty where the verdict says it all.
        change: deals with the fault, as long as there are ways to make one.
    """

    key: str
    verdict: Verdict
    codes: tuple[str, ...]
    change: Change

    def found_in(self, deal: LogDeal, rules: RuleSet) -> bool:
        """Whether the referee finds this fault in a deal, and finds it first."""
        finding = judge(deal, rules)
        if self.verdict is Verdict.SCORES_DIFFER:  # points are compared after the cards
            return finding.verdict is Verdict.OK
        first = finding.problems[0].code if finding.problems else ""
        return finding.verdict is self.verdict and (not self.codes or first in self.codes)


# play


def _swaps(deal: LogDeal, rng: RandomSource) -> Iterator[tuple[int, LogDeal]]:
    """Two cards of one player in each other's places, with the earlier trick, from 0."""
    tricks = len(deal.tricks)
    pairs = [
        (seat, early, late) for seat in SEATS for early in range(tricks) for late in range(early)
    ]
    rng.shuffle(pairs)
    for seat, late, early in pairs:
        yield early, _exchanged(deal, (seat, early), (seat, late))


def _exchanged(deal: LogDeal, one: tuple[Seat, int], other: tuple[Seat, int]) -> LogDeal:
    first, second = _played(deal, *one), _played(deal, *other)
    return _with_card(_with_card(deal, *one, second), *other, first)


def _place(deal: LogDeal, seat: Seat, number: int) -> int:
    """Where in a trick a seat's card lies."""
    leader = deal.tricks[number].leader
    return (seat - (leader or SEATS[0])) % 4


def _played(deal: LogDeal, seat: Seat, number: int) -> Card:
    return deal.tricks[number].cards[_place(deal, seat, number)]


def _with_card(deal: LogDeal, seat: Seat, number: int, card: Card) -> LogDeal:
    cards = list(deal.tricks[number].cards)
    cards[_place(deal, seat, number)] = card
    return _with_trick(deal, number, Trick(deal.tricks[number].leader, tuple(cards)))


def _with_trick(deal: LogDeal, number: int, trick: Trick) -> LogDeal:
    return replace(deal, tricks=(*deal.tricks[:number], trick, *deal.tricks[number + 1 :]))


def _any_swap(deal: LogDeal, _rules: RuleSet, rng: RandomSource) -> Iterator[LogDeal]:
    for _, swapped in _swaps(deal, rng):
        yield swapped


def _first_trick_swap(deal: LogDeal, _rules: RuleSet, rng: RandomSource) -> Iterator[LogDeal]:
    for early, swapped in _swaps(deal, rng):
        if early == 0:
            yield swapped


def _led_heart(deal: LogDeal, _rules: RuleSet, rng: RandomSource) -> Iterator[LogDeal]:
    for early, swapped in _swaps(deal, rng):
        if swapped.tricks[early].cards[0].suit == 2:
            yield swapped


def _other_hand(deal: LogDeal, _rules: RuleSet, rng: RandomSource) -> Iterator[LogDeal]:
    """A card that another player holds."""
    while True:
        seat = SEATS[rng.randrange(4)]
        other = seat.after(1 + rng.randrange(3))
        early = rng.randrange(len(deal.tricks) - 1)
        late = early + 1 + rng.randrange(len(deal.tricks) - 1 - early)
        yield _exchanged(deal, (seat, early), (other, late))


def _played_twice(deal: LogDeal, _rules: RuleSet, rng: RandomSource) -> Iterator[LogDeal]:
    while True:
        seat, late = SEATS[rng.randrange(4)], 1 + rng.randrange(len(deal.tricks) - 1)
        yield _with_card(deal, seat, late, _played(deal, seat, rng.randrange(late)))


def _turned(deal: LogDeal, number: int, steps: int) -> LogDeal:
    """A trick that another seat leads, everybody with the same card."""
    trick = deal.tricks[number]
    turned = trick.cards[steps:] + trick.cards[:steps]
    return _with_trick(deal, number, Trick((trick.leader or SEATS[0]).after(steps), turned))


def _out_of_turn(deal: LogDeal, _rules: RuleSet, rng: RandomSource) -> Iterator[LogDeal]:
    while True:
        yield _turned(deal, 1 + rng.randrange(len(deal.tricks) - 1), 1 + rng.randrange(3))


def _wrong_leader(deal: LogDeal, _rules: RuleSet, rng: RandomSource) -> Iterator[LogDeal]:
    yield _turned(deal, 0, 1 + rng.randrange(3))


# hands and pass


def _with_seat(hands: Hands, seat: Seat, cards: tuple[Card, ...]) -> Hands:
    north, east, south, west = (
        cards if each == seat else own for each, own in zip(SEATS, hands, strict=True)
    )
    return north, east, south, west


def _card_repeated(deal: LogDeal, _rules: RuleSet, rng: RandomSource) -> Iterator[LogDeal]:
    if deal.hands is not None:
        seat = SEATS[rng.randrange(4)]
        others = deal.hands[seat.after(1 + rng.randrange(3))]
        hand = (*deal.hands[seat][1:], others[rng.randrange(len(others))])
        yield replace(deal, hands=in_order(_with_seat(deal.hands, seat, hand)))


def _hand_size(deal: LogDeal, _rules: RuleSet, rng: RandomSource) -> Iterator[LogDeal]:
    if deal.hands is not None:
        seat = SEATS[rng.randrange(4)]
        other = seat.after(1 + rng.randrange(3))
        card, *rest = deal.hands[seat]
        fewer = _with_seat(deal.hands, seat, tuple(rest))
        yield replace(deal, hands=in_order(_with_seat(fewer, other, (*deal.hands[other], card))))


def _passing(other_cards: Callable[[LogDeal, Seat], tuple[Card, ...] | None]) -> Change:
    """A pass in which one player passes on what `other_cards` says."""

    def change(deal: LogDeal, _rules: RuleSet, rng: RandomSource) -> Iterator[LogDeal]:
        if deal.passed is not None and deal.hands is not None:
            seat = SEATS[rng.randrange(4)]
            cards = other_cards(deal, seat)
            if cards is not None:
                yield replace(deal, passed=_with_seat(deal.passed, seat, cards))

    return change


def _passed(deal: LogDeal, seat: Seat) -> tuple[Card, ...]:
    return deal.passed[seat] if deal.passed is not None else ()


def _hand(deal: LogDeal, seat: Seat) -> tuple[Card, ...]:
    return deal.hands[seat] if deal.hands is not None else ()


def _one_more(deal: LogDeal, seat: Seat) -> tuple[Card, ...]:
    passed = _passed(deal, seat)
    return (*passed, next(card for card in _hand(deal, seat) if card not in passed))


def _received(deal: LogDeal, seat: Seat) -> tuple[Card, ...]:
    giver = seat.after(-PASS_STEPS[deal.direction])
    return (*_passed(deal, seat)[:2], _passed(deal, giver)[0])


def _not_held(deal: LogDeal, seat: Seat) -> tuple[Card, ...]:
    """A card of the receiver, who is never the giver where cards go left or right."""
    receiver = seat.after(PASS_STEPS[deal.direction])
    kept = (card for card in _hand(deal, receiver) if card not in _passed(deal, receiver))
    return (*_passed(deal, seat)[:2], next(kept))


# what is missing, stated wrongly, or called off


def _shortened(deal: LogDeal, tricks: int) -> LogDeal:
    return replace(deal, tricks=deal.tricks[:tricks])


def _incomplete(deal: LogDeal, _rules: RuleSet, rng: RandomSource) -> Iterator[LogDeal]:
    yield _shortened(deal, 1 + rng.randrange(len(deal.tricks) - 1))


def _claimable(deal: LogDeal, _rules: RuleSet, _rng: RandomSource) -> Iterator[LogDeal]:
    for tricks in range(len(deal.tricks) - 1, 0, -1):
        yield replace(_shortened(deal, tricks), cut_short=CutShort(None))


def _order_unknown(deal: LogDeal, _rules: RuleSet, rng: RandomSource) -> Iterator[LogDeal]:
    """The last trick breaks off, and nobody knows who led to it."""
    kept = 2 + rng.randrange(len(deal.tricks) - 1)
    short = _shortened(deal, kept)
    yield _with_trick(short, kept - 1, Trick(None, deal.tricks[kept - 1].cards[:2]))


def _uncheckable(deal: LogDeal, _rules: RuleSet, _rng: RandomSource) -> Iterator[LogDeal]:
    yield replace(deal, hands=None, passed=None, tricks=())


def _void(deal: LogDeal, _rules: RuleSet, rng: RandomSource) -> Iterator[LogDeal]:
    begun = _shortened(deal, rng.randrange(len(deal.tricks)))
    yield replace(begun, moon=None, stated=None, void="misdeal")


def _scores_differ(deal: LogDeal, _rules: RuleSet, rng: RandomSource) -> Iterator[LogDeal]:
    if deal.stated is not None:
        stated = list(deal.stated)
        stated[rng.randrange(4)] += 1
        yield replace(deal, stated=four(stated))


def _unreadable(deal: LogDeal, _rules: RuleSet, _rng: RandomSource) -> Iterator[LogDeal]:
    yield deal  # the card that cannot be read is put into the text


def _illegal(key: str, change: Change, *codes: str) -> Fault:
    return Fault(key, Verdict.ILLEGAL, codes, change)


def _verdict(verdict: Verdict, change: Change) -> Fault:
    return Fault(verdict.value, verdict, (), change)


FAULTS: Final[Mapping[str, Fault]] = {
    fault.key: fault
    for fault in (
        _verdict(Verdict.ILLEGAL, _any_swap),
        _verdict(Verdict.SCORES_DIFFER, _scores_differ),
        _verdict(Verdict.INCOMPLETE, _incomplete),
        _verdict(Verdict.CLAIMABLE, _claimable),
        _verdict(Verdict.ORDER_UNKNOWN, _order_unknown),
        _verdict(Verdict.UNCHECKABLE, _uncheckable),
        _verdict(Verdict.UNREADABLE, _unreadable),
        _verdict(Verdict.VOID, _void),
        _illegal("revoke", _any_swap, "play.revoke"),
        _illegal("opening", _first_trick_swap, "play.opening"),
        _illegal("first_trick", _first_trick_swap, "play.first_trick"),
        _illegal("hearts_unbroken", _led_heart, "play.hearts_unbroken"),
        _illegal("not_held", _other_hand, "play.not_held"),
        _illegal("already_played", _played_twice, "play.already_played"),
        _illegal("out_of_turn", _out_of_turn, "play.out_of_turn"),
        _illegal("first_leader", _wrong_leader, "play.first_leader", "play.dealer_leads"),
        _illegal("hand_size", _hand_size, "deal.hand_size"),
        _illegal("card_repeated", _card_repeated, "deal.card_repeated"),
        _illegal("pass_too_few", _passing(lambda d, s: _passed(d, s)[:2]), "pass.too_few"),
        _illegal("pass_too_many", _passing(_one_more), "pass.too_many"),
        _illegal(
            "pass_repeated",
            _passing(lambda d, s: (*_passed(d, s)[:2], _passed(d, s)[0])),
            "pass.repeated",
        ),
        _illegal("pass_not_held", _passing(_not_held), "pass.not_held"),
        _illegal("pass_received", _passing(_received), "pass.received"),
    )
}
"""Every kind of fault by name: the verdicts first, then the kinds of illegal deal."""

_TRIES: Final = 40
"""Changes tried on a deal before the next deal is taken."""

_DEALS: Final = 4
"""Deals that are tried for a change that leaves the points alone; after them any change will do."""


def can_happen(fault: Fault, rules: RuleSet) -> bool:
    """Whether a rule set knows this fault: no pass goes wrong where nothing is passed.

    >>> from engine.rulesets import DUTCH_RETURN
    >>> [key for key, fault in FAULTS.items() if not can_happen(fault, DUTCH_RETURN)][:3]
    ['opening', 'first_trick', 'hearts_unbroken']
    """
    law = law_of(rules)
    impossible = {
        "opening": not law.opening,
        "first_trick": not law.forbidden,
        "hearts_unbroken": law.hearts_free,
    }
    if fault.key.startswith("pass_"):
        return rules.passing != "none"
    return not impossible.get(fault.key, False)


def with_fault(
    game: LogGame, rules: RuleSet, fault: Fault, rng: RandomSource
) -> tuple[LogGame, int] | None:
    """A game with a fault in one of its deals.

    Args:
        game: a legal game under `rules`, as `engine.generate` makes them.
        rules: the rule set.
        fault: the kind; a rule set may not know it (`can_happen`).
        rng: a `random.Random`.

    Returns:
        The game and the place of the deal in it, from 0; None if no deal of it lends itself.

    >>> from random import Random
    >>> from engine.generate import generate_game
    >>> from engine.rulesets import AMERICAN
    >>> game = generate_game(AMERICAN, Random(3), target=40)
    >>> faulty, place = with_fault(game, AMERICAN, FAULTS["revoke"], Random(3))
    >>> judge(faulty.deals[place], AMERICAN).problems[0].code
    'play.revoke'
    """
    order = list(range(len(game.deals)))
    rng.shuffle(order)
    fallback = None
    for tried, place in enumerate(order):
        if fallback is not None and tried >= _DEALS:
            break
        deal = game.deals[place]
        for _, changed in zip(range(_TRIES), fault.change(deal, rules, rng), strict=False):
            if fault.verdict is Verdict.UNREADABLE or fault.found_in(changed, rules):
                # A void deal is played again, with the same number.
                again = (changed, deal) if fault.verdict is Verdict.VOID else (changed,)
                deals = (*game.deals[:place], *again, *game.deals[place + 1 :])
                found = replace(game, deals=deals), place
                if _keeps_points(changed, deal, rules):
                    return found
                fallback = fallback or found
    return fallback


def _keeps_points(changed: LogDeal, deal: LogDeal, rules: RuleSet) -> bool:
    """Whether the totals of all later deals are as they were: then there is one fault only."""
    outcome = judge(changed, rules).outcome
    return outcome is None or outcome == judge(deal, rules).outcome
