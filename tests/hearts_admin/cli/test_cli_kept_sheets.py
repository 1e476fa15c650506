"""Score sheets that are kept: shown deal by deal, corrected, forgotten; and ADMIN.md, case 20."""

import sqlite3

import pytest
from commandline import CommandLine

ROWS = ["20 3 3 0", "13 7 6 0", "0 26 26 26", "26 0 26 26", "26 26 0 26", "26 26 26 0"]
DEALS = [[int(own) for own in row.split()] for row in ROWS]
TOTALS = [111, 88, 87, 78]
SHEET = "\n".join(["Anna;Bram;Cor;Dina", *(row.replace(" ", ";") for row in ROWS)]) + "\n"
TYPED = "\n".join(["anna bram cor dina:", *ROWS, "=\n"])


def kept(club: CommandLine) -> list[str]:
    """The files that are kept."""
    with sqlite3.connect(club.folder / "hearts.db") as connection:
        found = [
            bytes(content).decode() for (content,) in connection.execute("SELECT content FROM blob")
        ]
    connection.close()
    return found


def record(club: CommandLine, text: str = SHEET, *more: str) -> None:
    (club.folder / "sheet.csv").write_text(text, "utf-8")
    club.must("result", "record", "--sheet", "sheet.csv", *more)


@pytest.mark.parametrize("typed", [False, True], ids=["file", "typed"])
def test_the_deals_are_kept_and_shown(club: CommandLine, typed: bool) -> None:
    if typed:
        club.must("result", "enter", stdin=TYPED)
    else:
        record(club)
    shown = club.must("result", "show", "1", "--json").json()
    assert shown["log"] is False
    assert shown["sheet"] == {
        "names": ["Anna", "Bram", "Cor", "Dina"], "deals": DEALS, "totals": TOTALS,
    }  # fmt: skip
    out = club.must("result", "show", "1", "--lang", "en").out
    assert "Score sheet:\nDeal   Anna  Bram  Cor  Dina\n" in out
    assert "\n3         0    26   26    26\n" in out
    assert out.rstrip().endswith("Total   111    88   87    78")
    assert "Log of the cards" not in out
    assert "\nTotaal   111    88   87    78" in club.must("result", "show", "1", "--lang", "nl").out
    assert club.must("db", "check").code == 0


def test_a_game_entered_without_a_sheet_has_none(club: CommandLine) -> None:
    club.must("result", "enter", stdin=TYPED + "anna 0 bram 26 cor 26 dina 104\n")
    assert club.must("result", "show", "2", "--json").json()["sheet"] is None
    assert len(kept(club)) == 1


def test_nothing_is_kept_of_a_dry_run_or_a_refused_sheet(club: CommandLine) -> None:
    record(club, SHEET, "--dry-run")
    (club.folder / "sheet.csv").write_text(SHEET.replace("13;7", "31;7"), "utf-8")
    assert club("result", "record", "--sheet", "sheet.csv").code == 3
    assert kept(club) == []


def test_what_is_kept_can_be_recorded_again(club: CommandLine) -> None:
    record(club)
    (text,) = kept(club)
    record(club, text, "--label", "again")
    assert club.must("result", "show", "2", "--json").json()["sheet"]["deals"] == DEALS
    assert kept(club) == [text]


def test_a_correction_leaves_the_sheet_and_says_so(club: CommandLine) -> None:
    record(club)
    club.must("result", "correct", "1", "Anna=88", "Bram=111", "--reason", "columns swapped")
    assert club.must("result", "show", "1", "--json").json()["sheet"]["totals"] == TOTALS
    out = club.must("result", "show", "1", "--lang", "en").out
    assert out.rstrip().endswith("The result was corrected after the sheet was recorded.")


def test_a_change_tells_a_sheet_from_a_log(club: CommandLine) -> None:
    record(club)
    out = club.must("change", "show", "3", "--lang", "en").out
    assert "sheet: True" in out
    assert "log: True" not in out


