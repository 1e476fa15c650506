"""The four seats of a table, clockwise, and where passed cards go."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final, Literal, TypeVar

T = TypeVar("T")


class Seat(IntEnum):
    """N E S W = 0..3, clockwise; adding one and wrapping is the next player.

    >>> Seat.W.after(1), Seat["S"].name
    (<Seat.N: 0>, 'S')
    """

    N = 0
    E = 1
    S = 2
    W = 3

    def after(self, steps: int) -> Seat:
        """The seat so many steps clockwise."""
        return SEATS[(self + steps) % 4]


SEATS: Final[tuple[Seat, ...]] = tuple(Seat)
SEAT_NAMES: Final = "NESW"
SEAT_OF: Final[Mapping[str, Seat]] = {seat.name: seat for seat in SEATS}

Direction = Literal["left", "right", "across", "none"]

PASS_STEPS: Final[Mapping[Direction, int]] = {"left": 1, "across": 2, "right": 3, "none": 0}
"""How many seats clockwise passed cards travel; Left is the next player clockwise (GAMELOG.md)."""

FourInts = tuple[int, int, int, int]
"""Four whole numbers in seat order N E S W: points, totals or places."""


def by_seat(values: tuple[T, T, T, T]) -> dict[str, T]:
    """A plain dictionary ``{"N": ..., "E": ..., "S": ..., "W": ...}``, as JSON shows four values.

    >>> by_seat((0, 1, 7, 18))
    {'N': 0, 'E': 1, 'S': 7, 'W': 18}
    """
    return dict(zip(SEAT_NAMES, values, strict=True))
