"""The shelf of stored games, by which an import knows its own again (DESIGN.md, "Imported games").

A game is known by its club day, its label and its four people. Labels that sort alike are alike
here too ("7" and "07"), as they are for the order of facts.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection

from engine.order import natural
from hearts_admin.db import bulk, results
from hearts_admin.db.results import Outcome, ResultVersion
from hearts_admin.db.writing import Writing

TYPED = ("result record", "result enter", "event record", "event enter")
"""Commands by which results are typed one by one, with labels given by the program."""


class Shelf:
    """The results stored on the days of a file, and those of the file so far."""

    def __init__(self, work: Writing, days: Collection[dt.date]) -> None:
        """Look at what is stored.

        Args:
            work: the import's transaction.
            days: the club days of the file.
        """
        self._labelled: dict[tuple[str, str], list[ResultVersion]] = {}
        self._typed = _typed_results(work)
        self._typed_outcomes: Counter[tuple[str, Outcome]] = Counter()
        if not days:
            return
        first, last = min(days).isoformat(), max(days).isoformat()
        for stored in results.select(
            work.connection, "r.closed IS NULL AND r.played_on BETWEEN ? AND ?", (first, last)
        ):
            version = stored.version
            self._on_the_shelf(version).append(version)
            if version.id in self._typed:
                self._typed_outcomes[version.played_on, version.outcome] += 1

    def other_player(self, day: dt.date, label: str, people: frozenset[int]) -> int | None:
        """The stored game with this label in which one of the four was somebody else, if any."""
        for known in self._labelled.get((day.isoformat(), natural(label)), ()):
            seated = known.players
            typed = known.id in self._typed  # then the program made up its label
            if not typed and len(seated - people) == 1 and people != seated:
                return known.id
        return None

    def find(self, version: ResultVersion) -> ResultVersion | None:
        """The version of the same game, its numbers perhaps other ones.

        None if there is none; then this one is put on the shelf.
        """
        labelled = self._on_the_shelf(version)
        same = [known for known in labelled if known.players == version.players]
        if same:
            return next((known for known in same if known.outcome == version.outcome), same[0])
        outcomes = self._typed_outcomes
        if outcomes and outcomes[version.played_on, version.outcome]:
            outcomes[version.played_on, version.outcome] -= 1
            return version
        labelled.append(version)
        return None

    def _on_the_shelf(self, version: ResultVersion) -> list[ResultVersion]:
        """The games of a version's day and label, to which it may be added."""
        return self._labelled.setdefault((version.played_on, natural(version.label)), [])


def _typed_results(work: Writing) -> set[int]:
    """Results that were typed one by one, whatever has become of them since."""
    condition = " OR ".join("c.command LIKE ?" for _ in TYPED)
    rows = bulk.select(
        work.connection,
        f"SELECT r.id FROM result r JOIN change c ON c.id = r.opened WHERE {condition}",
        tuple(f"{command}%" for command in TYPED),
    )
    return {number for (number,) in rows}
