"""Random legal games, for sample data, tests and trials of a club's own rules.

The same source of randomness in the same state gives the same game. Most deals are played at
random; in some, one player gets high cards and goes for every trick, since moons hardly happen by
chance.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from engine.cards import Card, deck
from engine.deal import Deal, Stage
from engine.game import Game
from engine.gamelog.record import Ended, Hands, LogDeal, LogGame, StatedMoon, Trick, in_order
from engine.problems import RulesError, problem
from engine.rules import PASS_COUNT, RuleSet
from engine.rulesets import named_with_switches
from engine.scoring import MoonChoice, Outcome, moon_choices
from engine.seats import SEATS, Direction, FourInts, Seat

_LOADED_ONE_IN: Final = 6
_LONGEST: Final = 3_000  # deals of a game; to 10000 points it takes half as many
_EXTRA_DEALS: Final = 20  # RULES.md, note 10: a generator may stop at 20
_RETURN_DEALS: Final = 200  # under `exactly` a return leg need not come to an end


class RandomSource(Protocol):
    """What is used of a `random.Random`."""

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Put a sequence in random order."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 up to, but not including, `stop`."""


@dataclass(frozen=True, slots=True)
class Played:
    """A generated deal: its log and what its cards come to."""

    log: LogDeal
    outcome: Outcome
    choice: MoonChoice


def generate_game(rules: RuleSet, rng: RandomSource, target: int | None = None) -> LogGame:
    """A whole random game with hands, passes, plays, totals and scores.

    Args:
        rules: any rule set.
        rng: a `random.Random`, seeded by the caller.
        target: in points; the rule set's default if None, which then is not in the log.

    Returns:
        A game that ends by its rules; one that would go on for too long is ended by time.

    Raises:
        RulesError: ``game.endless``, after very many deals the target is not in sight.

    >>> from random import Random
    >>> from engine.rulesets import AMERICAN
    >>> game = generate_game(AMERICAN, Random(7), target=30)
    >>> game.ended, game == generate_game(AMERICAN, Random(7), target=30)
    ('finished', True)
    """
    game = Game(rules, target, SEATS[rng.randrange(4)])
    deals: list[LogDeal] = []
    past_target = 0
    limit = _EXTRA_DEALS if rules.game_ends == "target" else _RETURN_DEALS
    while not game.over and past_target <= limit:
        if len(deals) == _LONGEST:
            raise RulesError(
                problem("game.endless", deals=_LONGEST, target=game.target, totals=game.totals)
            )
        stated = game.totals if deals else None
        played = generate_deal(
            rules, rng, len(deals) + 1, game.direction, dealer=game.dealer, totals=stated
        )
        change = game.book(played.outcome, played.choice)
        deals.append(_with_score(played, rules, change))
        past_target += game.leg == "return" or max(game.totals) >= game.target
    ended: Ended = "finished" if game.over else "time"
    name, switches = named_with_switches(rules)
    return LogGame(rules=name, switches=switches, target=target, ended=ended, deals=tuple(deals))


def generate_deal(
    rules: RuleSet,
    rng: RandomSource,
    number: int = 1,
    direction: Direction = "none",
    *,
    dealer: Seat | None = None,
    totals: FourInts | None = None,
) -> Played:
    """One random legal deal.

    Args:
        rules: any rule set.
        rng: a `random.Random`.
        number: of the deal.
        direction: of the pass.
        dealer: drawn where it matters and is not given; logged only where the dealer leads.
        totals: to be stated before the deal.

    >>> from random import Random
    >>> from engine.rulesets import DUTCH
    >>> len(generate_deal(DUTCH, Random(1)).log.tricks)
    8
    """
    if rules.first_lead != "dealer":
        dealer = None
    elif dealer is None:
        dealer = SEATS[rng.randrange(4)]
    shooter = SEATS[rng.randrange(4)] if not rng.randrange(_LOADED_ONE_IN) else None
    hands = _deal_out(rules, rng, shooter)
    deal = Deal(rules, hands, direction, dealer)
    passed = _pass(deal, hands, rng, shooter) if direction != "none" else None
    tricks = []
    while deal.stage is Stage.PLAY:
        leader = deal.to_move
        cards = []
        for _ in SEATS:
            card = _choose(deal, rng, shooter)
            deal.play(card)
            cards.append(card)
        tricks.append(Trick(leader, tuple(cards)))
    outcome = deal.outcome()
    choices = moon_choices(rules) if outcome.shooter is not None else ("others",)
    log = LogDeal(
        number=number,
        direction=direction,
        dealer=dealer,
        totals=totals,
        hands=hands,
        passed=passed,
        tricks=tuple(tricks),
    )
    return Played(log, outcome, choices[rng.randrange(len(choices))])


def _deal_out(rules: RuleSet, rng: RandomSource, shooter: Seat | None) -> Hands:
    cards = list(deck(rules.cards))
    rng.shuffle(cards)
    size = rules.hand_size
    if shooter is not None:
        # The shooter's hand comes out of the higher half or so of the deck.
        cards.sort(key=_rank, reverse=True)
        high, low = cards[: size + size // 2], cards[size + size // 2 :]
        rng.shuffle(high)
        rest = high[size:] + low
        rng.shuffle(rest)
        cut = size * shooter
        cards = rest[:cut] + high[:size] + rest[cut:]
    return in_order(cards[size * seat : size * (seat + 1)] for seat in SEATS)


def _pass(deal: Deal, hands: Hands, rng: RandomSource, shooter: Seat | None) -> Hands:
    passed = []
    for seat in SEATS:
        cards = list(hands[seat])
        rng.shuffle(cards)
        if shooter is not None:
            cards.sort(key=_rank, reverse=seat != shooter)
        given = tuple(cards[:PASS_COUNT])
        deal.give(seat, given)
        passed.append(given)
    north, east, south, west = passed
    return north, east, south, west


def _choose(deal: Deal, rng: RandomSource, shooter: Seat | None) -> Card:
    legal = deal.legal()
    if shooter is None:
        return legal[rng.randrange(len(legal))]
    if deal.to_move == shooter:
        return max(legal, key=_rank)
    return min(legal, key=_rank)


def _rank(card: Card) -> int:
    return card.rank


def _with_score(played: Played, rules: RuleSet, change: FourInts) -> LogDeal:
    shooter = played.outcome.shooter
    moon = None
    if shooter is not None and len(moon_choices(rules)) > 1:
        moon = StatedMoon(shooter, played.choice)
    return replace(played.log, moon=moon, stated=change)
