"""Names in free text: found in any spelling, whole words only, replaced where they stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_admin.mentions import Mentions, telling_words

ZOE = Mentions({"Zoë van 't Hoff": "[Z]"})


@pytest.mark.parametrize(
    "spelling",
    [
        "Zoë van 't Hoff",
        "ZOË VAN 'T HOFF",
        "Zoe\u0308 van 't Hoff",
        "Zoe van t Hoff",
        "Zoë van \u2019t Hoff",
        "Zoë van \u02bct Hoff",
        "Zoë van \u00b4t Hoff",
        "Zoë\u00a0van  't\tHoff",
        "van 't Hoff, Zoë",
        "Hoff, Zoë van 't",
        "Zoë-van-'t-Hoff",
    ],
)
@pytest.mark.parametrize(
    ("before", "after"), [("", ""), ("punten van ", " verwisseld"), ("(", ")"), ("é\u0301 ", "!")]
)
def test_every_spelling(before, spelling, after):
    text = before + spelling + after
    assert ZOE.found(text)
    assert ZOE.replaced(text) == f"{before}[Z]{after}"


@pytest.mark.parametrize(
    "text",
    ["", "Zoë", "van 't Hoff", "Zoë van 't Hoffman", "XZoë van 't Hoff", "Zoë van het Hoff", "…"],
)
def test_nobody_is_named(text):
    assert not ZOE.found(text)
    assert ZOE.replaced(text) == text


def test_the_ligature():
    assert Mentions({"IJsbrand Visser": "X"}).replaced("met \u0133sbrand visser.") == "met X."
    assert Mentions({"\u0132sbrand": "X"}).replaced("IJSBRAND!") == "X!"


def test_several_people_and_several_mentions():
    both = Mentions({"Anna": "A.", "Jan de Vries": "J. d. V."})
    assert (
        both.replaced("Anna en Jan de Vries; vries, jan de en anna")
        == "A. en J. d. V.; J. d. V. en A."
    )


def test_other_people_stay_whole():
    mentions = Mentions({"Jan": "[J]"}, keep=["Jan de Vries", "Piet Jan"])
    assert (
        mentions.replaced("Jan, Jan de Vries, de Vries, Jan, Piet Jan en jan")
        == "[J], Jan de Vries, de Vries, Jan, Piet Jan en [J]"
    )


def test_signs():
    assert Mentions({"♥♥": "[S]"}).replaced("van ♥♥ en ♥") == "van [S] en ♥"


def test_nobody_to_look_for():
    assert Mentions({}).replaced("Anna") == "Anna"
    assert Mentions({}, keep=["Anna"]).replaced("Anna") == "Anna"


def test_telling_words():
    assert telling_words(["Femke van der Meer", "Fem"], ["Bo van der Meer", "Al"]) == {
        "femke",
        "fem",
    }
    assert telling_words(["Jo"], []) == set()
    assert telling_words(["Femke"], ["FEMKE de Wit"]) == set()


@given(
    st.text(alphabet="abé\u0301 -'.,ij\u0133\u00a0ß\u0130", max_size=30),
    st.text(alphabet="abé\u0301 -'.,ij\u0133\u00a0ß\u0130", max_size=30),
)
def test_what_was_replaced_is_found_no_more_and_the_rest_is_untouched(before, after):
    mentions = Mentions({"Zoë Kwik": "N.N. 4"})
    replaced = mentions.replaced(f"{before} zoe kwik {after}")
    assert not mentions.found(replaced)
    assert replaced == f"{before} N.N. 4 {after}"
