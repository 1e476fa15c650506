"""The score of a logged deal: the shooter's choice, and what was stated against what was computed.

Stated scores are compared, never trusted. Source: GAMELOG.md, the lines M and S.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game import Leg, change_of
from engine.gamelog.record import LogDeal
from engine.problems import Problem, problem
from engine.referee import Verdict
from engine.rules import RuleSet
from engine.scoring import MoonChoice, Outcome, moon_choices
from engine.seats import FourInts


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a deal.

    Attributes:
        choice: of the shooter (``others`` without a moon); None where it cannot be known.
        points: change of the totals by the cards; None where the choice is unknown.
        verdict: ``scores_differ`` or ``uncheckable`` where the deal is not ``ok`` for its score.
        problems: what is wrong with M and S.
    """

    choice: MoonChoice | None
    points: FourInts | None
    verdict: Verdict | None = None
    problems: tuple[Problem, ...] = ()


def score_of(
    deal: LogDeal,
    rules: RuleSet,
    outcome: Outcome,
    legs: Sequence[Leg],
    totals: FourInts | None,
) -> Score:
    """Find the score of a deal from its cards, its M and, for want of an M, its S.

    Args:
        deal: the logged deal.
        rules: the rule set.
        outcome: what the cards come to.
        legs: the legs the deal may be on; where nothing is stated the first counts.
        totals: before the deal, where known.

    >>> from engine.rulesets import AMERICAN_CHOICE
    >>> from engine.seats import Seat
    >>> moon = Outcome((26, 0, 0, 0), Seat.N, (0, 0, 0, 0), False)
    >>> stated = LogDeal(number=1, stated=(-26, 0, 0, 0))
    >>> score_of(stated, AMERICAN_CHOICE, moon, ("out",), None).choice
    'self'
    >>> score_of(LogDeal(number=1), AMERICAN_CHOICE, moon, ("out",), None).verdict.value
    'uncheckable'
    """
    choices = moon_choices(rules) if outcome.shooter is not None else ("others",)
    doubtful = _moon_problem(deal, rules, outcome)
    if doubtful is None and deal.moon is not None:
        choices = (deal.moon.choice,)
    problems = () if doubtful is None else (doubtful.at(deal.line_of("M")),)
    stated = deal.stated
    if stated is None:
        if len(choices) == 1:
            points = change_of(rules, legs[0], outcome, choices[0], totals)
            return Score(choices[0], points, None, problems)
        seat = outcome.shooter.name if outcome.shooter is not None else None
        undecided = problem("moon.undecided", seat=seat, want="M").at(deal.line_of("H"))
        return Score(None, None, Verdict.UNCHECKABLE, (*problems, undecided))
    for leg in legs:
        for choice in choices:
            points = change_of(rules, leg, outcome, choice, totals)
            # Under `exactly` a sheet may state the points taken instead of the change.
            if stated in (points, change_of(rules, leg, outcome, choice, None)):
                return Score(choice, points, None, problems)
    differs = _difference(rules, outcome, legs[0], choices, totals, stated)
    problems = (*problems, differs.at(deal.line_of("S")))
    if len(choices) > 1:
        return Score(None, None, Verdict.SCORES_DIFFER, problems)
    points = change_of(rules, legs[0], outcome, choices[0], totals)
    return Score(choices[0], points, Verdict.SCORES_DIFFER, problems)


def _moon_problem(deal: LogDeal, rules: RuleSet, outcome: Outcome) -> Problem | None:
    """Why the M of a deal is impossible; None also where there is none."""
    if deal.moon is None:
        return None
    seat = deal.moon.seat.name
    if len(moon_choices(rules)) == 1:
        return problem("moon.no_choice", seat=seat)
    if outcome.shooter is None:
        return problem("moon.not_shot", seat=seat)
    if outcome.shooter != deal.moon.seat:
        return problem("moon.other_seat", seat=seat, shooter=outcome.shooter.name)
    return None


def _difference(
    rules: RuleSet,
    outcome: Outcome,
    leg: Leg,
    choices: Sequence[MoonChoice],
    totals: FourInts | None,
    stated: FourInts,
) -> Problem:
    if len(choices) > 1:
        return problem(
            "score.differs_moon",
            stated=stated,
            others=change_of(rules, leg, outcome, "others", totals),
            self=change_of(rules, leg, outcome, "self", totals),
        )
    computed = change_of(rules, leg, outcome, choices[0], totals)
    return problem("score.differs", stated=stated, computed=computed)
