"""Putting results right: corrected, voided, restored; every version stays."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from engine.rules import RuleSet
from engine.rulesets import from_switches
from hearts_admin.db import bulk, results
from hearts_admin.db.results import ResultVersion, StoredResult
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing, writing
from hearts_admin.errors import Refused, UsageFault
from hearts_admin.names import tidy
from hearts_admin.services.actor import Actor
from hearts_admin.services.book import NO_RULES, Book, Entry, check_numbers, result_view
from hearts_admin.services.changes import change_view
from hearts_admin.services.folding import Affected, movements, refresh
from hearts_admin.services.people import Directory, Person
from hearts_admin.services.results import require_new, require_result
from hearts_admin.services.rulesets import rule_names
from hearts_admin.services.views import ChangeView, Movement, ResultView


@dataclass(frozen=True, slots=True)
class Correction:
    """What is to be different; everything left None stays as it is.

    Attributes:
        seats: names and numbers. All four replace the table; fewer change only theirs.
        by_place: whether the numbers are places.
        date: another club day.
        rules: another rule set, or "none".
        target: another target.
        label: another label.
        unchecked: why totals are stored that the rules make impossible.
        add_players: whether unknown names become players.
    """

    seats: tuple[tuple[str, int], ...] = ()
    by_place: bool = False
    date: dt.date | None = None
    rules: str | None = None
    target: int | None = None
    label: str | None = None
    unchecked: str | None = None
    add_players: bool = False


@dataclass(frozen=True, slots=True)
class Corrected:
    """What a correction did.

    `movements` are those who moved, `unmoved` how many rated players did not; `change` is None
    when nothing differs or nothing was kept.
    """

    before: ResultView
    after: ResultView
    identical: bool
    movements: tuple[Movement, ...]
    unmoved: int
    change: ChangeView | None = None


@dataclass(frozen=True, slots=True)
class VersionView:
    """One version of a result; `closed` is None for the present one."""

    number: int
    result: ResultView
    opened: ChangeView
    closed: ChangeView | None


def correct_result(store: Store, actor: Actor, number: int, correction: Correction) -> Corrected:
    """Replaces a result's content by a corrected version.

    Raises:
        UsageFault: `change.no_reason`, `entry.seats`, `entry.twice`.
        Refused: `result.unknown`, `result.void` (restore it first), `entry.not_seated`, and all
            that recording refuses.
    """
    _require_reason(actor)
    with writing(store, actor) as work:
        book = Book(work)
        stored = require_result(work.connection, number)
        if stored.version.state != "ok":
            raise Refused("result.void", hint=f"hearts-admin result restore {number}", id=number)
        if correction.date is not None:
            book.club.allow(correction.date, actor)
        entry = _corrected_entry(book, stored, correction)
        players = _as_entered(book, stored.version, book.players(entry))
        problems = check_numbers(entry, book.rules_of(entry))
        if problems:
            raise Refused("entry.impossible", problems=problems)
        fresh = replace(
            book.version(entry, players, number),
            category=stored.version.category,
            log_digest=stored.version.log_digest,
            pool=stored.version.pool,
        )
        done = _swap(work, stored, fresh)
    return replace(done, change=change_view(work.change))


def void_result(store: Store, actor: Actor, number: int) -> Corrected:
    """Takes a result out of everything; it can be restored.

    Raises:
        UsageFault: `change.no_reason`.
        Refused: `result.unknown`.
    """
    _require_reason(actor)
    with writing(store, actor) as work:
        stored = require_result(work.connection, number)
        done = _swap(work, stored, replace(stored.version, state="void"))
    return replace(done, change=change_view(work.change))


def restore_result(
    store: Store, actor: Actor, number: int, version: int | None = None
) -> Corrected:
    """Makes an earlier version the present one again.

    Args:
        store: the database.
        actor: who asks.
        number: the result.
        version: which version, from 1; None for the last one that counts and is not the present.

    Raises:
        UsageFault: `change.no_reason`.
        Refused: `result.unknown`, `result.no_version`, `result.duplicate`.
    """
    _require_reason(actor)
    with writing(store, actor) as work:
        stored = require_result(work.connection, number)
        versions = _versions(work.connection, number)
        done = _swap(work, stored, _wanted(versions, stored, number, version))
    return replace(done, change=change_view(work.change))


def list_versions(store: Store, number: int) -> tuple[VersionView, ...]:
    """Every version of a result, oldest first.

    Raises:
        Refused: `result.unknown`.
    """
    with store.read() as connection:
        require_result(connection, number)
        names = Directory(connection).names
        rules = rule_names(connection)
        changes = {
            row[0]: ChangeView(*row)
            for row in bulk.select(
                connection, "SELECT id, at_utc, who, command, reason FROM change"
            )
        }
        return tuple(
            VersionView(
                position,
                result_view(stored.version, names, rules),
                changes[stored.opened],
                None if stored.closed is None else changes[stored.closed],
            )
            for position, stored in enumerate(_versions(connection, number), start=1)
        )


def _require_reason(actor: Actor) -> None:
    if not tidy(actor.reason):
        raise UsageFault("change.no_reason", command=actor.command)


def _versions(connection: Connection, number: int) -> list[StoredResult]:
    found = results.select(connection, "r.id = ?", (number,))
    return sorted(found, key=lambda stored: stored.row)


def _wanted(
    versions: Sequence[StoredResult], present: StoredResult, number: int, version: int | None
) -> ResultVersion:
    if version is None:
        earlier = [
            stored.version
            for stored in versions
            if stored.row != present.row and stored.version.state == "ok"
        ]
        if not earlier:
            raise Refused("result.no_version", id=number, version=None, versions=len(versions))
        return earlier[-1]
    if not 1 <= version <= len(versions):
        raise Refused("result.no_version", id=number, version=version, versions=len(versions))
    return versions[version - 1].version


def _corrected_entry(book: Book, stored: StoredResult, correction: Correction) -> Entry:
    version = stored.version
    by_place = correction.by_place
    if not correction.seats:
        by_place = _places_only(version)
    rules: str | RuleSet | None = correction.rules
    if rules is None:
        rules = NO_RULES if version.rules is None else _stored_rules(book, version.rules)
    date, time = _moment(book, version, correction.date)
    return Entry(
        seats=_corrected_seats(book.directory, version, correction),
        by_place=by_place,
        date=date,
        time=time,
        rules=rules,
        target=correction.target if correction.target is not None else version.target,
        unchecked=correction.unchecked or version.unchecked_reason,
        add_players=correction.add_players,
        event=version.event,
        round=version.round,
        table=version.table_no,
        label=correction.label if correction.label is not None else version.label,
        better="high" if version.better == "high" else "low",
    )


def _places_only(version: ResultVersion) -> bool:
    return all(seat.points is None for seat in version.seats)


def _stored_rules(book: Book, fingerprint: str) -> RuleSet:
    """The rules the result was played under, as they were stored: nothing is re-judged."""
    row = bulk.first(
        book.work.connection,
        "SELECT name, switches FROM rule_set WHERE fingerprint = ? AND closed IS NULL",
        (fingerprint,),
    )
    assert row is not None  # noqa: S101 - results refer to kept rule sets only
    return from_switches(row[0], json.loads(row[1]))


def _moment(
    book: Book, version: ResultVersion, day: dt.date | None
) -> tuple[dt.date, dt.time | None]:
    """The date and time as an entry takes them; a corrected day keeps the time of day."""
    if version.played_at is None:
        return day or dt.date.fromisoformat(version.played_on), None
    local = dt.datetime.fromisoformat(version.played_at)
    if day is None:
        return local.date(), local.time()
    early = dt.timedelta(days=1 if local.time() < book.club.day_starts_at else 0)
    return day + early, local.time()


def _corrected_seats(
    directory: Directory, version: ResultVersion, correction: Correction
) -> tuple[tuple[str, int], ...]:
    """The four seats with what is corrected.

    Raises:
        Refused: `players.unknown`, `entry.not_seated`, `entry.all_four` (points where the
            result has places only, or the other way round).
    """
    seats = correction.seats
    if len(seats) >= len(version.seats):
        return seats
    by_place = correction.by_place if seats else _places_only(version)
    if seats and by_place != _places_only(version):
        raise Refused("entry.all_four", id=version.id)
    numbers = {
        directory.whole(seat.player): seat.place if by_place else seat.points
        for seat in version.seats
    }
    people = directory.require([name for name, _ in seats])
    for person, (name, number) in zip(people, seats, strict=True):
        if person.id not in numbers:
            raise Refused("entry.not_seated", name=name, id=version.id)
        numbers[person.id] = number
    return tuple((directory.names[player], number or 0) for player, number in numbers.items())


def _as_entered(book: Book, version: ResultVersion, players: Sequence[Person]) -> list[Person]:
    """The people of the corrected seats; who was entered before a merge stays as entered."""
    entered = {book.directory.whole(seat.player): seat.player for seat in version.seats}
    keys = book.directory.keys
    return [
        replace(person, id=entered[person.id], key=keys[entered[person.id]])
        if person.id in entered
        else person
        for person in players
    ]


def _swap(work: Writing, stored: StoredResult, fresh: ResultVersion) -> Corrected:
    """Closes the present version and opens another; nothing if they are the same."""
    identical = fresh == stored.version
    affected = Affected(work.connection)
    if not identical:
        work.close_results([stored])
        if fresh.state == "ok":
            require_new(work.connection, fresh)
        work.open_results([fresh])
        affected.result(stored.version)
        affected.result(fresh)
    effect = refresh(work, affected)
    names = Directory(work.connection).names
    rules = rule_names(work.connection)
    moved = movements(effect, names, [seat.player for seat in fresh.seats])
    rated = bulk.value(work.connection, "SELECT count(DISTINCT player) FROM ledger")
    return Corrected(
        before=result_view(stored.version, names, rules),
        after=result_view(fresh, names, rules),
        identical=identical,
        movements=moved,
        unmoved=rated - len(moved),
    )
