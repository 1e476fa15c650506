"""Any history at all: late entries, imports, opening ratings, undoing, undoing of undoing.

After every command the stored ledger is the fresh fold (`rating verify`), and it is the ledger of a
second, naive computation in exact fractions (tests/engine/rating/rating_oracle.py). At the end it
is the ledger of a fresh database that was told the surviving facts in another order (ADMIN.md,
cases 8 and 9); and with everything undone the fingerprint is that of the beginning.
"""

import datetime as dt
from random import Random

import pytest
import rating_oracle
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

from engine.rating.policy import POLICIES
from hearts_admin.errors import Refused

EVERYBODY = ("Anna", "Bram", "Cor", "Dina", "Eva", "Fenna", "Gijs", "Hilde")
FIRST_DAY = dt.date(2025, 10, 1)
SWITCHES = POLICIES["club"].switches()

tables = st.tuples(
    st.permutations(EVERYBODY).map(lambda people: people[:4]),
    # Few different points, so that places are often shared.
    st.lists(st.integers(0, 5), min_size=4, max_size=4),
    st.integers(0, 160).map(lambda days: FIRST_DAY + dt.timedelta(days=days)),
)


class AnyHistory(RuleBasedStateMachine):
    @initialize()
    def found(self):
        self.club = self.founder(0)
        self.beginning = self.club.fingerprint()
        self.commands = {}
        self.labels = 0

    # -- what the club should know ----------------------------------------------------------------

    def undone(self, number):
        return any(
            kind == "undo" and target == number and not self.undone(later)
            for later, (kind, target) in self.commands.items()
        )

    def standing(self):
        return [n for n, (kind, _) in self.commands.items() if kind == "did" and not self.undone(n)]

    def surviving(self, kind):
        return [
            thing for number in self.standing() for thing in self.commands[number][1].get(kind, ())
        ]

    @property
    def people(self):
        return self.surviving("people")

    def openings(self):
        return dict(self.surviving("openings"))

    def games(self):
        """(label, people, points, day) of every game that stands."""
        return self.surviving("games")

    # -- commands ---------------------------------------------------------------------------------

    def did(self, change, **things):
        if change is not None:
            self.commands[change.id] = ("did", things)

    def table(self, drawn, people):
        four, points, day = drawn
        four = [who for who in four if who in people] + [who for who in people if who not in four]
        self.labels += 1
        return str(self.labels), tuple(four[:4]), tuple(points), day

    @rule(who=st.sets(st.sampled_from(EVERYBODY), min_size=1))
    def add_people(self, who):
        names = sorted(who - set(self.people))
        self.did(self.club.add(*names).change, people=names)

    @precondition(lambda self: len(self.people) >= 4)
    @rule(drawn=tables)
    def record(self, drawn):
        game = label, people, points, day = self.table(drawn, self.people)
        line = " ".join(f"{who}={own}" for who, own in zip(people, points, strict=True))
        # Not as a command that types results: an import would know those again by their points.
        done = self.club.record(line, label=label, date=day.isoformat(), command="test")
        self.did(done.change, games=[game])

    @rule(drawn=st.lists(tables, min_size=1, max_size=3))
    def import_a_file(self, drawn):
        games = [self.table(each, EVERYBODY) for each in drawn]
        rows = [
            f"{day},{label},{who},{own}\n"
            for label, people, points, day in games
            for who, own in zip(people, points, strict=True)
        ]
        done = self.club.import_results(
            "date,game,player,points\n" + "".join(rows), add_players=True
        )
        assert len(done.stored) == len(games)
        self.did(done.change, games=games, people=done.added)

    @precondition(lambda self: self.people)
    @rule(
        ratings=st.dictionaries(
            st.sampled_from(EVERYBODY), st.sampled_from([900, 1490, 1520, 1720, 2400]), min_size=1
        )
    )
    def give_opening_ratings(self, ratings):
        known = {who: rating for who, rating in ratings.items() if who in self.people}
        text = "name,rating\n" + "".join(f"{who},{own}\n" for who, own in known.items())
        before = self.openings()
        new = [(who, own) for who, own in known.items() if before.get(who) != own]
        self.did(self.club.import_players(text).change, openings=new)

    @rule()
    def undo_the_last(self):
        standing = self.standing()
        if not standing:
            with pytest.raises(Refused) as caught:
                self.club.undo()
            assert caught.value.code == "change.nothing"
            return
        done = self.club.undo()
        assert done.undone.id == max(standing)
        self.commands[done.change.id] = ("undo", done.undone.id)

    @precondition(lambda self: self.commands)
    @rule(data=st.data())
    def undo_any(self, data):
        number = data.draw(st.sampled_from(sorted(self.commands)))
        before = self.club.fingerprint()
        try:
            done = self.club.undo(number)
        except Refused as refusal:
            code = refusal.code
        else:
            self.commands[done.change.id] = ("undo", number)
            return
        allowed = {"change.undone"} if self.undone(number) else {"change.touched", "change.in_use"}
        assert code in allowed
        assert self.club.fingerprint() == before

    # -- what must hold ---------------------------------------------------------------------------

    @invariant()
    def the_stored_ledger_is_right(self):
        if not hasattr(self, "club"):
            return
        self.club.fingerprint()  # equal to a fresh fold
        facts = []
        for label, people, points, day in self.games():
            places = tuple(1 + sum(other < own for other in points) for own in points)
            facts.append((f"{day} {int(label):06}", label, day.toordinal(), 2, people, places))
        rows, accounts = rating_oracle.fold(facts, SWITCHES, self.openings(), [])
        assert self.stored_rows() == sorted(
            (who, label, kind, before, change, last)
            for who, _, kind, label, before, change, last in rows
        )
        if facts:
            last_day = max(fact[2] for fact in facts)
            expected = {
                who: rating_oracle.standing(facts, SWITCHES, self.openings(), [], who, last_day)
                for who in accounts
            }
            assert self.club.ratings() == expected

    def stored_rows(self):
        rows = self.club.sql(
            'SELECT p.name, r.label, l.kind, l."before", l.change, l.last_on FROM ledger l'
            " JOIN player p ON p.id = l.player AND p.closed IS NULL"
            " JOIN result r ON r.id = l.fact AND r.closed IS NULL"
        )
        count = self.club.sql("SELECT count(*) FROM ledger")[0][0]
        assert len(rows) == count
        ordinal = dt.date.fromisoformat
        return sorted((*head, ordinal(last).toordinal() if last else 0) for *head, last in rows)

    def teardown(self):
        if not hasattr(self, "club"):
            return
        try:
            self.compare_with_a_fresh_database()
            while self.standing():
                self.commands[self.club.undo().change.id] = ("undo", max(self.standing()))
            assert self.club.fingerprint() == self.beginning
            assert self.club.ratings() == {}
        finally:
            self.club.close()

    def compare_with_a_fresh_database(self):
        random = Random(len(self.commands))
        fresh = self.founder(1)
        people, games = list(self.people), list(self.games())
        random.shuffle(people)
        random.shuffle(games)
        fresh.add(*people)
        for label, four, points, day in games:
            line = " ".join(f"{who}={own}" for who, own in zip(four, points, strict=True))
            fresh.record(line, label=label, date=day.isoformat())
        given = "".join(f"{who},{own}\n" for who, own in self.openings().items())
        fresh.import_players("name,rating\n" + given)
        assert fresh.fingerprint() == self.club.fingerprint()
        fresh.close()


def test_any_history(founder):
    AnyHistory.founder = staticmethod(founder)
    run_state_machine_as_test(
        AnyHistory, settings=settings(max_examples=25, stateful_step_count=14, deadline=None)
    )
