"""Which column says what: headings in Dutch and English, or as the organiser maps them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from hearts_admin.importers.cells import text_of
from hearts_admin.importers.sheet import Cell, heading_words
from hearts_admin.names import blind_key

SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "date": ("date", "datum", "day", "dag", "played on", "gespeeld op"),
    "game": ("game", "spel", "potje", "partij", "label", "game number", "spelnummer", "nr"),
    "player": ("player", "name", "speler", "naam"),
    "points": ("points", "score", "punten", "strafpunten", "minpunten"),
    "place": ("place", "rank", "position", "plaats", "plek", "positie"),
}
"""Column key -> the words that head it, case and accents aside."""

HEADING_ROWS = 15
"""The first heading of a sheet stands in this many rows from the top."""

LONGEST_HEADING = 40

_OF_A_SEAT = re.compile(r"(.*?) ?(?:[1-9]|[nesw])")

Columns = Mapping[str, Sequence[int]]
"""Column key -> its positions, from 0."""


class Headings:
    """Finds columns by what heads them."""

    def __init__(self, mapping: Mapping[str, str] | None = None) -> None:
        """Know the synonyms, and what the organiser says.

        Args:
            mapping: heading -> column key; comes before the synonyms.
        """
        own = {blind_key(heading): key for heading, key in (mapping or {}).items()}
        self.words = heading_words(SYNONYMS) | own

    def columns(self, row: Sequence[Cell]) -> Columns:
        """The columns that a row heads; "Speler 2" and "Speler N" head a column of a seat."""
        found: dict[str, list[int]] = {}
        for position, cell in enumerate(row):
            if not isinstance(cell, str) or not cell or len(cell) > LONGEST_HEADING:
                continue
            key = self._key(cell)
            if key is not None:
                found.setdefault(key, []).append(position)
        return found

    def _key(self, cell: str) -> str | None:
        text = blind_key(text_of(cell))
        if text in self.words:
            return self.words[text]
        seat = _OF_A_SEAT.fullmatch(text)
        return self.words.get(seat[1]) if seat else None


def numbers_column(columns: Columns) -> str | None:
    """Whether a heading has points or places; points come first."""
    return next((key for key in ("points", "place") if key in columns), None)
