"""Judging logs: a verdict for every game of a file. Needs no database, and imports none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.gamelog.formats import read_log
from engine.gamelog.record import LogGame
from engine.problems import NotationError, Problem, RulesError
from engine.replay import GameVerdict, check, rules_of
from engine.rules import RuleSet
from engine.rulesets import rule_set
from hearts_admin.errors import FileFault, Refused
from hearts_admin.importers.table import read_text


@dataclass(frozen=True, slots=True)
class JudgedGame:
    """One game of a file with its verdict.

    Attributes:
        file: the file's name as given.
        number: of the game in its file, from 1.
        log: what the file holds.
        verdict: None where the log names rules that do not exist; `problems` then says so.
        problems: why there is no verdict.
    """

    file: str
    number: int
    log: LogGame
    verdict: GameVerdict | None
    problems: tuple[Problem, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every deal is ok and nothing is wrong with the game either."""
        return self.verdict is not None and not self.verdict.all_problems()


def require_rules(name: str) -> RuleSet:
    """The rule set with this name.

    Raises:
        Refused: `rules.refused`, with the names that are known.
    """
    try:
        return rule_set(name)
    except RulesError as error:
        raise Refused("rules.refused", problems=[error.problem]) from error


def check_file(
    path: Path, rules: str | None = None, switches: Sequence[tuple[str, str]] = ()
) -> Iterator[JudgedGame]:
    """Judges every game of a log in any known format.

    Args:
        path: the file.
        rules: the rule set to judge by instead of what the log names.
        switches: switches to change on top.

    Raises:
        FileFault: `input.missing`, `input.empty`, `input.not_text`, or `input.format` (no reader
            knows it).
        Refused: `rules.refused`, the rules or switches given do not exist.
    """
    chosen = require_rules(rules) if rules is not None else None
    if chosen is not None or switches:
        _try_switches(chosen, switches)
    lines = read_text(path).splitlines()
    try:
        games = read_log(lines)
        for number, log in enumerate(games, start=1):
            yield _judge(str(path), number, log, chosen, switches)
    except NotationError as error:
        raise FileFault("input.format", file=str(path), problems=[error.problem]) from error


def _try_switches(rules: RuleSet | None, switches: Sequence[tuple[str, str]]) -> None:
    try:
        rules_of(LogGame(), rules, switches)
    except RulesError as error:
        raise Refused("rules.refused", problems=[error.problem]) from error


def _judge(
    file: str,
    number: int,
    log: LogGame,
    rules: RuleSet | None,
    switches: Sequence[tuple[str, str]],
) -> JudgedGame:
    try:
        return JudgedGame(file, number, log, check(log, rules_of(log, rules, switches)))
    except RulesError as error:
        return JudgedGame(file, number, log, None, (error.problem.at(log.line),))
