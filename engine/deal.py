"""One deal as a state machine: pass, play, done.

`Deal` answers at every point who is to act and which cards are legal, with a reason for every card
that is not. It also lets a referee carry on after an illegal card (`Deal.put`), as players did at
the table. Source of the order of play: RULES.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final

from engine.cards import HEARTS, SUIT_MASKS, SUIT_OF, Card, cards_of, mask_of
from engine.dealing import hand_faults, pass_faults
from engine.legality import (
    DELICATE,
    EXCUSES,
    beats,
    breaks_hearts,
    excuse_for,
    first_leader,
    law_of,
    legal_plays,
    plain_winner,
    refusal,
    throws_heart,
)
from engine.problems import Problem, RulesError, problem
from engine.rules import Remark, RuleSet
from engine.scoring import Outcome, outcome_of
from engine.seats import PASS_STEPS, SEATS, Direction, Seat

_OTHERS: Final = ((1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2))
"""The other seats clockwise."""


class Stage(StrEnum):
    """What a deal waits for."""

    PASS = "pass"  # noqa: S105 - passing cards on, no password
    PLAY = "play"
    DONE = "done"


class Deal:
    """One deal under a rule set.

    >>> from engine.cards import parse_hand
    >>> from engine.rulesets import AMERICAN
    >>> hands = ("KJ3.AKT63.A986.4", "Q7.J4.Q532.Q7632", "T94.Q8.KT4.AJT85", "A8652.9752.J7.K9")
    >>> deal = Deal(AMERICAN, [parse_hand(hand) for hand in hands])
    >>> deal.to_move, deal.legal()
    (<Seat.E: 1>, (2C,))
    >>> deal.play(Card.named("2C"))
    >>> deal.to_move, deal.refusal(Card.named("QH")).code
    (<Seat.S: 2>, 'play.revoke')
    """

    __slots__ = (
        "_best",
        "_discarded",
        "_given",
        "_last_trick",
        "_law",
        "_led",
        "_on_table",
        "broken",
        "dealer",
        "direction",
        "excused",
        "hands",
        "history",
        "leader",
        "rules",
        "stage",
        "taken",
        "to_move",
        "trick",
        "tricks_won",
        "winner",
    )

    def __init__(
        self,
        rules: RuleSet,
        hands: Sequence[Iterable[Card]],
        direction: Direction = "none",
        dealer: Seat | None = None,
    ) -> None:
        """Deal four hands.

        Args:
            rules: the rule set.
            hands: the cards of N, E, S, W before the pass.
            direction: where three cards are passed on; ``none`` starts play at once.
            dealer: needed where the dealer leads.

        Raises:
            RulesError: the first of `hand_faults`, or ``unknown.first_lead`` for want of a dealer.
        """
        listed = [tuple(hand) for hand in hands]
        for fault in hand_faults(rules, listed):
            raise RulesError(fault)
        if rules.first_lead == "dealer" and dealer is None:
            raise RulesError(problem("unknown.first_lead", want="dealer"))
        self._start(rules, [mask_of(hand) for hand in listed], direction, dealer)

    @classmethod
    def from_known(
        cls, rules: RuleSet, hands: Sequence[int], leader: Seat, dealer: Seat | None = None
    ) -> Deal:
        """A deal at its first lead with hands as masks, which may be known in part only.

        A referee's way in: nothing is checked, and `leader` is who led, rightly or not.
        """
        deal = cls.__new__(cls)
        deal._start(rules, hands, "none", dealer)  # noqa: SLF001 - a second constructor
        deal.lead_from(leader)
        return deal

    def _start(
        self, rules: RuleSet, hands: Sequence[int], direction: Direction, dealer: Seat | None
    ) -> None:
        self.rules = rules
        self._law = law_of(rules)
        self.hands = list(hands)
        self.direction = direction
        self.dealer = dealer
        self._given: dict[Seat, tuple[Card, ...]] = {}
        self.trick = 1
        self._last_trick = rules.hand_size
        self._led: int | None = None
        self._on_table = 0
        self._best = -1
        self._discarded = False
        self.broken = False
        self.taken = [0, 0, 0, 0]
        self.tricks_won = [0, 0, 0, 0]
        self.history: list[Card] = []
        self.excused: list[Remark] = []
        self.leader = self.winner = self.to_move = SEATS[0]
        self.stage = Stage.PLAY
        self.lead_from(first_leader(self._law, self.hands, self.dealer))
        if direction != "none":
            self.stage = Stage.PASS

    def lead_from(self, seat: Seat | None) -> None:
        """Let a seat lead to the trick that is about to start, in turn or not (None: keep)."""
        if seat is not None:
            self.leader = self.winner = self.to_move = seat

    # passing

    def give(self, seat: Seat, cards: Iterable[Card]) -> None:
        """Pass on a player's three cards; when all four have, they change hands and play starts.

        Raises:
            RulesError: a fault of the pass (`pass_faults`), or ``deal.stage`` at another stage.
        """
        self._need(Stage.PASS)
        given = tuple(cards)
        giver = seat.after(-PASS_STEPS[self.direction])
        receives = mask_of(self._given.get(giver, ()))
        for fault in pass_faults(seat, given, self.hands[seat], receives, giver):
            raise RulesError(fault)
        self._given[seat] = given
        if len(self._given) == len(SEATS):
            for one, passed in self._given.items():
                self.hands[one] &= ~mask_of(passed)
            for one, passed in self._given.items():
                self.hands[one.after(PASS_STEPS[self.direction])] |= mask_of(passed)
            self.stage = Stage.PLAY
            self.lead_from(first_leader(self._law, self.hands, self.dealer))

    # playing

    def legal_mask(self) -> int:
        """The legal cards of the player to move, as a bit mask."""
        self._need(Stage.PLAY)
        return legal_plays(
            self._law, self.hands[self.to_move], self._led, self.trick == 1, self.broken
        )

    def legal(self) -> tuple[Card, ...]:
        """The legal cards of the player to move, spades first, high to low."""
        return cards_of(self.legal_mask())

    def refusal(self, card: Card) -> Problem | None:
        """Why the player to move may not play a card, or None when it is legal."""
        self._need(Stage.PLAY)
        seat = self.to_move
        if not self.hands[seat] >> card & 1:
            return self._not_held(card)
        return refusal(
            self._law,
            self.hands[seat],
            self._led,
            self.trick == 1,
            self.broken,
            card,
            trick=self.trick,
            seat=seat,
        )

    def play(self, card: Card) -> None:
        """Play a legal card for the player to move.

        Raises:
            RulesError: the reason why the card is not legal; the deal is unchanged.
        """
        reason = self.refusal(card)
        if reason is not None:
            raise RulesError(reason)
        self.put(card)

    def put(self, card: Card) -> Problem | None:
        """Play a card that the player to move holds, legal or not, and say why it was not.

        Raises:
            RulesError: the card is not in the hand.
        """
        self._need(Stage.PLAY)
        seat = self.to_move
        hand = self.hands[seat]
        bit = 1 << card
        if not hand & bit:
            raise RulesError(self._not_held(card))
        led = self._led
        legal = legal_plays(self._law, hand, led, self.trick == 1, self.broken)
        reason = None if legal & bit else self.refusal(card)
        if bit & DELICATE and reason is None:
            self._note_excuse(hand, card)
        if bit & DELICATE:
            self.broken = self.broken or breaks_hearts(self._law, card, led)
            self._discarded = self._discarded or throws_heart(card, led)
        self.hands[seat] = hand ^ bit
        if led is None:
            self._led = card.suit
            self._best = card
        elif beats(card, self._best, led):
            self._best = card
            self.winner = seat
        self._on_table |= bit
        self.history.append(card)
        if len(self.history) % 4:
            self.to_move = SEATS[(seat + 1) % 4]
        else:
            self._gather(self.winner, self._on_table)
            self._on_table = 0
            self._led = None
        return reason

    def put_trick(self, cards: Sequence[Card]) -> bool:
        """Play a whole trick at once if it is plainly legal; otherwise change nothing.

        A short cut for referees with much to read: no trick but these three kinds needs the closer
        look of `put` even when it is legal: trick 1, a heart led before one was discarded, and a
        trick of other than four cards.

        Returns:
            Whether the trick was played.
        """
        if len(cards) != 4 or self.trick == 1 or self._on_table or self.stage is not Stage.PLAY:
            return False
        first, second, third, fourth = cards
        suit = SUIT_MASKS[SUIT_OF[first]]
        law = self._law
        if suit == HEARTS and not (law.hearts_free or self._discarded):
            return False
        hands = self.hands
        a = self.to_move
        b, c, d = _OTHERS[a]
        one, two, three, four = 1 << first, 1 << second, 1 << third, 1 << fourth
        place = plain_winner(suit, hands[a], hands[b], hands[c], hands[d], one, two, three, four)
        if place < 0:
            return False
        hands[a] ^= one
        hands[b] ^= two
        hands[c] ^= three
        hands[d] ^= four
        table = one | two | three | four
        if table & ~suit & HEARTS:
            self.broken = self._discarded = True
        elif table & law.breakers:
            self.broken = True
        self.history += cards
        self._gather(SEATS[(a + place) % 4], table)
        return True

    def _gather(self, winner: Seat, table: int) -> None:
        """The trick is complete: its winner takes it and leads to the next."""
        self.taken[winner] |= table
        self.tricks_won[winner] += 1
        self.leader = self.winner = self.to_move = winner
        if self.trick == self._last_trick:
            self.stage = Stage.DONE
        else:
            self.trick += 1

    # `excused` is what the report calls "decided by default".
    def _note_excuse(self, hand: int, card: Card) -> None:
        """Remember the switch but for whose reading or choice a legal card might be illegal."""
        excuse = excuse_for(
            self._law, hand, self._led, self.trick == 1, self.broken, self._discarded, card
        )
        if excuse:
            self._excuse(EXCUSES[excuse])

    def _excuse(self, switch: str) -> None:
        remark = self.rules.remark(switch)
        if remark is not None and remark not in self.excused:
            self.excused.append(remark)

    # what is on the table and after

    def table(self) -> tuple[Card, ...]:
        """The cards of the trick in progress, in order of play."""
        return tuple(self.history[len(self.history) - len(self.history) % 4 :])

    def outcome(self) -> Outcome:
        """What the cards taken so far come to; final once the stage is done."""
        return outcome_of(self.rules, self.taken, self.tricks_won)

    def concede_rest(self, seat: Seat) -> None:
        """End play: a seat takes the current trick and all cards still out."""
        out = self._law.deck & ~(self.taken[0] | self.taken[1] | self.taken[2] | self.taken[3])
        self.taken[seat] |= out
        self.tricks_won[seat] += self.rules.hand_size - sum(self.tricks_won)
        self.hands = [0, 0, 0, 0]
        self._on_table = 0
        self.stage = Stage.DONE

    def _not_held(self, card: Card) -> Problem:
        seat = self.to_move.name
        if not self._law.deck >> card & 1:
            return problem(
                "play.card_foreign",
                trick=self.trick,
                seat=seat,
                card=str(card),
                deck=self.rules.cards,
            )
        if card in self.history:
            earlier = self.history.index(card) // 4 + 1
            return problem(
                "play.already_played", trick=self.trick, seat=seat, card=str(card), earlier=earlier
            )
        holder = next((other.name for other in SEATS if self.hands[other] >> card & 1), None)
        return problem(
            "play.not_held",
            trick=self.trick,
            seat=seat,
            card=str(card),
            holder=holder,
            field=None,
        )

    def _need(self, stage: Stage) -> None:
        if self.stage is not stage:
            raise RulesError(problem("deal.stage", stage=self.stage.value, expected=stage.value))
