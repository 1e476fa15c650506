"""Files of results: which games are complete and readable, and what is wrong with the others."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from engine.problems import Problem
from hearts_admin.errors import finding
from hearts_admin.importers import cells
from hearts_admin.importers.cells import text_of
from hearts_admin.importers.drafts import Draft, is_blank
from hearts_admin.importers.formulas import with_formulas
from hearts_admin.importers.headings import (
    HEADING_ROWS,
    Headings,
    no_heading,
    numbers_column,
    titles,
    unread,
)
from hearts_admin.importers.layouts import draft_games
from hearts_admin.importers.scoresheets import DEAL_WORDS, ScoreSheet
from hearts_admin.importers.sheet import Sheet, place, read_sheets
from hearts_admin.importers.sheetblocks import draft_sheets

SEATS_IN_A_GAME = 4
POINTS_LIMIT = 99_999
"""No game of any rule set goes beyond this, and every column can hold it."""

NO_NUMBER = frozenset({"", "-"})
"""What organisers write where somebody has no points: neither zero nor rated."""


class GameRow(NamedTuple):
    """One game as the file has it, complete and readable; a tuple, as its draft is.

    Attributes:
        day: the club day; with a time, the date.
        label: what the file calls the game.
        names: the players' names, in the order of the file.
        numbers: their points or places.
        draft: where it stands.
        time: when it ended, as the clock said; the day is the calendar's then.
    """

    day: dt.date
    label: str
    names: tuple[str, ...]
    numbers: tuple[int, ...]
    draft: Draft
    time: dt.time | None = None

    @property
    def line(self) -> int:
        """The first line of the game in the file."""
        return self.draft.line

    @property
    def by_place(self) -> bool:
        """Whether the numbers are places."""
        return self.draft.by_place

    @property
    def seats(self) -> tuple[tuple[str, int], ...]:
        """Name and number of each player."""
        return tuple(zip(self.names, self.numbers, strict=True))

    def at(self, problem: Problem) -> Problem:
        """A problem of this game with its place: the cell of the person it is about, if any."""
        draft = self.draft
        about = problem.fields.get("name", problem.fields.get("seat"))
        line, column = problem.line or draft.line, draft.column
        if draft.sheet:
            for seat, name in enumerate(self.names, start=draft.first):
                if name == about:
                    line = problem.line or draft.seats.lines[seat]
                    column = draft.seats.player_columns[seat]
        return place(problem, draft.sheet, line, column)


@dataclass(frozen=True, slots=True)
class GamesFile:
    """What a file holds.

    Attributes:
        games: the good games.
        total: the number of all games.
        problems: every problem, with its place.
        ignored: names of sheets that hold no results.
        sheets: names of all sheets, in their order.
        headings: the organiser's own headings that were met, with what they mean.
        titles: all headings as they are written, each once.
    """

    games: tuple[GameRow, ...]
    total: int
    problems: tuple[Problem, ...]
    ignored: tuple[str, ...] = ()
    sheets: tuple[str, ...] = ("",)
    headings: Mapping[str, str] = field(default_factory=dict)
    titles: tuple[str, ...] = ()

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
    Where both points and places are given, points count; a row without points is a problem. Games
    from score sheets have the sums of their deals, which are still to be followed.

    Args:
        path: csv, xlsx, xls or ods.
        day: the day of games without a date; None makes a game without one a problem.
        mapping: heading -> column key, beside the synonyms.

    Raises:
        FileFault: the file cannot be read (`importers.sheet.read_sheets`), or no sheet of it
            holds results (`input.no_heading`).
    """
    headings = Headings(mapping)
    sheets = read_sheets(path, DEAL_WORDS | headings.words)
    drafts: list[Draft] = []
    ignored: list[str] = []
    for sheet in sheets:
        lacks = not sheet.name and _lacks_columns(sheet, headings, day)
        found = draft_sheets(sheet, headings) if lacks else draft_games(sheet, headings)
        if found is None:
            ignored.append(sheet.name)
        else:
            drafts += found
    if len(ignored) == len(sheets):
        raise no_heading(str(path), sheets, headings, dated=day is not None)
    games: list[GameRow] = []
    problems: list[Problem] = []
    reader = _Reader(day, _month_first(drafts))
    for draft in drafts:
        game, wrong = reader.game(draft)
        problems += wrong
        if game is not None:
            games.append(game)
    if problems:
        if day is None:
            problems = _with_dates_elsewhere(problems, drafts, sheets, headings)
        problems = with_formulas(path, problems)
    names = tuple(sheet.name for sheet in sheets)
    written = (title for sheet in sheets for title in titles(sheet, headings))
    return GamesFile(
        tuple(games), len(drafts), tuple(problems), tuple(ignored), names, headings.met,
        tuple(dict.fromkeys(written)),
    )  # fmt: skip


def _lacks_columns(sheet: Sheet, headings: Headings, day: dt.date | None) -> bool:
    """Whether a text file's heading lacks a column without which nothing can be read from it.

    A row a player needs the game, and the date unless a day is given; rows of whole games and
    stacked blocks do without either.
    """
    found = [headings.columns(row) for row in sheet.rows[:HEADING_ROWS]]
    best = max(found, key=len, default={})
    if "player" not in best or numbers_column(best) is None:
        return True
    named = "game" in best or "table" in best
    plain = len(best["player"]) == 1 and ("date" in best or named)
    return plain and (not named or ("date" not in best and day is None))


