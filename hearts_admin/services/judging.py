"""Judging logs: a verdict for every game of a file. Needs no database, and imports none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from engine.fastlane import check_text
from engine.gamelog.formats import LINES_TO_RECOGNISE, recognise
from engine.gamelog.record import LogDeal, LogGame
from engine.problems import NotationError, Problem, RulesError
from engine.referee import Verdict
from engine.replay import DealVerdict, GameVerdict, check, rules_of
from engine.rules import RuleSet, parse_switch
from engine.rulesets import rule_set
from hearts_admin.errors import FileFault, Refused
from hearts_admin.services.logfiles import is_packed, lines_of, open_log, parts_of

_ARRAYS = "numpy (.npz)"


@dataclass(frozen=True, slots=True)
class JudgedGame:
    """One game of a file with its verdict.

    Attributes:
        file: the file's name as given.
        number: of the game in its file, from 1.
        log: what the file holds.
        verdict: None where the log names rules that do not exist; `problems` then says so, and
            none of its deals can be checked.
        problems: why there is no verdict.
    """

    file: str
    number: int
    log: LogGame
    verdict: GameVerdict | None
    problems: tuple[Problem, ...] = ()

    @property
    def deals(self) -> tuple[DealVerdict, ...]:
        """What is said of every logged deal."""
        return (
            self.verdict.deals
            if self.verdict is not None
            else tuple(map(_unjudged, self.log.deals))
        )

    @property
    def ok(self) -> bool:
        """Whether every deal is ok and nothing is wrong with the game either."""
        return self.verdict is not None and not self.verdict.all_problems()


def _unjudged(deal: LogDeal) -> DealVerdict:
    """What is said of a deal under rules that do not exist: what cannot be read, at most."""
    verdict = Verdict.UNREADABLE if deal.problems else Verdict.UNCHECKABLE
    line = None if deal.lines is None else deal.lines.first
    return DealVerdict(deal.number, verdict, None, None, None, deal.problems, (), line)


def faults_of_rules(log: LogGame, rules: RuleSet | None, error: RulesError) -> tuple[Problem, ...]:
    """Everything that is wrong with the rules a log names.

    Args:
        log: its tags name them.
        rules: those that are given instead, if any.
        error: what was found first.
    """
    found: list[Problem] = []
    if rules is None:
        checks: list[Callable[[], object]] = [partial(parse_switch, *each) for each in log.switches]
        if log.rules:
            checks.insert(0, partial(rule_set, log.rules))
        for named in checks:
            try:
                named()
            except RulesError as wrong:
                found.append(wrong.problem)
    return tuple(found) or (error.problem,)


def _with_arrays(found: Problem) -> Problem:
    """A problem that names the formats known, with that of arrays, which is no text."""
    known = found.fields.get("known")
    if not isinstance(known, tuple):
        return found
    return replace(found, fields={**found.fields, "known": (*map(str, known), _ARRAYS)})


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
    path: Path | str,
    rules: str | RuleSet | None = None,
    switches: Sequence[tuple[str, str]] = (),
    *,
    cards: bool = True,
) -> Iterator[JudgedGame]:
    """Judges every game of a log in any known format, one at a time.

    Args:
        path: the file; "-" is standard input. Deals in arrays of numpy are known by their content,
            too (`services.arrayfiles`).
        rules: the rule set, or its name, to judge by instead of what the log names.
        switches: switches to change on top.
        cards: whether the logs are wanted with their cards; without them, plain deals of our own
            text notation are judged on the fast lane.

    Raises:
        FileFault: `input.missing`, `input.empty`, `input.not_text`, or `input.format` (no reader
            knows it); for arrays `input.arrays` or `input.damaged`.
        Refused: `rules.refused`, the rules or switches given do not exist.
    """
    chosen = require_rules(rules) if isinstance(rules, str) else rules
    if chosen is not None or switches:
        _try_switches(chosen, switches)
    name = str(path)
    if is_packed(name):
        from hearts_admin.services.batches import check_arrays

        yield from check_arrays(name, chosen, switches, cards=cards)
        return
    with open_log(name) as text:
        try:
            known = recognise([text.readline() for _ in range(LINES_TO_RECOGNISE)])
        except NotationError as error:
            raise FileFault(
                "input.format", file=name, problems=[_with_arrays(error.problem)]
            ) from error
        text.seek(0)
        if known.key == "hjl" and not cards:
            games = check_text(parts_of(text), lambda log: rules_of(log, chosen, switches))
        else:
            games = ((log, _verdict(log, chosen, switches)) for log in known.read(lines_of(text)))
        for number, (log, verdict) in enumerate(games, start=1):
            if isinstance(verdict, RulesError):
                faults = (f.at(log.line) for f in faults_of_rules(log, chosen, verdict))
                yield JudgedGame(name, number, log, None, (*log.problems, *faults))
            else:
                yield JudgedGame(name, number, log, verdict)


def _verdict(
    log: LogGame, rules: RuleSet | None, switches: Sequence[tuple[str, str]]
) -> GameVerdict | RulesError:
    try:
        return check(log, rules_of(log, rules, switches))
    except RulesError as error:
        return error


def _try_switches(rules: RuleSet | None, switches: Sequence[tuple[str, str]]) -> None:
    try:
        rules_of(LogGame(), rules, switches)
    except RulesError as error:
        raise Refused("rules.refused", problems=[error.problem]) from error
