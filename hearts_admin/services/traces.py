"""The traces of a person in the database: their numbers, spellings, member numbers and results."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from sqlalchemy import Connection

from hearts_admin.db import bulk, results
from hearts_admin.db.results import StoredResult
from hearts_admin.names import name_key
from hearts_admin.services.people import Directory

BLANK = "N.N."
"""What stands where a name stood: *nomen nescio*, the same in Dutch and English."""


class Traces:
    """Everything by which one person is known, entries merged into them included.

    Attributes:
        present: the person's number, then those of the entries merged into them.
        gone: entries of the same name that are there no more, because adding them was undone.
        others: the spellings by which everybody else is known.
        names: every spelling by which the person was ever known and nobody else is now.
    """

    def __init__(self, connection: Connection, name: str) -> None:
        """Find the person.

        Raises:
            Refused: `players.unknown`.
        """
        self._connection = connection
        self._directory = Directory(connection)
        (person,) = self._directory.require([name])
        self.present = self._directory.everybody(person.id)
        self.others = [
            spelling
            for spelling, player in self._directory.spellings().items()
            if player not in self.present
        ]
        taken = {name_key(spelling) for spelling in self.others}
        self.names = {name for name in self._spellings() if name_key(name) not in taken}
        self.gone = self._gone()

    @property
    def entries(self) -> tuple[int, ...]:
        """All the person's numbers."""
        return (*self.present, *self.gone)

    @property
    def name_keys(self) -> set[str]:
        """The keys of their names."""
        return {name_key(name) for name in self.names}

    @cached_property
    def blanks(self) -> dict[int, str]:
        """What each entry is called once it is forgotten; nobody else bears it."""
        return {entry: self._blank(entry) for entry in self.entries}

    @property
    def blank(self) -> str:
        """What the person is called once they are forgotten."""
        return self.blanks[self.present[0]]

    @property
    def are_gone(self) -> bool:
        """Whether the person is forgotten already."""
        blank = {name_key(name) for name in self.blanks.values()}
        return self.name_keys <= blank and not self.member_numbers

    @cached_property
    def member_numbers(self) -> set[str]:
        """Member numbers the person ever had."""
        rows = bulk.select(
            self._connection,
            "SELECT DISTINCT member_no FROM player"
            f" WHERE member_no IS NOT NULL AND id IN ({marks(self.present)})",
            self.present,
        )
        return {number for (number,) in rows}

    @cached_property
    def results(self) -> list[StoredResult]:
        """Every version of every result they sat in."""
        seated = f"SELECT result_row FROM seat WHERE player IN ({marks(self.entries)})"
        return list(results.select(self._connection, f'r."row" IN ({seated})', self.entries))

    def _spellings(self) -> set[str]:
        rows = bulk.select(
            self._connection,
            f"SELECT name FROM player WHERE id IN ({marks(self.present)})"
            f" UNION SELECT name_key FROM alias WHERE player IN ({marks(self.present)})",
            self.present * 2,
        )
        return {spelling for (spelling,) in rows}

    def _gone(self) -> tuple[int, ...]:
        keys = tuple(self.name_keys)
        rows = bulk.select(
            self._connection,
            f"SELECT DISTINCT id FROM player WHERE name_key IN ({marks(keys)})"
            " AND id NOT IN (SELECT id FROM player WHERE closed IS NULL)",
            keys,
        )
        return tuple(sorted(number for (number,) in rows))

    def _blank(self, entry: int) -> str:
        blank = f"{BLANK} {entry}"
        while (bearer := self._directory.find_entry(blank)) is not None and bearer.id != entry:
            blank += "*"
        return blank


def marks(values: Collection[object]) -> str:
    """Placeholders for so many values."""
    return ", ".join("?" * len(values))
