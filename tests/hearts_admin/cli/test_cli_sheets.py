"""Score sheets: out of a CSV file or a workbook, and typed at the table. Numbers by hand."""

import pytest
from commandline import CommandLine, Ran
from openpyxl import Workbook

GOOD = """\
ronde;Anna;Bram;Cor;Dina
1;13;7;6;0
2;0;26;26;26
3;4;4;4;14
4;20;3;3;0
5;26;26;0;26
6;13;5;5;3
7;0;26;26;26
totaal;76;97;70;95
"""
"""Nobody is at 100 after deal 7 yet: the eighth row, which tests add, ends the game."""

LAST = "8;13;5;4;4\n"  # 89, 102, 74, 99
TOTAL = "totaal;89;102;74;99\n"


def sheet(club: CommandLine, text: str, *more: str) -> Ran:
    """Record a sheet."""
    (club.folder / "sheet.csv").write_text(text, "utf-8")
    return club("result", "record", "--sheet", "sheet.csv", *more)


def points(club: CommandLine) -> list[dict[str, int]]:
    """The results that are stored."""
    listed = club.must("result", "list", "--json").json()
    return [{seat["player"]: seat["points"] for seat in each["seats"]} for each in listed]


WHOLE = {"Anna": 89, "Bram": 102, "Cor": 74, "Dina": 99}


@pytest.mark.parametrize(
    "text",
    [
        GOOD + LAST + TOTAL,
        GOOD + LAST,
        (GOOD + LAST + TOTAL).replace(";", ",").replace("totaal", "total"),
        "\n".join(
            line.partition(";")[2] for line in (GOOD + LAST + TOTAL).splitlines()
            if not line.startswith("totaal;76")
        ),
    ],
    ids=["totals on the way", "no last totals", "commas", "no words"],
)  # fmt: skip
def test_a_sheet_becomes_a_result(club: CommandLine, text: str) -> None:
    ran = sheet(club, text)
    assert ran.code == 0, ran.err
    assert points(club) == [WHOLE]


TITLED = f"De Ruiten\nDatum;14-3-2026\nTafel 2\n\n{GOOD + LAST + TOTAL}"


@pytest.mark.parametrize("text", [TITLED, TITLED.replace("ronde;", ";")], ids=["ronde", "blank"])
def test_titles_above_the_heading(club: CommandLine, text: str) -> None:
    ran = sheet(club, text)
    assert ran.code == 0, ran.err
    assert points(club) == [WHOLE]


def test_what_is_wrong_below_titles_has_its_line(club: CommandLine) -> None:
    ran = sheet(club, TITLED.replace("1;13;7;6;0", "1;31;7;6;0"))
    assert ran.err.splitlines()[1].startswith("  line 6: 31 7 6 0 add up to 44")


def test_two_sheets_in_one_file_are_for_an_import(club: CommandLine) -> None:
    ran = sheet(club, f"{TITLED}\n\n{TITLED}")
    assert (ran.code, "There are 2 score sheets in it" in ran.err) == (5, True)
    assert points(club) == []


