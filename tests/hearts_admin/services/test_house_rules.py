"""House rules as what a club means when no rules are named, and in what feeds its rating lists."""

import datetime as dt

import pytest
from clubhouse import act, codes, entry
from ratingwork import feed, pools, settle
from records import correct

from engine.rulesets import RULE_SETS
from hearts_admin.errors import Refused
from hearts_admin.services.audit import check_database
from hearts_admin.services.club import init_club, show_club
from hearts_admin.services.events.entry import event_terms
from hearts_admin.services.events.register import EventWish, add_event
from hearts_admin.services.feeds import FeedsWanted, set_feeds
from hearts_admin.services.houserules import read_house_rules
from hearts_admin.services.ratings import verify
from hearts_admin.services.results import show_result
from hearts_admin.services.rulesets import kept_rules
from hearts_admin.services.scoresheets import rules_of_sheet

OURS = """\
based_on = "american"
name = "Schoppenvrouw"
target = 75
[switches]
moon_points = 13
"""
DUTCH = """\
based_on = "dutch"
name = "Onze Hollandse"
[switches]
jack_of_clubs = 3
"""
PLAYED = "Anna=0 Bram=78 Cor=52 Dina=39"
"""169 = 5 x 26 + 39, to 75: neither the moon nor the end is possible under american."""


@pytest.fixture
def house(tmp_path):
    """House rules out of a file that holds this text, which is gone once it has been read."""

    def read(text=OURS):
        file = tmp_path / "house.toml"
        file.write_text(text, "utf-8")
        try:
            return read_house_rules(file)
        finally:
            file.unlink()

    return read


def sound(club):
    return check_database(club.store).faults == () and verify(club.store).difference is None


