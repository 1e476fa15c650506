"""kill -9 at any moment: everything or nothing, `db check` clean, and the next attempt succeeds."""

from __future__ import annotations

import random
import shutil
import signal
import sqlite3
from dataclasses import replace
from itertools import pairwise

import pytest
from contents import logical
from damage import COMMANDS

from hearts_admin.db import schema
from hearts_admin.db.store import open_store
from hearts_admin.services.audit import check_database

ON_DISK = ("commit", "copy", "vacuum", "rename")
"""Events during which the files are being changed: most kills fall into them."""


def moments(events, number, seed):
    """Moments to kill at: (event, seconds after it), spread over what happened undisturbed."""
    windows = [
        (event, later - at)
        for event, ((name, at), (_, later)) in enumerate(pairwise(events))
        for _ in range(5 if name in ON_DISK else 1)
    ]
    rng = random.Random(seed)
    picked = [windows[each * len(windows) // number] for each in range(number)]
    return [(event, seconds * rng.random()) for event, seconds in picked]


class Attempts:
    """One command, to be run undisturbed once and then killed again and again."""

    def __init__(self, nursery, club_file, tmp_path, name):
        self.nursery = nursery
        self.tmp_path = tmp_path
        self.command = COMMANDS[name]
        self.template = tmp_path / "template"
        self.template.mkdir()
        shutil.copy(club_file, self.template / "hearts.db")
        self.command.prepare(self.template)
        self.before = self.state(self.template)
        self.number = 0

    def run(self, folder, kill=None, command=None):
        wanted = command or self.command
        quirks = dict.fromkeys(wanted.quirks)
        return self.nursery.run(folder, *wanted.argv, stdin=wanted.stdin, kill=kill, **quirks)

    def folder(self):
        self.number += 1
        return shutil.copytree(self.template, self.tmp_path / f"attempt{self.number}")

    def state(self, folder):
        path = folder / "hearts.db"
        return logical(path) if path.exists() else None

    def states(self):
        """What may be found afterwards: nothing done, or all; of an evening, each game is one."""
        lines = self.command.stdin.splitlines(keepends=True)
        found = [self.before]
        for end in range(1, len(lines)):
            folder = self.folder()
            part = replace(self.command, stdin="".join(lines[:end]))
            assert self.run(folder, command=part).code == 0
            found.append(self.state(folder))
        folder = self.folder()
        undisturbed = self.run(folder)
        assert undisturbed.code == 0, undisturbed
        return [*found, self.state(folder)], undisturbed.events

    def kill(self, number, seed, *, tries):
        """Kills the command so many times; gives how often it was in time.

        Where nothing was done the command is given again, so many times, and must do it all.
        """
        states, events = self.states()
        assert states[0] != states[-1]
        in_time = 0
        for event, seconds in moments(events, number, seed):
            # A machine that was busy before, and is not now, is through before the moment comes.
            for delay in (seconds, seconds / 2, seconds / 4, 0.0):
                folder = self.folder()
                child = self.run(folder, kill=(event, delay))
                assert child.code in (0, -signal.SIGKILL), child
                found = self.state(folder)
                assert found in states, f"half done, {delay} s after event {event}"
                if child.code != 0:
                    in_time += 1
                    break
                assert found == states[-1]
                shutil.rmtree(folder)
            else:
                continue
            self.require_sound(folder, whole=found != self.before or self.command.clean)
            if found == self.before and tries:
                tries -= 1
                again = self.run(folder)
                assert again.code == 0, again
                assert self.state(folder) == states[-1]
                assert not list(folder.glob(".*"))
            shutil.rmtree(folder)
        return in_time

    def require_sound(self, folder, *, whole):
        """The club opens and is right, and no other database in the folder is half a one."""
        for path in folder.glob("*.db"):
            connection = sqlite3.connect(path)
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            connection.close()
        if not (folder / "hearts.db").exists():
            return
        with pytest.MonkeyPatch.context() as patched:
            ((version,),) = logical(folder / "hearts.db")["alembic_version"]
            patched.setattr(schema, "NEWEST", version)
            with open_store(str(folder / "hearts.db")) as store:
                report = check_database(store)
        assert report.faults == ()
        assert report.ledger.difference is None or not whole


@pytest.mark.parametrize("name", COMMANDS)
def test_killed(nursery, club_file, tmp_path, name):
    attempts = Attempts(nursery, club_file, tmp_path, name)
    assert attempts.kill(5, seed=name, tries=1) > 0


@pytest.mark.torture
@pytest.mark.parametrize("name", COMMANDS)
def test_killed_at_fifty_moments(nursery, club_file, tmp_path, name):
    attempts = Attempts(nursery, club_file, tmp_path, name)
    assert attempts.kill(50, seed=f"{name} more", tries=50) > 25
