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


Place = list[ResultVersion]
"""The games of one day and label."""


class Shelf:
    """The results stored on the days of a file, and those of the file so far."""

    def __init__(self, work: Writing, days: Collection[dt.date]) -> None:
        """Look at what is stored.

        Args:
            work: the import's transaction.
            days: the club days of the file.
        """
        self._places: dict[tuple[str, str], Place] = {}
        self._typed = _typed_results(work)
        self._typed_outcomes: Counter[tuple[str, Outcome]] = Counter()
        if not days:
            return
        first, last = min(days).isoformat(), max(days).isoformat()
        for stored in results.select(
            work.connection, "r.closed IS NULL AND r.played_on BETWEEN ? AND ?", (first, last)
        ):
            version = stored.version
            self.place(version.played_on, version.label).append(version)
            if version.id in self._typed:
                self._typed_outcomes[version.played_on, version.outcome] += 1

    def place(self, day: str, label: str) -> Place:
        """Where the games of a day and label stand."""
        return self._places.setdefault((day, natural(label)), [])

    def other_player(self, place: Place, people: frozenset[int]) -> ResultVersion | None:
        """The game at a place in which one of the four was somebody else, if any."""
        for known in place:
            seated = known.players
            typed = known.id in self._typed  # then the program made up its label
            if not typed and len(seated - people) == 1 and people != seated:
                return known
        return None

    def find(self, place: Place, version: ResultVersion) -> ResultVersion | None:
        """The version of the same game, its numbers perhaps other ones.

        None if there is none; then this one is put in its place.
        """
        if place and (same := [known for known in place if known.players == version.players]):
            return next((known for known in same if known.outcome == version.outcome), same[0])
        outcomes = self._typed_outcomes
        if outcomes and outcomes[version.played_on, version.outcome]:
            outcomes[version.played_on, version.outcome] -= 1
            return version
        place.append(version)
        return None


def _typed_results(work: Writing) -> set[int]:
    """Results that were typed one by one, whatever has become of them since."""
    condition = " OR ".join("c.command LIKE ?" for _ in TYPED)
    rows = bulk.select(
        work.connection,
        f"SELECT r.id FROM result r JOIN change c ON c.id = r.opened WHERE {condition}",
        tuple(f"{command}%" for command in TYPED),
    )
    return {number for (number,) in rows}
