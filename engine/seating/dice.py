"""A small source of chance of our own, so that a draw comes out the same for ever and everywhere.

The standard library promises the same numbers for the same seed only for some of its functions;
a draw that is proved years later must not depend on more than the arithmetic below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import MutableSequence

T = TypeVar("T")

MASK: Final = (1 << 64) - 1
MULTIPLIER: Final = 6364136223846793005
INCREMENT: Final = 1442695040888963407
"""Knuth's 64-bit linear congruential generator (MMIX); only its upper half is used."""


class Dice:
    """Chance out of a seed; any whole number is a seed.

    >>> Dice(7).below(100) == Dice(7).below(100)
    True
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        # Two rounds of the finaliser of MurmurHash3: seeds 1 and 2 must not begin alike.
        state = (seed + 0x9E3779B97F4A7C15) & MASK
        for _ in range(2):
            state = ((state ^ state >> 33) * 0xFF51AFD7ED558CCD) & MASK
            state = ((state ^ state >> 33) * 0xC4CEB9FE1A85EC53) & MASK
        self.state = state ^ state >> 33

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound` - 1; `bound` is at most 2**32."""
        self.state = state = (self.state * MULTIPLIER + INCREMENT) & MASK
        return (state >> 32) * bound >> 32

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items into an order by lot, in place (Fisher and Yates).

        >>> numbers = [1, 2, 3, 4, 5]
        >>> Dice(1).shuffle(numbers)
        >>> sorted(numbers)
        [1, 2, 3, 4, 5]
        """
        for last in range(len(items) - 1, 0, -1):
            chosen = self.below(last + 1)
            items[last], items[chosen] = items[chosen], items[last]
