"""A club's house rules: a file that names a published rule set and what is different.

    based_on = "american"
    name = "De Schoppenvrouw"      # may be left out
    target = 75                    # may be left out
    [switches]
    hearts_broken_by = "discard"

Needs no database, and imports none.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.problems import Problem, RulesError
from engine.rows import can_end
from engine.rules import RuleSet, parse_switch
from engine.rulesets import RULE_SETS, named_with_switches, rule_set
from hearts_admin.errors import FileFault, Refused, finding
from hearts_admin.importers.table import read_text
from hearts_admin.services.judging import require_rules

SUFFIX = ".toml"

KEYS = ("based_on", "name", "target", "switches")
"""What a file of house rules may hold."""

_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class ChosenRules:
    """The rules that were asked for.

    Attributes:
        rules: the rule set, house rules applied.
        based_on: the published rule set under them.
        target: the target that the file sets; None where the rule set's own holds.
        changed: the switches that differ from the published set, with their values as typed.
    """

    rules: RuleSet
    based_on: str
    target: int | None = None
    changed: tuple[tuple[str, str], ...] = ()


def is_file(word: str) -> bool:
    """Whether a word given for a rule set is a file of house rules; names have no dot.

    >>> is_file("club.toml"), is_file("american")
    (True, False)
    """
    return word.lower().endswith(SUFFIX)


def choose_rules(word: str) -> ChosenRules:
    """The rules a word names: a published rule set, or a file of house rules.

    Raises:
        Refused: `rules.refused`, no such rule set; `rules.file`, everything wrong with the file.
        FileFault: `input.missing` and the like, `rules.not_toml`.
    """
    if is_file(word):
        return read_house_rules(Path(word))
    rules = require_rules(word)
    return ChosenRules(rules, rules.name)


def with_house_rules(
    word: str | None, target: int | None
) -> tuple[str | RuleSet | None, int | None]:
    """What was asked for a game's rules and target, once a file of house rules has been read.

    A name goes as it is to where a game is recorded, which knows what stands for no rules at all.

    Raises:
        Refused, FileFault: as `read_house_rules`.
    """
    if word is None or not is_file(word):
        return word, target
    chosen = read_house_rules(Path(word))
    return chosen.rules, chosen.target if target is None else target


def named_or_house(word: str) -> str | ChosenRules:
    """A word for the rules of a club, once a file of house rules has been read; a name as it is.

    Raises:
        Refused, FileFault: as `read_house_rules`.
    """
    return read_house_rules(Path(word)) if is_file(word) else word


def read_house_rules(path: Path) -> ChosenRules:
    """House rules out of a file.

    Raises:
        FileFault: `input.missing`, `input.unreadable`, `input.empty`, `input.not_text`, or
            `rules.not_toml`.
        Refused: `rules.file`, with everything that is wrong with it.
    """
    try:
        content = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise FileFault("rules.not_toml", file=str(path), detail=str(error)) from error
    problems = list(_faults(content))
    if not problems:
        try:
            chosen = _applied(content)
            if can_end(chosen.rules):
                return chosen
            problems.append(finding("rules.endless", rules=chosen.rules.name))
        except RulesError as error:  # the switches contradict each other
            problems.append(error.problem)
    raise Refused("rules.file", file=str(path), problems=problems)


def _faults(content: Mapping[str, Any]) -> Iterator[Problem]:
    for key in content:
        if key not in KEYS:
            yield finding("rules.key", key=key, known=KEYS)
    base = content.get("based_on")
    if base is None:
        yield finding("rules.no_base", known=tuple(RULE_SETS))
    elif base not in RULE_SETS:
        yield from _refusal(str(base))
    name = content.get("name")
    if name is not None and not _is_name(name):
        yield finding("rules.name", name=str(name), longest=_LONGEST_NAME)
    target = content.get("target")
    if target is not None and (type(target) is not int or target < 1):
        yield finding("rules.target", target=str(target))
    switches = content.get("switches", {})
    if not isinstance(switches, dict):
        yield finding("rules.switches")
        return
    for key, value in switches.items():
        try:
            parse_switch(key, value)
        except RulesError as error:
            yield error.problem


def _refusal(name: str) -> Iterator[Problem]:
    try:
        rule_set(name)
    except RulesError as error:
        yield error.problem


def _is_name(name: object) -> bool:
    """Whether house rules may bear this name: not that of a published set, which is no longer it.

    A dot at the end would look like a file's, "none" means no rule set at all.
    """
    return (
        isinstance(name, str)
        and 0 < len(name.strip()) <= _LONGEST_NAME
        and name.isprintable()
        and name.strip().removesuffix("+") not in {*RULE_SETS, "none"}
        and not is_file(name.strip())
    )


def _applied(content: Mapping[str, Any]) -> ChosenRules:
    base = rule_set(content["based_on"])
    rules = base.with_switches(content.get("switches", {}))
    changed = named_with_switches(rules)[1]
    if "name" in content and changed:
        rules = replace(rules, name=content["name"].strip())
    target = content.get("target")
    if target is not None:
        rules = rules.with_target(target)
    return ChosenRules(rules, base.name, target, changed)
