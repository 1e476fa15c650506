"""What other software says of a file, in the reader's language: readers of JSON, TOML, CSV; disks.

Only what people meet is known here; anything else is shown as it was said.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from reports.language import msgid

if TYPE_CHECKING:
    from reports.language import Language

PHRASES = (
    # of JSON
    msgid("Expecting value"),
    msgid("Expecting property name enclosed in double quotes"),
    msgid("Expecting ':' delimiter"),
    msgid("Expecting ',' delimiter"),
    msgid("Extra data"),
    msgid("Illegal trailing comma before end of object"),
    msgid("Illegal trailing comma before end of array"),
    msgid("Unterminated string starting at"),
    msgid("Invalid control character at"),
    msgid("Invalid \\escape"),
    # of TOML
    msgid("Invalid statement"),
    msgid("Invalid value"),
    msgid("Invalid initial character for a key part"),
    msgid("Expected '=' after a key in a key/value pair"),
    msgid("Expected newline or end of document after a statement"),
    msgid("Expected ']' at the end of a table declaration"),
    msgid("Unclosed array"),
    msgid("Unclosed inline table"),
    msgid("Unterminated string"),
    msgid("Cannot overwrite a value"),
    # of CSV
    msgid("unexpected end of data"),
    msgid("line contains NUL"),
    # of a disk
    msgid("Is a directory"),
    msgid("Not a directory"),
    msgid("Permission denied"),
    msgid("No such file or directory"),
    msgid("File exists"),
    msgid("File name too long"),
    msgid("No space left on device"),
    msgid("Read-only file system"),
    msgid("Input/output error"),
    msgid("Too many open files"),
)
"""Phrases that are always the same."""

PATTERNS = (
    (re.compile(r"Illegal character (?P<character>'.*')"), msgid("Illegal character {character}")),
    (re.compile(r"'(?P<mark>.+)' expected after '(?P<after>.+)'"),
     msgid("“{mark}” expected after “{after}”")),
    (re.compile(r"Cannot declare (?P<name>.+) twice"), msgid("Cannot declare {name} twice")),
    (re.compile(r"field larger than field limit \((?P<limit>\d+)\)"),
     msgid("field larger than field limit ({limit})")),
)  # fmt: skip
"""Phrases with something of the file in them."""

_PLACE = re.compile(r"(.+) \(at line (\d+), column (\d+)\)", re.DOTALL)
_END = " (at end of document)"


def detail(language: Language, said: str) -> str:
    """What was said, translated as far as it is known."""
    if place := _PLACE.fullmatch(said):
        return language.text(
            "{said} (line {line}, column {column})",
            said=_phrase(language, place[1]),
            line=place[2],
            column=place[3],
        )
    if said.endswith(_END):
        inner = _phrase(language, said.removesuffix(_END))
        return language.text("{said} (at the end of the file)", said=inner)
    return _phrase(language, said)


def _phrase(language: Language, said: str) -> str:
    if said in PHRASES:
        return language.text(said)
    for pattern, known in PATTERNS:
        if found := pattern.fullmatch(said):
            return language.text(known, **found.groupdict())
    return said
