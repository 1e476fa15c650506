"""A season counted and ranked.

rules, evenings -> count_evening each -> a line for every member and evening -> the best so many
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING

from engine.standings.credits import Others, credited
from engine.standings.errors import refusal
from engine.standings.exact import total
from engine.standings.ordering import Step, Why, order, shown_values
from engine.standings.ranking import SCORE
from engine.standings.season_criteria import SEASON_CRITERIA
from engine.standings.season_evening import CountedEvening, EveningScore, count_evening
from engine.standings.season_table import ATTENDANCE, SeasonLine, SeasonRow, SeasonTable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.ranking import Better
    from engine.standings.games import Line, Penalty
    from engine.standings.ordering import Criterion, Rank
    from engine.standings.season import Evening, SeasonRules


class Season:
    """A season counted: every member's line of every evening. What the tie-breaks look at.

    Attributes:
        numbers: Member -> the number in the order of listing, from 1.
        better: Whether a low or a high total is good.
        points_better: Whether few or many points are good at the table.
        seed: Of the lot.
        evenings: How many were held.
        lines: Member -> a line for every evening; those that count are marked.
    """

    __slots__ = ("_counted", "better", "evenings", "lines", "numbers", "points_better", "seed")

    def __init__(
        self,
        rules: SeasonRules,
        evenings: Sequence[Evening],
        members: Sequence[int],
        seed: int,
        counted: Sequence[CountedEvening] | None = None,
    ) -> None:
        self.numbers = {player: number for number, player in enumerate(members, start=1)}
        self.points_better = _points_better(evenings)
        self.better = rules.better(self.points_better)
        self.seed = seed
        self.evenings = len(evenings)
        self._counted = counted or [count_evening(rules, evening) for evening in evenings]
        others = [Others(_played(counted), self.better) for counted in self._counted]
        self.lines = {player: self._lines(rules, evenings, others, player) for player in members}

    def games(self, player: int) -> Iterator[Line]:
        """Every game that counted for somebody, evening after evening."""
        each = (counted.games.lines.get(player, {}) for counted in self._counted)
        return chain.from_iterable(lines.values() for lines in each)

    def meetings(self, player: int) -> Iterator[tuple[int, int]]:
        """For every meeting the opponent, and twice the score: 2 above, 1 shared, 0 below."""
        for counted in self._counted:
            yield from counted.games.meetings(counted.games.lines.get(player, {}).values())

    def has_points(self) -> bool:
        """Whether all games of the season have their points."""
        return not any(counted.games.without_points for counted in self._counted)

    def attendance(self, player: int) -> int:
        """How many evenings a member was there."""
        return sum(line.attended for line in self.lines[player])

    def _lines(
        self,
        rules: SeasonRules,
        evenings: Sequence[Evening],
        others: Sequence[Others],
        player: int,
    ) -> tuple[SeasonLine, ...]:
        found = [counted.scores.get(player) for counted in self._counted]
        own = [score.score for score in found if score is not None and score.kind == "played"]
        scores = []
        for index, (evening, score) in enumerate(zip(evenings, found, strict=True)):
            if score is None or score.kind == "substitute":
                notified = player in evening.notified
                absence = credited(rules.absence(notified=notified), own, others[index])
                away = EveningScore(absence, "notified" if notified else "absent", attended=False)
                score = self._chosen(score, away)
            scores.append(score)
        high = self.better == "high"
        best = sorted(range(len(scores)), key=lambda at: scores[at].score, reverse=high)
        counting = set(best[: rules.best])
        return tuple(
            _line(at + 1, evening.label, score, counts=at in counting)
            for at, (evening, score) in enumerate(zip(evenings, scores, strict=True))
        )

    def _chosen(self, score: EveningScore | None, away: EveningScore) -> EveningScore:
        """A substitute's evening is only looked at where it is better than the absence."""
        if score is None:
            return away
        gains = score.score > away.score if self.better == "high" else score.score < away.score
        return score if gains else replace(away, attended=True)


