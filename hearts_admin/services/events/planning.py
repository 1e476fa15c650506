"""A seating plan for numbers of people, without a club and without a database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.seating import planning
from engine.seating.errors import SeatingError
from engine.seating.problem import Plan, Remainder, Round
from engine.seating.quality import Quality, quality
from hearts_admin.errors import Refused, command_to_try
from hearts_admin.services.events.settings import REMAINDERS, require_choice

MOST_PLAYERS = 400
MOST_ROUNDS = 99

FULL = 4
"""Seats at a table."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan and how good it is."""

    plan: Plan
    measured: Quality

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds."""
        return self.plan.rounds

    @property
    def quality(self) -> dict[str, Any]:
        """The measures, as plain values."""
        return self.measured.as_dict()

    def as_dict(self) -> dict[str, Any]:
        """`rounds`: lists of tables, four numbers in seat order; `sitting_out`; `quality`."""
        return {**self.plan.as_dict(), "quality": self.quality}


def plan_seating(players: int, rounds: int, seed: int, remainder: str) -> Planned:
    """Plans rounds in which as few people as possible meet again.

    Raises:
        Refused: `event.choice`, `event.plan_size`, `event.no_plan`; `event.plan_helpers`, where
            helpers are to make up the number, of whom a plan knows none.
    """
    chosen: Remainder = require_choice("--remainder", remainder, REMAINDERS)  # type: ignore[assignment]
    if players > MOST_PLAYERS or rounds > MOST_ROUNDS:
        raise Refused("event.plan_size", players=MOST_PLAYERS, rounds=MOST_ROUNDS)
    if chosen == "fill_in" and (needed := -players % FULL):
        total = players + needed
        words = ("event", "plan", "--players", str(total), "--rounds", str(rounds))
        hint = command_to_try(*words)
        raise Refused("event.plan_helpers", hint=hint, players=players, needed=needed, total=total)
    try:
        plan = planning.plan(players, rounds, seed, remainder=chosen)
    except SeatingError as error:
        raise Refused("event.no_plan", problems=[error.problem]) from error
    return Planned(plan, quality(plan.rounds))
