"""What the club's own sheets call a column, kept so that it has to be said only once."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection
from sqlmodel import col, select

from hearts_admin.db import bulk
from hearts_admin.db.models import Heading
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing, writing
from hearts_admin.errors import Refused, command_to_try
from hearts_admin.names import blind_key
from hearts_admin.services.actor import Actor
from hearts_admin.services.changes import change_view
from hearts_admin.services.views import ChangeView, HeadingView


@dataclass(frozen=True, slots=True)
class HeadingsChanged:
    """The club's headings after a change; `change` is None where nothing differs."""

    headings: tuple[HeadingView, ...]
    change: ChangeView | None


def list_headings(store: Store) -> tuple[HeadingView, ...]:
    """The club's own headings, by name."""
    with store.read() as connection:
        return _views(own_headings(connection))


def set_headings(
    store: Store, actor: Actor, wanted: Mapping[str, str], gone: Collection[str] = ()
) -> HeadingsChanged:
    """Keeps headings, and gives others up.

    Args:
        store: the database.
        actor: who asks.
        wanted: heading -> column key.
        gone: headings that mean nothing of their own any more.

    Raises:
        Refused: `heading.unknown`, the club has none like it.
    """
    with writing(store, actor) as work:
        present = own_headings(work.connection)
        for heading in gone:
            if blind_key(heading) not in present:
                hint = command_to_try("club", "headings")
                raise Refused("heading.unknown", hint=hint, heading=heading)
        keep_headings(work, wanted, frozenset(map(blind_key, gone)))
        after = _views(own_headings(work.connection))
    return HeadingsChanged(after, change_view(work.change))


def own_headings(connection: Connection) -> dict[str, str]:
    """The club's headings as they are compared -> column key."""
    return dict(
        bulk.select(
            connection,
            "SELECT heading_key, field FROM heading WHERE closed IS NULL ORDER BY heading_key",
        )
    )


def keep_headings(
    work: Writing, wanted: Mapping[str, str], gone: Collection[str] = frozenset()
) -> None:
    """As `set_headings`, inside a transaction; `gone` as headings are compared."""
    meanings = {blind_key(heading): field for heading, field in wanted.items()}
    rows = work.session.exec(select(Heading).where(col(Heading.closed).is_(None)))
    present = {row.heading_key: row for row in rows}
    for key in sorted(meanings.keys() | gone):
        known, field = present.get(key), meanings.get(key)
        if known is not None and known.field != field:
            work.close(known)
        if field is not None and (known is None or known.field != field):
            number = work.next_number(Heading) if known is None else known.id
            work.open(Heading(id=number, heading_key=key, field=field))


def _views(found: Mapping[str, str]) -> tuple[HeadingView, ...]:
    return tuple(HeadingView(heading, meaning) for heading, meaning in found.items())
