"""Running the program in a test: in this process where it is quick, as a real one where it counts.

club = CommandLine(tmp_path, capsys, monkeypatch)
ran = club("player", "list", "--json")
assert ran.code == 0 and ran.json() == []
"""

import datetime as dt
import io
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.main import run
from hearts_admin.clock import FixedClock

EVENING = dt.datetime(2026, 3, 14, 21, 0, tzinfo=dt.UTC)
"""The instant at which commands run in this process: 22:00 on Saturday 14 March 2026."""

START = """\
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job inherits it ignored
from hearts_admin.cli.main import main
main()
"""
PROGRAM = [sys.executable, "-c", START]
"""The program as a process of its own."""

CONTROL = "import fcntl, termios\nfcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"  # Ctrl-C is a signal
AT_A_TERMINAL = [sys.executable, "-c", CONTROL + START]
"""The same, as the leader of a session at the terminal it is started on."""

SECONDS = 60
"""How long a process may take before a test gives up on it."""


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

    _founded: ClassVar[dict[tuple[str, ...], bytes]] = {}

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
            timeout=SECONDS,
            check=False,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    def found(
        self, names: Sequence[str] = ("Anna", "Bram", "Cor", "Dina"), rules: str = ""
    ) -> None:
        """Make a club with these players; the same club a second time is a copy of the first."""
        database = self.folder / "hearts.db"
        key = (rules, *names)
        if key in self._founded:
            database.write_bytes(self._founded[key])
            return
        chosen = ["--rules", rules] if rules else []
        self.must("club", "init", "--name", "De Schoppenvrouw", *chosen)
        if names:
            self.must("player", "add", *names)
        self._founded[key] = database.read_bytes()


class Terminal:
    """The program at a pseudo terminal, with somebody typing (not on Windows)."""

    def __init__(self, club: CommandLine, *words: str, **environ: str) -> None:
        import pty

        self.leader, follower = pty.openpty()
        self.process = subprocess.Popen(
            [*AT_A_TERMINAL, *words],
            cwd=club.folder,
            env={**club.environ, "TERM": "dumb", **environ},
            stdin=follower,
            stdout=follower,
            stderr=follower,
            start_new_session=True,
        )
        os.close(follower)
        self.shown = ""
        self.seen = 0

    def _read(self, end: float) -> bool:
        """Take what appears before the moment `end`; whether the program may show more."""
        ready, _, _ = select.select([self.leader], [], [], max(0.0, end - time.monotonic()))
        if not ready:
            self.process.kill()
            self.process.wait()
            raise AssertionError(f"nothing more appeared after {self.shown!r}")
        try:
            read = os.read(self.leader, 4096)
        except OSError:  # Linux says so when the other end is closed
            return False
        self.shown += read.decode()
        return bool(read)

    def wait_for(self, text: str, seconds: float = SECONDS) -> str:
        """What appears up to and with a text."""
        end = time.monotonic() + seconds
        begun = self.seen
        while text not in self.shown[begun:]:
            assert self._read(end), f"the program ended; it showed {self.shown[begun:]!r}"
        self.seen = self.shown.index(text, begun) + len(text)
        return self.shown[begun : self.seen]

    def type(self, text: str) -> None:
        """Type a text; `\\x03` is Ctrl-C, `\\x04` Ctrl-D."""
        os.write(self.leader, text.encode())

    def interrupt(self) -> None:
        """Type Ctrl-C until the program ends.

        One that arrives while Python is between two reads is heeded at the next key only; a
        person presses again.
        """
        for _ in range(SECONDS // 3):
            self.type("\x03")
            end = time.monotonic() + 3
            while time.monotonic() < end and self.process.poll() is None:
                ready, _, _ = select.select([self.leader], [], [], 0.1)
                if ready and not self._read(end):
                    return
            if self.process.poll() is not None:
                return

    def close(self, seconds: float = SECONDS) -> int:
        """Read to the end; the exit code."""
        end = time.monotonic() + seconds
        while self._read(end):
            pass
        os.close(self.leader)
        return self.process.wait(timeout=seconds)
