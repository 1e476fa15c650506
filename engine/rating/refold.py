"""The refold: after a correction, only what it touched is folded again, and then it fades.

DESIGN.md, "Refold". The keys of the changed facts go on a heap. The smallest is folded again from
the states its players have by now; whoever then stands where the stored ledger has them drops out,
whoever does not is followed to their next row. The result is that of a fresh fold, exactly.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Protocol, TypeAlias

from engine.rating.decay import NO_EXEMPTIONS, Exemptions
from engine.rating.fold import NO_OPENINGS, Fold, state_after
from engine.rating.ledger import day_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Set

    from engine.rating.ledger import Fact, Row, State
    from engine.rating.policy import Policy

RowChange: TypeAlias = "tuple[Row | None, Row | None]"
"""(old, new): (None, row) is to be inserted, (row, None) deleted, two rows are an update."""


class LedgerStore(Protocol):
    """What a refold asks of whoever keeps the facts and the rows; one index seek each.

    Facts are as they are now, rows as they were stored before the change. Nothing may be written to
    the ledger until the refold is done.
    """

    def fact_at(self, order_key: str) -> Fact | None:
        """The fact that now has this key, None if there is none."""

    def rows_at(self, order_key: str, players: Collection[int]) -> Iterable[Row]:
        """The stored rows of these players, at least one, at this key, in any order."""

    def last_row_before(self, player: int, order_key: str) -> Row | None:
        """The player's stored row with the greatest (order_key, kind) at a smaller key."""

    def next_key_after(self, player: int, order_key: str) -> str | None:
        """The smallest greater key at which the player has a stored row, or may get one.

        Every rated game and every adjustment of a player has one. In a policy with `activity: any`
        an unrated game may have none yet (the player had no rated game before it) and get one, so
        there its key counts too.
        """


@dataclass(frozen=True, slots=True)
class Refold:
    """What a correction does to a stored ledger.

    Attributes:
        complete: False if more facts than allowed would have to be visited: nothing has been found
            out then, and a full fold is the quicker way.
        visited: The number of facts that were folded again.
        changes: The rows that differ, in the order of the facts.
        ends: For every player who now stands elsewhere, the last state stored and the new one; None
            for a player who has no rows.
    """

    complete: bool
    visited: int
    changes: tuple[RowChange, ...] = ()
    ends: Mapping[int, tuple[State | None, State | None]] = field(default_factory=dict)

    @property
    def deleted(self) -> list[Row]:
        """The stored rows that have no successor."""
        return [old for old, new in self.changes if old is not None and new is None]

    @property
    def inserted(self) -> list[Row]:
        """The rows whose player, key and kind are new."""
        return [new for old, new in self.changes if new is not None and old is None]

    @property
    def updated(self) -> list[Row]:
        """The new form of the rows whose player, key and kind were there already."""
        return [new for old, new in self.changes if new is not None and old is not None]

    @property
    def players(self) -> frozenset[int]:
        """The players whose rows changed in any way."""
        return frozenset(row[0] for change in self.changes for row in change if row is not None)

    @property
    def facts(self) -> frozenset[int]:
        """The ids of the facts whose rows changed in any way."""
        return frozenset(row[3] for change in self.changes for row in change if row is not None)


