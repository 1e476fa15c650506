"""Finding people: by name in any spelling, by alias, by member number, merged or not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any

from sqlalchemy import Connection

from engine.problems import Problem
from hearts_admin.db import bulk
from hearts_admin.db.ledger import merges
from hearts_admin.db.models import Player
from hearts_admin.errors import Refused, UsageFault, finding
from hearts_admin.names import name_key, nearest, tidy


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody the club knows; see `hearts_admin.db.models.Player`."""

    id: int
    key: str
    name: str
    member_no: str | None
    kind: str
    active: bool


_PERSON = "id, key, name, member_no, kind, active"


def _person(row: Sequence[Any]) -> Person:
    number, own_key, name, member_no, kind, active = row
    return Person(number, own_key, name, member_no, kind, bool(active))


class Directory:
    """The club's people as they are now, inside one transaction."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._found: dict[str, Person] = {}
        self._everybody: dict[str, dict[str | int | None, Person]] = {}
        self._unknown: dict[str, Problem] = {}

    @cached_property
    def merges(self) -> Mapping[int, int]:
        """Who counts as whom."""
        return merges(self.connection)

    @cached_property
    def names(self) -> dict[int, str]:
        """Everybody's name by number; who was merged bears the name of whom they count as."""
        own: dict[int, str] = dict(
            bulk.select(self.connection, "SELECT id, name FROM player WHERE closed IS NULL")
        )
        return {player: own[self.merges.get(player, player)] for player in own}

    @cached_property
    def keys(self) -> dict[int, str]:
        """Everybody's public key by number."""
        return dict(bulk.select(self.connection, "SELECT id, key FROM player WHERE closed IS NULL"))

    def whole(self, player: int) -> int:
        """The player after merges."""
        return self.merges.get(player, player)

    def everybody(self, player: int) -> tuple[int, ...]:
        """The player and all who were merged into them."""
        return (player, *(other for other, into in self.merges.items() if into == player))

    @cached_property
    def all_names(self) -> dict[int, str]:
        """Everybody's own last name, who was merged or is no longer there included."""
        return dict(bulk.select(self.connection, 'SELECT id, name FROM player ORDER BY "row"'))

    def find(self, text: str) -> Person | None:
        """The person meant by a name, an alias or `#member number`; None if unknown."""
        if text not in self._found:
            person = self._look_up(text)
            if person is None:
                return None
            self._found[text] = person
        return self._found[text]

    def _look_up(self, text: str) -> Person | None:
        found = self.find_entry(text)
        return found if found is None or found.id not in self.merges else self.by_id(found.id)

    def find_entry(self, text: str) -> Person | None:
        """As `find`, but somebody who was merged is found as the entry they were."""
        key = name_key(text)
        found = None
        if text.startswith("#"):
            found = self._select("member_no", text[1:].strip())
        found = found or self._select("name_key", key)
        if found is None and (named := self._aliased(key)) is not None:
            found = self._select("id", named)
        return found

    def by_id(self, player: int) -> Person:
        """The person with a number, after merges.

        Raises:
            LookupError: there is none.
        """
        found = self._select("id", self.whole(player))
        if found is None:
            raise LookupError(f"player {player}")
        return found

    def aliases(self, player: int) -> tuple[str, ...]:
        """The other spellings of a person."""
        rows = bulk.select(
            self.connection,
            "SELECT name_key FROM alias WHERE player = ? AND closed IS NULL ORDER BY name_key",
            (player,),
        )
        return tuple(key for (key,) in rows)

    def spellings(self) -> dict[str, int]:
        """Every name and alias by which somebody is found, with their number."""
        names = bulk.select(self.connection, "SELECT name, id FROM player WHERE closed IS NULL")
        aliases = bulk.select(
            self.connection, "SELECT name_key, player FROM alias WHERE closed IS NULL"
        )
        return dict(aliases) | dict(names)

    def read_all(self) -> None:
        """Reads everybody at once, for a file that names hundreds: each costs three questions."""
        rows = bulk.select(
            self.connection, f"SELECT name_key, {_PERSON} FROM player WHERE closed IS NULL"
        )
        people = {key: _person(row) for key, *row in rows}
        self._everybody = {
            "id": {person.id: person for person in people.values()},
            "name_key": {**people},
            "member_no": {each.member_no: each for each in people.values() if each.member_no},
        }

    @cached_property
    def _aliases(self) -> dict[str, int]:
        return dict(
            bulk.select(self.connection, "SELECT name_key, player FROM alias WHERE closed IS NULL")
        )

    def _aliased(self, key: str) -> int | None:
        """The number of whom an alias names."""
        if self._everybody:
            return self._aliases.get(key)
        named: int | None = bulk.value(
            self.connection,
            "SELECT player FROM alias WHERE closed IS NULL AND name_key = ?",
            (key,),
        )
        return named

    def _select(self, column: str, value: str | int) -> Person | None:
        if self._everybody:
            return self._everybody[column].get(value)
        row = bulk.first(
            self.connection,
            f"SELECT {_PERSON} FROM player WHERE closed IS NULL AND {column} = ?",
            (value,),
        )
        return None if row is None else _person(row)

    def note(self, player: Player) -> Person:
        """Makes a person known who was added since the names were read."""
        self._unknown.clear()
        self.names[player.id] = player.name
        self.keys[player.id] = player.key
        person = Person(
            player.id, player.key, player.name, player.member_no, player.kind, player.active
        )
        if self._everybody:
            self._everybody["id"][person.id] = person
            self._everybody["name_key"][player.name_key] = person
            if person.member_no:
                self._everybody["member_no"][person.member_no] = person
        return person

    def unknown(self, text: str) -> Problem:
        """The problem of a name nobody bears, with those that come near.

        Looked for once a name: it costs 80 ms among 2,000 people, and a file of a season repeats
        a wrong name a hundred times.
        """
        if text not in self._unknown:
            near = nearest(text, dict.fromkeys(self.names.values()))
            self._unknown[text] = (
                finding("player.unknown_near", name=text, nearest=tuple(near))
                if near
                else finding("player.unknown", name=text)
            )
        return self._unknown[text]

    def taken(self, name: str, bearer: Person) -> Problem:
        """The problem of a name that somebody else bears, with one that nobody does."""
        numbered = (f"{tidy(name)} ({number})" for number in count(2))
        proposal = next(free for free in numbered if self.find(free) is None)
        return finding("player.exists", name=name, bearer=bearer.name, proposal=proposal)

    def require(self, texts: Iterable[str]) -> list[Person]:
        """The people meant by these names.

        Raises:
            Refused: `players.unknown`, with a problem for each name nobody bears.
        """
        found = []
        problems = []
        for text in texts:
            player = self.find(text)
            if player is None:
                problems.append(self.unknown(text))
            else:
                found.append(player)
        if problems:
            raise Refused("players.unknown", problems=problems, count=len(problems))
        return found

    def require_each(self, texts: Iterable[str]) -> list[Person]:
        """As `require`, of people who are all different, in whatever spelling they are named.

        Raises:
            Refused: `players.unknown`.
            UsageFault: `entry.twice`.
        """
        found = self.require(texts)
        met: set[int] = set()
        for person in found:
            if person.id in met:
                raise UsageFault("entry.twice", name=person.name)
            met.add(person.id)
        return found