def _with_dates_elsewhere(
    problems: Sequence[Problem],
    drafts: Sequence[Draft],
    sheets: Iterable[Sheet],
    headings: Headings,
) -> list[Problem]:
    """Of a sheet without any date, which column holds them: all else follows from that."""
    told = list(problems)
    dated = {draft.sheet for draft in drafts if not is_blank(draft.day)}
    for name in {draft.sheet for draft in drafts} - dated:
        sheet = next(sheet for sheet in sheets if sheet.name == name)
        column = next((each for each in unread(sheet, headings) if each.suits("date")), None)
        if column is not None and column.below:
            wrong = finding("row.date_elsewhere", heading=column.heading)
            told = [each for each in told if each.fields.get("sheet", "") != name]
            told.append(place(wrong, name, column.line, column.column))
    return told


def _month_first(drafts: Iterable[Draft]) -> frozenset[str]:
    """The sheets on which some date can only have the month first."""
    return frozenset(draft.sheet for draft in drafts if cells.is_month_first(draft.day))


_MISSING = {"points": "row.no_points", "place": "row.no_place"}
_BAD = {"points": "row.bad_points", "place": "row.bad_place"}
_LIMITS = {False: (-POINTS_LIMIT, POINTS_LIMIT), True: (1, SEATS_IN_A_GAME)}
"""By whether the numbers are places."""


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
        if isinstance(day, Problem) and (day.code != "row.no_date" or not is_blank(draft.label)):
            problems.append(day)
        if cells.is_date(draft.label):
            problems.append(
                place(
                    finding("row.became_date", value=text_of(draft.label)),
                    draft.sheet, *draft.label_at,
                )
            )  # fmt: skip
        label = text_of(draft.label)
        if draft.stray is not None:
            player, column = draft.stray
            wrong = finding("row.no_heading_above", player=player)
            problems.append(place(wrong, draft.sheet, draft.line, column))
        names = tuple(draft.names)
        numbers = tuple([number for number in draft.values if number is not None])
        if draft.deals is not None:
            problems += _problems_of_deals(draft, draft.deals)
        elif not _is_plain(draft, label, names, numbers):
            problems += _problems_of_lines(draft, label)
        if len(names) != SEATS_IN_A_GAME and label:
            wrong = finding("row.table_size", game=label, seats=len(names))
            problems.append(place(wrong, draft.sheet, draft.line, draft.column))
        own = draft.time != "" and not is_blank(draft.time)
        time = cells.time_of(draft.time if own else draft.day)
        if own and time is None:
            wrong = finding("row.bad_time", value=text_of(draft.time))
            problems.append(place(wrong, draft.sheet, *draft.time_at))
        if problems or isinstance(day, Problem):
            return None, problems
        return GameRow(day, label, names, numbers, draft, time), problems

    def _day(self, draft: Draft) -> dt.date | Problem:
        day = cells.day_of(draft.day)
        if draft.sheet in self.month_first and cells.is_either(draft.day):
            wrong = finding("row.day_or_month", value=text_of(draft.day))
        elif day is not None:
            return day
        elif written := text_of(draft.day):
            wrong = finding("row.bad_date", value=written)
        elif self.day is not None:
            return self.day
        else:
            wrong = finding("row.no_date", game=text_of(draft.label))
        return place(wrong, draft.sheet, *draft.day_at)


def _is_plain(draft: Draft, label: str, names: tuple[str, ...], numbers: tuple[int, ...]) -> bool:
    """Whether nothing is wrong with any player's line, told at one look."""
    first, last = _LIMITS[draft.by_place]
    return (
        label != ""
        and all(names)
        and len(numbers) == len(names)
        and first <= min(numbers)
        and max(numbers) <= last
    )


def _problems_of_deals(draft: Draft, sheet: ScoreSheet) -> Iterator[Problem]:
    """What cannot be read of a score sheet; the sums of its deals need no other look."""
    for problem in sheet.problems:
        yield place(problem, draft.sheet, problem.line or draft.line, draft.column)


def _problems_of_lines(draft: Draft, label: str) -> Iterator[Problem]:
    """The first thing that is wrong with each player's line."""
    for seat, cell in enumerate(draft.seats.players[draft.first : draft.stop], draft.first):
        column = draft.seats.player_columns[seat]
        player = text_of(cell)
        if cells.is_date(cell):
            wrong = finding("row.became_date", value=player)
        elif not player:
            wrong = finding("row.no_player")
        elif not label:
            wrong, column = finding("row.no_game", player=player), draft.label_at[1]
        elif not _is_within(draft.by_place, draft.seats.values[seat]):
            column = draft.seats.number_columns[seat]
            wrong = _wrong_number(draft, seat, player)
        else:
            continue
        yield place(wrong, draft.sheet, draft.seats.lines[seat], column)


def _is_within(by_place: bool, number: int | None) -> bool:
    first, last = _LIMITS[by_place]
    return number is not None and first <= number <= last


def _wrong_number(draft: Draft, seat: int, player: str) -> Problem:
    cell = draft.seats.numbers[seat]
    value = text_of(cell)
    if cells.is_date(cell):
        return finding("row.became_date", value=value)
    numbers = "place" if draft.by_place else "points"
    return finding((_MISSING if value in NO_NUMBER else _BAD)[numbers], player=player, value=value)
