"""An event counted by its scheme: what every round was worth to every entrant, and the totals."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, TypeAlias

from engine.standings.credits import Credit, Others, credited
from engine.standings.exact import total
from engine.standings.games import Games
from engine.standings.scoring import SCORINGS, performance, rated_pairs

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from engine.ranking import Better
    from engine.standings.games import EventRecord, Line
    from engine.standings.scheme import Scheme

How: TypeAlias = Literal["played", "substituted", "sat_out", "missed", "as_substitute"]
"""How a round came by its score. `substituted`: somebody else sat there for them; `as_substitute`:
they sat there for somebody else, which only a season can count."""


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What one round is worth to one player.

    Attributes:
        round: The round.
        score: Its worth; of a rating performance, what was scored against rated opponents.
        kind: How it came about.
        counts: Whether it is part of the total; False for what is not among the best.
        table: The table, if there was one.
        place: The place at it.
        points: The points of that game, if they are known.
    """

    round: int
    score: Fraction
    kind: How
    counts: bool
    table: int | None = None
    place: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """What all rounds are worth to one player.

    Attributes:
        rounds: The rounds in their order.
        total: Of those that count, before penalties; None for a rating performance without any
            rated opponent.
        penalty: The penalties added up; above 0 they worsen the score.
        score: The total with the penalties.
    """

    rounds: tuple[RoundScore, ...]
    total: Fraction | None
    penalty: Fraction
    score: Fraction | None


