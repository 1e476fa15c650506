"""Golden examples of RULES.md and every switch about single plays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card, cards_of, deck, mask_of, parse_hand
from engine.legality import breaks_hearts, law_of, legal_plays, refusal
from engine.rules import RuleSet
from engine.rulesets import RULE_SETS, rule_set
from engine.seats import Seat

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
ALL_SETS = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)


def legal(
    name: str,
    hand: str,
    led: int | None = None,
    *,
    first: bool = False,
    broken: bool = False,
    **switches: str,
) -> set[str]:
    law = law_of(rule_set(name).with_switches(switches))
    mask = legal_plays(law, mask_of(parse_hand(hand)), led, first, broken)
    return {str(card) for card in cards_of(mask)}


def test_void_in_clubs_on_trick_one() -> None:
    hand = "QA.KA.A.-"
    assert legal("american", hand, CLUBS, first=True) == {"AS", "AD"}
    assert legal("klassiek", hand, CLUBS, first=True) == {"AH", "KH", "AS", "AD"}
    assert legal("speciaal", hand, CLUBS, first=True) == {"AH", "KH", "AS", "AD"}
    assert legal("dutch", hand, CLUBS, first=True) == {"AH", "KH", "AS", "AD", "QS"}
    assert legal("dutch-return", hand, CLUBS, first=True) == {"AH", "KH", "AS", "AD", "QS"}


@pytest.mark.parametrize("name", ["american", "omnibus", "american-choice", "american-draw"])
def test_a_hand_of_only_forbidden_cards_may_play_any(name: str) -> None:
    assert legal(name, "Q.AK.-.-", CLUBS, first=True) == {"AH", "KH", "QS"}
    assert legal("klassiek", "Q.-.-.-", CLUBS, first=True) == {"QS"}


def test_the_jack_of_diamonds_is_free_on_trick_one() -> None:
    assert legal("omnibus", "Q.A.J.-", CLUBS, first=True) == {"JD"}


def test_hearts_are_forbidden_on_the_first_trick_not_before_the_first_points() -> None:
    assert legal("american", "Q.AK.-.-", CLUBS) == {"QS", "AH", "KH"}
    assert legal("american", "Q.AK.2.-", CLUBS) == {"QS", "AH", "KH", "2D"}


@ALL_SETS
def test_following_suit_is_a_duty_and_always_legal(rules: RuleSet) -> None:
    law = law_of(rules)
    hand = mask_of(parse_hand("Q8.AK.A.J9"))
    for first in (False, True):
        assert cards_of(legal_plays(law, hand, CLUBS, first, False)) == parse_hand("-.-.-.J9")
        assert cards_of(legal_plays(law, hand, SPADES, first, False)) == parse_hand("Q8.-.-.-")
        assert cards_of(legal_plays(law, hand, HEARTS, first, False)) == parse_hand("-.AK.-.-")


def test_leading_hearts() -> None:
    assert legal("american", "Q.A32.-.-") == {"QS"}
    assert legal("american", "Q.A32.-.-", broken=True) == {"QS", "AH", "3H", "2H"}
    assert legal("dutch-return", "Q.A98.-.-") == {"QS", "AH", "9H", "8H"}
    assert legal("american", "-.A32.-.-") == {"AH", "3H", "2H"}
    assert legal("klassiek", "-.A32.-.-") == {"AH", "3H", "2H"}


def test_the_first_lead() -> None:
    assert legal("american", "A.A.A.A2", first=True) == {"2C"}
    assert legal("dutch", "A.A.A.A7", first=True) == {"7C"}
    assert legal("dutch-return", "A.A.A.A7", first=True) == {"AS", "AH", "AD", "AC", "7C"}
    assert legal("american", "A.A.A.A3", first=True) == set()


def test_no_published_set_forbids_leading_the_queen() -> None:
    for name in RULE_SETS:
        assert "QS" in legal(name, "Q.-.A.-")


@pytest.mark.parametrize(
    ("value", "led_heart", "following", "discard", "queen"),
    [
        ("any", True, True, True, False),
        ("discard", False, False, True, False),
        ("any_or_queen", True, True, True, True),
    ],
)
def test_what_breaks_hearts(
    value: str, led_heart: bool, following: bool, discard: bool, queen: bool
) -> None:
    law = law_of(rule_set("american").with_switch("hearts_broken_by", value))
    heart, spade = Card.named("2H"), Card.named("QS")
    assert breaks_hearts(law, heart, None) is led_heart
    assert breaks_hearts(law, heart, HEARTS) is following
    assert breaks_hearts(law, heart, CLUBS) is discard
    assert [breaks_hearts(law, spade, led) for led in (None, CLUBS, SPADES)] == [queen] * 3
    assert not breaks_hearts(law, Card.named("KS"), CLUBS)


@pytest.mark.parametrize(
    ("hand", "card", "led", "first", "code", "legal_cards"),
    [
        ("9.4.-.9", "4H", CLUBS, False, "play.revoke", ("9C",)),
        ("9.4.-.92", "9C", None, True, "play.opening", ("2C",)),
        ("9.4.-.9", "9C", None, True, "play.opening", ("2C",)),
        ("Q9.4.-.-", "QS", CLUBS, True, "play.first_trick", ("9S",)),
        ("Q9.4.-.-", "4H", CLUBS, True, "play.first_trick", ("9S",)),
        ("Q9.4.-.-", "4H", None, False, "play.hearts_unbroken", ("QS", "9S")),
    ],
)
def test_a_refusal_says_why_where_and_what_was_legal(
    hand: str, card: str, led: int | None, first: bool, code: str, legal_cards: tuple[str, ...]
) -> None:
    found = refusal(
        law_of(rule_set("american")),
        mask_of(parse_hand(hand)),
        led,
        first,
        False,
        Card.named(card),
        trick=1 if first else 5,
        seat=Seat.W,
    )
    assert found is not None
    assert found.code == code
    assert found.fields["legal"] == legal_cards
    assert (found.fields["seat"], found.fields["card"]) == ("W", card)
    assert found.fields["trick"] == (1 if first else 5)


@given(
    name=st.sampled_from(sorted(RULE_SETS)),
    picked=st.data(),
    led=st.sampled_from([None, 0, 1, 2, 3]),
    first=st.booleans(),
    broken=st.booleans(),
)
def test_there_is_always_a_legal_card_and_a_reason_for_every_other(
    name: str, picked: st.DataObject, led: int | None, first: bool, broken: bool
) -> None:
    rules = rule_set(name)
    cards = picked.draw(st.sets(st.sampled_from(deck(rules.cards)), min_size=1, max_size=13))
    law = law_of(rules)
    hand = mask_of(cards)
    mask = legal_plays(law, hand, led, first, broken)
    if not (first and led is None and law.opening and not hand & law.opening):
        assert mask
    assert not mask & ~hand
    for card in cards:
        found = refusal(law, hand, led, first, broken, card)
        assert (found is None) is bool(mask >> card & 1)
