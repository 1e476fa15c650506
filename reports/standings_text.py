"""The standings of events and seasons as plain text, for mail and chat."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from reports.event_text import (
    CAUSES,
    STATES,
    event_notes,
    event_parts,
    progress_text,
    scoring_text,
    season_parts,
    season_rules,
)
from reports.formatting import clean_text
from reports.scores import written
from reports.table import Table
from reports.tables.event import event_table, round_digits
from reports.tables.season import evening_digits, season_table, statement_table
from reports.text import render_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from reports.eventmodel import EventStandings, Number
    from reports.language import Language
    from reports.seasonmodel import SeasonStandings, SeasonStatement
    from reports.table import Cell

Score: TypeAlias = "tuple[Number | None, bool, str] | None"
"""A score of a round or evening, whether it counts, and what it is for."""

MARKS = {
    "sat_out": "*",
    "missed": "-",
    "substituted": "+",
    "notified": "*",
    "absent": "-",
    "substitute": "+",
}
"""The sign behind a score that was not simply played for."""

_DOT = " · "


def event_bulletin(standings: EventStandings, language: Language) -> str:
    """Head, standings, what the marks mean and what was corrected; ends with a line feed."""
    head = standings.head
    title = [clean_text(head.name), *event_parts(head, language)]
    state = [progress_text(standings, language), scoring_text(head.scoring, head.rounds, language)]
    scores: list[list[Score]] = [
        [(each.score, each.counts, each.state) if each else None for each in row.rounds]
        for row in standings.rows
    ]
    shown = _shown(scores, round_digits(standings), language)
    table = _with_scores(event_table(standings, language), "round_", shown)
    titles = {f"round_{n}": language.text("R{n}", n=n) for n in range(1, standings.after + 1)}
    table = _short(table, titles)
    notes = [*_legend(scores, language), *event_notes(standings, language)]
    return _page([_DOT.join(title), _DOT.join(state)], table, notes, language)


def season_bulletin(standings: SeasonStandings, language: Language) -> str:
    """Head, standings and what the marks mean; ends with a line feed."""
    title = [clean_text(standings.head.name), *season_parts(standings, language)]
    scores: list[list[Score]] = [
        [(each.score, each.counts, each.cause) if each else None for each in row.evenings]
        for row in standings.rows
    ]
    shown = _shown(scores, evening_digits(standings), language)
    table = _short(_with_scores(season_table(standings, language), "evening_", shown), {})
    return _page([_DOT.join(title)], table, list(_legend(scores, language)), language)


def statement_text(statement: SeasonStatement, language: Language) -> str:
    """How a player's total came about; ends with a line feed."""
    text, head = language.text, statement.head
    title = [clean_text(statement.player.name), clean_text(head.name), clean_text(head.club)]
    state = [
        language.plural("{n} evening attended", "{n} evenings attended", statement.attended),
        *season_rules(head, language),
    ]
    if statement.place is None:
        state.insert(0, text("not placed"))
    else:
        state.insert(0, text("place {place}", place=statement.place))
    total = text("Together: {total}", total=written(statement.total or 0, language))
    table = statement_table(statement, language)
    return _page([_DOT.join(title), _DOT.join(state)], table, [total], language)


def _shown(
    scores: Iterable[Iterable[Score]], digits: int, language: Language
) -> Iterator[list[str]]:
    """Scores as text: in brackets where they do not count, with a mark for what was not played."""
    for row in scores:
        yield [_shown_score(each, digits, language) for each in row]


def _shown_score(each: Score, digits: int, language: Language) -> str:
    if each is None:
        return ""
    score, counts, state = each
    figure = "" if score is None else written(score, language, digits)
    left, right = (" ", " ") if counts or not figure else ("(", ")")
    return f"{left}{figure}{right}{MARKS.get(state, ' ')}"


def _with_scores(table: Table, prefix: str, shown: Iterable[Sequence[str]]) -> Table:
    """The table with other cells in the columns whose keys begin so."""
    places = [at for at, column in enumerate(table.columns) if column.key.startswith(prefix)]
    rows: list[list[Cell]] = []
    for cells, texts in zip(table.rows, shown, strict=True):
        row = list(cells)
        for at, written_score in zip(places, texts, strict=True):
            row[at] = written_score
        rows.append(row)
    return Table(table.columns, rows)


def _short(table: Table, titles: Mapping[str, str]) -> Table:
    """The table without what its other columns say too, some of them under shorter titles."""
    kept = [each.key for each in table.columns if not each.key.startswith(("tie_", "dropped"))]
    short = table.only(*kept)
    columns = (replace(each, title=titles.get(each.key, each.title)) for each in short.columns)
    return Table(tuple(columns), short.rows)


def _legend(scores: Iterable[Iterable[Score]], language: Language) -> Iterator[str]:
    """What brackets and marks mean, if there are any."""
    known = [each for row in scores for each in row if each]
    parts = []
    if any(not counts for _, counts, _ in known):
        parts.append(language.text("( ) does not count"))
    seen = {state for _, _, state in known}
    words = {**STATES, **CAUSES}
    parts += [f"{MARKS[key]} {language.text(words[key])}" for key in MARKS if key in seen]
    if parts:
        yield _DOT.join(parts)


def _page(heads: Sequence[str], table: Table, notes: Sequence[str], language: Language) -> str:
    """Heads, a table and notes, with blank lines between."""
    parts = ["".join(f"{head}\n" for head in heads), render_text(table, language)]
    if notes:
        parts.append("".join(f"{note}\n" for note in notes))
    return "\n".join(parts)
