"""Deals as arrays: the layout, and the way from logged deals into it and back.

For programs that have millions of deals: one row a deal, whole numbers only. A card is
``13 * suit + rank`` with suits C D H S = 0..3 and ranks 2..A = 0..12 (`engine.cards`), a seat
N E S W = 0..3, and -1 is what is not there. The deals are loose (GAMELOG.md, ``[Deals "loose"]``):
no totals, no pass cycle. Substitutes, rulings and totals before the deal, which change nothing
about a loose deal, have no place here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.cards import ALL_CARDS, Card
from engine.gamelog.record import CutShort, Hands, LogDeal, StatedMoon, Trick, in_order
from engine.problems import NotationError, Problem, problem
from engine.rules import PASS_COUNT, RuleSet
from engine.scoring import MoonChoice, four
from engine.seats import PASS_STEPS, SEATS, Direction, Seat

if TYPE_CHECKING:
    from typing import Any

    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.int8]
    Wide = npt.NDArray[np.int32]
    FourMasks = MutableSequence[int]
    """Room for a number a seat, used for one deal after the other: an array of 64 bits each."""

NOBODY: Final = -1
"""No card, no seat: what is not there or not known."""

NOT_STATED: Final = -(2**31)
"""In `Deals.stated` where no points are stated."""

UNREADABLE: Final = 99
"""No card; stands in `Deals.plays` for one that could not be read."""

NO_TAKER: Final = 4
"""In `Deals.cut`: stopped, and all points are out."""

CHOICES: Final[tuple[MoonChoice, ...]] = ("others", "self")
DIRECTIONS: Final[tuple[Direction, ...]] = tuple(
    sorted(PASS_STEPS, key=lambda direction: PASS_STEPS[direction])
)
"""none, left, across, right: 0..3 seats clockwise."""


class Deals(NamedTuple):
    """Any number of deals; the first dimension of every array. A tuple, since it is compiled.

    Hands, passes and plays may have more columns than the rules have cards, tricks or passed
    cards: a hand of fourteen cards is a fault that can be told.

    Attributes:
        number: (deals), what the deal is called in reports.
        direction: (deals), how many seats clockwise cards are passed: 0 none, 1 left, 2 across,
            3 right.
        dealer: (deals), a seat, or -1.
        hands: (deals, 4, cards), the cards of N E S W; -1 fills up, and a deal of -1 only has no
            hands logged.
        after_pass: (deals), 1 where `hands` are as after the pass.
        passed: (deals, 4, 3), the cards that each seat passes on; -1 only where none are logged.
        leaders: (deals, tricks), who led; -1 behind the last trick, and where that is not known:
            the four cards are in seat order then.
        plays: (deals, tricks, 4), the cards of each trick clockwise from the leader; -1 from where
            play stopped.
        cut: (deals), where play was cut short the seat that takes the rest, or 4 if nobody does
            because all points are out; else -1.
        moon: (deals, 2), the shooter and the choice, 0 others, 1 self; -1 where not stated.
        stated: (deals, 4), the change of the totals by the cards; `NOT_STATED` where not stated.
        void: (deals), 1 for a deal that does not count.
    """

    number: Wide
    direction: Numbers
    dealer: Numbers
    hands: Numbers
    after_pass: Numbers
    passed: Numbers
    leaders: Numbers
    plays: Numbers
    cut: Numbers
    moon: Numbers
    stated: Wide
    void: Numbers


@dataclass(frozen=True, slots=True)
class Column:
    """One array of the layout.

    Attributes:
        name: the field of `Deals`.
        shape: of one deal, in the measures of `shape_of`; a number is that number.
        absent: what fills the array where a file leaves it out; None if it has to be there.
        low: the smallest value that means something.
        high: the largest.
    """

    name: str
    shape: tuple[str | int, ...]
    absent: int | None
    low: int
    high: int

    @property
    def wide(self) -> bool:
        """Whether it takes 32 bits a number; 8 otherwise."""
        return self.high > 127


_CARDS: Final = (NOBODY, len(ALL_CARDS) - 1)
_SEATS: Final = (NOBODY, 3)
_YES_NO: Final = (0, 1)

LAYOUT: Final[tuple[Column, ...]] = (
    Column("number", (), 0, 0, 2**31 - 1),
    Column("direction", (), 0, 0, 3),
    Column("dealer", (), NOBODY, *_SEATS),
    Column("hands", (4, "cards"), NOBODY, *_CARDS),
    Column("after_pass", (), 0, *_YES_NO),
    Column("passed", (4, "passed"), NOBODY, *_CARDS),
    Column("leaders", ("tricks",), None, *_SEATS),
    Column("plays", ("tricks", 4), None, *_CARDS),
    Column("cut", (), NOBODY, NOBODY, NO_TAKER),
    Column("moon", (2,), NOBODY, *_SEATS),
    Column("stated", (4,), NOT_STATED, NOT_STATED, 2**31 - 1),
    Column("void", (), 0, *_YES_NO),
)
"""Every array, in the order of `Deals`."""


def shape_of(column: Column, **measures: int) -> tuple[int, ...]:
    """The shape of one deal in an array.

    >>> shape_of(LAYOUT[7], tricks=13)
    (13, 4)
    """
    return tuple(size if isinstance(size, int) else measures[size] for size in column.shape)


def columns(deals: Deals) -> Iterator[tuple[Column, npt.NDArray[Any]]]:
    """Every array with its column of the layout.

    >>> [column.name for column, _ in columns(empty_deals(1, 8))][:3]
    ['number', 'direction', 'dealer']
    """
    for column in LAYOUT:
        yield column, getattr(deals, column.name)


def require_layout(deals: Deals) -> None:
    """Check that arrays belong together: whole numbers, and shapes of one layout.

    Raises:
        NotationError: ``array.kind`` or ``array.shape``.
    """
    measures = {
        "cards": deals.hands.shape[-1],
        "passed": deals.passed.shape[-1],
        "tricks": deals.leaders.shape[-1],
    }
    for column, array in columns(deals):
        if array.dtype.kind not in "iub":
            raise NotationError(problem("array.kind", array=column.name, kind=str(array.dtype)))
        shape = (len(deals.plays), *shape_of(column, **measures))
        if array.shape != shape:
            raise NotationError(
                problem(
                    "array.shape",
                    array=column.name,
                    shape=shape_text(array.shape),
                    expected=shape_text(shape),
                )
            )


def shape_text(shape: Sequence[int]) -> str:
    """A shape as it is told.

    >>> shape_text((20000, 13, 4))
    '20000 x 13 x 4'
    """
    return " x ".join(map(str, shape))


def empty_deals(count: int, cards: int, passed: int = PASS_COUNT) -> Deals:
    """Arrays of so many deals in which nothing is logged yet.

    Args:
        count: how many deals.
        cards: of a hand, and as many tricks.
        passed: cards passed on by a seat.

    >>> empty_deals(2, 13).plays.shape
    (2, 13, 4)
    """
    import numpy as np

    arrays: dict[str, Any] = {}
    for column in LAYOUT:
        fill = NOBODY if column.absent is None else column.absent
        shape = (count, *shape_of(column, cards=cards, tricks=cards, passed=passed))
        arrays[column.name] = np.full(shape, fill, np.int32 if column.wide else np.int8)
    return Deals(**arrays)


def arrays_of(deals: Sequence[LogDeal], rules: RuleSet) -> Deals:
    """Logged deals as arrays.

    A deal that could not be read has `UNREADABLE` for its first card.

    >>> from random import Random
    >>> from engine.generate import generate_deal
    >>> from engine.rulesets import DUTCH
    >>> deal = generate_deal(DUTCH, Random(1)).log
    >>> log_deals(arrays_of([deal], DUTCH), [0]) == [deal]
    True
    """
    cards, passed = rules.hand_size, PASS_COUNT
    for deal in deals:
        cards = max(cards, len(deal.tricks), *map(len, deal.hands or ((),)))
        passed = max(passed, *map(len, deal.passed or ((),)))
    arrays = empty_deals(len(deals), cards, passed)
    for row, deal in enumerate(deals):
        _write(arrays, row, deal)
    return arrays


def joined(parts: Sequence[Deals]) -> Deals:
    """Several arrays of deals as one, as wide as the widest.

    >>> joined([empty_deals(1, 8), empty_deals(2, 13)]).hands.shape
    (3, 4, 13)
    """
    cards = max(max(part.hands.shape[-1], part.leaders.shape[-1]) for part in parts)
    passed = max(part.passed.shape[-1] for part in parts)
    whole = empty_deals(sum(len(part.number) for part in parts), cards, passed)
    start = 0
    for part in parts:
        rows = slice(start, start + len(part.number))
        for column, array in columns(part):
            inside = (rows, *(slice(size) for size in array.shape[1:]))
            getattr(whole, column.name)[inside] = array
        start = rows.stop
    return whole


def _write(arrays: Deals, row: int, deal: LogDeal) -> None:
    arrays.number[row] = deal.number
    arrays.direction[row] = PASS_STEPS[deal.direction]
    if deal.dealer is not None:
        arrays.dealer[row] = deal.dealer
    for array, logged in ((arrays.hands, deal.hands), (arrays.passed, deal.passed)):
        for seat, cards in enumerate(logged or ()):
            array[row, seat, : len(cards)] = cards
    arrays.after_pass[row] = deal.after_pass
    for number, trick in enumerate(deal.tricks):
        arrays.leaders[row, number] = NOBODY if trick.leader is None else trick.leader
        arrays.plays[row, number, : len(trick.cards)] = trick.cards
    if deal.cut_short is not None:
        taker = deal.cut_short.taker
        arrays.cut[row] = NO_TAKER if taker is None else taker
    if deal.moon is not None:
        arrays.moon[row] = deal.moon.seat, CHOICES.index(deal.moon.choice)
    if deal.stated is not None:
        arrays.stated[row] = deal.stated
    arrays.void[row] = deal.void is not None
    if not deal.readable:
        arrays.plays[row, 0, 0] = UNREADABLE


def log_deals(arrays: Deals, rows: Iterable[int]) -> list[LogDeal]:
    """Some rows as logged deals, for whatever wants to see them as such.

    A row with a number that means nothing is an unreadable deal (``array.value``), and so is one
    in which play stops and goes on again (``array.gap``).

    >>> log_deals(empty_deals(1, 13), [0])[0].tricks
    ()
    """
    return [_deal(arrays, row) for row in rows]


def _deal(arrays: Deals, row: int) -> LogDeal:
    number = int(arrays.number[row])
    problems = tuple(_row_problems(arrays, row))
    if problems:
        return LogDeal(number=number, problems=problems)
    dealer, cut = int(arrays.dealer[row]), int(arrays.cut[row])
    shooter, choice = arrays.moon[row].tolist()
    stated = arrays.stated[row].tolist()
    hands, passed = _cards(arrays.hands[row]), _cards(arrays.passed[row])
    return LogDeal(
        number=number,
        direction=DIRECTIONS[arrays.direction[row]],
        dealer=_seat(dealer),
        hands=None if hands is None else in_order(hands),
        after_pass=bool(arrays.after_pass[row]),
        passed=passed,
        tricks=tuple(_tricks(arrays, row)),
        cut_short=None if cut == NOBODY else CutShort(None if cut == NO_TAKER else SEATS[cut]),
        moon=None if shooter == NOBODY else StatedMoon(SEATS[shooter], CHOICES[choice]),
        stated=None if NOT_STATED in stated else four(stated),
        void="" if arrays.void[row] else None,
    )


def _seat(number: int) -> Seat | None:
    return None if number == NOBODY else SEATS[number]


def _cards(hands: Numbers) -> Hands | None:
    """Four hands in the order given; None if there is no card in any."""
    north, east, south, west = (
        tuple(ALL_CARDS[card] for card in hand if card >= 0) for hand in hands.tolist()
    )
    return (north, east, south, west) if north or east or south or west else None


def _tricks(arrays: Deals, row: int) -> Iterator[Trick]:
    leaders = arrays.leaders[row].tolist()
    for leader, played in zip(leaders, arrays.plays[row].tolist(), strict=True):
        cards: tuple[Card, ...] = tuple(ALL_CARDS[card] for card in played if card >= 0)
        if cards:
            yield Trick(_seat(leader), cards)


def _row_problems(arrays: Deals, row: int) -> Iterator[Problem]:
    """Why a row means nothing: a number out of range, or a gap in the play."""
    for column, array in columns(arrays):
        for value in array[row].ravel().tolist():
            if not column.low <= value <= column.high:
                yield problem(
                    "array.value", array=column.name, value=value, low=column.low, high=column.high
                )
                return
    shooter, choice = arrays.moon[row].tolist()
    if (shooter == NOBODY) != (choice == NOBODY) or choice > 1:
        yield problem("array.value", array="moon", value=choice, low=0, high=1)
    played = [card >= 0 for card in arrays.plays[row].ravel().tolist()]
    if any(later and not earlier for earlier, later in pairwise(played)):
        yield problem("array.gap", array="plays")
