"""A whole club evening through the commands, in Dutch and in English."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from commandline import CommandLine
from openpyxl import load_workbook

LOGS = Path(__file__).parents[2] / "data" / "sample" / "logs"

EVENING = """\
sanne 23 youssef 45 pieter 78 mirjam 114
joost 12 fatima 61 'hanneke' 85 ij 102
+ Dirk Nieuwenhuis
sanne 101 dirk 40 joost 67 pieter 78
u
sanne 101 dirk 40 joost 67 pieter 52
fatima 26 hanneke 26 mirjam 104
youssef 40 fatima 78 hanneke 95 mirjam 21
"""
"""What is piped into `result enter`: a mistyped game undone, a line of three, one unfinished."""


@dataclass(frozen=True)
class Words:
    """What is expected on the screen in one language."""

    code: str
    added: str
    recorded: str
    undone: str
    check: str
    three_seats: str
    unfinished: str
    tally: str
    two_games: str
    verified: str
    written: str
    sheets: list[str]
    not_known: str
    dry_run: str


WORDS = {
    "en": Words(
        code="en",
        added="Added: Sanne de Boer, Youssef Amrani, Pieter van 't Hof, Mirjam Kok",
        recorded="Result 5: 2026-03-14, american, game 5",
        undone="Undone: result 3.",
        check="      Together 260: possible under american.",
        three_seats="Error: line 7: A game has 4 players; here are 3: fatima, hanneke and mirjam.",
        unfinished="Error: line 8: No game can end so; nothing was stored.",
        tally="3 games entered. 2 lines refused.",
        two_games="2 games entered.",
        verified="Everything that is stored agrees with a fresh computation.",
        written="Written: stand.xlsx",
        sheets=["Standings", "Results"],
        not_known="  There is no player Mirjan Kok; do you mean Mirjam Kok?",
        dry_run="Dry run: nothing was stored.",
    ),
    "nl": Words(
        code="nl",
        added="Toegevoegd: Sanne de Boer, Youssef Amrani, Pieter van 't Hof, Mirjam Kok",
        recorded="Uitslag 5: 2026-03-14, american, spel 5",
        undone="Ongedaan gemaakt: uitslag 3.",
        check="      Samen 260: dat kan volgens american.",
        three_seats=(
            "Fout: regel 7: Een spel heeft 4 spelers; hier staan er 3: fatima, hanneke en mirjam."
        ),
        unfinished="Fout: regel 8: Zo kan geen spel eindigen; er is niets opgeslagen.",
        tally="3 spellen ingevoerd. 2 regels geweigerd.",
        two_games="2 spellen ingevoerd.",
        verified="Alles wat bewaard is klopt met een nieuwe berekening.",
        written="Geschreven: stand.xlsx",
        sheets=["Stand", "Uitslagen"],
        not_known="  Er is geen speler Mirjan Kok; bedoelt u Mirjam Kok?",
        dry_run="Proef: er is niets opgeslagen.",
    ),
}


@pytest.fixture(params=["nl", "en"])
def language(request: pytest.FixtureRequest) -> str:
    code: str = request.param
    return code


@pytest.fixture
def club(
    language: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> CommandLine:
    """A club in a folder of its own; the language is that of the computer."""
    return CommandLine(tmp_path, capsys, monkeypatch, language)


def test_an_evening(club: CommandLine, language: str) -> None:
    said = WORDS[language]
    for step in (set_up, type_the_evening, put_right, replay_the_final, look_back, publish):
        step(club, said)


def set_up(club: CommandLine, said: Words) -> None:
    club.must("club", "init", "--name", "HC De Pit", "--rules", "american")
    names = ["Sanne de Boer", "Youssef Amrani", "Pieter van 't Hof", "Mirjam Kok"]
    assert club.must("player", "add", *names).lines()[0] == said.added
    members = "Naam;Lidnummer;Beginrating\nJoost Bakker;5;1610\nFatima El Idrissi;6;\n"
    members += "Hanneke Smit;7;1480\nIJsbrand Mulder;8;\n"
    (club.folder / "leden.csv").write_bytes(members.encode("cp1252"))
    club.must("player", "import", "leden.csv")
    assert club.must("club", "show", "--json").json()["players"] == 8


def type_the_evening(club: CommandLine, said: Words) -> None:
    ran = club("result", "enter", stdin=EVENING)
    assert ran.code == 1
    assert ran.lines().count(said.check) == 3
    assert said.undone in ran.lines()
    errors = ran.err.splitlines()
    assert said.three_seats in errors
    assert said.unfinished in errors
    assert errors[-1] == said.tally
    assert {result["date"] for result in results(club)} == {"2026-03-14"}  # at 22:00


def results(club: CommandLine) -> list[dict[str, object]]:
    listed: list[dict[str, object]] = club.must("result", "list", "--json").json()
    return listed


def put_right(club: CommandLine, said: Words) -> None:
    """The unfinished game was played on; a name is mistyped; a dry run; a slip undone."""
    game = ["Youssef Amrani=40", "Fatima El Idrissi=78", "Hanneke Smit=95", "#8=47"]
    refused = club("result", "record", *game[:3], "Mirjan Kok=101")
    assert refused.code == 3
    assert said.not_known in refused.err.splitlines()
    game[3] = "Mirjam Kok=47"
    game[2] = "Hanneke Smit=121"
    assert said.dry_run in club.must("result", "record", *game, "--dry-run").err
    ran = club.must("result", "record", *game, "--event", "Clubavond", "--table", "2")
    assert said.recorded in ran.lines()
    before = club.must("rating", "list", "--json").json()
    club.must("result", "record", *game, "--label", "again", "--yes")
    club.must("change", "undo")
    assert club.must("rating", "list", "--json").json() == before


def replay_the_final(club: CommandLine, said: Words) -> None:
    log = str(min(LOGS.glob("*.hjl")))
    before = len(results(club))
    unknown = club("replay", "check", log, "--record")
    assert unknown.code == 3
    assert len(results(club)) == before
    club.must("replay", "check", log, "--record", "--add-players")
    assert len(results(club)) == before + 1
    club.must("replay", "check", log, "--record")
    assert len(results(club)) == before + 1
    (logged,) = [result for result in results(club) if result["date"] != "2026-03-14"]
    assert club.must("result", "show", str(logged["id"]), "--json").json()["log"] is True


def look_back(club: CommandLine, said: Words) -> None:
    listed = club.must("rating", "list", "--json").json()
    assert [line["place"] for line in listed] == sorted(line["place"] for line in listed)
    assert all(line["games"] >= 1 for line in listed)
    assert club.must("rating", "verify").lines()[-1] == said.verified
    explained = club.must("rating", "explain", "1", "--json").json()
    assert [player["change"] for player in explained["players"]] == [16, 5, -5, -16]
    real = club.process("rating", "verify")
    assert (real.code, real.out.splitlines()[-1], real.err) == (0, said.verified, "")


def publish(club: CommandLine, said: Words) -> None:
    ran = club.must("report", "workbook", "stand.xlsx")
    assert ran.lines() == [said.written]
    book = load_workbook(club.folder / "stand.xlsx")
    assert set(said.sheets) <= set(book.sheetnames)
    words = {str(cell.value) for row in book[said.sheets[0]].iter_rows() for cell in row}
    assert {"Sanne de Boer", "Dirk Nieuwenhuis"} <= words
    club.must("report", "chart", "history", "stand.png")


def test_what_is_typed_is_never_lost(
    club: CommandLine, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database fails in the middle of the evening: what was stored stays, and it is said."""
    from hearts_admin.cli import enter
    from hearts_admin.errors import DatabaseFault

    club.found(rules="american")
    record: Callable[..., object] = enter.record_result
    left = [2]

    def failing(*arguments: object) -> object:
        left[0] -= 1
        if left[0] < 0:
            raise DatabaseFault("db.disk_full", database="hearts.db")
        return record(*arguments)

    monkeypatch.setattr(enter, "record_result", failing)
    ran = club("result", "enter", stdin="anna 23 bram 45 cor 78 dina 114\n" * 4)
    assert ran.code == 4
    assert WORDS[language].two_games in ran.err.splitlines()
    assert len(results(club)) == 2
