"""A club that goes over to rules of its own in the middle of a season, in Dutch."""

import sys
from pathlib import Path

import pytest
from commandline import CommandLine, Terminal
from openpyxl import load_workbook

RULES = """\
based_on = "dutch"
name = "Klaverboer telt drie"
target = 60
[switches]
jack_of_clubs = 3
"""
FOUR = ("Anna", "Bram", "Cor", "Dina")
BEFORE = "anna 0 bram 15 cor 25 dina 50"
"""Six deals of 15 points, to 50."""
SINCE = "anna 0 bram 16 cor 20 dina 60"
"""Six deals of 16 points, to 60."""
SHEET = """\
anna bram cor dina:
0 0 1 15
0 0 1 15
0 0 1 15
0 15 1 0
0 1 15 0
0 0 1 15
= 0 16 20 60
"""


@pytest.fixture
def club(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> CommandLine:
    """A club of four that has played one game by the Dutch rules."""
    club = CommandLine(tmp_path, capsys, monkeypatch, "nl")
    club.found(FOUR, rules="dutch")
    club.must("result", "enter", "--date", "2026-03-07", stdin=BEFORE)
    return club


def rules_file(club: CommandLine, text: str = RULES) -> str:
    (club.folder / "huis.toml").write_text(text, "utf-8")
    return "huis.toml"


def played(club: CommandLine) -> list[str]:
    return [each["rules"] for each in club.must("result", "list", "--json").json()]


def test_rules_of_our_own_in_the_middle_of_a_season(club: CommandLine) -> None:
    before = club.must("rating", "list", "--csv").out
    club.must("club", "pools", f"{rules_file(club)}=huis", "--new", "huis")
    ran = club.must("club", "set", "--rules", "huis.toml")
    assert "  Regels: dutch -> Klaverboer telt drie" in ran.lines()
    (club.folder / "huis.toml").unlink()
    shown = club.must("club", "show").lines()
    assert "Regels           Klaverboer telt drie" in shown
    assert "Huisregels       gebaseerd op dutch, tot 60 punten, jack_of_clubs = 3" in shown

    refused = club("result", "enter", stdin=BEFORE)
    assert refused.code == 1
    ran = club.must("result", "enter", stdin=SINCE)
    assert "      Samen 96: dat kan volgens Klaverboer telt drie." in ran.lines()
    club.must("result", "enter", stdin=SHEET)
    club.must("event", "add", "Paasdrive")
    assert club.must("event", "show", "Paasdrive", "--json").json()["event"]["target"] == 60
    assert played(club) == ["dutch", "Klaverboer telt drie", "Klaverboer telt drie"]
    assert club.must("rating", "list", "--csv").out == before  # the new rules have their own list
    lists = club.must("club", "pools").lines()
    assert [line.split("  ")[0] for line in lists[2:4]] == ["main", "huis"]
    assert "Klaverboer telt drie" in lists[3]

    club.must("result", "correct", "2", "Anna=16", "Bram=0", "--reason", "verwisseld")
    club.must("report", "workbook", "stand.xlsx", "--pool", "huis")
    text = str([row for sheet in load_workbook(club.folder / "stand.xlsx") for row in sheet.values])
    assert "Regels Klaverboer telt drie: 2 spellen" in text
    club.must("result", "template", "formulier.xlsx")
    form = load_workbook(club.folder / "formulier.xlsx").worksheets[0]
    assert "Som (Klaverboer telt drie)" in [cell for row in form.values for cell in row]
    club.must("db", "check")


def test_the_file_is_edited_and_the_club_thinks_better_of_it(club: CommandLine) -> None:
    club.must("club", "set", "--rules", rules_file(club))
    club.must("result", "enter", stdin=SINCE)
    rules_file(club, RULES.replace("60", "70"))
    club.must("result", "correct", "2", "Anna=16", "Bram=0", "--reason", "verwisseld")
    assert club.must("result", "show", "2", "--json").json()["target"] == 60
    ran = club.must("club", "set", "--rules", "huis.toml")
    said = "  Regels: Klaverboer telt drie (target=60) -> Klaverboer telt drie (target=70)"
    assert said in ran.lines()
    shown = club.must("change", "show", "7").out
    assert "Klaverboer telt drie (dutch/60/" in shown
    assert "Klaverboer telt drie (dutch/70/" in shown
    club.must("change", "undo")
    assert "tot 60 punten" in club.must("club", "show").out
    club.must("result", "enter", stdin=SINCE)
    rules_file(club, 'based_on = "nederlands"\n')
    refused = club("club", "set", "--rules", "huis.toml")
    assert refused.code == 3
    assert refused.err.startswith("Fout: huis.toml: Deze huisregels kunnen niet gebruikt worden.")
    rules_file(club, RULES.replace("Klaverboer telt drie", "Klaverboer"))
    ran = club.must("club", "set", "--rules", "huis.toml")
    note = "staan al bij de club als Klaverboer telt drie; Klaverboer speelt precies hetzelfde."
    assert note in ran.err
    club.must("db", "check")


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo terminal is needed")
def test_at_the_table_the_clubs_own_are_proposed(club: CommandLine) -> None:
    club.must("club", "set", "--rules", rules_file(club))
    (club.folder / "huis.toml").unlink()
    terminal = Terminal(club, "result", "enter", "--date", "2026-03-14")
    terminal.wait_for("Regels [Klaverboer telt drie]: ")
    terminal.type("\n")
    terminal.wait_for("> ")
    terminal.type(f"{SINCE}\n\n")
    terminal.wait_for("dat kan volgens Klaverboer telt drie.")
    assert terminal.close() == 0
    assert played(club)[1:] == ["Klaverboer telt drie"]
