"""Where the lines of a sitting come from: somebody at a terminal, or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TextIO

from hearts_admin.names import blind_key

if TYPE_CHECKING:
    from reports.language import Language


class Keyboard:
    """Somebody who types: asked with a prompt, helped with names by the tab key."""

    asks: Final = True

    def __init__(self, names: Callable[[], Sequence[str]]) -> None:
        self._edits = sys.stdout.isatty() and _offer_names(names)

    def line(self, prompt: str) -> str | None:
        """The next line; None at the end of the input."""
        if self._edits:
            try:
                return input(prompt)
            except EOFError:
                print(file=sys.stderr)
                return None
        sys.stdout.flush()
        print(prompt, end="", file=sys.stderr, flush=True)
        return sys.stdin.readline() or None

    def rest(self) -> bool:
        """Whether something was left behind; never, where one can go on typing."""
        return False

    def place(self, language: Language) -> str:  # noqa: ARG002  (a pipe needs it)
        """Where the last line was: before the reader's eyes."""
        return ""


class Pipe:
    """Lines from a file or another program: UTF-8 with or without BOM, else Windows-1252."""

    asks: Final = False

    def __init__(self, stream: TextIO) -> None:
        self._bytes = stream.buffer
        self._number = 0

    def line(self, prompt: str) -> str | None:  # noqa: ARG002  (nobody is asked)
        """The next line; None at the end of the input."""
        read = self._bytes.readline()
        self._number += 1
        return _decoded(read) if read else None

    def rest(self) -> bool:
        """Whether anything stands behind the line that was read last."""
        return bool(self._bytes.read().strip())

    def place(self, language: Language) -> str:
        """Where the last line was."""
        return language.text("line {line}", line=self._number)


def _decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        return line.decode("cp1252", errors="replace")


def _offer_names(names: Callable[[], Sequence[str]]) -> bool:
    """Let the tab key complete names; whether this terminal can edit a line at all."""
    try:
        import readline
    except ImportError:  # Windows, whose own console edits lines
        return True

    def complete(begun: str, state: int) -> str | None:
        wanted = blind_key(begun)
        found = [name for name in names() if blind_key(name).startswith(wanted)]
        offered = [f'"{name}" ' if " " in name else f"{name} " for name in found]
        return offered[state] if wanted and state < len(offered) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" \t\n")
    readline.parse_and_bind("tab: complete")
    return True
