"""The audit: what was changed, by whom, when and why; and whether all of it holds together."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection
from sqlmodel import Session, col, select

from hearts_admin.db import bulk, results
from hearts_admin.db.audit import Fault, chain_faults, reference_faults
from hearts_admin.db.chain import GENESIS
from hearts_admin.db.models import FACTS, Change, Fact, Result
from hearts_admin.db.results import SEATS, ResultVersion
from hearts_admin.db.store import Store
from hearts_admin.errors import Refused
from hearts_admin.services.folding import Progress
from hearts_admin.services.people import Directory
from hearts_admin.services.ratings import verify
from hearts_admin.services.rulesets import rule_names
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
    """Whether the database is as it should be: no faults, and the ledger equal to a fresh fold."""

    head: str
    changes: int
    faults: tuple[Fault, ...]
    ledger: FoldReport

    @property
    def clean(self) -> bool:
        """Whether nothing at all was found."""
        return not self.faults and self.ledger.difference is None


def list_changes(
    store: Store, *, player: str | None = None, since: dt.date | None = None
) -> tuple[ChangeView, ...]:
    """Every change, oldest first.

    Args:
        store: the database.
        player: only changes that touched this person or a result they sat in.
        since: only changes made on or after this day (UTC).

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
            (since.isoformat() if since else "",),
        )
        return tuple(ChangeView(*row) for row in rows if wanted is None or row[0] in wanted)


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
        by = session.exec(select(Change.id).where(Change.undoes == number)).first()
        facts: list[ChangedFact] = []
        for model in FACTS:
            if model is Result:
                facts += _changed_results(connection, number)
            else:
                facts += _changed_facts(session, model, number)
        return ChangeDetail(
            change=ChangeView(change.id, change.at_utc, change.who, change.command, change.reason),
            undoes=change.undoes,
            undone_by=by,
            hash=change.hash,
            facts=tuple(facts),
        )


def _changed_facts(session: Session, model: type[Fact], number: int) -> Iterator[ChangedFact]:
    before = {
        getattr(fact, model.identity): _shown(fact)
        for fact in session.exec(select(model).where(col(model.closed) == number))
    }
    after = {
        getattr(fact, model.identity): _shown(fact)
        for fact in session.exec(select(model).where(col(model.opened) == number))
    }
    for key in dict.fromkeys((*before, *after)):
        yield ChangedFact(str(model.__tablename__), key, before.get(key), after.get(key))


def _shown(fact: Fact) -> dict[str, Any]:
    hidden = {*fact.derived, "key", "name_key", "fingerprint"}
    return {name: value for name, value in fact.content().items() if name not in hidden}


def _changed_results(connection: Connection, number: int) -> Iterator[ChangedFact]:
    names = Directory(connection).all_names
    rules = rule_names(connection)
    sides = [
        {
            stored.version.id: _shown_result(stored.version, names, rules)
            for stored in results.select(connection, f"r.{column} = ?", (number,))
        }
        for column in ("closed", "opened")
    ]
    for key in sorted({*sides[0], *sides[1]}):
        yield ChangedFact("result", key, sides[0].get(key), sides[1].get(key))


def _shown_result(
    version: ResultVersion, names: Mapping[int, str], rules: Mapping[str | None, str | None]
) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "date": version.played_on,
        "label": version.label,
        "rules": rules.get(version.rules),
        "state": version.state,
        "unchecked_reason": version.unchecked_reason,
    }
    for letter, seat in zip(SEATS, version.seats, strict=False):
        number = f"place {seat.place}" if seat.points is None else str(seat.points)
        shown[letter] = f"{names[seat.player]}={number}"
    return shown


def check_database(store: Store, progress: Progress | None = None) -> CheckReport:
    """Verifies the chain, all references, and every derived row against a fresh fold."""
    with store.read() as connection:
        faults = (*chain_faults(connection), *reference_faults(connection))
        count = bulk.value(connection, "SELECT count(*) FROM change")
        head = bulk.value(connection, "SELECT hash FROM change ORDER BY id DESC LIMIT 1")
    return CheckReport(head or GENESIS, count, faults, verify(store, progress))
