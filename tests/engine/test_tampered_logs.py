"""Cards swapped, dropped, doubled and put elsewhere in legal logs: `ok` only what still is legal.

What still is legal is said by another referee (`plainreferee`), which shares nothing with ours.
"""

from collections import Counter
from random import Random

import pytest
from tampering import HOUSES, IN_TRICKS, TAMPERINGS, assert_judged_right, legal_lines


@pytest.mark.parametrize("name", HOUSES)
def test_legal_deals_are_legal_to_both(name: str) -> None:
    rules, rng = HOUSES[name], Random(f"legal {name}")
    for number in range(30):
        assert assert_judged_right(legal_lines(rules, rng, number), rules) == "ok"


@pytest.mark.parametrize("tamper", IN_TRICKS, ids=lambda each: each.__name__)
def test_no_hands_in_the_log_make_no_difference(tamper) -> None:
    rng = Random(f"plays alone {tamper.__name__}")
    verdicts: Counter[str] = Counter()
    for number in range(20 * len(HOUSES)):
        rules = list(HOUSES.values())[number % len(HOUSES)]
        lines = [line for line in legal_lines(rules, rng, number) if line[0] not in "DX"]
        tamper(lines, rng)
        verdicts[assert_judged_right(lines, rules)] += 1
    assert verdicts["ok"] < verdicts.total() // 2


@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda each: each.__name__)
def test_what_was_tampered_with_is_ok_only_if_it_still_is_legal(tamper) -> None:
    rng = Random(tamper.__name__)
    verdicts: Counter[str] = Counter()
    for number in range(20 * len(HOUSES)):
        rules = list(HOUSES.values())[number % len(HOUSES)]
        lines = legal_lines(rules, rng, number)
        tamper(lines, rng)
        verdicts[assert_judged_right(lines, rules)] += 1
    assert verdicts["ok"] < verdicts.total() // 4
