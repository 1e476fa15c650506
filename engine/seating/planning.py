"""Draws: from a request to a plan, and the proof that a stored plan is what its request gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from engine.seating.balance import seat, settle
from engine.seating.chairs import fit
from engine.seating.dice import Dice
from engine.seating.errors import fault
from engine.seating.grouping import balanced_costs, group, ranked_costs, tables_of
from engine.seating.problem import EMPTY, Plan, Request, Round
from engine.seating.schedule import fewest_meetings, weigh
from engine.seating.sitouts import who_plays
from engine.seating.spreading import number_tables, order_rounds

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine.problems import Problem
    from engine.seating.designs import Tables
    from engine.seating.problem import Method
    from engine.seating.search import Matrix
    from engine.seating.sitouts import Seated


@dataclass(frozen=True, slots=True)
class Way:
    """A method of putting players together.

    Attributes:
        key: Its name in a request.
        title: What it does, in English.
        ranked: Whether a request must rank the players: by points or by rating.
        ordered: Whether table 1 is the top table; else table numbers are spread.
        make: The tables of all rounds asked for, without seats.
    """

    key: Method
    title: str
    ranked: bool
    ordered: bool
    make: Callable[[Request, Sequence[Seated], Dice], list[Tables]]


def plan(players: int | Sequence[int], rounds: int, seed: int = 0, **options: Any) -> Plan:
    """Draw rounds for players who are all there all the time.

    Args:
        players: How many, numbered from 1, or their start numbers.
        rounds: How many rounds.
        seed: Any whole number; another seed, another plan of the same quality.
        options: Other attributes of `Request`.

    Raises:
        SeatingError: The request makes no sense.

    >>> from engine.seating.quality import quality
    >>> measured = quality(plan(16, 5, seed=1).rounds)
    >>> measured.meetings, measured.excess, measured.seat_imbalance
    ({1: 120}, 0, 1)
    """
    numbers = tuple(range(1, players + 1)) if isinstance(players, int) else tuple(players)
    return draw(Request(present=(numbers,) * rounds, seed=seed, **options))


def draw(request: Request) -> Plan:
    """The plan of a request: the same request always gives the same plan.

    >>> request = Request(present=((1, 2, 3, 4, 5),) * 5, seed=3)
    >>> draw(request) == draw(request)
    True
    >>> sorted(out for one in draw(request).rounds for out in one.sitting_out)
    [1, 2, 3, 4, 5]
    """
    dice = Dice(request.seed)
    seated = who_plays(request, dice)
    way = METHODS[request.method]
    rounds = way.make(request, seated, dice)
    if not way.ranked and _interchangeable(request, seated):
        order = order_rounds(rounds, dice)
        rounds, seated = [rounds[at] for at in order], [seated[at] for at in order]
    if not way.ordered:
        rounds = number_tables(rounds, request.played, dice)
    chairs = settle(seat(rounds), request.played)
    return Plan(
        tuple(
            Round(tuple(tables), one.sitting_out)
            for tables, one in zip(chairs, seated, strict=True)
        )
    )


def verify(request: Request, stored: Plan) -> list[Problem]:
    """Whether a stored plan is what its request gives: drawn again and compared.

    Returns:
        Nothing when it is; else ``seating.differs`` with the first round that differs, from 1.

    >>> request = Request(present=((1, 2, 3, 4),))
    >>> verify(request, draw(request))
    []
    >>> [problem.fields["round"] for problem in verify(request, Plan(()))]
    [1]
    """
    drawn = draw(request)
    first = len(request.played) + 1
    for number in range(max(len(drawn.rounds), len(stored.rounds))):
        if drawn.rounds[number : number + 1] != stored.rounds[number : number + 1]:
            return [fault("seating.differs", round=first + number)]
    return []


def _interchangeable(request: Request, seated: Sequence[Seated]) -> bool:
    """Whether rounds may change places: all have the same people, and nobody sits out twice."""
    if request.draft or request.played or request.credited:
        return False
    out = [player for one in seated for player in one.sitting_out]
    same_people = len({frozenset(present) for present in request.present}) == 1
    return same_people and len(out) == len(set(out))


def _at_random(request: Request, seated: Sequence[Seated], dice: Dice) -> list[Tables]:
    """By lot alone; only pairs that are kept apart change tables."""
    rounds = []
    for one in seated:
        names = [EMPTY, *one.players]
        index = {player: at for at, player in enumerate(names)}
        row = [index[player] for table in fit([], one, dice) for player in table]
        rounds.append(_named(group(row, weigh(names, request.apart, []), dice, 0), names))
    return rounds


def _by_standings(request: Request, seated: Sequence[Seated], dice: Dice) -> list[Tables]:
    """Swiss in fours: avoid repeats, then keep to the standings; equal points are equal."""
    return _grouped(request, seated, dice, _ranks(request), _near_after_meetings, _in_order)


def _by_rating(request: Request, seated: Sequence[Seated], dice: Dice) -> list[Tables]:
    """Least spread of ratings at each table, then fewest repeats."""
    classes = {player: value // request.rating_step for player, value in request.ranked}
    return _grouped(request, seated, dice, classes, _near_before_meetings, _in_order)


def _balanced(request: Request, seated: Sequence[Seated], dice: Dice) -> list[Tables]:
    """Avoid repeats, then make all tables equally strong."""
    return _grouped(request, seated, dice, dict(request.ranked), balanced_costs, _snake)


def _near_after_meetings(meetings: Matrix, values: Sequence[int]) -> Matrix:
    return ranked_costs(meetings, values, meetings_first=True)


def _near_before_meetings(meetings: Matrix, values: Sequence[int]) -> Matrix:
    return ranked_costs(meetings, values, meetings_first=False)


def _grouped(
    request: Request,
    seated: Sequence[Seated],
    dice: Dice,
    values: Mapping[int, int],
    costs_of: Callable[[Matrix, Sequence[int]], Matrix],
    start: Callable[[int, int], list[int]],
) -> list[Tables]:
    """Round after round, each with those before it in mind, best players first, equals by lot."""
    place_of = {player: place for place, (player, _) in enumerate(request.ranked)}
    group_of: dict[int, int] = {}
    for player, place in place_of.items():
        group_of.setdefault(values[player], place)
    played = list(request.played)
    rounds = []
    for one in seated:
        order = list(one.players)
        dice.shuffle(order)
        order.sort(key=lambda player: group_of[values[player]])
        names = [EMPTY, *order]
        costs = costs_of(
            weigh(names, request.apart, played), [0, *(values[player] for player in order)]
        )
        row = start(len(one.players), one.empty)
        tables = _named(group(row, costs, dice, request.steps // len(seated)), names)
        tables.sort(key=lambda table: sorted(place_of[name] for name in table if name != EMPTY))
        rounds.append(tables)
        played.append(Round.of(tables, one.sitting_out))
    return rounds


def _in_order(players: int, empty: int) -> list[int]:
    """Indices 1 and up, every four a table, the last tables having an empty chair each."""
    row = list(range(1, players + 1))
    for last in range(empty):
        row.insert(players - 3 * last, 0)
    return row


def _snake(players: int, empty: int) -> list[int]:
    """The best at table 1, the next at table 2, and back again from the last table."""
    order = [*range(1, players + 1), *[0] * empty]
    tables = len(order) // 4
    lines = [order[first : first + tables] for first in range(0, len(order), tables or 1)]
    turned = [line[:: -1 if at % 2 else 1] for at, line in enumerate(lines)]
    return [index for table in zip(*turned, strict=True) for index in table]


def _named(row: Sequence[int], names: Sequence[int]) -> Tables:
    return [[names[at] for at in table] for table in tables_of(list(row))]


def _ranks(request: Request) -> Mapping[int, int]:
    """Twice the mean place of all who have as many points, so that they are interchangeable."""
    places: dict[int, list[int]] = {}
    for place, (_, value) in enumerate(request.ranked):
        places.setdefault(value, []).append(place)
    return {player: places[value][0] + places[value][-1] for player, value in request.ranked}


METHODS: Final[Mapping[str, Way]] = {
    way.key: way
    for way in (
        Way("meetings", "fewest repeated meetings", False, False, fewest_meetings),
        Way("random", "by lot", False, False, _at_random),
        Way("standings", "by standings: Swiss in fours, no repeats", True, True, _by_standings),
        Way("similar", "by rating: players of like strength together", True, True, _by_rating),
        Way("balanced", "by rating: tables of equal strength", True, False, _balanced),
    )
}
"""How players can be put together, by key."""
