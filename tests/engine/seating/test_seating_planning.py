"""Requests and plans: everybody seated, the same again for the same seed, redraws, faults."""

import hashlib
import json
from dataclasses import replace
from random import Random

import pytest
import seating_oracle as oracle
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.problems import EngineError
from engine.seating.checking import check_round, remarks_on
from engine.seating.errors import CODES, SeatingError, fault
from engine.seating.planning import METHODS, draw, plan, verify
from engine.seating.problem import ALGORITHM, Plan, Request, Round
from engine.seating.quality import quality


def request_by_lot(seed):
    """Any request: players come and go, some rounds are over, some pairs are kept apart."""
    rng = Random(seed)
    method = rng.choice(list(METHODS))
    everybody = rng.sample(range(1, 60), rng.randint(6, 26))
    attendance = [
        tuple(rng.sample(everybody, max(6, len(everybody) - rng.randint(0, 3)))) for _ in range(4)
    ]
    before = rng.randint(0, 2)
    played = draw(Request(present=tuple(attendance[:before]), method="random", seed=seed)).rounds
    rounds = 1 if method == "standings" else rng.randint(1, 4 - before)
    return Request(
        present=tuple(attendance[before : before + rounds]),
        seed=seed,
        method=method,
        remainder=rng.choice(["sit_out", "three", "fill_in"]),
        fill_ins=(90, 91, 92)[: rng.randint(0, 3)],
        apart=tuple((a, b) for a, b in [rng.sample(everybody, 2)]),
        played=played,
        ranked=tuple((player, rng.randint(900, 2000)) for player in [*everybody, 90, 91, 92]),
        steps=20_000,
    )


@given(st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_everybody_is_seated_once_and_the_draw_can_be_proved(seed):
    request = request_by_lot(seed)
    drawn = draw(request)
    assert len(drawn.rounds) == len(request.present)
    for one, present in zip(drawn.rounds, request.present, strict=True):
        filling = set(one.players()) & set(request.fill_ins)
        tables = [list(table) for table in one.tables]
        assert oracle.is_round(tables, {*present, *filling}, one.sitting_out)
        assert not filling or len(present) % 4
        if len(tables) > 1:
            assert check_round(one, [*present, *filling], apart=request.apart) == []
    stored = json.loads(json.dumps(request.as_dict())), json.loads(json.dumps(drawn.as_dict()))
    assert Request.from_dict(stored[0]) == request
    assert Plan.from_dict(stored[1]) == drawn
    assert verify(Request.from_dict(stored[0]), Plan.from_dict(stored[1])) == []


@given(st.integers(0, 10**6), st.integers(4, 25), st.integers(1, 6))
@settings(max_examples=20, deadline=None)
def test_seats_and_sit_outs_whatever_the_number_of_players(seed, players, rounds):
    drawn = plan(players, rounds, seed, steps=10_000).as_dict()
    assert oracle.seat_imbalance(drawn["rounds"]) <= 1
    times = dict.fromkeys(range(1, players + 1), 0)
    for tables, out in zip(drawn["rounds"], drawn["sitting_out"], strict=True):
        assert oracle.is_round(tables, times, out)
        for player in out:
            times[player] += 1
        assert max(times.values()) - min(times.values()) <= 1


def test_a_changed_plan_is_found_out():
    request = Request(present=(tuple(range(1, 9)),) * 3, seed=7, steps=10_000)
    drawn = draw(request)
    other = list(drawn.rounds)
    north, *rest = other[1].tables[0]
    other[1] = Round(((rest[0], north, *rest[1:]), *other[1].tables[1:]))
    (problem,) = verify(request, Plan(tuple(other)))
    assert (problem.code, problem.fields["round"]) == ("seating.differs", 2)
    assert verify(replace(request, seed=8), drawn)
    assert verify(request, Plan(drawn.rounds[:2]))[0].fields["round"] == 3
    played = replace(request, present=request.present[:1], played=drawn.rounds[:2])
    assert verify(played, Plan(drawn.rounds[:1]))[0].fields["round"] == 3


FOURTEEN = tuple(range(1, 15))
RANKED = tuple((player, 2000 - 13 * player) for player in FOURTEEN)
FIRST = (Round(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)), (13, 14)),)

# Draws of version 1, by the first digits of the SHA-256 of their JSON. Clubs store requests and
# prove draws with them: whoever has to change a line here has to raise ALGORITHM.
STORED = [
    ("781df7d56713dbea", {"present": (tuple(range(1, 17)),) * 5, "seed": 1}),
    ("02e61c2d451833fb", {"present": (tuple(range(1, 22)),) * 4, "seed": 2}),
    (
        "6689312f9ef49266",
        {"present": (FOURTEEN,) * 3, "seed": 3, "remainder": "three", "apart": ((1, 2),)},
    ),
    ("6c7a6a2d01cb9e53", {"present": (FOURTEEN,) * 2, "seed": 4, "method": "random"}),
    (
        "7f507e7d374a5415",
        {
            "present": (FOURTEEN,),
            "seed": 5,
            "method": "standings",
            "ranked": RANKED,
            "played": FIRST,
        },
    ),
    (
        "a5383bd2d8640c34",
        {"present": (FOURTEEN,) * 2, "seed": 6, "method": "balanced", "ranked": RANKED},
    ),
]


@pytest.mark.parametrize(("digest", "options"), STORED)
def test_draws_of_this_version_stay_what_they_are(digest, options):
    assert ALGORITHM == 1
    drawn = draw(Request(**options, steps=30_000))
    assert hashlib.sha256(json.dumps(drawn.as_dict()).encode()).hexdigest()[:16] == digest


