"""The layouts in which organisers keep results, each turning a sheet into drafts of games.

- long: a row a player, with the game and mostly the date in columns;
- wide: a row a game, four pairs of player and points;
- blocks: a small table a game, stacked on the sheet, its title above it and the date at the top;
- score sheets: a block a game, with a column a player and a row a deal (`importers.sheetblocks`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, count, pairwise
from operator import itemgetter, ne

from hearts_admin.importers.cells import day_of, text_of
from hearts_admin.importers.drafts import NOWHERE, Draft, EventTable, Lines, is_blank
from hearts_admin.importers.headings import (
    HEADING_ROWS,
    Columns,
    Headings,
    numbers_column,
    numbers_players,
)
from hearts_admin.importers.regions import Region, begins_title, cell_at, day_in, is_summary
from hearts_admin.importers.rows import Numbering, is_footer, stray_seat, unheaded_columns
from hearts_admin.importers.sheet import Cell, Sheet
from hearts_admin.importers.sheetblocks import draft_sheets

LONGEST_TABLE = 12
"""A block of more players is a list of people, no game."""


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
    return _blocks(sheet, headings) or draft_sheets(sheet, headings)


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
    place_beside = _places_beside(found, pairs)
    unheaded = unheaded_columns(sheet, found.index, [column for pair in pairs for column in pair])
    day_column = _single(found.columns, "date")
    label_of, label_column = _label(found.columns)
    rows, lines = _below(sheet, found)
    number_of = Numbering(rows, day_column, label_of)
    for row, line in zip(rows, lines, strict=True):
        filled = [
            (name, number) for name, number in pairs
            if not (is_blank(row[name]) and is_blank(row[number]))
        ]  # fmt: skip
        seats = Lines.of(
            (line, row[name], row[number], name + 1, number + 1) for name, number in filled
        )
        unplayed = "table" in found.columns and all(map(is_blank, seats.numbers))
        if not filled or unplayed:  # a drawn table whose result is still to come
            continue
        if is_footer(next(cell for cell in row if not is_blank(cell))) or (
            all(map(is_blank, seats.players)) and any(map(is_footer, row))
        ):
            continue
        if place_beside:
            seats = seats._replace(places=[row[place_beside[name]] for name, _ in filled])
        day = cell_at(row, day_column)
        label = label_of(row) if label_of else ""
        if is_blank(label):
            label = number_of(day)
        time, time_at = _time(found.columns, row, line)
        yield Draft(
            sheet.name, line, pairs[0][0] + 1, day, (line, (day_column or 0) + 1),
            label, (line, label_column + 1), seats, found.numbers == "place",
            where=_where(found.columns, row), time=time, time_at=time_at,
            stray=stray_seat(row, unheaded),
        )  # fmt: skip


def _places_beside(found: Found, pairs: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Where points count and each player has a place as well: its column, by the name's."""
    places = found.columns.get("place", ()) if found.numbers == "points" else ()
    if len(places) != len(pairs):
        return {}
    return dict(zip((name for name, _ in pairs), places, strict=True))


# Long.


def _long_heading(sheet: Sheet, headings: Headings) -> Found | None:
    def suits(columns: Columns) -> bool:
        return "game" in columns or "table" in columns

    found = _first(sheet, headings, suits)
    if found is None or "game" not in found.columns:
        return found
    title = sheet.rows[found.index][found.columns["game"][0]]
    return None if numbers_players(title, found.columns) else found


def _long(sheet: Sheet, found: Found) -> Iterator[Draft]:
    """Column by column, for a file of years has half a million rows."""
    day_column = _single(found.columns, "date")
    label_of, label_column = _label(found.columns)
    name, number = found.columns["player"][0], found.columns[found.numbers][0]
    rows, lines = _filled(sheet, found, name, number)
    days = [""] * len(rows) if day_column is None else [row[day_column] for row in rows]
    labels = list(map(label_of, rows)) if label_of else [""] * len(rows)
    timed = "time" in found.columns
    games: dict[tuple[object, str], list[range]] = {}
    above: list[range] = []
    for run in _runs(list(zip(days, labels, strict=True))):
        day, label = days[run.start], text_of(labels[run.start])
        rest = run if label or not is_blank(day) else _joined(above, run, lines.lines)
        if rest:
            key = (day_of(day) or day, label)  # 14-3-2026 and 2026-03-14 are one
            above = games.setdefault(key, [])
            above.append(rest)  # rows of one game need not stand together
    for runs in games.values():
        run, *others = runs
        first, line = run.start, lines.lines[run.start]
        seats, own = (lines.among(runs), range(sum(map(len, runs)))) if others else (lines, run)
        yield Draft(
            sheet.name, line, name + 1, days[first], (line, (day_column or 0) + 1),
            labels[first], (line, label_column + 1), seats, found.numbers == "place",
            None, _where(found.columns, rows[first]), own.start, own.stop,
            *(_time(found.columns, rows[first], line) if timed else ()),
        )  # fmt: skip


