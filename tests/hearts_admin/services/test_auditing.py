"""The accountant: causes that add up over any period, and alarms with the numbers behind them."""

import datetime as dt
from random import Random

import pytest
from ratingwork import adjust, day, feed, free, policy, refund
from records import correct, merge, void

from hearts_admin.errors import Refused
from hearts_admin.services.auditing import Causes, audit

ORDER = "Anna=1 Bram=2 Cor=3 Dina=4"


def alarms(found):
    return {alarm.code: dict(alarm.fields) for alarm in found.alarms}


def test_cause_by_cause(club):
    # RATINGS.md, row six: 2200 beats three of 1400; rounded 0 11 0 -11, booked 1 11 -1 -11.
    club.import_players("name,rating\nAnna,2200\nBram,1400\nCor,1400\nDina,1400\n")
    club.record(ORDER, by_place=True, date="2026-01-05")
    refund(club, "Dina", 1)
    adjust(club, "Anna", -12, date="2026-02-08")
    found = audit(club.store)
    # 34 days: Anna pays for 20 before the adjustment.
    assert found.causes == Causes(
        newcomers=6400, rounding=0, minimum=0, maximum=0, decay=-20, adjustments=-12, refunds=11
    )
    assert (found.before, found.after, found.balanced) == (0, 6400 - 20 - 12 + 11, True)
    assert (found.players, found.games, found.policy, found.pool) == (4, 1, "club", "main")
    assert (found.first, str(found.last)) == (None, "2026-02-08")


def test_the_minimum_and_the_rounding_are_told_apart(club):
    # Row twelve: rounded 24 0 -11 -14, which is -1; the minimum gives 1.
    club.import_players("name,rating\nAnna,1382\nBram,1636\nCor,1633\nDina,1502\n")
    club.record(ORDER, by_place=True)
    found = audit(club.store)
    assert (found.causes.rounding, found.causes.minimum) == (-1, 1)
    policy(club, "min_rule=off")
    found = audit(club.store)
    assert (found.causes.rounding, found.causes.minimum) == (-1, 0)
    policy(club, "rounding=pair")
    assert audit(club.store).causes.rounding == 0


def test_the_maximum(club):
    # Twice row four is 58.18 1.94 -19.39 -40.73, of which 32 are booked at most.
    club.import_players("name,rating\nAnna,1400\nBram,1800\nCor,1800\nDina,1800\n")
    club.record(ORDER, by_place=True)
    policy(club, "k=64")
    found = audit(club.store)
    assert (found.causes.rounding, found.causes.maximum) == (58 + 2 - 19 - 41, -26 + 9)


@pytest.fixture
def season(club):
    rng = Random(3)
    club.import_players("name,rating\nAnna,1650\nEva,1580\n")
    for number in range(40):
        four = rng.sample(["Anna", "Bram", "Cor", "Dina", "Eva", "Fenna"], 4)
        date = dt.date(2025, 6, 1) + dt.timedelta(days=7 * number)
        line = " ".join(f"{who}={place}" for place, who in enumerate(four, 1))
        club.record(line, by_place=True, date=date.isoformat())
        if number % 8 == 0:
            adjust(club, four[1], 30 - number, date=date.isoformat(), reason=str(number))
    return club


def test_the_causes_of_any_period_add_up_to_the_change_of_the_pool(season):
    free(season, "Anna", "2025-08-01", "2025-09-10")
    correct(season, 7, "Anna=1 Bram=2 Cor=3 Dina=4", by_place=True)
    void(season, 9)
    whole = audit(season.store)
    assert whole.balanced
    assert whole.after == season.sql("SELECT sum(change) FROM ledger")[0][0]
    ends = [dt.date(2025, month, 1) for month in (7, 8, 10, 12)] + [dt.date(2026, 3, 31)]
    parts, first = [], None
    for last in ends:
        parts.append(audit(season.store, first, last))
        first = last + dt.timedelta(days=1)
    assert all(part.balanced for part in parts)
    assert [part.before for part in parts[1:]] == [part.after for part in parts[:-1]]
    assert parts[-1].after == whole.after
    assert sum(part.games for part in parts) == whole.games
    for cause in Causes.__slots__:
        total = sum(getattr(part.causes, cause) for part in parts)
        assert total == getattr(whole.causes, cause)


def test_a_closed_group_moves_by_the_audited_causes_only(season):
    found = audit(season.store)
    starts = 4 * 1500 + 1650 + 1580
    assert found.causes.newcomers == starts
    assert found.causes.adjustments == sum(30 - number for number in range(0, 40, 8))
    others = found.causes.rounding + found.causes.minimum + found.causes.decay
    assert found.after - starts == others + found.causes.adjustments


