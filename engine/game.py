"""A game: deals until the end, with the pass cycle, running totals, the end and the places.

Source: RULES.md, the rows "pass 3, cycle", "game ends" and "lowest tied" with notes 1, 2, 9 to 12.
"""

from __future__ import annotations

from typing import Literal

from engine.problems import RulesError, problem
from engine.ranking import places
from engine.rules import Remark, RuleSet
from engine.scoring import MoonChoice, Outcome, four, points_of, points_remarks
from engine.seats import SEATS, Direction, FourInts, Seat

Leg = Literal["out", "return"]

NO_POINTS: FourInts = (0, 0, 0, 0)


def change_of(
    rules: RuleSet,
    leg: Leg,
    outcome: Outcome,
    choice: MoonChoice = "others",
    totals: FourInts | None = None,
) -> FourInts:
    """What a deal does to the totals.

    On the return leg points are subtracted, or under ``exactly`` the new total is |old - points|;
    a moon adds to the others or comes off the shooter as ever (RULES.md, note 9).

    Args:
        rules: the rule set.
        leg: outward or return.
        outcome: of the deal.
        choice: of a moon's shooter.
        totals: before the deal; without them ``exactly`` is taken as plain subtraction.

    >>> from engine.rulesets import DUTCH_RETURN
    >>> plain = Outcome((9, 6, 0, 0), None, (0, 0, 0, 0), False)
    >>> change_of(DUTCH_RETURN, "return", plain)
    (-9, -6, 0, 0)
    >>> exactly = DUTCH_RETURN.with_switch("return_to_zero", "exactly")
    >>> change_of(exactly, "return", plain, totals=(5, 50, 8, 30))
    (-1, -6, 0, 0)
    """
    booked = points_of(rules, outcome, choice)
    shooter = outcome.shooter
    if leg == "out" or (shooter is not None and choice == "others"):
        return booked
    subtracted = booked if shooter is None else four([-own for own in booked])
    if rules.return_to_zero == "at_or_below" or totals is None:
        return four([-own for own in subtracted])
    return four(
        [
            abs(old - own) - old if shooter in (None, seat) else 0
            for seat, own, old in zip(SEATS, subtracted, totals, strict=True)
        ]
    )


