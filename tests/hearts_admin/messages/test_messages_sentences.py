"""Sentences with their fields filled in, as they are read in both languages."""

import csv
import datetime as dt
import json
import tomllib
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from pathlib import Path

import pytest

from engine.problems import problem
from engine.referee import Verdict
from hearts_admin.cli.db import FAULTS
from hearts_admin.db import audit
from hearts_admin.errors import finding
from hearts_admin.messages import describe, load_language, sentence, values
from hearts_admin.messages.details import detail
from hearts_admin.messages.values import Shown

ENGLISH, DUTCH = load_language("en"), load_language("nl")


@pytest.mark.parametrize(
    ("code", "fields", "english", "dutch"),
    [
        (
            "play.revoke",
            {"trick": 2, "seat": "E", "card": "4H", "legal": ("9C", "2C"), "suit": "C"},
            "Trick 2: E plays 4H without following suit (clubs); legal was 9C 2C.",
            "Slag 2: E verzaakt met 4H (klaver gevraagd); mogen: 9C 2C.",
        ),
        (
            "totals.sum",
            {"totals": (23, 45, 8, 31), "sum": 107, "unit": 2, "below": 78, "above": 52},
            "23 45 8 31 add up to 107, which is no multiple of 2; the nearest are 78 and 52.",
            "23 45 8 31 is samen 107, en dat is geen veelvoud van 2; het dichtstbij zijn 78 en 52.",
        ),
        (
            "totals.sum",
            {"totals": (0, 0, 0, 0), "sum": 0, "unit": 26, "below": None, "above": 26},
            "0 0 0 0 add up to 0; the least that is possible is 26.",
            "0 0 0 0 is samen 0; het minste dat kan is 26.",
        ),
        (
            "totals.division",
            {"totals": (7, 7, 6, 6), "nearest": ((8, 6, 6, 6), (7, 7, 7, 5))},
            "No number of deals gives 7 7 6 6; the nearest are 8 6 6 6 or 7 7 7 5.",
            "Geen aantal rondes geeft 7 7 6 6; het dichtstbij komen 8 6 6 6 of 7 7 7 5.",
        ),
        (
            "score.differs_moon",
            {"stated": (1, 0), "others": (0, 26), "self": (-26, 0)},
            "The log states 1 0; the moon gives 0 26 or, if the shooter chose that, -26 0.",
            "Het verslag zegt 1 0; de pit geeft 0 26 of, als de schutter dat koos, -26 0.",
        ),
        (
            "game.direction",
            {"direction": "none", "expected": "left"},
            "Cards go “nobody passes”; by the cycle it is “left”.",
            "Er wordt doorgegeven: “niemand geeft door”; volgens de cyclus is het “links”.",
        ),
        (
            "game.deal",
            {"number": 4, "verdict": "scores_differ"},
            "Deal 4 is not in order: other points than stated.",
            "Ronde 4 is niet in orde: andere punten dan opgegeven.",
        ),
        (
            "player.unknown_near",
            {"name": "Ana", "nearest": ["Anna", "Hanna", "Anne"]},
            "There is no player Ana; do you mean Anna, Hanna or Anne?",
            "Er is geen speler Ana; bedoelt u Anna, Hanna of Anne?",
        ),
        (
            "date.future",
            {"date": dt.date(2062, 3, 14)},
            "2062-03-14 is after tomorrow.",
            "2062-03-14 is later dan morgen.",
        ),
    ],
)
def test_a_sentence(code: str, fields: dict[str, object], english: str, dutch: str) -> None:
    assert sentence(ENGLISH, code, fields) == english
    assert sentence(DUTCH, code, fields) == dutch


def test_where_a_problem_is() -> None:
    at = problem("card.unknown", text="ZZ", notation="en").at(3, 7)
    assert describe(DUTCH, at) == "regel 3, kolom 7: “ZZ” is geen kaart in de notatie “en”."
    undated = finding("row.no_date", line=12, game="7")
    assert describe(ENGLISH, undated) == "line 12: The date of game 7 is missing."
    cell = finding("row.no_date", game="7", sheet="Blad1", cell="C3")
    assert describe(DUTCH, cell) == "blad Blad1, cel C3: De datum van spel 7 ontbreekt."
    assert describe(ENGLISH, finding("result.unchecked")) == (
        "No rule set is given, so the totals were not checked."
    )


def test_what_is_typed_cannot_play_tricks_on_the_terminal() -> None:
    shown = sentence(ENGLISH, "player.unknown", {"name": "\x1b[2Jx\ny"})
    assert shown == "There is no player �[2Jx y."


def test_values() -> None:
    fields = {"none": None, "yes": True, "half": Decimal("0.5"), "at": dt.time(9, 5), "empty": ()}
    assert dict(Shown(DUTCH, fields)) == {
        "none": "-",
        "yes": "ja",
        "half": "0,50",
        "at": "09:05",
        "empty": "-",
    }


def test_every_verdict_has_a_word() -> None:
    assert {verdict.value for verdict in Verdict} == values.VERDICTS.keys()


def test_every_fault_of_a_database_has_a_sentence() -> None:
    import ast
    import inspect

    from hearts_admin.services import audit as service

    kinds = {
        node.args[0].value
        for module in (audit, service)
        for node in ast.walk(ast.parse(Path(inspect.getfile(module)).read_text("utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "Fault"
        and isinstance(node.args[0], ast.Constant)
    }
    assert kinds
    assert kinds <= FAULTS.keys()


def said_of(read: Callable[[], object]) -> str:
    """What another reader, or the disk, says of something that is no good."""
    with pytest.raises((ValueError, csv.Error, OSError)) as caught:
        read()
    error = caught.value
    if isinstance(error, json.JSONDecodeError):
        return error.msg
    return str(error.strerror if isinstance(error, OSError) else error)


@pytest.mark.parametrize(
    "read",
    [
        *(
            partial(json.loads, text)
            for text in ('{"a": }', "{a}", '{"a" 1}', "[1 2]", "1 2", '"a', '"\n"', '"\\x"')
        ),
        *(
            partial(tomllib.loads, text)
            for text in ("a", "a = b", "a = [1", 'a = "b', "a = 1 2", "[a", "a = 1\na = 2",
                         "a = {b = 1", "= 1", "[a]\n[a]")
        ),
        *(
            partial(lambda text: list(csv.reader([text], strict=True)), text)
            for text in ('"a"b', '"a')
        ),
        lambda: Path("/").read_text(),
        lambda: Path("/nowhere/to/be/found").read_text(),
        (Path(__file__) / "below").read_text,
    ],
)  # fmt: skip
def test_what_other_software_says_is_dutch_too(read: Callable[[], object]) -> None:
    said = said_of(read)
    assert detail(DUTCH, said) != detail(ENGLISH, said), said
    phrase = detail(ENGLISH, said).partition(" (")[0]
    assert phrase not in detail(DUTCH, said)


def test_what_is_not_known_is_shown_as_it_was_said() -> None:
    assert detail(DUTCH, "something else (at line 3, column 4)") == (
        "something else (regel 3, kolom 4)"
    )
