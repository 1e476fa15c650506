"""The register of events: added, found, changed, listed, removed."""

import datetime as dt

import pytest
from eventwork import WHY, Desk, code, details, facts, refused
from records import correct, void

from hearts_admin.services.events.register import list_events
from hearts_admin.services.events.settings import METHODS, REMAINDERS
from hearts_admin.services.seasons import add_season

DAY = dt.date(2026, 3, 21)
EARLIER = dt.date(2026, 3, 7)


@pytest.fixture
def bare(club):
    return Desk(club)


def test_an_evening_of_today_by_the_clubs_ways(bare):
    event = bare.plan("Clubavond").event
    assert (event.id, event.name, event.date) == (1, "Clubavond", dt.date(2026, 3, 14))
    assert (event.kind, event.rounds, event.complete, event.players) == ("evening", 1, 0, 0)
    assert (event.method, event.remainder, event.state) == ("meetings", "sit_out", "open")
    assert event.scheme["scoring"] == "places"
    assert event.scheme["ladder"] == [4, 3, 2, 1]


def test_everything_that_can_be_said_of_an_event(bare):
    add_season(bare.store, bare.club.act(), "Winter", None)
    event = bare.plan(
        "Spring cup",
        date=DAY,
        kind="tournament",
        rules="american",
        deals=4,
        pool="main",
        rounds=6,
        season="winter",
        method="standings",
        remainder="three",
        rating_step=25,
        scheme={"scoring": "3-1-0-0", "best_of": 5, "sit_out": "1.5", "tie_breaks": ["lot"]},
    ).event
    assert (event.date, event.kind, event.rules) == (DAY, "tournament", "american")
    assert (event.target, event.deals, event.rounds, event.season) == (None, 4, 6, "Winter")
    assert (event.method, event.remainder) == ("standings", "three")
    assert dict(event.scheme) == {
        "scoring": "places", "ladder": [3, 1, 0, 0], "best_of": 5, "sit_out": "1.5",
        "tie_breaks": ["lot"],
    }  # fmt: skip


def test_every_way_of_seating_can_be_chosen(bare):
    for method in METHODS:
        for remainder in REMAINDERS:
            event = bare.plan(f"{method} {remainder}", method=method, remainder=remainder).event
            assert (event.method, event.remainder) == (method, remainder)


IMPOSSIBLE = [
    ({"name": "  "}, "event.no_name"),
    ({"name": "  EVENING "}, "event.exists"),
    ({"rounds": 0}, "event.rounds"),
    ({"rounds": 100}, "event.rounds"),
    ({"kind": "party"}, "event.choice"),
    ({"method": "dice"}, "event.choice"),
    ({"remainder": "two"}, "event.choice"),
    ({"scheme": {"scoring": "4-3"}}, "event.scoring"),
    ({"scheme": {"best_of": 0}}, "event.scoring"),
    ({"scheme": {"tie_breaks": ["shoe_size"]}}, "event.scoring"),
    ({"target": 50, "deals": 8}, "event.target_and_deals"),
    ({"rules": "bridge"}, "rules.refused"),
    ({"pool": "Nowhere"}, "pool.unknown"),
    ({"season": "Winter"}, "season.none"),
]


def test_what_no_event_can_be(bare):
    bare.plan("Evening")
    for wish, expected in IMPOSSIBLE:
        wish = {"name": "Another"} | wish
        assert code(bare.club, bare.plan, wish.pop("name"), **wish) == expected


def test_everything_wrong_with_a_scoring_is_said_at_once(bare):
    wrong = {"sit_out": "half", "best_of": 0, "tie_breaks": ["lot", "lot"]}
    error = refused(bare.club, bare.plan, "Evening", scheme=wrong)
    assert [problem.code for problem in error.problems] == [
        "standings.range", "standings.credit", "standings.criterion_twice",
    ]  # fmt: skip


def test_an_unknown_season_beside_known_ones(bare):
    add_season(bare.store, bare.club.act(), "Winter", None)
    assert code(bare.club, bare.plan, "Evening", season="Summer") == "season.unknown"


def test_found_by_name_number_or_for_being_the_only_one(bare):
    assert code(bare.club, bare.show) == "event.none_open"
    assert code(bare.club, bare.at("Evening").show) == "event.unknown"
    bare.plan("Evening", date=DAY)
    for wanted in (None, "evening", " EVENING ", "1", "#1"):
        assert bare.at(wanted).show().event.name == "Evening"
    bare.plan("Today")
    assert bare.show().event.name == "Today"  # of two that are open, the one of today
    bare.plan("Today too")
    error = refused(bare.club, bare.show)
    assert (error.code, error.fields["known"]) == (
        "event.which", ("Today", "Today too", "Evening"),
    )  # fmt: skip


def test_listed_by_day(bare):
    bare.plan("Later", date=DAY)
    bare.plan("Sooner")
    assert [event.name for event in list_events(bare.store)] == ["Sooner", "Later"]


