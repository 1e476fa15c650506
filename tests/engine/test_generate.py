import random

import pytest

from engine.gamelog.hjl_writer import write_games
from engine.generate import generate_deal, generate_game
from engine.rules import RuleSet
from engine.rulesets import AMERICAN, DUTCH, DUTCH_RETURN, RULE_SETS
from engine.seats import Seat


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
def test_the_same_seed_gives_the_same_game(rules: RuleSet) -> None:
    games = [generate_game(rules, random.Random(3)) for _ in range(2)]
    assert games[0] == games[1] != generate_game(rules, random.Random(4))
    assert games[0].rules == rules.name
    assert games[0].deals[0].direction == rules.pass_cycle[0]


def test_moons_happen() -> None:
    rng = random.Random(1)
    shot = sum(generate_deal(AMERICAN, rng).outcome.shooter is not None for _ in range(200))
    assert 5 < shot < 60


def test_a_dealer_is_logged_only_where_the_dealer_leads() -> None:
    rng = random.Random(1)
    assert generate_deal(AMERICAN, rng, dealer=Seat.S).log.dealer is None
    log = generate_deal(DUTCH_RETURN, rng, dealer=Seat.S).log
    assert log.dealer is log.tricks[0].leader is Seat.S
    assert generate_deal(DUTCH_RETURN, rng).log.dealer is not None
    dealers = [deal.dealer for deal in generate_game(DUTCH_RETURN, rng).deals]
    assert [dealers[0].after(step) for step in range(len(dealers))] == dealers


def test_house_rules_are_named_with_their_switches() -> None:
    house = DUTCH.with_switches({"moon_points": 20, "all_tricks": "as_moon"})
    game = generate_game(house, random.Random(1), target=40)
    assert (game.rules, game.target) == ("dutch", 40)
    assert dict(game.switches) == {"moon_points": "20", "all_tricks": "as_moon"}
    assert '[Rules "dutch"] [Switch "moon_points=20"]' in write_games([game])


def test_a_deal_takes_about_350_bytes() -> None:
    rng = random.Random(1)
    games = [generate_game(AMERICAN, rng) for _ in range(20)]
    size = len(write_games(games)) / sum(len(game.deals) for game in games)
    assert 330 < size < 420