def _filled(
    sheet: Sheet, found: Found, name: int, number: int
) -> tuple[Sequence[Sequence[Cell]], Lines]:
    """The rows below a heading but those of a form that nobody filled; and what they say."""
    rows, lines = _below(sheet, found)
    place = _single(found.columns, "place") if found.numbers == "points" else None
    while True:
        total = len(rows)
        read = Lines.read(
            lines, [row[name] for row in rows], [row[number] for row in rows],
            (name + 1,) * total, (number + 1,) * total,
        )  # fmt: skip
        blank = {
            index for index, who in enumerate(read.names)
            if not who and is_blank(read.players[index])
            and (is_blank(read.numbers[index]) or any(map(is_footer, rows[index])))
        }  # fmt: skip
        footers = set(filter(is_footer, set(read.names)))
        if footers:
            blank.update(index for index, who in enumerate(read.names) if who in footers)
        if not blank:
            places = () if place is None else [row[place] for row in rows]
            return rows, read._replace(places=places)
        kept = [index for index in range(total) if index not in blank]
        rows, lines = [rows[index] for index in kept], [lines[index] for index in kept]


def _runs(values: Sequence[object]) -> list[range]:
    """Where values that are alike stand together.

    >>> _runs("aabaa")
    [range(0, 2), range(2, 3), range(3, 5)]
    """
    others = compress(range(1, len(values)), map(ne, values[1:], values))
    return [range(*each) for each in pairwise([0, *others, len(values)])] if values else []


def _joined(above: list[range], run: range, lines: Sequence[int]) -> range:
    """Rows without date and game, as far as they stand right below a game, become part of it.

    So people write a table: date and game once, and the other players below.

    Returns:
        The rows that are not.
    """
    if not above:
        return run
    stop = next(index for index in count(run.start) if index == run.stop
                or lines[index] != lines[index - 1] + 1)  # fmt: skip
    above[-1] = range(above[-1].start, stop)
    return range(stop, run.stop)


# Blocks.


def _blocks(sheet: Sheet, headings: Headings) -> list[Draft] | None:
    heads = list(_block_headings(sheet, headings))
    if not heads or heads[0].index >= HEADING_ROWS or is_summary(sheet.name):
        return None
    top = Region(sheet, 0, heads[0].index)
    drafts = []
    end = 0
    for number, head in enumerate(heads, start=1):
        following = heads[number].index if number < len(heads) else len(sheet.rows)
        title = Region(sheet, end, head.index)
        seats, end = _block(sheet, head, following)
        if not 0 < len(seats.lines) <= LONGEST_TABLE or is_summary(title.text):
            continue
        here = sheet.lines[head.index], head.columns["player"][0] + 1
        day, day_at = title.day or top.day or (day_in(sheet.name), here)
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


def _block(sheet: Sheet, head: Found, following: int) -> tuple[Lines, int]:
    """The lines of a block, and the index at which what stands above the next one begins.

    Blank rows between players are passed over; a title ends the block.
    """
    name, number = head.columns["player"][0], head.columns[head.numbers][0]
    place = _single(head.columns, "place") if head.numbers == "points" else None
    seats: list[tuple[int, Cell, Cell, int, int]] = []
    places: list[Cell] = []
    gap = False
    end = following
    for index in range(head.index + 1, following):
        row = sheet.rows[index]
        player, own = cell_at(row, name), cell_at(row, number)
        if all(is_blank(cell) for cell in row):
            gap = True
            continue
        if begins_title(row) or (gap and (is_blank(player) or is_blank(own))):
            end = index
            break
        if is_footer(player) or (is_blank(player) and _is_unfilled(own)):
            continue
        seats.append((sheet.lines[index], player, own, name + 1, number + 1))
        places.append(cell_at(row, place))
    return Lines.of(seats)._replace(places=() if place is None else places), end


def _is_unfilled(cell: Cell) -> bool:
    """Whether a form shows nothing: blank, or the zero of a formula over blanks."""
    return is_blank(cell) or cell == 0


# All of them.


def _below(sheet: Sheet, found: Found) -> tuple[Sequence[Sequence[Cell]], Sequence[int]]:
    """The rows below a heading and their lines; no row ends before the last of its columns."""
    width = 1 + max(map(max, found.columns.values()))
    below = found.index + 1
    rows, lines = sheet.rows[below:], sheet.lines[below:]
    if min(map(len, rows), default=width) < width:
        rows = [[*row, *[""] * (width - len(row))] for row in rows]
    return rows, lines


def _label(columns: Columns) -> tuple[Callable[[Sequence[Cell]], Cell] | None, int]:
    """What a row's game is called, and the column that says so.

    Without a word for the game it is round and table, "2.1"; None where no column has either.
    """
    game = _single(columns, "game")
    parts = [columns[key][0] for key in ("round", "table") if key in columns]
    if "table" not in columns:
        return (None, 0) if game is None else (itemgetter(game), game)

    def word_or_table(row: Sequence[Cell]) -> Cell:
        word = cell_at(row, game)
        table = (text_of(cell) for part in parts if not is_blank(cell := cell_at(row, part)))
        return ".".join(table) if is_blank(word) else word

    return word_or_table, parts[-1] if game is None else game


def _where(columns: Columns, row: Sequence[Cell]) -> EventTable:
    """The event, round and table that a row names."""
    if columns.keys().isdisjoint(EventTable._fields):
        return NOWHERE
    return EventTable(*(text_of(cell_at(row, _single(columns, key))) for key in EventTable._fields))


def _time(columns: Columns, row: Sequence[Cell], line: int) -> tuple[Cell, tuple[int, int]]:
    """The time that a row names, and where it stands."""
    column = _single(columns, "time")
    return cell_at(row, column), (line, (column or 0) + 1)


def _single(columns: Columns, key: str) -> int | None:
    return columns[key][0] if key in columns else None
