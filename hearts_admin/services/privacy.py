"""Names as they may leave the club: who wants to be private appears by initials."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from hearts_admin.db import bulk
from hearts_admin.db.store import Store
from hearts_admin.mentions import Mentions
from hearts_admin.names import initials
from hearts_admin.services.people import Directory


class PrintedNames:
    """How people and texts may be printed; everything that is exported goes through it.

    Initials need not be unique: two private people may share them.
    """

    def __init__(self, directory: Directory) -> None:
        self._directory = directory

    @cached_property
    def names(self) -> dict[int, str]:
        """Everybody's printable name by number; who was merged bears that of whom they are."""
        private = self._private
        return {
            player: initials(name) if self._directory.whole(player) in private else name
            for player, name in self._directory.names.items()
        }

    def text(self, text: str) -> str:
        """A text in which private people are named by their initials only."""
        return self._mentions.replaced(text) if self._private else text

    @cached_property
    def _private(self) -> frozenset[int]:
        rows = bulk.select(
            self._directory.connection, "SELECT id, private FROM player WHERE closed IS NULL"
        )
        return frozenset(number for number, private in rows if private)

    @cached_property
    def _mentions(self) -> Mentions:
        hidden: dict[str, str] = {}
        others: list[str] = []
        for spelling, player in self._directory.spellings().items():
            if self._directory.whole(player) in self._private:
                hidden[spelling] = self.names[player]
            else:
                others.append(spelling)
        return Mentions(hidden, keep=others)


def private_names(store: Store) -> Mapping[str, str]:
    """The names that may not leave the club, with the initials to be printed instead."""
    with store.read() as connection:
        directory = Directory(connection)
        printed = PrintedNames(directory).names
        return {
            name: printed[player]
            for player, name in directory.names.items()
            if printed[player] != name
        }
