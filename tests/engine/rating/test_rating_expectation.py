"""The table of expectations against its definition in 60-digit decimals."""

import rating_oracle

from engine.rating.expectation import FARTHEST, SCALE, expectation, expectation_table


def test_every_entry_is_the_definition_in_sixty_digits():
    table = expectation_table()
    assert len(table) == 2 * FARTHEST + 1
    for difference in range(FARTHEST + 1):
        assert table[difference] == rating_oracle.expectation(difference) * SCALE
        assert table[difference] + table[-difference] == SCALE


def test_published_values():
    # 10:1 odds at 400 points, 100:1 at 800; the chances of chess handbooks at 100 and 200.
    assert expectation(0) == 500_000_000_000_000
    assert expectation(400) == 90_909_090_909_091
    assert expectation(-400) == 909_090_909_090_909
    assert expectation(800) == 9_900_990_099_010
    assert round(expectation(-100) / SCALE, 2) == 0.64
    assert round(expectation(-200) / SCALE, 2) == 0.76


def test_far_apart_is_as_far_as_four_thousand():
    assert expectation(4000) == 100_000
    for difference in (4001, 5000, 8000, 8001, 10**9):
        assert expectation(difference) == 100_000
        assert expectation(-difference) == SCALE - 100_000


def test_the_stronger_the_opponent_the_less_is_expected():
    falling = [expectation(difference) for difference in range(-4001, 4002)]
    assert falling == sorted(falling, reverse=True)
    assert all(0 < part < SCALE for part in falling)
    # Every product of the largest K stays below 2**63.
    assert 2 * 400 * 6 * SCALE + 6 * SCALE < 2**63
