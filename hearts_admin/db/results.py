"""Versions of results, read and written as plain values: one, or a hundred thousand."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Connection

from engine import order
from hearts_admin.db import bulk, chain
from hearts_admin.db.models import Result, Seat

SEATS = "NESW"
"""Seat letters by number."""


Outcome = frozenset[tuple[int, int | None, int]]
"""Each player with points and place."""


@dataclass(frozen=True, slots=True)
class SeatVersion:
    """One player's line; the position in `ResultVersion.seats` is the seat number."""

    player: int
    points: int | None
    place: int
    guest: bool = False
    computer: bool = False
    left_early: bool = False


@dataclass(frozen=True, slots=True)
class ResultVersion:
    """Everything one version of a result says; see `hearts_admin.db.models.Result`."""

    id: int
    pool: int | None
    rules: str | None
    category: str
    played_on: str
    played_at: str | None
    event: str | None
    round: str | None
    table_no: str | None
    label: str
    order_key: str
    target: int | None
    better: str
    state: str
    unchecked_reason: str | None
    log_digest: str | None
    seats: tuple[SeatVersion, ...]

    @property
    def players(self) -> frozenset[int]:
        """Who sat at the table, as entered."""
        return frozenset(seat.player for seat in self.seats)

    @property
    def outcome(self) -> Outcome:
        """Who came to what, whoever sat where: by this a game is known again."""
        return frozenset((seat.player, seat.points, seat.place) for seat in self.seats)


@dataclass(frozen=True, slots=True)
class StoredResult:
    """A version as it stands in the database."""

    row: int
    opened: int
    closed: int | None
    version: ResultVersion


_COLUMNS = (*Result.plain, *Result.sealed, *Result.derived)
_ROW_COLUMNS = ("row", "opened", "salt", "seal", *_COLUMNS)
_SEAT_COLUMNS = (
    "result_row", "seat", "player", "points", "place", "guest", "computer", "left_early",
)  # fmt: skip
_QUOTED = {"row": 'r."row"', "round": 'r."round"'}


def order_key(version: ResultVersion, keys: Mapping[int, str]) -> str:
    """Where a version stands in the order of facts, by what it says (RATINGS.md, "The ledger").

    Args:
        version: a result; its own order key takes no part.
        keys: the public keys of its players, by number.
    """
    standing = [
        (keys[seat.player], f"p{seat.place}" if seat.points is None else seat.points)
        for seat in version.seats
    ]
    instant = None
    if version.played_at is not None:
        moment = dt.datetime.fromisoformat(version.played_at).astimezone(dt.UTC)
        instant = moment.strftime("%Y%m%dT%H%M%S")
    return order.result_key(
        version.played_on,
        standing,
        instant=instant,
        event=version.event,
        round=version.round,
        table=version.table_no,
        label=version.label,
    )


def all_keys(connection: Connection) -> dict[int, str]:
    """Everybody's public key by number; the last one of those who are there no more."""
    return dict(bulk.select(connection, 'SELECT id, key FROM player ORDER BY "row"'))


def insert(
    connection: Connection, change: int, first_row: int, versions: Iterable[ResultVersion]
) -> list[tuple[int, str]]:
    """Writes versions as rows `first_row`, `first_row + 1`, ... opened by a change.

    Returns:
        Row number and digest of each, for the audit chain.
    """
    numbered = list(enumerate(versions, start=first_row))
    salts = os.urandom(chain.SALT_BYTES * len(numbered))
    rows = []
    seats = []
    digests = []
    for position, (row, version) in enumerate(numbered):
        salt = salts[position * chain.SALT_BYTES : (position + 1) * chain.SALT_BYTES].hex()
        plain = [getattr(version, name) for name in Result.plain]
        texts = [getattr(version, name) for name in Result.sealed]
        seal = chain.seal(salt, texts)
        rows.append((row, change, salt, seal, *plain, *texts, version.order_key))
        lines = seat_lines(row, version)
        seats.extend(lines)
        digests.append((row, digest(row, plain, lines, seal)))
    bulk.insert(connection, Result, _ROW_COLUMNS, rows)
    bulk.insert(connection, Seat, _SEAT_COLUMNS, seats)
    return digests


def seat_lines(row: int, version: ResultVersion) -> list[tuple[Any, ...]]:
    """The rows of the seat table that belong to a version."""
    return [
        (
            row,
            number,
            seat.player,
            seat.points,
            seat.place,
            seat.guest,
            seat.computer,
            seat.left_early,
        )
        for number, seat in enumerate(version.seats)
    ]


def digest(row: int, plain: list[Any], seats: list[tuple[Any, ...]], seal: str) -> str:
    """The digest of a result's version: its seats belong to it."""
    lines = [
        [number, player, points, place, *map(bool, flags)]
        for _, number, player, points, place, *flags in seats
    ]
    return chain.digest(Result.__tablename__, [row, *plain, lines], seal)


def select(
    connection: Connection, where: str = "r.closed IS NULL", parameters: tuple[Any, ...] = ()
) -> Iterator[StoredResult]:
    """Streams versions in fact order.

    Args:
        connection: an open connection.
        where: a condition over the result row `r`, with `?` placeholders.
        parameters: what the placeholders stand for.
    """
    columns = ", ".join(_QUOTED.get(name, f"r.{name}") for name in ("row", "opened", "closed"))
    content = ", ".join(_QUOTED.get(name, f"r.{name}") for name in _COLUMNS)
    rows = bulk.stream(
        connection,
        f"SELECT {columns}, {content},"
        " s.player, s.points, s.place, s.guest, s.computer, s.left_early"
        f' FROM result r JOIN seat s ON s.result_row = r."row" WHERE {where}'
        " ORDER BY r.order_key, r.row, s.seat",
        parameters,
    )
    width = 3 + len(_COLUMNS)
    for head, lines in groupby(rows, key=lambda row: row[:width]):
        row, opened, closed, *content_values = head
        seats = tuple(
            SeatVersion(player, points, place, *map(bool, flags))
            for player, points, place, *flags in (line[width:] for line in lines)
        )
        version = ResultVersion(**dict(zip(_COLUMNS, content_values, strict=True)), seats=seats)
        yield StoredResult(row, opened, closed, version)


def current(connection: Connection, result: int) -> StoredResult | None:
    """The current version of a result, void or not; None for an unknown number."""
    return next(select(connection, "r.closed IS NULL AND r.id = ?", (result,)), None)
