"""The leaderboard as reports show it: gathered once, in plain values."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from operator import itemgetter
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

import hearts_admin
from engine.rating.fingerprint import Fingerprint
from engine.rating.ledger import Kind, Row
from hearts_admin.clock import Clock
from hearts_admin.db import bulk, chain, results
from hearts_admin.db.ledger import PoolLedger, policy_of
from hearts_admin.db.results import SEATS, StoredResult
from hearts_admin.db.store import Store
from hearts_admin.errors import Refused, finding
from hearts_admin.services.accounts import Accounts
from hearts_admin.services.club import settings_of
from hearts_admin.services.events.reporting import published_events
from hearts_admin.services.folding import Progress
from hearts_admin.services.logbook import KeptLog, logged_games
from hearts_admin.services.people import Directory
from hearts_admin.services.pools import MAIN, pool_named
from hearts_admin.services.privacy import PrintedNames
from hearts_admin.services.ratings import explain_stored
from hearts_admin.services.rulesets import kept_rules, rule_names
from hearts_admin.services.seasons import published_season
from hearts_admin.services.standings import Stand, bound_after, stand_on
from reports.model import (
    Leaderboard,
    Player,
    ResultLine,
    RulesInUse,
    SeatLine,
    Standing,
    WorkedGame,
)
from reports.names import dutch_order
from reports.results import Results

PROGRESS_STEP = 5_000
"""Rows between two reports of progress."""

Booked = Mapping[int, tuple[int, int]]
"""By player: the rating before a game, and its change."""


@dataclass(frozen=True, slots=True)
class Contests:
    """Events and a season by name; without any, the last event and the newest season."""

    events: tuple[str, ...] = ()
    season: str | None = None


def leaderboard(
    store: Store,
    clock: Clock,
    as_of: dt.date | None = None,
    *,
    pool: str = MAIN,
    players: Sequence[str] = (),
    logs: bool = False,
    contests: Contests | None = None,
    progress: Progress | None = None,
) -> Leaderboard:
    """Everything that reports show of one pool.

    A history of a million rows takes some 60 MB: rows go into columns as they are read.

    Args:
        store: the database.
        clock: for the moment printed on the report.
        as_of: a club day, the whole day; None for the day of the last fact in the pool.
        pool: the name of the rating list.
        players: names of those whom a chart is to show, in any spelling.
        logs: whether to go through the stored logs too, for the moons in them.
        contests: which events and season to show beside it; None for none.
        progress: told how many ledger rows of how many are read, then how many logs.

    Raises:
        Refused: `report.nothing`, no rated game on or before the day; `pool.unknown`;
            `players.unknown`; `report.not_rated`, somebody asked for has no rated game; whatever
            the standings of an event or a season refuse.
    """
    with store.read() as connection:
        gathering = _Gathering(connection, pool, as_of)
        gathering.read(progress)
        chosen = gathering.chosen(players)
        logged = logged_games(connection, gathering.logs, progress) if logs else None
        board = replace(gathering.leaderboard(clock), chosen=chosen, logged=logged)
        if contests is None:
            return board
        return replace(
            board,
            events=published_events(connection, gathering.day, contests.events, late=as_of is None),
            season=published_season(connection, contests.season, as_of),
        )


class _Gathering:
    """What the parts of one leaderboard share."""

    def __init__(self, connection: Connection, pool: str, as_of: dt.date | None) -> None:
        self.connection = connection
        self.club = settings_of(connection)
        self.pool = pool_named(connection, pool)
        self.ledger = PoolLedger(connection, self.pool.id)
        self.version, self.policy = policy_of(connection, self.pool.id)
        self.directory = Directory(connection)
        self.printed = PrintedNames(self.directory)
        self.text = cache(self.printed.text)  # labels come again and again
        self.people = {
            number: Player(str(self.directory.whole(number)), name)
            for number, name in self.printed.names.items()
        }
        day = as_of or self.ledger.last_day()
        if day is None:
            raise Refused("report.nothing", hint="hearts-admin result record")
        self.day = day
        self.rules = rule_names(connection)
        self.accounts = Accounts(self.ledger, self.policy, self.people, self.text)
        self.fingerprint = Fingerprint(self.policy, self.directory.keys)
        self.results = Results()
        self.finishes: dict[int, Counter[int]] = {}
        self.played_under: Counter[str] = Counter()
        self.logs: list[KeptLog] = []
        self.latest: StoredResult | None = None

    def chosen(self, names: Sequence[str]) -> tuple[Player, ...]:
        """The players with these names, each once, in the order given."""
        asked = dict.fromkeys(person.id for person in self.directory.require(names))
        unrated = [number for number in asked if number not in self.finishes]
        if unrated:
            raise Refused(
                "report.not_rated",
                problems=[
                    finding("report.no_game", name=self.directory.names[number])
                    for number in unrated
                ],
            )
        return tuple(self.people[number] for number in asked)

    def read(self, progress: Progress | None) -> None:
        """Goes through ledger and results side by side, in fact order."""
        facts = self._facts(progress)
        here = next(facts, None)
        for stored in self._stored():
            key = stored.version.order_key
            while here is not None and here[0] < key:
                here = next(facts, None)
            self._take(stored, here[1] if here is not None and here[0] == key else {})
        for _ in facts:  # adjustments after the last game
            pass

    def _stored(self) -> Iterator[StoredResult]:
        return results.select(
            self.connection,
            "r.closed IS NULL AND r.state = 'ok' AND r.pool = ? AND r.order_key < ?",
            (self.pool.id, bound_after(self.day)),
        )

    def _facts(self, progress: Progress | None) -> Iterator[tuple[str, Booked]]:
        """What every fact of the ledger booked for a game; the rows are noted on the way."""
        for key, rows in groupby(self._rows(progress), key=itemgetter(1)):
            booked = list(rows)
            self.fingerprint.add(booked)
            for row in booked:
                self.accounts.book(row)
            yield key, {row[0]: (row[4], row[5]) for row in booked if row[2] == Kind.GAME}

    def _rows(self, progress: Progress | None) -> Iterator[Row]:
        bound = bound_after(self.day)
        counted = "SELECT count(*) FROM ledger WHERE pool = ?"
        total = bulk.value(self.connection, counted, (self.pool.id,)) if progress else 0
        for number, row in enumerate(self.ledger.rows()):
            if row[1] >= bound:
                return
            if progress and number % PROGRESS_STEP == 0:
                progress(number, total)
            yield row

    def _take(self, stored: StoredResult, booked: Booked) -> None:
        """Adds a result, with what it booked for each of its players."""
        version = stored.version
        seats = []
        for letter, seat in zip(SEATS, version.seats, strict=False):
            player = self.ledger.whole(seat.player)
            rating, change = booked.get(player, (None, None))
            if change is not None:
                self.finishes.setdefault(player, Counter())[seat.place] += 1
            seats.append(
                SeatLine(letter, self.people[player], seat.points, seat.place, change, rating)
            )
        line = ResultLine(
            id=version.id,
            on=dt.date.fromisoformat(version.played_on),
            rules=self.rules[version.rules],
            label=self.text(version.label),
            seats=tuple(seats),
            remark=self.text(version.unchecked_reason or ""),
            category=version.category,
        )
        self.results.add(line)
        if version.rules is not None:
            self.played_under[version.rules] += 1
            if version.log_digest is not None:
                players = tuple(seat.player for seat in seats)
                self.logs.append(
                    KeptLog(line.id, line.on, version.rules, version.log_digest, players)
                )
        if len(booked) == len(version.seats):
            self.latest = stored

    def leaderboard(self, clock: Clock) -> Leaderboard:
        """The parts put together, once everything is read."""
        stands = stand_on(self.ledger, self.policy, self.day)
        if not stands:
            raise Refused("report.nothing", hint="hearts-admin result record")
        self.accounts.close(stands, self.day)
        compared_with = self.accounts.day_before
        zone = ZoneInfo(self.club.timezone)
        return Leaderboard(
            club=self.club.name,
            pool=self.pool.name,
            as_of=self.day,
            timezone=self.club.timezone,
            made_at=clock.now().astimezone(zone).replace(tzinfo=None, microsecond=0),
            policy=self.policy,
            policy_version=self.version,
            fingerprint=self.fingerprint.hexdigest(),
            chain_head=chain.head(self.connection),
            standings=tuple(self._standings(stands, compared_with)),
            history=self.accounts.history,
            results=self.results,
            compared_with=compared_with,
            worked=self._worked(),
            version=hearts_admin.__version__,
            rules=tuple(self._rules()),
        )

    def _standings(self, stands: list[Stand], compared_with: dt.date | None) -> Iterator[Standing]:
        earlier = {}
        if compared_with is not None:
            earlier = {
                stand.player: stand for stand in stand_on(self.ledger, self.policy, compared_with)
            }
        for stand in sorted(stands, key=self._order):
            before = earlier.get(stand.player)
            finishes = self.finishes[stand.player]
            yield Standing(
                place=stand.place,
                player=self.people[stand.player],
                rating=stand.rating,
                finishes=(finishes[1], finishes[2], finishes[3], finishes[4]),
                decay=stand.decay,
                last_played=stand.last_played,
                change=None if before is None else stand.rating - before.rating,
                previous_place=None if before is None else before.place,
            )

    def _order(self, stand: Stand) -> tuple[int, tuple[str, str, str], int]:
        """By place; those who share one as Dutch readers look for their names."""
        return stand.place, dutch_order(self.people[stand.player].name), stand.player

    def _rules(self) -> Iterator[RulesInUse]:
        for fingerprint, games in self.played_under.most_common():
            yield RulesInUse(kept_rules(self.connection, fingerprint), games)

    def _worked(self) -> WorkedGame | None:
        """The latest game in which all seats count, opened up."""
        if self.latest is None:
            return None
        game = explain_stored(self.ledger, self.latest)
        return WorkedGame(
            result=game.result,
            on=game.date,
            label=self.text(game.label),
            players=tuple(self.people[seat.player] for seat in self.latest.version.seats),
            explanations=tuple(seat.explanation for seat in game.seats),
        )
