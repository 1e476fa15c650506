"""Score sheets on the sheets of a file: a column a player, a row a deal, a block a game.

    Datum  14-3-2026
    Tafel 1                            Tafel 2
    Ronde   Anna  Bram  Cor  Dina      Ronde   Eva  Fenna  Gijs  Hans
    1         13     7    6     0      1         0     26     0     0
    ...
    Totaal   104    63   58    35      Totaal   ...

Blocks stand below each other or side by side. What stands in one is read by
`importers.scoresheets`; here it is found. A file of one sheet (`read_sheet`) may begin with its
heading or have titles above it.
"""

from __future__ import annotations

import re
from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hearts_admin.errors import FileFault
from hearts_admin.importers.cells import is_date, text_of, whole
from hearts_admin.importers.drafts import Draft, EventTable, Lines, is_blank
from hearts_admin.importers.headings import Headings
from hearts_admin.importers.regions import (
    Region,
    begins_title,
    cell_at,
    day_in,
    is_summary,
)
from hearts_admin.importers.scoresheets import (
    DEAL_WORDS,
    ScoreSheet,
    SheetColumns,
    is_deal_heading,
    is_total,
    written,
)
from hearts_admin.importers.sheet import Cell, Sheet, read_sheets
from hearts_admin.names import blind_key

GAME = 4
FEWEST_NAMES, MOST_NAMES = 3, 8
"""So many names head a block: four in a game of Hearts, others are told of."""

LONGEST_GAP = 60
"""Rows without points, of a form that was not filled, within a block."""

_NUMBERED = re.compile(r"\D*[0-9]{1,3}")
"""A deal's number where no word heads the column: 3, "Ronde 3"."""

ASIDE = frozenset(
    {"average", "gemiddelde", "check", "controle", "place", "plaats", "rank", "positie"}
)
"""What stands before a row that is neither a deal nor totals."""


@dataclass(frozen=True, slots=True)
class Block:
    """A heading with the names of players.

    Attributes:
        index: its row's index in the sheet.
        first: the column in which it begins, from 0.
        stop: the column behind it.
    """

    index: int
    first: int
    stop: int

    def cells(self, row: Sequence[Cell]) -> Sequence[Cell]:
        """What stands in the columns of the block."""
        return [cell_at(row, column) for column in range(self.first, self.stop)]


def read_sheet(path: Path) -> ScoreSheet:
    """Reads a file with one score sheet.

    Where the first filled row is its heading every row below it belongs to it; with titles above,
    it ends as on a sheet of many.

    Raises:
        FileFault: `input.missing` and the like, `input.unreadable`, `sheet.names` (no heading with
            four players), `sheet.several`.
    """
    sheets = read_sheets(path, DEAL_WORDS)
    lines = zip(sheets[0].lines, (written(row) for row in sheets[0].rows), strict=True)
    filled = [(number, cells) for number, cells in lines if any(cells)]
    top = SheetColumns.of(filled[0][1] if filled else [])
    if len(top.names) == GAME:
        return top.read(filled[1:])
    headings = Headings()
    drafts = [draft for sheet in sheets for draft in draft_sheets(sheet, headings) or ()]
    found = [draft.deals for draft in drafts if draft.deals is not None]
    if len(found) > 1:
        raise FileFault("sheet.several", file=str(path), count=len(found))
    names = found[0].names if found else top.names
    if not found or len(names) != GAME:
        raise FileFault("sheet.names", file=str(path), count=len(names), names=names)
    return found[0]


def draft_sheets(sheet: Sheet, headings: Headings) -> list[Draft] | None:
    """The games whose score sheets stand on a sheet; None when there are none."""
    if is_summary(sheet.name):
        return None
    blocks = list(_blocks(sheet, headings))
    if not blocks:
        return None
    top = Region(sheet, 0, blocks[0].index)
    side_by_side = Counter(block.index for block in blocks)
    drafts: list[Draft] = []
    ends: list[int] = [0]
    for number, block in enumerate(blocks, start=1):
        above = ends[bisect_right(ends, block.index) - 1]
        alone = side_by_side[block.index] == 1
        title = Region(sheet, above, block.index, *(() if alone else (block.first, block.stop)))
        found, end = _read(sheet, block)
        insort(ends, end)
        if found.rows or found.problems or len(found.names) != GAME:
            drafts.append(_draft(sheet, block, found, number, title, top))
    return drafts or None


