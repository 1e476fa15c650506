"""Derived tables: everything here can be thrown away and folded again from the facts."""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import SmallInteger
from sqlmodel import Field, SQLModel

from hearts_admin.db.facttable import BYTEWISE, OWN_NUMBERS


class LedgerRow(SQLModel, table=True):
    """A derived row: how one fact moved one player's rating. `kind`: see engine.rating.fold."""

    __tablename__ = "ledger"
    __table_args__: ClassVar[Any] = {"sqlite_with_rowid": False}

    pool: int = Field(primary_key=True)
    player: int = Field(primary_key=True)
    order_key: str = Field(primary_key=True, sa_type=BYTEWISE)
    kind: int = Field(primary_key=True, sa_type=SmallInteger)
    fact: int
    before: int
    change: int
    last_on: str | None = None
    """Day of the player's last rated game after this row."""


class PoolState(SQLModel, table=True):
    """Under which policy version and fold the stored ledger of a pool was computed."""

    __tablename__ = "pool_state"

    pool: int = Field(primary_key=True, sa_column_kwargs=OWN_NUMBERS)
    policy_version: int
    fold_version: int


METADATA = SQLModel.metadata
"""All tables, facts and derived, as the newest migration leaves them."""