class TestTheClubsOwn:
    def test_results_are_judged_by_them(self, club, house):
        done = settle(club, rules=house())
        assert done.differing == {"rules": (None, "Schoppenvrouw")}
        shown = show_club(club.store)
        assert shown.rules == "Schoppenvrouw"
        assert (shown.house_rules.based_on, shown.house_rules.target) == ("american", 75)
        assert shown.house_rules.changed == {"moon_points": "13"}
        assert shown.house_rules.fingerprint == house().rules.fingerprint()
        recorded = club.record(PLAYED)
        assert recorded.result.rules == "Schoppenvrouw"
        assert recorded.remarks[0].fields == {"sum": 169, "rules": "Schoppenvrouw"}
        with pytest.raises(Refused) as caught:
            club.record(PLAYED, rules="american", label="b")
        assert caught.value.code == "entry.impossible"
        assert sound(club)

    def test_a_club_is_founded_with_them(self, tmp_path, house):
        shown = init_club(str(tmp_path / "new.db"), act(), name="De Ruiten", rules=house())
        assert (shown.rules, shown.house_rules.target) == ("Schoppenvrouw", 75)

    def test_the_published_set_is_itself_whichever_way_it_is_named(self, club, house):
        settle(club, rules="dutch")
        same = house('based_on = "dutch"\nname = "Ours"\n[switches]\nmoon_points = 15\n')
        assert settle(club, rules=same).change is None
        assert show_club(club.store).house_rules is None
        assert club.sql("SELECT rules FROM club WHERE closed IS NULL") == [("dutch",)]

    def test_only_another_target(self, club, house):
        done = settle(club, rules="dutch")
        done = settle(club, rules=house('based_on = "dutch"\ntarget = 75\n'))
        assert done.differing == {"rules": ("dutch (target=50)", "dutch (target=75)")}
        assert show_club(club.store).house_rules.changed == {}
        with pytest.raises(Refused) as caught:
            club.record("Anna=0 Bram=15 Cor=25 Dina=50")  # six deals, to 50
        assert codes(caught.value) == ["totals.none_at_target"]
        club.record("Anna=0 Bram=15 Cor=45 Dina=75")
        assert show_result(club.store, 1).target == 75

    @pytest.mark.parametrize(
        ("text", "played", "corrected", "target"),
        [
            (OURS, PLAYED, "Bram=0 Anna=78", 75),
            (DUTCH, "Anna=0 Bram=10 Cor=20 Dina=50", "Bram=0 Anna=10", None),  # five deals of 16
        ],
    )
    def test_a_game_is_corrected_as_it_was_judged_whatever_the_club_means_later(
        self, club, house, text, played, corrected, target
    ):
        settle(club, rules=house(text))
        club.record(played)
        assert show_result(club.store, 1).target == target
        settle(club, rules="american")
        done = correct(club, 1, corrected)
        assert done.after.rules == house(text).rules.name
        with pytest.raises(Refused) as caught:
            correct(club, 1, corrected + " Dina=51")
        assert caught.value.code == "entry.impossible"
        assert sound(club)

    def test_a_file_that_was_edited_is_another_version(self, club, house):
        settle(club, rules=house())
        club.record(PLAYED)
        before = show_result(club.store, 1)
        edited = OURS.replace("13", "20").replace("75", "80")
        done = settle(club, rules=house(edited))
        assert done.differing["rules"] == (
            "Schoppenvrouw (target=75, moon_points=13)",
            "Schoppenvrouw (target=80, moon_points=20)",
        )
        assert show_result(club.store, 1) == before
        with pytest.raises(Refused):
            club.record(PLAYED, label="b")
        assert settle(club, rules=house(edited)).change is None
        assert sound(club)

    def test_undone_they_are_kept_but_not_meant(self, club, house):
        settle(club, rules="dutch")
        settle(club, rules=house())
        club.undo()
        assert (show_club(club.store).rules, show_club(club.store).house_rules) == ("dutch", None)
        kept = club.sql("SELECT fingerprint FROM rule_set WHERE closed IS NULL")
        assert kept == [(house().rules.fingerprint(),)]
        club.undo(club.sql("SELECT max(id) FROM change")[0][0])
        assert show_club(club.store).house_rules.target == 75
        club.record(PLAYED)
        assert sound(club)

    def test_a_dry_run_keeps_nothing(self, club, house):
        before = club.tables()
        done = settle(club, dry_run=True, rules=house())
        assert (done.club.rules, done.change) == ("Schoppenvrouw", None)
        assert club.tables() == before

    def test_one_play_has_one_name(self, club, house):
        unnamed = OURS.replace('name = "Schoppenvrouw"\n', "")
        club.record(PLAYED, rules=house(unnamed).rules)
        done = settle(club, rules=house())
        assert codes_of(done) == [("rules.known_as", "Schoppenvrouw", "american+")]
        assert show_club(club.store).rules == "american+"
        assert club.record(PLAYED, label="b").result.rules == "american+"

    def test_what_the_clubs_row_names_has_to_be_kept(self, club, house):
        settle(club, rules=house())
        assert sound(club)
        club.tamper("DELETE FROM rule_set")
        faults = {(fault.kind, fault.where) for fault in check_database(club.store).faults}
        assert ("reference", "club.rules (1)") in faults


def codes_of(done):
    return [(each.code, each.fields["name"], each.fields["known"]) for each in done.remarks]


