"""Every switch of a policy alone, and every two together, against the second computation."""

from itertools import combinations
from random import Random

import pytest
import rating_oracle
from rating_histories import FIRST_DAY, key_of, random_fact

from engine.rating.decay import Exemptions
from engine.rating.exact import ExactFold
from engine.rating.fold import Fold
from engine.rating.policy import Policy

# Every value that is not the default's, of the switches that the fold itself looks at. Guests,
# computer players, friendly and training games are facts or none before they come to it: their
# switches are tested with the database (tests/hearts_admin/services).
VALUES = [
    ("start", 1200),
    ("k", 16),
    ("k", 100),
    ("max_change", 7),
    ("min_rule", "off"),
    ("min_rule", "ends"),
    ("rounding", "pair"),
    ("decay", "display"),
    ("decay", "off"),
    ("grace_days", 0),
    ("points_per_day", 3),
    ("floor", 1400),
    ("activity", "any"),
    ("three_at_table", True),
]
ALONE = [(value,) for value in VALUES]
PAIRS = [pair for pair in combinations(VALUES, 2) if pair[0][0] != pair[1][0]]
STARTS = {1: 1720, 2: 1650, 3: 1480}
PERIODS = [(None, FIRST_DAY + 200, FIRST_DAY + 240), (2, FIRST_DAY + 230, FIRST_DAY + 300)]


def history():
    """Facts so far apart that decay is felt."""
    rng = Random(1914)
    found = {}
    while len(found) < 120:
        key, number, day, *content = random_fact(rng)
        day = FIRST_DAY + 6 * (day - FIRST_DAY)
        key = key_of(day, int(key[-4:]))
        found[key] = (key, number, day, *content)
    return [found[key] for key in sorted(found)]


HISTORY = history()


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
