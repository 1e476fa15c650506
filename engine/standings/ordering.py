"""Ranking step by step: each criterion splits those whom the ones before it left together.

Used for events and for seasons; what a criterion looks at is its own business.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Generic, Literal, Protocol, TypeAlias, TypeVar

from engine.standings.errors import refusal
from engine.standings.exact import scaled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from engine.ranking import Better

Value: TypeAlias = int | Fraction
"""What players are compared by."""

Values: TypeAlias = "Mapping[int, Value | None]"
"""Player -> value; None where the criterion does not apply to a player."""

Direction: TypeAlias = Literal["low", "high", "points", "score"]
"""Which values are good: low or high ones, or as it is with the points, or with the score."""

EQUAL: Final = "equal"
"""In `Why`: equal in everything, the place is shared."""

_NOTHING: Final[Mapping[str, Value | None]] = MappingProxyType({})


class Counted(Protocol):
    """What criteria look at: an event or a season that has been counted."""

    @property
    def better(self) -> Better:
        """Whether a low or a high score is good."""

    @property
    def points_better(self) -> Better:
        """Whether few or many points are good at the table."""

    def meetings(self, player: int) -> Iterable[tuple[int, int]]:
        """For every meeting the opponent, and twice the score: 2 above, 1 shared, 0 below."""


Context = TypeVar("Context", bound=Counted)


@dataclass(frozen=True, slots=True)
class Criterion(Generic[Context]):
    """One tie-break, as it stands in a registry.

    Attributes:
        key: Its name in settings.
        better: Which values are good.
        values: Its values for some players who are equal so far.
        among_tied: Whether a value depends on who is in the group, and so says nothing outside it.
    """

    key: str
    better: Direction
    values: Callable[[Context, Sequence[int]], Values]
    among_tied: bool = False

    def step(self, context: Context) -> Step:
        """The criterion at work in one contest."""
        direction = self.better
        if direction == "score":
            direction = context.better
        elif direction == "points":
            direction = context.points_better
        return Step(self.key, direction, partial(self.values, context), self.among_tied)


@dataclass(frozen=True, slots=True)
class Step:
    """A criterion at work in one contest.

    Attributes:
        key: Its name.
        better: Whether a low or a high value is good.
        values: The values of some players who are still together.
        among_tied: Whether they depend on who is together.
    """

    key: str
    better: Better
    values: Callable[[Sequence[int]], Values]
    among_tied: bool = False


@dataclass(frozen=True, slots=True)
class Why:
    """Why a row stands above the next one: the first criterion that parted them.

    Attributes:
        criterion: A criterion's key; `score`; `final` for who reached the final above who did
            not; `equal` where nothing parts them and only start numbers order them.
        own: The value of the row; None where there is none.
        other: The value of the next row.
    """

    criterion: str
    own: Value | None = None
    other: Value | None = None


@dataclass(frozen=True, slots=True)
class Rank:
    """One player in an order.

    Attributes:
        place: Shared by those who are equal in everything; the next place is then skipped.
        player: The player.
        why: Why they stand above the next; None for the last.
        decided: By the keys of the steps that depend on who is tied, the values with which this
            player went into a comparison; a step that had nothing left to decide is absent.
    """

    place: int
    player: int
    why: Why | None
    decided: Mapping[str, Value | None]


def check_tie_breaks(keys: Iterable[str], registry: Mapping[str, object]) -> None:
    """Refuse a tie-break that is not in the registry, or that is named twice.

    Raises:
        StandingsError: `standings.criterion`, `standings.criterion_twice`.

    >>> check_tie_breaks(["lot", "lot"], {"lot": None})
    Traceback (most recent call last):
    engine.standings.errors.StandingsError: standings.criterion_twice {'criterion': 'lot'}
    """
    seen: set[str] = set()
    for key in keys:
        if key not in registry:
            raise refusal("standings.criterion", criterion=key, known=tuple(registry))
        if key in seen:
            raise refusal("standings.criterion_twice", criterion=key)
        seen.add(key)


def shown_values(
    ranks: Sequence[Rank], context: Context, criteria: Sequence[Criterion[Context]]
) -> dict[int, tuple[Value | None, ...]]:
    """Player -> the values of the criteria, for everybody, also where there was nothing to decide.

    What depends on who is tied is shown only where it was asked.

    >>> wins = Criterion("wins", "high", lambda context, group: {7: 2, 8: 1})
    >>> shown_values(order([7, 8], []), None, [wins])
    {7: (2,), 8: (1,)}
    """
    players = [rank.player for rank in ranks]
    columns = [
        {rank.player: rank.decided.get(criterion.key) for rank in ranks}
        if criterion.among_tied
        else criterion.values(context, players)
        for criterion in criteria
    ]
    return {player: tuple(column.get(player) for column in columns) for player in players}


def order(players: Sequence[int], steps: Sequence[Step], first_place: int = 1) -> list[Rank]:
    """The players in the order of the steps; those equal in everything stay in the order given.

    Whoever has no value in a step comes after those who have one.

    Args:
        players: In the order in which equal ones shall be listed.
        steps: First to last.
        first_place: The place of the first of them.

    >>> points = {7: 10, 8: 12, 9: 10}
    >>> step = Step("score", "high", lambda group: points)
    >>> [(rank.place, rank.player) for rank in order([7, 8, 9], [step])]
    [(1, 8), (2, 7), (2, 9)]
    """
    decided: dict[int, dict[str, Value | None]] = {}
    ranks: list[Rank] = []
    place = first_place
    for group, why in _split(list(players), steps, decided):
        for position, player in enumerate(group, start=1):
            reason = why if position == len(group) else Why(EQUAL)
            ranks.append(Rank(place, player, reason, decided.get(player, _NOTHING)))
        place += len(group)
    return ranks


def _split(
    group: list[int], steps: Sequence[Step], decided: dict[int, dict[str, Value | None]]
) -> Iterator[tuple[list[int], Why | None]]:
    """The group in ever smaller groups, each with why it stands above the next one."""
    if len(group) == 1 or not steps:
        yield group, None
        return
    step, *rest = steps
    values = step.values(group)
    if step.among_tied:
        for player in group:
            decided.setdefault(player, {})[step.key] = values.get(player)
    keys = _sort_keys(group, values, step.better)
    by_key = sorted(group, key=keys.__getitem__)
    parts = [list(part) for _, part in groupby(by_key, keys.__getitem__)]
    for number, part in enumerate(parts, start=1):
        *inner, (last, _) = _split(part, rest, decided)
        yield from inner
        if number == len(parts):
            yield last, None
        else:
            below = parts[number]
            yield last, Why(step.key, values.get(part[0]), values.get(below[0]))


def _sort_keys(group: Sequence[int], values: Values, better: Better) -> dict[int, tuple[int, int]]:
    """Player -> what to sort by: the good values first, then those who have none."""
    known = [(player, value) for player in group if (value := values.get(player)) is not None]
    whole, _ = scaled([value for _, value in known])
    sign = 1 if better == "low" else -1
    keys = dict.fromkeys(group, (1, 0))
    keys |= {player: (0, sign * value) for (player, _), value in zip(known, whole, strict=True)}
    return keys
