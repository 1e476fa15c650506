"""Everybody's rating movements, kept in columns: a long history has millions of them.

A movement takes some thirty bytes here instead of some two hundred as an object; `HistoryPoint`s
are made when somebody looks.
"""

from __future__ import annotations

from array import array
from datetime import date
from typing import TYPE_CHECKING, get_args

from reports.model import Cause, HistoryPoint, Player

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

CAUSES: tuple[Cause, ...] = get_args(Cause)
"""The causes in the order of the numbers under which they are kept."""


class History:
    """Movements in ledger order, and every player's account of their own.

    >>> anna = Player("a", "Anna")
    >>> history = History.of([HistoryPoint(anna, date(2026, 3, 14), "start", None, 1500)])
    >>> [point.rating for point in history.account(anna)]
    [1500]
    """

    def __init__(self) -> None:
        self._players: list[Player] = []
        self._accounts: dict[Player, tuple[int, array[int]]] = {}
        self._player = array("i")
        self._day = array("i")
        self._cause = array("b")
        self._change = array("i")
        self._rating = array("i")
        self._result = array("i")  # 0 for none: results are numbered from 1
        self._begin = array("i")  # of the span of a decay, as are ends; 0 for none
        self._end = array("i")
        self._reasons: dict[int, str] = {}

    @classmethod
    def of(cls, points: Iterable[HistoryPoint]) -> History:
        """The history of these movements, which come in ledger order."""
        history = cls()
        for point in points:
            history.add(point)
        return history

    def add(self, point: HistoryPoint) -> None:
        """Add the next movement in ledger order."""
        if point.player not in self._accounts:
            self._accounts[point.player] = len(self._players), array("i")
            self._players.append(point.player)
        number, account = self._accounts[point.player]
        row = len(self._day)
        account.append(row)
        self._player.append(number)
        self._day.append(point.on.toordinal())
        self._cause.append(CAUSES.index(point.cause))
        self._change.append(point.change or 0)
        self._rating.append(point.rating)
        self._result.append(point.result or 0)
        begin, end = point.span or (None, None)
        self._begin.append(begin.toordinal() if begin else 0)
        self._end.append(end.toordinal() if end else 0)
        if point.reason:
            self._reasons[row] = point.reason

    def __len__(self) -> int:
        return len(self._day)

    def __iter__(self) -> Iterator[HistoryPoint]:
        return map(self._point, range(len(self)))

    @property
    def players(self) -> tuple[Player, ...]:
        """Who has movements, in the order of their first."""
        return tuple(self._players)

    @property
    def has_reasons(self) -> bool:
        """Whether any movement tells why."""
        return bool(self._reasons)

    def length(self, player: Player) -> int:
        """How many movements a player has."""
        return len(self._accounts[player][1]) if player in self._accounts else 0

    def account(self, player: Player) -> Iterator[HistoryPoint]:
        """A player's movements, oldest first; none of somebody unknown."""
        _, rows = self._accounts.get(player, (0, array("i")))
        return map(self._point, rows)

    def summit(self, player: Player) -> HistoryPoint | None:
        """The movement that first took a player to their highest rating; None without one."""
        _, rows = self._accounts.get(player, (0, array("i")))
        moved = [row for row in rows if CAUSES[self._cause[row]] != "start"]
        return self._point(max(moved, key=self._rating.__getitem__)) if moved else None

    def _point(self, row: int) -> HistoryPoint:
        cause = CAUSES[self._cause[row]]
        begin = self._begin[row]
        return HistoryPoint(
            player=self._players[self._player[row]],
            on=date.fromordinal(self._day[row]),
            cause=cause,
            change=None if cause == "start" else self._change[row],
            rating=self._rating[row],
            result=self._result[row] or None,
            reason=self._reasons.get(row, ""),
            span=(date.fromordinal(begin), date.fromordinal(self._end[row])) if begin else None,
        )
