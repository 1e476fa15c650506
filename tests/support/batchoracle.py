"""What the readable engine says of deals, beside what the batch says."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from engine.batch import PROBLEM_CODES, VERDICTS, Deals, Verdicts, log_deals
from engine.batch.verdicts import SWITCHES
from engine.cards import ALL_CARDS
from engine.faults import FAULTS, Fault, can_happen
from engine.gamelog.record import LogDeal, LogGame
from engine.generate import generate_game
from engine.replay import DealVerdict, check
from engine.rules import RuleSet
from engine.rulesets import RULE_SETS
from engine.seats import SEATS

HOUSE_RULES = {
    "exactly": RULE_SETS["dutch-return"].with_switch("return_to_zero", "exactly"),
    "queen breaks": RULE_SETS["american"].with_switch("hearts_broken_by", "any_or_queen"),
    "discard": RULE_SETS["american-double"].with_switch("hearts_broken_by", "discard"),
    "jack kept": RULE_SETS["omnibus"].with_switches(
        {"moon_keeps_jack": True, "moon_needs": "hearts_and_queen", "all_tricks": "double"}
    ),
    "dealer leads": RULE_SETS["american-choice"].with_switches(
        {"first_lead": "dealer", "all_tricks": "double", "jack_of_clubs": 4}
    ),
}
EVERY_RULE_SET = {**RULE_SETS, **HOUSE_RULES}


def readable(deals: Sequence[LogDeal], rules: RuleSet) -> tuple[DealVerdict, ...]:
    """The verdicts of `engine.replay` on loose deals."""
    return check(LogGame(loose=True, deals=tuple(deals)), rules).deals


def in_arrays(verdict: DealVerdict) -> tuple[object, ...]:
    """What `Verdicts` holds of a verdict, in words."""
    first = verdict.problems[0] if verdict.problems else None
    fields = first.fields if first is not None else {}
    return (
        verdict.verdict,
        verdict.points,
        verdict.shooter,
        first.code if first is not None else "",
        fields.get("trick"),
        fields.get("seat"),
        fields.get("card"),
        {remark.switch for remark in verdict.remarks} & set(SWITCHES),
    )


def of_the_batch(found: Verdicts, row: int) -> tuple[object, ...]:
    """The same of a row of a batch."""
    trick, seat, card = found.trick[row], found.seat[row], found.card[row]
    return (
        VERDICTS[found.verdict[row]],
        tuple(found.points[row].tolist()) if found.scored[row] else None,
        SEATS[found.shooter[row]] if found.shooter[row] >= 0 else None,
        PROBLEM_CODES[found.code[row]],
        int(trick) if trick >= 0 else None,
        SEATS[seat].name if seat >= 0 else None,
        str(ALL_CARDS[card]) if card >= 0 else None,
        {key for bit, key in enumerate(SWITCHES) if found.by_default[row] >> bit & 1},
    )


def assert_alike(deals: Deals, found: Verdicts, rules: RuleSet) -> Counter[str]:
    """Every row says what the readable engine says; counts the verdicts."""
    verdicts: Counter[str] = Counter()
    rows = range(len(deals.number))
    for start in range(0, len(rows), 1000):
        some = rows[start : start + 1000]
        logs = log_deals(deals, some)
        for row, log, expected in zip(some, logs, readable(logs, rules), strict=True):
            assert of_the_batch(found, row) == in_arrays(expected), (row, log)
            verdicts[expected.verdict.value] += 1
    return verdicts


def deals_of(rules: RuleSet, rng: Random, count: int, faulty_one_in: int = 4) -> Iterator[LogDeal]:
    """Random deals of whole games, some of them with a fault, every kind in turn."""
    kinds = [fault for fault in FAULTS.values() if can_happen(fault, rules)]
    made = planted = 0
    while made < count:
        for deal in generate_game(rules, rng).deals:
            if made % faulty_one_in == 0:
                deal, planted = (
                    _with_fault(deal, kinds[planted % len(kinds)], rules, rng),
                    planted + 1,
                )
            yield deal
            made += 1


def _with_fault(deal: LogDeal, fault: Fault, rules: RuleSet, rng: Random) -> LogDeal:
    """The deal with such a fault, whatever the referee finds in it."""
    return next(iter(fault.change(deal, rules, rng)), deal)
