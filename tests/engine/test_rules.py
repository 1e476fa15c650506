import hashlib
import json

import pytest

from engine.problems import RulesError
from engine.rules import SWITCHES, RuleSet, switch_text
from engine.rulesets import RULE_SETS, from_switches, named_with_switches, rule_set

# RULES.md, "The nine rule sets", retyped column by column: text, target, cards, passing, first
# lead, forbidden on trick 1, leading hearts, hearts broken by, H QS JD JC, moon needs, pays, how
# much, all tricks, game ends, lowest tied.
TABLE = {
    "american": (
        "tutorial", 100, 52, "left_right_across_none", "lowest_club", "hearts_and_queen",
        "once_broken", "any", (1, 13, 0, 0), "hearts_and_queen", "others", 26, "as_moon", "target",
        "shared",
    ),
    "omnibus": (
        "tutorial", 100, 52, "left_right_across_none", "lowest_club", "hearts_and_queen",
        "once_broken", "any", (1, 13, -10, 0), "every_point_card", "others", 26, "as_moon",
        "target", "shared",
    ),
    "american-choice": (
        "portal", 100, 52, "left_right_across_none", "lowest_club", "hearts_and_queen",
        "once_broken", "discard", (1, 13, 0, 0), "every_point_card", "choice", 26, "as_moon",
        "target", "shared",
    ),
    "american-draw": (
        "app", 100, 52, "left_right_across_none", "lowest_club", "hearts_and_queen",
        "once_broken", "any", (1, 13, 0, 0), "every_point_card", "others", 26, "as_moon", "target",
        "shared",
    ),
    "american-double": (
        "site", 100, 52, "left_right_across_none", "lowest_club", "hearts_and_queen",
        "once_broken", "any", (1, 13, 0, 0), "every_point_card", "others", 26, "double", "target",
        "shared",
    ),
    "dutch": (
        "site", 50, 32, "left_right_across_none", "lowest_club", "nothing", "once_broken", "any",
        (1, 5, 0, 2), "every_point_card", "others", 15, "double", "target", "shared",
    ),
    "dutch-return": (
        "portal", 50, 32, "none", "dealer", "nothing", "free", "any", (1, 5, 0, 2),
        "every_point_card", "choice", 15, "as_moon", "return_leg", "shared",
    ),
    "klassiek": (
        "manual", 100, 52, "left_right_across_none", "lowest_club", "queen", "once_broken", "any",
        (1, 13, 0, 0), "hearts_and_queen", "others", 13, "as_moon", "target", "shared",
    ),
    "speciaal": (
        "manual", 100, 52, "left_right_across_none", "lowest_club", "queen", "once_broken", "any",
        (1, 13, 0, 0), "hearts_and_queen", "others", 13, "as_moon", "target", "extra_deal",
    ),
}  # fmt: skip

# What is not plain text: the italic words of the notes.
NOT_IN_THE_TEXT = {
    "american": {"hearts_broken_by": "choice", "lowest_tied": "choice"},
    "omnibus": {
        "hearts_broken_by": "choice", "moon_keeps_jack": "choice", "lowest_tied": "choice",
    },
    "american-choice": {"passing": "reading", "lowest_tied": "choice", "target": "choice"},
    "american-draw": {"first_trick_forbids": "choice"},
    "american-double": {"lowest_tied": "choice"},
    "dutch": {
        "first_trick_forbids": "choice", "queen_of_spades": "reading",
        "jack_of_clubs": "reading", "lowest_tied": "choice", "target": "choice",
    },
    "dutch-return": {
        "first_lead": "reading", "return_to_zero": "reading", "lowest_tied": "choice",
        "target": "choice",
    },
    "klassiek": {"hearts_lead": "choice", "lowest_tied": "choice", "target": "choice"},
    "speciaal": {"hearts_lead": "choice", "leader": "reading", "target": "choice"},
}  # fmt: skip


def test_the_nine_sets_are_those_of_the_table() -> None:
    assert list(RULE_SETS) == list(TABLE)


@pytest.mark.parametrize("name", TABLE)
def test_a_set_is_its_column_of_the_table(name: str) -> None:
    rules = rule_set(name)
    points = (rules.heart, rules.queen_of_spades, rules.jack_of_diamonds, rules.jack_of_clubs)
    assert (
        rules.text,
        rules.target,
        rules.cards,
        rules.passing,
        rules.first_lead,
        rules.first_trick_forbids,
        rules.hearts_lead,
        rules.hearts_broken_by,
        points,
        rules.moon_needs,
        rules.moon_pays,
        rules.moon_points,
        rules.all_tricks,
        rules.game_ends,
        rules.lowest_tied,
    ) == TABLE[name]
    assert rules.perfect_deal == ("extra_deal" if name == "speciaal" else "nothing")
    assert not rules.moon_keeps_jack
    assert rules.first_lead_rotates
    assert rules.return_to_zero == "at_or_below"
    assert rules.leader == "after"


