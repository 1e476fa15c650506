"""Keeping the ledger equal to a fresh fold of the facts, with as little work as possible."""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter

from sqlalchemy import Connection

from engine.rating.exact import ExactFold
from engine.rating.fold import FOLD_VERSION, Fold, state_after
from engine.rating.ledger import Row, day_of
from engine.rating.refold import Refold, refold
from hearts_admin.db import bulk
from hearts_admin.db.ledger import PoolLedger, merges, policy_of
from hearts_admin.db.models import Adjustment
from hearts_admin.db.results import ResultVersion
from hearts_admin.db.writing import Writing
from hearts_admin.services.moves import AllNew, Effect, RowPair

Progress = Callable[[int, int | None], None]
"""Told how many are done, and of how many if that is known."""

CHUNK = 5_000
FIRST_LIMIT = 25
"""Facts an incremental refold may visit before anybody counts those that follow."""

FULL_FOLD_SHARE = 0.1
"""Beyond this part of the facts that follow, folding them all is cheaper. Measured at 3,000 to
100,000 games: a visit takes 160 microseconds, a fold 20 for every fact."""

WORTH_A_SECOND_TRY = 10
"""So many times the first limit the second has to be, for what was visited is visited again."""


@dataclass(frozen=True, slots=True)
class Folded:
    """A fresh fold of a whole pool."""

    policy_version: int
    facts: int
    rows: list[Row]


def fold_pool(
    ledger: PoolLedger, progress: Progress | None = None, *, exact: bool = False
) -> Folded:
    """Folds every fact of a pool afresh; writes nothing.

    Args:
        ledger: the pool.
        progress: told how far it is.
        exact: whether the second computation does it (`engine.rating.exact`).
    """
    version, policy = policy_of(ledger.connection, ledger.pool)
    fold: Fold | ExactFold = (
        ExactFold(policy, ledger.openings(), ledger.exempt_periods())
        if exact
        else Fold(policy, ledger.openings(), ledger.exemptions())
    )
    done, rows = _feed(fold, ledger, "", progress)
    return Folded(version, done, rows)


def _feed(
    fold: Fold | ExactFold, ledger: PoolLedger, since: str, progress: Progress | None
) -> tuple[int, list[Row]]:
    """Feeds the facts from a place in the order on; gives their number and their rows."""
    total = ledger.fact_count(since) if progress else None
    rows: list[Row] = []
    done = 0
    facts = ledger.facts(since)
    while chunk := list(islice(facts, CHUNK)):
        rows += fold.feed(chunk)
        done += len(chunk)
        if progress:
            progress(done, total)
    return done, rows


