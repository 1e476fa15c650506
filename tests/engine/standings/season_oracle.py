"""A season computed a second time: every evening by the slow computation, every total by hand."""

from fractions import Fraction

from standings_oracle import Oracle

from engine.standings.games import EventRecord
from engine.standings.scheme import Scheme


class SeasonOracle:
    """A season without tie-breaks: scores of evenings, which count, totals, who has a place."""

    def __init__(self, rules, evenings, members, penalties=()):
        self.rules, self.evenings, self.members = rules, evenings, members
        self.low = self._low()
        self.there = [self._evening(evening) for evening in evenings]
        self.scores = {
            (player, number): self._score(player, number)
            for player in members
            for number in range(len(evenings))
        }
        self.totals = {player: self._total(player, penalties) for player in members}

    def _low(self):
        if self.rules.evening == "points":
            return self.evenings[0].record.better == "low"
        return self.rules.ladder[0] < self.rules.ladder[-1]

    def _evening(self, evening):
        """Player -> (score, was there, is a substitute) for everybody who took part."""
        own = Oracle(evening.record, evening.scheme)
        took_part = [
            player
            for player in own.players
            if own.lines(player)
            or any(
                s.player == player and s.round <= evening.record.rounds
                for s in evening.record.sit_outs
            )
        ]
        if self.rules.evening == "standing":
            rows, _ = own.table()
            ladder = [*self.rules.ladder, *[self.rules.ladder[-1]] * len(rows)]
            worth = {}
            for place, player, _ in rows:
                sharing = sum(other == place for other, _, _ in rows)
                worth[player] = Fraction(sum(ladder[place - 1 : place - 1 + sharing])) / sharing
            scores = worth
        else:
            scores = self._counted(evening).score
        found = {
            player: (scores[player], self._was_there(evening, player), False)
            for player in took_part
        }
        if self.rules.substitute == "replaces_worst":
            found |= self._substitutes(evening, found)
        return found

    def _counted(self, evening):
        record = evening.record
        if evening.scheme.scoring != self.rules.evening:
            record = EventRecord(
                record.entrants, record.lines, record.sit_outs, (), record.rounds, record.better
            )
        rules = self.rules
        scheme = Scheme(
            rules.evening,
            rules.ladder,
            rules.ladder_three,
            sit_out=rules.sit_out,
            sit_out_again=rules.sit_out_again,
            missed=rules.missed,
            tie_breaks=(),
        )
        return Oracle(record, scheme)

    @staticmethod
    def _was_there(evening, player):
        played = any(
            line.player == player and line.played_by is None and line.round <= evening.record.rounds
            for line in evening.record.lines
        )
        return played or any(
            s.player == player and s.round <= evening.record.rounds for s in evening.record.sit_outs
        )

    def _substitutes(self, evening, found):
        oracle = self._counted(evening)
        better = min if self.low else max
        result = {}
        for player in {line.played_by for line in evening.record.lines} - {None}:
            games = [
                oracle.worth(line)
                for line in evening.record.lines
                if line.played_by == player and line.round <= evening.record.rounds
            ]
            if not games:
                continue
            if player in found:
                # Any exchange of one own round for one such game that helps: the best of all.
                own = sorted((oracle.cells[player, r] for r in oracle.rounds), reverse=self.low)
                games.sort(reverse=not self.low)
                penalty = oracle.score[player] - oracle.base[player]
                totals = [
                    sum(games[:swaps], Fraction(0)) + sum(own[swaps:], Fraction(0))
                    for swaps in range(1 + min(len(games), len(own)))
                ]
                result[player] = (better(totals) + penalty, True, False)
            else:
                rounds = [line.round for line in evening.record.lines if line.played_by == player]
                missed = [self._missed(oracle, games, r) for r in oracle.rounds if r not in rounds]
                result[player] = (sum(games + missed, Fraction(0)), True, True)
        return result

    def _missed(self, oracle, own, round_):
        rule = self.rules.missed
        theirs = sorted(oracle.worth(x) for x in oracle.record.lines if x.round == round_)
        if rule is None:
            unsafe = self.rules.evening == "points" or self.low or self.rules.ladder[-1] < 0
            return self._named("worst" if unsafe else "nothing", own, theirs)
        return rule.score if rule.rule == "fixed" else self._named(rule.rule, own, theirs)

    def _named(self, rule, own, theirs):
        theirs = sorted(theirs)
        if rule == "own_average" and own:
            return sum(own) / len(own)
        if rule == "nothing" or not theirs:
            return Fraction(0)
        if rule == "worst":
            return theirs[-1] if self.low else theirs[0]
        if rule == "round_median":
            return (theirs[(len(theirs) - 1) // 2] + theirs[len(theirs) // 2]) / 2
        return sum(theirs) / len(theirs)

    def _score(self, player, number):
        found = self.there[number].get(player)
        if found is not None and not found[2]:
            return found[0]
        notified = player in self.evenings[number].notified
        rule = self.rules.absent_with_notice if notified else self.rules.absent_without_notice
        entered = [each for each in self.there[number].values() if not each[2]]
        own = [e[0] for t in self.there if (e := t.get(player)) is not None and not e[2]]
        theirs = [each[0] for each in entered]
        if rule is None:
            unsafe = self.rules.evening == "points" or self.low or self.rules.ladder[-1] < 0
            absence = self._named("worst" if unsafe else "nothing", own, theirs)
        elif rule.rule == "fixed":
            absence = rule.score
        else:
            absence = self._named(rule.rule, own, theirs)
        if found is not None:
            return min(found[0], absence) if self.low else max(found[0], absence)
        return absence

    def attendance(self, player):
        return sum(bool(t.get(player, (0, False))[1]) for t in self.there)

    def _total(self, player, penalties):
        scores = sorted(
            (self.scores[player, number] for number in range(len(self.evenings))),
            reverse=not self.low,
        )
        fines = sum(Fraction(each.points) for each in penalties if each.player == player)
        return sum(scores[: self.rules.best], Fraction(0)) + (fines if self.low else -fines)

    def table(self):
        """(place or None, player, total), those who were there too rarely last."""
        left = (self.rules.of or len(self.evenings)) - len(self.evenings)
        often = [
            player
            for player in self.members
            if self.attendance(player) + left >= self.rules.minimum_attendance
        ]
        rare = [player for player in self.members if player not in often]

        def worse_first(player):
            return self.totals[player] if self.low else -self.totals[player]

        rows = []
        for player in sorted(often, key=worse_first):
            better = sum(worse_first(other) < worse_first(player) for other in often)
            rows.append((1 + better, player, self.totals[player]))
        return rows + [(None, p, self.totals[p]) for p in sorted(rare, key=worse_first)]
