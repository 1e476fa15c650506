"""The leaderboard workbook, from the standings to the explanation."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from reports.clubstyle import PLAIN
from reports.formatting import clean_text, sheet_names
from reports.meetings import Meetings
from reports.output import replacing
from reports.pace import Pace
from reports.rated import RatedGames
from reports.records import records
from reports.tables.history import by_name
from reports.xlsx.book import Book
from reports.xlsx.document import Description, closing_sheets, describe
from reports.xlsx.explanation import write_explanation
from reports.xlsx.history import player_links, write_history
from reports.xlsx.meetings import MOST_PAIRS, opponent_links, write_opponents, write_square
from reports.xlsx.native import write_chart_data
from reports.xlsx.pictures import draw_charts, open_charts
from reports.xlsx.ranked import write_events_and_season
from reports.xlsx.records import write_records
from reports.xlsx.results import write_results
from reports.xlsx.sheet import MOST_ROWS
from reports.xlsx.standings import write_standings
from reports.xlsx.stream import StreamedWorkbook
from reports.xlsx.styles import add_styles

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from reports.clubstyle import ClubStyle
    from reports.language import Language
    from reports.model import Leaderboard
    from reports.records import Record


def write_leaderboard(
    board: Leaderboard,
    path: Path,
    language: Language,
    progress: Callable[[int, int], None] | None = None,
    style: ClubStyle = PLAIN,
) -> None:
    """Write the workbook; an old file at `path` is replaced only by a complete new one.

    Args:
        board: what to show.
        path: where to; its folder must exist.
        language: of every text in it.
        progress: told now and then how many rows of how many are written.
        style: the club's own looks.

    Raises:
        OutputError: it cannot be written, and why.
    """
    rows = len(board.standings) + len(board.history) + len(board.results)
    book = Book(StreamedWorkbook(), board, language, style, Pace(rows, progress))
    with replacing(path) as temporary, closing_sheets(book.workbook):
        add_styles(book.workbook, style.colours)
        _write_sheets(book)
        _describe(book)
        book.workbook.save(temporary)


def _write_sheets(book: Book) -> None:
    """Write the sheets in their order; what there is nothing to say about has no sheet."""
    text, board = book.language.text, book.board
    best, meetings = _counted(board)
    least = meetings.threshold(MOST_PAIRS)
    listed = list(meetings.of(by_name(board, book.language), least))
    played = [event.head.name for event in reversed(board.events)]
    if board.season:
        played.append(board.season.head.name)
    titles = [
        (text("Standings"), 1),
        *((title, 1) for title in played),
        (text("Charts"), 1),
        (text("Records"), 1 if best else 0),
        (text("Head to head"), 1 if listed else 0),
        (text("Opponents"), 1 if listed else 0),
        (text("Rating history"), _sheets_for(len(board.history))),
        (text("Results"), _sheets_for(len(board.results))),
        (text("Explanation"), 1),
        (text("Chart data"), 1),
    ]
    names = iter(sheet_names(title for title, number in titles for _ in range(number)))
    standings, *ranked = [next(names) for _ in range(1 + len(played))]
    charts, record, square, opponents, history, results, explanation, data = (
        [next(names) for _ in range(number)] for _, number in titles[1 + len(played) :]
    )
    links = player_links(board, book.language, history)
    write_standings(book, standings, links)
    write_events_and_season(book, ranked, links)
    charts_sheet = open_charts(book, charts[0])
    if best:
        write_records(book, record[0], best)
    if listed:
        write_square(book, square[0], meetings, opponent_links(listed, opponents[0]))
        write_opponents(book, opponents[0], listed, least)
    write_history(book, history)
    write_results(book, results)
    write_explanation(book, explanation[0])
    draw_charts(book, charts_sheet, write_chart_data(book, data[0]))


def _counted(board: Leaderboard) -> tuple[tuple[Record, ...], Meetings]:
    """What is counted over all games; the frames that takes are gone afterwards."""
    games = RatedGames.of(board)
    return records(board, games), Meetings(games)


def _sheets_for(rows: int) -> int:
    """How many sheets a table takes."""
    return max(1, ceil(rows / MOST_ROWS))


def _describe(book: Book) -> None:
    """The document properties of a leaderboard."""
    text, board = book.language.text, book.board
    club = clean_text(board.club)
    describe(
        book.workbook,
        Description(
            title=text("{club}: standings as of {day}", club=club, day=book.as_of()),
            subject=text("Ratings, results and their explanation"),
            club=club,
            keywords=f"Hearts, Hartenjagen, rating, {clean_text(board.pool)}",
            made_at=board.made_at,
            timezone=board.timezone,
            comment=text("Fingerprint of the ledger") + f": {board.fingerprint}",
        ),
        book.language,
    )
