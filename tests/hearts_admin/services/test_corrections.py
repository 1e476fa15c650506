"""Putting results right: what changes, what stays, who moves, and that nothing is ever lost."""

import datetime as dt
import random
from collections import Counter

import pytest
import rating_oracle
from clubhouse import TABLE, codes
from records import correct, describe, merge, moved, restore, seats, through, unmerge, void

from engine.rating.policy import POLICIES
from hearts_admin.errors import NeedsYes, Refused, UsageFault
from hearts_admin.services.results import show_result
from hearts_admin.services.versions import list_versions

LEDGER = "SELECT player, order_key, kind, fact, before, change, last_on FROM ledger"


@pytest.fixture
def played(club):
    """One game at 1500 each: 16 5 -5 -16 (RATINGS.md, first row of the table)."""
    club.record(rules="american", date="2026-03-07")
    return club


def only(club):
    (result,) = club.results()
    return result


class TestWhatIsCorrected:
    def test_two_of_four(self, played):
        done = correct(played, 1, "Anna=52 Bram=26")
        assert seats(done.before) == ("Anna=26", "Bram=52", "Cor=78", "Dina=104")
        assert seats(done.after) == ("Anna=52", "Bram=26", "Cor=78", "Dina=104")
        assert [seat.place for seat in done.after.seats] == [2, 1, 3, 4]
        assert moved(done) == {"Anna": (1516, 1505), "Bram": (1505, 1516)}
        assert through(done, "Anna") == [("game", 1, 16, 5)]
        assert done.unmoved == ("Cor", "Dina")
        assert [remark.code for remark in done.remarks] == ["result.checked"]
        assert played.ratings() == {"Bram": 1516, "Anna": 1505, "Cor": 1495, "Dina": 1484}

    def test_one_of_four_without_a_rule_set(self, played):
        done = correct(played, 1, "Dina=4", rules="none")
        assert seats(done.after)[3] == "Dina=4"
        assert [seat.place for seat in done.after.seats] == [2, 3, 4, 1]
        assert done.after.rules is None
        assert [remark.code for remark in done.remarks] == ["result.unchecked"]

    def test_somebody_else_sat_there(self, played):
        done = correct(played, 1, "Anna=26 Bram=52 Cor=78 Eva=104")
        assert moved(done) == {"Eva": (None, 1484), "Dina": (1484, None)}
        assert done.unmoved == ("Anna", "Bram", "Cor")
        assert played.ratings() == {"Anna": 1516, "Bram": 1505, "Cor": 1495, "Eva": 1484}

    def test_somebody_new_sat_there(self, played):
        done = correct(played, 1, "Anna=26 Bram=52 Cor=78 Dinah=104", add_players=True)
        assert done.added == ("Dinah",)
        with pytest.raises(Refused) as caught:
            correct(played, 1, "Anna=26 Bram=52 Cor=78 Zoë=103", add_players=True)
        assert caught.value.code == "entry.impossible"
        assert played.sql("SELECT count(*) FROM player WHERE name = 'Zoë'") == [(0,)]

    def test_the_same_four_keep_their_seats_in_whatever_order_they_are_named(self, played):
        assert correct(played, 1, "Dina=104 Cor=78 Bram=52 Anna=26").identical
        done = correct(played, 1, "Dina=78 Cor=104 Bram=52 Anna=26")
        assert seats(done.after) == ("Anna=26", "Bram=52", "Cor=104", "Dina=78")

    def test_places(self, club):
        club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True)
        done = correct(club, 1, "Bram=3 Cor=2", by_place=True)
        assert seats(done.after) == ("Anna=1.", "Bram=3.", "Cor=2.", "Dina=4.")
        assert moved(done) == {"Bram": (1505, 1495), "Cor": (1495, 1505)}
        with pytest.raises(Refused) as caught:
            correct(club, 1, "Bram=1", by_place=True)
        assert caught.value.code == "entry.impossible"
        assert codes(caught.value) == ["entry.places"]

    def test_points_where_only_places_were_known_need_all_four(self, club):
        club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True)
        with pytest.raises(Refused) as caught:
            correct(club, 1, "Anna=26")
        assert caught.value.code == "entry.all_four"
        done = correct(club, 1, TABLE)
        assert seats(done.after) == ("Anna=26", "Bram=52", "Cor=78", "Dina=104")
        assert done.movements == ()
        back = correct(club, 1, "Anna=1 Bram=2 Cor=3 Dina=4", by_place=True)
        assert seats(back.after) == ("Anna=1.", "Bram=2.", "Cor=3.", "Dina=4.")

    def test_date_event_round_table_label(self, played):
        correct(played, 1, date="2026-02-28", event="Winteravond", round="2", table="3", label="b")
        detail = show_result(played.store, 1)
        assert (detail.event, detail.round, detail.table) == ("Winteravond", "2", "3")
        assert (detail.result.date, detail.result.label) == (dt.date(2026, 2, 28), "b")
        correct(played, 1, event="", round="", table="")
        detail = show_result(played.store, 1)
        assert (detail.event, detail.round, detail.table) == (None, None, None)
        assert (detail.result.date, detail.result.label) == (dt.date(2026, 2, 28), "b")

    def test_many_points_were_good(self, played):
        done = correct(played, 1, better="high")
        assert [seat.place for seat in done.after.seats] == [4, 3, 2, 1]
        assert done.after.rules is None
        assert played.ratings() == {"Dina": 1516, "Cor": 1505, "Bram": 1495, "Anna": 1484}

    def test_other_rules_and_another_target(self, played):
        with pytest.raises(Refused) as caught:
            correct(played, 1, target=200)
        assert codes(caught.value) == ["totals.none_at_target"]
        correct(played, 1, rules="none")
        with pytest.raises(Refused) as caught:
            correct(played, 1, "Anna=27", rules="american")
        assert codes(caught.value) == ["totals.sum"]
        assert correct(played, 1, "Anna=27", rules="american", unchecked="one short").remarks == ()
        assert show_result(played.store, 1).unchecked_reason == "one short"
        # The reason goes on holding: nothing is judged anew that is not corrected.
        correct(played, 1, label="b")
        assert show_result(played.store, 1).unchecked_reason == "one short"

    def test_a_late_game_stays_a_late_game(self, club):
        club.record(date="2026-03-08", time="00:30")
        assert only(club).date == dt.date(2026, 3, 7)
        correct(club, 1, date="2026-02-21")  # the evening is what people see and name
        detail = show_result(club.store, 1)
        assert (detail.result.date, detail.time) == (dt.date(2026, 2, 21), "00:30")
        assert club.sql("SELECT played_at FROM result WHERE closed IS NULL") == [
            ("2026-02-22T00:30:00+01:00",)
        ]
        correct(club, 1, time="23:50")  # of the same evening
        assert club.sql("SELECT played_on, played_at FROM result WHERE closed IS NULL") == [
            ("2026-02-21", "2026-02-21T23:50:00+01:00")
        ]
        correct(club, 1, date="2026-02-21", time="00:10")  # as recording takes them
        assert club.sql("SELECT played_on, played_at FROM result WHERE closed IS NULL") == [
            ("2026-02-20", "2026-02-21T00:10:00+01:00")
        ]

    def test_a_guest_of_that_day_stays_one(self, club):
        describe(club, "Dina", kind="guest")
        club.record()
        describe(club, "Dina", kind="member")
        before = club.ratings()
        assert "Dina" not in before
        correct(club, 1, "Cor=79")
        assert club.ratings() == before
        assert club.sql(
            'SELECT s.guest FROM seat s JOIN result r ON r."row" = s.result_row'
            " WHERE r.closed IS NULL ORDER BY s.seat"
        ) == [(0,), (0,), (0,), (1,)]

    def test_the_log_stays_beside_it(self, club):
        club.record(log=b"% hjl 1\n")
        correct(club, 1, "Anna=27")
        assert show_result(club.store, 1).log


