"""The register of events: added, listed, shown, changed, removed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

from sqlmodel import Session

from engine.rules import RuleSet
from engine.standings.scheme import Scheme
from hearts_admin.clock import Clock
from hearts_admin.db.event_models import Event
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing, writing
from hearts_admin.errors import Refused
from hearts_admin.names import is_name, name_key, tidy
from hearts_admin.services.actor import Actor
from hearts_admin.services.changes import change_view
from hearts_admin.services.club import settings_of
from hearts_admin.services.events.board import EventBoard, RoundState
from hearts_admin.services.events.finding import board_in, events_of, find_season, reading_board
from hearts_admin.services.events.notes import (
    Apart,
    PenaltyView,
    pairs_apart,
    penalty_views,
)
from hearts_admin.services.events.settings import (
    METHODS,
    REMAINDERS,
    EventSettings,
    require_choice,
    require_countable,
    scheme_of,
)
from hearts_admin.services.judging import require_rules
from hearts_admin.services.pools import NO_RULES, pool_named, pool_names
from hearts_admin.services.rulesets import keep_rules, rule_names
from hearts_admin.services.views import ChangeView

KINDS = ("evening", "tournament")
MOST_ROUNDS = 99


@dataclass(frozen=True, slots=True)
class EventWish:
    """What is asked of a new or a changed event; None leaves it as it is, or to its default.

    Attributes:
        name: its name, different from every other event's.
        date: its club day.
        kind: `evening` or `tournament`.
        rules: name of a rule set, the set itself, or "none"; None for the club's.
        target: the points at which a game ends; 0 for the rule set's own.
        deals: a fixed number of deals a game; 0 for none.
        pool: the rating list its games count in.
        rounds: how many are planned.
        season: the season it belongs to, "" for none.
        method: how players are put together.
        remainder: what happens when their number is no multiple of four.
        rating_step: width of a class of ratings.
        scheme: settings of the scoring, by name (`engine.standings.scheme.Scheme`).
    """

    name: str | None = None
    date: dt.date | None = None
    kind: str | None = None
    rules: str | RuleSet | None = None
    target: int | None = None
    deals: int | None = None
    pool: str | None = None
    rounds: int | None = None
    season: str | None = None
    method: str | None = None
    remainder: str | None = None
    rating_step: int | None = None
    scheme: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class TableView:
    """A table of a round: the names in seat order (None for an empty chair), and its result."""

    table: int
    seats: tuple[str | None, str | None, str | None, str | None]
    result: int | None = None


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round as it stands.

    Attributes:
        round: its number.
        state: planned, drawn, started, complete or closed.
        tables: as drawn; of a planned round none.
        sitting_out: who is there and has no table.
        stale: who came or went since it was drawn.
        method: how it was drawn, "hand" if somebody made it.
        seed: by which it was drawn.
    """

    round: int
    state: RoundState
    tables: tuple[TableView, ...] = ()
    sitting_out: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    method: str | None = None
    seed: int | None = None

    @property
    def missing(self) -> int:
        """How many tables have no result."""
        return sum(table.result is None for table in self.tables)


@dataclass(frozen=True, slots=True)
class EntrantView:
    """Somebody who was entered, and whether they are there in the round that comes."""

    number: int
    player: str
    role: Literal["player", "fill_in"]
    present: bool
    substitute: str | None = None


@dataclass(frozen=True, slots=True)
class EventView:
    """An event as it is listed."""

    id: int
    name: str
    date: dt.date
    kind: str
    rules: str | None
    target: int | None
    deals: int | None
    pool: str | None
    rounds: int
    complete: int
    players: int
    season: str | None
    state: str
    method: str
    remainder: str
    scheme: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class EventDetail:
    """An event with its people and rounds; `running` is the round that is being played.

    `penalties` and `apart` are what was noted of it.
    """

    event: EventView
    entrants: tuple[EntrantView, ...]
    rounds: tuple[RoundView, ...]
    running: int | None
    penalties: tuple[PenaltyView, ...] = ()
    apart: tuple[Apart, ...] = ()


@dataclass(frozen=True, slots=True)
class EventChanged:
    """An event after a command, and the change it was; None on a dry run or if nothing changed."""

    event: EventView
    change: ChangeView | None


