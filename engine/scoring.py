"""What the cards of a deal come to: points of the cards taken, moons, all tricks. Source: RULES.md.

Points here are as on the outward leg, where taking points adds to the total; `engine.game` turns
them into changes of the totals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from engine.legality import JACK_OF_CLUBS, JACK_OF_DIAMONDS, QUEEN_OF_SPADES, law_of
from engine.rules import Remark, RuleSet
from engine.seats import SEATS, FourInts, Seat

MoonChoice = Literal["others", "self"]
"""Whether a moon adds to the others' totals or comes off the shooter's own."""


@dataclass(frozen=True, slots=True)
class Tariff:
    """What a rule set counts, as bit masks.

    Attributes:
        point_cards: cards that count anything, bonuses too.
        moon_cards: what a shooter must take.
    """

    hearts: int
    point_cards: int
    moon_cards: int


@lru_cache(maxsize=64)
def tariff_of(rules: RuleSet) -> Tariff:
    """The tariff of a rule set.

    >>> from engine.rulesets import AMERICAN, DUTCH
    >>> tariff_of(AMERICAN).point_cards.bit_count(), tariff_of(DUTCH).point_cards.bit_count()
    (14, 10)
    """
    hearts = law_of(rules).hearts
    point_cards = (
        (hearts if rules.heart else 0)
        | (QUEEN_OF_SPADES if rules.queen_of_spades else 0)
        | (JACK_OF_DIAMONDS if rules.jack_of_diamonds else 0)
        | (JACK_OF_CLUBS if rules.jack_of_clubs else 0)
    )
    moon_cards = point_cards if rules.moon_needs == "every_point_card" else hearts | QUEEN_OF_SPADES
    return Tariff(hearts, point_cards, moon_cards)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a deal's cards come to.

    Attributes:
        cards: points of the cards that each seat took, moon or not.
        shooter: who shot the moon, or None.
        jacks: what each seat took in jacks of diamonds; booked even in a moon where the rules say
            so.
        all_tricks: whether the shooter took every trick.
    """

    cards: FourInts
    shooter: Seat | None
    jacks: FourInts
    all_tricks: bool


def outcome_of(rules: RuleSet, taken: Sequence[int], tricks: Sequence[int]) -> Outcome:
    """The outcome of a deal.

    Args:
        rules: the rule set.
        taken: mask of the cards that each seat took, in seat order.
        tricks: how many tricks each seat took.

    >>> from engine.cards import DECK_MASKS, mask_of, parse_hand
    >>> from engine.rulesets import AMERICAN
    >>> one_heart = mask_of(parse_hand("-.A.-.-"))
    >>> outcome_of(AMERICAN, (one_heart, DECK_MASKS[52] ^ one_heart, 0, 0), (1, 12, 0, 0)).cards
    (1, 25, 0, 0)
    """
    tariff = tariff_of(rules)
    points: list[int] = []
    jacks: list[int] = []
    shooter = None
    for seat in SEATS:
        cards = taken[seat]
        jack = rules.jack_of_diamonds if cards & JACK_OF_DIAMONDS else 0
        count = (cards & tariff.hearts).bit_count() * rules.heart + jack
        if cards & QUEEN_OF_SPADES:
            count += rules.queen_of_spades
        if cards & JACK_OF_CLUBS:
            count += rules.jack_of_clubs
        points.append(count)
        jacks.append(jack)
        if cards & tariff.moon_cards == tariff.moon_cards:
            shooter = seat
    return Outcome(
        four(points),
        shooter,
        four(jacks),
        shooter is not None and tricks[shooter] == rules.hand_size,
    )


def moon_choices(rules: RuleSet) -> tuple[MoonChoice, ...]:
    """What a shooter may choose from; one entry where there is no choice.

    >>> from engine.rulesets import AMERICAN, AMERICAN_CHOICE
    >>> moon_choices(AMERICAN), moon_choices(AMERICAN_CHOICE)
    (('others',), ('others', 'self'))
    """
    return ("others", "self") if rules.moon_pays == "choice" else ("others",)


def points_of(rules: RuleSet, outcome: Outcome, choice: MoonChoice = "others") -> FourInts:
    """What each seat books for a deal, as on the outward leg.

    Args:
        rules: the rule set.
        outcome: of the deal.
        choice: the shooter's; without a moon it makes no difference.

    >>> from engine.rulesets import AMERICAN_CHOICE
    >>> moon = Outcome((26, 0, 0, 0), Seat.N, (0, 0, 0, 0), False)
    >>> points_of(AMERICAN_CHOICE, moon), points_of(AMERICAN_CHOICE, moon, "self")
    ((0, 26, 26, 26), (-26, 0, 0, 0))
    """
    shooter = outcome.shooter
    if shooter is None:
        return outcome.cards
    row = [0, 0, 0, 0]
    if choice == "self":
        row[shooter] = -rules.moon_points
    else:
        double = outcome.all_tricks and rules.all_tricks == "double"
        row = [rules.moon_points * (2 if double else 1)] * 4
        row[shooter] = 0
    if rules.moon_keeps_jack:
        row = [booked + jack for booked, jack in zip(row, outcome.jacks, strict=True)]
    return four(row)


def points_remarks(rules: RuleSet, outcome: Outcome) -> list[Remark]:
    """What the points of a deal rest on that is no plain text: card values, a jack in a moon.

    >>> from engine.rulesets import DUTCH
    >>> plain = Outcome((9, 6, 0, 0), None, (0, 0, 0, 0), False)
    >>> [remark.switch for remark in points_remarks(DUTCH, plain)]
    ['queen_of_spades', 'jack_of_clubs']
    """
    switches = [switch for switch in ("queen_of_spades", "jack_of_clubs") if switch in rules.basis]
    if outcome.shooter is not None and rules.jack_of_diamonds:
        switches.append("moon_keeps_jack")
    return [remark for switch in switches if (remark := rules.remark(switch)) is not None]


def four(values: Sequence[int]) -> FourInts:
    """Four values in seat order as a tuple of exactly four.

    >>> four([1, 2, 3, 4])
    (1, 2, 3, 4)
    """
    north, east, south, west = values
    return north, east, south, west
