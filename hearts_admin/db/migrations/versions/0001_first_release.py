"""The data model of the first release: facts with versions, changes, the ledger.

Revision: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

BYTEWISE = sa.String().with_variant(sa.String(collation="C"), "postgresql")


def _create_closed_index(table: str) -> None:
    op.create_index(
        f"ix_{table}_closed",
        table,
        ["closed"],
        sqlite_where=sa.text("closed IS NOT NULL"),
        postgresql_where=sa.text("closed IS NOT NULL"),
    )


def upgrade() -> None:
    op.create_table(
        "blob",
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_table(
        "change",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at_utc", sa.String(), nullable=False),
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("command", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("salt", sa.String(), nullable=True),
        sa.Column("seal", sa.String(), nullable=False),
        sa.Column("prev_hash", sa.String(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["undoes"], ["change.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "ledger",
        sa.Column("pool", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("order_key", BYTEWISE, nullable=False),
        sa.Column("kind", sa.SmallInteger(), nullable=False),
        sa.Column("fact", sa.Integer(), nullable=False),
        sa.Column("before", sa.Integer(), nullable=False),
        sa.Column("change", sa.Integer(), nullable=False),
        sa.Column("last_on", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("pool", "player", "order_key", "kind"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "pool_state",
        sa.Column("pool", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("policy_version", sa.Integer(), nullable=False),
        sa.Column("fold_version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("pool"),
    )
    op.create_table(
        "adjustment",
        sa.Column("row", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("opened", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Integer(), nullable=True),
        sa.Column("salt", sa.String(), nullable=True),
        sa.Column("seal", sa.String(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("pool", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("on_day", sa.String(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("result", sa.Integer(), nullable=True),
        sa.Column("order_key", BYTEWISE, nullable=True),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("evidence", sa.String(), nullable=True),
        sa.CheckConstraint("kind IN ('opening', 'adjust', 'refund')", name="ck_adjustment_kind"),
        sa.ForeignKeyConstraint(["closed"], ["change.id"]),
        sa.ForeignKeyConstraint(["opened"], ["change.id"]),
        sa.PrimaryKeyConstraint("row"),
    )
    _create_closed_index("adjustment")
    op.create_index("ix_adjustment_opened", "adjustment", ["opened"])
    op.create_index("ix_adjustment_pool", "adjustment", ["pool", "player"])
    op.create_index(
        "ux_adjustment_opening_current",
        "adjustment",
        ["pool", "player"],
        unique=True,
        sqlite_where=sa.text("closed IS NULL AND kind = 'opening'"),
        postgresql_where=sa.text("closed IS NULL AND kind = 'opening'"),
    )
    op.create_index(
        "ux_adjustment_pool_order_key_current",
        "adjustment",
        ["pool", "order_key"],
        unique=True,
        sqlite_where=sa.text("closed IS NULL"),
        postgresql_where=sa.text("closed IS NULL"),
    )
    op.create_index(
        "ux_adjustment_id_current",
        "adjustment",
        ["id"],
        unique=True,
        sqlite_where=sa.text("closed IS NULL"),
        postgresql_where=sa.text("closed IS NULL"),
    )
    op.create_table(
        "alias",
        sa.Column("row", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("opened", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Integer(), nullable=True),
        sa.Column("salt", sa.String(), nullable=True),
        sa.Column("seal", sa.String(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["closed"], ["change.id"]),
        sa.ForeignKeyConstraint(["opened"], ["change.id"]),
        sa.PrimaryKeyConstraint("row"),
    )
    _create_closed_index("alias")
    op.create_index("ix_alias_opened", "alias", ["opened"])
    op.create_index(
        "ux_alias_id_current",
        "alias",
        ["id"],
        unique=True,
        sqlite_where=sa.text("closed IS NULL"),
        postgresql_where=sa.text("closed IS NULL"),
    )
    op.create_index(
        "ux_alias_name_key_current",
        "alias",
        ["name_key"],
        unique=True,
        sqlite_where=sa.text("closed IS NULL"),
        postgresql_where=sa.text("closed IS NULL"),
    )
    op.create_table(
        "club",
        sa.Column("row", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("opened", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Integer(), nullable=True),
        sa.Column("salt", sa.String(), nullable=True),
        sa.Column("seal", sa.String(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("timezone", sa.String(), nullable=False),
        sa.Column("day_starts_at", sa.String(), nullable=False),
        sa.Column("rules", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["closed"], ["change.id"]),
        sa.ForeignKeyConstraint(["opened"], ["change.id"]),
        sa.PrimaryKeyConstraint("row"),
    )
    _create_closed_index("club")
    op.create_index("ix_club_opened", "club", ["opened"])
    op.create_index(
        "ux_club_id_current",
        "club",
        ["id"],
        unique=True,
        sqlite_where=sa.text("closed IS NULL"),
        postgresql_where=sa.text("closed IS NULL"),
    )
    op.create_table(
        "exemption",
        sa.Column("row", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("opened", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Integer(), nullable=True),
        sa.Column("salt", sa.String(), nullable=True),
        sa.Column("seal", sa.String(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("from_day", sa.String(), nullable=False),
        sa.Column("to_day", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["closed"], ["change.id"]),
        sa.ForeignKeyConstraint(["opened"], ["change.id"]),
        sa.PrimaryKeyConstraint("row"),
    )
    _create_closed_index("exemption")
    op.create_index("ix_exemption_opened", "exemption", ["opened"])
    op.create_index(
        "ux_exemption_id_current",
        "exemption",
        ["id"],
        unique=True,
        sqlite_where=sa.text("closed IS NULL"),
        postgresql_where=sa.text("closed IS NULL"),
    )
    op.create_table(
        "merge",
        sa.Column("row", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("opened", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Integer(), nullable=True),
        sa.Column("salt", sa.String(), nullable=True),
        sa.Column("seal", sa.String(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("from_player", sa.Integer(), nullable=False),
        sa.Column("into_player", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["closed"], ["change.id"]),
        sa.ForeignKeyConstraint(["opened"], ["change.id"]),
        sa.PrimaryKeyConstraint("row"),
    )
    _create_closed_index("merge")
    op.create_index("ix_merge_opened", "merge", ["opened"])
    op.create_index(
        "ux_merge_from_player_current",
        "merge",
        ["from_player"],
        unique=True,
        sqlite_where=sa.text("closed IS NULL"),
        postgresql_where=sa.text("closed IS NULL"),
    )
    op.create_index(
        "ux_merge_id_current",
        "merge",
        ["id"],
        unique=True,
        sqlite_where=sa.text("closed IS NULL"),
        postgresql_where=sa.text("closed IS NULL"),
    )
    op.create_table(
        "player",
        sa.Column("row", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("opened", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Integer(), nullable=True),
        sa.Column("salt", sa.String(), nullable=True),
        sa.Column("seal", sa.String(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("member_no", sa.String(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.CheckConstraint("kind IN ('member', 'guest', 'computer')", name="ck_player_kind"),
        sa.ForeignKeyConstraint(["closed"], ["change.id"]),
        sa.ForeignKeyConstraint(["opened"], ["change.id"]),
        sa.PrimaryKeyConstraint("row"),
    )
    _create_closed_index("player")
    op.create_index("ix_player_opened", "player", ["opened"])
    op.create_index(
        "ux_player_id_current",
        "player",
        ["id"],
        unique=True,
        sqlite_where=sa.text("closed IS NULL"),
        postgresql_where=sa.text("closed IS NULL"),
    )
    op.create_index(
        "ux_player_key_current",
        "player",
        ["key"],
        unique=True,
        sqlite_where=sa.text("closed IS NULL"),
        postgresql_where=sa.text("closed IS NULL"),
    )
    op.create_index(
        "ux_player_member_no_current",
        "player",
        ["member_no"],
        unique=True,
        sqlite_where=sa.text("closed IS NULL"),
        postgresql_where=sa.text("closed IS NULL"),
    )
    op.create_index(
        "ux_player_name_key_current",
        "player",
        ["name_key"],
        unique=True,
        sqlite_where=sa.text("closed IS NULL"),
        postgresql_where=sa.text("closed IS NULL"),
    )
    op.create_table(
        "policy",
        sa.Column("row", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("opened", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Integer(), nullable=True),
        sa.Column("salt", sa.String(), nullable=True),
        sa.Column("seal", sa.String(), nullable=False),
        sa.Column("pool", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("switches", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["closed"], ["change.id"]),
        sa.ForeignKeyConstraint(["opened"], ["change.id"]),
        sa.PrimaryKeyConstraint("row"),
    )
    _create_closed_index("policy")
    op.create_index("ix_policy_opened", "policy", ["opened"])
    op.create_index(
        "ux_policy_pool_current",
        "policy",
        ["pool"],
        unique=True,
        sqlite_where=sa.text("closed IS NULL"),
        postgresql_where=sa.text("closed IS NULL"),
    )
    op.create_table(
        "pool",
        sa.Column("row", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("opened", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Integer(), nullable=True),
        sa.Column("salt", sa.String(), nullable=True),
        sa.Column("seal", sa.String(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["closed"], ["change.id"]),
        sa.ForeignKeyConstraint(["opened"], ["change.id"]),
        sa.PrimaryKeyConstraint("row"),
    )
    _create_closed_index("pool")
    op.create_index("ix_pool_opened", "pool", ["opened"])
    op.create_index(
        "ux_pool_id_current",
        "pool",
        ["id"],
        unique=True,
        sqlite_where=sa.text("closed IS NULL"),
        postgresql_where=sa.text("closed IS NULL"),
    )
    op.create_index(
        "ux_pool_name_current",
        "pool",
        ["name"],
        unique=True,
        sqlite_where=sa.text("closed IS NULL"),
        postgresql_where=sa.text("closed IS NULL"),
    )
    op.create_table(
        "pool_feed",
        sa.Column("row", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("opened", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Integer(), nullable=True),
        sa.Column("salt", sa.String(), nullable=True),
        sa.Column("seal", sa.String(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("rules", sa.String(), nullable=False),
        sa.Column("pool", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["closed"], ["change.id"]),
        sa.ForeignKeyConstraint(["opened"], ["change.id"]),
        sa.PrimaryKeyConstraint("row"),
    )
    _create_closed_index("pool_feed")
    op.create_index("ix_pool_feed_opened", "pool_feed", ["opened"])
    op.create_index(
        "ux_pool_feed_id_current",
        "pool_feed",
        ["id"],
        unique=True,
        sqlite_where=sa.text("closed IS NULL"),
        postgresql_where=sa.text("closed IS NULL"),
    )
    op.create_index(
        "ux_pool_feed_rules_current",
        "pool_feed",
        ["rules"],
        unique=True,
        sqlite_where=sa.text("closed IS NULL"),
        postgresql_where=sa.text("closed IS NULL"),
    )
    op.create_table(
        "result",
        sa.Column("row", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("opened", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Integer(), nullable=True),
        sa.Column("salt", sa.String(), nullable=True),
        sa.Column("seal", sa.String(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("pool", sa.Integer(), nullable=True),
        sa.Column("rules", sa.String(), nullable=True),
        sa.Column("category", sa.String(), nullable=False),
        sa.Column("played_on", sa.String(), nullable=False),
        sa.Column("played_at", sa.String(), nullable=True),
        sa.Column("event", sa.String(), nullable=True),
        sa.Column("round", sa.String(), nullable=True),
        sa.Column("table_no", sa.String(), nullable=True),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("order_key", BYTEWISE, nullable=False),
        sa.Column("target", sa.Integer(), nullable=True),
        sa.Column("better", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("unchecked_reason", sa.String(), nullable=True),
        sa.Column("log_digest", sa.String(), nullable=True),
        sa.CheckConstraint("better IN ('low', 'high')", name="ck_result_better"),
        sa.CheckConstraint(
            "category IN ('rated', 'friendly', 'training')", name="ck_result_category"
        ),
        sa.CheckConstraint("state IN ('ok', 'void')", name="ck_result_state"),
        sa.ForeignKeyConstraint(["closed"], ["change.id"]),
        sa.ForeignKeyConstraint(["opened"], ["change.id"]),
        sa.PrimaryKeyConstraint("row"),
    )
    _create_closed_index("result")
    op.create_index("ix_result_day", "result", ["played_on"])
    op.create_index("ix_result_id", "result", ["id"])
    op.create_index("ix_result_opened", "result", ["opened"])
    op.create_index(
        "ux_result_id_current",
        "result",
        ["id"],
        unique=True,
        sqlite_where=sa.text("closed IS NULL"),
        postgresql_where=sa.text("closed IS NULL"),
    )
    op.create_index(
        "ux_result_order_current",
        "result",
        ["pool", "order_key"],
        unique=True,
        sqlite_where=sa.text("closed IS NULL AND state = 'ok'"),
        postgresql_where=sa.text("closed IS NULL AND state = 'ok'"),
    )
    op.create_table(
        "rule_set",
        sa.Column("row", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("opened", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Integer(), nullable=True),
        sa.Column("salt", sa.String(), nullable=True),
        sa.Column("seal", sa.String(), nullable=False),
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("switches", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["closed"], ["change.id"]),
        sa.ForeignKeyConstraint(["opened"], ["change.id"]),
        sa.PrimaryKeyConstraint("row"),
    )
    _create_closed_index("rule_set")
    op.create_index("ix_rule_set_opened", "rule_set", ["opened"])
    op.create_index(
        "ux_rule_set_fingerprint_current",
        "rule_set",
        ["fingerprint"],
        unique=True,
        sqlite_where=sa.text("closed IS NULL"),
        postgresql_where=sa.text("closed IS NULL"),
    )
    op.create_table(
        "seat",
        sa.Column("result_row", sa.Integer(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("place", sa.SmallInteger(), nullable=False),
        sa.Column("guest", sa.Boolean(), nullable=False),
        sa.Column("computer", sa.Boolean(), nullable=False),
        sa.Column("left_early", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["result_row"], ["result.row"]),
        sa.PrimaryKeyConstraint("result_row", "seat"),
    )
    op.create_index("ix_seat_player", "seat", ["player"])
