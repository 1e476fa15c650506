"""Names: one key for every spelling of a name, and the nearest of those known (ADMIN.md, 13)."""

import hashlib
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_admin.names import blind_key, is_name, name_key, nearest, player_key, slips, tidy

SAME = [
    ("Anna", "ANNA"),
    ("Anna", "  Anna\t"),
    ("Anna de Vries", "Anna\u00a0de\u2009 Vries"),  # a non-breaking blank, a thin one
    ("René", "Rene\u0301"),  # decomposed
    ("RENÉ", "rene\u0301"),
    ("Zoë", "ZOE\u0308"),
    ("IJsbrand", "\u0132sbrand"),  # the ligature
    ("Fijtje", "F\u0133tje"),
    ("IJsbrand", "ijsbrand"),
    ("Hanneke 't Hart", "Hanneke \u2019t Hart"),
    ("Hanneke 't Hart", "Hanneke \u2018t Hart"),
    ("Hanneke 't Hart", "Hanneke \u00b4t Hart"),  # an acute accent decomposes to blank and accent
    ("Hanneke 't Hart", "Hanneke `t Hart"),
    ("Hanneke 't Hart", "Hanneke \u201bt Hart"),
    ("Hanneke 't Hart", "Hanneke \u2032t Hart"),
    ("Hanneke 't Hart", "hanneke \u02bct hart"),
    ("Hanneke 't Hart", "Hanneke \uff07t Hart"),
    ("Jan de Vries", "de Vries, Jan"),
    ("Jan de Vries", "Vries, Jan de"),
    ("Jan de Vries", "DE VRIES,JAN"),
    ("Gro\u00df", "GROSS"),
    ("\ufb01lip", "Filip"),  # the ligature of f and i
]

DIFFERENT = [
    ("René", "Rene"),  # a warning when adding, never the same person
    ("Anna", "Ana"),
    ("Jan de Vries", "Jan d'Vries"),
    ("Jan de Vries", "Jan de Vries (Utrecht)"),
    ("Jan Piet", "JanPiet"),
    ("Hart, 't, Jan", "Jan 't Hart"),  # two commas say nothing
    ("Vries,", "Vries"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_spellings_of_one_name_have_one_key(one, other):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_other_names_have_other_keys(one, other):
    assert name_key(one) != name_key(other)


@given(st.text(max_size=20))
def test_how_a_name_is_composed_and_spaced_changes_nothing(text):
    key = name_key(text)
    assert name_key(unicodedata.normalize("NFD", text)) == key
    assert name_key(unicodedata.normalize("NFC", text)) == key
    assert name_key(f" \u00a0{text}  ") == key
    assert name_key(tidy(text)) == key


@given(st.text(alphabet="abcdeéïöüçñijßIJÉ '-\u00a0", max_size=15))
def test_the_case_of_a_name_changes_nothing(text):
    assert name_key(text.upper()) == name_key(text) == name_key(text.lower())


@pytest.mark.parametrize(
    "name", ["Anna", "=HYPERLINK(1)", "17", "#17", "O'Brien", "李", "Ж", "E=mc2", "-", "a\tb"]
)
def test_any_printable_text_is_a_name(name):
    assert is_name(name)


@pytest.mark.parametrize("name", ["", " ", "\u00a0\t\n", "a\x07b", "a\u200bb", "a\x00", "\u202ea"])
def test_blanks_and_what_cannot_be_printed_is_no_name(name):
    assert not is_name(name)


def test_a_name_is_kept_with_its_case_and_accents():
    assert tidy("  Zoe\u0308   van\u00a0't  Hoff\n") == "Zoë van 't Hoff"


def test_searching_is_blind_to_accents_and_punctuation():
    assert (
        blind_key("Zoë van 't Hoff-Bos") == blind_key("zoe VAN T hoff bos") == "zoe van t hoff bos"
    )


def test_the_key_of_a_player_is_the_beginning_of_a_sha256():
    # DESIGN.md: the first 16 hex of SHA-256 of name_key, `-2` if taken.
    first = hashlib.sha256("zoë".encode()).hexdigest()[:16]
    assert player_key(name_key("Zoë"), ()) == first
    assert player_key("zoë", {first}) == f"{first}-2"
    assert player_key("zoë", {first, f"{first}-2"}) == f"{first}-3"
    assert player_key("zoë", {f"{first}-2"}) == first


class TestNearest:
    KNOWN = ("Anna de Vries", "Hanna", "Bram", "Abraham", "Cor", "Zoë", "Jan de Vries")

    def test_a_slip_of_a_letter(self):
        assert nearest("Brma", self.KNOWN)[0] == "Bram"

    def test_a_beginning_comes_first(self):
        assert nearest("anna", self.KNOWN)[0] == "Anna de Vries"
        assert nearest("Anna", self.KNOWN)[1] == "Hanna"

    def test_accents_aside(self):
        assert nearest("zoe", self.KNOWN) == ["Zoë"]

    def test_nothing_near(self):
        assert nearest("Quirinius", self.KNOWN) == []
        assert nearest("Anna", []) == []

    def test_a_blank_is_near_to_nobody(self):
        assert nearest("'", self.KNOWN) == []

    def test_no_more_than_asked_for(self):
        assert len(nearest("Jan", [f"Jan {letter}" for letter in "abcdef"], limit=2)) == 2


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Zoë Blom", "Zoe Blon", True),
        ("Zoë Blom", "Zoë Bloom", True),
        ("Mirjam Kok", "Mirajm Kok", True),
        ("Pieter van 't Hof", "Piter van t Hof", True),
        ("Zoë Blom", "Zoë Bron", False),  # two letters
        ("Mirjam Kok", "Miriam Kop", False),  # two words
        ("Joost B.", "Joost K.", False),  # initials
        ("Anna", "Hanna", False),  # short names
        ("Speler 12", "Speler 13", False),
        ("Speler 1", "Speler 12", False),
        ("Speler1", "Speler12", False),
        ("Mirjam Kok", "Mirjam", False),
    ],
)
def test_a_slip_of_the_pen(one: str, other: str, *, alike: bool) -> None:
    assert bool(slips(one) & slips(other)) is alike
