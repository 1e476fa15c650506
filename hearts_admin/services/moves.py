"""What a refold changed, told as people: who moved, by how much, through which games."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat

from sqlalchemy import Connection

from engine.rating.ledger import DAY_LENGTH, Kind, Row
from hearts_admin.db import bulk
from hearts_admin.services.views import MovedGame, Movement

RowPair = tuple[Row | None, Row | None]
"""The stored row and the one that takes its place; None where there is none."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a refold changed in one pool.

    Attributes:
        pool: the pool's name.
        moves: player -> present rating before and after, None where there is none; everybody
            any of whose rows differ, also where the rating has come back to what it was.
        changes: the ledger's rows that differ.
    """

    pool: str
    moves: dict[int, tuple[int | None, int | None]]
    changes: Collection[RowPair]


class AllNew(Collection[RowPair]):
    """The changes where there was no ledger: mostly nobody asks for more than how many."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[RowPair]:
        return zip(repeat(None), self._rows)

    def __contains__(self, pair: object) -> bool:
        return pair in tuple(self)


def movements(
    effects: Iterable[Effect], names: Mapping[int, str], first: Iterable[int] = ()
) -> tuple[Movement, ...]:
    """Who moved, through which games, for showing: some players first, the others by name.

    Somebody who moved in two pools is there twice.
    """
    leaders = list(dict.fromkeys(first))
    shown: list[Movement] = []
    for effect in effects:
        moved = _moved_players(effect)
        leading = [player for player in leaders if player in moved]
        others = sorted(moved.keys() - set(leading), key=lambda player: names[player])
        shown += (
            Movement(names[player], *effect.moves[player], moved[player], effect.pool)
            for player in (*leading, *others)
        )
    return tuple(shown)


def unmoved(
    connection: Connection, effects: Iterable[Effect], names: Mapping[int, str]
) -> tuple[str, ...]:
    """Who has rows in a ledger and did not move in any, by name."""
    rated = bulk.select(connection, "SELECT DISTINCT player FROM ledger")
    moved = {player for effect in effects for player in _moved_players(effect)}
    return tuple(sorted(names[player] for (player,) in rated if player not in moved))


def _moved_players(effect: Effect) -> dict[int, tuple[MovedGame, ...]]:
    """Everybody who moved, and the games through which.

    A row that only stands elsewhere in the order (a corrected date), only begins at another rating
    or only says that somebody was not idle has not moved anybody.
    """
    games = {player: _moved_games(rows) for player, rows in _rows_by_player(effect.changes).items()}
    return {
        player: games.get(player, ())
        for player, (before, after) in effect.moves.items()
        if before != after or games.get(player)
    }


_Booked = dict[tuple[int, str, int], dict[str, Row]]
"""(kind, kind of fact, fact) -> the row before and after."""


def _rows_by_player(changes: Iterable[RowPair]) -> dict[int, _Booked]:
    players: dict[int, _Booked] = {}
    for pair in changes:
        old, new = pair
        if old is not None and new is not None and old[5] == new[5]:
            continue  # the same points, from another rating
        for side, row in zip(("before", "after"), pair, strict=True):
            if row is not None and row[2] != Kind.ACTIVITY:
                player, order_key, kind, fact, *_ = row
                # A start row belongs to the player, whichever fact happens to be the first.
                key = (
                    (kind, "", 0) if kind == Kind.START else (kind, order_key[DAY_LENGTH + 1], fact)
                )
                players.setdefault(player, {}).setdefault(key, {})[side] = row
    return players


def _moved_games(booked: _Booked) -> tuple[MovedGame, ...]:
    """The rows at which other points are booked than before, in the order of the facts."""
    moved = []
    for (kind, _, fact), sides in booked.items():
        row = sides.get("after") or sides["before"]
        points = [sides[side][5] if side in sides else None for side in ("before", "after")]
        if points[0] != points[1]:
            game = MovedGame(
                date=dt.date.fromisoformat(row[1][:10]),
                cause=Kind(kind).word,
                result=fact if kind == Kind.GAME else None,
                before=points[0],
                after=points[1],
            )
            moved.append((row[1:3], game))
    return tuple(game for _, game in sorted(moved, key=lambda item: item[0]))
