"""The measures, against values worked out by hand and against the second implementation."""

import seating_oracle as oracle
from hypothesis import given
from hypothesis import strategies as st

from engine.seating.planning import plan
from engine.seating.problem import Plan, Round
from engine.seating.quality import bound, excess, level, passing, quality, seat_counts

TWO = [Round(((1, 2, 3, 4), (5, 6, 7, 8))), Round(((1, 2, 5, 6), (3, 4, 7, 8)))]


def test_two_rounds_of_eight_by_hand():
    measured = quality(TWO)
    # 12 is met again at table 1, 34 at table 2; 56 and 78 likewise: four pairs twice, sixteen
    # once, eight never. 24 meetings over 28 pairs would have been once each at most.
    assert measured.meetings == {0: 8, 1: 16, 2: 4}
    assert (measured.most, measured.excess, measured.bound) == (2, 4, 4)
    assert measured.back_to_back == 4
    # 1 sat North twice; 5 sat North and South.
    assert measured.seat_imbalance == 2
    assert measured.table_imbalance == 2
    # 1 passes to 2 twice, 3 to 4, 5 to 6 and 7 to 8.
    assert measured.same_pass == 4


def test_level_and_bounds_by_hand():
    assert [level(total, 4) for total in (0, 3, 4, 5, 8, 9)] == [0, 0, 0, 1, 4, 6]
    # Eight players, three rounds: 36 meetings, 28 pairs, so 8 pairs twice; three times four pairs
    # are shared at least: 12 - 8.
    assert bound(8, 3) == 4
    # Seven rounds: 84 = 3 x 28, C(3, 2) x 28 = 84; 21 pairs of rounds share four: 84.
    assert bound(8, 7) == 0
    # Twelve players, five rounds: 90 meetings of 66 pairs, 24 twice; 10 pairs of rounds, three
    # each: 30 - 24. Eight rounds: 144 = 2 x 66 + 12: 66 + 24 = 90 against 84.
    assert (bound(12, 5), bound(12, 8)) == (6, 0)
    assert bound(16, 5) == 0
    assert excess([1, 1, 2], pairs=3) == 0
    assert excess([3, 0, 0], pairs=3) == 3


def test_one_table_is_not_to_blame():
    assert quality(plan(4, 6).rounds).excess == 0 == bound(4, 6)


@given(st.integers(0, 10**6), st.integers(4, 20), st.integers(1, 6))
def test_measures_agree_with_the_second_implementation(seed, players, rounds):
    drawn = plan(players, rounds, seed, steps=0, method="random")
    shown = drawn.as_dict()["rounds"]
    measured = quality(drawn.rounds)
    counts = list(oracle.meetings(shown, range(1, players + 1)).values())
    assert measured.meetings == {times: counts.count(times) for times in sorted(set(counts))}
    assert measured.excess == oracle.excess(shown, range(1, players + 1))
    assert measured.seat_imbalance == oracle.seat_imbalance(shown)


def test_who_passes_to_whom():
    assert passing(TWO)[1, 2] == 2
    assert passing(TWO, steps=2)[1, 3] == 1
    assert passing(TWO, steps=3)[2, 1] == 2
    assert passing(TWO)[2, 1] == 0
    three = [Round(((1, 0, 2, 3),))]
    assert sorted(passing(three)) == [(1, 2), (2, 3), (3, 1)]
    assert sorted(passing(three, steps=2)) == [(1, 2), (2, 1)]
    assert sorted(passing(three, steps=3)) == [(1, 3), (2, 1), (3, 2)]


def test_seats_by_name():
    assert seat_counts(TWO)[1] == {"N": 2, "E": 0, "S": 0, "W": 0}
    assert seat_counts(TWO)[5] == {"N": 1, "E": 0, "S": 1, "W": 0}


def test_somebody_who_only_sits_out_counts():
    measured = quality([Round(((1, 2, 3, 4),), (5,))])
    assert measured.players == 5
    assert measured.meetings == {0: 4, 1: 6}
    assert measured.sit_out_imbalance == 1


def test_nothing_at_all():
    measured = quality([])
    assert (measured.players, measured.meetings, measured.excess, measured.most) == (0, {}, 0, 0)
    assert Plan.from_dict(Plan(()).as_dict()) == Plan(())


def test_json_keys_are_text():
    shown = quality(TWO).as_dict()
    assert shown["meetings"] == {"0": 8, "1": 16, "2": 4}
    assert {"meetings", "excess", "bound", "seat_imbalance"} <= set(shown)
