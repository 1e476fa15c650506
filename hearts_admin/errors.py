"""What can go wrong, one class for each kind of failure.

An error is a code with fields, never a sentence: `hearts_admin.messages` makes the sentence in the
reader's language. `hint` is the command to try, ready to be typed. The command line turns the
class into an exit code (README, "Exit codes").
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine.problems import Kind, Problem, Value

_PASSWORD = re.compile(r"(://[^:/@\s]*):[^@\s]+@")


def without_password(text: str) -> str:
    """The text with the password of every database URL in it replaced by stars.

    >>> without_password("postgresql+psycopg://club:secret@host/hearts is busy")
    'postgresql+psycopg://club:***@host/hearts is busy'
    >>> without_password("postgresql+psycopg://club@host/hearts")
    'postgresql+psycopg://club@host/hearts'
    """
    return _PASSWORD.sub(r"\1:***@", text)


def command_to_try(*words: str) -> str:
    """A command as it is typed, words with blanks in quotes.

    >>> command_to_try("club", "show", "--db", "my club.db")
    'hearts-admin club show --db "my club.db"'
    """
    quoted = (f'"{word}"' if not word or any(c.isspace() for c in word) else word for word in words)
    return " ".join(("hearts-admin", *quoted))


def finding(code: str, /, *, line: int | None = None, **fields: Value) -> Problem:
    """One thing the club's records do not allow, or a remark on them.

    The engine's own problems come from `engine.problems`; these are the application's, with
    sentences in `hearts_admin.messages` alike. Codes that begin with `row.` are about what stands
    in a file and cannot be read.
    """
    kind = Kind.SYNTAX if code.startswith("row.") else Kind.RULES
    return Problem(kind, code, fields, line)


class HeartsAdminError(Exception):
    """The root of everything this program reports on purpose.

    Attributes:
        code: names the sentence in `hearts_admin.messages`, for example `player.unknown`.
        fields: the values the sentence needs.
        hint: the command to try next, or "".
        problems: what was found wrong in detail; for a file, everything in it.
    """

    exit_code: ClassVar[int] = 70

    def __init__(
        self, code: str, *, hint: str = "", problems: Sequence[Problem] = (), **fields: Any
    ) -> None:
        shown = {
            name: without_password(value) if isinstance(value, str) else value
            for name, value in fields.items()
        }
        super().__init__(code, shown)
        self.code = code
        self.hint = without_password(hint)
        self.problems = tuple(problems)
        self.fields: Mapping[str, Any] = shown


class UsageFault(HeartsAdminError):
    """What was typed cannot be parsed: five players, `Bram=x`, 2026-13-41."""

    exit_code = 2


class Refused(HeartsAdminError):
    """Well-formed, but impossible or unknown: a sum no deals can make, a name nobody bears.

    Also any file whose rows have errors, with nothing stored.
    """

    exit_code = 3


class DatabaseFault(HeartsAdminError):
    """The database is missing, too old, too new, busy, damaged or not ours."""

    exit_code = 4


class FileFault(HeartsAdminError):
    """A file cannot be read or written: not text, empty, unwritable, open in Excel."""

    exit_code = 5


class NeedsYes(HeartsAdminError):
    """Unlikely enough to be a slip, such as a date in 2062: done only with `--yes`."""

    exit_code = 6
