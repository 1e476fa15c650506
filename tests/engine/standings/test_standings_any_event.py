"""Any event by any scheme: as a second computation has it, and whatever must always be so."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from standings_events import events, shuffled
from standings_oracle import Oracle

from engine.standings.contest import Contest
from engine.standings.credits import CREDITS, Credit
from engine.standings.criteria import CRITERIA
from engine.standings.games import Games
from engine.standings.ranking import places, rank
from engine.standings.scheme import Cut, Scheme
from engine.standings.scoring import place_points

RULES = [Credit(rule) for rule in CREDITS if rule not in ("fixed", "nothing")]
CREDIT = st.sampled_from([*RULES, Credit("fixed", Fraction(5, 2)), Credit("fixed", Fraction(0))])
LADDERS = [(4, 3, 2, 1), (3, 1, 0, 0), (1, 2, 3, 4), (5, 1, -1, -5), (Fraction(5, 2), 1, 1, 0)]


@st.composite
def schemes(draw):
    keys = draw(st.permutations(list(CRITERIA)))
    scoring = draw(st.sampled_from(["places", "points", "performance"]))
    ladder = tuple(map(Fraction, draw(st.sampled_from(LADDERS))))
    three = ladder[0], ladder[1], ladder[3]
    return Scheme(
        scoring,
        ladder=ladder,
        ladder_three=three if draw(st.booleans()) else None,
        best_of=None if scoring == "performance" else draw(st.sampled_from([None, 1, 2, 4])),
        sit_out=draw(CREDIT),
        sit_out_again=draw(st.none() | CREDIT),
        missed=draw(st.none() | CREDIT),
        tie_breaks=tuple(keys[: draw(st.integers(0, 4))]),
    )


@given(events, schemes())
@settings(max_examples=80, deadline=None)
def test_a_second_computation_finds_the_same(record, scheme):
    found = rank(record, scheme)
    rows, why = Oracle(record, scheme).table()
    assert [(row.place, row.player, row.score) for row in found.rows] == rows
    assert [row.why and row.why.criterion for row in found.rows] == why


@given(events, schemes())
@settings(max_examples=30, deadline=None)
def test_the_places_after_every_round_out_of_games_sorted_once(record, scheme):
    games = Games(record)
    final = replace(scheme, tie_breaks=("lot",), cut=Cut(after_round=1, size=2))
    for number in range(1, record.rounds + 1):
        so_far = record.until(number)
        rows, _ = Oracle(so_far, scheme).table()
        assert places(so_far, scheme, games) == {player: place for place, player, _ in rows}
        shown = rank(so_far, final)
        assert places(so_far, final, games) == {row.player: row.place for row in shown.rows}


@given(events, schemes(), st.integers(0, 999))
@settings(max_examples=30, deadline=None)
def test_the_order_in_which_things_are_told_changes_nothing(record, scheme, seed):
    assert rank(shuffled(record, Random(seed)), scheme) == rank(record, scheme)


@given(events, schemes())
@settings(max_examples=30, deadline=None)
def test_what_every_table_of_standings_is(record, scheme):
    found = rank(record, scheme)
    places = [row.place for row in found.rows]
    assert sorted(row.player for row in found.rows) == sorted(e.player for e in record.entrants)
    # Shared places are those of equal rows, and the next place is skipped.
    assert places == [1 + places.index(place) for place in places]
    for row, below in zip(found.rows, found.rows[1:], strict=False):
        assert (row.place == below.place) == (row.why.criterion == "equal")
        if row.why.criterion != "equal":
            assert row.why.own != row.why.other
        else:
            assert (row.score, row.values) == (below.score, below.values)
            assert row.number < below.number
    for row in found.rows:
        assert len(row.values) == len(scheme.tie_breaks)
        assert len(row.rounds) == record.rounds == row.games + row.sit_outs + row.missed
        if scheme.scoring != "performance":
            sign = 1 if found.better == "low" else -1
            counted = sum(one.score for one in row.rounds if one.counts)
            assert row.score == counted + sign * row.penalty


@given(events, st.sampled_from(["places", "points"]), st.integers(1, 5))
@settings(max_examples=30, deadline=None)
def test_no_other_choice_of_rounds_is_better_than_the_best(record, scoring, best):
    scheme = Scheme(scoring, best_of=best, tie_breaks=())
    contest = Contest(record, scheme)
    choose = min if contest.better == "low" else max
    for tally in contest.tallies.values():
        scores = [one.score for one in tally.rounds]
        size = min(best, len(scores))
        assert sum(one.counts for one in tally.rounds) == size
        assert tally.total == choose(sum(chosen) for chosen in combinations(scores, size))


@given(events)
@settings(max_examples=30, deadline=None)
def test_a_round_adds_up_to_its_ladders(record):
    contest = Contest(record, Scheme())
    for number, tables in Games(record).tables.items():
        paid = sum(10 if len(lines) == 4 else 9 for lines in tables.values())
        assert sum(contest.scores[number].values()) == paid


@given(
    st.lists(st.integers(-9, 9), min_size=4, max_size=4).map(sorted),
    st.lists(st.integers(1, 4), min_size=3, max_size=4),
    st.randoms(use_true_random=False),
)
@settings(max_examples=40, deadline=None)
def test_shared_places_share_out_what_they_are_worth(ladder, points, rng):
    places = [1 + sum(other < own for other in points) for own in points]
    worth = place_points(tuple(map(Fraction, ladder)), tuple(places))
    assert sum(worth) == sum(ladder[: len(points)])
    assert all(
        (worth[i] == worth[j]) or places[i] != places[j]
        for i, j in combinations(range(len(places)), 2)
    )
    order = rng.sample(range(len(places)), len(places))
    moved = place_points(tuple(map(Fraction, ladder)), tuple(places[at] for at in order))
    assert moved == tuple(worth[at] for at in order)


@given(events, schemes())
@settings(max_examples=30, deadline=None)
def test_settings_survive_json(record, scheme):
    again = Scheme.from_mapping(scheme.as_mapping())
    assert again.as_mapping() == scheme.as_mapping()
    assert rank(record, again) == rank(record, scheme)
