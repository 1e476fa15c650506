"""How everybody stands in a pool on a day: one seek a player, open decay taken off."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from engine.rating.fold import state_after
from engine.rating.ledger import Kind, day_of
from engine.rating.policy import Policy
from engine.rating.standing import standing
from hearts_admin.db import bulk
from hearts_admin.db.ledger import PoolLedger


@dataclass(frozen=True, slots=True)
class Stand:
    """One player's standing on a day.

    Attributes:
        place: 1 is the highest rating; equal ratings share a place.
        player: the player's number, after merges.
        rating: after open decay.
        decay: the points taken off, 0 or more.
        last_played: club day of the last rated game.
    """

    place: int
    player: int
    rating: int
    decay: int
    last_played: dt.date


def bound_after(day: dt.date) -> str:
    """A text that sorts after every order key up to and including a club day."""
    return (
        f"{day.isoformat()}~"  # in a key a blank follows the day; the last of all days has no next
    )


def stand_on(ledger: PoolLedger, policy: Policy, day: dt.date) -> list[Stand]:
    """Everybody with a rated game on or before a day, by place; within a place in any order."""
    exemptions = ledger.exemptions()
    found = []
    for player, row in ledger.last_rows(bound_after(day)).items():
        last_day = row[6]
        if not last_day:
            continue
        state = state_after(row, day_of(row[1]), policy, exemptions)
        stands = standing(player, state, day.toordinal(), policy, exemptions)
        found.append((player, stands, dt.date.fromordinal(last_day)))
    found.sort(key=lambda item: -item[1].rating)
    ordered = []
    place = 0
    for number, (player, stands, last) in enumerate(found, start=1):
        if number == 1 or stands.rating != found[number - 2][1].rating:
            place = number
        ordered.append(Stand(place, player, stands.rating, stands.decay, last))
    return ordered


def games_until(ledger: PoolLedger, day: dt.date) -> dict[int, int]:
    """How many rated games everybody has played up to and including a day."""
    rows = bulk.select(
        ledger.connection,
        "SELECT player, count(*) FROM ledger WHERE pool = ? AND kind = ? AND order_key < ?"
        " GROUP BY player",
        (ledger.pool, int(Kind.GAME), bound_after(day)),
    )
    return dict(rows)