def season_standings(
    rules: SeasonRules,
    evenings: Sequence[Evening],
    members: Sequence[int] | None = None,
    penalties: Sequence[Penalty] = (),
    seed: int = 0,
    counted: Sequence[CountedEvening] | None = None,
) -> SeasonTable:
    """The standings of a season after these evenings.

    Args:
        rules: How it is counted.
        evenings: Those that were held, in their order.
        members: Who takes part in the season, in the order in which equal ones are listed; None
            for everybody who entered an evening, in order of first appearance.
        penalties: Of the season; `round` is the number of the evening, from 1.
        seed: Decides the lot.
        counted: The evenings as `count_evening` has counted them by these rules, if that has been
            done: the standings after every evening of a season need it only once.

    Raises:
        StandingsError: More evenings than the rules know; evenings of which some count few points
            as good and others many; a penalty for nobody or for no evening; a member listed
            twice; what `engine.standings.ranking.rank` refuses.

    >>> from engine.standings.games import Entrant, EventRecord, Line
    >>> from engine.standings.scheme import Scheme
    >>> from engine.standings.season import Evening, SeasonRules
    >>> entrants = tuple(Entrant(player, player) for player in (1, 2, 3, 4))
    >>> lines = tuple(Line(1, 1, player, place=player) for player in (1, 2, 3, 4))
    >>> evening = Evening("January", EventRecord(entrants, lines, rounds=1), Scheme())
    >>> found = season_standings(SeasonRules(best=6, of=8), [evening], members=[4, 2, 9])
    >>> [(row.place, row.player, str(row.total)) for row in found.rows]
    [(1, 2, '3'), (2, 4, '1'), (3, 9, '0')]
    """
    everybody = _entrants(evenings) if members is None else list(members)
    _check(rules, evenings, everybody, penalties)
    season = Season(rules, evenings, everybody, seed, counted)
    fines = dict.fromkeys(everybody, Fraction(0))
    for penalty in penalties:
        fines[penalty.player] += penalty.points
    worse = 1 if season.better == "low" else -1
    totals = {
        player: total(line.score for line in season.lines[player] if line.counts) + worse * fine
        for player, fine in fines.items()
    }
    ranks, rare = _order(season, rules, totals)
    criteria = _criteria(rules)
    values = shown_values(ranks, season, criteria) | shown_values(rare, season, criteria)
    rows = tuple(
        SeasonRow(
            rank.place if number < len(ranks) else None,
            rank.player,
            totals[rank.player],
            season.attendance(rank.player),
            season.lines[rank.player],
            fines[rank.player],
            values[rank.player],
            rank.why,
        )
        for number, rank in enumerate([*ranks, *rare])
    )
    labels = tuple(evening.label for evening in evenings)
    return SeasonTable(rows, season.better, rules.tie_breaks, labels, tuple(penalties))


def _order(
    season: Season, rules: SeasonRules, totals: Mapping[int, Fraction]
) -> tuple[list[Rank], list[Rank]]:
    """Those who have a place, and those who were there too rarely, whatever is still to come."""
    left = 0 if rules.of is None else rules.of - season.evenings
    enough = {
        player: season.attendance(player) + left >= rules.minimum_attendance for player in totals
    }
    by_total = Step(SCORE, season.better, lambda _group: totals)
    steps = [by_total, *(each.step(season) for each in _criteria(rules))]
    ranks, rare = (
        order([player for player in totals if enough[player] is often], steps)
        for often in (True, False)
    )
    if ranks and rare:
        times = [season.attendance(rank.player) for rank in (ranks[-1], rare[0])]
        ranks[-1] = replace(ranks[-1], why=Why(ATTENDANCE, *times))
    return ranks, rare


def _criteria(rules: SeasonRules) -> list[Criterion[Season]]:
    return [SEASON_CRITERIA[key] for key in rules.tie_breaks]


def _entrants(evenings: Sequence[Evening]) -> list[int]:
    """Everybody who entered an evening, in order of first appearance, then of start number."""
    found: dict[int, None] = {}
    for evening in evenings:
        for entrant in sorted(evening.record.entrants, key=lambda entrant: entrant.number):
            found.setdefault(entrant.player)
    return list(found)


def _check(
    rules: SeasonRules,
    evenings: Sequence[Evening],
    members: Sequence[int],
    penalties: Sequence[Penalty],
) -> None:
    if rules.of is not None and len(evenings) > rules.of:
        raise refusal("season.evenings", evenings=len(evenings), of=rules.of)
    known: set[int] = set()
    for player in members:
        if player in known:
            raise refusal("season.member", player=player)
        known.add(player)
    for penalty in penalties:
        if penalty.player not in known:
            raise refusal("season.stranger", player=penalty.player)
        if penalty.round is not None and not 1 <= penalty.round <= len(evenings):
            raise refusal("season.penalty", evening=penalty.round, evenings=len(evenings))


def _points_better(evenings: Sequence[Evening]) -> Better:
    """Whether few or many points are good: the same in all evenings."""
    better: Better = evenings[0].record.better if evenings else "low"
    for evening in evenings:
        if evening.record.better != better:
            raise refusal("season.better", label=evening.label)
    return better


def _line(number: int, label: str, score: EveningScore, *, counts: bool) -> SeasonLine:
    return SeasonLine(
        number,
        label,
        score.score,
        score.kind,
        counts=counts,
        attended=score.attended,
        standing=score.standing,
        rounds=score.rounds,
        penalty=score.penalty,
    )


def _played(counted: CountedEvening) -> list[Fraction]:
    return [score.score for score in counted.scores.values() if score.kind == "played"]