class TestWhatStays:
    def test_identical_content_changes_nothing_and_says_so(self, played):
        before = played.tables()
        for done in (
            correct(played, 1),
            correct(played, 1, TABLE),
            correct(played, 1, "Anna=26", date="2026-03-07", label="1", rules="american"),
        ):
            assert done.identical
            assert done.change is None
            assert done.movements == ()
            assert done.before == done.after
        assert played.tables() == before

    def test_a_dry_run_shows_the_same_and_keeps_nothing(self, played):
        before = played.tables()
        preview = correct(played, 1, "Anna=52 Bram=26", dry_run=True)
        assert preview.change is None
        assert not preview.identical
        assert played.tables() == before
        done = correct(played, 1, "Anna=52 Bram=26")
        assert (done.before, done.after) == (preview.before, preview.after)
        assert (done.movements, done.unmoved) == (preview.movements, preview.unmoved)

    @pytest.mark.parametrize("reason", ["", "  ", "\u00a0"])
    @pytest.mark.parametrize("command", [correct, void, restore])
    def test_nothing_without_a_reason(self, played, command, reason):
        before = played.tables()
        with pytest.raises(UsageFault) as caught:
            command(played, 1, reason=reason)
        assert caught.value.code == "change.no_reason"
        assert played.tables() == before

    @pytest.mark.parametrize(
        ("words", "code"),
        [
            ("Eva=26", "entry.not_seated"),
            ("Anna=26 Anna=27", "entry.twice"),
            ("Anna=26 ANNA=27", "entry.same_person"),
            ("Anna=26 Bram=52 Cor=78 anna=104", "entry.same_person"),
            ("Anna=26 Bram=52 Cor=78 Dina=104 Eva=0", "entry.seats"),
            ("Zoë=26", "players.unknown"),
            ("Anna=27", "entry.impossible"),
        ],
    )
    def test_refused(self, played, words, code):
        before = played.tables()
        with pytest.raises((Refused, UsageFault)) as caught:
            correct(played, 1, words)
        assert caught.value.code == code
        assert played.tables() == before

    def test_what_is_impossible_names_the_player(self, played):
        with pytest.raises(Refused) as caught:
            correct(played, 1, "Anna=0 Bram=0 Cor=0 Dina=260")
        (problem,) = caught.value.problems
        assert problem.code == "totals.past_target"
        assert problem.fields["seat"] == "Dina"

    def test_a_day_to_come_needs_yes(self, played):
        with pytest.raises(NeedsYes) as caught:
            correct(played, 1, date="2062-03-07")
        assert caught.value.code == "date.future"
        correct(played, 1, date="2062-03-07", yes=True)
        assert only(played).date == dt.date(2062, 3, 7)

    def test_it_may_not_become_a_copy_of_another(self, played):
        played.record(date="2026-03-14", rules="american", label="1")
        with pytest.raises(Refused) as caught:
            correct(played, 1, date="2026-03-14")
        assert (caught.value.code, caught.value.fields["id"]) == ("result.duplicate", 2)
        correct(played, 1, date="2026-03-14", label="0")

    def test_unknown_numbers(self, played):
        for attempt in (correct, void, restore):
            with pytest.raises(Refused) as caught:
                attempt(played, 7)
            assert caught.value.code == "result.unknown"
        with pytest.raises(Refused) as caught:
            list_versions(played.store, 7)
        assert caught.value.code == "result.unknown"


