"""Putting results right: corrected, voided, restored; every version stays."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.problems import Problem
from engine.rules import RuleSet
from hearts_admin.db.results import ResultVersion, StoredResult
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing, writing
from hearts_admin.errors import Refused, UsageFault
from hearts_admin.names import tidy
from hearts_admin.services.actor import Actor
from hearts_admin.services.book import SEATS_AT_A_TABLE, Book, Category, Entry, result_view
from hearts_admin.services.changes import change_view
from hearts_admin.services.events.linking import Tables
from hearts_admin.services.events.standing import StandingsMoved, correcting
from hearts_admin.services.folding import Affected, refresh
from hearts_admin.services.moves import movements, unmoved
from hearts_admin.services.people import Directory, Person
from hearts_admin.services.players import near_names
from hearts_admin.services.pools import NO_RULES
from hearts_admin.services.refunds import refund_faults
from hearts_admin.services.results import (
    require_new,
    require_possible,
    require_result,
    totals_remark,
)
from hearts_admin.services.rulesets import kept_rules, rule_names
from hearts_admin.services.versions import wanted_version
from hearts_admin.services.views import ChangeView, Movement, ResultView


@dataclass(frozen=True, slots=True)
class Correction:
    """What is to be different; everything left None stays as it is.

    Attributes:
        seats: names and numbers. Fewer than four change only theirs; all four replace the table,
            but the same four people keep their seats, in whatever order they are named.
        by_place: whether the numbers are places.
        date: another club day; with a time, the calendar date.
        time: another local wall time of the end; without a date, of the same club day.
        rules: another rule set, or "none".
        target: another target.
        event: another event, "" for none.
        round: another round, "" for none.
        table: another table, "" for none.
        label: another label.
        better: whether few points are good, or many.
        unchecked: why totals are stored that the rules make impossible.
        add_players: whether unknown names become players.
        pool: the rating list it is to count in; with other rules, the one that those feed.
        category: whether it is rated, or a friendly or training game.
    """

    seats: tuple[tuple[str, int], ...] = ()
    by_place: bool = False
    date: dt.date | None = None
    time: dt.time | None = None
    rules: str | None = None
    target: int | None = None
    event: str | None = None
    round: str | None = None
    table: str | None = None
    label: str | None = None
    better: Literal["low", "high"] | None = None
    unchecked: str | None = None
    add_players: bool = False
    pool: str | None = None
    category: Category | None = None


@dataclass(frozen=True, slots=True)
class Corrected:
    """What a correction did.

    Attributes:
        before: the result as it was.
        after: the result as it is.
        identical: whether nothing differs; nothing is stored then.
        movements: who moved, through which games; whoever sits at the table first.
        unmoved: the rated players who did not, by name.
        remarks: warnings, and what the totals were checked against.
        added: new players.
        change: None when nothing differs or nothing was kept.
        standings: how the standings of its event moved; None for a game of no event.
    """

    before: ResultView
    after: ResultView
    identical: bool
    movements: tuple[Movement, ...]
    unmoved: tuple[str, ...]
    remarks: tuple[Problem, ...] = ()
    added: tuple[str, ...] = ()
    change: ChangeView | None = None
    standings: StandingsMoved | None = None


def correct_result(store: Store, actor: Actor, number: int, correction: Correction) -> Corrected:
    """Replaces a result's content by a corrected version.

    Raises:
        UsageFault: `change.no_reason`, `entry.seats`, `entry.twice`.
        Refused: `result.unknown`, `result.void` (restore it first), `entry.not_seated`,
            `entry.all_four`, and all that recording refuses.
        NeedsYes: `date.future`.
    """
    _require_reason(actor)
    with writing(store, actor) as work:
        book = Book(work)
        stored = require_result(work.connection, number)
        if stored.version.state != "ok":
            raise Refused(
                "result.void",
                hint=f'hearts-admin result restore {number} --reason "..."',
                id=number,
            )
        if correction.date is not None:
            book.club.allow(correction.date, actor)
        entry = _corrected_entry(book, stored.version, correction)
        remarks = near_names(book.directory, entry.names) if entry.add_players else ()
        players = _as_entered(book.directory, stored.version, book.players(entry))
        rules = book.rules_of(entry)
        require_possible(entry, rules)
        if correction.seats:
            remarks += totals_remark(entry, rules)
        fresh = _with_what_stays(book.version(entry, players, number), stored.version, correction)
        if correction.rules is None and fresh.rules is not None:
            fresh = fresh._replace(rules=stored.version.rules)
        book.keep_references([fresh])
        done = _swap(work, stored, fresh)
    return replace(
        done,
        remarks=(*remarks, *done.remarks),
        added=tuple(book.added),
        change=change_view(work.change),
    )


def void_result(store: Store, actor: Actor, number: int) -> Corrected:
    """Takes a result out of everything; it can be restored.

    Raises:
        UsageFault: `change.no_reason`.
        Refused: `result.unknown`.
    """
    _require_reason(actor)
    with writing(store, actor) as work:
        stored = require_result(work.connection, number)
        done = _swap(work, stored, stored.version._replace(state="void"))
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
        Refused: `result.unknown`, `result.no_version`, `result.duplicate`, `result.gone` (somebody
            at that table is no player any more), `entry.same_person` (two at that table have been
            merged since).
    """
    _require_reason(actor)
    with writing(store, actor) as work:
        stored = require_result(work.connection, number)
        wanted = wanted_version(work.connection, stored, version)
        _require_four_people(Directory(work.connection), wanted)
        done = _swap(work, stored, wanted)
    return replace(done, change=change_view(work.change))