class Game:
    """The running state of one game. Deals are booked one by one.

    Attributes:
        rules: the rule set.
        target: in points; the rule set's default unless given.
        totals: after the deals booked so far, in seat order.
        deals: how many deals have been booked; void deals are none.
        leg: ``out`` until the deal in which someone is at or past the target, then ``return``
            where the rules have a return leg.
        over: whether the game has ended.
        remarks: what has been decided by default so far.

    >>> from engine.rulesets import AMERICAN
    >>> game = Game(AMERICAN, target=26)
    >>> game.direction
    'left'
    >>> game.book(Outcome((20, 3, 0, 3), None, (0, 0, 0, 0), False))
    (20, 3, 0, 3)
    >>> game.book(Outcome((0, 26, 0, 0), Seat.E, (0, 0, 0, 0), False))
    (26, 0, 26, 26)
    >>> game.over, game.totals, game.places()
    (True, (46, 3, 26, 29), (4, 1, 2, 3))
    """

    def __init__(
        self, rules: RuleSet, target: int | None = None, first_dealer: Seat | None = None
    ) -> None:
        """Start a game at 0 points each, the pass cycle at Left.

        Args:
            rules: the rule set.
            target: 1 or more; None takes the rule set's default.
            first_dealer: who deals first, where that matters.

        Raises:
            RulesError: ``target.value``.
        """
        if target is not None and target < 1:
            raise RulesError(problem("target.value", target=target))
        self.rules = rules
        self.target = rules.target if target is None else target
        self.first_dealer = first_dealer
        self.totals: FourInts = NO_POINTS
        self.deals = 0
        self.leg: Leg = "out"
        self.over = False
        self.remarks: list[Remark] = []
        self._target_by_default = target is None
        self._cycle = rules.pass_cycle
        self._plain_before = False  # whether a deal without a moon has been booked

    @property
    def direction(self) -> Direction:
        """The pass direction of the next deal."""
        return self._cycle[self.deals % len(self._cycle)]

    @property
    def dealer(self) -> Seat | None:
        """The dealer of the next deal, where the first one is known (RULES.md, note 2)."""
        if self.first_dealer is None:
            return None
        return self.first_dealer.after(self.deals if self.rules.first_lead_rotates else 0)

    def change(self, outcome: Outcome, choice: MoonChoice = "others") -> FourInts:
        """What a deal would do to the totals now: `change_of` on the present leg."""
        return change_of(self.rules, self.leg, outcome, choice, self.totals)

    def book(
        self,
        outcome: Outcome,
        choice: MoonChoice = "others",
        rulings: FourInts = NO_POINTS,
    ) -> FourInts:
        """Book a deal and return its change of the totals by the cards.

        Args:
            outcome: what the cards of the deal come to.
            choice: of a moon's shooter.
            rulings: points added by the organiser; they count for the target (GAMELOG.md, C).

        Raises:
            RulesError: ``game.after_end`` when the game is over.
        """
        if self.over:
            raise RulesError(problem("game.after_end", ended=self.deals))
        before = self.totals
        change = self.change(outcome, choice)
        self.totals = _sum(_sum(before, change), rulings)
        self.deals += 1
        self._remark(*points_remarks(self.rules, outcome))
        if self.leg == "return":
            self.over = any(self._home(total) for total in self.totals)
            if self.over:
                self._remark_on_the_end()
        elif max(self.totals) >= self.target:
            self._reach_target(outcome, before)
        return change

    def book_plain(self, outcome: Outcome) -> None:
        """Book a deal without a moon or rulings on the outward leg: `book`, for the many."""
        before = self.totals
        self.totals = totals = _sum(before, outcome.cards)
        self.deals += 1
        if not self._plain_before:
            self._plain_before = True
            self._remark(*points_remarks(self.rules, outcome))
        if max(totals) >= self.target:
            self._reach_target(outcome, before)

    def _reach_target(self, outcome: Outcome, before: FourInts) -> None:
        """Somebody is at or past the target: the end, another deal, or the turn."""
        if self.rules.game_ends == "return_leg":
            self.leg = "return"
        else:
            self.over = not self._extra_deal_due(outcome, before)
        if self._target_by_default:
            self._rests_on("target")
        if self.over:
            self._remark_on_the_end()

    def resume(self, totals: FourInts, leg: Leg) -> None:
        """Go on from stated totals after deals that could not be booked."""
        self.totals = totals
        self.leg = leg

    def count_to(self, deals: int) -> None:
        """Count deals that were played but cannot be booked: the pass cycle goes on after them."""
        self.deals = deals

    def places(self) -> FourInts:
        """Places 1 to 4 by the present totals, equal totals shared; place 1 is the winner.

        Under `exactly` whoever is home, at zero, comes before everybody else.
        """
        totals = self.totals
        if self.over and self.leg == "return" and self.rules.return_to_zero == "exactly":
            first = min(totals) - 1
            return four(places([first if self._home(total) else total for total in totals]))
        return four(places(totals))

    def _home(self, total: int) -> bool:
        return total == 0 if self.rules.return_to_zero == "exactly" else total <= 0

    def _extra_deal_due(self, outcome: Outcome, before: FourInts) -> bool:
        """Note 10: (a) the lowest total is tied; (b) a perfect deal by another than the leader."""
        rules = self.rules
        lowest = min(self.totals)
        if rules.lowest_tied == "extra_deal" and self.totals.count(lowest) > 1:
            return True
        if rules.perfect_deal == "nothing":
            return False
        took = [own != 0 and seat != outcome.shooter for seat, own in _booked(rules, outcome)]

        def perfect(totals: FourInts) -> bool:
            led = [total == min(totals) for total in totals]
            leaders_took = all(some for some, leads in zip(took, led, strict=True) if leads)
            return leaders_took and any(
                not some and not leads for some, leads in zip(took, led, strict=True)
            )

        after_says, before_says = perfect(self.totals), perfect(before)
        if after_says != before_says:
            self._rests_on("leader")
        return after_says if rules.leader == "after" else before_says

    def _remark_on_the_end(self) -> None:
        if self.leg == "return" and min(self.totals) < 0:
            self._rests_on("return_to_zero")
        if self.places().count(1) > 1:
            self._rests_on("lowest_tied")

    def _rests_on(self, switch: str) -> None:
        remark = self.rules.remark(switch)
        if remark is not None:
            self._remark(remark)

    def _remark(self, *remarks: Remark) -> None:
        self.remarks += [remark for remark in remarks if remark not in self.remarks]


def _booked(rules: RuleSet, outcome: Outcome) -> list[tuple[Seat, int]]:
    return list(zip(SEATS, points_of(rules, outcome), strict=True))


def _sum(one: FourInts, other: FourInts) -> FourInts:
    (a, b, c, d), (e, f, g, h) = one, other
    return a + e, b + f, c + g, d + h
