"""Files of results: which games are complete and readable, and what is wrong with the others."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.problems import Problem
from hearts_admin.errors import finding
from hearts_admin.importers import cells, table
from hearts_admin.importers.cells import text_of
from hearts_admin.importers.drafts import Draft, SeatDraft
from hearts_admin.importers.headings import HEADING_ROWS, SYNONYMS, Headings, numbers_column
from hearts_admin.importers.layouts import draft_games
from hearts_admin.importers.sheet import Sheet, cell_name, read_sheets

SEATS_IN_A_GAME = 4
POINTS_LIMIT = 99_999
"""No game of any rule set goes beyond this, and every column can hold it."""

NO_NUMBER = frozenset({"", "-"})
"""What organisers write where somebody has no points: neither zero nor rated."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game as the file has it, complete and readable.

    Attributes:
        line: the first line of the game in the file.
        day: the club day.
        label: what the file calls the game.
        seats: name and number, in the order of the file.
        by_place: whether the numbers are places.
        sheet: the sheet it stands on, "" for a text file.
        column: the column it begins in.
        seat_cells: line and column of each name, in the order of the seats.
    """

    line: int
    day: dt.date
    label: str
    seats: tuple[tuple[str, int], ...]
    by_place: bool
    sheet: str = ""
    column: int = 1
    seat_cells: tuple[tuple[int, int], ...] = ()

    def at(self, problem: Problem) -> Problem:
        """A problem of this game with its place: the cell of the name that it is about, if any."""
        if not self.sheet:
            return problem.at(self.line)
        about = problem.fields.get("name")
        for (name, _), (line, column) in zip(self.seats, self.seat_cells, strict=True):
            if name == about:
                return place(problem, self.sheet, line, column)
        return place(problem, self.sheet, self.line, self.column)


@dataclass(frozen=True, slots=True)
class GamesFile:
    """What a file holds.

    Attributes:
        games: the good games.
        total: the number of all games.
        problems: every problem, with its place.
        ignored: names of sheets that hold no results.
        sheets: names of all sheets, in their order.
    """

    games: tuple[GameRow, ...]
    total: int
    problems: tuple[Problem, ...]
    ignored: tuple[str, ...] = ()
    sheets: tuple[str, ...] = ("",)

    def in_order(self, problems: Iterable[Problem]) -> list[Problem]:
        """Problems in the order in which they stand in the file."""
        order = {name: number for number, name in enumerate(self.sheets)}
        return sorted(
            problems,
            key=lambda problem: (order.get(str(problem.fields.get("sheet", "")), 0),
                                 problem.line or 0),
        )  # fmt: skip


def read_games(
    path: Path, *, day: dt.date | None = None, mapping: Mapping[str, str] | None = None
) -> GamesFile:
    """Reads results from a text file or workbook, in any layout of `importers.layouts`.

    Dates are `2026-03-14` or day first, `14-3-2026`. Rows of one game need not stand together.
    Where both points and places are given, points count; a row without points is a problem.

    Args:
        path: csv, xlsx, xls or ods.
        day: the day of games without a date; None makes a game without one a problem.
        mapping: heading -> column key, beside the synonyms.

    Raises:
        FileFault: the file cannot be read (`importers.sheet.read_sheets`), or no sheet of it
            holds results (`input.no_heading`).
    """
    headings = Headings(mapping)
    sheets = read_sheets(path, headings.words)
    drafts: list[Draft] = []
    ignored: list[str] = []
    for sheet in sheets:
        lacks = not sheet.name and _lacks_columns(sheet, headings, day)
        found = None if lacks else draft_games(sheet, headings)
        if found is None:
            ignored.append(sheet.name)
        else:
            drafts += found
    if len(ignored) == len(sheets):
        raise table.no_heading(str(path), SYNONYMS, ("date", "game", "player", "points"))
    games: list[GameRow] = []
    problems: list[Problem] = []
    reader = _Reader(day, _month_first(drafts))
    for draft in drafts:
        game, wrong = reader.game(draft)
        problems += wrong
        if game is not None:
            games.append(game)
    names = tuple(sheet.name for sheet in sheets)
    return GamesFile(tuple(games), len(drafts), tuple(problems), tuple(ignored), names)


def place(problem: Problem, sheet: str, line: int, column: int) -> Problem:
    """A problem at a cell of a sheet; in a text file at the line."""
    if not sheet:
        return problem.at(line)
    fields = {**problem.fields, "sheet": sheet, "cell": cell_name(line, column)}
    return Problem(problem.kind, problem.code, fields, line, column)


def _lacks_columns(sheet: Sheet, headings: Headings, day: dt.date | None) -> bool:
    """Whether a text file's heading lacks a column without which nothing can be read from it.

    A row a player needs the game, and the date unless a day is given; rows of whole games and
    stacked blocks do without either.
    """
    found = [headings.columns(row) for row in sheet.rows[:HEADING_ROWS]]
    best = max(found, key=len, default={})
    if "player" not in best or numbers_column(best) is None:
        return True
    plain = len(best["player"]) == 1 and ("date" in best or "game" in best)
    return plain and ("game" not in best or ("date" not in best and day is None))


def _month_first(drafts: Iterable[Draft]) -> frozenset[str]:
    """The sheets on which some date can only have the month first."""
    return frozenset(draft.sheet for draft in drafts if cells.is_month_first(draft.day))


_MISSING = {"points": "row.no_points", "place": "row.no_place"}
_BAD = {"points": "row.bad_points", "place": "row.bad_place"}


@dataclass(frozen=True, slots=True)
class _Reader:
    """Makes games of drafts.

    Attributes:
        day: the day of games without one.
        month_first: sheets on which day and month may be the other way round.
    """

    day: dt.date | None
    month_first: frozenset[str]

    def game(self, draft: Draft) -> tuple[GameRow | None, list[Problem]]:
        """A game, or everything that is wrong with it."""
        problems: list[Problem] = []
        day = self._day(draft)
        if isinstance(day, Problem):
            problems.append(day)
        if cells.is_date(draft.label):
            problems.append(
                place(
                    finding("row.became_date", value=text_of(draft.label)),
                    draft.sheet, *draft.label_at,
                )
            )  # fmt: skip
        label = text_of(draft.label)
        seats = []
        for seat in draft.seats:
            read = _seat(draft, seat, label)
            if isinstance(read, Problem):
                problems.append(read)
            else:
                seats.append(read)
        if len(draft.seats) != SEATS_IN_A_GAME:
            wrong = finding("row.table_size", game=label, seats=len(draft.seats))
            problems.append(place(wrong, draft.sheet, draft.line, draft.column))
        if problems or isinstance(day, Problem):
            return None, problems
        seat_cells = tuple((seat.line, seat.player_column) for seat in draft.seats)
        return (
            GameRow(
                draft.line, day, label, tuple(seats), draft.by_place, draft.sheet, draft.column,
                seat_cells,
            ),
            [],
        )  # fmt: skip

    def _day(self, draft: Draft) -> dt.date | Problem:
        written = text_of(draft.day)
        day = cells.day_of(draft.day) if written else self.day
        if draft.sheet in self.month_first and cells.is_either(draft.day):
            wrong = finding("row.day_or_month", value=written)
        elif day is not None:
            return day
        elif written:
            wrong = finding("row.bad_date", value=written)
        else:
            wrong = finding("row.no_date", game=text_of(draft.label))
        return place(wrong, draft.sheet, *draft.day_at)


def _seat(draft: Draft, seat: SeatDraft, label: str) -> tuple[str, int] | Problem:
    numbers = "place" if draft.by_place else "points"
    player, value = text_of(seat.player), text_of(seat.number)
    column = seat.number_column
    if not player:
        wrong, column = finding("row.no_player"), seat.player_column
    elif cells.is_date(seat.player):
        wrong, column = finding("row.became_date", value=player), seat.player_column
    elif not label:
        wrong, column = finding("row.no_game", player=player), draft.label_at[1]
    elif cells.is_date(seat.number):
        wrong = finding("row.became_date", value=value)
    elif value in NO_NUMBER:
        wrong = finding(_MISSING[numbers], player=player, value=value)
    else:
        number = cells.whole(seat.number)
        limits = (1, SEATS_IN_A_GAME) if draft.by_place else (-POINTS_LIMIT, POINTS_LIMIT)
        if number is not None and limits[0] <= number <= limits[1]:
            return player, number
        wrong = finding(_BAD[numbers], player=player, value=value)
    return place(wrong, draft.sheet, seat.line, column)
