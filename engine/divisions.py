"""How the points of deals can be divided over four players.

A plain deal divides its hearts and its counting single cards (the queen of spades, in some rule
sets a jack) over the seats, with nobody shooting the moon; a moon is one of a few fixed rows. This
module answers which rows one deal can have, by enumeration, and which totals some number of deals
can leave, without enumerating deals. Source: RULES.md, "What a deal's scores must add up to".

The second question in short. Give the single cards of k deals to the players first: player i gets
c of a card in c deals. What is left of each player's points must be hearts, 13 (or 8) a deal. Such
a division of hearts exists if and only if nobody needs more than all hearts of all deals, less one
for each deal in which that player holds every other card of a moon. (The condition of Gale for
transport with capacities; sets of two or more players never bind, since two together may hold all
hearts of any deal.) A player can avoid holding all those cards together except where the counts
overlap by necessity, so only sums and intervals remain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations_with_replacement, product
from operator import sub
from types import MappingProxyType
from typing import Final

from engine.legality import law_of
from engine.rules import RuleSet
from engine.scoring import four, moon_choices
from engine.seats import SEATS, FourInts

ROW_KINDS: Final = ("plain", "others", "self", "all_tricks")


@dataclass(frozen=True, slots=True)
class SingleCard:
    """A card that counts by itself, or that a moon needs: its points, and whether a moon does."""

    points: int
    for_moon: bool


@dataclass(frozen=True, slots=True)
class Stock:
    """What there is to divide in each deal of a rule set.

    Attributes:
        hearts: how many hearts, 13 or 8.
        heart: points of each.
        singles: the single cards.
        plain_sum: points of a deal without a moon.
        moons: rows of moons that are booked on the outward leg, with their kinds.
    """

    hearts: int
    heart: int
    singles: tuple[SingleCard, ...]
    plain_sum: int
    moons: Mapping[FourInts, str]


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
        moons=MappingProxyType(dict(_moon_rows(rules))),
    )


def _moon_rows(rules: RuleSet) -> Iterator[tuple[FourInts, str]]:
    for shooter in SEATS:
        rows: list[tuple[list[int], str]] = [([rules.moon_points] * 4, "others")]
        rows[0][0][shooter] = 0
        if rules.all_tricks == "double":
            rows.append(([2 * own for own in rows[0][0]], "all_tricks"))
        if "self" in moon_choices(rules):
            rows.append(([0, 0, 0, 0], "self"))
            rows[-1][0][shooter] = -rules.moon_points
        for row, kind in rows:
            if not rules.moon_keeps_jack:
                yield four(row), kind
                continue
            # The jack is the shooter's where the moon needs it, and in a moon of all tricks.
            bound = rules.moon_needs == "every_point_card" or kind == "all_tricks"
            for holder in (shooter,) if bound else SEATS:
                kept = list(row)
                kept[holder] += rules.jack_of_diamonds
                yield four(kept), kind


def _compositions(total: int) -> Iterator[FourInts]:
    """Every way to write a number as four numbers of at least 0, in order."""
    for north in range(total + 1):
        for east in range(total + 1 - north):
            for south in range(total + 1 - north - east):
                yield north, east, south, total - north - east - south


@lru_cache(maxsize=64)
def rows_of(rules: RuleSet) -> Mapping[FourInts, str]:
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
    rows: dict[FourInts, str] = {}
    for holders in product(range(4), repeat=len(stock.singles)):
        singles = [0, 0, 0, 0]
        for card, holder in zip(stock.singles, holders, strict=True):
            singles[holder] += card.points
        barred = _barred(stock, holders)
        for hearts in _compositions(stock.hearts):
            if all(hearts[seat] < stock.hearts for seat in barred):
                north, east, south, west = (
                    stock.heart * count + own for count, own in zip(hearts, singles, strict=True)
                )
                rows[north, east, south, west] = "plain"
    for row, kind in stock.moons.items():
        rows.setdefault(row, kind)
    return MappingProxyType(rows)


def _barred(stock: Stock, holders: tuple[int, ...]) -> tuple[int, ...]:
    """Who may not take all hearts, since that would make a moon with the single cards held."""
    needed = {h for card, h in zip(stock.singles, holders, strict=True) if card.for_moon}
    if not needed:
        return (0, 1, 2, 3)
    return tuple(needed) if len(needed) == 1 else ()


@dataclass(frozen=True, slots=True)
class _LastDeal:
    """The last of some plain deals: single cards already given, hearts at least needed.

    Attributes:
        singles: points of single cards that each player takes in it.
        hearts: hearts that each player takes at least.
        most: hearts that each player can take at most.
    """

    singles: FourInts
    hearts: FourInts
    most: FourInts


def leaves(rules: RuleSet, points: FourInts, last: FourInts | None = None) -> bool:
    """Whether some number of deals can leave these totals.

    Args:
        rules: a rule set whose plain deals have a positive sum, with hearts that count, and
            whose moons pay to the others.
        points: the totals of four players.
        last: where given, one deal must bring each player at least so many points.

    >>> from engine.rulesets import AMERICAN
    >>> leaves(AMERICAN, (23, 45, 78, 114)), leaves(AMERICAN, (104, 0, 0, 0))
    (True, False)
    """
    stock = stock_of(rules)
    last_deals = [] if last is None else list(_last_deals(stock, last))
    for moons, rest in _without_moons(stock, points):
        deals = sum(rest) // stock.plain_sum
        # The last deal is anything, or one of the moons, or one of the plain deals.
        if last is None or any(map(partial(_covers, least=last), moons)):
            if _divisible(stock, rest, deals, None):
                return True
        elif deals and any(_divisible(stock, rest, deals - 1, deal) for deal in last_deals):
            return True
    return False


def _covers(row: FourInts, least: FourInts) -> bool:
    return all(own >= need for own, need in zip(row, least, strict=True))


def _without_moons(
    stock: Stock, points: FourInts
) -> Iterator[tuple[tuple[FourInts, ...], FourInts]]:
    """Every choice of moons that the sum allows, with what the plain deals must come to."""
    moons = [row for row, kind in stock.moons.items() if kind != "self"]
    total = sum(points)
    least = min(sum(row) for row in moons)
    for count in range(max(total, 0) // least + 1):
        for chosen in combinations_with_replacement(moons, count):
            north, east, south, west = points
            for row in chosen:
                north, east, south, west = map(sub, (north, east, south, west), row)
            rest = (north, east, south, west)
            if sum(rest) >= 0 and not sum(rest) % stock.plain_sum:
                yield chosen, rest


def _last_deals(stock: Stock, least: FourInts) -> Iterator[_LastDeal]:
    """The ways in which a plain deal can bring each player at least so many points."""
    for holders in product(range(4), repeat=len(stock.singles)):
        singles = [0, 0, 0, 0]
        for card, holder in zip(stock.singles, holders, strict=True):
            singles[holder] += card.points
        hearts = [
            max(0, -((own - need) // stock.heart)) for own, need in zip(singles, least, strict=True)
        ]
        spare = stock.hearts - sum(hearts)
        most = [count + spare for count in hearts]
        for seat in _barred(stock, holders):
            most[seat] = min(most[seat], stock.hearts - 1)
        if spare >= 0 and all(low <= high for low, high in zip(hearts, most, strict=True)):
            yield _LastDeal(four(singles), four(hearts), four(most))


def _divisible(stock: Stock, points: FourInts, deals: int, last: _LastDeal | None) -> bool:
    """Whether so many plain deals, and a last one on top, can leave these points.

    Seat by seat, `reached` holds how many of the single cards have been given away: the numbers of
    all but the first as key, the possible numbers of the first as a bit mask.
    """
    others = len(stock.singles) - 1
    reached: dict[tuple[int, ...], int] = {(0,) * others: 1}
    for seat in SEATS:
        own = points[seat] - (last.singles[seat] if last else 0)
        least = last.hearts[seat] if last else 0
        most = stock.hearts * deals + (last.most[seat] if last else 0)
        advanced: dict[tuple[int, ...], int] = {}
        for counts in product(range(deals + 1), repeat=others):
            possible = _first_card_counts(stock, own, counts, deals, least, most)
            for given, mask in reached.items() if possible else ():
                total = tuple(a + b for a, b in zip(given, counts, strict=True))
                if all(count <= deals for count in total):
                    advanced[total] = advanced.get(total, 0) | _sums(mask, possible)
        reached = advanced
    return bool(reached.get((deals,) * others, 0) >> deals & 1)


def _first_card_counts(
    stock: Stock, own: int, counts: tuple[int, ...], deals: int, least: int, most: int
) -> int:
    """How often a player can have taken the first single card, as a bit mask.

    Args:
        stock: of the rule set.
        own: the player's points.
        counts: how often the player took each other single card.
        deals: in how many deals.
        least: hearts that the player took at least.
        most: hearts that the player took at most, if never all other cards of a moon together.
    """
    first = stock.singles[0]
    left, held = own, 0
    for card, count in zip(stock.singles[1:], counts, strict=True):
        left -= card.points * count
        held += count if card.for_moon else 0
    # In so many deals at least, whoever holds `count` of the first card holds all of a moon's.
    needless = (sum(card.for_moon for card in stock.singles) - 1) * deals - held
    if stock.heart == 1 and first.for_moon and first.points > 1:
        high = min(deals, (left - least) // first.points)
        low = max(
            0, -((most - left) // first.points), -((most - left + needless) // (first.points - 1))
        )
        return (1 << high + 1) - (1 << low) if low <= high else 0
    possible = 0
    for count in range(deals + 1):
        hearts, part = divmod(left - first.points * count, stock.heart)
        together = max(0, (count if first.for_moon else 0) - needless)
        if not part and least <= hearts <= most - together:
            possible |= 1 << count
    return possible


def _sums(one: int, other: int) -> int:
    """Every sum of a number of one set and a number of another, all as bit masks."""
    sums = 0
    while other:
        low = other & -other
        sums |= one * low
        other ^= low
    return sums
