"""A club in a file, or on a server, ready for every test; its clock stands still."""

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
# The naive second computation of the ledger, written for the rating engine's own tests.
sys.path.append(str(Path(__file__).parents[1] / "engine" / "rating"))

from clubhouse import CLOCK, Clubhouse, act
from served import ServedClubhouse, running_server

from hearts_admin.services.club import init_club


@pytest.fixture(scope="session")
def blank_club(tmp_path_factory):
    """The file of a club nobody has joined yet, made once; tests work on copies."""
    path = tmp_path_factory.mktemp("blank") / "club.db"
    init_club(str(path), act("club init"), name="De Ruiten")
    return path


@pytest.fixture(scope="session")
def server():
    """A PostgreSQL, started when the first test asks for it."""
    with running_server() as found:
        yield found


@pytest.fixture
def database():
    """The kind of database that clubs are founded in: `sqlite` or `postgres`."""
    return "sqlite"


@pytest.fixture
def founder(request, database, tmp_path):
    """Founds a club in the database with a number; the same number again is blank again."""

    def make(number=0):
        if database == "postgres":
            server = request.getfixturevalue("server")
            return ServedClubhouse(server.url(server.blank(number)), tmp_path, CLOCK)
        path = tmp_path / f"club{number}.db"
        shutil.copy(request.getfixturevalue("blank_club"), path)
        return Clubhouse(path, CLOCK)

    return make


@pytest.fixture
def found(founder):
    """Founds as many clubs as a test asks for, each in a database of its own."""
    clubs = []

    def make(*names):
        clubs.append(founder(len(clubs)))
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
