"""On a server: the connection lost, or the process killed, in the middle of every command.

Everything or nothing is stored; where the connection is lost it is nothing, and that is said.
"""

from __future__ import annotations

import random
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import psycopg
import pytest
from contents import VOLATILE
from damage import EVENING, games, season

sys.path.append(str(Path(__file__).parents[1] / "hearts_admin"))

from chain_verifier import check as check_chain
from clubhouse import act
from served import ServedClubhouse, running_server

from hearts_admin.db.store import open_store
from hearts_admin.services.audit import check_database
from hearts_admin.services.club import init_club

NEW_GAMES = games(60, seed=2)


@dataclass(frozen=True)
class Command:
    """A command to be disturbed: as typed, what makes the club ready for it, what is piped in."""

    argv: tuple[str, ...]
    prepare: Callable[[ServedClubhouse], object] = lambda club: None
    stdin: str = ""
    clean: bool = True


def imported(club):
    club.import_results(NEW_GAMES.replace("2025-", "2024-"))


def wrecked(club):
    club.tamper("UPDATE ledger SET change = change + 1")


COMMANDS = {
    "record": Command(("result", "record", "Anna 0=26", "Bram 0=52", "Cor 0=78", "Dina 0=104")),
    "import": Command(("result", "import", "new.csv", "--skip-problems")),
    "enter": Command(("result", "enter", "--date", "2026-03-13"), stdin=EVENING),
    "recompute": Command(("rating", "recompute"), wrecked, clean=False),
    "correct": Command(("result", "correct", "5", "--date", "2025-12-24", "--reason", "again")),
    "merge": Command(("player", "merge", "Cor 0", "--other", "Corrie")),
    "undo": Command(("change", "undo"), imported),
    "forget": Command(("player", "forget", "Dina 3")),
    "headings": Command(("club", "headings", "Kaarter=player")),
}

EVERY_TIME = ("record", "import", "undo")


@pytest.fixture(scope="module")
def server():
    with running_server() as found:
        yield found


@pytest.fixture(scope="module")
def templates(server, tmp_path_factory):
    """The database of a club after a season, ready for a command; made once each."""
    folder = tmp_path_factory.mktemp("season")
    server.create("season")
    init_club(server.url("season"), act("club init"), name="X", rules="american")
    club = ServedClubhouse(server.url("season"), folder)
    season(club)
    club.close()
    made = {}

    def template(name):
        if name not in made:
            made[name] = f"before_{name}"
            server.execute(f"CREATE DATABASE before_{name} TEMPLATE season")
            club = ServedClubhouse(server.url(made[name]), folder)
            COMMANDS[name].prepare(club)
            club.close()
        return made[name]

    return template


class Attempts:
    """One command, to be run undisturbed once and then disturbed again and again."""

    def __init__(self, nursery, server, template, folder, name):
        self.nursery = nursery
        self.server = server
        self.template = template
        self.folder = folder
        self.command = COMMANDS[name]
        (folder / "new.csv").write_text(NEW_GAMES)
        self.states, self.events = self.undisturbed()

    def run(self, kill=None, command=None, **quirks):
        wanted = command or self.command
        url = self.server.url("attempt")
        return self.nursery.run(
            self.folder, *wanted.argv, "--db", url, stdin=wanted.stdin, kill=kill, **quirks
        )

    def begin(self):
        self.server.execute("DROP DATABASE IF EXISTS attempt WITH (FORCE)")
        self.server.execute(f"CREATE DATABASE attempt TEMPLATE {self.template}")

    def undisturbed(self):
        """What may be found afterwards: nothing done, or all; of an evening, each game is one."""
        self.begin()
        states = [logical(self.server.url("attempt"))]
        lines = self.command.stdin.splitlines(keepends=True)
        for end in range(1, len(lines)):
            self.begin()
            part = replace(self.command, stdin="".join(lines[:end]))
            assert self.run(command=part).code == 0
            states.append(logical(self.server.url("attempt")))
        self.begin()
        done = self.run()
        assert done.code in (0, 1), done
        return [*states, logical(self.server.url("attempt"))], done.events

    def found(self):
        """The state after a disturbance, once it is certain that it is a sound one."""
        state = logical(self.server.url("attempt"))
        assert state in self.states
        check_chain(self.server.url("attempt"))
        with open_store(self.server.url("attempt")) as store:
            report = check_database(store)
        assert report.faults == ()
        assert report.ledger.difference is None or not self.command.clean
        return state

    def succeeds(self):
        """What was not done at all can be done now."""
        assert self.run().code in (0, 1)
        assert logical(self.server.url("attempt")) == self.states[-1]

    def lose_connection(self, moments):
        """Gives how often the connection was lost in time: not every run asks as many questions."""
        in_time = 0
        for number in moments:
            self.begin()
            child = self.run(loses_connection=number)
            state = self.found()
            if child.code in (0, 1):
                assert state == self.states[-1]
                continue
            in_time += 1
            assert child.code == 4, (number, child)
            assert "cannot be reached" in child.err or "moment of storing" in child.err
            assert "Traceback" not in child.err
            if not self.command.stdin:
                assert state == self.states[0], number
        if state == self.states[0]:
            self.succeeds()
        return in_time

    def kill(self, moments, seed):
        rng = random.Random(seed)
        times = [at for _, at in self.events] + [self.events[-1][1] + 0.02]
        in_time = 0
        for number in moments:
            self.begin()
            span = times[number + 1] - times[number]
            child = self.run(kill=[number, span * rng.random()])
            in_time += child.code == -signal.SIGKILL
            state = self.found()
        if state == self.states[0]:
            self.succeeds()
        return in_time


def logical(url):
    """All that a database says, without what differs between two runs of one command."""
    with psycopg.connect(url.replace("+psycopg", "", 1)) as connection:
        columns: dict[str, list[str]] = {}
        for table, column in connection.execute(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = 'public' ORDER BY 1, ordinal_position"
        ):
            columns.setdefault(table, []).append(column)
        found = {}
        for table, names in columns.items():
            dropped = VOLATILE.get(table, {"salt", "seal", "key", "order_key"})
            kept = ", ".join(f'"{name}"' for name in names if name not in dropped)
            rows = connection.execute(f'SELECT {kept} FROM "{table}"').fetchall()
            found[table] = sorted(rows, key=repr)
    return found


def spread(number, count):
    """So many of these, from the first to the last one."""
    if number >= count:
        return range(count)
    return [each * (count - 1) // (number - 1) for each in range(number)]


@pytest.fixture
def attempts(nursery, server, templates, tmp_path):
    def make(name):
        return Attempts(nursery, server, templates(name), tmp_path, name)

    return make


@pytest.mark.parametrize("name", EVERY_TIME)
def test_disturbed(attempts, name):
    found = attempts(name)
    moments = spread(2, len(found.events))
    assert found.lose_connection(moments) > 0
    found.kill(moments, seed=name)


@pytest.mark.torture
@pytest.mark.parametrize("name", COMMANDS)
def test_connection_lost_at_any_moment(attempts, name):
    found = attempts(name)
    moments = spread(25, len(found.events))
    assert found.lose_connection(moments) > len(moments) // 2


@pytest.mark.torture
@pytest.mark.parametrize("name", COMMANDS)
def test_killed_at_any_moment(attempts, name):
    found = attempts(name)
    moments = spread(25, len(found.events))
    assert found.kill(moments, seed=name) > len(moments) // 3
