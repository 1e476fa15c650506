"""Problems of the engine, which knows numbers, in the words of the club, which knows names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.problems import Problem

_PERSON = "player"
_PEOPLE = ("players", "pair")
"""Fields of seating and standings that hold people's numbers; a single number there is a count."""


def with_names(problem: Problem, names: Mapping[int, str]) -> Problem:
    """The same problem with names for numbers; a number that nobody has stays.

    >>> from engine.seating.errors import fault
    >>> with_names(fault("seating.missing", round=1, player=7), {7: "Anna"}).fields["player"]
    'Anna'
    """
    fields = dict(problem.fields)
    if isinstance(number := fields.get(_PERSON), int):
        fields[_PERSON] = names.get(number, str(number))
    for key in _PEOPLE:
        if isinstance(several := fields.get(key), tuple):
            fields[key] = tuple(
                names.get(each, str(each)) if isinstance(each, int) else str(each)
                for each in several
            )
    return replace(problem, fields=fields)
