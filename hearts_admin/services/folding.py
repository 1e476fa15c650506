"""Keeping the ledger equal to a fresh fold of the facts, with as little work as possible."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter

from sqlalchemy import Connection

from engine.rating.fold import FOLD_VERSION, Fold
from engine.rating.ledger import Kind, Row
from engine.rating.refold import Refold, refold
from hearts_admin.db import bulk
from hearts_admin.db.ledger import PoolLedger, merges, policy_of
from hearts_admin.db.models import Adjustment
from hearts_admin.db.results import ResultVersion
from hearts_admin.db.writing import Writing
from hearts_admin.services.views import MovedGame, Movement

Progress = Callable[[int, int | None], None]
"""Told how many are done, and of how many if that is known."""

RowPair = tuple[Row | None, Row | None]
"""The stored row and the one that takes its place; None where there is none."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a refold changed.

    Attributes:
        moves: player -> present rating before and after, None where there is none; everybody
            any of whose rows differ, also where the rating has come back to what it was.
        changes: the ledger's rows that differ.
    """

    moves: dict[int, tuple[int | None, int | None]]
    changes: tuple[RowPair, ...]


CHUNK = 5_000
FIRST_LIMIT = 500
"""Facts an incremental refold may visit before anybody counts the pool."""

FULL_FOLD_SHARE = 0.1
"""Beyond this part of the pool a full fold is cheaper. Measured at 3,000 to 100,000 games: a visit
takes 160 microseconds, a full fold 20 for every fact."""


@dataclass(frozen=True, slots=True)
class Folded:
    """A fresh fold of a whole pool."""

    policy_version: int
    facts: int
    rows: list[Row]
    ratings: dict[int, int]


def fold_pool(ledger: PoolLedger, progress: Progress | None = None) -> Folded:
    """Folds every fact of a pool afresh; writes nothing."""
    version, policy = policy_of(ledger.connection, ledger.pool)
    fold = Fold(policy, ledger.openings(), ledger.exemptions())
    total = ledger.fact_count() if progress else None
    rows: list[Row] = []
    done = 0
    facts = ledger.facts()
    while chunk := list(islice(facts, CHUNK)):
        rows += fold.feed(chunk)
        done += len(chunk)
        if progress:
            progress(done, total)
    ratings = {player: state[0] for player, state in fold.states.items()}
    return Folded(version, done, rows, ratings)


class Affected:
    """What a command's facts mean for the ledgers: from where they must be folded again."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.keys: dict[int, dict[str, set[int]]] = {}
        self.pools: set[int] = set()
        """Pools to be folded as a whole."""
        self._merges = merges(connection)

    def result(self, version: ResultVersion) -> None:
        """A version of a result came or went."""
        if version.pool is None or version.state != "ok" or version.category != "rated":
            return
        self._add(version.pool, version.order_key, version.players)

    def adjustment(self, adjustment: Adjustment) -> None:
        """An adjustment or an opening rating came or went."""
        ledger = PoolLedger(self.connection, adjustment.pool)
        player = ledger.whole(adjustment.player)
        key = adjustment.order_key or ledger.first_key(player)
        if key is not None:
            self._add(adjustment.pool, key, [player])

    def everything(self) -> None:
        """Something that may change any row: a merge, an exemption, a policy."""
        self.pools.update(pool for (pool,) in bulk.select(self.connection, _CURRENT_POOLS))

    def _add(self, pool: int, key: str, players: Iterable[int]) -> None:
        at = self.keys.setdefault(pool, {}).setdefault(key, set())
        at.update(self._merges.get(player, player) for player in players)


_CURRENT_POOLS = "SELECT id FROM pool WHERE closed IS NULL"


def refresh(work: Writing, affected: Affected, progress: Progress | None = None) -> Effect:
    """Brings the ledgers up to date after facts changed; called once, before the end."""
    moves: dict[int, tuple[int | None, int | None]] = {}
    changes: list[RowPair] = []
    for pool in sorted(affected.pools | affected.keys.keys()):
        ledger = PoolLedger(work.connection, pool)
        keys = affected.keys.get(pool, {})
        found = None if pool in affected.pools else _refold(ledger, keys)
        if found is None:
            effect = refold_all(ledger, progress)[1]
            moves |= effect.moves
            changes += effect.changes
        else:
            ledger.apply(found.changes)
            changes += found.changes
            moves |= _moves(ledger, found)
    return Effect(moves, tuple(changes))


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


