"""What the fault tests share: a nursery of real processes, a club to hurt, and a look at it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
sys.path.append(str(HERE.parent / "hearts_admin"))

from clubhouse import CLOCK, Clubhouse, act  # noqa: E402
from damage import season  # noqa: E402

from hearts_admin.services.club import init_club  # noqa: E402


@dataclass(frozen=True)
class Child:
    """What became of a process: its exit code (negative: a signal), what it said and did."""

    code: int
    out: str
    err: str
    events: list[tuple[str, float]]

    def json(self) -> Any:
        return json.loads(self.out)


class Nursery:
    """Real processes that run one command each; see `nursery.py`."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / "nursery.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def begin(self, cwd: Path, *argv: str, stdin: str = "", kill=None, **quirks: object) -> None:
        """Starts a command, on the evening of the tests; `wait` tells how it went."""
        quirks = {"at": CLOCK.instant.isoformat()} | quirks
        job = {"argv": argv, "cwd": str(cwd), "stdin": stdin, "kill": kill, "quirks": quirks}
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()

    def wait(self) -> Child:
        return Child(**json.loads(self._process.stdout.readline()))

    def run(self, cwd: Path, *argv: str, stdin: str = "", kill=None, **quirks: object) -> Child:
        self.begin(cwd, *argv, stdin=stdin, kill=kill, **quirks)
        return self.wait()

    def close(self) -> None:
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(10)


@pytest.fixture(scope="session")
def nursery():
    found = Nursery()
    yield found
    found.close()


@pytest.fixture(scope="session")
def other_nursery():
    """A second one, for two at the same time."""
    found = Nursery()
    yield found
    found.close()


@pytest.fixture(scope="session")
def club_file(tmp_path_factory):
    """A club of twenty after a season of 150 games; one of them is void, two entries are one."""
    path = tmp_path_factory.mktemp("season") / "hearts.db"
    init_club(str(path), act("club init"), name="De Klaveren", rules="american")
    club = Clubhouse(path)
    season(club)
    club.close()
    return path


@pytest.fixture
def folder(club_file, tmp_path):
    """A folder with the club in it, as `hearts.db`."""
    shutil.copy(club_file, tmp_path / "hearts.db")
    return tmp_path
