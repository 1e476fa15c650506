"""The nine published rule sets as data. Source: RULES.md, the table, column by column.

The five texts: ``tutorial``, ``portal`` (a games portal), ``app`` (a Hearts app), ``site`` (a rules
site) and ``manual`` (another portal's manual). What a text leaves open is marked *reading* or
*choice* with the number of its note.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.problems import RulesError, problem
from engine.rules import Basis, RuleSet, parse_switch, switch_text

_TIE_BY_CHOICE: Final = {"lowest_tied": Basis("choice", 11)}
_TARGET_BY_CHOICE: Final = {"target": Basis("choice", 12)}

AMERICAN: Final = RuleSet(
    name="american",
    text="tutorial",
    target=100,
    cards=52,
    passing="left_right_across_none",
    first_lead="lowest_club",
    first_lead_rotates=True,
    first_trick_forbids="hearts_and_queen",
    hearts_lead="once_broken",
    hearts_broken_by="any",
    heart=1,
    queen_of_spades=13,
    jack_of_diamonds=0,
    jack_of_clubs=0,
    moon_needs="hearts_and_queen",
    moon_pays="others",
    moon_points=26,
    moon_keeps_jack=False,
    all_tricks="as_moon",
    game_ends="target",
    return_to_zero="at_or_below",
    lowest_tied="shared",
    perfect_deal="nothing",
    leader="after",
    basis={"hearts_broken_by": Basis("choice", 6), **_TIE_BY_CHOICE},
)

OMNIBUS: Final = replace(
    AMERICAN,
    name="omnibus",
    jack_of_diamonds=-10,
    moon_needs="every_point_card",
    basis={
        "hearts_broken_by": Basis("choice", 6),
        "moon_keeps_jack": Basis("choice", 8),
        **_TIE_BY_CHOICE,
    },
)

AMERICAN_CHOICE: Final = replace(
    AMERICAN,
    name="american-choice",
    text="portal",
    hearts_broken_by="discard",
    moon_needs="every_point_card",
    moon_pays="choice",
    basis={"passing": Basis("reading", 1), **_TIE_BY_CHOICE, **_TARGET_BY_CHOICE},
)

AMERICAN_DRAW: Final = replace(
    AMERICAN,
    name="american-draw",
    text="app",
    moon_needs="every_point_card",
    # The app's "never" on trick 1 would deadlock; that such a hand may play anything is ours.
    basis={"first_trick_forbids": Basis("choice", 0)},
)

AMERICAN_DOUBLE: Final = replace(
    AMERICAN,
    name="american-double",
    text="site",
    moon_needs="every_point_card",
    all_tricks="double",
    basis=_TIE_BY_CHOICE,
)

DUTCH: Final = replace(
    AMERICAN_DOUBLE,
    name="dutch",
    target=50,
    cards=32,
    first_trick_forbids="nothing",
    queen_of_spades=5,
    jack_of_clubs=2,
    moon_points=15,
    basis={
        "first_trick_forbids": Basis("choice", 3),
        "queen_of_spades": Basis("reading", 7),
        "jack_of_clubs": Basis("reading", 7),
        **_TIE_BY_CHOICE,
        **_TARGET_BY_CHOICE,
    },
)

DUTCH_RETURN: Final = replace(
    DUTCH,
    name="dutch-return",
    text="portal",
    passing="none",
    first_lead="dealer",
    hearts_lead="free",
    moon_pays="choice",
    all_tricks="as_moon",
    game_ends="return_leg",
    basis={
        "first_lead": Basis("reading", 2),
        "return_to_zero": Basis("reading", 9),
        **_TIE_BY_CHOICE,
        **_TARGET_BY_CHOICE,
    },
)

KLASSIEK: Final = replace(
    AMERICAN,
    name="klassiek",
    text="manual",
    first_trick_forbids="queen",
    moon_points=13,
    basis={"hearts_lead": Basis("choice", 5), **_TIE_BY_CHOICE, **_TARGET_BY_CHOICE},
)

SPECIAAL: Final = replace(
    KLASSIEK,
    name="speciaal",
    lowest_tied="extra_deal",
    perfect_deal="extra_deal",
    basis={
        "hearts_lead": Basis("choice", 5),
        "leader": Basis("reading", 10),
        **_TARGET_BY_CHOICE,
    },
)

RULE_SETS: Final[Mapping[str, RuleSet]] = {
    rules.name: rules
    for rules in (
        AMERICAN,
        OMNIBUS,
        AMERICAN_CHOICE,
        AMERICAN_DRAW,
        AMERICAN_DOUBLE,
        DUTCH,
        DUTCH_RETURN,
        KLASSIEK,
        SPECIAAL,
    )
}
"""The published rule sets by name."""


def rule_set(name: str) -> RuleSet:
    """A published rule set by its name.

    Raises:
        RulesError: ``rules.unknown``, with the names that are known.

    >>> rule_set("dutch").hand_size
    8
    """
    try:
        return RULE_SETS[name]
    except KeyError:
        raise RulesError(problem("rules.unknown", name=name, known=tuple(RULE_SETS))) from None


def from_switches(
    name: str, switches: Mapping[str, str | int | bool], target: int | None = None
) -> RuleSet:
    """The rule set that was stored as `RuleSet.switches` under a name.

    A published name with its published switches is that set itself; anything else is a house set,
    whose default target is the published one's (100 if the name is no published one).

    Raises:
        RulesError: a switch or value that is not known; a switch left out has the value that it
            has in the published set of that name, else in ``american``.

    >>> from_switches("american", AMERICAN.switches()) is AMERICAN
    True
    """
    published = RULE_SETS.get(name.removesuffix("+"), AMERICAN)
    values = {key: parse_switch(key, value) for key, value in switches.items()}
    rules = published.with_switches(values)
    if rules is not published or name != published.name:
        rules = replace(rules, name=name)
    return rules if target is None else rules.with_target(target)


def named_with_switches(rules: RuleSet) -> tuple[str, tuple[tuple[str, str], ...]]:
    """A published name and the switches that differ from it: how a log names a rule set.

    >>> named_with_switches(AMERICAN.with_switch("moon_points", 13))
    ('american', (('moon_points', '13'),))
    """
    published = RULE_SETS.get(rules.name.removesuffix("+"), AMERICAN)
    own, theirs = rules.switches(), published.switches()
    return published.name, tuple(
        (key, switch_text(value)) for key, value in own.items() if value != theirs[key]
    )
