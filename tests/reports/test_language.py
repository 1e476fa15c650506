"""Sentences, plurals, dates and numbers in two languages."""

from __future__ import annotations

import subprocess
import sys
from datetime import date
from decimal import Decimal

import pytest

from reports.language import LANGUAGES, Language

NL, EN = Language.load("nl"), Language.load("en")

CATALOGUE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "{player} is dealing {{now}}"
msgstr "{player} geeft {{nu}}"

msgid "Standings"
msgstr "Klassement"

#, fuzzy
msgid "Almost"
msgstr "Bijna"

msgid "{n} trick"
msgid_plural "{n} tricks"
msgstr[0] "{n} slag"
msgstr[1] "{n} slagen"
"""


@pytest.fixture
def extended(tmp_path):
    (tmp_path / "nl.po").write_text(CATALOGUE, "utf-8")
    return Language.load("nl", tmp_path)


def test_english_is_the_message_id():
    assert EN.text("{player} is dealing {{now}}", player="Zoë") == "Zoë is dealing {now}"


def test_dutch_comes_from_the_catalogues(extended):
    assert extended.text("{player} is dealing {{now}}", player="Zoë") == "Zoë geeft {nu}"
    assert extended.text("Results") == "Uitslagen"


def test_a_later_catalogue_wins(extended):
    assert NL.text("Standings") == "Stand"
    assert extended.text("Standings") == "Klassement"


def test_what_is_not_or_hardly_translated_is_shown_in_english(extended):
    assert extended.text("Unheard of") == "Unheard of"
    assert extended.text("Almost") == "Almost"


def test_braces_in_a_value_are_just_text():
    assert EN.text("Hello {name}", name="{0.__class__}") == "Hello {0.__class__}"


@pytest.mark.parametrize(
    ("n", "english", "dutch"),
    [(0, "0 games", "0 spellen"), (1, "1 game", "1 spel"), (1234, "1,234 games", "1.234 spellen")],
)
def test_plurals(n, english, dutch):
    assert EN.plural("{n} game", "{n} games", n) == english
    assert NL.plural("{n} game", "{n} games", n) == dutch


def test_plurals_of_another_catalogue(extended):
    forms = [extended.plural("{n} trick", "{n} tricks", n) for n in (1, 2)]
    assert forms == ["1 slag", "2 slagen"]


def test_dates():
    day = date(2026, 3, 4)
    assert EN.date(day) == "4 Mar 2026"
    assert NL.date(day) == "4 mrt 2026"
    assert NL.date(day, "long") == "4 maart 2026"
    assert NL.date(day, "full") == "woensdag 4 maart 2026"
    assert (NL.date(day, "day"), NL.date(day, "month")) == ("4 mrt", "mrt 2026")


def test_numbers():
    assert (EN.number(-12345), NL.number(-12345)) == ("-12,345", "-12.345")
    assert (EN.number(999), NL.number(-7)) == ("999", "-7")
    assert (EN.decimal(2.5, 2), NL.decimal(Decimal("1234.5"), 2)) == ("2.50", "1.234,50")
    assert NL.decimal(0.5, 0) == "0"


@pytest.mark.parametrize(
    ("value", "digits", "written"),
    [
        (12, 0, "+12"),
        (-3, 0, "-3"),
        (0, 0, "0"),
        (Decimal("9.4"), 2, "+9,40"),
        (Decimal("-0.44"), 2, "-0,44"),
        (Decimal("-0.004"), 2, "0,00"),
        (0.004, 2, "0,00"),
    ],
)
def test_signs(value, digits, written):
    assert NL.signed(value, digits) == written


def test_there_is_no_third_language():
    with pytest.raises(ValueError, match="fr"):
        Language.load("fr")
    assert list(LANGUAGES) == ["nl", "en"]


def test_a_missing_catalogue_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        Language.load("nl", tmp_path)


def test_what_a_command_line_loads_is_light():
    """Neither the texts in English nor the tables, models and lists of charts load anything big."""
    program = (
        "import sys\n"
        "import reports.csv, reports.errors, reports.formatting, reports.model, reports.table\n"
        "import reports.output, reports.policy_text, reports.text, reports.charts.registry\n"
        "from reports.language import Language\n"
        "english = Language.load('en')\n"
        "assert english.text('{n} of {m}', n=1, m=2) == '1 of 2'\n"
        "assert english.plural('{n} game', '{n} games', 2) == '2 games'\n"
        "heavy = {'babel', 'matplotlib', 'numpy', 'openpyxl', 'pandas', 'PIL'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
