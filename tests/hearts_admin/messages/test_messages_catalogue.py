"""Every sentence exists in both languages; every code that is used anywhere has a sentence."""

import ast
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from catalogues import check_catalogue, fields_of, paragraphs

from engine.problems import CODES
from engine.rating.errors import CODES as RATING_CODES
from engine.seating.errors import CODES as SEATING_CODES
from engine.standings.errors import CODES as STANDINGS_CODES
from hearts_admin.messages import sentences
from hearts_admin.messages.events import PRESETS
from hearts_admin.services.presets import preset_text

ROOT = Path(__file__).parents[3]
APPLICATION = ROOT / "hearts_admin"
SOURCES = [APPLICATION / "cli", APPLICATION / "messages"]
CATALOGUE = APPLICATION / "locale" / "nl.po"

CODE = re.compile(r"[a-z]+\.[a-z_]+")
AREAS = {code.partition(".")[0] for code in sentences()}
# `result.row` there is a column.
NOT_CODES = {"facttable.py", "models.py", "audit.py", "0001_first_release.py", "0002_events.py"}
ERRORS = {"Refused", "UsageFault", "NeedsYes", "FileFault", "DatabaseFault"}
NOT_FIELDS = {"hint", "problems", "line"}
# Of the rating engine; `fact.` is a mistake in the program, and nobody's to read.
RATING = {code for code in RATING_CODES if not code.startswith("fact.")}
EVENTS = {**SEATING_CODES, **STANDINGS_CODES}


def sources() -> Iterator[tuple[Path, ast.Module]]:
    for file in sorted(APPLICATION.rglob("*.py")):
        if file.parent.name != "messages" and file.name not in NOT_CODES:
            yield file, ast.parse(file.read_text("utf-8"))


def codes_in(tree: ast.AST) -> set[str]:
    """Literals that look like a code of one of our areas."""
    found = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return {text for text in found if CODE.fullmatch(text) and text.partition(".")[0] in AREAS}


def made(tree: ast.AST) -> Iterator[tuple[str, set[str]]]:
    """Codes that are made with fields written out in the call: `Refused("a.b", name=name)`."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
            continue
        if node.func.id not in ERRORS | {"finding"} or any(k.arg is None for k in node.keywords):
            continue
        fields = {keyword.arg for keyword in node.keywords if keyword.arg}
        for code in codes_in(node.args[0]):
            yield code, fields - NOT_FIELDS if code != "input.malformed" else fields


USED = {code for _, tree in sources() for code in codes_in(tree)}
MADE = [(file.name, code, fields) for file, tree in sources() for code, fields in made(tree)]


def bare_texts() -> Iterator[str]:
    """Messages of `text = run.language.text; text("...")`, which the shared checker passes by."""
    for folder in SOURCES:
        for file in folder.rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "text":
                    yield from (each.value for each in node.args if isinstance(each, ast.Constant))


def test_the_dutch_catalogue_is_complete_and_has_nothing_stale() -> None:
    presets = [text for name in PRESETS for text in paragraphs(preset_text(name))]
    assert check_catalogue(SOURCES, CATALOGUE, extra_ids=[*bare_texts(), *presets]) == []


def test_both_catalogues_agree_on_what_they_share() -> None:
    ours, theirs = (
        {entry.id: entry.string for entry in read_po(io.BytesIO(file.read_bytes())) if entry.id}
        for file in (CATALOGUE, ROOT / "reports" / "locale" / "nl.po")
    )
    shared = ours.keys() & theirs.keys()
    assert {text: (ours[text], theirs[text]) for text in shared if ours[text] != theirs[text]} == {}


def test_every_code_that_is_used_has_a_sentence() -> None:
    assert {"players.unknown", "entry.impossible", "cli.not_a_seat", "db.busy"} <= USED
    assert sorted((USED | CODES.keys() | RATING | EVENTS.keys()) - sentences().keys()) == []


def test_every_sentence_is_used() -> None:
    reports = {"report.locked", "report.no_folder", "report.unwritable"}  # from reports.errors
    codes = {code.partition("?")[0] for code in sentences()}
    assert sorted(codes - USED - CODES.keys() - RATING - EVENTS.keys() - reports) == []


@pytest.mark.parametrize(("file", "code", "fields"), MADE)
def test_a_sentence_asks_for_no_field_that_an_error_lacks(
    file: str, code: str, fields: set[str]
) -> None:
    assert fields_of(sentences()[code]) <= fields, file


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_sentence_asks_for_no_field_that_an_engine_problem_lacks(code: str) -> None:
    given = {"self_" if name == "self" else name for name in CODES[code].fields}
    for variant in (code, *(f"{code}?{name}" for name in given)):
        if variant in sentences():
            assert fields_of(sentences()[variant]) <= given - {variant.partition("?")[2]}


@pytest.mark.parametrize("code", sorted(RATING))
def test_a_sentence_asks_for_no_field_that_a_rating_error_lacks(code: str) -> None:
    given = set(RATING_CODES[code])
    for variant in (code, *(f"{code}?{name}" for name in given)):
        if variant in sentences():
            assert fields_of(sentences()[variant]) <= given - {variant.partition("?")[2]}


@pytest.mark.parametrize("code", sorted(EVENTS))
def test_a_sentence_asks_for_no_field_that_a_problem_of_an_event_lacks(code: str) -> None:
    given = set(EVENTS[code])
    for variant in (code, *(f"{code}?{name}" for name in given)):
        if variant in sentences():
            assert fields_of(sentences()[variant]) <= given - {variant.partition("?")[2]}
