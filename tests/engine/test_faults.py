"""Every fault yields the verdict it is named for, in one deal only, under every rule set."""

from random import Random

import pytest

from engine.faults import FAULTS, can_happen, with_fault
from engine.gamelog.hjl_reader import read_games
from engine.gamelog.hjl_writer import write_games
from engine.generate import generate_game
from engine.referee import Verdict
from engine.replay import check
from engine.rulesets import RULE_SETS

# What the referee has to say first, by the texts of GAMELOG.md and RULES.md.
FOUND = {
    "revoke": "play.revoke",
    "opening": "play.opening",
    "first_trick": "play.first_trick",
    "hearts_unbroken": "play.hearts_unbroken",
    "not_held": "play.not_held",
    "already_played": "play.already_played",
    "out_of_turn": "play.out_of_turn",
    "hand_size": "deal.hand_size",
    "card_repeated": "deal.card_repeated",
    "pass_too_few": "pass.too_few",
    "pass_too_many": "pass.too_many",
    "pass_repeated": "pass.repeated",
    "pass_not_held": "pass.not_held",
    "pass_received": "pass.received",
    "scores_differ": "score.differs",
}
VERDICTS = {"scores_differ", "incomplete", "claimable", "order_unknown", "uncheckable", "void"}
RARE = {"first_trick"}
"""A fault for which a player has to be void in the suit of the first trick."""


def test_there_is_a_fault_for_every_verdict_that_is_not_ok() -> None:
    assert {verdict.value for verdict in Verdict} - {"ok"} <= FAULTS.keys()


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("key", sorted(FAULTS.keys() - {"unreadable"}))
def test_a_fault_yields_what_it_is_named_for(name: str, key: str) -> None:
    rules, fault = RULE_SETS[name], FAULTS[key]
    if not can_happen(fault, rules):
        assert key in ("opening", "first_trick", "hearts_unbroken") or key.startswith("pass_")
        return
    rng = Random(f"{name} {key}")
    found = None
    for _ in range(200 if key in RARE else 30):
        found = with_fault(generate_game(rules, rng), rules, fault, rng)
        if found is not None:
            break
    assert found is not None
    faulty, place = found
    (read,) = read_games(write_games([faulty]).splitlines())
    assert read == faulty
    verdict = check(read, rules)
    wanted = key if key in VERDICTS else "illegal"
    others = {deal.verdict.value for n, deal in enumerate(verdict.deals) if n != place}
    assert verdict.deals[place].verdict.value == wanted
    assert others <= {"ok"}
    if key == "first_leader":
        codes = {"play.dealer_leads" if name == "dutch-return" else "play.first_leader"}
    else:
        codes = {FOUND[key]} if key in FOUND else set()
    first = verdict.deals[place].problems[:1]
    # A score that fits neither choice of a moon has a code of its own.
    assert codes <= {problem.code.replace("_moon", "") for problem in first}


def test_what_cannot_happen() -> None:
    never = {
        name: {key for key, fault in FAULTS.items() if not can_happen(fault, rules)}
        for name, rules in RULE_SETS.items()
    }
    passes = {key for key in FAULTS if key.startswith("pass_")}
    assert never["dutch"] == {"first_trick"}
    assert never["dutch-return"] == {"first_trick", "opening", "hearts_unbroken", *passes}
    assert {name for name, faults in never.items() if faults} == {"dutch", "dutch-return"}


@pytest.mark.parametrize("name", ["american", "dutch", "dutch-return", "speciaal"])
@pytest.mark.parametrize("key", ["revoke", "illegal", "scores_differ", "out_of_turn"])
def test_the_other_deals_have_no_fault(name: str, key: str) -> None:
    """One fault in a game: totals that go on as they were where a change can leave them so."""
    rules, rng = RULE_SETS[name], Random(f"alone {name} {key}")
    alone = 0
    for _ in range(5):
        found = with_fault(generate_game(rules, rng), rules, FAULTS[key], rng)
        assert found is not None
        game, place = found
        deals = check(game, rules).deals
        alone += not any(deal.problems for at, deal in enumerate(deals) if at != place)
    assert alone >= 4
