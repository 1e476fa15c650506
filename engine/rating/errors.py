"""What can be wrong with a policy or a fact, as a code with fields: never a sentence."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

CODES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        # A switch that no policy has.
        "policy.unknown_switch": ("switch", "known"),
        # A value of the wrong type; `expected` is "integer", "text" or "boolean".
        "policy.type": ("switch", "value", "expected"),
        # A word that is not one of `choices`.
        "policy.choice": ("switch", "value", "choices"),
        # A number outside `low` to `high`; `high` is None where there is no upper limit.
        "policy.range": ("switch", "value", "low", "high"),
        # K must be even: with an odd K a change could end in exactly a half.
        "policy.k_even": ("value",),
        # Where tables of three are rated, K must be a multiple of 4, for the same reason.
        "policy.k_three": ("value",),
        # A table that is not of three or four seats, or ratings and places of unequal number.
        "game.seats": ("seats", "places"),
        # Facts must come in ascending order of their keys, each key once.
        "fact.order": ("key", "previous"),
        # A fact whose kind, players and values do not belong together.
        "fact.shape": ("key", "kind", "players", "values"),
    }
)
"""Every code of this package with the names of its fields."""


class RatingError(ValueError):
    """A policy, a game or a fact that the rating engine cannot work with.

    Attributes:
        code: One of `CODES`.
        fields: The values that a sentence about it needs.

    >>> error = RatingError("policy.k_even", value=31)
    >>> error.code, dict(error.fields), str(error)
    ('policy.k_even', {'value': 31}, 'policy.k_even (value=31)')
    """

    def __init__(self, code: str, **fields: object) -> None:
        self.code = code
        self.fields: Mapping[str, object] = MappingProxyType(fields)
        details = ", ".join(f"{name}={value!r}" for name, value in fields.items())
        super().__init__(f"{code} ({details})")


class PolicyError(RatingError):
    """A switch of a policy is unknown, of the wrong type, or out of range."""


class GameError(RatingError):
    """A table that the formula is not made for."""


class FactError(RatingError):
    """The facts that were fed to a fold are not what `engine.rating.ledger` asks for."""
