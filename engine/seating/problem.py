"""Tables, rounds and plans, and what is asked of a draw: plain values that go to JSON and back."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args

from engine.seating.errors import SeatingError, fault

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

Table: TypeAlias = tuple[int, int, int, int]
"""Start numbers in seat order N E S W; `EMPTY` for the empty chair at a table of three."""

Pair: TypeAlias = tuple[int, int]

EMPTY: Final = 0

Method: TypeAlias = Literal["meetings", "random", "standings", "similar", "balanced"]
"""How players are put together; `engine.seating.planning.METHODS` describes each."""

Remainder: TypeAlias = Literal["sit_out", "three", "fill_in"]
"""What happens when the number of players is no multiple of four (`engine.seating.sitouts`)."""

ALGORITHM: Final = 1
"""Version of everything that turns a request into a plan: a change of any outcome raises it."""

DEFAULT_STEPS: Final = 1_500_000
"""Exchanges that a search may try: some two seconds on a laptop of 2020. Steps, not seconds: a
draw must come out the same on a slow machine."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its tables in the order of their numbers, and who sits out.

    >>> Round(((3, 1, 4, 2), (7, 0, 6, 5)), (8,)).players()
    [1, 2, 3, 4, 5, 6, 7]
    """

    tables: tuple[Table, ...]
    sitting_out: tuple[int, ...] = ()

    def players(self) -> list[int]:
        """Everybody who plays in it, ascending."""
        return sorted(player for table in self.tables for player in table if player != EMPTY)

    def pairs(self) -> Iterator[Pair]:
        """Every two players who share a table, the lower number first."""
        for table in self.tables:
            first, second, third, fourth = sorted(table)
            if first != EMPTY:
                yield from ((first, second), (first, third), (first, fourth))
            yield from ((second, third), (second, fourth), (third, fourth))

    @classmethod
    def of(cls, tables: Iterable[Iterable[int]], sitting_out: Iterable[int] = ()) -> Round:
        """A round out of lists, as JSON has them.

        Raises:
            SeatingError: ``seating.table``: a table is not four whole numbers.
        """
        checked = []
        for number, table in enumerate(tables, start=1):
            values = tuple(table)
            if len(values) != 4 or not all(type(value) is int for value in values):
                shown = tuple(str(value) for value in values)
                raise SeatingError(fault("seating.table", table=number, players=shown))
            checked.append(values)
        return cls(tuple(checked), tuple(sitting_out))


@dataclass(frozen=True, slots=True)
class Plan:
    """Rounds one after the other.

    >>> plan = Plan((Round(((1, 2, 3, 4),)),))
    >>> plan.as_dict()
    {'rounds': [[[1, 2, 3, 4]]], 'sitting_out': [[]]}
    >>> Plan.from_dict(plan.as_dict()) == plan
    True
    """

    rounds: tuple[Round, ...]

    def as_dict(self) -> dict[str, Any]:
        """`rounds`: lists of tables, four numbers in seat order; `sitting_out`: a list a round."""
        return {
            "rounds": [[list(table) for table in one.tables] for one in self.rounds],
            "sitting_out": [list(one.sitting_out) for one in self.rounds],
        }

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> Plan:
        """What `as_dict` gave; without `sitting_out`, nobody sits out.

        Raises:
            SeatingError: ``seating.table``, as `Round.of`.
        """
        rounds = content["rounds"]
        sitting_out = content.get("sitting_out") or [()] * len(rounds)
        return cls(tuple(map(Round.of, rounds, sitting_out)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is asked of a draw. It decides the plan entirely: store it, and the draw can be proved.

    Attributes:
        present: Who is there, a tuple of start numbers (1 and up) for each round to be drawn.
        seed: Any whole number.
        method: How players are put together.
        remainder: What happens when their number is no multiple of four.
        fill_ins: Who would play to make it one (``fill_in``), willingest first.
        apart: Pairs that shall not meet.
        played: The rounds before these, as they were played.
        draft: What had been planned for these rounds; a redraw stays near it.
        ranked: (player, value), best first: points in the standings, or a rating.
        rating_step: Ratings are compared in classes of so many points (``similar``): within a
            class, repeats decide.
        credited: (player, times) sat out besides what `played` shows.
        steps: How many exchanges the search may try.
        version: The algorithm's; a plan of another version cannot be proved.

    Raises:
        SeatingError: Any code of ``seating.`` up to ``seating.apart``.

    >>> request = Request(present=((1, 2, 3, 4),), seed=5)
    >>> Request.from_dict(request.as_dict()) == request
    True
    """

    present: tuple[tuple[int, ...], ...]
    seed: int = 0
    method: Method = "meetings"
    remainder: Remainder = "sit_out"
    fill_ins: tuple[int, ...] = ()
    apart: tuple[Pair, ...] = ()
    played: tuple[Round, ...] = ()
    draft: tuple[Round, ...] = ()
    ranked: tuple[tuple[int, int], ...] = ()
    rating_step: int = 1
    credited: tuple[tuple[int, int], ...] = ()
    steps: int = DEFAULT_STEPS
    version: int = ALGORITHM

    def __post_init__(self) -> None:
        methods, remainders = get_args(Method), get_args(Remainder)
        if self.method not in methods:
            raise SeatingError(fault("seating.method", method=self.method, known=methods))
        if self.remainder not in remainders:
            raise SeatingError(
                fault("seating.remainder", remainder=self.remainder, known=remainders)
            )
        if self.version != ALGORITHM:
            raise SeatingError(fault("seating.version", version=self.version, known=ALGORITHM))
        first = len(self.played) + 1
        for number, players in enumerate(self.present, start=first):
            _check_players(number, players + self.fill_ins)
            self._check_count(number, len(players))
        for pair in self.apart:
            if len(pair) != 2 or pair[0] == pair[1] or min(pair) < 1:
                raise SeatingError(fault("seating.apart", pair=tuple(pair)))
        if self.rating_step < 1:
            raise SeatingError(fault("seating.rating_step", value=self.rating_step))
        self._check_ranking()

    def _check_count(self, number: int, count: int) -> None:
        """Tables of three and four seat every number from 3 up but 5."""
        if self.remainder == "three":
            possible = count >= 3 and count != 5
        elif self.remainder == "fill_in":
            possible = count + len(self.fill_ins) >= 4
        else:
            possible = count >= 4
        if not possible:
            raise SeatingError(fault("seating.too_few", round=number, players=count))

    def _check_ranking(self) -> None:
        if self.method not in ("standings", "similar", "balanced"):
            return
        if self.method == "standings" and len(self.present) != 1:
            raise SeatingError(
                fault("seating.one_round", method=self.method, rounds=len(self.present))
            )
        known = {player for player, _ in self.ranked}
        wanted = {player for players in self.present for player in players} | set(self.fill_ins)
        if wanted - known:
            missing = tuple(sorted(wanted - known))
            raise SeatingError(fault("seating.unranked", method=self.method, players=missing))

    def as_dict(self) -> dict[str, Any]:
        """Plain lists and dictionaries, every attribute by its name."""
        return asdict(self)

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> Request:
        """What `as_dict` gave, also after a journey through JSON."""
        values = dict(content)
        for name in ("played", "draft"):
            rounds = values.get(name, ())
            values[name] = tuple(Round.of(one["tables"], one["sitting_out"]) for one in rounds)
        for name in ("present", "apart", "ranked", "credited"):
            values[name] = tuple(tuple(item) for item in values.get(name, ()))
        values["fill_ins"] = tuple(values.get("fill_ins", ()))
        return cls(**values)


def _check_players(number: int, players: tuple[int, ...]) -> None:
    seen: set[int] = set()
    for player in players:
        if player < 1 or player in seen:
            raise SeatingError(fault("seating.player", round=number, player=player))
        seen.add(player)
