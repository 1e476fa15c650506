"""Pools: which rating list a result feeds, and by which policy."""

from __future__ import annotations

from sqlalchemy import Connection
from sqlmodel import Session, col, select

from hearts_admin.db.models import Pool
from hearts_admin.errors import Refused

MAIN = "main"
"""The pool every club begins with; every rule set feeds it."""


def main_pool(connection: Connection) -> Pool:
    """The pool that commands use unless another is named."""
    return pool_named(connection, MAIN)


def pool_named(connection: Connection, name: str) -> Pool:
    """The pool with this name.

    Raises:
        Refused: `pool.unknown`.
    """
    with Session(bind=connection, expire_on_commit=False) as session:
        found = session.exec(
            select(Pool).where(Pool.name == name, col(Pool.closed).is_(None))
        ).first()
    if found is None:
        raise Refused("pool.unknown", name=name)
    return found
