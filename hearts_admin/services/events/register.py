"""The register of events: added, listed, shown, changed, removed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from sqlmodel import Session

from engine.problems import Problem
from engine.rules import RuleSet
from engine.standings.scheme import Scheme
from hearts_admin.clock import Clock
from hearts_admin.db import bulk
from hearts_admin.db.event_models import Event
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing, writing
from hearts_admin.errors import Refused, finding
from hearts_admin.names import is_name, name_key, tidy
from hearts_admin.services.actor import Actor
from hearts_admin.services.changes import change_view
from hearts_admin.services.club import default_rules, settings_of
from hearts_admin.services.events.board import EventBoard
from hearts_admin.services.events.finding import board_in, events_of, find_season, reading_board
from hearts_admin.services.events.guards import require
from hearts_admin.services.events.settings import (
    METHODS,
    REMAINDERS,
    EventSettings,
    require_choice,
    require_countable,
    scheme_of,
)
from hearts_admin.services.events.views import (
    EventDetail,
    EventView,
    event_detail,
    event_view,
)
from hearts_admin.services.judging import require_rules
from hearts_admin.services.pools import NO_RULES, pool_named
from hearts_admin.services.rulesets import keep_rules, under_kept_name, unkept_target
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
class EventChanged:
    """An event after a command, and the change it was; None on a dry run or if nothing changed."""

    event: EventView
    change: ChangeView | None
    remarks: tuple[Problem, ...] = ()


def add_event(store: Store, actor: Actor, wish: EventWish) -> EventChanged:
    """Adds an event.

    Raises:
        Refused: `event.no_name`, `event.exists`, `event.rounds`, `event.choice`, `event.scoring`,
            `event.target_and_deals`, `rules.refused`, `pool.unknown`, `season.unknown`.
    """
    with writing(store, actor) as work:
        club = settings_of(work.connection)
        rules = wish.rules if wish.rules is not None else default_rules(work.connection)
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
    return EventChanged(view, change_view(work.change), _all_count(event))


def change_event(store: Store, actor: Actor, wanted: str | None, wish: EventWish) -> EventChanged:
    """Changes what an event says of itself.

    Raises:
        Refused: as `add_event`, and `event.unknown`; `event.has_rounds` when fewer rounds are
            wanted than are drawn; `event.guard`, another day than that of its results.
        UsageFault: `change.no_reason`, other rules, target or deals once there are results.
    """
    with writing(store, actor) as work:
        board = board_in(work, wanted)
        fresh = Event(**board.event.content())
        _apply(work, fresh, wish)
        if fresh.rounds < len(board.rounds):
            raise Refused("event.has_rounds", rounds=fresh.rounds, drawn=len(board.rounds))
        remarks = _as_played(actor, board, fresh)
        if fresh.content() != board.event.content():
            replace_event(work, board.event, fresh)
            if fresh.rounds != board.event.rounds or fresh.settings != board.event.settings:
                remarks += _all_count(fresh)
        view = event_view(board.anew(fresh))
    return EventChanged(view, change_view(work.change), remarks)


def _as_played(actor: Actor, board: EventBoard, fresh: Event) -> tuple[Problem, ...]:
    """Refuses what does not fit the results that are in; a remark on what divides them.

    Raises:
        Refused: `event.guard`, they are of another day than the event is to be.
        UsageFault: `change.no_reason`.
    """
    played = [n for n, each in board.rounds.items() if len(each.missing) < len(each.tables)]
    if not played:
        return ()
    last, present = max(played), board.event
    if fresh.on_day != present.on_day and (others := _of_other_days(board, fresh.on_day)):
        hint = f'hearts-admin result correct {others[0]} --date {fresh.on_day} --reason "..."'
        shown = tuple(map(str, others))
        found = finding("event.other_day", results=shown, date=fresh.on_day)
        require(actor, "day", board.state(last), last, [found], hint)
    if (fresh.rules, fresh.target, fresh.deals) == (present.rules, present.target, present.deals):
        return ()
    require(actor, "terms", board.state(last), last)
    return (finding("event.mixed_terms", event=fresh.name),)


def _of_other_days(board: EventBoard, day: str) -> list[int]:
    """The results of an event that are not of this day."""
    rows = bulk.select(
        board.connection,
        "SELECT r.id FROM event_game g JOIN result r ON r.id = g.result AND r.closed IS NULL"
        " WHERE g.event = ? AND g.closed IS NULL AND r.state = 'ok' AND r.played_on <> ?"
        " ORDER BY r.id",
        (board.event.id, day),
    )
    return [number for (number,) in rows]


def _all_count(event: Event) -> tuple[Problem, ...]:
    """Whether only the best rounds are to count, of fewer rounds than that."""
    best = EventSettings.of_text(event.settings).scheme.best_of
    if best is None or best <= event.rounds:
        return ()
    return (finding("event.all_count", best=best, rounds=event.rounds),)


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


def _apply(work: Writing, event: Event, wish: EventWish) -> None:
    """Puts what is wished into an event that is not stored yet."""
    rules = None
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
        rules = _rules(work, wish.rules)
        event.rules = None if rules is None else keep_rules(work, rules)
    if wish.target is not None:
        event.target = wish.target or None
    if wish.deals is not None:
        event.deals = wish.deals or None
    if rules is not None and event.target is None and event.deals is None:
        event.target = unkept_target(rules)
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


def _rules(work: Writing, rules: str | RuleSet) -> RuleSet | None:
    if rules == NO_RULES:
        return None
    chosen = require_rules(rules) if isinstance(rules, str) else rules
    return under_kept_name(work.connection, chosen)


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
