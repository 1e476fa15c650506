"""The unit of work: one command, one transaction, one change, one link in the audit chain."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from sqlalchemy import Connection
from sqlmodel import Session, SQLModel

from hearts_admin.clock import Clock
from hearts_admin.db import bulk, chain, results
from hearts_admin.db.blobs import digest_of
from hearts_admin.db.facttable import Fact
from hearts_admin.db.models import FACTS, Blob, Change, Result
from hearts_admin.db.results import ResultVersion, StoredResult
from hearts_admin.db.store import Store


class Author(Protocol):
    """What the unit of work needs to know of whoever asks for a change."""

    @property
    def who(self) -> str:
        """A name for the audit."""
        ...

    @property
    def command(self) -> str:
        """What was asked."""
        ...

    @property
    def reason(self) -> str:
        """Why; may be empty."""
        ...

    @property
    def clock(self) -> Clock:
        """Where the present instant comes from."""
        ...

    @property
    def dry_run(self) -> bool:
        """Whether everything is rolled back at the end."""
        ...


class Writing:
    """Opens and closes versions of facts inside one transaction.

    Attributes:
        connection: for reading and bulk writing inside the transaction.
        session: for everything small.
        id: the number of the change being made.
        change: the finished change once the block has ended; None if no fact changed or
            nothing was kept.
    """

    def __init__(self, connection: Connection, author: Author, undoes: int | None) -> None:
        self.connection = connection
        self.session = Session(bind=connection, autoflush=True)
        self.author = author
        self.undoes = undoes
        self.id = 1 + (bulk.value(connection, "SELECT max(id) FROM change") or 0)
        self.change: Change | None = None
        self._opened: dict[str, list[tuple[int, str]]] = {}
        self._closed: dict[str, list[int]] = {}
        self._numbers: dict[tuple[type[SQLModel], str], int] = {}
        self._begin()

    @property
    def touched(self) -> bool:
        """Whether any fact was opened or closed so far."""
        return bool(self._opened or self._closed)

    def next_number(self, model: type[SQLModel], column: str = "id") -> int:
        """A number never used before in this column, versions that are closed included."""
        key = (model, column)
        if key not in self._numbers:
            table = bulk.table_of(model).name
            quoted = self.connection.dialect.identifier_preparer.quote(column)
            self._numbers[key] = (
                bulk.value(self.connection, f"SELECT max({quoted}) FROM {table}") or 0
            )
        self._numbers[key] += 1
        return self._numbers[key]

    def open(self, fact: Fact) -> None:
        """Writes a new version of a fact; results go through `open_results`."""
        fact.row = self.next_number(type(fact), "row")
        fact.opened = self.id
        fact.salt = os.urandom(chain.SALT_BYTES).hex()
        fact.seal = chain.seal(fact.salt, [getattr(fact, name) for name in fact.sealed])
        self.session.add(fact)
        self.session.flush()
        table = bulk.table_of(type(fact)).name
        plain = [fact.row, *(getattr(fact, name) for name in fact.plain)]
        self._opened.setdefault(table, []).append((fact.row, chain.digest(table, plain, fact.seal)))

    def close(self, fact: Fact) -> None:
        """Ends the current version of a fact."""
        fact.closed = self.id
        self.session.add(fact)
        self.session.flush()
        self._closed.setdefault(bulk.table_of(type(fact)).name, []).append(fact.row)

    def open_results(self, versions: Sequence[ResultVersion]) -> None:
        """Writes new versions of results."""
        if not versions:
            return
        first = self.next_number(Result, "row")
        self._numbers[Result, "row"] += len(versions) - 1
        self._opened.setdefault("result", []).extend(
            results.insert(self.connection, self.id, first, versions)
        )

    def close_results(self, stored: Iterable[StoredResult]) -> None:
        """Ends the current versions of results."""
        rows = [version.row for version in stored]
        bulk.execute_many(
            self.connection,
            'UPDATE result SET closed = ? WHERE "row" = ?',
            ((self.id, row) for row in rows),
        )
        if rows:
            self._closed.setdefault("result", []).extend(rows)

    def keep(self, content: bytes) -> str:
        """Keeps a file beside the facts; gives its digest. The same content is kept once."""
        digest = digest_of(content)
        if self.session.get(Blob, digest) is None:
            self.session.add(Blob(digest=digest, content=content))
            self.session.flush()
        return digest

    def _begin(self) -> None:
        # The row comes first, because facts refer to it; its hash is set at the end.
        instant = self.author.clock.now().astimezone(dt.UTC)
        salt = os.urandom(chain.SALT_BYTES).hex()
        texts = (self.author.who, self.author.command, self.author.reason)
        self._row = Change(
            id=self.id,
            at_utc=instant.strftime("%Y-%m-%dT%H:%M:%SZ"),
            who=texts[0],
            command=texts[1],
            reason=texts[2],
            undoes=self.undoes,
            salt=salt,
            seal=chain.seal(salt, texts),
            prev_hash=chain.head(self.connection),
            hash="",
        )
        self.session.add(self._row)
        self.session.flush()

    def finish(self) -> None:
        """Hashes the change over its facts and links it to the one before."""
        row = self._row
        tables = [bulk.table_of(model).name for model in FACTS]
        row.hash = chain.link(
            row.prev_hash,
            [row.id, row.at_utc, row.undoes, row.seal],
            (digest for table in tables for _, digest in sorted(self._opened.get(table, ()))),
            ((table, number) for table in tables for number in sorted(self._closed.get(table, ()))),
        )
        self.session.add(row)
        self.session.flush()
        self.session.expunge_all()
        self.change = row


@contextmanager
def writing(store: Store, author: Author, *, undoes: int | None = None) -> Iterator[Writing]:
    """One command's transaction. Nothing is kept if it fails, on a dry run, or if no fact changed.

    Args:
        store: the database.
        author: who asks, and whether it is a dry run.
        undoes: the change this one takes back.
    """
    with store.transaction() as connection:
        work = Writing(connection, author, undoes)
        try:
            yield work
            if work.touched:
                work.finish()
            work.session.close()
            if author.dry_run or not work.touched:
                connection.rollback()
                work.change = None
        finally:
            work.session.close()
