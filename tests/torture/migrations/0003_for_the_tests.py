"""What a next release might bring: a column more, rows touched, a table filled.

Revision: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("player", sa.Column("nickname", sa.String(), nullable=True))
    op.execute("UPDATE player SET nickname = name")
    op.create_table("seen", sa.Column("player", sa.Integer()), sa.Column("day", sa.String()))
    op.execute(
        "INSERT INTO seen SELECT s.player, r.played_on FROM seat s"
        ' JOIN result r ON r."row" = s.result_row'
    )
    op.execute("UPDATE ledger SET last_on = last_on")
