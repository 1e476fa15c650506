"""Events, seasons, and the headings that a club's own sheets use.

Revision: 0002
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def _number(name: str, *, empty: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=empty)


def _text(name: str, *, empty: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(), nullable=empty)


def _create_fact_table(
    table: str,
    columns: Sequence[sa.Column[Any]],
    *,
    unique: Sequence[Sequence[str]],
    indexes: Sequence[str] = (),
    checks: Sequence[tuple[str, str]] = (),
) -> None:
    op.create_table(
        table,
        sa.Column("row", sa.Integer(), autoincrement=False, nullable=False),
        _number("opened"),
        _number("closed", empty=True),
        _text("salt", empty=True),
        _text("seal"),
        *columns,
        *(sa.CheckConstraint(condition, name=name) for name, condition in checks),
        sa.ForeignKeyConstraint(["closed"], ["change.id"]),
        sa.ForeignKeyConstraint(["opened"], ["change.id"]),
        sa.PrimaryKeyConstraint("row"),
    )
    superseded, current = sa.text("closed IS NOT NULL"), sa.text("closed IS NULL")
    op.create_index(
        f"ix_{table}_closed",
        table,
        ["closed"],
        sqlite_where=superseded,
        postgresql_where=superseded,
    )
    op.create_index(f"ix_{table}_opened", table, ["opened"])
    for column in indexes:
        op.create_index(f"ix_{table}_{column}", table, [column])
    for together in unique:
        op.create_index(
            f"ux_{table}_{'_'.join(together)}_current",
            table,
            list(together),
            unique=True,
            sqlite_where=current,
            postgresql_where=current,
        )


def upgrade() -> None:
    _create_fact_table(
        "heading",
        [_number("id"), _text("heading_key"), _text("field")],
        unique=[["id"], ["heading_key"]],
    )
    _create_fact_table(
        "season",
        [_number("id"), _text("name"), _text("name_key"), _text("settings")],
        unique=[["id"], ["name_key"]],
    )
    _create_fact_table(
        "event",
        [
            _number("id"),
            _text("name"),
            _text("name_key"),
            _text("on_day"),
            _text("kind"),
            _text("rules", empty=True),
            _number("target", empty=True),
            _number("deals", empty=True),
            _number("pool", empty=True),
            _number("rounds"),
            _number("season", empty=True),
            _text("settings"),
            _text("state"),
        ],
        unique=[["id"], ["name_key"]],
        checks=[
            ("ck_event_kind", "kind IN ('evening', 'tournament')"),
            ("ck_event_state", "state IN ('open', 'closed')"),
        ],
    )
    _create_fact_table(
        "entrant",
        [_number("id"), _number("event"), _number("player"), _number("number"), _text("role")],
        unique=[["id"], ["event", "number"], ["event", "player"]],
        indexes=["player"],
        checks=[("ck_entrant_role", "role IN ('player', 'fill_in')")],
    )
    _create_fact_table(
        "attendance",
        [_number("id"), _number("event"), _number("player"), _number("round"), _text("state")],
        unique=[["id"], ["event", "player", "round"]],
        indexes=["player"],
        checks=[("ck_attendance_state", "state IN ('present', 'absent', 'noticed')")],
    )
    _create_fact_table(
        "substitution",
        [
            _number("id"),
            _number("event"),
            _number("player"),
            _number("round"),
            _number("substitute", empty=True),
        ],
        unique=[["id"], ["event", "player", "round"]],
        indexes=["player"],
    )
    _create_fact_table(
        "event_round",
        [
            _number("id"),
            _number("event"),
            _number("number"),
            _text("state"),
            _text("method"),
            _number("seed", empty=True),
            _text("request", empty=True),
            _text("tables"),
            _text("sitting_out"),
        ],
        unique=[["id"], ["event", "number"]],
        checks=[("ck_event_round_state", "state IN ('drawn', 'started', 'closed')")],
    )
    _create_fact_table(
        "event_game",
        [
            _number("id"),
            _number("event"),
            _number("round"),
            sa.Column("table_no", sa.SmallInteger(), nullable=False),
            _number("result"),
        ],
        unique=[["id"], ["event", "round", "table_no"], ["result"]],
    )
    _create_fact_table(
        "penalty",
        [
            _number("id"),
            _number("event"),
            _number("player"),
            _number("round", empty=True),
            _text("points"),
            _text("reason"),
        ],
        unique=[["id"]],
        indexes=["player"],
    )
    _create_fact_table(
        "kept_apart",
        [_number("id"), _number("event", empty=True), _number("player"), _number("other")],
        unique=[["id"]],
        indexes=["player", "other"],
    )
