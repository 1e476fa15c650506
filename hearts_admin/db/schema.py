"""Which schema versions exist, and the way from one to the next.

The versions are listed here so that opening a database needs no import of Alembic, which costs a
third of a second; a test holds this list against the migration scripts.
"""

from __future__ import annotations

from typing import Any

VERSIONS = ("0001", "0002")
"""Every released schema version, oldest first."""

NEWEST = VERSIONS[-1]

APPLICATION_ID = 0x48415254
"""`HART`: written into the header of every SQLite file, so that a stranger's file is known."""


def migrate(connection: Any) -> None:
    """Brings the database behind an open connection to NEWEST, inside its transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "hearts_admin.db:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