RUNNING = """\
Anna;Bram;Cor;Dina
13;7;6;0
13;33;32;26
17;37;36;40
37;40;39;40
63;66;39;66
"""
AMSTERDAM = """\
Anna;Bram;Cor;Dina
9;6;0;0
0;15;15;15
5;1;1;8
7;8;0;0
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (RUNNING, "  line 2: These 5 rows look like running totals, not the points of each deal."),
        (AMSTERDAM, "  line 2: 4 of the 4 deals cannot be under american; they look like dutch"),
    ],
)
def test_what_is_wrong_with_nearly_every_row_is_said_once(
    club: CommandLine, text: str, said: str
) -> None:
    error, *problems = sheet(club, text).err.splitlines()
    assert error == "Error: This score sheet cannot be right."
    assert [problem[: len(said)] for problem in problems] == [said]


BESIDE = """\
Anna,Bram,Cor,Dina,total Anna,total Bram,total Cor,total Dina
26,0,26,26,26,0,26,26
26,0,26,26,52,0,52,52
24,0,1,1,76,0,53,53
26,26,0,26,102,26,53,79
"""


def test_totals_beside_the_points(club: CommandLine) -> None:
    assert sheet(club, BESIDE).code == 0
    assert points(club) == [{"Anna": 102, "Bram": 26, "Cor": 53, "Dina": 79}]


def test_totals_beside_the_points_tell_what_was_meant(club: CommandLine) -> None:
    ran = sheet(club, BESIDE.replace("24,0,1,1,76", "24,1,0,1,76"))
    assert ran.code == 3
    assert "line 4: Perhaps Bram and Cor are swapped: 24 0 1 1." in ran.err


def test_a_workbook(club: CommandLine) -> None:
    book = Workbook()
    for line in (GOOD + LAST).splitlines():
        word, *cells = line.split(";")
        book.active.append([word, *(int(c) if c.lstrip("-").isdigit() else c for c in cells)])
    book.save(club.folder / "sheet.xlsx")
    club.must("result", "record", "--sheet", "sheet.xlsx")
    assert points(club) == [WHOLE]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("1;13;7;6;0", "1;31;7;6;0", "the digits are turned: Anna has 13, not 31"),
        ("2;0;26;26;26", "2;26;0;0;0", "Perhaps Anna shot the moon: 0 26 26 26"),
        ("3;4;4;4;14", "3;4;4;-4;14", "Perhaps Cor has 4 instead of -4"),
        ("4;20;3;3;0", "4;3;20;3;0", "Perhaps Anna and Bram are swapped in deal 4"),
        ("4;20;3;3;0", "4;20;3;2;0", "Perhaps Cor has 3 instead of 2"),
        (LAST, "", "nobody is at 100"),
        (LAST, LAST + "9;13;7;6;0\n", "Played on after the game: deal 8 ended it"),
        ("4;20;3;3;0", "4;20;3;x;0", "Four whole numbers are expected here, not “20 3 x 0”"),
    ],
)
def test_what_is_wrong_and_what_was_meant(
    club: CommandLine, before: str, after: str, said: str
) -> None:
    ran = sheet(club, (GOOD + LAST).replace(before, after))
    assert ran.code == 3
    assert said in ran.err
    assert points(club) == []


def test_a_sheet_that_is_none(club: CommandLine) -> None:
    assert sheet(club, "Anna;Bram;Cor\n1;2;3\n").code == 5
    assert club("result", "record", "--sheet", "none.csv").code == 5
    assert sheet(club, GOOD, "Anna=3").code == 2
    assert club("result", "record").code == 2
    assert sheet(club, GOOD + LAST, "--rules", "none").code == 3


def test_a_sheet_is_stored_unchecked_for_a_reason(club: CommandLine) -> None:
    assert sheet(club, GOOD, "--unchecked", "the last page is lost").code == 0
    assert points(club) == [{"Anna": 76, "Bram": 97, "Cor": 70, "Dina": 95}]


def test_typed_at_the_table(club: CommandLine) -> None:
    rows = [line.split(";", 1)[1].replace(";", " ") for line in (GOOD + LAST).splitlines()[1:]]
    rows.remove("76 97 70 95")
    typed = "\n".join(
        ["anna bram cor dina:", *rows, "= 89 102 74 99", "anna 0 bram 26 cor 26 dina"]
    )
    ran = club("result", "enter", stdin=typed + " 104\n")
    assert ran.code == 0, ran.err
    assert points(club)[0] == WHOLE
    assert len(points(club)) == 2


def test_a_typed_deal_that_cannot_be_right(club: CommandLine) -> None:
    rows = "anna bram cor dina:\n31 7 6 0\n0 26 26 26\n=\nanna 0 bram 26 cor 26 dina 104\n"
    ran = club("result", "enter", stdin=rows)
    assert ran.code == 1
    assert "Anna has 13, not 31" in ran.err
    assert points(club) == [{"Anna": 0, "Bram": 26, "Cor": 26, "Dina": 104}]


def test_a_typed_sheet_can_be_taken_back(club: CommandLine) -> None:
    deal = "0 26 26 26\n"
    typed = (
        f"anna bram cor dina:\n{deal}u\n{deal * 4}= 0 104 104 104\nanna bram cor dina:\n{deal}x\n"
    )
    ran = club("result", "enter", stdin=typed)
    assert ran.code == 0, ran.err
    assert points(club) == [{"Anna": 0, "Bram": 104, "Cor": 104, "Dina": 104}]
    left = club("result", "enter", stdin=f"anna bram cor dina:\n{deal}")
    assert left.code == 1
    assert "not finished" in left.err
