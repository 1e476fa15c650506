import json

import pytest

from engine.gamelog import jsonl
from engine.gamelog.hjl_reader import read_games
from engine.gamelog.record import LogGame

GOOD = {"deal": 1, "direction": "left"}


def read_one(*lines: object) -> LogGame:
    (game,) = jsonl.read_games(
        [line if isinstance(line, str) else json.dumps(line) for line in lines]
    )
    return game


def test_the_twin_of_the_example(example_text: str) -> None:
    (game,) = read_games(example_text.split("\n"))
    lines = list(jsonl.write_games([game]))
    first = json.loads(lines[0])
    assert first["tags"] == {
        "Rules": "american",
        "Cards": "en",
        "Deals": "loose",
        "N": "North",
        "E": "East",
        "S": "South",
        "W": "West",
    }
    assert first["hands"]["N"] == "2.QJT653.9863.Q5"
    assert first["passed"]["N"] == ["2S", "6D", "5C"]
    assert first["tricks"][0] == ["E", "2C", "AC", "KC", "QC"]
    assert first["points"] == {"N": 0, "E": 1, "S": 7, "W": 18}
    assert "tags" not in json.loads(lines[1])
    assert len(lines[1]) < 1000


def test_tags_start_a_game() -> None:
    lines = [{"tags": {"Label": "1"}, **GOOD}, {"deal": 2, "direction": "right"}]
    lines += [{"tags": {"Label": "2"}, **GOOD}, {"tags": {"Label": "3"}}]
    games = list(jsonl.read_games(json.dumps(line) for line in lines))
    assert [(game.label, len(game.deals)) for game in games] == [("1", 2), ("2", 1), ("3", 0)]
    assert list(jsonl.read_games(jsonl.write_games(games))) == games


def test_dutch_cards_are_read() -> None:
    game = read_one({"tags": {"Cards": "nl"}, **GOOD, "tricks": [["E", "2K", "BK", "6K", "HK"]]})
    assert [str(card) for card in game.deals[0].tricks[0].cards] == ["2C", "JC", "6C", "KC"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{", "json.syntax"),
        ("[1, 2]", "json.field"),
        ("12", "json.field"),
        ("[" * 100_000, "json.syntax"),
        ('{"deal": ' + "9" * 5000 + "}", "json.syntax"),
        ({"deal": 1}, "json.field"),
        ({"direction": "left"}, "json.field"),
        ({**GOOD, "colour": "red"}, "json.unknown"),
        ({**GOOD, "deal": "1"}, "json.field"),
        ({**GOOD, "deal": True}, "json.field"),
        ({**GOOD, "deal": 0}, "json.field"),
        ({**GOOD, "direction": "up"}, "json.field"),
        ({**GOOD, "dealer": "Q"}, "seat.unknown"),
        ({**GOOD, "dealer": 3}, "json.field"),
        ({**GOOD, "totals": {"N": 1, "E": 2, "S": 3}}, "json.field"),
        ({**GOOD, "totals": [1, 2, 3, 4]}, "json.field"),
        ({**GOOD, "totals": {"N": 1, "E": 2, "S": 3, "W": 1e9}}, "json.field"),
        ({**GOOD, "totals": {"N": 1, "E": 2, "S": 3, "W": 10**9}}, "json.field"),
        ({**GOOD, "hands": {"N": "A", "E": "", "S": "", "W": ""}}, "hand.suits"),
        ({**GOOD, "after_pass": "yes"}, "json.field"),
        ({**GOOD, "passed": {"N": "7S", "E": [], "S": [], "W": []}}, "json.field"),
        ({**GOOD, "passed": {"N": ["7X"], "E": [], "S": [], "W": []}}, "card.unknown"),
        ({**GOOD, "tricks": [[]]}, "json.field"),
        ({**GOOD, "tricks": [["E"]]}, "trick.size"),
        ({**GOOD, "tricks": [["E", "2C"], ["E", "3C"]]}, "trick.size"),
        ({**GOOD, "tricks": [["E", 2]]}, "json.field"),
        ({**GOOD, "cut_short": "Q"}, "seat.unknown"),
        ({**GOOD, "moon": {"seat": "W", "choice": "all"}}, "json.field"),
        ({**GOOD, "rulings": [{"seat": "W", "points": 5}]}, "json.field"),
        ({**GOOD, "substitutes": {"W": "Eef"}}, "json.field"),
        ({**GOOD, "void": 1}, "json.field"),
    ],
)
def test_faults_of_a_line_leave_the_others_alone(line: object, code: str) -> None:
    game = read_one(GOOD, line, {"deal": 3, "direction": "across"})
    assert [deal.readable for deal in game.deals] == [True, False, True]
    assert [deal.number for deal in game.deals][::2] == [1, 3]
    assert code in [found.code for found in game.deals[1].problems]
    assert {found.line for found in game.deals[1].problems} == {2}


@pytest.mark.parametrize(
    ("tags", "code"),
    [
        ([], "json.field"),
        ({"Rule": "american"}, "tag.unknown"),
        ({"Target": 100}, "tag.value"),
        ({"Date": "2026-02-30"}, "tag.value"),
        ({"Switch": ["a=b", "nothing"]}, "tag.value"),
    ],
)
def test_faults_of_tags(tags: object, code: str) -> None:
    game = read_one({"tags": tags, **GOOD})
    assert [(found.code, found.line) for found in game.problems] == [(code, 1)]
    assert game.deals[0].readable


def test_an_empty_file() -> None:
    assert [found.code for found in read_one("", "  ").problems] == ["file.empty"]
