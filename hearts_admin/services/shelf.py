"""The shelf of stored games, by which an import knows its own again (DESIGN.md, "Imported games").

A game is known by its club day, its label and its four people. Labels that sort alike are alike
here too ("7" and "07"), as they are for the order of facts.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from engine.order import natural
from hearts_admin.db import bulk, results
from hearts_admin.db.results import Outcome, ResultVersion
from hearts_admin.db.writing import Writing

TYPED = ("result record", "result enter")
"""Commands by which results are typed one by one, with labels given by the program."""


@dataclass(frozen=True, slots=True)
class Known:
    """A game that is stored, or about to be.

    Attributes:
        id: its number.
        players: who sat at the table.
        outcome: who came to what.
        typed: whether it was typed one by one; then the program made up its label.
    """

    id: int
    players: frozenset[int]
    outcome: Outcome
    typed: bool


class Shelf:
    """The results stored on the days of a file, and those of the file so far."""

    def __init__(self, work: Writing, days: Collection[dt.date]) -> None:
        """Look at what is stored.

        Args:
            work: the import's transaction.
            days: the club days of the file.
        """
        self._labelled: dict[tuple[str, str], list[Known]] = {}
        self._typed: Counter[tuple[str, Outcome]] = Counter()
        if not days:
            return
        first, last = min(days).isoformat(), max(days).isoformat()
        typed = _typed_results(work)
        for stored in results.select(
            work.connection, "r.closed IS NULL AND r.played_on BETWEEN ? AND ?", (first, last)
        ):
            version = stored.version
            self._note(version, version.outcome, typed=version.id in typed)
            if version.id in typed:
                self._typed[version.played_on, version.outcome] += 1

    def other_player(self, day: dt.date, label: str, people: frozenset[int]) -> int | None:
        """The stored game with this label in which one of the four was somebody else, if any."""
        for known in self._labelled.get((day.isoformat(), natural(label)), ()):
            others = known.players - people
            if len(others) == 1 and people != known.players and not known.typed:
                return known.id
        return None

    def find(self, version: ResultVersion) -> Known | None:
        """The game that a version is, its numbers perhaps other ones; None puts it on the shelf."""
        outcome = version.outcome
        labelled = self._labelled.get((version.played_on, natural(version.label)), ())
        same = [known for known in labelled if known.players == version.players]
        if same:
            return next((known for known in same if known.outcome == outcome), same[0])
        if self._typed[version.played_on, outcome]:
            self._typed[version.played_on, outcome] -= 1
            return Known(version.id, version.players, outcome, typed=True)
        self._note(version, outcome, typed=False)
        return None

    def _note(self, version: ResultVersion, outcome: Outcome, *, typed: bool) -> None:
        key = version.played_on, natural(version.label)
        known = Known(version.id, version.players, outcome, typed)
        self._labelled.setdefault(key, []).append(known)


def _typed_results(work: Writing) -> set[int]:
    """Results that were typed one by one, whatever has become of them since."""
    condition = " OR ".join("c.command LIKE ?" for _ in TYPED)
    rows = bulk.select(
        work.connection,
        f"SELECT r.id FROM result r JOIN change c ON c.id = r.opened WHERE {condition}",
        tuple(f"{command}%" for command in TYPED),
    )
    return {number for (number,) in rows}
