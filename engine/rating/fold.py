"""The fold: a pool's facts in their order go in, the ledger comes out, row by row.

RATINGS.md, "The ledger, precisely". One path is written out for the table that a history consists
of, four players who count and have played before; every other shape takes the general path. Both
book the same, to the byte: a property test holds them equal.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from engine.rating.decay import NO_EXEMPTIONS, Exemptions, idle_days, settlement
from engine.rating.errors import FactError
from engine.rating.expectation import FARTHEST, SCALE, expectation_table
from engine.rating.kernel import four, headstarts
from engine.rating.ledger import Kind
from engine.rating.pairwise import TABLE_SIZES, changes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.rating.ledger import Fact, Row, State
    from engine.rating.policy import Policy

FOLD_VERSION = 1
"""To be raised with every change that books anything differently: stored ledgers are then stale."""

_START, _DECAY, _GAME, _ADJUSTMENT, _ACTIVITY = (int(kind) for kind in Kind)
NO_OPENINGS: Mapping[int, int] = MappingProxyType({})
_NEVER = 1 << 62
# When one player lies within this of the other three, those lie within FARTHEST of each other.
_NEAR = FARTHEST // 2


class Fold:
    """A ledger in the making: what has been fed so far, and where every player stands.

    Attributes:
        policy: The switches by which everything is booked.
        states: The state of every player with a row so far.

    >>> from engine.rating.policy import POLICIES
    >>> fold = Fold(POLICIES["portal"], openings={4: 1600})
    >>> for row in fold.feed([("2024-01-16 a", 1, 738_901, Kind.GAME, (1, 2, 3, 4), (1, 2, 3, 4))]):
    ...     print(row[0], Kind(row[2]).word, row[4], row[5])
    1 start 0 1500
    2 start 0 1500
    3 start 0 1500
    4 start 0 1600
    1 game 1500 17
    2 game 1500 7
    3 game 1500 -4
    4 game 1600 -20
    >>> fold.states[1]
    (1517, 738901, 0)
    """

    def __init__(
        self,
        policy: Policy,
        openings: Mapping[int, int] = NO_OPENINGS,
        exemptions: Exemptions = NO_EXEMPTIONS,
    ) -> None:
        self.policy = policy
        self.states: dict[int, State] = {}
        self._openings = openings
        self._exemptions = exemptions
        self._books_decay = policy.decay.mode == "rating"
        self._any_game_counts = policy.decay.activity == "any"
        self._previous = ""

    def feed(self, facts: Iterable[Fact]) -> list[Row]:
        """Book the next facts; a long history is fed in chunks, call after call.

        Args:
            facts: In ascending order of their keys, and after those of all earlier calls. A game
                with fewer than two players who count, or of three where the policy does not rate
                those, moves no rating; like any unrated game it books nothing, or in a policy with
                `activity: any` that its players were not idle.

        Returns:
            The new rows in the order of the facts; within a fact by kind, then by seat.

        Raises:
            FactError: A fact is out of order or malformed; the fold is of no use afterwards.
        """
        expected, heads = _unrolled(self.policy.k)
        common = self.policy.rounding == "player" and self.policy.min_rule != "ends"
        least = 1 if self.policy.min_rule == "nonzero" else 0
        most = self.policy.max_change if self.policy.max_change < self.policy.k else 0
        free_days = self.policy.decay.grace_days if self._books_decay else _NEVER
        floor = self.policy.decay.floor
        low, high = -_NEAR, _NEAR
        states, settle, previous = self.states, self._settle, self._previous
        rows: list[Row] = []

        for fact in facts:
            key, fact_id, day, kind, players, places = fact
            if key <= previous:
                raise FactError("fact.order", key=key, previous=previous)
            previous = key
            if not common or kind != _GAME or len(players) != 4:
                self._book(fact, rows)
                continue
            p1, p2, p3, p4 = players
            try:
                r1, last1, _ = states[p1]
                r2, last2, _ = states[p2]
                r3, last3, _ = states[p3]
                r4, last4, _ = states[p4]
                head = heads[places]
            except KeyError:  # a newcomer, a seat that does not count, or places like 1 3 3 4
                self._book(fact, rows)
                continue
            if len({p1, p2, p3, p4}) < 4:
                raise _malformed(fact)
            if day - last1 > free_days and r1 > floor:
                r1 = settle(p1, fact, rows)
            if day - last2 > free_days and r2 > floor:
                r2 = settle(p2, fact, rows)
            if day - last3 > free_days and r3 > floor:
                r3 = settle(p3, fact, rows)
            if day - last4 > free_days and r4 > floor:
                r4 = settle(p4, fact, rows)
            d12, d13, d14 = r2 - r1, r3 - r1, r4 - r1
            if not (low <= d12 <= high and low <= d13 <= high and low <= d14 <= high):
                self._book(fact, rows)  # what has been settled above is not settled again
                continue

            c1, c2, c3, c4 = four(d12, d13, d14, head, expected, least, most)
            rows.append((p1, key, _GAME, fact_id, r1, c1, day))
            rows.append((p2, key, _GAME, fact_id, r2, c2, day))
            rows.append((p3, key, _GAME, fact_id, r3, c3, day))
            rows.append((p4, key, _GAME, fact_id, r4, c4, day))
            states[p1] = (r1 + c1, day, 0)
            states[p2] = (r2 + c2, day, 0)
            states[p3] = (r3 + c3, day, 0)
            states[p4] = (r4 + c4, day, 0)
        self._previous = previous
        return rows

    def _book(self, fact: Fact, rows: list[Row]) -> None:
        """Book one fact of any shape."""
        _, _, _, kind, players, values = fact
        counting = [player for player in players if player]
        if len(players) != len(values) or len(set(counting)) != len(counting):
            raise _malformed(fact)
        if kind == _ADJUSTMENT and len(counting) == len(players) == 1:
            self._book_adjustment(fact, rows)
        elif kind in (_GAME, _ACTIVITY) and len(players) in TABLE_SIZES:
            rated = kind == _GAME and (len(players) == 4 or self.policy.three_at_table)
            if rated and len(counting) >= 2:
                self._book_game(fact, counting, rows)
            elif self._any_game_counts:
                self._book_activity(fact, counting, rows)
        else:
            raise _malformed(fact)

    def _book_game(self, fact: Fact, counting: list[int], rows: list[Row]) -> None:
        key, fact_id, day, _, players, places = fact
        for player in counting:
            self._start(player, fact, rows)
        ratings = {player: self._settle(player, fact, rows) for player in counting}
        booked = changes([ratings.get(player) for player in players], places, self.policy)
        for player, change in zip(players, booked, strict=True):
            if change is not None:
                before = ratings[player]
                rows.append((player, key, _GAME, fact_id, before, change.booked, day))
                self.states[player] = (before + change.booked, day, 0)

    def _book_adjustment(self, fact: Fact, rows: list[Row]) -> None:
        key, fact_id, _, _, (player,), (points,) = fact
        self._start(player, fact, rows)
        before = self._settle(player, fact, rows)
        _, last_day, settled = self.states[player]
        rows.append((player, key, _ADJUSTMENT, fact_id, before, points, last_day))
        self.states[player] = (before + points, last_day, settled)

    def _book_activity(self, fact: Fact, counting: list[int], rows: list[Row]) -> None:
        """An unrated game: whoever has a rated game behind them was not idle."""
        key, fact_id, day = fact[:3]
        rated = [player for player in counting if player in self.states and self.states[player][1]]
        ratings = [self._settle(player, fact, rows) for player in rated]
        for player, rating in zip(rated, ratings, strict=True):
            rows.append((player, key, _ACTIVITY, fact_id, rating, 0, day))
            self.states[player] = (rating, day, 0)

    def _start(self, player: int, fact: Fact, rows: list[Row]) -> None:
        """Give a player without a state one, at the opening or else the policy's start."""
        if player not in self.states:
            rating = self._openings.get(player, self.policy.start)
            rows.append((player, fact[0], _START, fact[1], 0, rating, 0))
            self.states[player] = (rating, 0, 0)

    def _settle(self, player: int, fact: Fact, rows: list[Row]) -> int:
        """Book the idleness of a player up to a fact's day, if it costs anything.

        Returns:
            The rating after it.
        """
        state = self.states[player]
        rating, last_day, _ = state
        if not self._books_decay or not last_day:
            return rating
        key, fact_id, day = fact[:3]
        loss, idle = settlement(player, state, day, self.policy.decay, self._exemptions)
        if loss:
            rows.append((player, key, _DECAY, fact_id, rating, -loss, last_day))
        self.states[player] = (rating - loss, last_day, idle)
        return rating - loss


