"""The versions of a result: listed, and found by number."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from hearts_admin.db import results
from hearts_admin.db.results import ResultVersion, StoredResult
from hearts_admin.db.store import Store
from hearts_admin.errors import Refused
from hearts_admin.services.book import result_view
from hearts_admin.services.changes import change_numbered
from hearts_admin.services.people import Directory
from hearts_admin.services.results import require_result
from hearts_admin.services.rulesets import rule_names
from hearts_admin.services.views import ChangeView, ResultView


@dataclass(frozen=True, slots=True)
class VersionView:
    """One version of a result; `closed` is None for the present one."""

    number: int
    result: ResultView
    opened: ChangeView
    closed: ChangeView | None


def list_versions(store: Store, number: int) -> tuple[VersionView, ...]:
    """Every version of a result, oldest first.

    Raises:
        Refused: `result.unknown`.
    """
    with store.read() as connection:
        require_result(connection, number)
        directory = Directory(connection)
        names = directory.all_names | directory.names
        rules = rule_names(connection)
        return tuple(
            VersionView(
                position,
                result_view(stored.version, names, rules),
                change_numbered(connection, stored.opened),
                None if stored.closed is None else change_numbered(connection, stored.closed),
            )
            for position, stored in enumerate(_versions(connection, number), start=1)
        )


def wanted_version(
    connection: Connection, present: StoredResult, number: int | None
) -> ResultVersion:
    """The version that is to be the present one again.

    Args:
        connection: an open connection.
        present: the result as it is.
        number: which version, from 1; None for the last one that counts and is not the present.

    Raises:
        Refused: `result.no_version`.
    """
    versions = _versions(connection, present.version.id)
    if number is None:
        wanted = [
            stored
            for stored in versions
            if stored.row != present.row and stored.version.state == "ok"
        ][-1:]
    else:
        wanted = versions[number - 1 : number] if number > 0 else []
    if not wanted:
        raise Refused(
            "result.no_version", id=present.version.id, version=number, versions=len(versions)
        )
    return wanted[0].version


def _versions(connection: Connection, result: int) -> list[StoredResult]:
    found = results.select(connection, "r.id = ?", (result,))
    return sorted(found, key=lambda stored: stored.row)
