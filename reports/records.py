"""The club's records: who holds them, since when, and what they were.

Only rated games count. A record is shown with its best three; whoever did it first stands first
among equals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

import pandas as pd

from reports.language import msgid
from reports.rated import RatedGames

if TYPE_CHECKING:
    from reports.model import Leaderboard, Player

Note: TypeAlias = "tuple[str, Mapping[str, object]]"
"""What else there is to say about a feat: a message id, or "", and what fills it in."""

BEST = 3
"""Ranks that are shown of a record."""

MOST = 5
"""Lines that are shown of a record, however many share a rank."""


@dataclass(frozen=True, slots=True)
class Feat:
    """What one player did.

    Attributes:
        rank: 1 is the record.
        value: how much, in the unit of the record.
        first: club day on which it began.
        last: club day on which it ended; the same for what happened in one game or on one day.
        result: the id of the game, where there is just one.
        note: message id of what else there is to say, or "".
        fields: what fills it in.
    """

    rank: int
    player: Player
    value: float
    first: date
    last: date
    result: int | None = None
    note: str = ""
    fields: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Record:
    """A record and who holds it.

    Attributes:
        kind: what it is for.
        feats: the best, by rank.
        more: how many others are level with the last of them, who are not shown.
    """

    kind: RecordKind
    feats: tuple[Feat, ...]
    more: int


@dataclass(frozen=True, slots=True)
class RecordKind:
    """Something to hold a record in.

    Attributes:
        key: snake_case, for programs.
        title: message id of its name.
        meaning: message id of what exactly it counts.
        unit: message id of the heading over its values.
        shown: how its values are shown, as the kind of a column.
        find: gives the feats of a leaderboard in any order, some at a time: frames with the
            columns `player`, `value`, `first`, `last` (days), `result` (0 for none), and what
            `note` needs.
        when: whether a feat takes time (`span`), happens on a `day`, or in a `game`.
        note: gives message id and fields of what else there is to say about a feat.
        least: the smallest value that is worth telling.
    """

    key: str
    title: str
    meaning: str
    unit: str
    shown: Literal["count", "number", "change", "decimal"]
    find: Callable[[_Material], Iterator[pd.DataFrame]]
    when: Literal["span", "day", "game"]
    note: Callable[[_Material, pd.Series[float]], Note] | None = None
    least: float = 1


def records(board: Leaderboard, games: RatedGames | None = None) -> tuple[Record, ...]:
    """The records of a leaderboard; what nobody holds yet is left out.

    Args:
        board: whose records they are.
        games: its rated games, where they are at hand.
    """
    material = _Material(board, games or RatedGames.of(board))
    if material.games.seats.empty:
        return ()
    found = (_record(kind, material) for kind in KINDS)
    return tuple(record for record in found if record.feats)


class _Material:
    """What the records are found in."""

    def __init__(self, board: Leaderboard, games: RatedGames) -> None:
        self.board = board
        self.games = games

    @cached_property
    def days(self) -> dict[int, int]:
        """The playing days of the club, numbered from 0."""
        return {day: n for n, day in enumerate(sorted(self.games.seats["day"].unique().tolist()))}


def _record(kind: RecordKind, material: _Material) -> Record:
    parts = [_best(part, kind) for part in kind.find(material)]
    if not parts:
        return Record(kind, (), 0)
    found = pd.concat(parts)
    found = found.sort_values(["value", "last", "player"], ascending=[False, True, True])
    ranks = found["value"].rank(method="min", ascending=False).astype(int)
    best = found[ranks <= BEST].head(MOST)
    feats = tuple(
        _feat(kind, material, rank, row)
        for rank, (_, row) in zip(ranks[: len(best)], best.iterrows(), strict=True)
    )
    if not feats:
        return Record(kind, (), 0)
    level = int((found["value"] == best["value"].iloc[-1]).sum())
    return Record(kind, feats, level - int((best["value"] == best["value"].iloc[-1]).sum()))


def _best(found: pd.DataFrame, kind: RecordKind) -> pd.DataFrame:
    """What may be shown of some feats, and whatever is level with it."""
    least = max(kind.least, found["value"].nlargest(MOST).min())
    best: pd.DataFrame = found[found["value"] >= least]
    return best


def _feat(kind: RecordKind, material: _Material, rank: int, row: pd.Series[float]) -> Feat:
    note, fields = kind.note(material, row) if kind.note else ("", {})
    return Feat(
        rank=rank,
        player=material.games.people[int(row["player"])],
        value=round(float(row["value"]), 2) if kind.shown == "decimal" else int(row["value"]),
        first=date.fromordinal(int(row["first"])),
        last=date.fromordinal(int(row["last"])),
        result=int(row["result"]) or None,
        note=note,
        fields=fields,
    )


# -- runs --------------------------------------------------------------------------------------


def _runs(seats: pd.DataFrame, good: pd.Series[bool]) -> pd.DataFrame:
    """Every unbroken run of good games; `seats` player by player, each one's oldest first."""
    run = (~good).groupby(seats["player"]).cumsum().rename("run")
    runs = seats[good].groupby(["player", run[good]])
    found = runs.agg(
        value=("game", "size"), first=("day", "first"), last=("day", "last"), game=("game", "last")
    ).reset_index()
    latest = seats.groupby("player")["game"].last()
    return found.assign(result=0, running=found["game"] == found["player"].map(latest))


def _winning_runs(material: _Material) -> Iterator[pd.DataFrame]:
    for seats in material.games.accounts():
        yield _runs(seats, seats["place"] == 1)


def _runs_without_last(material: _Material) -> Iterator[pd.DataFrame]:
    worst = material.games.seats.groupby("game")["place"].max()
    for seats in material.games.accounts():
        last = seats["game"].map(worst)
        yield _runs(seats, (seats["place"] < last) | (last == 1))