@pytest.mark.parametrize("name", TABLE)
def test_what_is_not_in_the_text_is_marked(name: str) -> None:
    rules = rule_set(name)
    marked = {key: rules.basis_of(key).kind for key in (*SWITCHES, "target")}
    assert {key: kind for key, kind in marked.items() if kind != "text"} == NOT_IN_THE_TEXT[name]


def test_fingerprints_tell_the_sets_apart_and_leave_the_name_out() -> None:
    prints = {rules.fingerprint() for rules in RULE_SETS.values()}
    assert len(prints) == 9
    assert all(len(found) == 64 and set(found) <= set("0123456789abcdef") for found in prints)
    american = rule_set("american")
    stored = json.loads(json.dumps(american.switches()))
    renamed = from_switches("our-own", stored)
    assert renamed.name == "our-own"
    assert renamed.fingerprint() == american.fingerprint()
    assert american.with_target(50).fingerprint() == american.fingerprint()


def test_fingerprints_are_fixed() -> None:
    # Stored with every result: a change here makes old results foreign to their rule set.
    for rules in RULE_SETS.values():
        content = json.dumps(rules.switches(), sort_keys=True, separators=(",", ":"))
        assert rules.fingerprint() == hashlib.sha256(content.encode()).hexdigest()
    assert sorted(rule_set("american").switches()) == [
        "all_tricks", "cards", "first_lead", "first_lead_rotates", "first_trick_forbids",
        "game_ends", "heart", "hearts_broken_by", "hearts_lead", "jack_of_clubs",
        "jack_of_diamonds", "leader", "lowest_tied", "moon_keeps_jack", "moon_needs", "moon_pays",
        "moon_points", "passing", "perfect_deal", "queen_of_spades", "return_to_zero",
    ]  # fmt: skip


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
def test_a_stored_set_comes_back(rules: RuleSet) -> None:
    assert from_switches(rules.name, json.loads(json.dumps(rules.switches()))) == rules
    changed = rules.with_switch("queen_of_spades", 7)
    assert from_switches(changed.name, json.loads(json.dumps(changed.switches()))) == changed


def test_a_switch_is_set_by_text_and_named_by_the_house() -> None:
    american = rule_set("american")
    house = american.with_switches({"moon_points": "13", "lowest_tied": "extra_deal"})
    assert house.name == "american+"
    assert (house.moon_points, house.lowest_tied) == (13, "extra_deal")
    assert house.basis_of("lowest_tied").kind == "house"
    assert american.with_switch("moon_points", "26") is american
    assert house.with_switch("leader", "before").name == "american+"
    assert named_with_switches(house) == (
        "american",
        (("moon_points", "13"), ("lowest_tied", "extra_deal")),
    )


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
def test_every_switch_takes_its_values_as_shown(rules: RuleSet) -> None:
    for key, value in rules.switches().items():
        assert rules.with_switch(key, switch_text(value)) is rules


@pytest.mark.parametrize(
    ("key", "value", "code", "known"),
    [
        ("heart_broken_by", "any", "switch.unknown", "hearts_broken_by"),
        ("name", "x", "switch.unknown", "hearts_broken_by"),
        ("target", "50", "switch.unknown", "moon_points"),
        ("hearts_broken_by", "queen", "switch.value", "any_or_queen"),
        ("moon_points", "many", "switch.value", "-100 .. 100"),
        ("moon_points", "2600", "switch.value", "-100 .. 100"),
        ("moon_keeps_jack", "perhaps", "switch.value", "yes"),
        ("cards", "36", "switch.value", "52"),
    ],
)
def test_what_is_no_switch_is_refused_with_what_is_known(
    key: str, value: str, code: str, known: str
) -> None:
    with pytest.raises(RulesError) as caught:
        rule_set("american").with_switch(key, value)
    assert caught.value.code == code
    assert known in caught.value.problem.fields["known"]


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("american-choice", {"hearts_lead": "free"}),
        ("american", {"moon_keeps_jack": "yes"}),
        ("dutch-return", {"lowest_tied": "extra_deal"}),
        ("speciaal", {"game_ends": "return_leg"}),
        ("dutch", {"return_to_zero": "exactly"}),
    ],
)
def test_contradictions_are_refused(name: str, changes: dict[str, str]) -> None:
    with pytest.raises(RulesError) as caught:
        rule_set(name).with_switches(changes)
    assert caught.value.code == "switch.contradiction"


def test_switches_that_only_agree_together_are_set_together() -> None:
    free = rule_set("american-choice").with_switches(
        {"hearts_lead": "free", "hearts_broken_by": "any"}
    )
    assert free.hearts_lead == "free"


@pytest.mark.parametrize("target", [0, -1])
def test_a_target_is_at_least_one(target: int) -> None:
    with pytest.raises(RulesError) as caught:
        rule_set("american").with_target(target)
    assert caught.value.code == "target.value"


def test_the_cycle_and_the_size_of_hands() -> None:
    assert rule_set("american").pass_cycle == ("left", "right", "across", "none")
    assert rule_set("dutch-return").pass_cycle == ("none",)
    assert rule_set("dutch").hand_size == 8
    assert rule_set("omnibus").hand_size == 13