class Affected:
    """What a command's facts mean for the ledgers: from where they must be folded again."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.keys: dict[int, dict[str, set[int]]] = {}
        """Places in the order with those who played there, by pool."""
        self.since: dict[int, str] = {}
        """The first of the places, in pools with more of them than are visited one by one."""
        self.pools: set[int] = set()
        """Pools to be folded as a whole."""
        self._merges = merges(connection)

    def result(self, version: ResultVersion) -> None:
        """A version of a result came or went."""
        if version.pool is not None and version.state == "ok":
            self._add(version.pool, version.order_key, (seat[0] for seat in version.seats))

    def adjustment(self, adjustment: Adjustment) -> None:
        """An adjustment or an opening rating came or went."""
        ledger = PoolLedger(self.connection, adjustment.pool)
        player = ledger.whole(adjustment.player)
        key = adjustment.order_key or ledger.first_key(player)
        if key is not None:
            self._add(adjustment.pool, key, [player])

    def policy(self, pool: int) -> None:
        """A pool got another policy."""
        self.pools.add(pool)

    def everything(self) -> None:
        """Something that may change any row of any pool: a merge, an exemption."""
        self.pools.update(pool for (pool,) in bulk.select(self.connection, _CURRENT_POOLS))

    def _add(self, pool: int, key: str, players: Iterable[int]) -> None:
        if pool in self.since:
            self.since[pool] = min(self.since[pool], key)
            return
        keys = self.keys.setdefault(pool, {})
        whole = {self._merges.get(player, player) for player in players}
        keys[key] = keys.get(key, set()) | whole
        if len(keys) > FIRST_LIMIT:
            self.since[pool] = min(keys)


_CURRENT_POOLS = "SELECT id FROM pool WHERE closed IS NULL"


def refresh(
    work: Writing, affected: Affected, progress: Progress | None = None
) -> tuple[Effect, ...]:
    """Brings the ledgers up to date after facts changed; called once, before the end.

    Returns:
        What it did to every pool it looked at.
    """
    current = {pool for (pool,) in bulk.select(work.connection, _CURRENT_POOLS)}
    effects = []
    for pool in sorted(affected.pools | affected.keys.keys()):
        ledger = PoolLedger(work.connection, pool)
        if pool not in current:
            effects.append(_dissolve(ledger))
            continue
        if pool in affected.pools or not _is_of_this_fold(ledger):
            effects.append(refold_all(ledger, progress)[1])
            continue
        keys = affected.keys[pool]
        found = None if pool in affected.since else _refold(ledger, keys)
        if found is None:
            effects.append(fold_on(ledger, affected.since.get(pool, min(keys)), progress))
        else:
            ledger.apply(found.changes)
            effects.append(Effect(ledger.name, _moves(ledger, found), found.changes))
    return tuple(effects)


def _is_of_this_fold(ledger: PoolLedger) -> bool:
    """Whether the stored ledger was folded under the present policy, by the present program."""
    return ledger.state() == (policy_of(ledger.connection, ledger.pool)[0], FOLD_VERSION)


def _dissolve(ledger: PoolLedger) -> Effect:
    """A pool that is gone keeps no rows."""
    changes = tuple((row, None) for row in ledger.rows_by_player())
    before = {row[0]: row[4] + row[5] for row, _ in changes}
    ledger.clear()
    return Effect(
        ledger.name, {player: (rating, None) for player, rating in before.items()}, changes
    )


def _moves(ledger: PoolLedger, found: Refold) -> dict[int, tuple[int | None, int | None]]:
    """Present ratings before and after, once the differences are written."""
    moves: dict[int, tuple[int | None, int | None]] = {}
    for player in found.players:
        if player in found.ends:
            old, new = found.ends[player]
            moves[player] = (old[0] if old else None, new[0] if new else None)
        elif (row := ledger.last_row(player)) is not None:
            moves[player] = (row[4] + row[5],) * 2
    return moves


def _refold(ledger: PoolLedger, keys: Mapping[str, set[int]]) -> Refold | None:
    """What changes, if it is found by visiting few enough facts."""
    policy, openings, exemptions = ledger.policy, ledger.openings(), ledger.exemptions()
    limit = FIRST_LIMIT
    while len(keys) <= limit:
        found = refold(ledger, keys, policy, openings, exemptions, limit=limit)
        if found.complete:
            return found
        worthwhile = int(ledger.fact_count(since=min(keys)) * FULL_FOLD_SHARE)
        if worthwhile < limit * WORTH_A_SECOND_TRY:
            return None
        limit = worthwhile
    return None


def fold_on(ledger: PoolLedger, since: str, progress: Progress | None = None) -> Effect:
    """Folds a pool from the first changed fact on and stores the rows that differ.

    What lies before it is as it was (RATINGS.md: "Recompute starts at the first changed fact").
    """
    policy, exemptions = ledger.policy, ledger.exemptions()
    stood = ledger.last_rows(before=since)
    # Where any game keeps a rating alive, one without a row may have done so since the last row.
    if not stood or policy.decay.activity == "any":
        return refold_all(ledger, progress)[1]
    fold = Fold(policy, ledger.openings(), exemptions)
    for player, row in stood.items():
        fold.states[player] = state_after(row, day_of(row[1]), policy, exemptions)
    fresh = sorted(_feed(fold, ledger, since, progress)[1])
    stored = list(ledger.rows_by_player(since))
    changes = tuple(differences(iter(stored), iter(fresh)))
    ledger.apply(changes)
    before, after = (
        {row[0]: row[4] + row[5] for row in (*stood.values(), *rows)} for rows in (stored, fresh)
    )
    players = {row[0] for pair in changes for row in pair if row is not None}
    moves = {player: (before.get(player), after.get(player)) for player in players}
    return Effect(ledger.name, moves, changes)


@contextmanager
def uncollected() -> Iterator[None]:
    """Pauses the garbage collector, which would walk millions of living rows again and again.

    What is still alive at the end counts as old; the next search for young garbage would walk it.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.freeze()
            gc.unfreeze()
            gc.enable()


@uncollected()
def refold_all(ledger: PoolLedger, progress: Progress | None = None) -> tuple[Folded, Effect]:
    """Folds a pool afresh and stores the rows that differ."""
    before = {player: row[4] + row[5] for player, row in ledger.last_rows().items()}
    folded = fold_pool(ledger, progress)
    accounts = _accounts(folded.rows)
    after = {player: own[-1][4] + own[-1][5] for player, own in accounts.items()}
    # Sorted by player, as they lie on the disk: no comparison of rows needed.
    rows = [row for player in sorted(accounts) for row in accounts[player]]
    changes: Collection[RowPair]
    if before:
        changes = tuple(differences(ledger.rows_by_player(), iter(rows)))
        players = {row[0] for old, new in changes if (row := new or old)}
    else:
        changes, players = AllNew(rows), set(accounts)
    if len(changes) * 2 < len(rows):
        ledger.apply(changes)
    else:
        ledger.replace(rows)
    ledger.mark(folded.policy_version, FOLD_VERSION)
    moves = {player: (before.get(player), after.get(player)) for player in players}
    return folded, Effect(ledger.name, moves, changes)


def _accounts(rows: Iterable[Row]) -> dict[int, list[Row]]:
    """Rows in fact order, by player."""
    accounts: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        accounts[row[0]].append(row)
    return accounts


def differences(
    stored: Iterator[Row],
    fresh: Iterator[Row],
    place: Callable[[Row], tuple[object, ...]] = itemgetter(0, 1, 2),
) -> Iterator[RowPair]:
    """Walks two ledgers in the same order and gives what differs, a row with its counterpart.

    Args:
        stored: rows as they are.
        fresh: rows as they should be.
        place: by which both are sorted; no two rows of a ledger share one.

    >>> a, b = (1, "k", 0, 7, 0, 1500, 0), (1, "k", 2, 7, 1500, 16, 9)
    >>> list(differences(iter([a]), iter([a, b]))) == [(None, b)]
    True
    """
    old, new = next(stored, None), next(fresh, None)
    while old is not None or new is not None:
        if old == new:
            old, new = next(stored, None), next(fresh, None)
        elif new is None or (old is not None and place(old) < place(new)):
            yield old, None
            old = next(stored, None)
        elif old is None or place(new) < place(old):
            yield None, new
            new = next(fresh, None)
        else:
            yield old, new
            old, new = next(stored, None), next(fresh, None)


IN_FACT_ORDER = itemgetter(1, 2, 0)
"""The place of a row by fact, within a fact by kind and player."""
