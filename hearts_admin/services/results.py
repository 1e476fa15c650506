"""Results: recording, listing, showing."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection

from engine.problems import Problem
from engine.rules import RuleSet
from hearts_admin.db import bulk, results
from hearts_admin.db.results import SEATS, ResultVersion
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing, writing
from hearts_admin.errors import Refused, finding
from hearts_admin.services.actor import Actor
from hearts_admin.services.book import Book, Entry, check_numbers, result_view
from hearts_admin.services.changes import change_numbered, change_view
from hearts_admin.services.folding import Affected, refresh
from hearts_admin.services.keptfiles import kept_sheet
from hearts_admin.services.moves import movements
from hearts_admin.services.people import Directory
from hearts_admin.services.players import near_names
from hearts_admin.services.rulesets import rule_names
from hearts_admin.services.views import Recorded, ResultDetail, ResultView

__all__ = ["Entry", "list_results", "record_result", "show_result"]


def record_result(store: Store, actor: Actor, entry: Entry) -> Recorded:
    """Records one result and brings the ratings up to date.

    Raises:
        UsageFault: `entry.seats`, `entry.twice`.
        Refused: `players.unknown`, `entry.same_person`, `entry.impossible` (with what would have
            been possible), `result.duplicate`, `rules.refused`.
        NeedsYes: `date.future`.
    """
    with writing(store, actor) as work:
        recorded = record_in(work, actor, Book(work), entry)
    return replace(recorded, change=change_view(work.change))


def record_in(work: Writing, actor: Actor, book: Book, entry: Entry) -> Recorded:
    """As `record_result`, inside a transaction; the change is not known yet."""
    entry = book.completed(entry)
    rules = book.rules_of(entry)
    if entry.date is not None:
        book.club.allow(entry.date, actor)
    remarks = list(near_names(book.directory, entry.names)) if entry.add_players else []
    players = book.players(entry)
    require_possible(entry, rules)
    version = book.version(entry, players, book.next_number())
    remarks += _remarks(work.connection, entry, rules, version)
    require_new(work.connection, version)
    remarks += book.open([version])
    affected = Affected(work.connection)
    affected.result(version)
    effect = refresh(work, affected)
    names = book.directory.names
    return Recorded(
        result=result_view(version, names, rule_names(work.connection)),
        movements=movements(effect, names, [player.id for player in players]),
        remarks=tuple(remarks),
        added=tuple(book.added),
        change=None,
    )


def require_possible(entry: Entry, rules: RuleSet | None) -> None:
    """Refuses points or places in which no game can end.

    Raises:
        Refused: `entry.impossible`, with what would have been possible.
    """
    if problems := check_numbers(entry, rules):
        raise Refused("entry.impossible", problems=[_named(problem, entry) for problem in problems])


def totals_remark(entry: Entry, rules: RuleSet | None) -> tuple[Problem, ...]:
    """Against what an entry's points were checked, or that they were not; places say nothing.

    Also that the first place is shared by a reading of the rules or a choice, where their text says
    nothing (RULES.md, choice 11).
    """
    if entry.by_place or entry.unchecked is not None:
        return ()
    if entry.three:
        return (finding("result.three"),)
    if rules is None:
        return (finding("result.unchecked"),)
    checked = finding("result.checked", sum=sum(entry.numbers), rules=rules.name)
    shared = entry.numbers.count(min(entry.numbers)) > 1
    remark = rules.remark("lowest_tied") if shared else None
    if remark is None:
        return (checked,)
    return checked, finding("result.by_default", switch=remark.switch, value=remark.value)


def _named(problem: Problem, entry: Entry) -> Problem:
    """The same problem with the player's name where the engine names a seat."""
    names = dict(zip(SEATS, entry.names, strict=False))
    fields = {
        key: names.get(value, value) if key == "seat" and isinstance(value, str) else value
        for key, value in problem.fields.items()
    }
    return replace(problem, fields=fields)


def require_new(connection: Connection, version: ResultVersion) -> None:
    """Refuses a result that is equal to a stored one in all of the order of facts.

    Raises:
        Refused: `result.duplicate`.
    """
    known = bulk.value(
        connection,
        "SELECT id FROM result WHERE pool = ? AND order_key = ? AND closed IS NULL"
        " AND state = 'ok'",
        (version.pool, version.order_key),
    )
    if known is not None:
        raise Refused("result.duplicate", hint=f"hearts-admin result show {known}", id=known)


def _remarks(
    connection: Connection, entry: Entry, rules: RuleSet | None, version: ResultVersion
) -> list[Problem]:
    remarks = list(totals_remark(entry, rules))
    known = results.select(
        connection, "r.closed IS NULL AND r.played_on = ? AND r.state = 'ok'", (version.played_on,)
    )
    remarks.extend(
        finding("result.looks_known", id=stored.version.id, label=stored.version.label)
        for stored in known
        if stored.version.outcome == version.outcome
    )
    return remarks


def list_results(store: Store, *, include_void: bool = False) -> tuple[ResultView, ...]:
    """Every result in the order of the facts, oldest first; void ones only when asked for."""
    where = "r.closed IS NULL" if include_void else "r.closed IS NULL AND r.state = 'ok'"
    with store.read() as connection:
        names = Directory(connection).names
        rules = rule_names(connection)
        return tuple(
            result_view(stored.version, names, rules)
            for stored in results.select(connection, where)
        )


def show_result(store: Store, number: int) -> ResultDetail:
    """A result with everything stored beside it.

    Raises:
        Refused: `result.unknown`.
    """
    with store.read() as connection:
        stored = require_result(connection, number)
        version = stored.version
        view = result_view(version, Directory(connection).names, rule_names(connection))
        pool = bulk.value(
            connection, "SELECT name FROM pool WHERE id = ? AND closed IS NULL", (version.pool,)
        )
        change = change_numbered(connection, stored.opened)
        sheet = kept_sheet(connection, version.log_digest)
    return ResultDetail(
        result=view,
        time=version.played_at[11:16] if version.played_at else None,
        event=version.event,
        round=version.round,
        table=version.table_no,
        target=version.target,
        better=version.better,
        category=version.category,
        pool=pool,
        unchecked_reason=version.unchecked_reason,
        log=version.log_digest is not None and sheet is None,
        sheet=sheet,
        change=change,
    )


def require_result(connection: Connection, number: int) -> results.StoredResult:
    """The current version of a result.

    Raises:
        Refused: `result.unknown`.
    """
    stored = results.current(connection, number)
    if stored is None:
        raise Refused("result.unknown", hint="hearts-admin result list", id=number)
    return stored
