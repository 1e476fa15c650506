"""The people: adding, listing, showing, importing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection
from sqlmodel import col, select

from engine.problems import Problem
from engine.rating.ledger import Kind, Row
from hearts_admin.db import bulk
from hearts_admin.db.ledger import PoolLedger
from hearts_admin.db.models import Player
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing, writing
from hearts_admin.errors import Refused, finding
from hearts_admin.names import blind_key, is_name, name_key, player_key, slips, tidy
from hearts_admin.services.actor import Actor
from hearts_admin.services.changes import change_view
from hearts_admin.services.people import Directory, Person
from hearts_admin.services.pools import main_pool
from hearts_admin.services.views import HistoryView, PlayerDetail, PlayersAdded, PlayerView

_NO_NUMBERS: Mapping[str, str] = MappingProxyType({})


def add_players(store: Store, actor: Actor, names: Sequence[str]) -> PlayersAdded:
    """Adds people. All of them or none.

    Raises:
        Refused: `players.refused`, with a problem for each name that is blank, unprintable,
            given twice or borne by somebody already.
    """
    with writing(store, actor) as work:
        directory = Directory(work.connection)
        remarks = near_names(directory, names)
        create_players(work, directory, names)
    return PlayersAdded(tuple(tidy(name) for name in names), (), remarks, change_view(work.change))


def create_players(
    work: Writing,
    directory: Directory,
    names: Sequence[str],
    member_nos: Mapping[str, str] = _NO_NUMBERS,
) -> list[Person]:
    """Opens new players inside a transaction; see `add_players`.

    Args:
        work: the change they come with.
        directory: the people; it knows the new ones afterwards.
        names: as they are written.
        member_nos: member number by name, for those who have one.
    """
    problems = _unfit(directory, names)
    if problems:
        raise Refused("players.refused", problems=problems, count=len(problems))
    if not names:
        return []
    taken = set(directory.keys.values())
    created = []
    for name in names:
        player = Player(
            id=work.next_number(Player),
            key=player_key(name_key(name), taken),
            name=tidy(name),
            name_key=name_key(name),
            member_no=member_nos.get(name),
        )
        taken.add(player.key)
        work.open(player)
        created.append(directory.note(player))
    return created


def revise_player(work: Writing, player: int, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Opens a new version of a person with some columns changed; none where none differs.

    Returns:
        What those columns said before.
    """
    present = work.session.exec(
        select(Player).where(Player.id == player, col(Player.closed).is_(None))
    ).one()
    content = present.content()
    before = {key: content[key] for key in changes}
    if before != changes:
        work.close(present)
        work.open(Player(**(content | dict(changes))))
    return before


def _unfit(directory: Directory, names: Sequence[str]) -> list[Problem]:
    problems = []
    seen: set[str] = set()
    for name in names:
        if not is_name(name):
            problems.append(finding("player.no_name", name=name))
        elif name_key(name) in seen:
            problems.append(finding("player.twice", name=name))
        elif (bearer := directory.find(name)) is not None:
            problems.append(directory.taken(name, bearer))
        seen.add(name_key(name))
    return problems


def near_names(directory: Directory, names: Sequence[str]) -> tuple[Problem, ...]:
    """Warnings for new names that differ from a known one in accents, punctuation or a letter."""
    fresh = [name for name in names if directory.find(name) is None]
    return near_known(tuple(directory.names.values()), fresh)


def near_known(known: Iterable[str], fresh: Iterable[str]) -> tuple[Problem, ...]:
    """As `near_names`, of names that are known to be new."""
    new = tuple(fresh)
    if not new:
        return ()
    everybody = sorted(set(known), reverse=True)
    others = {form: name for name in everybody for form in slips(name)}
    others |= {blind_key(name): name for name in everybody}
    found = []
    for name in new:
        forms = (blind_key(name), *sorted(slips(name)))
        other = next((others[form] for form in forms if form in others), None)
        if other is not None:
            found.append(finding("player.near", name=tidy(name), other=other))
    return tuple(found)


def list_players(store: Store) -> tuple[PlayerView, ...]:
    """Everybody, by name; games and ratings are those of the main pool."""
    with store.read() as connection:
        ledger = PoolLedger(connection, main_pool(connection).id)
        games = _rated_games(connection, ledger)
        last = ledger.last_rows()
        rows = bulk.select(
            connection,
            "SELECT id, name, member_no, kind, active FROM player WHERE closed IS NULL",
        )
        views = [
            PlayerView(
                number,
                name,
                member_no,
                kind,
                bool(active),
                games.get(number, 0),
                last[number][4] + last[number][5] if number in last else None,
            )
            for number, name, member_no, kind, active in rows
            if number not in ledger.merges
        ]
    return tuple(sorted(views, key=lambda view: (blind_key(view.name), view.name)))


def _rated_games(connection: Connection, ledger: PoolLedger) -> dict[int, int]:
    rows = bulk.select(
        connection,
        "SELECT player, count(*) FROM ledger WHERE pool = ? AND kind = ? GROUP BY player",
        (ledger.pool, int(Kind.GAME)),
    )
    return dict(rows)


def show_player(store: Store, name: str) -> PlayerDetail:
    """One person's games, points, places and rating history in the main pool.

    Raises:
        Refused: `players.unknown`.
    """
    with store.read() as connection:
        directory = Directory(connection)
        (player,) = directory.require([name])
        ledger = PoolLedger(connection, main_pool(connection).id)
        rows = ledger.rows_of(player.id)
        played = _played(connection, directory, player.id)
    places = [game.place for game in played]
    points = [game.points for game in played if game.points is not None and game.better == "low"]
    place_in = {game.order_key: game.place for game in played}
    return PlayerDetail(
        player=PlayerView(
            player.id,
            player.name,
            player.member_no,
            player.kind,
            player.active,
            sum(row[2] == Kind.GAME for row in rows),
            rows[-1][4] + rows[-1][5] if rows else None,
        ),
        points=sum(points),
        average_points=sum(points) / len(points) if points else None,
        places=(places.count(1), places.count(2), places.count(3), places.count(4)),
        average_place=sum(places) / len(places) if places else None,
        first_played=played[0].day if played else None,
        last_played=played[-1].day if played else None,
        history=tuple(_history(row, place_in) for row in rows),
    )


@dataclass(frozen=True, slots=True)
class _Played:
    order_key: str
    day: dt.date
    place: int
    points: int | None
    better: str


def _played(connection: Connection, directory: Directory, player: int) -> list[_Played]:
    everybody = directory.everybody(player)
    marks = ", ".join("?" * len(everybody))
    rows = bulk.select(
        connection,
        "SELECT r.order_key, r.played_on, s.place, s.points, r.better"
        ' FROM seat s JOIN result r ON r."row" = s.result_row'
        f" WHERE s.player IN ({marks}) AND r.closed IS NULL AND r.state = 'ok'"
        " ORDER BY r.order_key",
        everybody,
    )
    return [_Played(key, dt.date.fromisoformat(day), *rest) for key, day, *rest in rows]


def _history(row: Row, place_in: Mapping[str, int]) -> HistoryView:
    _, key, kind, fact, before, change, _ = row
    game = kind == Kind.GAME
    return HistoryView(
        date=dt.date.fromisoformat(key[:10]),
        cause=Kind(kind).word,
        before=before,
        change=change,
        after=before + change,
        result=fact if game else None,
        place=place_in.get(key) if game else None,
    )
