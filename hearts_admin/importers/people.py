"""The list of members: name, member number, opening rating."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from engine.problems import Problem
from hearts_admin.errors import finding
from hearts_admin.importers.cells import whole
from hearts_admin.importers.listing import find_listing
from hearts_admin.importers.sheet import heading_words, place, read_sheets

SYNONYMS = {
    "player": ("player", "name", "speler", "naam", "member", "lid"),
    "member_no": ("member number", "member no", "number", "lidnummer", "nummer", "nr"),
    "opening": ("opening rating", "rating", "beginrating", "startrating", "openingsrating"),
}
OPENING_LIMIT = 9999
"""Opening ratings lie between minus and plus this."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """One person as the file has them.

    Attributes:
        line: line of the file or row of the sheet, from 1.
        name: as written.
        member_no: None where there is none.
        opening: the opening rating; None where there is none.
        sheet: the sheet they stand on, "" for a text file.
        column: the column of the name, from 1.
    """

    line: int
    name: str
    member_no: str | None
    opening: int | None
    sheet: str = ""
    column: int = 1

    def at(self, problem: Problem) -> Problem:
        """A problem of this person with its place."""
        return place(problem, self.sheet, self.line, self.column)


def read_people(path: Path, words: Iterable[str] = ()) -> tuple[list[PersonRow], list[Problem]]:
    """Reads a list of people, and every problem in it.

    A single column with the heading `name` is enough. In a workbook it is the first sheet with
    such a column.

    Args:
        path: csv, xlsx, xls or ods.
        words: what the club's own lists call that column, beside the synonyms.

    Raises:
        FileFault: the file cannot be read as a table (`importers.sheet.read_sheets`), or nothing
            heads the names (`input.no_heading`).
    """
    rows: list[PersonRow] = []
    problems: list[Problem] = []
    synonyms = {**SYNONYMS, "player": (*SYNONYMS["player"], *words)}
    sheets = read_sheets(path, heading_words(synonyms))
    found = find_listing(sheets, str(path), synonyms, "player")
    for line in found.lines:
        name = line.cells["player"]
        opening = line.cells.get("opening", "")
        rating = _rating(opening)
        if not name:
            problems.append(found.at(finding("row.no_player"), line, "player"))
        elif opening and rating is None:
            wrong = finding("row.bad_rating", value=opening, limit=OPENING_LIMIT)
            problems.append(found.at(wrong, line, "opening"))
        else:
            number = line.cells.get("member_no", "").removeprefix("#").strip()
            at = (found.sheet, found.columns["player"] + 1)
            rows.append(PersonRow(line.number, name, number or None, rating, *at))
    return rows, problems


def _rating(text: str) -> int | None:
    rating = whole(text)
    return rating if rating is not None and abs(rating) <= OPENING_LIMIT else None
