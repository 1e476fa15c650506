"""Places out of points, shared where points are equal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

Better = Literal["low", "high"]


def places(points: Sequence[int], better: Better = "low") -> tuple[int, ...]:
    """Place 1 is the winner; equal points share a place and the next place is skipped.

    Seat order never decides: a permutation of the points permutes the places alike.

    Args:
        points: one number a player.
        better: whether few points are good (Hearts) or many (as some sheets are kept).

    >>> places([102, 34, 37, 37])
    (4, 1, 2, 2)
    >>> places([10, 20, 20, 50], better="high")
    (4, 2, 2, 1)
    """
    ranked = sorted(points, reverse=better == "high")
    return tuple(1 + ranked.index(own) for own in points)
