"""The referee of one logged deal: every card checked, and what the cards come to.

Totals play no part here; `engine.replay` follows whole games. Source: RULES.md and the verdicts of
GAMELOG.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.cards import Card, cards_of, names
from engine.deal import Deal, Stage
from engine.evidence import evidence_of, wrong_part
from engine.gamelog.record import LogDeal, Trick
from engine.legality import first_leader, law_of
from engine.problems import Problem, RulesError, problem
from engine.rules import Remark, RuleSet
from engine.scoring import Outcome, tariff_of
from engine.seats import SEATS, Seat


class Verdict(StrEnum):
    """What is said of a deal (GAMELOG.md, "Verdicts")."""

    OK = "ok"
    UNREADABLE = "unreadable"
    ILLEGAL = "illegal"
    SCORES_DIFFER = "scores_differ"
    INCOMPLETE = "incomplete"
    CLAIMABLE = "claimable"
    ORDER_UNKNOWN = "order_unknown"
    UNCHECKABLE = "uncheckable"
    VOID = "void"


SCORED: Final = (Verdict.OK, Verdict.CLAIMABLE)
"""Verdicts of a deal that was legal and has a score."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What the cards of a deal show.

    Attributes:
        verdict: as far as the cards go; stated scores are compared later.
        outcome: what the cards come to; None unless they are all accounted for.
        problems: in the order of play, with lines where the log has them.
        remarks: decided by default.
    """

    verdict: Verdict
    outcome: Outcome | None
    problems: tuple[Problem, ...]
    remarks: tuple[Remark, ...]


def judge(deal: LogDeal, rules: RuleSet) -> Finding:
    """Judge the cards of one deal.

    >>> from engine.gamelog.hjl_reader import read_games
    >>> from engine.rulesets import AMERICAN
    >>> game, = read_games(["% hjl 1", "H 1 none", "T E 2C JC 6C KC"])
    >>> judge(game.deals[0], AMERICAN).verdict.value
    'incomplete'
    """
    if not deal.readable:
        return Finding(Verdict.UNREADABLE, None, deal.problems, ())
    if deal.void is not None:
        return Finding(Verdict.VOID, None, (), ())
    return _Referee(deal, rules).judge()


class _Referee:
    """Plays one logged deal through."""

    def __init__(self, deal: LogDeal, rules: RuleSet) -> None:
        self.deal = deal
        self.rules = rules
        self.law = law_of(rules)
        self.evidence = evidence_of(deal, rules)
        self.illegal: list[Problem] = list(self.evidence.problems)
        self.doubts: list[Problem] = []
        self.notes: list[Problem] = []
        self.remarks: list[Remark] = []

    def judge(self) -> Finding:
        deal = self.deal
        if not deal.tricks and deal.hands is None and deal.cut_short is None:
            self.doubts.append(problem("unknown.play", want="T").at(self.deal.line_of("H")))
            return self._finding(Verdict.UNCHECKABLE, None)
        expected = first_leader(self.law, self.evidence.hands, deal.dealer)
        leader = deal.tricks[0].leader if deal.tricks else expected
        if leader is None:
            leader = expected
        if leader is None and deal.tricks:
            self.doubts.append(problem("unknown.order", want="dealer").at(self.deal.line_of("H")))
            return self._finding(Verdict.ORDER_UNKNOWN, None)
        state = Deal.from_known(
            self.rules, self.evidence.hands, SEATS[0] if leader is None else leader, deal.dealer
        )
        self._check_first_leader(leader, expected)
        played = self._play(state)
        self.remarks += state.excused
        if played is not None:
            return self._finding(played, None)
        verdict = self._end(state)
        scored = verdict is not Verdict.INCOMPLETE
        if scored and self.evidence.want is not None:
            self.doubts.append(problem("unknown.legality", want=self.evidence.want))
        if scored and expected is None and not self.law.opening:
            self.doubts.append(problem("unknown.first_lead", want="dealer"))
        if scored and self.doubts:
            verdict = Verdict.UNCHECKABLE
        return self._finding(verdict, state.outcome() if scored else None)

    def _finding(self, verdict: Verdict, outcome: Outcome | None) -> Finding:
        if self.illegal:
            verdict = Verdict.ILLEGAL
        doubts = [
            doubt if doubt.line else doubt.at(self.deal.line_of("H")) for doubt in self.doubts
        ]
        return Finding(verdict, outcome, (*self.illegal, *doubts, *self.notes), tuple(self.remarks))

    def _check_first_leader(self, leader: Seat | None, expected: Seat | None) -> None:
        if leader is None or expected is None or leader == expected:
            return
        opening = self.law.opening
        if opening:
            (card,) = cards_of(opening)
            wrong = problem(
                "play.first_leader",
                trick=1,
                seat=leader.name,
                expected=expected.name,
                card=str(card),
            )
        else:
            wrong = problem("play.dealer_leads", trick=1, seat=leader.name, expected=expected.name)
            remark = self.rules.remark("first_lead")
            self.remarks += [remark] if remark is not None else []
        self._illegal(wrong, 1)

    def _play(self, state: Deal) -> Verdict | None:
        """Play every logged card; a verdict if play cannot be followed to its end."""
        for number, trick in enumerate(self.deal.tricks, start=1):
            if trick.leader == state.to_move and state.put_trick(trick.cards):
                continue
            if state.stage is Stage.DONE:
                tricks = self.rules.hand_size
                self._illegal(problem("play.too_many", trick=number, tricks=tricks), number)
                return Verdict.ILLEGAL
            cards = self._in_order(trick, state)
            if cards is None:
                self.doubts.append(
                    problem("unknown.order", want="T").at(self.deal.line_of_trick(number))
                )
                return Verdict.ORDER_UNKNOWN
            in_turn = self._take_the_lead(state, trick, number)
            for position, card in enumerate(cards):
                try:
                    reason = state.put(card)
                except RulesError as error:
                    self._illegal(self._naming_the_part(error.problem), number)
                    return Verdict.ILLEGAL
                if reason is not None and (in_turn or position):
                    self._illegal(reason, number)
        return None

    def _in_order(self, trick: Trick, state: Deal) -> tuple[Card, ...] | None:
        """The cards in order of play; without a leader they are turned to the one who is due."""
        if trick.leader is not None:
            return trick.cards
        if len(trick.cards) < 4:
            return None
        first = state.to_move
        return trick.cards[first:] + trick.cards[:first]

    def _take_the_lead(self, state: Deal, trick: Trick, number: int) -> bool:
        """Let the logged leader lead; whether that was in turn."""
        if number == 1:
            return not any(
                p.code in ("play.first_leader", "play.dealer_leads") for p in self.illegal
            )
        if trick.leader is None or trick.leader == state.to_move:
            return True
        wrong = problem(
            "play.out_of_turn",
            trick=number,
            seat=trick.leader.name,
            expected=state.to_move.name,
        )
        self._illegal(wrong, number)
        state.lead_from(trick.leader)
        return False

    def _end(self, state: Deal) -> Verdict:
        """Whether the cards are all accounted for: played out, conceded, or points all out."""
        cut = self.deal.cut_short
        if state.stage is Stage.DONE:
            if cut is not None:
                self.notes.append(
                    problem("cut.nothing_left", tricks=self.rules.hand_size).at(
                        self.deal.line_of("K")
                    )
                )
            return Verdict.OK
        if cut is not None and cut.taker is not None:
            state.concede_rest(cut.taker)
            return Verdict.OK
        taken = state.taken
        left = tariff_of(self.rules).point_cards & ~(taken[0] | taken[1] | taken[2] | taken[3])
        if left:
            self._open_end(problem("cut.points_left", cards=names(cards_of(left))))
            return Verdict.INCOMPLETE
        if self.rules.all_tricks == "double":
            for seat in SEATS:
                if state.tricks_won[seat] == sum(state.tricks_won):
                    self._open_end(
                        problem("cut.tricks_open", seat=seat.name, tricks=state.tricks_won[seat])
                    )
                    return Verdict.INCOMPLETE
        return Verdict.CLAIMABLE

    def _open_end(self, stated_but_wrong: Problem) -> None:
        """Why the end is missing; a claim that is not true is the better reason."""
        if self.deal.cut_short is not None:
            self.doubts.append(stated_but_wrong.at(self.deal.line_of("K")))
        else:
            cards = sum(len(trick.cards) for trick in self.deal.tricks)
            self.doubts.append(problem("cut.short", tricks=len(self.deal.tricks), cards=cards))

    def _naming_the_part(self, found: Problem) -> Problem:
        if found.code != "play.not_held":
            return found
        return problem(
            "play.not_held",
            **{**found.fields, "field": wrong_part(self.deal, self.rules)},
        )

    def _illegal(self, found: Problem, trick: int) -> None:
        self.illegal.append(found.at(self.deal.line_of_trick(trick)))
