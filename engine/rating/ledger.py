"""The value types of the rating ledger: facts go in, rows come out, a state lies between two rows.

All three are plain tuples, because a history is millions of them: rows as frozen dataclasses make
the fold three times as slow. They are documented here once and unpacked by position elsewhere.
"""

from __future__ import annotations

from datetime import date
from enum import IntEnum
from functools import lru_cache
from typing import TypeAlias

DAY_LENGTH = 10
"""An order key begins with this many characters of ISO date."""

Fact: TypeAlias = tuple[str, int, int, int, tuple[int, ...], tuple[int, ...]]
"""`(order_key, fact_id, day, kind, players, values)`: one thing that happened to a pool.

- `order_key`: unique text whose order is the order of the facts; it begins with the club day in
  ISO form (`2026-03-14`).
- `fact_id`: the caller's own number for it; carried along, never part of the arithmetic.
- `day`: the same club day as `date.toordinal()`.
- `kind`: `Kind.GAME`, `Kind.ADJUSTMENT`, or `Kind.ACTIVITY` for a game that is stored but not
  rated.
- `players`: of a game, the players in seat order, 0 for a seat that does not count (a guest or a
  computer player), no player twice; of an adjustment, its one player. Players are positive numbers,
  after merges.
- `values`: of a game, rated or not, the places in seat order (1 is the winner, places may be
  shared); of an adjustment, its points.
"""

Row: TypeAlias = tuple[int, str, int, int, int, int, int]
"""`(player, order_key, kind, fact_id, before, change, last_day)`: one line of a player's account.

The rating after it is `before + change`, which is the `before` of the player's next row. A start
row goes from 0 to the starting rating. `last_day` is the day of the player's last game once the row
is booked, as an ordinal, 0 if there is none yet: the last rated game, or, in a policy with
`activity: any`, the last game of any kind since the first rated one.
"""

State: TypeAlias = tuple[int, int, int]
"""`(rating, last_day, settled)`: all that a player's next row depends on.

`settled` is the number of idle days since `last_day` whose decay has been booked or, below the
floor, was nothing (N(s) in RATINGS.md); always 0 in a policy that books no decay.
"""


class Kind(IntEnum):
    """The kinds of rows, in the order in which one fact books them; facts use the last three.

    An `ACTIVITY` row changes no rating. It tells that an unrated game has kept one alive
    (RATINGS.md, "`last` = ... any stored game"), so that a player's state can always be told from
    the last row.

    >>> Kind.DECAY < Kind.GAME, Kind(3).word
    (True, 'adjustment')
    """

    START = 0
    DECAY = 1
    GAME = 2
    ADJUSTMENT = 3
    ACTIVITY = 4

    @property
    def word(self) -> str:
        """The kind as it is written in fingerprints and exports."""
        return self.name.lower()


@lru_cache(maxsize=4096)
def _ordinal(iso_day: str) -> int:
    return date.fromisoformat(iso_day).toordinal()


def day_of(order_key: str) -> int:
    """The club day at the head of an order key, as an ordinal.

    Raises:
        ValueError: The key does not begin with a date in ISO form.

    >>> day_of("2024-01-10 21:30 a-key") == date(2024, 1, 10).toordinal()
    True
    """
    return _ordinal(order_key[:DAY_LENGTH])
