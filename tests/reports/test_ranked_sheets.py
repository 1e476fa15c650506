"""The sheets of events and of the season in the leaderboard workbook."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from boards import invented_names, make_board
from eventboards import make_paper, make_season, with_events
from openpyxl import load_workbook
from workbooks import inspect, inventory, records

from reports.language import Language
from reports.model import Player
from reports.xlsx.leaderboard import write_leaderboard

NL, EN = Language.load("nl"), Language.load("en")
EVENT, BEFORE, SEASON = "Voorjaarstoernooi", "Voorjaarstoernooi (2)", "Wintercompetitie"


@pytest.fixture(scope="module")
def board():
    return with_events(make_board(invented_names(9), 12))


@pytest.fixture(scope="module")
def book(board, tmp_path_factory):
    return written(board, tmp_path_factory.mktemp("ranked") / "a.xlsx")


def written(board, path: Path, language: Language = EN):
    write_leaderboard(board, path, language)
    assert inspect(path) == []
    return load_workbook(path)


def table(sheet):
    """Cells by heading, row by row."""
    (found,) = sheet.tables.values()
    head, *rows = sheet[found.ref]
    titles = [cell.value for cell in head]
    return [dict(zip(titles, row, strict=True)) for row in rows]


def notes(sheet) -> list[str]:
    (found,) = sheet.tables.values()
    last = int(found.ref.rpartition(":")[2].lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    return [cell.value for (cell,) in sheet.iter_rows(min_row=last + 1, max_col=1) if cell.value]


def test_the_last_event_comes_first_and_then_the_season(book):
    assert book.sheetnames[:5] == ["Standings", EVENT, BEFORE, SEASON, "Charts"]
    tables = [next(iter(book[name].tables)) for name in (EVENT, BEFORE, SEASON)]
    assert tables == ["Event1", "Event2", "Season"]


def test_without_events_there_is_no_such_sheet(board, tmp_path):
    plain = written(replace(board, events=(), season=None), tmp_path / "a.xlsx")
    assert plain.sheetnames[:2] == ["Standings", "Charts"]


def test_an_event_is_that_of_the_board(board, book):
    event = board.events[-1]
    assert event.head.scoring.best == 4
    for row, shown in zip(event.rows, table(book[EVENT]), strict=True):
        assert (shown["Place"].value, shown["Player"].value) == (row.place, row.player.name)
        assert shown["No."].value == row.number
        assert shown["Score"].value == float(row.score)
        for number, each in enumerate(row.rounds, start=1):
            cell = shown[f"Round {number}"]
            assert cell.value == float(each.score)
            assert ("(" in cell.number_format) == (not each.counts)
            assert (cell.fill.fill_type == "solid") == (each.state != "played")
    assert notes(book[EVENT]) == [
        "In brackets: does not count.",
        "On a shade: not played.",
        "Corrected on 14 Mar 2026: round 1, table 2 (wrong seats).",
    ]


def test_sums_work_on_what_is_exported(board, book):
    for row in records(book[EVENT]):
        rounds = sorted((row[f"Round {n}"] for n in range(1, 6)), reverse=True)
        assert sum(rounds[:4]) - (row["Penalty"] or 0) == row["Score"]


def test_a_season_is_that_of_the_board(board, book):
    rows = table(book[SEASON])
    for row, shown in zip(board.season.rows, rows, strict=True):
        assert shown["Place"].value == row.place
        assert shown["Total"].value == float(row.total)
        assert shown["Attended"].value == row.attended
        evenings = [cell for title, cell in shown.items() if title[0].isdigit()]
        assert len(evenings) == len(board.season.evenings)
        for each, cell in zip(row.evenings, evenings, strict=True):
            assert cell.value == (None if each.score is None else float(each.score))
    assert rows[-1]["Place"].value is None  # too few evenings, which is no place


def test_names_lead_to_the_rating_history(board, book):
    for name in (EVENT, SEASON):
        cells = [row["Player"] for row in table(book[name])]
        assert all(cell.hyperlink.location.startswith("'Rating history'!") for cell in cells)


def test_who_has_no_rating_has_no_link(board, tmp_path):
    guest = replace(board.events[-1].rows[0], player=Player("guest", "Gast"))
    event = replace(board.events[-1], rows=(guest, *board.events[-1].rows[1:]))
    sheet = written(replace(board, events=(event,)), tmp_path / "a.xlsx")[EVENT]
    first, second, *_ = (row["Player"] for row in table(sheet))
    assert (first.value, first.hyperlink) == ("Gast", None)
    assert second.hyperlink is not None


def test_one_dropped_round_is_a_number_and_several_are_text(tmp_path):
    paper = make_paper(8, 4, best=3, steps=500)
    two = make_paper(8, 4, best=2, steps=500).standings
    board = replace(make_board(invented_names(4), 1), events=(two, paper.standings))
    book = written(board, tmp_path / "a.xlsx")
    assert {type(row["Dropped"]) for row in records(book[EVENT])} == {int}
    assert {type(row["Dropped"]) for row in records(book[BEFORE])} == {str}


def test_thirds_are_exact_to_the_last_digit(tmp_path):
    season = make_season(4, 3)
    third = replace(season.rows[0].evenings[0], score=Fraction(7, 3))
    row = replace(season.rows[0], evenings=(third,) * 3, total=Fraction(7))
    board = replace(make_board([], 0), season=replace(season, rows=(row, *season.rows[1:])))
    sheet = written(board, tmp_path / "a.xlsx", NL)[SEASON]
    shown = table(sheet)[0]
    evenings = [cell for title, cell in shown.items() if title[0].isdigit()]
    assert sum(cell.value for cell in evenings) == pytest.approx(7, abs=1e-12)
    assert all("0.00" in cell.number_format for cell in evenings)


def test_odd_titles_and_names(tmp_path):
    names = ['=HYPERLINK("x")', "-5", "History", "Bell\x07"]
    paper = make_paper(names, 2, steps=500)
    head = replace(paper.standings.head, name="History[1/2]:*?" + "x" * 40)
    event = replace(paper.standings, head=head)
    board = replace(make_board(names, 1), events=(event, event))
    book = written(board, tmp_path / "a.xlsx")
    first, second = book.sheetnames[1:3]
    assert first.startswith("History-1-2-")
    assert second.endswith("(2)")
    assert {row["Player"] for row in records(book[first])} >= {'=HYPERLINK("x")', "-5", "History"}


def test_what_is_in_it(board, tmp_path):
    write_leaderboard(board, tmp_path / "a.xlsx", NL)
    golden = Path(__file__).parent / "golden" / "ranked-nl.txt"
    start, end = f"{EVENT}:", "Grafieken:"
    shown = inventory(tmp_path / "a.xlsx")
    assert shown[shown.index(start) : shown.index(end)] == golden.read_text("utf-8")
