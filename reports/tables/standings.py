"""The standings as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.table import Column, Table

if TYPE_CHECKING:
    from reports.language import Language
    from reports.model import Leaderboard, Standing
    from reports.table import Cell


def standings_table(board: Leaderboard, language: Language) -> Table:
    """Everybody with a rated game, by place."""
    text = language.text
    columns = (
        Column("place", text("Place"), "number"),
        Column("player", text("Player")),
        Column("rating", text("Rating"), "number"),
        Column("change", text("Change"), "change"),
        Column("previous_place", text("Place before"), "number"),
        Column("games", text("Games"), "count"),
        Column("wins", text("Won"), "count"),
        Column("second", text("2nd"), "count"),
        Column("third", text("3rd"), "count"),
        Column("fourth", text("4th"), "count"),
        Column("average_place", text("Average place"), "decimal"),
        Column("decay", text("Decay"), "number"),
        Column("last_played", text("Last played"), "date"),
    )
    return Table(columns, [_row(standing) for standing in board.standings])


def _row(standing: Standing) -> tuple[Cell, ...]:
    return (
        standing.place,
        standing.player.name,
        standing.rating,
        standing.change,
        standing.previous_place,
        standing.games,
        *standing.finishes,
        standing.average_place,
        standing.decay,
        standing.last_played,
    )
