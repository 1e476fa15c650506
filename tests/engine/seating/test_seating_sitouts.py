"""Sit-outs, tables of three and people who fill in: fair, whoever comes and goes."""

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.seating.dice import Dice
from engine.seating.planning import draw, plan
from engine.seating.problem import Request, Round
from engine.seating.sitouts import Turns, turns_after, who_plays


def test_21_players_6_rounds_six_different_sit_outs():
    out = [one.sitting_out for one in plan(21, 6, steps=50_000).rounds]
    assert all(len(players) == 1 for players in out)
    assert len(set(out)) == 6


@given(st.integers(0, 10**6), st.integers(4, 27), st.integers(1, 30))
@settings(max_examples=60, deadline=None)
def test_nobody_is_ever_two_ahead(seed, players, rounds):
    seated = who_plays(Request(present=(tuple(range(1, players + 1)),) * rounds), Dice(seed))
    times = dict.fromkeys(range(1, players + 1), 0)
    for one in seated:
        assert len(one.sitting_out) == players % 4
        for player in one.sitting_out:
            times[player] += 1
        assert max(times.values()) - min(times.values()) <= 1


@given(st.integers(0, 10**6))
@settings(max_examples=80, deadline=None)
def test_nobody_who_stays_is_two_ahead_when_others_come_and_go(seed):
    rng = Random(seed)
    present = tuple(tuple(rng.sample(range(1, 16), rng.randint(4, 15))) for _ in range(12))
    seated = who_plays(Request(present=present), Dice(seed))
    for first in range(len(present)):
        # Those who are there from this round to the end have been treated alike since then.
        for last in range(first + 1, len(present) + 1):
            stayed = set.intersection(*map(set, present[first:last]))
            times = Counter(
                player
                for one in seated[first:last]
                for player in one.sitting_out
                if player in stayed
            )
            counts = [times[player] for player in stayed]
            assert max(counts, default=0) - min(counts, default=0) <= 2
        assert sorted((*seated[first].players, *seated[first].sitting_out)) == sorted(
            present[first]
        )


def test_a_latecomer_neither_owes_nor_gains():
    five = (1, 2, 3, 4, 5)
    played = tuple(Round((tuple(p for p in five if p != out),), (out,)) for out in (1, 2, 3, 4, 5))
    turns = turns_after(played)
    assert [turns.times[player] for player in five] == [1] * 5
    turns.begin([1, 2, 3, 4, 5, 6])
    assert turns.times[6] == 1
    # Two of the six sit out: 1 and 2, who did so longest ago, not who has only just come.
    for seed in range(10):
        assert turns.choose([1, 2, 3, 4, 5, 6], 2, Dice(seed)) == [1, 2]


def test_who_comes_back_starts_where_the_others_are():
    five = [1, 2, 3, 4, 5]
    turns = Turns()
    for out in (1, 2, 3, 4, 5, 1):
        turns.begin(five)
        turns.end(five, [out])
    turns.begin([1, 2, 3, 4])
    turns.end([1, 2, 3, 4], [])
    # 5 was away for a round, 9 is new; of those who stayed, the fewest is once.
    turns.begin([*five, 9])
    assert (turns.times[5], turns.times[9]) == (1, 1)
    assert turns.times[1] == 2


def test_credit_counts():
    credited = tuple((player, 1) for player in range(1, 9))
    request = Request(present=(tuple(range(1, 10)),), credited=credited)
    assert who_plays(request, Dice(1))[0].sitting_out == (9,)


@given(st.integers(0, 10**6), st.integers(6, 30))
@settings(max_examples=15, deadline=None)
def test_tables_of_three_take_turns_too(seed, players):
    drawn = plan(players, 4, seed, remainder="three", steps=100_000)
    times = Counter()
    for one in drawn.rounds:
        assert one.sitting_out == ()
        threes = [table for table in one.tables if 0 in table]
        assert len(threes) == -players % 4
        assert all(table.count(0) == 1 for table in threes)
        times.update(player for table in threes for player in table if player)
    counts = [times[player] for player in range(1, players + 1)]
    assert max(counts) - min(counts) <= 1


def test_fill_ins_only_when_they_make_the_number_up():
    request = Request(
        present=((*range(1, 12),), (*range(1, 13),), (*range(1, 11),)),
        remainder="fill_in",
        fill_ins=(50, 51),
    )
    eleven, twelve, ten = who_plays(request, Dice(0))
    assert eleven.players == (*range(1, 12), 50)
    assert twelve.players == tuple(range(1, 13))
    assert ten.players == (*range(1, 11), 50, 51)
    assert [one.sitting_out for one in (eleven, twelve, ten)] == [(), (), ()]


def test_fill_ins_take_turns_and_two_are_not_enough_for_nine():
    request = Request(present=((*range(1, 8),),) * 4, remainder="fill_in", fill_ins=(50, 51))
    assert [set(one.players) - set(range(1, 8)) for one in who_plays(request, Dice(0))] == [
        {50}, {51}, {50}, {51},
    ]  # fmt: skip
    nine = Request(present=((*range(1, 10),),), remainder="fill_in", fill_ins=(50, 51))
    (one,) = draw(nine).rounds
    assert len(one.players()) == 8
    assert len(one.sitting_out) == 1
