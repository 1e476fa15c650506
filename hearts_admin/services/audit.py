"""The audit: what was changed, by whom, when and why; and whether all of it holds together."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Connection
from sqlmodel import Session, and_, col, or_, select

from hearts_admin.db import bulk, chain, results
from hearts_admin.db.audit import (
    Fault,
    chain_faults,
    erased_rows,
    erasure_faults,
    order_faults,
    reference_faults,
)
from hearts_admin.db.facttable import Fact
from hearts_admin.db.models import FACTS, Change, Club, Player, PolicyRow, Result
from hearts_admin.db.results import SEATS, ResultVersion
from hearts_admin.db.store import Store
from hearts_admin.errors import Refused
from hearts_admin.services.changes import change_numbered, undone_by
from hearts_admin.services.club import ClubSettings, settings_of
from hearts_admin.services.folding import Progress
from hearts_admin.services.keptfiles import kept_sheet
from hearts_admin.services.people import Directory
from hearts_admin.services.pools import pool_names
from hearts_admin.services.ratings import verify
from hearts_admin.services.rulesets import rule_names
from hearts_admin.services.traces import BLANK
from hearts_admin.services.views import ChangeView, FoldReport


@dataclass(frozen=True, slots=True)
class ChangedFact:
    """One fact that a change touched; `before` is None for a new one, `after` for one that went.

    `kind` is the name of its table, `id` what people type.
    """

    kind: str
    id: int | str
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class ChangeDetail:
    """A change with everything it touched, and how it is linked to the others."""

    change: ChangeView
    undoes: int | None
    undone_by: int | None
    hash: str
    facts: tuple[ChangedFact, ...]


@dataclass(frozen=True, slots=True)
class CheckReport:
    """Whether the database is as it should be.

    Attributes:
        head: the hash of the last change, which stands for all of them; print it and keep it.
        changes: how many there are.
        erased: rows whose texts were erased; the chain vouches for the rest of them only.
        faults: what is not as it should be.
        ledger: the stored ledger compared with a fresh fold; None where the facts are so broken
            that they cannot be folded.
    """

    head: str
    changes: int
    erased: int
    faults: tuple[Fault, ...]
    ledger: FoldReport | None

    @property
    def clean(self) -> bool:
        """Whether nothing at all was found."""
        return not self.faults and self.ledger is not None and self.ledger.difference is None


def list_changes(
    store: Store, *, player: str | None = None, since: dt.date | None = None
) -> tuple[ChangeView, ...]:
    """Every change, oldest first.

    The order is that in which they were made, also where the computer's clock was set back.

    Args:
        store: the database.
        player: only changes that touched this person or a result they sat in.
        since: only changes made on or after this club day.

    Raises:
        Refused: `players.unknown`.
    """
    with store.read() as connection:
        wanted = None
        if player is not None:
            directory = Directory(connection)
            (person,) = directory.require([player])
            wanted = _touching(connection, directory.everybody(person.id))
        rows = bulk.select(
            connection,
            "SELECT id, at_utc, who, command, reason FROM change WHERE at_utc >= ? ORDER BY id",
            ("" if since is None else _begin_of(settings_of(connection), since),),
        )
        return tuple(ChangeView(*row) for row in rows if wanted is None or row[0] in wanted)


def _begin_of(club: ClubSettings, day: dt.date) -> str:
    """The instant at which a club day begins, written as in the table of changes."""
    local = dt.datetime.combine(day, club.day_starts_at, ZoneInfo(club.timezone))
    return local.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _touching(connection: Connection, players: tuple[int, ...]) -> set[int]:
    """The changes that opened or closed a row about any of these players."""
    marks = ", ".join("?" * len(players))
    queries = {
        f"SELECT opened, closed FROM player WHERE id IN ({marks})": 1,
        f"SELECT opened, closed FROM alias WHERE player IN ({marks})": 1,
        f"SELECT opened, closed FROM adjustment WHERE player IN ({marks})": 1,
        f"SELECT opened, closed FROM exemption WHERE player IN ({marks})": 1,
        "SELECT opened, closed FROM merge"
        f" WHERE from_player IN ({marks}) OR into_player IN ({marks})": 2,
        'SELECT r.opened, r.closed FROM result r JOIN seat s ON s.result_row = r."row"'
        f" WHERE s.player IN ({marks})": 1,
    }
    found: set[int] = set()
    for query, times in queries.items():
        for pair in bulk.select(connection, query, players * times):
            found.update(number for number in pair if number is not None)
    return found


def show_change(store: Store, number: int) -> ChangeDetail:
    """A change with the facts it touched, before and after.

    Raises:
        Refused: `change.unknown`.
    """
    with store.read() as connection, Session(bind=connection) as session:
        change = session.get(Change, number)
        if change is None:
            raise Refused("change.unknown", hint="hearts-admin change list", number=number)
        known = _Known(connection)
        facts: list[ChangedFact] = []
        for model in FACTS:
            if model is Result:
                facts += _changed_results(connection, number, known)
            else:
                facts += _changed_facts(session, model, number, known)
        return ChangeDetail(
            change=change_numbered(connection, number),
            undoes=change.undoes,
            undone_by=undone_by(connection, number),
            hash=change.hash,
            facts=tuple(facts),
        )


class _Known:
    """What numbers and fingerprints stand for, also of what is there no more.

    Attributes:
        connection: an open connection.
        people: names by number.
        pools: names of the rating lists by number.
        rules: names of the rule sets by fingerprint.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.people = Directory(connection).all_names
        rows = bulk.select(connection, 'SELECT id, name FROM pool ORDER BY "row"')
        self.pools: Mapping[int | None, str] = dict(rows)
        self.rules = rule_names(connection)