def test_names_on_a_sheet_are_forgotten(club: CommandLine) -> None:
    club.must("player", "add", "Femke Zwanenburg")
    club.must("player", "change", "Femke Zwanenburg", "--number", "8812")
    for label, heading in enumerate(("Femke Zwanenburg", "femke zwanenburg", "#8812")):
        record(club, SHEET.replace("Anna", heading), "--label", str(label))
    club.must("player", "forget", "Femke Zwanenburg", "--yes")
    texts = kept(club)
    assert texts
    for text in texts:
        assert text.startswith("deal,N.N.")
        assert not any(piece in text.casefold() for piece in ("femke", "zwanenburg", "8812"))
    shown = club.must("result", "show", "1", "--json").json()["sheet"]
    assert (shown["deals"], shown["totals"]) == (DEALS, TOTALS)
    assert club.must("db", "check").code == 0


def test_a_sheet_leaves_the_club_with_initials(club: CommandLine) -> None:
    record(club)
    club.must("player", "change", "Bram", "--private")
    club.must("db", "export", "facts")
    (file,) = (club.folder / "facts" / "logs").iterdir()
    assert file.read_text("utf-8").splitlines()[0] == "deal,Anna,B.,Cor,Dina"


def test_deals_after_the_end_are_kept_with_the_reason(club: CommandLine) -> None:
    more = SHEET + "0;26;26;26\n"
    record(club, more, "--unchecked", "seven deals were agreed on")
    shown = club.must("result", "show", "1", "--json").json()
    assert shown["sheet"]["deals"] == [*DEALS, [0, 26, 26, 26]]
    assert [seat["points"] for seat in shown["seats"]] == [111, 114, 113, 104]


def test_case_20_a_transposition_is_suggested(club: CommandLine) -> None:
    """ADMIN.md: 3 71 6 0 typed for 3 17 6 0."""
    said = {"en": "Perhaps the digits are turned: Bram has 17, not 71.",
            "nl": "Misschien zijn de cijfers verwisseld: Bram heeft 17, niet 71."}  # fmt: skip
    (club.folder / "sheet.csv").write_text(SHEET.replace("13;7;6;0", "3;71;6;0"), "utf-8")
    for lang, sentence in said.items():
        ran = club("result", "record", "--sheet", "sheet.csv", "--lang", lang)
        assert (ran.code, sentence in ran.err) == (3, True)
        wrong = TYPED.replace("13 7 6 0", "3 71 6 0")
        ran = club("result", "enter", "--lang", lang, stdin=wrong)
        assert (ran.code, sentence in ran.err) == (1, True)
    assert club.must("result", "list", "--json").json() == []
    record(club, SHEET.replace("13;7;6;0", "3;17;6;0"))


def test_the_same_sheet_again_is_no_other_game(club: CommandLine) -> None:
    record(club)
    (club.folder / "sheet.csv").write_text(SHEET.replace(";", ","), "utf-8")
    ran = club("result", "record", "--sheet", "sheet.csv", "--lang", "en")
    assert ran.code == 3
    assert "This game is there already, as result 1." in ran.err
    club.must("result", "void", "1", "--reason", "of another evening")
    record(club)


def test_a_row_that_cannot_be_read_is_the_only_thing_that_is_wrong(club: CommandLine) -> None:
    rows = [f"{number};{row}" for number, row in enumerate(SHEET.splitlines()[1:], start=1)]
    text = "\n".join(["deal;Anna;Bram;Cor;Dina", *rows, "total;111;88;87;78\n"])
    text = text.replace("13;7;6;0", "13;7;;0")
    (club.folder / "sheet.csv").write_text(text, "utf-8")
    ran = club("result", "record", "--sheet", "sheet.csv", "--lang", "en")
    assert ran.code == 3
    assert [line.strip() for line in ran.err.splitlines()[1:]] == [
        "line 3: Four whole numbers are expected here, not “13 7 - 0”."
    ]


def test_lines_under_a_refused_heading_are_no_games(club: CommandLine) -> None:
    ran = club("result", "enter", "--lang", "en", stdin=TYPED.replace(" dina:", ":") + TYPED)
    assert ran.code == 1
    assert "1 game entered. 1 line refused." in ran.err
    assert [len(kept(club)), kept(club)[0][:5]] == [1, "deal,"]
