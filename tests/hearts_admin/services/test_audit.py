"""The audit: what was done by whom and why, before and after; and every forgery is found."""

import datetime as dt
import shutil
from dataclasses import replace

import pytest
from chain_verifier import check as check_chain
from clubhouse import Clubhouse, entry
from records import alias, at, correct, describe, forget, merge, rename, restore, unmerge, void

from hearts_admin.db.models import Exemption
from hearts_admin.db.writing import writing
from hearts_admin.errors import Refused
from hearts_admin.services.audit import check_database, list_changes, show_change
from hearts_admin.services.results import record_result


@pytest.fixture(scope="module")
def kept_file(blank_club, tmp_path_factory):
    """A club with a change of every kind, each on a day of its own."""
    path = tmp_path_factory.mktemp("kept") / "club.db"
    shutil.copy(blank_club, path)
    club = Clubhouse(path)
    club.add("Anna", "Bram", "Cor", "Dina", "Eva", "Fenna")
    at(club, "2026-03-01T20:00:00+00:00").add("Ana", "Gijs")
    at(club, "2026-03-02T20:00:00+00:00").record(date="2026-03-02", rules="american", label="1")
    at(club, "2026-03-03T20:00:00+00:00").record(
        "Ana=26 Bram=52 Cor=78 Eva=104", date="2026-03-03", label="1"
    )
    correct(at(club, "2026-03-04T20:00:00+00:00"), 1, "Anna=52 Bram=26", reason="swapped")
    void(at(club, "2026-03-05T20:00:00+00:00"), 2, reason="no game")
    restore(at(club, "2026-03-06T20:00:00+00:00"), 2, reason="it was one")
    merge(at(club, "2026-03-07T20:00:00+00:00"), "Anna", "Ana")
    rename(at(club, "2026-03-08T20:00:00+00:00"), "Cor", "Cornelis")
    alias(at(club, "2026-03-09T20:00:00+00:00"), "Anna", "Ans")
    describe(at(club, "2026-03-10T20:00:00+00:00"), "Eva", member_no="9", active=False)
    at(club, "2026-03-11T20:00:00+00:00").import_players("name,rating\nGijs,1600\n")
    club.close()
    return path


@pytest.fixture
def kept(kept_file, tmp_path):
    shutil.copy(kept_file, tmp_path / "club.db")
    club = Clubhouse(tmp_path / "club.db")
    yield club
    club.close()


def commands(club, **which):
    return [change.command for change in list_changes(club.store, **which)]


class TestList:
    def test_everything_in_the_order_in_which_it_was_done(self, kept):
        found = list_changes(kept.store)
        assert [change.id for change in found] == list(range(1, len(found) + 1))
        assert commands(kept)[-9:] == [
            "result record", "result correct", "result void", "result restore", "player merge",
            "player rename", "player alias", "player set", "player import",
        ]  # fmt: skip
        corrected = found[-8]
        assert (corrected.who, corrected.at_utc, corrected.reason) == (
            "tester", "2026-03-04T20:00:00Z", "swapped"
        )  # fmt: skip

    def test_of_one_person(self, kept):
        assert commands(kept, player="Gijs") == ["player add", "player import"]
        assert commands(kept, player="Cornelis") == [
            "player add", "result record", "result record", "result correct", "result void",
            "result restore", "player rename",
        ]  # fmt: skip
        assert commands(kept, player="Eva")[1:] == [
            "result record", "result void", "result restore", "player set"
        ]  # fmt: skip
        # Whoever was merged into somebody is that somebody.
        assert commands(kept, player="Ana") == commands(kept, player="Anna")
        assert "player alias" in commands(kept, player="Anna")
        with pytest.raises(Refused) as caught:
            list_changes(kept.store, player="Zoë")
        assert caught.value.code == "players.unknown"

    def test_from_a_club_day(self, kept):
        begun = ["club init", "player add"]  # on the 14th, before the clock was set back
        assert commands(kept, since=dt.date(2026, 3, 10)) == [
            *begun, "player set", "player import"
        ]  # fmt: skip
        # Half past midnight belongs to the evening of the 11th; 06:01 is the 12th.
        at(kept, "2026-03-11T23:30:00+00:00").add("Hilde")
        at(kept, "2026-03-12T05:01:00+00:00").add("Iris")
        assert commands(kept, since=dt.date(2026, 3, 11))[-2:] == ["player add", "player add"]
        assert commands(kept, since=dt.date(2026, 3, 12)) == [*begun, "player add"]

    def test_a_clock_set_back_changes_no_order(self, kept):
        at(kept, "1999-12-31T23:00:00+00:00").add("Hilde")
        at(kept, "2026-03-12T20:00:00+00:00").add("Iris")
        assert [change.at_utc[:4] for change in list_changes(kept.store)[-2:]] == ["1999", "2026"]
        assert check_database(kept.store).clean
        check_chain(kept.where)


