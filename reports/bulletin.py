"""The standings and the results of the last playing day as plain text, for mail and chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.formatting import clean_text
from reports.table import Column, Table
from reports.tables.results import finishers
from reports.tables.standings import standings_table
from reports.text import render_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reports.language import Language
    from reports.model import Leaderboard, ResultLine
    from reports.table import Cell

COLUMNS = ("place", "player", "rating", "change", "games", "wins", "average_place")
"""The columns of the standings that fit into a mail."""


def bulletin(board: Leaderboard, language: Language) -> str:
    """The text; its lines are aligned, without colour, and the last one ends with a line feed."""
    parts = [
        f"{clean_text(board.club)} · {clean_text(board.pool)}\n{_headline(board, language)}\n",
        render_text(standings_table(board, language).only(*COLUMNS), language),
    ]
    games = _last_day(board)
    if games:
        day = language.date(games[0].on, "long")
        parts.append(language.text("Results of {day}", day=day) + "\n")
        parts.append(render_text(_results(games, language), language))
    return "\n".join(parts)


def _headline(board: Leaderboard, language: Language) -> str:
    """Two lines: of which day these standings are, and of how much."""
    day = language.date(board.as_of, "long")
    parts = [
        language.plural("{n} player", "{n} players", len(board.standings)),
        language.plural("{n} game", "{n} games", len(board.results)),
    ]
    if board.compared_with:
        before = language.date(board.compared_with)
        parts.append(language.text("compared with {day}", day=before))
    return language.text("Standings as of {day}", day=day) + "\n" + " · ".join(parts)


def _last_day(board: Leaderboard) -> list[ResultLine]:
    """The games of the last day with any, in the order in which they were played."""
    games: list[ResultLine] = []
    for result in board.results.latest_first():
        if games and result.on != games[0].on:
            break
        games.append(result)
    return games


def _results(games: list[ResultLine], language: Language) -> Table:
    """A line a player; the number of the game only before its winner."""
    text = language.text
    columns = (
        Column("game", text("Game"), "number"),
        Column("place", text("Place"), "number"),
        Column("player", text("Player")),
        Column("points", text("Points"), "number"),
        Column("change", text("Change"), "change"),
    )
    table = Table(columns, [row for game in games for row in _rows(game)])
    if any(seat.points is not None for game in games for seat in game.seats):
        return table
    return table.only("game", "place", "player", "change")


def _rows(game: ResultLine) -> Iterator[tuple[Cell, ...]]:
    for number, seat in enumerate(finishers(game)):
        first = game.id if number == 0 else None
        yield (first, seat.place, seat.player.name, seat.points, seat.change)
