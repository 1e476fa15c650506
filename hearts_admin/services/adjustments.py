"""Adjustments: points that organisers give and take, opening ratings, and refunds.

None is ever patched in: an adjustment is a fact of its day, and the ledger is folded again. Every
one can be undone like any change.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection
from sqlmodel import col, select

from engine.order import adjustment_key
from engine.problems import Problem
from hearts_admin.db import bulk
from hearts_admin.db.ledger import PoolLedger
from hearts_admin.db.models import Adjustment
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing, writing
from hearts_admin.errors import Refused, UsageFault
from hearts_admin.names import tidy
from hearts_admin.services.actor import Actor
from hearts_admin.services.changes import change_view
from hearts_admin.services.club import settings_of
from hearts_admin.services.evidence import Piece, keep_evidence, read_evidence
from hearts_admin.services.folding import Affected, refresh
from hearts_admin.services.moves import movements, unmoved
from hearts_admin.services.people import Directory, Person
from hearts_admin.services.pools import pool_named, pool_names
from hearts_admin.services.refunds import refund_fields
from hearts_admin.services.views import ChangeView, Movement


@dataclass(frozen=True, slots=True)
class AdjustmentView:
    """One adjustment as it is listed.

    Attributes:
        id: what people type.
        pool: the rating list's name.
        player: whose rating.
        date: the club day; None for an opening rating, which is undated.
        kind: `adjust`, `opening` or `refund`.
        points: given or taken; of an opening rating, the rating itself.
        result: the game a refund is tied to.
        reason: why.
        evidence: sentences, and files kept with the club.
    """

    id: int
    pool: str
    player: str
    date: dt.date | None
    kind: str
    points: int
    result: int | None
    reason: str
    evidence: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Adjusted:
    """What an adjustment did; `change` is None when nothing differs or nothing was kept."""

    adjustment: AdjustmentView
    movements: tuple[Movement, ...]
    unmoved: tuple[str, ...]
    remarks: tuple[Problem, ...]
    change: ChangeView | None = None


@dataclass(frozen=True, slots=True)
class AdjustmentWanted:
    """What an organiser wants; exactly one of `points`, `opening` and `refund`, or refund + points.

    Attributes:
        player: whose rating, by name or `#number`.
        points: to be given, or taken if negative; for a refund, less than the whole loss.
        opening: the rating the player started with.
        refund: the result whose loss is to be given back.
        date: the club day; None for that of the pool's last result.
        evidence: sentences or paths of files; a refund needs two.
        pool: the rating list; None for `main`, or for that of the refunded result.
    """

    player: str
    points: int | None = None
    opening: int | None = None
    refund: int | None = None
    date: dt.date | None = None
    evidence: tuple[str, ...] = ()
    pool: str | None = None


def adjust_rating(store: Store, actor: Actor, wanted: AdjustmentWanted) -> Adjusted:
    """Books an adjustment, an opening rating or a refund, and brings the ratings up to date.

    Raises:
        UsageFault: `change.no_reason`.
        Refused: `players.unknown`, `pool.unknown`, `adjust.nothing` (no points),
            `adjust.duplicate` (the same, for the same reason, on the same day), and for a refund
            what `refund_fields` refuses.
        FileFault: a file of evidence cannot be kept.
        NeedsYes: `date.future`.
    """
    if not tidy(actor.reason):
        raise UsageFault("change.no_reason", command=actor.command)
    with writing(store, actor) as work:
        directory = Directory(work.connection)
        (person,) = directory.require([wanted.player])
        affected = Affected(work.connection)
        evidence, remarks = keep_evidence(work, wanted.evidence)
        if wanted.opening is not None:
            pool = pool_named(work.connection, wanted.pool).id
            booked = open_rating(
                work, pool, person.id, wanted.opening, affected, tidy(actor.reason), evidence
            )
        else:
            booked = _book(work, actor, wanted, person, evidence)
            affected.adjustment(booked)
        effect = refresh(work, affected)
        done = Adjusted(
            adjustment=_view(booked, directory.names, pool_names(work.connection)),
            movements=movements(effect, directory.names, [person.id]),
            unmoved=unmoved(work.connection, effect, directory.names),
            remarks=tuple(remarks),
        )
    return replace(done, change=change_view(work.change))


def open_rating(
    work: Writing,
    pool: int,
    player: int,
    rating: int,
    affected: Affected,
    reason: str = "",
    evidence: str | None = None,
) -> Adjustment:
    """Gives a player an opening rating in place of the one there is; the same again is nothing.

    Returns:
        The present opening.
    """
    present = work.session.exec(
        select(Adjustment).where(
            Adjustment.pool == pool,
            Adjustment.player == player,
            Adjustment.kind == "opening",
            col(Adjustment.closed).is_(None),
        )
    ).first()
    if present is not None and present.points == rating:
        return present
    if present is not None:
        work.close(present)
    opening = Adjustment(
        id=present.id if present else work.next_number(Adjustment),
        pool=pool,
        player=player,
        kind="opening",
        points=rating,
        reason=reason,
        evidence=evidence,
    )
    work.open(opening)
    affected.adjustment(opening)
    return opening


def list_adjustments(
    store: Store, *, player: str | None = None, pool: str | None = None
) -> tuple[AdjustmentView, ...]:
    """Every adjustment that stands, openings first, then by day.

    Raises:
        Refused: `players.unknown`, `pool.unknown`.
    """
    with store.read() as connection:
        directory = Directory(connection)
        names = pool_names(connection)
        only = None if pool is None else pool_named(connection, pool).id
        whose = None if player is None else directory.require([player])[0].id
        found = [
            _view(adjustment, directory.names, names)
            for adjustment in _stored(connection)
            if only in (None, adjustment.pool)
            and whose in (None, directory.whole(adjustment.player))
        ]
    return tuple(found)


def _book(
    work: Writing,
    actor: Actor,
    wanted: AdjustmentWanted,
    person: Person,
    evidence: str | None,
) -> Adjustment:
    """Opens a dated adjustment or refund."""
    if wanted.refund is None:
        pool, points, kind = pool_named(work.connection, wanted.pool).id, wanted.points, "adjust"
    else:
        pool, points = refund_fields(
            work.connection, wanted.refund, person, wanted.points, evidence
        )
        kind = "refund"
    if not points:
        raise Refused("adjust.nothing", name=person.name)
    club = settings_of(work.connection)
    if wanted.date is not None:
        club.allow(wanted.date, actor)
    last = PoolLedger(work.connection, pool).last_result_day()
    day = (wanted.date or last or club.today(actor.clock)).isoformat()
    reason = tidy(actor.reason)
    key = adjustment_key(day, person.key, kind, points, reason)
    _require_new(work.connection, pool, key, person.name)
    adjustment = Adjustment(
        id=work.next_number(Adjustment),
        pool=pool,
        player=person.id,
        on_day=day,
        kind=kind,
        points=points,
        result=wanted.refund,
        order_key=key,
        reason=reason,
        evidence=evidence,
    )
    work.open(adjustment)
    return adjustment


def _require_new(connection: Connection, pool: int, key: str, name: str) -> None:
    known = bulk.value(
        connection,
        "SELECT id FROM adjustment WHERE pool = ? AND order_key = ? AND closed IS NULL",
        (pool, key),
    )
    if known is not None:
        raise Refused(
            "adjust.duplicate", hint="hearts-admin rating adjustments", name=name, id=known
        )


def _stored(connection: Connection) -> Sequence[Adjustment]:
    from sqlmodel import Session

    with Session(bind=connection, expire_on_commit=False) as session:
        present = select(Adjustment).where(col(Adjustment.closed).is_(None))
        return session.exec(present.order_by(col(Adjustment.on_day), col(Adjustment.id))).all()


def _view(
    adjustment: Adjustment, names: Mapping[int, str], pools: Mapping[int, str]
) -> AdjustmentView:
    return AdjustmentView(
        id=adjustment.id,
        pool=pools[adjustment.pool],
        player=names[adjustment.player],
        date=None if adjustment.on_day is None else dt.date.fromisoformat(adjustment.on_day),
        kind=adjustment.kind,
        points=adjustment.points,
        result=adjustment.result,
        reason=adjustment.reason,
        evidence=read_evidence(adjustment.evidence),
    )
