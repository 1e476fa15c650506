"""Text files: their encoding, their separator, and the line that heads the columns."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path

from hearts_admin.errors import FileFault
from hearts_admin.names import blind_key

DELIMITERS = "\t;,"
"""In the order in which they are taken where a heading does not decide: a single column of names
may hold "de Vries, Jan"."""

HEADING_LINES = 15
"""A heading is looked for in this many lines from the top."""

HEADING_LENGTH = 10_000
"""Characters of a line that are looked at: a file of one endless line has no heading."""

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
_NOT_TEXT = frozenset(range(32)) - {9, 10, 12, 13, 27}


def read_text(path: Path) -> str:
    """The text of a file: UTF-8 with or without a mark, else Windows-1252.

    Raises:
        FileFault: `input.missing`, `input.unreadable`, `input.empty`, `input.not_text`.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise FileFault("input.missing", file=str(path)) from error
    except OSError as error:
        raise FileFault("input.unreadable", file=str(path), detail=error.strerror) from error
    return decode(content, str(path))


def decode(content: bytes, name: str) -> str:
    """The text in a file's bytes; see `read_text`."""
    if not content.strip():
        raise FileFault("input.empty", file=name)
    if _NOT_TEXT & set(content[:65536]):
        raise FileFault("input.not_text", file=name)
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise FileFault("input.not_text", file=name)


def find_heading(text: str, words: Mapping[str, str]) -> tuple[int, str, dict[str, int]]:
    """The line that heads most columns: its index, its separator, and position by column key.

    Where no line heads any, the first with text decides: the separator that parts it most.

    Args:
        text: the file's text.
        words: blind key of a heading -> column key.
    """
    # Lines as the reader of the rows counts them: str.splitlines knows many more kinds of ends.
    lines = io.StringIO(text, newline="")
    first = next((line for line in lines if line.strip()), "")[:HEADING_LENGTH]
    best: tuple[int, str, dict[str, int]] = (0, max(reversed(DELIMITERS), key=first.count), {})
    lines.seek(0)
    for number, line in enumerate(islice(lines, HEADING_LINES)):
        for delimiter in DELIMITERS:
            cells = next(csv.reader([line[:HEADING_LENGTH]], delimiter=delimiter), [])
            columns: dict[str, int] = {}
            for position, cell in enumerate(cells):
                key = words.get(blind_key(cell))
                if key is not None:
                    columns.setdefault(key, position)
            if len(columns) > len(best[2]):
                best = (number, delimiter, columns)
    return best


def whole_number(text: str) -> int | None:
    """The whole number a cell holds, None if it holds anything else.

    >>> whole_number("-26"), whole_number("2x"), whole_number("1_0")
    (-26, None, None)
    """
    plain = text.replace("\u2212", "-")  # the real minus sign, as office programs write it
    return int(plain) if _WHOLE.fullmatch(plain) else None


def no_heading(
    name: str,
    required: Iterable[str],
    headed: Collection[str] = (),
    sheet: str = "",
    line: int = 0,
    proposed: Sequence[str] = (),
) -> FileFault:
    """The fault of a file in which no line heads all the columns that are needed.

    Args:
        name: the file's name.
        required: keys of the columns that are needed.
        headed: keys of the columns that the best line heads.
        sheet: where that line is, "" for a text file.
        line: its number, from 1.
        proposed: what its other headings may mean, `Wie=player`.
    """
    return FileFault(
        "input.no_heading",
        file=name,
        headed=tuple(headed),
        sheet=sheet or None,
        at=line,
        lacking=tuple(key for key in required if key not in headed),
        proposed=tuple(proposed),
    )
