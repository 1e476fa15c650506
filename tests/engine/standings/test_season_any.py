"""Any season by any rules: as a second computation has it, and adding up for everybody."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from season_oracle import SeasonOracle
from standings_events import by_lot, shuffled

from engine.standings.credits import RULES, Credit
from engine.standings.games import Penalty
from engine.standings.scheme import Scheme
from engine.standings.season import Evening, SeasonRules
from engine.standings.season_criteria import SEASON_CRITERIA
from engine.standings.season_ranking import season_course, season_standings

CREDIT = st.sampled_from([Credit(rule) for rule in RULES if rule != "nothing"]) | st.builds(
    Credit, st.just("fixed"), st.sampled_from([Fraction(0), Fraction(5, 2), Fraction(40)])
)
LADDERS = {
    "places": [(4, 3, 2, 1), (3, 1, 0, 0), (1, 2, 3, 4), (5, 1, -1, -5)],
    "standing": [(10, 6, 3, 1), (5, 3, 0), (1, 2, 3, 5), (2, 0, -2)],
    "points": [(4, 3, 2, 1)],
}
SCHEMES = [
    Scheme(),
    Scheme("points", tie_breaks=("firsts",)),
    Scheme("performance", tie_breaks=("average_points",)),
    Scheme("places", ladder=(3, 1, 0, 0), best_of=2),
]


NO_TIE_BREAKS = st.just(())


@st.composite
def rules(draw, tie_breaks=NO_TIE_BREAKS):
    evening = draw(st.sampled_from(["places", "points", "standing"]))
    of_games = {}
    if evening != "standing":
        of_games = {
            "sit_out": draw(CREDIT),
            "sit_out_again": draw(st.none() | CREDIT),
            "missed": draw(st.none() | CREDIT),
            "substitute": draw(st.sampled_from(["nothing", "replaces_worst"])),
        }
    return SeasonRules(
        evening,
        ladder=tuple(map(Fraction, draw(st.sampled_from(LADDERS[evening])))),
        best=draw(st.none() | st.integers(1, 5)),
        of=draw(st.sampled_from([None, 5, 7])),
        minimum_attendance=draw(st.integers(0, 4)),
        absent_with_notice=draw(CREDIT),
        absent_without_notice=draw(st.none() | CREDIT),
        tie_breaks=draw(tie_breaks),
        **of_games,
    )


@st.composite
def seasons(draw):
    rng = Random(draw(st.integers(0, 2**40)))
    evenings = []
    for number in range(rng.randint(1, 5)):
        record = by_lot(rng, others=range(1, 60))
        notified = frozenset(rng.sample(range(1, 60), 20))
        evenings.append(Evening(f"{number + 1}", record, rng.choice(SCHEMES), notified))
    return tuple(evenings)


def members_of(evenings):
    return sorted({entrant.player for each in evenings for entrant in each.record.entrants})


def some_penalties(evenings, seed):
    rng, members = Random(seed), members_of(evenings)
    return tuple(
        Penalty(rng.choice(members), Fraction(rng.randint(-3, 9), 2), rng.choice((None, 1)))
        for _ in range(rng.randint(0, 2))
    )


@given(seasons(), rules(), st.integers(0, 999))
@settings(max_examples=40, deadline=None)
def test_a_second_computation_finds_the_same(evenings, how, seed):
    members, penalties = members_of(evenings), some_penalties(evenings, seed)
    oracle = SeasonOracle(how, evenings, members, penalties)
    found = season_standings(how, evenings, members, penalties)
    assert [(row.place, row.player, row.total) for row in found.rows] == oracle.table()
    for row in found.rows:
        assert row.attendance == oracle.attendance(row.player)
        assert [line.score for line in row.lines] == [
            oracle.scores[row.player, number] for number in range(len(evenings))
        ]


@given(seasons(), rules())
@settings(max_examples=25, deadline=None)
def test_the_places_after_every_evening_are_those_of_the_evenings_so_far(evenings, how):
    course = season_course(how, evenings)
    assert sorted(course) == members_of(evenings)
    listed = list(dict.fromkeys(
        entrant.player
        for each in evenings
        for entrant in sorted(each.record.entrants, key=lambda entrant: entrant.number)
    ))  # fmt: skip
    for number in range(1, len(evenings) + 1):
        so_far = evenings[:number]
        members = [player for player in listed if player in members_of(so_far)]
        table = SeasonOracle(how, so_far, members, ()).table()
        places = {player: place for place, player, _ in table}
        assert {player: own[number - 1] for player, own in course.items()} == {
            player: places.get(player) for player in listed
        }


@given(seasons(), rules(st.permutations(list(SEASON_CRITERIA)).map(lambda keys: tuple(keys[:3]))))
@settings(max_examples=25, deadline=None)
def test_the_places_after_every_evening_by_any_tie_breaks(evenings, how):
    """A season that grows says what one that is counted anew after every evening says."""
    course = season_course(how, evenings, seed=7)
    for number in range(1, len(evenings) + 1):
        anew = season_standings(how, evenings[:number], seed=7)
        places = {row.player: row.place for row in anew.rows}
        assert all(own[number - 1] == places.get(player) for player, own in course.items())


@given(seasons(), rules(), st.integers(0, 999))
@settings(max_examples=25, deadline=None)
def test_a_statement_adds_up(evenings, how, seed):
    found = season_standings(how, evenings, penalties=some_penalties(evenings, seed))
    sign = 1 if found.better == "low" else -1
    for row in found.rows:
        statement = found.statement(row.player)
        assert sum(line.amount for line in statement.lines) == statement.total == row.total
        assert [line.label for line in statement.lines][: len(evenings)] == list(found.evenings)
        for line in row.lines:
            if line.rounds and line.kind in ("played", "substitute"):
                counted = sum(one.score for one in line.rounds if one.counts)
                assert line.score == counted + sign * line.penalty


@given(seasons(), rules())
@settings(max_examples=25, deadline=None)
def test_no_other_choice_of_evenings_is_better(evenings, how):
    found = season_standings(how, evenings)
    choose = min if found.better == "low" else max
    for row in found.rows:
        scores = [line.score for line in row.lines]
        size = len(scores) if how.best is None else min(how.best, len(scores))
        assert row.total == choose(sum(each) for each in combinations(scores, size))
        assert sum(line.counts for line in row.lines) == size


@given(
    seasons(),
    rules(st.permutations(list(SEASON_CRITERIA)).map(lambda keys: tuple(keys[:3]))),
    st.integers(0, 999),
)
@settings(max_examples=25, deadline=None)
def test_the_order_in_which_things_are_told_changes_nothing(evenings, how, seed):
    rng = Random(seed)
    told = [replace(each, record=shuffled(each.record, rng)) for each in evenings]
    found = season_standings(how, evenings)
    assert season_standings(how, told) == found
    assert SeasonRules.from_mapping(how.as_mapping()).as_mapping() == how.as_mapping()
    placed = [row for row in found.rows if row.place is not None]
    assert list(found.rows[: len(placed)]) == placed
    for row, below in pairwise(placed):
        assert (row.place == below.place) == (row.why.criterion == "equal")
