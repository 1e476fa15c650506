"""Logs recorded as results, where the game is complete and legal."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from engine.gamelog import hjl_writer
from engine.problems import Problem
from engine.replay import GameVerdict
from hearts_admin.db import bulk
from hearts_admin.db.blobs import digest_of
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing, writing
from hearts_admin.errors import Refused, UsageFault, finding
from hearts_admin.services.actor import Actor
from hearts_admin.services.book import Book, Entry, result_view
from hearts_admin.services.changes import change_view
from hearts_admin.services.folding import Affected, refresh
from hearts_admin.services.judging import JudgedGame
from hearts_admin.services.moves import movements
from hearts_admin.services.rulesets import rule_names
from hearts_admin.services.views import ChangeView, Movement, ResultView


@dataclass(frozen=True, slots=True)
class RecordedLogs:
    """What recording logs did: new results, how many were known, and games that may not be.

    `remarks` are about games that name an event and fit no open table of it.
    """

    stored: tuple[ResultView, ...]
    known: int
    refused: tuple[tuple[JudgedGame, tuple[Problem, ...]], ...]
    movements: tuple[Movement, ...]
    added: tuple[str, ...]
    change: ChangeView | None
    remarks: tuple[Problem, ...] = ()


def record_games(
    store: Store,
    actor: Actor,
    games: Iterable[JudgedGame],
    *,
    date: dt.date | None = None,
    add_players: bool = False,
) -> RecordedLogs:
    """Stores complete, legal games as results with their logs, in one transaction.

    A log that is stored already adds nothing. Illegal, contradictory and unfinished games are
    never stored; they come back in `refused` with the reasons.

    Args:
        store: the database.
        actor: who asks.
        games: games as `judging.check_file` gives them.
        date: the club day of logs without a date.
        add_players: whether unknown names become players.

    Raises:
        Refused: `logs.refused`, a good game cannot be stored (unknown players, no names, no
            date); nothing is then.
    """
    refused = []
    problems: list[Problem] = []
    versions = []
    known = 0
    with writing(store, actor) as work:
        book = Book(work)
        digests = _stored_logs(work)
        places = _stored_places(work)
        for game in games:
            if game.verdict is None or not game.verdict.recordable:
                refused.append((game, _reasons(game)))
                continue
            entry = _entry(game, game.verdict, date, add_players)
            if isinstance(entry, Problem):
                problems.append(entry)
                continue
            if digest_of(entry.log or b"") in digests:
                known += 1
                continue
            try:
                if entry.date is not None:
                    book.club.allow(entry.date, actor)
                players = book.players(entry)
            except (Refused, UsageFault) as error:
                problems += error.problems or [finding(error.code, **error.fields)]
                continue
            version = book.version(entry, players, book.next_number())
            if version.order_key in places:
                known += 1
                continue
            digests.add(version.log_digest)
            places.add(version.order_key)
            versions.append(version)
        if problems:
            raise Refused("logs.refused", problems=problems, count=len(problems))
        remarks = book.open(versions)
        affected = Affected(work.connection)
        for version in versions:
            affected.result(version)
        effect = refresh(work, affected)
        names = book.directory.names
        kept_rules = rule_names(work.connection)
    return RecordedLogs(
        stored=tuple(result_view(version, names, kept_rules) for version in versions),
        known=known,
        refused=tuple(refused),
        movements=movements(effect, names),
        added=tuple(book.added),
        remarks=tuple(remarks),
        change=change_view(work.change),
    )


def _reasons(game: JudgedGame) -> tuple[Problem, ...]:
    return game.problems if game.verdict is None else game.verdict.obstacles


def _entry(
    game: JudgedGame, verdict: GameVerdict, date: dt.date | None, add_players: bool
) -> Entry | Problem:
    log = game.log
    names = [name for name in log.players if name]
    if len(names) != len(log.players):
        return finding("log.no_names", file=game.file, game=game.number)
    day = dt.date.fromisoformat(log.date) if log.date else date
    if day is None:
        return finding("log.no_date", file=game.file, game=game.number)
    totals = verdict.totals
    assert totals is not None  # noqa: S101 - a recordable game has totals
    return Entry(
        seats=tuple(zip(names, totals, strict=True)),
        date=day,
        time=dt.time.fromisoformat(log.time) if log.time else None,
        rules=verdict.rules,
        target=verdict.target,
        add_players=add_players,
        event=log.event,
        round=log.round,
        table=log.table,
        label=log.label,
        log=hjl_writer.write_games([log]).encode(),
    )


def _stored_places(work: Writing) -> set[str]:
    """Where results stand in the order of facts: a log that is the same in all of it adds none."""
    rows = bulk.select(
        work.connection, "SELECT order_key FROM result WHERE closed IS NULL AND state = 'ok'"
    )
    return {order_key for (order_key,) in rows}


def _stored_logs(work: Writing) -> set[str | None]:
    rows = bulk.select(
        work.connection,
        "SELECT log_digest FROM result WHERE closed IS NULL AND log_digest IS NOT NULL",
    )
    return {digest for (digest,) in rows}
