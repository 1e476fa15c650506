"""Invented leaderboards of any size, folded by the real rating engine."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from engine.rating.explanation import explain
from engine.rating.fold import Fold
from engine.rating.ledger import Kind
from engine.rating.policy import POLICIES, Policy
from engine.rating.standing import standing
from engine.rulesets import AMERICAN
from reports.history import History
from reports.model import (
    HistoryPoint,
    Leaderboard,
    Player,
    ResultLine,
    RulesInUse,
    SeatLine,
    Standing,
    WorkedGame,
)
from reports.results import Results

FIRST = """
    Anna Bram Cor Dina Els Femke Gijs Hanneke IJsbrand Joke Kees Lotte Marijke Niels Olga Piet Ruud
    Saskia Teun Ursula Vera Wim Xander Yvonne Zeger André Zoë Fenna Joost Willemijn
    """
FAMILY = """
    Bakker, de Vries, van der Berg, Jansen, Visser, van 't Hof, Smit, Mulder, IJzerman, Dekker,
    van den Heuvel, Brouwer, de Wit-Verhoeven, Kuipers, ter Steege, Vos, Hoekstra, op den Akker,
    Peeters, Blom
    """
FIRST_EVENING = date(2025, 9, 3)


def invented_names(count: int, seed: int = 1) -> list[str]:
    """Names of people who do not exist, all different; at most 600."""
    families = [family.strip() for family in FAMILY.split(",")]
    names = [f"{first} {family}" for first in FIRST.split() for family in families]
    return random.Random(seed).sample(names, count)


def make_board(
    names: list[str],
    games: int,
    *,
    tables: int = 6,
    seed: int = 1,
    policy: Policy = POLICIES["club"],
    label: str = "{n}",
) -> Leaderboard:
    """A club of these people that played so many games on weekly evenings.

    Some are stronger than others, some come seldom, and half-way the last player of an evening is
    taken off twelve points.
    """
    club = _Club(names, policy, seed, label)
    while len(club.results) < games:
        club.play_evening(min(tables, len(names) // 4), games)
    return club.board()


class _Club:
    def __init__(self, names: list[str], policy: Policy, seed: int, label: str) -> None:
        self.policy, self.label = policy, label
        self.rng = random.Random(seed)
        self.people = {i: Player(f"k{i}", name) for i, name in enumerate(names, start=1)}
        self.strength = {i: self.rng.gauss(0, 1) for i in self.people}
        self.diligence = {i: self.rng.choice([1, 2, 2, 3, 3]) for i in self.people}
        self.fold = Fold(policy)
        self.history: list[HistoryPoint] = []
        self.results: list[ResultLine] = []
        self.finishes = {i: [0, 0, 0, 0] for i in self.people}
        self.day = FIRST_EVENING
        self.compared_with: date | None = None
        self.earlier: dict[int, int] = {}
        self.adjusted = False

    def play_evening(self, tables: int, games: int) -> None:
        if self.results:
            self.compared_with = self.results[-1].on
            self.day = self.compared_with + timedelta(days=7)
            self.earlier = {i: self.rated(i, self.compared_with).rating for i in self.fold.states}
        present = sorted(self.people, key=lambda i: self.rng.random() / self.diligence[i])
        for table in range(min(tables, games - len(self.results))):
            self.play_game(present[4 * table : 4 * table + 4], table + 1)
        if not self.adjusted and len(self.results) > games // 2:
            self.adjusted = True
            self.book("~", 0, Kind.ADJUSTMENT, (present[0],), (-12,))
            self.history[-1] = replace(self.history[-1], reason="Scored for the wrong table")

    def play_game(self, four: list[int], table: int) -> None:
        points = self.points(four)
        places = tuple(1 + sum(points[o] < points[i] for o in four) for i in four)
        number = len(self.results) + 1
        changes = self.book(f"{number:06}", number, Kind.GAME, tuple(four), places)
        after = {i: self.fold.states[i][0] for i in four}
        for i, place in zip(four, places, strict=True):
            self.finishes[i][place - 1] += 1
        seats = tuple(
            SeatLine(seat, self.people[i], points[i], place, changes[i], after[i] - changes[i])
            for seat, i, place in zip("NESW", four, places, strict=True)
        )
        label = self.label.format(n=table)
        self.results.append(ResultLine(number, self.day, "american", label, seats))

    def points(self, four: list[int]) -> dict[int, int]:
        """Totals that look like those of a game to 100: the worst at or a little past it."""
        luck = {i: self.rng.gauss(0, 9) - 6 * self.strength[i] for i in four}
        low, high = min(luck.values()), max(luck.values())
        scale = self.rng.randrange(50, 95) / max(high - low, 1)
        points = {i: round(100 - (high - luck[i]) * scale) for i in four}
        points[max(points, key=points.__getitem__)] += self.rng.randrange(14)
        return points

    def book(self, key, fact, kind, players, values) -> dict[int, int]:
        last_days = {i: state[1] for i, state in self.fold.states.items()}
        rows = self.fold.feed(
            [(f"{self.day} {key}", fact, self.day.toordinal(), kind, players, values)]
        )
        for player, _, kind_, _, before, change, _ in rows:
            cause = Kind(kind_).word
            self.history.append(
                HistoryPoint(
                    self.people[player],
                    self.day,
                    cause,
                    None if cause == "start" else change,
                    before + change,
                    result=fact if cause == "game" else None,
                    span=self.span(last_days[player], -change) if cause == "decay" else None,
                )
            )
        return {row[0]: row[5] for row in rows if row[2] == kind}

    def rated(self, player: int, on: date):
        return standing(player, self.fold.states[player], on.toordinal(), self.policy)

    def span(self, last_day: int, points: int) -> tuple[date, date]:
        first = last_day + self.policy.decay.grace_days + 1
        days = -(-points // self.policy.decay.points_per_day)
        return date.fromordinal(first), date.fromordinal(first + days - 1)

    def standings(self) -> tuple[Standing, ...]:
        now = {i: self.rated(i, self.day) for i in self.fold.states}
        before = {i: 1 + sum(o > r for o in self.earlier.values()) for i, r in self.earlier.items()}
        return tuple(
            Standing(
                place=1 + sum(other.rating > now[i].rating for other in now.values()),
                player=self.people[i],
                rating=now[i].rating,
                finishes=tuple(self.finishes[i]),
                decay=now[i].decay,
                last_played=date.fromordinal(self.fold.states[i][1]),
                change=now[i].rating - self.earlier[i] if i in self.earlier else None,
                previous_place=before.get(i),
            )
            for i in sorted(now, key=lambda i: (-now[i].rating, self.people[i].name))
        )

    def open_decay(self) -> list[HistoryPoint]:
        points = []
        for i, state in self.fold.states.items():
            now = self.rated(i, self.day)
            if now.decay:
                span = self.span(state[1], now.decay)
                point = HistoryPoint(
                    self.people[i], self.day, "open_decay", -now.decay, now.rating, span=span
                )
                points.append(point)
        return points

    def worked(self) -> WorkedGame | None:
        if not self.results:
            return None
        last = self.results[-1]
        after = {p.player: p.rating for p in self.history if p.result == last.id}
        return work_out(
            last, [after[seat.player] - seat.change for seat in last.seats], self.policy
        )

    def board(self) -> Leaderboard:
        return Leaderboard(
            club="Hartenjagers De Zwarte Dame",
            pool="main",
            as_of=self.day,
            timezone="Europe/Amsterdam",
            made_at=datetime.combine(self.day, time(23, 5)),
            policy=self.policy,
            policy_version=1,
            fingerprint="8f14e45fceea167a5a36dedd4bea2543" * 2,
            chain_head="c9f0f895fb98ab9159f51fd0297e236d" * 2,
            standings=self.standings(),
            history=History.of([*self.history, *self.open_decay()]),
            results=Results.of(self.results),
            compared_with=self.compared_with,
            worked=self.worked(),
            version="0.1.0",
            rules=(RulesInUse(AMERICAN, len(self.results)),) if self.results else (),
        )


def work_out(result: ResultLine, ratings: list[int], policy: Policy) -> WorkedGame:
    """A result as a worked game, from the ratings before it."""
    places = [seat.place for seat in result.seats]
    players = tuple(seat.player for seat in result.seats)
    explanations = explain(ratings, places, policy)
    return WorkedGame(result.id, result.on, result.label, players, explanations)
