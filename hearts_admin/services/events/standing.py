"""An event's standings: ranked by its scheme, with corrections, penalties and the cut."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from sqlalchemy import Connection
from sqlmodel import Session, col, select

from engine.problems import Problem
from engine.rating.ledger import Kind
from engine.standings.errors import StandingsError
from engine.standings.exact import number_text, read_number
from engine.standings.games import EventRecord, Games
from engine.standings.ranking import Standings, finalists, places, rank
from engine.standings.scheme import Cut
from hearts_admin.db import bulk
from hearts_admin.db.event_models import Event, Penalty
from hearts_admin.db.store import Store
from hearts_admin.db.writing import writing
from hearts_admin.errors import Refused, UsageFault, finding
from hearts_admin.names import tidy
from hearts_admin.services.actor import Actor
from hearts_admin.services.changes import change_view
from hearts_admin.services.events.board import EventBoard
from hearts_admin.services.events.finding import open_board
from hearts_admin.services.events.naming import with_names
from hearts_admin.services.events.notes import PenaltyView, penalty_views
from hearts_admin.services.events.register import replace_event
from hearts_admin.services.events.rounds import missing_results, uneven_final
from hearts_admin.services.events.views import EventView, event_view
from hearts_admin.services.pools import fed_pool, feeds, main_pool
from hearts_admin.services.rulesets import rule_names
from hearts_admin.services.views import ChangeView


def ranked_board(board: EventBoard, until: int | None = None) -> Standings:
    """The standings after the rounds that are complete, or after an earlier round.

    Raises:
        Refused: `event.not_ranked`, with what is wrong in the results, or who shares the last
            place before the cut.
    """
    record = complete_record(board)
    return _ranked(board, record if until is None else record.until(until))


def places_by_round(board: EventBoard, rounds: int) -> list[dict[int, int]]:
    """The place of every entrant after the first round, the second, up to this one.

    Raises:
        Refused: as `ranked_board`.
    """
    record, scheme = complete_record(board).until(rounds), board.settings.scheme
    try:
        games = Games(record)
        return [places(record.until(n), scheme, games) for n in range(1, rounds + 1)]
    except StandingsError as error:
        raise refused(board, error) from error


def complete_record(board: EventBoard) -> EventRecord:
    """What the standings are made of, with ratings where the scoring asks for them."""
    performance = board.settings.scheme.scoring == "performance"
    return board.record(ratings_before(board) if performance else None)


def _ranked(board: EventBoard, record: EventRecord) -> Standings:
    try:
        return rank(record, board.settings.scheme)
    except StandingsError as error:
        raise refused(board, error) from error


def refused(board: EventBoard, error: StandingsError) -> Refused:
    """Standings that cannot be made, in the words of the club."""
    problems = [with_names(problem, board.directory.names) for problem in error.problems]
    return Refused("event.not_ranked", problems=problems, event=board.event.name)


def rating_pool(board: EventBoard) -> int:
    """The rating list in which the games of an event count."""
    if board.event.pool is not None:
        return board.event.pool
    rules = rule_names(board.connection)[board.event.rules]
    return fed_pool(feeds(board.connection), rules, main_pool(board.connection).id)


def ratings_before(board: EventBoard) -> dict[tuple[int, int], int]:
    """By result and player: the rating before a game of the event, decay taken off."""
    rows = bulk.select(
        board.connection,
        'SELECT l.fact, l.player, l."before" FROM event_game g'
        " JOIN result r ON r.id = g.result AND r.closed IS NULL AND r.state = 'ok'"
        ' JOIN seat s ON s.result_row = r."row"'
        " LEFT JOIN merge m ON m.from_player = s.player AND m.closed IS NULL"
        " JOIN ledger l ON l.pool = r.pool AND l.player = coalesce(m.into_player, s.player)"
        " AND l.order_key = r.order_key AND l.kind = ?"
        " WHERE g.event = ? AND g.closed IS NULL",
        (int(Kind.GAME), board.event.id),
    )
    return {(result, player): before for result, player, before in rows}


# -- penalties ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Penalized:
    """The penalties of an event after a command, and who stands elsewhere because of it."""

    event: str
    penalties: tuple[PenaltyView, ...]
    moved: tuple[PlaceMoved, ...]
    change: ChangeView | None = None


@dataclass(frozen=True, slots=True)
class PlaceMoved:
    """A player whose place or score in the standings of an event is another one."""

    player: str
    place_before: int | None
    score_before: Fraction | None
    place: int | None
    score: Fraction | None


def penalize(
    store: Store,
    actor: Actor,
    event: str | None,
    name: str,
    points: str,
    round_: int | None = None,
) -> Penalized:
    """Takes points off somebody's standing, or gives some; ratings are not touched.

    Raises:
        UsageFault: `change.no_reason`, `event.points`.
        Refused: `players.unknown`, `event.not_entered`, `event.not_drawn_yet`.
    """
    reason = tidy(actor.reason)
    if not reason:
        raise UsageFault("change.no_reason", command=actor.command)
    number = read_number(points)
    if number is None or number == 0:
        raise UsageFault("event.points", word=points)
    with writing(store, actor) as work:
        board = open_board(work, event)
        person = board.directory.require([name])[0]
        if person.id not in board.numbers:
            raise Refused("event.not_entered", name=person.name, event=board.event.name)
        if round_ is not None and round_ not in board.rounds:
            raise Refused("event.not_drawn_yet", hint="hearts-admin event draw", round=round_)
        before = ranked_board(board)
        work.open(
            Penalty(
                id=work.next_number(Penalty),
                event=board.event.id,
                player=person.id,
                round=round_,
                points=number_text(number),
                reason=reason,
            )
        )
        done = _penalized(board.anew(), before)
    return replace(done, change=change_view(work.change))


def cancel_penalty(store: Store, actor: Actor, event: str | None, number: int) -> Penalized:
    """Takes a penalty back.

    Raises:
        UsageFault: `change.no_reason`.
        Refused: `event.no_penalty`.
    """
    if not tidy(actor.reason):
        raise UsageFault("change.no_reason", command=actor.command)
    with writing(store, actor) as work:
        board = open_board(work, event)
        before = ranked_board(board)
        found = next((each for each in board.penalties if each.id == number), None)
        if found is None:
            raise Refused("event.no_penalty", number=number, event=board.event.name)
        work.close(found)
        done = _penalized(board.anew(), before)
    return replace(done, change=change_view(work.change))


def _penalized(board: EventBoard, before: Standings) -> Penalized:
    return Penalized(
        board.event.name, penalty_views(board), places_moved(board, before, ranked_board(board))
    )


def places_moved(
    board: EventBoard, before: Standings | None, after: Standings
) -> tuple[PlaceMoved, ...]:
    """Who stands elsewhere, or with another score, in the order of the new standings.

    Args:
        board: the event.
        before: the standings until now; None where there were none.
        after: the new ones.
    """
    old = {} if before is None else {row.player: row for row in before.rows}
    moved = []
    for row in after.rows:
        was = old.get(row.player)
        if was is None or (was.place, was.score) != (row.place, row.score):
            moved.append(
                PlaceMoved(
                    board.directory.names[row.player],
                    None if was is None else was.place,
                    None if was is None else was.score,
                    row.place,
                    row.score,
                )
            )
    return tuple(moved)


# -- corrections --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StandingsMoved:
    """What a correction did to the standings of an event, and what it did not.

    Attributes:
        event: the event's name.
        round: the round of the result.
        moved: who stands elsewhere.
        remarks: `event.final_seeded`: others would be in the final now; it stays as it was drawn.
            `event.earlier_open`: a closed round lacks a result now.
    """

    event: str
    round: int
    moved: tuple[PlaceMoved, ...]
    remarks: tuple[Problem, ...] = ()


def board_of_result(connection: Connection, result: int) -> tuple[EventBoard, int] | None:
    """The event a result belongs to, and its round; None for a game of no event."""
    row = bulk.first(
        connection,
        "SELECT event, round FROM event_game WHERE result = ? AND closed IS NULL",
        (result,),
    )
    if row is None:
        return None
    session = Session(bind=connection, expire_on_commit=False)
    event = session.exec(select(Event).where(Event.id == row[0], col(Event.closed).is_(None))).one()
    return EventBoard(session, connection, event), row[1]


def correcting(connection: Connection, result: int) -> Callable[[], StandingsMoved | None]:
    """Looks at the standings before a result is corrected; what it gives tells how they moved."""
    found = board_of_result(connection, result)
    if found is None:
        return lambda: None
    board, round_ = found
    before = _unless_impossible(board)

    def after() -> StandingsMoved:
        now = board.anew()
        standings = _unless_impossible(now)
        if isinstance(standings, Refused):
            return StandingsMoved(now.event.name, round_, (), standings.problems)
        moved = places_moved(now, None if isinstance(before, Refused) else before, standings)
        remarks = (*reopening_remarks(now, round_), *final_remarks(now, standings))
        return StandingsMoved(now.event.name, round_, moved, remarks)

    return after


def _unless_impossible(board: EventBoard) -> Standings | Refused:
    """The standings, or why there are none: two results are corrected one after the other."""
    try:
        return ranked_board(board)
    except Refused as error:
        return error


def reopening_remarks(board: EventBoard, round_: int) -> tuple[Problem, ...]:
    """Whether a closed round lacks a result, and so counts without that table."""
    found = board.rounds[round_]
    if found.state != "closed" or not found.missing:
        return ()
    return (missing_results(round_, found),)


def final_remarks(board: EventBoard, standings: Standings) -> tuple[Problem, ...]:
    """Whether others than the finalists would be in the final by today's standings."""
    cut = board.settings.scheme.cut
    if cut is None or not cut.finalists:
        return ()
    now = standings.now_qualified or _qualified_today(board, cut.after_round)
    if set(cut.finalists) == set(now):
        return ()
    names = board.directory.names
    return (
        finding(
            "event.final_seeded",
            event=board.event.name,
            seeded=tuple(names[each] for each in cut.finalists),
            now=tuple(names[each] for each in now),
        ),
    )


