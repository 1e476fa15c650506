"""Refunds: the portal's stuck game, whose loss the organiser gives back.

RATINGS.md: a refund is tied to one game and one player, has two pieces of evidence (that the player
was stuck, and the points after), defaults to minus the change, and is refused if the change was no
loss, if it is more than the loss, or if it was given before. The opponents keep theirs. A refund of
a game that is void now, or lost less than was given back, is told wherever it shows.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection

from engine.problems import Problem
from engine.rating.ledger import Kind
from hearts_admin.db import bulk, results
from hearts_admin.db.ledger import PoolLedger
from hearts_admin.db.results import ResultVersion
from hearts_admin.errors import Refused, finding
from hearts_admin.services.evidence import read_evidence
from hearts_admin.services.people import Directory, Person

PIECES = 2
"""Of evidence: that the player was stuck, and the points after."""


def refund_fields(
    connection: Connection, result: int, person: Person, points: int | None, evidence: str | None
) -> tuple[int, int]:
    """The pool and the points of a refund, once nothing speaks against it.

    Args:
        connection: an open connection.
        result: the game.
        person: the player.
        points: how many are to be given back; None for all that were lost.
        evidence: as it will be stored.

    Raises:
        Refused: `result.unknown`, `refund.evidence`, `refund.not_rated` (the player has no change
            in this game), `refund.no_loss`, `refund.too_much`, `refund.given`.
    """
    stored = results.current(connection, result)
    if stored is None or stored.version.pool is None:
        raise Refused("result.unknown", hint="hearts-admin result list", id=result)
    if len(read_evidence(evidence)) < PIECES:
        raise Refused("refund.evidence", name=person.name, id=result)
    change = _booked(connection, stored.version, person.id)
    if change is None:
        raise Refused(
            "refund.not_rated", hint=f"hearts-admin result show {result}", name=person.name,
            id=result,
        )  # fmt: skip
    if change >= 0:
        raise Refused("refund.no_loss", name=person.name, id=result, change=change)
    wanted = -change if points is None else points
    if not 0 < wanted <= -change:
        raise Refused("refund.too_much", name=person.name, id=result, loss=-change, points=wanted)
    given = _given(connection, result, person.id)
    if given is not None:
        raise Refused(
            "refund.given", hint="hearts-admin rating adjustments", name=person.name, id=result,
            adjustment=given,
        )  # fmt: skip
    return stored.version.pool, wanted


def refund_faults(connection: Connection, result: int | None = None) -> Iterator[Problem]:
    """Refunds whose game no longer bears them out: void, not rated, moved, or a smaller loss.

    Args:
        connection: an open connection; its ledgers are up to date.
        result: only refunds of this game; None for all.
    """
    names = Directory(connection).names
    rows = bulk.select(
        connection,
        "SELECT id, pool, player, points, result FROM adjustment"
        " WHERE closed IS NULL AND kind = 'refund' ORDER BY id",
    )
    for number, pool, player, points, game in list(rows):
        if result not in (None, game):
            continue
        stored = results.current(connection, game)
        change = None
        if stored is not None and stored.version.pool == pool:
            change = _booked(connection, stored.version, player)
        if change is None:
            yield finding("refund.no_game", name=names[player], id=game, adjustment=number)
        elif points > -change:
            yield finding(
                "refund.exceeds", name=names[player], id=game, adjustment=number, points=points,
                change=change,
            )  # fmt: skip


def _booked(connection: Connection, version: ResultVersion, player: int) -> int | None:
    """What a game that counts has booked for a player; None if nothing."""
    if version.state != "ok" or version.pool is None:
        return None
    ledger = PoolLedger(connection, version.pool)
    rows = ledger.rows_at(version.order_key, [ledger.whole(player)])
    return next((row[5] for row in rows if row[2] == Kind.GAME), None)


def _given(connection: Connection, result: int, player: int) -> int | None:
    """The refund that was given before for this game to this player, also before a merge."""
    whole = Directory(connection).whole
    rows = bulk.select(
        connection,
        "SELECT id, player FROM adjustment WHERE closed IS NULL AND kind = 'refund' AND result = ?",
        (result,),
    )
    return next((number for number, other in rows if whole(other) == whole(player)), None)
