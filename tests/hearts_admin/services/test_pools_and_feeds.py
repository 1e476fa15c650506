"""Several rating lists: what feeds which, moving results, a list that starts from another."""

import pytest
from clubhouse import TABLE
from ratingwork import feed, policy, pools, refund
from records import correct, moved, void

from hearts_admin.errors import Refused
from hearts_admin.services.audit import check_database
from hearts_admin.services.ratings import fingerprint_of, list_ratings, verify
from hearts_admin.services.results import show_result

ORDER = "Anna=1 Bram=2 Cor=3 Dina=4"


def record(club, line=ORDER, rules=None, **fields):
    return club.record(line, by_place=True, rules=rules, **fields).result.id


def list_of(club, result):
    return show_result(club.store, result).pool


def ratings(club, pool):
    return {line.player: line.rating for line in list_ratings(club.store, None, pool).lines}


@pytest.fixture
def dutch_apart(club):
    feed(club, "dutch=hollands", new=("hollands",))
    return club


class TestFeeding:
    def test_everything_feeds_main_to_begin_with(self, club):
        assert pools(club) == {"main": ((), 0)}
        assert [list_of(club, record(club, rules=rules)) for rules in (None, "dutch")] == [
            "main",
            "main",
        ]

    def test_a_rule_set_apart(self, dutch_apart):
        dutch, american, plain = (
            record(dutch_apart, rules=rules) for rules in ("dutch", "american", "none")
        )
        assert [list_of(dutch_apart, one) for one in (dutch, american, plain)] == [
            "hollands", "main", "main",
        ]  # fmt: skip
        assert ratings(dutch_apart, "hollands")["Anna"] == 1516
        # Two games in main: equals first, then 1516 1505 1495 1484 in the same order.
        assert ratings(dutch_apart, None)["Anna"] > 1516
        assert pools(dutch_apart) == {"main": ((), 2), "hollands": (("dutch",), 1)}

    def test_results_without_rules_have_a_feed_of_their_own(self, dutch_apart):
        feed(dutch_apart, "none=hollands")
        assert list_of(dutch_apart, record(dutch_apart, rules="none")) == "hollands"
        assert list_of(dutch_apart, record(dutch_apart, rules="american")) == "main"

    def test_pool_named_on_the_spot_wins(self, dutch_apart):
        assert list_of(dutch_apart, record(dutch_apart, rules="dutch", pool="main")) == "main"
        assert list_of(dutch_apart, record(dutch_apart, pool="hollands")) == "hollands"
        with pytest.raises(Refused) as caught:
            record(dutch_apart, pool="elders")
        assert caught.value.code == "pool.unknown"
        assert caught.value.fields["known"] == ("main", "hollands")

    def test_a_default_rule_set_feeds_as_well(self, found):
        club = found("Anna", "Bram", "Cor", "Dina")
        from ratingwork import settle

        settle(club, rules="dutch")
        feed(club, "dutch=hollands", new=("hollands",))
        assert list_of(club, record(club)) == "hollands"

    def test_an_import_feeds_as_well(self, dutch_apart):
        rows = "".join(
            f"2026-03-01,a,{who},{n}\n" for n, who in enumerate(("Anna", "Bram", "Cor", "Dina"), 1)
        )
        dutch_apart.import_results(f"date,game,player,place\n{rows}", rules="dutch")
        assert pools(dutch_apart)["hollands"] == (("dutch",), 1)
        dutch_apart.import_results(
            f"date,game,player,place\n{rows.replace(',a,', ',b,')}", rules="dutch", pool="main",
            category="friendly",
        )  # fmt: skip
        assert pools(dutch_apart)["main"] == ((), 1)
        assert ratings(dutch_apart, None) == {}

    def test_taking_a_feed_back(self, dutch_apart):
        done = feed(dutch_apart, "dutch=main")
        assert done.feeds == (("dutch", "hollands", "main"),)
        assert list_of(dutch_apart, record(dutch_apart, rules="dutch")) == "main"
        assert feed(dutch_apart, "dutch=main").change is None

    def test_corrected_rules_lead_to_their_list(self, dutch_apart):
        number = record(dutch_apart, rules="american")
        done = correct(dutch_apart, number, rules="dutch")
        assert list_of(dutch_apart, number) == "hollands"
        assert {(who.player, who.pool, who.after) for who in done.movements} >= {
            ("Anna", "main", None),
            ("Anna", "hollands", 1516),
        }
        correct(dutch_apart, number, pool="main")
        assert list_of(dutch_apart, number) == "main"
        # What is corrected otherwise stays where it is.
        correct(dutch_apart, number, "Anna=2 Bram=1 Cor=3 Dina=4", by_place=True)
        assert list_of(dutch_apart, number) == "main"

    @pytest.mark.parametrize(
        ("feeds", "wanted", "code"),
        [
            (("dutch=elders",), {}, "pool.unknown"),
            (("duits=main",), {}, "rules.refused"),
            ((), {"new": ("Main",)}, "pool.exists"),
            ((), {"new": (" ",)}, "pool.no_name"),
            ((), {"new": ("a=b",)}, "pool.no_name"),
            ((), {"new": ("x", "X")}, "pool.exists"),
            (("dutch=main",), {"policy": "app"}, "pool.new_only"),
            (("dutch=main",), {"start_from": "main"}, "pool.new_only"),
            ((), {"new": ("x",), "policy": "fide"}, "policy.unknown"),
            ((), {"new": ("x",), "start_from": "y"}, "pool.unknown"),
        ],
    )
    def test_what_cannot_be(self, club, feeds, wanted, code):
        before = club.tables()
        with pytest.raises(Refused) as caught:
            feed(club, *feeds, **wanted)
        assert caught.value.code == code
        assert club.tables() == before