class TestVoidAndRestore:
    def test_there_and_back(self, played):
        before = played.fingerprint()
        done = void(played, 1)
        assert done.after.state == "void"
        assert moved(done) == {
            "Anna": (1516, None), "Bram": (1505, None), "Cor": (1495, None), "Dina": (1484, None)
        }  # fmt: skip
        assert done.unmoved == ()
        assert played.results() == ()
        assert played.fingerprint() != before
        back = restore(played, 1)
        assert moved(back)["Anna"] == (None, 1516)
        assert played.fingerprint() == before

    def test_voided_twice(self, played):
        void(played, 1)
        assert void(played, 1).identical

    def test_a_void_result_is_restored_before_it_is_corrected(self, played):
        void(played, 1)
        with pytest.raises(Refused) as caught:
            correct(played, 1, "Anna=32")
        assert caught.value.code == "result.void"
        assert caught.value.hint == 'hearts-admin result restore 1 --reason "..."'

    def test_versions(self, played):
        correct(played, 1, "Anna=52 Bram=26", reason="swapped")
        void(played, 1, reason="not played at all")
        restore(played, 1, reason="it was")
        found = list_versions(played.store, 1)
        assert [version.number for version in found] == [1, 2, 3, 4]
        assert [version.result.state for version in found] == ["ok", "ok", "void", "ok"]
        assert [version.opened.reason for version in found] == [
            "", "swapped", "not played at all", "it was"
        ]  # fmt: skip
        assert [version.closed and version.closed.reason for version in found] == [
            "swapped", "not played at all", "it was", None
        ]  # fmt: skip
        assert seats(found[0].result)[:2] == ("Anna=26", "Bram=52")
        for later in found[1:]:
            assert seats(later.result)[:2] == ("Anna=52", "Bram=26")

    def test_restoring_without_a_number_goes_back_one_that_counts(self, played):
        with pytest.raises(Refused) as caught:
            restore(played, 1)
        assert (caught.value.code, caught.value.fields["version"]) == ("result.no_version", None)
        correct(played, 1, "Anna=52 Bram=26")
        assert seats(restore(played, 1).after)[:2] == ("Anna=26", "Bram=52")

    def test_restoring_by_number(self, played):
        first = played.fingerprint()
        correct(played, 1, "Anna=52 Bram=26")
        second = played.fingerprint()
        void(played, 1)
        restore(played, 1, 1)
        assert played.fingerprint() == first
        restore(played, 1, 2)
        assert played.fingerprint() == second
        assert restore(played, 1, 2).identical
        assert restore(played, 1, 3).after.state == "void"
        for number in (0, -1, 7, 99):
            with pytest.raises(Refused) as caught:
                restore(played, 1, number)
            assert caught.value.fields == {"id": 1, "version": number, "versions": 6}

    def test_a_version_whose_place_is_taken(self, played):
        correct(played, 1, date="2026-03-14")
        played.record(date="2026-03-07", rules="american", label="1")
        with pytest.raises(Refused) as caught:
            restore(played, 1, 1)
        assert (caught.value.code, caught.value.fields["id"]) == ("result.duplicate", 2)
        void(played, 2)
        restore(played, 1, 1)

    def test_a_version_with_somebody_who_is_gone(self, played):
        played.add("Gijs")
        correct(played, 1, "Anna=26 Bram=52 Cor=78 Gijs=104")
        restore(played, 1, 1)
        added = played.sql("SELECT opened FROM player WHERE name = 'Gijs'")[0][0]
        played.undo(added)
        with pytest.raises(Refused) as caught:
            restore(played, 1, 2)
        assert (caught.value.code, caught.value.fields["name"]) == ("result.gone", "Gijs")
        assert [seats(version.result)[3] for version in list_versions(played.store, 1)] == [
            "Dina=104", "Gijs=104", "Dina=104"
        ]  # fmt: skip

    def test_a_version_in_which_two_sat_who_are_one_since(self, played):
        correct(played, 1, "Anna=26 Bram=52 Cor=78 Eva=104")
        merge(played, "Anna", "Dina")
        with pytest.raises(Refused) as caught:
            restore(played, 1, 1)
        assert caught.value.code == "entry.same_person"
        assert caught.value.fields == {"first": "Anna", "second": "Dina"}
        unmerge(played, "Dina")
        restore(played, 1, 1)


