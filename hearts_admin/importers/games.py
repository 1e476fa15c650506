"""Results in long form: a row a player, with date, game, and points or place."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.problems import Problem, Value
from hearts_admin.errors import finding
from hearts_admin.importers import table
from hearts_admin.importers.table import Line

SYNONYMS = {
    "date": ("date", "datum", "day", "dag", "played on", "gespeeld op"),
    "game": ("game", "spel", "potje", "partij", "label", "game number", "spelnummer", "nr"),
    "player": ("player", "name", "speler", "naam"),
    "points": ("points", "score", "punten", "strafpunten", "minpunten"),
    "place": ("place", "rank", "position", "plaats", "plek", "positie"),
}
SEATS_IN_A_GAME = 4
POINTS_LIMIT = 99_999
"""No game of any rule set goes beyond this, and every column can hold it."""

_DATES = (
    (re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})"), (0, 1, 2)),
    (re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})"), (2, 1, 0)),
)


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game as the file has it, complete and readable.

    Attributes:
        line: the first line of the game in the file.
        day: the club day.
        label: what the file calls the game.
        seats: name and number, in the order of the file.
        by_place: whether the numbers are places.
    """

    line: int
    day: dt.date
    label: str
    seats: tuple[tuple[str, int], ...]
    by_place: bool


@dataclass(frozen=True, slots=True)
class GamesFile:
    """What a file holds: good games, the number of all games, every problem by line."""

    games: tuple[GameRow, ...]
    total: int
    problems: tuple[Problem, ...]


def read_games(path: Path) -> GamesFile:
    """Reads results in long form.

    Dates are `2026-03-14` or day first, `14-3-2026`. Rows of one game need not stand together.
    Where both points and places are given, points count; a row without points is a problem.

    Raises:
        FileFault: the file cannot be read as a table, or it has neither points nor places.
    """
    found = table.parse(
        table.read_text(path), str(path), SYNONYMS, required=("date", "game", "player")
    )
    numbers = "points" if "points" in found.columns else "place"
    if numbers not in found.columns:
        raise table.no_heading(str(path), SYNONYMS, ("date", "game", "player", "points"))
    games: list[GameRow] = []
    problems: list[Problem] = []
    total = 0
    for lines in _by_game(found.lines):
        total += 1
        game, wrong = _game(lines, numbers)
        problems += wrong
        if game is not None:
            games.append(game)
    return GamesFile(tuple(games), total, tuple(problems))


def _by_game(lines: Sequence[Line]) -> Iterator[list[Line]]:
    games: dict[tuple[dt.date | str, str], list[Line]] = {}
    for line in lines:
        written = line.cells["date"]
        day = parse_date(written)  # 14-3-2026 and 2026-03-14 are one day
        games.setdefault((day or written, line.cells["game"]), []).append(line)
    yield from games.values()


def _game(lines: Sequence[Line], numbers: str) -> tuple[GameRow | None, list[Problem]]:
    problems = []
    label = lines[0].cells["game"]
    seats = []
    for line in lines:
        seat = _seat(line, numbers)
        if isinstance(seat, Problem):
            problems.append(seat)
        else:
            seats.append(seat)
    day = parse_date(lines[0].cells["date"])
    if day is None:
        text = lines[0].cells["date"]
        code = "row.bad_date" if text else "row.no_date"
        problems.insert(0, _problem(code, lines[0], value=text))
    if len(lines) != SEATS_IN_A_GAME:
        problems.append(_problem("row.table_size", lines[0], game=label, seats=len(lines)))
    if problems or day is None:
        return None, problems
    game = GameRow(lines[0].number, day, label, tuple(seats), numbers == "place")
    return game, []


_MISSING = {"points": "row.no_points", "place": "row.no_place"}
_BAD = {"points": "row.bad_points", "place": "row.bad_place"}


def _seat(line: Line, numbers: str) -> tuple[str, int] | Problem:
    value = line.cells[numbers]
    if not line.cells["player"]:
        return _problem("row.no_player", line)
    if not line.cells["game"]:
        return _problem("row.no_game", line, player=line.cells["player"])
    if value in {"", "-"}:
        return _problem(_MISSING[numbers], line, player=line.cells["player"], value=value)
    number = table.whole_number(value)
    limits = (1, SEATS_IN_A_GAME) if numbers == "place" else (-POINTS_LIMIT, POINTS_LIMIT)
    if number is None or not limits[0] <= number <= limits[1]:
        return _problem(_BAD[numbers], line, player=line.cells["player"], value=value)
    return line.cells["player"], number


def parse_date(text: str) -> dt.date | None:
    """A date as organisers write it; None if it is none.

    >>> parse_date("2026-03-14") == parse_date("14-3-2026") == dt.date(2026, 3, 14)
    True
    >>> parse_date("2026-02-30") is None
    True
    """
    for pattern, order in _DATES:
        match = pattern.fullmatch(text.strip())
        if match:
            year, month, day = (int(match.group(1 + position)) for position in order)
            try:
                return dt.date(year, month, day)
            except ValueError:
                return None
    return None


def _problem(code: str, line: Line, **fields: Value) -> Problem:
    return finding(code, line=line.number, **fields)