def state_after(
    row: Row, day: int, policy: Policy, exemptions: Exemptions = NO_EXEMPTIONS
) -> State:
    """The state a player is in once a row is booked, from the row alone.

    Args:
        row: The player's last row at its order key.
        day: The day at the head of that key, as an ordinal.
        policy: The policy by which the row was booked.
        exemptions: The pool's exempt periods.

    >>> from engine.rating.policy import POLICIES
    >>> state_after((7, "2024-03-24 c", Kind.ADJUSTMENT, 3, 1660, -12, 100), 174, POLICIES["club"])
    (1648, 100, 60)
    """
    player, _, _, _, before, change, last_day = row
    # Every row has settled what was open on its day; after a game that is nothing by itself.
    books_decay = policy.decay.mode == "rating"
    settled = idle_days(player, last_day, day, policy.decay, exemptions) if books_decay else 0
    return before + change, last_day, settled


class _Unrolled(NamedTuple):
    """What `kernel.four` needs for one K."""

    expected: tuple[int, ...]
    heads: Mapping[tuple[int, ...], tuple[int, int, int, int]]
    """The headstarts by places; of ordinary places only, each counting those above it."""


@cache
def _unrolled(k: int) -> _Unrolled:
    heads: dict[tuple[int, ...], tuple[int, int, int, int]] = {}
    four_places = (1, 2, 3, 4)
    for places in product(four_places, four_places, four_places, four_places):
        if all(place == 1 + sum(other < place for other in places) for place in places):
            heads[places] = headstarts(places, k * SCALE)
    return _Unrolled(tuple(2 * k * part for part in expectation_table()), heads)


def _malformed(fact: Fact) -> FactError:
    key, _, _, kind, players, values = fact
    return FactError("fact.shape", key=key, kind=kind, players=players, values=values)
