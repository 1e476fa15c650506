"""The club's settings; another start of the day puts the nights' games on other days."""

import datetime as dt

import pytest
from ratingwork import settle
from records import correct, moved

from hearts_admin.errors import Refused
from hearts_admin.services.audit import check_database
from hearts_admin.services.club import show_club

ORDER = "Anna=1 Bram=2 Cor=3 Dina=4"


def days(club):
    return dict(club.sql("SELECT id, played_on FROM result WHERE closed IS NULL ORDER BY id"))


@pytest.fixture
def night(club):
    """Ten in the evening, half past midnight, half past five in the morning, and no time at all."""
    club.record(ORDER, by_place=True, date="2026-03-06", time="22:00")
    club.record(ORDER, by_place=True, date="2026-03-07", time="00:30")
    club.record(ORDER, by_place=True, date="2026-03-07", time="05:30")
    club.record(ORDER, by_place=True, date="2026-03-07")
    return club


def test_names_rules_and_time_zone(club):
    done = settle(club, name="De Klaveren", rules="dutch", timezone="Europe/Brussels")
    assert done.differing == {
        "name": ("De Ruiten", "De Klaveren"),
        "rules": (None, "dutch"),
        "timezone": ("Europe/Amsterdam", "Europe/Brussels"),
    }
    shown = show_club(club.store)
    assert (shown.name, shown.rules, shown.timezone) == ("De Klaveren", "dutch", "Europe/Brussels")
    assert club.record(ORDER, by_place=True).result.rules == "dutch"
    assert settle(club, rules="none").differing == {"rules": ("dutch", None)}
    club.undo()
    assert show_club(club.store).rules == "dutch"


def test_the_day_starts_at_six(night):
    assert days(night) == {1: "2026-03-06", 2: "2026-03-06", 3: "2026-03-06", 4: "2026-03-07"}


def test_another_hour_moves_the_games_between(night):
    before = night.fingerprint()
    done = settle(night, day_starts_at=dt.time(4, 0))
    assert done.redated == (3,)
    assert days(night) == {1: "2026-03-06", 2: "2026-03-06", 3: "2026-03-07", 4: "2026-03-07"}
    done = settle(night, day_starts_at=dt.time(0, 0))
    assert done.redated == (2,)
    assert show_club(night.store).day_starts_at == "00:00"
    assert check_database(night.store).clean
    # The order of the games stays, so nobody moves; the fingerprint has the days in it.
    assert moved(done) == {}
    assert night.fingerprint() != before
    night.undo()
    night.undo()
    assert night.fingerprint() == before


def test_it_changes_decay_where_a_day_counts(club):
    club.import_players(
        "name,rating\n" + "".join(f"{n},1720\n" for n in ("Anna", "Bram", "Cor", "Dina"))
    )
    club.record("Anna=1 Bram=1 Cor=1 Dina=1", by_place=True, date="2026-01-02", time="01:00")
    club.record("Anna=1 Bram=1 Cor=1 Dina=1", by_place=True, date="2026-01-16", time="20:00")
    # From the evening of the 1st to the 16th are 15 days, one past the grace.
    assert club.ratings()["Anna"] == 1719
    done = settle(club, day_starts_at=dt.time(0, 0))
    assert moved(done)["Anna"] == (1719, 1720)


def test_what_is_recorded_afterwards_follows(night):
    settle(night, day_starts_at=dt.time(0, 0))
    night.record(ORDER, by_place=True, date="2026-03-08", time="00:30")
    assert days(night)[5] == "2026-03-08"
    correct(night, 5, time="00:45")
    assert days(night)[5] == "2026-03-08"


def test_a_dry_run_keeps_nothing(night):
    before = night.tables()
    assert settle(night, dry_run=True, day_starts_at=dt.time(0, 0)).redated == (2, 3)
    assert night.tables() == before


def test_nothing_different_is_nothing(night):
    assert settle(night, name="De Ruiten", day_starts_at=dt.time(6, 0)).change is None
    assert settle(night).differing == {}


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"name": " "}, "club.no_name"),
        ({"timezone": "Europe/Utrecht"}, "club.timezone"),
        ({"rules": "duits"}, "rules.refused"),
    ],
)
def test_what_is_refused(night, settings, code):
    before = night.tables()
    with pytest.raises(Refused) as caught:
        settle(night, **settings)
    assert caught.value.code == code
    assert night.tables() == before
