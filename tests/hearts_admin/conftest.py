"""A club in a file, ready for every test; its clock stands still."""

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
# The naive second computation of the ledger, written for the rating engine's own tests.
sys.path.append(str(Path(__file__).parents[1] / "engine" / "rating"))

from clubhouse import CLOCK, Clubhouse, act

from hearts_admin.services.club import init_club


@pytest.fixture(scope="session")
def blank_club(tmp_path_factory):
    """The file of a club nobody has joined yet, made once; tests work on copies."""
    path = tmp_path_factory.mktemp("blank") / "club.db"
    init_club(str(path), act("club init"), name="De Ruiten")
    return path


@pytest.fixture
def found(blank_club, tmp_path):
    """Founds as many clubs as a test asks for, each in a file of its own."""
    clubs = []

    def make(*names):
        path = tmp_path / f"club{len(clubs)}.db"
        shutil.copy(blank_club, path)
        clubs.append(Clubhouse(path, CLOCK))
        if names:
            clubs[-1].add(*names)
        return clubs[-1]

    yield make
    for club in clubs:
        club.close()


@pytest.fixture
def empty(found):
    """A club without members."""
    return found()


@pytest.fixture
def club(found):
    """A club of six."""
    return found("Anna", "Bram", "Cor", "Dina", "Eva", "Fenna")
