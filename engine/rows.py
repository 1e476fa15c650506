"""Which four points one deal can have. Source: RULES.md, "What a deal's scores must add up to".

A plain deal divides its hearts and its single counting cards (the queen of spades, in some rule
sets a jack) over the seats, with nobody shooting the moon; a moon is one of a few fixed rows.
Points are as on the outward leg.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import Literal

from engine.legality import law_of
from engine.rules import RuleSet
from engine.scoring import four, moon_choices
from engine.seats import SEATS, FourInts

RowKind = Literal["plain", "others", "all_tricks", "self"]


@dataclass(frozen=True, slots=True)
class SingleCard:
    """A card that counts by itself, or that a moon needs: its points, and whether a moon does."""

    points: int
    for_moon: bool


@dataclass(frozen=True, slots=True)
class Moon:
    """What a moon of one kind pays: to each of the others, to the shooter, and a jack apart.

    Attributes:
        kind: paid to the others, the same for all tricks, or taken off the shooter's own total.
        others: points of each of the others.
        shooter: points of the shooter.
        jack: points of a jack that anybody may have taken beside the moon; 0 as a rule.
    """

    kind: RowKind
    others: int
    shooter: int
    jack: int = 0

    def rows(self) -> Iterator[FourInts]:
        """The rows of such a moon, whoever shot it."""
        for shooter in SEATS:
            row = [self.shooter if seat == shooter else self.others for seat in SEATS]
            for holder in SEATS if self.jack else SEATS[:1]:
                kept = list(row)
                kept[holder] += self.jack
                yield four(kept)


@dataclass(frozen=True, slots=True)
class Stock:
    """What there is to divide in each deal of a rule set.

    Attributes:
        hearts: how many hearts, 13 or 8.
        heart: points of each.
        singles: the single cards; at least one.
        plain_sum: points of a deal without a moon.
        moons: the kinds of moon.
    """

    hearts: int
    heart: int
    singles: tuple[SingleCard, ...]
    plain_sum: int
    moons: tuple[Moon, ...]


@lru_cache(maxsize=64)
def stock_of(rules: RuleSet) -> Stock:
    """The stock of a rule set.

    >>> from engine.rulesets import AMERICAN, OMNIBUS, DUTCH
    >>> [stock_of(rules).plain_sum for rules in (AMERICAN, OMNIBUS, DUTCH)]
    [26, 16, 15]
    """
    every = rules.moon_needs == "every_point_card"
    singles = []
    if rules.queen_of_spades or not every:
        singles.append(SingleCard(rules.queen_of_spades, True))
    singles += [
        SingleCard(points, every)
        for points in (rules.jack_of_diamonds, rules.jack_of_clubs)
        if points
    ]
    if not singles:
        singles.append(SingleCard(0, False))  # a card of no account keeps the arithmetic whole
    hearts = law_of(rules).hearts.bit_count()
    return Stock(
        hearts=hearts,
        heart=rules.heart,
        singles=tuple(singles),
        plain_sum=hearts * rules.heart + sum(single.points for single in singles),
        moons=tuple(_moons(rules)),
    )


def _moons(rules: RuleSet) -> Iterator[Moon]:
    jack = rules.jack_of_diamonds if rules.moon_keeps_jack else 0
    # The jack is the shooter's where the moon needs it, and in a moon of all tricks.
    own, loose = (jack, 0) if rules.moon_needs == "every_point_card" else (0, jack)
    yield Moon("others", rules.moon_points, own, loose)
    if rules.all_tricks == "double":
        yield Moon("all_tricks", 2 * rules.moon_points, jack)
    if "self" in moon_choices(rules):
        yield Moon("self", 0, own - rules.moon_points, loose)


def can_end(rules: RuleSet) -> bool:
    """Whether any deal can bring anybody nearer to the target, without which no game ends.

    >>> from engine.rulesets import AMERICAN
    >>> can_end(AMERICAN)
    True
    >>> less = {"heart": "-1", "queen_of_spades": "0", "moon_points": "-26"}
    >>> can_end(AMERICAN.with_switches(less))
    False
    """
    return any(max(row) > 0 for row in rows_of(rules))


@lru_cache(maxsize=64)
def rows_of(rules: RuleSet) -> Mapping[FourInts, RowKind]:
    """Every row of points that one deal can have on the outward leg, with its kind.

    Made once for each rule set, at the first question.

    >>> from engine.rulesets import AMERICAN
    >>> rows = rows_of(AMERICAN)
    >>> sum(kind == "plain" for kind in rows.values()), rows[0, 26, 26, 26]
    (2230, 'others')
    >>> (7, 7, 6, 6) in rows
    False
    """
    stock = stock_of(rules)
    rows: dict[FourInts, RowKind] = {}
    for holders in product(SEATS, repeat=len(stock.singles)):
        singles = single_points(stock, holders)
        barred = barred_from_hearts(stock, holders)
        for hearts in _compositions(stock.hearts):
            if all(hearts[seat] < stock.hearts for seat in barred):
                row = [
                    stock.heart * count + own for count, own in zip(hearts, singles, strict=True)
                ]
                rows[four(row)] = "plain"
    for moon in stock.moons:
        for moon_row in moon.rows():
            rows.setdefault(moon_row, moon.kind)
    return MappingProxyType(rows)


def single_points(stock: Stock, holders: Sequence[int]) -> FourInts:
    """What each seat gets for single cards.

    Args:
        stock: of the rule set.
        holders: the seat that takes each single card.

    >>> from engine.rulesets import OMNIBUS
    >>> single_points(stock_of(OMNIBUS), (0, 3))
    (13, 0, 0, -10)
    """
    points = [0, 0, 0, 0]
    for card, holder in zip(stock.singles, holders, strict=True):
        points[holder] += card.points
    return four(points)


def barred_from_hearts(stock: Stock, holders: Sequence[int]) -> tuple[int, ...]:
    """Who may not take all hearts, since with the single cards held that would be a moon.

    >>> from engine.rulesets import AMERICAN, DUTCH
    >>> barred_from_hearts(stock_of(AMERICAN), (2,)), barred_from_hearts(stock_of(DUTCH), (2, 1))
    ((2,), ())
    """
    needed = {h for card, h in zip(stock.singles, holders, strict=True) if card.for_moon}
    if not needed:
        return (0, 1, 2, 3)
    return tuple(needed) if len(needed) == 1 else ()


def _compositions(total: int) -> Iterator[FourInts]:
    """Every way to write a number as four numbers of at least 0, in order."""
    for north in range(total + 1):
        for east in range(total + 1 - north):
            for south in range(total + 1 - north - east):
                yield north, east, south, total - north - east - south
