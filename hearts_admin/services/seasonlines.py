"""What a statement of a season tells of one evening, beside what it was worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from hearts_admin.errors import Refused
from hearts_admin.services.events.standing import ranked_board
from reports import seasonmodel as shown
from reports.model import Player

if TYPE_CHECKING:
    from engine.standings.games import EventRecord
    from engine.standings.season_table import SeasonLine
    from hearts_admin.services.events.board import EventBoard


def rounds_told(
    record: EventRecord, line: SeasonLine, player: int, names: Mapping[int, str]
) -> tuple[shown.StatementRound, ...]:
    """The rounds of somebody's evening, with the games that they played for others.

    Args:
        record: what happened in the evening.
        line: what it was worth to them.
        player: whose evening it is.
        names: of everybody, as they may be shown.
    """

    def rounds() -> Iterator[shown.StatementRound]:
        for one in line.rounds:
            known = helped if one.kind == "as_substitute" else by_others
            yield shown.StatementRound(
                one.round, one.score, one.counts, one.kind, known.get(one.round)
            )
        told = {one.round for one in line.rounds if one.kind == "as_substitute"}
        for number, other in helped.items():
            if number not in told:
                yield shown.StatementRound(number, None, False, "as_substitute", other)

    def person(number: int) -> Player:
        return Player(str(number), names[number])

    lines = [each for each in record.lines if each.round <= record.rounds]
    lines = [each for each in lines if each.sitter != each.player]
    helped = {each.round: person(each.player) for each in lines if each.sitter == player}
    by_others = {each.round: person(each.sitter) for each in lines if each.player == player}
    return tuple(sorted(rounds(), key=lambda one: (one.number, one.cause == "as_substitute")))


def score_shown(board: EventBoard, player: int) -> Fraction | None:
    """Somebody's score in the evening's own standings; None where there is none."""
    try:
        rows = ranked_board(board).rows
    except Refused:
        return None
    return next((row.score for row in rows if row.player == player), None)
