"""One evening of a season: what it was worth to everybody who was there, or played for somebody."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, TypeAlias

from engine.standings.contest import Contest, RoundScore
from engine.standings.exact import total
from engine.standings.games import Games
from engine.standings.ranking import places, rank
from engine.standings.scoring import place_points

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.ranking import Better
    from engine.standings.games import EventRecord, Line
    from engine.standings.ranking import Standings
    from engine.standings.scoring import Ladder
    from engine.standings.season import Evening, SeasonRules

Presence: TypeAlias = Literal["played", "substitute", "notified", "absent"]
"""How somebody took part: as an entrant, only for others, or not at all, with notice or without."""


@dataclass(frozen=True, slots=True)
class EveningScore:
    """What an evening was worth to somebody who took part.

    Attributes:
        score: Its worth, with the evening's penalty.
        kind: `played` or `substitute`.
        attended: Whether they were there themselves; an entrant for whom a substitute played
            every game was not.
        rounds: How place points or raw points came together: those that count add up to the score
            and the penalty. Empty where the place of the evening counts.
        penalty: The evening's penalty in the score; above 0 it worsened it.
        standing: The place in the evening's own standings, as the event itself shows them: by its
            own scheme, with its penalties, its tie-breaks and its final. An evening is won by
            whoever stands first there, alone or not. None for who did not enter.
    """

    score: Fraction
    kind: Presence
    attended: bool
    rounds: tuple[RoundScore, ...] = ()
    penalty: Fraction = Fraction(0)
    standing: int | None = None


@dataclass(frozen=True, slots=True)
class CountedEvening:
    """An evening counted by the rules of its season.

    Attributes:
        games: Its record sorted out.
        scores: What it was worth to whom.
    """

    games: Games
    scores: Mapping[int, EveningScore]


def count_evening(rules: SeasonRules, evening: Evening) -> CountedEvening:
    """What an evening is worth by the rules of a season.

    Where place points or raw points are counted, a final is not: who did not reach it could not
    score in it. It decides the evening's own standings.

    Raises:
        StandingsError: The record cannot have happened, or lacks the points that are counted.

    >>> from engine.standings.games import Entrant, EventRecord, Line
    >>> from engine.standings.scheme import Scheme
    >>> from engine.standings.season import Evening, SeasonRules
    >>> entrants = tuple(Entrant(player, player) for player in (1, 2, 3, 4))
    >>> lines = tuple(Line(1, 1, player, place=player) for player in (1, 2, 3, 4))
    >>> evening = Evening("January", EventRecord(entrants, lines, rounds=1), Scheme())
    >>> counted = count_evening(SeasonRules("standing", ladder=(10, 6, 3)), evening)
    >>> [str(counted.scores[player].score) for player in (1, 2, 3, 4)]
    ['10', '6', '3', '3']
    """
    games = Games(evening.record)
    if rules.evening == "standing":
        shown = rank(evening.record, evening.scheme, games)
        return CountedEvening(games, _by_standing(rules.ladder, shown))
    record, scheme = evening.record, rules.scheme()
    if evening.scheme.scoring != rules.evening:  # its penalties are in points of another kind
        record = replace(record, penalties=())
    cut = evening.scheme.cut
    last = record.rounds if cut is None else min(record.rounds, cut.after_round)
    contest = Contest(record, scheme, range(1, last + 1), games=games)
    alike = replace(evening.scheme, tie_breaks=()) == scheme
    own = places(evening.record, evening.scheme, games, contest if alike else None)
    scores = _by_rounds(contest, own)
    if rules.substitute == "replaces_worst":
        scores |= _of_substitutes(contest, scores, record)
    return CountedEvening(games, scores)


def _by_standing(ladder: Ladder, shown: Standings) -> dict[int, EveningScore]:
    """The ladder's number for the place; its last one for all places below its end."""
    long_enough = ladder + ladder[-1:] * len(shown.rows)
    worth = place_points(long_enough, tuple(row.place for row in shown.rows))
    return {
        row.player: EveningScore(
            score, "played", attended=_was_there(row.rounds), standing=row.place
        )
        for row, score in zip(shown.rows, worth, strict=True)
        if _took_part(row.rounds)
    }


def _by_rounds(contest: Contest, own: Mapping[int, int]) -> dict[int, EveningScore]:
    return {
        player: EveningScore(
            tally.score,
            "played",
            _was_there(tally.rounds),
            tally.rounds,
            tally.penalty,
            own[player],
        )
        for player, tally in contest.tallies.items()
        if tally.score is not None and _took_part(tally.rounds)
    }


def _of_substitutes(
    contest: Contest, scores: Mapping[int, EveningScore], record: EventRecord
) -> dict[int, EveningScore]:
    """The scores of those who played for others, with what these games are worth to them."""
    games: dict[int, list[RoundScore]] = defaultdict(list)
    for line in record.lines:
        if line.sitter != line.player and line.round in contest.scores:
            games[line.sitter].append(_as_substitute(contest, line))
    found = {}
    for player, each in games.items():
        each.sort(key=lambda one: one.round)
        if player in scores:
            found[player] = _with_better(scores[player], each, contest.better)
        else:
            found[player] = _only_substitute(contest, each)
    return found


def _as_substitute(contest: Contest, line: Line) -> RoundScore:
    score = contest.scores[line.round][line.player]
    return RoundScore(line.round, score, "as_substitute", True, line.table, line.place, line.points)


def _with_better(own: EveningScore, games: Sequence[RoundScore], better: Better) -> EveningScore:
    """The better of the games for others instead of the worst of the own rounds."""
    best_first = sorted(games, key=lambda one: one.score, reverse=better == "high")
    worst_first = sorted(own.rounds, key=lambda one: one.score, reverse=better == "low")
    dropped: set[int] = set()
    taken: list[RoundScore] = []
    for game, round_ in zip(best_first, worst_first, strict=False):
        if game.score > round_.score if better == "high" else game.score < round_.score:
            dropped.add(round_.round)
            taken.append(game)
    rounds = [replace(one, counts=False) if one.round in dropped else one for one in own.rounds] + [
        game if game in taken else replace(game, counts=False) for game in games
    ]
    rounds.sort(key=lambda one: (one.round, one.kind == "as_substitute"))
    return replace(
        own,
        score=_total(rounds, own.penalty, better),
        attended=True,
        rounds=tuple(rounds),
    )


def _only_substitute(contest: Contest, games: Sequence[RoundScore]) -> EveningScore:
    """The evening of somebody who did not enter: the games for others, and other rounds missed."""
    played = {one.round: one for one in games}
    own = [one.score for one in games]
    rounds = tuple(
        played.get(number) or RoundScore(number, contest.missed(number, own), "missed", True)
        for number in contest.rounds
    )
    score = _total(rounds, Fraction(0), contest.better)
    return EveningScore(score, "substitute", attended=True, rounds=rounds)


def _total(rounds: Sequence[RoundScore], penalty: Fraction, better: Better) -> Fraction:
    earned = total(one.score for one in rounds if one.counts)
    return earned + penalty if better == "low" else earned - penalty


def _took_part(rounds: Sequence[RoundScore]) -> bool:
    """Whether anything happened for them; who missed every round was absent."""
    return any(one.kind != "missed" for one in rounds)


def _was_there(rounds: Sequence[RoundScore]) -> bool:
    return any(one.kind in ("played", "sat_out") for one in rounds)
