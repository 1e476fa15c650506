"""Which column says what: headings in Dutch and English, or as the organiser maps them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from hearts_admin.errors import FileFault
from hearts_admin.importers import table
from hearts_admin.importers.cells import day_of, text_of, whole
from hearts_admin.importers.sheet import Cell, Sheet, first_line, heading_words
from hearts_admin.names import blind_key

SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "date": (
        "date",
        "datum",
        "day",
        "dag",
        "played on",
        "gespeeld op",
        "played",
        "gespeeld",
        "date played",
        "match date",
        "game date",
        "speeldatum",
        "speldatum",
        "speeldag",
        "datum gespeeld",
        "datum spel",
        "datum partij",
        "spel datum",
        "wedstrijddatum",
    ),
    "time": ("time", "tijd", "tijdstip", "eindtijd", "einde", "ended"),
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

ROWS_TO_TELL = 20
"""What a column holds, so many rows tell."""

_TELLING = ("date", "points", "place", "player", "game")
"""Columns from the one that is known best by what it holds."""

_SEAT_BEHIND = re.compile(r"(?: [nesw]| ?[1-9])$", re.IGNORECASE)
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
    nearest: Sheet | None = None
    for sheet in sheets:
        for line, row in zip(sheet.lines, sheet.rows[:HEADING_ROWS], strict=False):
            columns = headings.columns(row)
            headed = frozenset(columns)
            if "game" in headed and numbers_players(row[columns["game"][0]], columns):
                headed -= {"game"}
            if len(headed) > len(best[2]):
                best = (sheet.name, line, headed)
                nearest = sheet
    at, line, headed = best
    required = [
        *(() if dated else ("date",)),
        *(() if "table" in headed else ("game",)),
        "player",
        *(() if "place" in headed else ("points",)),
    ]
    lacking = [key for key in required if key not in headed]
    proposed = () if nearest is None else proposals(nearest, headings, lacking)
    named = [key for key in SYNONYMS if key in headed]
    return table.no_heading(name, required, named, at, line, proposed)


class Unread(NamedTuple):
    """A heading that says nothing to the program.

    Attributes:
        heading: as it is written, without the number of a seat.
        line: its row, from 1.
        column: its column, from 1.
        below: what stands in the next rows of its column.
    """

    heading: str
    line: int
    column: int
    below: Sequence[Cell]

    def suits(self, key: str) -> bool:
        """Whether its column may hold what a key stands for: mostly days, numbers or names."""
        if key == "date":
            fit = [day_of(cell) is not None for cell in self.below]
        elif key in ("points", "place"):
            fit = [whole(cell) is not None for cell in self.below]
        elif key == "player":
            fit = [
                isinstance(cell, str) and whole(cell) is None and day_of(cell) is None
                for cell in self.below
            ]
        else:
            fit = [day_of(cell) is None for cell in self.below]
        return 2 * sum(fit) > len(fit)


def titles(sheet: Sheet, headings: Headings) -> tuple[str, ...]:
    """The texts of the row that heads most columns; none where no row heads any."""
    index = _heading_row(sheet, headings)
    row = () if index is None else sheet.rows[index]
    return tuple(text for cell in row if isinstance(cell, str) and (text := first_line(cell)))


def unread(sheet: Sheet, headings: Headings) -> list[Unread]:
    """What heads nothing in the row that heads most columns."""
    index = _heading_row(sheet, headings)
    if index is None:
        return []
    row = sheet.rows[index]
    read = {position for each in headings.columns(row).values() for position in each}
    below = sheet.rows[index + 1 :][:ROWS_TO_TELL]
    found: dict[str, Unread] = {}
    for position, cell in enumerate(row):
        text = first_line(cell) if isinstance(cell, str) else ""
        if position in read or not 0 < len(text) <= LONGEST_HEADING:
            continue
        word = _SEAT_BEHIND.sub("", text) or text
        cells = [each[position] for each in below if position < len(each) and each[position] != ""]
        found.setdefault(word, Unread(word, sheet.lines[index], position + 1, cells))
    return list(found.values())


def proposals(sheet: Sheet, headings: Headings, lacking: Iterable[str]) -> tuple[str, ...]:
    """What may be said of a sheet's headings, `Wie=player`; "..." for one that is not certain."""
    left = unread(sheet, headings)
    if not left:
        return ()
    said = []
    for key in sorted(lacking, key=_TELLING.index):
        suiting = [each for each in left if each.suits(key)]
        if len(suiting) == 1:
            left.remove(suiting[0])
        said.append(f"{suiting[0].heading if len(suiting) == 1 else '...'}={key}")
    return tuple(said)


def _heading_row(sheet: Sheet, headings: Headings) -> int | None:
    counts = [len(headings.columns(row)) for row in sheet.rows[:HEADING_ROWS]]
    most = max(counts, default=0)
    return counts.index(most) if most else None


def numbers_players(heading: Cell, columns: Columns) -> bool:
    """Whether a column that might name the game numbers the players of one table.

    Without dates a column "Nr" may as well do that.
    """
    return "date" not in columns and blind_key(text_of(heading)) == "nr"
