"""Every row of a database, as it stands: read, written elsewhere, and compared.

SQLite keeps yes and no as 1 and 0; nothing else differs between the two kinds of database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any

from sqlalchemy import Connection
from sqlmodel import SQLModel

from hearts_admin.db import bulk
from hearts_admin.db.derived import LedgerRow, PoolState
from hearts_admin.db.models import FACTS, Blob, Change, Seat
from hearts_admin.db.store import faults, location_of

TABLES: tuple[type[SQLModel], ...] = (Change, *FACTS, Seat, Blob, LedgerRow, PoolState)
"""Every table, each after those that it refers to."""

Told = Callable[[int, int | None], None]
"""Told how many rows are done, and of how many."""


def columns_of(model: type[SQLModel]) -> tuple[str, ...]:
    """The names of a table's columns."""
    return tuple(column.name for column in bulk.table_of(model).columns)


def rows(connection: Connection, model: type[SQLModel]) -> Iterator[tuple[Any, ...]]:
    """Every row of a table by its primary key, yes and no as 1 and 0.

    Raises:
        DatabaseFault: what the database reports that is read, whichever is being written.
    """
    quote = connection.dialect.identifier_preparer.quote
    table = bulk.table_of(model)
    names = ", ".join(quote(column) for column in columns_of(model))
    keys = ", ".join(quote(column.name) for column in table.primary_key)
    with faults(location_of(connection)):
        for row in bulk.stream(connection, f"SELECT {names} FROM {table.name} ORDER BY {keys}"):
            yield tuple(int(value) if isinstance(value, bool) else value for value in row)


def count_rows(connection: Connection) -> int:
    """The number of rows in all tables."""
    names = (bulk.table_of(model).name for model in TABLES)
    with faults(location_of(connection)):
        return sum(bulk.value(connection, f"SELECT count(*) FROM {name}") for name in names)


def copy_rows(source: Connection, target: Connection, told: Told | None = None) -> int:
    """Writes every row of a database into another one, which has none; gives their number."""
    total = count_rows(source) if told else None
    done = 0
    for model in TABLES:
        done += bulk.insert(target, model, columns_of(model), rows(source, model))
        if told:
            told(done, total)
    return done


def first_difference(source: Connection, target: Connection) -> str | None:
    """The first table of which two databases have different rows; None where all are equal."""
    for model in TABLES:
        pairs = zip_longest(rows(source, model), rows(target, model))
        if any(one != other for one, other in pairs):
            return bulk.table_of(model).name
    return None
