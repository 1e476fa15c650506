"""Who is who: renaming, other spellings, member numbers, merging two entries into one person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlmodel import col, select

from hearts_admin.db.models import Alias, Merge
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing, writing
from hearts_admin.errors import Refused, finding
from hearts_admin.names import is_name, name_key, tidy
from hearts_admin.services.actor import Actor
from hearts_admin.services.changes import change_view
from hearts_admin.services.events.obstacles import shared_event
from hearts_admin.services.folding import Affected, refresh
from hearts_admin.services.moves import movements, unmoved
from hearts_admin.services.obstacles import shared_table
from hearts_admin.services.people import Directory, Person
from hearts_admin.services.players import revise_player
from hearts_admin.services.views import ChangeView, Movement

KINDS = ("member", "guest", "computer")


@dataclass(frozen=True, slots=True)
class PersonChanged:
    """What a command did to a person.

    Attributes:
        name: what they are called now.
        before: what differs, as it was.
        after: the same, as it is.
        movements: whose ratings moved.
        unmoved: rated players whose ratings did not, where people were merged or unmerged.
        change: None when nothing differs or was kept.
    """

    name: str
    before: dict[str, Any]
    after: dict[str, Any]
    movements: tuple[Movement, ...] = ()
    unmoved: tuple[str, ...] = ()
    change: ChangeView | None = None


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
    return replace(changed, change=change_view(work.change))


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
        bearer = directory.find_entry(f"#{number}") if number else None
        if bearer is not None and bearer.member_no == number and bearer.id != person.id:
            raise Refused("player.number_taken", number=number, name=bearer.name)
        changed = _set(work, person, changes)
    return replace(changed, change=change_view(work.change))


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
            so they are two people), `merge.shared_event` (both were entered in one event).
    """
    with writing(store, actor) as work:
        directory = Directory(work.connection)
        target, *people = directory.require([keep, *others])
        for person, other in zip(people, others, strict=True):
            if directory.whole(person.id) == target.id:
                raise Refused("merge.same", name=other, keep=target.name)
            _require_apart(directory, target, person)
            work.open(
                Merge(id=work.next_number(Merge), from_player=person.id, into_player=target.id)
            )
            directory = Directory(work.connection)
        moved, still = _fold_again(work, target)
    return PersonChanged(
        target.name,
        {},
        {"merged": [person.name for person in people]},
        moved,
        still,
        change_view(work.change),
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
        target = directory.all_names[merge.into_player]
        work.close(merge)
        moved, still = _fold_again(work, person)
    return PersonChanged(
        person.name, {"merged into": target}, {}, moved, still, change_view(work.change)
    )


def _fold_again(work: Writing, person: Person) -> tuple[tuple[Movement, ...], tuple[str, ...]]:
    """Who moves by a merge or its undoing, the person first, and who does not."""
    affected = Affected(work.connection)
    affected.everything()
    effect = refresh(work, affected)
    names = Directory(work.connection).all_names
    return movements(effect, names, [person.id]), unmoved(work.connection, effect, names)


def _require_free_name(directory: Directory, person: Person, name: str) -> Person | None:
    """Who bears a name already: nobody, or the person; anybody else is refused.

    An entry that was merged into the person keeps its own name, for it may be unmerged.
    """
    if not is_name(name):
        raise Refused("players.refused", problems=[finding("player.no_name", name=name)], count=1)
    entry, bearer = directory.find_entry(name), directory.find(name)
    merged = entry is not None and entry.id != person.id and name_key(entry.name) == name_key(name)
    if bearer is not None and (bearer.id != person.id or merged):
        taken = directory.taken(name, entry or bearer)
        raise Refused("players.refused", problems=[taken], count=1)
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
    before = revise_player(work, person.id, changes)
    shown = [key for key in changes if key != "name_key"]
    name = changes.get("name", person.name)
    return PersonChanged(
        name, {key: before[key] for key in shown}, {key: changes[key] for key in shown}
    )


def _require_apart(directory: Directory, keep: Person, other: Person) -> None:
    together = dict.fromkeys((*directory.everybody(keep.id), *directory.everybody(other.id)), 0)
    result = shared_table(directory.connection, together)
    if result is not None:
        raise Refused(
            "merge.shared_table",
            hint=f"hearts-admin result show {result}",
            keep=keep.name,
            other=other.name,
            result=result,
        )
    event = shared_event(directory.connection, together)
    if event is not None:
        raise Refused(
            "merge.shared_event",
            hint=f"hearts-admin event show {event[0]}",
            keep=keep.name,
            other=other.name,
            event=event[1],
        )
