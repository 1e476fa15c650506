"""Batch and readable engine on 20,000 deals of every rule set, every kind of fault among them."""

from itertools import islice
from random import Random

import pytest
from batchoracle import EVERY_RULE_SET, assert_alike, deals_of

from engine.batch import arrays_of, referee
from engine.batch.arrays import joined
from engine.faults import FAULTS, can_happen
from engine.rules import RuleSet

pytest.importorskip("numba", reason="the extra `batch`")

DEALS = 20_000


@pytest.mark.torture
@pytest.mark.parametrize("name", EVERY_RULE_SET)
def test_20000_deals_with_every_fault(name: str) -> None:
    rules = EVERY_RULE_SET[name]
    made = deals_of(rules, Random(f"torture {name}"), DEALS)
    parts = []
    while logs := list(islice(made, 1000)):
        parts.append(arrays_of(logs, rules))
    deals = joined(parts)
    assert len(deals.number) >= DEALS
    found = referee(deals, rules)
    assert found.by_kernel.mean() > 0.8
    verdicts = assert_alike(deals, found, rules)
    assert verdicts.keys() >= expected(rules)


def expected(rules: RuleSet) -> set[str]:
    """The verdicts that must have come up; what is unreadable as text has no array."""
    kinds = {fault.verdict.value for fault in FAULTS.values() if can_happen(fault, rules)}
    return kinds - {"unreadable"} | {"ok"}