def refold(
    store: LedgerStore,
    changed: Mapping[str, Set[int]],
    policy: Policy,
    openings: Mapping[int, int] = NO_OPENINGS,
    exemptions: Exemptions = NO_EXEMPTIONS,
    limit: int | None = None,
) -> Refold:
    """Find the rows by which a stored ledger differs from a fresh fold, after some facts changed.

    Args:
        store: The facts as they are now, the rows as they were.
        changed: For the key of every fact that came, went or has another content, the players of
            the old and of the new fact there; a fact that moved has two keys. When a player's
            opening changed: the first key of that player. When a player's exemptions changed: every
            key of that player from the first day concerned. (After a change of the policy or of the
            club's exemptions nothing is what it was: fold everything.)
        policy: The policy by which the stored rows were booked.
        openings: The start ratings, as they are now.
        exemptions: The exempt periods, as they are now.
        limit: How many facts may be visited at most.

    Returns:
        The differences; not complete if the limit was passed.

    >>> from engine.rating.policy import POLICIES
    >>> first = ("2024-01-10 a", 1, 738_895, 2, (1, 2, 3, 4), (1, 2, 3, 4))
    >>> class NewClub:
    ...     def fact_at(self, order_key): return first
    ...     def rows_at(self, order_key, players): return []
    ...     def last_row_before(self, player, order_key): return None
    ...     def next_key_after(self, player, order_key): return None
    >>> found = refold(NewClub(), {first[0]: {1, 2, 3, 4}}, POLICIES["club"])
    >>> len(found.inserted), found.ends[1]
    (8, (None, (1516, 738895, 0)))
    """
    walk = _Walk(store, changed, Fold(policy, openings, exemptions), exemptions)
    visited = 0
    for key, due in walk:
        if visited == limit:
            return Refold(complete=False, visited=visited)
        visited += 1
        walk.visit(key, due)
    ends = {player: (old, walk.fold.states.get(player)) for player, old in walk.live.items()}
    return Refold(True, visited, tuple(walk.changes), ends)


class _Walk:
    """The keys still to visit, and the players who are being followed.

    Attributes:
        fold: Books the visited facts; its states are those of the new ledger.
        live: The followed players, each with the state they have in the stored ledger by now.
        changes: The rows found to differ.
    """

    def __init__(
        self,
        store: LedgerStore,
        changed: Mapping[str, Set[int]],
        fold: Fold,
        exemptions: Exemptions,
    ) -> None:
        self.fold = fold
        self.live: dict[int, State | None] = {}
        self.changes: list[RowChange] = []
        self._store = store
        self._exemptions = exemptions
        self._changed = changed
        self._waiting: dict[str, set[int]] = {}
        self._heap = list(changed)
        heapify(self._heap)

    def __iter__(self) -> _Walk:
        return self

    def __next__(self) -> tuple[str, set[int]]:
        """The next key that has to be visited, with the followed players whose key it is."""
        while self._heap:
            key = heappop(self._heap)
            due = {player for player in self._waiting.pop(key, ()) if player in self.live}
            if due or key in self._changed:
                return key, due
        raise StopIteration

    def visit(self, key: str, due: set[int]) -> None:
        """Fold the fact at a key again and compare what comes out with what is stored."""
        fact = self._store.fact_at(key)
        players = due.union(self._changed.get(key, ()))
        if fact is not None:
            players.update(player for player in fact[4] if player)
        if not players:
            return
        stored = {player: self._enter(player, key) for player in players}
        new_rows = self.fold.feed([fact]) if fact is not None else []
        old_rows = sorted(self._store.rows_at(key, players), key=_kind_and_player)
        self._compare(old_rows, new_rows)
        day = day_of(key)
        for row in old_rows:  # by kind, so that the last one of a player is what remains
            stored[row[0]] = state_after(row, day, self.fold.policy, self._exemptions)
        for player, state in stored.items():
            self._follow(player, state, key)

    def _enter(self, player: int, key: str) -> State | None:
        """Give the fold a player's state before a key.

        Returns:
            The state before that key in the stored ledger.
        """
        if player in self.live:
            return self.live[player]
        row = self._store.last_row_before(player, key)
        if row is None:
            return None
        state = state_after(row, day_of(row[1]), self.fold.policy, self._exemptions)
        self.fold.states[player] = state
        return state

    def _compare(self, old_rows: list[Row], new_rows: list[Row]) -> None:
        old = {_kind_and_player(row): row for row in old_rows}
        new = {_kind_and_player(row): row for row in new_rows}
        for which in sorted(old.keys() | new.keys()):
            before, after = old.get(which), new.get(which)
            if before != after:
                self.changes.append((before, after))

    def _follow(self, player: int, stored: State | None, key: str) -> None:
        """Follow a player to the next stored row unless both ledgers now agree on their state."""
        if self.fold.states.get(player) == stored:
            self.live.pop(player, None)
            return
        self.live[player] = stored
        following = self._store.next_key_after(player, key)
        if following is None:
            return
        if following not in self._waiting and following not in self._changed:
            heappush(self._heap, following)
        self._waiting.setdefault(following, set()).add(player)


def _kind_and_player(row: Row) -> tuple[int, int]:
    return row[2], row[0]
