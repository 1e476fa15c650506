import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import (
    ALL_CARDS,
    DECK_MASKS,
    NOTATIONS,
    Card,
    cards_of,
    deck,
    hand_text,
    mask_of,
    parse_card,
    parse_hand,
)
from engine.problems import NotationError

CARDS = st.sampled_from(ALL_CARDS)


def test_the_two_decks() -> None:
    assert len(set(deck(52))) == 52
    assert len(set(deck(32))) == 32
    assert {str(card)[0] for card in deck(32)} == set("789TJQKA")
    assert set(deck(32)) < set(deck(52))


@pytest.mark.parametrize(
    ("text", "notation", "card"),
    [
        ("QS", "en", "QS"),
        ("qs", "en", "QS"),
        ("TC", "en", "TC"),
        ("10C", "en", "TC"),
        ("Q♠", "en", "QS"),
        ("10♥", "en", "TH"),
        ("Q♠\ufe0f", "en", "QS"),
        ("2♧", "symbols", "2C"),
        ("VS", "nl", "QS"),
        ("DS", "nl", "QS"),
        ("HH", "nl", "KH"),
        ("HK", "nl", "KC"),
        ("BK", "nl", "JC"),
        ("BR", "nl", "JD"),
        ("AR", "nl", "AD"),
        ("10K", "nl", "TC"),
        ("TK", "nl", "TC"),
        ("9h", "nl", "9H"),
        ("V♠", "nl", "QS"),
    ],
)
def test_cards_are_read_in_english_dutch_and_symbols(text: str, notation: str, card: str) -> None:
    assert str(parse_card(text, notation)) == card


@pytest.mark.parametrize(
    ("text", "notation", "code", "fields"),
    [
        ("KH", "nl", "card.swapped", {"write": "HK", "card": "KC"}),
        ("SQ", "en", "card.swapped", {"write": "QS", "card": "QS"}),
        ("C10", "en", "card.swapped", {"write": "10C", "card": "TC"}),
        ("SV", "nl", "card.swapped", {"write": "VS", "card": "QS"}),
        ("VS", "en", "card.notation", {"other": "nl", "card": "QS", "write": "QS"}),
        ("QD", "nl", "card.notation", {"other": "en", "card": "QD", "write": "VR"}),
        ("6D", "nl", "card.notation", {"other": "en", "card": "6D", "write": "6R"}),
        ("10C", "nl", "card.notation", {"other": "en", "card": "TC", "write": "TK"}),
        ("1S", "en", "card.unknown", {"notation": "en"}),
        ("", "en", "card.unknown", {"text": ""}),
        ("QSS", "en", "card.unknown", {"text": "QSS"}),
    ],
)
def test_what_is_no_card_is_refused_with_what_to_write(
    text: str, notation: str, code: str, fields: dict[str, str]
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_card(text, notation)
    assert caught.value.code == code
    assert fields.items() <= caught.value.problem.fields.items()


@given(card=CARDS, notation=st.sampled_from(NOTATIONS))
def test_what_is_written_is_read_back(card: Card, notation: str) -> None:
    ranks = "23456789TBVHA" if notation == "nl" else "23456789TJQKA"
    suits = {"en": "CDHS", "nl": "KRHS", "symbols": "♣♦♥♠"}[notation]
    written = ranks[card.rank] + suits[card.suit]
    assert parse_card(written, notation) == card
    assert parse_card(written.lower(), notation) == card


@given(cards=st.lists(CARDS, max_size=20))
def test_a_hand_is_written_and_read_back_even_with_cards_twice(cards: list[Card]) -> None:
    assert parse_hand(hand_text(cards)) == tuple(sorted(cards, reverse=True))


@given(cards=st.sets(CARDS))
def test_masks(cards: set[Card]) -> None:
    assert set(cards_of(mask_of(cards))) == cards
    assert cards_of(mask_of(cards)) == tuple(sorted(cards, reverse=True))


def test_a_dutch_hand() -> None:
    dutch = parse_hand("AV10.-.H2.DB", "nl")
    assert [str(card) for card in dutch] == ["AS", "QS", "TS", "KD", "2D", "QC", "JC"]


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [("AK.Q.J", "hand.suits", 1), ("AK.QX.-.2", "hand.rank", 4), ("AK.Q.-.V", "hand.rank", 8)],
)
def test_what_is_no_hand_is_refused_with_its_column(text: str, code: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_hand(text)
    assert (caught.value.code, caught.value.problem.column) == (code, column)


def test_a_card_shows_itself() -> None:
    queen = Card.named("QS")
    assert f"{queen} {queen!r}" == "QS QS"
    assert DECK_MASKS[52] >> queen & 1