def _present_ratings(
    ledger: PoolLedger, found: Refold, player: int
) -> tuple[int | None, int | None]:
    """The rating after a player's last row, before and after the refold."""
    if player in found.ends:
        old, new = found.ends[player]
        return (old[0] if old else None), (new[0] if new else None)
    row = ledger.last_row(player)
    rating = row[4] + row[5] if row else None
    return rating, rating


def movements(
    effect: Effect, names: Mapping[int, str], first: Iterable[int] = ()
) -> tuple[Movement, ...]:
    """Who moved, through which games, for showing: some players first, the others by name.

    A row that only stands elsewhere in the order (a corrected date) or only begins at another
    rating has not moved anybody.
    """
    games = {
        player: found
        for player, rows in _rows_by_player(effect.changes).items()
        if (found := _moved_games(rows))
    }
    ratings = {who: pair for who, pair in effect.moves.items() if pair[0] != pair[1]}
    everybody = ratings.keys() | games.keys()
    leading = [player for player in first if player in everybody]
    others = sorted(everybody - set(leading), key=lambda player: names[player])
    return tuple(
        Movement(names[player], *effect.moves[player], games.get(player, ()))
        for player in (*leading, *others)
    )


_Booked = dict[tuple[int, int], dict[str, Row]]
"""(kind, fact) -> the row before and after."""


def _rows_by_player(changes: Iterable[RowPair]) -> dict[int, _Booked]:
    players: dict[int, _Booked] = {}
    for pair in changes:
        for side, row in zip(("before", "after"), pair, strict=True):
            if row is not None:
                player, _, kind, fact, *_ = row
                # A start row belongs to the player, whichever fact happens to be the first.
                key = (kind, 0 if kind == Kind.START else fact)
                players.setdefault(player, {}).setdefault(key, {})[side] = row
    return players


def _moved_games(booked: _Booked) -> tuple[MovedGame, ...]:
    """The rows at which other points are booked than before, in the order of the facts."""
    moved = []
    for (kind, fact), sides in booked.items():
        row = sides.get("after") or sides["before"]
        points = [sides[side][5] if side in sides else None for side in ("before", "after")]
        if points[0] != points[1]:
            game = MovedGame(
                date=dt.date.fromisoformat(row[1][:10]),
                cause=Kind(kind).word,
                result=fact if kind == Kind.GAME else None,
                before=points[0],
                after=points[1],
            )
            moved.append((row[1:3], game))
    return tuple(game for _, game in sorted(moved, key=lambda item: item[0]))


def _refold(ledger: PoolLedger, keys: Mapping[str, set[int]]) -> Refold | None:
    version, policy = policy_of(ledger.connection, ledger.pool)
    if ledger.state() != (version, FOLD_VERSION):
        return None
    limit = FIRST_LIMIT
    while len(keys) <= limit:
        found = refold(ledger, keys, policy, ledger.openings(), ledger.exemptions(), limit=limit)
        if found.complete:
            return found
        worthwhile = int(ledger.fact_count() * FULL_FOLD_SHARE)
        if worthwhile <= limit:
            return None
        limit = worthwhile
    return None


def refold_all(ledger: PoolLedger, progress: Progress | None = None) -> tuple[Folded, Effect]:
    """Folds a pool afresh and stores the rows that differ."""
    before = {player: row[4] + row[5] for player, row in ledger.last_rows().items()}
    folded = fold_pool(ledger, progress)
    rows = sorted(folded.rows)
    changes = tuple(differences(ledger.rows_by_player(), iter(rows)))
    if len(changes) * 2 < len(rows):
        ledger.apply(changes)
    else:
        ledger.replace(rows)
    ledger.mark(folded.policy_version, FOLD_VERSION)
    players = {row[0] for pair in changes for row in pair if row is not None}
    moves = {player: (before.get(player), folded.ratings.get(player)) for player in players}
    return folded, Effect(moves, changes)


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
