"""Judging many deals at once: the kernel first, the referee of logs for what is left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from engine.batch.arrays import (
    CHOICES,
    DIRECTIONS,
    NOBODY,
    Deals,
    columns,
    empty_deals,
    log_deals,
    require_layout,
)
from engine.batch.compiling import can_compile, compiled
from engine.batch.play import Terms
from engine.batch.verdicts import (
    PROBLEM_CODES,
    SWITCHES,
    UNDECIDED,
    VERDICTS,
    Verdicts,
    undecided,
)
from engine.cards import Card, cards_of
from engine.gamelog.record import LogGame
from engine.legality import law_of
from engine.referee import Verdict
from engine.replay import DealVerdict, check
from engine.rules import Remark, RuleSet
from engine.scoring import moon_choices, tariff_of
from engine.seats import SEAT_OF, SEATS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_AT_A_TIME: Final = 1000
"""Deals that are turned into logged ones at a time."""


def referee(deals: Deals, rules: RuleSet, *, kernel: bool = True) -> Verdicts:
    """Judge loose deals; what is found of each is what `engine.replay.check` finds.

    With numba some millions of deals a second on one core; without it, and for deals that the
    kernel leaves undecided (`Verdicts.by_kernel`), some thousands.

    Args:
        deals: in the layout of `Deals`; other kinds of whole numbers are accepted.
        rules: the rule set of all of them.
        kernel: no for a few deals, which are judged in less time than it takes to load a kernel
            (or some seconds to compile it for the first time).

    Raises:
        NotationError: ``array.shape``, ``array.kind``: the arrays are not of that layout.

    >>> from random import Random
    >>> from engine.batch.arrays import arrays_of
    >>> from engine.generate import generate_deal
    >>> from engine.rulesets import AMERICAN
    >>> deal = generate_deal(AMERICAN, Random(1)).log
    >>> found = referee(arrays_of([deal, deal], AMERICAN), AMERICAN)
    >>> [VERDICTS[verdict].value for verdict in found.verdict], found.points.sum(axis=1).tolist()
    (['ok', 'ok'], [26, 26])
    """
    import numpy as np

    require_layout(deals)
    found = undecided(len(deals.number))
    if kernel and can_compile():
        _run_kernel(deals, rules, found)
        found.by_kernel[:] = found.verdict != UNDECIDED
    left = np.flatnonzero(found.verdict == UNDECIDED).tolist()
    for start in range(0, len(left), _AT_A_TIME):
        rows = left[start : start + _AT_A_TIME]
        for row, verdict in zip(rows, judge_rows(deals, rows, rules), strict=True):
            _write(found, row, verdict)
    return found


def judge_rows(deals: Deals, rows: list[int], rules: RuleSet) -> tuple[DealVerdict, ...]:
    """What the referee of logs says of some rows, everything that is wrong with them included.

    >>> from engine.rulesets import AMERICAN
    >>> [verdict.verdict.value for verdict in judge_rows(empty_deals(1, 13), [0], AMERICAN)]
    ['uncheckable']
    """
    return check(LogGame(loose=True, deals=tuple(log_deals(deals, rows))), rules).deals


def deal_verdicts(deals: Deals, found: Verdicts, rules: RuleSet) -> Iterator[DealVerdict]:
    """What was found, as `engine.replay` says it.

    Of a deal with a problem only the first is in `found`, so it is judged once more.

    >>> from engine.rulesets import AMERICAN
    >>> deals = empty_deals(1, 13)
    >>> found = referee(deals, AMERICAN, kernel=False)
    >>> told, = deal_verdicts(deals, found, AMERICAN)
    >>> [problem.code for problem in told.problems]
    ['unknown.play']
    """
    remarks = [_remarks(rules, bits) for bits in range(1 << len(SWITCHES))]
    ok = VERDICTS.index(Verdict.OK)
    table = zip(
        found.verdict.tolist(),
        found.code.tolist(),
        deals.number.tolist(),
        map(tuple, found.points.tolist()),
        found.shooter.tolist(),
        found.by_default.tolist(),
        strict=True,
    )
    for row, (verdict, code, number, points, shooter, bits) in enumerate(table):
        if code or verdict != ok:
            yield judge_rows(deals, [row], rules)[0]
        else:
            seat = None if shooter < 0 else SEATS[shooter]
            yield DealVerdict(number, Verdict.OK, points, None, seat, (), remarks[bits], None)


def _remarks(rules: RuleSet, bits: int) -> tuple[Remark, ...]:
    """The remarks of the bits of `Verdicts.by_default`."""
    told = (rules.remark(switch) for at, switch in enumerate(SWITCHES) if bits >> at & 1)
    return tuple(remark for remark in told if remark is not None)


def _run_kernel(deals: Deals, rules: RuleSet, found: Verdicts) -> None:
    import numpy as np

    law = law_of(rules)
    terms = Terms(
        hand_size=rules.hand_size,
        opening_card=int(cards_of(law.opening)[0]) if law.opening else -1,
        choice=len(moon_choices(rules)) > 1,
        return_leg=rules.game_ends == "return_leg",
        remarks=sum(1 << bit for bit, key in enumerate(SWITCHES) if rules.remark(key) is not None),
    )
    cut, plain = _cut_to_size(deals, rules.hand_size)
    hands, taken, won = np.zeros((3, 4), np.int64)
    compiled()(law, tariff_of(rules), terms, cut, plain, hands, taken, won, found)


def _cut_to_size(deals: Deals, size: int) -> tuple[Deals, npt.NDArray[np.bool_]]:
    """The deals as the kernel wants them, and which of them it may look at.

    It wants 8 bits a number (32 for the wide ones), arrays of just the width that the rules ask
    for, and all the cards of a deal in one row.
    """
    import numpy as np

    count = len(deals.number)
    plain = np.ones(count, np.bool_)
    cut: dict[str, Any] = {}
    room = empty_deals(0, size)
    for column, array in columns(deals):
        like: npt.NDArray[Any] = getattr(room, column.name)
        if array.dtype != like.dtype:
            strange = (array < column.low) | (array > column.high)
            plain &= ~strange.reshape(count, -1).any(axis=1)
            array = np.where(strange, 0, array).astype(like.dtype)
        if array.shape[1:] != like.shape[1:]:
            array, beyond = _fitted(array, like.shape[1:])
            plain &= ~beyond
        cut[column.name] = np.ascontiguousarray(array).reshape(count, *_in_one_row(like.shape))
    return Deals(**cut), plain & _sensible(Deals(**cut))


def _fitted(
    array: npt.NDArray[Any], shape: tuple[int, ...]
) -> tuple[npt.NDArray[Any], npt.NDArray[np.bool_]]:
    """An array of which each deal has this shape, and where cards or leaders were left out."""
    import numpy as np

    fitted = np.full((len(array), *shape), NOBODY, array.dtype)
    inside = (slice(None), *(slice(min(pair)) for pair in zip(shape, array.shape[1:], strict=True)))
    fitted[inside] = array[inside]
    logged = (array != NOBODY).reshape(len(array), -1).sum(axis=1)
    kept = (fitted != NOBODY).reshape(len(array), -1).sum(axis=1)
    return fitted, logged != kept


def _in_one_row(shape: tuple[int, ...]) -> tuple[int, ...]:
    return shape[1:] if len(shape) < 3 else (shape[1] * shape[2],)


def _sensible(deals: Deals) -> npt.NDArray[np.bool_]:
    """Where the smaller fields mean something, and play was neither cut short nor void."""
    shooter, choice = deals.moon[:, 0], deals.moon[:, 1]
    no_moon = (shooter == NOBODY) & (choice == NOBODY)
    moon = (shooter >= 0) & (shooter <= 3) & (choice >= 0) & (choice < len(CHOICES))
    sensible: npt.NDArray[np.bool_] = (
        (deals.number >= 0)
        & (deals.void == 0)
        & (deals.cut == NOBODY)
        & (deals.after_pass >= 0)
        & (deals.after_pass <= 1)
        & (deals.direction >= 0)
        & (deals.direction < len(DIRECTIONS))
        & (deals.dealer >= NOBODY)
        & (deals.dealer <= 3)
        & (moon | no_moon)
    )
    return sensible


def _write(found: Verdicts, row: int, verdict: DealVerdict) -> None:
    """Write what the referee of logs says into a row."""
    found.verdict[row] = VERDICTS.index(verdict.verdict)
    if verdict.points is not None:
        found.scored[row] = 1
        found.points[row] = verdict.points
    if verdict.shooter is not None:
        found.shooter[row] = verdict.shooter
    switches = [remark.switch for remark in verdict.remarks]
    found.by_default[row] = sum(
        1 << bit for bit, switch in enumerate(SWITCHES) if switch in switches
    )
    if verdict.problems:
        first = verdict.problems[0]
        trick, seat, card = (first.fields.get(name) for name in ("trick", "seat", "card"))
        found.code[row] = PROBLEM_CODES.index(first.code)
        found.trick[row] = trick if isinstance(trick, int) else -1
        found.seat[row] = SEAT_OF[seat] if isinstance(seat, str) else NOBODY
        found.card[row] = Card.named(card) if isinstance(card, str) else NOBODY
