"""The results as a table: a row a game, the players in the order in which they finished."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.language import msgid
from reports.table import Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reports.language import Language
    from reports.model import Leaderboard, ResultLine, SeatLine
    from reports.table import Cell

SEATS = 4

_CATEGORIES = {"friendly": msgid("friendly game"), "training": msgid("training game")}
"""What is said of games that do not count, as message ids."""


def results_table(board: Leaderboard, language: Language) -> Table:
    """The latest day first, on a day in the order in which it was played.

    The columns for rule sets and remarks are there only where there are any.
    """
    text = language.text
    columns = [
        Column("game", text("Game"), "number"),
        Column("date", text("Date"), "date"),
        Column("label", text("Label")),
    ]
    if board.results.has_rules:
        columns.append(Column("rules", text("Rules")))
    for n in range(1, SEATS + 1):
        columns += [
            Column(f"place_{n}", text("Place {n}", n=n), "number"),
            Column(f"player_{n}", text("Player {n}", n=n)),
            Column(f"points_{n}", text("Points {n}", n=n), "number"),
            Column(f"change_{n}", text("± {n}", n=n), "change"),
        ]
    if board.results.has_remarks:
        columns.append(Column("remark", text("Remark")))
    return Table(tuple(columns), _Rows(board, language))


def finishers(result: ResultLine) -> list[SeatLine]:
    """The seats of a result, the winner first; who has no place comes last."""
    return sorted(result.seats, key=lambda seat: (seat.place or SEATS + 1, "NESW".find(seat.seat)))


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows, made anew whenever somebody goes through them."""

    board: Leaderboard
    language: Language

    def __len__(self) -> int:
        return len(self.board.results)

    def __iter__(self) -> Iterator[tuple[Cell, ...]]:
        results = self.board.results
        rules, remarks = results.has_rules, results.has_remarks
        for result in results.latest_first():
            row: list[Cell] = [result.id, result.on, result.label or None]
            if rules:
                row.append(result.rules)
            seats = finishers(result)
            for seat in seats:
                row += (seat.place, seat.player.name, seat.points, seat.change)
            row += (None,) * 4 * (SEATS - len(seats))
            if remarks:
                row.append(self._remark(result))
            yield tuple(row)

    def _remark(self, result: ResultLine) -> str | None:
        category = _CATEGORIES.get(result.category)
        said = [self.language.text(category)] if category else []
        return "; ".join([*said, result.remark] if result.remark else said) or None