class TestShow:
    def shown(self, club, command):
        number = next(c.id for c in list_changes(club.store) if c.command == command)
        return show_change(club.store, number)

    def test_a_correction(self, kept):
        (fact,) = self.shown(kept, "result correct").facts
        assert (fact.kind, fact.id) == ("result", 1)
        assert {key: (fact.before[key], fact.after[key]) for key in ("N", "E", "S")} == {
            "N": ("Anna=26", "Anna=52"), "E": ("Bram=52", "Bram=26"),
            "S": ("Cornelis=78", "Cornelis=78"),
        }  # fmt: skip
        assert fact.before["rules"] == fact.after["rules"] == "american"

    def test_a_void(self, kept):
        (fact,) = self.shown(kept, "result void").facts
        assert (fact.before["state"], fact.after["state"]) == ("ok", "void")

    def test_somebody_new(self, kept):
        facts = self.shown(kept, "player add").facts
        assert [fact.before for fact in facts] == [None] * 6
        assert facts[0].after == {
            "id": 1, "kind": "member", "active": True, "private": False,
            "name": "Anna", "member_no": None,
        }  # fmt: skip

    def test_people_are_named(self, kept):
        (fact,) = self.shown(kept, "player merge").facts
        assert (fact.after["from_player"], fact.after["into_player"]) == ("Ana", "Anna")
        (fact,) = self.shown(kept, "player alias").facts
        assert (fact.after["player"], fact.after["name_key"]) == ("Anna", "ans")

    def test_a_rename_touches_two_facts(self, kept):
        facts = self.shown(kept, "player rename").facts
        assert [(fact.kind, fact.before is None) for fact in facts] == [
            ("player", False), ("alias", True)
        ]  # fmt: skip
        assert (facts[0].before["name"], facts[0].after["name"]) == ("Cor", "Cornelis")

    def test_what_came_and_went_within_a_change_has_left_nothing(self, kept):
        with writing(kept.store, kept.act("both")) as work:
            passing = Exemption(id=1, from_day="2026-03-01", to_day="2026-03-02")
            work.open(passing)
            work.close(passing)
            work.open(Exemption(id=2, from_day="2026-03-01", to_day="2026-03-02"))
        (fact,) = self.shown(kept, "both").facts
        assert (fact.id, fact.before) == (2, None)
        assert check_database(kept.store).clean

    def test_undone_by_whom_as_long_as_that_stands(self, kept):
        last = list_changes(kept.store)[-1].id
        assert show_change(kept.store, last).undone_by is None
        undone = kept.undo()
        assert show_change(kept.store, last).undone_by == undone.change.id
        assert show_change(kept.store, undone.change.id).undoes == last
        kept.undo(undone.change.id)
        assert show_change(kept.store, last).undone_by is None

    def test_unknown(self, kept):
        with pytest.raises(Refused) as caught:
            show_change(kept.store, 99)
        assert caught.value.code == "change.unknown"


def faults(club):
    return {(fault.kind, fault.where) for fault in check_database(club.store).faults}


