"""Alembic's environment and the migration scripts; part of the wheel."""
