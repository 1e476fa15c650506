"""Checks of the audit chain, of derived columns and of references, from the stored rows alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from engine import order
from hearts_admin.db import bulk, chain, results
from hearts_admin.db.facttable import Fact
from hearts_admin.db.ledger import merges
from hearts_admin.db.models import FACTS, Alias, Change, Player, Result


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in the database that cannot be as it is.

    Attributes:
        kind: `hash` (a change is not what was hashed: it, or a row it opened or closed, was
            changed or deleted), `link` (a change is missing, or out of order), `seal` (a text was
            changed), `erased` (a text stands where one was erased), `order` (an order key does
            not follow from its row), `reference` (leads nowhere), `fact` (cannot be what is
            said) or `file` (SQLite says so).
        where: which row; its number is that of the version.
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
                broken.append(Fault("seal", f"{table} row {row}"))
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
        texts = [getattr(found.version, name) for name in Result.sealed]
        digest = results.digest(found.row, found.version, seal)
        yield found.row, found.opened, found.closed, salt, seal, texts, digest


_SEALED: dict[type[Fact] | type[Change], tuple[str, ...]] = {
    Change: ("who", "command", "reason"),
    **{model: model.sealed for model in FACTS},
}
"""The columns of free text that a row's seal covers."""


def erased_rows(connection: Connection) -> int:
    """How many rows have lost their salt together with a text, changes included."""
    tables = [bulk.table_of(model).name for model in _SEALED]
    counts = (f"SELECT count(*) AS n FROM {table} WHERE salt IS NULL" for table in tables)
    return int(bulk.value(connection, f"SELECT sum(n) FROM ({' UNION ALL '.join(counts)}) c"))


def erasure_faults(connection: Connection, blank: str) -> Iterator[Fault]:
    """Rows without a salt that do not look as forgetting a person leaves them.

    Without its salt a seal proves nothing, so a text in such a row has to show the blank.

    Args:
        connection: an open connection.
        blank: what stands where a name stood.
    """
    quote = connection.dialect.identifier_preparer.quote
    for model, texts in _SEALED.items():
        table = bulk.table_of(model).name
        identity = "id" if model is Change else "row"
        columns = ", ".join(map(quote, (identity, *texts)))
        rows = bulk.select(
            connection, f"SELECT {columns} FROM {table} WHERE salt IS NULL ORDER BY 1"
        )
        for row, *values in list(rows):
            if not _blanked(connection, model, row, values, blank):
                what = "change" if model is Change else f"{table} row"
                yield Fault("erased", f"{what} {row}")


def _blanked(
    connection: Connection,
    model: type[Fact] | type[Change],
    row: int,
    texts: Sequence[str | None],
    blank: str,
) -> bool:
    if model is Player:
        _, name, _, member_no = texts
        return str(name).startswith(blank) and member_no is None
    if model is Alias:
        return str(texts[0]).startswith(blank.casefold())
    return any(blank in text for text in texts if text) or (
        model is Result and _blanked_beside(connection, row, blank)
    )


def _blanked_beside(connection: Connection, row: int, blank: str) -> bool:
    """Whether the log of a result shows the blank, or somebody forgotten sits in it."""
    log = bulk.value(
        connection,
        'SELECT b.content FROM result r JOIN blob b ON b.digest = r.log_digest WHERE r."row" = ?',
        (row,),
    )
    seated = bulk.value(
        connection,
        "SELECT count(*) FROM seat s JOIN player p ON p.id = s.player"
        " WHERE s.result_row = ? AND p.name LIKE ?",
        (row, f"{blank}%"),
    )
    return bool(seated) or (log is not None and blank.encode() in log)


def order_faults(connection: Connection) -> Iterator[Fault]:
    """Rows whose place in the order of facts does not follow from what they say."""
    keys = results.all_keys(connection)
    for stored in results.select(connection, "1 = 1"):
        if not stored.version.players <= keys.keys():
            continue  # a reference that leads nowhere is told elsewhere
        try:
            expected_key = results.order_key(stored.version, keys)
        except ValueError:  # its time is none
            expected_key = ""
        if expected_key != stored.version.order_key:
            yield Fault("order", f"result row {stored.row}")
    columns = '"row", order_key, on_day, player, kind, points, reason'
    for row, key, day, player, kind, points, reason in bulk.select(
        connection, f"SELECT {columns} FROM adjustment ORDER BY 1"
    ):
        expected = None
        if day is not None and player in keys:
            expected = order.adjustment_key(day, keys[player], kind, points, reason)
        if key != expected:
            yield Fault("order", f"adjustment row {row}")


