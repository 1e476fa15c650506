"""Standings of an event: places, scores, and why each row stands above the next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from engine.standings.contest import Contest
from engine.standings.criteria import CRITERIA
from engine.standings.errors import refusal
from engine.standings.games import Games
from engine.standings.ordering import Step, Why, order, shown_values

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from engine.ranking import Better
    from engine.standings.contest import RoundScore
    from engine.standings.games import EventRecord
    from engine.standings.ordering import Rank, Value
    from engine.standings.scheme import Cut, Scheme

SCORE = "score"
"""In `Why`: the score itself decides."""

FINAL = "final"
"""In `Why`: the one reached the final, the other did not."""


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant in the standings.

    Attributes:
        place: Shared by those who are equal in everything: 1 2 2 4.
        player: The entrant.
        number: The start number.
        score: The total with penalties; None for a rating performance without rated opponents.
        rounds: Every complete round with what it was worth. Those before a final that began at
            nothing do not count, nor what somebody played beside a final.
        games: How many rounds were played for this entrant, by themselves or by a substitute.
        sit_outs: How many they were drawn to sit out.
        missed: How many they were not there.
        penalty: The penalties that are in the score; above 0 they worsen it.
        values: Of the criteria, in their order; None where one does not apply.
        why: Why the row stands above the next one; None in the last.
        withdrawn: Whether they have left for good.
        finalist: Whether they reached the final.
    """

    place: int
    player: int
    number: int
    score: Fraction | None
    rounds: tuple[RoundScore, ...]
    games: int
    sit_outs: int
    missed: int
    penalty: Fraction
    values: tuple[Value | None, ...]
    why: Why | None
    withdrawn: bool = False
    finalist: bool = False


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings after the rounds that are complete.

    Attributes:
        rows: First place first; those who share a place in the order of their start numbers.
        better: Whether a low or a high score is good.
        criteria: The tie-breaks, which `Row.values` follows.
        rounds: How many rounds are complete.
        finalists: Who plays the final, in the order of the standings it was drawn from, or as
            they were seeded; empty before any of it has been played.
        now_qualified: Whom the standings before the final would send there today. Others than the
            finalists when something was corrected afterwards: to be told, not to be mended.
    """

    rows: tuple[Row, ...]
    better: Better
    criteria: tuple[str, ...]
    rounds: int
    finalists: tuple[int, ...] = ()
    now_qualified: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Part:
    """Those who are ranked by the same rounds, and the contest over the other rounds."""

    contest: Contest
    ranks: list[Rank]
    beside: Contest | None = None


def rank(record: EventRecord, scheme: Scheme, games: Games | None = None) -> Standings:
    """The standings of an event after the rounds that are complete.

    Only entrants are ranked: a substitute's game counts for whom it was played for, and whoever
    filled in is an opponent and nothing else. Those who reached a final stand above all others,
    and the others stand by the rounds before it.

    Args:
        record: What happened, in any order.
        scheme: How it is counted.
        games: The record sorted out, if that has been done.

    Raises:
        StandingsError: The record cannot have happened, has no points where raw points are
            counted, or a shared place straddles the cut and nobody has said who plays the final.

    >>> from engine.standings.games import Entrant, EventRecord, Line
    >>> entrants = tuple(Entrant(player, player) for player in (1, 2, 3, 4))
    >>> points = {1: 30, 2: 12, 3: 30, 4: 32}
    >>> lines = tuple(
    ...     Line(1, 1, player, place, points[player])
    ...     for player, place in ((1, 2), (2, 1), (3, 2), (4, 4))
    ... )
    >>> from engine.standings.scheme import Scheme
    >>> shown = rank(EventRecord(entrants, lines, rounds=1), Scheme("points"))
    >>> [(row.place, row.player, str(row.score)) for row in shown.rows]
    [(1, 2, '12'), (2, 1, '30'), (2, 3, '30'), (4, 4, '32')]
    >>> [row.why.criterion for row in shown.rows[:3]]
    ['score', 'equal', 'score']
    """
    cut = scheme.cut
    if cut is None or record.rounds <= cut.after_round:
        contest = Contest(record, scheme, games=games)
        ranks = _order(contest, scheme, list(contest.games.numbers))
        return _standings(record, scheme, _Part(contest, ranks))
    return _with_final(record, scheme, cut, Games(record) if games is None else games)


def places(
    record: EventRecord,
    scheme: Scheme,
    games: Games | None = None,
    contest: Contest | None = None,
) -> dict[int, int]:
    """Everybody's place alone, as `rank` gives it: all that a course from round to round shows.

    Args:
        record: What happened, in any order.
        scheme: How it is counted.
        games: The record sorted out, if that has been done; of a longer one (`EventRecord.until`)
            later rounds are not looked at.
        contest: The complete rounds counted by the scheme, if that has been done.

    Raises:
        StandingsError: As `rank`.

    >>> from engine.standings.games import Entrant, EventRecord, Line
    >>> from engine.standings.scheme import Scheme
    >>> entrants = tuple(Entrant(player, player) for player in (1, 2, 3, 4))
    >>> lines = tuple(Line(1, 1, player, place=5 - player) for player in (1, 2, 3, 4))
    >>> places(EventRecord(entrants, lines, rounds=1), Scheme())
    {4: 1, 3: 2, 2: 3, 1: 4}
    """
    cut = scheme.cut
    if cut is not None and record.rounds > cut.after_round:
        return {row.player: row.place for row in rank(record, scheme, games).rows}
    if contest is None:
        contest = Contest(record, scheme, games=games)
    ranks = _order(contest, scheme, list(contest.games.numbers))
    return {ranked.player: ranked.place for ranked in ranks}


def finalists(record: EventRecord, scheme: Scheme) -> tuple[int, ...]:
    """Who qualifies for the final by the standings of the cut's round, best first.

    Whoever has withdrawn makes room for the next. Without a cut nobody qualifies.

    Raises:
        StandingsError: `standings.cut_tie`: a shared place straddles the cut. A lot at the end of
            the tie-breaks prevents it.

    >>> from engine.standings.games import Entrant, EventRecord, Line
    >>> from engine.standings.scheme import Cut, Scheme
    >>> entrants = tuple(Entrant(player, player) for player in (1, 2, 3, 4))
    >>> lines = tuple(Line(1, 1, player, place=5 - player) for player in (1, 2, 3, 4))
    >>> finalists(EventRecord(entrants, lines, rounds=1), Scheme(cut=Cut(after_round=1, size=2)))
    (4, 3)
    """
    if scheme.cut is None:
        return ()
    before = record.until(scheme.cut.after_round)
    contest = Contest(before, scheme)
    ranks = _order(contest, scheme, list(contest.games.numbers))
    return _qualified(ranks, scheme.cut, _withdrawn(record))


def _with_final(record: EventRecord, scheme: Scheme, cut: Cut, games: Games) -> Standings:
    before = range(1, cut.after_round + 1)
    preliminary = Contest(record, scheme, before, games=games)
    everybody = list(preliminary.games.numbers)
    ranks = _order(preliminary, scheme, everybody)
    chosen = cut.finalists or _qualified(ranks, cut, _withdrawn(record))
    for player in chosen:
        if player not in preliminary.games.numbers:
            raise refusal("standings.cut_stranger", player=player)
    rounds = range(1 if cut.carry else before.stop, record.rounds + 1)
    places = {rank.player: rank.place for rank in ranks}
    final = Contest(record, scheme, rounds, places, games)
    top = _order(final, scheme, [player for player in everybody if player in chosen])
    rest = [player for player in everybody if player not in chosen]
    below = _order(preliminary, scheme, rest, first_place=1 + len(top))
    if top and below:
        top[-1] = replace(top[-1], why=Why(FINAL))
    shown = _standings(
        record, scheme, _Part(final, top, preliminary), _Part(preliminary, below, final)
    )
    now = _now_qualified(ranks, cut, chosen, _withdrawn(record))
    rows = tuple(replace(row, finalist=row.player in chosen) for row in shown.rows)
    return replace(shown, rows=rows, finalists=tuple(chosen), now_qualified=now)


def _order(
    contest: Contest, scheme: Scheme, players: Sequence[int], first_place: int = 1
) -> list[Rank]:
    criteria = [CRITERIA[key].step(contest) for key in scheme.tie_breaks]
    steps = [Step(SCORE, contest.better, partial(_scores, contest)), *criteria]
    return order(players, steps, first_place)


def _scores(contest: Contest, group: Sequence[int]) -> Mapping[int, Fraction | None]:
    return {player: contest.tallies[player].score for player in group}


def _standings(record: EventRecord, scheme: Scheme, *parts: _Part) -> Standings:
    withdrawn = _withdrawn(record)
    criteria = [CRITERIA[key] for key in scheme.tie_breaks]
    rows: list[Row] = []
    for part in parts:
        values = shown_values(part.ranks, part.contest, criteria)
        for ranked in part.ranks:
            row = _row(part, ranked, values[ranked.player])
            rows.append(replace(row, withdrawn=ranked.player in withdrawn))
    return Standings(tuple(rows), parts[0].contest.better, scheme.tie_breaks, record.rounds)


def _row(part: _Part, ranked: Rank, values: tuple[Value | None, ...]) -> Row:
    player = ranked.player
    tally = part.contest.tallies[player]
    rounds = tally.rounds
    if part.beside is not None:
        rounds = _with_others(rounds, part.contest.rounds, part.beside.tallies[player].rounds)
    kinds = [one.kind for one in rounds]
    return Row(
        place=ranked.place,
        player=player,
        number=part.contest.games.numbers[player],
        score=tally.score,
        rounds=rounds,
        games=kinds.count("played") + kinds.count("substituted"),
        sit_outs=kinds.count("sat_out"),
        missed=kinds.count("missed"),
        penalty=tally.penalty,
        values=values,
        why=ranked.why,
    )


def _with_others(
    rounds: tuple[RoundScore, ...], counted: range, others: tuple[RoundScore, ...]
) -> tuple[RoundScore, ...]:
    """The rounds that count, and for show those before a final, or played beside it by others.

    Nobody has missed a final that they did not reach.
    """
    shown = [
        replace(one, counts=False)
        for one in others
        if one.round not in counted and (one.round < counted.start or one.kind != "missed")
    ]
    return tuple(sorted([*rounds, *shown], key=lambda one: one.round))


def _withdrawn(record: EventRecord) -> set[int]:
    return {entrant.player for entrant in record.entrants if entrant.withdrawn}


def _qualified(ranks: Sequence[Rank], cut: Cut, withdrawn: set[int]) -> tuple[int, ...]:
    """The first so many who are still there.

    Raises:
        StandingsError: The last of them shares a place with the next.
    """
    able = [rank for rank in ranks if rank.player not in withdrawn]
    if len(able) > cut.size and able[cut.size - 1].place == able[cut.size].place:
        place = able[cut.size].place
        tied = tuple(rank.player for rank in able if rank.place == place)
        raise refusal("standings.cut_tie", size=cut.size, place=place, players=tied)
    return tuple(rank.player for rank in able[: cut.size])


def _now_qualified(
    ranks: Sequence[Rank], cut: Cut, chosen: Sequence[int], withdrawn: set[int]
) -> tuple[int, ...]:
    """The first so many today; of those who share the last place that qualifies, the chosen.

    A finalist who has withdrawn since was seeded rightly, and is looked at as if still there.
    """
    able = [rank for rank in ranks if rank.player not in withdrawn or rank.player in chosen]
    able.sort(key=lambda rank: (rank.place, rank.player not in chosen))
    return tuple(rank.player for rank in able[: cut.size])
