"""Bulk transport: many rows as plain tuples, straight through the driver.

Measured on 820,000 rows: 4 s here, 30 s as Core dictionaries, 150 s as objects (DESIGN.md). The
statements are built from the table's own metadata, so a column is named in one place.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import chain, islice
from typing import Any

from sqlalchemy import Connection, CursorResult, Table
from sqlalchemy.exc import DatabaseError
from sqlmodel import SQLModel

ROWS_AT_ONCE = 400
"""Rows in one statement for SQLite; more of them are no faster."""

MANY_ROWS = 5_000
"""From so many rows on it may be worth while to make indexes anew."""

CHUNK = 20_000
"""Rows handed to the driver at once: large enough to be fast, small enough for any memory."""


def table_of(model: type[SQLModel]) -> Table:
    """The table behind a model."""
    table: Table = model.__table__  # type: ignore[attr-defined]
    return table


def _placeholder(connection: Connection) -> str:
    return "?" if connection.dialect.paramstyle == "qmark" else "%s"


def prepare(connection: Connection, sql: str) -> str:
    """Turns `?` into the driver's own placeholder. No literal `?` or `%` in the statement."""
    mark = _placeholder(connection)
    return sql if mark == "?" else sql.replace("?", mark)


def insert(
    connection: Connection,
    model: type[SQLModel],
    columns: Sequence[str],
    rows: Iterable[tuple[Any, ...]],
) -> int:
    """Inserts rows and gives their number. Rows sorted by key are fastest.

    Columns left out must have a database default or accept NULL: Python-side defaults of the
    model do not apply here.
    """
    quote = connection.dialect.identifier_preparer.quote
    names = ", ".join(quote(column) for column in columns)
    if connection.dialect.name == "postgresql":
        return _copy(connection, f"COPY {table_of(model).name} ({names}) FROM STDIN", rows)
    return _stream(connection, f"INSERT INTO {table_of(model).name} ({names})", len(columns), rows)


@contextmanager
def indexed_afterwards(connection: Connection, model: type[SQLModel], rows: int) -> Iterator[None]:
    """Many rows for a table: on SQLite it gets its indexes when all of them are there.

    To sort them once takes half the time of finding a place for each, if the table had no more
    rows before.
    """
    name = table_of(model).name
    worthwhile = connection.dialect.name == "sqlite" and rows > MANY_ROWS
    indexes: list[tuple[str, str]] = []
    if worthwhile and rows > value(connection, f"SELECT count(*) FROM {name}"):
        own = "type = 'index' AND tbl_name = ? AND sql IS NOT NULL"
        indexes += select(connection, f"SELECT name, sql FROM sqlite_master WHERE {own}", (name,))
    for index, _ in indexes:
        connection.exec_driver_sql(f"DROP INDEX {index}")
    yield
    for _, sql in indexes:
        connection.exec_driver_sql(sql)


def execute_many(connection: Connection, sql: str, rows: Iterable[tuple[Any, ...]]) -> int:
    """Runs one statement (with `?` placeholders) for every row; gives the number of rows."""
    return _executemany(connection, prepare(connection, sql), rows)


def _copy(connection: Connection, statement: str, rows: Iterable[tuple[Any, ...]]) -> int:
    """PostgreSQL's own way in for many rows, inside the same transaction."""
    driver = connection.dialect.dbapi
    assert driver is not None  # noqa: S101 - there is a connection
    cursor: Any = connection.connection.cursor()
    count = 0
    try:
        with cursor, cursor.copy(statement) as copy:
            for row in rows:
                copy.write_row(row)
                count += 1
    except driver.Error as error:  # nobody else wraps what did not go through SQLAlchemy
        raise DatabaseError(statement, None, error) from error
    return count


def _stream(connection: Connection, into: str, width: int, rows: Iterable[tuple[Any, ...]]) -> int:
    """SQLite takes many rows in one statement, in two thirds of the time of one statement a row."""
    driver: Any = connection.connection.driver_connection
    many = min(ROWS_AT_ONCE, driver.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER) // width)
    iterator = iter(rows)
    count = 0
    cursor = driver.cursor()
    try:
        while chunk := list(islice(iterator, many)):
            if len(chunk) == many:
                cursor.execute(f"{into} VALUES {_marks(width, many)}", tuple(_flat(chunk)))
            else:
                cursor.executemany(f"{into} VALUES {_marks(width)}", chunk)
            count += len(chunk)
    finally:
        cursor.close()
    return count


_flat = chain.from_iterable


@cache
def _marks(width: int, rows: int = 1) -> str:
    """Placeholders of rows.

    >>> _marks(2, 2)
    '(?, ?), (?, ?)'
    """
    one = f"({', '.join('?' * width)})"
    return ", ".join([one] * rows)


def _executemany(connection: Connection, statement: str, rows: Iterable[tuple[Any, ...]]) -> int:
    count = 0
    iterator = iter(rows)
    while chunk := list(islice(iterator, CHUNK)):
        connection.exec_driver_sql(statement, chunk)
        count += len(chunk)
    return count


def select(
    connection: Connection, sql: str, parameters: tuple[Any, ...] = ()
) -> Iterator[tuple[Any, ...]]:
    """Rows as plain tuples; `?` placeholders. For what fits in memory, else `stream`."""
    result = connection.exec_driver_sql(prepare(connection, sql), parameters)
    try:
        yield from _driver_rows(result)
    finally:
        result.close()


def stream(
    connection: Connection, sql: str, parameters: tuple[Any, ...] = ()
) -> Iterator[tuple[Any, ...]]:
    """As `select`, but the rows are not all in memory at once.

    A server keeps a cursor for it, which takes three more trips: a whole table is worth them, a
    row is not. A refold asks for a few rows thousands of times.
    """
    options = {"stream_results": True, "yield_per": CHUNK}
    result = connection.exec_driver_sql(
        prepare(connection, sql), parameters, execution_options=options
    )
    try:
        if connection.dialect.name == "sqlite":
            yield from _driver_rows(result)
        else:
            for rows in result.partitions():
                yield from map(tuple, rows)
    finally:
        result.close()


def _driver_rows(result: CursorResult[Any]) -> Iterator[tuple[Any, ...]]:
    """The driver's own rows: SQLAlchemy's take twice the time. SQLite's cursor streams anyway."""
    while chunk := result.cursor.fetchmany(CHUNK):
        yield from chunk


def first(
    connection: Connection, sql: str, parameters: tuple[Any, ...] = ()
) -> tuple[Any, ...] | None:
    """The first row of a query, or None."""
    row = connection.exec_driver_sql(prepare(connection, sql), parameters).first()
    return None if row is None else tuple(row)


def value(connection: Connection, sql: str, parameters: tuple[Any, ...] = ()) -> Any:
    """The first column of the first row, or None."""
    row = first(connection, sql, parameters)
    return None if row is None else row[0]
