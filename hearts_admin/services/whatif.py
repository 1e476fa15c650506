"""What if: every way in which a game could end, and what each would do, before it is played."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from engine.order import result_key
from engine.rating.decay import settlement
from engine.rating.fold import state_after
from engine.rating.ledger import day_of
from engine.rating.outcomes import Outcome, outcomes
from hearts_admin.clock import Clock
from hearts_admin.db.ledger import PoolLedger
from hearts_admin.db.store import Store
from hearts_admin.errors import Refused
from hearts_admin.services.book import SEATS_AT_A_TABLE, last_label, require_names
from hearts_admin.services.calculator import Calculated, calculated
from hearts_admin.services.club import settings_of
from hearts_admin.services.people import Directory, Person
from hearts_admin.services.pools import pool_named


@dataclass(frozen=True, slots=True)
class WhatIfSeat:
    """A player before the game.

    Attributes:
        player: the name.
        rating: before the game, decay up to its day taken off; None where the seat does not count.
        decay: the points of decay that the game would book first, 0 or more.
    """

    player: str
    rating: int | None
    decay: int


@dataclass(frozen=True, slots=True)
class WhatIfSeatAfter(Calculated):
    """A player after one outcome of the game."""

    player: str


@dataclass(frozen=True, slots=True)
class WhatIfOutcome:
    """One end of the game.

    Attributes:
        order: the players as they finish; those who share a place in the order asked.
        places: in the order asked.
        players: what it does to those who count, in the order asked.
    """

    order: tuple[str, ...]
    places: tuple[int, ...]
    players: tuple[WhatIfSeatAfter, ...]


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Every end of a game between these four on a day."""

    pool: str
    policy: str
    date: dt.date
    seats: tuple[WhatIfSeat, ...]
    outcomes: tuple[WhatIfOutcome, ...]


def what_if(
    store: Store,
    clock: Clock,
    names: Sequence[str],
    *,
    date: dt.date | None = None,
    pool: str | None = None,
    ties: bool = False,
) -> WhatIf:
    """What a game recorded now would book, however it ends.

    The ratings are those just before such a game: the day's other results come before it, the
    day's adjustments behind it (RATINGS.md, "Order of facts").

    Args:
        store: the database.
        clock: tells the club's day now.
        names: four players, by name or `#number`.
        date: the club day of the game; None for today.
        pool: the rating list; None for `main`.
        ties: whether shared places are among the outcomes, 75 then instead of 24.

    Raises:
        UsageFault: `entry.seats`, `entry.twice`.
        Refused: `players.unknown`, `entry.same_person`, `pool.unknown`, `whatif.nobody` (fewer
            than two of them count).
    """
    require_names(names, SEATS_AT_A_TABLE)
    with store.read() as connection:
        people = _people(connection, names)
        found = pool_named(connection, pool)
        ledger = PoolLedger(connection, found.id)
        day = date or settings_of(connection).today(clock)
        before = _Before(ledger, day)
        seats = tuple(before.seat(person) for person in people)
        policy = ledger.policy
    ratings = [seat.rating for seat in seats]
    if len(ratings) - ratings.count(None) < 2:
        raise Refused("whatif.nobody")
    ends = tuple(_outcome(seats, each) for each in outcomes(ratings, policy, ties=ties))
    return WhatIf(found.name, policy.name, day, seats, ends)


def _people(connection: Connection, names: Sequence[str]) -> list[Person]:
    people = Directory(connection).require(names)
    for number, (person, name) in enumerate(zip(people, names, strict=True)):
        for other, earlier in zip(people[:number], names, strict=False):
            if other.id == person.id:
                raise Refused("entry.same_person", first=earlier, second=name)
    return people


class _Before:
    """Where everybody stands just before a game of a day that is recorded now."""

    def __init__(self, ledger: PoolLedger, day: dt.date) -> None:
        self._ledger = ledger
        self._day = day.toordinal()
        self._openings = ledger.openings()
        self._exemptions = ledger.exemptions()
        label = str(last_label(ledger.connection, day.isoformat()) + 1)
        self._key = result_key(day.isoformat(), (), label=label)

    def seat(self, person: Person) -> WhatIfSeat:
        """A player's rating and the decay that the game would book first."""
        policy = self._ledger.policy
        counts = policy.seats(guest=person.kind == "guest", computer=person.kind == "computer")
        if not counts:
            return WhatIfSeat(person.name, None, 0)
        row = self._ledger.last_row_before(person.id, self._key)
        if row is None:
            return WhatIfSeat(person.name, self._openings.get(person.id, policy.start), 0)
        state = state_after(row, day_of(row[1]), policy, self._exemptions)
        loss = 0
        if policy.decay.mode == "rating":
            loss, _ = settlement(person.id, state, self._day, policy.decay, self._exemptions)
        return WhatIfSeat(person.name, state[0] - loss, loss)


def _outcome(seats: Sequence[WhatIfSeat], outcome: Outcome) -> WhatIfOutcome:
    order = sorted(range(len(seats)), key=lambda seat: outcome.places[seat])
    return WhatIfOutcome(
        tuple(seats[seat].player for seat in order),
        outcome.places,
        tuple(_after(seats, outcome)),
    )


def _after(seats: Sequence[WhatIfSeat], outcome: Outcome) -> Iterator[WhatIfSeatAfter]:
    for seat, place, change in zip(seats, outcome.places, outcome.changes, strict=True):
        if change is not None and seat.rating is not None:
            line = calculated(seat.rating, place, change)
            yield WhatIfSeatAfter(
                line.rating, line.place, line.exact, line.delta, line.new, seat.player
            )
