"""A real game, computed in full: its pairs, and the sums that make the changes of the ratings.

What is printed adds up: the points of a pair are what the printed expectation gives, and a row of
the second table adds up to the change (RATINGS.md, "Row five, the parts").
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations
from typing import TYPE_CHECKING

from engine.rating.expectation import SCALE
from reports.formatting import shortened
from reports.xlsx import styles

if TYPE_CHECKING:
    from engine.rating.explanation import Explanation, Part
    from reports.model import WorkedGame
    from reports.table import Cell
    from reports.xlsx.book import Book
    from reports.xlsx.sheet import Sheet

_LONGEST_NAME = 24
_HUNDREDTH = Decimal("0.01")


def write_worked(sheet: Sheet, book: Book, game: WorkedGame) -> None:
    """Write the two tables of a game."""
    rows = sorted((row for row in game.explanations if row), key=lambda row: (row.place, row.seat))
    names = [shortened(player.name, _LONGEST_NAME) for player in game.players]
    _write_pairs(sheet, book, rows, names)
    sheet.blank(8)
    _write_sums(sheet, book, rows, names)


def shown_expectation(part: Part, k: int, others: int) -> Decimal:
    """The expected score with as many decimals, three at least, as reproduce the part as shown."""
    exact, score = Decimal(part.expected) / SCALE, _score(part)
    for digits in range(3, 16):
        expected = exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
        points = (k * (score - expected) / others).quantize(_HUNDREDTH, ROUND_HALF_UP)
        if points == part.shown:
            break
    return expected


def _write_pairs(sheet: Sheet, book: Book, rows: list[Explanation], names: list[str]) -> None:
    """Every two players once, whoever finished higher first."""
    text, k, others = book.language.text, book.board.policy.k, len(names) - 1
    columns: tuple[tuple[Cell, str], ...] = (
        (text("Player"), styles.TEXT),
        (text("Rating"), styles.NUMBER),
        (text("Opponent"), styles.TEXT),
        (None, styles.TEXT),
        (text("Rating"), styles.NUMBER),
        (text("Score"), styles.SCORE),
        (text("Expected"), styles.SHARE),
        (text("Points"), styles.PARTS),
        (text("Other's points"), styles.PARTS),
    )
    pairs: list[tuple[Cell, ...]] = []
    for one, two in combinations(rows, 2):
        part = _against(one, two)
        pairs.append(
            (
                names[one.seat],
                one.rating,
                names[two.seat],
                None,
                two.rating,
                _score(part),
                shown_expectation(part, k, others),
                part.shown,
                _against(two, one).shown,
            )
        )
    for row in sheet.plain_table(columns, pairs, 32):
        sheet.merge(row, 3, 4)
    note = text("Points = {k} / {others} × (score − expected)", k=k, others=others)
    sheet.line(note, styles.SUBTITLE, 18)


def _write_sums(sheet: Sheet, book: Book, rows: list[Explanation], names: list[str]) -> None:
    """Every player's points against each of the others, and what makes them the change."""
    text = book.language.text
    limits = [
        (title, values)
        for title, values in (
            (text("Minimum"), [row.minimum for row in rows]),
            (text("Maximum"), [row.maximum for row in rows]),
        )
        if any(values)
    ]
    against = [text("against {player}", player=shortened(names[row.seat], 18)) for row in rows]
    columns: tuple[tuple[Cell, str], ...] = (
        (text("Player"), styles.STRONG),
        (text("Place"), styles.NUMBER),
        (text("Rating before"), styles.NUMBER),
        *((title, styles.PARTS) for title in against),
        (text("Rounding"), styles.PARTS),
        *((title, styles.CHANGE) for title, _ in limits),
        (text("Change"), styles.CHANGE),
        (text("New rating"), styles.STRONG_NUMBER),
    )
    sums: list[tuple[Cell, ...]] = [
        (
            names[row.seat],
            row.place,
            row.rating,
            *(None if other is row else _against(row, other).shown for other in rows),
            row.rounding,
            *(values[number] for _, values in limits),
            row.change,
            row.after,
        )
        for number, row in enumerate(rows)
    ]
    sheet.plain_table(columns, sums, 50)
    note = text("Each row adds up to its change: the rounding makes up for the two decimals.")
    sheet.line(note, styles.SUBTITLE, 18)


def _against(row: Explanation, other: Explanation) -> Part:
    return next(part for part in row.parts if part.opponent == other.seat)


def _score(part: Part) -> Decimal:
    return Decimal(part.score.numerator) / part.score.denominator
