"""The Dutch catalogue of the reports is complete, and the check that says so can say no."""

from __future__ import annotations

from pathlib import Path

from catalogues import check_catalogue

import reports

PACKAGE = Path(reports.__file__).parent

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'


def check(tmp_path: Path, source: str, catalogue: str, **options) -> list[str]:
    (tmp_path / "source.py").write_text(source, "utf-8")
    (tmp_path / "nl.po").write_text(HEAD + catalogue, "utf-8")
    return check_catalogue([tmp_path], tmp_path / "nl.po", **options)


def test_reports_are_translated():
    assert check_catalogue([PACKAGE], PACKAGE / "locale" / "nl.po") == []


def test_an_untranslated_text_is_found(tmp_path):
    (problem,) = check(tmp_path, 'language.text("Hello")', "")
    assert problem == "source.py:1: not translated: 'Hello'"


def test_every_way_to_name_a_message_is_found(tmp_path):
    source = """
text = language.text
text("One")
msgid("Two")
language.text("Three" if x else "Four")
language.plural("{n} five", "{n} fives", 5)
axes.text(0, 1, "not a message")
"""
    problems = check(tmp_path, source, "")
    found = {problem.rpartition(": ")[2] for problem in problems}
    assert found == {"'One'", "'Two'", "'Three'", "'Four'", "'{n} five'"}


def test_an_empty_or_fuzzy_translation_is_none(tmp_path):
    catalogue = 'msgid "Hello"\nmsgstr ""\n\n#, fuzzy\nmsgid "Bye"\nmsgstr "Dag"\n'
    assert len(check(tmp_path, 'language.text("Hello"), language.text("Bye")', catalogue)) == 2


def test_a_stale_entry_is_found(tmp_path):
    assert check(tmp_path, "", 'msgid "Gone"\nmsgstr "Weg"\n') == ["nl.po: stale: 'Gone'"]
    assert check(tmp_path, "", 'msgid "Gone"\nmsgstr "Weg"\n', extra_ids=["Gone"]) == []


def test_other_fields_are_found(tmp_path):
    catalogue = 'msgid "Hello {name}"\nmsgstr "Dag {naam}"\n'
    source = 'language.text("Hello {name}", name="Anna")'
    assert [p.partition(": ")[2] for p in check(tmp_path, source, catalogue)] == [
        "other fields in the translation of 'Hello {name}'",
        "unknown fields in the translation of 'Hello {name}'",
    ]


def test_a_call_must_give_the_fields(tmp_path):
    catalogue = 'msgid "Hello {name}"\nmsgstr "Dag {name}"\n'
    (problem,) = check(tmp_path, 'language.text("Hello {name}")', catalogue)
    assert problem.endswith("is not given ['name']")
    assert check(tmp_path, 'language.text("Hello {name}", **fields)', catalogue) == []