class Contest:
    """Some rounds of an event, counted.

    Args:
        record: What happened.
        scheme: How it is counted.
        rounds: The rounds that count; None for all that are complete.
        preliminary: The places before these rounds, if they are a final.
        games: The record sorted out, if that has been done.

    Attributes:
        games: The record sorted out.
        better: Whether a low or a high score is good.
        points_better: Whether few or many points are good.
        rounds: The rounds that count.
        seed: Of the lot.
        preliminary: As given.
        scores: Round -> player -> what a game was worth to whom it counts for, entrant or not.
        tallies: What the rounds are worth to every entrant.

    Raises:
        StandingsError: As `Games` does, and when raw points are wanted and there are none.
    """

    __slots__ = (
        "_lines",
        "_others",
        "_scheme",
        "better",
        "games",
        "points_better",
        "preliminary",
        "rounds",
        "scores",
        "seed",
        "tallies",
    )

    def __init__(
        self,
        record: EventRecord,
        scheme: Scheme,
        rounds: range | None = None,
        preliminary: Mapping[int, int] | None = None,
        games: Games | None = None,
    ) -> None:
        self.games = Games(record) if games is None else games
        self._scheme = scheme
        self.better: Better = scheme.better(record)
        self.points_better: Better = record.better
        self.rounds = range(1, record.rounds + 1) if rounds is None else rounds
        self.seed = record.seed
        self.preliminary: Mapping[int, int] = preliminary or {}
        self._lines = {
            player: [line for number, line in sorted(lines.items()) if number in self.rounds]
            for player, lines in self.games.lines.items()
        }
        self.scores = self._scores()
        self._others = {
            number: Others(list(of_round.values()), self.better)
            for number, of_round in self.scores.items()
        }
        penalties = _penalties(record, self.rounds)
        self.tallies = {
            player: self._tally(player, penalties.get(player, Fraction(0)))
            for player in self.games.numbers
        }

    def lines(self, player: int) -> list[Line]:
        """The lines that count for a player, in the order of the rounds."""
        return self._lines.get(player, [])

    def meetings(self, player: int) -> Iterator[tuple[int, int]]:
        """For every meeting the opponent, and twice the score: 2 above, 1 shared, 0 below."""
        return self.games.meetings(self.lines(player))

    def has_points(self) -> bool:
        """Whether all games have their points, so that these can decide anything."""
        return not self.games.without_points & set(self.rounds)

    def _scores(self) -> dict[int, dict[int, Fraction]]:
        of_table = SCORINGS[self._scheme.scoring].of_table(self._scheme)
        return {
            number: {
                line.player: score
                for lines in self.games.tables.get(number, {}).values()
                for line, score in zip(lines, of_table(lines), strict=True)
            }
            for number in self.rounds
        }

    def missed(self, number: int, own: Sequence[Fraction]) -> Fraction:
        """What a round is worth to somebody who was not there.

        Args:
            number: The round.
            own: Their scores of all the rounds that they played.
        """
        return self._credited(self._scheme.missed_credit(), number, own)

    def _credited(self, credit: Credit, number: int, own: Sequence[Fraction]) -> Fraction:
        """A rating is performed in games alone: there, what was not played is worth nothing."""
        if not SCORINGS[self._scheme.scoring].adds_up:
            return Fraction(0)
        return credited(credit, own, self._others[number])

    def _tally(self, player: int, penalty: Fraction) -> Tally:
        each = list(self._rounds(player))
        counting, lines = self._counting(each), self.games.lines.get(player, {})
        rounds = tuple([_round_score(one, lines.get(one[0]), one[0] in counting) for one in each])
        earned = self._earned(player, rounds)
        if earned is None or not penalty:
            return Tally(rounds, earned, penalty, earned)
        worse = penalty if self.better == "low" else -penalty
        return Tally(rounds, earned, penalty, earned + worse)

    def _rounds(self, player: int) -> Iterator[tuple[int, Fraction, How]]:
        """Every round with its worth, and how it came by it."""
        played = {
            number: scores[player] for number, scores in self.scores.items() if player in scores
        }
        sat_out = self.games.sat_out.get(player, set())
        own, again = list(played.values()), False
        for number in self.rounds:
            if number in played:
                own_seat = self.games.lines[player][number].sitter == player
                yield number, played[number], "played" if own_seat else "substituted"
            elif number in sat_out:
                credit = self._sit_out_credit(again=again)
                yield number, self._credited(credit, number, own), "sat_out"
                again = True
            else:
                yield number, self.missed(number, own), "missed"

    def _sit_out_credit(self, *, again: bool) -> Credit:
        later = self._scheme.sit_out_again
        return later if again and later is not None else self._scheme.sit_out

    def _counting(self, each: list[tuple[int, Fraction, How]]) -> Container[int]:
        """The rounds that count: the best so many, of equal ones the earlier."""
        if not SCORINGS[self._scheme.scoring].adds_up:
            return {number for number, _, kind in each if kind in ("played", "substituted")}
        if self._scheme.best_of is None:
            return self.rounds
        best = sorted(each, key=lambda one: one[1], reverse=self.better == "high")
        return {number for number, _, _ in best[: self._scheme.best_of]}

    def _earned(self, player: int, rounds: tuple[RoundScore, ...]) -> Fraction | None:
        if SCORINGS[self._scheme.scoring].adds_up:
            return total(one.score for one in rounds if one.counts)
        found = performance(
            [
                pair
                for line in self.lines(player)
                for pair in rated_pairs(line, self.games.opponents(line))
            ]
        )
        return None if found is None else Fraction(found)


def _round_score(one: tuple[int, Fraction, How], line: Line | None, counts: bool) -> RoundScore:
    number, score, kind = one
    if line is None:
        return RoundScore(number, score, kind, counts)
    return RoundScore(number, score, kind, counts, line.table, line.place, line.points)


def _penalties(record: EventRecord, rounds: range) -> dict[int, Fraction]:
    """Player -> penalties; those of the event as a whole count from its first round on."""
    found: dict[int, Fraction] = {}
    for penalty in record.penalties:
        due = rounds.start == 1 if penalty.round is None else penalty.round in rounds
        if due:
            found[penalty.player] = found.get(penalty.player, Fraction(0)) + penalty.points
    return found
