"""Rule sets as results were played under them: kept with the club, immutable."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlalchemy import Connection
from sqlmodel import col, select

from engine.problems import Problem
from engine.rules import RuleSet, switch_text
from engine.rulesets import RULE_SETS, from_switches
from hearts_admin.db import bulk
from hearts_admin.db.chain import canonical
from hearts_admin.db.models import RuleSetRow
from hearts_admin.db.writing import Writing
from hearts_admin.errors import finding
from hearts_admin.services.houserules import ChosenRules
from hearts_admin.services.judging import require_rules

Switches = Mapping[str, str | int | bool]


@dataclass(frozen=True, slots=True)
class ClubRules:
    """The rules that a club means where none are named.

    Attributes:
        rules: the set itself, with the target to which the club plays.
        based_on: the published set under house rules; None for a published set itself.
    """

    rules: RuleSet
    based_on: str | None = None

    def changed(self) -> dict[str, str]:
        """What house rules change in the published set under them: switch -> value as typed."""
        if self.based_on is None:
            return {}
        theirs = RULE_SETS[self.based_on].switches()
        own = self.rules.switches().items()
        return {key: switch_text(value) for key, value in own if value != theirs[key]}


def keep_rules(work: Writing, rules: RuleSet) -> str:
    """Keeps a rule set with the club, once; gives its fingerprint, which results refer to."""
    fingerprint = rules.fingerprint()
    known = work.session.exec(
        select(RuleSetRow.row).where(
            RuleSetRow.fingerprint == fingerprint, col(RuleSetRow.closed).is_(None)
        )
    ).first()
    if known is None:
        switches = canonical(rules.switches())
        work.open(RuleSetRow(fingerprint=fingerprint, name=rules.name, switches=switches))
    return fingerprint


def kept_rules(connection: Connection, fingerprint: str) -> RuleSet:
    """The rules a result was played under, as they were kept: later changes re-judge nothing."""
    name, switches = _kept(connection, fingerprint)
    return _restored(name, switches)


def _kept(connection: Connection, fingerprint: str) -> tuple[str, Switches]:
    row = bulk.first(
        connection,
        "SELECT name, switches FROM rule_set WHERE fingerprint = ? AND closed IS NULL",
        (fingerprint,),
    )
    assert row is not None  # noqa: S101 - what refers to a rule set refers to a kept one
    return row[0], json.loads(row[1])


def _restored(name: str, switches: Switches) -> RuleSet:
    """A kept set; one with a name of its own goes by the published set that it is nearest to."""
    if name.removesuffix("+") in RULE_SETS:
        return from_switches(name, switches)
    nearest = min(RULE_SETS.values(), key=lambda each: _distance(each, switches))
    return replace(nearest.with_switches(switches), name=name)


def _distance(rules: RuleSet, switches: Switches) -> int:
    return sum(value != switches.get(key, value) for key, value in rules.switches().items())


def unkept_target(rules: RuleSet) -> int | None:
    """The target of a rule set that has to stand beside a game, as the set is kept without it.

    >>> unkept_target(RULE_SETS["dutch"]), unkept_target(RULE_SETS["dutch"].with_target(75))
    (None, 75)
    """
    kept = _restored(rules.name, rules.switches())
    return None if kept.target == rules.target else rules.target


def under_kept_name(connection: Connection, rules: RuleSet) -> RuleSet:
    """Rules by the name they are kept under: what is the same play has one name in a club."""
    if rules.name in RULE_SETS:
        return rules
    name = rule_names(connection).get(rules.fingerprint())
    return rules if name is None else replace(rules, name=name)


def known_as(connection: Connection, rules: RuleSet) -> tuple[Problem, ...]:
    """A remark if the same play was kept earlier, under another name than these rules bear now."""
    known = under_kept_name(connection, rules).name
    return () if known == rules.name else (finding("rules.known_as", name=rules.name, known=known),)


# -- the club's own --------------------------------------------------------------------------------


def keep_for_club(work: Writing, chosen: str | ChosenRules) -> str:
    """Keeps the rules a club means where none are named; gives what its row says of them.

    That is the name of a published set. Of house rules it is the published set under them, the
    target and the fingerprint of the kept set, as in ``american/75/64c1...``: no file is needed
    any more, and nothing that is done to one has an effect.

    Raises:
        Refused: `rules.refused`.
    """
    rules = require_rules(chosen) if isinstance(chosen, str) else chosen.rules
    based_on = rules.name if isinstance(chosen, str) else chosen.based_on
    if rules == RULE_SETS[based_on]:
        return based_on
    return f"{based_on}/{rules.target}/{keep_rules(work, rules)}"


def club_rules(connection: Connection, said: str | None) -> ClubRules | None:
    """The rules that a club's row speaks of; None if it names none.

    Raises:
        Refused: `rules.refused`, the row names a set that is not known here.
    """
    if said is None:
        return None
    based_on, *house = said.split("/")
    published = require_rules(based_on)
    if not house:
        return ClubRules(published)
    target, fingerprint = house
    name, switches = _kept(connection, fingerprint)
    rules = published.with_switches(switches)
    if rules.name != published.name:
        rules = replace(rules, name=name)
    if rules.target != int(target):
        rules = rules.with_target(int(target))
    return ClubRules(rules, based_on)


def rule_names(connection: Connection) -> dict[str | None, str | None]:
    """Names of the rule sets kept, by fingerprint; None for none."""
    rows = bulk.select(connection, "SELECT fingerprint, name FROM rule_set WHERE closed IS NULL")
    return {None: None, **dict(rows)}


def told_apart(one: ClubRules, other: ClubRules) -> tuple[str, str]:
    """Two rules of one name with what differs between them, as in `Ours (target=75)`."""
    names = [each.rules.name for each in (one, other)]
    facts = [
        {
            "based_on": each.based_on or each.rules.name,
            "target": str(each.rules.target),
            **{key: switch_text(value) for key, value in each.rules.switches().items()},
        }
        for each in (one, other)
    ]
    keys = [key for key, value in facts[0].items() if facts[1][key] != value]
    said = [", ".join(f"{key}={own[key]}" for key in keys) for own in facts]
    return f"{names[0]} ({said[0]})", f"{names[1]} ({said[1]})"
