"""Head to head as a table: every player with every opponent they met."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.meetings import Meeting, Meetings
from reports.table import Column, Table
from reports.tables.history import by_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reports.language import Language
    from reports.model import Leaderboard
    from reports.table import Cell


def meetings_table(board: Leaderboard, language: Language) -> Table:
    """All who met, from both sides: by the player's name, the most met opponent first."""
    return listed(Meetings.of_board(board).of(by_name(board, language)), language)


def listed(meetings: Iterable[Meeting], language: Language) -> Table:
    """These meetings as a table, a row each."""
    text = language.text
    columns = (
        Column("player", text("Player")),
        Column("opponent", text("Opponent")),
        Column("games", text("Games"), "count"),
        Column("above", text("Above"), "count"),
        Column("level", text("Level"), "count"),
        Column("below", text("Below"), "count"),
        Column("share", text("Share"), "share"),
        Column("expected", text("Expected"), "share"),
        Column("above_expectation", text("Above expectation"), "decimal"),
    )
    return Table(columns, [_row(meeting) for meeting in meetings])


def _row(meeting: Meeting) -> tuple[Cell, ...]:
    return (
        meeting.player.name,
        meeting.opponent.name,
        meeting.games,
        meeting.above,
        meeting.level,
        meeting.below,
        meeting.share,
        meeting.expected,
        meeting.above_expectation,
    )
