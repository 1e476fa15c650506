"""A history and its ledger in columns: arrays in the place of tuples, for the compiled fold.

Nothing is decided here: facts are laid out as `engine.rating.kernel` reads them, and what it has
booked is made rows again. Only this module and `batch` know numpy, and only once they are called.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, combinations, pairwise
from typing import TYPE_CHECKING

from engine.rating.kernel import NO_SEAT, NOBODY, SEATS, FactColumns
from engine.rating.ledger import Kind
from engine.rating.pairwise import TABLE_SIZES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.rating.decay import Exemptions
    from engine.rating.kernel import Accounts, Column, RowColumns
    from engine.rating.ledger import Fact, Row, State

_MOST_POINTS = 2**60
_MOST_DAYS = 2**22  # past the year 9999
_PAST_THE_TABLE = -1  # among players as they come, before they are numbered


@dataclass(frozen=True, slots=True)
class Columns:
    """The facts of a history in their order, a column each.

    Attributes:
        keys: The order keys.
        ids: The callers' numbers of the facts.
        players: The numbers of all players, ascending; the columns count them from 0.
        facts: The rest; nobody is exempt yet (`exempted`).
    """

    keys: Sequence[str]
    ids: Sequence[int]
    players: tuple[int, ...]
    facts: FactColumns

    @classmethod
    def of(cls, facts: Iterable[Fact]) -> Columns | None:
        """Facts in columns; None if the plain fold would refuse one, or a number is too large.

        >>> game = ("2024-01-16 a", 7, 738_901, Kind.GAME, (3, 0, 8, 5), (1, 2, 3, 4))
        >>> columns = Columns.of([game])
        >>> columns.players, columns.facts.players.tolist()
        ((3, 5, 8), [0, -1, 2, 1])
        >>> Columns.of([game, game]) is None
        True
        """
        import numpy as np

        keys, ids, days, kinds, tables, values = tuple(zip(*facts, strict=True)) or ((),) * 6
        if max(map(len, tables), default=0) > SEATS or list(map(len, tables)) != list(
            map(len, values)
        ):
            return None
        try:
            columns = FactColumns(
                np.array(days, np.int64),
                np.array(kinds, np.int64),
                _four_each(tables, _PAST_THE_TABLE),
                _four_each(values, 0),
                np.zeros(SEATS * len(keys), np.int64),
            )
        except OverflowError:
            return None
        sizes = np.fromiter(map(len, tables), np.int64, len(keys))
        rising = all(key < following for key, following in pairwise(("", *keys)))
        if not rising or not _well_formed(columns, sizes):
            return None
        players, numbered = _numbered(columns.players)
        return cls(keys, ids, players, columns._replace(players=numbered))

    def exempted(self, exemptions: Exemptions) -> FactColumns:
        """The facts with everybody's exempt days up to each.

        >>> from engine.rating.decay import Exemptions
        >>> game = ("2024-01-16 a", 7, 738_901, Kind.GAME, (3, 9, 8, 5), (1, 2, 3, 4))
        >>> periods = [(None, 738_890, 738_893), (9, 738_900, 738_999)]
        >>> Columns.of([game]).exempted(Exemptions.of(periods)).exempt.tolist()
        [4, 6, 4, 4]
        """
        import numpy as np

        exempt = np.zeros(SEATS * len(self.keys), np.int64)
        if exemptions.club.starts:
            days, which = np.unique(self.facts.days, return_inverse=True)
            through = np.array([exemptions.club.through(day) for day in days.tolist()], np.int64)
            exempt = np.repeat(through[which], SEATS)
        own = [player for player in self.players if player in exemptions.players]
        if own:
            order = np.argsort(self.facts.players, kind="stable")
            numbers = np.searchsorted(self.players, own)
            seated = self.facts.players[order]
            begins = np.searchsorted(seated, numbers)
            ends = np.searchsorted(seated, numbers, side="right")
            for player, begin, end in zip(own, begins, ends, strict=True):
                seats = order[begin:end]
                on = self.facts.days[seats // SEATS].tolist()
                exempt[seats] = [exemptions.players[player].through(day) for day in on]
        return self.facts._replace(exempt=exempt)


@dataclass(frozen=True, slots=True)
class LedgerColumns:
    """What was booked of a history.

    Attributes:
        columns: The history.
        rows: The rows of its ledger, in the order of the facts.
        accounts: Where everybody stands afterwards.
    """

    columns: Columns
    rows: RowColumns
    accounts: Accounts

    def __len__(self) -> int:
        return len(self.rows.kinds)

    @property
    def states(self) -> dict[int, State]:
        """The state of every player with a row."""
        known, *state = (list(column) for column in self.accounts[:4])
        every = zip(self.columns.players, known, *state, strict=True)
        return {player: (rating, day, idle) for player, has, rating, day, idle in every if has}

    def in_fact_order(self) -> list[Row]:
        """The rows as `engine.rating.fold.Fold.feed` gives them."""
        players, facts, *rest = (column.tolist() for column in self.rows)
        return list(
            zip(
                map(self.columns.players.__getitem__, players),
                map(self.columns.keys.__getitem__, facts),
                rest[0],
                map(self.columns.ids.__getitem__, facts),
                *rest[1:],
                strict=True,
            )
        )


def _four_each(tuples: Sequence[tuple[int, ...]], filler: int) -> Column:
    """Tuples of up to four numbers one behind the other, filled up to four each."""
    import numpy as np

    padding = [(filler,) * (SEATS - size) for size in range(SEATS + 1)]
    filled = (each if len(each) == SEATS else each + padding[len(each)] for each in tuples)
    return np.fromiter(chain.from_iterable(filled), np.int64, SEATS * len(tuples))


def _well_formed(facts: FactColumns, sizes: Column) -> bool:
    """Whether every fact has the shape that `engine.rating.ledger.Fact` asks for."""
    import numpy as np

    kinds, seats = facts.kinds, facts.players.reshape(-1, SEATS)
    games = np.isin(kinds, (Kind.GAME, Kind.ACTIVITY)) & np.isin(sizes, TABLE_SIZES)
    adjustments = (kinds == Kind.ADJUSTMENT) & (sizes == 1) & (seats[:, 0] > 0)
    twice = [
        (seats[:, one] == seats[:, other]) & (seats[:, one] > 0)
        for one, other in combinations(range(SEATS), 2)
    ]
    within = np.abs(facts.values.astype(np.float64)).sum() < _MOST_POINTS
    dated = (facts.days >= 0) & (facts.days < _MOST_DAYS)
    return bool(
        (games | adjustments).all()
        and not np.any(twice)
        and np.count_nonzero(seats >= 0) == sizes.sum()
        and dated.all()
        and within
    )


def _numbered(players: Column) -> tuple[tuple[int, ...], Column]:
    """All players in ascending order, and the column of players with their places in it."""
    import numpy as np

    numbers = np.unique(players[players > 0])
    numbered = np.searchsorted(numbers, players).astype(np.int32)
    numbered[players == 0] = NOBODY
    numbered[players == _PAST_THE_TABLE] = NO_SEAT
    return tuple(numbers.tolist()), numbered
