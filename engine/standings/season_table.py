"""The standings of a season as values, and for every member how the total came about."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, TypeAlias

from engine.standings.errors import refusal

if TYPE_CHECKING:
    from engine.ranking import Better
    from engine.standings.contest import RoundScore
    from engine.standings.games import Penalty
    from engine.standings.ordering import Value, Why
    from engine.standings.season_evening import Presence

ATTENDANCE = "attendance"
"""In `Why`: the one was there often enough, the other was not."""


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """What one evening is worth to one member.

    Attributes:
        evening: Its number in the season, from 1.
        label: What it is called.
        score: Its worth, with the evening's own penalty.
        kind: How they took part, or that they did not.
        counts: Whether it is part of the total; False for what is not among the best.
        attended: Whether they were there themselves.
        standing: The place in the evening's own standings; None for who did not enter.
        rounds: How the evening's score came together, where place points or raw points count.
        penalty: The evening's penalty in the score; above 0 it worsened it.
    """

    evening: int
    label: str
    score: Fraction
    kind: Presence
    counts: bool
    attended: bool
    standing: int | None = None
    rounds: tuple[RoundScore, ...] = ()
    penalty: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One member in the standings of a season.

    Attributes:
        place: Shared by those who are equal in everything; None for who was there too rarely.
        player: The member.
        total: The evenings that count, with the season's penalties.
        attendance: How many evenings they were there.
        lines: All evenings in their order.
        penalty: The season's penalties; above 0 they worsen the total.
        values: Of the criteria, in their order; None where one does not apply.
        why: Why the row stands above the next one; None in the last.
    """

    place: int | None
    player: int
    total: Fraction
    attendance: int
    lines: tuple[SeasonLine, ...]
    penalty: Fraction
    values: tuple[Value | None, ...]
    why: Why | None


StatementKind: TypeAlias = "Presence | Literal['penalty']"


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One line of a statement.

    Attributes:
        evening: The number of the evening; None for a penalty of the season as a whole.
        label: What the evening is called; empty for a penalty of the season as a whole.
        kind: How the member took part, that they did not, or `penalty`.
        score: What it is worth.
        amount: What of it is in the total: the score, or 0 for an evening that was dropped.
        counts: Whether it is in the total.
        standing: The place in the evening's own standings.
    """

    evening: int | None
    label: str
    kind: StatementKind
    score: Fraction
    amount: Fraction
    counts: bool
    standing: int | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """How a member's total came about: the amounts of the lines add up to it, exactly."""

    player: int
    lines: tuple[StatementLine, ...]
    total: Fraction


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The standings of a season after the evenings that were held.

    Attributes:
        rows: First place first; then, in the same order among themselves, who has no place.
        better: Whether a low or a high total is good.
        criteria: The tie-breaks, which `SeasonRow.values` follows.
        evenings: What the evenings are called.
        penalties: The season's penalties, as given.
    """

    rows: tuple[SeasonRow, ...]
    better: Better
    criteria: tuple[str, ...]
    evenings: tuple[str, ...]
    penalties: tuple[Penalty, ...] = ()

    def statement(self, player: int) -> Statement:
        """How a member's total came about.

        Raises:
            StandingsError: `season.stranger`: no such member.
        """
        row = next((row for row in self.rows if row.player == player), None)
        if row is None:
            raise refusal("season.stranger", player=player)
        lines = [
            StatementLine(
                line.evening,
                line.label,
                line.kind,
                line.score,
                line.score if line.counts else Fraction(0),
                line.counts,
                line.standing,
            )
            for line in row.lines
        ]
        own = [penalty for penalty in self.penalties if penalty.player == player]
        lines += [self._penalty_line(penalty) for penalty in own]
        return Statement(player, tuple(lines), row.total)

    def _penalty_line(self, penalty: Penalty) -> StatementLine:
        label = "" if penalty.round is None else self.evenings[penalty.round - 1]
        amount = Fraction(penalty.points if self.better == "low" else -penalty.points)
        return StatementLine(penalty.round, label, "penalty", amount, amount, counts=True)
