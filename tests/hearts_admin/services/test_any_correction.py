"""Any order of recording, correcting, voiding, restoring, merging, adjusting and undoing.

After every step the stored ledger is the fresh fold, and that of a naive second computation which
reads the raw tables (tests/engine/rating/rating_oracle.py); taking a step and its opposite gives
the old fingerprint. At the end the audit is whole, and with everything undone the fingerprint is
that of the beginning.
"""

import datetime as dt

import pytest
import rating_oracle
from chain_verifier import check as check_chain
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
from records import correct, merge, rename, restore, unmerge, void

from engine.rating.policy import POLICIES
from hearts_admin.errors import Refused
from hearts_admin.services import folding
from hearts_admin.services.adjustments import AdjustmentWanted, adjust_rating
from hearts_admin.services.audit import check_database
from hearts_admin.services.versions import list_versions

PEOPLE = ("Anna", "Bram", "Cor", "Dina", "Eva", "Fenna", "Gijs")
FIRST_DAY = dt.date(2025, 11, 1)
SWITCHES = POLICIES["club"].switches()

people = st.permutations(PEOPLE).map(lambda found: found[:4])
points = st.lists(st.integers(0, 4), min_size=4, max_size=4)  # few, so that places are shared
days = st.integers(0, 120).map(lambda number: str(FIRST_DAY + dt.timedelta(days=number)))

ALLOWED = {
    "change.founding", "change.in_use", "change.nothing", "change.touched", "change.undone",
    "adjust.duplicate", "entry.same_person", "merge.none", "merge.same", "merge.shared_table",
    "players.refused", "result.duplicate", "result.no_version", "result.void",
}  # fmt: skip
"""What may be refused, of commands that are well-formed."""


def table(who, own):
    return " ".join(f"{name}={number}" for name, number in zip(who, own, strict=True))


