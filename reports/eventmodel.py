"""What is shown of an event, as plain values: its seating, its forms, its standings.

As in `reports.model`, everything is final here: names are as they may be printed, scores are
exact. None means "not known" or "not yet" and is shown as an empty cell, never as 0. What has a
code (a scoring, a tie-break) is put into words by `reports.event_text`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date, datetime

    from reports.model import Player

Number: TypeAlias = "int | Fraction"
"""A score, exact: places that are shared split what they pay."""

EventKind = Literal["evening", "tournament"]

RoundState = Literal["played", "substituted", "sat_out", "missed"]
"""What a player's score in a round is for; `substituted`: somebody else sat in for the player. A
round that is to come has no `RoundScore` at all."""


@dataclass(frozen=True, slots=True)
class DealRules:
    """What a score sheet says of the rule set, so that its writer can check every deal.

    Attributes:
        name: of the rule set.
        sums: what the four points of a deal may add up to, ascending; empty if any sum may be.
        back_sums: the same on a return leg, as changes of the totals; empty without one.
        passing: the directions in turn, of `left`, `right`, `across` and `none`; only `none`
            where no cards are passed.
        target: the points at which a game ends, or None where it is played for so many deals.
        deals: how many deals a game has, or None where it is played to a target.
    """

    name: str
    sums: tuple[int, ...] = ()
    back_sums: tuple[int, ...] = ()
    passing: tuple[str, ...] = ("none",)
    target: int | None = None
    deals: int | None = None


@dataclass(frozen=True, slots=True)
class Scoring:
    """How an event counts.

    Attributes:
        key: `points`, `places` or `performance`.
        ladder: what the places pay, first to fourth, for `places`.
        better: of raw points, whether `low` or `high` is good.
        best: only so many of a player's rounds count; None for all.
        tie_breaks: keys of the criteria by which equal scores are told apart, in order.
    """

    key: str
    ladder: tuple[Number, ...] = ()
    better: Literal["low", "high"] = "low"
    best: int | None = None
    tie_breaks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventHead:
    """What is printed at the head of everything about an event.

    Attributes:
        club: the club's name.
        name: of the event.
        kind: a club evening or a tournament.
        on: its club day.
        rounds: how many are planned.
        scoring: how it counts.
        rules: what is played, or None where no rule set is known.
    """

    club: str
    name: str
    kind: EventKind
    on: date
    rounds: int
    scoring: Scoring
    rules: DealRules | None = None


# who sits where


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of the event and their start number."""

    number: int
    player: Player


@dataclass(frozen=True, slots=True)
class TableSeating:
    """A table in a round.

    Attributes:
        number: of the table, from 1.
        seats: who sits N, E, S, W; None for the empty chair at a table of three.
    """

    number: int
    seats: tuple[Player | None, Player | None, Player | None, Player | None]


@dataclass(frozen=True, slots=True)
class RoundSeating:
    """A round that is drawn: its tables in the order of their numbers, and who sits out."""

    number: int
    tables: tuple[TableSeating, ...]
    sitting_out: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatCounts:
    """How often a player sits N, E, S and W; `number` is the start number."""

    player: Player
    times: tuple[int, int, int, int]
    number: int = 0


@dataclass(frozen=True, slots=True)
class Passing:
    """How often, of all the rounds, a player has somebody as the neighbour they pass to."""

    giver: Player
    receiver: Player
    left: int = 0
    across: int = 0
    right: int = 0


@dataclass(frozen=True, slots=True)
class SeatingQuality:
    """How good a seating is; the words are those of `engine.seating.quality.Quality`.

    Attributes:
        meetings: number of meetings -> how many pairs met so often, 0 included.
        excess: meetings beyond an even spread.
        bound: no seating has a smaller excess.
        back_to_back: how often a pair meets in two rounds running.
        seat_imbalance: the largest difference between two seats' counts of one player.
        seats: by start number.
        passes: by the giver's start number.
    """

    meetings: Mapping[int, int]
    excess: int
    bound: int
    back_to_back: int
    seat_imbalance: int
    seats: tuple[SeatCounts, ...] = ()
    passes: tuple[Passing, ...] = ()


@dataclass(frozen=True, slots=True)
class EventPaper:
    """Everything that is printed before play: for the wall, the players and the tables.

    Attributes:
        entrants: by start number, everybody who gets a card.
        rounds: those that are drawn, in order.
        timezone: IANA name of the zone of the club.
        made_at: wall time in that zone, without the zone itself.
        standings: as they are now, or None before the first round is complete.
        quality: of the seating, or None where it is not to be shown.
        version: of the program that made it.
    """

    head: EventHead
    entrants: tuple[Entrant, ...]
    rounds: tuple[RoundSeating, ...]
    timezone: str
    made_at: datetime
    standings: EventStandings | None = None
    quality: SeatingQuality | None = None
    version: str = ""


# standings


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What a round brought a player.

    Attributes:
        score: in the event's scoring; None for a round that brings none.
        counts: False for a round that is dropped (best so many of all).
        state: what it is for.
    """

    score: Number | None
    counts: bool = True
    state: RoundState = "played"


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty, in the event's scoring.

    Attributes:
        points: above 0 they make the standing worse, below 0 better.
        round: in which, or None for the whole event.
    """

    points: Number
    round: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Above:
    """Why a player stands above the next one.

    Attributes:
        criterion: `score`, `final` (the one played the final, the other did not), the key of a
            tie-break, or `equal`.
        own: the value by which.
        other: that of the next one.
    """

    criterion: str
    own: Number | None = None
    other: Number | None = None


@dataclass(frozen=True, slots=True)
class EventRow:
    """One player's line in an event's standings.

    Attributes:
        place: 1 is the winner; shared where nothing tells two apart.
        number: start number.
        score: penalties included; None without any round that counts.
        rounds: one for each round played so far; None where the player was not entered yet.
        games: played.
        tie_breaks: values in the order of `Scoring.tie_breaks`; None where one does not apply.
        places: in the standings after each round played so far; None before the player's first.
        penalties: those that are in `score`.
        above: why above the next row; None in the last one.
        finalist: whether the player reached the final.
        withdrawn: whether the player left for good.
    """

    place: int
    number: int
    player: Player
    score: Number | None
    rounds: tuple[RoundScore | None, ...]
    games: int
    tie_breaks: tuple[Number | None, ...] = ()
    places: tuple[int | None, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    above: Above | None = None
    finalist: bool = False
    withdrawn: bool = False

    @property
    def penalty(self) -> Number | None:
        """All penalties together; None where there are none, or they cancel out."""
        return sum((each.points for each in self.penalties), Fraction()) or None


@dataclass(frozen=True, slots=True)
class Correction:
    """A result of a completed round that was corrected.

    Attributes:
        on: the club day of the correction.
        after_final: whether the final had been drawn by then; it is not drawn anew.
    """

    round: int
    table: int
    on: date
    reason: str = ""
    after_final: bool = False


@dataclass(frozen=True, slots=True)
class EventStandings:
    """The standings of an event.

    Attributes:
        after: how many rounds are in them.
        rows: by place.
        final_after: after how many rounds the finalists were chosen; None without a final.
        carries: whether finalists take their score along into the final.
        closed: whether these are the final standings.
        corrections: of completed rounds, oldest first.
    """

    head: EventHead
    after: int
    rows: tuple[EventRow, ...] = field(repr=False)
    final_after: int | None = None
    carries: bool = True
    closed: bool = False
    corrections: tuple[Correction, ...] = ()
