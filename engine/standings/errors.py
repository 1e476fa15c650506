"""What can be wrong with standings and seasons, as a code with fields: never a sentence."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.problems import EngineError, Kind, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.problems import Value

CODES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        # What happened: a player or start number twice, or a number below 1.
        "standings.entrant": ("player", "number"),
        # Somebody sits, or counts, in two places in one round.
        "standings.twice": ("round", "player"),
        # A table that is not of three or four seats.
        "standings.seats": ("round", "table", "seats"),
        # Places that no game of so many seats ends at.
        "standings.places": ("round", "table", "places"),
        # Raw points are to be counted, and a result has only places.
        "standings.no_points": ("round", "table"),
        # Settings: a key that does not exist; a value of another type (`expected` is "integer",
        # "boolean", "list" or "settings", `key` None for the whole); a word not in `choices`.
        "standings.key": ("key", "known"),
        "standings.type": ("key", "value", "expected"),
        "standings.choice": ("key", "value", "choices"),
        # A key that must be there.
        "standings.missing": ("key",),
        # A whole number below `low`.
        "standings.range": ("key", "value", "low"),
        # A ladder is so many numbers (None: two or more) that all rise or all fall.
        "standings.ladder": ("key", "value", "numbers"),
        "standings.ladder_order": ("key", "value"),
        # A tie-break that does not exist, or is named twice.
        "standings.criterion": ("criterion", "known"),
        "standings.criterion_twice": ("criterion",),
        # Two settings that cannot both be meant; `other` is the one that forbids `key`.
        "standings.contradiction": ("key", "other"),
        # Where few points are good, nothing would be the best score of all.
        "standings.nothing_is_best": ("key",),
        # A credit that is neither a number nor one of `choices`.
        "standings.credit": ("key", "value", "choices"),
        # The fixed score is missing, or one is given to a rule that has none.
        "standings.fixed": ("key", "rule"),
        # A shared place straddles the cut to the final: the organiser must say who plays it.
        "standings.cut_tie": ("size", "place", "players"),
        # Said to be in the final, and not among the entrants.
        "standings.cut_stranger": ("player",),
        # Best `best` of `of` evenings, and the like: the first is larger than the second.
        "season.too_large": ("key", "value", "of"),
        # More evenings than the season has.
        "season.evenings": ("evenings", "of"),
        # In one evening few points are good, in another many.
        "season.better": ("label",),
        # A penalty for an evening that there is not.
        "season.penalty": ("evening", "evenings"),
        # A member who is listed twice; no such player in this season.
        "season.member": ("player",),
        "season.stranger": ("player",),
    }
)
"""Every code of this package with the names of its fields."""


class StandingsError(EngineError):
    """Standings that cannot be made, or settings that mean nothing; `problem` says why.

    Attributes:
        problems: Everything that is wrong, where settings are read as a whole; `problem` is the
            first of them.
    """

    def __init__(self, problem: Problem, more: Sequence[Problem] = ()) -> None:
        super().__init__(problem)
        self.problems = (problem, *more)


def fault(code: str, /, **fields: Value) -> Problem:
    """Make a problem of a code in `CODES`.

    Raises:
        KeyError: The code does not exist, or has other fields.

    >>> fault("standings.twice", round=1, player=7).code
    'standings.twice'
    """
    known = CODES[code]
    if set(known) != set(fields):
        raise KeyError(f"{code} carries {known}, not {tuple(fields)}")
    return Problem(Kind.RULES, code, fields)


def refusal(code: str, /, **fields: Value) -> StandingsError:
    """The error that carries one problem of a code in `CODES`.

    >>> refusal("standings.twice", round=1, player=7).code
    'standings.twice'
    """
    return StandingsError(fault(code, **fields))
