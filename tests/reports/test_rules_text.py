"""Rule sets in words: every switch is told, and whether it is text, reading or choice."""

from __future__ import annotations

import pytest

from engine.rules import SWITCHES, RuleSet
from engine.rulesets import AMERICAN, RULE_SETS
from reports.language import Language
from reports.rules_text import BASES, NOTES, SOURCES, rule_texts

NL, EN = Language.load("nl"), Language.load("en")


def told(rules: RuleSet, language: Language = EN) -> dict[str, tuple[str, str, str]]:
    return {text.subject: (text.rule, text.basis, text.why) for text in rule_texts(rules, language)}


def spoken(rules: RuleSet) -> str:
    return "\n".join(f"{text.subject}: {text.rule}" for text in rule_texts(rules, EN))


def test_american_as_the_tutorial_has_it():
    """RULES.md, first column and notes 6 and 11."""
    turns = (
        "Three cards, in turn to the left, to the right, across, and not at all; a new game begins"
        " with the left."
    )
    moon = "With all hearts and the queen of spades: 26 for each of the others, 0 for the shooter."
    end = (
        "After the deal in which somebody comes to 100 or past it; a game may have another target."
    )
    strict = (
        "Read strictly, the text counts only a heart thrown by who could not follow suit; in"
        " doubt nobody is convicted."
    )
    assert told(AMERICAN) == {
        "Cards": ("All 52; thirteen a hand.", "text", ""),
        "Passing": (turns, "text", ""),
        "First lead": ("Whoever holds the two of clubs leads it.", "text", ""),
        "First trick": (
            "Hearts and the queen of spades may not be thrown, unless the hand holds nothing else.",
            "text",
            "",
        ),
        "Leading hearts": (
            "Once they are broken, or from a hand of nothing but hearts.",
            "text",
            "",
        ),
        "Broken by": ("Any heart that is played.", "choice", strict),
        "Points": ("Each heart 1, queen of spades 13.", "text", ""),
        "Shooting the moon": (moon, "text", ""),
        "End of the game": (end, "text", ""),
        "Equal lowest totals": (
            "The first place is shared.",
            "choice",
            "The text does not say.",
        ),
    }


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("omnibus", "jack of diamonds -10"),
        ("omnibus", "The jack of diamonds is not booked."),
        ("american-choice", "A heart thrown on another suit."),
        ("american-choice", "26 for each of the others, or 26 off the own total"),
        ("american-double", "With all tricks: 52."),
        ("dutch", "32, the sevens and higher; eight a hand."),
        ("dutch", "seven of clubs"),
        ("dutch", "Each heart 1, queen of spades 5, jack of clubs 2."),
        ("dutch", "First trick: Any card may be thrown."),
        ("dutch", "comes to 50"),
        ("dutch-return", "No cards are passed."),
        ("dutch-return", "The dealer leads any card; the deal moves on clockwise."),
        ("dutch-return", "Leading hearts: At any time."),
        ("dutch-return", "whoever comes back to zero has won"),
        ("dutch-return", "Back at zero: At 0 or below."),
        ("klassiek", "The queen of spades may not be thrown"),
        ("klassiek", "13 for each of the others"),
        ("speciaal", "Equal lowest totals: Another deal is played."),
        ("speciaal", "than the leader after it took no points"),
    ],
)
def test_what_sets_the_published_rules_apart(name, says):
    assert says in spoken(RULE_SETS[name])


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_rule_set_is_told_in_both_languages(name):
    dutch, english = rule_texts(RULE_SETS[name], NL), rule_texts(RULE_SETS[name], EN)
    assert len(dutch) == len(english)
    assert {text.basis for text in dutch} <= {"tekst", "lezing", "keuze"}
    for text, other in zip(dutch, english, strict=True):
        assert text.rule != other.rule
        assert bool(text.why) == bool(other.why)
    assert RULE_SETS[name].text in SOURCES


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_reading_and_choice_says_why(name):
    rules = RULE_SETS[name]
    assert {basis.note for basis in rules.basis.values()} <= NOTES.keys()
    doubtful = [text for text in rule_texts(rules, EN) if text.basis in ("reading", "choice")]
    assert doubtful
    assert all(text.why for text in doubtful)


def other_values(switch):
    known = SWITCHES[switch]
    return (7,) if known is None else known


def house_rules():
    """Every published set with every other value of every switch that it can hold."""
    for rules in RULE_SETS.values():
        for switch in SWITCHES:
            for value in other_values(switch):
                if getattr(rules, switch) == value:
                    continue
                try:
                    yield rules, switch, rules.with_switch(switch, value)
                except ValueError:
                    continue


@pytest.mark.parametrize("switch", SWITCHES)
def test_no_switch_can_change_without_a_word(switch):
    tried = [(old, new) for old, key, new in house_rules() if key == switch]
    differing = [(old, new) for old, new in tried if spoken(old) != spoken(new)]
    assert tried
    for old, new in tried:
        if (old, new) in differing:
            house = [text.basis for text in rule_texts(new, EN)]
            assert "house rule" in house
        else:
            assert not matters(switch, old)
    assert differing


def matters(switch: str, rules: RuleSet) -> bool:
    """Whether a switch does anything in a rule set, read off RULES.md."""
    return {
        "first_lead_rotates": rules.first_lead == "dealer",
        "hearts_broken_by": rules.hearts_lead == "once_broken",
        "moon_keeps_jack": rules.jack_of_diamonds != 0,
        "return_to_zero": rules.game_ends == "return_leg",
        "leader": rules.perfect_deal == "extra_deal",
    }.get(switch, True)


def test_a_house_rule_is_named_so_and_needs_no_reason():
    rules = AMERICAN.with_switch("hearts_broken_by", "discard")
    assert told(rules)["Broken by"] == ("A heart thrown on another suit.", "house rule", "")
    assert told(rules, NL)["Gebroken door"][1] == "huisregel"


def test_there_is_a_word_for_every_kind_of_basis():
    assert [EN.text(word) for word in BASES.values()] == ["text", "reading", "choice", "house rule"]
