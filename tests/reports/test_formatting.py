"""Text made safe for cells, terminals and sheet tabs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.formatting import clean_text, looks_like_formula, sheet_names, shortened

ANY_TEXT = st.text(st.characters())


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Anna de Vries", "Anna de Vries"),
        ("two\r\nlines\tand\vmore", "two lines and more"),
        ("bell\x07", "bell�"),
        ("\x1b[2Jgone", "�[2Jgone"),
        ("\ud83d", "�"),
        ("🂡", "🂡"),
        ("\ufffe\uffff", "��"),
        ("a\u202eb\u2066c", "a�b�c"),
        ("c1\x9b", "c1�"),
        ("é e\u0301", "é e\u0301"),
    ],
)
def test_clean_text(text, clean):
    assert clean_text(text) == clean


@given(ANY_TEXT)
def test_clean_text_can_be_written_anywhere(text):
    clean = clean_text(text)
    clean.encode("utf-8")
    assert clean_text(clean) == clean
    assert all(mark.isprintable() or mark.isspace() or ord(mark) > 0xA0 for mark in clean)


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("=1", True),
        ("+31", True),
        ("-5", True),
        ("@x", True),
        (" =1", True),
        ("3-4", False),
        ("", False),
        ("a=1", False),
    ],
)
def test_looks_like_formula(text, formula):
    assert looks_like_formula(text) is formula


def test_shortened():
    assert shortened("Willemijn", 9) == "Willemijn"
    assert shortened("Willemijn van Dam", 11) == "Willemijn…"


@given(st.lists(ANY_TEXT, max_size=12))
def test_sheet_names_are_valid_and_unique(titles):
    names = sheet_names(titles)
    assert len(names) == len(titles) == len({name.casefold() for name in names})
    for name in names:
        assert 1 <= len(name.encode("utf-16-le")) // 2 <= 31
        assert not set(name) & set("[]:*?/\\")
        assert name.strip("'") == name
        assert name.casefold() != "history"


def test_sheet_names_are_numbered_within_the_limit():
    long = "x" * 40
    assert sheet_names([long, long, long.upper()]) == [
        "x" * 31,
        "x" * 27 + " (2)",
        "X" * 27 + " (3)",
    ]