def _changed_facts(
    session: Session, model: type[Fact], number: int, known: _Known
) -> Iterator[ChangedFact]:
    """What a change did to the facts of a table; what came and went within it has left nothing."""
    opened, closed = col(model.opened), col(model.closed)
    before, after = (
        {
            getattr(fact, model.identity): _shown(fact, known)
            for fact in session.exec(select(model).where(condition).order_by(col(model.row)))
        }
        for condition in (
            and_(closed == number, opened != number),
            and_(opened == number, or_(closed.is_(None), closed != number)),
        )
    )
    for key in dict.fromkeys((*before, *after)):
        yield ChangedFact(str(model.__tablename__), key, before.get(key), after.get(key))


_PEOPLE = frozenset({"player", "from_player", "into_player"})
"""Columns that hold somebody's number."""


def _shown(fact: Fact, known: _Known) -> dict[str, Any]:
    hidden = {*fact.derived, "key", "fingerprint"}
    if isinstance(fact, Player):
        hidden.add("name_key")  # of an alias it is all there is
    shown = {name: value for name, value in fact.content().items() if name not in hidden}
    for name in _PEOPLE & shown.keys():
        shown[name] = known.people.get(shown[name], shown[name])
    if "pool" in shown:
        shown["pool"] = known.pools.get(shown["pool"], shown["pool"])
    if isinstance(fact, Club):
        shown["rules"] = _rules_of_club(fact.rules, known)
    if isinstance(fact, PolicyRow):  # each switch for itself, so that one sees which differ
        shown |= json.loads(shown.pop("switches"))
    return shown


_REST_OF_FINGERPRINT = 56
"""Of its 64 digits, eight are enough to tell two apart."""


def _rules_of_club(said: str | None, known: _Known) -> str | None:
    """House rules by their name, and by what tells them from others of that name."""
    if said is None or "/" not in said:
        return said
    name = known.rules.get(said.rpartition("/")[2])
    return f"{name} ({said[:-_REST_OF_FINGERPRINT]})"


def _changed_results(connection: Connection, number: int, known: _Known) -> Iterator[ChangedFact]:
    before, after = (
        {
            stored.version.id: _shown_result(stored.version, known)
            for stored in results.select(connection, condition, (number,))
        }
        for condition in ("r.closed = ?", "r.opened = ?")
    )
    for key in sorted({*before, *after}):
        yield ChangedFact("result", key, before.get(key), after.get(key))


def _shown_result(version: ResultVersion, known: _Known) -> dict[str, Any]:
    sheet = kept_sheet(known.connection, version.log_digest) is not None
    shown: dict[str, Any] = {
        "date": version.played_on,
        "time": version.played_at,
        "event": version.event,
        "round": version.round,
        "table": version.table_no,
        "label": version.label,
        "rules": known.rules.get(version.rules),
        "pool": known.pools.get(version.pool),
        "target": version.target,
        "better": version.better,
        "category": version.category,
        "state": version.state,
        "unchecked_reason": version.unchecked_reason,
        "log": version.log_digest is not None and not sheet,
        "sheet": sheet,
    }
    for letter, seat in zip(SEATS, version.seats, strict=False):
        number = f"place {seat.place}" if seat.points is None else str(seat.points)
        shown[letter] = f"{known.people[seat.player]}={number}"
    return shown


def check_database(store: Store, progress: Progress | None = None) -> CheckReport:
    """Verifies the chain, all references, and every derived row against a fresh computation."""
    with store.read() as connection:
        broken = tuple(reference_faults(connection))
        faults = [
            *chain_faults(connection),
            *erasure_faults(connection, BLANK),
            *broken,
            *order_faults(connection),
        ]
        count = bulk.value(connection, "SELECT count(*) FROM change")
        head = chain.head(connection)
        erased = erased_rows(connection)
    ledger = None
    if not broken:
        try:
            ledger = _worst_ledger(store, progress)
        except ValueError as error:  # a date that is none, places that are none, no policy
            faults.append(Fault("fact", str(error)))
    return CheckReport(head, count, erased, tuple(faults), ledger)


def _worst_ledger(store: Store, progress: Progress | None) -> FoldReport:
    """The first ledger that differs from a fresh fold; where none does, that of `main`."""
    with store.read() as connection:
        pools = list(pool_names(connection).values())
    reports = [verify(store, progress, pool=pool) for pool in pools]
    return next((report for report in reports if report.difference is not None), reports[0])
