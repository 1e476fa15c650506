"""An evening about to begin; draws search briefly, for what is tested here is not how well."""

import sys
from functools import partial
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from eventwork import EIGHT, Desk

from hearts_admin.services.events import drawing


@pytest.fixture(autouse=True)
def brief(monkeypatch):
    """A draw tries two thousand exchanges; that is stored with its request, so proofs hold."""
    monkeypatch.setattr(drawing, "Request", partial(drawing.Request, steps=2000))


@pytest.fixture
def desk(found):
    """Eight members, all of them there, for an evening of three rounds without a rule set."""
    desk = Desk(found(*EIGHT, "Iris", "Joost"))
    desk.plan("Evening", rounds=3)
    desk.arrive(*EIGHT)
    return desk
