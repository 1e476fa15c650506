"""One round by standings or by rating, beside every division there is."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.seating.planning import draw
from engine.seating.problem import Request, Round


def divisions(players):
    """Every way to divide players over tables of four: 35 for eight, 5,775 for twelve."""
    if not players:
        yield []
        return
    first, *rest = players
    for mates in combinations(rest, 3):
        left = [player for player in rest if player not in mates]
        for others in divisions(left):
            yield [(first, *mates), *others]


def pairs(division):
    return [pair for table in division for pair in combinations(sorted(table), 2)]


def history(rng, players, rounds):
    played = []
    for _ in range(rounds):
        order = rng.sample(range(1, players + 1), players)
        played.append(Round.of([order[at : at + 4] for at in range(0, players, 4)]))
    return tuple(played)


def met(played):
    counts = {}
    for one in played:
        for pair in pairs(one.tables):
            counts[pair] = counts.get(pair, 0) + 1
    return counts


def repeats(division, counts):
    return sum(counts.get(pair, 0) for pair in pairs(division))


def spread(division, values):
    return sum((values[one] - values[other]) ** 2 for one, other in pairs(division))


def imbalance(division, values):
    """How far the tables' sums are from their average, in quarters of its square."""
    total = sum(values.values())
    return sum(
        (len(division) * sum(values[player] for player in table) - total) ** 2 for table in division
    )


def ranked(rng, players, most):
    values = {player: rng.randrange(most) for player in range(1, players + 1)}
    return tuple(sorted(values.items(), key=lambda item: (-item[1], item[0])))


def mean_places(ranking):
    """Twice the mean place of all with as many points."""
    points = [value for _, value in ranking]
    return {
        player: points.index(value) + len(points) - 1 - points[::-1].index(value)
        for player, value in ranking
    }


def drawn(method, ranking, played, **options):
    players = sorted(player for player, _ in ranking)
    request = Request(
        present=(tuple(players),),
        method=method,
        ranked=ranking,
        played=played,
        seed=1,
        **{"steps": 100_000, **options},
    )
    (one,) = draw(request).rounds
    assert sorted((*one.players(), *one.sitting_out)) == players
    return list(one.tables)


@pytest.mark.parametrize(("players", "examples"), [(8, 40), (12, 8)])
def test_standings_as_good_as_the_best_division(players, examples):
    for seed in range(examples):
        rng = Random(seed)
        ranking, played = ranked(rng, players, 9), history(rng, players, rng.randrange(5))
        counts, places = met(played), mean_places(ranking)
        best = min(
            (repeats(division, counts), spread(division, places))
            for division in divisions(list(places))
        )
        tables = drawn("standings", ranking, played)
        assert (repeats(tables, counts), spread(tables, places)) == best


@given(st.integers(0, 10**6), st.sampled_from([1, 50]))
@settings(max_examples=30, deadline=None)
def test_similar_as_good_as_the_best_division(seed, step):
    rng = Random(seed)
    ranking, played = ranked(rng, 8, 200), history(rng, 8, rng.randrange(5))
    counts = met(played)
    classes = {player: value // step for player, value in ranking}
    best = min(
        (spread(division, classes), repeats(division, counts)) for division in divisions([*classes])
    )
    tables = drawn("similar", ranking, played, rating_step=step)
    assert (spread(tables, classes), repeats(tables, counts)) == best


@given(st.integers(0, 10**6))
@settings(max_examples=30, deadline=None)
def test_balanced_as_good_as_the_best_division(seed):
    rng = Random(seed)
    ranking, played = ranked(rng, 8, 2000), history(rng, 8, rng.randrange(4))
    counts, ratings = met(played), dict(ranking)
    best = min(
        (repeats(division, counts), imbalance(division, ratings))
        for division in divisions([*ratings])
    )
    tables = drawn("balanced", ranking, played)
    assert (repeats(tables, counts), imbalance(tables, ratings)) == best


def test_similar_is_the_ranking_cut_into_fours():
    ranking = tuple((player, 2000 - 7 * player) for player in range(1, 41))
    tables = drawn("similar", ranking, ())
    assert [sorted(table) for table in tables] == [[*range(at, at + 4)] for at in range(1, 41, 4)]


def test_tables_are_numbered_from_the_top():
    ranking = tuple((player, -player) for player in range(1, 15))
    for remainder in ("three", "sit_out"):
        tables = drawn("standings", ranking, (), remainder=remainder)
        best = [min(player for player in table if player) for table in tables]
        assert best == sorted(best)


def test_200_players_swiss_without_a_repeat():
    rng = Random(8)
    played: tuple[Round, ...] = ()
    points = dict.fromkeys(range(1, 201), 0)
    for number in range(1, 5):
        ranking = tuple(sorted(points.items(), key=lambda item: (-item[1], item[0])))
        tables = drawn("standings", ranking, played)
        assert repeats(tables, met(played)) == 0
        widest = max(
            max(points[player] for player in table) - min(points[player] for player in table)
            for table in tables
        )
        assert widest <= number
        played += (Round.of(tables),)
        for table in tables:
            for player, gained in zip(rng.sample(table, 4), (4, 3, 2, 1), strict=True):
                points[player] += gained


def test_equal_points_are_interchangeable():
    """All equal: any tables without a repeat are as good, and there are some."""
    ranking = tuple((player, 0) for player in range(1, 17))
    played = (Round(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))),)
    assert repeats(drawn("standings", ranking, played), met(played)) == 0


def test_a_first_round_without_points_is_drawn_by_lot():
    ranking = tuple((player, 0) for player in range(1, 17))
    mates = set()
    for seed in range(25):
        request = Request(
            present=(tuple(range(1, 17)),), method="standings", ranked=ranking, seed=seed, steps=0
        )
        (one,) = draw(request).rounds
        mates |= {player for table in one.tables if 1 in table for player in table}
    # Three of fifteen, 25 times: somebody is left out in about one set of seeds in seventeen.
    assert len(mates) >= 14


def test_kept_apart_in_every_method():
    ranking = tuple((player, -player) for player in range(1, 9))
    for method in ("meetings", "random", "standings", "similar", "balanced"):
        tables = drawn(method, ranking, (), apart=((1, 2), (3, 4), (1, 5), (6, 5)))
        assert not {(1, 2), (3, 4), (1, 5), (5, 6)} & set(pairs(tables))
