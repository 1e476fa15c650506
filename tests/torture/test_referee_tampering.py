"""Many more logs that were tampered with than a quick test can look at."""

from random import Random

import pytest
from tampering import HOUSES, TAMPERINGS, assert_judged_right, legal_lines

pytestmark = pytest.mark.torture

DEALS = 1000


@pytest.mark.parametrize("name", HOUSES)
@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda each: each.__name__)
def test_what_was_tampered_with_is_ok_only_if_it_still_is_legal(tamper, name: str) -> None:
    rules, rng = HOUSES[name], Random(f"torture {tamper.__name__} {name}")
    for number in range(DEALS):
        lines = legal_lines(rules, rng, number)
        tamper(lines, rng)
        assert_judged_right(lines, rules)
