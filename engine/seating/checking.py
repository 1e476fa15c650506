"""Rounds that were made or changed by hand: what is wrong with them, and what is worth saying."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.seating.errors import fault
from engine.seating.problem import EMPTY
from engine.seating.quality import meetings
from engine.seating.sitouts import turns_after

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.problems import Problem
    from engine.seating.problem import Pair, Round


def check_round(
    one: Round,
    present: Sequence[int],
    *,
    number: int = 1,
    apart: Iterable[Pair] = (),
) -> list[Problem]:
    """Everything that is wrong with a round as such; nothing is when the list is empty.

    Args:
        one: The round.
        present: Who is there.
        number: The round's number, for the problems.
        apart: Pairs that shall not meet.

    Returns:
        ``seating.empty`` (a table of fewer than three), ``seating.twice``, ``seating.stranger``,
        ``seating.missing`` and ``seating.apart_met``, in this order.

    >>> from engine.seating.problem import Round
    >>> faults = check_round(Round(((1, 2, 3, 3),)), [1, 2, 3, 4], apart=[(1, 2)])
    >>> [fault.code for fault in faults]
    ['seating.twice', 'seating.missing', 'seating.apart_met']
    """
    faults = [
        fault("seating.empty", round=number, table=at, players=seated)
        for at, seated in enumerate((_seated(table) for table in one.tables), start=1)
        if len(seated) < 3
    ]
    times = Counter([*one.players(), *one.sitting_out])
    here = set(present)
    faults += [
        fault("seating.twice", round=number, player=player)
        for player in sorted(times)
        if times[player] > 1
    ]
    faults += [
        fault("seating.stranger", round=number, player=player)
        for player in sorted(set(times) - here)
    ]
    faults += [
        fault("seating.missing", round=number, player=player)
        for player in sorted(here - set(times))
    ]
    kept_apart = {(min(pair), max(pair)) for pair in apart}
    faults += [
        fault("seating.apart_met", round=number, table=at, pair=pair)
        for at, pair in _pairs(one)
        if pair in kept_apart
    ]
    return faults


def remarks_on(
    one: Round,
    played: Sequence[Round],
    *,
    credited: Iterable[tuple[int, int]] = (),
) -> list[Problem]:
    """What an organiser may want to know about a round; it stands all the same.

    Args:
        one: The round that comes after those played.
        played: The rounds before.
        credited: (player, times) sat out besides.

    Returns:
        ``seating.sat_out`` for everybody who sits out although somebody has done so less often,
        and ``seating.again`` for each pair that has met before.

    >>> from engine.seating.problem import Round
    >>> before = [Round(((1, 2, 3, 4),), (5,))]
    >>> [remark.code for remark in remarks_on(Round(((1, 2, 3, 4),), (5,)), before)][:2]
    ['seating.sat_out', 'seating.again']
    """
    number = len(played) + 1
    turns = turns_after(played, credited)
    present = [*one.players(), *one.sitting_out]
    turns.begin(present)
    least = turns.least(one.players())
    remarks = [
        fault(
            "seating.sat_out", round=number, player=player, times=turns.times[player], least=least
        )
        for player in one.sitting_out
        if turns.times[player] > least
    ]
    met = meetings(played)
    return remarks + [
        fault("seating.again", round=number, table=at, pair=pair, times=met[pair])
        for at, pair in _pairs(one)
        if met[pair]
    ]


def _pairs(one: Round) -> list[tuple[int, Pair]]:
    """Every pair with the number of its table, from 1."""
    return [
        (at, (low, high))
        for at, seated in enumerate((_seated(table) for table in one.tables), start=1)
        for place, low in enumerate(seated)
        for high in seated[place + 1 :]
        if low != high
    ]


def _seated(table: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(player for player in table if player != EMPTY))
