"""The course of a round: started, closed, opened again; and the end of the event."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.problems import Problem
from hearts_admin.db.event_models import Event, EventRound
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing, writing
from hearts_admin.errors import Refused, UsageFault, finding
from hearts_admin.names import tidy
from hearts_admin.services.actor import Actor
from hearts_admin.services.changes import change_view
from hearts_admin.services.events.board import BoardRound, EventBoard
from hearts_admin.services.events.finding import board_in, open_board
from hearts_admin.services.events.guards import planned_round, require
from hearts_admin.services.events.register import EventChanged, replace_event
from hearts_admin.services.events.views import RoundView, event_view, round_view
from hearts_admin.services.views import ChangeView


@dataclass(frozen=True, slots=True)
class RoundDone:
    """A round after a command."""

    event: str
    round: RoundView
    remarks: tuple[Problem, ...] = ()
    change: ChangeView | None = None


def start_round(store: Store, actor: Actor, event: str | None, number: int | None) -> RoundDone:
    """Starts a drawn round: from here on its seating is what is played.

    Raises:
        Refused: `event.guard`, `event.round_stale` (somebody came or went since it was drawn),
            `event.no_round`, `event.all_begun`, `event.all_played`.
    """
    with writing(store, actor) as work:
        board = open_board(work, event)
        at = planned_round(board, number, board.next_round)
        require(actor, "start", board.state(at), at)
        remarks = begin(work, board, at)
        done = _done(board, at, remarks)
    return replace(done, change=change_view(work.change))


def begin(work: Writing, board: EventBoard, number: int) -> tuple[Problem, ...]:
    """Starts a drawn round inside a transaction; what is worth knowing comes back.

    Raises:
        Refused: `event.round_stale`.
    """
    gone, unseated = board.gone(number), board.unseated(number)
    if gone or unseated:
        problems = [finding("event.gone", name=board.name(each), round=number) for each in gone]
        problems += [
            finding("event.unseated", name=board.name(each), round=number) for each in unseated
        ]
        hint = "hearts-admin event draw --again"
        raise Refused("event.round_stale", hint=hint, problems=problems, round=number)
    set_state(work, board.rounds[number].fact, "started")
    return tuple(
        missing_results(n, each) for n, each in board.rounds.items() if n < number and each.missing
    )


def missing_results(number: int, found: BoardRound) -> Problem:
    """The tables of a round whose results are not in."""
    tables = tuple(str(table.number) for table in found.missing)
    return finding("event.earlier_open", round=number, tables=tables)


def close_round(store: Store, actor: Actor, event: str | None, number: int | None) -> RoundDone:
    """Closes a complete round: it changes only by corrections now.

    Raises:
        Refused: `event.guard`, with the tables that are missing as its problem; `event.no_round`,
            `event.all_played`.
    """
    with writing(store, actor) as work:
        board = open_board(work, event)
        complete = [n for n, each in board.rounds.items() if each.state == "complete"]
        usual = min(complete, default=board.running or board.next_round)
        at = planned_round(board, number, usual)
        found = board.rounds.get(at)
        missing = [missing_results(at, found)] if found is not None and found.missing else []
        require(actor, "close", board.state(at), at, missing)
        set_state(work, board.rounds[at].fact, "closed")
        done = _done(board, at)
    return replace(done, change=change_view(work.change))


def finish_event(store: Store, actor: Actor, event: str | None) -> EventChanged:
    """Closes all rounds and the event itself; a final that is still to be drawn is remarked.

    Raises:
        Refused: `event.tables_missing`, with a problem for each round that is not complete.
    """
    with writing(store, actor) as work:
        board = open_board(work, event)
        missing = [
            missing_results(number, found)
            for number, found in board.rounds.items()
            if found.missing and found.state != "closed"
        ]
        if missing:
            raise Refused("event.tables_missing", problems=missing, event=board.event.name)
        for found in board.rounds.values():
            if found.state != "closed":
                set_state(work, found.fact, "closed")
        fresh = Event(**{**board.event.content(), "state": "closed"})
        replace_event(work, board.event, fresh)
        view, remarks = event_view(board.anew(fresh)), _undrawn_final(board)
    return EventChanged(view, change_view(work.change), remarks)


def _undrawn_final(board: EventBoard) -> tuple[Problem, ...]:
    """Whether a final is seeded of which not every round is drawn."""
    cut = board.settings.scheme.cut
    if cut is None or not cut.finalists:
        return ()
    final = range(cut.after_round + 1, board.event.rounds + 1)
    open_ = tuple(str(number) for number in final if number not in board.rounds)
    if not open_:
        return ()
    names = tuple(board.directory.names[each] for each in cut.finalists)
    event = board.event.name
    return (finding("event.final_undrawn", event=event, rounds=open_, seeded=names),)


def uneven_final(board: EventBoard, size: int, players: int) -> tuple[Problem, ...]:
    """Whether finalists will sit out the final, and the sizes at which nobody does."""
    over, remainder = size % 4, board.settings.remainder
    if remainder == "three":
        few = finding("seating.too_few", round=board.complete + 1, players=size)
        return (few,) if size == 5 else ()  # tables of three and four seat any number but that
    helped = remainder == "fill_in" and len(board.fill_ins(board.complete + 1)) >= 4 - over
    if not over or helped:
        return ()
    possible = tuple(str(each) for each in (size - over, size - over + 4) if each < players)
    return (finding("event.final_uneven", size=size, over=over, possible=possible),)


def reopen(store: Store, actor: Actor, event: str | None, number: int | None) -> RoundDone:
    """Opens a closed round again, and the event if it is finished.

    Args:
        store: the database.
        actor: who asks, and why.
        event: which event.
        number: the round; None for the last that is closed.

    Raises:
        UsageFault: `change.no_reason`.
        Refused: `event.guard`, `event.none_closed`, `event.no_round`.
    """
    if not tidy(actor.reason):
        raise UsageFault("change.no_reason", command=actor.command)
    with writing(store, actor) as work:
        board = board_in(work, event, finished=True)
        closed = [n for n, each in board.rounds.items() if each.state == "closed"]
        at = number or max(closed, default=None)
        if at is None:
            raise Refused("event.none_closed", event=board.event.name)
        at = planned_round(board, number, at)
        require(actor, "reopen", board.state(at), at)
        set_state(work, board.rounds[at].fact, "started")
        if board.event.state != "open":
            fresh = Event(**{**board.event.content(), "state": "open"})
            replace_event(work, board.event, fresh)
            board = board.anew(fresh)
        done = _done(board, at)
    return replace(done, change=change_view(work.change))


def set_state(work: Writing, fact: EventRound, state: str) -> None:
    """Another version of a round, in another state."""
    work.close(fact)
    work.open(EventRound(**{**fact.content(), "state": state}))


def _done(board: EventBoard, number: int, remarks: tuple[Problem, ...] = ()) -> RoundDone:
    now = board.anew()
    return RoundDone(now.event.name, round_view(now, number), remarks)