class AnyCorrection(RuleBasedStateMachine):
    @initialize(limit=st.sampled_from([0, 3, 25]))
    def found(self, limit):
        self.patched = pytest.MonkeyPatch()
        self.patched.setattr(folding, "FIRST_LIMIT", limit)  # so that every way is taken
        self.club = self.founder()
        self.beginning = self.club.fingerprint()
        self.club.add(*PEOPLE)

    # -- commands ---------------------------------------------------------------------------------

    def attempt(self, command, *words, **fields):
        """Runs a command; one that is refused has left nothing, and the rest has left its trace."""
        before = self.club.tables()
        try:
            done = command(*words, **fields)
        except Refused as error:
            code = error.code
        else:
            code = None
        if code is not None:
            assert code in ALLOWED
            assert self.club.tables() == before
            return None
        if done.change is None:
            assert self.club.tables() == before
        return done

    def results(self, state="ok"):
        rows = self.club.sql(
            "SELECT id FROM result WHERE closed IS NULL AND state = ? ORDER BY id", state
        )
        return [number for (number,) in rows]

    def drawn_result(self, data):
        return data.draw(st.sampled_from(self.results() + self.results("void")))

    @rule(who=people, own=points, day=days)
    def record(self, who, own, day):
        self.attempt(self.club.record, table(who, own), date=day)

    @precondition(lambda self: self.results())
    @rule(data=st.data(), who=people, own=points)
    def correct_the_table(self, data, who, own):
        number = self.drawn_result(data)
        self.attempt(correct, self.club, number, table(who, own))

    @precondition(lambda self: self.results())
    @rule(data=st.data(), day=days)
    def correct_the_day(self, data, day):
        self.attempt(correct, self.club, self.drawn_result(data), date=day)

    @precondition(lambda self: self.results())
    @rule(data=st.data(), again=st.booleans())
    def void(self, data, again):
        number = data.draw(st.sampled_from(self.results()))
        before = self.club.fingerprint()
        void(self.club, number)
        if again:
            restore(self.club, number)
            assert self.club.fingerprint() == before

    @precondition(lambda self: self.results() + self.results("void"))
    @rule(data=st.data())
    def restore(self, data):
        number = self.drawn_result(data)
        versions = len(list_versions(self.club.store, number))
        version = data.draw(st.none() | st.integers(1, versions))
        self.attempt(restore, self.club, number, version)

    @rule(pair=st.permutations(PEOPLE).map(lambda found: found[:2]), again=st.booleans())
    def merge(self, pair, again):
        before = self.club.fingerprint()
        keep, other = pair
        merged = self.attempt(merge, self.club, keep, other)
        if merged is not None and again:
            unmerge(self.club, merged.after["merged"][0])
            assert self.club.fingerprint() == before

    @rule(who=st.sampled_from(PEOPLE))
    def unmerge(self, who):
        self.attempt(unmerge, self.club, who)

    @rule(who=st.sampled_from(PEOPLE), given=st.integers(-40, 40).filter(bool), day=days)
    def adjust(self, who, given, day):
        actor = self.club.act("rating adjust", reason="so decided")
        wanted = AdjustmentWanted(who, points=given, date=dt.date.fromisoformat(day))
        self.attempt(adjust_rating, self.club.store, actor, wanted)

    @rule(who=st.sampled_from(PEOPLE), rating=st.sampled_from([900, 1490, 1720]))
    def open_with(self, who, rating):
        actor = self.club.act("rating adjust", reason="brought along")
        self.attempt(adjust_rating, self.club.store, actor, AdjustmentWanted(who, opening=rating))

    @rule(who=st.sampled_from(PEOPLE))
    def rename(self, who):
        before = self.club.fingerprint()
        if self.attempt(rename, self.club, who, f"{who} de Wit"):
            self.attempt(rename, self.club, f"{who} de Wit", who)
        assert self.club.fingerprint() == before

    @rule(data=st.data())
    def undo(self, data):
        (commands,) = self.club.sql("SELECT max(id) FROM change WHERE id > 2")
        if commands[0] is not None:  # the club and its people stay
            self.attempt(self.club.undo, data.draw(st.integers(3, commands[0])))

    # -- what must hold ---------------------------------------------------------------------------

    @invariant()
    def the_stored_ledger_is_right(self):
        if not hasattr(self, "club"):
            return
        self.club.fingerprint()  # equal to a fresh fold
        rows, _ = rating_oracle.fold(list(self.facts()), SWITCHES, self.openings(), [])
        days = dt.date.fromisoformat
        stored = self.club.sql(
            'SELECT player, order_key, kind, fact, "before", change, last_on FROM ledger'
        )
        assert sorted(rows) == sorted(
            (*row, days(last).toordinal() if last else 0) for *row, last in stored
        )

    def whole(self):
        """Who counts as whom, each chain followed to its end."""
        direct = dict(
            self.club.sql("SELECT from_player, into_player FROM merge WHERE closed IS NULL")
        )

        def end(player):
            return end(direct[player]) if player in direct else player

        return {player: end(player) for player in range(1, len(PEOPLE) + 1)}

    def facts(self):
        whole = self.whole()
        games = {}
        for key, fact, day, player, place in self.club.sql(
            "SELECT r.order_key, r.id, r.played_on, s.player, s.place FROM result r"
            " JOIN seat s ON s.result_row = r.\"row\" WHERE r.closed IS NULL AND r.state = 'ok'"
            " ORDER BY r.order_key, s.seat"
        ):
            seats = games.setdefault((key, fact, day), ([], []))
            seats[0].append(whole[player])
            seats[1].append(place)
        for (key, fact, day), (players, places) in games.items():
            assert len(set(players)) == 4
            ordinal = dt.date.fromisoformat(day).toordinal()
            yield key, fact, ordinal, rating_oracle.GAME, tuple(players), tuple(places)
        for key, fact, day, player, given in self.club.sql(
            "SELECT order_key, id, on_day, player, points FROM adjustment"
            " WHERE closed IS NULL AND kind = 'adjust'"
        ):
            ordinal = dt.date.fromisoformat(day).toordinal()
            yield key, fact, ordinal, rating_oracle.ADJUSTMENT, (whole[player],), (given,)

    def openings(self):
        whole = self.whole()
        rows = self.club.sql(
            "SELECT player, points FROM adjustment WHERE closed IS NULL AND kind = 'opening'"
        )
        return {player: rating for player, rating in rows if whole[player] == player}

    def teardown(self):
        if not hasattr(self, "club"):
            return
        try:
            assert check_database(self.club.store).clean
            check_chain(self.club.where)
            self.undo_everything()
            assert self.club.fingerprint() == self.beginning
            assert self.club.ratings() == {}
            assert check_database(self.club.store).clean
        finally:
            self.patched.undo()
            self.club.close()

    def undo_everything(self):
        """The last first, as far as it goes.

        What is left concerns facts that are gone: a game was voided and restored, so it was as
        its recording had left it, and undoing that took it away from under the two.
        """
        progress = True
        while progress:
            progress = any(self.is_undone(number) for number in self.standing())

    def is_undone(self, number):
        try:
            self.club.undo(number)
        except Refused:
            return False
        return True

    def standing(self):
        """The numbers of all commands, the last first; some of them are undone already."""
        commands = self.club.sql("SELECT id FROM change WHERE undoes IS NULL AND id > 1")
        return sorted((number for (number,) in commands), reverse=True)


def test_any_correction(founder):
    AnyCorrection.founder = staticmethod(founder)
    run_state_machine_as_test(
        AnyCorrection, settings=settings(max_examples=12, stateful_step_count=14, deadline=None)
    )
