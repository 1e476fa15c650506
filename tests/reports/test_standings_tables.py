"""The standings of events and seasons as text, CSV and JSON; the rows here are counted by hand."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import get_args

import pytest
from boards import make_board
from eventboards import make_paper, make_season, make_statement

from engine.standings.criteria import CRITERIA as ENGINE_CRITERIA
from engine.standings.season_criteria import SEASON_CRITERIA
from reports.csv import EXCEL_NL, write_csv
from reports.event_text import CAUSES, CRITERIA, STATES, above_text, rules_text, scoring_text
from reports.eventmodel import (
    Above,
    Correction,
    DealRules,
    EventHead,
    EventRow,
    EventStandings,
    Penalty,
    RoundScore,
    RoundState,
    Scoring,
)
from reports.language import Language
from reports.model import Player
from reports.scores import digits_of, score_cell, written
from reports.seasonmodel import (
    Cause,
    Evening,
    EveningScore,
    SeasonHead,
    SeasonRow,
    SeasonStandings,
    SeasonStatement,
    StatementLine,
)
from reports.standings_json import event_json, season_json, statement_json
from reports.standings_text import event_bulletin, season_bulletin, statement_text
from reports.tables.registry import TABLES

NL, EN = Language.load("nl"), Language.load("en")
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
ANNA, BRAM, COR, DINA = (
    Player(str(n), name) for n, name in enumerate(("Anna", "Bram", "Cor", "Dina"), 7)
)
DAY = date(2026, 3, 14)


@pytest.fixture
def event() -> EventStandings:
    """Two rounds of place points 3-1-0-0, a shared first place, a sit-out, a late-comer."""
    head = EventHead(
        "De Dame",
        "Paastoernooi",
        "tournament",
        DAY,
        rounds=3,
        scoring=Scoring("places", (3, 1, 0, 0), best=2, tie_breaks=("points", "lot")),
        rules=DealRules("american", (26, 78), target=100),
    )
    rows = (
        EventRow(
            1, 3, COR, Fraction(5), (RoundScore(2), RoundScore(3)), 2, (45, 8), (1, 1),
            above=Above("score", Fraction(5), Fraction(3) + HALF),
        ),
        EventRow(
            2, 1, ANNA, Fraction(7, 2), (RoundScore(2), RoundScore(3 * HALF, True, "sat_out")),
            1, (45, 9), (1, 2), above=Above("equal"),
        ),
        EventRow(
            2, 4, DINA, Fraction(7, 2), (RoundScore(0, counts=False), RoundScore(4)), 2, (45, 7),
            (3, 2), (Penalty(HALF, 2, "te laat"),), above=Above("points", 45, 98),
        ),
        EventRow(4, 2, BRAM, Fraction(1), (None, RoundScore(1)), 1, (98, 1), (None, 4)),
    )  # fmt: skip
    corrections = (Correction(1, 2, date(2026, 3, 15), "verkeerde stoelen", after_final=True),)
    return EventStandings(head, 2, rows, corrections=corrections)


@pytest.fixture
def season() -> SeasonStandings:
    head = SeasonHead("De Dame", "Winter", evenings=4, best=2, least=2, tie_breaks=("wins",))
    evenings = (Evening(1, "Avond 1", DAY), Evening(2, "Avond 2", date(2026, 3, 28)))
    rows = (
        SeasonRow(
            1, ANNA, Fraction(22), (EveningScore(12), EveningScore(10)), 2, (1,), (2, 1),
            Above("score", Fraction(22), Fraction(14)),
        ),
        SeasonRow(
            2, BRAM, Fraction(14), (EveningScore(14), EveningScore(0, False, "absent")), 2, (1,),
            (1, 2),
        ),
        SeasonRow(None, COR, Fraction(6), (EveningScore(6, cause="notified"), None), 0, (0,)),
    )  # fmt: skip
    return SeasonStandings(head, evenings, rows)


def golden(name: str) -> str:
    """A text that was typed by hand."""
    return (Path(__file__).parent / "golden" / name).read_text("utf-8")


def test_an_event_as_text_in_dutch(event):
    assert event_bulletin(event, NL) == golden("event-nl.txt")


def test_a_season_as_text_in_english(season):
    assert season_bulletin(season, EN) == golden("season-en.txt")


def test_a_statement_adds_up_to_its_total(season):
    one, two = season.evenings
    statement = SeasonStatement(
        season.head, ANNA, 1, Fraction(45, 2), 2,
        (
            StatementLine(one, 12, True, "played"),
            StatementLine(two, Fraction(23, 2), True, "played"),
            StatementLine(two, 8, False, "substitute", "voor Bram"),
            StatementLine(None, -1, True, "penalty", "te laat"),
        ),
    )  # fmt: skip
    assert statement_text(statement, NL).splitlines() == [
        "Anna · Winter · De Dame",
        "plaats 1 · 2 avonden aanwezig · de beste 2 van 4 avonden · geplaatst vanaf 2 avonden",
        "",
        "Datum       Avond    Waarom    Score  Geteld  Bijzonderheden",
        "----------  -------  --------  -----  ------  --------------",
        "2026-03-14  Avond 1  gespeeld   12,0    12,0",
        "2026-03-28  Avond 2  gespeeld   11,5    11,5",
        "2026-03-28  Avond 2  viel in     8,0          voor Bram",
        "                     straf      -1,0    -1,0  te laat",
        "",
        "Samen: 22,5",
    ]
    lines = statement_json(statement)["lines"]
    assert sum(line["score"] for line in lines if line["counts"]) == 22.5
    assert [line["cause"] for line in lines] == ["played", "played", "substitute", "penalty"]
    assert lines[3]["evening"] is None


def rows_of(table, **options) -> list[list[str]]:
    stream = io.StringIO(newline="")
    write_csv(table, stream, **options)
    separator = ";" if "dialect" in options else ","
    return list(csv.reader(io.StringIO(stream.getvalue(), newline=""), delimiter=separator))


def test_an_event_as_csv_has_numbers_for_programs(event):
    assert rows_of(TABLES["event"].make(event, EN), keys=True) == [
        ["place", "move", "number", "player", "score", "round_1", "round_2", "games", "penalty",
         "tie_points", "dropped", "above"],
        ["1", "0", "3", "Cor", "5.0", "2.0", "3.0", "2", "", "45", "", "Score: 5.0 to 3.5"],
        ["2", "-1", "1", "Anna", "3.5", "2.0", "1.5", "1", "", "45", "", "equal on everything"],
        ["2", "1", "4", "Dina", "3.5", "0.0", "4.0", "2", "0.5", "45", "1", "Points: 45 to 98"],
        ["4", "", "2", "Bram", "1.0", "", "1.0", "1", "", "98", "", ""],
    ]  # fmt: skip


def test_a_tie_break_that_was_never_needed_has_no_column(event):
    scoring = replace(event.head.scoring, tie_breaks=("points", "head_to_head"))
    rows = tuple(replace(row, tie_breaks=(row.tie_breaks[0], None)) for row in event.rows)
    unused = replace(event, head=replace(event.head, scoring=scoring), rows=rows)
    keys = [column.key for column in TABLES["event"].make(unused, EN).columns]
    assert "tie_points" in keys
    assert "tie_head_to_head" not in keys


def test_a_season_as_csv_for_dutch_excel(season):
    rows = rows_of(TABLES["season"].make(season, NL), dialect=EXCEL_NL)
    assert rows[0] == [
        "Plaats", "Verschuiving", "Speler", "Totaal", "1. 14 mrt", "2. 28 mrt", "Aanwezig",
        "Gewonnen avonden", "Vervallen", "Boven de volgende door",
    ]  # fmt: skip
    assert rows[2] == ["2", "-1", "Bram", "14", "14", "0", "2", "1", "2", ""]
    assert rows[3][0] == ""  # not placed, which is not a place 0


def test_thirds_have_two_decimals_and_add_up_in_the_cells():
    thirds = [score_cell(THIRD, 2)] * 3
    assert sum(thirds) == pytest.approx(1, abs=1e-27)
    assert written(THIRD, NL) == "0,33"
    assert (digits_of([1, None]), digits_of([HALF, 2]), digits_of([THIRD])) == (0, 1, 2)
    assert digits_of([Fraction(1, 8)]) == 2  # no more, however many it needs


def test_event_and_season_as_json(event, season):
    found = json.loads(json.dumps(event_json(event)))
    assert (found["event"], found["date"], found["after_round"]) == (
        "Paastoernooi",
        "2026-03-14",
        2,
    )
    assert found["scoring"] == {
        "key": "places", "ladder": [3, 1, 0, 0], "points_better": "low", "best": 2,
        "tie_breaks": ["points", "lot"],
    }  # fmt: skip
    dina = found["standings"][2]
    assert (dina["place"], dina["player"], dina["player_id"], dina["score"]) == (2, "Dina", 10, 3.5)
    assert dina["rounds"] == [
        {"score": 0, "counts": False, "state": "played"},
        {"score": 4, "counts": True, "state": "played"},
    ]
    assert dina["penalties"] == [{"points": 0.5, "round": 2, "reason": "te laat"}]
    assert dina["above"] == {"criterion": "points", "own": 45, "other": 98}
    assert found["standings"][3]["rounds"][0] is None
    winter = json.loads(json.dumps(season_json(season)))
    assert [row["place"] for row in winter["standings"]] == [1, 2, None]
    assert winter["played"][1] == {"number": 2, "name": "Avond 2", "date": "2026-03-28"}
    assert winter["standings"][0]["tie_breaks"] == {"wins": 1}


def test_a_leaderboard_gives_its_last_event(event, season):
    board = replace(
        make_board(["Anna", "Bram", "Cor", "Dina"], 1), events=(event, replace(event, after=1)),
        season=season,
    )  # fmt: skip
    keys = [column.key for column in TABLES["event"].make(board, EN).columns]
    assert "round_1" in keys
    assert "round_2" not in keys
    assert len(list(TABLES["season"].make(board, EN).rows)) == 3


@pytest.mark.parametrize("key", ["event", "season"])
def test_without_an_event_or_season_there_are_headings(key):
    table = TABLES[key].make(make_board([], 0), NL)
    assert [column.title for column in table.columns] == ["Plaats", "Speler"]
    assert list(table.rows) == []


def test_every_criterion_and_kind_of_score_has_words():
    for key in (*ENGINE_CRITERIA, *SEASON_CRITERIA, "score", "final"):
        assert key in CRITERIA, key
    assert set(STATES) == set(get_args(RoundState))
    assert set(CAUSES) == set(get_args(Cause))


def test_why_somebody_stands_above():
    assert above_text(None, NL) is None
    assert above_text(Above("final", 1, 0), EN) == "Final"
    assert above_text(Above("lot", 17, 99), EN) == "Lot"
    assert above_text(Above("head_to_head", Fraction(3, 2), 1), NL) == "Onderling: 1,5 tegen 1,0"
    assert above_text(Above("house_rule", 2, 1), EN) == "house_rule: 2 to 1"


@pytest.mark.parametrize(
    ("scoring", "said"),
    [
        (Scoring("points"), "points, the fewest win"),
        (Scoring("points", better="high"), "points, the most win"),
        (Scoring("performance", best=5), "rating performance, the best 5 of 6 rounds"),
        (Scoring("places", (4, Fraction(5, 2), 1, 0)), "place points 4-2.5-1-0"),
    ],
)
def test_how_an_event_counts(scoring, said):
    assert scoring_text(scoring, 6, EN) == said


def test_what_is_played():
    assert rules_text(DealRules("klassiek", target=100), NL) == "klassiek tot 100"
    assert rules_text(DealRules("dutch", deals=12), NL) == "dutch, 12 deeltjes per spel"
    assert rules_text(DealRules("dutch", deals=1), EN) == "dutch, 1 deal a game"
    assert rules_text(DealRules("dutch\n"), EN) == "dutch "


def test_a_final_is_said(event):
    rows = tuple(replace(row, finalist=row.place < 3) for row in event.rows)
    fresh = replace(event, rows=rows, final_after=1, carries=False, closed=True)
    text = event_bulletin(fresh, NL)
    assert "3 spelers speelden de finale, na ronde 1. Zij begonnen die gelijk.\n" in text
    assert "eindstand" in text


def test_odd_names_are_harmless():
    paper = make_paper(['=HYPERLINK("x")', "Bell\x07", "two\nlines", "\ud800"], 2)
    lines = event_bulletin(paper.standings, EN).splitlines()
    assert len(lines) == 11  # head, table, the correction: no name breaks a line
    assert not any("\x07" in line for line in lines)
    text = json.dumps(event_json(paper.standings), ensure_ascii=False)
    assert "\ud800" not in text
    cells = [cell for row in rows_of(TABLES["event"].make(paper.standings, EN)) for cell in row]
    assert '\'=HYPERLINK("x")' in cells


def test_invented_seasons_add_up():
    season = make_season(30, 12, best=8)
    for at, row in enumerate(season.rows):
        counted = [each.score for each in row.evenings if each and each.counts]
        assert sum(counted) == row.total
        statement = make_statement(season, at)
        assert sum(line.score for line in statement.lines if line.counts) == statement.total
        assert statement_text(statement, EN).endswith("\n")