def test_it_tells_when_somebody_has_tampered_with_the_ledger(season):
    season.tamper(
        """UPDATE ledger SET "before" = "before" + 5 WHERE player = 2 AND order_key > '2025-10'"""
    )
    assert not audit(season.store).balanced


class TestAlarms:
    def test_an_ordinary_season_has_none(self, season):
        assert alarms(audit(season.store)) == {}

    def test_living_on_the_minimum_rule(self, club):
        club.import_players("name,rating\nAnna,2600\n")
        for number in range(12):
            club.record(ORDER, by_place=True, date=f"2026-01-{number + 1:02}")
        found = alarms(audit(club.store))["audit.farming"]
        # 2600 against 1500: 32 * .0018 = .06 a game, rounded 0, lifted to 1, twelve times.
        assert (found["name"], found["lifted"], found["games"], found["points"], found["won"]) == (
            "Anna", 12, 12, 12, 12,
        )  # fmt: skip
        assert found["advantage"] > 1100
        # Below ten points it is no habit.
        assert alarms(audit(club.store, last=day("2026-01-09"))) == {}
        policy(club, "min_rule=off")
        assert alarms(audit(club.store)) == {}

    def test_players_who_never_meet(self, club):
        club.record(ORDER, by_place=True)
        club.add("Gijs", "Hilde")
        club.record("Eva=1 Fenna=2 Gijs=3 Hilde=4", by_place=True)
        found = [alarm.fields for alarm in audit(club.store).alarms]
        assert [(each["islands"], each["names"], each["players"]) for each in found] == [
            (2, ("Anna", "Bram", "Cor", "Dina"), 4),
            (2, ("Eva", "Fenna", "Gijs", "Hilde"), 4),
        ]
        assert [each["mean"] for each in found] == [1500, 1500]
        club.record("Anna=1 Eva=2 Bram=3 Fenna=4", by_place=True)
        assert audit(club.store).alarms == ()

    def test_guests_join_nobody(self, club):
        club.add("Gijs", "Hilde")
        club.become("guest", "Fenna")
        club.record("Anna=1 Bram=2 Cor=3 Fenna=4", by_place=True)
        club.record("Dina=1 Eva=2 Gijs=3 Fenna=4", by_place=True)
        assert {alarm.code for alarm in audit(club.store).alarms} == {"audit.island"}

    def test_a_merge_may_join_them(self, club):
        club.record(ORDER, by_place=True)
        club.add("Gijs", "Hilde", "An")
        club.record("An=1 Fenna=2 Gijs=3 Hilde=4", by_place=True)
        assert len(audit(club.store).alarms) == 2
        merge(club, "Anna", "An")
        assert audit(club.store).alarms == ()

    def test_decay_that_empties_the_pool(self, club):
        club.import_players("name,rating\nAnna,1700\nBram,1700\nCor,1700\nDina,1700\n")
        club.record("Anna=1 Bram=1 Cor=1 Dina=1", by_place=True, date="2025-01-01")
        club.record("Anna=1 Bram=1 Cor=1 Dina=1", by_place=True, date="2025-02-14")
        # 44 - 14 = 30 days each, and less than a year is one.
        found = alarms(audit(club.store))["audit.deflation"]
        assert found == {
            "points": 120, "players": 4, "each": 30, "faded": 4, "mean": 1670, "start": 1500,
        }  # fmt: skip
        assert alarms(audit(club.store, last=day("2025-02-13"))) == {}
        # The same in two years is half of it a year.
        club.record("Anna=1 Bram=1 Cor=1 Dina=1", by_place=True, date="2025-02-15")
        free(club, None, "2025-02-15", "2026-12-31", yes=True)
        club.record("Anna=1 Bram=1 Cor=1 Dina=1", by_place=True, date="2026-12-31", yes=True)
        assert alarms(audit(club.store)) == {}


def test_a_club_without_games(club):
    found = audit(club.store)
    assert (found.before, found.after, found.causes.total, found.players, found.alarms) == (
        0, 0, 0, 0, (),
    )  # fmt: skip


def test_another_list(club):
    feed(club, new=("proef",))
    club.record(ORDER, by_place=True, pool="proef")
    assert audit(club.store).after == 0
    assert audit(club.store, pool="proef").after == 6000


def test_what_is_refused(season):
    for work, code in (
        (lambda: audit(season.store, day("2026-02-02"), day("2026-02-01")), "period.reversed"),
        (lambda: audit(season.store, pool="x"), "pool.unknown"),
    ):
        with pytest.raises(Refused) as caught:
            work()
        assert caught.value.code == code


def test_progress_is_told(season):
    told = []
    audit(season.store, progress=lambda done, total: told.append((done, total)))
    assert told == []  # forty facts are done before anybody looks
