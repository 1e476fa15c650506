"""Files kept beside the facts, known by the digest of their content."""

from __future__ import annotations

import hashlib

from sqlalchemy import Connection

from hearts_admin.db import bulk


def digest_of(content: bytes) -> str:
    """The name under which a file is kept: its SHA-256 in hex.

    >>> digest_of(b"% hjl 1")[:8]
    '788f6413'
    """
    return hashlib.sha256(content).hexdigest()


def kept_file(connection: Connection, digest: str) -> bytes:
    """The content of a kept file; empty where it is lost, which `db check` tells."""
    content = bulk.value(connection, "SELECT content FROM blob WHERE digest = ?", (digest,))
    return b"" if content is None else bytes(content)
