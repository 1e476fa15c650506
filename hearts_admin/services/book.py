"""The book of results inside one transaction: from what was typed to what is stored."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, partial
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from engine.problems import Problem
from engine.rules import RuleSet
from hearts_admin.db import bulk
from hearts_admin.db.blobs import digest_of
from hearts_admin.db.models import Result
from hearts_admin.db.results import SEATS, ResultVersion
from hearts_admin.db.writing import Writing
from hearts_admin.errors import Refused, UsageFault
from hearts_admin.names import name_key
from hearts_admin.services.club import ClubSettings, default_rules, settings_of
from hearts_admin.services.events.linking import Tables
from hearts_admin.services.judging import require_rules
from hearts_admin.services.people import Directory, Person
from hearts_admin.services.players import create_players
from hearts_admin.services.pools import NO_RULES, fed_pool, feeds, main_pool, pool_named, pool_names
from hearts_admin.services.rulesets import keep_rules, kept_rules, under_kept_name, unkept_target
from hearts_admin.services.terms import Played, Terms, version_of, wrong_places, wrong_points
from hearts_admin.services.views import ResultView, SeatView

SEATS_AT_A_TABLE = len(SEATS)

_COUNTED = re.compile(r"[0-9]{1,6}")
"""Labels that continue the day's count; a file may use longer numbers for anything."""


Category = Literal["rated", "friendly", "training"]


