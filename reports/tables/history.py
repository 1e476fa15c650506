"""The rating history as a table: an account of every player, movement by movement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.language import msgid
from reports.table import Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reports.language import Language
    from reports.model import Cause, HistoryPoint, Leaderboard, Player
    from reports.table import Cell

CAUSES: dict[Cause, str] = {
    "start": msgid("Start"),
    "game": msgid("Game"),
    "decay": msgid("Decay"),
    "adjustment": msgid("Adjustment"),
    "open_decay": msgid("Decay so far"),
}
"""What moved a rating, as message ids."""


def by_name(board: Leaderboard, language: Language) -> list[Player]:
    """Who has a rating history, in the order of names."""
    return sorted(
        board.history.players, key=lambda player: (language.sort_key(player.name), player.key)
    )


def history_table(board: Leaderboard, language: Language) -> Table:
    """The movements by player, in the order of names; reasons only where there are any."""
    text = language.text
    columns = [
        Column("player", text("Player")),
        Column("date", text("Date"), "date"),
        Column("cause", text("Cause")),
        Column("game", text("Game"), "number"),
        Column("place", text("Place"), "number"),
        Column("change", text("Change"), "change"),
        Column("rating", text("Rating"), "number"),
    ]
    if board.history.has_reasons:
        columns.append(Column("reason", text("Reason")))
    return Table(tuple(columns), _Rows(board, language))


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows, made anew whenever somebody goes through them: there may be millions."""

    board: Leaderboard
    language: Language

    def __len__(self) -> int:
        return len(self.board.history)

    def __iter__(self) -> Iterator[tuple[Cell, ...]]:
        board = self.board
        causes = {cause: self.language.text(title) for cause, title in CAUSES.items()}
        reasons = board.history.has_reasons
        for player in by_name(board, self.language):
            for point in board.history.account(player):
                row = (
                    player.name,
                    point.on,
                    causes[point.cause],
                    point.result,
                    self._place(point),
                    point.change,
                    point.rating,
                )
                yield (*row, point.reason or None) if reasons else row

    def _place(self, point: HistoryPoint) -> int | None:
        if point.result is None:
            return None
        return self.board.results.place(point.result, point.player)
