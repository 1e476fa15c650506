"""An event as it is listed and shown, made of its board."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from hearts_admin.services.events.board import EventBoard, RoundState
from hearts_admin.services.events.finding import find_season
from hearts_admin.services.events.notes import (
    Apart,
    PenaltyView,
    pairs_apart,
    penalty_views,
)
from hearts_admin.services.pools import pool_names
from hearts_admin.services.rulesets import rule_names


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
        result = None if table.result is None else table.result.id
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
