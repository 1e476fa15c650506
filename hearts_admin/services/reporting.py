"""The leaderboard as reports show it: gathered once, in plain values."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Mapping
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

import hearts_admin
from engine.rating.fingerprint import fingerprint
from engine.rating.ledger import Kind, Row
from hearts_admin.clock import Clock
from hearts_admin.db import bulk, results
from hearts_admin.db.chain import GENESIS
from hearts_admin.db.ledger import PoolLedger, policy_of
from hearts_admin.db.results import SEATS, StoredResult
from hearts_admin.db.store import Store
from hearts_admin.errors import Refused
from hearts_admin.services.club import settings_of
from hearts_admin.services.people import Directory
from hearts_admin.services.pools import main_pool
from hearts_admin.services.privacy import PrintedNames
from hearts_admin.services.ratings import explain_stored
from hearts_admin.services.rulesets import rule_names
from hearts_admin.services.standings import Stand, bound_after, stand_on
from reports.model import (
    Cause,
    HistoryPoint,
    Leaderboard,
    Player,
    ResultLine,
    SeatLine,
    Standing,
    WorkedGame,
)

_CAUSES: Mapping[int, Cause] = {
    Kind.START: "start",
    Kind.DECAY: "decay",
    Kind.GAME: "game",
    Kind.ADJUSTMENT: "adjustment",
}


def leaderboard(store: Store, clock: Clock, as_of: dt.date | None = None) -> Leaderboard:
    """Everything the leaderboard workbook shows of the main pool.

    Args:
        store: the database.
        clock: for the moment printed on the report.
        as_of: a club day, the whole day; None for the day of the last fact in the pool.

    Raises:
        Refused: `report.nothing`, no rated game on or before the day.
    """
    with store.read() as connection:
        return _Gathering(connection, as_of).leaderboard(clock)


class _Gathering:
    """What the parts of one leaderboard share."""

    def __init__(self, connection: Connection, as_of: dt.date | None) -> None:
        self.connection = connection
        self.club = settings_of(connection)
        self.pool = main_pool(connection)
        self.ledger = PoolLedger(connection, self.pool.id)
        self.version, self.policy = policy_of(connection, self.pool.id)
        directory = Directory(connection)
        self.keys = directory.keys
        self.printed = PrintedNames(directory)
        self.people = {
            number: Player(self.keys[directory.whole(number)], name)
            for number, name in self.printed.names.items()
        }
        day = as_of or self.ledger.last_day()
        if day is None:
            raise Refused("report.nothing", hint="hearts-admin result record")
        self.day = day
        self.exempt = bulk.value(connection, "SELECT count(*) FROM exemption WHERE closed IS NULL")
        bound = bound_after(day)
        self.rows = [row for row in self.ledger.rows() if row[1] < bound]
        self.stored = list(
            results.select(
                connection,
                "r.closed IS NULL AND r.state = 'ok' AND r.order_key < ?",
                (bound,),
            )
        )

    def leaderboard(self, clock: Clock) -> Leaderboard:
        """The parts put together."""
        stands = stand_on(self.ledger, self.policy, self.day)
        if not stands:
            raise Refused("report.nothing", hint="hearts-admin result record")
        compared_with = self._day_before()
        zone = ZoneInfo(self.club.timezone)
        head = bulk.value(self.connection, "SELECT hash FROM change ORDER BY id DESC LIMIT 1")
        return Leaderboard(
            club=self.club.name,
            pool=self.pool.name,
            as_of=self.day,
            timezone=self.club.timezone,
            made_at=clock.now().astimezone(zone).replace(tzinfo=None, microsecond=0),
            policy=self.policy,
            policy_version=self.version,
            fingerprint=fingerprint(self.policy, self.rows, self.keys),
            chain_head=head or GENESIS,
            standings=tuple(self._standings(stands, compared_with)),
            history=tuple(self._history(stands)),
            results=tuple(self._results()),
            compared_with=compared_with,
            worked=self._worked(),
            version=hearts_admin.__version__,
        )

    def _day_before(self) -> dt.date | None:
        """The last club day with a fact before the last one."""
        days = sorted({row[1][:10] for row in self.rows})
        return dt.date.fromisoformat(days[-2]) if len(days) > 1 else None

    def _standings(self, stands: list[Stand], compared_with: dt.date | None) -> Iterator[Standing]:
        earlier = {}
        if compared_with is not None:
            earlier = {
                stand.player: stand for stand in stand_on(self.ledger, self.policy, compared_with)
            }
        finishes = self._finishes()
        for stand in sorted(stands, key=lambda item: (item.place, self.people[item.player].name)):
            before = earlier.get(stand.player)
            yield Standing(
                place=stand.place,
                player=self.people[stand.player],
                rating=stand.rating,
                finishes=finishes[stand.player],
                decay=stand.decay,
                last_played=stand.last_played,
                change=None if before is None else stand.rating - before.rating,
                previous_place=None if before is None else before.place,
            )

    def _finishes(self) -> dict[int, tuple[int, int, int, int]]:
        games = {(row[0], row[1]) for row in self.rows if row[2] == Kind.GAME}
        counts: dict[int, Counter[int]] = {}
        for stored in self.stored:
            for seat in stored.version.seats:
                player = self.ledger.whole(seat.player)
                if (player, stored.version.order_key) in games:
                    counts.setdefault(player, Counter())[seat.place] += 1
        return {player: (c[1], c[2], c[3], c[4]) for player, c in counts.items()}

    def _history(self, stands: list[Stand]) -> Iterator[HistoryPoint]:
        last: dict[int, Row] = {}
        for row in self.rows:
            player, key, kind, fact, before, change, _ = row
            on = dt.date.fromisoformat(key[:10])
            yield HistoryPoint(
                player=self.people[player],
                on=on,
                cause=_CAUSES[kind],
                change=None if kind == Kind.START else change,
                rating=before + change,
                result=fact if kind == Kind.GAME else None,
                span=self._span(last.get(player), on, change) if kind == Kind.DECAY else None,
            )
            last[player] = row
        for stand in stands:
            if stand.decay:
                yield HistoryPoint(
                    player=self.people[stand.player],
                    on=self.day,
                    cause="open_decay",
                    change=-stand.decay,
                    rating=stand.rating,
                    span=self._span(last[stand.player], self.day, -stand.decay),
                )

    def _span(self, before: Row | None, on: dt.date, change: int) -> tuple[dt.date, dt.date] | None:
        """The days on which the points went; None where exempt days lie between."""
        if before is None or self.exempt:
            return None
        decay = self.policy.decay
        settled = dt.date.fromisoformat(before[1][:10])
        idle_from = dt.date.fromordinal(before[6] + decay.grace_days)
        begin = max(settled, idle_from) + dt.timedelta(days=1)
        days = -(change // decay.points_per_day) - 1
        return begin, min(on, begin + dt.timedelta(days=days))

    def _results(self) -> Iterator[ResultLine]:
        booked = {(row[0], row[1]): row[5] for row in self.rows if row[2] == Kind.GAME}
        rules = rule_names(self.connection)
        for stored in self.stored:
            version = stored.version
            yield ResultLine(
                id=version.id,
                on=dt.date.fromisoformat(version.played_on),
                rules=rules[version.rules],
                label=self.printed.text(version.label),
                seats=tuple(
                    SeatLine(
                        letter,
                        self.people[seat.player],
                        seat.points,
                        seat.place,
                        booked.get((self.ledger.whole(seat.player), version.order_key)),
                    )
                    for letter, seat in zip(SEATS, version.seats, strict=False)
                ),
                remark=self.printed.text(version.unchecked_reason or ""),
            )

    def _worked(self) -> WorkedGame | None:
        """The latest game in which all seats count, opened up."""
        booked = Counter(row[1] for row in self.rows if row[2] == Kind.GAME)
        for stored in reversed(self.stored):
            if booked[stored.version.order_key] == len(stored.version.seats):
                return self._worked_game(stored)
        return None

    def _worked_game(self, stored: StoredResult) -> WorkedGame:
        game = explain_stored(self.ledger, stored)
        return WorkedGame(
            result=game.result,
            on=game.date,
            label=self.printed.text(game.label),
            players=tuple(self.people[seat.player] for seat in stored.version.seats),
            explanations=tuple(seat.explanation for seat in game.seats),
        )
