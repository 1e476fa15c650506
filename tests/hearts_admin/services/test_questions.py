"""The calculator, what-if, the fingerprint of a day, and the second computation of a pool."""

import datetime as dt
from decimal import Decimal
from itertools import permutations
from random import Random

import pytest
from clubhouse import CLOCK
from ratingwork import adjust, day, feed, free, policy

from engine.rating.policy import POLICIES, Policy
from hearts_admin.errors import Refused, UsageFault
from hearts_admin.services.calculator import calculate, turned
from hearts_admin.services.ratings import fingerprint_of, verify
from hearts_admin.services.whatif import what_if

PORTAL = POLICIES["portal"]
FOUR = ("Anna", "Bram", "Cor", "Dina")

# RATINGS.md, "The update": ratings, places, exact (to the digits given there), booked.
WORKED = [
    ((1500, 1500, 1500, 1500), (1, 2, 3, 4), "16 5.3333 -5.3333 -16", (16, 5, -5, -16)),
    ((1800, 1800, 1400, 1800), (1, 2, 3, 4), "11.6364 .9697 7.7576 -20.3636", (12, 1, 8, -20)),
    ((1800, 1800, 1800, 1400), (1, 2, 3, 4), "11.6364 .9697 -9.6970 -2.9091", (12, 1, -10, -3)),
    ((1400, 1800, 1800, 1800), (1, 2, 3, 4), "29.0909 .9697 -9.6970 -20.3636", (29, 1, -10, -20)),
    ((1452, 1800, 1100, 1550), (1, 2, 3, 4), "17.4402 -7.1678 8.4938 -18.7662", (17, -7, 8, -19)),
    ((2200, 1400, 1400, 1400), (1, 2, 3, 4), ".3168 10.5611 -.1056 -10.7723", (1, 11, -1, -11)),
    ((1400, 1400, 1400, 2900), (1, 2, 3, 4), "21.3314 10.6648 -.0019 -31.9943", (21, 11, -1, -32)),
    ((1500, 1500, 1500, 1500), (1, 2, 2, 4), "16 0 0 -16", (16, 0, 0, -16)),
    ((1600, 1400, 1500, 1500), (1, 1, 3, 4), "4.9080 16.4254 -5.3333 -16", (5, 16, -5, -16)),
    ((1500, 1500, 1500, 1500), (1, 1, 1, 1), "0 0 0 0", (0, 0, 0, 0)),
    ((1700, 1500, 1500, 1300), (1, 1, 1, 1), "-9.9049 0 0 9.9049", (-10, 0, 0, 10)),
    (
        (1382, 1636, 1633, 1502), (1, 2, 3, 4),
        "24.3969 .0000688 -10.5063 -13.8907", (24, 1, -11, -14),
    ),
    ((1613, 1500, 1500, 1387), (1, 2, 2, 4), "9.5975 0 0 -9.5975", (10, 0, 0, -10)),
    ((1500, 1600, 1400), (1, 2, 3), "16 -6.3970 -9.6030", (16, -6, -10)),
]  # fmt: skip


