"""The formats in which logs are read: recognising them and finding their readers.

Our own two are listed here; every module in `engine.gamelog.foreign` adds one, so a new foreign
format is one new file.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import chain, islice

from engine.gamelog import foreign, hjl_reader, jsonl
from engine.gamelog.record import LogGame
from engine.problems import NotationError, problem

LINES_TO_RECOGNISE = 20
"""Lines by which a format is recognised."""


@dataclass(frozen=True, slots=True)
class Format:
    """One log format.

    Attributes:
        key: short name, for options and JSON.
        title: name for people, the same in every language.
        suffixes: usual file name endings; only a hint, content decides.
        recognises: whether the first lines of a file are in this format.
        read: the reader; it yields at least one game and keeps problems inside the games.
    """

    key: str
    title: str
    suffixes: tuple[str, ...]
    recognises: Callable[[Sequence[str]], bool]
    read: Callable[[Iterable[str]], Iterator[LogGame]]


OWN_FORMATS = (
    Format("hjl", "Hearts log", (".hjl",), hjl_reader.recognises, hjl_reader.read_games),
    Format("jsonl", "JSON Lines", (".jsonl",), jsonl.recognises, jsonl.read_games),
)


@cache
def formats() -> tuple[Format, ...]:
    """Every format, our own first.

    >>> [known.key for known in formats()]
    ['hjl', 'jsonl', 'openspiel']
    """
    names = sorted(module.name for module in pkgutil.iter_modules(foreign.__path__))
    modules = [import_module(f"{foreign.__name__}.{name}") for name in names]
    return (*OWN_FORMATS, *(module.FORMAT for module in modules))


def recognise(lines: Sequence[str]) -> Format:
    """The format of a file, by its first lines.

    Raises:
        NotationError: ``file.empty``, or ``file.format`` with the formats that are known.

    >>> recognise(["% hjl 1", "H 1 left"]).key
    'hjl'
    """
    if not any(line.strip("\ufeff \t\r\n") for line in lines):
        raise NotationError(problem("file.empty"))
    for known in formats():
        if known.recognises(lines):
            return known
    raise NotationError(
        problem("file.format", known=tuple(known.title for known in formats())).at(1, 1)
    )


def read_log(lines: Iterable[str]) -> Iterator[LogGame]:
    """Read games from a file in any known format, one at a time.

    Raises:
        NotationError: as `recognise`, before the first game.

    >>> game, = read_log(["% hjl 1", "H 1 left"])
    >>> game.deals[0].direction
    'left'
    """
    source = iter(lines)
    head = list(islice(source, LINES_TO_RECOGNISE))
    return recognise(head).read(chain(head, source))
