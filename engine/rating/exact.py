"""The second computation: a whole pool refolded in 60-digit decimals, by code of its own.

`rating verify --exact` compares its rows with the stored ones. It shares nothing with the fold but
the value types: expectations are decimals to 60 digits instead of a table of integers, changes are
decimals too, and decay is not the closed form but what that form stands for, a job that runs every
night (RATINGS.md, "Inactivity decay"). It is as plain as can be and a good deal slower.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from functools import cache
from typing import TYPE_CHECKING

from engine.rating.ledger import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence, Set

    from engine.rating.ledger import Fact, Row
    from engine.rating.policy import Policy

DIGITS = 60
"""Significant digits of an expectation."""

# Sums and differences of expectations, down to 10**-10 for the farthest, keep all their digits.
_WIDE = Context(prec=2 * DIGITS, rounding=ROUND_HALF_UP)
_NARROW = Context(prec=DIGITS, rounding=ROUND_HALF_UP)

_WIN, _SHARED, _LOSS = Decimal(1), Decimal("0.5"), Decimal(0)


@cache
def expected(difference: int) -> Decimal:
    """What a player may expect against one who is rated `difference` points higher, to 60 digits.

    That of -d is 1 less that of d, so that equal tables have changes of exactly 0; what lies
    further apart than 4000 is taken as 4000.

    >>> expected(0), f"{expected(348):.10f}", expected(348) + expected(-348) == 1
    (Decimal('0.5'), '0.1188622164', True)
    """
    if difference < 0:
        return _WIDE.subtract(Decimal(1), expected(-difference))
    exponent = _NARROW.divide(Decimal(min(difference, 4000)), Decimal(400))
    odds = _NARROW.power(Decimal(10), exponent)
    return _NARROW.divide(Decimal(1), _NARROW.add(Decimal(1), odds))


def exact_changes(
    ratings: Sequence[int | None], places: Sequence[int], policy: Policy
) -> list[int | None]:
    """The booked change of every seat, None where it does not count; at least two seats do.

    >>> from engine.rating.policy import Policy
    >>> exact_changes([1452, 1800, 1100, 1550], [1, 2, 3, 4], Policy("club"))
    [17, -7, 8, -19]
    """
    with localcontext(_WIDE):
        return [
            None if rating is None else _change(seat, rating, ratings, places, policy)
            for seat, rating in enumerate(ratings)
        ]


def _change(
    seat: int,
    rating: int,
    ratings: Sequence[int | None],
    places: Sequence[int],
    policy: Policy,
) -> int:
    place = places[seat]
    surpluses = [
        _score(place, other_place) - expected(other - rating)
        for opponent, (other, other_place) in enumerate(zip(ratings, places, strict=True))
        if opponent != seat and other is not None
    ]
    most = Decimal(policy.k)
    opponents = len(ratings) - 1
    if policy.rounding == "pair":
        return sum(_whole(most * surplus / opponents) for surplus in surpluses)
    total = sum(surpluses, Decimal(0))
    if total == 0:
        return 0
    size = abs(_whole(most * total / opponents))
    if size == 0 and _is_lifted(place, places, policy):
        size = 1
    size = min(size, policy.max_change)
    return size if total > 0 else -size


def _score(place: int, other: int) -> Decimal:
    if place == other:
        return _SHARED
    return _WIN if place < other else _LOSS


def _is_lifted(place: int, places: Sequence[int], policy: Policy) -> bool:
    if policy.min_rule == "ends":
        return place == min(places) or place == max(places)
    return policy.min_rule == "nonzero"


def _whole(number: Decimal) -> int:
    """The nearest whole number; a half would go away from 0, but there is none."""
    return int(number.to_integral_value(rounding=ROUND_HALF_UP))


@dataclass(slots=True)
class _Account:
    """Where a player stands, and how far the nightly job has come.

    Attributes:
        rating: The present rating.
        last: The day of the last game that counts, 0 if there is none.
        night: The last day whose job has run.
        grace: The free days that are left.
    """

    rating: int
    last: int = 0
    night: int = 0
    grace: int = 0


class ExactFold:
    """The ledger of a pool, made a second time; to be used like `engine.rating.fold.Fold`.

    >>> from engine.rating.policy import POLICIES
    >>> fold = ExactFold(POLICIES["portal"], {4: 1600}, [])
    >>> rows = fold.feed([("2024-01-16 a", 1, 738_901, 2, (1, 2, 3, 4), (1, 2, 3, 4))])
    >>> [row[5] for row in rows if row[2] == Kind.GAME]
    [17, 7, -4, -20]
    """

    def __init__(
        self,
        policy: Policy,
        openings: Mapping[int, int],
        periods: Sequence[tuple[int | None, int, int]],
    ) -> None:
        """Begin with nobody.

        Args:
            policy: The switches.
            openings: Start ratings by player.
            periods: The exempt periods, (player or None for the club, first day, last day).
        """
        self._policy = policy
        self._openings = openings
        self._free_of_all = _days(periods, None)
        self._free = {player: _days(periods, player) for player, _, _ in periods if player}
        self._accounts: dict[int, _Account] = {}

    def feed(self, facts: Iterable[Fact]) -> list[Row]:
        """The rows of the next facts, which come in their order and are sound (the fold checks)."""
        rows: list[Row] = []
        for fact in facts:
            kind, players = fact[3], [player for player in fact[4] if player]
            if kind == Kind.ADJUSTMENT:
                self._adjust(fact, rows)
            elif kind == Kind.GAME and len(players) >= 2 and self._is_rated_table(fact):
                self._play(fact, players, rows)
            elif self._policy.decay.activity == "any":
                self._keep_alive(fact, players, rows)
        return rows

    def _is_rated_table(self, fact: Fact) -> bool:
        return len(fact[4]) == 4 or self._policy.three_at_table

    def _play(self, fact: Fact, players: list[int], rows: list[Row]) -> None:
        key, number, day, _, seats, places = fact
        self._begin(fact, players, rows)
        self._run_nights(fact, players, rows)
        ratings = [self._accounts[player].rating if player else None for player in seats]
        for player, change in zip(seats, exact_changes(ratings, places, self._policy), strict=True):
            if change is not None:
                before = self._accounts[player].rating
                rows.append((player, key, int(Kind.GAME), number, before, change, day))
                self._accounts[player] = self._fresh(before + change, day)

    def _adjust(self, fact: Fact, rows: list[Row]) -> None:
        key, number, _, _, (player,), (points,) = fact
        self._begin(fact, [player], rows)
        self._run_nights(fact, [player], rows)
        account = self._accounts[player]
        kind = int(Kind.ADJUSTMENT)
        rows.append((player, key, kind, number, account.rating, points, account.last))
        account.rating += points

    def _keep_alive(self, fact: Fact, players: list[int], rows: list[Row]) -> None:
        key, number, day = fact[:3]
        rated = [who for who in players if who in self._accounts and self._accounts[who].last]
        self._run_nights(fact, rated, rows)
        for player in rated:
            rating = self._accounts[player].rating
            rows.append((player, key, int(Kind.ACTIVITY), number, rating, 0, day))
            self._accounts[player] = self._fresh(rating, day)

    def _fresh(self, rating: int, day: int) -> _Account:
        """An account on the day of a game."""
        return _Account(rating, day, day, self._policy.decay.grace_days)

    def _begin(self, fact: Fact, players: list[int], rows: list[Row]) -> None:
        for player in players:
            if player not in self._accounts:
                start = self._openings.get(player, self._policy.start)
                self._accounts[player] = _Account(start)
                rows.append((player, fact[0], int(Kind.START), fact[1], 0, start, 0))

    def _run_nights(self, fact: Fact, players: list[int], rows: list[Row]) -> None:
        """The nightly jobs up to the day of a fact, and what they took, in a row each."""
        if self._policy.decay.mode != "rating":
            return
        for player in players:
            account = self._accounts[player]
            before = account.rating
            if account.last:
                self._decay(account, fact[2], self._free.get(player, frozenset()))
            if account.rating != before:
                loss = account.rating - before
                rows.append((player, fact[0], int(Kind.DECAY), fact[1], before, loss, account.last))

    def _decay(self, account: _Account, until: int, free: Set[int]) -> None:
        """Every night: a free day of grace goes, or the day's points do, down to the floor."""
        decay = self._policy.decay
        for night in range(account.night + 1, until + 1):
            if night in free or night in self._free_of_all:
                continue
            if account.grace:
                account.grace -= 1
            elif account.rating > decay.floor:
                account.rating = max(decay.floor, account.rating - decay.points_per_day)
            else:
                break  # no later night takes anything
        account.night = until


def _days(periods: Sequence[tuple[int | None, int, int]], whose: int | None) -> frozenset[int]:
    """Every single day of the periods of one player, or of the club."""
    return frozenset(
        day for player, first, last in periods if player == whose for day in range(first, last + 1)
    )
