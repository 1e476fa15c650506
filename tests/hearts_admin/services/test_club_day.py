"""To which day of the club a result belongs, and in which order those of an evening come."""

import datetime as dt

import pytest

from hearts_admin.clock import FixedClock
from hearts_admin.errors import NeedsYes


def refused(club, **fields):
    before = club.tables()
    with pytest.raises(NeedsYes) as caught:
        club.record(**fields)
    assert club.tables() == before
    return caught.value


def at(club, instant):
    club.clock = FixedClock(dt.datetime.fromisoformat(instant))


def test_the_club_day_is_now_where_no_date_is_given(club):
    at(club, "2026-03-14T23:30+01:00")
    assert club.record().result.date == dt.date(2026, 3, 14)
    at(club, "2026-03-15T05:59+01:00")
    assert club.record().result.date == dt.date(2026, 3, 14)  # ADMIN.md, case 14
    at(club, "2026-03-15T06:00+01:00")
    assert club.record().result.date == dt.date(2026, 3, 15)


def test_a_time_after_midnight_belongs_to_the_evening(club):
    # With a time, the date is the calendar's.
    done = club.record(date="2026-03-14", time="00:30")
    assert done.result.date == dt.date(2026, 3, 13)
    assert club.sql("SELECT played_on, played_at FROM result") == [
        ("2026-03-13", "2026-03-14T00:30:00+01:00")
    ]
    assert club.record(date="2026-03-14", time="06:00").result.date == dt.date(2026, 3, 14)


def test_half_past_midnight_typed_half_past_midnight(club):
    """Without a date the time is of the evening that is still going on."""
    at(club, "2026-03-15T00:35+01:00")
    assert club.record(time="00:30").result.date == dt.date(2026, 3, 14)
    assert club.record(time="23:45").result.date == dt.date(2026, 3, 14)
    assert club.sql("SELECT played_at FROM result ORDER BY id") == [
        ("2026-03-15T00:30:00+01:00",),
        ("2026-03-14T23:45:00+01:00",),
    ]
    assert [result.id for result in club.results()] == [2, 1]


def test_the_night_the_clock_goes_back_sorts_once(club):
    # 25 October 2026: 03:00 summer time becomes 02:00. Local 02:30 comes twice, 01:30 once.
    at(club, "2026-10-25T12:00+01:00")
    times = ["03:30", "02:30", "01:30", "00:30"]
    for time in times:
        club.record(date="2026-10-25", time=time)
    assert [result.id for result in club.results()] == [4, 3, 2, 1]
    assert {result.date for result in club.results()} == {dt.date(2026, 10, 24)}
    utc = [key.split(" ")[2] for (key,) in club.sql("SELECT order_key FROM result ORDER BY id")]
    assert utc == ["20261025T023000", "20261025T003000", "20261024T233000", "20261024T223000"]


def test_the_hour_that_does_not_exist(club):
    # 29 March 2026: 02:00 becomes 03:00. 02:30 typed anyway sorts between its neighbours.
    at(club, "2026-03-29T12:00+02:00")
    for time in ("03:45", "02:30", "01:45"):
        club.record(date="2026-03-29", time=time)
    assert [result.id for result in club.results()] == [3, 2, 1]


def test_tomorrow_is_allowed_the_day_after_needs_a_yes(club):
    assert club.record(date="2026-03-15").result.id == 1
    error = refused(club, date="2026-03-16")
    assert (error.code, error.exit_code) == ("date.future", 6)
    assert error.fields["date"] == dt.date(2026, 3, 16)
    assert refused(club, date="2062-01-01").code == "date.future"


def test_with_a_yes_any_day_will_do(club):
    for number, day in enumerate(["2062-01-01", "9999-12-31", "0001-01-02"], start=1):
        assert club.record(date=day, yes=True).result.id == number
    club.fingerprint()
    assert club.ratings("9999-12-31")["Anna"] > 1500
