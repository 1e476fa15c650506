"""What the stored logs of games tell beside their result: the moons that were shot."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial

from sqlalchemy import Connection

from engine.gamelog.formats import read_log
from engine.gamelog.record import LogDeal
from engine.problems import NotationError
from engine.referee import SCORED
from engine.replay import check
from engine.rules import RuleSet
from hearts_admin.db.blobs import kept_file
from hearts_admin.services.folding import Progress
from hearts_admin.services.rulesets import kept_rules
from reports.model import LoggedGames, Moon, Player

PROGRESS_STEP = 50
"""Logs between two reports of progress."""


@dataclass(frozen=True, slots=True)
class KeptLog:
    """A result beside which a file is kept, and who sat there, in seat order."""

    result: int
    on: dt.date
    rules: str
    digest: str
    players: tuple[Player, ...]


def logged_games(
    connection: Connection, kept: Sequence[KeptLog], progress: Progress | None = None
) -> LoggedGames:
    """Goes through the logs of some results.

    A moon counts for whoever has the seat in the result, but not while a substitute sat there. A
    score sheet is no log, and is passed over like a log that cannot be read. Takes about 4 ms a
    game.

    Args:
        connection: an open connection.
        kept: where to look.
        progress: told how many logs of how many are read.
    """
    rules = cache(partial(kept_rules, connection))
    games = deals = 0
    moons: list[Moon] = []
    for number, log in enumerate(kept):
        if progress and number % PROGRESS_STEP == 0:
            progress(number, len(kept))
        shooters = _shooters(kept_file(connection, log.digest), rules(log.rules))
        if shooters is None:
            continue
        games += 1
        deals += len(shooters)
        moons += [
            Moon(log.players[seat], log.on, log.result) for seat in shooters if seat is not None
        ]
    return LoggedGames(games, deals, tuple(moons))


def _shooters(content: bytes, rules: RuleSet) -> list[int | None] | None:
    """The seat that shot the moon in each scored deal, or None; None for no log of one game."""
    try:
        games = list(read_log(content.decode().splitlines()))
    except (UnicodeDecodeError, NotationError):  # a score sheet, a picture of one
        return None
    if len(games) != 1:
        return None
    log = games[0]
    return [
        None if deal.shooter is None or deal.shooter in gone else int(deal.shooter)
        for deal, gone in zip(check(log, rules).deals, _substituted(log.deals), strict=True)
        if deal.verdict in SCORED
    ]


def _substituted(deals: Iterable[LogDeal]) -> Iterator[frozenset[int]]:
    """The seats at which a substitute sits, deal by deal."""
    gone: frozenset[int] = frozenset()
    for deal in deals:
        gone |= {int(each.seat) for each in deal.substitutes}
        yield gone
