"""What is shown of a season, as plain values: its standings, and how a player's total came about.

Final and exact as in `reports.eventmodel`; None is "not known" or "not yet".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from datetime import date

    from reports.eventmodel import Above, Number
    from reports.model import Player

Cause = Literal["played", "substitute", "notified", "absent", "penalty"]
"""What a score in a season is for. `substitute`: the player sat in for somebody else, and that
game counts for them too. `notified`: absent with notice. `penalty` stands in statements only."""


RoundCause = Literal["played", "substituted", "sat_out", "missed", "as_substitute"]
"""What the score of a round in a statement is for."""


@dataclass(frozen=True, slots=True)
class SeasonHead:
    """What is printed at the head of everything about a season.

    Attributes:
        club: the club's name.
        name: of the season.
        evenings: how many are planned, or None where that is open.
        best: only so many of a player's evenings count; None for all.
        least: evenings somebody must attend to be placed; 0 for none.
        tie_breaks: keys of the criteria by which equal totals are told apart, in order.
    """

    club: str
    name: str
    evenings: int | None = None
    best: int | None = None
    least: int = 0
    tie_breaks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evening:
    """An event of the season: its number in it, from 1, its name and its club day."""

    number: int
    name: str
    on: date


@dataclass(frozen=True, slots=True)
class EveningScore:
    """What an evening brought a player.

    Attributes:
        score: in the season's scoring; None for an evening that brings none.
        counts: False for one that is dropped.
        cause: what the score is for.
    """

    score: Number | None
    counts: bool = True
    cause: Cause = "played"


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One player's line in the season's standings.

    Attributes:
        place: None for who is not placed: too few evenings attended.
        total: exact; None without any evening that counts.
        evenings: one for each of `SeasonStandings.evenings`; None where the player had not joined.
        attended: how many evenings.
        tie_breaks: values in the order of `SeasonHead.tie_breaks`.
        places: in the standings after each evening; None where not placed then.
        above: why above the next row; None in the last one.
    """

    place: int | None
    player: Player
    total: Number | None
    evenings: tuple[EveningScore | None, ...]
    attended: int
    tie_breaks: tuple[Number | None, ...] = ()
    places: tuple[int | None, ...] = ()
    above: Above | None = None


@dataclass(frozen=True, slots=True)
class SeasonStandings:
    """The standings of a season.

    Attributes:
        evenings: those played so far, in order.
        rows: by place, then who is not placed.
        closed: whether these are the final standings.
    """

    head: SeasonHead
    evenings: tuple[Evening, ...]
    rows: tuple[SeasonRow, ...] = field(repr=False)
    closed: bool = False


@dataclass(frozen=True, slots=True)
class StatementRound:
    """One round of an evening in a statement.

    Attributes:
        number: from 1.
        score: in the season's scoring; None for a game for somebody else that is worth nothing.
        counts: False for one in whose place another counts.
        cause: `substituted`: somebody else sat there; `as_substitute`: they sat there for
            somebody else.
        other: who that was.
    """

    number: int
    score: Number | None
    counts: bool
    cause: RoundCause = "played"
    other: Player | None = None


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One line of a statement.

    Attributes:
        evening: or None for what belongs to no evening.
        score: None where the line brings none.
        counts: whether `score` is in the total.
        cause: what it is for.
        details: more about it, as it may be printed.
        rounds: of the evening, where their scores are what it is worth; else those alone that
            were played for somebody else.
        penalty: what of `score` is the evening's penalties; added to the rest it is the score.
        place: in the evening's own standings, where that is what it is worth.
        shown: the score in the evening's own standings, where that is another one.
    """

    evening: Evening | None
    score: Number | None
    counts: bool
    cause: Cause
    details: str = ""
    rounds: tuple[StatementRound, ...] = ()
    penalty: Number = 0
    place: int | None = None
    shown: Number | None = None


@dataclass(frozen=True, slots=True)
class SeasonStatement:
    """How a player's total came about; the lines that count add up to it exactly.

    Attributes:
        place: or None for who is not placed.
        attended: how many evenings.
    """

    head: SeasonHead
    player: Player
    place: int | None
    total: Number | None
    attended: int
    lines: tuple[StatementLine, ...]
