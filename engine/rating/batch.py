"""The compiled fold: the loop of `engine.rating.kernel` through numba, for long histories.

It books what `engine.rating.fold.Fold` books, to the byte, some fifty times as fast once the
history lies in columns. Numba comes with the extra `batch`. It takes a moment to load, so only a
long history, or one that is folded many times, is worth it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from engine.rating import kernel
from engine.rating.columns import Columns, LedgerColumns
from engine.rating.compiling import compiled
from engine.rating.decay import NO_EXEMPTIONS
from engine.rating.expectation import expectation_table
from engine.rating.fold import NO_OPENINGS
from engine.rating.policy import Policy
from engine.rating.prediction import Forecast, ForecastColumns, foretell, loss_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from engine.rating.decay import Exemptions

WORTHWHILE = 100_000
"""Facts, times the number of folds, from which `pays` says yes. Measured by tests/bench/rating.py:
in the third of a second that numba takes to load, a plain fold with its forecasts does 70,000 facts
and more; laying the facts out in columns, once, takes the rest. Where the rows are wanted as
tuples, to be stored, a single compiled fold gains nothing at any length: making them takes as long
as the plain fold."""

LARGEST = 2**40
"""No number of a policy and no opening may be larger here."""

_NEEDS_NUMBA = "the compiled fold needs numba"

_LIFTS = {
    "off": kernel.LIFTS_NOBODY,
    "nonzero": kernel.LIFTS_EVERYBODY,
    "ends": kernel.LIFTS_ENDS,
}


def can_compile() -> bool:
    """Whether numba is there, and works; to find out, it is loaded.

    >>> can_compile() in (True, False)
    True
    """
    return _compiled_fold() is not None


def pays(facts: int, folds: int) -> bool:
    """Whether folding a history so many times is quicker compiled, and possible.

    >>> pays(1000, folds=6)
    False
    """
    return facts * folds >= WORTHWHILE and can_compile()


def fits(policy: Policy, openings: Mapping[int, int] = NO_OPENINGS) -> bool:
    """Whether a policy's numbers are small enough for 64 bits; the plain fold knows no limit.

    With K at most 400, the largest number in a game is 2 * (400 * 3 * 2 * 10**15) + 6 * 10**15, or
    4.8 * 10**18, and 2**63 is 9.2 * 10**18. Days are fewer than 2**22 and adjustments together less
    than 2**60 (`Columns.of` sees to both), so that ratings and decay stay below 2**62.

    >>> from engine.rating.policy import Decay
    >>> fits(Policy("tame")), fits(Policy("wild", decay=Decay(points_per_day=10**30)))
    (True, False)
    """
    decay = policy.decay
    numbers = (policy.start, decay.floor, decay.grace_days, decay.points_per_day)
    return all(abs(number) <= LARGEST for number in (*numbers, *openings.values()))


def fold_columns(
    columns: Columns,
    policy: Policy,
    openings: Mapping[int, int] = NO_OPENINGS,
    exemptions: Exemptions = NO_EXEMPTIONS,
) -> LedgerColumns:
    """Book a whole history, compiled.

    Args:
        columns: The history.
        policy: The switches, which have to fit.
        openings: Start ratings other than the policy's; they have to fit, too.
        exemptions: The pool's exempt periods.

    Raises:
        ImportError: Numba is not there; `can_compile` knows.

    >>> from engine.rating.ledger import Kind
    >>> from engine.rating.policy import POLICIES
    >>> game = ("2024-01-16 a", 7, 738_901, Kind.GAME, (1, 2, 3, 4), (1, 2, 3, 4))
    >>> if can_compile():
    ...     booked = fold_columns(Columns.of([game]), POLICIES["club"], {4: 1600})
    ...     assert [row[5] for row in booked.in_fact_order()[4:]] == [17, 7, -4, -20]
    """
    fold = _compiled_fold()
    if fold is None:
        raise ImportError(_NEEDS_NUMBA)
    history = _history(columns, policy, openings, exemptions)
    count = fold(history)
    rows = kernel.RowColumns(*(column[:count] for column in history.rows))
    return LedgerColumns(columns, rows, history.accounts)


def column_forecasts(booked: LedgerColumns, skip: int = 0) -> Iterator[Forecast]:
    """As `engine.rating.prediction.ledger_forecasts`, compiled; equal to the last digit.

    Args:
        booked: A ledger.
        skip: So many rated games at the beginning are passed over.

    Raises:
        ImportError: Numba is not there; `can_compile` knows.
    """
    tell = _compiled_foretell()
    if tell is None:
        raise ImportError(_NEEDS_NUMBA)
    arguments = _forecast_arguments(booked, skip)
    count = tell(*arguments)
    return map(Forecast, *(column[:count].tolist() for column in arguments[-1]))


def _forecast_arguments(booked: LedgerColumns, skip: int) -> tuple[Any, ...]:
    import numpy as np

    games = len(booked.columns.keys)
    out = ForecastColumns(
        pairs=np.empty(games, np.int8), loss=np.empty(games), hits=np.empty(games)
    )
    losses = np.array(loss_table(), np.float64)
    return booked.columns.facts, booked.rows, losses, skip, out


def _history(
    columns: Columns, policy: Policy, openings: Mapping[int, int], exemptions: Exemptions
) -> kernel.History:
    import numpy as np

    players, facts = columns.players, len(columns.keys)
    starts = [openings.get(player, policy.start) for player in players]
    accounts = kernel.Accounts(
        known=np.zeros(len(players), np.int8),
        ratings=np.array(starts, np.int64),
        last_days=np.zeros(len(players), np.int64),
        settled=np.zeros(len(players), np.int64),
        exempt=np.zeros(len(players), np.int64),
    )
    # A start for everybody, decay and a change for every seat; memory that is not used costs none.
    room = len(players) + 2 * kernel.SEATS * facts
    rows = kernel.RowColumns(
        players=np.empty(room, np.int32),
        facts=np.empty(room, np.int32),
        kinds=np.empty(room, np.int8),
        before=np.empty(room, np.int64),
        changes=np.empty(room, np.int64),
        last_days=np.empty(room, np.int32),
    )
    expected = np.array(expectation_table(), np.int64)
    return kernel.History(
        facts=columns.exempted(exemptions),
        accounts=accounts,
        rules=_rules_of(policy),
        expected=expected,
        scaled=2 * policy.k * expected,
        rows=rows,
    )


def _rules_of(policy: Policy) -> kernel.Rules:
    decay = policy.decay
    return kernel.Rules(
        k=policy.k,
        most=policy.max_change if policy.max_change < policy.k else 0,
        lifts=_LIFTS[policy.min_rule],
        by_pair=policy.rounding == "pair",
        three_at_table=policy.three_at_table,
        any_game_counts=decay.activity == "any",
        books_decay=decay.mode == "rating",
        grace_days=decay.grace_days,
        points_per_day=decay.points_per_day,
        floor=decay.floor,
    )


@cache
def _compiled_fold() -> Callable[[kernel.History], int] | None:
    example = _history(_no_facts(), Policy("example"), NO_OPENINGS, NO_EXEMPTIONS)
    return compiled(kernel.fold, (example,))


@cache
def _compiled_foretell() -> Callable[..., int] | None:
    example = _history(_no_facts(), Policy("example"), NO_OPENINGS, NO_EXEMPTIONS)
    nothing = LedgerColumns(_no_facts(), example.rows, example.accounts)
    return compiled(foretell, _forecast_arguments(nothing, 0))


def _no_facts() -> Columns:
    columns = Columns.of([])
    assert columns is not None  # noqa: S101 - there is nothing in it to be refused
    return columns
