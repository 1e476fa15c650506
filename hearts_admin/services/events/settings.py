"""How an event is run: how it is drawn and how it is scored, as one stored value."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, get_args

from engine.seating.problem import Method, Remainder
from engine.standings.errors import StandingsError
from engine.standings.games import EventRecord
from engine.standings.scheme import Scheme
from hearts_admin.db.chain import canonical
from hearts_admin.errors import Refused

METHODS: tuple[Method, ...] = get_args(Method)
REMAINDERS: tuple[Remainder, ...] = get_args(Remainder)

_OF_PLACES = {"ladder", "ladder_three"}
_OF_ROUNDS = {"best_of", "sit_out", "sit_out_again", "missed"}
"""Settings of a scheme that only place points have, and that a rating performance has not."""

RATING_STEP = 50
"""By rating, players within so many points are alike: then who has not met yet decides."""


@dataclass(frozen=True, slots=True)
class EventSettings:
    """How an event is run.

    Attributes:
        method: how players are put together (`engine.seating.planning.METHODS`).
        remainder: what happens when their number is no multiple of four.
        rating_step: width of a class of ratings, in points, for the method `similar`.
        scheme: how the event is scored (`engine.standings`).
    """

    method: Method = "meetings"
    remainder: Remainder = "sit_out"
    rating_step: int = RATING_STEP
    scheme: Scheme = field(default_factory=Scheme)

    def text(self) -> str:
        """Canonical JSON, as it is stored."""
        return canonical(
            {
                "method": self.method,
                "remainder": self.remainder,
                "rating_step": self.rating_step,
                "scheme": self.scheme.as_mapping(),
            }
        )

    @classmethod
    def of_text(cls, text: str) -> EventSettings:
        """What `text` gave."""
        stored: Mapping[str, Any] = json.loads(text)
        return cls(
            stored["method"],
            stored["remainder"],
            stored["rating_step"],
            Scheme.from_mapping(stored["scheme"]),
        )


def require_choice(option: str, word: str, known: tuple[str, ...]) -> str:
    """One of the words an option knows.

    Raises:
        Refused: `event.choice`.
    """
    if word not in known:
        raise Refused("event.choice", option=option, word=word, known=known)
    return word


def scheme_of(base: Mapping[str, Any], changes: Mapping[str, Any]) -> Scheme:
    """A scheme with some of its settings replaced; None takes one back to its default.

    Another scoring loses what only the old one has: a ladder, and what rounds are worth.

    Args:
        base: a scheme as a mapping.
        changes: settings by name; `scoring` may be a ladder such as `3-1-0-0`.

    Raises:
        Refused: `event.scoring`, with everything that is wrong.
    """
    values = {**base, **changes}
    try:
        if "scoring" in changes:
            scored = Scheme.of_text(str(changes["scoring"])).as_mapping()
            performance = scored["scoring"] == "performance"
            lost = _OF_PLACES | _OF_ROUNDS if performance else _OF_PLACES
            kept = {key: value for key, value in base.items() if key not in lost}
            values = {**scored, **kept, **changes, "scoring": scored["scoring"]}
        return Scheme.from_mapping({k: v for k, v in values.items() if v is not None})
    except StandingsError as error:
        raise Refused("event.scoring", problems=error.problems) from error


def require_countable(scheme: Scheme) -> None:
    """A scheme must work where few points are good, as under every rule set.

    Raises:
        Refused: `event.scoring`, such as nothing for a round that was missed.
    """
    try:
        scheme.better(EventRecord((), better="low"))
    except StandingsError as error:
        raise Refused("event.scoring", problems=error.problems) from error
