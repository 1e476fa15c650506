"""All that a database says, to be compared with what another one says."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

VOLATILE = {
    "change": {"at_utc", "salt", "seal", "prev_hash", "hash", "who"},
    "ledger": {"order_key"},
}
"""What differs between two runs of one command; order keys do where a person is forgotten."""


def logical(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All that a database says, without what differs between two runs of one command."""
    connection = sqlite3.connect(path)
    try:
        tables = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
        ).fetchall()
        found = {}
        for (table,) in tables:
            columns = [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')]
            dropped = VOLATILE.get(table, {"salt", "seal", "key", "order_key"})
            kept = ", ".join(f'"{name}"' for name in columns if name not in dropped)
            rows = connection.execute(f'SELECT {kept} FROM "{table}"').fetchall()
            found[table] = sorted(rows, key=repr)
        return found
    finally:
        connection.close()
