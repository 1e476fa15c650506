"""The sheets of what is counted: records, head to head, and the rules on the explanation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from boards import invented_names, make_board
from openpyxl import load_workbook
from workbooks import inspect, records

from engine.rulesets import RULE_SETS
from reports.language import Language
from reports.meetings import Meetings
from reports.model import LoggedGames, Moon, RulesInUse
from reports.records import records as find_records
from reports.rules_text import rule_texts
from reports.xlsx import meetings as sheets
from reports.xlsx.leaderboard import write_leaderboard

NL, EN = Language.load("nl"), Language.load("en")


@pytest.fixture(scope="module")
def season():
    board = make_board(invented_names(34), 80, tables=6)
    player = board.standings[3].player
    return replace(board, logged=LoggedGames(3, 30, (Moon(player, board.as_of, 1),)))


@pytest.fixture(scope="module")
def book(season, tmp_path_factory):
    path = tmp_path_factory.mktemp("counts") / "a.xlsx"
    write_leaderboard(season, path, EN)
    assert inspect(path) == []
    return load_workbook(path)


def written(board, path: Path, language: Language = EN):
    write_leaderboard(board, path, language)
    assert inspect(path) == []
    return load_workbook(path)


def values(sheet):
    return [[cell.value for cell in row] for row in sheet.iter_rows()]


def test_every_record_has_its_part(season, book):
    rows = values(book["Records"])
    found = find_records(season)
    titles = [row[0] for row in rows]
    for record in found:
        top = titles.index(EN.text(record.kind.title))
        assert titles[top + 1] == EN.text(record.kind.meaning)
        assert rows[top + 2][2] == EN.text(record.kind.unit)
        lines = rows[top + 3 : top + 3 + len(record.feats)]
        assert [(line[0], line[1]) for line in lines] == [
            (feat.rank, feat.player.name) for feat in record.feats
        ]
        assert [line[2] for line in lines] == [feat.value for feat in record.feats]
        assert all(line[3].date() == f.first for line, f in zip(lines, record.feats, strict=True))
    assert any(text and "in 3 logged games" in str(text) for row in rows for text in row)


def test_no_record_is_torn_apart_by_the_end_of_a_page(book):
    sheet = book["Records"]
    breaks = [mark.id for mark in sheet.row_breaks.brk]
    assert breaks
    for row in breaks:  # a page ends with the empty row below a record
        assert all(cell.value is None for cell in sheet[row])
        assert sheet.cell(row + 1, 1).style == "Club section"


def test_a_crowd_is_summed_up(tmp_path):
    board = make_board(invented_names(28), 7, tables=7)
    titles = [row[0] for row in values(written(board, tmp_path / "a.xlsx", NL)["Records"])]
    assert "en nog 2 met evenveel" in titles


def test_the_square_is_that_of_the_meetings(season, book):
    sheet = book["Head to head"]
    players = [standing.player for standing in season.standings][: sheets.SQUARE]
    heads = [cell.value for cell in sheet[4]]
    assert heads[:2] == ["Place", "Player"]
    assert len(heads) == 2 + len(players) == 32
    assert heads[2][:12] == players[0].name[:12]
    wanted = Meetings.of_board(season).balance(players).to_numpy().tolist()
    for row, (player, balances) in enumerate(zip(players, wanted, strict=True), start=5):
        cells = [cell.value for cell in sheet[row]]
        assert cells[1] == player.name
        assert cells[2:] == [None if each != each else int(each) for each in balances]
        assert sheet.cell(row, row - 2).style == "Club nobody"
    assert "the first 30 players" in sheet["A2"].value


def test_the_colours_of_the_square_go_both_ways_about_nothing(season, book):
    (cells,) = book["Head to head"].conditional_formatting
    assert str(cells.sqref) == "C5:AF34"
    (rule,) = cells.rules
    low, middle, high = (float(mark.val) for mark in rule.colorScale.cfvo)
    assert (
        -low
        == high
        == max(
            abs(cell.value) for row in book["Head to head"]["C5:AF34"] for cell in row if cell.value
        )
    )
    assert middle == 0
    assert len({colour.rgb for colour in rule.colorScale.color}) == 3


def test_opponents_are_all_there_and_what_was_expected_of_them(season, book):
    rows = records(book["Opponents"])
    meetings = list(Meetings.of_board(season).of(season.history.players))
    assert len(rows) == len(meetings)
    assert {(r["Player"], r["Opponent"], r["Games"], r["Above"]) for r in rows} == {
        (m.player.name, m.opponent.name, m.games, m.above) for m in meetings
    }
    for row in rows:
        share = (row["Above"] + row["Level"] / 2) / row["Games"]
        assert row["Share"] == pytest.approx(share)
        gained = row["Games"] * (share - row["Expected"])
        assert row["Above expectation"] == pytest.approx(gained, abs=0.006)


def test_names_in_the_square_lead_to_their_opponents(season, book):
    sheet, opponents = book["Head to head"], book["Opponents"]
    first = {}
    for row in range(5, opponents.max_row + 1):
        first.setdefault(opponents.cell(row, 1).value, row)
    for row in range(5, 35):
        cell = sheet.cell(row, 2)
        assert cell.hyperlink.location == f"'Opponents'!A{first[cell.value]}"


def test_of_many_pairs_those_who_met_least_are_left_out(tmp_path, monkeypatch):
    board = make_board(invented_names(12), 12, tables=2)
    rows = len(Meetings.of_board(board).table)
    monkeypatch.setattr("reports.xlsx.leaderboard.MOST_PAIRS", rows - 1)
    sheet = written(board, tmp_path / "a.xlsx")["Opponents"]
    assert min(row["Games"] for row in records(sheet)) == 2
    assert sheet["A2"].value.endswith("who met in 2 games or more")


def test_what_nobody_can_count_yet_has_no_sheet(tmp_path):
    names = written(make_board([], 0), tmp_path / "a.xlsx").sheetnames
    assert names == ["Standings", "Charts", "Rating history", "Results", "Explanation"]


def test_players_who_only_ever_met_guests_have_no_head_to_head(season, tmp_path):
    """One counted seat a game: there is a history, but nobody who met anybody."""
    board = make_board(["Anna", "Bram", "Cor", "Dina"], 1)
    (line,) = board.results
    seats = (line.seats[0], *(replace(seat, change=None) for seat in line.seats[1:]))
    board = replace(board, results=type(board.results).of([replace(line, seats=seats)]))
    names = written(board, tmp_path / "a.xlsx").sheetnames
    assert "Head to head" not in names
    assert "Opponents" not in names


@pytest.mark.parametrize("language", [NL, EN])
def test_rule_sets_are_explained_in_words(tmp_path, language):
    used = tuple(
        RulesInUse(RULE_SETS[name], games) for name, games in (("dutch", 30), ("speciaal", 2))
    )
    board = replace(make_board([], 0), rules=used)
    rows = values(written(board, tmp_path / "a.xlsx", language)[language.text("Explanation")])
    text = {str(row[0]): row for row in rows if row[0]}
    for each in used:
        games = language.plural("{n} game", "{n} games", each.games)
        assert any(each.rules.name in title and games in title for title in text)
    for told in rule_texts(used[-1].rules, language):
        *_, row = [row for row in rows if row[0] == told.subject and row[1] == told.rule]
        assert str(row[8]).startswith(told.basis)
        assert told.why in str(row[8])


def test_without_rule_sets_nothing_is_said_of_them(tmp_path):
    rows = values(written(make_board([], 0), tmp_path / "a.xlsx")["Explanation"])
    assert not any(str(row[0]).startswith("Rules ") for row in rows)
