"""A season counted evening after evening: what each was worth to every member."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from math import lcm
from typing import TYPE_CHECKING

from engine.standings.credits import Others, credited
from engine.standings.exact import total
from engine.standings.season_evening import EveningScore

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from engine.ranking import Better
    from engine.standings.games import Line
    from engine.standings.season import Evening, SeasonRules
    from engine.standings.season_evening import CountedEvening


class Season:
    """The evenings held so far, for every member. What the tie-breaks look at.

    It grows: the standings after every evening of a season count each evening once.

    Args:
        rules: How the season is counted.
        members: Who takes part, in the order of listing.
        points: Whether few or many points are good at the table.
        seed: Of the lot.

    Attributes:
        numbers: Member -> the number in the order of listing, from 1.
        better: Whether a low or a high total is good.
        points_better: Whether few or many points are good at the table.
        seed: Of the lot.
        evenings: How many were held.
        scores: Member -> what every evening was worth, played or not, in their order.

    Raises:
        StandingsError: As `SeasonRules.better`.

    >>> from engine.standings.games import Entrant, EventRecord, Line
    >>> from engine.standings.scheme import Scheme
    >>> from engine.standings.season import Evening, SeasonRules
    >>> from engine.standings.season_evening import count_evening
    >>> rules, members = SeasonRules(best=1), (1, 2, 3, 4)
    >>> season = Season(rules, members, "low")
    >>> for finish in ((1, 2, 3, 4), (2, 1, 3, 4)):
    ...     entrants = tuple(Entrant(player, player) for player in members)
    ...     lines = tuple(Line(1, 1, player, place) for place, player in enumerate(finish, 1))
    ...     evening = Evening("", EventRecord(entrants, lines, rounds=1), Scheme())
    ...     season.hold(evening, count_evening(rules, evening))
    >>> [str(season.total(player)) for player in members], season.counting(1)
    (['4', '4', '2', '1'], {0})
    """

    __slots__ = (
        "_absence",
        "_best",
        "_counted",
        "_held",
        "_met",
        "_others",
        "_parts",
        "_whole",
        "better",
        "evenings",
        "numbers",
        "points_better",
        "scores",
        "seed",
    )

    def __init__(
        self, rules: SeasonRules, members: Sequence[int], points: Better, seed: int = 0
    ) -> None:
        self.numbers = {player: number for number, player in enumerate(members, start=1)}
        self.points_better = points
        self.better = rules.better(points)
        self.seed = seed
        self.evenings = 0
        self.scores: dict[int, list[EveningScore]] = {player: [] for player in members}
        self._best = rules.best
        self._absence = {notified: rules.absence(notified=notified) for notified in (True, False)}
        self._held: list[Evening] = []
        self._counted: list[CountedEvening] = []
        self._others: list[Others] = []
        # The same scores as whole numbers of equal parts: compared a hundred times as often.
        self._whole: dict[int, list[int]] = {player: [] for player in members}
        self._parts = 1
        self._met: dict[int, tuple[int, list[tuple[int, int]]]] = {}

    def hold(self, evening: Evening, counted: CountedEvening) -> None:
        """Adds the next evening.

        Args:
            evening: What happened.
            counted: What it was worth, by the rules of this season.
        """
        at = self.evenings
        self.evenings += 1
        self._held.append(evening)
        self._counted.append(counted)
        played = [one.score for one in counted.scores.values() if one.kind == "played"]
        self._others.append(Others(played, self.better))
        for player, scores in self.scores.items():
            score = counted.scores.get(player)
            if score is None or score.kind == "substitute":
                score = self._away(player, at)
            scores.append(score)
            self._whole[player].append(self._in_parts(score.score))
        if any(credit.rule == "own_average" for credit in self._absence.values()):
            self._average_anew()

    def _average_anew(self) -> None:
        """Where an absence is worth the own average, every evening played changes it."""
        for player, scores in self.scores.items():
            for at, score in enumerate(scores):
                if score.kind != "played":
                    scores[at] = self._away(player, at)
                    self._whole[player][at] = self._in_parts(scores[at].score)

    def _away(self, player: int, at: int) -> EveningScore:
        """An evening of somebody who was not there, or only for others."""
        notified = player in self._held[at].notified
        credit = self._absence[notified]
        own: list[Fraction] = []
        if credit.rule == "own_average":
            own = [one.score for one in self.scores[player] if one.kind == "played"]
        absence = credited(credit, own, self._others[at])
        away = EveningScore(absence, "notified" if notified else "absent", attended=False)
        helped = self._counted[at].scores.get(player)
        if helped is None:
            return away
        # A substitute's evening is only looked at where it is better than the absence.
        better = helped.score > absence if self.better == "high" else helped.score < absence
        return helped if better else replace(away, attended=True)

    def _in_parts(self, score: Fraction) -> int:
        if self._parts % score.denominator:
            finer = lcm(self._parts, score.denominator)
            times = finer // self._parts
            for whole in self._whole.values():
                whole[:] = [each * times for each in whole]
            self._parts = finer
        return score.numerator * (self._parts // score.denominator)

    # -- what counts ---------------------------------------------------------------------------

    def counting(self, player: int) -> set[int]:
        """The evenings that count for a member, by number from 0: the best, of equals the first."""
        whole = self._whole[player]
        order = sorted(range(len(whole)), key=whole.__getitem__, reverse=self.better == "high")
        return set(order[: self._best])

    def total(self, player: int) -> Fraction:
        """The evenings that count, added up."""
        return total(self.scores[player][at].score for at in self.counting(player))

    def weights(self, players: Sequence[int]) -> dict[int, int]:
        """The totals as whole numbers of parts that are equal for all; only for comparing."""
        high, best = self.better == "high", self._best
        return {player: sum(sorted(self._whole[player], reverse=high)[:best]) for player in players}

    def best_evening(self, player: int) -> Fraction | None:
        """The best single score; None before the first evening."""
        whole = self._whole[player]
        if not whole:
            return None
        best = max(whole) if self.better == "high" else min(whole)
        return self.scores[player][whole.index(best)].score

    def attendance(self, player: int) -> int:
        """How many evenings a member was there."""
        return [score.attended for score in self.scores[player]].count(True)

    # -- games ---------------------------------------------------------------------------------

    def games(self, player: int) -> Iterator[Line]:
        """Every game that counted for somebody, evening after evening."""
        each = (counted.games.lines.get(player, {}) for counted in self._counted)
        return chain.from_iterable(lines.values() for lines in each)

    def meetings(self, player: int) -> Sequence[tuple[int, int]]:
        """For every meeting the opponent, and twice the score: 2 above, 1 shared, 0 below."""
        known, met = self._met.get(player, (0, []))
        for counted in self._counted[known:]:
            met += counted.games.meetings(counted.games.lines.get(player, {}).values())
        self._met[player] = (self.evenings, met)
        return met

    def has_points(self) -> bool:
        """Whether all games of the season have their points."""
        return not any(counted.games.without_points for counted in self._counted)