REFERENCES: Mapping[str, str] = {
    "seat.player": "player.id",
    "alias.player": "player.id",
    "merge.from_player": "player.id",
    "merge.into_player": "player.id",
    "adjustment.player": "player.id",
    "adjustment.pool": "pool.id",
    "adjustment.result": "result.id",
    "exemption.player": "player.id",
    "policy.pool": "pool.id",
    "pool_feed.pool": "pool.id",
    "result.pool": "pool.id",
    "result.rules": "rule_set.fingerprint",
    "result.log_digest": "blob.digest",
    "event.pool": "pool.id",
    "event.rules": "rule_set.fingerprint",
    "event.season": "season.id",
    "entrant.event": "event.id",
    "entrant.player": "player.id",
    "attendance.event": "event.id",
    "attendance.player": "player.id",
    "substitution.event": "event.id",
    "substitution.player": "player.id",
    "substitution.substitute": "player.id",
    "event_round.event": "event.id",
    "event_round.request": "blob.digest",
    "event_game.event": "event.id",
    "event_game.result": "result.id",
    "penalty.event": "event.id",
    "penalty.player": "player.id",
    "kept_apart.event": "event.id",
    "kept_apart.player": "player.id",
    "kept_apart.other": "player.id",
}
"""What refers to a fact or a kept file, and the column it refers to. No foreign keys of the
database's own, for what they name has as many rows as versions."""

_OTHER_REFERENCES = {
    "club.rules": """
        SELECT id FROM club
        WHERE length(rules) > 64
            AND substr(rules, length(rules) - 63) NOT IN (SELECT fingerprint FROM rule_set)
    """,
    "result.seats": 'SELECT id FROM result WHERE "row" NOT IN (SELECT result_row FROM seat)',
    "pool.policy": "SELECT id FROM pool WHERE id NOT IN (SELECT pool FROM policy)",
    "ledger.pool": "SELECT DISTINCT pool FROM ledger WHERE pool NOT IN (SELECT id FROM pool)",
    "present seat.player": """
        SELECT r.id FROM seat s JOIN result r ON r."row" = s.result_row
        WHERE r.closed IS NULL AND s.player NOT IN (SELECT id FROM player WHERE closed IS NULL)
    """,
}
"""Rows whose reference leads nowhere, where that takes more than to look into a column."""


def _dangling(connection: Connection) -> Iterator[tuple[str, str]]:
    """Every reference with the query for the rows in which it leads nowhere."""
    quote = connection.dialect.identifier_preparer.quote
    for name, target in REFERENCES.items():
        (table, column), (other, key) = name.split("."), target.split(".")
        own = {"seat": "result_row", "policy": "pool"}.get(table, "id")
        yield (
            name,
            (
                f"SELECT {own} FROM {quote(table)} WHERE {column} IS NOT NULL"
                f" AND {column} NOT IN (SELECT {key} FROM {quote(other)})"
            ),
        )
    yield from _OTHER_REFERENCES.items()


def reference_faults(connection: Connection) -> Iterator[Fault]:
    """References between facts that lead nowhere; and the database's own foreign keys."""
    for name, query in _dangling(connection):
        for (number,) in bulk.select(connection, f"{query} ORDER BY 1"):
            yield Fault("reference", f"{name} ({number})")
    for player, target in merges(connection).items():
        if player == target:
            yield Fault("reference", f"merge in a circle ({player})")
    if connection.dialect.name == "sqlite":
        for table, row, parent, _ in bulk.select(connection, "PRAGMA foreign_key_check"):
            yield Fault("reference", f"{table} row {row}: {parent}")
        for (said,) in bulk.select(connection, "PRAGMA integrity_check"):
            if said != "ok":
                yield Fault("file", said)
