"""Every fact as plain CSV: for other programs, and for the next century.

A file a table, a row a version, with the changes that opened and closed it. Private people leave
by their initials, and what could be used to guess a name (keys, salts, seals) does not leave at
all; who was forgotten is nowhere in the database any more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection
from sqlmodel import SQLModel

from hearts_admin.db import bulk, moving
from hearts_admin.db.models import FACTS, Alias, Change, Player, Seat
from hearts_admin.db.store import Store
from hearts_admin.errors import FileFault
from hearts_admin.names import initials
from hearts_admin.services.people import Directory
from hearts_admin.services.privacy import PrintedNames

TABLES: tuple[type[SQLModel], ...] = (Change, *FACTS, Seat)

LOGS = "logs"
"""The folder of the logs and score sheets, each named by the digest that results give."""

UNTOLD = frozenset({"salt", "seal", "key", "name_key", "order_key", "prev_hash", "hash"})
"""Columns made from names or texts, by which one could be guessed."""

TEXTS = frozenset({"name", "who", "command", "reason", "evidence", "event", "label",
                   "round", "table_no", "unchecked_reason"})  # fmt: skip


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was written: rows by file name, and the number of logs."""

    folder: str
    files: Mapping[str, int]
    logs: int


def export_facts(store: Store, folder: Path) -> ExportReport:
    """Writes every version of every fact into a new or empty folder.

    Raises:
        FileFault: `output.exists`, there is something in the folder; `output.no_folder`.
        OutputError: a file cannot be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FileFault("output.exists", file=str(folder))
    if not folder.parent.is_dir():
        raise FileFault("output.no_folder", file=str(folder), folder=str(folder.parent))
    folder.mkdir(exist_ok=True)
    with store.read() as connection:
        printed = _Printed(connection)
        files = {}
        for model in TABLES:
            name = f"{bulk.table_of(model).name}.csv"
            files[name] = _write(folder / name, connection, model, printed)
        logs = _write_logs(folder / LOGS, connection, printed)
    return ExportReport(str(folder), files, logs)


class _Printed:
    """Names and texts as they may leave the club."""

    def __init__(self, connection: Connection) -> None:
        self._names = PrintedNames(Directory(connection))
        latest = bulk.select(connection, 'SELECT id, private FROM player ORDER BY "row"')
        self.private = {number for number, private in dict(latest).items() if private}

    def row(self, model: type[SQLModel], columns: Mapping[str, Any]) -> Iterator[Any]:
        """A row's values without those that do not leave."""
        person = {Player: "id", Alias: "player"}.get(model)
        hidden = person is not None and columns[person] in self.private
        for name, value in columns.items():
            if name in UNTOLD and not (model is Alias and name == "name_key"):
                continue
            if hidden and name in {"name", "name_key", "member_no"}:
                yield None if name == "member_no" or value is None else initials(value)
            elif name in TEXTS and isinstance(value, str):
                yield self._names.text(value)
            else:
                yield value

    def log(self, content: bytes) -> bytes:
        """A log in which private people are named by initials; other files as they are."""
        try:
            return self._names.text(content.decode()).encode()
        except UnicodeDecodeError:
            return content


def _write(path: Path, connection: Connection, model: type[SQLModel], printed: _Printed) -> int:
    from reports.csv import write_csv
    from reports.output import replacing
    from reports.table import Column, Table

    names = moving.columns_of(model)
    told = [name for name in names if name not in UNTOLD or (model is Alias and name == "name_key")]
    rows = [
        tuple(printed.row(model, dict(zip(names, row, strict=True))))
        for row in moving.rows(connection, model)
    ]
    table = Table(tuple(Column(name, name) for name in told), rows)
    with (
        replacing(path) as temporary,
        temporary.open("w", encoding="utf-8", newline="") as stream,
    ):
        write_csv(table, stream, keys=True)
    return len(rows)


def _write_logs(folder: Path, connection: Connection, printed: _Printed) -> int:
    number = 0
    for digest, content in bulk.select(connection, "SELECT digest, content FROM blob"):
        folder.mkdir(exist_ok=True)
        (folder / digest).write_bytes(printed.log(content))
        number += 1
    return number
