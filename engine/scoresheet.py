"""Score sheets: whether a deal's four points, or a game's four totals, are possible at all.

Source: RULES.md, "What a deal's scores must add up to". A refusal carries what was possible. Never
is a possible sheet refused; where an exact answer would need the order of the deals (bonus cards
below zero, the return leg) the check is the strongest that is always right.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import gcd
from typing import Final

from engine.divisions import additive, leaves
from engine.game import Leg
from engine.problems import Problem, problem
from engine.ranking import places
from engine.rows import rows_of
from engine.rules import RuleSet
from engine.scoring import four
from engine.seats import SEATS, FourInts

_LARGEST_SUM: Final = 1500
"""Totals with a larger sum are checked for it and for the end of the game only.

Games to 100 points end below 500; with very many deals nearly every division of the right sum is
possible, and finding the few that are not takes ever longer.
"""

_NEAREST: Final = 3
"""How many possible rows or totals a refusal names at most."""


# one deal


def possible_rows(rules: RuleSet, leg: Leg = "out") -> Collection[FourInts]:
    """Every row that a deal can have on a sheet.

    On the return leg these are changes of the totals, but under ``exactly`` the points taken.

    >>> from engine.rulesets import DUTCH_RETURN
    >>> (-9, -6, 0, 0) in possible_rows(DUTCH_RETURN, "return")
    True
    """
    rows = rows_of(rules)
    if leg == "out" or rules.return_to_zero == "exactly":
        return rows.keys()
    return {four([-own for own in row]) if kind == "plain" else row for row, kind in rows.items()}


def check_row(rules: RuleSet, row: FourInts, leg: Leg = "out") -> Problem | None:
    """What is wrong with the four points of one deal; None when they are possible.

    Returns:
        ``sheet.sum`` with the sums that were possible, or ``sheet.row`` with the nearest rows.

    >>> from engine.rulesets import AMERICAN
    >>> check_row(AMERICAN, (7, 7, 6, 6)).code, check_row(AMERICAN, (3, 17, 6, 0))
    ('sheet.row', None)
    """
    rows = possible_rows(rules, leg)
    if row in rows:
        return None
    sums = sorted({sum(possible) for possible in rows})
    if sum(row) not in sums:
        return problem("sheet.sum", row=row, sum=sum(row), possible=tuple(sums))

    def distance(other: FourInts) -> tuple[int, FourInts]:
        return sum(abs(own - possible) for own, possible in zip(row, other, strict=True)), other

    nearest = sorted(rows, key=distance)[:_NEAREST]
    closest = distance(nearest[0])[0]
    return problem(
        "sheet.row",
        row=row,
        nearest=tuple(other for other in nearest if distance(other)[0] == closest),
    )


# the totals of a game


def check_totals(rules: RuleSet, totals: FourInts, target: int | None = None) -> Problem | None:
    """What is wrong with the final totals of a game; None when some deals can leave them.

    The totals are those of a whole game without rulings: some number of deals adds up to them,
    somebody is at or past the target, and nobody was before the last deal.

    Args:
        rules: the rule set.
        totals: in seat order; their order makes no difference.
        target: in points, 1 or more; the rule set's default if None.

    Returns:
        A problem of a code ``totals.*`` with what was possible.

    >>> from engine.rulesets import AMERICAN
    >>> check_totals(AMERICAN, (23, 45, 78, 114)) is None
    True
    >>> refused = check_totals(AMERICAN, (23, 45, 8, 31))
    >>> refused.code, refused.fields["below"], refused.fields["above"]
    ('totals.sum', 104, 130)
    """
    target = rules.target if target is None else target
    if rules.game_ends == "return_leg":
        return _check_return(rules, totals, target)
    for check in (_check_sum, _check_end, _check_division):
        found = check(rules, totals, target)
        if found is not None:
            return found
    return None


def check_deals(rules: RuleSet, totals: FourInts, deals: int) -> Problem | None:
    """What is wrong with the totals of a fixed number of deals; None when such deals can be.

    A game with a return leg has no fixed number, and nothing is wrong with it here.

    Args:
        rules: the rule set.
        totals: in seat order; their order makes no difference.
        deals: how many were played, 1 or more.

    Returns:
        ``totals.deals`` with the sums that are possible next to it, ``totals.deals_highest``, or
        ``totals.division``.

    >>> from engine.rulesets import AMERICAN
    >>> check_deals(AMERICAN, (20, 30, 40, 14), 4) is None
    True
    >>> refused = check_deals(AMERICAN, (20, 30, 40, 40), 4)
    >>> refused.code, refused.fields["below"], refused.fields["above"]
    ('totals.deals', 104, 156)
    """
    if rules.game_ends == "return_leg":
        return None
    bounds = _bounds_of(rules)
    reached = sums_of_deals(rules, deals)
    total = sum(totals)
    if total not in reached:
        return problem(
            "totals.deals",
            totals=totals,
            sum=total,
            deals=deals,
            below=max((other for other in reached if other < total), default=None),
            above=min((other for other in reached if other > total), default=None),
        )
    highest = max(totals)
    if highest > deals * bounds.highest:
        seat = SEATS[totals.index(highest)].name
        most = deals * bounds.highest
        return problem("totals.deals_highest", totals=totals, deals=deals, seat=seat, most=most)
    if _divided(rules, totals):
        return None
    nearest = _nearest(totals, lambda near: _divided(rules, near))
    return problem("totals.division", totals=totals, nearest=nearest)


@lru_cache(maxsize=64)
def sums_of_deals(rules: RuleSet, deals: int) -> frozenset[int]:
    """The sums of the four totals that exactly so many deals can leave.

    >>> from engine.rulesets import AMERICAN
    >>> sorted(sums_of_deals(AMERICAN, 2))
    [52, 104, 156]
    """
    sums = _bounds_of(rules).sums
    reached = frozenset({0})
    for _ in range(deals):
        reached = frozenset(other + row for other in reached for row in sums)
    return reached


def _check_sum(rules: RuleSet, totals: FourInts, _target: int) -> Problem | None:
    total = sum(totals)
    bounds = _bounds_of(rules)
    if not additive(rules) or total > _LARGEST_SUM:
        return _check_multiple(rules, totals)
    reached = _sums_reached(rules)
    if total in reached:
        return None
    return problem(
        "totals.sum",
        totals=totals,
        sum=total,
        unit=bounds.unit,
        below=max((other for other in reached if other < total), default=None),
        above=min(other for other in reached if other > total),
    )


def _check_multiple(rules: RuleSet, totals: FourInts) -> Problem | None:
    """The weaker check where deals of both signs, or very many deals, reach every multiple."""
    total = sum(totals)
    unit = _bounds_of(rules).unit
    below = total - total % unit if unit else total
    if total == below:
        return None
    return problem(
        "totals.sum", totals=totals, sum=total, unit=unit, below=below, above=below + unit
    )


@dataclass(frozen=True, slots=True)
class _Bounds:
    """What the rows of a rule set have in common.

    Attributes:
        sums: the sums of rows.
        unit: their common measure.
        highest: the most points that one deal can bring a player.
    """

    sums: frozenset[int]
    unit: int
    highest: int


@lru_cache(maxsize=64)
def _bounds_of(rules: RuleSet) -> _Bounds:
    rows = rows_of(rules)
    sums = frozenset(map(sum, rows))
    return _Bounds(
        sums=sums,
        unit=gcd(*sums),
        highest=max(map(max, rows)),
    )


@lru_cache(maxsize=64)
def _sums_reached(rules: RuleSet) -> frozenset[int]:
    """The sums that deals which only add to them can leave, to past the largest looked at."""
    sums = _bounds_of(rules).sums
    reached = {0}
    for reach in range(1, _LARGEST_SUM + 2 * max(sums)):
        if any(reach - row in reached for row in sums):
            reached.add(reach)
    return frozenset(reached - {0})


def _plays_on(rules: RuleSet) -> bool:
    """Whether a game can go on after somebody is at the target (RULES.md, note 10)."""
    return rules.lowest_tied == "extra_deal" or rules.perfect_deal == "extra_deal"


def _check_end(rules: RuleSet, totals: FourInts, target: int) -> Problem | None:
    highest = max(totals)
    if highest < target:
        return problem("totals.none_at_target", totals=totals, target=target, highest=highest)
    lowest = min(totals)
    if rules.lowest_tied == "extra_deal" and places(totals).count(1) > 1:
        return problem("totals.tied_lowest", totals=totals, lowest=lowest)
    most = target - 1 + _bounds_of(rules).highest
    if highest > most and not _plays_on(rules):
        seat = SEATS[totals.index(highest)]
        return problem(
            "totals.past_target", totals=totals, target=target, seat=seat.name, most=most
        )
    return None


def _check_division(rules: RuleSet, totals: FourInts, target: int) -> Problem | None:
    if _plays_on(rules):
        possible = _divided(rules, totals)
    else:
        possible = _ended_at_once(rules, totals, target)
    if possible:
        return None
    nearest = _nearest(totals, lambda near: _possible(rules, near, target))
    if _divided(rules, totals):
        return problem("totals.last_deal", totals=totals, target=target, nearest=nearest)
    return problem("totals.division", totals=totals, nearest=nearest)


def _divided(rules: RuleSet, totals: FourInts) -> bool:
    """Whether some deals can leave these totals of a right sum.

    Where a shooter may take points off the own total, any can be reached: moons of every player's
    own bring all as far down as need be, and plain deals divide what is then missing, which is
    plenty for every player, in any way.
    """
    return not additive(rules) or sum(totals) > _LARGEST_SUM or leaves(rules, totals)


def _ended_at_once(rules: RuleSet, totals: FourInts, target: int) -> bool:
    """Whether a last deal can be taken away so that nobody was at the target before it."""
    least = four([own - target + 1 for own in totals])
    if additive(rules) and sum(totals) <= _LARGEST_SUM:
        return leaves(rules, totals, least)
    return any(
        all(own >= need for own, need in zip(row, least, strict=True)) for row in rows_of(rules)
    )


def _possible(rules: RuleSet, totals: FourInts, target: int) -> bool:
    return (
        _check_end(rules, totals, target) is None
        and (not _plays_on(rules) or _divided(rules, totals))
        and (_plays_on(rules) or _ended_at_once(rules, totals, target))
    )


def _nearest(totals: FourInts, possible: Callable[[FourInts], bool]) -> tuple[FourInts, ...]:
    """Possible totals of the same sum with as few points as possible moved between two players."""
    if sum(totals) > _LARGEST_SUM // 3:
        return ()  # it would take too long to look around
    for points in range(1, 27):
        found = [near for near in _moved(totals, points) if possible(near)]
        if found:
            return tuple(found[:_NEAREST])
    return ()


def _moved(totals: FourInts, points: int) -> Iterator[FourInts]:
    for one, other in permutations(range(4), 2):
        moved = list(totals)
        moved[one] += points
        moved[other] -= points
        yield four(moved)


def _check_return(rules: RuleSet, totals: FourInts, target: int) -> Problem | None:
    """The end of a return leg (RULES.md, note 9).

    Under ``at_or_below`` every deal changes the sum by a multiple of the same number, somebody is
    at or below zero, and nobody by more than the last deal can have taken off, unless that was the
    first return deal, before which somebody was still at the target. Under ``exactly`` only
    somebody's zero is certain.
    """
    lowest = min(totals)
    if rules.return_to_zero == "exactly":
        home = 0 in totals
    else:
        found = _check_multiple(rules, totals)
        if found is not None:
            return found
        home = lowest <= 0
    if not home:
        return problem("totals.none_at_zero", totals=totals, lowest=lowest)
    if rules.return_to_zero == "exactly":
        return None
    off = max(max(*row, -min(row)) for row in rows_of(rules))  # 15 in the published set
    first_return_deal = max(totals) >= target - off
    if lowest <= -off and not first_return_deal:
        seat = SEATS[totals.index(lowest)]
        return problem("totals.below_zero", totals=totals, seat=seat.name, least=1 - off)
    return None
