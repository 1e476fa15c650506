"""Rating lists: as of any day, decay open and booked; verifying, recomputing, explaining."""

import datetime as dt
from decimal import Decimal

import pytest
from clubhouse import act

from hearts_admin.errors import Refused
from hearts_admin.services.ratings import explain_result, list_ratings, recompute, verify

DRAW = "Anna=1 Bram=1 Cor=1 Dina=1"


@pytest.fixture
def champions(empty):
    """Four of 1720 who share the first place on 10 January 2024, which moves nobody."""
    empty.import_players(
        "name,rating\n" + "".join(f"{w},1720\n" for w in ("Anna", "Bram", "Cor", "Dina"))
    )
    empty.record(DRAW, by_place=True, date="2024-01-10", label="1")
    return empty


def causes(club, name="Anna"):
    """(day, kind, change) of every row of a player, straight from the ledger."""
    kinds = ("start", "decay", "game", "adjustment")
    rows = club.sql(
        "SELECT order_key, ledger.kind, change FROM ledger JOIN player p ON p.id = player"
        " WHERE p.name = ? AND p.closed IS NULL ORDER BY order_key, ledger.kind",
        name,
    )
    return [(key[:10], kinds[kind], change) for key, kind, change in rows]


class TestDecay:
    """Every number is from RATINGS.md, "Inactivity decay": policy `club`, 14 days of grace."""

    @pytest.mark.parametrize(
        ("day", "rating"),
        [
            ("2024-01-10", 1720),
            ("2024-01-24", 1720),
            ("2024-01-25", 1719),
            ("2024-03-24", 1660),
            ("2025-02-13", 1500),
            ("2062-01-01", 1500),
        ],
    )
    def test_open_decay_at_an_as_of_date(self, champions, day, rating):
        found = list_ratings(champions.store, dt.date.fromisoformat(day))
        assert [(line.rating, line.decay) for line in found.lines] == [(rating, 1720 - rating)] * 4
        assert {line.last_played for line in found.lines} == {dt.date(2024, 1, 10)}

    def test_the_default_is_the_day_of_the_last_fact_never_today(self, champions):
        found = list_ratings(champions.store)
        assert found.as_of == dt.date(2024, 1, 10)
        assert (found.pool, found.policy) == ("main", "club")
        assert {line.decay for line in found.lines} == {0}

    def test_below_the_floor_nothing_happens(self, empty):
        empty.import_players("name,rating\n" + "".join(f"{who},1490\n" for who in "ABCD"))
        empty.record("A=1 B=1 C=1 D=1", by_place=True, date="2024-01-10")
        assert set(empty.ratings("2025-02-13").values()) == {1490}

    def test_a_game_books_it_and_a_late_one_splits_it(self, champions):
        # 74 days: -60; with a game on day 37: -23 and -23.
        champions.record(DRAW, by_place=True, date="2024-03-24", label="2")
        assert causes(champions) == [
            ("2024-01-10", "start", 1720),
            ("2024-01-10", "game", 0),
            ("2024-03-24", "decay", -60),
            ("2024-03-24", "game", 0),
        ]
        before = champions.fingerprint()
        champions.record(DRAW, by_place=True, date="2024-02-16", label="3")
        assert causes(champions)[2:] == [
            ("2024-02-16", "decay", -23),
            ("2024-02-16", "game", 0),
            ("2024-03-24", "decay", -23),
            ("2024-03-24", "game", 0),
        ]
        champions.undo()
        assert champions.fingerprint() == before

    def test_looking_often_changes_nothing(self, champions):
        # ADMIN.md, case 19: daily, monthly or never, the same number.
        before = champions.tables()
        for days in range(0, 400, 7):
            champions.ratings((dt.date(2024, 1, 10) + dt.timedelta(days=days)).isoformat())
        assert champions.tables() == before

    def test_who_plays_on_stays_who_stays_away_fades(self, champions):
        champions.add("Eva")
        champions.record("Eva=1 Bram=1 Cor=1 Dina=1", by_place=True, date="2024-03-24")
        found = {line.player: line for line in list_ratings(champions.store).lines}
        assert (found["Anna"].rating, found["Anna"].decay) == (1660, 60)
        assert found["Anna"].last_played == dt.date(2024, 1, 10)
        assert found["Bram"].decay == 0


