"""Events on the command line: what does not go together, what to try next, words for programs."""

import csv
import io

import pytest
from commandline import CommandLine


@pytest.fixture
def evening(club: CommandLine) -> CommandLine:
    """An evening at which four are there and nothing is drawn."""
    club.must("event", "add", "Avond", "--date", "2026-03-14")
    club.must("event", "arrive", "Anna", "Bram", "Cor", "Dina")
    return club


def test_kind_and_state_are_words_for_programs_in_csv(evening: CommandLine) -> None:
    listed = evening.must("event", "list", "--csv", "--lang", "nl").out
    (row,) = csv.DictReader(io.StringIO(listed))
    assert (row["kind"], row["state"]) == ("evening", "open")
    assert "clubavond" in evening.must("event", "list", "--lang", "nl").out


@pytest.mark.parametrize("other", [["Anna"], ["--points", "3"], ["--round", "1"]])
def test_a_penalty_is_given_or_taken_back(evening: CommandLine, other: list[str]) -> None:
    why = ("--reason", "late")
    evening.must("event", "penalty", "Anna", "--points", "3", *why)
    ran = evening("event", "penalty", "--cancel", "1", *other, *why)
    assert (ran.code, ran.out) == (2, "")
    assert f"--cancel and {other[0]} do not go together" in ran.err
    ran = evening.must("event", "penalty", "--cancel", "1", *why)
    assert ran.lines()[0] == "There are no penalties."


def test_who_sits_out_is_said_of_a_draw_by_hand_only(evening: CommandLine) -> None:
    ran = evening("event", "draw", "--sitting-out", "Anna")
    assert (ran.code, ran.out) == (2, "")
    assert "--table is missing." in ran.err
    assert evening.must("event", "show", "--json").json()["rounds"][0]["state"] == "planned"


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["event", "add", "avond"], "hearts-admin event list"),
        (["event", "close", "--round", "1"], "hearts-admin event show"),
        (["event", "finish"], "hearts-admin event enter Avond"),
        (["event", "record", "Anna=1", "Bram=2", "Cor=3", "Erik=20"], "hearts-admin event show"),
        (["season", "presets", "best"], "hearts-admin season presets"),
        (["season", "add", "winter"], "hearts-admin season list"),
        (["rules", "legal", "--hand", "VS"], "hearts-admin rules legal --help"),
    ],
)
def test_an_error_ends_with_what_to_try(evening: CommandLine, words: list[str], hint: str) -> None:
    evening.must("player", "add", "Erik")
    evening.must("season", "add", "Winter")
    evening.must("event", "draw")
    ran = evening(*words)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.splitlines()[-1].startswith(f"Try: {hint}")