def _require_reason(actor: Actor) -> None:
    if not tidy(actor.reason):
        raise UsageFault("change.no_reason", command=actor.command)


def _require_four_people(directory: Directory, version: ResultVersion) -> None:
    """Everybody at a table of long ago must be somebody today, and somebody else."""
    met: dict[int, str] = {}
    for seat in version.seats:
        name = directory.all_names[seat.player]
        if seat.player not in directory.names:
            raise Refused("result.gone", id=version.id, name=name)
        other = met.setdefault(directory.whole(seat.player), name)
        if other is not name:
            raise Refused("entry.same_person", first=other, second=name)


def _corrected_entry(book: Book, version: ResultVersion, correction: Correction) -> Entry:
    """The whole entry that a correction makes of a version."""
    rules: str | RuleSet | None = correction.rules
    if rules is None:
        kept = version.rules
        rules = NO_RULES if kept is None else kept_rules(book.work.connection, kept)
    date, time = _moment(book, version, correction)
    event = _text(version.event, correction.event)
    target = version.target if correction.target is None else correction.target
    return Entry(
        seats=_corrected_seats(book.directory, version, correction),
        by_place=correction.by_place if correction.seats else _places_only(version),
        date=date,
        time=time,
        rules=rules,
        target=target,
        unchecked=correction.unchecked or version.unchecked_reason,
        add_players=correction.add_players,
        event=event,
        round=_text(version.round, correction.round),
        table=_text(version.table_no, correction.table),
        label=version.label if correction.label is None else correction.label,
        better=correction.better or ("high" if version.better == "high" else "low"),
        pool=correction.pool,
        deals=book.deals_of(event, target),
        three=len(version.seats) < SEATS_AT_A_TABLE,
    )


def _text(stored: str | None, corrected: str | None) -> str | None:
    return stored if corrected is None else corrected or None


def _places_only(version: ResultVersion) -> bool:
    return all(seat.points is None for seat in version.seats)


def _moment(
    book: Book, version: ResultVersion, correction: Correction
) -> tuple[dt.date, dt.time | None]:
    """Date and time as an entry takes them: the calendar's date where a time is known."""
    if correction.date is not None and correction.time is not None:
        return correction.date, correction.time
    day = correction.date or dt.date.fromisoformat(version.played_on)
    time = correction.time
    if time is None and version.played_at is not None:
        time = dt.datetime.fromisoformat(version.played_at).time()
    if time is None:
        return day, None
    return day + dt.timedelta(days=1 if time < book.club.day_starts_at else 0), time


