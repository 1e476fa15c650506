"""Head to head: how often two players met, and who finished above whom."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

import pandas as pd

from reports.language import msgid
from reports.rated import RatedGames

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from reports.model import Leaderboard, Player


SQUARE_NOTES = (
    msgid(
        "How much oftener the player of the row finished above the player of the column than below."
    ),
    msgid("Blue: above; orange: below; empty: never met."),
)
"""How to read a square of balances, as message ids."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """One player's games with one opponent.

    Attributes:
        player: whose side this is.
        opponent: whom they met.
        games: rated games at the same table.
        above: of these, finished above the opponent.
        level: on the same place.
        below: below.
        expected: the share that the ratings before the games led to expect, or None.
    """

    player: Player
    opponent: Player
    games: int
    above: int
    level: int
    below: int
    expected: float | None

    @property
    def share(self) -> float:
        """What the player got of what there was to get: 1 above, a half level, 0 below."""
        return (self.above + self.level / 2) / self.games

    @property
    def above_expectation(self) -> float | None:
        """How often more than expected the player finished above, a half for level."""
        if self.expected is None:
            return None
        return round(self.games * (self.share - self.expected), 2)


class Meetings:
    """The meetings of a leaderboard's players at rated games.

    Attributes:
        people: a player's number in the frames is the position here.
        table: two rows for every two who met, one from each side. Columns: `player`, `opponent`,
            `games`, `above`, `level`, `below` (how often the player finished so), `expected` (the
            share of the points, a half for the same place, that the ratings before the games led
            to expect; NaN if not known).
    """

    def __init__(self, games: RatedGames) -> None:
        self.people = games.people
        self._numbers = {player: number for number, player in enumerate(self.people)}
        self.table = _both_sides(_counted(games.pairs()))

    @classmethod
    def of_board(cls, board: Leaderboard) -> Meetings:
        """The meetings at the rated games of a leaderboard."""
        return cls(RatedGames.of(board))

    def balance(self, players: Sequence[Player]) -> pd.DataFrame:
        """A square of these players: how much oftener the row finished above the column.

        Above minus below; NaN for two who never met, and for everybody against themselves.
        """
        numbers = [self._numbers.get(player, -1) for player in players]
        chosen = self.table[
            self.table["player"].isin(numbers) & self.table["opponent"].isin(numbers)
        ]
        balances = chosen.assign(balance=chosen["above"] - chosen["below"])
        square = balances.pivot(index="player", columns="opponent", values="balance")
        return square.reindex(index=numbers, columns=numbers)

    def of(self, order: Sequence[Player], least: int = 1) -> Iterator[Meeting]:
        """The meetings of these players, one after the other, the most met opponent first.

        Args:
            order: the players, also as opponents; those met equally often come in this order.
            least: the fewest games that two must have met in.
        """
        known = (player for player in order if player in self._numbers)
        ranks = {self._numbers[player]: rank for rank, player in enumerate(known)}
        frame = self.table[self.table["games"] >= least]
        frame = frame.assign(rank=frame["player"].map(ranks), other=frame["opponent"].map(ranks))
        frame = frame.dropna(subset=["rank", "other"]).sort_values(
            ["rank", "games", "other"], ascending=[True, False, True]
        )
        columns = ("player", "opponent", "games", "above", "level", "below", "expected")
        lists = (frame[column].tolist() for column in columns)
        for player, opponent, games, above, level, below, expected in zip(*lists, strict=True):
            share = None if isnan(expected) else round(expected, 4)
            one, other = self.people[player], self.people[opponent]
            yield Meeting(one, other, games, above, level, below, share)

    def threshold(self, most: int) -> int:
        """The fewest games that two must have met in for at most so many rows to remain."""
        rows = self.table["games"].value_counts().sort_index(ascending=False).cumsum()
        fitting = rows[rows <= most]
        if len(fitting) == len(rows):
            return 1
        return int(fitting.index[-1] if len(fitting) else rows.index[0])


_COUNTS = ("games", "above", "level", "below", "known", "expected")


def _counted(chunks: Iterable[pd.DataFrame]) -> pd.DataFrame:
    """Every two who met, once, with their meetings counted."""
    counted = pd.DataFrame(columns=["player", "opponent", *_COUNTS], dtype="int64")
    for chunk in chunks:
        counted = _sums(pd.concat([counted, _sums(_oriented(chunk))], ignore_index=True))
    share = counted["expected"] / counted["games"]
    return counted.assign(expected=share.where(counted["known"] == counted["games"]))


def _oriented(pairs: pd.DataFrame) -> pd.DataFrame:
    """Pairs with the smaller number first, whichever seat had it."""
    turned = pairs["one"] > pairs["two"]
    outcome = pairs["outcome"].where(~turned, 1 - pairs["outcome"])
    return pd.DataFrame(
        {
            "player": pairs["one"].where(~turned, pairs["two"]),
            "opponent": pairs["two"].where(~turned, pairs["one"]),
            "games": 1,
            "above": outcome == 1,
            "level": outcome == 0.5,
            "below": outcome == 0,
            "known": pairs["expected"].notna(),
            "expected": pairs["expected"].where(~turned, 1 - pairs["expected"]),
        }
    )


def _sums(pairs: pd.DataFrame) -> pd.DataFrame:
    return pairs.groupby(["player", "opponent"], as_index=False)[list(_COUNTS)].sum()


def _both_sides(counted: pd.DataFrame) -> pd.DataFrame:
    """The same meetings seen from the other side as well."""
    other = counted.rename(
        columns={"player": "opponent", "opponent": "player", "above": "below", "below": "above"}
    ).assign(expected=1 - counted["expected"])
    return pd.concat([counted, other[counted.columns]], ignore_index=True)
