"""Progress through a long list of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")

STEP = 1000
"""Rows between two reports of progress."""


class Pace:
    """Counts rows that go by, of one list after the other, and tells somebody now and then.

    >>> told = []
    >>> list(Pace(2, lambda done, total: told.append((done, total))).counted("ab")), told
    (['a', 'b'], [(2, 2)])
    """

    def __init__(self, total: int, told: Callable[[int, int], None] | None) -> None:
        self._total = total
        self._told = told
        self._done = 0

    def counted(self, rows: Iterable[T]) -> Iterator[T]:
        """The same rows."""
        for row in rows:
            yield row
            self._done += 1
            if self._told and (self._done % STEP == 0 or self._done == self._total):
                self._told(self._done, self._total)
