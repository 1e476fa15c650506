"""Finding people by what somebody remembers of their names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection

from hearts_admin.db import bulk
from hearts_admin.db.ledger import merges
from hearts_admin.db.store import Store
from hearts_admin.names import blind_key, name_key, nearest

MOST_ALIKE = 5
"""How many names are proposed where none contains the text."""

_PRESENT = """
    SELECT id, name, name_key, member_no,
           EXISTS (SELECT 1 FROM merge m WHERE m.closed IS NULL AND m.from_player = player.id)
    FROM player WHERE closed IS NULL
"""
_ALIASES = "SELECT player, name_key, name_key, NULL, 1 = 1 FROM alias WHERE closed IS NULL"


class _Spelling(NamedTuple):
    """A name or alias; `leads_on` where the person behind it is called otherwise."""

    player: int
    text: str
    key: str
    member_no: str | None
    leads_on: bool


@dataclass(frozen=True, slots=True)
class FoundPerson:
    """A person found by part of a name; `through` is the alias or merged entry that matched."""

    id: int
    name: str
    member_no: str | None
    through: str | None


def find_players(store: Store, text: str) -> tuple[FoundPerson, ...]:
    """People who are called so, or nearly so; the best matches first.

    Somebody's full name in any spelling, or member number (`17`, `#17`), is looked up by index.
    Else every name or alias counts that contains the text, whatever its accents; where none does,
    those most like it.
    """
    with store.read() as connection:
        hits = _called(connection, text)
        if not hits or _goes_on(name_key(text)):
            hits += _containing(connection, text)
        return _people(connection, hits)


def _called(connection: Connection, text: str) -> list[_Spelling]:
    """Who is called exactly so, or has this member number."""
    key = name_key(text)
    number = text.strip().removeprefix("#").strip()
    rows = bulk.select(
        connection,
        f"{_PRESENT} AND member_no = ?"
        f" UNION ALL {_PRESENT} AND name_key = ?"
        f" UNION ALL {_ALIASES} AND name_key = ?",
        (number, key, key),
    )
    return [_Spelling(*row) for row in rows]


def _goes_on(key: str) -> bool:
    """Whether others may be called so and something more, as Jan de Vries is when Jan is asked."""
    return " " not in key and not key.removeprefix("#").isdecimal()


def _containing(connection: Connection, text: str) -> list[_Spelling]:
    """Whose name or alias contains the text or, where none does, comes near it."""
    wanted = blind_key(text)
    if not wanted:
        return []
    rows = bulk.select(connection, f"{_PRESENT} UNION ALL {_ALIASES}")
    spellings = [_Spelling(*row) for row in rows]
    hits = [spelling for spelling in spellings if wanted in blind_key(spelling.text)]
    hits.sort(key=lambda hit: (_how_far(wanted, blind_key(hit.text)), hit.key))
    if not hits:
        by_name = {spelling.text: spelling for spelling in reversed(spellings)}
        hits = [by_name[name] for name in nearest(text, by_name, MOST_ALIKE)]
    return hits


def _how_far(wanted: str, text: str) -> int:
    """How far into a name a text comes: at its beginning, at that of a word, or inside one."""
    return 0 if text.startswith(wanted) else 1 if f" {wanted}" in text else 2


def _people(connection: Connection, hits: Sequence[_Spelling]) -> tuple[FoundPerson, ...]:
    """The people behind spellings, each once."""
    whole = merges(connection) if any(hit.leads_on for hit in hits) else {}
    found: dict[int, FoundPerson] = {}
    for hit in hits:
        player = whole.get(hit.player, hit.player)
        if player in found:
            continue
        name, member_no = hit.text, hit.member_no
        if hit.leads_on:
            name, member_no = _name_and_number(connection, player)
        through = None if name_key(name) == hit.key else hit.text
        found[player] = FoundPerson(player, name, member_no, through)
    return tuple(found.values())


def _name_and_number(connection: Connection, player: int) -> tuple[str, str | None]:
    row = bulk.first(
        connection,
        "SELECT name, member_no FROM player WHERE closed IS NULL AND id = ?",
        (player,),
    )
    assert row is not None  # noqa: S101 - merges and aliases lead to people who are there
    return row[0], row[1]
