"""What may be done to a round: safe, with a reason, or not at all (ADMIN.md, row 20)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from engine.problems import Problem
from hearts_admin.errors import Refused, UsageFault, command_to_try
from hearts_admin.names import tidy
from hearts_admin.services.actor import Actor
from hearts_admin.services.events.board import EventBoard, RoundState

Guard = Literal["safe", "reason", "refused"]
Action = Literal[
    "draw", "redraw", "swap", "substitute", "start", "enter", "close", "reopen", "day", "terms"
]

ROUND_STATES: tuple[RoundState, ...] = ("planned", "drawn", "started", "complete", "closed")
"""In the order in which a round comes through them."""


def _row(*guards: Guard) -> Mapping[RoundState, Guard]:
    return MappingProxyType(dict(zip(ROUND_STATES, guards, strict=True)))


GUARDS: Mapping[Action, Mapping[RoundState, Guard]] = MappingProxyType(
    {
        #                 planned    drawn      started    complete   closed
        "draw": _row("safe", "refused", "refused", "refused", "refused"),
        "redraw": _row("refused", "safe", "reason", "refused", "refused"),
        "swap": _row("refused", "safe", "reason", "refused", "refused"),
        "substitute": _row("safe", "safe", "reason", "refused", "refused"),
        "start": _row("refused", "safe", "refused", "refused", "refused"),
        "enter": _row("refused", "safe", "safe", "refused", "refused"),
        "close": _row("refused", "refused", "refused", "safe", "refused"),
        "reopen": _row("refused", "refused", "refused", "refused", "reason"),
        "day": _row("safe", "safe", "refused", "refused", "refused"),
        "terms": _row("safe", "safe", "reason", "reason", "reason"),
    }
)
"""Action, state of the round -> what it takes. Redrawing, swapping and substituting in a round that
has started is possible only where no result is in yet at the tables concerned. Results are
corrected at any time, with a reason, by `result correct`. Day and terms (rules, target, deals) are
the event's; asked is the last round that has a result, and its day may follow its results'."""


def require(
    actor: Actor,
    action: Action,
    state: RoundState,
    round_: int,
    problems: Sequence[Problem] = (),
    hint: str = "",
) -> None:
    """Lets an action pass, or refuses it.

    Raises:
        Refused: `event.guard`, the round is not in a state for it; the problems say why.
        UsageFault: `change.no_reason`, a reason is needed there.
    """
    guard = GUARDS[action][state]
    if guard == "refused":
        possible = tuple(each for each in ROUND_STATES if GUARDS[action][each] != "refused")
        raise Refused(
            "event.guard",
            hint=hint,
            problems=problems,
            deed=action,
            round=round_,
            stage=state,
            stages=possible,
        )
    if guard == "reason" and not tidy(actor.reason):
        raise UsageFault("change.no_reason", command=actor.command)


def require_no_result(board: EventBoard, numbers: Collection[int], round_: int) -> None:
    """Lets something pass that moves people who have not played yet.

    Raises:
        Refused: `event.table_done`, the first table at which one of them has.
    """
    found = board.rounds.get(round_)
    for table in () if found is None else found.tables:
        if table.result is not None and not set(numbers).isdisjoint(table.numbers):
            result = table.result.id
            raise Refused(
                "event.table_done",
                hint=f"hearts-admin result correct {result} ...",
                round=round_,
                table=table.number,
                result=result,
            )


def planned_round(board: EventBoard, wanted: int | None, usual: int) -> int:
    """The round that is meant, which must be one of the event.

    Args:
        board: the event.
        wanted: the round that was named; None for the usual one.
        usual: the round where none is named.

    Raises:
        Refused: `event.no_round` (there is none of that number), `event.all_begun` and
            `event.all_played` (the usual one would come after the last).
    """
    name, last = board.event.name, board.event.rounds
    if wanted is None and usual > last:
        played = board.complete >= last
        raise Refused(
            "event.all_played" if played else "event.all_begun",
            hint=command_to_try("event", "change", name, "--rounds", str(usual)),
            event=name,
            rounds=last,
            more=usual,
        )
    if wanted is not None and wanted > max(last, board.undrawn - 1):
        raise Refused("event.no_round", event=name, rounds=last, round=wanted)
    return usual if wanted is None else wanted
