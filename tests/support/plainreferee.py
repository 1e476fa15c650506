"""A second referee, written from RULES.md with nothing of the engine's in it: slow and plain.

It knows cards by their names and reads the switches of a rule set; hands, passes, turns, plays and
points are worked out anew, card by card. It only says yes or no.
"""

from __future__ import annotations

from engine.gamelog.record import LogDeal
from engine.rules import RuleSet

RANKS = "23456789TJQKA"
STEPS = {"left": 1, "across": 2, "right": 3}

Hands = list[list[str]]
Tricks = list[tuple[int, list[str]]]


def is_legal(deal: LogDeal, rules: RuleSet) -> bool:
    """Whether a whole logged deal was played by the rules and scored right.

    Without hands in the log they are what was played, and no pass is looked at.
    """
    tricks = [
        (-1 if trick.leader is None else int(trick.leader), [str(card) for card in trick.cards])
        for trick in deal.tricks
    ]
    hands = _names(deal.hands)
    as_dealt = hands is not None
    if hands is None:
        hands = _played(tricks)
    return (
        _is_deck(hands, rules)
        and (not as_dealt or _passes(hands, _names(deal.passed), deal.direction))
        and _follows(hands, tricks, None if deal.dealer is None else int(deal.dealer), rules)
        and _is_scored(deal, tricks, rules)
    )


def _names(hands: object) -> Hands | None:
    return None if hands is None else [[str(card) for card in hand] for hand in hands]  # type: ignore[attr-defined]


def _played(tricks: Tricks) -> Hands:
    hands: Hands = [[], [], [], []]
    for leader, cards in tricks:
        for step, card in enumerate(cards):
            hands[(leader + step) % 4].append(card)
    return hands


def _is_deck(hands: Hands, rules: RuleSet) -> bool:
    ranks = RANKS if rules.cards == 52 else RANKS[5:]
    deck = sorted(rank + suit for rank in ranks for suit in "CDHS")
    sizes = {len(hand) for hand in hands}
    return sorted(card for hand in hands for card in hand) == deck and sizes == {rules.cards // 4}


def _passes(hands: Hands, passed: Hands | None, direction: str) -> bool:
    """Three cards of each hand go to another; the hands are changed."""
    if direction == "none":
        return passed is None
    if passed is None:
        return False
    for hand, given in zip(hands, passed, strict=True):
        if len(given) != 3 or len(set(given)) != 3 or not set(given) <= set(hand):
            return False
    for seat, given in enumerate(passed):
        for card in given:
            hands[seat].remove(card)
        hands[(seat + STEPS[direction]) % 4] += given
    return True


def _follows(hands: Hands, tricks: Tricks, dealer: int | None, rules: RuleSet) -> bool:
    """Every card in turn, held and allowed, until all are played."""
    lowest_club = "2C" if rules.cards == 52 else "7C"
    forced = rules.first_lead == "lowest_club"
    turn = dealer
    if forced:
        turn = next(seat for seat in range(4) if lowest_club in hands[seat])
    thrown = broken = False
    for number, (leader, cards) in enumerate(tricks):
        if leader != turn or len(cards) != 4:
            return False
        for step, card in enumerate(cards):
            hand = hands[(leader + step) % 4]
            if card not in hand:
                return False
            if number == step == 0 and forced:
                allowed = [lowest_club]
            else:
                led = cards[0][1] if step else None
                allowed = _allowed(hand, led, number == 0, thrown or broken, rules)
            if card not in allowed:
                return False
            hand.remove(card)
            thrown = thrown or (step > 0 and card[1] == "H" != cards[0][1])
            broken = broken or _breaks(card, rules)
        turn = _winner(leader, cards)
    return not any(hands)


def _allowed(
    hand: list[str], led: str | None, first_trick: bool, broken: bool, rules: RuleSet
) -> list[str]:
    if led is not None and any(card[1] == led for card in hand):
        return [card for card in hand if card[1] == led]
    allowed = hand
    if first_trick:
        allowed = [card for card in hand if not _forbidden(card, rules)] or allowed
    if led is None and rules.hearts_lead == "once_broken" and not broken:
        allowed = [card for card in allowed if card[1] != "H"] or allowed
    return allowed


def _forbidden(card: str, rules: RuleSet) -> bool:
    forbids = rules.first_trick_forbids
    return (card == "QS" and forbids != "nothing") or (
        card[1] == "H" and forbids == "hearts_and_queen"
    )


def _breaks(card: str, rules: RuleSet) -> bool:
    by = rules.hearts_broken_by
    return (card[1] == "H" and by != "discard") or (card == "QS" and by == "any_or_queen")


def _winner(leader: int, cards: list[str]) -> int:
    suit = cards[0][1]
    ranks = [RANKS.index(card[0]) if card[1] == suit else -1 for card in cards]
    return (leader + ranks.index(max(ranks))) % 4


def _is_scored(deal: LogDeal, tricks: Tricks, rules: RuleSet) -> bool:
    """Whether the stated points are among those that the cards can have given."""
    taken: Hands = [[], [], [], []]
    for leader, cards in tricks:
        taken[_winner(leader, cards)] += cards
    worth = {"QS": rules.queen_of_spades, "JD": rules.jack_of_diamonds, "JC": rules.jack_of_clubs}
    points = [
        sum(rules.heart if card[1] == "H" else worth.get(card, 0) for card in cards)
        for cards in taken
    ]
    needed = [card for _, cards in tricks for card in cards if card[1] == "H"] + ["QS"]
    if rules.moon_needs == "every_point_card":
        needed += [card for card in ("JD", "JC") if worth[card]]
    shooter = next((seat for seat in range(4) if set(needed) <= set(taken[seat])), None)
    if shooter is None:
        return deal.stated in (None, tuple(points))
    paid = rules.moon_points
    if rules.all_tricks == "double" and not any(
        taken[seat] for seat in range(4) if seat != shooter
    ):
        paid *= 2
    others = tuple(0 if seat == shooter else paid for seat in range(4))
    own = tuple(-rules.moon_points if seat == shooter else 0 for seat in range(4))
    choices = {"others": others, "self": own} if rules.moon_pays == "choice" else {"others": others}
    if deal.moon is not None and deal.moon.seat == shooter and len(choices) > 1:
        choices = {deal.moon.choice: choices[deal.moon.choice]}
    if deal.stated is None:
        return len(choices) == 1
    return deal.stated in choices.values()
