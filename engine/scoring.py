"""What the cards of a deal come to: points of the cards taken, moons, all tricks. Source: RULES.md.

Points here are as on the outward leg, where taking points adds to the total; `engine.game` turns
them into changes of the totals. The functions from `card_points` to `moon_share` are rules in
numbers only; `engine.batch` compiles these very functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from engine.legality import JACK_OF_CLUBS, JACK_OF_DIAMONDS, QUEEN_OF_SPADES, law_of
from engine.rules import Remark, RuleSet
from engine.seats import SEATS, FourInts, Seat

_NONE: FourInts = (0, 0, 0, 0)

MoonChoice = Literal["others", "self"]
"""Whether a moon adds to the others' totals or comes off the shooter's own."""


class Tariff(NamedTuple):
    """What a rule set counts, as bit masks and points; a tuple, since it is compiled too.

    Attributes:
        hearts: all hearts.
        point_cards: cards that count anything, bonuses too.
        moon_cards: what a shooter must take.
        heart: points of each heart.
        queen_of_spades: points.
        jack_of_diamonds: points.
        jack_of_clubs: points.
        moon_points: what a moon pays.
        moon_keeps_jack: whether the jack of diamonds is booked in a moon too.
        tricks_double: whether a moon of all tricks pays double.
    """

    hearts: int
    point_cards: int
    moon_cards: int
    heart: int
    queen_of_spades: int
    jack_of_diamonds: int
    jack_of_clubs: int
    moon_points: int
    moon_keeps_jack: bool
    tricks_double: bool


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
    return Tariff(
        hearts=hearts,
        point_cards=point_cards,
        moon_cards=moon_cards,
        heart=rules.heart,
        queen_of_spades=rules.queen_of_spades,
        jack_of_diamonds=rules.jack_of_diamonds,
        jack_of_clubs=rules.jack_of_clubs,
        moon_points=rules.moon_points,
        moon_keeps_jack=rules.moon_keeps_jack,
        tricks_double=rules.all_tricks == "double",
    )


def jack_points(tariff: Tariff, cards: int) -> int:
    """Points of the jack of diamonds among some cards.

    >>> from engine.rulesets import OMNIBUS
    >>> jack_points(tariff_of(OMNIBUS), JACK_OF_DIAMONDS)
    -10
    """
    return tariff.jack_of_diamonds if cards & JACK_OF_DIAMONDS else 0


def card_points(tariff: Tariff, cards: int) -> int:
    """Points of some cards (a mask), whether or not they make a moon.

    >>> from engine.rulesets import AMERICAN
    >>> card_points(tariff_of(AMERICAN), QUEEN_OF_SPADES)
    13
    """
    points = (cards & tariff.hearts).bit_count() * tariff.heart
    if cards & JACK_OF_DIAMONDS:
        points += tariff.jack_of_diamonds
    if cards & QUEEN_OF_SPADES:
        points += tariff.queen_of_spades
    if cards & JACK_OF_CLUBS:
        points += tariff.jack_of_clubs
    return points


def is_moon(tariff: Tariff, cards: int) -> bool:
    """Whether whoever took these cards shot the moon.

    >>> from engine.cards import HEARTS
    >>> from engine.rulesets import AMERICAN
    >>> tariff = tariff_of(AMERICAN)
    >>> is_moon(tariff, HEARTS), is_moon(tariff, HEARTS | QUEEN_OF_SPADES)
    (False, True)
    """
    return cards & tariff.moon_cards == tariff.moon_cards


def moon_share(tariff: Tariff, shot: bool, jack: int, own_total: bool, all_tricks: bool) -> int:
    """What one seat books in a moon.

    Args:
        tariff: of the rule set.
        shot: whether it is the shooter's seat.
        jack: what the seat took in jacks of diamonds.
        own_total: whether the moon comes off the shooter's own total.
        all_tricks: whether the shooter took every trick.

    >>> from engine.rulesets import AMERICAN_DOUBLE
    >>> moon_share(tariff_of(AMERICAN_DOUBLE), False, 0, False, True)
    52
    """
    if own_total:
        points = -tariff.moon_points if shot else 0
    elif shot:
        points = 0
    else:
        points = tariff.moon_points * (2 if all_tricks and tariff.tricks_double else 1)
    return points + jack if tariff.moon_keeps_jack else points


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
    north, east, south, west = taken
    jacks = _NONE
    if tariff.jack_of_diamonds:
        jacks = four([jack_points(tariff, cards) for cards in taken])
    shooter = None
    for seat in SEATS:
        if is_moon(tariff, taken[seat]):
            shooter = seat
    return Outcome(
        (
            card_points(tariff, north),
            card_points(tariff, east),
            card_points(tariff, south),
            card_points(tariff, west),
        ),
        shooter,
        jacks,
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
    tariff = tariff_of(rules)
    own_total, tricks = choice == "self", outcome.all_tricks
    return four(
        [
            moon_share(tariff, seat == shooter, outcome.jacks[seat], own_total, tricks)
            for seat in SEATS
        ]
    )


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
