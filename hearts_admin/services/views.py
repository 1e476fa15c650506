"""What services give back: plain values, ready to be shown, with no session behind them.

Names are as the club knows them today; dates are club days; numbers are numbers. The command
line renders them as tables, JSON or CSV; field names are the JSON keys of the contract.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.keptsheet import KeptSheet
from engine.problems import Problem


@dataclass(frozen=True, slots=True)
class ChangeView:
    """One command's effect: what `change list` lists and `change undo` takes back."""

    id: int
    at_utc: str
    who: str
    command: str
    reason: str


@dataclass(frozen=True, slots=True)
class HouseRulesView:
    """What a club's own house rules are made of; `changed` has the switches as they are typed."""

    based_on: str
    target: int
    changed: Mapping[str, str]
    fingerprint: str


@dataclass(frozen=True, slots=True)
class ClubView:
    """The club and where its data is; `house_rules` is None where its rules are a published set."""

    name: str
    timezone: str
    day_starts_at: str
    rules: str | None
    house_rules: HouseRulesView | None
    pool: str
    policy: str
    players: int
    results: int
    last_result: dt.date | None
    database: str


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One line of `player list`."""

    id: int
    name: str
    member_no: str | None
    kind: str
    active: bool
    games: int
    rating: int | None


@dataclass(frozen=True, slots=True)
class HistoryView:
    """One row of a player's rating history; before + change = after.

    `cause` is `start`, `decay`, `game` or `adjustment`.
    """

    date: dt.date
    cause: str
    before: int
    change: int
    after: int
    result: int | None
    place: int | None


@dataclass(frozen=True, slots=True)
class PlayerDetail:
    """Everything `player show` shows.

    `places` counts how often the player finished 1st to 4th; `points` is the total over games in
    which points are known, `average_points` per such game.
    """

    player: PlayerView
    points: int
    average_points: float | None
    places: tuple[int, int, int, int]
    average_place: float | None
    first_played: dt.date | None
    last_played: dt.date | None
    history: tuple[HistoryView, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player's line in a result."""

    seat: str
    player: str
    points: int | None
    place: int


@dataclass(frozen=True, slots=True)
class ResultView:
    """A result as listed: `result list --json` gives exactly these keys (`state` with --all)."""

    id: int
    date: dt.date
    rules: str | None
    label: str
    seats: tuple[SeatView, ...]
    state: str = "ok"


@dataclass(frozen=True, slots=True)
class ResultDetail:
    """A result as shown: what is listed, and what was stored beside it."""

    result: ResultView
    time: str | None
    event: str | None
    round: str | None
    table: str | None
    target: int | None
    better: str
    category: str
    pool: str
    unchecked_reason: str | None
    log: bool
    sheet: KeptSheet | None
    change: ChangeView


@dataclass(frozen=True, slots=True)
class MovedGame:
    """One row of a player's ledger that a command changed.

    `before` and `after` are the points booked at it, None where there is no such row; `cause` is
    `start`, `decay`, `game` or `adjustment`.
    """

    date: dt.date
    cause: str
    result: int | None
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Movement:
    """How a command moved one player's present rating in one pool (as it stands in the ledger).

    `games` are the rows through which it moved, in the order of the facts; a player whose rating
    came back to where it was has games, but the same rating before and after.
    """

    player: str
    before: int | None
    after: int | None
    games: tuple[MovedGame, ...] = ()
    pool: str = "main"


@dataclass(frozen=True, slots=True)
class AtTable:
    """Where in an event a game was played."""

    event: str
    round: int
    table: int


@dataclass(frozen=True, slots=True)
class Recorded:
    """What recording one result did.

    `remarks` are warnings and what was decided by default; `movements` are in seat order, then
    everybody else who moved; `change` is None when nothing changed or on a dry run; `at` is the
    table of an event whose result it is.
    """

    result: ResultView
    movements: tuple[Movement, ...]
    remarks: tuple[Problem, ...]
    added: tuple[str, ...]
    change: ChangeView | None
    at: AtTable | None = None


@dataclass(frozen=True, slots=True)
class PlayersAdded:
    """What adding or importing players did."""

    added: tuple[str, ...]
    updated: tuple[str, ...]
    remarks: tuple[Problem, ...]
    change: ChangeView | None


@dataclass(frozen=True, slots=True)
class HeadingView:
    """A heading, case and accents aside, and the column it means (`importers.headings`)."""

    heading: str
    meaning: str


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import read, stored and refused.

    `problems` carry line numbers; `stored` are the new results; `known` counts games that were
    there already; `skipped` counts games left out because of a problem; `headings` are those of
    the club's own that were met; `remarks` are on what was stored.
    """

    file: str
    games: int
    stored: Sequence[ResultView]
    known: int
    skipped: int
    added: tuple[str, ...]
    problems: tuple[Problem, ...]
    change: ChangeView | None
    ignored: tuple[str, ...] = ()
    headings: tuple[HeadingView, ...] = ()
    remarks: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class RatingLine:
    """One line of `rating list`; `rating` is after open decay, `decay` what was taken off."""

    place: int
    player: str
    rating: int
    games: int
    last_played: dt.date
    decay: int


@dataclass(frozen=True, slots=True)
class RatingList:
    """A pool's standing as of a club day (the whole day)."""

    pool: str
    policy: str
    as_of: dt.date | None
    lines: tuple[RatingLine, ...]


@dataclass(frozen=True, slots=True)
class FoldReport:
    """What a recompute or a verify found.

    `difference` is the first differing row (`stored` and `fresh`, either may be missing), None
    when all agree.
    """

    pool: str
    facts: int
    rows: int
    written: int
    fingerprint: str
    difference: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class UpgradeReport:
    """The schema versions before and after `db upgrade`."""

    database: str
    before: str
    after: str
    backup: str | None = field(default=None)
