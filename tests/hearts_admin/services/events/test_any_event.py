"""Any order of the commands of an event: the standings are those of a second, plain computation.

The machine keeps a diary in names. After every step the rounds and the standings are those of the
diary; a command that is refused leaves everything as it was, and one that is undone, too.
"""

import shutil
import tempfile
from collections import defaultdict
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from clubhouse import Clubhouse
from eventwork import Desk, facts
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from records import correct, void

from hearts_admin.errors import Refused, UsageFault
from hearts_admin.services.audit import check_database
from hearts_admin.services.events import drawing

DATABASES = ("sqlite",)

PEOPLE = ("Anna", "Bram", "Cor", "Dina", "Eva", "Fenna", "Gijs", "Hilde", "Iris", "Joost")
people = st.sampled_from(PEOPLE)
points = st.lists(st.integers(0, 5), min_size=4, max_size=4)

ALLOWED = {
    "change.no_reason", "change.nothing", "change.touched", "change.undone", "event.all_drawn",
    "event.drawn_already", "event.guard", "event.has_results", "event.no_substitute",
    "event.none_closed", "event.not_drawn", "event.not_drawn_yet", "event.not_entered",
    "event.nothing_again", "event.round_begun", "event.round_stale", "event.seated_elsewhere",
    "event.seating", "event.table_done", "result.duplicate", "result.void", "entry.same_person",
    "event.not_ranked", "change.in_use",
}  # fmt: skip
"""What may be refused, of commands that are well-formed."""


class AnyEvent(RuleBasedStateMachine):
    blank: Path

    @initialize()
    def begin(self):
        self.patched = pytest.MonkeyPatch()
        self.patched.setattr(drawing, "Request", partial(drawing.Request, steps=300))
        self.folder = tempfile.TemporaryDirectory()
        path = Path(self.folder.name) / "club.db"
        shutil.copy(self.blank, path)
        self.club = Clubhouse(path)
        self.club.add(*PEOPLE)
        self.desk = Desk(self.club)
        scheme = {"sit_out": "2.5", "missed": "nothing", "tie_breaks": []}
        self.desk.plan("Evening", rounds=4, scheme=scheme)
        self.desk.arrive(*PEOPLE[:7])

    def attempt(self, command, *words, **fields):
        before = self.club.tables()
        code = None
        try:
            return command(*words, **fields)
        except (Refused, UsageFault) as error:
            code = error.code
        assert code in ALLOWED
        assert self.club.tables() == before
        return None

    @rule(name=people, round_=st.none() | st.integers(1, 4))
    def arrive(self, name, round_):
        self.attempt(self.desk.arrive, name, round=round_)

    @rule(name=people, round_=st.none() | st.integers(1, 4), noticed=st.booleans())
    def leave(self, name, round_, noticed):
        self.attempt(self.desk.leave, name, round_=round_, noticed=noticed)

    @rule(name=people, other=st.none() | people, reason=st.sampled_from(["", "ill"]))
    def substitute(self, name, other, reason):
        self.attempt(self.desk.substitute, name, other, reason=reason)

    @rule(all_=st.booleans(), again=st.booleans(), reason=st.sampled_from(["", "anew"]))
    def draw(self, all_, again, reason):
        drawn = self.attempt(self.desk.draw, all=all_, again=again, reason=reason)
        for each in drawn.rounds if drawn else ():
            seated = [name for table in each.tables for name in table.seats if name]
            assert len({*seated, *each.sitting_out}) == len(seated) + len(each.sitting_out)

    @rule(one=people, other=people, reason=st.sampled_from(["", "wrong seats"]))
    def swap(self, one, other, reason):
        self.attempt(self.desk.swap, one, other, reason=reason)

    @rule()
    def start(self):
        self.attempt(self.desk.start)

    @precondition(lambda self: self.desk.open_tables())
    @rule(data=st.data(), own=points)
    def enter(self, data, own):
        table = data.draw(st.sampled_from(self.desk.open_tables()))
        line = " ".join(f"{name}={p}" for name, p in zip(table.players, own, strict=False))
        self.attempt(self.desk.enter, line, round=table.round)

    @precondition(lambda self: self.desk.open_tables())
    @rule()
    def enter_all(self):
        self.attempt(self.desk.play, self.desk.open_tables()[0].round)

    @rule(name=people, number=st.sampled_from(["1", "1/2", "-1"]))
    def penalize(self, name, number):
        self.attempt(self.desk.penalize, name, number)

    def results(self):
        return [
            table.result
            for each in self.desk.show().rounds
            for table in each.tables
            if table.result is not None
        ]

    @precondition(lambda self: self.results())
    @rule(data=st.data(), own=st.integers(0, 5))
    def correct(self, data, own):
        number = data.draw(st.sampled_from(self.results()))
        (name,) = self.club.sql(
            "SELECT p.name FROM seat s JOIN player p ON p.id = s.player AND p.closed IS NULL"
            ' JOIN result r ON r."row" = s.result_row WHERE r.id = ? AND r.closed IS NULL'
            " ORDER BY s.seat LIMIT 1",
            number,
        )[0]
        self.attempt(correct, self.club, number, f"{name}={own}")

    @precondition(lambda self: self.results())
    @rule(data=st.data())
    def void(self, data):
        self.attempt(void, self.club, data.draw(st.sampled_from(self.results())))

    @rule()
    def close(self):
        self.attempt(self.desk.close)

    @rule()
    def reopen(self):
        self.attempt(self.desk.reopen)

    @rule()
    def undo_and_redo(self):
        before = facts(self.club)
        undone = self.attempt(self.club.undo)
        if undone is not None:
            self.club.undo(undone.change.id)
            assert facts(self.club) == before

    @invariant()
    def standings_are_those_of_the_plain_computation(self):
        shown = self.desk.standings()
        expected = Plain(self.club).standings(shown.after)
        found = {row.player.name: (row.place, row.score) for row in shown.rows}
        assert found == expected

    def teardown(self):
        if hasattr(self, "club"):
            assert all(proof.proved is not False for proof in self.desk.proofs())
            assert check_database(self.club.store).clean
            self.club.close()
            self.folder.cleanup()
            self.patched.undo()


