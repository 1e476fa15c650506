"""The leaderboard as reports get it: its parts agree with each other and with the rating list."""

import datetime as dt
from collections import Counter, defaultdict

import pytest
from chain_verifier import check
from clubhouse import CLOCK

from hearts_admin.errors import Refused
from hearts_admin.services.ratings import list_ratings
from hearts_admin.services.reporting import leaderboard


@pytest.fixture
def season(club):
    """A season with a pause, shared places, places only, a guest, and a remark."""
    club.import_players("name,rating\nAnna,1720\nBram,1490\n")
    club.record("Anna=26 Bram=52 Cor=78 Dina=104", date="2026-01-03", rules="american")
    club.record("Cor=1 Dina=2 Eva=2 Anna=4", date="2026-01-03", by_place=True)
    club.record(
        "Eva=9 Bram=5 Cor=3 Dina=1", date="2026-02-20", better="high", unchecked="hoog wint"
    )
    club.become("guest", "Fenna")
    club.record("Eva=26 Fenna=52 Cor=78 Dina=104", date="2026-03-13")
    club.record("Cor=26 Bram=52 Eva=78 Dina=104", date="2026-03-14", label="last")
    return club


def board(club, as_of=None):
    return leaderboard(club.store, CLOCK, dt.date.fromisoformat(as_of) if as_of else None)


def test_what_is_printed_on_the_report(season):
    made = board(season)
    assert (made.club, made.pool, made.as_of) == ("De Ruiten", "main", dt.date(2026, 3, 14))
    assert made.made_at == dt.datetime(2026, 3, 14, 21, 15)  # noqa: DTZ001 - the local wall time
    assert (made.policy.name, made.policy_version) == ("club", 1)
    assert made.fingerprint == season.fingerprint()
    assert made.chain_head == check(season.where)
    assert made.compared_with == dt.date(2026, 3, 13)


@pytest.mark.parametrize("as_of", [None, "2026-01-03", "2026-02-19", "2026-03-13", "2026-12-31"])
class TestAgreement:
    def test_the_standings_are_the_rating_list(self, season, as_of):
        made = board(season, as_of)
        lines = list_ratings(season.store, made.as_of).lines
        assert [
            (s.place, s.player.name, s.rating, s.games, s.last_played, s.decay)
            for s in made.standings
        ] == [
            (line.place, line.player, line.rating, line.games, line.last_played, line.decay)
            for line in lines
        ]

    def test_the_history_of_everybody_adds_up_to_the_standing(self, season, as_of):
        made = board(season, as_of)
        rating = {}
        for point in made.history:
            if point.cause == "start":
                assert point.player not in rating
                assert point.change is None
            else:
                assert rating[point.player] + point.change == point.rating
            rating[point.player] = point.rating
        assert {s.player: s.rating for s in made.standings} == rating

    def test_open_decay_is_one_point_more_and_the_last(self, season, as_of):
        made = board(season, as_of)
        last = {point.player: point for point in made.history}
        assert sum(point.cause == "open_decay" for point in made.history) == sum(
            standing.decay > 0 for standing in made.standings
        )
        for standing in made.standings:
            if standing.decay:
                point = last[standing.player]
                assert (point.cause, point.change, point.on) == (
                    "open_decay",
                    -standing.decay,
                    made.as_of,
                )

    def test_decay_goes_day_by_day_over_its_span(self, season, as_of):
        made = board(season, as_of)
        before = {}
        for point in made.history:
            if point.cause in {"decay", "open_decay"}:
                first, last = point.span
                assert (last - first).days + 1 == -point.change  # a point a day
                assert before[point.player] + dt.timedelta(days=15) == first  # grace: 14 days
                assert last <= point.on
            elif point.cause == "game":
                before[point.player] = point.on

    def test_finishes_are_those_of_the_results(self, season, as_of):
        made = board(season, as_of)
        counted = defaultdict(Counter)
        for result in made.results:
            for seat in result.seats:
                if seat.change is not None:
                    counted[seat.player][seat.place] += 1
        for standing in made.standings:
            places = counted[standing.player]
            assert standing.finishes == tuple(places[place] for place in (1, 2, 3, 4))
            assert standing.games == sum(standing.finishes)

    def test_changes_of_results_are_those_of_the_history(self, season, as_of):
        made = board(season, as_of)
        by_result = {
            (result.id, seat.player): seat.change
            for result in made.results
            for seat in result.seats
            if seat.change is not None
        }
        by_history = {
            (point.result, point.player): point.change
            for point in made.history
            if point.cause == "game"
        }
        assert by_result == by_history

    def test_only_facts_up_to_the_day(self, season, as_of):
        made = board(season, as_of)
        assert all(result.on <= made.as_of for result in made.results)
        assert all(point.on <= made.as_of for point in made.history)
        assert {result.id for result in made.results} == {
            result.id for result in season.results() if result.date <= made.as_of
        }

    def test_changes_since_the_last_day_are_those_of_two_lists(self, season, as_of):
        made = board(season, as_of)
        earlier = {}
        if made.compared_with is not None:
            earlier = {
                line.player: line for line in list_ratings(season.store, made.compared_with).lines
            }
        for standing in made.standings:
            before = earlier.get(standing.player.name)
            assert standing.previous_place == (before and before.place)
            assert standing.change == (None if before is None else standing.rating - before.rating)


def test_results_as_they_were_stored(season):
    first, second, third, fourth, _ = board(season).results
    assert (first.rules, first.label) == ("american", "1")
    assert [seat.points for seat in second.seats] == [None] * 4
    assert third.remark == "hoog wint"
    guest = fourth.seats[1]
    assert (guest.player.name, guest.points, guest.change) == ("Fenna", 52, None)
    assert "Fenna" not in {standing.player.name for standing in board(season).standings}


def test_the_worked_game_is_the_last_in_which_all_four_count(season):
    worked = board(season).worked
    assert (worked.result, worked.label) == (5, "last")
    assert [player.name for player in worked.players] == ["Cor", "Bram", "Eva", "Dina"]
    for explanation in worked.explanations:
        total = sum(part.shown for part in explanation.parts) + explanation.rounding
        assert total + explanation.minimum + explanation.maximum == explanation.change
    assert board(season, "2026-03-13").worked.result == 3  # the fourth has a guest


def test_without_a_game_there_is_nothing_to_report(club):
    for day in (None, "2026-03-14"):
        with pytest.raises(Refused) as caught:
            board(club, day)
        assert caught.value.code == "report.nothing"
    club.record(date="2026-03-10")
    with pytest.raises(Refused):
        board(club, "2026-03-09")


def test_one_day_is_compared_with_nothing(club):
    club.record(date="2026-03-10")
    made = board(club)
    assert made.compared_with is None
    assert {(s.change, s.previous_place) for s in made.standings} == {(None, None)}