class Entry(NamedTuple):
    """A result as somebody wrote it down.

    Attributes:
        seats: name and number of each player, N E S W; numbers are points, or places.
        by_place: whether the numbers are places.
        date: the club day; with a time, the calendar date. None for the club's day now.
        time: local wall time of the end.
        rules: name of a rule set, the set itself, or "none"; None for the club's default.
        target: the points at which the game ends; None for the rule set's own.
        unchecked: why totals are stored that the rules make impossible.
        add_players: whether unknown names become players.
        event: name of the event.
        round: round within it.
        table: table within the round.
        label: what tells it from the day's other games; None for the day's next number.
        better: whether few points are good, or many.
        log: the game's log or score sheet, to be kept beside it.
        pool: the rating list it counts in; None for the one that its rules feed.
        category: whether the game is rated, or a friendly or training game.
        deals: how many deals it had, where that is fixed; else it ends at the target.
        three: whether three people play, with an empty chair; sums are not checked then.
    """

    seats: tuple[tuple[str, int], ...]
    by_place: bool = False
    date: dt.date | None = None
    time: dt.time | None = None
    rules: str | RuleSet | None = None
    target: int | None = None
    unchecked: str | None = None
    add_players: bool = False
    event: str | None = None
    round: str | None = None
    table: str | None = None
    label: str | None = None
    better: Literal["low", "high"] = "low"
    log: bytes | None = None
    pool: str | None = None
    category: Category = "rated"
    deals: int | None = None
    three: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names as written."""
        return tuple([name for name, _ in self.seats])

    @property
    def numbers(self) -> tuple[int, ...]:
        """The points, or the places."""
        return tuple([number for _, number in self.seats])


class Book:
    """Makes versions of results out of entries; remembers what it needs to know only once."""

    def __init__(self, work: Writing) -> None:
        self.work = work
        self.directory = Directory(work.connection)
        self.added: list[str] = []
        self._labels: dict[str, int] = {}
        self._rules: dict[str, RuleSet] = {}
        self._logs: dict[str, bytes] = {}
        self._fingerprint = cache(self._note_rules)
        self._known_rules = cache(partial(under_kept_name, work.connection))
        self._unkept_target = cache(unkept_target)

    @cached_property
    def club(self) -> ClubSettings:
        """The club's settings."""
        return settings_of(self.work.connection)

    @cached_property
    def _default_rules(self) -> RuleSet | None:
        return default_rules(self.work.connection)

    @cached_property
    def _tables(self) -> Tables:
        return Tables(self.work)

    def as_event_says(self, entry: Entry) -> Entry:
        """An entry as the event that it names has its games: by its rules and to its end.

        One that names no event of the club stays as it is, and so does one where many points are
        good. The rating list is the entry's own, else the event's.
        """
        event = None if entry.event is None else self._tables.event(entry.event)
        if event is None or entry.better == "high":
            return entry
        connection = self.work.connection
        pool = None if event.pool is None else pool_names(connection)[event.pool]
        return entry._replace(
            rules=NO_RULES if event.rules is None else kept_rules(connection, event.rules),
            target=event.target,
            deals=event.deals,
            pool=entry.pool or pool,
        )

    def completed(self, entry: Entry) -> Entry:
        """An entry with what the event that it names says, where it says nothing itself."""
        if entry.rules is not None:
            return entry
        whole = self.as_event_says(entry)
        return whole._replace(target=entry.target, deals=None) if entry.target else whole

    def deals_of(self, event: str | None, target: int | None) -> int | None:
        """How many deals a stored game had, where its event fixes that and it has no target."""
        found = None if event is None or target is not None else self._tables.event(event)
        return None if found is None else found.deals

    def pool_of(self, entry: Entry, rules: RuleSet | None) -> int:
        """The pool an entry counts in: its own, else the one that its rules feed.

        Raises:
            Refused: `pool.unknown`.
        """
        if entry.pool is not None:
            return pool_named(self.work.connection, entry.pool).id
        return fed_pool(self._feeds, None if rules is None else rules.name, self._main)

    @cached_property
    def _feeds(self) -> dict[str, int]:
        return feeds(self.work.connection)

    @cached_property
    def _main(self) -> int:
        return main_pool(self.work.connection).id

    def rules_of(self, entry: Entry) -> RuleSet | None:
        """The rule set of an entry: its own, else the club's default, else none.

        Where many points are good no rule set of Hearts applies.
        """
        rules = entry.rules if entry.rules is not None else self._default_rules
        if entry.better == "high" or rules is None or rules == NO_RULES:
            return None
        return self._known_rules(require_rules(rules) if isinstance(rules, str) else rules)

    def _target(self, entry: Entry, rules: RuleSet | None) -> int | None:
        """What is stored as an entry's target: later, too, it is judged as it is now."""
        if entry.target is not None or entry.deals is not None or rules is None:
            return entry.target
        return self._unkept_target(rules)

    def players(self, entry: Entry, fresh: Sequence[str] | None = None) -> list[Person]:
        """The four people of an entry, unknown ones added if it says so.

        Args:
            entry: the entry.
            fresh: its `newcomers`, where they have been asked for already.

        Raises:
            UsageFault: `entry.seats`, `entry.twice`.
            Refused: `players.unknown`, `players.refused`, `entry.same_person`; nobody is added
                then.
        """
        fresh = self.newcomers(entry) if fresh is None else fresh
        self.added += [player.name for player in create_players(self.work, self.directory, fresh)]
        return self.directory.require(entry.names)

    def newcomers(self, entry: Entry) -> list[str]:
        """The names of an entry that have to be added, once nothing speaks against its people.

        An import goes on with the next game after one that is refused, and nobody may stay behind
        who has not played: whatever can refuse a game comes before the first addition.

        Raises:
            UsageFault: `entry.seats`, `entry.twice`.
            Refused: `players.unknown`, `entry.same_person`.
        """
        require_names(entry.names, SEATS_AT_A_TABLE - entry.three)
        self._require_different_people(entry.names)
        fresh = []
        if entry.add_players:  # a member number that nobody has is no name to be added
            unknown = (name for name in entry.names if self.directory.find(name) is None)
            fresh = [name for name in unknown if not name.startswith("#")]
        self.directory.require(name for name in entry.names if name not in fresh)
        return fresh

    def _require_different_people(self, names: Sequence[str]) -> None:
        met: dict[int | str, str] = {}
        for name in names:
            person = self.directory.find(name)
            who = name_key(name) if person is None else person.id
            if who in met:
                raise Refused("entry.same_person", first=met[who], second=name)
            met[who] = name

    def terms(self, entry: Entry) -> Terms:
        """The terms on which an entry's game was played.

        Raises:
            Refused: `pool.unknown`.
        """
        rules = self.rules_of(entry)
        return Terms(
            rules=rules,
            fingerprint=None if rules is None else self._fingerprint(rules),
            target=self._target(entry, rules),
            deals=entry.deals,
            better=entry.better,
            pool=self.pool_of(entry, rules),
            category=entry.category,
        )

    def version(self, entry: Entry, players: Sequence[Person], number: int) -> ResultVersion:
        """The version an entry becomes.

        Args:
            entry: a checked entry.
            players: its players, in seat order.
            number: the result's number.
        """
        day, played_at = self.moment(entry.date, entry.time)
        played = Played(
            day=day,
            label=entry.label if entry.label is not None else str(self._next_label(day)),
            by_place=entry.by_place,
            at=played_at,
            event=entry.event,
            round=entry.round,
            table=entry.table,
            unchecked=entry.unchecked,
            log=None if entry.log is None else self.note_log(entry.log),
        )
        return version_of(number, self.terms(entry), played, players, entry.numbers)

    def open(self, versions: Sequence[ResultVersion]) -> list[Problem]:
        """Writes versions that were made here, with what they refer to.

        Returns:
            A remark for each that names an event of the club and fits no open table of it.
        """
        self.keep_references(versions)
        self.work.open_results(versions)
        return self._tables.link(versions)

    def keep_references(self, versions: Iterable[ResultVersion]) -> None:
        """Keeps the rule sets and logs of versions; a game that is known already keeps none."""
        for rules in {version.rules for version in versions}:
            if rules in self._rules:
                keep_rules(self.work, self._rules[rules])
        for log in {version.log_digest for version in versions}:
            if log in self._logs:
                self.work.keep(self._logs[log])

    def _note_rules(self, rules: RuleSet) -> str:
        fingerprint = rules.fingerprint()
        self._rules[fingerprint] = rules
        return fingerprint

    def note_log(self, log: bytes) -> str:
        """The digest of a log or score sheet; it is kept with the versions that are opened."""
        digest = digest_of(log)
        self._logs[digest] = log
        return digest

    def moment(self, date: dt.date | None, time: dt.time | None) -> tuple[str, str | None]:
        """Club day, and wall time with its offset.

        Args:
            date: the club day; with a time, the calendar's. None for the club's day now.
            time: when a game ended, as the clock said; early hours belong to the day before.
        """
        if time is None:
            return (date or self._today()).isoformat(), None
        early = dt.timedelta(days=1 if time < self.club.day_starts_at else 0)
        date = date or self._today() + early
        local = dt.datetime.combine(date, time, ZoneInfo(self.club.timezone))
        return (date - early).isoformat(), local.isoformat()

    def _today(self) -> dt.date:
        return self.club.today(self.work.author.clock)

    def _next_label(self, day: str) -> int:
        if day not in self._labels:
            self._labels[day] = last_label(self.work.connection, day)
        self._labels[day] += 1
        return self._labels[day]

    def next_number(self) -> int:
        """A number for a new result."""
        return self.work.next_number(Result)