def _draft(
    sheet: Sheet, block: Block, found: ScoreSheet, number: int, title: Region, top: Region
) -> Draft:
    columns = SheetColumns.of(written(block.cells(sheet.rows[block.index])))
    line = sheet.lines[block.index]
    here = line, block.first + 1
    day, day_at = title.day or top.day or (day_in(sheet.name), here)
    deals = [row.points for row in found.rows if row.points is not None]
    seats = Lines.of(
        (line, name, sum(deal[seat] for deal in deals) if len(found.names) == GAME else "",
         block.first + column + 1, block.first + column + 1)
        for seat, (name, column) in enumerate(zip(found.names, columns.columns, strict=True))
    )  # fmt: skip
    label = f"{sheet.name} {title.label or number}".strip()
    where = EventTable(title.event or top.event, title.round or top.round, title.table)
    return Draft(
        sheet.name, *here, day, day_at, label, here, seats, by_place=False, deals=found, where=where
    )


# Finding them.


def _blocks(sheet: Sheet, headings: Headings) -> Iterator[Block]:
    """The headings, from the top down and from the left to the right."""
    for index in range(len(sheet.rows)):
        for first, stop in _stretches(sheet.rows[index]):
            block = _block(sheet, headings, index, first, stop)
            if block is not None:
                yield block


def _stretches(row: Sequence[Cell]) -> Iterator[tuple[int, int]]:
    """Where texts stand side by side in a row; a word for the deals begins another stretch."""
    first: int | None = None
    for column in range(len(row) + 1):
        cell = cell_at(row, column)
        is_text = isinstance(cell, str) and bool(cell.strip()) and whole(cell) is None
        begins = isinstance(cell, str) and is_text and is_deal_heading(cell)
        if first is not None and (not is_text or begins):
            yield first, column
            first = None
        if is_text and first is None:
            first = column


def _block(sheet: Sheet, headings: Headings, index: int, first: int, stop: int) -> Block | None:
    """The block that a stretch of texts heads, if what stands below are deals."""
    following = sheet.rows[index + 1 : index + 1 + LONGEST_GAP]
    below = next((each for each in following if any(map(_filled, each))), ())
    if all(whole(cell) is None for cell in below[first:stop]):
        return None  # as nearly everywhere
    row = sheet.rows[index]
    if headings.columns(row[first:stop]).keys() - {"game", "round"}:  # which head deals as well
        return None
    unheaded = first > 0 and not _filled(cell_at(row, first - 1))
    if unheaded and _filled(number := cell_at(below, first - 1)):
        if not _NUMBERED.fullmatch(text_of(number)):
            return None  # a month or a season: what stands here is no game
        first -= 1  # the column of the deals' numbers, without a word above it
    block = Block(index, first, stop)
    columns = SheetColumns.of(written(block.cells(row)))
    if not FEWEST_NAMES <= len(columns.names) <= MOST_NAMES:
        return None
    if not columns.labelled and len(columns.names) != GAME:
        return None
    deal = block.cells(below)
    numbers = sum(whole(deal[column]) is not None for column in columns.columns)
    return block if 2 * numbers > len(columns.columns) else None


def _filled(cell: Cell) -> bool:
    return not is_blank(cell)


# Reading one.


def _read(sheet: Sheet, block: Block) -> tuple[ScoreSheet, int]:
    """What stands in a block, and the index of the first row below its last one.

    A row without a number, a title, or another block's heading ends it; so does whatever follows
    the totals after a blank row.
    """
    columns = SheetColumns.of(written(block.cells(sheet.rows[block.index])))
    rows: list[tuple[int, Sequence[str]]] = []
    gap = 0
    end = block.index + 1
    for index in range(block.index + 1, len(sheet.rows)):
        cells = block.cells(sheet.rows[index])
        points = [cells[column] for column in columns.columns]
        if all(is_blank(cell) for cell in points):
            gap += 1
            if gap > LONGEST_GAP or begins_title(cells):
                break
            continue  # a deal of the form that was not played
        ended = gap and rows and columns.labelled and is_total(rows[-1][1][0])
        if ended or not any(whole(cell) is not None for cell in points) or _is_dated(points):
            break
        gap = 0
        end = index + 1
        if not (columns.labelled and blind_key(written(cells)[0]) in ASIDE):
            rows.append((sheet.lines[index], written(cells)))
    if len(columns.names) != GAME:
        return ScoreSheet(columns.names, (), ()), end
    return columns.read(rows), end


def _is_dated(cells: Sequence[Cell]) -> bool:
    """Whether a date stands among the points: no deal, nor its slip of the pen."""
    return all(is_date(cell) for cell in cells if _filled(cell))
