"""The sheets of an event's and of a season's standings in the leaderboard workbook."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from reports.event_text import (
    event_notes,
    event_parts,
    progress_text,
    scoring_text,
    season_parts,
)
from reports.formatting import clean_text
from reports.tables.event import event_table
from reports.tables.season import season_table
from reports.xlsx import styles
from reports.xlsx.book import DOT
from reports.xlsx.cells import Link
from reports.xlsx.roomfor import named, row_height
from reports.xlsx.rules import award_medals, colour_moves
from reports.xlsx.scorestyles import add_score_styles, score_style, total_style
from reports.xlsx.sheet import BAND_ROWS, Layout, SheetColumn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from reports.eventmodel import EventStandings
    from reports.language import Language
    from reports.model import Player
    from reports.seasonmodel import SeasonStandings
    from reports.table import Cell, Column, Table
    from reports.xlsx.book import Book

Score: TypeAlias = "tuple[bool, bool] | None"
"""Of a round or evening: whether it counts, and whether it was played."""

_LAYOUTS = {
    "place": Layout(9, styles.PLACE),
    "move": Layout(12, styles.MOVE),
    "number": Layout(7, filtered=False),
    "player": Layout(29, styles.STRONG),
    "games": Layout(9, filtered=False),
    "attended": Layout(11, filtered=False),
    "penalty": Layout(8, filtered=False),
    "dropped": Layout(11, styles.ANY, filtered=False),
    "above": Layout(34, filtered=False),
}
_TOTALS = ("score", "total")
_TOTAL, _TIE_BREAK = 11.0, 11.0
_WIDEST, _NARROWEST = 9.5, 6.5  # of a round or evening
_ROOM = 72.0  # characters for all of them, before they are made narrower


@dataclass(frozen=True, slots=True)
class _Standings:
    """What the two kinds of standings have in common on a sheet.

    Attributes:
        title: of the sheet.
        subtitle: in parts.
        table: as it is listed everywhere.
        key: how the keys of the columns of rounds or evenings begin.
        players: of the rows.
        scores: of the rows, one a round or evening.
        notes: what is to be said below.
    """

    title: str
    subtitle: Sequence[str]
    table: Table
    key: str
    players: Sequence[Player]
    scores: Sequence[Sequence[Score]]
    notes: Sequence[str]


def write_events_and_season(book: Book, names: Sequence[str], links: Mapping[Player, str]) -> None:
    """Write the sheets of the events, the last one first, and of the season.

    Args:
        book: the workbook.
        names: of the sheets.
        links: where players' histories begin; who has none there has no link.
    """
    board = book.board
    if not names:
        return
    add_score_styles(book.workbook)
    for number, (name, event) in enumerate(zip(names, reversed(board.events), strict=False)):
        _write(book, name, f"Event{number + 1}", _of_event(event, book.language), links)
    if board.season:
        _write(book, names[-1], "Season", _of_season(board.season, book.language), links)


def _of_event(standings: EventStandings, language: Language) -> _Standings:
    head = standings.head
    return _Standings(
        title=clean_text(head.name),
        subtitle=(
            *event_parts(head, language),
            progress_text(standings, language),
            scoring_text(head.scoring, head.rounds, language),
        ),
        table=event_table(standings, language),
        key="round_",
        players=[row.player for row in standings.rows],
        scores=[
            [(each.counts, each.state == "played") if each else None for each in row.rounds]
            for row in standings.rows
        ],
        notes=list(event_notes(standings, language)),
    )


def _of_season(standings: SeasonStandings, language: Language) -> _Standings:
    return _Standings(
        title=clean_text(standings.head.name),
        subtitle=season_parts(standings, language),
        table=season_table(standings, language),
        key="evening_",
        players=[row.player for row in standings.rows],
        scores=[
            [(each.counts, each.cause == "played") if each else None for each in row.evenings]
            for row in standings.rows
        ],
        notes=(),
    )


def _write(
    book: Book, name: str, table_name: str, shown: _Standings, links: Mapping[Player, str]
) -> None:
    language = book.language
    keys = [column.key for column in shown.table.columns]
    people = [str(row[keys.index("player")]) for row in shown.table.rows]
    columns = named(_laid_out(shown.table.columns, shown.key), people, "player")
    wide = columns[keys.index("player")].width
    heights = [row_height([each], wide, 18) for each in people]
    first = next((at for at, key in enumerate(keys) if key.startswith(shown.key)), 0)
    sheet = book.sheet(name, [column.width for column in columns])
    sheet.page.sheet_properties.tabColor = styles.argb(book.style.colours.main)
    sheet.freeze(BAND_ROWS + 1, right_of_column=keys.index("player") + 1)
    sheet.band(shown.title, DOT.join(shown.subtitle))
    rows = _linked(shown, keys.index("player"), links)
    others = (_other_styles(row, first, columns) for row in shown.scores)
    placed = sheet.table(
        table_name, columns, rows, heading_height=36, row_height=heights, other_styles=others
    )
    award_medals(sheet, placed, "place", book.style.colours)
    if "move" in keys:
        colour_moves(sheet, placed, "move", book.style.colours)
    sheet.blank(8)
    for note in (*_legend(shown.scores, language), *shown.notes):
        sheet.line(note, styles.SUBTITLE, 16)
    sheet.print_setup(heading_row=BAND_ROWS + 1)


def _laid_out(columns: Sequence[Column], key: str) -> Iterator[SheetColumn]:
    """The columns with their widths; many rounds or evenings are narrow ones."""
    number = sum(column.key.startswith(key) for column in columns)
    width = min(_WIDEST, max(_NARROWEST, _ROOM / max(1, number)))
    for column in columns:
        if column.key.startswith(key):
            layout = Layout(width, score_style(column.digits), filtered=False)
        elif column.key in _TOTALS:
            layout = Layout(_TOTAL, total_style(column.digits))
        elif column.key in _LAYOUTS:
            layout = _LAYOUTS[column.key]
        else:
            layout = Layout(_TIE_BREAK, score_style(column.digits), filtered=False)
        yield SheetColumn(column, layout)


def _linked(shown: _Standings, at: int, links: Mapping[Player, str]) -> Iterator[list[Cell | Link]]:
    """The rows, a player's name leading to their history where there is one."""
    for row, player in zip(shown.table.rows, shown.players, strict=True):
        cells: list[Cell | Link] = list(row)
        if player in links:
            cells[at] = Link(str(row[at]), links[player])
        yield cells


def _other_styles(
    scores: Sequence[Score], first: int, columns: Sequence[SheetColumn]
) -> dict[int, str]:
    """The styles of the scores that do not count or were not played, by column."""
    return {
        first + at: score_style(columns[first + at].column.digits, counts=counts, played=played)
        for at, (counts, played) in ((at, each) for at, each in enumerate(scores) if each)
        if not (counts and played)
    }


def _legend(scores: Sequence[Sequence[Score]], language: Language) -> Iterator[str]:
    """What brackets and shade mean, where there are any."""
    known = {each for row in scores for each in row if each}
    if any(not counts for counts, _ in known):
        yield language.text("In brackets: does not count.")
    if any(not played for _, played in known):
        yield language.text("On a shade: not played.")
