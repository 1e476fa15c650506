"""One round by standings or by rating: put players together so that a sum over tables is least.

Every method says what it costs that two players share a table; a round then costs the sum over the
six pairs of each table. Costs are whole numbers in two ranks, the first of which always outweighs
the second: "avoid repeats, then stay near in the standings".
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from engine.seating.search import FORBIDDEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.seating.dice import Dice
    from engine.seating.search import Matrix, Row

REACH: Final = 5
"""In a large round players change places with tables at most so far away in the order."""

SMALL: Final = 16
"""Up to so many tables all exchanges are tried."""

STEPS_PER_TRY: Final = 25
"""How many steps of a request's budget it costs to try the 16 exchanges of two tables."""


def ranked_costs(meetings: Matrix, values: Sequence[int], *, meetings_first: bool) -> Matrix:
    """Costs of tables of players who are near in value: repeats first, or nearness first.

    Args:
        meetings: How often two have met; `FORBIDDEN` and more for a pair that is kept apart.
        values: A value for each index; index 0 is the empty chair, which is near to everybody.
        meetings_first: Whether avoiding a repeat outweighs all nearness, or the other way round.

    >>> ranked_costs([[0, 0, 0], [0, 0, 1], [0, 1, 0]], [0, 3, 5], meetings_first=False)[1]
    [0, 0, 101]
    """
    near = [
        [0 if 0 in (i, j) else (x - y) ** 2 for j, y in enumerate(values)]
        for i, x in enumerate(values)
    ]
    return _combine(meetings, near, meetings_first=meetings_first)


def balanced_costs(meetings: Matrix, values: Sequence[int]) -> Matrix:
    """Costs of tables of equal strength, repeats avoided first.

    The sum of squares of the tables' strengths, measured from the average, is the sum over pairs
    of twice the product of two strengths, and something that no seating changes.

    >>> balanced_costs([[0, 0, 0], [0, 0, 0], [0, 0, 0]], [0, 10, 20])[1][2] < 0
    True
    """
    count, total = len(values) - 1, sum(values[1:])
    strengths = [0, *(count * value - total for value in values[1:])]
    products = [[x * y for y in strengths] for x in strengths]
    return _combine(meetings, products, meetings_first=True)


def _combine(meetings: Matrix, other: Matrix, *, meetings_first: bool) -> Matrix:
    """Both costs in one number; a forbidden pair outweighs everything."""
    met = [[cost % FORBIDDEN for cost in line] for line in meetings]
    apart = [[cost // FORBIDDEN for cost in line] for line in meetings]
    first, second = (met, other) if meetings_first else (other, met)
    # A round has fewer than three pairs for each two players that it could put together.
    scale = 1 + 4 * len(met) * (_largest(second) + 1)
    wall = 1 + 4 * len(met) * (scale * (_largest(first) + 1) + _largest(second) + 1)
    return [
        [wall * a + scale * x + y for a, x, y in zip(*lines, strict=True)]
        for lines in zip(apart, first, second, strict=True)
    ]


def _largest(costs: Matrix) -> int:
    return max((abs(cost) for line in costs for cost in line), default=0)


def group(row: Row, costs: Matrix, dice: Dice, steps: int) -> Row:
    """Exchange players of a round until no exchange helps; then kick it and try again.

    Args:
        row: The round to begin with, in the order of the standings: every four a table.
        costs: What it costs that two share a table; symmetric.
        dice: Chance for the kicks.
        steps: The budget, in steps of a request.

    >>> from engine.seating.dice import Dice
    >>> met = [[0] * 9 for _ in range(9)]
    >>> met[1][2] = met[2][1] = 1
    >>> costs = ranked_costs(met, [0, 1, 2, 3, 4, 5, 6, 7, 8], meetings_first=True)
    >>> sorted(sorted(table) for table in tables_of(group([*range(1, 9)], costs, Dice(1), 10_000)))
    [[1, 3, 4, 5], [2, 6, 7, 8]]
    """
    row = row[:]
    tables = len(row) // 4
    reach = tables if tables <= SMALL else REACH
    _descend(row, costs, set(range(tables)), reach)
    lowest = _cost(row, costs)
    budget = steps // STEPS_PER_TRY if tables > 1 else 0
    while budget > 0:
        tried = row[:]
        changed = _kick(tried, dice, reach)
        budget -= _descend(tried, costs, changed, reach)
        cost = _cost(tried, costs)
        if cost <= lowest:
            row, lowest = tried, cost
    return row


def tables_of(row: Row) -> list[Row]:
    """A row cut into tables.

    >>> tables_of([1, 2, 3, 4, 5, 6, 7, 8])
    [[1, 2, 3, 4], [5, 6, 7, 8]]
    """
    return [row[start : start + 4] for start in range(0, len(row), 4)]


def _descend(row: Row, costs: Matrix, dirty: set[int], reach: int) -> int:
    """Exchange players of tables that have changed with those of tables in reach.

    Returns:
        How many pairs of tables were tried.
    """
    tables, tries = len(row) // 4, 0
    while dirty:
        one = min(dirty)
        dirty.remove(one)
        for other in range(max(0, one - reach), min(tables, one + reach + 1)):
            tries += 1
            if other != one and _exchange(row, costs, one, other):
                dirty.update((one, other))
    return tries


def _exchange(row: Row, costs: Matrix, one: int, other: int) -> bool:
    """Make the best exchange of two players of two tables, if it helps."""
    first, second = range(4 * one, 4 * one + 4), range(4 * other, 4 * other + 4)
    # What each of the eight costs at either table. It does not count itself as company, which is
    # not for nothing: two empty chairs are a cost.
    here = {at: _company(row, costs, at, first) for at in (*first, *second)}
    there = {at: _company(row, costs, at, second) for at in (*first, *second)}
    best, chosen = 0, None
    for at in first:
        for place in second:
            between = costs[row[at]][row[place]]
            change = there[at] + here[place] - 2 * between - here[at] - there[place]
            if change < best:
                best, chosen = change, (at, place)
    if chosen is None:
        return False
    at, place = chosen
    row[at], row[place] = row[place], row[at]
    return True


def _company(row: Row, costs: Matrix, at: int, places: range) -> int:
    """What whoever sits at one place costs together with all at other places."""
    of_player = costs[row[at]]
    return sum(of_player[row[place]] for place in places if place != at)


def _kick(row: Row, dice: Dice, reach: int) -> set[int]:
    """Two exchanges by lot between tables in reach; which tables they changed."""
    tables = len(row) // 4
    changed: set[int] = set()
    for _ in range(2):
        one = dice.below(tables)
        low, high = max(0, one - reach), min(tables, one + reach + 1)
        other = low + dice.below(high - low)
        at, place = 4 * one + dice.below(4), 4 * other + dice.below(4)
        row[at], row[place] = row[place], row[at]
        changed.update((one, other))
    return changed


def _cost(row: Row, costs: Matrix) -> int:
    return sum(costs[a][b] for table in tables_of(row) for a, b in combinations(table, 2))