class TestAsOf:
    @pytest.fixture
    def season(self, club):
        club.record("Anna=26 Bram=52 Cor=78 Dina=104", date="2026-01-10")
        club.record("Anna=52 Bram=26 Cor=78 Eva=104", date="2026-01-17")
        club.record("Anna=78 Bram=26 Cor=52 Dina=104", date="2026-01-17")
        return club

    def test_the_facts_up_to_and_including_the_day(self, season, found):
        early = found("Anna", "Bram", "Cor", "Dina", "Eva", "Fenna")
        early.record("Anna=26 Bram=52 Cor=78 Dina=104", date="2026-01-10")
        for day in ("2026-01-10", "2026-01-16"):
            assert (
                season.ratings(day)
                == early.ratings(day)
                == {
                    "Anna": 1516,
                    "Bram": 1505,
                    "Cor": 1495,
                    "Dina": 1484,
                }
            )
        assert "Eva" in season.ratings("2026-01-17")
        assert season.ratings("2026-01-17") == season.ratings()

    def test_games_are_counted_to_the_day(self, season):
        def games(day):
            lines = list_ratings(season.store, dt.date.fromisoformat(day)).lines
            return {line.player: line.games for line in lines}

        assert games("2026-01-16") == {"Anna": 1, "Bram": 1, "Cor": 1, "Dina": 1}
        assert games("2026-01-17") == {"Anna": 3, "Bram": 3, "Cor": 3, "Dina": 2, "Eva": 1}

    def test_before_the_first_game_nobody_stands(self, season):
        assert list_ratings(season.store, dt.date(2026, 1, 9)).lines == ()

    def test_the_last_day_there_is(self, season):
        # Those above 1500 have faded to it, the others stay (RATINGS.md, "the floor").
        now, at_last = season.ratings(), season.ratings("9999-12-31")
        assert at_last == {who: min(rating, 1500) for who, rating in now.items()}

    def test_an_empty_club(self, empty):
        found = list_ratings(empty.store)
        assert (found.lines, found.as_of) == ((), None)

    def test_equal_ratings_share_a_place_in_the_same_order_each_time(self, champions):
        champions.add("Eva", "Fenna", "Gijs")
        champions.record("Anna=1 Eva=2 Fenna=2 Gijs=4", by_place=True, date="2024-01-10")
        lines = list_ratings(champions.store).lines
        places = [(line.place, line.player) for line in lines]
        assert [place for place, _ in places] == [1, 2, 2, 2, 5, 5, 7]
        assert [who for _, who in places][1:4] == ["Bram", "Cor", "Dina"]
        assert list_ratings(champions.store).lines == lines


