"""What the reports show, as plain values; services fill them, renderers read them.

Everything is final here: names are as they may be printed (a private player's initials), ratings
are those of the as-of date, numbers are numbers. None means "not known" or "not yet" and is shown
as an empty cell, never as 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from datetime import date, datetime

    from engine.rating.explanation import Explanation
    from engine.rating.policy import Policy
    from engine.rules import RuleSet
    from reports.eventmodel import EventStandings
    from reports.history import History
    from reports.results import Results
    from reports.seasonmodel import SeasonStandings

Cause = Literal["start", "game", "decay", "adjustment", "open_decay"]
"""Why a rating moved. `open_decay` is decay up to the as-of date that no later row has booked
yet: computed, not stored; at most one a player, the last."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person as the reports name them.

    Attributes:
        key: tells people apart (two private players may share their initials); shown to programs
            only. Equal keys are the same person, whatever name a result was entered under.
        name: as it may be printed.
    """

    key: str
    name: str = field(compare=False)


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's line in the standings.

    Attributes:
        place: 1 is the highest rating; equal ratings share a place.
        rating: after open decay.
        finishes: rated games finished first, second, third, fourth; a shared place counts as
            that place.
        decay: points taken off since the last game, >= 0; `rating` is after it.
        last_played: club day of the last rated game.
        change: rating now minus that of `Leaderboard.compared_with`; None for who was not
            listed then.
        previous_place: place on `Leaderboard.compared_with`, or None.
    """

    place: int
    player: Player
    rating: int
    finishes: tuple[int, int, int, int]
    decay: int
    last_played: date
    change: int | None = None
    previous_place: int | None = None

    @property
    def games(self) -> int:
        """Rated games played."""
        return sum(self.finishes)

    @property
    def wins(self) -> int:
        """Rated games finished first, alone or shared."""
        return self.finishes[0]

    @property
    def average_place(self) -> float | None:
        """Mean place over the rated games, 1 (best) to 4; None without a game."""
        total = sum(place * times for place, times in enumerate(self.finishes, start=1))
        return total / self.games if self.games else None


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """One movement of one player's rating.

    Attributes:
        on: club day.
        change: points, signed; None for `start`.
        rating: after the movement.
        result: the id of the game, for `game`.
        reason: why, for `adjustment`.
        span: for decay, the first and the last day on which points went; None if not known
            (a chart then draws a straight line from the movement before).
    """

    player: Player
    on: date
    cause: Cause
    change: int | None
    rating: int
    result: int | None = None
    reason: str = ""
    span: tuple[date, date] | None = None


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One player's line in a result.

    Attributes:
        seat: N, E, S or W.
        points: low is good unless the club scores the other way round; None if not recorded.
        place: 1 is the winner; None for a seat that is not placed.
        change: of the rating, by this game; None where the game moved no rating of this player.
        rating: just before this game, where `change` is known.
    """

    seat: str
    player: Player
    points: int | None
    place: int | None
    change: int | None = None
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One game's result.

    Attributes:
        id: its number.
        on: club day.
        rules: name of the rule set, or None.
        label: what it was called on its day.
        seats: three or four.
        remark: what is unusual about it, for example why it is unchecked.
        category: `rated`, `friendly` or `training`.
    """

    id: int
    on: date
    rules: str | None
    label: str
    seats: tuple[SeatLine, ...]
    remark: str = ""
    category: str = "rated"


@dataclass(frozen=True, slots=True)
class WorkedGame:
    """A real game of the club, computed in full.

    Attributes:
        result: its id.
        on: club day.
        label: what it was called on its day.
        players: in seat order.
        explanations: as `engine.rating.explanation.explain` gives them, in the same order; None
            for a seat that does not count.
    """

    result: int
    on: date
    label: str
    players: tuple[Player, ...]
    explanations: tuple[Explanation | None, ...]


@dataclass(frozen=True, slots=True)
class RulesInUse:
    """A rule set of the club's, and how many of the results were played under it."""

    rules: RuleSet
    games: int


@dataclass(frozen=True, slots=True)
class Moon:
    """A moon that a player shot in a logged game, and the id of the result."""

    player: Player
    on: date
    result: int


@dataclass(frozen=True, slots=True)
class LoggedGames:
    """What the stored logs tell: how many games and deals they hold, and every moon in them."""

    games: int
    deals: int
    moons: tuple[Moon, ...]


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Everything the leaderboard workbook shows.

    Attributes:
        club: the club's name.
        pool: the rating list's name.
        as_of: the club day of the standing, the whole day.
        timezone: IANA name of the zone in which the club's days are counted.
        made_at: wall time in that zone at which the report was made, without the zone itself.
        policy: the rating policy in force, and its version.
        fingerprint: of the ledger, 64 hex digits (RATINGS.md, "The ledger").
        chain_head: of the chain of changes, hex (DESIGN.md, "Audit").
        standings: by place.
        history: the movements, each player's `open_decay` last.
        results: in the order of the facts, oldest first.
        compared_with: the earlier club day with which `Standing.change` compares, or None.
        worked: a game worked out, or None while there is none.
        version: of the program that made it.
        rules: the rule sets of the results, the most played first.
        logged: what the logs tell, or None where nobody looked.
        chosen: the players somebody asked for; a chart shows them instead of the leading ones.
        events: the events to be shown, oldest first; a table or chart of one shows the last.
        season: the season to be shown, or None.
    """

    club: str
    pool: str
    as_of: date
    timezone: str
    made_at: datetime
    policy: Policy
    policy_version: int
    fingerprint: str
    chain_head: str
    standings: tuple[Standing, ...] = field(repr=False)
    history: History = field(repr=False)
    results: Results = field(repr=False)
    compared_with: date | None = None
    worked: WorkedGame | None = None
    version: str = ""
    rules: tuple[RulesInUse, ...] = ()
    logged: LoggedGames | None = field(default=None, repr=False)
    chosen: tuple[Player, ...] = ()
    events: tuple[EventStandings, ...] = field(default=(), repr=False)
    season: SeasonStandings | None = field(default=None, repr=False)
