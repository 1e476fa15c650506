"""Results at the table's pace: the next open table proposed, people known by name in any order."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.gamelog import hjl_writer
from engine.rules import RuleSet
from hearts_admin.clock import Clock
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing, writing
from hearts_admin.errors import Refused, UsageFault, finding
from hearts_admin.importers.sheetblocks import read_sheet
from hearts_admin.services.actor import Actor
from hearts_admin.services.book import Book, Entry
from hearts_admin.services.changes import change_view
from hearts_admin.services.events.board import BoardTable, EventBoard
from hearts_admin.services.events.finding import open_board, reading_board
from hearts_admin.services.events.guards import planned_round, require
from hearts_admin.services.events.rounds import begin
from hearts_admin.services.judging import JudgedGame
from hearts_admin.services.pools import NO_RULES, pool_names
from hearts_admin.services.results import record_in
from hearts_admin.services.rulesets import kept_rules
from hearts_admin.services.scoresheets import check_sheet, sheet_to_keep
from hearts_admin.services.views import AtTable, ChangeView, Recorded


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table whose result is not in: who sits there, in seat order, without an empty chair."""

    event: str
    round: int
    table: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableResult:
    """A result as it is called out at the desk.

    Attributes:
        seats: names with their numbers, in any order.
        by_place: whether the numbers are places.
        round: the round; None for the first in which these people sit at an open table.
        log: the log or score sheet of the game, to be kept beside it.
        unchecked: why totals are stored that the rules make impossible.
    """

    seats: tuple[tuple[str, int], ...]
    by_place: bool = False
    round: int | None = None
    log: bytes | None = None
    unchecked: str | None = None


def open_tables(store: Store, clock: Clock, event: str | None) -> tuple[OpenTable, ...]:
    """The tables whose result is not in, of all rounds that are drawn, in order."""
    with reading_board(store, clock, event) as board:
        return tuple(
            OpenTable(
                board.event.name,
                number,
                table.number,
                tuple(board.sitter_name(seat, number) for seat in table.numbers),
            )
            for number, found in board.rounds.items()
            if found.state in ("drawn", "started")
            for table in found.missing
        )


@dataclass(frozen=True, slots=True)
class EventTerms:
    """What holds for every game of an event; `rules` None: sums are not checked."""

    day: dt.date
    rules: RuleSet | None
    target: int | None
    deals: int | None


def event_terms(store: Store, clock: Clock, event: str | None) -> EventTerms:
    """The rules by which the games of an event are checked."""
    with reading_board(store, clock, event) as board:
        fingerprint = board.event.rules
        rules = None if fingerprint is None else kept_rules(board.connection, fingerprint)
        event_ = board.event
        day = dt.date.fromisoformat(event_.on_day)
        return EventTerms(day, rules, event_.target, event_.deals)


def record_table(store: Store, actor: Actor, event: str | None, result: TableResult) -> Recorded:
    """Records the result of a table of an event.

    The people decide which table it is, and sit in the result as they were drawn, in whatever
    order they are named.

    Raises:
        Refused: `event.no_table_of` (those four sit at no table; who sits where is in its
            problems), `event.table_done`, `event.guard`, `event.round_stale`, and all that
            recording a result refuses.
        UsageFault: `entry.seats`, some of a table are not named.
    """
    with writing(store, actor) as work:
        done = _record_in(work, actor, Book(work), event, result)
    return replace(done, change=change_view(work.change))


def record_logs(
    store: Store,
    actor: Actor,
    event: str | None,
    games: Iterable[JudgedGame],
    round_: int | None = None,
) -> tuple[tuple[Recorded, ...], ChangeView | None]:
    """Records logged games of an event, all or none, each at the table of its people.

    Raises:
        Refused: `logs.refused`, a game that may not be recorded or names nobody, with the reasons;
            all that `record_table` refuses.
    """
    with writing(store, actor) as work:
        book = Book(work)
        done = [_record_in(work, actor, book, event, _logged(game, round_)) for game in games]
    return tuple(done), change_view(work.change)


def record_sheet(
    store: Store,
    actor: Actor,
    clock: Clock,
    event: str | None,
    path: Path,
    round_: int | None = None,
) -> Recorded:
    """Records the game of a score sheet at the table of its people.

    Raises:
        Refused: `sheet.no_rules`, `sheet.refused` with everything that is wrong, all that
            `record_table` refuses.
        FileFault: the sheet cannot be read.
    """
    terms = event_terms(store, clock, event)
    if terms.rules is None:
        raise Refused("sheet.no_rules")
    sheet = read_sheet(path)
    checked, problems = check_sheet(sheet, terms.rules, terms.target, terms.deals)
    if sheet.problems or problems:
        raise Refused("sheet.refused", problems=(*sheet.problems, *problems))
    seats = tuple(zip(sheet.names, checked.game.totals, strict=True))
    kept = sheet_to_keep(sheet.names, checked)
    return record_table(store, actor, event, TableResult(seats, round=round_, log=kept))


