"""Every switch of a policy alone, and every two together, against the second computation."""

import pytest
import rating_oracle
from rating_histories import ALONE, PAIRS, PERIODS, STARTS, VALUES, spread_history

from engine.rating.decay import Exemptions
from engine.rating.exact import ExactFold
from engine.rating.fold import Fold
from engine.rating.policy import Policy

HISTORY = spread_history()


def ledger(policy):
    return Fold(policy, STARTS, Exemptions.of(PERIODS)).feed(HISTORY)


PLAIN = ledger(Policy("club"))


@pytest.mark.parametrize(
    "chosen", [*ALONE, *PAIRS], ids=lambda c: "-".join(f"{s}={v}" for s, v in c)
)
def test_switches_alone_and_in_pairs(chosen):
    policy = Policy.from_switches(dict(chosen))
    rows = ledger(policy)
    expected, _ = rating_oracle.fold(HISTORY, policy.switches(), STARTS, PERIODS)
    assert rows == expected
    assert rows == ExactFold(policy, STARTS, PERIODS).feed(HISTORY)


@pytest.mark.parametrize("chosen", VALUES, ids=lambda c: f"{c[0]}={c[1]}")
def test_every_switch_does_something(chosen):
    assert ledger(Policy.from_switches(dict([chosen]))) != PLAIN
