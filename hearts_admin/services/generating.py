"""Random games as text: sample data, and trials of a referee. Needs no database, imports none."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.faults import FAULTS, Fault, can_happen, with_fault
from engine.gamelog.hjl_lines import HEADER
from engine.gamelog.hjl_writer import deal_lines, game_lines
from engine.gamelog.record import LogGame
from engine.generate import generate_game
from engine.problems import RulesError
from engine.referee import Verdict
from engine.rules import RuleSet
from hearts_admin.errors import Refused, UsageFault


def generate_log(
    rules: RuleSet, deals: int, seed: int, *, target: int | None = None, fault: str | None = None
) -> Iterator[str]:
    """The lines of a log of whole random games, at least `deals` deals in all.

    The same arguments give the same lines, one game after the other, so that any number of deals
    can be written away as they come.

    Args:
        rules: the rule set.
        deals: how many at least; the last game is played to its end.
        seed: any whole number.
        target: where games end, to stand in the log; None for the rule set's own.
        fault: a key of `engine.faults.FAULTS`: each game then has that fault in one deal.

    Raises:
        UsageFault: `generate.no_such_fault`, with the kinds there are.
        Refused: `generate.impossible`, the rule set does not know the fault; `generate.endless`.
    """
    planted = None if fault is None else planted_fault(fault, rules)
    rng = Random(seed)  # noqa: S311 - play, no secrets
    yield HEADER
    made = 0
    while made < deals:
        game, place = random_game(rules, rng, target, planted)
        made += len(game.deals)
        unreadable = planted is not None and planted.verdict is Verdict.UNREADABLE
        yield from _garbled(game, place, rng) if unreadable else game_lines(game)


def planted_fault(key: str, rules: RuleSet) -> Fault:
    """The fault with this key.

    Raises:
        UsageFault: `generate.no_such_fault`, with the kinds there are.
        Refused: `generate.impossible`, the rule set does not know the fault.
    """
    if key not in FAULTS:
        raise UsageFault("generate.no_such_fault", kind=key, known=tuple(FAULTS))
    if not can_happen(FAULTS[key], rules):
        raise Refused("generate.impossible", kind=key, rules=rules.name)
    return FAULTS[key]


def random_game(
    rules: RuleSet, rng: Random, target: int | None, fault: Fault | None
) -> tuple[LogGame, int]:
    """A game, with the place of the deal that is at fault; games that offer none are left out.

    Raises:
        Refused: `generate.endless`, under these rules a game as good as never ends.
    """
    while True:
        try:
            game = generate_game(rules, rng, target)
        except RulesError as error:
            raise Refused("generate.endless", rules=rules.name, problems=[error.problem]) from error
        if fault is None:
            return game, 0
        found = with_fault(game, rules, fault, rng)
        if found is not None:
            return found


def _garbled(game: LogGame, place: int, rng: Random) -> Iterator[str]:
    """The lines of a game with a card in one deal that cannot be read."""
    before = len(list(game_lines(game))) - sum(len(list(deal_lines(d))) for d in game.deals)
    lines = list(game_lines(game))
    start = before + sum(len(list(deal_lines(deal))) for deal in game.deals[:place])
    count = len(list(deal_lines(game.deals[place])))
    tricks = [n for n in range(start, start + count) if lines[n].startswith("T ")]
    chosen = tricks[rng.randrange(len(tricks))]
    lines[chosen] = f"{lines[chosen][:-2]}?{lines[chosen][-1]}"
    yield from lines
