"""Problems on the cells of the organiser's own workbook."""

import datetime as dt
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.comments import Comment

from hearts_admin.errors import FileFault
from hearts_admin.importers.games import read_games
from hearts_admin.services.annotating import TEXT_SHEET, annotate

ROWS = [
    ("Datum", "Spel", "Speler", "Punten"),
    (dt.date(2026, 3, 14), "a", "Anna", 26),
    (dt.date(2026, 3, 14), "a", "Bram", "DNF"),
    (dt.date(2026, 3, 14), "a", "Cor", 78),
    (dt.date(2026, 3, 14), "a", "=Dina", "=100+4"),
]


@pytest.fixture
def book(tmp_path):
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Avond"
    for row in ROWS:
        sheet.append(row)
    sheet["C5"].data_type = "s"
    sheet["A1"].comment = Comment("mine", "Organiser")
    sheet["F1"] = "=SUM(D2:D5)"
    path = tmp_path / "avond.xlsx"
    book.save(path)
    return path


def marked(path):
    """Cell -> comment, of every coloured cell."""
    return {
        cell.coordinate: cell.comment and cell.comment.text
        for sheet in load_workbook(path)
        for row in sheet.iter_rows()
        for cell in row
        if cell.fill.fill_type == "solid"
    }


def said(problem):
    return problem.code


def test_the_cells_are_coloured_and_commented_and_the_rest_kept(book, tmp_path):
    out = tmp_path / "problems.xlsx"
    annotate(book, out, read_games(book).problems, said)
    assert marked(out) == {"D3": "row.bad_points", "D5": "row.formula"}
    sheet = load_workbook(out)["Avond"]
    assert sheet["A1"].comment.text == "mine"
    assert (sheet["F1"].value, sheet["D5"].value) == ("=SUM(D2:D5)", "=100+4")
    assert (sheet["C5"].value, sheet["C5"].data_type) == ("=Dina", "s")
    assert load_workbook(book)["Avond"]["D3"].comment is None


def test_a_comment_of_somebody_else_stays_and_ours_is_renewed(book, tmp_path):
    (problem, *_) = read_games(book).problems
    first, second = tmp_path / "1.xlsx", tmp_path / "2.xlsx"
    at_the_comment = problem.at(1, 1)
    annotate(book, first, [at_the_comment, problem], said)
    annotate(first, second, [problem], said)
    assert marked(second)["A1"].split("\n\n")[-1] == "mine"
    assert marked(second)["D3"] == "row.bad_points"


def test_a_merged_cell_is_marked_where_it_shows(book, tmp_path):
    grown = load_workbook(book)
    grown["Avond"].merge_cells("D3:E4")
    grown.save(book)
    out = tmp_path / "out.xlsx"
    (problem, *_) = read_games(book).problems
    annotate(book, out, [problem.at(4, 5)], said)
    assert marked(out)["D3"] == "row.bad_points"


def test_another_format_becomes_a_workbook_of_its_values(tmp_path):
    source = Path(__file__).parents[1] / "importers" / "sheets" / "avond.xls"
    out = tmp_path / "out.xlsx"
    annotate(source, out, read_games(source).problems, said)
    assert marked(out) == {"B14": "row.bad_points"}
    sheet = load_workbook(out)["Avond"]
    assert [sheet["A6"].value, sheet["B6"].value, sheet["B15"].value] == ["Anna", 26, 104]


def test_a_text_file_becomes_a_workbook(tmp_path):
    source, out = tmp_path / "avond.csv", tmp_path / "out.xlsx"
    source.write_text("date,game,player,points\n2026-03-14,a,=1+1,x\n", encoding="utf-8")
    annotate(source, out, read_games(source).problems, said)
    assert marked(out)["A2"] == "row.bad_points\nrow.table_size"
    cell = load_workbook(out)[TEXT_SHEET]["C2"]
    assert (cell.value, cell.data_type) == ("=1+1", "s")


@pytest.mark.parametrize(("name", "code"), [("avond.xlsx", "output.same_file"),
                                            ("out.csv", "report.suffix")])  # fmt: skip
def test_what_cannot_be_the_copy(book, name, code):
    with pytest.raises(FileFault) as caught:
        annotate(book, book.with_name(name), (), said)
    assert caught.value.code == code
