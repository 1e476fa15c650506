"""What leaves the house as text, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from datetime import date

import pytest
from boards import invented_names, make_board
from eventboards import with_events

from reports.bulletin import bulletin
from reports.csv import EXCEL_NL, write_csv
from reports.json import write_json
from reports.language import Language
from reports.model import LoggedGames
from reports.results import Results
from reports.table import Column, Table
from reports.tables.registry import TABLES

NL, EN = Language.load("nl"), Language.load("en")


@pytest.fixture(scope="module")
def season():
    return with_events(make_board(invented_names(12), 24, tables=2))


def csv_of(table, **options) -> str:
    stream = io.StringIO(newline="")
    write_csv(table, stream, **options)
    return stream.getvalue()


def json_of(board) -> dict:
    stream = io.StringIO()
    write_json(board, stream)
    return json.loads(stream.getvalue())


# -- text --------------------------------------------------------------------------------------


def test_a_bulletin_for_four_players():
    board = make_board(["Anna", "Bram", "Cor van der Ploeg", "Dina"], 1)
    first, second, third, fourth = (
        (standing.player.name, standing.rating) for standing in board.standings
    )
    won = {s.player.name: (s.points, f"{s.change:+}", s.place) for s in board.results[0].seats}
    finished = sorted(won, key=lambda name: won[name][2])
    assert bulletin(board, NL).splitlines() == [
        "Hartenjagers De Zwarte Dame · main",
        "Stand op 3 september 2025",
        "4 spelers · 1 spel",
        "",
        "Plaats  Speler             Rating  Verschil  Spellen  Winst  Gem. plaats",
        "------  -----------------  ------  --------  -------  -----  -----------",
        *(
            f"{place:6}  {name:17}    {rating}                  1      {won[name][2] == 1:d}"
            f"         {won[name][2]},00"
            for place, (name, rating) in enumerate((first, second, third, fourth), start=1)
        ),
        "",
        "Uitslagen van 3 september 2025",
        "",
        "Spel  Plaats  Speler             Punten  Verschil",
        "----  ------  -----------------  ------  --------",
        *(
            f"{'' if n else 1:4}  {n + 1:6}  {name:17}  {won[name][0]:6}  {won[name][1]:>8}"
            for n, name in enumerate(finished)
        ),
    ]


def test_a_bulletin_has_the_games_of_the_last_day_only(season):
    text = bulletin(season, EN)
    assert "compared with 12 Nov 2025" in text
    head, results = text.split("Results of 19 November 2025\n")
    assert [line.split()[0] for line in results.splitlines() if line[:4].strip().isdigit()] == [
        "23", "24",
    ]  # fmt: skip
    assert all(standing.player.name in head for standing in season.standings)
    assert all(len(line) < 80 for line in text.splitlines())


def test_without_points_there_is_no_column_for_them(season):
    places_only = Results.of(
        replace(r, seats=tuple(replace(seat, points=None) for seat in r.seats))
        for r in season.results
    )
    assert "Points" in bulletin(season, EN)
    assert "Points" not in bulletin(replace(season, results=places_only), EN)


def test_a_new_club_has_a_bulletin_too():
    assert bulletin(make_board([], 0), EN).splitlines()[-1] == (
        "-----  ------  ------  ------  -----  ---  -------------"
    )


# -- CSV ---------------------------------------------------------------------------------------

ODD = Table(
    (
        Column("name", "Naam; met =som"),
        Column("change", "=1+1", "change"),
        Column("average", "Gemiddeld", "decimal"),
        Column("share", "Aandeel", "share"),
        Column("value", "Waarde", "number"),
        Column("last", "Laatst", "date"),
    ),
    [
        ("-12", -12, -0.5, 0.625, 2.25, date(2026, 3, 14)),
        ('=HYPERLINK("x;y")', 3, 1.0, 1, 7, None),
        ("a\nb", None, None, None, None, None),
    ],
)


def test_dutch_excel_opens_it_with_a_double_click():
    assert csv_of(ODD, dialect=EXCEL_NL) == (
        '"Naam; met =som";\'=1+1;Gemiddeld;Aandeel;Waarde;Laatst\r\n'
        "'-12;-12;-0,50;0,625;2,25;2026-03-14\r\n"
        '"\'=HYPERLINK(""x;y"")";3;1,00;1,000;7;\r\n'
        "a b;;;;;\r\n"
    )
    assert EXCEL_NL.encoding == "utf-8-sig"


def test_for_programs_it_is_rfc_4180():
    assert csv_of(ODD) == (
        "Naam; met =som,'=1+1,Gemiddeld,Aandeel,Waarde,Laatst\r\n"
        "'-12,-12,-0.50,0.625,2.25,2026-03-14\r\n"
        '"\'=HYPERLINK(""x;y"")",3,1.00,1.000,7,\r\n'
        "a b,,,,,\r\n"
    )


@pytest.mark.parametrize("key", TABLES)
@pytest.mark.parametrize("language", [NL, EN])
def test_every_table_is_rectangular_and_has_unique_headings(season, key, language):
    table = TABLES[key].make(season, language)
    rows = list(csv.reader(io.StringIO(csv_of(table), newline="")))
    assert len({title.casefold() for title in rows[0]}) == len(rows[0])
    assert {len(row) for row in rows} == {len(table.columns)}
    keys = [column.key for column in table.columns]
    assert len(set(keys)) == len(keys)
    assert list(table.rows) == list(table.rows)  # as often as one likes
    sizes = {
        "standings": len(season.standings),
        "history": len(season.history),
        "results": len(season.results),
    }
    assert len(rows) - 1 == sizes.get(key, len(rows) - 1) > 0


def test_the_history_is_by_name_as_dutch_readers_look_for_it():
    names = ["Jan de Vries", "Anna van der Berg", "Cor IJsman", "Piet Isaac"]
    rows = TABLES["history"].make(make_board(names, 1), NL).rows
    assert list(dict.fromkeys(row[0] for row in rows)) == [
        "Anna van der Berg", "Cor IJsman", "Piet Isaac", "Jan de Vries",
    ]  # fmt: skip


def test_unrated_games_are_marked_in_the_results(season):
    lines = list(season.results)
    lines[-1] = replace(lines[-1], category="friendly", remark="stopped early")
    lines[-2] = replace(lines[-2], category="training")
    board = replace(season, results=Results.of(lines))
    rows = [row[-1] for row in TABLES["results"].make(board, NL).rows]
    assert rows[:3] == ["oefenspel", "vriendschappelijk spel; stopped early", None]


def test_only_picks_columns_in_the_order_asked_for():
    picked = ODD.only("share", "name")
    assert [column.key for column in picked.columns] == ["share", "name"]
    assert next(iter(picked.rows)) == [0.625, "-12"]


def test_progress_is_told_every_thousand_rows(season):
    told = []
    long = Table(ODD.columns[:1], [("x",)] * 2500)
    csv_of(long, progress=lambda done, total: told.append((done, total)))
    assert told == [(1000, 2500), (2000, 2500)]
    told.clear()
    write_json(season, io.StringIO(), lambda done, total: told.append((done, total)))
    assert told == [(len(season.results) + len(season.history),) * 2]


# -- JSON --------------------------------------------------------------------------------------


def test_the_keys_of_the_document(season):
    document = json_of(replace(season, logged=LoggedGames(2, 17, ())))
    assert list(document) == [
        "club", "pool", "as_of", "compared_with", "timezone", "made_at", "version", "policy",
        "fingerprint", "chain_head", "logged", "season", "standings", "records", "rules", "events",
        "results", "history", "head_to_head",
    ]  # fmt: skip
    assert document["as_of"] == "2025-11-19"
    assert document["made_at"] == "2025-11-19T23:05:00"
    assert document["logged"] == {"games": 2, "deals": 17}
    assert document["policy"]["name"] == "club"
    assert document["policy"]["k"] == 32
    lists = {key: list(document[key][0]) for key in document if isinstance(document[key], list)}
    assert lists == {
        "standings": [
            "place", "player", "player_id", "rating", "change", "previous_place", "games",
            "finishes", "average_place", "decay", "last_played",
        ],
        "records": ["record", "rank", "player", "player_id", "value", "from", "to", "result"],
        "rules": ["name", "games", "switches"],
        "events": [
            "club", "event", "kind", "date", "rounds", "scoring", "rules", "after_round", "closed",
            "final_after", "carries", "standings", "corrections",
        ],
        "results": ["id", "date", "rules", "label", "category", "remark", "seats"],
        "history": [
            "player", "player_id", "date", "cause", "change", "rating", "result", "reason",
        ],
        "head_to_head": [
            "player", "player_id", "opponent", "opponent_id", "games", "above", "level", "below",
            "expected",
        ],
    }  # fmt: skip
    seat = document["results"][0]["seats"][0]
    assert list(seat) == ["seat", "player", "player_id", "points", "place", "rating", "change"]


def test_the_document_says_what_the_board_says(season):
    document = json_of(season)
    assert [len(document[key]) for key in ("standings", "results", "history")] == [
        len(season.standings), len(season.results), len(season.history),
    ]  # fmt: skip
    first, standing = document["standings"][0], season.standings[0]
    assert (first["player"], first["rating"], first["finishes"]) == (
        standing.player.name, standing.rating, list(standing.finishes),
    )  # fmt: skip
    for line in document["history"]:
        assert (line["change"] is None) == (line["cause"] == "start")
    meetings = {(m["player_id"], m["opponent_id"]): m for m in document["head_to_head"]}
    for (one, two), meeting in meetings.items():
        assert meetings[two, one]["above"] == meeting["below"]
    assert json_of(replace(season, logged=None))["logged"] is None


def test_numbered_players_have_a_number_in_json(season):
    numbered = tuple(
        replace(s, player=replace(s.player, key=str(n))) for n, s in enumerate(season.standings, 7)
    )
    document = json_of(replace(season, standings=numbered))
    assert [standing["player_id"] for standing in document["standings"]][:2] == [7, 8]


def test_names_are_clean_in_json_too():
    board = make_board(["Bell\x07", "b\n2", "c\ud800", "d"], 1)
    text = json.dumps(json_of(board), ensure_ascii=False)
    assert "\\u0007" not in text
    assert "\ud800" not in text
    assert "b 2" in text


def test_a_new_club_has_a_document_too():
    document = json_of(make_board([], 0))
    assert (document["events"], document["season"]) == ([], None)
    assert [document[key] for key in ("standings", "results", "head_to_head")] == [[], [], []]
