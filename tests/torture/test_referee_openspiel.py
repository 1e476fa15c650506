"""OpenSpiel as referee of 20,000 deals of every rule set that it can express."""

from random import Random

import pytest
from openspiel import EXPRESSIBLE, assert_alike, assert_embedded_alike

from engine.rulesets import RULE_SETS

pytestmark = pytest.mark.torture

DEALS = 20_000


@pytest.mark.parametrize("name", EXPRESSIBLE)
def test_legal_plays_winners_and_points(name: str) -> None:
    assert assert_alike(EXPRESSIBLE[name], DEALS, Random(f"torture {name}")) > DEALS // 100


@pytest.mark.parametrize("name", ["dutch", "dutch-return"])
def test_32_cards_inside_52(name: str) -> None:
    assert_embedded_alike(RULE_SETS[name], DEALS, Random(f"torture {name}"))
