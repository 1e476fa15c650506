"""A season by lot through the services, and its standings counted by hand from a diary.

The diary says who sat where with how many points, who sat out, who said they would not come. What
it comes to is counted here without any code of the program, straight from the sentences of the
rules: place points 4 3 2 1 with shared places split; a drawn sit-out is worth 2.5, a second one on
the same evening the average of one's own games; a missed round nothing; who said so beforehand gets
the evening's worst score, who stayed away nothing; a game for somebody else may replace one's own
worst. Equal totals: most evenings won, then the best evening, then the last one; then shared.
"""

import datetime as dt
from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from eventwork import Desk
from records import correct

from hearts_admin.services.seasons import add_season, standings_of_season, statement_of_season

RULES = """
evening = "places"
ladder = [4, 3, 2, 1]
best = {best}
of = {evenings}
minimum_attendance = {least}
sit_out = 2.5
sit_out_again = "own_average"
missed = "nothing"
absent_with_notice = "worst"
absent_without_notice = 0
substitute = "replaces_worst"
tie_breaks = ["wins", "best_evening", "last_evening"]
"""
FIRST_DAY = dt.date(2025, 8, 2)
ROUNDS = 3


@dataclass
class Evening:
    """One evening of the diary: names everywhere."""

    entrants: list = field(default_factory=list)
    noticed: set = field(default_factory=set)
    tables: dict = field(default_factory=dict)
    """(round, table) -> {who sat there: points}."""
    sat_out: dict = field(default_factory=lambda: defaultdict(list))
    """Name -> rounds."""
    played_for: dict = field(default_factory=dict)
    """(round, who sat there) -> the entrant."""
    penalties: dict = field(default_factory=lambda: defaultdict(Fraction))


