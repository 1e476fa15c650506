"""Which totals some number of deals can leave, without enumerating the deals.

Give the single cards of k plain deals to the players first: player i gets a card in c of them.
What is left of each player's points must be hearts, 13 (or 8) a deal. Such a division of hearts
exists if and only if nobody needs more than all hearts of all deals, less one for each deal in
which that player holds every other card of a moon. (The condition of Gale for transport with
capacities; sets of two or more players never bind, since two together may hold all hearts of any
deal.) A player can avoid holding all those cards together except where the counts overlap by
necessity. Moons give every player so much for each, and another amount for each of the own. So
only sums remain, which are followed seat by seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from engine.rows import Moon, Stock, barred_from_hearts, single_points, stock_of
from engine.rules import RuleSet
from engine.scoring import four
from engine.seats import SEATS, FourInts


def leaves(rules: RuleSet, points: FourInts, last: FourInts | None = None) -> bool:
    """Whether some number of deals can leave these totals, of a game or of part of one.

    Args:
        rules: a rule set that is `additive`.
        points: the totals of four players. The time taken grows with the cube of their sum; for
            games to 100 points it is a fraction of a millisecond.
        last: where given, one deal must bring each player at least so many points.

    >>> from engine.rulesets import AMERICAN
    >>> leaves(AMERICAN, (23, 45, 78, 114)), leaves(AMERICAN, (104, 0, 0, 0))
    (True, False)
    """
    stock = stock_of(rules)
    if last is None:
        return _found(stock, points, None)
    if any(_found(stock, points, deal) for deal in _last_deals(stock, last)):
        return True
    return any(
        _found(stock, four([own - paid for own, paid in zip(points, row, strict=True)]), None)
        for moon in stock.moons
        for row in moon.rows()
        if all(own >= need for own, need in zip(row, last, strict=True))
    )


def additive(rules: RuleSet) -> bool:
    """Whether every deal adds to the sum, so that there are finitely many games to think of.

    >>> from engine.rulesets import AMERICAN, AMERICAN_CHOICE
    >>> additive(AMERICAN), additive(AMERICAN_CHOICE)
    (True, False)
    """
    stock = stock_of(rules)
    return (
        stock.heart > 0
        and stock.plain_sum > 0
        and all(_moon_sum(moon) > 0 and not moon.jack for moon in stock.moons)
    )


def _moon_sum(moon: Moon) -> int:
    return 3 * moon.others + moon.shooter


@dataclass(frozen=True, slots=True)
class _LastDeal:
    """A plain deal of which something is known.

    Attributes:
        singles: points of single cards that each player takes in it.
        least: hearts that each player takes at least.
        most: hearts that each player can take at most.
    """

    singles: FourInts
    least: FourInts
    most: FourInts


def _last_deals(stock: Stock, least: FourInts) -> Iterator[_LastDeal]:
    """The ways in which a plain deal can bring each player at least so many points."""
    for holders in product(SEATS, repeat=len(stock.singles)):
        singles = single_points(stock, holders)
        hearts = [
            max(0, -((own - need) // stock.heart)) for own, need in zip(singles, least, strict=True)
        ]
        spare = stock.hearts - sum(hearts)
        most = [count + spare for count in hearts]
        for seat in barred_from_hearts(stock, holders):
            most[seat] = min(most[seat], stock.hearts - 1)
        if spare >= 0 and all(low <= high for low, high in zip(hearts, most, strict=True)):
            yield _LastDeal(singles, four(hearts), four(most))


def _found(stock: Stock, points: FourInts, last: _LastDeal | None) -> bool:
    """Whether moons and plain deals, one of them the last if one is given, leave these points."""
    total = sum(points)
    sums = [_moon_sum(moon) for moon in stock.moons]
    for moons in product(*(range(max(total, 0) // each + 1) for each in sums)):
        rest = total - sum(count * each for count, each in zip(moons, sums, strict=True))
        deals, part = divmod(rest, stock.plain_sum)
        deals -= last is not None
        if not part and deals >= 0 and _divisible(stock, points, moons, deals, last):
            return True
    return False


def _divisible(
    stock: Stock, points: FourInts, moons: tuple[int, ...], deals: int, last: _LastDeal | None
) -> bool:
    """Whether so many moons of each kind, plain deals and a last one leave these points.

    Seat by seat, `reached` holds what has been given away: as key the moons of each kind shot and
    the numbers of all single cards but the first, as bit mask the possible numbers of the first.
    """
    others = len(stock.singles) - 1
    limits = (*moons, *[deals] * others)
    reached: dict[tuple[int, ...], int] = {(0,) * len(limits): 1}
    for seat in SEATS:
        own = points[seat] - (last.singles[seat] if last else 0)
        least = last.least[seat] if last else 0
        most = stock.hearts * deals + (last.most[seat] if last else 0)
        advanced: dict[tuple[int, ...], int] = {}
        for taken in product(*(range(limit + 1) for limit in limits)):
            left = own
            for moon, count, shot in zip(stock.moons, moons, taken, strict=False):
                left -= moon.others * (count - shot) + moon.shooter * shot
            possible = _first_card_counts(stock, left, taken[len(moons) :], deals, least, most)
            for given, mask in reached.items() if possible else ():
                total = tuple([a + b for a, b in zip(given, taken, strict=True)])
                if all(count <= limit for count, limit in zip(total, limits, strict=True)):
                    advanced[total] = advanced.get(total, 0) | _sums(mask, possible)
        reached = advanced
    return bool(reached.get(limits, 0) >> deals & 1)


def _first_card_counts(
    stock: Stock, own: int, counts: tuple[int, ...], deals: int, least: int, most: int
) -> int:
    """How often a player can have taken the first single card, as a bit mask.

    Args:
        stock: of the rule set.
        own: the player's points without moons.
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
    # So many of the first card can be had without ever holding all of a moon's together.
    apart = (sum(card.for_moon for card in stock.singles) - 1) * deals - held
    if stock.heart == 1 and first.for_moon and first.points > 1:
        high = min(deals, (left - least) // first.points)
        low = max(
            0,
            -((most - left) // first.points),
            -((most - left + apart) // (first.points - 1)),
        )
        return (1 << high + 1) - (1 << low) if low <= high else 0
    possible = 0
    for count in range(deals + 1):
        hearts, part = divmod(left - first.points * count, stock.heart)
        together = max(0, (count if first.for_moon else 0) - apart)
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