def _attendance(material: _Material) -> Iterator[pd.DataFrame]:
    """Runs of playing days of the club on which a player never missed."""
    for seats in material.games.accounts():
        there = seats.drop_duplicates(["player", "day"])
        run = there["day"].map(material.days) - there.groupby("player").cumcount()
        runs = there.assign(run=run).groupby(["player", "run"])
        found = runs.agg(value=("day", "size"), first=("day", "first"), last=("day", "last"))
        running = found["last"] == max(material.days)
        yield found.reset_index().assign(result=0, running=running.to_numpy())


def _still_running(_: _Material, row: pd.Series[float]) -> Note:
    return (msgid("still going") if row["running"] else ""), {}


# -- games and days ----------------------------------------------------------------------------


def _upsets(material: _Material) -> Iterator[pd.DataFrame]:
    """How far the players of every game came out above what the ratings led to expect."""
    seats = material.games.seats[["game", "player", "result", "day", "rating", "place"]]
    for pairs in material.games.pairs():
        gain = (pairs["outcome"] - pairs["expected"]).astype("float64")
        sides = [
            pd.DataFrame({"game": pairs["game"], "player": pairs[who], "value": value})
            for who, value in (("one", gain), ("two", -gain))
        ]
        total = pd.concat(sides).dropna().groupby(["game", "player"])["value"].sum().round(2)
        best = total[total >= total.nlargest(MOST).min()].reset_index()
        found = pd.merge(best, seats[seats["game"].isin(best["game"])], on=["game", "player"])
        yield found.assign(first=found["day"], last=found["day"])


def _opposition(material: _Material, row: pd.Series[float]) -> Note:
    table = material.games.seats
    table = table[(table["game"] == row["game"]) & (table["player"] != row["player"])]
    others = sorted(table["rating"].astype(int), reverse=True)
    fields = {
        "rating": int(row["rating"]),
        "others": ", ".join(map(str, others)),
        "place": int(row["place"]),
    }
    return msgid("rated {rating}, place {place} against {others}"), fields


def _best_days(material: _Material) -> Iterator[pd.DataFrame]:
    for seats in material.games.accounts():
        found = seats.groupby(["player", "day"], as_index=False).agg(value=("change", "sum"))
        yield found.assign(result=0, first=found["day"], last=found["day"])


def _places_of_the_day(material: _Material, row: pd.Series[float]) -> Note:
    seats = material.games.seats
    of_day = seats[(seats["player"] == row["player"]) & (seats["day"] == row["first"])]
    return msgid("places {places}"), {"places": " ".join(map(str, of_day["place"]))}


# -- ratings and moons -------------------------------------------------------------------------


def _peaks(material: _Material) -> Iterator[pd.DataFrame]:
    """Everybody's highest rating, and when it was reached."""
    summits = enumerate(map(material.board.history.summit, material.games.people))
    rows = [
        (number, point.rating, point.on.toordinal(), point.on.toordinal(), point.result or 0)
        for number, point in summits
        if point is not None
    ]
    yield pd.DataFrame(rows, columns=["player", "value", "first", "last", "result"])


def _moons(material: _Material) -> Iterator[pd.DataFrame]:
    numbers = {player: number for number, player in enumerate(material.games.people)}
    logged = material.board.logged
    shot = [
        (numbers[moon.player], moon.on.toordinal())
        for moon in (logged.moons if logged else ())
        if moon.player in numbers
    ]
    moons = pd.DataFrame(shot, columns=["player", "day"]).groupby("player")
    found = moons.agg(value=("day", "size"), first=("day", "min"), last=("day", "max"))
    yield found.reset_index().assign(result=0)


def _logged(material: _Material, _: pd.Series[float]) -> Note:
    logged = material.board.logged
    return msgid("in {games} logged games"), {"games": logged.games if logged else 0}


KINDS: tuple[RecordKind, ...] = (
    RecordKind(
        "winning_run",
        msgid("Longest winning run"),
        msgid("Games won one after the other; a shared first place counts as won."),
        msgid("Games"),
        "count",
        _winning_runs,
        "span",
        _still_running,
        least=2,
    ),
    RecordKind(
        "never_last",
        msgid("Longest run without a last place"),
        msgid("Games one after the other in which somebody finished below."),
        msgid("Games"),
        "count",
        _runs_without_last,
        "span",
        _still_running,
        least=2,
    ),
    RecordKind(
        "upset",
        msgid("Biggest upset"),
        msgid(
            "Opponents finished above, less what the ratings before the game led to expect"
            " (the same place counts as half an opponent)."
        ),
        msgid("Above expectation"),
        "decimal",
        _upsets,
        "game",
        _opposition,
        least=0.01,
    ),
    RecordKind(
        "best_day",
        msgid("Best evening"),
        msgid("Rating points won in the games of one playing day."),
        msgid("Points won"),
        "change",
        _best_days,
        "day",
        _places_of_the_day,
    ),
    RecordKind(
        "peak",
        msgid("Highest rating"),
        msgid("The highest rating that a player ever reached."),
        msgid("Rating"),
        "number",
        _peaks,
        "game",
    ),
    RecordKind(
        "moons",
        msgid("Most moons"),
        msgid("Moons shot in the games whose log is kept."),
        msgid("Moons"),
        "count",
        _moons,
        "span",
        _logged,
    ),
    RecordKind(
        "attendance",
        msgid("Never missed"),
        msgid("Playing days of the club one after the other on which the player was there."),
        msgid("Days"),
        "count",
        _attendance,
        "span",
        _still_running,
        least=2,
    ),
)
"""The records there are, in the order in which they are shown."""