class TestVerify:
    @pytest.fixture
    def played(self, club):
        for day in ("2026-01-10", "2026-02-20", "2026-03-14"):
            club.record("Anna=26 Bram=52 Cor=78 Dina=104", date=day)
        return club

    def test_what_is_stored_is_what_is_folded(self, played):
        report = verify(played.store)
        assert (report.facts, report.rows, report.difference) == (3, 4 + 4 + 12, None)
        kinds = dict(played.sql("SELECT kind, count(*) FROM ledger GROUP BY kind"))
        assert kinds == {0: 4, 1: 4, 2: 12}  # Anna and Bram, above 1500, faded twice

    @pytest.mark.parametrize(
        ("damage", "which"),
        [
            ("UPDATE ledger SET change = 17 WHERE player = 1 AND kind = 2 AND fact = 1",
             ("game", 17, 16)),
            ("DELETE FROM ledger WHERE player = 1 AND kind = 0", ("start", None, 1500)),
            ("UPDATE ledger SET last_on = '2026-01-11' WHERE player = 2 AND fact = 1 AND kind = 2",
             ("game", 5, 5)),
            ("INSERT INTO ledger VALUES (1, 6, '2026-01-10 1 x', 3, 9, 0, 5, NULL)",
             ("adjustment", 5, None)),
        ],
    )  # fmt: skip
    def test_the_first_difference_is_shown_and_recompute_repairs_it(self, played, damage, which):
        fingerprint = played.fingerprint()
        ledger = played.tables()["ledger"]
        played.tamper(damage)
        report = verify(played.store)
        kind, stored, fresh = which
        sides = report.difference
        assert {side["kind"] for side in sides.values() if side} == {kind}
        assert (sides["stored"] and sides["stored"]["change"]) == stored
        assert (sides["fresh"] and sides["fresh"]["change"]) == fresh
        assert report.fingerprint == fingerprint  # of the facts, whatever is stored
        rehearsed = recompute(played.store, act(dry_run=True))
        assert verify(played.store).difference is not None
        done = recompute(played.store, act())
        assert done.written == rehearsed.written == 1
        assert played.tables()["ledger"] == ledger
        assert played.fingerprint() == fingerprint

    def test_recompute_of_a_ledger_that_is_right_writes_nothing(self, played):
        before = played.tables()
        assert recompute(played.store, act()).written == 0
        assert played.tables() == before

    def test_a_ledger_that_is_lost_is_made_again(self, played):
        before = played.tables()
        played.tamper("DELETE FROM ledger")
        played.tamper("DELETE FROM pool_state")
        assert recompute(played.store, act()).written == 20
        assert played.tables() == before

    @pytest.mark.parametrize("column", ["policy_version", "fold_version"])
    def test_a_ledger_of_another_fold_is_made_again_by_the_next_command(self, played, column):
        # DESIGN.md: another fold version means refold.
        played.tamper(f"UPDATE pool_state SET {column} = 0")
        played.tamper("UPDATE ledger SET change = change + 1 WHERE player = 1 AND fact = 1")
        played.record("Anna=26 Bram=52 Cor=78 Dina=104", label="z")
        played.fingerprint()

    def test_progress_is_told(self, played):
        told = []
        verify(played.store, lambda done, total: told.append((done, total)))
        assert told == [(3, 3)]


class TestExplain:
    @pytest.fixture
    def row_five(self, empty):
        """RATINGS.md, the fifth row of the table of worked examples."""
        empty.import_players("name,rating\nAnna,1452\nBram,1800\nCor,1100\nDina,1550\n")
        empty.record("Anna=26 Bram=52 Cor=78 Dina=104", rules="american")
        return empty

    def test_row_five_in_its_parts(self, row_five):
        game = explain_result(row_five.store, 1)
        assert (game.result, game.rules, game.policy.name) == (1, "american", "club")
        shown = {
            seat.player: (
                [part.shown for part in seat.explanation.parts],
                seat.explanation.rounding,
                seat.explanation.change,
            )
            for seat in game.seats
        }
        numbers = {
            "Anna": ("9.40 1.24 6.80", "-0.44", 17),
            "Bram": ("-9.40 0.19 2.04", "0.17", -7),
            "Cor": ("-1.24 -0.19 9.92", "-0.49", 8),
            "Dina": ("-6.80 -2.04 -9.92", "-0.24", -19),
        }
        assert shown == {
            who: ([Decimal(part) for part in parts.split()], Decimal(rounding), change)
            for who, (parts, rounding, change) in numbers.items()
        }
        assert [(s.seat, s.place, s.points) for s in game.seats] == [
            ("N", 1, 26),
            ("E", 2, 52),
            ("S", 3, 78),
            ("W", 4, 104),
        ]

    def test_the_ratings_are_those_before_the_game_after_decay(self, champions):
        champions.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, date="2024-03-24")
        game = explain_result(champions.store, 2)
        assert [seat.explanation.rating for seat in game.seats] == [1660] * 4
        assert [seat.explanation.change for seat in game.seats] == [16, 5, -5, -16]

    def test_a_guest_has_no_explanation(self, row_five):
        row_five.become("guest", "Dina")
        row_five.record("Dina=26 Bram=52 Cor=78 Anna=104", label="b")
        game = explain_result(row_five.store, 2)
        assert [seat.explanation is None for seat in game.seats] == [True, False, False, False]

    def test_unknown_and_unrated(self, row_five):
        with pytest.raises(Refused) as caught:
            explain_result(row_five.store, 9)
        assert caught.value.code == "result.unknown"
        row_five.become("computer", "Bram", "Cor", "Dina")
        row_five.record("Dina=26 Bram=52 Cor=78 Anna=104", label="b")
        with pytest.raises(Refused) as caught:
            explain_result(row_five.store, 2)
        assert caught.value.code == "result.not_rated"