class TestCalculator:
    @pytest.mark.parametrize(("ratings", "places", "exact", "booked"), WORKED)
    def test_the_worked_examples(self, ratings, places, exact, booked):
        found = calculate(list(zip(ratings, places, strict=True)), PORTAL)
        assert tuple(line.delta for line in found) == booked
        for line, rating, place, text in zip(found, ratings, places, exact.split(), strict=True):
            digits = len(text.partition(".")[2])
            assert round(Decimal(line.exact), digits) == Decimal(text)
            assert (line.rating, line.place, line.new) == (rating, place, rating + line.delta)

    def test_exact_numbers_are_plain_decimals(self):
        found = calculate([(1500, 1), (1500, 2), (1500, 3), (1500, 4)], PORTAL)
        assert [line.exact for line in found] == [
            "16", "5.333333333333333", "-5.333333333333333", "-16",
        ]  # fmt: skip
        near = calculate([(1382, 1), (1636, 2), (1633, 3), (1502, 4)], PORTAL)[1]
        assert near.exact.startswith("0.00006877")
        assert calculate([(1501, 1), (1500, 2), (1500, 2), (1499, 4)], PORTAL)[1].exact == "0"
        assert calculate([(1500, 1), (1500, 1), (1500, 1), (1500, 1)], PORTAL)[0].exact == "0"

    @pytest.mark.parametrize(("ratings", "places", "exact", "booked"), WORKED)
    def test_upside_down_places_mean_the_same(self, ratings, places, exact, booked):  # noqa: ARG002
        seats = len(ratings)
        portal = [seats + 1 - place for place in places]
        found = calculate(list(zip(ratings, portal, strict=True)), PORTAL, portal_places=True)
        assert tuple(line.delta for line in found) == booked
        assert tuple(line.place for line in found) == places

    def test_a_shared_place_upside_down_may_be_written_both_ways(self):
        assert turned([4, 3, 3, 1]) == turned([4, 2, 2, 1]) == (1, 2, 2, 4)
        assert turned([4, 4, 2, 1]) == turned([3, 3, 2, 1]) == (1, 1, 3, 4)
        assert turned([1, 1, 1, 1]) == turned([4, 4, 4, 4]) == (1, 1, 1, 1)
        assert turned([4, 4, 3, 1]) is None
        assert turned([5, 3, 2, 1]) is None

    @pytest.mark.parametrize("places", [(1, 1, 2, 3), (2, 3, 4, 5), (1, 3, 3, 4), (0, 1, 2, 3)])
    def test_places_no_game_ends_at(self, places):
        with pytest.raises(Refused) as caught:
            calculate([(1500, place) for place in places], PORTAL)
        assert caught.value.code == "calc.places"

    @pytest.mark.parametrize("seats", [2, 5])
    def test_other_tables_cannot_be_meant(self, seats):
        with pytest.raises(UsageFault) as caught:
            calculate([(1500, place) for place in range(1, seats + 1)], PORTAL)
        assert caught.value.code == "game.seats"

    def test_another_policy(self):
        found = calculate([(1500, place) for place in (1, 2, 3, 4)], Policy("tame", k=16))
        assert [line.delta for line in found] == [8, 3, -3, -8]

    def test_it_imports_no_database(self):
        import subprocess
        import sys

        heavy = "sqlalchemy", "sqlmodel", "alembic", "pandas"
        code = (
            "import sys, hearts_admin.services.calculator, hearts_admin.services.drafting;"
            f"sys.exit(any(name in sys.modules for name in {heavy!r}))"
        )
        assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def booked(club, order, date, **how):
    """What recording an order does, found out by a dry run: name -> points of the game's row."""
    line = " ".join(f"{who}={place}" for who, place in order.items())
    done = club.record(line, by_place=True, date=date, dry_run=True, **how)
    return {
        who.player: row.after
        for who in done.movements
        for row in who.games
        if row.cause == "game" and row.result == done.result.id
    }


@pytest.fixture
def season(club):
    rng = Random(5)
    for number in range(25):
        four = rng.sample(["Anna", "Bram", "Cor", "Dina", "Eva", "Fenna"], 4)
        date = dt.date(2025, 10, 1) + dt.timedelta(days=5 * number)
        line = " ".join(f"{who}={place}" for place, who in enumerate(four, 1))
        club.record(line, by_place=True, date=date.isoformat())
    return club