def test_changed_bit_by_bit(bare):
    bare.plan("Evening", rules="american", target=50, scheme={"scoring": "3-1-0-0"})
    changed = bare.change(name="Cup", kind="tournament", rounds=5, scheme={"best_of": 4}).event
    assert (changed.name, changed.kind, changed.rounds) == ("Cup", "tournament", 5)
    assert (changed.rules, changed.target) == ("american", 50)
    assert (changed.scheme["ladder"], changed.scheme["best_of"]) == ([3, 1, 0, 0], 4)
    # A target gives way to a number of deals only when it is taken away.
    assert code(bare.club, bare.change, deals=8) == "event.target_and_deals"
    changed = bare.change(target=0, deals=8, rules="none", scheme={"best_of": None}).event
    assert (changed.target, changed.deals, changed.rules) == (None, 8, None)
    assert "best_of" not in changed.scheme


def test_another_scoring_takes_nothing_along_that_it_does_not_have(bare):
    bare.plan("Evening", scheme={"scoring": "3-1-0-0"})
    assert bare.change(scheme={"scoring": "points"}).event.scheme["scoring"] == "points"
    assert bare.change(scheme={"scoring": "4-3-2-1"}).event.scheme["ladder"] == [4, 3, 2, 1]


def test_nothing_changed_is_no_change(bare):
    bare.plan("Evening", rounds=3)
    before = bare.club.tables()
    assert bare.change(rounds=3).change is None
    assert bare.club.tables() == before


def test_a_dry_run_keeps_nothing(bare):
    before = bare.club.tables()
    planned = bare.plan("Evening", dry_run=True)
    assert (planned.event.name, planned.change) == ("Evening", None)
    assert bare.club.tables() == before


def test_not_fewer_rounds_than_are_drawn(desk):
    desk.draw(all=True)
    assert code(desk.club, desk.change, rounds=2) == "event.has_rounds"
    assert desk.change(rounds=4).event.rounds == 4


class TestOncePlayed:
    def test_the_day_is_that_of_the_results(self, desk):
        desk.draw()
        first, second = (done.result.id for done in desk.play())
        error = refused(desk.club, desk.change, date=EARLIER)
        assert (error.code, error.fields["deed"]) == ("event.guard", "day")
        assert details(error) == [
            ("event.other_day", (str(first), str(second)), EARLIER.isoformat())
        ]
        assert error.hint == (
            f'hearts-admin result correct {first} --date {EARLIER.isoformat()} --reason "..."'
        )
        for result in (first, second):
            correct(desk.club, result, date=EARLIER)
        assert desk.change(date=EARLIER).event.date == EARLIER

    def test_a_result_that_is_void_has_no_say(self, desk):
        desk.draw()
        table = desk.open_tables()[0].players
        done = desk.enter(" ".join(f"{name}=1" for name in table))
        void(desk.club, done.result.id)
        assert desk.change(date=EARLIER, target=50).event.target == 50

    @pytest.mark.parametrize("wish", [{"rules": "dutch"}, {"target": 50}, {"deals": 8}])
    def test_other_terms_take_a_reason_and_are_told(self, desk, wish):
        desk.draw()
        assert details(desk.change(**wish)) == []
        desk.club.undo()
        desk.play()
        assert code(desk.club, desk.change, **wish) == "change.no_reason"
        assert details(desk.change(reason=WHY, **wish)) == [("event.mixed_terms", "Evening")]
        assert details(desk.change(name="Late", **wish)) == []  # the terms stay as they are


def test_more_rounds_are_to_count_than_there_are(bare):
    told = ("event.all_count", 9, 4)
    assert details(bare.plan("Evening", rounds=4, scheme={"best_of": 9})) == [told]
    assert details(bare.plan("Cup", rounds=4, scheme={"best_of": 4})) == []
    evening = bare.at("Evening")
    assert details(evening.change(name="Late")) == []
    assert details(bare.at("Late").change(rounds=9)) == []
    assert details(bare.at("Late").change(rounds=4)) == [told]


def test_taken_out_of_a_season_again(bare):
    add_season(bare.store, bare.club.act(), "Winter", None)
    bare.plan("Evening", season="Winter")
    assert bare.change(season="").event.season is None


def test_removed_with_all_that_was_noted_of_it(desk):
    before = facts(desk.club)
    desk.plan("Mistake", rounds=2)
    wrong = desk.at("Mistake")
    wrong.arrive("Anna", "Bram", "Cor", "Dina", "Eva", fill_in=False)
    wrong.arrive("Fenna", fill_in=True)
    wrong.leave("Anna", noticed=True)
    wrong.substitute("Anna", "Gijs")
    wrong.apart("Bram", "Cor")
    wrong.apart("Bram", "Hilde", everywhere=True)
    wrong.draw(all=True)
    wrong.penalize("Bram", 1)
    wrong.remove()
    after = facts(desk.club)
    assert len(after["kept_apart"]) == 1  # in every event
    assert {**after, "kept_apart": []} == before


def test_not_removed_once_something_has_been_played(desk):
    desk.draw()
    desk.play()
    assert code(desk.club, desk.remove) == "event.has_games"
    assert code(desk.club, desk.at("Nothing").remove) == "event.unknown"
