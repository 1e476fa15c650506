import ast
import json
from pathlib import Path

import pytest

import engine
from engine.problems import CODES, Kind, RulesError, problem
from engine.rulesets import rule_set

SOURCES = [
    file
    for file in Path(engine.__file__).parent.rglob("*.py")
    if file.name != "problems.py" and file.parent.name != "rating"
]


def strings_in_sources() -> set[str]:
    found = set()
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def test_every_code_is_used_somewhere() -> None:
    assert sorted(set(CODES) - strings_in_sources()) == []


def literal_codes() -> set[str]:
    calls = (
        node
        for file in SOURCES
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    )
    first_arguments = (call.args[0] for call in calls if call.func.id == "problem")
    return {first.value for first in first_arguments if isinstance(first, ast.Constant)}


def test_every_literal_code_is_known() -> None:
    codes = literal_codes()
    assert len(codes) > 60
    assert sorted(codes - set(CODES)) == []


def test_a_problem_carries_exactly_the_fields_of_its_code() -> None:
    with pytest.raises(KeyError, match=r"carries \('tag',\)"):
        problem("tag.repeated", card="QS")
    with pytest.raises(KeyError):
        problem("tag.repeated")
    with pytest.raises(KeyError):
        problem("no.such.code")


def test_a_problem_knows_its_kind_and_place_and_goes_into_json() -> None:
    found = problem("sheet.sum", row=(1, 2, 3, 4), sum=10, possible=(26, 78)).at(7, 3)
    assert found.kind is Kind.ARITHMETIC
    assert found.at(None).line == 7
    assert found.at(8).column == 3
    assert json.loads(json.dumps(found.as_dict())) == {
        "kind": "arithmetic",
        "code": "sheet.sum",
        "line": 7,
        "column": 3,
        "fields": {"row": [1, 2, 3, 4], "sum": 10, "possible": [26, 78]},
    }


def test_an_error_carries_its_problem() -> None:
    with pytest.raises(RulesError) as caught:
        rule_set("amerikaans")
    assert caught.value.code == "rules.unknown"
    assert caught.value.problem.fields["name"] == "amerikaans"
    assert "dutch-return" in caught.value.problem.fields["known"]
