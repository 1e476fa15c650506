"""The leaderboard workbook, from the standings to the explanation."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from datetime import UTC
from math import ceil
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from openpyxl.packaging.core import DocumentProperties

from reports.clubstyle import PLAIN
from reports.formatting import clean_text, sheet_names
from reports.meetings import Meetings
from reports.output import replacing
from reports.pace import Pace
from reports.rated import RatedGames
from reports.records import records
from reports.tables.history import by_name
from reports.xlsx.book import Book
from reports.xlsx.explanation import write_explanation
from reports.xlsx.history import player_links, write_history
from reports.xlsx.meetings import MOST_PAIRS, opponent_links, write_opponents, write_square
from reports.xlsx.native import write_chart_data
from reports.xlsx.pictures import draw_charts, open_charts
from reports.xlsx.records import write_records
from reports.xlsx.results import write_results
from reports.xlsx.sheet import MOST_ROWS
from reports.xlsx.standings import write_standings
from reports.xlsx.stream import StreamedWorkbook
from reports.xlsx.styles import add_styles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
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
    with replacing(path) as temporary, _closing_sheets(book.workbook):
        add_styles(book.workbook, style.colours)
        _write_sheets(book)
        _describe(book)
        book.workbook.save(temporary)


@contextmanager
def _closing_sheets(workbook: StreamedWorkbook) -> Iterator[None]:
    """Close the streams of sheets that were begun when something goes wrong on the way."""
    try:
        yield
    except BaseException:
        for sheet in workbook.worksheets:
            with suppress(Exception):
                sheet.close()
        raise


def _write_sheets(book: Book) -> None:
    """Write the sheets in their order; what there is nothing to say about has no sheet."""
    text, board = book.language.text, book.board
    best, meetings = _counted(board)
    least = meetings.threshold(MOST_PAIRS)
    listed = list(meetings.of(by_name(board, book.language), least))
    titles = [
        (text("Standings"), 1),
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
    standings, charts, record, square, opponents, history, results, explanation, data = (
        [next(names) for _ in range(number)] for _, number in titles
    )
    write_standings(book, standings[0], player_links(board, book.language, history))
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
    """The document properties, which file managers and search engines show."""
    text, board = book.language.text, book.board
    club = clean_text(board.club)
    made_at = board.made_at.replace(tzinfo=ZoneInfo(board.timezone)).astimezone(UTC)
    book.workbook.properties = DocumentProperties(
        title=text("{club}: standings as of {day}", club=club, day=book.as_of()),
        subject=text("Ratings, results and their explanation"),
        creator=club,
        lastModifiedBy=club,
        keywords=f"Hearts, Hartenjagen, rating, {clean_text(board.pool)}",
        description=text("Fingerprint of the ledger") + f": {board.fingerprint}",
        language=book.language.code,
        created=made_at.replace(tzinfo=None),  # the file says that it is UTC
    )
