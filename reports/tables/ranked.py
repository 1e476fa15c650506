"""What the standings of events and of seasons have in common: the columns beside the scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from reports.event_text import WITHOUT_VALUES, above_text, criterion_title
from reports.scores import digits_of, score_cell
from reports.table import Column, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from reports.eventmodel import EventRow, Number
    from reports.language import Language
    from reports.seasonmodel import SeasonRow
    from reports.table import Cell


Row = TypeVar("Row", "EventRow", "SeasonRow")
"""A row of standings, of an event or of a season."""


def table_of(columns: Iterable[tuple[Column, Callable[[Row], Cell]]], rows: Sequence[Row]) -> Table:
    """The table of some columns, each with what fills it."""
    made = list(columns)
    cells = [tuple(fill(row) for _, fill in made) for row in rows]
    return Table(tuple(column for column, _ in made), cells)


def empty_table(language: Language) -> Table:
    """What is shown of standings that do not exist: two headings."""
    columns = (Column("place", language.text("Place"), "number"), name_column(language))
    return Table(columns, ())


def name_column(language: Language) -> Column:
    """The column of the players' names."""
    return Column("player", language.text("Player"))


def score_column(
    key: str, title: str, rows: Sequence[Row], score: Callable[[Row], Number | None]
) -> tuple[Column, Callable[[Row], Cell]]:
    """A column of scores, with as many decimals as they need."""
    digits = digits_of(map(score, rows))
    return Column(key, title, "number", digits), lambda row: score_cell(score(row), digits)


def place_columns(
    rows: Sequence[Row], language: Language
) -> Iterator[tuple[Column, Callable[[Row], Cell]]]:
    """Place, and how many places somebody moved by what was played last, where that is known."""
    yield Column("place", language.text("Place"), "number"), lambda row: row.place
    if any(moved(row.places) is not None for row in rows):
        column = Column("move", language.text("Move"), "change")
        yield column, lambda row: moved(row.places) if row.place else None


def tie_break_columns(
    keys: Sequence[str], rows: Sequence[Row], language: Language
) -> Iterator[tuple[Column, Callable[[Row], Cell]]]:
    """What tells equal scores apart, where it has any values that tell people something."""
    for number, key in enumerate(keys):
        told = key not in WITHOUT_VALUES and key != "attendance"  # which has a column anyway
        if told and any(row.tie_breaks[number] is not None for row in rows):
            yield _tie_break(number, key, rows, language)


def _tie_break(
    number: int, key: str, rows: Sequence[Row], language: Language
) -> tuple[Column, Callable[[Row], Cell]]:
    title = criterion_title(key, language)
    return score_column(f"tie_{key}", title, rows, lambda row: row.tie_breaks[number])


def above_column(language: Language) -> tuple[Column, Callable[[Row], Cell]]:
    """Why a player stands above the next one."""
    column = Column("above", language.text("Above the next by"))
    return column, lambda row: above_text(row.above, language)


def moved(places: Sequence[int | None]) -> int | None:
    """How many places somebody rose (above 0) or fell (below 0) by what was played last.

    >>> moved([4, 2]), moved([1, 3]), moved([None, 1])
    (2, -2, None)
    """
    if len(places) < 2 or places[-1] is None or places[-2] is None:
        return None
    return places[-2] - places[-1]


def dropped(scores: Iterable[tuple[int, bool]]) -> str | int | None:
    """The numbers of what does not count, out of (number, whether it counts).

    A single one is a number: as text it would carry the green corner by which Excel warns.

    >>> dropped([(1, True), (2, False), (5, False)]), dropped([(1, True), (3, False)])
    ('2, 5', 3)
    """
    numbers = [number for number, counts in scores if not counts]
    if len(numbers) == 1:
        return numbers[0]
    return ", ".join(map(str, numbers)) or None