def _qualified_today(board: EventBoard, after: int) -> tuple[int, ...]:
    """Who would go to a final that is seeded and not played: as if its first round were over."""
    return _ranked(board, replace(complete_record(board), rounds=after + 1)).now_qualified


# -- the cut ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CutDone:
    """The final as it was set: who is in it."""

    event: EventView
    finalists: tuple[str, ...]
    remarks: tuple[Problem, ...] = ()
    change: ChangeView | None = None


def cut_to_final(
    store: Store,
    actor: Actor,
    event: str | None,
    size: int,
    *,
    carry: bool = False,
    rounds: int = 1,
    names: tuple[str, ...] = (),
) -> CutDone:
    """Ends the preliminary rounds: the best go on to a final.

    Args:
        store: the database.
        actor: who asks.
        event: which event.
        size: how many go on.
        carry: whether they keep what they have.
        rounds: how many rounds the final has.
        names: who goes on, where a shared place straddles the cut.

    Raises:
        Refused: `event.cut_open` (a round is not complete), `event.cut_done`, `event.cut_size`,
            `event.not_ranked` (a shared place straddles the cut), `event.not_entered`.
        UsageFault: `entry.twice`.
    """
    with writing(store, actor) as work:
        board = open_board(work, event)
        done = board.complete
        if done == 0 or board.running is not None:
            raise Refused("event.cut_open", event=board.event.name, round=board.running or 1)
        scheme = board.settings.scheme
        if scheme.cut is not None and scheme.cut.finalists:
            raise Refused("event.cut_done", event=board.event.name)
        players = sum(entrant.role == "player" for entrant in board.entrants.values())
        if not 4 <= size < players:
            raise Refused("event.cut_size", size=size, players=players)
        cut = Cut(done, size, carry)
        people = tuple(person.id for person in board.directory.require_each(names))
        for person, name in zip(people, names, strict=True):
            if person not in board.numbers:
                raise Refused("event.not_entered", name=name, event=board.event.name)
        if people and len(people) != size:
            raise Refused("event.cut_names", size=size, named=len(people))
        try:
            chosen = people or finalists(complete_record(board), replace(scheme, cut=cut))
        except StandingsError as error:
            raise refused(board, error) from error
        fresh = Event(**board.event.content())
        fresh.rounds = done + rounds
        settled = replace(scheme, cut=replace(cut, finalists=chosen))
        fresh.settings = replace(board.settings, scheme=settled).text()
        replace_event(work, board.event, fresh)
        now = board.anew(fresh)
        view, seeded = event_view(now), tuple(now.directory.names[each] for each in chosen)
        remarks = uneven_final(board, size, players)
    return CutDone(view, seeded, remarks, change_view(work.change))