def _corrected_seats(
    directory: Directory, version: ResultVersion, correction: Correction
) -> tuple[tuple[str, int], ...]:
    """The four seats with what is corrected, in their order at the table.

    Raises:
        UsageFault: `entry.twice`.
        Refused: `players.unknown`, `entry.same_person`, `entry.not_seated`, `entry.all_four`
            (points where the result has places only, or the other way round).
    """
    seats = correction.seats
    by_place = correction.by_place if seats else _places_only(version)
    seated = {directory.whole(seat.player): seat for seat in version.seats}
    if len(seats) >= len(seated):
        found = [directory.find(name) for name, _ in seats]
        if {person.id for person in found if person} != seated.keys():
            return seats
    elif seats and by_place != _places_only(version):
        raise Refused("entry.all_four", id=version.id)
    numbers = {
        player: (seat.place if by_place else seat.points) or 0 for player, seat in seated.items()
    }
    named: dict[int, str] = {}
    for person, (name, number) in zip(
        directory.require([name for name, _ in seats]), seats, strict=True
    ):
        if person.id in named:
            first = named[person.id]
            if first == name:
                raise UsageFault("entry.twice", name=name)
            raise Refused("entry.same_person", first=first, second=name)
        if person.id not in numbers:
            raise Refused("entry.not_seated", name=name, id=version.id)
        named[person.id] = name
        numbers[person.id] = number
    return tuple(
        (named.get(player, directory.names[player]), number) for player, number in numbers.items()
    )


def _as_entered(
    directory: Directory, version: ResultVersion, players: Sequence[Person]
) -> list[Person]:
    """The people of the corrected seats; who was entered before a merge stays as entered."""
    entered = {directory.whole(seat.player): seat.player for seat in version.seats}
    return [
        replace(person, id=entered[person.id], key=directory.keys[entered[person.id]])
        if person.id in entered
        else person
        for person in players
    ]


def _with_what_stays(
    fresh: ResultVersion, stored: ResultVersion, correction: Correction
) -> ResultVersion:
    """A corrected version with what a correction does not touch.

    Among it who was a guest that day: a guest who has joined since was one then.
    """
    then = {seat.player: seat for seat in stored.seats}
    seats = tuple(
        then[seat.player]._replace(points=seat.points, place=seat.place)
        if seat.player in then
        else seat
        for seat in fresh.seats
    )
    other_rules = correction.rules is not None and fresh.rules != stored.rules
    moved = other_rules or correction.pool is not None
    return fresh._replace(
        pool=fresh.pool if moved else stored.pool,
        category=correction.category or stored.category,
        log_digest=stored.log_digest,
        seats=seats,
    )


def _swap(work: Writing, stored: StoredResult, fresh: ResultVersion) -> Corrected:
    """Closes the present version and opens another; nothing if they are the same."""
    identical = fresh == stored.version
    affected = Affected(work.connection)
    moved_standings = correcting(work.connection, fresh.id)
    remarks: list[Problem] = []
    if not identical:
        work.close_results([stored])
        if fresh.state == "ok":
            require_new(work.connection, fresh)
        work.open_results([fresh])
        remarks = Tables(work).relink(stored.version, fresh)
        affected.result(stored.version)
        affected.result(fresh)
    effect = refresh(work, affected)
    directory = Directory(work.connection)
    names = directory.all_names | directory.names
    rules = rule_names(work.connection)
    flagged = () if identical else tuple(refund_faults(work.connection, fresh.id))
    return Corrected(
        before=result_view(stored.version, names, rules),
        after=result_view(fresh, names, rules),
        identical=identical,
        movements=movements(effect, names, [directory.whole(s.player) for s in fresh.seats]),
        unmoved=unmoved(work.connection, effect, names),
        remarks=(*remarks, *flagged),
        standings=None if identical else moved_standings(),
    )
