"""The rated games as frames of numbers, for what is counted over all of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reports.model import Leaderboard, Player

AT_ONCE = 40_000
"""Seats that are looked at together: many enough to be fast, few enough for any memory."""


@dataclass(frozen=True, slots=True)
class RatedGames:
    """Every seat whose rating a game moved.

    Attributes:
        people: who they are; a player's number in the frames is the position here.
        seats: see `reports.results.Results.frame`.
    """

    people: tuple[Player, ...]
    seats: pd.DataFrame

    @classmethod
    def of(cls, board: Leaderboard) -> RatedGames:
        """The rated games of a leaderboard."""
        people = board.history.players
        return cls(people, board.results.frame(people))

    def accounts(self) -> Iterator[pd.DataFrame]:
        """The seats player by player, each player's oldest first; some players at a time."""
        players = self.seats["player"].to_numpy()
        order = players.argsort(kind="stable")
        bounds = players[order].searchsorted(range(len(self.people) + 1))
        first = 0
        for last in bounds:
            if last - first >= AT_ONCE or (last == len(order) and last > first):
                yield self.seats.iloc[order[first:last]]
                first = last

    def pairs(self) -> Iterator[pd.DataFrame]:
        """Every two players who met at a table, once a game; some thousands of games at a time.

        Columns: `game`, `one` and `two` (players), `outcome` (1 where `one` finished above `two`,
        0.5 on the same place, 0 below) and `expected`, the outcome that follows from their ratings
        before the game (RATINGS.md, "The update"); NaN where one of these is not known.
        """
        games = self.seats["game"].to_numpy()
        firsts = range(0, int(games[-1]) + 1 if len(games) else 0, AT_ONCE // 4)
        for first, last in pairwise((*games.searchsorted(firsts), len(games))):
            met = _pairs(self.seats[first:last])
            if met:
                yield pd.concat(met, ignore_index=True).astype(_NUMBERS)


_NUMBERS = {"one": "int32", "two": "int32", "outcome": "float32", "expected": "float32"}


def _pairs(seats: pd.DataFrame) -> list[pd.DataFrame]:
    """The pairs of some games, whose seats stand together: a frame for every two seats."""
    seats = seats.assign(seat=seats.groupby("game").cumcount())
    wide = seats.pivot(index="game", columns="seat", values=["player", "place", "rating"])
    players, places, ratings = wide["player"], wide["place"], wide["rating"]
    return [
        pd.DataFrame(
            {
                "game": wide.index,
                "one": players[one],
                "two": players[two],
                "outcome": _outcome(places[one], places[two]),
                "expected": _expected(ratings[one], ratings[two]),
            }
        ).dropna(subset=["one", "two"])
        for one, two in combinations(players.columns, 2)
    ]


def _outcome(one: pd.Series[float], two: pd.Series[float]) -> pd.Series[float]:
    """1 where the first place is the better one, 0.5 where they are the same, else 0."""
    return (one < two) + (one == two) / 2


def _expected(one: pd.Series[float], two: pd.Series[float]) -> pd.Series[float]:
    """What a rating leads to expect against another."""
    return 1 / (1 + 10 ** ((two - one) / 400))