class TestCheck:
    def test_clean(self, kept):
        report = check_database(kept.store)
        assert report.clean
        assert report.head == check_chain(kept.where)
        assert (report.changes, report.erased) == (len(list_changes(kept.store)), 0)

    def test_an_empty_club(self, empty):
        assert check_database(empty.store).clean

    @pytest.mark.parametrize(
        ("forgery", "fault"),
        [
            ("UPDATE player SET name = 'Hanna' WHERE \"row\" = 1", ("seal", "player row 1")),
            ("UPDATE alias SET name_key = 'hans' WHERE \"row\" = 2", ("seal", "alias row 2")),
            ("UPDATE result SET label = '7' WHERE \"row\" = 1", ("seal", "result row 1")),
            ("UPDATE change SET reason = 'why not' WHERE id = 6", ("seal", "change 6")),
            ("UPDATE change SET who = 'me' WHERE id = 6", ("seal", "change 6")),
            ("UPDATE player SET name = 'Hanna', salt = NULL WHERE \"row\" = 1",
             ("erased", "player row 1")),
            ("UPDATE result SET label = '7', salt = NULL WHERE \"row\" = 1",
             ("erased", "result row 1")),
            ("UPDATE change SET who = 'me', salt = NULL WHERE id = 6", ("erased", "change 6")),
            ("UPDATE club SET name = 'X', salt = NULL", ("erased", "club row 1")),
            ("UPDATE seat SET points = 25 WHERE result_row = 1 AND seat = 0", ("hash", "change 4")),
            ("UPDATE seat SET place = 4 WHERE result_row = 3 AND seat = 2", ("hash", "change 6")),
            ("UPDATE result SET state = 'void' WHERE \"row\" = 3", ("hash", "change 6")),
            ("UPDATE player SET active = 1 WHERE member_no = '9'", ("hash", "change 12")),
            ("UPDATE adjustment SET points = 2400", ("hash", "change 13")),
            ("DELETE FROM alias", ("hash", "change 10")),
            ("DELETE FROM merge", ("hash", "change 9")),
            ("DELETE FROM seat WHERE result_row = 3 AND seat = 3", ("hash", "change 6")),
            ("UPDATE result SET closed = 8 WHERE \"row\" = 1", ("hash", "change 6")),
            ("UPDATE change SET hash = '00' || substr(hash, 3) WHERE id = 6", ("hash", "change 6")),
            ("UPDATE change SET at_utc = '2026' WHERE id = 6", ("hash", "change 6")),
            ("UPDATE change SET undoes = 3 WHERE id = 6", ("hash", "change 6")),
            ("DELETE FROM change WHERE id = 6", ("link", "change 7")),
            ("UPDATE result SET order_key = '2026-03-02 0 ~    0000000002 0' WHERE \"row\" = 3",
             ("order", "result row 3")),
            ("UPDATE result SET played_at = 'late' WHERE \"row\" = 3", ("order", "result row 3")),
            ("UPDATE result SET played_on = 'late' WHERE \"row\" = 3",
             ("fact", "Invalid isoformat string: 'late'")),
            ("UPDATE adjustment SET order_key = '2026-03-02 1 0'", ("order", "adjustment row 1")),
            ("UPDATE seat SET player = 99 WHERE result_row = 3 AND seat = 2",
             ("reference", "seat.player (3)")),
            ("UPDATE alias SET player = 99 WHERE \"row\" = 1", ("reference", "alias.player (1)")),
            ("UPDATE result SET pool = 9 WHERE \"row\" = 3", ("reference", "result.pool (1)")),
            ("UPDATE result SET rules = 'x' WHERE \"row\" = 3", ("reference", "result.rules (1)")),
            ("UPDATE result SET log_digest = 'x' WHERE \"row\" = 3",
             ("reference", "result.log_digest (1)")),
            ("UPDATE merge SET into_player = 99", ("reference", "merge.into_player (1)")),
            ("UPDATE merge SET into_player = from_player", ("reference", "merge in a circle (7)")),
            ("UPDATE adjustment SET pool = 9", ("reference", "adjustment.pool (1)")),
            ("UPDATE ledger SET pool = 9", ("reference", "ledger.pool (9)")),
            ("DELETE FROM seat WHERE result_row = 3", ("reference", "result.seats (1)")),
            ("UPDATE result SET opened = 99 WHERE \"row\" = 3",
             ("reference", "result row 3: change")),
            ("UPDATE player SET closed = 13 WHERE name = 'Bram'",
             ("reference", "present seat.player (1)")),
        ],
    )  # fmt: skip
    def test_a_forgery_is_found_and_where(self, kept, forgery, fault):
        kept.tamper(forgery)
        assert fault in faults(kept)
        assert not check_database(kept.store).clean

    def test_two_changes_in_each_others_place(self, kept):
        kept.tamper("UPDATE change SET id = 99 WHERE id = 6")
        kept.tamper("UPDATE change SET id = 6 WHERE id = 7")
        kept.tamper("UPDATE change SET id = 7 WHERE id = 99")
        assert {("link", "change 6"), ("hash", "change 6"), ("hash", "change 7")} <= faults(kept)

    def test_a_row_between(self, kept):
        kept.tamper(
            'INSERT INTO exemption ("row", opened, seal, id, from_day, to_day, reason)'
            " VALUES (1, 6, '', 1, '2026-01-01', '2026-12-31', '')"
        )
        assert ("hash", "change 6") in faults(kept)

    @pytest.mark.parametrize(
        "forgery",
        [
            "UPDATE ledger SET change = change + 1 WHERE player = 4 AND kind = 2",
            'UPDATE ledger SET "before" = "before" + 1 WHERE player = 4 AND kind = 2',
            "UPDATE ledger SET last_on = '2026-03-01' WHERE player = 4 AND kind = 2",
            "DELETE FROM ledger WHERE player = 4 AND kind = 2",
            "INSERT INTO ledger VALUES (1, 6, '2026-03-09 0', 2, 7, 1500, 3, NULL)",
        ],
    )
    def test_a_ledger_row_that_is_off(self, kept, forgery):
        kept.tamper(forgery)
        report = check_database(kept.store)
        assert report.faults == ()
        assert not report.clean
        row = report.ledger.difference["stored"] or report.ledger.difference["fresh"]
        assert row["player"] == ("Fenna" if "INSERT" in forgery else "Dina")

    def test_a_text_behind_an_erased_seal(self, kept):
        """Without its salt a seal proves nothing: the text has to show that it was erased."""
        forget(kept, "Gijs")
        assert check_database(kept.store).clean
        kept.tamper("UPDATE player SET name = 'Hanna' WHERE salt IS NULL")
        assert {kind for kind, _ in faults(kept)} == {"erased"}

    def test_a_result_of_somebody_forgotten_may_lack_its_salt_and_no_other(self, kept):
        kept.record("Gijs=26 Bram=52 Fenna=78 Dina=104", label="by gijs")
        forget(kept, "Gijs")
        assert check_database(kept.store).clean
        kept.tamper("UPDATE result SET salt = NULL, label = 'x' WHERE id = 1")
        assert {kind for kind, _ in faults(kept)} >= {"erased"}

    def test_a_circle_of_merges_does_not_hang_it(self, kept):
        kept.tamper(
            'INSERT INTO merge ("row", opened, seal, id, from_player, into_player)'
            " VALUES (2, 9, '', 2, 1, 7)"
        )
        assert ("reference", "merge in a circle (1)") in faults(kept)


def test_who_typed_it(club):
    """`--by` and its like arrive as the actor's name; it is sealed like every text."""
    actor = replace(club.act("result record"), who="Wil van Zanten")
    record_result(club.store, actor, entry())
    assert list_changes(club.store)[-1].who == "Wil van Zanten"


def test_unmerging_is_a_change_like_any_other(kept):
    done = unmerge(kept, "Ana")
    (fact,) = show_change(kept.store, done.change.id).facts
    assert (fact.kind, fact.after) == ("merge", None)
    assert check_database(kept.store).clean
