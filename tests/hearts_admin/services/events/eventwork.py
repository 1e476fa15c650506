"""The organiser's desk in a test: short words for the commands of an event, and its raw facts."""

import pytest

from hearts_admin.db.models import FACTS
from hearts_admin.errors import HeartsAdminError
from hearts_admin.services.events import (
    attendance,
    drawing,
    entry,
    proving,
    register,
    reporting,
    standing,
    substitutes,
)
from hearts_admin.services.events import rounds as course
from hearts_admin.services.events.attendance import Arrivals
from hearts_admin.services.events.drawing import DrawWish
from hearts_admin.services.events.entry import TableResult
from hearts_admin.services.events.register import EventWish

EIGHT = ("Anna", "Bram", "Cor", "Dina", "Eva", "Fenna", "Gijs", "Hilde")

WHY = "seen at the table"


class Desk:
    """A club at the desk of an event; `event` None is the one that is open."""

    def __init__(self, club, event=None):
        self.club = club
        self.event = event

    @property
    def store(self):
        return self.club.store

    def at(self, event):
        """The desk of another event of the club."""
        return Desk(self.club, event)

    # -- the register --------------------------------------------------------------------------

    def plan(self, name, **wish):
        how = {key: wish.pop(key) for key in ("dry_run",) if key in wish}
        return register.add_event(
            self.store, self.club.act("event add", **how), EventWish(name, **wish)
        )

    def change(self, *, reason="", **wish):
        actor = self.club.act("event change", reason=reason)
        return register.change_event(self.store, actor, self.event, EventWish(**wish))

    def remove(self):
        return register.remove_event(self.store, self.club.act("event remove"), self.event)

    def show(self):
        return register.show_event(self.store, self.club.clock, self.event)

    def round(self, number):
        return self.show().rounds[number - 1]

    def tables(self, number):
        """The tables of a round: names in seat order, without an empty chair."""
        seated = (table.seats for table in self.round(number).tables)
        return [tuple(name for name in seats if name is not None) for seats in seated]

    # -- who is there --------------------------------------------------------------------------

    def arrive(self, *names, **how):
        actor = self.club.act("event arrive")
        return attendance.arrive(self.store, actor, self.event, Arrivals(names, **how))

    def leave(self, *names, **how):
        actor = self.club.act("event leave")
        return attendance.depart(self.store, actor, self.event, names, **how)

    def back(self, *names, round_=None):
        actor = self.club.act("event return")
        return attendance.come_back(self.store, actor, self.event, names, round_)

    def substitute(self, name, other, *, round_=None, reason=""):
        actor = self.club.act("event substitute", reason=reason)
        return substitutes.substitute(self.store, actor, self.event, name, other, round_=round_)

    def apart(self, one, other, **how):
        actor = self.club.act("event apart")
        return attendance.keep_apart(self.store, actor, self.event, (one, other), **how)

    # -- rounds --------------------------------------------------------------------------------

    def draw(self, *, reason="", dry_run=False, **wish):
        actor = self.club.act("event draw", reason=reason, dry_run=dry_run)
        return drawing.draw_rounds(self.store, actor, self.event, DrawWish(**wish))

    def by_hand(self, *tables, out="", **how):
        """`by_hand("Anna Bram Cor Dina", ..., out="Eva")`."""
        seats = tuple(tuple(table.split()) for table in tables)
        return self.draw(tables=seats, sitting_out=tuple(out.split()), **how)

    def swap(self, one, other, round_=None, *, reason=""):
        actor = self.club.act("event swap", reason=reason)
        return drawing.swap_seats(self.store, actor, self.event, (one, other), round_)

    def proofs(self):
        return proving.verify_draws(self.store, self.club.clock, self.event)

    def start(self, number=None):
        return course.start_round(self.store, self.club.act("event start"), self.event, number)

    def close(self, number=None):
        return course.close_round(self.store, self.club.act("event close"), self.event, number)

    def finish(self):
        return course.finish_event(self.store, self.club.act("event finish"), self.event)

    def reopen(self, number=None, *, reason=WHY):
        actor = self.club.act("event reopen", reason=reason)
        return course.reopen(self.store, actor, self.event, number)

    # -- results -------------------------------------------------------------------------------

    def enter(self, seats, **how):
        """`enter("Anna=1 Bram=2 ...")`: the table of these people."""
        pairs = [word.rpartition("=") for word in seats.split()]
        result = TableResult(tuple((name, int(value)) for name, _, value in pairs), **how)
        return entry.record_table(self.store, self.club.act("event record"), self.event, result)

    def open_tables(self):
        return entry.open_tables(self.store, self.club.clock, self.event)

    def play(self, number=None, points=None):
        """Every open table (of a round): 1 to 4 points in seat order, or as `points` says."""
        done = []
        for table in self.open_tables():
            if number in (None, table.round):
                own = dict(zip(table.players, range(1, 5), strict=False))
                own |= {name: points[name] for name in table.players if name in (points or {})}
                done.append(self.enter(" ".join(f"{n}={p}" for n, p in own.items())))
        return done

    # -- standings -----------------------------------------------------------------------------

    def standings(self, after=None, *, printed=False):
        return reporting.event_standings(
            self.store, self.club.clock, self.event, after=after, printed=printed
        )[0]

    def remarks(self):
        return reporting.event_standings(self.store, self.club.clock, self.event)[1]

    def table(self, after=None):
        """`[(place, name, score), ...]` as listed."""
        return [(row.place, row.player.name, row.score) for row in self.standings(after).rows]

    def scores(self, after=None):
        """Name -> score."""
        return {row.player.name: row.score for row in self.standings(after).rows}

    def penalize(self, name, points, round_=None, *, reason=WHY):
        actor = self.club.act("event penalty", reason=reason)
        return standing.penalize(self.store, actor, self.event, name, str(points), round_)

    def forgive(self, number, *, reason=WHY):
        actor = self.club.act("event penalty", reason=reason)
        return standing.cancel_penalty(self.store, actor, self.event, number)

    def cut(self, size, **how):
        actor = self.club.act("event final")
        return standing.cut_to_final(self.store, actor, self.event, size, **how)


def facts(club):
    """What every fact table says now, row by row, whatever versions they have been through."""
    found = {}
    for model in FACTS:
        table = model.__tablename__
        columns = [name for _, name, *_ in club.sql(f"PRAGMA table_info({table})")]
        kept = [name for name in columns if name not in {"row", "opened", "closed", "salt", "seal"}]
        names = ", ".join(f'"{name}"' for name in kept)
        rows = club.sql(f'SELECT {names} FROM "{table}" WHERE closed IS NULL')
        found[table] = sorted(rows, key=repr)
    found["seats"] = sorted(
        club.sql(
            "SELECT r.id, s.seat, s.player, s.points, s.place, s.guest, s.computer FROM seat s"
            ' JOIN result r ON r."row" = s.result_row WHERE r.closed IS NULL'
        )
    )
    return found


def refused(club, command, *words, **fields):
    """The error of a command that must leave everything as it was."""
    before = club.tables()
    with pytest.raises(HeartsAdminError) as caught:
        command(*words, **fields)
    assert club.tables() == before
    return caught.value


def code(club, command, *words, **fields):
    """The code of that error."""
    return refused(club, command, *words, **fields).code


def details(told):
    """(code, *fields) of the problems of an error, or of the remarks on what was done."""
    problems = told.problems if isinstance(told, HeartsAdminError) else told.remarks
    return [(problem.code, *problem.fields.values()) for problem in problems]
