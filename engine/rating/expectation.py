"""What a difference in rating makes one expect: a table of integers, exact on every machine.

Float64 gives 1e-15 where the answer is 0 (1501 1500 1500 1499 at places 1 2 2 4), and the minimum
of one point would turn that into a bogus point (RATINGS.md, "The update").
"""

from __future__ import annotations

from decimal import Context, Decimal
from functools import cache

SCALE = 10**15
"""One whole point of score; every expectation is an integer number of these parts."""

FARTHEST = 4000
"""Ratings that lie further apart are taken as this far apart."""

_PERIOD = 400
"""D of the formula: so many points of rating make the odds ten to one."""

_DIGITS = 80
"""Digits of the intermediate powers: the spec asks for 60, the rest guards their products."""


@cache
def expectation_table() -> tuple[int, ...]:
    """All expectations: `table[d]` is that of a player whose opponent is `d` points stronger.

    The definition is floor(10**15 / (1 + 10**(d / 400)) + 1/2) for 0 <= d <= 4000 and, by symmetry,
    10**15 minus that for -d. Negative differences are found by Python's negative indices, so no
    offset has to be added 600,000 times in 100,000 games; a difference beyond `FARTHEST` must not
    be looked up, as it would silently find its opposite.

    Built on first use, in a few milliseconds: 10**(d/400) has only 400 different fractional parts,
    the powers of one root, and everything else is exact division.

    >>> table = expectation_table()
    >>> table[0], table[400], table[-400]
    (500000000000000, 90909090909091, 909090909090909)
    """
    one = 10**_DIGITS
    root = Context(prec=_DIGITS + 10).power(Decimal(10), Decimal(1) / _PERIOD)
    step = int(root.scaleb(_DIGITS))
    powers = [one]
    for _ in range(_PERIOD - 1):
        powers.append(powers[-1] * step // one)
    ahead = []
    for difference in range(FARTHEST + 1):
        tens, remainder = divmod(difference, _PERIOD)
        whole = one + powers[remainder] * 10**tens
        ahead.append((2 * SCALE * one + whole) // (2 * whole))
    return (*ahead, *(SCALE - ahead[difference] for difference in range(FARTHEST, 0, -1)))


def expectation(difference: int) -> int:
    """The score that a player may expect against one opponent, in parts of 10**15.

    Args:
        difference: The opponent's rating minus the player's own, at any distance.

    >>> expectation(0) == SCALE // 2
    True
    >>> expectation(348) + expectation(-348) == SCALE
    True
    >>> expectation(9999) == expectation(4000)
    True
    """
    return expectation_table()[max(-FARTHEST, min(FARTHEST, difference))]