def add_event(store: Store, actor: Actor, wish: EventWish) -> EventChanged:
    """Adds an event.

    Raises:
        Refused: `event.no_name`, `event.exists`, `event.rounds`, `event.choice`, `event.scoring`,
            `event.target_and_deals`, `rules.refused`, `pool.unknown`, `season.unknown`.
        NeedsYes: `date.future` does not hold here: events are planned ahead.
    """
    with writing(store, actor) as work:
        club = settings_of(work.connection)
        rules = wish.rules if wish.rules is not None else club.rules
        today = wish.date or club.today(actor.clock)
        event = Event(
            id=work.next_number(Event),
            name="",
            name_key="",
            on_day=today.isoformat(),
            rounds=1,
            settings=EventSettings().text(),
        )
        rounds = 1 if wish.rounds is None else wish.rounds
        wish = replace(wish, name=wish.name or "", rules=rules, rounds=rounds)
        _apply(work, event, wish)
        work.open(event)
        board = EventBoard(work.session, work.connection, event)
        view = event_view(board)
    return EventChanged(view, change_view(work.change))


def change_event(store: Store, actor: Actor, wanted: str | None, wish: EventWish) -> EventChanged:
    """Changes what an event says of itself.

    Raises:
        Refused: as `add_event`, and `event.unknown`; `event.has_rounds` when fewer rounds are
            wanted than are drawn.
    """
    with writing(store, actor) as work:
        board = board_in(work, wanted)
        fresh = Event(**board.event.content())
        _apply(work, fresh, wish)
        if fresh.rounds < len(board.rounds):
            raise Refused("event.has_rounds", rounds=fresh.rounds, drawn=len(board.rounds))
        if fresh.content() != board.event.content():
            replace_event(work, board.event, fresh)
        view = event_view(EventBoard(work.session, work.connection, fresh))
    return EventChanged(view, change_view(work.change))


def replace_event(work: Writing, old: Event, fresh: Event) -> None:
    """Makes another version of an event the present one."""
    work.close(old)
    work.open(fresh)


def remove_event(store: Store, actor: Actor, wanted: str | None) -> EventChanged:
    """Removes an event in which nothing has been played.

    Raises:
        Refused: `event.unknown`, `event.has_games`.
    """
    with writing(store, actor) as work:
        board = board_in(work, wanted)
        if board.games:
            raise Refused("event.has_games", event=board.event.name, games=len(board.games))
        view = event_view(board)
        parts = [each.fact for each in board.rounds.values()]
        facts = [*board.entrants.values(), *parts, *board.penalties, board.event]
        facts += [each for of_one in board.attendance.values() for each in of_one.values()]
        facts += [each for of_one in board.substitutions.values() for each in of_one.values()]
        facts += [each for each in board.kept_apart if each.event == board.event.id]
        for fact in facts:
            work.close(fact)
    return EventChanged(view, change_view(work.change))


def list_events(store: Store) -> tuple[EventView, ...]:
    """Every event, by day."""
    with store.read() as connection, Session(bind=connection) as session:
        events = events_of(session)
        return tuple(event_view(EventBoard(session, connection, event)) for event in events)


def show_event(store: Store, clock: Clock, wanted: str | None = None) -> EventDetail:
    """An event with its people and rounds.

    Raises:
        Refused: `event.unknown`, `event.none_open`, `event.which`.
    """
    with reading_board(store, clock, wanted) as board:
        return event_detail(board)


def event_detail(board: EventBoard) -> EventDetail:
    """As `show_event`, inside a transaction."""
    round_ = board.next_round
    return EventDetail(
        event=event_view(board),
        entrants=tuple(entrant_view(board, number, round_) for number in board.entrants),
        rounds=tuple(
            round_view(board, number)
            for number in range(1, max(board.event.rounds, board.undrawn - 1) + 1)
        ),
        running=board.running,
        penalties=penalty_views(board),
        apart=pairs_apart(board),
    )


def entrant_view(board: EventBoard, number: int, round_: int) -> EntrantView:
    """Somebody as they stand in a round."""
    player = board.player(number)
    substitute = board.substitute(player, round_)
    role: Literal["player", "fill_in"] = (
        "fill_in" if board.entrants[number].role == "fill_in" else "player"
    )
    return EntrantView(
        number,
        board.name(number),
        role,
        board.is_there(player, round_),
        None if substitute is None else board.directory.names[substitute],
    )