class TestMoving:
    def test_stored_results_stay_unless_they_are_told_to_go_along(self, club):
        dutch, american = (
            record(club, rules="dutch"),
            record(club, "Eva=1 Bram=2 Cor=3 Dina=4", "american"),
        )
        done = feed(club, "dutch=hollands", new=("hollands",))
        assert (done.moved, done.movements) == ((), ())
        assert list_of(club, dutch) == "main"
        feed(club, "dutch=main")
        done = feed(club, "dutch=hollands", move=True)
        assert done.moved == (dutch,)
        assert [list_of(club, one) for one in (dutch, american)] == ["hollands", "main"]
        # Main is the ledger of the american game alone, hollands that of the dutch one.
        assert ratings(club, None) == {"Eva": 1516, "Bram": 1505, "Cor": 1495, "Dina": 1484}
        assert ratings(club, "hollands") == {"Anna": 1516, "Bram": 1505, "Cor": 1495, "Dina": 1484}
        assert check_database(club.store).clean

    def test_what_was_filed_by_hand_stays(self, club):
        feed(club, new=("proef",))
        by_hand = record(club, rules="dutch", pool="proef")
        record(club, rules="dutch")
        done = feed(club, "dutch=hollands", new=("hollands",), move=True)
        assert by_hand not in done.moved
        assert list_of(club, by_hand) == "proef"

    def test_changed_switches_go_with_the_set_they_are_made_of(self, club):
        from engine.rulesets import RULE_SETS

        number = record(club, rules=RULE_SETS["dutch"].with_switch("moon_points", 20))
        assert feed(club, "dutch=hollands", new=("hollands",), move=True).moved == (number,)

    def test_void_results_go_along(self, club):
        number = record(club, rules="dutch")
        void(club, number)
        assert feed(club, "dutch=hollands", new=("hollands",), move=True).moved == (number,)
        assert verify(club.store, pool="hollands").difference is None

    def test_all_of_it_is_one_change_that_can_be_undone(self, club):
        for number in range(4):
            record(club, rules="dutch" if number % 2 else "american", date=f"2026-01-0{number + 1}")
        before, first = fingerprint_of(club.store), pools(club)
        done = feed(club, "dutch=hollands", new=("hollands",), start_from="main", move=True)
        after = {name: fingerprint_of(club.store, None, name) for name in ("main", "hollands")}
        undone = club.undo()
        assert (fingerprint_of(club.store), pools(club)) == (before, first)
        assert {who.pool for who in undone.movements} == {"main", "hollands"}
        assert club.sql("SELECT count(*) FROM ledger WHERE pool <> 1") == [(0,)]
        assert check_database(club.store).clean
        club.undo(undone.change.id)
        assert {name: fingerprint_of(club.store, None, name) for name in after} == after
        assert done.openings == 4
        assert check_database(club.store).clean

    def test_a_dry_run_keeps_nothing(self, club):
        record(club, rules="dutch")
        before = club.tables()
        shown = feed(club, "dutch=hollands", new=("hollands",), move=True, dry_run=True)
        assert club.tables() == before
        assert (shown.added, shown.change) == (("hollands",), None)

    def test_a_pool_with_results_of_others_cannot_be_undone(self, dutch_apart):
        made = dutch_apart.sql("SELECT max(opened) FROM pool")[0][0]
        by = dutch_apart.record(ORDER, by_place=True, rules="dutch").change.id
        with pytest.raises(Refused) as caught:
            dutch_apart.undo(made)
        assert (caught.value.code, caught.value.fields["by"]) == ("change.touched", by)
        dutch_apart.undo(by)
        dutch_apart.undo(made)
        # And a result cannot come back into a pool that is gone.
        with pytest.raises(Refused) as caught:
            dutch_apart.undo(
                dutch_apart.sql("SELECT max(id) FROM change WHERE undoes = ?", by)[0][0]
            )
        assert caught.value.code == "change.touched"

    def test_a_refund_is_told_when_its_game_moves(self, club):
        number = record(club, rules="dutch")
        refund(club, "Dina", number)
        feed(club, "dutch=hollands", new=("hollands",), move=True)
        from hearts_admin.services.auditing import audit

        assert [alarm.code for alarm in audit(club.store).alarms] == ["refund.no_game"]


