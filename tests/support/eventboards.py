"""Invented events and seasons of any size: drawn by the real draw, counted here by hand."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from functools import cache

from boards import invented_names

from engine.ranking import places as places_of
from engine.seating.planning import plan
from engine.seating.quality import passing, quality, seat_counts
from reports.eventmodel import (
    Above,
    Correction,
    DealRules,
    Entrant,
    EventHead,
    EventPaper,
    EventRow,
    EventStandings,
    Passing,
    Penalty,
    RoundScore,
    RoundSeating,
    Scoring,
    SeatCounts,
    SeatingQuality,
    TableSeating,
)
from reports.model import Leaderboard, Player
from reports.seasonmodel import (
    Evening,
    EveningScore,
    SeasonHead,
    SeasonRow,
    SeasonStandings,
    SeasonStatement,
    StatementLine,
)

LADDER = (4, 3, 2, 1)
DAY = date(2026, 3, 14)
AMERICAN = DealRules("american", (26, 78), (), ("left", "right", "across", "none"), target=100)
RETURN = DealRules("dutch-return", (-15, 15, 45), (-15, 45), ("none",), target=50)
SAT_OUT = Fraction(5, 2)


def make_paper(
    names: list[str] | int,
    rounds: int = 6,
    *,
    after: int | None = None,
    best: int | None = None,
    rules: DealRules | None = AMERICAN,
    steps: int = 20_000,
    seed: int = 1,
) -> EventPaper:
    """A tournament of these people, all its rounds drawn, `after` of them played."""
    names = invented_names(names) if isinstance(names, int) else names
    people = {n: Player(f"k{n}", name) for n, name in enumerate(names, start=1)}
    drawn = plan(len(names), rounds, seed, steps=steps).rounds
    head = EventHead(
        club="Hartenjagers De Zwarte Dame",
        name="Voorjaarstoernooi",
        kind="tournament",
        on=DAY,
        rounds=rounds,
        scoring=Scoring("places", LADDER, best=best, tie_breaks=("points", "firsts")),
        rules=rules,
    )
    played = rounds if after is None else after
    return EventPaper(
        head=head,
        entrants=tuple(Entrant(n, player) for n, player in people.items()),
        rounds=tuple(_seating(n, one, people) for n, one in enumerate(drawn, start=1)),
        timezone="Europe/Amsterdam",
        made_at=datetime.combine(DAY, time(19, 30)),
        standings=_standings(head, drawn[:played], people, seed) if played else None,
        quality=_quality(drawn, people),
        version="0.1.0",
    )


def _seating(number, drawn, people) -> RoundSeating:
    tables = tuple(
        TableSeating(n, tuple(people.get(player) for player in table))
        for n, table in enumerate(drawn.tables, start=1)
    )
    return RoundSeating(number, tables, tuple(people[player] for player in drawn.sitting_out))


def _quality(drawn, people) -> SeatingQuality:
    measured = quality(drawn)
    steps = {word: passing(drawn, n) for n, word in enumerate(("left", "across", "right"), start=1)}
    pairs = sorted({pair for counted in steps.values() for pair in counted})
    return SeatingQuality(
        meetings=measured.meetings,
        excess=measured.excess,
        bound=measured.bound,
        back_to_back=measured.back_to_back,
        seat_imbalance=measured.seat_imbalance,
        seats=tuple(
            SeatCounts(people[n], tuple(times.values()), n)
            for n, times in seat_counts(drawn).items()
        ),
        passes=tuple(
            Passing(
                people[giver],
                people[receiver],
                **{word: steps[word][giver, receiver] for word in steps},
            )
            for giver, receiver in pairs
        ),
    )


class _Sheet:
    """What the rounds bring everybody: place points, points, a fixed score for sitting out."""

    def __init__(self, drawn, people, seed: int) -> None:
        rng = random.Random(seed)
        self.scores: dict[int, list[tuple[Fraction | int, str]]] = {n: [] for n in people}
        self.points: Counter[int] = Counter()
        self.firsts: Counter[int] = Counter()
        for one in drawn:
            for table in one.tables:
                seated = [player for player in table if player]
                points = [rng.choice((0, 10, 25, 40, 60, 100)) + player % 7 for player in seated]
                places = places_of(points)
                for player, own, place in zip(seated, points, places, strict=True):
                    level = places.count(place)
                    pays = Fraction(sum(LADDER[place - 1 : place - 1 + level]), level)
                    self.scores[player].append((pays, "played"))
                    self.points[player] += own
                    self.firsts[player] += place == 1
            for player in one.sitting_out:
                self.scores[player].append((SAT_OUT, "sat_out"))

    def order(self, player: int, rounds: int, best: int | None):
        scores = [score for score, _ in self.scores[player][:rounds]]
        return sum(sorted(scores, reverse=True)[: best or rounds], Fraction())

    def place(self, player: int, rounds: int, best: int | None, penalties) -> int:
        def total(other: int) -> Fraction:
            return self.order(other, rounds, best) - penalties.get(other, 0)

        return 1 + sum(total(other) > total(player) for other in self.scores)


def _standings(head: EventHead, drawn, people, seed: int) -> EventStandings:
    sheet, best, rounds = _Sheet(drawn, people, seed), head.scoring.best, len(drawn)
    penalties = {len(people): 1}  # the last start number came late
    total = {n: sheet.order(n, rounds, best) - penalties.get(n, 0) for n in people}
    order = sorted(people, key=lambda n: (-total[n], sheet.points[n], -sheet.firsts[n], n))
    rows = []
    for at, n in enumerate(order):
        key = (total[n], sheet.points[n], sheet.firsts[n])
        tied = [other for other in order[:at] if _same(total, sheet, other, key)]
        rows.append(
            EventRow(
                place=rows[order.index(tied[0])].place if tied else at + 1,
                number=n,
                player=people[n],
                score=total[n],
                rounds=_scores(sheet.scores[n], best),
                games=sum(state == "played" for _, state in sheet.scores[n]),
                tie_breaks=(sheet.points[n], sheet.firsts[n]),
                places=tuple(sheet.place(n, r, best, penalties) for r in range(1, rounds + 1)),
                penalties=(Penalty(1, None, "too late"),) if n in penalties else (),
                above=_above(total, sheet, order, at),
            )
        )
    corrections = (Correction(1, 2, DAY, "wrong seats"),)
    return EventStandings(head, rounds, tuple(rows), corrections=corrections)


def _same(total, sheet: _Sheet, other: int, key) -> bool:
    return (total[other], sheet.points[other], sheet.firsts[other]) == key


def _scores(scores, best: int | None) -> tuple[RoundScore, ...]:
    ranked = sorted(range(len(scores)), key=lambda at: -scores[at][0])
    counted = set(ranked[: best or len(scores)])
    return tuple(
        RoundScore(score, at in counted, state) for at, (score, state) in enumerate(scores)
    )


def _above(total, sheet: _Sheet, order: list[int], at: int) -> Above | None:
    if at + 1 == len(order):
        return None
    one, two = order[at], order[at + 1]
    for name, values in (("score", total), ("points", sheet.points), ("firsts", sheet.firsts)):
        if values[one] != values[two]:
            return Above(name, values[one], values[two])
    return Above("equal")


def with_events(board: Leaderboard) -> Leaderboard:
    """A leaderboard with two events and a season of the same people."""
    names = [standing.player.name for standing in board.standings]
    first, last = make_paper(names, 4), make_paper(names, 6, after=5, best=4)
    assert first.standings is not None
    assert last.standings is not None
    keys = {standing.player.name: standing.player for standing in board.standings}

    def known(row):
        return replace(row, player=keys[row.player.name])

    events = tuple(
        replace(each.standings, rows=tuple(map(known, each.standings.rows)))
        for each in (first, last)
    )
    season = make_season(names)
    rows = tuple(map(known, season.rows))
    return replace(board, events=events, season=replace(season, rows=rows))


def make_season(
    names: list[str] | int, evenings: int = 8, *, best: int = 6, seed: int = 1
) -> SeasonStandings:
    """A season of these people; some stay away, the last has come too seldom to be placed."""
    rng = random.Random(seed)
    names = invented_names(names) if isinstance(names, int) else names
    people = [Player(f"k{n}", name) for n, name in enumerate(names, start=1)]
    days = tuple(
        Evening(n, f"Clubavond {n}", DAY + timedelta(days=14 * (n - 1)))
        for n in range(1, evenings + 1)
    )
    scores: dict[Player, list[EveningScore]] = {player: [] for player in people}
    for number in range(evenings):
        for at, player in enumerate(people):
            away = rng.random() < 0.2 or (at == len(people) - 1 and number > 1)
            if away and number % 2:
                scores[player].append(EveningScore(None, counts=False, cause="absent"))
            elif away:
                scores[player].append(EveningScore(4, cause="notified"))
            else:
                scores[player].append(EveningScore(Fraction(rng.randrange(8, 33), 2)))
    rows = _season_rows(people, scores, best, evenings)
    head = SeasonHead(
        "Hartenjagers De Zwarte Dame", "Wintercompetitie", evenings + 2, best, 3, ("attendance",)
    )
    return SeasonStandings(head, days, rows)


def _season_rows(people, scores, best: int, evenings: int) -> tuple[SeasonRow, ...]:
    @cache
    def total(player: Player, done: int) -> Fraction:
        known = [Fraction(each.score) for each in scores[player][:done] if each.score is not None]
        return sum(sorted(known, reverse=True)[:best], Fraction())

    attended = {p: sum(each.cause == "played" for each in scores[p]) for p in people}
    order = sorted(people, key=lambda p: (attended[p] < 3, -total(p, evenings), p.key))
    placed = [player for player in order if attended[player] >= 3]
    rows = []
    for at, player in enumerate(order):
        ranked = sorted(
            (n for n in range(evenings) if scores[player][n].score is not None),
            key=lambda n: -scores[player][n].score,
        )
        counted = set(ranked[:best])
        below = order[at + 1] if at + 1 < len(order) else None
        own = total(player, evenings)
        rows.append(
            SeasonRow(
                place=1 + sum(total(o, evenings) > own for o in placed)
                if player in placed
                else None,
                player=player,
                total=own,
                evenings=tuple(
                    EveningScore(each.score, n in counted, each.cause)
                    for n, each in enumerate(scores[player])
                ),
                attended=attended[player],
                tie_breaks=(attended[player],),
                places=tuple(
                    1 + sum(total(o, n) > total(player, n) for o in placed)
                    for n in range(1, evenings + 1)
                ),
                above=Above("score", own, total(below, evenings)) if below else None,
            )
        )
    return tuple(rows)


def make_statement(standings: SeasonStandings, at: int = 0) -> SeasonStatement:
    """The statement that belongs to a row, with a game as a substitute and a penalty in it."""
    row = standings.rows[at]
    lines = [
        StatementLine(evening, each.score, each.counts, each.cause)
        for evening, each in zip(standings.evenings, row.evenings, strict=True)
    ]
    lines.append(StatementLine(standings.evenings[-1], 9, False, "substitute", "for Bram"))
    lines.append(StatementLine(None, -1, True, "penalty", "too late"))
    total = sum((Fraction(line.score) for line in lines if line.counts), Fraction())
    return SeasonStatement(standings.head, row.player, row.place, total, row.attended, tuple(lines))
