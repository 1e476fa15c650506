"""How things are shown: tables, JSON, progress; on a terminal, in a pipe, on a full disk."""

import datetime as dt
import io
import os
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest
from commandline import PROGRAM, SECONDS, CommandLine, Terminal

from hearts_admin.cli.output import plain
from hearts_admin.cli.progress import Progress
from hearts_admin.messages import load_language


def test_json_holds_plain_values_only() -> None:
    day = dt.date(2026, 3, 14)
    assert plain({1: (day, Decimal("9.40"), None, True)}) == {
        "1": ["2026-03-14", "9.40", None, True]
    }
    with pytest.raises(TypeError):
        plain(object())


def test_a_table_in_a_pipe_is_plain_aligned_text(club: CommandLine) -> None:
    lines = club.must("player", "list").lines()
    assert lines[0].split() == ["Name", "Member", "number", "Kind", "Active", "Games", "Rating"]
    assert lines[2].startswith("Anna  ")
    assert all("\x1b" not in line for line in lines)
    assert len(lines) == 6


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo terminal is needed")
def test_a_table_on_a_terminal_is_drawn_and_no_color_is_respected(club: CommandLine) -> None:
    coloured = on_a_terminal(club, "player", "list", TERM="xterm-256color")
    bare = on_a_terminal(club, "player", "list", TERM="xterm-256color", NO_COLOR="1")
    assert "Anna" in coloured
    assert "─" in coloured
    assert "\x1b[1m" in coloured  # bold headings are no colour, but they are not asked for either
    assert "\x1b[3" not in bare
    assert "Anna" in bare


def on_a_terminal(club: CommandLine, *words: str, **environ: str) -> str:
    terminal = Terminal(club, *words, **environ)
    assert terminal.close() == 0
    return terminal.shown


def test_csv_has_english_keys_whatever_the_language(club: CommandLine) -> None:
    assert club.must("player", "list", "--csv", "--lang", "nl").lines()[:2] == [
        "name,member_no,kind,active,games,rating",
        "Anna,,member,yes,0,",
    ]


def test_json_and_csv_do_not_go_together(club: CommandLine) -> None:
    ran = club("player", "list", "--json", "--csv")
    assert (ran.code, ran.out) == (2, "")
    assert "--json and --csv" in ran.err


def test_nothing_to_list_is_said_beside_the_data(bare: CommandLine) -> None:
    bare.found(names=[])
    ran = bare.must("player", "list")
    assert (ran.out, ran.err) == ("", "There are no players yet.\n")
    assert bare.must("player", "list", "--json").json() == []
    assert bare.must("result", "list", "--json").json() == []
    assert bare.must("rating", "list", "--json").json() == []
    assert bare.must("rating", "list", "--csv").out == (
        "place,player,rating,games,last_played,decay\r\n"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes")
def test_a_reader_that_leaves_is_no_error(club: CommandLine) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*PROGRAM, "player", "list"],
        cwd=club.folder,
        env=club.environ,
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
        timeout=SECONDS,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has a device that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "command",
    [
        "player list", "player list --json", "rules list --csv", "season presets best-6-of-8",
        "event plan --players 99 --rounds 9", "player add Erik", "player --help", "--version",
    ],
)  # fmt: skip
def test_output_that_cannot_be_written_is_told(
    command: str, unbuffered: str, club: CommandLine
) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, *command.split()],
            cwd=club.folder,
            env={**club.environ, "PYTHONUNBUFFERED": unbuffered},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=SECONDS,
        )
    assert done.returncode == 5
    told = "Error: The output cannot be written: there is no room left on the disk."
    assert done.stderr.decode().splitlines()[-1] == told


class TestProgress:
    def progress(self, language: str = "en") -> tuple[Progress, io.StringIO, list[float]]:
        stream, clock = io.StringIO(), [0.0]
        shown = Progress(load_language(language), "Importing", stream, now=lambda: clock[0])
        return shown, stream, clock

    def test_the_first_second_is_quiet(self) -> None:
        shown, stream, clock = self.progress()
        clock[0] = 0.9
        shown(900, 2000)
        shown.finish()
        assert stream.getvalue() == ""

    def test_count_rate_and_time_left(self) -> None:
        shown, stream, clock = self.progress("nl")
        clock[0] = 2.0
        shown(3000, 200_000)
        assert stream.getvalue().endswith(
            "Importing 3.000 van 200.000, 1.500 per seconde, nog 2:11"
        )

    def test_without_a_total_there_is_no_time_left(self) -> None:
        shown, stream, clock = self.progress()
        clock[0] = 2.0
        shown(3000)
        assert stream.getvalue().endswith("Importing 3,000, 1,500 a second")

    def test_it_is_written_a_few_times_a_second_and_taken_away(self) -> None:
        shown, stream, clock = self.progress()
        for step in range(1000):
            clock[0] = 1.0 + step / 1000
            shown(step, 1000)
        assert stream.getvalue().count("Importing") == 5
        shown.finish()
        assert stream.getvalue().endswith("\r\x1b[K")
