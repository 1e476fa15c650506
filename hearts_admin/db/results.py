"""Versions of results, read and written as plain values: one, or a hundred thousand."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import Connection

from engine import order
from hearts_admin.db import bulk, chain
from hearts_admin.db.models import Result, Seat

SEATS = "NESW"
"""Seat letters by number."""


Outcome = frozenset[tuple[int, int | None, int]]
"""Each player with points and place."""


class SeatVersion(NamedTuple):
    """One player's line; the position in `ResultVersion.seats` is the seat number.

    A tuple in the order of the seat table's columns, for a large club has half a million.
    """

    player: int
    points: int | None
    place: int
    guest: bool = False
    computer: bool = False
    left_early: bool = False


class ResultVersion(NamedTuple):
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
        return frozenset([seat.player for seat in self.seats])

    @property
    def outcome(self) -> Outcome:
        """Who came to what, whoever sat where: by this a game is known again."""
        return frozenset([seat[:3] for seat in self.seats])


@dataclass(frozen=True, slots=True)
class StoredResult:
    """A version as it stands in the database."""

    row: int
    opened: int
    closed: int | None
    version: ResultVersion


_COLUMNS = (*Result.plain, *Result.sealed, *Result.derived)
_ROW_COLUMNS = ("row", "opened", "salt", "seal", *_COLUMNS)
_SEAT_COLUMNS = ("result_row", "seat", *SeatVersion._fields)
_plain_of = attrgetter(*Result.plain)
_texts_of = attrgetter(*Result.sealed)
_QUOTED = {"row": 'r."row"', "round": 'r."round"'}


def order_key(version: ResultVersion, keys: Mapping[int, str]) -> str:
    """Where a version stands in the order of facts, by what it says (RATINGS.md, "The ledger").

    Args:
        version: a result; its own order key takes no part.
        keys: the public keys of its players, by number.
    """
    return order_key_of(
        version.played_on,
        [order.standing_line(keys[seat.player], seat.points, seat.place) for seat in version.seats],
        played_at=version.played_at,
        event=version.event,
        round=version.round,
        table=version.table_no,
        label=version.label,
    )


def order_key_of(
    day: str,
    standing: Iterable[str],
    *,
    played_at: str | None = None,
    event: str | None = None,
    round: str | None = None,  # noqa: A002 - the column's name
    table: str | None = None,
    label: str | None = None,
) -> str:
    """As `order_key`, for a version that is still to be made; of each player `standing_line`."""
    instant = None
    if played_at is not None:
        moment = dt.datetime.fromisoformat(played_at).astimezone(dt.UTC)
        instant = moment.strftime("%Y%m%dT%H%M%S")
    return order.result_key(
        day, standing, instant=instant, event=event, round=round, table=table, label=label
    )


def all_keys(connection: Connection) -> dict[int, str]:
    """Everybody's public key by number; the last one of those who are there no more."""
    return dict(bulk.select(connection, 'SELECT id, key FROM player ORDER BY "row"'))


def insert(
    connection: Connection, change: int, first_row: int, versions: Sequence[ResultVersion]
) -> list[tuple[int, str]]:
    """Writes versions as rows `first_row`, `first_row + 1`, ... opened by a change.

    Returns:
        Row number and digest of each, for the audit chain.
    """
    digests: list[tuple[int, str]] = []
    rows = _sealed_rows(change, first_row, versions, digests)
    bulk.insert(connection, Result, _ROW_COLUMNS, rows)
    with bulk.indexed_afterwards(connection, Seat, len(SEATS) * len(versions)):
        bulk.insert(connection, Seat, _SEAT_COLUMNS, _seat_rows(first_row, versions))
    return digests


def _sealed_rows(
    change: int, first_row: int, versions: Sequence[ResultVersion], digests: list[tuple[int, str]]
) -> Iterator[tuple[Any, ...]]:
    """The rows of the result table, made as they are written; their digests are noted."""
    salts = os.urandom(chain.SALT_BYTES * len(versions)).hex()
    width = 2 * chain.SALT_BYTES
    for position, version in enumerate(versions):
        row = first_row + position
        salt = salts[position * width : (position + 1) * width]
        texts, plain = _texts_of(version), _plain_of(version)
        seal = chain.seal(salt, texts)
        digests.append((row, _digest(row, plain, version.seats, seal)))
        yield row, change, salt, seal, *plain, *texts, version.order_key


def _seat_rows(first_row: int, versions: Iterable[ResultVersion]) -> Iterator[tuple[Any, ...]]:
    """The rows of the seat table; SQLite's driver takes 0 and 1 in half the time of yes and no."""
    for row, version in enumerate(versions, start=first_row):
        for number, seat in enumerate(version.seats):
            player, points, place, guest, computer, left_early = seat
            yield row, number, player, points, place, guest + 0, computer + 0, left_early + 0


def digest(row: int, version: ResultVersion, seal: str) -> str:
    """The digest of a result's version: its seats belong to it.

    Args:
        row: the version's row number.
        version: what it says.
        seal: its row's seal.
    """
    return _digest(row, _plain_of(version), version.seats, seal)


def _digest(row: int, plain: tuple[Any, ...], seats: tuple[SeatVersion, ...], seal: str) -> str:
    numbered = [(number, *seat) for number, seat in enumerate(seats)]
    return chain.digest(Result.__tablename__, [row, *plain, numbered], seal)


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