class Simulation:
    """A club that plays a season; everything that happens is written into the diary."""

    def __init__(self, club, folder, seed, *, members, evenings, best, least):
        self.rng = Random(seed)
        self.club = club
        self.members = [f"Member {number:03}" for number in range(1, members + 1)]
        self.diary = []
        self.best, self.evenings, self.least = best, evenings, least
        self.results = []
        club.add(*self.members)
        rules = folder / "rules.toml"
        rules.write_text(RULES.format(best=best, evenings=evenings, least=least))
        add_season(club.store, club.act(), "Season", str(rules))

    def play(self):
        for number in range(self.evenings):
            self._evening(number)

    def _evening(self, number):
        evening = Evening()
        self.diary.append(evening)
        name = f"Evening {number + 1}"
        desk = Desk(self.club, name)
        desk.plan(
            name,
            date=FIRST_DAY + dt.timedelta(days=7 * number),
            rounds=ROUNDS,
            rules="none",
            season="Season",
            scheme={"sit_out": "2.5", "missed": "nothing", "tie_breaks": []},
        )
        here = self.rng.sample(self.members, len(self.members) * self.rng.randint(6, 9) // 10)
        late, early = here[0:2], here[2:4]
        away = [name for name in self.members if name not in here]
        desk.arrive(*here[2:])
        desk.arrive(*late, round=2)
        evening.entrants = [*here[2:], *late]
        evening.noticed = set(self.rng.sample(away, len(away) // 2))
        if evening.noticed:
            desk.leave(*sorted(evening.noticed), noticed=True)
        self._help_out(desk, evening, here, away)
        for round_ in range(1, ROUNDS + 1):
            if round_ == 3:
                desk.leave(*early)
            self._round(desk, evening, round_)
        if self.rng.random() < 0.7:
            struck = self.rng.choice(evening.entrants)
            desk.penalize(struck, "1/2")
            evening.penalties[struck] += Fraction(1, 2)
        desk.finish()
        self._put_right()

    def _help_out(self, desk, evening, here, away):
        """An entrant is ill all evening, and somebody who did not come, or comes late, plays."""
        ill, other = self.rng.sample(here[6:], 2)
        helper = self.rng.choice(away)
        desk.substitute(ill, helper)
        for round_ in range(1, ROUNDS + 1):
            evening.played_for[round_, helper] = ill
        desk.substitute(other, here[0])  # who comes in round 2
        evening.played_for[1, here[0]] = other

    def _round(self, desk, evening, round_):
        drawn = desk.draw(method=self.rng.choice(["meetings", "random"])).rounds[0]
        for name in drawn.sitting_out:
            evening.sat_out[name].append(round_)
        lines = ["date,event,round,table,game,player,points"]
        day = desk.show().event.date
        for table in drawn.tables:
            points = {name: self.rng.randint(0, 12) for name in table.seats}
            evening.tables[round_, table.table] = points
            for name, own in points.items():
                place = f"{day},{desk.event},{round_},{table.table},r{round_}t{table.table}"
                lines.append(f"{place},{name},{own}")
        stored = self.club.import_results("\n".join(lines), rules="none").stored
        self.results += [
            (evening, (round_, table.table), view.id)
            for table, view in zip(drawn.tables, stored, strict=True)
        ]

    def _put_right(self):
        """Some evening long ago two people's points were exchanged."""
        evening, table, number = self.rng.choice(self.results)
        points = evening.tables[table]
        one, other = self.rng.sample(list(points), 2)
        points[one], points[other] = points[other], points[one]
        correct(self.club, number, f"{_word(one)}={points[one]} {_word(other)}={points[other]}")

    # -- what the program says -----------------------------------------------------------------

    def standings(self):
        """[(place, name, total, attended, [(score, counts), ...]), ...]"""
        shown = standings_of_season(self.club.store, "Season")
        return [
            (
                row.place,
                row.player.name,
                row.total,
                row.attended,
                [(each.score, each.counts) for each in row.evenings],
            )
            for row in shown.rows
        ]

    def statement(self, name):
        return statement_of_season(self.club.store, "Season", name)


def _word(name):
    return name.replace(" ", "_")


class ByHand:
    """The standings of a diary, counted from nothing but the diary."""

    def __init__(self, simulation):
        self.diary = simulation.diary
        self.best, self.least = simulation.best, simulation.least
        self.left = simulation.evenings - len(self.diary)
        self.members = list(dict.fromkeys(n for each in self.diary for n in each.entrants))
        self.evenings = {name: [] for name in self.members}
        for evening in self.diary:
            self._count(evening)

    def _count(self, evening):
        """What an evening is worth to everybody: (score, attended, whether they won it)."""
        self.seats = {
            (round_, evening.played_for.get((round_, sitter), sitter)): (points, sitter)
            for (round_, _), points in evening.tables.items()
            for sitter in points
        }
        there = [name for name in evening.entrants if self.took_part(evening, name)]
        worst = min(self.own_score(evening, name) for name in there)
        highest = max(self.standing(evening, name) for name in evening.entrants)
        for name in self.members:
            helped = self.games_for_others(evening, name)
            if name in there:
                in_person = any(each for _, _, each in self.rounds(evening, name))
                won = self.standing(evening, name) == highest
                line = self.own_score(evening, name), in_person or bool(helped), won
            else:
                away = worst if name in evening.noticed else Fraction(0)
                line = max([away, sum(helped)] if helped else [away]), bool(helped), False
            self.evenings[name].append(line)

    # one game, one round

    @staticmethod
    def place_points(points, name):
        above = sum(own < points[name] for own in points.values())
        sharing = sum(own == points[name] for own in points.values())
        return sum(Fraction(4 - above - at) for at in range(sharing)) / sharing

    def games_for_others(self, evening, name):
        return [
            self.place_points(points, name)
            for (number, _), points in evening.tables.items()
            if name in points and (number, name) in evening.played_for
        ]

    # one evening

    def rounds(self, evening, name):
        """(score, whether they took part, in person) of each round of an entrant."""
        own = [self.seats.get((round_, name)) for round_ in range(1, ROUNDS + 1)]
        played = [self.place_points(*seat) for seat in own if seat is not None]
        found, before = [], 0
        for round_, seat in enumerate(own, start=1):
            if seat is not None:
                found.append((self.place_points(*seat), True, seat[1] == name))
            elif round_ in evening.sat_out.get(name, ()):
                again = before and played
                found.append((sum(played) / len(played) if again else Fraction(5, 2), True, True))
                before += 1
            else:
                found.append((Fraction(0), False, False))
        return found

    def took_part(self, evening, name):
        return name in evening.entrants and any(took for _, took, _ in self.rounds(evening, name))

    def own_score(self, evening, name):
        scores = sorted(score for score, _, _ in self.rounds(evening, name))
        for game in sorted(self.games_for_others(evening, name), reverse=True):
            if scores and game > scores[0]:
                scores = sorted([*scores[1:], game])
        return sum(scores) - evening.penalties.get(name, 0)

    def standing(self, evening, name):
        """The total in the evening's own standings, where every sit-out is worth 2.5."""
        out = evening.sat_out.get(name, ())
        scores = [
            Fraction(5, 2) if round_ in out else score
            for round_, (score, _, _) in enumerate(self.rounds(evening, name), start=1)
        ]
        return sum(scores) - evening.penalties.get(name, 0)

    # the season

    def standings(self):
        lines = {}
        for name, evenings in self.evenings.items():
            scores = [score for score, _, _ in evenings]
            total = sum(sorted(scores, reverse=True)[: self.best])
            attended = sum(attended for _, attended, _ in evenings)
            won = sum(won for _, _, won in evenings)
            key = (total, won, max(scores), scores[-1])
            lines[name] = (attended + self.left >= self.least, key, total, attended, scores)
        rows = []
        for name, (often, key, total, attended, scores) in lines.items():
            better = sum(o and k > key for o, k, *_ in lines.values())
            rows.append((1 + better if often else None, name, total, attended, scores))
        return rows
