"""Moving house: a whole database to another place or another kind of database."""

from __future__ import annotations

from dataclasses import dataclass

from hearts_admin.db import chain, moving
from hearts_admin.db.store import creating, faults, open_store, require_there
from hearts_admin.errors import DatabaseFault, without_password
from hearts_admin.services.backup import DatabaseInfo, describe_database
from hearts_admin.services.folding import Progress
from hearts_admin.services.ratings import verify


@dataclass(frozen=True, slots=True)
class MoveReport:
    """What was copied and what was found equal.

    Attributes:
        source: where it came from.
        target: where it went.
        rows: the rows of all tables.
        fingerprint: of the ledger, folded afresh on both sides.
        info: what the copy is and holds, with the head of its chain.
    """

    source: str
    target: str
    rows: int
    fingerprint: str
    info: DatabaseInfo


def copy_database(source: str, target: str, progress: Progress | None = None) -> MoveReport:
    """Copies a database row for row and compares the two.

    The copy appears complete or not at all; on a server, empty tables stay behind when it fails.

    Args:
        source: a path or database URL.
        target: a path that is free, or the URL of an empty database.
        progress: told how many rows are done.

    Raises:
        DatabaseFault: `db.no_file`, `db.exists`, `db.copy_differs`, and whatever opening reports.
    """
    require_there(source)
    with open_store(source) as old, creating(target) as new:
        with old.read() as reading, new.transaction() as writing:
            rows = moving.copy_rows(reading, writing, progress)
            differs = moving.first_difference(reading, writing)
            with faults(source):
                head = chain.head(reading)
            if differs is None and head != chain.head(writing):
                differs = "change"
            if differs is not None:
                raise DatabaseFault("db.copy_differs", database=target, table=differs)
        before, after = verify(old), verify(new)
        if before.fingerprint != after.fingerprint or after.difference != before.difference:
            raise DatabaseFault("db.copy_differs", database=target, table="ledger")
    with open_store(target) as copied:
        info = describe_database(copied)
    return MoveReport(
        without_password(source), without_password(target), rows, after.fingerprint, info
    )
