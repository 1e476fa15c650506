"""Erasing texts: the one place where a closed row may change.

A text goes together with its salt, so nothing can be guessed from the seal that stays; the audit
chain covers seals only and still verifies (`hearts_admin.db.chain`). Order keys are derived from
what a row says and follow it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection

from hearts_admin.db import bulk
from hearts_admin.db.facttable import Fact
from hearts_admin.db.models import Blob, Change
from hearts_admin.db.store import Store, faults

Texts = Mapping[str, str | None]
"""Column -> what is to stand there."""


def wipe_freed_space(connection: Connection) -> None:
    """What this transaction overwrites or deletes is overwritten in the file too."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete = ON")


def overwrite(
    connection: Connection, model: type[Fact] | type[Change], row: int, texts: Texts
) -> None:
    """Puts other texts into a stored row and erases its salt; the row is never vouched for again.

    Args:
        connection: an open connection.
        model: a fact's model, or `Change`.
        row: the version's row number, or the change's.
        texts: the sealed columns that differ.
    """
    quote = connection.dialect.identifier_preparer.quote
    identity = "id" if model is Change else "row"
    values = ", ".join(f"{quote(column)} = ?" for column in texts)
    bulk.execute_many(
        connection,
        f"UPDATE {bulk.table_of(model).name} SET {values}, salt = NULL WHERE {quote(identity)} = ?",
        [(*texts.values(), row)],
    )


def move(
    connection: Connection, model: type[Fact], order_keys: Iterable[tuple[str | None, int]]
) -> None:
    """Gives rows another place in the order of facts: pairs of order key and row number."""
    bulk.execute_many(
        connection,
        f'UPDATE {bulk.table_of(model).name} SET order_key = ? WHERE "row" = ?',
        order_keys,
    )


def drop_unused_files(connection: Connection) -> None:
    """Deletes the files that no version of a result, an adjustment or a draw refers to."""
    connection.exec_driver_sql(
        f"DELETE FROM {bulk.table_of(Blob).name}"
        " WHERE digest NOT IN (SELECT log_digest FROM result WHERE log_digest IS NOT NULL)"
        " AND digest NOT IN (SELECT request FROM event_round WHERE request IS NOT NULL)"
        " AND NOT EXISTS (SELECT 1 FROM adjustment WHERE replace(evidence, digest, '') <> evidence)"
    )


def compact(store: Store) -> None:
    """Rewrites a file without what earlier versions of its rows left in unused space.

    A server cleans up behind its rows by itself.

    Raises:
        DatabaseFault: `db.busy`, `db.disk_full` and the like; all facts are as they were.
    """
    if store.engine.dialect.name != "sqlite":
        return
    with faults(store.location):
        connection = store.engine.raw_connection()
        try:
            connection.cursor().execute("VACUUM")
        finally:
            connection.close()