def test_another_seed_is_another_draw():
    assert len({plan(16, 5, seed) for seed in range(20)}) == 20


def test_numbers_of_players_need_not_be_in_a_row():
    drawn = plan([3, 40, 7, 11, 2, 9, 100, 5], 3)
    assert all(one.players() == [2, 3, 5, 7, 9, 11, 40, 100] for one in drawn.rounds)


def test_redraw_when_one_of_forty_leaves():
    planned = plan(40, 10, seed=3)
    left = tuple(player for player in range(1, 41) if player != 7)
    again = draw(
        Request(
            present=(left,) * 6,
            played=planned.rounds[:4],
            draft=planned.rounds[4:],
            remainder="three",
            seed=4,
            steps=300_000,
        )
    )
    whole = [*planned.rounds[:4], *again.rounds]
    measured = quality(whole)
    assert measured.excess == 0
    assert measured.most == 1
    assert measured.seat_imbalance <= 1
    assert all(7 not in one.players() for one in again.rounds)


def test_redraw_when_two_come_late():
    planned = plan(20, 5, seed=1)
    present = (tuple(range(1, 23)),) * 3
    played, draft = planned.rounds[:2], planned.rounds[2:]
    again = draw(Request(present=present, played=played, draft=draft, steps=500_000))
    whole = [list(one.tables) for one in [*planned.rounds[:2], *again.rounds]]
    assert all(len(one.sitting_out) == 2 for one in again.rounds)
    assert max(oracle.meetings(whole, range(1, 23)).values()) <= 2
    assert oracle.excess(whole, range(1, 23)) <= 3


def test_rounds_are_ordered_so_that_few_meet_twice_running():
    """Two planes of 16: a pair's second meeting need hardly ever follow on its first."""
    measured = quality(plan(16, 10, seed=2).rounds)
    assert measured.meetings == {2: 120}
    assert measured.back_to_back <= 24


@pytest.mark.parametrize(
    ("code", "options"),
    [
        ("seating.too_few", {"present": ((1, 2, 3),)}),
        ("seating.too_few", {"present": ((1, 2, 3, 4, 5),), "remainder": "three"}),
        ("seating.too_few", {"present": ((1, 2),), "remainder": "fill_in", "fill_ins": (3,)}),
        ("seating.player", {"present": ((1, 2, 3, 3),)}),
        ("seating.player", {"present": ((0, 1, 2, 3),)}),
        ("seating.player", {"present": ((1, 2, 3, 4),), "fill_ins": (4,)}),
        ("seating.method", {"present": (), "method": "magic"}),
        ("seating.remainder", {"present": (), "remainder": "dummy"}),
        ("seating.version", {"present": (), "version": 0}),
        ("seating.one_round", {"present": ((1, 2, 3, 4),) * 2, "method": "standings"}),
        ("seating.unranked", {"present": ((1, 2, 3, 4),), "method": "similar"}),
        ("seating.rating_step", {"present": (), "rating_step": 0}),
        ("seating.apart", {"present": (), "apart": ((3, 3),)}),
    ],
)
def test_requests_that_make_no_sense(code, options):
    with pytest.raises(SeatingError) as caught:
        Request(**options)
    assert caught.value.code == code
    assert isinstance(caught.value, EngineError)
    assert set(caught.value.problem.fields) == set(CODES[code])


def test_a_table_that_is_none():
    with pytest.raises(SeatingError) as caught:
        Plan.from_dict({"rounds": [[[1, 2, 3, 4], [5, 6, 7]]]})
    assert dict(caught.value.problem.fields) == {"table": 2, "players": ("5", "6", "7")}
    with pytest.raises(SeatingError):
        Round.of([[1, 2, 3, "4"]])
    with pytest.raises(KeyError):
        fault("seating.twice", round=1)
    with pytest.raises(KeyError):
        fault("seating.thrice", round=1)


def test_a_round_by_hand():
    one = Round(((1, 2, 3, 4), (5, 5, 9, 0), (6, 0, 0, 7)), (2,))
    faults = check_round(one, range(1, 9), number=3, apart=[(4, 3)])
    assert [(problem.code, dict(problem.fields)) for problem in faults] == [
        ("seating.empty", {"round": 3, "table": 3, "players": (6, 7)}),
        ("seating.twice", {"round": 3, "player": 2}),
        ("seating.twice", {"round": 3, "player": 5}),
        ("seating.stranger", {"round": 3, "player": 9}),
        ("seating.missing", {"round": 3, "player": 8}),
        ("seating.apart_met", {"round": 3, "table": 1, "pair": (3, 4)}),
    ]


def test_remarks_on_a_round_by_hand():
    played = [Round(((1, 2, 3, 4),), (5,)), Round(((1, 2, 3, 5),), (4,))]
    remarks = remarks_on(Round(((1, 2, 4, 3),), (5,)), played)
    assert dict(remarks[0].fields) == {"round": 3, "player": 5, "times": 1, "least": 0}
    assert [(remark.fields["pair"], remark.fields["times"]) for remark in remarks[1:]] == [
        ((1, 2), 2),
        ((1, 3), 2),
        ((1, 4), 1),
        ((2, 3), 2),
        ((2, 4), 1),
        ((3, 4), 1),
    ]
    assert remarks_on(Round(((2, 3, 4, 5),), (1,)), played[:1])[0].code == "seating.again"


def test_every_method_has_a_title():
    assert {key: way.key for key, way in METHODS.items()} == {key: key for key in METHODS}
    assert all(way.title for way in METHODS.values())