class Plain:
    """The standings out of the raw rows, by looking through everything for everything."""

    def __init__(self, club):
        self.names = dict(club.sql("SELECT id, name FROM player WHERE closed IS NULL"))
        self.entrants = dict(
            club.sql("SELECT number, player FROM entrant WHERE closed IS NULL AND role = 'player'")
        )
        self.rounds = club.sql(
            "SELECT number, tables, sitting_out, state FROM event_round WHERE closed IS NULL"
        )
        self.substitutes = club.sql(
            'SELECT player, "round", substitute FROM substitution WHERE closed IS NULL'
        )
        self.seats = defaultdict(dict)
        for round_, table, player, own in club.sql(
            'SELECT g."round", g.table_no, s.player, s.points FROM event_game g'
            " JOIN result r ON r.id = g.result AND r.closed IS NULL AND r.state = 'ok'"
            ' JOIN seat s ON s.result_row = r."row" WHERE g.closed IS NULL'
        ):
            self.seats[round_, table][player] = own
        self.penalties = club.sql("SELECT player, points FROM penalty WHERE closed IS NULL")

    def substitute(self, player, round_):
        known = [
            (at, other) for who, at, other in self.substitutes if who == player and at <= round_
        ]
        return max(known)[1] if known else None

    def standings(self, after):
        totals = {
            player: self.total(number, player, after) for number, player in self.entrants.items()
        }
        return {
            self.names[player]: (1 + sum(other > own for other in totals.values()), own)
            for player, own in totals.items()
        }

    def total(self, number, player, after):
        found = Fraction(0)
        for round_, tables, out, _ in self.rounds:
            if round_ <= after:
                found += self.worth(number, player, round_, tables, out)
        return found - sum(Fraction(points) for who, points in self.penalties if who == player)

    def worth(self, number, player, round_, tables, out):
        """4 3 2 1 with shared places split; a sit-out 2.5; nothing for a round that was missed."""
        sitter = self.substitute(player, round_) or player
        for at, seats in enumerate(_lists(tables), start=1):
            if number in seats:
                points = self.seats.get((round_, at))
                if points is None or sitter not in points:
                    return Fraction(0)
                above = sum(own < points[sitter] for own in points.values())
                sharing = sum(own == points[sitter] for own in points.values())
                return sum(Fraction(4 - above - each) for each in range(sharing)) / sharing
        return Fraction(5, 2) if number in _lists(f"[{out}]")[0] else Fraction(0)


def _lists(text):
    """`[[1,2,3,4],[5,6,7,8]]` as lists."""
    inner = text.strip()[1:-1]
    return [
        [int(word) for word in part.replace("[", "").split(",") if word.strip()]
        for part in inner.split("]")[:-1]
    ]


def test_any_order_of_commands(blank_club):
    AnyEvent.blank = blank_club
    run_state_machine_as_test(
        AnyEvent,
        settings=settings(max_examples=3, stateful_step_count=16, deadline=None),
    )
