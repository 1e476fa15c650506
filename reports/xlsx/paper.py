"""The workbook that is printed for an event: seating lists, cards, score sheets, standings."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from reports.clubstyle import PLAIN
from reports.formatting import clean_text, sheet_names
from reports.language import msgid
from reports.output import replacing
from reports.xlsx.cards import write_cards
from reports.xlsx.document import Description, closing_sheets, describe
from reports.xlsx.drawsheet import write_draw
from reports.xlsx.paperbook import PaperBook
from reports.xlsx.paperstyles import add_paper_styles
from reports.xlsx.scoreforms import write_forms
from reports.xlsx.seatinglist import write_index, write_round
from reports.xlsx.stream import StreamedWorkbook
from reports.xlsx.styles import add_styles
from reports.xlsx.wall import write_wall

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from pathlib import Path

    from reports.clubstyle import ClubStyle
    from reports.eventmodel import EventPaper, RoundSeating
    from reports.language import Language

PARTS = {
    "seating": msgid("Seating lists, by table and by name"),
    "cards": msgid("Personal cards"),
    "sheets": msgid("Score sheets"),
    "standings": msgid("Standings for the wall"),
    "quality": msgid("How good the draw is"),
}
"""What there is to print, key -> message id."""


class NothingToPrint(ValueError):
    """Nothing of what is asked for has anything to show, such as a round that is not drawn."""


def write_paper(
    paper: EventPaper,
    path: Path,
    language: Language,
    style: ClubStyle = PLAIN,
    parts: Collection[str] = tuple(PARTS),
    only_round: int | None = None,
) -> None:
    """Write the workbook; an old file at `path` is replaced only by a complete new one.

    Args:
        paper: the event.
        path: where to; its folder must exist.
        language: of every text in it.
        style: the club's own looks.
        parts: which of `PARTS`; one that has nothing to show has no sheet.
        only_round: seating lists and score sheets of this round only; None for all that are drawn.

    Raises:
        NothingToPrint: nothing of what is asked for has anything to show.
        OutputError: it cannot be written, and why.
    """
    rounds = [one for one in paper.rounds if only_round in (None, one.number)]
    book = PaperBook(StreamedWorkbook(), paper, language, style)
    planned = list(_sheets(book, parts, rounds))
    if not planned:
        raise NothingToPrint(tuple(parts))
    with replacing(path) as temporary, closing_sheets(book.workbook):
        add_styles(book.workbook, style.colours)
        add_paper_styles(book.workbook, style.colours)
        names = sheet_names(title for title, _ in planned)
        for name, (_, write) in zip(names, planned, strict=True):
            write(name)
        _describe(book)
        book.workbook.save(temporary)


def _sheets(
    book: PaperBook, parts: Collection[str], rounds: list[RoundSeating]
) -> Iterator[tuple[str, Callable[[str], None]]]:
    """The sheets to be written, each with its title and what writes it under a name."""
    text, paper = book.language.text, book.paper
    if "seating" in parts and rounds:
        for one in rounds:
            yield text("Round {n}", n=one.number), partial(write_round, book, one=one)
        yield text("Who sits where"), lambda name: write_index(book, name, rounds)
    if "cards" in parts and paper.entrants:
        yield text("Cards"), lambda name: write_cards(book, name)
    if "sheets" in parts and any(one.tables for one in rounds):
        yield text("Score sheets"), lambda name: write_forms(book, name, rounds)
    standings, quality = paper.standings, paper.quality
    if "standings" in parts and standings is not None:
        yield text("Standings"), lambda name: write_wall(book, name, standings)
    if "quality" in parts and quality is not None:
        yield text("The draw"), lambda name: write_draw(book, name, quality)


def _describe(book: PaperBook) -> None:
    """The document properties."""
    paper, text = book.paper, book.language.text
    club = clean_text(paper.head.club)
    describe(
        book.workbook,
        Description(
            title=text("{event}: to be printed", event=book.event()),
            subject=text("Seating, cards, score sheets and standings"),
            club=club,
            keywords="Hearts, Hartenjagen",
            made_at=paper.made_at,
            timezone=paper.timezone,
        ),
        book.language,
    )
