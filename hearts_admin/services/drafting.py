"""Drafting a policy: a shipped one, or switches as they were typed. Needs no database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.rating.errors import PolicyError
from engine.rating.policy import POLICIES, Policy, Switch, read_switch
from hearts_admin.errors import Refused


def read_switches(typed: Sequence[tuple[str, str]]) -> dict[str, Switch]:
    """Switches as they were typed.

    Raises:
        Refused: `policy.unknown_switch`, `policy.type`.

    >>> read_switches([("k", "24"), ("guests", "yes")])
    {'k': 24, 'guests': True}
    """
    try:
        return {switch: read_switch(switch, text) for switch, text in typed}
    except PolicyError as error:
        raise _refused(error) from error


def make_policy(base: Policy, switches: Mapping[str, Switch]) -> Policy:
    """A policy with some switches changed.

    Raises:
        Refused: `policy.choice`, `policy.range`, `policy.k_even`, `policy.k_three`,
            `policy.unknown_switch`, `policy.type`.
    """
    try:
        return Policy.from_switches({**base.switches(), **switches})
    except PolicyError as error:
        raise _refused(error) from error


def shipped_policy(name: str) -> Policy:
    """The shipped policy with this name.

    Raises:
        Refused: `policy.unknown`.
    """
    if name not in POLICIES:
        hint = "hearts-admin rating policy list"
        raise Refused("policy.unknown", hint=hint, name=name, known=tuple(POLICIES))
    return POLICIES[name]


def _refused(error: PolicyError) -> Refused:
    fields: dict[str, Any] = dict(error.fields)
    return Refused(error.code, hint="hearts-admin rating policy show", **fields)
