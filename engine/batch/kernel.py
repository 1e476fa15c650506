"""The kernel of the batch: one deal after the other, from whole numbers to a verdict.

It and the two modules it builds on (`engine.batch.hands`, `engine.batch.play`) are written to be
compiled by numba (`engine.batch.compiling`), so they keep to numbers, arrays and tuples. What may
be played, who wins a trick and what cards count they ask of the same functions of
`engine.legality` and `engine.scoring` as everybody else.

The kernel decides what needs no second look: hands and pass in order, or no hands but play to the
end; who led known; play legal or not, to the end or broken off. Anything else it leaves undecided
for the referee that knows everything (`engine.referee`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.batch.arrays import NOT_STATED
from engine.batch.hands import cards_played, know_hands, leaders_known
from engine.batch.play import Fault, Play, Terms, earlier, follow, wide
from engine.batch.verdicts import PROBLEM_CODES, VERDICTS
from engine.legality import Law, holder_of
from engine.referee import Verdict
from engine.scoring import Tariff, card_points, is_moon, jack_points, moon_share

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from engine.batch.arrays import Deals, FourMasks
    from engine.batch.verdicts import Verdicts

OK: Final = VERDICTS.index(Verdict.OK)
ILLEGAL: Final = VERDICTS.index(Verdict.ILLEGAL)
INCOMPLETE: Final = VERDICTS.index(Verdict.INCOMPLETE)
CLAIMABLE: Final = VERDICTS.index(Verdict.CLAIMABLE)
SCORES_DIFFER: Final = VERDICTS.index(Verdict.SCORES_DIFFER)

CUT_SHORT: Final = PROBLEM_CODES.index("cut.short")
DIFFERS: Final = PROBLEM_CODES.index("score.differs")


def judge_deals(
    law: Law,
    tariff: Tariff,
    terms: Terms,
    deals: Deals,
    plain: npt.NDArray[np.bool_],
    hands: FourMasks,
    taken: FourMasks,
    won: FourMasks,
    found: Verdicts,
) -> None:
    """Judge every deal that can be decided here and write it into `found`.

    Args:
        law: of the rule set.
        tariff: of the rule set.
        terms: of the rule set.
        deals: of exactly the width of the rules; hands, passes and plays with all the cards of a
            deal in one row.
        plain: the deals to look at at all.
        hands: room for what each seat holds.
        taken: room for the cards that each seat took.
        won: room for the number of tricks that each seat won.
        found: in which nothing is decided.
    """
    for row in range(deals.number.shape[0]):
        cards = cards_played(deals.plays, row, terms.hand_size) if plain[row] else -1
        if (
            cards < 0
            or not leaders_known(deals.leaders, row, cards, terms.hand_size)
            or not know_hands(law, terms.hand_size, deals, row, cards, hands)
        ):
            continue
        due = holder_of(law.opening, hands) if law.opening else wide(deals.dealer[row])
        if due < 0:
            continue
        play = follow(law, terms, deals, row, cards, due, hands, taken, won)
        decide(tariff, terms, deals, row, cards, play, taken, won, found)


def decide(
    tariff: Tariff,
    terms: Terms,
    deals: Deals,
    row: int,
    cards: int,
    play: Play,
    taken: FourMasks,
    won: FourMasks,
    found: Verdicts,
) -> None:
    """Write the verdict of a deal, unless its score needs a closer look."""
    fault, shooter, scored = play.fault, -1, False
    verdict = ILLEGAL
    if play.followed:
        verdict = ending(tariff, cards == 4 * terms.hand_size, taken, won)
        scored = verdict != INCOMPLETE
        if fault.code:
            verdict = ILLEGAL
        elif not scored:
            fault = Fault(CUT_SHORT, -1, -1, -1)
    if scored:
        shooter = shooter_of(tariff, taken)
        choice = choice_of(terms, deals, row, shooter)
        if choice < 0:
            return
        book(tariff, terms, row, shooter, choice, taken, won, found)
        if not as_stated(terms, deals, row, shooter, found):
            fault = earlier(fault, Fault(DIFFERS, -1, -1, -1))
            verdict = ILLEGAL if verdict == ILLEGAL else SCORES_DIFFER
    found.verdict[row], found.scored[row], found.shooter[row] = verdict, scored, shooter
    found.code[row], found.trick[row] = fault.code, fault.trick
    found.seat[row], found.card[row] = fault.seat, fault.card
    found.by_default[row] = play.by_default & terms.remarks


def ending(tariff: Tariff, played_out: bool, taken: FourMasks, won: FourMasks) -> int:
    """Whether the cards are all accounted for: played out, or every point out."""
    if played_out:
        return OK
    if tariff.point_cards & ~(taken[0] | taken[1] | taken[2] | taken[3]):
        return INCOMPLETE
    tricks = won[0] + won[1] + won[2] + won[3]
    for seat in range(4):
        if tariff.tricks_double and won[seat] == tricks:
            return INCOMPLETE
    return CLAIMABLE


def shooter_of(tariff: Tariff, taken: FourMasks) -> int:
    """Who shot the moon; -1 for nobody."""
    shooter = -1
    for seat in range(4):
        if is_moon(tariff, taken[seat]):
            shooter = seat
    return shooter


def choice_of(terms: Terms, deals: Deals, row: int, shooter: int) -> int:
    """The shooter's choice, 0 others, 1 self, 0 without a moon; -1 if it needs a closer look."""
    if deals.moon[row, 0] < 0:
        return -1 if shooter >= 0 and terms.choice else 0
    if terms.choice and deals.moon[row, 0] == shooter:
        return wide(deals.moon[row, 1])
    return -1


def book(
    tariff: Tariff,
    terms: Terms,
    row: int,
    shooter: int,
    choice: int,
    taken: FourMasks,
    won: FourMasks,
    found: Verdicts,
) -> None:
    """Write what each seat books, as on the outward leg."""
    for seat in range(4):
        points = card_points(tariff, taken[seat])
        if shooter >= 0:
            jack = jack_points(tariff, taken[seat])
            all_tricks = won[shooter] == terms.hand_size
            points = moon_share(tariff, seat == shooter, jack, choice == 1, all_tricks)
        found.points[row, seat] = points


def as_stated(terms: Terms, deals: Deals, row: int, shooter: int, found: Verdicts) -> bool:
    """Whether the points are those stated, if any are; on a return leg they are subtracted."""
    same = opposite = stated = True
    for seat in range(4):
        one, other = deals.stated[row, seat], found.points[row, seat]
        stated = stated and one != NOT_STATED
        same = same and one == other
        opposite = opposite and one == -other
    if not stated or same:
        return True
    if terms.return_leg and shooter < 0 and opposite:
        for seat in range(4):
            found.points[row, seat] = -found.points[row, seat]
        return True
    return False
