"""Fewest meetings: a design where one exists, seeded search around it for all else.

What may differ from the plain case (everybody plays every round, nothing has been played): sit-outs
and empty chairs, players who come and go, pairs to keep apart, rounds already played, and a draft
of the rest. In each of them the search starts from a design or draft as near as it fits.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.seating.chairs import designs_on_chairs, fit
from engine.seating.problem import EMPTY
from engine.seating.quality import bound, level
from engine.seating.search import FORBIDDEN, IMPOSSIBLE, UNEVEN, Board

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.seating.chairs import Template
    from engine.seating.designs import Tables
    from engine.seating.dice import Dice
    from engine.seating.problem import Request, Round
    from engine.seating.search import Matrix, Row
    from engine.seating.sitouts import Seated

Start: TypeAlias = "list[Row]"
"""Rows to begin with; those that are missing at the end are made up by lot."""

HOT: Final = 0.25
WARM: Final = 0.12
HOT_AGAIN: Final = 0.2
COLD: Final = 0.02
"""Probabilities to accept a change that costs one meeting: from scratch, from a good start, when
going on from the best, and at the end. Found by trying: hotter searches end higher at these
budgets."""


def fewest_meetings(request: Request, seated: Sequence[Seated], dice: Dice) -> list[Tables]:
    """Tables for every round, so that pairs meet as evenly as the budget allows.

    Half of the budget is divided between the starts there are, the other half goes to the best.
    Nothing is searched when a design reaches the bound.
    """
    if not seated:
        return []
    names = _names(seated)
    index = {player: at for at, player in enumerate(names)}
    weights = weigh(names, request.apart, request.played)
    goal = _goal(request, seated, len(names) - 1)
    starts = _starts(seated, index, weights, request.draft, dice)
    if not (starts and _is_plain(request, seated)):
        starts.append([])
    everything, half = range(len(seated)), request.steps // 2
    tried: list[tuple[int, Board]] = []
    for start in starts:
        board = Board(weights)
        cost = sum(board.add(row) for row in start)
        cost += _complete(board, seated[len(start) :], index, dice, half // 4)
        hot = WARM if start else HOT
        cost += _anneal(board, everything, dice, half // len(starts), hot=hot, to=goal, cost=cost)
        tried.append((cost, board))
        if cost == goal:
            break
    cost, board = min(tried, key=itemgetter(0))
    _anneal(board, everything, dice, half, hot=HOT_AGAIN, to=goal, cost=cost)
    return [
        [[names[at] for at in row[place : place + 4]] for place in range(0, len(row), 4)]
        for row in board.rows
    ]


def _anneal(
    board: Board,
    rows: Sequence[int],
    dice: Dice,
    budget: int,
    *,
    hot: float,
    to: int | None,
    cost: int,
) -> int:
    """Search unless the goal is reached already; the change of cost."""
    if cost == to:
        return 0
    enough = None if to is None else to - cost
    return board.anneal(rows, dice, budget, hot=hot, cold=COLD, enough=enough)


def weigh(
    names: Sequence[int], apart: Iterable[tuple[int, int]], played: Iterable[Round]
) -> Matrix:
    """What one more meeting of each two costs: how often they have met, and more if kept apart.

    Two empty chairs at one table are impossible; for a player and an empty chair, the number of
    times at a table of three counts, and counts more (`UNEVEN`).

    Args:
        names: The players of each index; index 0 is the empty chair.
        apart: Pairs to keep apart.
        played: The rounds before.

    >>> weigh([0, 7, 9], [], [])
    [[1000000000, 0, 0], [0, 0, 0], [0, 0, 0]]
    """
    index = {player: at for at, player in enumerate(names)}
    weights = [[0] * len(names) for _ in names]
    weights[0][0] = IMPOSSIBLE
    for one, other in apart:
        if one in index and other in index:
            weights[index[one]][index[other]] += FORBIDDEN
            weights[index[other]][index[one]] += FORBIDDEN
    for before in played:
        for table in before.tables:
            known = [index[player] for player in table if player in index]
            for place, a in enumerate(known):
                for b in known[:place]:
                    step = UNEVEN if 0 in (a, b) else 1
                    weights[a][b] += step
                    weights[b][a] += step
    return weights


def _names(seated: Sequence[Seated]) -> list[int]:
    """The empty chair and everybody who is to play, in order of their indices."""
    return [EMPTY, *sorted({player for one in seated for player in one.players})]


def _goal(request: Request, seated: Sequence[Seated], players: int) -> int | None:
    """A cost that no plan goes below, unless rounds have been played: the even spread."""
    if request.played:
        return None
    empty = sum(one.empty for one in seated)
    chairs = sum(len(one.players) + one.empty for one in seated)
    # A full table is six meetings, one with an empty chair three.
    met = level(chairs * 3 // 2 - 3 * empty, players * (players - 1) // 2)
    least = bound(players, len(seated)) if _is_plain(request, seated) else 0
    return met + least + UNEVEN * level(3 * empty, players)


def _is_plain(request: Request, seated: Sequence[Seated]) -> bool:
    """Whether everybody plays every round at tables of four, and may meet everybody."""
    everybody = seated[0].players
    return not (request.played or request.apart) and all(
        one.players == everybody and not one.empty for one in seated
    )


def _starts(
    seated: Sequence[Seated],
    index: dict[int, int],
    weights: Matrix,
    draft: Sequence[Round],
    dice: Dice,
) -> list[Start]:
    """The draft, or else designs for as many chairs as are needed."""
    templates: list[list[Template]] = [[one.tables for one in draft]]
    if not draft:
        templates = designs_on_chairs(seated, index, weights, dice)
    starts: list[Start] = []
    for template in templates:
        fitted = [fit(tables, one, dice) for tables, one in zip(template, seated, strict=False)]
        starts.append(
            [[index[player] for table in tables for player in table] for tables in fitted]
        )
    return starts


def _complete(
    board: Board, seated: Sequence[Seated], index: dict[int, int], dice: Dice, steps: int
) -> int:
    """Add the rounds that a start does not have, arranged out of the pairs that it leaves unmet."""
    first = len(board.rows)
    cost = 0
    for one in seated:
        tables = fit([], one, dice)
        cost += board.add([index[player] for table in tables for player in table])
    if first and seated:
        cost += board.anneal(range(first, len(board.rows)), dice, steps, hot=HOT, cold=COLD)
    return cost
