"""The standings of an event as a table: every round, what tells equals apart, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.scores import digits_of, score_cell
from reports.table import Column, Table
from reports.tables.ranked import (
    above_column,
    dropped,
    empty_table,
    name_column,
    place_columns,
    score_column,
    table_of,
    tie_break_columns,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reports.eventmodel import EventRow, EventStandings
    from reports.language import Language
    from reports.table import Cell


def event_table(standings: EventStandings | None, language: Language) -> Table:
    """Everybody by place; columns that would be empty are left out. Without an event no rows."""
    if standings is None:
        return empty_table(language)
    return table_of(_columns(standings, language), standings.rows)


def round_digits(standings: EventStandings) -> int:
    """The decimals of the rounds' scores, alike in all of them."""
    return digits_of(each.score for row in standings.rows for each in row.rounds if each)


def _columns(
    standings: EventStandings, language: Language
) -> Iterator[tuple[Column, Callable[[EventRow], Cell]]]:
    """The columns, and how a row fills each."""
    text, rows = language.text, standings.rows
    yield from place_columns(rows, language)
    yield Column("number", text("No."), "number"), lambda row: row.number
    yield name_column(language), lambda row: row.player.name
    yield score_column("score", text("Score"), rows, lambda row: row.score)
    digits = round_digits(standings)
    for number in range(1, standings.after + 1):
        title = text("Round {n}", n=number)
        yield _round(number, Column(f"round_{number}", title, "number", digits))
    yield Column("games", text("Games"), "count"), lambda row: row.games
    if any(row.penalties for row in rows):
        yield score_column("penalty", text("Penalty"), rows, lambda row: row.penalty)
    yield from tie_break_columns(standings.head.scoring.tie_breaks, rows, language)
    if any(each and not each.counts for row in rows for each in row.rounds):
        yield Column("dropped", text("Dropped")), _dropped
    yield above_column(language)


def _round(number: int, column: Column) -> tuple[Column, Callable[[EventRow], Cell]]:
    def cell(row: EventRow) -> Cell:
        score = row.rounds[number - 1]
        return score_cell(score.score, column.digits) if score else None

    return column, cell


def _dropped(row: EventRow) -> Cell:
    """The numbers of the rounds that do not count."""
    return dropped((n, each.counts) for n, each in enumerate(row.rounds, start=1) if each)
