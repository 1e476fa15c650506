"""The file beside a result: the log of its cards, its score sheet, or anything else."""

from __future__ import annotations

from sqlalchemy import Connection

from engine.keptsheet import KeptSheet, read_sheet
from hearts_admin.db.blobs import kept_file


def sheet_in(content: bytes) -> KeptSheet | None:
    r"""The score sheet that a file is, None for a log or any other file.

    >>> sheet_in(b"% hjl 1\n") is None
    True
    """
    try:
        return read_sheet(content.decode())
    except UnicodeDecodeError:
        return None


def kept_sheet(connection: Connection, digest: str | None) -> KeptSheet | None:
    """The score sheet beside a result, by its digest there; None without one."""
    return None if digest is None else sheet_in(kept_file(connection, digest))
