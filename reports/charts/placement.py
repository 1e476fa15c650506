"""Where labels and ticks go, so that they never overlap."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move positions apart as little as possible: at least `gap` between any two, within bounds.

    Least squares by pooling neighbours that would collide; of equal positions the first is placed
    highest. If there is no room for all, the gap is what the room allows.

    >>> spread([10.0, 10.5, 30.0], gap=2.0, low=0.0, high=100.0)
    [9.25, 11.25, 30.0]
    """
    if not wanted:
        return []
    gap = min(gap, (high - low) / max(1, len(wanted) - 1))
    order = sorted(range(len(wanted)), key=lambda i: (wanted[i], -i))
    blocks: list[list[float]] = []  # [sum, count] of positions less their share of the gaps
    for rank, i in enumerate(order):
        blocks.append([wanted[i] - rank * gap, 1])
        while len(blocks) > 1 and _mean(blocks[-2]) > _mean(blocks[-1]):
            total, count = blocks.pop()
            blocks[-1][0] += total
            blocks[-1][1] += count
    room = high - (len(wanted) - 1) * gap
    places = [min(max(_mean(block), low), room) for block in blocks for _ in range(int(block[1]))]
    found = [0.0] * len(wanted)
    for rank, i in enumerate(order):
        found[i] = places[rank] + rank * gap
    return found


def _mean(block: list[float]) -> float:
    return block[0] / block[1]


def date_ticks(first: date, last: date, most: int = 8) -> tuple[list[date], bool]:
    """Days at which to mark an axis of time, and whether they are first days of months.

    Weeks or several weeks for a short span, else every so many months; at most `most` of them.
    """
    span = range(first.toordinal(), last.toordinal() + 1)
    for step in (1, 2, 7, 14):
        if len(span[::step]) <= most and len(span) <= 92:
            return [date.fromordinal(day) for day in span[::step]], False
    months = [date(n // 12, n % 12 + 1, 1) for n in range(_month(first) + 1, _month(last) + 1)]
    for step in (1, 2, 3, 6, 12, 24, 60, 120):
        chosen = [month for month in months if (_month(month)) % step == 0]
        if len(chosen) <= most:
            break
    return chosen, True


def _month(day: date) -> int:
    return day.year * 12 + day.month - 1


_STEPS = (5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)


def rating_axis(ratings: Sequence[int], most: int = 8) -> tuple[int, int, int]:
    """Lowest and highest mark and their distance, on an axis with a little room at both ends.

    The distance is the smallest round one that needs at most so many steps.

    >>> rating_axis([1448, 1561])
    (1440, 1580, 20)
    """
    low, high = min(ratings) - 3, max(ratings) + 3
    for step in _STEPS:
        bottom, top = low // step * step, -(-high // step) * step
        if top - bottom <= most * step:
            break
    return bottom, top, step