class TestANewList:
    def test_it_has_the_policy_of_main_or_a_shipped_one(self, club):
        policy(club, "k=16")
        feed(club, new=("een", "twee"))
        feed(club, new=("drie",), policy="portal")
        from hearts_admin.services.feeds import list_pools

        assert {pool.name: pool.policy for pool in list_pools(club.store)} == {
            "main": "own", "een": "own", "twee": "own", "drie": "portal",
        }  # fmt: skip

    def test_it_starts_from_an_old_standing(self, club):
        record(club, date="2026-01-01")
        # On the last day of the list Anna and Bram have faded: 1516 - 16 = 1500, 1505 - 5.
        record(club, "Eva=1 Fenna=2 Cor=3 Dina=4", date="2026-03-01")
        old = ratings(club, None)
        assert (old["Anna"], old["Bram"]) == (1500, 1500)
        feed(club, new=("2026-27",), start_from="main", reason="new season")
        record(club, pool="2026-27", date="2026-03-02")
        starts = club.sql("SELECT points FROM adjustment WHERE kind = 'opening' ORDER BY player")
        assert [points for (points,) in starts] == [
            old[who] for who in ("Anna", "Bram", "Cor", "Dina", "Eva", "Fenna")
        ]
        # Listed there is whoever has played there.
        assert set(ratings(club, "2026-27")) == {"Anna", "Bram", "Cor", "Dina"}
        assert ratings(club, "2026-27")["Dina"] < old["Dina"]


def test_every_list_is_checked(dutch_apart):
    record(dutch_apart, rules="dutch")
    assert check_database(dutch_apart.store).clean
    dutch_apart.tamper("UPDATE ledger SET change = 17 WHERE pool = 2 AND kind = 2 AND change = 16")
    report = check_database(dutch_apart.store)
    assert not report.clean
    assert report.ledger.pool == "hollands"
    assert verify(dutch_apart.store).difference is None


def test_labels_count_over_all_lists(dutch_apart):
    assert dutch_apart.record(TABLE, date="2026-03-01").result.label == "1"
    assert (
        dutch_apart.record(ORDER, by_place=True, rules="dutch", date="2026-03-01").result.label
        == "2"
    )
    assert moved(correct(dutch_apart, 2, "Anna=2 Bram=1 Cor=3 Dina=4", by_place=True))
