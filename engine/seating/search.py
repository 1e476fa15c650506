"""Seeded local search: exchange two players of a round while that makes people meet less often.

Simulated annealing with whole numbers: the cost of a plan is the sum of C(c, 2) over all pairs, c
being how often they meet. An exchange that raises it by d is accepted with probability `ratio`**d,
and `ratio` falls from `hot` to `cold`. The budget is a number of exchanges tried, never a time:
the same seed must give the same plan on every machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from engine.seating.dice import INCREMENT, MASK, MULTIPLIER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.seating.dice import Dice

Row: TypeAlias = list[int]
"""A round as one list: places 0 to 3 are the first table, 4 to 7 the second, and so on."""

Matrix: TypeAlias = list[list[int]]

FORBIDDEN: Final = 1_000_000
"""What it costs to seat together a pair that is kept apart."""

IMPOSSIBLE: Final = 1_000 * FORBIDDEN
"""What two empty chairs at one table cost: more than all pairs that are kept apart."""

UNEVEN: Final = 8
"""How much more than a second meeting it costs to sit at a table of three for a second time."""

STAGES: Final = 50
"""Steps in which `ratio` falls."""

WORST: Final = 24
"""An exchange that costs more is never accepted."""

LOW_HALF: Final = (1 << 32) - 1


class Board:
    """Rounds under change.

    Players are indices. Index 0 is the empty chair, of which a row may hold several, but a table
    only one; the costs must see to that (`IMPOSSIBLE`).

    Attributes:
        costs: `costs[a][b]` is what one more meeting of a and b costs. Symmetric.
        refunds: What one meeting less saves.
        rows: The rounds.
    """

    __slots__ = ("costs", "refunds", "rows", "steps")

    def __init__(self, costs: Matrix) -> None:
        size = len(costs)
        self.costs = [line[:] for line in costs]
        # By how much a meeting makes the next one dearer.
        self.steps = [[1] * size for _ in range(size)]
        for index in range(1, size):
            self.steps[0][index] = self.steps[index][0] = UNEVEN
        self.refunds = [
            [cost - step for cost, step in zip(*lines, strict=True)]
            for lines in zip(self.costs, self.steps, strict=True)
        ]
        self.rows: list[Row] = []

    def add(self, row: Row) -> int:
        """Append a round; returns what its meetings cost."""
        cost = 0
        for start in range(0, len(row), 4):
            for at in range(start, start + 4):
                for other in range(start, at):
                    cost += self.costs[row[at]][row[other]]
                    self._meet(row[at], row[other], 1)
        self.rows.append(row)
        return cost

    def anneal(
        self,
        free: Sequence[int],
        dice: Dice,
        budget: int,
        *,
        hot: float,
        cold: float,
        enough: int | None = None,
    ) -> int:
        """Improve the rounds `free` in place; the best arrangement on the way is kept.

        Args:
            free: Which rows may be changed.
            dice: The source of chance.
            budget: How many exchanges to try.
            hot: The probability, at first, to accept an exchange that costs 1; below 1.
            cold: The same at the end; 0 accepts none.
            enough: A change of cost that cannot be bettered: the search stops when it is reached.

        Returns:
            By how much the cost has changed: 0 or less.

        >>> board = Board([[0] * 9 for _ in range(9)])
        >>> [board.add([1, 2, 3, 4, 5, 6, 7, 8]) for _ in range(2)]
        [0, 12]
        >>> from engine.seating.dice import Dice
        >>> board.anneal([1], Dice(1), 500, hot=0.5, cold=0.1)
        -8
        """
        slots = [(self.rows[at], place) for at in free for place in range(len(self.rows[at]))]
        best = [row[:] for row in self.rows]
        cost = lowest = 0
        for number in range(STAGES if slots else 0):
            ratio = hot + (cold - hot) * number / (STAGES - 1)
            for change in self._exchanges(slots, dice, budget // STAGES, ratio):
                cost += change
                if cost < lowest:
                    lowest = cost
                    best = [row[:] for row in self.rows]
                    if lowest == enough:
                        return lowest
        self._restore(best)
        return lowest

    def _exchanges(
        self, slots: Sequence[tuple[Row, int]], dice: Dice, tries: int, ratio: float
    ) -> Iterator[int]:
        """Try so many exchanges; yields the change of cost of each one that was made."""
        costs, refunds, count = self.costs, self.refunds, len(slots)
        # How large the lower half of a product may be for an exchange of cost d (0 to WORST).
        accepted = [1 << 32]
        for _ in range(WORST):
            accepted.append(int(accepted[-1] * ratio))
        mates = _mates(max(len(row) for row, _ in slots))
        crowded = any(row.count(0) > 1 for row, _ in slots)
        state = dice.state
        for _ in range(tries):
            # One random number gives the slot, its remainder the other place, and that one's
            # remainder the decision.
            state = (state * MULTIPLIER + INCREMENT) & MASK
            drawn = (state >> 32) * count
            row, place = slots[drawn >> 32]
            drawn = (drawn & LOW_HALF) * len(row)
            other = drawn >> 32
            if place >> 2 == other >> 2:
                continue
            a, b = row[place], row[other]
            p, q, r = mates[place]
            x, y, z = mates[other]
            p, q, r = row[p], row[q], row[r]
            x, y, z = row[x], row[y], row[z]
            of_a, of_b, back_a, back_b = costs[a], costs[b], refunds[a], refunds[b]
            change = (
                of_a[x] + of_a[y] + of_a[z] + of_b[p] + of_b[q] + of_b[r]
                - back_a[p] - back_a[q] - back_a[r] - back_b[x] - back_b[y] - back_b[z]
            )  # fmt: skip
            if crowded and not (p and q and r) and not (x and y and z):
                # Both are at a table of three, before and after.
                change -= 2 * UNEVEN
            if change > 0 and (change > WORST or (drawn & LOW_HALF) >= accepted[change]):
                continue
            if a == b:
                continue
            row[place], row[other] = b, a
            for mate in (p, q, r):
                self._meet(a, mate, -1)
                self._meet(b, mate, 1)
            for mate in (x, y, z):
                self._meet(b, mate, -1)
                self._meet(a, mate, 1)
            if change:
                dice.state = state
                yield change
        dice.state = state

    def _meet(self, a: int, b: int, times: int) -> None:
        """Two players meet once more (1), or once less (-1)."""
        change = times * self.steps[a][b]
        for matrix in (self.costs, self.refunds):
            matrix[a][b] += change
            if a != b:
                matrix[b][a] += change

    def _restore(self, rows: list[Row]) -> None:
        """Put the rows back to an arrangement they had before."""
        for row, kept in zip(self.rows, rows, strict=True):
            if row == kept:
                continue
            for start in range(0, len(row), 4):
                for at in range(start, start + 4):
                    for other in range(start, at):
                        self._meet(row[at], row[other], -1)
                        self._meet(kept[at], kept[other], 1)
            row[:] = kept


def _mates(places: int) -> list[tuple[int, int, int]]:
    """For every place of a row, the other three of its table."""
    return [
        tuple(start + other for other in range(4) if other != seat)  # type: ignore[misc]
        for start in range(0, places, 4)
        for seat in range(4)
    ]
