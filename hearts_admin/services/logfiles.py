"""Finding logs and reading them line by line, however large they are."""

from __future__ import annotations

import codecs
import glob
import io
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, TextIO, cast

from engine.gamelog.formats import formats
from hearts_admin.errors import FileFault
from hearts_admin.importers.table import decode

STANDARD_INPUT = "-"

ARRAYS = ".npz"
"""Files of deals as arrays (`services.arrayfiles`)."""

_ZIP = b"PK\x03\x04"

_SMALL = 1 << 20
"""Bytes up to which a file is read at once."""

_PART = 1 << 18
"""Characters that are read at a time where lines do not matter."""

_SPOOL = 1 << 24
"""Bytes of standard input that are kept in memory; more goes to a temporary file."""


def find_logs(names: Sequence[str]) -> list[str]:
    """The logs that are named: files, folders with all below them, patterns, `-`.

    In a folder a log is known by its suffix. A pattern that the shell left alone is spread out
    here; `**` goes down into folders.

    Raises:
        FileFault: `input.no_logs`, a folder without any.
    """
    found: list[str] = []
    for name in names:
        path = Path(name)
        if name == STANDARD_INPUT:
            found.append(name)
        elif path.is_dir():
            found += _in_folder(path)
        elif path.exists():
            found.append(name)
        else:
            found += sorted(glob.glob(name, recursive=True)) or [name]  # noqa: PTH207 (any folder)
    return list(dict.fromkeys(found))


def _in_folder(folder: Path) -> list[str]:
    suffixes = {suffix for known in formats() for suffix in known.suffixes} | {ARRAYS}
    logs = sorted(
        path for path in folder.rglob("*") if path.suffix.lower() in suffixes and path.is_file()
    )
    if not logs:
        raise FileFault("input.no_logs", file=str(folder), known=tuple(sorted(suffixes)))
    return list(map(str, logs))


def is_packed(name: str) -> bool:
    """Whether a file is packed as zip: no text, but it may hold deals as arrays of numpy."""
    try:
        with Path(name).open("rb") as stream:
            return stream.read(len(_ZIP)) == _ZIP
    except OSError:
        return False


def size_of(name: str) -> int:
    """Bytes of a log; 0 where it cannot be told."""
    try:
        return os.stat(name).st_size if name != STANDARD_INPUT else 0  # noqa: PTH116
    except OSError:
        return 0


@contextmanager
def open_log(name: str) -> Iterator[TextIO]:
    """A log as text that can be read again from its start, while the block lasts.

    UTF-8 with or without a mark, else Windows-1252, as `importers.table.read_text` decides; a
    large file is looked through for that first.

    Raises:
        FileFault: `input.missing`, `input.unreadable`, `input.empty`, `input.not_text`.
    """
    with _bytes(name) as stream:
        content = stream.read(_SMALL)
        if len(content) < _SMALL:
            yield io.StringIO(decode(content, name), newline=None)
            return
        decode(content[: content.rfind(b"\n") + 1] or content, name)
        encoding = _encoding(stream, content, name)
        stream.seek(0)
        with io.TextIOWrapper(stream, encoding=encoding) as text:
            yield text


def lines_of(text: TextIO) -> Iterator[str]:
    """The lines of a log without their ends, one at a time."""
    for line in text:
        yield line.rstrip("\n")


def parts_of(text: TextIO) -> Iterator[str]:
    """The text of a log in large parts."""
    while part := text.read(_PART):
        yield part


@contextmanager
def _bytes(name: str) -> Iterator[BinaryIO]:
    if name == STANDARD_INPUT:
        with SpooledTemporaryFile(_SPOOL) as spool:
            shutil.copyfileobj(sys.stdin.buffer, spool)
            spool.seek(0)
            yield cast("BinaryIO", spool)
        return
    try:
        stream = Path(name).open("rb")  # noqa: SIM115 - closed below
    except FileNotFoundError as error:
        raise FileFault("input.missing", file=name) from error
    except OSError as error:
        raise FileFault("input.unreadable", file=name, detail=error.strerror) from error
    with stream:
        yield stream


def _encoding(stream: BinaryIO, content: bytes, name: str) -> str:
    """How a large file is written: the first encoding that all of it can be read in."""
    for encoding in ("utf-8-sig", "cp1252"):
        decoder = codecs.getincrementaldecoder(encoding)()
        try:
            decoder.decode(content)
            while block := stream.read(_SMALL):
                decoder.decode(block)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            stream.seek(len(content))
            continue
        return encoding
    raise FileFault("input.not_text", file=name)
