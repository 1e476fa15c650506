"""The inspector of workbooks finds what it is there to find."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import pytest
from boards import make_board
from openpyxl import Workbook, load_workbook
from openpyxl.chart import LineChart, Reference
from openpyxl.worksheet.table import Table
from workbooks import inspect

from reports.language import Language
from reports.xlsx.leaderboard import write_leaderboard


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    path = tmp_path_factory.mktemp("good") / "good.xlsx"
    write_leaderboard(make_board(["Anna", "Bram", "Cor", "Dina"], 2), path, Language.load("en"))
    return path


@pytest.fixture
def good(made, tmp_path):
    return Path(shutil.copy(made, tmp_path / "good.xlsx"))


def problems_after(path, change) -> str:
    book = load_workbook(path)
    change(book)
    book.save(path)
    return "\n".join(inspect(path))


def test_the_good_one_is_good(good):
    assert inspect(good) == []


def formula(book: Workbook) -> None:
    book["Standings"]["C5"] = "=1+1"


def error(book: Workbook) -> None:
    book["Standings"]["C5"] = "#N/A"


def heading(book: Workbook) -> None:
    book["Standings"]["C4"] = "PLACE"


def unfrozen(book: Workbook) -> None:
    book["Standings"].freeze_panes = None


def portrait(book: Workbook) -> None:
    book["Results"].page_setup.orientation = "portrait"


def no_pages(book: Workbook) -> None:
    book["Results"].oddFooter.right.text = None


def dead_link(book: Workbook) -> None:
    book["Rating history"]["A5"] = "somebody else"


def empty_series(book: Workbook) -> None:
    for row in range(5, 10):
        book["Chart data"].cell(row, 2).value = None


def hidden_axis(book: Workbook) -> None:
    book["Charts"]._charts[0].y_axis.delete = True


def bad_table(book: Workbook) -> None:
    book["Standings"].tables["Standings"].displayName = "Results"


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (formula, "Standings: C5: a formula: =1+1"),
        (error, "Standings: C5: an error: #N/A"),
        (heading, "headings are not unique"),
        (unfrozen, "Standings: the headings are not frozen"),
        (portrait, "Results: does not print on A4 on its side"),
        (no_pages, "Results: has no page numbers"),
        (dead_link, "leads to 'Rating history'!A5"),
        (empty_series, "'Chart data'!$B$5:$B$6: no numbers"),
        (hidden_axis, "Charts: the valAx of a chart is deleted"),
        (bad_table, "two tables Results"),
    ],
)
def test_a_fault_is_found(good, change, found):
    assert found in problems_after(good, change)


def test_a_plain_workbook_has_many_faults(tmp_path):
    book = Workbook()
    sheet = book.active
    sheet.title = "History"
    for row in (["a", "A"], [date(2026, 1, 1), 1]):
        sheet.append(row)
    sheet.add_table(Table(displayName="T", ref="A1:B2"))
    chart = LineChart()
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=2), titles_from_data=True)
    chart.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=2))
    sheet.add_chart(chart, "D1")
    book.save(tmp_path / "plain.xlsx")
    found = "\n".join(inspect(tmp_path / "plain.xlsx"))
    for expected in (
        "not a sheet name: 'History'",
        "headings are not unique",
        "has no named style",
        "has no print area",
        "shows grid lines",
    ):
        assert expected in found
