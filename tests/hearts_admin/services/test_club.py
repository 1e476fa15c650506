"""The club itself: founded, shown, and what its day is."""

import datetime as dt

import pytest
from clubhouse import act

from hearts_admin.clock import FixedClock, SystemClock, club_day
from hearts_admin.errors import DatabaseFault, Refused
from hearts_admin.services.club import init_club, show_club


class TestFounding:
    @pytest.mark.parametrize("name", ["", "  ", "a\x07b", "\u200b"])
    def test_a_club_has_a_name(self, tmp_path, name):
        with pytest.raises(Refused) as caught:
            init_club(str(tmp_path / "club.db"), act(), name=name)
        assert caught.value.code == "club.no_name"
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize(
        "timezone",
        ["Amsterdam", "", "Europe", "../etc/passwd", "/etc/localtime", "Europe/Den Haag"],
    )
    def test_a_time_zone_has_to_exist(self, tmp_path, timezone):
        with pytest.raises(Refused) as caught:
            init_club(str(tmp_path / "club.db"), act(), name="De Ruiten", timezone=timezone)
        assert (caught.value.code, caught.value.fields["timezone"]) == ("club.timezone", timezone)
        assert list(tmp_path.iterdir()) == []

    def test_its_rules_have_to_exist(self, tmp_path):
        with pytest.raises(Refused) as caught:
            init_club(str(tmp_path / "club.db"), act(), name="De Ruiten", rules="bridge")
        assert caught.value.code == "rules.refused"
        assert list(tmp_path.iterdir()) == []

    def test_the_founding_is_the_first_change(self, empty):
        assert empty.sql("SELECT id, who, command, prev_hash FROM change") == [
            (1, "tester", "club init", "0" * 64)
        ]
        for table in ("club", "pool", "policy"):
            assert empty.sql(f"SELECT opened, closed FROM {table}") == [(1, None)]


class TestShowing:
    def test_a_club_that_has_played(self, club):
        club.record(date="2026-03-07")
        club.record(date="2026-03-14")
        shown = show_club(club.store)
        assert (shown.name, shown.players, shown.results) == ("De Ruiten", 6, 2)
        assert (shown.last_result, shown.rules) == (dt.date(2026, 3, 14), None)
        assert (shown.pool, shown.policy, shown.day_starts_at) == ("main", "club", "06:00")
        assert shown.database == str(club.where)
        club.undo()
        shown = show_club(club.store)
        assert (shown.results, shown.last_result) == (1, dt.date(2026, 3, 7))

    def test_a_schema_without_a_club(self, empty):
        empty.tamper("DELETE FROM club")
        with pytest.raises(DatabaseFault) as caught:
            show_club(empty.store)
        assert caught.value.code == "db.no_club"
        assert caught.value.hint.startswith("hearts-admin club init")


class TestClock:
    @pytest.mark.parametrize(
        ("instant", "day"),
        [
            ("2026-03-14T22:59:59+00:00", "2026-03-14"),
            ("2026-03-15T04:59:59+00:00", "2026-03-14"),  # 05:59:59 in Amsterdam
            ("2026-03-15T05:00:00+00:00", "2026-03-15"),
            ("2026-07-15T03:59:59+00:00", "2026-07-14"),  # summer time
            ("2026-07-15T04:00:00+00:00", "2026-07-15"),
            ("2026-10-25T04:59:59+00:00", "2026-10-24"),  # the night the clock goes back
            ("2026-01-01T00:30:00+00:00", "2025-12-31"),
        ],
    )
    def test_an_evening_ends_at_six(self, instant, day):
        moment = dt.datetime.fromisoformat(instant)
        assert club_day(moment, "Europe/Amsterdam", dt.time(6)).isoformat() == day

    def test_a_day_may_start_at_midnight(self):
        moment = dt.datetime(2026, 3, 14, 23, 30, tzinfo=dt.UTC)
        assert club_day(moment, "Europe/Amsterdam", dt.time(0)) == dt.date(2026, 3, 15)

    def test_clocks(self):
        moment = dt.datetime(2026, 3, 14, 20, 15, tzinfo=dt.UTC)
        assert FixedClock(moment).now() == moment
        before = dt.datetime.now(dt.UTC)
        assert before <= SystemClock().now() <= dt.datetime.now(dt.UTC)
