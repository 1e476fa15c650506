"""The entry workbook: written, filled in as by an organiser, and read back."""

import datetime as dt

import pytest
from commandline import CommandLine
from openpyxl import load_workbook

from engine.rulesets import AMERICAN
from hearts_admin.services.forms import possible_sums

GAME = ["Anna", 26, "Bram", 52, "Cor", 78, "Dina", 104]


@pytest.mark.parametrize("language", ["en", "nl"])
def test_what_is_filled_in_is_read_without_a_mapping(club: CommandLine, language: str) -> None:
    club.must("result", "template", "form.xlsx", "--lang", language)
    path = club.folder / "form.xlsx"
    book = load_workbook(path)
    sheet = book.worksheets[0]
    for row in (2, 3):
        sheet.cell(row, 1, dt.date(2026, 3, 14))
        sheet.cell(row, 2, str(row - 1))
        for column, value in enumerate(GAME, start=3):
            sheet.cell(row, column, value)
    book.save(path)
    stored = club.must("result", "import", "form.xlsx", "--json").json()["stored"]
    assert [(each["date"], each["label"]) for each in stored] == [
        ("2026-03-14", "1"), ("2026-03-14", "2"),
    ]  # fmt: skip
    assert [seat["points"] for seat in stored[0]["seats"]] == [26, 52, 78, 104]


@pytest.mark.parametrize("language", ["en", "nl"])
def test_games_that_are_not_numbered_are_read_in_their_order(
    club: CommandLine, language: str
) -> None:
    club.must("result", "template", "form.xlsx", "--lang", language)
    book = load_workbook(club.folder / "form.xlsx")
    sheet = book.worksheets[0]
    for row, label in ((2, None), (3, "1"), (4, None)):
        for column, value in enumerate([dt.date(2026, 3, 14), label, *GAME], start=1):
            sheet.cell(row, column, value)
    sheet["D4"], sheet["F4"] = 52, 26
    sheet["D3"], sheet["H3"] = 78, 26
    book.save(club.folder / "form.xlsx")
    stored = club.must("result", "import", "form.xlsx", "--json").json()["stored"]
    assert [each["label"] for each in stored] == ["2", "1", "3"]
    assert club.must("result", "import", "form.xlsx", "--json").json()["known"] == 3


def test_an_empty_form_holds_no_games(club: CommandLine) -> None:
    club.must("result", "template", "form.xlsx")
    assert club.must("result", "import", "form.xlsx", "--json").json()["games"] == 0


def test_names_are_chosen_and_impossible_sums_turn_red(club: CommandLine) -> None:
    club.must("player", "add", "=Eva")
    club.must("result", "template", "form.xlsx", "--lang", "nl")
    book = load_workbook(club.folder / "form.xlsx")
    sheet, lists = book.worksheets
    assert lists.sheet_state == "hidden"
    names = [cell.value for cell in lists["A"][1:] if cell.value]
    assert sorted(names) == ["=Eva", "Anna", "Bram", "Cor", "Dina"]
    assert all(cell.data_type == "s" for cell in lists["A"][1:6])
    choice = next(v for v in sheet.data_validations.dataValidation if v.type == "list")
    assert choice.formula1 in {"='Lijsten'!$A$2:$A$6", "'Lijsten'!$A$2:$A$6"}
    assert "C2:C201" in str(choice.sqref)
    (where,) = sheet.conditional_formatting
    (rule,) = where.rules
    last = len([cell for cell in lists["B"][1:] if cell.value is not None]) + 1
    points = "$D2,$F2,$H2,$J2"
    unknown = f"COUNTIF('Lijsten'!$B$2:$B${last},SUM({points}))=0"
    assert rule.formula == [f"AND(COUNT({points})=4,OR({unknown},MAX({points})<100))"]
    assert sheet["K2"].value == '=IF(COUNT(D2,F2,H2,J2)=4,SUM(D2,F2,H2,J2),"")'


def test_the_sums_of_a_rule_set() -> None:
    """American: a deal leaves 26 points, a moon 78 (RULES.md), so multiples of 26."""
    sums = possible_sums(AMERICAN, 100)
    assert {104, 130, 260, 338} <= set(sums)
    assert all(total % 26 == 0 for total in sums)


def test_without_rules_nothing_turns_red(bare: CommandLine) -> None:
    bare.found()
    bare.must("result", "template", "form.xlsx")
    sheet = load_workbook(bare.folder / "form.xlsx").worksheets[0]
    assert list(sheet.conditional_formatting) == []


def test_what_is_no_workbook(club: CommandLine) -> None:
    assert club("result", "template", "form.csv").code == 5


@pytest.mark.parametrize("tables", [1, 2])
def test_of_an_event_only_the_tables_are_printed(bare: CommandLine, tables: int) -> None:
    names = ["Anna", "Bram", "Cor", "Dina", "Eva", "Fenna", "Gijs", "Hilde"][: 4 * tables]
    bare.found(names, rules="american")
    bare.must("event", "add", "Evening", "--rounds", "1")
    bare.must("event", "arrive", *names)
    bare.must("event", "draw")
    bare.must("result", "template", "form.xlsx", "--event", "Evening")
    sheet = load_workbook(bare.folder / "form.xlsx").worksheets[0]
    assert sheet.print_area == f"'Games'!$A$1:$N${1 + tables}"
    assert sheet.cell(tables + 1, 1).value is not None
    assert sheet.cell(tables + 2, 1).value is None
