"""Ratings: the list, the explanation of one game, recomputing, verifying, fingerprints."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from engine.rating.explanation import Explanation, explain
from engine.rating.fingerprint import Fingerprint, fingerprint
from engine.rating.ledger import Kind, Row
from engine.rating.policy import Policy
from hearts_admin.db.ledger import PoolLedger, iso, policy_of
from hearts_admin.db.results import SEATS, StoredResult
from hearts_admin.db.store import Store
from hearts_admin.errors import Refused
from hearts_admin.services.actor import Actor
from hearts_admin.services.folding import (
    IN_FACT_ORDER,
    Folded,
    Progress,
    differences,
    fold_pool,
    refold_all,
    uncollected,
)
from hearts_admin.services.people import Directory
from hearts_admin.services.pools import pool_named
from hearts_admin.services.results import require_result
from hearts_admin.services.rulesets import rule_names
from hearts_admin.services.standings import bound_after, games_until, stand_on
from hearts_admin.services.views import FoldReport, RatingLine, RatingList


def list_ratings(
    store: Store, as_of: dt.date | None = None, pool_name: str | None = None
) -> RatingList:
    """The standing of a pool.

    Args:
        store: the database.
        as_of: a club day, the whole day; None for the day of the last fact in the pool.
        pool_name: the pool; None for `main`.

    Raises:
        Refused: `pool.unknown`.
    """
    with store.read() as connection:
        pool = pool_named(connection, pool_name)
        ledger = PoolLedger(connection, pool.id)
        _, policy = policy_of(connection, pool.id)
        day = as_of or ledger.last_day()
        if day is None:
            return RatingList(pool.name, policy.name, None, ())
        names = Directory(connection).names
        games = games_until(ledger, day)
        lines = [
            RatingLine(
                stand.place,
                names[stand.player],
                stand.rating,
                games[stand.player],
                stand.last_played,
                stand.decay,
            )
            for stand in stand_on(ledger, policy, day)
        ]
    lines.sort(key=lambda line: (line.place, line.player))
    return RatingList(pool.name, policy.name, day, tuple(lines))


@dataclass(frozen=True, slots=True)
class ExplainedSeat:
    """One seat of an explained game; `explanation` is None where the seat does not count."""

    seat: str
    player: str
    place: int
    points: int | None
    explanation: Explanation | None


@dataclass(frozen=True, slots=True)
class ExplainedGame:
    """A rated game taken apart: the pairs, the rounding and the minimum of every player."""

    result: int
    date: dt.date
    label: str
    rules: str | None
    policy: Policy
    seats: tuple[ExplainedSeat, ...]


def explain_result(store: Store, number: int) -> ExplainedGame:
    """Why a result moved its players' ratings by what it did.

    Raises:
        Refused: `result.unknown`, `result.not_rated`.
    """
    with store.read() as connection:
        stored = require_result(connection, number)
        if stored.version.pool is None:
            raise Refused("result.not_rated", id=number)
        ledger = PoolLedger(connection, stored.version.pool)
        return explain_stored(ledger, stored)


def explain_stored(ledger: PoolLedger, stored: StoredResult) -> ExplainedGame:
    """As `explain_result`, for a result that was read already."""
    version = stored.version
    names = Directory(ledger.connection).names
    _, policy = policy_of(ledger.connection, ledger.pool)
    players = [ledger.whole(seat.player) for seat in version.seats]
    booked = {
        row[0]: row[4]
        for row in ledger.rows_at(version.order_key, players)
        if row[2] == Kind.GAME and version.state == "ok"
    }
    if not booked:
        raise Refused("result.not_rated", id=version.id)
    ratings = [booked.get(player) for player in players]
    explanations = explain(ratings, [seat.place for seat in version.seats], policy)
    return ExplainedGame(
        result=version.id,
        date=dt.date.fromisoformat(version.played_on),
        label=version.label,
        rules=rule_names(ledger.connection)[version.rules],
        policy=policy,
        seats=tuple(
            ExplainedSeat(letter, names[seat.player], seat.place, seat.points, explanation)
            for letter, seat, explanation in zip(SEATS, version.seats, explanations, strict=False)
        ),
    )


@uncollected()
def recompute(
    store: Store, actor: Actor, progress: Progress | None = None, pool: str | None = None
) -> FoldReport:
    """Folds a pool afresh and stores the rows that differ; the facts stay as they are.

    Raises:
        Refused: `pool.unknown`.
    """
    with store.transaction() as connection:
        ledger = PoolLedger(connection, pool_named(connection, pool).id)
        folded, effect = refold_all(ledger, progress)
        report = _report(ledger, folded, len(effect.changes))
        if actor.dry_run:
            connection.rollback()
    return report


@uncollected()
def verify(
    store: Store,
    progress: Progress | None = None,
    *,
    pool: str | None = None,
    exact: bool = False,
) -> FoldReport:
    """Folds a pool afresh and compares the rows with what is stored; changes nothing.

    Args:
        store: the database.
        progress: told how far it is.
        pool: the pool; None for `main`.
        exact: whether the second computation is made, in 60-digit decimals by code of its own
            (`engine.rating.exact`), instead of the fold that wrote the ledger.

    Raises:
        Refused: `pool.unknown`.
    """
    with store.read() as connection:
        ledger = PoolLedger(connection, pool_named(connection, pool).id)
        folded = fold_pool(ledger, progress, exact=exact)
        fresh = sorted(folded.rows, key=IN_FACT_ORDER)
        pair = next(differences(ledger.rows(), iter(fresh), IN_FACT_ORDER), None)
        names = Directory(connection).names
        report = _report(ledger, folded, 0)
    if pair is None:
        return report
    difference = {
        side: _row_view(row, names) for side, row in zip(("stored", "fresh"), pair, strict=True)
    }
    return replace(report, difference=difference)


@dataclass(frozen=True, slots=True)
class PoolFingerprint:
    """A stored ledger in 64 hex digits, up to and including a club day if one is given."""

    pool: str
    as_of: dt.date | None
    fingerprint: str


def fingerprint_of(
    store: Store, as_of: dt.date | None = None, pool: str | None = None
) -> PoolFingerprint:
    """The fingerprint of a pool's stored ledger.

    Args:
        store: the database.
        as_of: only facts as corrected today with a club day up to this one; None for all.
        pool: the pool; None for `main`.

    Raises:
        Refused: `pool.unknown`.
    """
    with store.read() as connection:
        ledger = PoolLedger(connection, pool_named(connection, pool).id)
        digest = Fingerprint(ledger.policy, Directory(connection).keys)
        bound = None if as_of is None else bound_after(as_of)
        digest.add(takewhile(lambda row: bound is None or row[1] < bound, ledger.rows()))
        return PoolFingerprint(ledger.name, as_of, digest.hexdigest())


def _report(ledger: PoolLedger, folded: Folded, written: int) -> FoldReport:
    keys = Directory(ledger.connection).keys
    digest = fingerprint(ledger.policy, folded.rows, keys)
    return FoldReport(ledger.name, folded.facts, len(folded.rows), written, digest)


def _row_view(row: Row | None, names: Mapping[int, str]) -> dict[str, Any] | None:
    if row is None:
        return None
    player, key, kind, fact, before, change, last = row
    return {
        "player": names.get(player, f"#{player}"),
        "date": key[:10],
        "kind": Kind(kind).word,
        "fact": fact,
        "before": before,
        "change": change,
        "after": before + change,
        "last_played": iso(last),
    }
