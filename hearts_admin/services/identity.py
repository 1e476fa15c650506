"""Who is who: renaming, other spellings, member numbers, merging two entries into one person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import col, select

from hearts_admin.db import bulk
from hearts_admin.db.models import Alias, Merge, Player
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing, writing
from hearts_admin.errors import Refused, finding
from hearts_admin.names import blind_key, is_name, name_key, nearest, tidy
from hearts_admin.services.actor import Actor
from hearts_admin.services.changes import change_view
from hearts_admin.services.folding import Affected, movements, refresh
from hearts_admin.services.people import Directory, Person
from hearts_admin.services.views import ChangeView, Movement

KINDS = ("member", "guest", "computer")


@dataclass(frozen=True, slots=True)
class PersonChanged:
    """What a command did to a person; `change` is None when nothing differs or was kept."""

    name: str
    before: dict[str, Any]
    after: dict[str, Any]
    movements: tuple[Movement, ...] = ()
    unmoved: int = 0
    change: ChangeView | None = None


@dataclass(frozen=True, slots=True)
class FoundPerson:
    """A person found by part of a name; `through` is the alias or merged entry that matched."""

    id: int
    name: str
    member_no: str | None
    through: str | None


def rename_player(store: Store, actor: Actor, name: str, new_name: str) -> PersonChanged:
    """Gives a person another name; the old one goes on leading to them.

    Raises:
        Refused: `players.unknown`, `player.no_name`, `player.exists`.
    """
    with writing(store, actor) as work:
        directory = Directory(work.connection)
        (person,) = directory.require([name])
        _require_free_name(directory, person, new_name)
        changed = _set(work, person, {"name": tidy(new_name), "name_key": name_key(new_name)})
        if name_key(new_name) != name_key(person.name):
            _close_aliases(work, name_key(new_name))
            work.open(_alias(work, person, name_key(person.name)))
    return _with_change(changed, work)


def describe_player(
    store: Store,
    actor: Actor,
    name: str,
    *,
    member_no: str | None = None,
    kind: str | None = None,
    active: bool | None = None,
    private: bool | None = None,
) -> PersonChanged:
    """Sets what is known of a person; what is None stays as it is.

    Args:
        store: the database.
        actor: who asks.
        name: the person.
        member_no: the member number, "" for none.
        kind: `member`, `guest` or `computer`; holds for results recorded from now on.
        active: whether they still come.
        private: whether reports show initials only.

    Raises:
        Refused: `players.unknown`, `player.number_taken`, `player.kind`.
    """
    wanted = {
        "member_no": None if member_no is None else member_no.removeprefix("#").strip(),
        "kind": kind,
        "active": active,
        "private": private,
    }
    changes: dict[str, Any] = {key: value for key, value in wanted.items() if value is not None}
    if changes.get("member_no") == "":
        changes["member_no"] = None
    if kind is not None and kind not in KINDS:
        raise Refused("player.kind", kind=kind, known=KINDS)
    with writing(store, actor) as work:
        directory = Directory(work.connection)
        (person,) = directory.require([name])
        number = changes.get("member_no")
        bearer = directory.find(f"#{number}") if number else None
        if bearer is not None and bearer.id != person.id:
            raise Refused("player.number_taken", number=number, name=bearer.name)
        changed = _set(work, person, changes)
    return _with_change(changed, work)


def add_alias(store: Store, actor: Actor, name: str, alias: str) -> PersonChanged:
    """Adds another spelling under which a person is found.

    Raises:
        Refused: `players.unknown`, `player.no_name`, `player.exists`.
    """
    with writing(store, actor) as work:
        directory = Directory(work.connection)
        (person,) = directory.require([name])
        bearer = _require_free_name(directory, person, alias)
        before = {"aliases": directory.aliases(person.id)}
        if bearer is None:
            work.open(_alias(work, person, name_key(alias)))
        after = {"aliases": Directory(work.connection).aliases(person.id)}
    return PersonChanged(person.name, before, after, change=change_view(work.change))


def remove_alias(store: Store, actor: Actor, alias: str) -> PersonChanged:
    """Takes a spelling away again.

    Raises:
        Refused: `player.no_alias`.
    """
    with writing(store, actor) as work:
        directory = Directory(work.connection)
        person = directory.find(alias)
        before = {"aliases": directory.aliases(person.id) if person else ()}
        if person is None or not _close_aliases(work, name_key(alias)):
            raise Refused("player.no_alias", name=alias)
        after = {"aliases": Directory(work.connection).aliases(person.id)}
    return PersonChanged(person.name, before, after, change=change_view(work.change))


def merge_players(store: Store, actor: Actor, keep: str, others: Sequence[str]) -> PersonChanged:
    """Makes several entries one person: all their games count for the one that is kept.

    Raises:
        Refused: `players.unknown`, `merge.same`, `merge.shared_table` (they sat at one table,
            so they are two people).
    """
    with writing(store, actor) as work:
        directory = Directory(work.connection)
        (target,) = directory.require([keep])
        for other in others:
            (person,) = directory.require([other])
            if person.id == target.id:
                raise Refused("merge.same", name=other, keep=target.name)
            _require_apart(work, directory, target, person)
            work.open(
                Merge(id=work.next_number(Merge), from_player=person.id, into_player=target.id)
            )
            directory = Directory(work.connection)
        names = Directory(work.connection).all_names
        affected = Affected(work.connection)
        affected.everything()
        effect = refresh(work, affected)
    moved = movements(effect, names, [target.id])
    return PersonChanged(
        target.name, {}, {"merged": list(others)}, moved, change=change_view(work.change)
    )


def unmerge_player(store: Store, actor: Actor, name: str) -> PersonChanged:
    """Takes a merge back: the entry is a person of its own again, with its own history.

    Raises:
        Refused: `players.unknown`, `merge.none`.
    """
    with writing(store, actor) as work:
        directory = Directory(work.connection)
        person = directory.find_entry(name)
        if person is None:
            raise Refused("players.unknown", problems=[directory.unknown(name)], count=1)
        merge = work.session.exec(
            select(Merge).where(Merge.from_player == person.id, col(Merge.closed).is_(None))
        ).first()
        if merge is None:
            raise Refused("merge.none", name=person.name)
        target = directory.names[merge.into_player]
        work.close(merge)
        affected = Affected(work.connection)
        affected.everything()
        effect = refresh(work, affected)
        names = Directory(work.connection).all_names
    moved = movements(effect, names, [person.id])
    return PersonChanged(
        person.name, {"merged into": target}, {}, moved, change=change_view(work.change)
    )


def find_players(store: Store, text: str) -> tuple[FoundPerson, ...]:
    """People whose name, alias or member number contains a text or comes near it."""
    wanted = blind_key(text)
    with store.read() as connection:
        directory = Directory(connection)
        entries = directory.spellings()
        hits = {
            spelling: person
            for spelling, person in entries.items()
            if wanted and wanted in blind_key(spelling)
        }
        if not hits:
            hits = {spelling: entries[spelling] for spelling in nearest(text, entries, 5)}
        number = directory.find(text if text.startswith("#") else f"#{text}")
        if number is not None:
            hits = {number.name: number.id} | hits
        found: dict[int, FoundPerson] = {}
        for spelling, player in hits.items():
            person = directory.by_id(player)
            through = None if name_key(spelling) == name_key(person.name) else spelling
            if person.id not in found or through is None:
                found[person.id] = FoundPerson(person.id, person.name, person.member_no, through)
    return tuple(found.values())


def _require_free_name(directory: Directory, person: Person, name: str) -> Person | None:
    """Who bears a name already: nobody, or the person; anybody else is refused."""
    if not is_name(name):
        raise Refused("players.refused", problems=[finding("player.no_name", name=name)], count=1)
    bearer = directory.find(name)
    if bearer is not None and bearer.id != person.id:
        raise Refused("players.refused", problems=[directory.taken(name, bearer)], count=1)
    return bearer


def _alias(work: Writing, person: Person, key: str) -> Alias:
    return Alias(id=work.next_number(Alias), name_key=key, player=person.id)


def _close_aliases(work: Writing, key: str) -> bool:
    found = list(
        work.session.exec(select(Alias).where(Alias.name_key == key, col(Alias.closed).is_(None)))
    )
    for alias in found:
        work.close(alias)
    return bool(found)


def _set(work: Writing, person: Person, changes: dict[str, Any]) -> PersonChanged:
    """Opens a new version of a person with some columns changed; nothing if none differs."""
    player = work.session.exec(
        select(Player).where(Player.id == person.id, col(Player.closed).is_(None))
    ).one()
    content = player.content()
    before = {key: content[key] for key in changes}
    if before != changes:
        work.close(player)
        work.open(Player(**(content | changes)))
    shown = [key for key in changes if key != "name_key"]
    name = changes.get("name", person.name)
    return PersonChanged(
        name, {key: before[key] for key in shown}, {key: changes[key] for key in shown}
    )


def _with_change(changed: PersonChanged, work: Writing) -> PersonChanged:
    return PersonChanged(
        changed.name, changed.before, changed.after, change=change_view(work.change)
    )


def _require_apart(work: Writing, directory: Directory, one: Person, other: Person) -> None:
    ones, others = directory.everybody(one.id), directory.everybody(other.id)
    shared = bulk.value(
        work.connection,
        'SELECT r.id FROM result r JOIN seat a ON a.result_row = r."row"'
        ' JOIN seat b ON b.result_row = r."row"'
        f" WHERE r.closed IS NULL AND a.player IN ({', '.join('?' * len(ones))})"
        f" AND b.player IN ({', '.join('?' * len(others))}) ORDER BY r.order_key",
        (*ones, *others),
    )
    if shared is not None:
        raise Refused(
            "merge.shared_table",
            hint=f"hearts-admin result show {shared}",
            keep=one.name,
            other=other.name,
            result=shared,
        )
