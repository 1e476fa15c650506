"""What every table of facts has: versions, which a change opens and a change closes.

See `hearts_admin.db.models` for what they mean.
"""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import Index, String, text
from sqlmodel import Field, SQLModel

BYTEWISE = String().with_variant(String(collation="C"), "postgresql")
"""Text that sorts by its bytes: what SQLite does by itself, and what order keys need."""

OWN_NUMBERS: dict[str, Any] = {"autoincrement": False}
"""Numbers are given by the unit of work, so that a bulk insert knows them beforehand."""

CURRENT = text("closed IS NULL")
SUPERSEDED = text("closed IS NOT NULL")


def current(table: str, *columns: str) -> Index:
    """A unique index over the current versions of a fact."""
    names = "_".join(columns)
    return Index(
        f"ux_{table}_{names}_current",
        *columns,
        unique=True,
        sqlite_where=CURRENT,
        postgresql_where=CURRENT,
    )


class Fact(SQLModel):
    """What every fact row has.

    `plain` and `sealed` name the columns its digest covers, `derived` those that follow from
    them; `identity` is the column that stays the same through all versions. `moves_everybody`
    says that any row of the ledgers may depend on it.
    """

    plain: ClassVar[tuple[str, ...]] = ()
    sealed: ClassVar[tuple[str, ...]] = ()
    derived: ClassVar[tuple[str, ...]] = ()
    identity: ClassVar[str] = "id"
    moves_everybody: ClassVar[bool] = False

    row: int = Field(default=0, primary_key=True, sa_column_kwargs=OWN_NUMBERS)
    opened: int = Field(default=0, foreign_key="change.id", index=True)
    closed: int | None = Field(default=None, foreign_key="change.id")
    salt: str | None = None
    seal: str = ""

    def content(self) -> dict[str, Any]:
        """What this version says, without its version's own columns."""
        names = (*self.plain, *self.sealed, *self.derived)
        return {name: getattr(self, name) for name in names}
