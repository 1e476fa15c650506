"""Progress on standard error, for work that takes longer than a second and somebody watches."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from hearts_admin.cli.output import is_terminal

if TYPE_CHECKING:
    from hearts_admin.cli.invocation import Invocation
    from reports.language import Language

QUIET_SECONDS = 1.0
"""Nothing is shown of work that is done within this time."""

INTERVAL_SECONDS = 0.2
"""How often the line is written again."""

_ERASE = "\r\x1b[K"


class Progress:
    """A line that counts: how many are done, how many a second, how long it will take yet."""

    def __init__(
        self,
        language: Language,
        title: str,
        stream: TextIO,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._language = language
        self._title = title
        self._stream = stream
        self._now = now
        self._began = now()
        self._next = self._began + QUIET_SECONDS
        self._written = False

    def __call__(self, done: int, total: int | None = None) -> None:
        """Tell that `done` are done, of `total` if that is known."""
        moment = self._now()
        if moment < self._next:
            return
        self._next = moment + INTERVAL_SECONDS
        self._stream.write(_ERASE + self._line(done, total, moment - self._began))
        self._stream.flush()
        self._written = True

    def finish(self) -> None:
        """Take the line away."""
        if self._written:
            self._stream.write(_ERASE)
            self._stream.flush()

    def _line(self, done: int, total: int | None, seconds: float) -> str:
        language = self._language
        rate = done / seconds if seconds > 0 else 0.0
        shown = language.number(done)
        if total is not None:
            shown = language.text("{done} of {total}", done=shown, total=language.number(total))
        parts = [f"{self._title} {shown}"]
        parts.append(language.text("{rate} a second", rate=language.number(round(rate))))
        if total is not None and rate > 0:
            left = round(max(0, total - done) / rate)
            parts.append(language.text("{time} left", time=f"{left // 60}:{left % 60:02}"))
        return ", ".join(parts)


@contextmanager
def progress(run: Invocation, title: str) -> Iterator[Progress | None]:
    """A `Progress` while the block lasts; None where nobody watches."""
    if not is_terminal(sys.stderr):
        yield None
        return
    shown = Progress(run.language, title, sys.stderr)
    try:
        yield shown
    finally:
        shown.finish()
