"""Evidence for what an organiser decides: a sentence, or a file that is kept with the club."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection

from engine.problems import Problem
from hearts_admin.db import bulk, erasure
from hearts_admin.db.blobs import kept_file
from hearts_admin.db.models import Adjustment
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing
from hearts_admin.errors import FileFault, Refused, finding
from hearts_admin.names import tidy

LARGEST = 20_000_000
"""Bytes of the largest file that is kept."""

_FILE = re.compile(r"(?P<name>.*) \(sha256 (?P<digest>[0-9a-f]{64})\)")
_LIKE_A_FILE = re.compile(r"\S+\.[A-Za-z0-9]{1,5}")


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of evidence; `digest` is that of its content if it is a file, in hex."""

    text: str
    digest: str | None = None


def keep_evidence(work: Writing, pieces: Sequence[str]) -> tuple[str | None, list[Problem]]:
    """Keeps pieces of evidence, each a sentence or the path of a file.

    Returns:
        What is stored with the fact, a line a piece, None if there is none; and a remark on every
        sentence that looks like the name of a file but is none.

    Raises:
        FileFault: `input.unreadable`, `evidence.too_large`.
    """
    lines, remarks = [], []
    for piece in pieces:
        path = Path(piece)
        if _is_file(path):
            lines.append(_line(path.name, work.keep(_content(path))))
        elif tidy(piece):
            lines.append(tidy(piece))
            if _LIKE_A_FILE.fullmatch(piece.strip()):
                remarks.append(finding("evidence.no_file", name=piece.strip()))
    return "\n".join(lines) or None, remarks


def read_evidence(stored: str | None) -> tuple[Piece, ...]:
    """The pieces of evidence that are stored with a fact.

    >>> read_evidence("he could not move")
    (Piece(text='he could not move', digest=None),)
    """
    return tuple(_pieces(stored or ""))


def _pieces(stored: str) -> Iterator[Piece]:
    for line in stored.splitlines():
        file = _FILE.fullmatch(line)
        yield Piece(line) if file is None else Piece(file["name"], file["digest"])


def save_evidence(store: Store, adjustment: int, folder: Path) -> tuple[Path, ...]:
    """Writes the files kept as evidence of an adjustment into a folder; none is overwritten.

    Raises:
        Refused: `adjust.unknown`, `adjust.no_files`.
        FileFault: `output.no_folder`, `output.exists`, `output.unwritable`.
    """
    if not folder.is_dir():
        raise FileFault("output.no_folder", file=str(folder), folder=str(folder))
    with store.read() as connection:
        row = bulk.first(
            connection,
            'SELECT evidence FROM adjustment WHERE id = ? ORDER BY "row" DESC LIMIT 1',
            (adjustment,),
        )
        if row is None:
            raise Refused("adjust.unknown", hint="hearts-admin rating adjustments", id=adjustment)
        files = [piece for piece in read_evidence(row[0]) if piece.digest is not None]
        contents = [kept_file(connection, piece.digest) for piece in files if piece.digest]
    if not files:
        raise Refused("adjust.no_files", id=adjustment)
    return tuple(
        _write(folder / Path(piece.text).name, content)
        for piece, content in zip(files, contents, strict=True)
        if content is not None  # dropped with somebody who was forgotten
    )


def files_of(connection: Connection, players: Collection[int]) -> set[str]:
    """The digests of all files kept as evidence of adjustments of these people."""
    rows = bulk.select(
        connection, "SELECT player, evidence FROM adjustment WHERE evidence IS NOT NULL"
    )
    return {
        piece.digest
        for player, stored in rows
        if player in players
        for piece in read_evidence(stored)
        if piece.digest is not None
    }


def rewrite_evidence(connection: Connection, digest: str, fresh: str, name: str) -> None:
    """Puts another file, under another name, wherever a file is kept as evidence."""
    rows = bulk.select(
        connection, 'SELECT "row", evidence FROM adjustment WHERE evidence IS NOT NULL'
    )
    for row, stored in list(rows):
        pieces = read_evidence(stored)
        if any(piece.digest == digest for piece in pieces):
            lines = (
                _line(name, fresh) if piece.digest == digest else _line(piece.text, piece.digest)
                for piece in pieces
            )
            erasure.overwrite(connection, Adjustment, row, {"evidence": "\n".join(lines)})


def _line(text: str, digest: str | None) -> str:
    return text if digest is None else f"{text} (sha256 {digest})"


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a sentence may be longer than any file name
        return False


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST:
            raise FileFault("evidence.too_large", file=str(path), limit=LARGEST // 1_000_000)
        return path.read_bytes()
    except OSError as error:
        raise FileFault("input.unreadable", file=str(path), detail=error.strerror) from error


def _write(path: Path, content: bytes) -> Path:
    try:
        with path.open("xb") as file:
            file.write(content)
    except FileExistsError as error:
        raise FileFault("output.exists", file=str(path)) from error
    except OSError as error:
        raise FileFault("output.unwritable", file=str(path), detail=error.strerror) from error
    return path
