"""The order of rounds and the numbers of tables, which cost no meeting: both are spread out."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from engine.seating.problem import EMPTY

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.seating.designs import Tables
    from engine.seating.dice import Dice
    from engine.seating.problem import Round


def order_rounds(rounds: Sequence[Tables], dice: Dice) -> list[int]:
    """An order of the rounds, by lot, in which few pairs meet in two rounds running.

    Two rounds change places as long as that makes it better. Only for rounds with the same
    players, since others cannot change places.

    >>> from engine.seating.dice import Dice
    >>> one, other = [[1, 2, 3, 4]], [[1, 2, 3, 5]]
    >>> order_rounds([one, one, other], Dice(1))[1]
    2
    """
    order = list(range(len(rounds)))
    dice.shuffle(order)
    pairs = [_pairs(tables) for tables in rounds]
    shared = [[len(one & other) for other in pairs] for one in pairs]

    def strain() -> int:
        return sum(shared[one][following] for one, following in pairwise(order))

    least, before = strain(), -1
    while least != before:
        before = least
        for at, other in combinations(range(len(order)), 2):
            order[at], order[other] = order[other], order[at]
            if (now := strain()) < least:
                least = now
            else:
                order[at], order[other] = order[other], order[at]
    return order


def _pairs(tables: Tables) -> set[tuple[int, int]]:
    return {pair for table in tables for pair in combinations(sorted(table), 2) if pair[0] != EMPTY}


def number_tables(
    rounds: Sequence[Tables], played: Iterable[Round], dice: Dice
) -> list[list[list[int]]]:
    """The tables of each round in such an order that players do not always sit at the same number.

    Numbers are dealt by lot; then two tables of a round change numbers as long as that lowers the
    sum, over players and numbers, of the fourth power of the number of visits. (Squares do not
    tell 4 and 3 visits to two tables from 7 and 0 in the seven rounds of eight players.)

    >>> from engine.seating.dice import Dice
    >>> one, other = number_tables([[[1, 2, 3, 4], [5, 6, 7, 8]]] * 2, [], Dice(3))
    >>> one == other[::-1]
    True
    """
    numbered = [list(tables) for tables in rounds]
    for tables in numbered:
        dice.shuffle(tables)
    past: list[Sequence[Sequence[int]]] = [one.tables for one in played]
    most = max(map(len, (*past, *numbered)), default=0)
    visits: dict[int, list[int]] = {}
    for every in (*past, *numbered):
        for number, table in enumerate(every):
            for player in table:
                visits.setdefault(player, [0] * most)[number] += 1
    changed = True
    while changed:
        changed = False
        for tables in numbered:
            changed |= _renumber(tables, visits)
    return numbered


def _renumber(tables: list[list[int]], visits: dict[int, list[int]]) -> bool:
    """Exchange numbers within one round while that helps; whether anything has changed."""
    changed = False
    for one, other in combinations(range(len(tables)), 2):
        change = sum(
            _more(visits[player][there]) - _more(visits[player][here] - 1)
            for here, there in ((one, other), (other, one))
            for player in tables[here]
        )
        if change < 0:
            for here, there in ((one, other), (other, one)):
                for player in tables[here]:
                    visits[player][here] -= 1
                    visits[player][there] += 1
            tables[one], tables[other] = tables[other], tables[one]
            changed = True
    return changed


def _more(visits: int) -> int:
    """What one more visit adds to the fourth power of their number."""
    return (visits + 1) ** 4 - visits**4
