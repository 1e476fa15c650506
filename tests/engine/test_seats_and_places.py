from hypothesis import given
from hypothesis import strategies as st

from engine.ranking import places
from engine.seats import PASS_STEPS, SEATS, Seat


def test_left_is_the_next_player_clockwise() -> None:
    assert [seat.name for seat in SEATS] == ["N", "E", "S", "W"]
    assert Seat.N.after(PASS_STEPS["left"]) is Seat.E
    assert Seat.N.after(PASS_STEPS["right"]) is Seat.W
    assert Seat.N.after(PASS_STEPS["across"]) is Seat.S
    assert Seat.W.after(1) is Seat.N


def test_places() -> None:
    assert places((23, 45, 78, 114)) == (1, 2, 3, 4)
    assert places((10, 20, 20, 50)) == (1, 2, 2, 4)
    assert places((7, 7, 7, 5)) == (2, 2, 2, 1)
    assert places((5, 5, 9, 9)) == (1, 1, 3, 3)
    assert places((0, 0, 0, 0)) == (1, 1, 1, 1)
    assert places((-5, 3, -20, 0)) == (2, 4, 1, 3)
    assert places((10, 20, 20, 50), better="high") == (4, 2, 2, 1)


@given(points=st.lists(st.integers(-100, 200), min_size=4, max_size=4), data=st.data())
def test_seat_order_never_decides(points: list[int], data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(4)))
    placed = places(points)
    assert places([points[seat] for seat in order]) == tuple(placed[seat] for seat in order)
    assert places([-own for own in points], better="high") == placed
