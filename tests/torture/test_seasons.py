"""A season of 200 people and 30 evenings: the standings are those of a diary kept by hand."""

import sys
from functools import partial
from pathlib import Path

import pytest

BESIDE = Path(__file__).parents[1] / "hearts_admin" / "services" / "events"
sys.path[:0] = [str(BESIDE.parents[1]), str(BESIDE)]

from clubhouse import Clubhouse, act  # noqa: E402
from simulated_season import ByHand, Simulation  # noqa: E402
from test_simulated_season import compare  # noqa: E402

from hearts_admin.services.audit import check_database  # noqa: E402
from hearts_admin.services.club import init_club  # noqa: E402
from hearts_admin.services.events import drawing  # noqa: E402

pytestmark = pytest.mark.torture


def test_two_hundred_people_and_thirty_evenings(tmp_path, monkeypatch):
    monkeypatch.setattr(drawing, "Request", partial(drawing.Request, steps=20_000))
    path = tmp_path / "club.db"
    init_club(str(path), act("club init"), name="De Ruiten")
    season = Simulation(Clubhouse(path), tmp_path, 1, members=200, evenings=30, best=20, least=12)
    season.play()
    compare(season)
    assert len({place for place, *_ in ByHand(season).standings()}) > 100
    assert check_database(season.club.store).clean
    season.club.close()
