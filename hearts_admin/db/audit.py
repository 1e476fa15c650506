"""Checks of the audit chain and of the references between facts, from the stored rows alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection

from hearts_admin.db import bulk, chain, results
from hearts_admin.db.models import FACTS, Fact, Result


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in the database that cannot be as it is.

    `kind` is `hash`, `seal`, `link`, `reference` or `file`; `where` names the row.
    """

    kind: str
    where: str


def chain_faults(connection: Connection) -> Iterator[Fault]:
    """Recomputes every hash of the chain from the rows and the seal before it."""
    opened, closed, broken = _digests(connection)
    yield from broken
    previous = chain.GENESIS
    columns = "id, at_utc, who, command, reason, undoes, salt, seal, prev_hash, hash"
    for row in bulk.select(connection, f"SELECT {columns} FROM change ORDER BY id"):
        number, at_utc, who, command, reason, undoes, salt, seal, before, found = row
        if salt is not None and chain.seal(salt, (who, command, reason)) != seal:
            yield Fault("seal", f"change {number}")
        if before != previous:
            yield Fault("link", f"change {number}")
        expected = chain.link(
            before, [number, at_utc, undoes, seal], opened.get(number, ()), closed.get(number, ())
        )
        if expected != found:
            yield Fault("hash", f"change {number}")
        previous = found


_Digests = dict[int, list[str]]
_Closed = dict[int, list[tuple[str, int]]]


def _digests(connection: Connection) -> tuple[_Digests, _Closed, list[Fault]]:
    """Digests of the rows every change opened, the rows it closed, and rows with broken seals."""
    opened: _Digests = {}
    closed: _Closed = {}
    broken = []
    for model in FACTS:
        table = bulk.table_of(model).name
        rows = _results(connection) if model is Result else _facts(connection, model)
        for row, by, until, salt, seal, texts, digest in rows:
            if salt is not None and chain.seal(salt, texts) != seal:
                broken.append(Fault("seal", f"{table} {row}"))
            opened.setdefault(by, []).append(digest)
            if until is not None:
                closed.setdefault(until, []).append((table, row))
    return opened, closed, broken


_Stored = tuple[int, int, int | None, str | None, str, list[str | None], str]


def _facts(connection: Connection, model: type[Fact]) -> Iterator[_Stored]:
    table = bulk.table_of(model)
    quote = connection.dialect.identifier_preparer.quote
    names = ["row", "opened", "closed", "salt", "seal", *model.sealed, *model.plain]
    columns = ", ".join(quote(name) for name in names)
    flags = {name for name in model.plain if str(table.c[name].type) == "BOOLEAN"}
    texts_end = 5 + len(model.sealed)
    for values in bulk.select(
        connection, f"SELECT {columns} FROM {table.name} ORDER BY {quote('row')}"
    ):
        row, by, until, salt, seal = values[:5]
        plain = [
            bool(value) if name in flags else value
            for name, value in zip(model.plain, values[texts_end:], strict=True)
        ]
        digest = chain.digest(table.name, [row, *plain], seal)
        yield row, by, until, salt, seal, list(values[5:texts_end]), digest


def _results(connection: Connection) -> Iterator[_Stored]:
    seals = {
        row: (salt, seal)
        for row, salt, seal in bulk.select(connection, 'SELECT "row", salt, seal FROM result')
    }
    stored = sorted(results.select(connection, "1 = 1"), key=lambda found: found.row)
    for found in stored:
        salt, seal = seals[found.row]
        version = found.version
        plain = [getattr(version, name) for name in Result.plain]
        texts = [getattr(version, name) for name in Result.sealed]
        lines = results.seat_lines(found.row, version)
        digest = results.digest(found.row, plain, lines, seal)
        yield found.row, found.opened, found.closed, salt, seal, texts, digest


_REFERENCES = {
    "seat.player": "SELECT result_row FROM seat WHERE player NOT IN (SELECT id FROM player)",
    "alias.player": "SELECT id FROM alias WHERE player NOT IN (SELECT id FROM player)",
    "merge.from_player": "SELECT id FROM merge WHERE from_player NOT IN (SELECT id FROM player)",
    "merge.into_player": "SELECT id FROM merge WHERE into_player NOT IN (SELECT id FROM player)",
    "adjustment.player": "SELECT id FROM adjustment WHERE player NOT IN (SELECT id FROM player)",
    "adjustment.pool": "SELECT id FROM adjustment WHERE pool NOT IN (SELECT id FROM pool)",
    "result.pool": """
        SELECT id FROM result WHERE pool IS NOT NULL AND pool NOT IN (SELECT id FROM pool)
    """,
    "result.rules": """
        SELECT id FROM result
        WHERE rules IS NOT NULL AND rules NOT IN (SELECT fingerprint FROM rule_set)
    """,
    "result.log": """
        SELECT id FROM result
        WHERE log_digest IS NOT NULL AND log_digest NOT IN (SELECT digest FROM blob)
    """,
    "policy.pool": "SELECT id FROM pool WHERE id NOT IN (SELECT pool FROM policy)",
    "present seat.player": """
        SELECT r.id FROM seat s JOIN result r ON r."row" = s.result_row
        WHERE r.closed IS NULL AND s.player NOT IN (SELECT id FROM player WHERE closed IS NULL)
    """,
}
"""Rows whose reference leads nowhere, by reference."""


def reference_faults(connection: Connection) -> Iterator[Fault]:
    """References between facts that lead nowhere; and the database's own foreign keys."""
    for name, query in _REFERENCES.items():
        for (number,) in bulk.select(connection, query):
            yield Fault("reference", f"{name} ({number})")
    if connection.dialect.name == "sqlite":
        for table, row, *_ in bulk.select(connection, "PRAGMA foreign_key_check"):
            yield Fault("reference", f"{table} {row}")
        for (said,) in bulk.select(connection, "PRAGMA integrity_check"):
            if said != "ok":
                yield Fault("file", said)
