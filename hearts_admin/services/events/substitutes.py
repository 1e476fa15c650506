"""Who plays for whom: substitutes, set and cleared from a round on."""

from __future__ import annotations

from dataclasses import replace

from engine.problems import Problem
from hearts_admin.db.event_models import Substitution
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing, writing
from hearts_admin.errors import Refused, finding
from hearts_admin.services.actor import Actor
from hearts_admin.services.changes import change_view
from hearts_admin.services.events.attendance import Attended, attended, number_of, replace_fact
from hearts_admin.services.events.board import EventBoard
from hearts_admin.services.events.finding import open_board
from hearts_admin.services.events.guards import planned_round, require, require_no_result
from hearts_admin.services.people import Person


def substitute(
    store: Store,
    actor: Actor,
    event: str | None,
    name: str,
    other: str | None,
    *,
    round_: int | None = None,
) -> Attended:
    """Has somebody play for an entrant from a round on, or the entrant again.

    Where the substitute plays themselves from a later round on, so does the entrant: that is told.

    Args:
        store: the database.
        actor: who asks.
        event: which event.
        name: the entrant.
        other: who plays for them; None for themselves again.
        round_: from which round on; None for the round that is being played, or comes.

    Raises:
        Refused: `event.not_entered`, `event.seated_elsewhere`, `event.no_substitute`,
            `event.guard`, `players.unknown`, `entry.same_person`, `event.no_round`,
            `event.all_played`.
        UsageFault: `change.no_reason` in a round that has started.
    """
    with writing(store, actor) as work:
        board = open_board(work, event)
        person = board.directory.require([name])[0]
        number = number_of(board, person)
        at = planned_round(board, round_, board.running or board.next_round)
        require(actor, "substitute", board.state(at), at)
        require_no_result(board, (number,), at)
        stand_in = None if other is None else board.directory.require([other])[0]
        if stand_in is None and board.substitute(person.id, at) is None:
            raise Refused("event.no_substitute", name=person.name, round=at)
        if stand_in is not None and stand_in.id == person.id:
            raise Refused("entry.same_person", first=name, second=other)
        until = None if stand_in is None else _free_until(board, person.id, stand_in, at)
        if stand_in is not None and until == at:
            raise Refused("event.seated_elsewhere", name=stand_in.name, round=at)
        _note_substitute(work, board, person.id, at, None if stand_in is None else stand_in.id)
        remarks = _end(work, board, person, at, stand_in, until)
        now = board.anew()
        done = attended(now, [person], at, remarks=remarks)
    return replace(done, change=change_view(work.change))


def _end(
    work: Writing,
    board: EventBoard,
    person: Person,
    round_: int,
    stand_in: Person | None,
    until: int | None,
) -> tuple[Problem, ...]:
    """Notes where a substitution ends: before a round that has begun, and where both play."""
    begun = min(
        (n for n, each in board.rounds.items() if n > round_ and each.state != "drawn"),
        default=None,
    )
    noted = [later for later in board.substitutions.get(person.id, {}) if later > round_]
    end = min((at for at in (begun, until, *noted) if at is not None), default=None)
    if end is None or end in noted:
        return ()
    if end == begun:
        _note_substitute(work, board, person.id, end, board.substitute(person.id, end))
        return ()
    _note_substitute(work, board, person.id, end, None)
    name = "" if stand_in is None else stand_in.name
    return (finding("event.substitute_until", name=name, other=person.name, round=end),)


def _note_substitute(
    work: Writing, board: EventBoard, player: int, round_: int, stand_in: int | None
) -> None:
    """Notes who plays for somebody from a round on; None is themselves."""
    fresh = Substitution(
        id=work.next_number(Substitution),
        event=board.event.id,
        player=player,
        round=round_,
        substitute=stand_in,
    )
    replace_fact(work, board.substitutions.get(player, {}).get(round_), fresh)


def _free_until(board: EventBoard, entrant: int, person: Person, round_: int) -> int | None:
    """The first round from this one on in which a substitute plays themselves, or for another.

    Somebody who was drawn to sit out may play for another in that round. None where they are free
    for as long as anything is known of them.
    """
    known = {*board.attendance.get(person.id, {}), *board.rounds, board.event.rounds, round_}
    known.update(later for facts in board.substitutions.values() for later in facts)
    others = [player for player in board.substitutions if player != entrant]
    for at in range(round_, max(known) + 1):
        for_another = any(board.substitute(player, at) == person.id for player in others)
        if for_another or _plays(board, person, at, drawn=at == round_):
            return at
    return None


def _plays(board: EventBoard, person: Person, round_: int, *, drawn: bool) -> bool:
    """Whether somebody plays in a round for themselves, by the draw or because they are there."""
    number = board.numbers.get(person.id)
    found = board.rounds.get(round_)
    if number is None:
        return False
    if found is not None and drawn:
        return number in found.seating.players()
    return board.is_there(person.id, round_)
