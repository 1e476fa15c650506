"""README and HANDLEIDING show what the program really shows: their commands are run here."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from commandline import CommandLine

ROOT = Path(__file__).parents[2]

MEMBERS = """naam;lidnummer
Sanne de Boer;1
Youssef Amrani;2
Pieter van 't Hof;3
Mirjam Kok;4
Joost Bakker;5
Fatima El Idrissi;6
Hanneke Smit;7
IJsbrand Mulder;8
"""


@dataclass(frozen=True)
class Shown:
    """A command of a document with what it is said to show, or a sitting with what is typed."""

    words: list[str]
    lines: list[str]

    @property
    def typed(self) -> list[str]:
        """What is typed in a sitting, up to the empty line that ends it."""
        return [line.removeprefix("> ") for line in self.lines if line.startswith("> ")]


def sessions(document: str) -> Iterator[Shown]:
    """The commands in the indented blocks of a document; a sitting goes on over several blocks."""
    text = (ROOT / document).read_text("utf-8")
    current: Shown | None = None
    for line in text.splitlines():
        shown = line.removeprefix("    ")
        if line.startswith("    $ hearts-admin"):
            if current:
                yield current
            current = Shown(shlex.split(shown.removeprefix("$ hearts-admin ")), [])
        elif line.startswith("    $"):
            continue
        elif line.startswith("    ") and current:
            current.lines.append(shown)
    if current:
        yield current


def compared(lines: list[str]) -> list[str]:
    """What can be compared: not where a file is, not what a document leaves out."""
    hidden = ("Database", "...", "Written", "Geschreven")
    return [line.rstrip() for line in lines if line and not line.startswith(hidden)]


def assert_shows(club: CommandLine, session: Shown) -> None:
    """What a document shows is there, in that order; where it shows everything, nothing more."""
    ran = club(*session.words)
    lines = compared(ran.out.splitlines() + ran.err.splitlines())
    wanted = compared(session.lines)
    if "..." in session.lines:
        rest = iter(lines)
        assert [line for line in wanted if line not in rest] == []  # `in` goes on where it was
    elif session.lines:
        assert lines == wanted
    else:
        assert ran.code == 0


def test_the_manual_shows_a_real_evening(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    club = CommandLine(tmp_path, capsys, monkeypatch, "nl")
    (tmp_path / "leden.csv").write_text(MEMBERS, "utf-8")
    seen = []
    for session in sessions("HANDLEIDING.md"):
        seen.append(" ".join(session.words[:2]))
        if session.words == ["result", "enter"]:
            assert_sitting(club, session)
        elif session.words == ["event", "enter"]:
            assert_desk(club, session)
        else:
            assert_shows(club, session)
    assert {"club init", "result enter", "result correct", "db check", "event enter"} <= set(seen)


def assert_sitting(club: CommandLine, session: Shown) -> None:
    """Type into a pipe what is typed at the terminal; every answer is the one that is shown."""
    piped = "\n".join(session.typed)
    ran = club("result", "enter", "--date", "2026-03-13", stdin=piped)
    answers = [line.rstrip() for line in ran.out.splitlines()]
    complaints = re.sub(r"regel \d+: ", "", ran.err).splitlines()
    for line in compared(session.lines):
        if re.match(r" +\d+  | {6}\S|Toegevoegd|Ongedaan", line):
            assert line in answers
        elif line.startswith(("Fout", "  ")):
            assert line in complaints
    table = [line.split() for line in answers]
    rows = [line.split() for line in session.lines if re.search(r" [+-]\d+ +\d{4}$", line)]
    assert len(rows) == 9
    assert all(row in table for row in rows)


def assert_desk(club: CommandLine, session: Shown) -> None:
    """Type behind each table what is typed there; every answer is the one that is shown."""
    typed = [line.rpartition(" > ")[2] for line in session.lines if " > " in line]
    ran = club("event", "enter", stdin="\n".join(typed))
    answers = [line.rstrip() for line in ran.out.splitlines()]
    shown = [line for line in compared(session.lines) if " > " not in line]
    assert len(shown) == 3 * len(typed)
    assert [line for line in shown if line not in answers] == []


def test_the_readme_shows_a_real_club(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    club = CommandLine(tmp_path, capsys, monkeypatch)
    checked = 0
    for session in sessions("README.md"):
        if session.words[:2] == ["result", "enter"]:
            continue
        if session.words[:2] == ["result", "record"]:
            session = Shown([*session.words, "--date", "2026-03-13"], session.lines)
        lines = [
            line.replace(" --unchecked", " --date 2026-03-13 --unchecked") for line in session.lines
        ]
        assert_shows(club, Shown(session.words, lines))
        checked += 1
    assert checked == 7
