"""Which column says what: headings in Dutch and English, or as the organiser maps them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from hearts_admin.errors import FileFault
from hearts_admin.importers import table
from hearts_admin.importers.cells import text_of
from hearts_admin.importers.sheet import Cell, Sheet, first_line, heading_words
from hearts_admin.names import blind_key

SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "date": ("date", "datum", "day", "dag", "played on", "gespeeld op"),
    "game": ("game", "spel", "potje", "partij", "label", "game number", "spelnummer", "nr"),
    "player": ("player", "name", "speler", "naam"),
    "points": ("points", "score", "punten", "strafpunten", "minpunten"),
    "place": ("place", "rank", "position", "plaats", "plek", "positie"),
    "event": ("event", "toernooi", "evenement", "tournament"),
    "round": ("round", "ronde"),
    "table": ("table", "tafel", "tafelnummer", "table number"),
}
"""Column key -> the words that head it, case and accents aside."""

HEADING_ROWS = 15
"""The first heading of a sheet stands in this many rows from the top."""

LONGEST_HEADING = 40

_OF_A_SEAT = re.compile(r"(.*?) ?(?:[1-9]|[nesw])")

Columns = Mapping[str, Sequence[int]]
"""Column key -> its positions, from 0."""


class Headings:
    """Finds columns by what heads them.

    Attributes:
        words: what heads a column, as it is compared -> column key.
        met: the organiser's own headings that were met.
    """

    def __init__(self, mapping: Mapping[str, str] | None = None) -> None:
        """Know the synonyms, and what the organiser says.

        Args:
            mapping: heading -> column key; comes before the synonyms.
        """
        self._own = {blind_key(heading): key for heading, key in (mapping or {}).items()}
        self.words = heading_words(SYNONYMS) | self._own
        self.met: dict[str, str] = {}

    def columns(self, row: Sequence[Cell]) -> Columns:
        """The columns that a row heads; "Speler 2" and "Speler N" head a column of a seat."""
        found: dict[str, list[int]] = {}
        for position, cell in enumerate(row):
            text = first_line(cell) if isinstance(cell, str) else ""
            key = self._key(text) if 0 < len(text) <= LONGEST_HEADING else None
            if key is not None:
                found.setdefault(key, []).append(position)
        return found

    def _key(self, heading: str) -> str | None:
        text = blind_key(heading)
        seat = None if text in self.words else _OF_A_SEAT.fullmatch(text)
        word = seat[1] if seat else text
        if word in self._own:
            self.met[word] = self._own[word]
        return self.words.get(word)


def numbers_column(columns: Columns) -> str | None:
    """Whether a heading has points or places; points come first."""
    return next((key for key in ("points", "place") if key in columns), None)


def no_heading(name: str, sheets: Iterable[Sheet], headings: Headings, *, dated: bool) -> FileFault:
    """The fault of a file without results: the row that comes nearest, and what it lacks.

    Args:
        name: the file's name.
        sheets: its sheets.
        headings: what heads a column.
        dated: whether the day is known without a column for it.
    """
    best: tuple[str, int, frozenset[str]] = ("", 0, frozenset())
    for sheet in sheets:
        for line, row in zip(sheet.lines, sheet.rows[:HEADING_ROWS], strict=False):
            columns = headings.columns(row)
            headed = frozenset(columns)
            if "game" in headed and numbers_players(row[columns["game"][0]], columns):
                headed -= {"game"}
            if len(headed) > len(best[2]):
                best = (sheet.name, line, headed)
    at, line, headed = best
    required = [
        *(() if dated else ("date",)),
        *(() if "table" in headed else ("game",)),
        "player",
        *(() if "place" in headed else ("points",)),
    ]
    return table.no_heading(name, required, [key for key in SYNONYMS if key in headed], at, line)


def numbers_players(heading: Cell, columns: Columns) -> bool:
    """Whether a column that might name the game numbers the players of one table.

    Without dates a column "Nr" may as well do that.
    """
    return "date" not in columns and blind_key(text_of(heading)) == "nr"
