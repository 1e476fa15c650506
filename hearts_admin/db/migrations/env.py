"""Alembic environment: runs on the connection it is handed, inside that one transaction."""

from __future__ import annotations

from alembic import context

from hearts_admin.db.derived import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=True,
    render_as_batch=True,
)
context.run_migrations()