class TestWhatReadsThem:
    def test_files_of_results(self, club, house):
        settle(club, rules=house())
        lines = [f"2026-03-01,1,{name},{points}" for name, points in entry(PLAYED).seats]
        report = club.import_results("\n".join(["date,game,player,points", *lines]))
        assert len(report.stored) == 1
        assert [result.rules for result in club.results()] == ["Schoppenvrouw"]
        assert show_result(club.store, 1).target == 75

    def test_score_sheets(self, club, house):
        settle(club, rules=house())
        assert rules_of_sheet(club.store, None) == house().rules
        assert rules_of_sheet(club.store, "dutch") == RULE_SETS["dutch"]

    def test_events(self, club, house):
        settle(club, rules=house())
        act_ = club.act("event add")
        first = add_event(club.store, act_, EventWish(name="To 75", date=dt.date(2026, 3, 14)))
        assert (first.event.rules, first.event.target) == ("Schoppenvrouw", 75)
        second = add_event(club.store, act_, EventWish(name="Eight deals", deals=8))
        assert (second.event.target, second.event.deals) == (None, 8)
        third = add_event(club.store, act_, EventWish(name="American", rules="american"))
        assert (third.event.rules, third.event.target) == ("american", None)
        settle(club, rules="dutch")
        terms = event_terms(club.store, club.clock, "To 75")
        assert (terms.rules, terms.target) == (house().rules.with_target(100), 75)
        assert sound(club)

    def test_a_result_at_an_event_of_so_many_deals_has_no_target(self, club, house):
        settle(club, rules=house())
        add_event(club.store, club.act("event add"), EventWish(name="Two deals", deals=2))
        club.record("Anna=0 Bram=0 Cor=26 Dina=26", event="Two deals")
        assert show_result(club.store, 1).target is None


class TestNamedAfterAPublishedSet:
    def test_rules_with_a_name_of_their_own_keep_the_target_of_what_they_are_based_on(
        self, club, house
    ):
        club.record("Anna=0 Bram=0 Cor=29 Dina=51", by_place=False, rules=house(DUTCH).rules)
        with club.store.read() as connection:
            kept = kept_rules(connection, house(DUTCH).rules.fingerprint())
        assert (kept, kept.text) == (house(DUTCH).rules, RULE_SETS["dutch"].text)


class TestFeeding:
    def give(self, club, *pairs, **wanted):
        return set_feeds(club.store, club.act("club pools"), FeedsWanted(pairs, **wanted))

    def test_before_a_game_was_played(self, club, house):
        done = self.give(club, (house().rules, "eigen"), new=("eigen",))
        assert done.feeds == (("Schoppenvrouw", "main", "eigen"),)
        assert pools(club)["eigen"] == (("Schoppenvrouw",), 0)
        settle(club, rules=house())
        club.record(PLAYED)
        club.record(PLAYED, rules=house().rules, label="b")
        assert pools(club)["eigen"] == (("Schoppenvrouw",), 2)
        feed(club, "Schoppenvrouw=main", move=True)  # kept, it is known by its name, too
        assert pools(club) == {"main": ((), 2), "eigen": ((), 0)}
        assert sound(club)

    def test_taken_back_by_the_same_file(self, club, house):
        self.give(club, (house().rules, "eigen"), new=("eigen",))
        self.give(club, (house().rules, "main"))
        assert pools(club)["eigen"] == ((), 0)

    def test_a_target_alone_makes_no_other_rules(self, club, house):
        self.give(club, (house('based_on = "dutch"\ntarget = 75\n').rules, "x"), new=("x",))
        assert pools(club)["x"] == (("dutch",), 0)
        assert club.sql("SELECT 1 FROM rule_set") == []

    def test_by_the_name_that_the_play_has_already(self, club, house):
        unnamed = house(OURS.replace('name = "Schoppenvrouw"\n', ""))
        settle(club, rules=unnamed)
        done = self.give(club, (house().rules, "eigen"), new=("eigen",))
        assert codes_of(done) == [("rules.known_as", "Schoppenvrouw", "american+")]
        club.record(PLAYED, rules=house().rules)
        club.record(PLAYED, label="b")
        assert pools(club)["eigen"] == (("american+",), 2)

    def test_undone_the_feed_goes_and_the_rules_stay(self, club, house):
        self.give(club, (house().rules, "eigen"), new=("eigen",))
        club.undo()
        assert pools(club) == {"main": ((), 0)}
        feed(club, "Schoppenvrouw=lijst", new=("lijst",))
        assert pools(club)["lijst"] == (("Schoppenvrouw",), 0)
        assert sound(club)
