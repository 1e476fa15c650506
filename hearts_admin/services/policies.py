"""Policies: how a pool is rated, in versions; a new one is shown with its whole effect."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlalchemy import Connection
from sqlmodel import col, select

from engine.rating.policy import POLICIES, Policy, Switch
from hearts_admin.db import bulk
from hearts_admin.db.chain import canonical
from hearts_admin.db.ledger import PoolLedger, policy_of
from hearts_admin.db.models import PolicyRow, Pool
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing, writing
from hearts_admin.services.actor import Actor
from hearts_admin.services.changes import change_numbered, change_view
from hearts_admin.services.comparing import StandMoved, compare, standing_of
from hearts_admin.services.drafting import make_policy, shipped_policy
from hearts_admin.services.folding import Affected, refresh
from hearts_admin.services.moves import movements, unmoved
from hearts_admin.services.people import Directory
from hearts_admin.services.pools import pool_named, pool_names
from hearts_admin.services.views import ChangeView, Movement


@dataclass(frozen=True, slots=True)
class PolicyView:
    """A policy as it is listed.

    Attributes:
        name: of the shipped policy with this content, else `own`.
        pool: the rating list that has it; None for one that is only shipped.
        version: counted from 1 within the pool.
        switches: its content.
    """

    name: str
    pool: str | None
    version: int | None
    switches: Mapping[str, Switch]


@dataclass(frozen=True, slots=True)
class PolicyVersion:
    """One version a pool has had; `closed` is None for the present one."""

    version: int
    name: str
    switches: Mapping[str, Switch]
    opened: ChangeView
    closed: ChangeView | None


@dataclass(frozen=True, slots=True)
class PolicyDetail:
    """A pool's policy, or a shipped one, with the versions there were, oldest first."""

    policy: PolicyView
    content: Policy
    versions: tuple[PolicyVersion, ...] = ()


@dataclass(frozen=True, slots=True)
class PolicyChanged:
    """What another policy does to a pool.

    Attributes:
        before: the policy as it was.
        after: the policy as it is.
        differing: the switches that differ, with the value before and after.
        as_of: the day of the standings that are compared.
        standing: everybody listed, before and after, by the new place.
        movements: whose booked rating moved, through which games.
        unmoved: the rated players whose booked rating did not, by name.
        change: None when nothing differs or nothing was kept.
    """

    before: PolicyView
    after: PolicyView
    differing: Mapping[str, tuple[Switch, Switch]]
    as_of: dt.date | None
    standing: tuple[StandMoved, ...]
    movements: tuple[Movement, ...]
    unmoved: tuple[str, ...]
    change: ChangeView | None = None


def list_policies(store: Store) -> tuple[PolicyView, ...]:
    """The policies of the pools, then those that are shipped."""
    with store.read() as connection:
        of_pools = [
            _view(name, *policy_of(connection, pool))
            for pool, name in pool_names(connection).items()
        ]
    shipped = [_view(None, None, policy) for policy in POLICIES.values()]
    return (*of_pools, *shipped)


def show_policy(store: Store, pool: str | None = None) -> PolicyDetail:
    """A pool's policy with all its versions.

    Raises:
        Refused: `pool.unknown`.
    """
    with store.read() as connection:
        found = pool_named(connection, pool)
        version, policy = policy_of(connection, found.id)
        return PolicyDetail(
            _view(found.name, version, policy), policy, _versions(connection, found.id)
        )


def set_policy(
    store: Store,
    actor: Actor,
    switches: Mapping[str, Switch],
    *,
    base: str | None = None,
    pool: str | None = None,
) -> PolicyChanged:
    """Gives a pool another policy and recomputes it from its first fact.

    Args:
        store: the database.
        actor: who asks.
        switches: those that are to be different.
        base: the shipped policy to begin with; None for the pool's present one.
        pool: the pool; None for `main`.

    Raises:
        Refused: `pool.unknown`, `policy.unknown`, and what `make_policy` refuses.
    """
    with writing(store, actor) as work:
        found = pool_named(work.connection, pool)
        version, present = policy_of(work.connection, found.id)
        wanted = make_policy(present if base is None else shipped_policy(base), switches)
        before = _view(found.name, version, present)
        if wanted.switches() != present.switches():
            version = 1 + _last_version(work.connection, found.id)
        after = _view(found.name, version, wanted)
        ledgers = [PoolLedger(work.connection, found.id, each) for each in (present, wanted)]
        day = max((on for each in ledgers if (on := each.last_day()) is not None), default=None)
        old = standing_of(ledgers[0], day)
        affected = Affected(work.connection)
        if after.version != before.version:
            _replace(work, found, version, wanted)
            affected.policy(found.id)
        effect = refresh(work, affected)
        names = Directory(work.connection).names
        done = PolicyChanged(
            before=before,
            after=after,
            differing={
                switch: (value, after.switches[switch])
                for switch, value in before.switches.items()
                if value != after.switches[switch]
            },
            as_of=day,
            standing=compare(old, standing_of(ledgers[1], day), names),
            movements=movements(effect, names),
            unmoved=unmoved(work.connection, effect, names),
        )
    return replace(done, change=change_view(work.change))


def open_policy(work: Writing, pool: int, policy: Policy) -> None:
    """Gives a new pool its first policy."""
    work.open(PolicyRow(pool=pool, version=1, switches=canonical(policy.switches())))


def _replace(work: Writing, pool: Pool, version: int, policy: Policy) -> None:
    row = work.session.exec(
        select(PolicyRow).where(PolicyRow.pool == pool.id, col(PolicyRow.closed).is_(None))
    ).one()
    work.close(row)
    work.open(PolicyRow(pool=pool.id, version=version, switches=canonical(policy.switches())))


def _last_version(connection: Connection, pool: int) -> int:
    return int(bulk.value(connection, "SELECT max(version) FROM policy WHERE pool = ?", (pool,)))


def _versions(connection: Connection, pool: int) -> tuple[PolicyVersion, ...]:
    rows = bulk.select(
        connection,
        'SELECT version, switches, opened, closed FROM policy WHERE pool = ? ORDER BY "row"',
        (pool,),
    )
    return tuple(
        PolicyVersion(
            version,
            (policy := Policy.from_switches(json.loads(switches))).name,
            policy.switches(),
            change_numbered(connection, opened),
            None if closed is None else change_numbered(connection, closed),
        )
        for version, switches, opened, closed in list(rows)
    )


def _view(pool: str | None, version: int | None, policy: Policy) -> PolicyView:
    return PolicyView(policy.name, pool, version, policy.switches())
