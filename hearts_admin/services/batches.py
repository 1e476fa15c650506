"""Deals out of arrays: judged in batches, and random ones made. Needs no database, imports none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from engine.batch.arrays import NOT_STATED, arrays_of, joined, log_deals
from engine.batch.refereeing import deal_verdicts, referee
from engine.gamelog.record import LogDeal, LogGame
from engine.problems import RulesError, problem
from engine.referee import Verdict
from engine.replay import DealVerdict, GameVerdict, check, rules_of
from engine.rules import RuleSet
from engine.scoring import Outcome, points_remarks
from hearts_admin.services.arrayfiles import open_arrays, write_arrays
from hearts_admin.services.generating import planted_fault, random_game
from hearts_admin.services.judging import JudgedGame, faults_of_rules

if TYPE_CHECKING:
    from engine.batch.arrays import Deals

_A_GAME = 1_000
"""Loose deals that are told together."""

_MANY = 5_000
"""Deals of a file from which the compiled kernel is worth loading."""

_NO_POINTS = (0, 0, 0, 0)


def check_arrays(
    name: str,
    rules: RuleSet | None = None,
    switches: Sequence[tuple[str, str]] = (),
    *,
    cards: bool = False,
) -> Iterator[JudgedGame]:
    """Judges the deals of a file of arrays, told as games of some loose deals each.

    Args:
        name: the file.
        rules: the rule set to judge by instead of the one the file names.
        switches: switches to change on top.
        cards: whether the deals are wanted with their cards; they are then judged one by one.

    Raises:
        FileFault: as `open_arrays`.
    """
    with open_arrays(name) as file:
        tags = LogGame(rules=file.rules, switches=file.switches, loose=True)
        try:
            chosen = rules_of(tags, rules, switches)
        except RulesError as error:
            yield JudgedGame(name, 1, tags, None, faults_of_rules(tags, rules, error))
            return
        number = 0
        for deals in file.parts():
            if cards:
                judged = _with_cards(deals, chosen)
            else:
                judged = _in_batch(deals, chosen, kernel=file.count >= _MANY)
            for log, verdict in judged:
                number += 1
                yield JudgedGame(name, number, log, verdict)


def _with_cards(deals: Deals, rules: RuleSet) -> Iterator[tuple[LogGame, GameVerdict]]:
    for start in range(0, len(deals.number), _A_GAME):
        rows = range(start, min(start + _A_GAME, len(deals.number)))
        log = LogGame(loose=True, deals=tuple(log_deals(deals, rows)))
        yield log, check(log, rules)


def _in_batch(
    deals: Deals, rules: RuleSet, *, kernel: bool
) -> Iterator[tuple[LogGame, GameVerdict]]:
    found = referee(deals, rules, kernel=kernel)
    verdicts = deal_verdicts(deals, found, rules)
    log = LogGame(loose=True)
    while game := tuple(islice(verdicts, _A_GAME)):
        yield log, _loose_game(game, rules)


def _loose_game(deals: tuple[DealVerdict, ...], rules: RuleSet) -> GameVerdict:
    """Loose deals as the verdict of a game, which is no game to be recorded."""
    shooter = next((deal.shooter for deal in deals if deal.shooter is not None), None)
    scored = any(deal.points is not None for deal in deals)
    outcome = Outcome(_NO_POINTS, shooter, _NO_POINTS, all_tricks=False)
    return GameVerdict(
        rules=rules,
        target=rules.target,
        deals=deals,
        totals=None,
        places=None,
        over=False,
        problems=(),
        obstacles=(problem("game.loose"),),
        remarks=tuple(points_remarks(rules, outcome)) if scored else (),
    )


def generate_arrays(
    out: Path,
    rules: RuleSet,
    deals: int,
    seed: int,
    *,
    target: int | None = None,
    fault: str | None = None,
) -> int:
    """Writes random games as arrays of loose deals; gives how many deals there are.

    The games are those that `generate_log` writes for the same arguments.

    Raises:
        UsageFault, Refused: as `generate_log`.
        FileFault: as `write_arrays`.
    """
    planted = None if fault is None else planted_fault(fault, rules)
    rng = Random(seed)  # noqa: S311 - play, no secrets
    parts: list[Deals] = []
    made = 0
    while made < deals:
        game, place = random_game(rules, rng, target, planted)
        logs = list(game.deals)
        if planted is not None and planted.verdict is Verdict.UNREADABLE:
            logs[place] = _unreadable(logs[place])
        parts.append(_loose(logs, rules))
        made += len(logs)
    whole = joined(parts)
    whole.number[:] = range(1, made + 1)
    write_arrays(out, whole, rules)
    return made


def _unreadable(deal: LogDeal) -> LogDeal:
    return replace(deal, problems=(problem("card.unknown", text="?", notation="en"),))


def _loose(deals: Sequence[LogDeal], rules: RuleSet) -> Deals:
    arrays = arrays_of(deals, rules)
    if rules.return_to_zero == "exactly":
        arrays.stated[:] = NOT_STATED  # the change depends on totals, which loose deals have not
    return arrays
