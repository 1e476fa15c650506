"""What every test may import: the helper modules in tests/support."""

import sqlite3
import sys
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

sys.path.insert(0, str(Path(__file__).parent / "support"))


@pytest.fixture(scope="session", autouse=True)
def rows_in_no_order():
    """Rows that nobody asked to be ordered come the other way round.

    SQLite hands them out as they were written and PostgreSQL as it pleases, so what forgets its
    ORDER BY would hold for years on the one and fail now and then on the other.
    """

    def turn_round(connection, _record):
        if isinstance(connection, sqlite3.Connection):
            connection.execute("PRAGMA reverse_unordered_selects = ON")

    event.listen(Engine, "connect", turn_round)
    yield
    event.remove(Engine, "connect", turn_round)
