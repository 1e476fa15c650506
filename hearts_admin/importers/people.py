"""The list of members: name, member number, opening rating."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.problems import Problem
from hearts_admin.errors import finding
from hearts_admin.importers import table

SYNONYMS = {
    "player": ("player", "name", "speler", "naam", "member", "lid"),
    "member_no": ("member number", "member no", "number", "lidnummer", "nummer", "nr"),
    "opening": ("opening rating", "rating", "beginrating", "startrating", "openingsrating"),
}
OPENING_LIMIT = 9999
"""Opening ratings lie between minus and plus this."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """One person as the file has them."""

    line: int
    name: str
    member_no: str | None
    opening: int | None


def read_people(path: Path) -> tuple[list[PersonRow], list[Problem]]:
    """Reads a list of people, and every problem in it.

    A single column with the heading `name` is enough.

    Raises:
        FileFault: the file cannot be read as a table.
    """
    rows: list[PersonRow] = []
    problems: list[Problem] = []
    found = table.parse(table.read_text(path), str(path), SYNONYMS, required=("player",))
    for line in found.lines:
        name = line.cells["player"]
        opening = line.cells.get("opening", "")
        rating = _rating(opening)
        if not name:
            problems.append(finding("row.no_player", line=line.number))
        elif opening and rating is None:
            problems.append(
                finding("row.bad_rating", line=line.number, value=opening, limit=OPENING_LIMIT)
            )
        else:
            number = line.cells.get("member_no", "").removeprefix("#").strip()
            rows.append(PersonRow(line.number, name, number or None, rating))
    return rows, problems


def _rating(text: str) -> int | None:
    rating = table.whole_number(text)
    return rating if rating is not None and abs(rating) <= OPENING_LIMIT else None
