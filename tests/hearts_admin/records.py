"""Short words for putting records right: correct, void, restore, rename, merge, forget."""

import datetime as dt
from dataclasses import replace

from clubhouse import entry

from hearts_admin.services import corrections, forgetting, identity
from hearts_admin.services.corrections import Correction

WHY = "read from the sheet again"


def correct(club, number, seats="", *, reason=WHY, dry_run=False, yes=False, **fields):
    """`correct(club, 7, "Anna=32", date="2026-03-07")`; see `clubhouse.entry`."""
    if isinstance(fields.get("date"), str):
        fields["date"] = dt.date.fromisoformat(fields["date"])
    if isinstance(fields.get("time"), str):
        fields["time"] = dt.time.fromisoformat(fields["time"])
    actor = club.act("result correct", reason=reason, dry_run=dry_run, yes=yes)
    correction = Correction(seats=entry(seats).seats, **fields)
    return corrections.correct_result(club.store, actor, number, correction)


def void(club, number, *, reason=WHY, dry_run=False):
    actor = club.act("result void", reason=reason, dry_run=dry_run)
    return corrections.void_result(club.store, actor, number)


def restore(club, number, version=None, *, reason=WHY, dry_run=False):
    actor = club.act("result restore", reason=reason, dry_run=dry_run)
    return corrections.restore_result(club.store, actor, number, version)


def rename(club, name, new, **how):
    return identity.rename_player(club.store, club.act("player rename", **how), name, new)


def describe(club, name, **what):
    return identity.describe_player(club.store, club.act("player set"), name, **what)


def alias(club, name, other, **how):
    return identity.add_alias(club.store, club.act("player alias", **how), name, other)


def unalias(club, other, **how):
    return identity.remove_alias(club.store, club.act("player alias", **how), other)


def merge(club, keep, *others, **how):
    return identity.merge_players(club.store, club.act("player merge", **how), keep, others)


def unmerge(club, name, **how):
    return identity.unmerge_player(club.store, club.act("player unmerge", **how), name)


def forget(club, name, **how):
    return forgetting.forget_player(club.store, club.act("player forget", **how), name)


def moved(done):
    """Name -> (rating before, rating after)."""
    return {who.player: (who.before, who.after) for who in done.movements}


def through(done, player):
    """(cause, result, points before, points after) of every row through which somebody moved."""
    (found,) = [who for who in done.movements if who.player == player]
    return [(row.cause, row.result, row.before, row.after) for row in found.games]


def seats(result):
    """`("Anna=26", ...)` of a listed result, in the order of the table; of places `"Anna=1."`."""
    return tuple(
        f"{seat.player}={f'{seat.place}.' if seat.points is None else seat.points}"
        for seat in result.seats
    )


def at(club, instant):
    """The same club at another moment."""
    club.clock = replace(club.clock, instant=dt.datetime.fromisoformat(instant))
    return club


def present(club):
    """What the facts say now, whatever versions they have been through."""
    found = {}
    for table in ("player", "alias", "merge", "result", "adjustment", "exemption"):
        columns = [name for _, name, *_ in club.sql(f"PRAGMA table_info({table})")]
        kept = [name for name in columns if name not in {"row", "opened", "closed", "salt", "seal"}]
        names = ", ".join(f'"{name}"' for name in kept)
        rows = club.sql(f"SELECT {names} FROM {table} WHERE closed IS NULL")
        found[table] = sorted(rows, key=repr)
    found["seats"] = sorted(
        club.sql(
            "SELECT r.id, s.seat, s.player, s.points, s.place, s.guest, s.computer FROM seat s"
            ' JOIN result r ON r."row" = s.result_row WHERE r.closed IS NULL'
        )
    )
    return found
