"""Replaying logged games: a verdict for every deal, the totals, the places. Source: GAMELOG.md.

What is stated in a log (totals, points, the end) is compared with what follows from the cards and
never trusted. A fault of the game as a whole (a direction against the cycle, a deal after the end)
is a problem of its deal but leaves the deal's verdict alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.game import NO_POINTS, Game, Leg
from engine.gamelog.record import LogDeal, LogGame
from engine.problems import Problem, problem
from engine.referee import SCORED, Finding, Verdict, judge
from engine.rules import Remark, RuleSet
from engine.rulesets import rule_set
from engine.scoring import MoonChoice, Outcome, four, moon_choices, points_of, points_remarks
from engine.seats import Direction, FourInts, Seat
from engine.stated import Score, score_of


class DealVerdict(NamedTuple):
    """What the replay says of one deal; a tuple, since there are so many of them.

    Attributes:
        number: as logged.
        verdict: one of `Verdict`.
        points: change of the totals by the cards, in seat order; None where it does not follow.
        totals: after the deal, rulings included; None where they are unknown or make no sense.
        shooter: who shot the moon.
        problems: everything found, with lines where the log has them.
        remarks: what was decided by default.
        line: where the deal starts in its file.
    """

    number: int
    verdict: Verdict
    points: FourInts | None
    totals: FourInts | None
    shooter: Seat | None
    problems: tuple[Problem, ...]
    remarks: tuple[Remark, ...]
    line: int | None


@dataclass(frozen=True, slots=True)
class GameVerdict:
    """What the replay says of a game.

    Attributes:
        rules: the rule set it was judged under.
        target: in points.
        deals: a verdict for every logged deal.
        totals: after the last deal; None for loose deals or where they are unknown.
        places: by those totals, 1 to 4 in seat order.
        over: whether the game has ended by its rules.
        problems: of the tags and the game as a whole; those of deals are in `deals`.
        obstacles: why no result may be recorded; empty for a complete, legal game.
        remarks: what was decided by default in the game as a whole.
    """

    rules: RuleSet
    target: int
    deals: tuple[DealVerdict, ...]
    totals: FourInts | None
    places: FourInts | None
    over: bool
    problems: tuple[Problem, ...]
    obstacles: tuple[Problem, ...]
    remarks: tuple[Remark, ...]

    @property
    def recordable(self) -> bool:
        """Whether the game is complete and legal, so that it may be recorded as a result."""
        return not self.obstacles

    def all_problems(self) -> tuple[Problem, ...]:
        """The problems of the game and of every deal."""
        return self.problems + tuple(found for deal in self.deals for found in deal.problems)


def rules_of(
    game: LogGame,
    rules: RuleSet | None = None,
    switches: Sequence[tuple[str, str]] = (),
    default: str = "american",
) -> RuleSet:
    """The rule set a log is to be judged under.

    Args:
        game: its tags name a rule set and changed switches.
        rules: given from outside, it replaces what the tags say, their switches included.
        switches: given from outside, on top.
        default: the rule set of a log that names none.

    Raises:
        RulesError: ``rules.unknown``, ``switch.unknown``, ``switch.value``,
            ``switch.contradiction``.

    >>> rules_of(LogGame(rules="dutch", switches=(("moon_points", "20"),))).moon_points
    20
    """
    if rules is None:
        rules = rule_set(game.rules or default).with_switches(dict(game.switches))
    return rules.with_switches(dict(switches))


def check(game: LogGame, rules: RuleSet) -> GameVerdict:
    r"""Judge every deal of a logged game and follow its totals.

    Args:
        game: as logged.
        rules: the rule set.

    >>> from engine.gamelog.hjl_reader import read_games
    >>> from engine.rulesets import AMERICAN
    >>> game, = read_games(["% hjl 1", "H 1 left", 'V "misdeal"'])
    >>> [deal.verdict.value for deal in check(game, AMERICAN).deals]
    ['void']
    """
    replay = Replay(game, rules)
    for deal in game.deals:
        replay.take(deal)
    return replay.finish(game.problems)


class Replay:
    """Follows one game through its deals, as they come.

    >>> from engine.gamelog.hjl_reader import read_games
    >>> from engine.rulesets import AMERICAN
    >>> game, = read_games(["% hjl 1", "H 1 left", 'V "misdeal"', "H 2 right"])
    >>> replay = Replay(game, AMERICAN)
    >>> replay.take(game.deals[0])
    >>> [deal.verdict.value for deal in replay.finish().deals]
    ['void']
    """

    def __init__(self, log: LogGame, rules: RuleSet) -> None:
        """Begin a game.

        Args:
            log: the game, of which only the tags are looked at.
            rules: the rule set.
        """
        self.log = log
        self.rules = rules
        self.game = Game(rules, log.target)
        self.known = not log.loose
        self.missed = 0
        self.unknown_from: int | None = None
        self.verdicts: list[DealVerdict] = []
        self.remarks: list[Remark] = []
        self._moons_are_plain = len(moon_choices(rules)) == 1
        self._loose_before = False  # whether a plain loose deal has been taken in

    def take(self, deal: LogDeal, finding: Finding | None = None) -> None:
        """Take in the next deal.

        Args:
            deal: as logged.
            finding: what its cards have been found to show already (`engine.fastlane`); they are
                not looked at again.
        """
        finding = finding or judge(deal, self.rules)
        plain = finding.verdict is Verdict.OK and not (
            finding.problems or finding.remarks or deal.moon or deal.rulings
        )
        if not plain or not self.take_plain(
            deal.number,
            deal.direction,
            deal.totals,
            deal.stated,
            finding.outcome,
            None if deal.lines is None else deal.lines.first,
        ):
            self.verdicts.append(self._any_deal(deal, finding))

    def take_plain(
        self,
        number: int,
        direction: Direction,
        totals: FourInts | None,
        stated: FourInts | None,
        outcome: Outcome | None,
        line: int | None,
    ) -> bool:
        """Take in a legal deal without rulings if there is nothing to say but its points.

        Nearly all deals are such. The arguments are as in a `LogDeal`, the outcome is what its
        cards come to.

        Returns:
            Whether it was one; it still has to be taken in if not.
        """
        game = self.game
        if self.log.loose:
            return self._take_loose(number, stated, outcome, line)
        if (
            outcome is None
            or not self.known
            or game.over
            or game.leg != "out"
            or number != game.deals + 1
            or direction != game.direction
            or (totals is not None and totals != game.totals)
        ):
            return False
        shooter = outcome.shooter
        points = outcome.cards if shooter is None else self._points_of_moon(outcome)
        if points is None or (stated is not None and stated != points):
            return False
        if shooter is None:
            game.book_plain(outcome)
        else:
            game.book(outcome)
        self.verdicts.append(
            DealVerdict(number, Verdict.OK, points, game.totals, shooter, (), (), line)
        )
        return True

    def _take_loose(
        self, number: int, stated: FourInts | None, outcome: Outcome | None, line: int | None
    ) -> bool:
        """As `take_plain`, for a deal that belongs to no game."""
        if outcome is None or self.rules.game_ends != "target":
            return False
        shooter = outcome.shooter
        points = outcome.cards if shooter is None else self._points_of_moon(outcome)
        if points is None or (stated is not None and stated != points):
            return False
        if shooter is not None or not self._loose_before:
            self._loose_before = True
            self.remarks += points_remarks(self.rules, outcome)
        self.verdicts.append(DealVerdict(number, Verdict.OK, points, None, shooter, (), (), line))
        return True

    def _points_of_moon(self, outcome: Outcome) -> FourInts | None:
        """What a moon pays on the outward leg; None where that is for the shooter to say."""
        return points_of(self.rules, outcome) if self._moons_are_plain else None

    def finish(self, found: Sequence[Problem] = ()) -> GameVerdict:
        """The verdict, once the last deal is in.

        Args:
            found: the problems of the tags and of the file as a whole.
        """
        game = self.game
        known = self.known and bool(self.verdicts)
        problems = list(found)
        unfinished = problem("game.unfinished", target=game.target, totals=game.totals)
        if self.log.ended == "finished" and known and not game.over:
            problems.append(unfinished.at(self.log.line))
        return GameVerdict(
            rules=self.rules,
            target=game.target,
            deals=tuple(self.verdicts),
            totals=game.totals if known else None,
            places=game.places() if known else None,
            over=game.over,
            problems=tuple(problems),
            obstacles=tuple(self._obstacles(problems, unfinished)),
            remarks=tuple(dict.fromkeys((*self.remarks, *game.remarks))),
        )

    def _obstacles(self, problems: Sequence[Problem], unfinished: Problem) -> list[Problem]:
        log = self.log
        obstacles = list(problems)
        for deal in self.verdicts:
            if deal.verdict not in (*SCORED, Verdict.VOID):
                obstacles.append(
                    problem("game.deal", number=deal.number, verdict=deal.verdict.value)
                )
            else:
                obstacles += deal.problems
        if log.loose:
            obstacles.append(problem("game.loose"))
        elif not self.verdicts:
            obstacles.append(problem("game.no_deals"))
        elif not self.known and self.unknown_from is not None:
            obstacles.append(problem("game.no_totals", number=self.unknown_from))
        elif log.ended == "abandoned":
            obstacles.append(problem("game.abandoned"))
        elif log.ended != "time" and not self.game.over and unfinished not in obstacles:
            obstacles.append(unfinished)
        return obstacles

    # one deal

    def _any_deal(self, deal: LogDeal, finding: Finding) -> DealVerdict:
        problems = list(finding.problems)
        remarks = list(finding.remarks)
        if finding.verdict is not Verdict.UNREADABLE and not self.log.loose:
            self._check_place(deal, finding.verdict, problems, remarks)
        if finding.verdict is Verdict.VOID:
            return self._verdict(deal, finding, Score(None, None), problems, remarks)
        score = Score(None, None)
        if finding.outcome is not None:
            legs = self._legs()
            totals = self.game.totals if self.known else None
            score = score_of(deal, self.rules, finding.outcome, legs, totals)
            problems += score.problems
            self.remarks += points_remarks(self.rules, finding.outcome)
        if not self.log.loose and not self.game.over:
            self._book(deal, finding.outcome, score.choice)
        return self._verdict(deal, finding, score, problems, remarks)

    def _verdict(
        self,
        deal: LogDeal,
        finding: Finding,
        score: Score,
        problems: Sequence[Problem],
        remarks: Sequence[Remark],
    ) -> DealVerdict:
        spoilt = score.verdict is not None and finding.verdict in SCORED
        return DealVerdict(
            number=deal.number,
            verdict=score.verdict if spoilt and score.verdict is not None else finding.verdict,
            points=score.points,
            totals=self.game.totals if self.known else None,
            shooter=None if finding.outcome is None else finding.outcome.shooter,
            problems=tuple(problems),
            remarks=tuple(remarks),
            line=None if deal.lines is None else deal.lines.first,
        )

    def _check_place(
        self,
        deal: LogDeal,
        verdict: Verdict,
        problems: list[Problem],
        remarks: list[Remark],
    ) -> None:
        """Compare the deal's number, direction and totals with what is due now."""
        game = self.game
        line = deal.line_of("H")
        if game.over:
            if verdict is not Verdict.VOID:
                problems.append(problem("game.after_end", ended=game.deals).at(line))
            return
        due = game.deals + 1
        if deal.number != due:
            problems.append(problem("game.number", number=deal.number, expected=due).at(line))
            if deal.number > due:
                self._lose_totals(due, deal.number - due)
            game.count_to(deal.number - 1)
        if deal.direction != game.direction:
            wrong = problem("game.direction", direction=deal.direction, expected=game.direction)
            problems.append(wrong.at(line))
            remark = self.rules.remark("passing")
            remarks += [remark] if remark is not None else []
        if deal.totals is None:
            return
        if not self.known:
            self._resume(deal.totals)
        elif deal.totals != game.totals:
            wrong = problem("game.totals", stated=deal.totals, computed=game.totals)
            problems.append(wrong.at(deal.line_of("R")))

    def _legs(self) -> tuple[Leg, ...]:
        """The legs that this deal may be on; the likelier one first."""
        if self.rules.game_ends == "target":
            return ("out",)
        if self.known or self.game.leg == "return":
            return (self.game.leg,)
        return ("out", "return")

    def _book(self, deal: LogDeal, outcome: Outcome | None, choice: MoonChoice | None) -> None:
        if outcome is None or choice is None or not self.known:
            self._lose_totals(deal.number, 1)
            self.game.count_to(self.game.deals + 1)
            return
        rulings = list(NO_POINTS)
        for ruling in deal.rulings:
            rulings[ruling.seat] += ruling.points
        self.game.book(outcome, choice, four(rulings))

    def _lose_totals(self, number: int, deals: int) -> None:
        if self.known:
            self.unknown_from = number
        self.known = False
        self.missed += deals

    def _resume(self, totals: FourInts) -> None:
        """Go on from stated totals, unless it cannot be known on which leg."""
        game = self.game
        leg: Leg = game.leg
        if self.rules.game_ends == "return_leg" and leg == "out":
            if max(totals) >= game.target:
                leg = "return"
            elif self.missed > 1:
                return  # the turn and a first return deal may both have been missed
        game.resume(totals, leg)
        self.known = True
        self.missed = 0
