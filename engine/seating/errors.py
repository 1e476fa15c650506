"""What can be wrong with a draw, as a code with fields: never a sentence."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.problems import EngineError, Kind, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.problems import Value

CODES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        # Too few players in a round (counted from 1), or five who shall not sit out.
        "seating.too_few": ("round", "players"),
        # A player's number below 1, or one that is listed twice for a round.
        "seating.player": ("round", "player"),
        # Not one of the methods, policies, or versions that exist.
        "seating.method": ("method", "known"),
        "seating.remainder": ("remainder", "known"),
        "seating.version": ("version", "known"),
        # By standings, only the next round can be drawn; by rating, everybody needs one.
        "seating.one_round": ("method", "rounds"),
        "seating.unranked": ("method", "players"),
        "seating.rating_step": ("value",),
        # A pair to keep apart that is not two different players.
        "seating.apart": ("pair",),
        # A table in JSON that is not four whole numbers.
        "seating.table": ("table", "players"),
        # Rounds made by hand: what is wrong with them.
        "seating.empty": ("round", "table", "players"),
        "seating.twice": ("round", "player"),
        "seating.stranger": ("round", "player"),
        "seating.missing": ("round", "player"),
        # Also what a draw could not avoid.
        "seating.apart_met": ("round", "table", "pair"),
        # Remarks: sits out although somebody has done so less often; they have met before.
        "seating.sat_out": ("round", "player", "times", "least"),
        "seating.again": ("round", "table", "pair", "times"),
        # A stored plan is not what its request gives; the first round that differs.
        "seating.differs": ("round",),
    }
)
"""Every code of this package with the names of its fields."""


class SeatingError(EngineError):
    """A draw that cannot be made as it was asked for; `problem` says why."""


def fault(code: str, /, **fields: Value) -> Problem:
    """Make a problem of a code in `CODES`.

    Raises:
        KeyError: The code does not exist, or has other fields.

    >>> fault("seating.twice", round=1, player=7).code
    'seating.twice'
    """
    known = CODES[code]
    if set(known) != set(fields):
        raise KeyError(f"{code} carries {known}, not {tuple(fields)}")
    return Problem(Kind.RULES, code, fields)
