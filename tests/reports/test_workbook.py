"""The leaderboard workbook, opened again with two readers."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time
from pathlib import Path

import pytest
from boards import invented_names, make_board
from eventboards import with_events
from openpyxl import load_workbook
from workbooks import inspect, inventory, records

from engine.rating.policy import POLICIES
from reports.errors import OutputError
from reports.history import History
from reports.language import Language
from reports.model import HistoryPoint, Player
from reports.results import Results
from reports.xlsx.leaderboard import write_leaderboard
from reports.xlsx.sheet import PADDING

NL, EN = Language.load("nl"), Language.load("en")

ODD_NAMES = [
    '=HYPERLINK("http://example.org","y")',
    "History",
    "Bell\x07\x1b[31m\tBoy",
    "Half\ud800 a letter",
    "_x0041_nna",
    "+31 6",
    "@all",
    "-5",
    "#N/A",
    "Ca$h $mir",
    "O'Brien & Co <b>",
    "名前 漢字",
    "x" * 90,
    "right\u202eleft",
    "nonchar\uffff",
    " ",
]


@pytest.fixture(scope="module")
def season():
    """Twelve players, two tables on an evening: some stay away long enough to decay."""
    return make_board(invented_names(12), 24, tables=2)


@pytest.fixture(scope="module", params=["nl", "en"])
def season_file(request, season, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("season") / f"{request.param}.xlsx"
    write_leaderboard(season, path, Language.load(request.param))
    return path


@pytest.fixture(scope="module")
def english(season, tmp_path_factory):
    return written(season, tmp_path_factory.mktemp("english") / "season.xlsx")


def written(board, path: Path, language: Language = EN):
    write_leaderboard(board, path, language)
    return load_workbook(path)


def midnight(day: date) -> datetime:
    return datetime.combine(day, time())


def test_a_season_is_in_order(season_file):
    assert inspect(season_file) == []


def test_what_is_in_it(season_file):
    golden = Path(__file__).parent / "golden" / f"leaderboard-{season_file.stem}.txt"
    assert inventory(season_file) == golden.read_text("utf-8")


def test_standings_are_those_of_the_board(season, english):
    rows = [list(record.values()) for record in records(english["Standings"])]
    assert len(rows) == 12
    for row, one in zip(rows, season.standings, strict=True):
        assert row[:4] == [one.place, one.player.name, one.rating, one.change]
        assert row[4:10] == [one.previous_place, one.games, *one.finishes]
        assert row[10] == pytest.approx(one.average_place)
        assert row[11:] == [one.decay, midnight(one.last_played)]


def test_history_is_an_account_of_every_player(season, english):
    rows = records(english["Rating history"])
    assert len(rows) == len(season.history)
    order = list(dict.fromkeys(row["Player"] for row in rows))
    assert order == sorted(order, key=EN.sort_key)
    rating = {}
    for row in rows:
        before = rating.get(row["Player"])
        if before is None:
            assert (row["Cause"], row["Change"]) == ("Start", None)
        else:
            assert before + row["Change"] == row["Rating"]
        rating[row["Player"]] = row["Rating"]
        is_game = row["Cause"] == "Game"
        assert (row["Game"] is not None, row["Place"] is not None) == (is_game, is_game)
    assert rating == {standing.player.name: standing.rating for standing in season.standings}
    assert {"Start", "Game", "Decay", "Adjustment"} <= {row["Cause"] for row in rows}


def test_results_stand_in_the_order_of_finishing_latest_day_first(english):
    rows = records(english["Results"])
    assert [row["Game"] for row in rows[:4]] == [23, 24, 21, 22]
    for row in rows:
        points = [row[f"Points {n}"] for n in range(1, 5)]
        assert points == sorted(points)
        places = [row[f"Place {n}"] for n in range(1, 5)]
        assert places == [1 + sum(other < mine for other in points) for mine in points]
        assert isinstance(row["Label"], int)


def test_odd_names_are_text_everywhere(tmp_path):
    board = make_board(ODD_NAMES, 30, label="3-{n}")
    book = written(board, tmp_path / "odd.xlsx", NL)
    assert inspect(tmp_path / "odd.xlsx") == []
    names = {row["Speler"] for row in records(book["Stand"])}
    assert '=HYPERLINK("http://example.org","y")' in names
    assert {"History", "#N/A", "-5", "@all", "Ca$h $mir"} <= names
    assert "Bell��[31m Boy" in names
    assert "Half� a letter" in names
    assert "nonchar�" in names
    assert all(row["Label"].startswith("3-") for row in records(book["Uitslagen"]))


@pytest.mark.parametrize(
    ("name", "lines"),
    [("Anna-Maria van der Wijk-Oosterhuis", 1), ("Wilhelmina Anna-Maria " * 3 + "van der Wijk", 2)],
)
def test_a_long_name_is_not_cut_off_in_print(tmp_path, name, lines):
    """The column is wide enough for it, or breaks its lines and leaves room for them."""
    board = with_events(make_board([name, *invented_names(7)], 8, tables=2))
    assert any(standing.player.name == name for standing in board.standings)
    book = written(board, tmp_path / "a.xlsx")
    found = 0
    for sheet in book:
        if sheet.title in ("Charts", "Explanation"):
            continue
        for row in sheet.iter_rows(min_row=4):
            for cell in row:
                if cell.value != name or cell.alignment.textRotation:
                    continue
                found += 1
                wide = sheet.column_dimensions[cell.column_letter].width
                high = sheet.row_dimensions[cell.row].height
                if cell.alignment.wrap_text:
                    assert high is None or high > 2 * 11
                else:
                    assert wide > len(name)
                if sheet.title == "Standings":
                    assert bool(cell.alignment.wrap_text) == (lines > 1)
    assert found >= 8 + 2 * 2


def test_short_names_leave_the_columns_as_they_are(tmp_path):
    book = written(make_board(["Anna", "Bram", "Cor", "Dina"], 3), tmp_path / "a.xlsx")
    assert book["Standings"].column_dimensions["B"].width == pytest.approx(29 + PADDING)


def test_medals_are_for_the_first_three_but_not_for_a_crowd(english):
    rules = [
        rule.formula[0]
        for cells in english["Standings"].conditional_formatting
        for rule in cells.rules
        if "A5" in str(cells.sqref)
    ]
    assert rules == [f"AND(A5={n},COUNTIF($A$5:$A$16,{n})<=3)" for n in (1, 2, 3)]


def test_a_new_club_has_a_workbook_too(tmp_path):
    book = written(make_board([], 0), tmp_path / "new.xlsx")
    assert inspect(tmp_path / "new.xlsx") == []
    assert book["Standings"]["A6"].value == "No rated games yet"
    assert "Chart data" not in book.sheetnames


def test_four_players_after_one_game(tmp_path):
    book = written(make_board(["Anna", "Bram", "Cor", "Dina"], 1), tmp_path / "one.xlsx")
    assert inspect(tmp_path / "one.xlsx") == []
    changes = sorted(row["± 1"] for row in records(book["Results"]))
    assert changes == [16]


def test_what_is_not_known_is_empty_not_zero(season, tmp_path):
    seats = tuple(replace(seat, points=None, change=None) for seat in season.results[-1].seats[:3])
    last = replace(season.results[-1], seats=seats, rules=None, label="", remark="three players")
    standings = (replace(season.standings[0], change=None, previous_place=None),)
    board = replace(season, results=Results.of([last]), standings=standings)
    book = written(board, tmp_path / "a.xlsx")
    (result,) = records(book["Results"])
    assert "Rules" not in result
    assert result["Remark"] == "three players"
    assert [result[key] for key in ("Label", "Points 1", "± 1", "Place 4", "Player 4")] == [
        None
    ] * 5
    (standing,) = records(book["Standings"])
    assert standing["Change"] is None
    assert standing["Place before"] is None


def test_two_players_may_share_a_printed_name(season, tmp_path):
    """Private players are shown by their initials; each keeps a line and an account."""
    first, second = season.standings[0].player, season.standings[1].player
    initials = {first: replace(first, name="A.B."), second: replace(second, name="A.B.")}

    def hide(item):
        return replace(item, player=initials.get(item.player, item.player))

    board = replace(
        season,
        standings=tuple(map(hide, season.standings)),
        history=History.of(map(hide, season.history)),
        results=Results.of(replace(r, seats=tuple(map(hide, r.seats))) for r in season.results),
    )
    book = written(board, tmp_path / "a.xlsx")
    assert inspect(tmp_path / "a.xlsx") == []
    assert [cell.value for cell in book["Chart data"][4][:3]] == ["Date", "A.B.", "A.B. (2)"]
    targets = [book["Standings"].cell(row, 2).hyperlink.location for row in (5, 6)]
    assert targets[0] != targets[1]


def test_a_merged_player_keeps_the_place_of_a_game_under_the_old_name(season, tmp_path):
    last = season.results[-1]
    old = replace(last.seats[0], player=Player(last.seats[0].player.key, "An Other"))
    results = [*list(season.results)[:-1], replace(last, seats=(old, *last.seats[1:]))]
    book = written(replace(season, results=Results.of(results)), tmp_path / "a.xlsx")
    name = last.seats[0].player.name
    (row,) = [
        row
        for row in records(book["Rating history"])
        if row["Game"] == last.id and row["Player"] == name
    ]
    assert row["Place"] == old.place
    shown = records(book["Results"])
    assert any("An Other" in row.values() for row in shown if row["Game"] == last.id)


def test_chart_data_ends_where_the_standings_are(season, english):
    rows = records(english["Chart data"])
    assert len(rows) == len({row["Date"] for row in rows})
    last = rows[-1]
    assert last.pop("Date").date() == season.as_of
    assert last == {s.player.name: s.rating for s in season.standings[:8]}


def test_the_native_chart_has_real_dates_and_its_axes(english):
    (chart,) = english["Charts"]._charts
    assert chart.x_axis.tagname == "dateAx"
    assert chart.x_axis.baseTimeUnit == "days"
    assert len(chart.series) == 8
    assert not any(series.smooth for series in chart.series)
    table = [list(row.values())[1:] for row in records(english["Chart data"])]
    ratings = [rating for row in table for rating in row if rating is not None]
    assert chart.y_axis.scaling.min < min(ratings) <= max(ratings) < chart.y_axis.scaling.max
    assert [picture.format for picture in english["Charts"]._images] == ["png", "png"]


def test_a_long_history_goes_on_on_a_second_sheet(season, tmp_path, monkeypatch):
    for module in ("history", "results", "leaderboard"):
        monkeypatch.setattr(f"reports.xlsx.{module}.MOST_ROWS", 50)
    book = written(season, tmp_path / "a.xlsx")
    assert inspect(tmp_path / "a.xlsx") == []
    parts = [name for name in book.sheetnames if name.startswith("Rating history")]
    assert parts[:2] == ["Rating history", "Rating history (2)"]
    assert book[parts[1]]["A2"].value.endswith(f"part 2 of {len(parts)}")
    assert sum(len(records(book[name])) for name in parts) == len(season.history)


def test_document_properties(season, tmp_path):
    properties = written(season, tmp_path / "a.xlsx", NL).properties
    assert properties.title == "Hartenjagers De Zwarte Dame: stand op 19 november 2025"
    assert properties.creator == "Hartenjagers De Zwarte Dame"
    assert properties.language == "nl"
    # 23:05 in Amsterdam, in winter.
    assert properties.created == datetime.fromisoformat("2025-11-19T22:05")
    assert season.fingerprint in properties.description


def test_an_ampersand_in_the_clubs_name_prints(season, tmp_path):
    book = written(replace(season, club="Harten & Zn 100%"), tmp_path / "a.xlsx")
    assert book["Standings"].oddFooter.left.text == "Harten && Zn 100% · 19 November 2025"


def test_a_failure_leaves_the_old_workbook_and_no_other_file(season, tmp_path, monkeypatch):
    path = tmp_path / "a.xlsx"
    path.write_text("old")

    def fail(*_):
        raise RuntimeError("in the middle")

    monkeypatch.setattr("reports.xlsx.leaderboard.draw_charts", fail)
    with pytest.raises(RuntimeError, match="in the middle"):
        write_leaderboard(season, path, EN)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_workbook_that_is_open_is_left_alone(season, tmp_path):
    path = tmp_path / "a.xlsx"
    path.write_text("old")
    (tmp_path / "~$a.xlsx").touch()
    with pytest.raises(OutputError) as caught:
        write_leaderboard(season, path, EN)
    assert caught.value.code == "locked"
    assert path.read_text() == "old"


def test_progress_reaches_the_number_of_rows(season, tmp_path):
    told = []
    write_leaderboard(season, tmp_path / "a.xlsx", EN, lambda done, of: told.append((done, of)))
    total = len(season.standings) + len(season.history) + len(season.results)
    assert told == sorted(told)
    assert told[-1] == (total, total)


def test_an_adjustment_tells_its_reason(english):
    rows = records(english["Rating history"])
    told = [row["Reason"] for row in rows if row["Cause"] == "Adjustment"]
    assert told == ["Scored for the wrong table"]


def test_open_decay_is_a_row_of_its_own(tmp_path):
    anna = Player("a", "Anna")
    board = make_board(["Anna", "Bram", "Cor", "Dina"], 0)
    points = (
        HistoryPoint(anna, date(2024, 1, 10), "start", None, 1720),
        HistoryPoint(
            anna,
            date(2024, 3, 24),
            "open_decay",
            -60,
            1660,
            span=(date(2024, 1, 25), date(2024, 3, 24)),
        ),
    )
    rows = records(
        written(replace(board, history=History.of(points)), tmp_path / "a.xlsx")["Rating history"]
    )
    assert [(row["Cause"], row["Change"], row["Rating"]) for row in rows] == [
        ("Start", None, 1720),
        ("Decay so far", -60, 1660),
    ]


@pytest.mark.parametrize("name", POLICIES)
def test_the_explanation_names_the_policy(season, tmp_path, name):
    board = replace(season, policy=POLICIES[name], policy_version=3)
    sheet = written(board, tmp_path / "a.xlsx")["Explanation"]
    texts = [cell.value for row in sheet.iter_rows() for cell in row if isinstance(cell.value, str)]
    assert f"{name}, version 3" in texts
    assert season.fingerprint in texts
    assert season.chain_head in texts
    assert "Europe/Amsterdam" in texts
    assert "19 November 2025, the whole day" in texts
    grace = {"club": "14 days", "app": "5 days", "portal": "does not decay"}[name]
    assert sum(grace in text for text in texts) == 1
