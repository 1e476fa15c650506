"""Standings computed a second time, by looking through everything for everything.

It shares no code with the engine but the value types: no index, no incremental split, and for
ratings a float search instead of integers.
"""

from fractions import Fraction
from hashlib import sha256


class Oracle:
    """One event by one scheme without a cut."""

    def __init__(self, record, scheme):
        self.record, self.scheme = record, scheme
        self.rounds = list(range(1, record.rounds + 1))
        self.entrants = sorted(record.entrants, key=lambda entrant: entrant.number)
        self.players = [entrant.player for entrant in self.entrants]
        self.low = self._low()
        self.cells = {
            (player, round_): self._cell(player, round_)
            for player in self.players
            for round_ in self.rounds
        }
        self.base = {player: self._base(player) for player in self.players}
        self.score = {player: self._with_penalties(player) for player in self.players}

    def _low(self):
        if self.scheme.scoring == "points":
            return self.record.better == "low"
        return self.scheme.scoring == "places" and self.scheme.ladder[0] < self.scheme.ladder[3]

    # one game

    def line(self, player, round_):
        found = [
            line for line in self.record.lines if (line.player, line.round) == (player, round_)
        ]
        return found[0] if found else None

    def others(self, line):
        return [
            other
            for other in self.record.lines
            if (other.round, other.table) == (line.round, line.table)
            and other.player != line.player
        ]

    def lines(self, player):
        return [line for round_ in self.rounds if (line := self.line(player, round_))]

    def worth(self, line):
        others = self.others(line)
        if self.scheme.scoring == "points":
            return Fraction(line.points)
        if self.scheme.scoring == "performance":
            return sum((self.pair(line, other) for other in others if other.rating), Fraction(0))
        ladder = list(self.scheme.ladder)
        if len(others) == 2:
            ladder = list(self.scheme.ladder_three or ladder[:3])
        # Whoever shares places takes the average of what these are worth.
        above = sum(other.place < line.place for other in others)
        sharing = 1 + sum(other.place == line.place for other in others)
        return sum(map(Fraction, ladder[above : above + sharing])) / sharing

    @staticmethod
    def pair(line, other):
        if line.place == other.place:
            return Fraction(1, 2)
        return Fraction(1) if line.place < other.place else Fraction(0)

    # rounds that were not played

    def _cell(self, player, round_):
        line = self.line(player, round_)
        if line is not None:
            return self.worth(line)
        if self.scheme.scoring == "performance":
            return Fraction(0)
        sat_out = [s.round for s in self.record.sit_outs if s.player == player]
        if round_ in sat_out:
            again = any(earlier < round_ for earlier in sat_out)
            rule = self.scheme.sit_out_again if again and self.scheme.sit_out_again else None
            return self._credit(rule or self.scheme.sit_out, player, round_)
        rule = self.scheme.missed
        if rule is None:
            unsafe = self.scheme.scoring != "places" or self.low or self.scheme.ladder[3] < 0
            return self._named("worst" if unsafe else "nothing", player, round_)
        return self._credit(rule, player, round_)

    def _credit(self, credit, player, round_):
        if credit.rule == "fixed":
            return credit.score
        return self._named(credit.rule, player, round_)

    def _named(self, rule, player, round_):
        theirs = sorted(self.worth(line) for line in self.record.lines if line.round == round_)
        own = [self.worth(line) for line in self.lines(player)]
        if rule == "nothing" or (not theirs and not own):
            return Fraction(0)
        if rule == "own_average" and own:
            return sum(own) / len(own)
        if not theirs:
            return Fraction(0)
        if rule == "worst":
            return theirs[-1] if self.low else theirs[0]
        if rule == "round_median":
            half = len(theirs) // 2
            return theirs[half] if len(theirs) % 2 else (theirs[half - 1] + theirs[half]) / 2
        return sum(theirs) / len(theirs)

    # totals

    def _base(self, player):
        if self.scheme.scoring == "performance":
            return self._performance(player)
        cells = sorted((self.cells[player, round_] for round_ in self.rounds), reverse=not self.low)
        return sum(cells[: self.scheme.best_of], Fraction(0))

    def _with_penalties(self, player):
        if self.base[player] is None:
            return None
        penalty = sum(
            Fraction(each.points)
            for each in self.record.penalties
            if each.player == player and each.round in (None, *self.rounds)
        )
        return self.base[player] + (penalty if self.low else -penalty)

    def _performance(self, player):
        pairs = [
            (other.rating, float(self.pair(line, other)))
            for line in self.lines(player)
            for other in self.others(line)
            if other.rating is not None
        ]
        if not pairs:
            return None
        ratings = [rating for rating, _ in pairs]
        wanted = sum(score for _, score in pairs)

        def distance(own):
            found = sum(1 / (1 + 10 ** ((r - own) / 400)) for r in ratings)
            return round(abs(found - wanted), 11), -own  # of two that are as near the higher

        return Fraction(min(range(min(ratings) - 800, max(ratings) + 801), key=distance))

    # ranking

    def value(self, key, player, group):
        lines = self.lines(player)
        points = [line.points for line in lines]
        places = [line.place for line in lines]
        match key:
            case "score":
                return self.score[player]
            case "points":
                return sum(points) if points else None
            case "average_points":
                return Fraction(sum(points), len(points)) if points else None
            case "firsts" | "seconds" | "thirds":
                return places.count({"firsts": 1, "seconds": 2, "thirds": 3}[key])
            case "last_round":
                return self.cells[player, self.rounds[-1]]
            case "opponents":
                met = [o.player for line in lines for o in self.others(line)]
                known = [self.base[o] for o in met if o in self.players]
                known = [score for score in known if score is not None]
                return sum(known) / len(known) if known else None
            case "lot":
                number = next(e.number for e in self.entrants if e.player == player)
                return int(sha256(f"{self.record.seed} {number}".encode()).hexdigest()[:12], 16)
            case "head_to_head":
                return self._head_to_head(player, group)
        return None

    def _head_to_head(self, player, group):
        def between(one, other):
            return [
                self.pair(line, opponent)
                for line in self.lines(one)
                for opponent in self.others(line)
                if opponent.player == other
            ]

        pairs = [(one, other) for one in group for other in group if one != other]
        if not all(between(*pair) for pair in pairs):
            return None
        scores = [between(player, other) for other in group if other != player]
        return sum((sum(each) / len(each) for each in scores), Fraction(0))

    def good(self, key, value):
        """A number that is the higher the better."""
        if value is None:
            return (0, 0)
        few = {
            "score": self.low,
            "last_round": self.low,
            "opponents": self.low,
            "points": self.record.better == "low",
            "average_points": self.record.better == "low",
            "lot": True,
        }.get(key, False)
        return (1, -value if few else value)

    def groups(self):
        """Groups of equal players, best first; and which criterion begins each new group."""
        groups, reasons = [self.players], []
        for key in ("score", *self.scheme.tie_breaks):
            finer, finer_reasons = [], []
            for number, group in enumerate(groups):
                good = {p: self.good(key, self.value(key, p, group)) for p in group}
                levels = sorted(set(good.values()), reverse=True)
                for depth, level in enumerate(levels):
                    if finer:
                        finer_reasons.append(key if depth else reasons[number - 1])
                    finer.append([p for p in group if good[p] == level])
            groups, reasons = finer, finer_reasons
        return groups, reasons

    def table(self):
        """(place, player, score) in order, and why each row stands above the next."""
        groups, reasons = self.groups()
        rows, why = [], []
        for number, group in enumerate(groups):
            place = 1 + sum(map(len, groups[:number]))
            rows += [(place, player, self.score[player]) for player in group]
            why += ["equal"] * (len(group) - 1) + [
                reasons[number] if number < len(reasons) else None
            ]
        return rows, why
