"""Judging many logs: file by file, on all cores where that pays. Needs no database.

Games come in the order of the files whatever the number of cores. What another process has judged
comes without its cards: they would take longer to hand over than to read again.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context

from engine.rules import RuleSet
from hearts_admin.errors import HeartsAdminError
from hearts_admin.services.judging import JudgedGame, check_file
from hearts_admin.services.logfiles import size_of

_WORTH_IT = 3_000_000
"""Bytes of logs from which starting other processes pays: some seconds of work."""

_TOO_LARGE = 30_000_000
"""Bytes of a file that is judged here, game by game: its verdicts would pile up elsewhere."""


@dataclass(frozen=True, slots=True)
class UnreadableFile:
    """A file that could not be judged, and why."""

    file: str
    fault: HeartsAdminError


def check_files(
    files: Sequence[str],
    rules: RuleSet | None = None,
    switches: Sequence[tuple[str, str]] = (),
    *,
    cards: bool = False,
    processes: int | None = None,
) -> Iterator[JudgedGame | UnreadableFile]:
    """Judges every game of some logs; what cannot be read is told and passed by.

    Args:
        files: their names; "-" is standard input.
        rules: the rule set to judge by instead of what the logs name.
        switches: switches to change on top.
        cards: whether the logs are wanted with their cards; they are then judged in this process.
        processes: how many to use; None for what pays.

    Raises:
        Refused: `rules.refused`, the switches given do not exist.
    """
    workers = _workers(files) if processes is None else processes
    if cards or workers < 2:
        for file in files:
            yield from _check(file, rules, switches, cards=cards)
        return
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    try:
        waiting: deque[tuple[str, Future[tuple[JudgedGame, ...] | None] | None]] = deque()
        for file in files:
            apart = 0 < size_of(file) <= _TOO_LARGE
            job = pool.submit(_check_apart, file, rules, tuple(switches)) if apart else None
            waiting.append((file, job))
            if len(waiting) > 2 * workers:
                yield from _collected(*waiting.popleft(), rules, switches)
        for file, job in waiting:
            yield from _collected(file, job, rules, switches)
    finally:
        pool.shutdown(cancel_futures=True)


def _workers(files: Sequence[str]) -> int:
    enough = len(files) > 1 and sum(map(size_of, files)) >= _WORTH_IT
    return min(len(files), os.cpu_count() or 1) if enough else 1


def _check(
    file: str, rules: RuleSet | None, switches: Sequence[tuple[str, str]], *, cards: bool = False
) -> Iterator[JudgedGame | UnreadableFile]:
    try:
        yield from check_file(file, rules, switches, cards=cards)
    except HeartsAdminError as fault:
        if fault.code == "rules.refused":
            raise
        yield UnreadableFile(file, fault)


def _check_apart(
    file: str, rules: RuleSet | None, switches: Sequence[tuple[str, str]]
) -> tuple[JudgedGame, ...] | None:
    """All games of a file, in a process of its own; None if there is anything to complain of."""
    try:
        return tuple(
            game if game.verdict is None else replace(game, log=replace(game.log, deals=()))
            for game in check_file(file, rules, switches, cards=False)
        )
    except HeartsAdminError:
        return None


def _collected(
    file: str,
    job: Future[tuple[JudgedGame, ...] | None] | None,
    rules: RuleSet | None,
    switches: Sequence[tuple[str, str]],
) -> Iterator[JudgedGame | UnreadableFile]:
    """What came of a file; what went wrong elsewhere is done here again, where it can be told."""
    games = None if job is None else job.result()
    if games is None:
        yield from _check(file, rules, switches)
    else:
        yield from games
