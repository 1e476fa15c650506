"""The leaderboard workbook: standings, charts, rating history, results, explanation."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from datetime import UTC
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from openpyxl import Workbook
from openpyxl.packaging.core import DocumentProperties

from reports.formatting import clean_text, sheet_names
from reports.output import replacing
from reports.xlsx.book import Book
from reports.xlsx.explanation import write_explanation
from reports.xlsx.history import in_parts, player_links, write_history
from reports.xlsx.native import write_chart_data
from reports.xlsx.pictures import draw_charts, open_charts
from reports.xlsx.results import write_results
from reports.xlsx.standings import write_standings
from reports.xlsx.styles import add_styles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from reports.language import Language
    from reports.model import Leaderboard


def write_leaderboard(
    board: Leaderboard,
    path: Path,
    language: Language,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Write the workbook; an old file at `path` is replaced only by a complete new one.

    Args:
        board: what to show.
        path: where to; its folder must exist.
        language: of every text in it.
        progress: told after each sheet how many rows of how many are written.

    Raises:
        OutputError: it cannot be written, and why.
    """
    book = Book(Workbook(write_only=True), board, language)
    with replacing(path) as temporary, _closing_sheets(book.workbook):
        add_styles(book.workbook)
        _write_sheets(book, progress or _unheard)
        _describe(book)
        book.workbook.save(temporary)


@contextmanager
def _closing_sheets(workbook: Workbook) -> Iterator[None]:
    """Close the streams of sheets that were begun when something goes wrong on the way."""
    try:
        yield
    except BaseException:
        for sheet in workbook.worksheets:
            with suppress(Exception):
                sheet.close()
        raise


def _write_sheets(book: Book, progress: Callable[[int, int], None]) -> None:
    text, board = book.language.text, book.board
    parts = in_parts(book)
    standings, charts, *history, results, explanation, data = sheet_names(
        [
            text("Standings"),
            text("Charts"),
            *[text("Rating history")] * len(parts),
            text("Results"),
            text("Explanation"),
            text("Chart data"),
        ]
    )
    rows = len(board.standings), len(board.history), len(board.results)
    write_standings(book, standings, player_links(history, parts))
    charts_sheet = open_charts(book, charts)
    progress(rows[0], sum(rows))
    write_history(book, history, parts)
    progress(rows[0] + rows[1], sum(rows))
    write_results(book, results)
    write_explanation(book, explanation)
    draw_charts(book, charts_sheet, write_chart_data(book, data))
    progress(sum(rows), sum(rows))


def _unheard(done: int, total: int) -> None:
    """Progress that nobody asked for."""


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
