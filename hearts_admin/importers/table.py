"""A text file as a table: encoding, separator, headings in Dutch or English, line numbers."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a table.

    Attributes:
        number: line in the file, 1 is the first.
        cells: text by column key, blanks stripped; columns the file lacks are "".
    """

    number: int
    cells: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table read from a file: which columns it has, and its rows."""

    columns: tuple[str, ...]
    lines: tuple[Line, ...]


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


def parse(
    text: str, name: str, synonyms: Mapping[str, Sequence[str]], required: Sequence[str]
) -> TextTable:
    """Finds the heading and gives the rows below it; rows without any text are left out.

    Args:
        text: the file's text.
        name: the file's name, for errors.
        synonyms: column key -> the words that head it, in any language, case and accents aside.
        required: the columns without which a line is no heading.

    Raises:
        FileFault: `input.no_heading`, `input.malformed` (a quote never closed, a cell too large).
    """
    wanted = {blind_key(word): key for key, words in synonyms.items() for word in words}
    start, delimiter, columns = find_heading(text, wanted)
    if any(key not in columns for key in required):
        raise no_heading(name, synonyms, required)
    lines = tuple(_lines(text, name, start, columns, delimiter))
    return TextTable(tuple(columns), lines)


def find_heading(text: str, words: Mapping[str, str]) -> tuple[int, str, dict[str, int]]:
    """The line that heads most columns: its index, its separator, and position by column key.

    Args:
        text: the file's text.
        words: blind key of a heading -> column key.
    """
    best: tuple[int, str, dict[str, int]] = (0, DELIMITERS[-1], {})
    # Lines as the reader of the rows counts them: str.splitlines knows many more kinds of ends.
    for number, line in enumerate(islice(io.StringIO(text, newline=""), HEADING_LINES)):
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
    name: str, synonyms: Mapping[str, Sequence[str]], required: Sequence[str]
) -> FileFault:
    """The fault of a file in which no line heads these columns."""
    expected = ", ".join(synonyms[key][0] for key in required)
    return FileFault("input.no_heading", file=name, expected=expected)


def _lines(
    text: str, name: str, start: int, columns: Mapping[str, int], delimiter: str
) -> Iterator[Line]:
    # From the heading on: a stray quotation mark in a title above it is no business of the rows.
    below = islice(io.StringIO(text, newline=""), start, None)
    reader = csv.reader(below, delimiter=delimiter, strict=True)
    try:
        next(reader)
        number = start + reader.line_num + 1
        for cells in reader:
            if any(cell.strip() for cell in cells):
                found = {
                    key: cells[position].strip() if position < len(cells) else ""
                    for key, position in columns.items()
                }
                yield Line(number, found)
            number = start + reader.line_num + 1
    except csv.Error as error:
        raise FileFault(
            "input.malformed", file=name, line=start + reader.line_num, detail=str(error)
        ) from error
