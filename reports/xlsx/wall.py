"""The standings of an event for the wall, in big letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.event_text import event_notes, progress_text, scoring_text
from reports.scores import digits_of, score_cell
from reports.tables.event import round_digits
from reports.xlsx import paperstyles as looks
from reports.xlsx.roomfor import big_height
from reports.xlsx.rules import award_medals
from reports.xlsx.sheet import PADDING, Placed

if TYPE_CHECKING:
    from reports.eventmodel import EventRow, EventStandings
    from reports.table import Cell
    from reports.xlsx.paperbook import PaperBook
    from reports.xlsx.sheet import Orientation

_PORTRAIT_ROUNDS = 6  # more stand on a page on its side
_PLACE, _NAME, _SCORE = 9.0, 34.0, 14.0  # of the name at least
_ROOM = {"portrait": 98.0, "landscape": 145.0}
_WIDEST = 10.0
_ROW = 27.0  # points, of a name in one line


def write_wall(book: PaperBook, name: str, standings: EventStandings) -> None:
    """Write place, name, the rounds (in brackets what does not count) and the score."""
    text = book.language.text
    side: Orientation = "portrait" if standings.after <= _PORTRAIT_ROUNDS else "landscape"
    rest = _ROOM[side] - _PLACE - _SCORE
    width = min(_WIDEST, (rest - _NAME) / max(1, standings.after) - PADDING)
    names = rest - standings.after * (width + PADDING)
    sheet = book.sheet(name, (_PLACE, names, *[width] * standings.after, _SCORE), side)
    sheet.freeze(4)
    book.wall_head(sheet, text("Standings"), progress_text(standings, book.language))
    rounds = [text("R{n}", n=n) for n in range(1, standings.after + 1)]
    heads = (text("Place"), text("Player"), *rounds, text("Score"))
    head_looks = [looks.WALL_HEADING] * len(heads)
    head_looks[1] = looks.WALL_HEADING_NAME
    heading = sheet.append(heads, head_looks, 30)
    digits = round_digits(standings), digits_of(row.score for row in standings.rows)
    for row in standings.rows:
        cells, cell_looks = _row(book, row, digits)
        high = big_height(str(cells[1]), names, looks.RANK_SIZE)
        sheet.append(cells, cell_looks, max(_ROW, high))
    if standings.rows:
        placed = Placed(heading + 1, sheet.row, {"place": "A"})
        award_medals(sheet, placed, "place", book.style.colours)
    sheet.blank(8)
    scoring = scoring_text(standings.head.scoring, standings.head.rounds, book.language)
    for note in (scoring, *event_notes(standings, book.language)):
        sheet.line(note, looks.WALL_SUBTITLE, 20)
    sheet.print_setup(heading_row=1, heading_to=heading)


def _row(book: PaperBook, row: EventRow, digits: tuple[int, int]) -> tuple[list[Cell], list[str]]:
    """The cells of a player and their styles."""
    of_rounds, of_score = digits
    name = row.player.name
    if row.withdrawn:
        name = book.language.text("{player} (withdrawn)", player=name)
    cells: list[Cell] = [row.place, name]
    styles = [looks.RANK_PLACE, looks.RANK_NAME]
    for each in row.rounds:
        cells.append(score_cell(each.score, of_rounds) if each else None)
        dropped = each is not None and not each.counts
        styles.append((looks.RANK_DROPPED if dropped else looks.RANK_ROUND)[of_rounds])
    cells.append(score_cell(row.score, of_score))
    return cells, [*styles, looks.RANK_SCORE[of_score]]
