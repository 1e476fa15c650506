"""Where a player sits in every round of an event, and between whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.language import msgid

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reports.eventmodel import RoundSeating, TableSeating
    from reports.language import Language
    from reports.model import Player

_SEATS = msgid("North East South West")  # one message: a letter alone may mean anything
_LETTERS = msgid("N E S W")


@dataclass(frozen=True, slots=True)
class Chair:
    """A player's place in a round.

    Attributes:
        round: number of the round.
        table: number of the table.
        seat: 0 to 3 for N, E, S, W.
        left: who sits to the left, the next one clockwise; at a table of three the empty chair is
            passed over, as in `engine.seating.quality.passing`.
        across: who sits opposite; None for an empty chair.
        right: who sits to the right.
    """

    round: int
    table: int
    seat: int
    left: Player | None
    across: Player | None
    right: Player | None


def seat_names(language: Language) -> list[str]:
    """The seats in order, clockwise.

    >>> from reports.language import Language
    >>> seat_names(Language.load("nl"))
    ['Noord', 'Oost', 'Zuid', 'West']
    """
    return language.text(_SEATS).split()


def seat_letters(language: Language) -> list[str]:
    """Their letters."""
    return language.text(_LETTERS).split()


def chairs(rounds: Iterable[RoundSeating]) -> dict[Player, dict[int, Chair]]:
    """For every player who plays at all, the place in each round in which they do."""
    found: dict[Player, dict[int, Chair]] = {}
    for one in rounds:
        for table in one.tables:
            for seat, player in enumerate(table.seats):
                if player is not None:
                    found.setdefault(player, {})[one.number] = _chair(one.number, table, seat)
    return found


def _chair(number: int, table: TableSeating, seat: int) -> Chair:
    clockwise = [table.seats[(seat + step) % 4] for step in (1, 2, 3)]
    seated = [player for player in clockwise if player is not None]
    left, right = (seated[0], seated[-1]) if seated else (None, None)
    return Chair(number, table.number, seat, left, clockwise[1], right)
