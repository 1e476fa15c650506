"""The audit chain: every change is hashed over its facts and over the change before it.

    seal(row)   = SHA-256(salt, texts)                    texts and salt can be erased later
    digest(row) = SHA-256(table, plain columns, seal)     all that the chain sees of a row
    hash(change) = SHA-256(previous hash, the change, digests of rows opened, rows closed)

Only seals of free text enter the chain. Erasing a text together with its salt leaves nothing to
guess from, and the chain still verifies.

So that a second program can check it: texts and plain columns come in the order in which
`hearts_admin.db.models` names them (`sealed`, `plain`), the row number before the plain columns,
yes and no as JSON booleans. The texts of a change are who, command, reason. A result's plain
columns are followed by its seats: [seat, player, points, place, guest, computer, left early] each.
Every piece is hashed as canonical JSON in UTF-8; see the functions for what stands around it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import orjson
from sqlalchemy import Connection

from hearts_admin.db import bulk

GENESIS = "0" * 64
"""What the first change takes for the hash before it."""

SALT_BYTES = 16


def canonical(value: Any) -> str:
    """JSON with one spelling for one value: nothing between its signs, keys sorted, no escapes.

    Args:
        value: texts, whole numbers below 2**63, yes and no, nothing, and lists, tuples and
            mappings of them.

    >>> canonical({"b": [None, True], "a": "é"})
    '{"a":"é","b":[null,true]}'
    """
    return _encoded(value).decode()


def _encoded(value: Any) -> bytes:
    # A tenth of the time of the standard library's json, to the same letters.
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def seal(salt: str, texts: Sequence[str | None]) -> str:
    """The seal of a row's free texts.

    >>> seal("00", ["Anna"]) == seal("01", ["Anna"])
    False
    """
    return hashlib.sha256(b"%b\n%b" % (salt.encode(), _encoded(texts))).hexdigest()


def digest(table: str, plain: Sequence[Any], seal_: str) -> str:
    """The digest of one fact row.

    Args:
        table: the table's name.
        plain: the row number and every column that is neither free text nor derived, then the
            list of seats if it has any.
        seal_: the row's seal.
    """
    return hashlib.sha256(_encoded((table, plain, seal_))).hexdigest()


def head(connection: Connection) -> str:
    """The hash of the last change, which stands for everything before it; GENESIS without one."""
    found = bulk.value(connection, "SELECT hash FROM change ORDER BY id DESC LIMIT 1")
    return GENESIS if found is None else str(found)


def link(
    previous: str,
    change: Sequence[Any],
    opened: Iterable[str],
    closed: Iterable[tuple[str, int]],
) -> str:
    """The hash of a change.

    Args:
        previous: the hash of the change before, GENESIS for the first.
        change: its id, instant, the change it undoes, and the seal of its texts.
        opened: digests of the rows it opened, ordered by table (FACTS) and row.
        closed: table and row of the rows it closed, in the same order.
    """
    hasher = hashlib.sha256(f"{previous}\n{canonical(list(change))}\n".encode())
    for row_digest in opened:
        hasher.update(f"+{row_digest}\n".encode())
    for table, row in closed:
        hasher.update(f"-{table}:{row}\n".encode())
    return hasher.hexdigest()
