"""The terms on which a game was played, and the version of a result that comes of it.

An import finds the terms once and keeps them for a hundred thousand games; what is left for each
game is its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

from engine import ranking
from engine.order import standing_line
from engine.problems import Problem
from engine.ranking import Better
from engine.rules import RuleSet
from engine.scoresheet import check_deals, check_totals
from engine.scoring import four
from hearts_admin.db.results import ResultVersion, SeatVersion, order_key_of
from hearts_admin.errors import finding
from hearts_admin.services.people import Person


class Terms(NamedTuple):
    """What is settled about a game before it is played.

    Attributes:
        rules: the rule set; None where none applies.
        fingerprint: the rule set's.
        target: the points at which the game ends; None for the rule set's own.
        deals: how many deals it has, where that is fixed.
        better: whether few points are good, or many.
        pool: the rating list it counts in.
        category: `rated`, `friendly` or `training`.
    """

    rules: RuleSet | None
    fingerprint: str | None
    target: int | None
    deals: int | None
    better: Better
    pool: int
    category: str


class Played(NamedTuple):
    """When and where a game was played, and what is kept beside its numbers.

    Attributes:
        day: the club day, `2026-03-14`.
        label: what tells it from the day's other games.
        by_place: whether its numbers are places.
        at: wall time of the end with its offset.
        event: name of the event.
        round: round within it.
        table: table within the round.
        unchecked: why its totals are stored although the rules make them impossible.
        log: the digest of its log or score sheet.
    """

    day: str
    label: str
    by_place: bool
    at: str | None = None
    event: str | None = None
    round: str | None = None
    table: str | None = None
    unchecked: str | None = None
    log: str | None = None


Seated = tuple[SeatVersion, str]
"""A player's line of a result, and the part it has in the result's order key."""


def seated(who: Person, points: int | None, place: int) -> Seated:
    """A player with points and place."""
    seat = SeatVersion(who.id, points, place, who.kind == "guest", who.kind == "computer")
    return seat, standing_line(who.key, points, place)


class SeatedOnce:
    """As `seated`, made once for each player, points and place: a file of years repeats them."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, int | None, int], Seated] = {}

    def __call__(self, who: Person, points: int | None, place: int) -> Seated:
        """See `seated`."""
        key = (who.id, points, place)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = seated(who, points, place)
        return found


def version_of(
    number: int,
    terms: Terms,
    played: Played,
    people: Sequence[Person],
    numbers: tuple[int, ...],
    seated: Callable[[Person, int | None, int], Seated] = seated,
) -> ResultVersion:
    """The version that a game becomes.

    Args:
        number: the result's number.
        terms: on which it was played.
        played: when and where.
        people: its players, in seat order.
        numbers: their points or places, checked.
        seated: makes their lines.
    """
    places: tuple[int, ...] = numbers
    points: tuple[int | None, ...] = (None,) * len(numbers)
    if not played.by_place:
        places, points = ranking.places(numbers, terms.better), numbers
    seats, standing = zip(*map(seated, people, points, places), strict=True)
    day, label, _, at, event, round_, table, unchecked, log = played
    return ResultVersion(
        number,
        terms.pool,
        terms.fingerprint,
        terms.category,
        day,
        at,
        event,
        round_,
        table,
        label,
        order_key_of(
            day, standing, played_at=at, event=event, round=round_, table=table, label=label
        ),
        terms.target,
        terms.better,
        "ok",
        unchecked,
        log,
        seats,
    )


_PLACES = frozenset({1, 2, 3, 4})


@cache  # of a game of four, 256 rows at most
def _are_places(numbers: tuple[int, ...]) -> bool:
    """Whether these are places in the order of the seats, shared ones counted out."""
    return numbers == ranking.places(numbers)


def wrong_places(places: tuple[int, ...]) -> tuple[Problem, ...]:
    """What is wrong with places as such."""
    return () if _are_places(places) else (finding("entry.places", places=places),)


def contradicting_places(
    points: tuple[int, ...], stated: Sequence[int | None], better: Better
) -> tuple[Problem, ...]:
    """What is wrong with places that stand beside points; nothing unless all four are stated.

    A number above four is the place in some other list. Who shares points may be told apart by
    something else, and the places behind them be counted on (1 2 2 3): that is no contradiction.

    Args:
        points: those of four players.
        stated: their places, None for one that is missing.
        better: whether few points are good, or many.
    """
    places, found = ranking.places(points, better), tuple(at for at in stated if at in _PLACES)
    if len(found) < len(stated) or found == places:
        return ()
    pairs = permutations(zip(places, found, strict=True), 2)
    if not any(before < behind and one >= other for (before, one), (behind, other) in pairs):
        return ()
    return (finding("row.places_differ", totals=points, places=places, stated=found),)


def wrong_points(
    points: tuple[int, ...], rules: RuleSet | None, target: int | None, deals: int | None
) -> tuple[Problem, ...]:
    """What the rules make impossible in a game's points.

    Args:
        points: those of four players.
        rules: the rule set; None if nothing is known of them.
        target: the points at which the game ends; None for the rule set's own.
        deals: how many deals it has, where that is fixed; else it ends at the target.
    """
    if rules is None:
        return ()
    if deals is None:
        wrong = check_totals(rules, four(points), target)
    else:
        wrong = check_deals(rules, four(points), deals)
    return () if wrong is None else (wrong,)