def last_label(connection: Connection, day: str) -> int:
    """The number of a club day's last game, 0 before the first; void games count."""
    rows = bulk.select(connection, "SELECT label FROM result WHERE played_on = ?", (day,))
    return max((int(label) for (label,) in rows if _COUNTED.fullmatch(label)), default=0)


def require_names(names: Sequence[str], count: int) -> None:
    """So many names, none of them twice.

    Raises:
        UsageFault: `entry.seats`, `entry.twice`.
    """
    if len(names) != count:
        raise UsageFault("entry.seats", count=len(names), seats=count)
    twice = next((name for number, name in enumerate(names) if name in names[:number]), None)
    if twice is not None:
        raise UsageFault("entry.twice", name=twice)


def check_numbers(entry: Entry, rules: RuleSet | None) -> tuple[Problem, ...]:
    """What the rules make impossible in an entry's points or places."""
    if entry.by_place:
        return wrong_places(entry.numbers)
    if entry.three or entry.unchecked is not None:
        return ()
    return wrong_points(entry.numbers, rules, entry.target, entry.deals)


def result_view(
    version: ResultVersion, names: Mapping[int, str], rules: Mapping[str | None, str | None]
) -> ResultView:
    """A version as it is listed."""
    return ResultView(
        id=version.id,
        date=dt.date.fromisoformat(version.played_on),
        rules=rules[version.rules],
        label=version.label,
        seats=tuple(
            SeatView(letter, names[seat.player], seat.points, seat.place)
            for letter, seat in zip(SEATS, version.seats, strict=False)
        ),
        state=version.state,
    )
