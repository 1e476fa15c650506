"""The standings of a season as a table, and a player's statement as one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.event_text import CAUSES
from reports.scores import digits_of, score_cell
from reports.statement_details import details_text
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

    from reports.language import Language
    from reports.seasonmodel import (
        Evening,
        SeasonRow,
        SeasonStandings,
        SeasonStatement,
        StatementLine,
    )
    from reports.table import Cell


def season_table(standings: SeasonStandings | None, language: Language) -> Table:
    """Everybody by place, then who is not placed yet. Without a season no rows."""
    if standings is None:
        return empty_table(language)
    return table_of(_columns(standings, language), standings.rows)


def evening_digits(standings: SeasonStandings) -> int:
    """The decimals of the evenings' scores, alike in all of them."""
    return digits_of(each.score for row in standings.rows for each in row.evenings if each)


def evening_title(evening: Evening, language: Language) -> str:
    """An evening as the heading of a column: its number and its day without the year."""
    return f"{evening.number}. {language.date(evening.on, 'day')}"


def statement_table(statement: SeasonStatement, language: Language) -> Table:
    """The lines of a statement; what stands under "Counted" adds up to the total."""
    text = language.text
    digits = digits_of([statement.total, *(line.score for line in statement.lines)])
    columns = [
        Column("date", text("Date"), "date"),
        Column("evening", text("Evening")),
        Column("cause", text("Why")),
        Column("score", text("Score"), "number", digits),
        Column("counted", text("Counted"), "number", digits),
    ]
    if any(details_text(line, language) for line in statement.lines):
        columns.append(Column("details", text("Details")))
    rows = [_line(line, digits, language)[: len(columns)] for line in statement.lines]
    return Table(tuple(columns), rows)


def _line(line: StatementLine, digits: int, language: Language) -> tuple[Cell, ...]:
    score = score_cell(line.score, digits)
    return (
        line.evening.on if line.evening else None,
        line.evening.name if line.evening else None,
        language.text(CAUSES[line.cause]),
        score,
        score if line.counts else None,
        details_text(line, language) or None,
    )


def _columns(
    standings: SeasonStandings, language: Language
) -> Iterator[tuple[Column, Callable[[SeasonRow], Cell]]]:
    """The columns, and how a row fills each."""
    text, rows = language.text, standings.rows
    yield from place_columns(rows, language)
    yield name_column(language), lambda row: row.player.name
    yield score_column("total", text("Total"), rows, lambda row: row.total)
    digits = evening_digits(standings)
    for number, evening in enumerate(standings.evenings):
        title = evening_title(evening, language)
        yield _evening(number, Column(f"evening_{evening.number}", title, "number", digits))
    yield Column("attended", text("Attended"), "count"), lambda row: row.attended
    yield from tie_break_columns(standings.head.tie_breaks, rows, language)
    if any(each and not each.counts for row in rows for each in row.evenings):
        yield Column("dropped", text("Dropped")), lambda row: _dropped(standings, row)
    yield above_column(language)


def _evening(number: int, column: Column) -> tuple[Column, Callable[[SeasonRow], Cell]]:
    def cell(row: SeasonRow) -> Cell:
        score = row.evenings[number]
        return score_cell(score.score, column.digits) if score else None

    return column, cell


def _dropped(standings: SeasonStandings, row: SeasonRow) -> Cell:
    """The numbers of the evenings that do not count."""
    pairs = zip(standings.evenings, row.evenings, strict=True)
    return dropped((evening.number, each.counts) for evening, each in pairs if each)
