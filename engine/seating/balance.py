"""Seats: everybody as often in the North as in the East, the South and the West, give or take one.

Players and tables are the two sides of a graph, a line for each player at each table. Walk along
the lines until there is no way on, and the walk has ended where it began; give every line walked
from a table to a player to one half, every line walked back to the other. Each player and table
then has as many lines in either half. Doing so twice gives four quarters: the seats. The time is
linear, and it always works (SEATING.md, "Bounds").
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.seating.problem import EMPTY, Round

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.seating.problem import Table

Line: TypeAlias = tuple[int, int]
"""A table's number and a player at it, both counted over the whole plan."""

Counts: TypeAlias = dict[int, list[int]]
"""For each player, how often in each seat."""

ORDERS: Final = tuple(permutations(range(4)))


def seat(rounds: Sequence[Sequence[Sequence[int]]]) -> list[list[Table]]:
    """The same tables with their players in seats, perfectly balanced.

    When everybody plays every round, four rounds at a time are balanced, so that whoever leaves
    after any number of rounds has had each seat equally often, give or take one.

    Args:
        rounds: Rounds of tables of four players, `EMPTY` for a chair that stays empty.

    >>> rounds = seat([[[1, 2, 3, 4]]] * 4)
    >>> sorted(tables[0][0] for tables in rounds)
    [1, 2, 3, 4]
    """
    players = [{player for table in tables for player in table} for tables in rounds]
    if any(some != players[0] for some in players):
        return _seat(rounds)
    blocks = [_seat(rounds[first : first + 4]) for first in range(0, len(rounds), 4)]
    return [tables for block in blocks for tables in block]


def _seat(rounds: Sequence[Sequence[Sequence[int]]]) -> list[list[Table]]:
    """The four quarters of all lines of these rounds as the four seats."""
    lines: list[Line] = []
    names: list[int] = []
    node_of: dict[int, int] = {}
    tables = [table for tables in rounds for table in tables]
    for number, table in enumerate(tables):
        for player in table:
            # Empty chairs are all different: they need no balance.
            node = len(names) if player == EMPTY else node_of.setdefault(player, len(names))
            if node == len(names):
                names.append(player)
            lines.append((number, node))
    chairs = [[EMPTY] * 4 for _ in tables]
    across, sideways = halves(lines)
    quarters = (*halves(across), *halves(sideways))
    for place, quarter in zip((0, 2, 1, 3), quarters, strict=True):
        for number, node in quarter:
            chairs[number][place] = names[node]
    seated = iter(chairs)
    return [[_four(next(seated)) for _ in tables_of_round] for tables_of_round in rounds]


def halves(lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """Two halves in which every table and every player has half of the lines, give or take one.

    Tables must have an even number of lines; there may be any number at a player.

    >>> halves([(0, 0), (0, 1), (1, 0), (1, 1)])
    ([(0, 1), (1, 0)], [(1, 1), (0, 0)])
    """
    at_table: dict[int, list[int]] = {}
    at_player: dict[int, list[int]] = {}
    ends = list(lines)
    for number, (table, player) in enumerate(ends):
        at_table.setdefault(table, []).append(number)
        at_player.setdefault(player, []).append(number)
    # A table that does not exist takes one more line from everybody who has an odd number.
    for player, own in at_player.items():
        if len(own) % 2:
            at_table.setdefault(-1, []).append(len(ends))
            own.append(len(ends))
            ends.append((-1, player))
    walked: set[int] = set()
    out: list[Line] = []
    back: list[Line] = []
    for start in at_table:
        table = start
        while _drop(at_table[table], walked):
            going = at_table[table].pop()
            walked.add(going)
            player = ends[going][1]
            # Every player's lines are even in number: whoever came in finds a way out.
            _drop(at_player[player], walked)
            coming = at_player[player].pop()
            walked.add(coming)
            table = ends[coming][0]
            out.append(ends[going])
            back.append(ends[coming])
    return [line for line in out if line[0] >= 0], [line for line in back if line[0] >= 0]


def _drop(numbers: list[int], walked: set[int]) -> list[int]:
    """The lines at one end, those dropped from behind that have been walked from the other."""
    while numbers and numbers[-1] in walked:
        numbers.pop()
    return numbers


def settle(tables: list[list[Table]], played: Iterable[Round]) -> list[list[Table]]:
    """Change seats so that they balance what was played before, as far as that goes.

    First table by table, the best of the 24 orders, until nothing improves. Then along chains: a
    player gives a seat that they have had too often to a neighbour at the table, who gives it on
    at another table, until it arrives at one who has had it too seldom. Plans without a past come
    back as they are: `seat` has balanced them already.
    """
    past = [list(one.tables) for one in played]
    if not past:
        return tables
    chairs = [list(table) for tables_of_round in tables for table in tables_of_round]
    counts: Counts = {}
    for table in (table for tables_of_round in past + tables for table in tables_of_round):
        _count(counts, table, 1)
    while sum(_reorder(table, counts) for table in chairs):
        pass
    while any(_chain(chairs, counts, often, seldom) for often, seldom in permutations(range(4), 2)):
        pass
    seated = iter(chairs)
    return [[_four(next(seated)) for _ in tables_of_round] for tables_of_round in tables]


def _reorder(table: list[int], counts: Counts) -> bool:
    """Seat one table in the best order; whether that is another one."""
    _count(counts, table, -1)
    best = min(ORDERS, key=lambda order: _strain(counts, [table[place] for place in order]))
    table[:] = [table[place] for place in best]
    _count(counts, table, 1)
    return best != ORDERS[0]


def _chain(tables: list[list[int]], counts: Counts, often: int, seldom: int) -> bool:
    """Exchange two seats along the shortest chain that makes the seats more even, if there is one.

    The chain begins with a player who has had the one seat at least two times more than the other,
    and may end with whoever has had it fewer times more by three or more.
    """
    surplus = {player: had[often] - had[seldom] for player, had in counts.items()}
    at: dict[int, list[list[int]]] = {}
    for table in tables:
        at.setdefault(table[often], []).append(table)
    for first in [player for player in at if player != EMPTY and surplus[player] >= 2]:
        came: dict[int, list[int]] = {first: []}
        waiting = [first]
        for player in waiting:
            for table in at.get(player, ()):
                other = table[seldom]
                if other == EMPTY or other in came:
                    continue
                came[other] = table
                waiting.append(other)
                if surplus[first] - surplus[other] > 2:
                    _follow(came, other, counts, often, seldom)
                    return True
    return False


def _follow(came: dict[int, list[int]], last: int, counts: Counts, often: int, seldom: int) -> None:
    """Exchange the two seats at every table of a chain, from its last player back to its first."""
    while table := came[last]:
        _count(counts, table, -1)
        last = table[often]
        table[often], table[seldom] = table[seldom], table[often]
        _count(counts, table, 1)


def _strain(counts: Counts, table: Sequence[int]) -> int:
    """How often the four have sat there: least when the sum of squared counts will be least."""
    return sum(counts[player][seat] for seat, player in enumerate(table) if player != EMPTY)


def _count(counts: Counts, table: Sequence[int], times: int) -> None:
    for seat, player in enumerate(table):
        counts.setdefault(player, [0, 0, 0, 0])[seat] += times


def _four(players: Sequence[int]) -> Table:
    north, east, south, west = players
    return north, east, south, west
