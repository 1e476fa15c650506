"""Draws: who sits where, by lot and by search, or by hand; stored so that they can be proved."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.problems import Problem
from engine.seating import planning
from engine.seating.checking import check_round, remarks_on
from engine.seating.errors import SeatingError
from engine.seating.problem import EMPTY, Method, Request, Round
from engine.seating.quality import quality
from engine.standings.ranking import Standings
from hearts_admin.db import bulk
from hearts_admin.db.chain import canonical
from hearts_admin.db.event_models import EventRound
from hearts_admin.db.ledger import PoolLedger
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing, writing
from hearts_admin.errors import Refused, finding
from hearts_admin.services.actor import Actor
from hearts_admin.services.changes import change_view
from hearts_admin.services.events.attendance import number_of
from hearts_admin.services.events.board import EventBoard
from hearts_admin.services.events.finding import open_board
from hearts_admin.services.events.guards import planned_round, require, require_no_result
from hearts_admin.services.events.naming import with_names
from hearts_admin.services.events.rounds import missing_results
from hearts_admin.services.events.settings import METHODS, require_choice
from hearts_admin.services.events.standing import ranked_board, rating_pool
from hearts_admin.services.events.views import RoundView, round_view
from hearts_admin.services.people import Person
from hearts_admin.services.standings import stand_on
from hearts_admin.services.views import ChangeView

BY_HAND = "hand"
"""The method of rounds that somebody made or changed by hand."""

FULL = 4
"""Seats at a table."""


@dataclass(frozen=True, slots=True)
class DrawWish:
    """What is to be drawn.

    Attributes:
        all: every round that is left, else the next one.
        again: rounds that were drawn and have not started, around what has been played; near the
            earlier draw where people came or went since, and neither method nor seed is given.
        method: another method than the event's.
        seed: any whole number; None for one that follows from what has been drawn before.
        tables: made by hand: names in seat order, three or four a table.
        sitting_out: who is to sit out, where the round is made by hand.
    """

    all: bool = False
    again: bool = False
    method: str | None = None
    seed: int | None = None
    tables: tuple[tuple[str, ...], ...] = ()
    sitting_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """What was drawn.

    Attributes:
        event: the event's name.
        rounds: the rounds, with names.
        quality: of all rounds drawn so far (`engine.seating.quality`).
        remarks: what could not be avoided, and what is worth knowing.
        change: None on a dry run.
    """

    event: str
    rounds: tuple[RoundView, ...]
    quality: Mapping[str, Any]
    remarks: tuple[Problem, ...] = ()
    change: ChangeView | None = None


def draw_rounds(store: Store, actor: Actor, event: str | None, wish: DrawWish) -> Drawn:
    """Draws the next round, or all that are left, or those again that have not started.

    Raises:
        Refused: `event.all_drawn`, `event.guard`, `event.has_results`, `event.seating` (with what
            is wrong with a draw by hand, or why none can be made), `players.unknown`.
        UsageFault: `change.no_reason`, a round that has started is drawn again.
    """
    with writing(store, actor) as work:
        board = open_board(work, event)
        numbers = _rounds_to_draw(board, actor, wish)
        if wish.tables:
            remarks = _by_hand(work, board, numbers[0], wish)
            numbers = numbers[:1]
        else:
            remarks = _by_lot(work, board, numbers, wish)
        done = _drawn(board.anew(), numbers, remarks)
    return replace(done, change=change_view(work.change))


def swap_seats(
    store: Store, actor: Actor, event: str | None, names: tuple[str, str], round_: int | None = None
) -> Drawn:
    """Has two people change seats in a round; one of them may be sitting out.

    Raises:
        Refused: `event.not_drawn`, `event.guard`, `event.table_done`, `players.unknown`,
            `entry.same_person`, `event.no_round`, `event.all_played`.
        UsageFault: `change.no_reason` in a round that has started.
    """
    with writing(store, actor) as work:
        board = open_board(work, event)
        number = planned_round(board, round_, board.running or board.next_round)
        require(actor, "swap", board.state(number), number)
        one, other = (
            _drawn_number(board, person, number) for person in board.directory.require(names)
        )
        if one == other:
            raise Refused("entry.same_person", first=names[0], second=names[1])
        exchange = {one: other, other: one}
        found = board.rounds[number]
        require_no_result(board, (one, other), number)
        fresh = Round(
            tuple(tuple(exchange.get(n, n) for n in seats) for seats in found.seating.tables),  # type: ignore[misc]
            tuple(sorted(exchange.get(n, n) for n in found.sitting_out)),
        )
        remarks = _judge(board, number, fresh)
        _store(work, board, number, fresh, method=BY_HAND)
        done = _drawn(board.anew(), [number], remarks)
    return replace(done, change=change_view(work.change))


# -- what is drawn ------------------------------------------------------------------------------


def _rounds_to_draw(board: EventBoard, actor: Actor, wish: DrawWish) -> list[int]:
    """The rounds a wish is about, one after the other."""
    last = board.event.rounds
    if wish.again:
        first = _first_again(board)
        numbers = list(range(first, board.undrawn)) if wish.all else [first]
        for number in numbers:
            require(actor, "redraw", board.state(number), number)
            if any(table.result is not None for table in board.rounds[number].tables):
                raise Refused("event.has_results", round=number)
        return numbers
    first = board.undrawn
    waiting = [number for number in board.rounds if board.state(number) == "drawn"]
    if waiting and not wish.all:
        hint = "hearts-admin event draw --again"
        raise Refused("event.drawn_already", hint=hint, round=waiting[0])
    if first > last:
        hint = f"hearts-admin event change --rounds {first}"
        raise Refused("event.all_drawn", hint=hint, event=board.event.name, rounds=last)
    return list(range(first, last + 1)) if wish.all else [first]


def _first_again(board: EventBoard) -> int:
    """The round to be drawn again: the first that has no result."""
    for number, found in board.rounds.items():
        if found.state == "drawn" or (
            found.state == "started" and len(found.missing) == len(found.tables)
        ):
            return number
    raise Refused("event.nothing_again", hint="hearts-admin event draw", event=board.event.name)


def _by_lot(
    work: Writing, board: EventBoard, numbers: Sequence[int], wish: DrawWish
) -> tuple[Problem, ...]:
    wanted = require_choice("--method", wish.method or board.settings.method, METHODS)
    method: Method = wanted  # type: ignore[assignment]
    seed = wish.seed if wish.seed is not None else _next_seed(work, board)
    afresh = wish.seed is not None or wish.method is not None
    draft = () if afresh else _draft(board, numbers)
    try:
        request = Request(
            present=tuple(board.present(number) for number in numbers),
            seed=seed,
            method=method,
            remainder=board.settings.remainder,
            fill_ins=board.fill_ins(numbers[0]),
            apart=board.apart(),
            played=tuple(board.rounds[number].seating for number in range(1, numbers[0])),
            draft=draft,
            ranked=ranked_for(board, method, numbers[0]),
            rating_step=board.settings.rating_step if method == "similar" else 1,
        )
        plan = planning.draw(request)
    except SeatingError as error:
        raise _refused(board, [error.problem]) from error
    digest = work.keep(canonical(request.as_dict()).encode())
    remarks = [finding("event.drawn_near", rounds=tuple(map(str, numbers)))] if draft else []
    remarks += _helpers_missing(request, numbers)
    if method == "standings":  # by fewer results than there will be
        earlier = ((n, each) for n, each in board.rounds.items() if n < numbers[0])
        remarks += [missing_results(n, each) for n, each in earlier if each.missing]
    names = _names(board)
    for number, seating in zip(numbers, plan.rounds, strict=True):
        seated = [*seating.players(), *seating.sitting_out]
        found = check_round(seating, seated, number=number, apart=board.apart())
        remarks += [with_names(each, names) for each in found]
        _store(work, board, number, seating, method=method, seed=seed, request=digest)
    return tuple(remarks)


def _draft(board: EventBoard, numbers: Sequence[int]) -> tuple[Round, ...]:
    """What was drawn before, which a draw stays near where people came or went since."""
    drawn = [number for number in numbers if number in board.rounds]
    stale = any(map(board.is_stale, drawn))
    return tuple(board.rounds[number].seating for number in drawn) if stale else ()


def _helpers_missing(request: Request, numbers: Sequence[int]) -> list[Problem]:
    """The rounds in which helpers were to make up the number, and are too few."""
    if request.remainder != "fill_in":
        return []
    there = len(request.fill_ins)
    return [
        finding("event.helpers", round=number, players=len(present), needed=needed, there=there)
        for number, present in zip(numbers, request.present, strict=True)
        if there < (needed := -len(present) % FULL)
    ]


def _next_seed(work: Writing, board: EventBoard) -> int:
    """Another seed for every draw of an event, and the same one on a dry run as afterwards."""
    drawn: int = bulk.value(
        work.connection, "SELECT count(*) FROM event_round WHERE event = ?", (board.event.id,)
    )
    return board.event.id * 1000 + drawn + 1


def ranked_for(board: EventBoard, method: Method, first: int) -> tuple[tuple[int, int], ...]:
    """Start numbers with points or rating, best first, where a method wants to know."""
    numbers = [*board.present(first), *board.fill_ins(first)]
    if method == "standings":
        values = _standing_values(board, ranked_board(board, until=first - 1), set(numbers))
    elif method in ("similar", "balanced"):
        values = _ratings(board, first)
    else:
        return ()
    least = min(values.values(), default=0)
    found = [(number, values.get(number, least)) for number in numbers]
    return tuple(sorted(found, key=lambda line: (-line[1], line[0])))


def _standing_values(
    board: EventBoard, standings: Standings, wanted: Collection[int]
) -> dict[int, int]:
    """A number for each place among these start numbers, higher for better, alike for equal scores.

    Whoever is not to be seated is left out, so that a late entrant changes no earlier draw.
    """
    rows = [row for row in standings.rows if board.numbers[row.player] in wanted]
    values: dict[int, int] = {}
    level = len(rows)
    for at, row in enumerate(rows):
        if at and row.score != rows[at - 1].score:
            level = len(rows) - at
        values[board.numbers[row.player]] = level
    return values


def _ratings(board: EventBoard, round_: int) -> dict[int, int]:
    """The rating on the day of the event of who sits there; without a game, their first."""
    ledger = PoolLedger(board.connection, rating_pool(board))
    day = dt.date.fromisoformat(board.event.on_day)
    ratings = ledger.openings()
    ratings |= {stand.player: stand.rating for stand in stand_on(ledger, ledger.policy, day)}
    start = ledger.policy.start
    return {n: ratings.get(board.sitter(n, round_), start) for n in board.entrants}


# -- by hand ------------------------------------------------------------------------------------


def _by_hand(work: Writing, board: EventBoard, number: int, wish: DrawWish) -> tuple[Problem, ...]:
    too_large = [
        finding("standings.seats", round=number, table=at, seats=len(names))
        for at, names in enumerate(wish.tables, start=1)
        if len(names) > FULL
    ]
    if too_large:
        raise _refused(board, too_large)
    tables = []
    for names in wish.tables:
        people = [_entered(board, person, number) for person in board.directory.require(names)]
        tables.append((*people, *([EMPTY] * (FULL - len(people)))))
    out = [_entered(board, each, number) for each in board.directory.require(wish.sitting_out)]
    seating = Round.of(tables, sorted(out))
    remarks = _judge(board, number, seating)
    _store(work, board, number, seating, method=BY_HAND)
    return remarks


def _judge(board: EventBoard, number: int, seating: Round) -> tuple[Problem, ...]:
    """Refuses a round that cannot be; what is worth knowing of one that can."""
    fill_ins = set(board.fill_ins(number)) & set(seating.players())
    present = [*board.present(number), *fill_ins]
    found = check_round(seating, present, number=number, apart=board.apart())
    unwise = [problem for problem in found if problem.code == "seating.apart_met"]
    wrong = [problem for problem in found if problem.code != "seating.apart_met"]
    if wrong:
        raise _refused(board, wrong)
    played = [board.rounds[n].seating for n in range(1, number)]
    names = _names(board)
    return tuple(with_names(each, names) for each in (*unwise, *remarks_on(seating, played)))


def _entered(board: EventBoard, person: Person, round_: int) -> int:
    """The start number of an entrant, or of whom they substitute."""
    for entrant in board.entrants:
        if board.substitute(board.player(entrant), round_) == person.id:
            return entrant
    return number_of(board, person)


def _drawn_number(board: EventBoard, person: Person, round_: int) -> int:
    """The start number that somebody sits for in a drawn round."""
    seating = board.rounds[round_].seating
    for number in (*seating.players(), *seating.sitting_out):
        if person.id in (board.player(number), board.sitter(number, round_)):
            return number
    raise Refused("event.not_drawn", name=person.name, round=round_)


# -- storing and showing ------------------------------------------------------------------------


def _store(
    work: Writing,
    board: EventBoard,
    number: int,
    seating: Round,
    *,
    method: str,
    seed: int | None = None,
    request: str | None = None,
) -> None:
    present = board.rounds.get(number)
    fresh = EventRound(
        id=work.next_number(EventRound) if present is None else present.fact.id,
        event=board.event.id,
        number=number,
        state="drawn" if present is None else present.fact.state,
        method=method,
        seed=seed,
        request=request,
        tables=canonical([list(table) for table in seating.tables]),
        sitting_out=canonical(list(seating.sitting_out)),
    )
    if present is not None:
        work.close(present.fact)
    work.open(fresh)


def _drawn(board: EventBoard, numbers: Sequence[int], remarks: tuple[Problem, ...]) -> Drawn:
    measured = quality([each.seating for each in board.rounds.values()])
    return Drawn(
        event=board.event.name,
        rounds=tuple(round_view(board, number) for number in numbers),
        quality=measured.as_dict(),
        remarks=remarks,
    )


def _refused(board: EventBoard, problems: Sequence[Problem]) -> Refused:
    names = _names(board)
    named = [with_names(problem, names) for problem in problems]
    return Refused("event.seating", problems=named, event=board.event.name)


def _names(board: EventBoard) -> dict[int, str]:
    """Names by start number."""
    return {number: board.name(number) for number in board.entrants}