def round_view(board: EventBoard, number: int) -> RoundView:
    """A round as it stands, with the names of who really sits there."""
    found = board.rounds.get(number)
    if found is None:
        return RoundView(number, "planned")
    stale = (*board.gone(number), *board.unseated(number)) if found.state == "drawn" else ()
    tables = []
    for table in found.tables:
        n, e, s, w = (board.sitter_name(seat, number) if seat else None for seat in table.seats)
        result = None if table.result is None else table.result.version.id
        tables.append(TableView(table.number, (n, e, s, w), result))
    return RoundView(
        round=number,
        state=found.state,
        tables=tuple(tables),
        sitting_out=tuple(board.name(out) for out in found.sitting_out),
        stale=tuple(map(board.name, stale)),
        method=found.fact.method,
        seed=found.fact.seed,
    )


def event_view(board: EventBoard) -> EventView:
    """An event as it is listed."""
    event = board.event
    season = None if event.season is None else _season_name(board, event.season)
    pools = pool_names(board.connection)
    return EventView(
        id=event.id,
        name=event.name,
        date=dt.date.fromisoformat(event.on_day),
        kind=event.kind,
        rules=rule_names(board.connection)[event.rules],
        target=event.target,
        deals=event.deals,
        pool=None if event.pool is None else pools[event.pool],
        rounds=event.rounds,
        complete=board.complete,
        players=sum(entrant.role == "player" for entrant in board.entrants.values()),
        season=season,
        state=event.state,
        method=board.settings.method,
        remainder=board.settings.remainder,
        scheme=board.settings.scheme.as_mapping(),
    )


def _season_name(board: EventBoard, number: int) -> str:
    return find_season(board.session, f"#{number}").name


def _apply(work: Writing, event: Event, wish: EventWish) -> None:
    """Puts what is wished into an event that is not stored yet."""
    if wish.name is not None:
        _rename(work, event, wish.name)
    if wish.date is not None:
        event.on_day = wish.date.isoformat()
    if wish.kind is not None:
        event.kind = require_choice("--kind", wish.kind, KINDS)
    if wish.rounds is not None:
        if not 1 <= wish.rounds <= MOST_ROUNDS:
            raise Refused("event.rounds", rounds=wish.rounds, most=MOST_ROUNDS)
        event.rounds = wish.rounds
    if wish.rules is not None:
        event.rules = _rules(work, wish.rules)
    if wish.target is not None:
        event.target = wish.target or None
    if wish.deals is not None:
        event.deals = wish.deals or None
    if event.target is not None and event.deals is not None:
        raise Refused("event.target_and_deals")
    if wish.pool is not None:
        event.pool = pool_named(work.connection, wish.pool).id
    if wish.season is not None:
        event.season = find_season(work.session, wish.season).id if wish.season else None
    settings = _settings(EventSettings.of_text(event.settings), wish)
    if event.rules is not None:
        require_countable(settings.scheme)
    event.settings = settings.text()


def _rename(work: Writing, event: Event, name: str) -> None:
    if not is_name(name):
        raise Refused("event.no_name", name=name)
    key = name_key(name)
    for other in events_of(work.session):
        if other.name_key == key and other.id != event.id:
            raise Refused("event.exists", name=other.name, date=other.on_day)
    event.name, event.name_key = tidy(name), key


def _rules(work: Writing, rules: str | RuleSet) -> str | None:
    if rules == NO_RULES:
        return None
    return keep_rules(work, require_rules(rules) if isinstance(rules, str) else rules)


def _settings(present: EventSettings, wish: EventWish) -> EventSettings:
    scheme: Scheme = scheme_of(present.scheme.as_mapping(), wish.scheme)
    method = require_choice("--method", wish.method or present.method, METHODS)
    remainder = require_choice("--remainder", wish.remainder or present.remainder, REMAINDERS)
    step = wish.rating_step if wish.rating_step is not None else present.rating_step
    return replace(
        present,
        method=method,  # type: ignore[arg-type]
        remainder=remainder,  # type: ignore[arg-type]
        rating_step=step,
        scheme=scheme,
    )
