"""Exemptions: days on which nobody's rating fades, or one player's does not."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace

from sqlalchemy import Connection
from sqlmodel import Session, col, select

from hearts_admin.db.ledger import PoolLedger
from hearts_admin.db.models import Exemption
from hearts_admin.db.store import Store
from hearts_admin.db.writing import writing
from hearts_admin.errors import NeedsYes, Refused, UsageFault
from hearts_admin.names import tidy
from hearts_admin.services.actor import Actor
from hearts_admin.services.changes import change_view
from hearts_admin.services.comparing import StandMoved, compare, standing_of
from hearts_admin.services.folding import Affected, refresh
from hearts_admin.services.moves import movements, unmoved
from hearts_admin.services.people import Directory
from hearts_admin.services.pools import main_pool
from hearts_admin.services.views import ChangeView, Movement

LONGEST_DAYS = 366
"""A longer period is more likely a slip of the pen than an illness."""


@dataclass(frozen=True, slots=True)
class ExemptionView:
    """One exempt period, both days included; `player` is None for the whole club."""

    id: int
    player: str | None
    first: dt.date
    last: dt.date
    reason: str


@dataclass(frozen=True, slots=True)
class Exempted:
    """What an exempt period does.

    Attributes:
        exemption: the period.
        identical: whether it was noted already; nothing is stored then.
        standing: everybody listed in the main pool, before and after, by place.
        movements: whose booked rating moved, in any pool.
        unmoved: the rated players whose booked rating did not, by name.
        change: None when nothing was stored or kept.
    """

    exemption: ExemptionView
    identical: bool
    standing: tuple[StandMoved, ...]
    movements: tuple[Movement, ...]
    unmoved: tuple[str, ...]
    change: ChangeView | None = None


def exempt(
    store: Store, actor: Actor, player: str | None, first: dt.date, last: dt.date
) -> Exempted:
    """Notes that no rating, or not this player's, fades from the first to the last day.

    Args:
        store: the database.
        actor: who asks.
        player: by name or `#number`; None for the whole club.
        first: the first exempt day; it may lie in the past or in the future.
        last: the last one.

    Raises:
        UsageFault: `change.no_reason`.
        Refused: `players.unknown`, `exempt.reversed`.
        NeedsYes: `exempt.long`, a period of more than a year.
    """
    if not tidy(actor.reason):
        raise UsageFault("change.no_reason", command=actor.command)
    if last < first:
        raise Refused("exempt.reversed", first=first, last=last)
    if (last - first).days >= LONGEST_DAYS and not actor.yes:
        raise NeedsYes("exempt.long", first=first, last=last, days=(last - first).days + 1)
    with writing(store, actor) as work:
        directory = Directory(work.connection)
        who = None if player is None else directory.require([player])[0].id
        main = main_pool(work.connection).id
        before = standing_of(PoolLedger(work.connection, main))
        affected = Affected(work.connection)
        noted = _noted(work.session, who, first, last)
        fact = noted or Exemption(
            id=work.next_number(Exemption),
            player=who,
            from_day=first.isoformat(),
            to_day=last.isoformat(),
            reason=tidy(actor.reason),
        )
        if noted is None:
            work.open(fact)
            affected.everything()
        effect = refresh(work, affected)
        done = Exempted(
            exemption=_view(fact, directory),
            identical=noted is not None,
            standing=compare(
                before, standing_of(PoolLedger(work.connection, main)), directory.names
            ),
            movements=movements(effect, directory.names, [] if who is None else [who]),
            unmoved=unmoved(work.connection, effect, directory.names),
        )
    return replace(done, change=change_view(work.change))


def list_exemptions(store: Store) -> tuple[ExemptionView, ...]:
    """Every exempt period of the club and of single players, by day."""
    with store.read() as connection:
        directory = Directory(connection)
        return tuple(_view(fact, directory) for fact in _present(connection))


def _present(connection: Connection) -> list[Exemption]:
    with Session(bind=connection, expire_on_commit=False) as session:
        present = select(Exemption).where(col(Exemption.closed).is_(None))
        return list(session.exec(present.order_by(col(Exemption.from_day), col(Exemption.id))))


def _noted(session: Session, player: int | None, first: dt.date, last: dt.date) -> Exemption | None:
    return session.exec(
        select(Exemption).where(
            col(Exemption.closed).is_(None),
            col(Exemption.player) == player if player else col(Exemption.player).is_(None),
            Exemption.from_day == first.isoformat(),
            Exemption.to_day == last.isoformat(),
        )
    ).first()


def _view(fact: Exemption, directory: Directory) -> ExemptionView:
    return ExemptionView(
        fact.id,
        None if fact.player is None else directory.names[fact.player],
        dt.date.fromisoformat(fact.from_day),
        dt.date.fromisoformat(fact.to_day),
        fact.reason,
    )
