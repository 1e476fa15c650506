"""A season counted and ranked.

rules, evenings -> count_evening each -> a line for every member and evening -> the best so many
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from engine.standings.errors import refusal
from engine.standings.ordering import Step, Why, order, shown_values
from engine.standings.ranking import SCORE
from engine.standings.season_criteria import SEASON_CRITERIA
from engine.standings.season_evening import count_evening
from engine.standings.season_table import ATTENDANCE, SeasonLine, SeasonRow, SeasonTable
from engine.standings.season_tally import Season

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.ranking import Better
    from engine.standings.games import Penalty
    from engine.standings.ordering import Criterion, Rank, Value
    from engine.standings.season import Evening, SeasonRules
    from engine.standings.season_evening import CountedEvening, EveningScore


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
    season = Season(rules, everybody, _points_better(evenings), seed)
    for evening, worth in zip(evenings, _counted(rules, evenings, counted), strict=True):
        season.hold(evening, worth)
    fines = dict.fromkeys(everybody, Fraction(0))
    for penalty in penalties:
        fines[penalty.player] += penalty.points
    worse = 1 if season.better == "low" else -1
    totals = {player: season.total(player) + worse * fine for player, fine in fines.items()}
    ranks, rare = _order(season, rules, totals)
    criteria = _criteria(rules)
    values = shown_values(ranks, season, criteria) | shown_values(rare, season, criteria)
    rows = tuple(
        SeasonRow(
            rank.place if number < len(ranks) else None,
            rank.player,
            totals[rank.player],
            season.attendance(rank.player),
            _lines(season, evenings, rank.player),
            fines[rank.player],
            values[rank.player],
            rank.why,
        )
        for number, rank in enumerate([*ranks, *rare])
    )
    labels = tuple(evening.label for evening in evenings)
    return SeasonTable(rows, season.better, rules.tie_breaks, labels, tuple(penalties))


def season_course(
    rules: SeasonRules,
    evenings: Sequence[Evening],
    seed: int = 0,
    counted: Sequence[CountedEvening] | None = None,
) -> dict[int, tuple[int | None, ...]]:
    """Everybody's place after each evening, as `season_standings` of the evenings so far has it.

    Args:
        rules: How the season is counted.
        evenings: Those that were held, in their order.
        seed: Decides the lot.
        counted: The evenings as counted by these rules, if that has been done.

    Returns:
        Player -> a place for each evening; None for who had not entered any yet, or has been
        there too rarely.

    Raises:
        StandingsError: As `season_standings`.

    >>> from engine.standings.games import Entrant, EventRecord, Line
    >>> from engine.standings.scheme import Scheme
    >>> from engine.standings.season import Evening, SeasonRules
    >>> def evening(label, *players):
    ...     entrants = tuple(Entrant(player, player) for player in players)
    ...     lines = tuple(Line(1, 1, player, place) for place, player in enumerate(players, 1))
    ...     return Evening(label, EventRecord(entrants, lines, rounds=1), Scheme())
    >>> held = [evening("January", 1, 2, 3, 4), evening("February", 2, 5, 3, 4)]
    >>> season_course(SeasonRules(), held)
    {1: (1, 2), 2: (2, 1), 3: (3, 3), 4: (4, 5), 5: (None, 4)}
    """
    everybody = _entrants(evenings)
    _check(rules, evenings, everybody, ())
    season = Season(rules, everybody, _points_better(evenings), seed)
    course: dict[int, list[int | None]] = {player: [] for player in everybody}
    entered: set[int] = set()
    for evening, worth in zip(evenings, _counted(rules, evenings, counted), strict=True):
        season.hold(evening, worth)
        entered.update(entrant.player for entrant in evening.record.entrants)
        players = [player for player in everybody if player in entered]
        ranks, _ = _order(season, rules, season.weights(players))
        places = {rank.player: rank.place for rank in ranks}
        for player, own in course.items():
            own.append(places.get(player))
    return {player: tuple(own) for player, own in course.items()}


def _counted(
    rules: SeasonRules, evenings: Sequence[Evening], counted: Sequence[CountedEvening] | None
) -> Sequence[CountedEvening]:
    return [count_evening(rules, evening) for evening in evenings] if counted is None else counted


def _order(
    season: Season, rules: SeasonRules, totals: Mapping[int, Value]
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


def _lines(season: Season, evenings: Sequence[Evening], player: int) -> tuple[SeasonLine, ...]:
    """A member's evenings; those that count are marked."""
    counting = season.counting(player)
    return tuple(
        _line(at + 1, evening.label, score, counts=at in counting)
        for at, (evening, score) in enumerate(zip(evenings, season.scores[player], strict=True))
    )


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