def _logged(game: JudgedGame, round_: int | None) -> TableResult:
    """A judged game as it would be called out."""
    if game.verdict is None or not game.verdict.recordable or game.verdict.totals is None:
        obstacles = game.problems if game.verdict is None else game.verdict.obstacles
        raise Refused("logs.refused", problems=obstacles, count=len(obstacles))
    names = [name for name in game.log.players if name]
    if len(names) != len(game.log.players):
        problem = finding("log.no_names", file=game.file, game=game.number)
        raise Refused("logs.refused", problems=[problem], count=1)
    return TableResult(
        tuple(zip(names, game.verdict.totals, strict=True)),
        round=round_,
        log=hjl_writer.write_games([game.log]).encode(),
    )


def _record_in(
    work: Writing, actor: Actor, book: Book, event: str | None, result: TableResult
) -> Recorded:
    board = open_board(work, event)
    round_, table, seats = _table_of(board, result)
    if board.state(round_) == "drawn":
        remarks = begin(work, board, round_)
    else:
        require(actor, "enter", board.state(round_), round_)
        remarks = ()
    entry = _entry(work, board, round_, table, replace(result, seats=seats))
    done = record_in(work, actor, book, entry)
    at = AtTable(board.event.name, round_, table.number)
    return replace(done, remarks=(*remarks, *done.remarks), at=at)


def _entry(
    work: Writing, board: EventBoard, round_: int, table: BoardTable, result: TableResult
) -> Entry:
    event = board.event
    rules = NO_RULES if event.rules is None else kept_rules(work.connection, event.rules)
    return Entry(
        seats=result.seats,
        by_place=result.by_place,
        date=dt.date.fromisoformat(event.on_day),
        rules=rules,
        target=event.target,
        deals=event.deals,
        event=event.name,
        round=str(round_),
        table=str(table.number),
        pool=None if event.pool is None else pool_names(work.connection)[event.pool],
        log=result.log,
        unchecked=result.unchecked,
        three=len(result.seats) == 3,
    )


def _table_of(
    board: EventBoard, result: TableResult
) -> tuple[int, BoardTable, tuple[tuple[str, int], ...]]:
    """The open table at which these people sit, and their numbers in its seat order."""
    people = board.directory.require([name for name, _ in result.seats])
    numbers = {person.id: seat for person, seat in zip(people, result.seats, strict=True)}
    if len(numbers) < len(people):
        first, second = _same(people, result.seats)
        raise Refused("entry.same_person", first=first, second=second)
    done: tuple[int, BoardTable] | None = None
    for number, found in board.rounds.items():
        if result.round not in (None, number):
            continue
        for table in found.tables:
            sitters = [board.sitter(seat, number) for seat in table.numbers]
            if set(sitters) != numbers.keys():
                continue
            if table.result is None:
                return number, table, tuple(numbers[sitter] for sitter in sitters)
            done = number, table
    if done is not None:
        raise _done(*done)
    raise _no_table(board, tuple(numbers), result.round)


def _same(people: Sequence[object], seats: tuple[tuple[str, int], ...]) -> tuple[str, str]:
    for at, person in enumerate(people):
        for earlier in range(at):
            if people[earlier] == person:
                return seats[earlier][0], seats[at][0]
    raise LookupError("no two are the same")


def _done(round_: int, table: BoardTable) -> Refused:
    assert table.result is not None  # noqa: S101 - what is done has a result
    result = table.result.id
    return Refused(
        "event.table_done",
        hint=f"hearts-admin result correct {result} ... --reason ...",
        round=round_,
        table=table.number,
        result=result,
    )


def _no_table(
    board: EventBoard, players: tuple[int, ...], round_: int | None
) -> Refused | UsageFault:
    """Those people sit at no table together: where each of them sits."""
    at = planned_round(board, round_, board.running or board.next_round)
    names = board.directory.names
    if at not in board.rounds:
        return Refused("event.not_drawn_yet", hint="hearts-admin event draw", round=at)
    where = {
        board.sitter(number, at): table.number
        for table in board.rounds[at].tables
        for number in table.numbers
    }
    tables = {where.get(player) for player in players}
    if len(tables) == 1 and None not in tables:
        seats = sum(table in tables for table in where.values())
        return UsageFault("entry.seats", seats=seats, count=len(players))
    problems = [
        finding("event.sits_at", name=names[player], table=where[player], round=at)
        if player in where
        else finding("event.sits_nowhere", name=names[player], round=at)
        for player in players
    ]
    return Refused("event.no_table_of", problems=problems, round=at, event=board.event.name)