class TestWhatIf:
    def test_all_orders_equal_what_is_booked_afterwards(self, season):
        adjust(season, "Anna", 150, date="2025-12-01")
        adjust(season, "Bram", 33, date="2026-03-14")  # sorts behind the day's results
        season.record("Anna=1 Bram=2 Cor=3 Eva=4", by_place=True, date="2026-03-14")
        free(season, "Anna", "2026-01-20", "2026-02-10")
        found = what_if(season.store, CLOCK, FOUR)
        assert str(found.date) == "2026-03-14"
        assert len(found.outcomes) == 24
        for outcome in found.outcomes:
            order = dict(zip(FOUR, outcome.places, strict=True))
            assert {line.player: line.delta for line in outcome.players} == booked(
                season, order, "2026-03-14"
            )
            assert outcome.order == tuple(sorted(FOUR, key=order.__getitem__))
        assert {outcome.places for outcome in found.outcomes} == set(permutations((1, 2, 3, 4)))

    def test_ties_on_demand(self, season):
        found = what_if(season.store, CLOCK, FOUR, ties=True, date=day("2026-04-20"))
        assert len(found.outcomes) == 75
        for outcome in found.outcomes[::7]:
            order = dict(zip(FOUR, outcome.places, strict=True))
            assert {line.player: line.delta for line in outcome.players} == booked(
                season, order, "2026-04-20", yes=True
            )

    def test_a_day_in_the_past(self, season):
        found = what_if(season.store, CLOCK, FOUR, date=day("2025-11-11"))
        for outcome in found.outcomes[::5]:
            order = dict(zip(FOUR, outcome.places, strict=True))
            assert {line.player: line.delta for line in outcome.players} == booked(
                season, order, "2025-11-11"
            )

    def test_the_decay_that_would_be_booked_first(self, club):
        club.import_players("name,rating\nAnna,1720\n")
        club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, date="2026-02-01")
        rating = club.ratings()["Anna"]
        anna, bram, eva = what_if(club.store, CLOCK, ("Anna", "Bram", "Eva", "Dina")).seats[:3]
        # 41 days, 27 past the grace.
        assert (anna.rating, anna.decay) == (rating - 27, 27)
        assert (bram.decay, eva.rating, eva.decay) == (
            0 if bram.rating < 1500 else bram.decay,
            1500,
            0,
        )
        policy(club, "decay=display")
        assert what_if(club.store, CLOCK, FOUR).seats[0].decay == 0

    def test_newcomers_start_at_their_opening(self, club):
        adjust(club, "Anna", opening=1620)
        seats = what_if(club.store, CLOCK, FOUR).seats
        assert [seat.rating for seat in seats] == [1620, 1500, 1500, 1500]

    def test_guests_do_not_count(self, club):
        club.become("guest", "Bram")
        found = what_if(club.store, CLOCK, FOUR)
        assert found.seats[1].rating is None
        assert {len(outcome.players) for outcome in found.outcomes} == {3}
        order = {"Anna": 1, "Bram": 2, "Cor": 3, "Dina": 4}
        assert {line.player: line.delta for line in found.outcomes[0].players} == booked(
            club, order, "2026-03-14"
        )
        policy(club, "guests=yes")
        assert what_if(club.store, CLOCK, FOUR).seats[1].rating == 1500

    def test_exact_and_booked(self, club):
        first = what_if(club.store, CLOCK, FOUR).outcomes[0]
        assert [(line.exact, line.delta, line.new) for line in first.players[:2]] == [
            ("16", 16, 1516),
            ("5.333333333333333", 5, 1505),
        ]

    def test_another_list(self, season):
        feed(season, new=("proef",), policy="portal")
        assert {seat.rating for seat in what_if(season.store, CLOCK, FOUR, pool="proef").seats} == {
            1500
        }

    def test_what_is_refused(self, club):
        for names, fault, code in (
            (FOUR[:3], UsageFault, "entry.seats"),
            ((*FOUR, "Eva"), UsageFault, "entry.seats"),
            (("Anna", "Bram", "Cor", "Anna"), UsageFault, "entry.twice"),
            (("Anna", "Bram", "Cor", "anna"), Refused, "entry.same_person"),
            (("Anna", "Bram", "Cor", "Zus"), Refused, "players.unknown"),
        ):
            with pytest.raises(fault) as caught:
                what_if(club.store, CLOCK, names)
            assert caught.value.code == code
        club.become("guest", "Anna", "Bram", "Cor")
        with pytest.raises(Refused) as caught:
            what_if(club.store, CLOCK, FOUR)
        assert caught.value.code == "whatif.nobody"

    def test_asking_changes_nothing(self, season):
        before = season.tables()
        what_if(season.store, CLOCK, FOUR)
        assert season.tables() == before


class TestProof:
    def test_the_second_computation_agrees(self, season):
        adjust(season, "Anna", 150, date="2025-12-01")
        adjust(season, "Eva", opening=1650)
        free(season, "Anna", "2026-01-20", "2026-02-10")
        free(season, None, "2025-12-20", "2026-01-04")
        for typed in (
            ("k=24",),
            ("rounding=pair",),
            ("activity=any", "grace_days=3"),
            ("min_rule=ends",),
        ):
            policy(season, *typed, base="club")
            exact = verify(season.store, exact=True)
            assert exact.difference is None
            assert exact.fingerprint == season.fingerprint()

    def test_it_finds_what_was_tampered_with(self, season):
        season.tamper("UPDATE ledger SET change = change + 1 WHERE kind = 2 AND player = 3")
        assert verify(season.store, exact=True).difference is not None

    def test_the_fingerprint_is_that_of_verify(self, season):
        found = fingerprint_of(season.store)
        assert found.fingerprint == season.fingerprint()
        assert len(found.fingerprint) == 64
        assert (found.pool, found.as_of) == ("main", None)

    def test_the_fingerprint_of_a_day_is_that_of_the_club_as_it_was(self, found):
        club = found("Anna", "Bram", "Cor", "Dina")
        club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, date="2026-01-05")
        then = club.fingerprint()
        adjust(club, "Anna", 3, date="2026-01-05")
        after = club.fingerprint()
        club.record("Anna=4 Bram=3 Cor=2 Dina=1", by_place=True, date="2026-01-06")
        assert fingerprint_of(club.store, day("2026-01-05")).fingerprint == after != then
        assert fingerprint_of(club.store, day("2026-01-06")).fingerprint == club.fingerprint()
        # Before everything: the policy alone.
        assert fingerprint_of(club.store, day("2020-01-01")).fingerprint == found().fingerprint()
