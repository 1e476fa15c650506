"""The results of games, kept in columns: a long history has hundreds of thousands."""

from __future__ import annotations

from array import array
from datetime import date
from itertools import groupby
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from reports.model import Player, ResultLine, SeatLine

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np
    import numpy.typing as npt
    import pandas as pd

T = TypeVar("T")

_UNKNOWN = -(2**31)
"""Stands for points, changes and ratings that are not known."""


class Results:
    """Results in the order of the facts, oldest first.

    >>> anna = SeatLine("N", Player("a", "Anna"), 26, 1, 16)
    >>> results = Results.of([ResultLine(7, date(2026, 3, 14), "american", "1", (anna,))])
    >>> results[0].seats[0].change
    16
    """

    def __init__(self) -> None:
        self._id = array("i")
        self._day = array("i")
        self._rules = array("h")
        self._label = array("i")
        self._category = array("b")
        self._last = array("i")  # where the seats of a result end
        self._letter = array("b")
        self._player = array("i")
        self._points = array("i")
        self._place = array("b")  # 0 for none
        self._change = array("i")
        self._rating = array("i")
        self._remarks: dict[int, str] = {}
        self._rows = array("i")  # by id, made when first asked for
        self._indexed = 0
        self._known_rules = _Numbered[str | None]()
        self._known_labels = _Numbered[str]()
        self._known_categories = _Numbered[str]()
        self._people = _Numbered[tuple[str, str]]()  # by key and name: a name may have changed

    @classmethod
    def of(cls, lines: Iterable[ResultLine]) -> Results:
        """These results, which come in the order of the facts."""
        results = cls()
        for line in lines:
            results.add(line)
        return results

    def add(self, line: ResultLine) -> None:
        """Add the next result in the order of the facts."""
        if line.remark:
            self._remarks[len(self)] = line.remark
        self._id.append(line.id)
        self._day.append(line.on.toordinal())
        self._rules.append(self._known_rules.number(line.rules))
        self._label.append(self._known_labels.number(line.label))
        self._category.append(self._known_categories.number(line.category))
        for seat in line.seats:
            self._letter.append(ord(seat.seat))
            self._player.append(self._people.number((seat.player.key, seat.player.name)))
            self._points.append(_UNKNOWN if seat.points is None else seat.points)
            self._place.append(seat.place or 0)
            self._change.append(_UNKNOWN if seat.change is None else seat.change)
            self._rating.append(_UNKNOWN if seat.rating is None else seat.rating)
        self._last.append(len(self._letter))

    def __len__(self) -> int:
        return len(self._id)

    def __iter__(self) -> Iterator[ResultLine]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, row: int) -> ResultLine:
        if row < 0:
            row += len(self)
        first = self._last[row - 1] if row else 0
        return ResultLine(
            id=self._id[row],
            on=date.fromordinal(self._day[row]),
            rules=self._known_rules[self._rules[row]],
            label=self._known_labels[self._label[row]],
            seats=tuple(map(self._seat, range(first, self._last[row]))),
            remark=self._remarks.get(row, ""),
            category=self._known_categories[self._category[row]],
        )

    @property
    def has_rules(self) -> bool:
        """Whether any game was played under a rule set that is known."""
        return any(name is not None for name in self._known_rules)

    @property
    def has_remarks(self) -> bool:
        """Whether anything is unusual about any of them."""
        return bool(self._remarks) or any(each != "rated" for each in self._known_categories)

    def latest_first(self) -> Iterator[ResultLine]:
        """The latest day first, on a day in the order in which the games were played."""
        rows = range(len(self) - 1, -1, -1)
        for _, of_day in groupby(rows, key=self._day.__getitem__):
            for row in reversed(list(of_day)):
                yield self[row]

    def place(self, result: int, player: Player) -> int | None:
        """Where a player finished in a result, by its id; None if they have no place there."""
        if self._indexed != len(self):
            self._index()
        row = self._rows[result] if result < len(self._rows) else -1
        if row < 0:
            return None
        for seat in range(self._last[row - 1] if row else 0, self._last[row]):
            if self._people[self._player[seat]][0] == player.key:
                return self._place[seat] or None
        return None

    def _index(self) -> None:
        """Note in which row every result is, by its id."""
        self._rows = array("i", [-1]) * (max(self._id, default=0) + 1)
        for row, number in enumerate(self._id):
            self._rows[number] = row
        self._indexed = len(self)

    def frame(self, people: Iterable[Player]) -> pd.DataFrame:
        """The seats whose rating a game moved, a row each, as numbers.

        Columns: `game` (position in this list), `result` (its id), `day` (ordinal), `player`
        (position in `people`), `place`, `change`, `rating` (before the game; NaN if not known).

        Args:
            people: who may sit there; seats of others are left out.
        """
        import numpy as np
        import pandas as pd

        numbers = {player.key: number for number, player in enumerate(people)}
        known = np.array([numbers.get(key, -1) for key, _ in self._people], dtype="i4")
        place, change = _viewed(self._place), _viewed(self._change)
        player = known[_viewed(self._player)]
        rated = (change != _UNKNOWN) & (player >= 0) & (place > 0)
        seats = np.diff(_viewed(self._last), prepend=0)
        game = np.repeat(np.arange(len(self), dtype="i4"), seats)[rated]
        rating = _viewed(self._rating)[rated].astype("f4")
        rating[rating == _UNKNOWN] = np.nan
        return pd.DataFrame(
            {
                "game": game,
                "result": _viewed(self._id)[game],
                "day": _viewed(self._day)[game],
                "player": player[rated],
                "place": place[rated],
                "change": change[rated],
                "rating": rating,
            },
            copy=False,
        )

    def _seat(self, row: int) -> SeatLine:
        key, name = self._people[self._player[row]]
        return SeatLine(
            seat=chr(self._letter[row]),
            player=Player(key, name),
            points=_known(self._points[row]),
            place=self._place[row] or None,
            change=_known(self._change[row]),
            rating=_known(self._rating[row]),
        )


def _viewed(column: array[int]) -> npt.NDArray[np.signedinteger[Any]]:
    """A column as numpy reads it, without a copy; it cannot grow while that is looked at."""
    import numpy as np

    return np.frombuffer(column, dtype=f"i{column.itemsize}")


def _known(number: int) -> int | None:
    return None if number == _UNKNOWN else number


class _Numbered(Generic[T]):
    """Values that come again and again, each kept once under a number."""

    def __init__(self) -> None:
        self._values: list[T] = []
        self._numbers: dict[T, int] = {}

    def number(self, value: T) -> int:
        """The number of a value, a new one if it is new."""
        if value not in self._numbers:
            self._numbers[value] = len(self._values)
            self._values.append(value)
        return self._numbers[value]

    def __getitem__(self, number: int) -> T:
        return self._values[number]

    def __iter__(self) -> Iterator[T]:
        return iter(self._values)