class TestMerged:
    def test_who_was_entered_under_another_name_stays_so(self, club):
        club.add("Ana")
        club.record("Ana=26 Bram=52 Cor=78 Dina=104", date="2026-03-07")
        alone = club.fingerprint()
        merge(club, "Anna", "Ana")
        done = correct(club, 1, "Anna=30")
        assert seats(done.after) == ("Anna=30", "Bram=52", "Cor=78", "Dina=104")
        assert correct(club, 1, "ana=26").change is not None
        unmerge(club, "Ana")
        assert seats(only(club))[0] == "Ana=26"
        assert club.fingerprint() == alone

    def test_both_names_of_one_person(self, club):
        club.add("Ana")
        club.record()
        merge(club, "Anna", "Ana")
        with pytest.raises(Refused) as caught:
            correct(club, 1, "Anna=26 Ana=52 Cor=78 Dina=104")
        assert caught.value.code == "entry.same_person"


def games(number, people, rng, first=dt.date(2025, 9, 6)):
    """A season: (label, day, the table as `clubhouse.entry` reads it)."""
    made = []
    for game in range(number):
        points = [rng.randint(0, 60) for _ in range(4)]
        table = " ".join(
            f"{who}={own}" for who, own in zip(rng.sample(people, 4), points, strict=True)
        )
        made.append((str(game), str(first + dt.timedelta(days=game // 5)), table))
    return made


def csv_of(played):
    lines = [
        f"{day},{label},{word.replace('=', ',')}"
        for label, day, table in played
        for word in table.split()
    ]
    return "date,game,player,points\n" + "\n".join(lines)


def test_the_seventh_of_three_hundred_equals_a_fresh_club_that_was_told_right(found):
    """ADMIN.md, case 8."""
    people = [f"P{number}" for number in range(24)]
    season = games(300, people, random.Random(8))
    club = found(*people)
    club.import_results(csv_of(season))
    before = {row[:3]: row for row in club.sql(LEDGER)}
    label, day, table = season[6]
    number = next(result.id for result in club.results() if result.label == label)
    done = correct(club, number, "{}=61 {}=0".format(*(w.split("=")[0] for w in table.split()[:2])))

    right = list(season)
    right[6] = (label, day, " ".join(seats(done.after)))
    told = found(*people)
    told.import_results(csv_of(right))
    assert club.fingerprint() == told.fingerprint()

    after = {row[:3]: row for row in club.sql(LEDGER)}
    names = dict(club.sql("SELECT id, name FROM player"))
    touched = {
        names[key[0]]
        for key in before.keys() | after.keys()
        if before.get(key, (0,) * 7)[5] != after.get(key, (0,) * 7)[5]
    }
    assert {who.player for who in done.movements} == touched
    assert set(done.unmoved) == set(people) - touched
    assert len(done.unmoved) > 0


def oracle(club):
    """Player -> (rating, {(cause, fact): points}), folded naively from the raw tables."""
    facts = {}
    for key, fact, day, player, place in club.sql(
        "SELECT r.order_key, r.id, r.played_on, s.player, s.place FROM result r"
        " JOIN seat s ON s.result_row = r.\"row\" WHERE r.closed IS NULL AND r.state = 'ok'"
        " ORDER BY r.order_key, s.seat"
    ):
        players, places = facts.setdefault(
            (key, fact, dt.date.fromisoformat(day).toordinal(), rating_oracle.GAME), ([], [])
        )
        players.append(player)
        places.append(place)
    switches = POLICIES["club"].switches()
    rows, accounts = rating_oracle.fold(
        [(*head, tuple(who), tuple(places)) for head, (who, places) in facts.items()],
        switches,
        {},
        [],
    )
    words = {rating_oracle.DECAY: "decay", rating_oracle.GAME: "game"}
    booked = {}
    for player, _, kind, fact, _, change, _ in rows:
        if kind in words:
            booked.setdefault(player, {})[words[kind], fact] = change
    return {player: (account.rating, booked[player]) for player, account in accounts.items()}


def test_the_preview_is_the_difference_of_two_fresh_folds(found):
    """On 200 random corrections, against a computation that shares nothing with ours."""
    rng = random.Random(3)
    people = [f"P{number}" for number in range(9)]
    club = found(*people)
    club.import_results(csv_of(games(16, people, rng, dt.date(2025, 12, 1))))
    names = dict(club.sql("SELECT id, name FROM player"))
    numbers = [result.id for result in club.results()]
    before = oracle(club)
    stored = 0
    for _ in range(200):
        number = rng.choice(numbers)
        table = zip(rng.sample(people, 4), rng.choices(range(40), k=4), strict=True)
        correction = rng.choice(
            [
                {"date": str(dt.date(2025, 12, 1) + dt.timedelta(days=rng.randrange(60)))},
                {"seats": " ".join(f"{who}={own}" for who, own in table)},
            ]
        )
        preview = correct(club, number, dry_run=True, **correction)
        done = correct(club, number, **correction)
        assert (done.movements, done.unmoved) == (preview.movements, preview.unmoved)
        stored += done.change is not None
        after = oracle(club)
        expected = {}
        for player in before.keys() | after.keys():
            old, olds = before.get(player, (None, {}))
            new, news = after.get(player, (None, {}))
            rows = Counter(
                (cause, fact if cause == "game" else None, olds.get(row), news.get(row))
                for row in olds.keys() | news.keys()
                if olds.get(row) != news.get(row)
                for cause, fact in [row]
            )
            if rows or old != new:
                expected[names[player]] = (old, new, rows)
        assert {
            who.player: (who.before, who.after, _rows(who)) for who in done.movements
        } == expected
        assert set(done.unmoved) == {names[player] for player in after} - expected.keys()
        before = after
    assert stored > 150


def _rows(movement):
    return Counter((row.cause, row.result, row.before, row.after) for row in movement.games)
