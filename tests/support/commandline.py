"""Running the program in a test: in this process where it is quick, as a real one where it counts.

club = CommandLine(tmp_path, capsys, monkeypatch)
ran = club("player", "list", "--json")
assert ran.code == 0 and ran.json() == []
"""

import datetime as dt
import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.main import run
from hearts_admin.clock import FixedClock

EVENING = dt.datetime(2026, 3, 14, 21, 0, tzinfo=dt.UTC)
"""The instant at which commands run in this process: 22:00 on Saturday 14 March 2026."""

PROGRAM = [sys.executable, "-c", "from hearts_admin.cli.main import main; main()"]


@dataclass(frozen=True)
class Ran:
    """What a command left: its exit code, standard output and standard error."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """The JSON document on standard output."""
        return json.loads(self.out)

    def lines(self) -> list[str]:
        """The lines of standard output."""
        return self.out.splitlines()


class CommandLine:
    """A folder with a club in it, an environment that knows no other, and the program."""

    def __init__(
        self,
        folder: Path,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
        language: str = "en",
    ) -> None:
        self.folder = folder
        self.capsys = capsys
        self.monkeypatch = monkeypatch
        self.environ = {
            "PATH": os.environ.get("PATH", ""),
            "HOME": str(folder / "home"),
            "XDG_DATA_HOME": str(folder / "home" / "data"),
            "LC_ALL": {"en": "C.UTF-8", "nl": "nl_NL.UTF-8"}[language],
            "HEARTS_ADMIN_USER": "tester",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        monkeypatch.chdir(folder)
        monkeypatch.setattr(Invocation, "clock", FixedClock(EVENING))
        for name in ("HOME", "XDG_DATA_HOME"):
            monkeypatch.setenv(name, self.environ[name])

    def __call__(self, *words: str, stdin: str | bytes | None = None) -> Ran:
        """Run a command in this process; `stdin` is what is piped into it."""
        if stdin is not None:
            piped = stdin.encode() if isinstance(stdin, str) else stdin
            self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(piped)))
        self.capsys.readouterr()
        code = run(words, self.environ)
        caught = self.capsys.readouterr()
        return Ran(code, caught.out, caught.err)

    def must(self, *words: str, stdin: str | bytes | None = None) -> Ran:
        """Run a command that has to succeed."""
        ran = self(*words, stdin=stdin)
        assert ran.code == 0, ran
        return ran

    def process(self, *words: str, stdin: str = "", **environ: str) -> Ran:
        """Run a command as a process of its own, on the real clock."""
        done = subprocess.run(
            [*PROGRAM, *words],
            cwd=self.folder,
            env={**self.environ, **environ},
            input=stdin.encode(),
            capture_output=True,
            timeout=60,
            check=False,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    def found(
        self, names: Sequence[str] = ("Anna", "Bram", "Cor", "Dina"), rules: str = ""
    ) -> None:
        """Make a club with these players."""
        chosen = ["--rules", rules] if rules else []
        self.must("club", "init", "--name", "De Schoppenvrouw", *chosen)
        if names:
            self.must("player", "add", *names)
