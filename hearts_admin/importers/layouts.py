"""The layouts in which organisers keep results, each turning a sheet into drafts of games.

- long: a row a player, with the game and mostly the date in columns;
- wide: a row a game, four pairs of player and points;
- blocks: a small table a game, stacked on the sheet, its title above it and the date at the top.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from hearts_admin.importers.cells import day_of, text_of
from hearts_admin.importers.drafts import Draft, SeatDraft, is_blank
from hearts_admin.importers.headings import HEADING_ROWS, Columns, Headings, numbers_column
from hearts_admin.importers.sheet import Cell, Sheet
from hearts_admin.names import blind_key

FOOTERS = frozenset({"total", "totaal", "sum", "som", "average", "gemiddelde", "check", "controle"})
"""What stands for a player's name in a row that is none."""

SUMMARIES = frozenset(
    {"standings", "stand", "eindstand", "tussenstand", "ranking", "klassement", "summary",
     "samenvatting", "overzicht", "totals", "totalen", "ranglijst", "leaderboard"}
)  # fmt: skip
"""Words in the name of a sheet, or in the title of a table, that repeats results."""

LONGEST_TABLE = 12
"""A block of more players is a list of people, no game."""

_TITLE = re.compile(r"(?i)(?:game|spel|potje|partij|tafel|table)\b[\s:#.]*(.*)")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Found:
    """A heading and where it stands.

    Attributes:
        index: the row's index in the sheet.
        columns: what it heads.
        numbers: `points` or `place`.
    """

    index: int
    columns: Columns
    numbers: str


def draft_games(sheet: Sheet, headings: Headings) -> list[Draft] | None:
    """The games on a sheet; None when it is no sheet of results."""
    for layout in (_wide_heading, _long_heading):
        found = layout(sheet, headings)
        if found is not None:
            read = _wide if layout is _wide_heading else _long
            return list(read(sheet, found))
    return _blocks(sheet, headings)


def _first(sheet: Sheet, headings: Headings, suits: Callable[[Columns], bool]) -> Found | None:
    """The row that heads most columns, among those that suit."""
    best: Found | None = None
    for index, row in enumerate(sheet.rows[:HEADING_ROWS]):
        columns = headings.columns(row)
        numbers = numbers_column(columns)
        if numbers is None or "player" not in columns or not suits(columns):
            continue
        if best is None or len(columns) > len(best.columns):
            best = Found(index, columns, numbers)
    return best


# Wide.


def _wide_heading(sheet: Sheet, headings: Headings) -> Found | None:
    def suits(columns: Columns) -> bool:
        numbers = numbers_column(columns)
        pairs = len(columns["player"])
        return numbers is not None and pairs > 1 and len(columns[numbers]) == pairs

    return _first(sheet, headings, suits)


def _wide(sheet: Sheet, found: Found) -> Iterator[Draft]:
    pairs = list(zip(found.columns["player"], found.columns[found.numbers], strict=True))
    day_column, label_column = _single(found.columns, "date"), _single(found.columns, "game")
    counted: dict[str, int] = {}
    for row, line in _below(sheet, found.index):
        seats = tuple(
            SeatDraft(line, _at(row, name), _at(row, number), name + 1, number + 1)
            for name, number in pairs
            if not (is_blank(_at(row, name)) and is_blank(_at(row, number)))
        )
        if not seats:
            continue
        day = _at(row, day_column)
        label = _at(row, label_column)
        if label_column is None:  # the day's first row is game 1, as if it were typed
            counted[text_of(day)] = counted.get(text_of(day), 0) + 1
            label = str(counted[text_of(day)])
        yield Draft(
            sheet.name, line, pairs[0][0] + 1, day, (line, (day_column or 0) + 1),
            label, (line, (label_column or 0) + 1), seats, found.numbers == "place",
        )  # fmt: skip


# Long.


def _long_heading(sheet: Sheet, headings: Headings) -> Found | None:
    def suits(columns: Columns) -> bool:
        return "game" in columns

    found = _first(sheet, headings, suits)
    if found is None or "date" in found.columns:
        return found
    # Without dates a column "Nr" may as well number the players of one table.
    title = text_of(sheet.rows[found.index][found.columns["game"][0]])
    return None if blind_key(title) == "nr" else found


def _long(sheet: Sheet, found: Found) -> Iterator[Draft]:
    day_column = _single(found.columns, "date")
    label_column = found.columns["game"][0]
    name, number = found.columns["player"][0], found.columns[found.numbers][0]
    by_place = found.numbers == "place"
    games: dict[tuple[object, str], tuple[Cell, Cell, list[SeatDraft]]] = {}
    for row, line in _below(sheet, found.index):
        player, own = _at(row, name), _at(row, number)
        if is_blank(player) and is_blank(own):
            continue  # a line of the form that nobody filled
        day, label = _at(row, day_column), _at(row, label_column)
        key = (day_of(day) or day, text_of(label))  # 14-3-2026 and 2026-03-14 are one day
        game = games.get(key)
        if game is None:
            games[key] = game = (day, label, [])
        game[2].append(SeatDraft(line, player, own, name + 1, number + 1))
    for day, label, seats in games.values():
        yield Draft(
            sheet.name, seats[0].line, name + 1, day, (seats[0].line, (day_column or 0) + 1),
            label, (seats[0].line, label_column + 1), tuple(seats), by_place,
        )  # fmt: skip


