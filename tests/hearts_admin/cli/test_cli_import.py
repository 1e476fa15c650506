"""`result import` of workbooks, as it is typed."""

import datetime as dt
from pathlib import Path

import pytest
from commandline import CommandLine
from openpyxl import Workbook, load_workbook

SEATS = (("Anna", 26), ("Bram", 52), ("Cor", 78), ("Dina", 104))


def save(path: Path, dina: object = 104, day: dt.date | None = dt.date(2026, 3, 14)) -> None:
    """One table of an evening; what Dina has may be wrong."""
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Avond"
    sheet.append(["Datum", day])
    sheet.append(["Tafel 1"])
    sheet.append(["Naam", "Punten"])
    for name, points in (*SEATS[:3], ("Dina", dina)):
        sheet.append([name, points])
    book.save(path)


@pytest.fixture
def evening(club: CommandLine) -> Path:
    return club.folder / "avond.xlsx"


def test_a_dry_run_prints_what_would_be_stored(club: CommandLine, evening: Path) -> None:
    save(evening)
    ran = club.must("result", "import", "avond.xlsx", "--dry-run")
    assert (
        "2026-03-14, american, Avond 1: N Anna 26  E Bram 52  S Cor 78  W Dina 104" in ran.lines()
    )
    assert club.must("result", "list", "--json").json() == []


def test_the_same_again_is_nothing_new_and_an_edited_row_a_proposed_correction(
    club: CommandLine, evening: Path
) -> None:
    save(evening)
    club.must("result", "import", "avond.xlsx")
    again = club.must("result", "import", "avond.xlsx", "--json").json()
    assert (again["known"], again["stored"], again["change"]) == (1, [], None)
    book = load_workbook(evening)
    book["Avond"]["B4"], book["Avond"]["B5"] = 52, 26
    book.save(evening)
    ran = club("result", "import", "avond.xlsx")
    assert ran.code == 3
    assert "sheet Avond, cell A3: Game Avond 1 is there already with other numbers" in ran.err
    command = ran.err.split("If the file is right: hearts-admin ")[1].splitlines()[0]
    words = command.replace('"..."', "typo").replace('"', "").split()
    club.must(*words)
    assert club.must("result", "import", "avond.xlsx", "--json").json()["known"] == 1


@pytest.mark.parametrize("options", [[], ["--dry-run"], ["--skip-problems"]])
def test_the_problems_come_in_a_copy_also_when_nothing_is_stored(
    club: CommandLine, evening: Path, options: list[str]
) -> None:
    save(evening, "DNF")
    ran = club("result", "import", "avond.xlsx", "--annotate", "problems.xlsx", *options)
    assert ran.code == (1 if "--skip-problems" in options else 3)
    assert "sheet Avond, cell B7: “DNF” is no number of points for Dina." in ran.err
    comment = load_workbook(club.folder / "problems.xlsx")["Avond"]["B7"].comment
    assert comment is not None
    assert comment.text == "“DNF” is no number of points for Dina."


def test_in_dutch(club: CommandLine, evening: Path) -> None:
    save(evening, "DNF")
    ran = club("result", "import", "avond.xlsx", "--lang", "nl")
    assert "blad Avond, cel B7: " in ran.err


def test_a_name_nobody_bears_is_told_at_its_cell(club: CommandLine, evening: Path) -> None:
    save(evening)
    book = load_workbook(evening)
    book["Avond"]["A6"] = "Xerxes"
    book.save(evening)
    ran = club("result", "import", "avond.xlsx")
    assert (ran.code, "sheet Avond, cell A6: There is no player Xerxes." in ran.err) == (3, True)


def test_a_date_high_points_and_a_mapping(club: CommandLine, evening: Path) -> None:
    save(evening, 999, day=None)
    assert club("result", "import", "avond.xlsx", "--high-wins").code == 3
    words = ["result", "import", "avond.xlsx", "--high-wins", "--date", "2026-03-07"]
    (stored,) = club.must(*words, "--json").json()["stored"]
    assert (stored["date"], stored["rules"]) == ("2026-03-07", None)
    assert [seat["place"] for seat in stored["seats"]] == [4, 3, 2, 1]
    (club.folder / "f.csv").write_text(
        "datum,spel,wie,punten\n" + "".join(f"2026-03-08,a,{n},{p}\n" for n, p in SEATS), "utf-8"
    )
    assert club("result", "import", "f.csv").code == 5
    club.must("result", "import", "f.csv", "--map", "Wie=player")
    assert club("result", "import", "f.csv", "--map", "Wie=who").code == 2


def own_words(day: str) -> str:
    rows = "".join(f"{day},a,{name},{points}\n" for name, points in SEATS)
    return f"datum,spel,kaarter,punten\n{rows}"


def test_a_mapping_that_is_saved_is_used_and_named_by_the_next_import(club: CommandLine) -> None:
    (club.folder / "one.csv").write_text(own_words("2026-03-08"), "utf-8")
    (club.folder / "two.csv").write_text(own_words("2026-03-09"), "utf-8")
    assert club("result", "import", "one.csv", "--save-map").code == 2
    first = club.must("result", "import", "one.csv", "--map", "Kaarter=player", "--save-map")
    assert "heading" not in first.err
    ran = club.must("result", "import", "two.csv")
    assert "Using the club's heading: kaarter = player" in ran.err
    assert "kaarter" not in ran.out
    in_dutch = club.must("result", "import", "two.csv", "--lang", "nl")
    assert "Volgens de koppen van de club: kaarter = player" in in_dutch.err


