"""Schedules that are known: by formula out of a finite field, and out of stored base rounds.

A design is for `n` players, numbered 0 to n - 1, and is a list of rounds of tables of four. Which
of them is best for a number of rounds is decided by measuring (`openings`).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, combinations, product
from math import comb, gcd
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.seating.base_rounds import base_rounds
from engine.seating.fields import field, prime_power
from engine.seating.quality import bound, excess

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from engine.seating.base_rounds import BaseRounds
    from engine.seating.dice import Dice

Tables: TypeAlias = list[list[int]]
"""The tables of one round, in no particular order of tables or seats."""


@dataclass(frozen=True, slots=True)
class Construction:
    """A way to make schedules.

    Attributes:
        key: Its name.
        title: What it is, in English.
        build: All schedules it has for a number of players, each a list of rounds.
    """

    key: str
    title: str
    build: Callable[[int], list[list[Tables]]]


def develop(base: BaseRounds) -> list[Tables]:
    """All rounds of a stored schedule: each base round, moved on along the cycles step by step.

    >>> from engine.seating.base_rounds import BaseRounds
    >>> develop(BaseRounds(4, 3, (((0, 1, 2, 3),),)))
    [[[0, 1, 2, 3]], [[1, 2, 0, 3]], [[2, 0, 1, 3]]]
    """
    cycle = base.cycle
    moving = base.players - base.players % cycle
    return [
        [
            [at if at >= moving else at - at % cycle + (at + step) % cycle for at in table]
            for table in tables
        ]
        for tables in base.rounds
        for step in range(cycle)
    ]


def stored(players: int) -> list[list[Tables]]:
    """The schedules out of `engine.seating.base_rounds`."""
    return [develop(base) for base in base_rounds() if base.players == players]


def affine(players: int) -> list[list[Tables]]:
    """The lines of an affine space over the field of four: everybody meets everybody once.

    For 16, 64, 256 ... players: they are the points, a table is a line, a round is all lines of
    one direction. (n - 1) / 3 rounds.

    >>> len(affine(16)[0]), len(affine(64)[0]), affine(20)
    (5, 21, [])
    """
    power = prime_power(players)
    if power is None or power[0] != 2 or power[1] % 2 or players == 4:
        return []
    gf4, dimension = field(4), power[1] // 2
    points = list(product(range(4), repeat=dimension))
    number_of = {point: number for number, point in enumerate(points)}
    # One of the three multiples of each direction: the one whose first coordinate but 0 is 1.
    directions = [point for point in points if next(filter(None, point), 0) == 1]
    rounds = []
    for direction in directions:
        tables, seated = [], set[int]()
        for number, point in enumerate(points):
            if number not in seated:
                line = [
                    number_of[
                        tuple(
                            gf4.plus[x][gf4.times[factor][d]]
                            for x, d in zip(point, direction, strict=True)
                        )
                    ]
                    for factor in range(4)
                ]
                seated.update(line)
                tables.append(line)
        rounds.append(tables)
    return [rounds]


def transversal(players: int) -> list[list[Tables]]:
    """4q players in q rounds without a repeated meeting, for every prime power q from 4 up.

    The players stand in four rows of q. In round a, table x holds from each row k the player
    x + m(k) a, the m(k) being four different elements of the field: two rows are shifted against
    each other by another amount every round.

    >>> [len(rounds) for rounds in transversal(20)], transversal(24)
    ([5], [])
    """
    order = players // 4
    if order < 4 or players % 4 or prime_power(order) is None:
        return []
    plus, times = field(order).plus, field(order).times
    return [
        [
            [[row * order + plus[x][times[row][a]] for row in range(4)] for x in range(order)]
            for a in range(order)
        ]
    ]


def shifted_rows(players: int) -> list[list[Tables]]:
    """The same with whole numbers modulo q = n / 4, for any q: fewer rounds, no repeated meeting.

    Rows are shifted by a, 2a and 3a, which must differ from round to round modulo q: a runs up to
    the smaller of q / gcd(q, 2) and q / gcd(q, 3).

    >>> [len(rounds) for rounds in shifted_rows(72)]
    [6]
    """
    order = players // 4
    if order < 4 or players % 4:
        return []
    return [
        [
            [[row * order + (x + row * a) % order for row in range(4)] for x in range(order)]
            for a in range(min(order // gcd(order, 2), order // gcd(order, 3)))
        ]
    ]


CONSTRUCTIONS: Final = (
    Construction("stored", "base rounds, developed along cycles", stored),
    Construction("affine", "lines of an affine space over the field of four", affine),
    Construction("transversal", "transversal design over a finite field", transversal),
    Construction("shifted", "rows shifted modulo a quarter of the players", shifted_rows),
)


def openings(players: int, rounds: int, dice: Dice) -> list[list[Tables]]:
    """Beginnings of a schedule that are worth going on from, best guess first.

    The best design that has all the rounds; and when that is not perfect, before it, the longest
    perfect one that has fewer: unmet pairs often make better last rounds. After a design in which
    all pairs have met equally often comes another one, its players renamed by lot so that other
    fours come together.

    >>> from engine.seating.dice import Dice
    >>> [len(rounds) for rounds in openings(16, 15, Dice(1))]
    [15]
    >>> [len(rounds) for rounds in openings(20, 6, Dice(1))]
    [5, 6]
    """
    designs = [design for one in CONSTRUCTIONS for design in one.build(players)]
    exact = [design for design in designs if len(design) == rounds]
    complete = next((design for design in designs if is_complete(design, players)), None)
    if complete and not exact and rounds > len(complete):
        names = list(range(players))
        dice.shuffle(names)
        again = [[[names[at] for at in table] for table in tables] for tables in complete]
        return [again + rest for rest in openings(players, rounds - len(complete), dice)] or [again]
    full = [design[:rounds] for design in designs if len(design) >= rounds]
    chosen = [min(full, key=lambda design: excess_of(design, players))] if full else []
    if chosen and excess_of(chosen[0], players) == bound(players, rounds):
        return chosen
    even = [
        design for design in designs if len(design) < rounds and excess_of(design, players) == 0
    ]
    return [max(even, key=len), *chosen] if even else chosen


def excess_of(rounds: Sequence[Tables], players: int) -> int:
    """The excess over the even spread (`engine.seating.quality.excess`)."""
    return excess(_meetings(rounds, players), comb(players, 2))


def is_complete(rounds: Sequence[Tables], players: int) -> bool:
    """Whether after these rounds all pairs have met equally often, and have met.

    >>> is_complete(affine(16)[0], 16), is_complete(transversal(20)[0], 20)
    (True, False)
    """
    counts = _meetings(rounds, players)
    return len(set(counts)) == 1 and len(counts) == comb(players, 2)


def _meetings(rounds: Sequence[Tables], players: int) -> list[int]:
    """How often each pair met that met at all."""
    counts: dict[int, int] = {}
    for first, second in _pairs(rounds):
        key = first * players + second
        counts[key] = counts.get(key, 0) + 1
    return list(counts.values())


def _pairs(rounds: Sequence[Tables]) -> Iterator[tuple[int, int]]:
    for table in chain.from_iterable(rounds):
        yield from combinations(sorted(table), 2)
