"""Players on the chairs of a design or draft that was not made for exactly them.

A design does not mind who sits on which chair; so a player who is away leaves a chair empty, one
who comes takes an empty one, and pairs that shall not meet are put where the design has no meeting.
"""

from __future__ import annotations

from itertools import chain, combinations
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.seating.designs import openings
from engine.seating.problem import EMPTY

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.seating.designs import Tables
    from engine.seating.dice import Dice
    from engine.seating.search import Matrix
    from engine.seating.sitouts import Seated

Template: TypeAlias = "Sequence[Sequence[int]]"
"""Tables of a round, of players who may or may not be there."""

SWEEPS: Final = 5
"""How often all pairs of players may change chairs of a design."""


def fit(template: Iterable[Iterable[int]], seated: Seated, dice: Dice) -> list[list[int]]:
    """Tables for those who play, as near as can be to those of a template.

    Whoever is not there leaves a hole; the tables with most holes are given up, and their players
    and those whom the template does not know fill the holes of the others.

    >>> from engine.seating.dice import Dice
    >>> from engine.seating.sitouts import Seated
    >>> fit([[1, 2, 3, 4], [5, 6, 7, 8]], Seated((1, 2, 3, 5, 6, 7, 8, 9)), Dice(1))
    [[5, 6, 7, 8], [1, 2, 3, 9]]
    """
    here = set(seated.players)
    tables = [[player for player in table if player in here] for table in template]
    tables.sort(key=len, reverse=True)
    count = (len(seated.players) + seated.empty) // 4
    tables += [[] for _ in range(count - len(tables))]
    kept = tables[:count]
    placed = {player for table in kept for player in table}
    loose = [player for player in seated.players if player not in placed]
    # Empty chairs go where holes are, each to another table: the tables with most holes first.
    for table in kept[::-1][: seated.empty]:
        loose += table[3:]
        table[3:] = [EMPTY]
    dice.shuffle(loose)
    for table in kept:
        while len(table) < 4:
            table.append(loose.pop())
    return kept


def designs_on_chairs(
    seated: Sequence[Seated], index: dict[int, int], weights: Matrix, dice: Dice
) -> list[list[Template]]:
    """Designs with players on their chairs: those who play most rounds have one, by lot."""
    chairs = max(len(one.players) + one.empty for one in seated)
    rounds_of: dict[int, int] = {}
    for one in seated:
        for player in one.players:
            rounds_of[player] = rounds_of.get(player, 0) + 1
    order = sorted(rounds_of)
    dice.shuffle(order)
    order.sort(key=rounds_of.__getitem__, reverse=True)
    on_chair = order[:chairs] + [EMPTY] * (chairs - len(order))
    dice.shuffle(on_chair)
    designs: list[list[Template]] = []
    for rounds in openings(chairs, len(seated), dice):
        on = on_chair[:]
        _change_chairs(on, rounds, index, weights)
        designs.append([[[on[at] for at in table] for table in tables] for tables in rounds])
    return designs


def _change_chairs(
    on: list[int], rounds: Sequence[Tables], index: dict[int, int], weights: Matrix
) -> None:
    """Exchange players' chairs while that makes the design's meetings cheaper.

    A design stays as good as it is, whoever sits where: pairs that are kept apart, that have met
    before, or that are two empty chairs, can often be had where it has no meeting.
    """
    if not any(map(any, weights)):
        return
    mates: list[list[int]] = [[] for _ in on]
    for table in chain.from_iterable(rounds):
        for at in table:
            mates[at] += (other for other in table if other != at)
    lines = [weights[index[player]] for player in on]
    places = [index[player] for player in on]
    for _ in range(SWEEPS):
        changed = False
        for one, other in combinations(range(len(on)), 2):
            a, b = lines[one], lines[other]
            change = sum(
                sign * (b[places[at]] - a[places[at]])
                for sign, chair in ((1, one), (-1, other))
                for at in mates[chair]
                if at not in (one, other)
            )
            if change < 0:
                for values in (on, places):
                    values[one], values[other] = values[other], values[one]
                lines[one], lines[other] = b, a
                changed = True
        if not changed:
            return
