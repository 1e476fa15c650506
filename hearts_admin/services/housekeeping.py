"""Changing the club's settings; another start of the day puts the nights' games on other days."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from sqlalchemy import Connection
from sqlmodel import col, select

from engine.problems import Problem
from hearts_admin.db import results
from hearts_admin.db.models import Club
from hearts_admin.db.results import ResultVersion, StoredResult
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing, writing
from hearts_admin.errors import Refused
from hearts_admin.names import is_name, tidy
from hearts_admin.services.actor import Actor
from hearts_admin.services.changes import change_view
from hearts_admin.services.club import require_timezone, show_in
from hearts_admin.services.folding import Affected, refresh
from hearts_admin.services.houserules import ChosenRules
from hearts_admin.services.judging import require_rules
from hearts_admin.services.moves import movements, unmoved
from hearts_admin.services.people import Directory
from hearts_admin.services.pools import NO_RULES
from hearts_admin.services.results import require_new
from hearts_admin.services.rulesets import club_rules, keep_for_club, known_as, told_apart
from hearts_admin.services.views import ChangeView, ClubView, Movement


@dataclass(frozen=True, slots=True)
class ClubChanged:
    """What other settings do.

    Attributes:
        club: the club as it is.
        differing: setting -> value before and after.
        redated: results that fall on another club day now, by number.
        movements: whose rating moved because of that.
        unmoved: the rated players whose rating did not, by name.
        change: None when nothing differs or nothing was kept.
        remarks: that the house rules are known by another name already.
    """

    club: ClubView
    differing: Mapping[str, tuple[str | None, str | None]]
    redated: tuple[int, ...]
    movements: tuple[Movement, ...]
    unmoved: tuple[str, ...]
    change: ChangeView | None = None
    remarks: tuple[Problem, ...] = ()


def change_club(
    store: Store,
    actor: Actor,
    *,
    name: str | None = None,
    timezone: str | None = None,
    rules: str | ChosenRules | None = None,
    day_starts_at: dt.time | None = None,
) -> ClubChanged:
    """Changes the club's settings; what is None stays.

    A game with a time belongs to the evening it was played on: when the day starts at another hour,
    stored games of the hours between go to the day before or after, and the ratings follow.

    Args:
        store: the database.
        actor: who asks.
        name: of the club.
        timezone: an IANA name, for games recorded from now on.
        rules: the rule set of results for which none is named, from now on, a published one by
            its name, or house rules, which are kept with the club; "none" for none.
        day_starts_at: the local time at which the club's day begins.

    Raises:
        Refused: `club.no_name`, `club.timezone`, `rules.refused`, `result.duplicate`.
    """
    if name is not None and not is_name(name):
        raise Refused("club.no_name", name=name)
    if timezone is not None:
        require_timezone(timezone)
    if isinstance(rules, str) and rules != NO_RULES:
        require_rules(rules)
    with writing(store, actor) as work:
        present = work.session.exec(select(Club).where(col(Club.closed).is_(None))).one()
        before = present.content()
        after = dict(before)
        if name is not None:
            after["name"] = tidy(name)
        if timezone is not None:
            after["timezone"] = timezone
        if rules is not None:
            after["rules"] = None if rules == NO_RULES else keep_for_club(work, rules)
        if day_starts_at is not None:
            after["day_starts_at"] = day_starts_at.strftime("%H:%M")
        if after != before:
            work.close(present)
            work.open(Club(**after))
        affected = Affected(work.connection)
        redated = () if day_starts_at is None else _redate(work, day_starts_at, affected)
        effect = refresh(work, affected)
        names = Directory(work.connection).names
        done = ClubChanged(
            club=show_in(work.connection, store.location),
            differing={
                key: _shown(work.connection, key, before[key], after[key])
                for key in before
                if before[key] != after[key]
            },
            redated=redated,
            movements=movements(effect, names),
            unmoved=unmoved(work.connection, effect, names),
            remarks=() if isinstance(rules, str | None) else known_as(work.connection, rules.rules),
        )
    return replace(done, change=change_view(work.change))


def _shown(
    connection: Connection, key: str, before: str | None, after: str | None
) -> tuple[str | None, str | None]:
    """The values of a setting as people know them."""
    if key != "rules":
        return before, after
    old, new = club_rules(connection, before), club_rules(connection, after)
    names = [None if each is None else each.rules.name for each in (old, new)]
    if old is not None and new is not None and names[0] == names[1]:
        return told_apart(old, new)
    return names[0], names[1]


def _redate(work: Writing, day_starts_at: dt.time, affected: Affected) -> tuple[int, ...]:
    """Puts games with a time on the club day they belong to; gives those that were on another."""
    moved = list(_on_another_day(work, day_starts_at))
    work.close_results([stored for stored, _ in moved])
    for _, version in moved:
        if version.state == "ok":
            require_new(work.connection, version)
    work.open_results([version for _, version in moved])
    for stored, version in moved:
        affected.result(stored.version)
        affected.result(version)
    return tuple(version.id for _, version in moved)


def _on_another_day(
    work: Writing, day_starts_at: dt.time
) -> Iterator[tuple[StoredResult, ResultVersion]]:
    keys = results.all_keys(work.connection)
    timed = results.select(work.connection, "r.closed IS NULL AND r.played_at IS NOT NULL")
    for stored in list(timed):
        ended = dt.datetime.fromisoformat(stored.version.played_at or "")
        early = dt.timedelta(days=1 if ended.time() < day_starts_at else 0)
        day = (ended.date() - early).isoformat()
        if day != stored.version.played_on:
            version = stored.version._replace(played_on=day)
            yield stored, version._replace(order_key=results.order_key(version, keys))
