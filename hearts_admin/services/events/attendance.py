"""Who is there: arriving, leaving, coming back, and who is kept apart from whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.problems import Problem
from hearts_admin.db.event_models import Attendance, Entrant, KeptApart, Substitution
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing, writing
from hearts_admin.errors import Refused, finding
from hearts_admin.services.actor import Actor
from hearts_admin.services.changes import change_view
from hearts_admin.services.events.board import EventBoard
from hearts_admin.services.events.finding import open_board
from hearts_admin.services.events.guards import planned_round
from hearts_admin.services.events.notes import Apart, pairs_apart
from hearts_admin.services.events.views import EntrantView, entrant_view
from hearts_admin.services.people import Directory, Person
from hearts_admin.services.players import create_players, near_names, revise_player
from hearts_admin.services.views import ChangeView

Presence = Literal["present", "absent", "noticed"]


@dataclass(frozen=True, slots=True)
class Arrivals:
    """Who comes, and as what.

    Attributes:
        names: as typed.
        round: the round they come for; None for the first that has not started.
        fill_in: whether they only make up the number, and are not ranked.
        add_players: whether unknown names become players.
        guest: whether those become guests.
    """

    names: tuple[str, ...]
    round: int | None = None
    fill_in: bool = False
    add_players: bool = False
    guest: bool = False


@dataclass(frozen=True, slots=True)
class Attended:
    """What a command about attendance did.

    Attributes:
        event: the event's name.
        round: from which round on.
        entrants: those it was about, as they stand in that round.
        others: those it was about who have not been entered.
        present: how many are to be seated in that round.
        added: new players.
        remarks: warnings, among them that a round has to be drawn again.
        change: None when nothing changed or was kept.
    """

    event: str
    round: int
    entrants: tuple[EntrantView, ...]
    present: int
    others: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    remarks: tuple[Problem, ...] = ()
    change: ChangeView | None = None


def arrive(store: Store, actor: Actor, event: str | None, arrivals: Arrivals) -> Attended:
    """Enters people into an event, or has them come in a later round.

    Everybody keeps the start number they got first.

    Raises:
        Refused: `players.unknown`, `players.refused`, `event.round_begun`, `event.seated_elsewhere`
            (they play for somebody), `event.all_begun`, whatever finding an event refuses.
        UsageFault: `entry.twice`.
    """
    with writing(store, actor) as work:
        board = open_board(work, event)
        round_ = _round_from(board, arrivals.round)
        people, added, remarks = _people(work, board.directory, arrivals)
        for person in people:
            _require_not_substitute(board, person, round_)
        _enter(work, board, people, "fill_in" if arrivals.fill_in else "player")
        for person in people:
            _note(work, board, person, round_, "present")
        now = board.anew()
        done = attended(now, people, round_, added=added, remarks=remarks)
    return replace(done, change=change_view(work.change))


def come_back(
    store: Store, actor: Actor, event: str | None, names: Sequence[str], round_: int | None = None
) -> Attended:
    """Has entrants who had left play again from a round on, under their old start numbers.

    Raises:
        Refused: `event.not_entered`, `players.unknown`, `event.round_begun`,
            `event.seated_elsewhere`, `event.all_begun`.
        UsageFault: `entry.twice`.
    """
    with writing(store, actor) as work:
        board = open_board(work, event)
        at = _round_from(board, round_)
        people = board.directory.require_each(names)
        for person in people:
            number_of(board, person)
            _require_not_substitute(board, person, at)
            _note(work, board, person, at, "present")
        done = attended(board.anew(), people, at)
    return replace(done, change=change_view(work.change))


def depart(
    store: Store,
    actor: Actor,
    event: str | None,
    names: Sequence[str],
    *,
    round_: int | None = None,
    noticed: bool = False,
) -> Attended:
    """Has people leave from a round on; who was never there is noted as absent.

    Args:
        store: the database.
        actor: who asks.
        event: which event.
        names: who goes.
        round_: the first round without them; None for the first that has not started.
        noticed: whether they said so beforehand; a season may count that.

    Raises:
        Refused: `players.unknown`, `event.round_begun`, `event.all_begun`, whatever finding an
            event refuses.
        UsageFault: `entry.twice`.
    """
    with writing(store, actor) as work:
        board = open_board(work, event)
        at = _round_from(board, round_)
        people = board.directory.require_each(names)
        for person in people:
            _note(work, board, person, at, "noticed" if noticed else "absent")
        done = attended(board.anew(), people, at)
    return replace(done, change=change_view(work.change))


@dataclass(frozen=True, slots=True)
class KeptApartDone:
    """The pairs that are kept apart after a command."""

    pairs: tuple[Apart, ...]
    change: ChangeView | None = None


def keep_apart(
    store: Store,
    actor: Actor,
    event: str | None,
    names: tuple[str, str],
    *,
    everywhere: bool = False,
    clear: bool = False,
) -> KeptApartDone:
    """Keeps two people from sitting at one table, or no longer.

    Raises:
        Refused: `players.unknown`, `entry.same_person`, `event.not_apart`.
    """
    with writing(store, actor) as work:
        board = open_board(work, event)
        one, other = board.directory.require(names)
        if one.id == other.id:
            raise Refused("entry.same_person", first=names[0], second=names[1])
        wanted = {one.id, other.id}
        known = [
            fact
            for fact in board.kept_apart
            if {board.directory.whole(fact.player), board.directory.whole(fact.other)} == wanted
        ]
        if clear:
            if not known:
                raise Refused("event.not_apart", name=one.name, other=other.name)
            for fact in known:
                work.close(fact)
        elif not known:
            number = None if everywhere else board.event.id
            work.open(
                KeptApart(
                    id=work.next_number(KeptApart), event=number, player=one.id, other=other.id
                )
            )
        pairs = pairs_apart(board.anew())
    return KeptApartDone(pairs, change_view(work.change))


def _round_from(board: EventBoard, wanted: int | None) -> int:
    """The round from which something holds: rounds that have started do not change."""
    at = planned_round(board, wanted, board.next_round)
    if at < board.next_round:
        raise Refused("event.round_begun", round=at, next=board.next_round)
    return at


def _people(
    work: Writing, directory: Directory, arrivals: Arrivals
) -> tuple[list[Person], tuple[str, ...], tuple[Problem, ...]]:
    """The people meant, new ones added if that is wished."""
    fresh = [name for name in arrivals.names if directory.find(name) is None]
    remarks = near_names(directory, fresh) if arrivals.add_players else ()
    added: tuple[str, ...] = ()
    if arrivals.add_players:
        created = create_players(work, directory, fresh)
        added = tuple(person.name for person in created)
        if arrivals.guest:
            for person in created:
                revise_player(work, person.id, {"kind": "guest"})
    return directory.require_each(arrivals.names), added, remarks


def _enter(work: Writing, board: EventBoard, people: Sequence[Person], role: str) -> None:
    """Gives new entrants the next start numbers; one who has one keeps it."""
    following = max(board.entrants, default=0) + 1
    for person in people:
        number = board.numbers.get(person.id)
        if number is None:
            work.open(
                Entrant(
                    id=work.next_number(Entrant),
                    event=board.event.id,
                    player=person.id,
                    number=following,
                    role=role,
                )
            )
            following += 1
            continue
        present = board.entrants[number]
        if present.role != role:
            if board.rounds:
                raise Refused("event.role_fixed", name=person.name)
            replace_fact(work, present, Entrant(**{**present.content(), "role": role}))


def _note(work: Writing, board: EventBoard, person: Person, round_: int, state: Presence) -> None:
    """Notes what holds of somebody from a round on; what was noted for later rounds is void."""
    for later, fact in board.attendance.get(person.id, {}).items():
        if later > round_:
            work.close(fact)
    present = board.attendance.get(person.id, {}).get(round_)
    fresh = Attendance(
        id=work.next_number(Attendance),
        event=board.event.id,
        player=person.id,
        round=round_,
        state=state,
    )
    replace_fact(work, present, fresh)


def replace_fact(
    work: Writing,
    present: Attendance | Substitution | Entrant | None,
    fresh: Attendance | Substitution | Entrant,
) -> None:
    """Opens a fact in the place of another; nothing if they say the same."""
    if present is not None:
        fresh.id = present.id
        if fresh.content() == present.content():
            return
        work.close(present)
    work.open(fresh)


def number_of(board: EventBoard, person: Person) -> int:
    """The start number of an entrant.

    Raises:
        Refused: `event.not_entered`.
    """
    number = board.numbers.get(person.id)
    if number is None:
        hint = f'hearts-admin event arrive "{person.name}"'
        raise Refused("event.not_entered", hint=hint, name=person.name, event=board.event.name)
    return number


def _require_not_substitute(board: EventBoard, person: Person, round_: int) -> None:
    """Who comes from a round on must not play for somebody in it, or later."""
    for player, facts in board.substitutions.items():
        for at in sorted({round_, *(later for later in facts if later > round_)}):
            if board.substitute(player, at) == person.id:
                raise Refused("event.seated_elsewhere", name=person.name, round=at)


def attended(
    board: EventBoard,
    people: Sequence[Person],
    round_: int,
    *,
    added: tuple[str, ...] = (),
    remarks: tuple[Problem, ...] = (),
) -> Attended:
    """What a command about attendance tells when it is done."""
    stale = tuple(
        finding("event.stale", round=number)
        for number, each in board.rounds.items()
        if each.state == "drawn" and board.is_stale(number)
    )
    return Attended(
        event=board.event.name,
        round=round_,
        entrants=tuple(
            entrant_view(board, board.numbers[person.id], round_)
            for person in people
            if person.id in board.numbers
        ),
        present=len(board.present(round_)),
        others=tuple(person.name for person in people if person.id not in board.numbers),
        added=added,
        remarks=(*remarks, *stale),
    )
