"""Pools: the rating lists of a club, and which results feed which."""

from __future__ import annotations

from sqlalchemy import Connection
from sqlmodel import Session, col, select

from hearts_admin.db import bulk
from hearts_admin.db.models import Pool
from hearts_admin.errors import Refused

MAIN = "main"
"""The pool every club begins with; what no feed leads elsewhere counts in it."""

NO_RULES = "none"
"""Named instead of a rule set: results played under none that we know."""


def main_pool(connection: Connection) -> Pool:
    """The pool that commands use unless another is named."""
    return pool_named(connection, MAIN)


def pool_named(connection: Connection, name: str | None) -> Pool:
    """The pool with this name; `main` where none is given.

    Raises:
        Refused: `pool.unknown`.
    """
    wanted = MAIN if name is None else name
    with Session(bind=connection, expire_on_commit=False) as session:
        found = session.exec(
            select(Pool).where(Pool.name == wanted, col(Pool.closed).is_(None))
        ).first()
    if found is None:
        known = tuple(pool_names(connection).values())
        raise Refused("pool.unknown", hint="hearts-admin club pools", name=name, known=known)
    return found


def pool_names(connection: Connection) -> dict[int, str]:
    """Every pool's name by number, in the order in which they were made."""
    rows = bulk.select(connection, "SELECT id, name FROM pool WHERE closed IS NULL ORDER BY id")
    return dict(rows)


def feeds(connection: Connection) -> dict[str, int]:
    """Which pool the results of a rule set feed, by its name or "none"; others feed `main`."""
    rows = bulk.select(connection, "SELECT rules, pool FROM pool_feed WHERE closed IS NULL")
    return dict(rows)


def fed_pool(feeds: dict[str, int], rules: str | None, main: int) -> int:
    """The pool that a new result feeds.

    A rule set with switches of its own, `american+`, follows the one it is made of unless it has a
    feed itself.

    Args:
        feeds: by name of rule set.
        rules: the name of the result's; None where it has none.
        main: where everything else goes.

    >>> fed_pool({"dutch": 2, "none": 3}, "dutch+", 1), fed_pool({"dutch": 2}, None, 1)
    (2, 1)
    """
    if rules is None:
        return feeds.get(NO_RULES, main)
    return feeds.get(rules, feeds.get(rules.removesuffix("+"), main))