# Blocks.


def _blocks(sheet: Sheet, headings: Headings) -> list[Draft] | None:
    heads = list(_block_headings(sheet, headings))
    if not heads or heads[0].index >= HEADING_ROWS or _is_summary(sheet.name):
        return None
    top = _Region(sheet, 0, heads[0].index)
    drafts = []
    end = 0
    for number, head in enumerate(heads, start=1):
        following = heads[number].index if number < len(heads) else len(sheet.rows)
        title = _Region(sheet, end, head.index)
        seats, end = _block(sheet, head, following)
        if not seats or len(seats) > LONGEST_TABLE or _is_summary(title.text):
            continue
        here = sheet.lines[head.index], head.columns["player"][0] + 1
        day, day_at = title.day or top.day or (_day_in(sheet.name), here)
        label = f"{sheet.name} {title.label or number}".strip()
        by_place = head.numbers == "place"
        drafts.append(Draft(sheet.name, *here, day, day_at, label, here, seats, by_place))
    return drafts or None


def _block_headings(sheet: Sheet, headings: Headings) -> Iterator[Found]:
    for index, row in enumerate(sheet.rows):
        columns = headings.columns(row)
        numbers = numbers_column(columns)
        if numbers and "player" in columns and "date" not in columns:
            yield Found(index, columns, numbers)


def _block(sheet: Sheet, head: Found, following: int) -> tuple[tuple[SeatDraft, ...], int]:
    """The lines of a block, and the index at which what stands above the next one begins.

    Blank rows between players are passed over; a title ends the block.
    """
    name, number = head.columns["player"][0], head.columns[head.numbers][0]
    seats: list[SeatDraft] = []
    gap = False
    for index in range(head.index + 1, following):
        row = sheet.rows[index]
        player, own = _at(row, name), _at(row, number)
        if all(is_blank(cell) for cell in row):
            gap = True
            continue
        if _begins_title(row) or (gap and (is_blank(player) or is_blank(own))):
            return tuple(seats), index
        footer = isinstance(player, str) and blind_key(player) in FOOTERS
        if footer or (is_blank(player) and _is_unfilled(own)):
            continue
        seats.append(SeatDraft(sheet.lines[index], player, own, name + 1, number + 1))
    return tuple(seats), following


class _Region:
    """The rows between two blocks, where title and date stand."""

    def __init__(self, sheet: Sheet, start: int, stop: int) -> None:
        self._sheet = sheet
        self._rows = range(max(start, stop - 3 * HEADING_ROWS), stop)

    @property
    def text(self) -> str:
        """All that is written in it."""
        cells = (cell for index in self._rows for cell in self._sheet.rows[index])
        return " ".join(cell for cell in cells if isinstance(cell, str))

    @property
    def label(self) -> str:
        """What the game is called: the title nearest to the block."""
        for index in reversed(self._rows):
            row = self._sheet.rows[index]
            for position, cell in enumerate(row):
                title = _TITLE.fullmatch(cell.strip()) if isinstance(cell, str) else None
                if title:
                    beside = (text_of(each) for each in row[position + 1 :] if not is_blank(each))
                    return title[1].strip() or next(beside, "")
        return ""

    @property
    def day(self) -> tuple[Cell, tuple[int, int]] | None:
        """The date and where it stands: beside the word, else the only one there is."""
        dates: list[tuple[Cell, tuple[int, int]]] = []
        for index in reversed(self._rows):
            row = self._sheet.rows[index]
            for position, cell in enumerate(row):
                here = self._sheet.lines[index], position + 1
                if isinstance(cell, str) and blind_key(cell) in {"date", "datum"}:
                    beside = _at(row, position + 1)
                    return beside if day_of(beside) else "", (here[0], here[1] + 1)
                if day_of(cell):
                    dates.append((cell, here))
        return dates[0] if len({day_of(cell) for cell, _ in dates}) == 1 else None


def _begins_title(row: Sequence[Cell]) -> bool:
    first = next((cell for cell in row if not is_blank(cell)), "")
    return isinstance(first, str) and bool(_TITLE.fullmatch(first.strip()))


def _is_unfilled(cell: Cell) -> bool:
    """Whether a form shows nothing: blank, or the zero of a formula over blanks."""
    return is_blank(cell) or cell == 0


def _is_summary(text: str) -> bool:
    return any(word.casefold() in SUMMARIES for word in _WORD.findall(text))


def _day_in(name: str) -> Cell:
    return name if day_of(name) else ""


# All of them.


def _below(sheet: Sheet, index: int) -> Iterator[tuple[Sequence[Cell], int]]:
    return zip(sheet.rows[index + 1 :], sheet.lines[index + 1 :], strict=True)


def _single(columns: Columns, key: str) -> int | None:
    return columns[key][0] if key in columns else None


def _at(row: Sequence[Cell], column: int | None) -> Cell:
    return row[column] if column is not None and column < len(row) else ""