def test_a_mapping_of_a_heading_that_is_nowhere_is_told_and_not_saved(club: CommandLine) -> None:
    (club.folder / "one.csv").write_text(own_words("2026-03-08"), "utf-8")
    (club.folder / "bad.csv").write_text(own_words("2026-13-08"), "utf-8")
    typed = ["--map", "Kaarter=player", "--map", "Pnten=points", "--save-map"]
    said = "No column is headed “Pnten”; the headings of this file are datum, spel, kaarter and"
    ran = club("result", "import", "bad.csv", *typed)
    assert (ran.code, said in ran.err) == (3, True)
    assert said in club.must("result", "import", "one.csv", *typed).err
    kept = club.must("club", "headings", "--json").json()
    assert [each["heading"] for each in kept] == ["kaarter"]


def test_headings_that_are_not_known_can_be_mapped_as_the_hint_says(club: CommandLine) -> None:
    text = own_words("2026-03-08")
    (club.folder / "f.csv").write_text(text.replace("datum", "Gespeeld wanneer"), "utf-8")
    ran = club("result", "import", "f.csv")
    hint = 'Try: hearts-admin result import f.csv --map "Gespeeld wanneer=date" --map'
    assert ran.err.splitlines()[-1] == f'{hint} "kaarter=player"'
    club.must("result", "import", "f.csv", "--map", "Gespeeld wanneer=date", "--map",
              "kaarter=player")  # fmt: skip


def test_a_column_of_dates_without_a_known_heading_is_proposed(club: CommandLine) -> None:
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.append(["Wanneer", "Spel", "Naam", "Punten"])
    for day in (dt.date(2026, 3, 7), dt.date(2026, 3, 14)):
        for name, points in SEATS:
            sheet.append([day, 1, name, points])
    book.save(club.folder / "season.xlsx")
    ran = club("result", "import", "season.xlsx")
    hint = 'Try: hearts-admin result import season.xlsx --map "Wanneer=date"'
    assert (ran.code, ran.err.splitlines()[-1]) == (3, hint)
    stored = club.must("result", "import", "season.xlsx", "--map", "Wanneer=date", "--json").json()
    assert [each["date"] for each in stored["stored"]] == ["2026-03-07", "2026-03-14"]


def test_one_player_is_no_plural(club: CommandLine) -> None:
    (club.folder / "f.csv").write_text("datum,spel,speler,punten\n2026-03-08,a,Anna,1\n", "utf-8")
    assert "Spel a heeft 1 speler in" in club("result", "import", "f.csv", "--lang", "nl").err
    assert "Game a has 1 player instead" in club("result", "import", "f.csv").err


def test_the_clubs_headings_are_listed_changed_and_removed(club: CommandLine) -> None:
    assert "no headings of its own" in club.must("club", "headings").err
    club.must("club", "headings", "Kaarter=player", "Pnt=points")
    assert club.must("club", "headings", "--json").json() == [
        {"heading": "kaarter", "meaning": "player"},
        {"heading": "pnt", "meaning": "points"},
    ]
    club.must("club", "headings", "Pnt=place", "--remove", "KAARTER")
    assert club.must("club", "headings", "--json").json() == [
        {"heading": "pnt", "meaning": "place"}
    ]
    number = club.must("change", "list", "--json").json()[-1]["id"]
    assert "field: points -> place" in club.must("change", "show", str(number)).out
    club.must("change", "undo")
    assert len(club.must("club", "headings", "--json").json()) == 2
    ran = club("club", "headings", "--remove", "naam")
    assert (ran.code, "no heading “naam” of its own" in ran.err) == (3, True)
    assert club("club", "headings", "Pnt=score").code == 2


DEALS = ((13, 7, 6, 0), (0, 26, 26, 26), (20, 4, 1, 1), (26, 0, 26, 26), (26, 26, 26, 0),
         (16, 4, 4, 2))  # fmt: skip


def test_score_sheets_are_followed_deal_by_deal(club: CommandLine) -> None:
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Avond"
    for row in (["Datum", dt.date(2026, 3, 14)], ["Tafel 3"], ["Ronde", *(n for n, _ in SEATS)]):
        sheet.append(row)
    for number, deal in enumerate(DEALS, start=1):
        sheet.append([number, *deal])
    sheet["B9"] = 15
    book.save(club.folder / "sheets.xlsx")
    ran = club("result", "import", "sheets.xlsx", "--annotate", "problems.xlsx")
    assert ran.code == 3
    assert "sheet Avond, cell A9: 15 4 4 2 add up to 25" in ran.err
    assert load_workbook(club.folder / "problems.xlsx")["Avond"]["A9"].comment is not None
    sheet["B9"] = 16
    book.save(club.folder / "sheets.xlsx")
    (stored,) = club.must("result", "import", "sheets.xlsx", "--json").json()["stored"]
    points = {seat["player"]: seat["points"] for seat in stored["seats"]}
    assert points == {"Anna": 101, "Bram": 67, "Cor": 89, "Dina": 55}


def test_a_day_that_is_missing_can_be_said(club: CommandLine, evening: Path) -> None:
    save(evening, day=None)
    ran = club("result", "import", "avond.xlsx")
    assert ran.code == 3
    assert ran.err.splitlines()[-1] == 'Try: hearts-admin result import avond.xlsx --date "..."'
    club.must("result", "import", "avond.xlsx", "--date", "2026-03-14")
