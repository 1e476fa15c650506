import pytest

from engine.cards import DECK_MASKS, mask_of, parse_hand
from engine.rulesets import (
    AMERICAN,
    AMERICAN_CHOICE,
    AMERICAN_DOUBLE,
    DUTCH,
    DUTCH_RETURN,
    KLASSIEK,
    OMNIBUS,
    RULE_SETS,
)
from engine.scoring import moon_choices, outcome_of, points_of
from engine.seats import Seat


def outcome(rules, north: str, east: str = "-.-.-.-", south: str = "-.-.-.-", tricks=(9, 0, 0, 4)):
    """An outcome where West takes whatever is not named."""
    taken = [mask_of(parse_hand(hand)) for hand in (north, east, south)]
    taken.append(DECK_MASKS[rules.cards] & ~(taken[0] | taken[1] | taken[2]))
    return outcome_of(rules, taken, tricks)


def test_plain_points() -> None:
    found = outcome(AMERICAN, "Q.AK.-.-", "-.2345.-.-", "-.6.-.-")
    assert (found.cards, found.shooter) == ((15, 4, 1, 6), None)
    found = outcome(DUTCH, "Q.AK.-.J", "-.QJ.-.-", "-.-.-.-")
    assert (found.cards, found.shooter) == ((9, 2, 0, 4), None)
    found = outcome(OMNIBUS, "-.-.J.-", "Q.-.-.-", "-.2.-.-")
    assert (found.cards, found.shooter) == ((-10, 13, 1, 12), None)


def test_three_hearts_and_the_queen_are_no_moon() -> None:
    found = outcome(AMERICAN, "Q.AKQ.-.-", "-.JT98765432.-.-")
    assert (found.cards, found.shooter) == ((16, 10, 0, 0), None)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
def test_moons(rules) -> None:
    hearts = "AKQJT98765432" if rules.cards == 52 else "AKQJT987"
    shot = outcome(rules, f"Q.{hearts}.J.J")
    assert shot.shooter is Seat.N
    expected = {52: (0, 26, 26, 26), 32: (0, 15, 15, 15)}[rules.cards]
    if rules.name in ("klassiek", "speciaal"):
        expected = (0, 13, 13, 13)
    assert points_of(rules, shot) == expected
    assert outcome(rules, f"-.{hearts}.J.J").shooter is None
    assert outcome(rules, f"Q.{hearts[1:]}.J.J").shooter is None


def test_a_jack_that_counts_belongs_to_the_moon_where_all_points_do() -> None:
    assert outcome(OMNIBUS, "Q.AKQJT98765432.-.-").shooter is None
    assert outcome(OMNIBUS, "Q.AKQJT98765432.-.-").cards == (26, 0, 0, -10)
    assert outcome(DUTCH, "Q.AKQJT987.-.-").cards == (13, 0, 0, 2)
    assert outcome(AMERICAN, "Q.AKQJT98765432.-.-").shooter is Seat.N


def test_the_shooter_chooses() -> None:
    shot = outcome(AMERICAN_CHOICE, "Q.AKQJT98765432.-.-")
    assert moon_choices(AMERICAN_CHOICE) == ("others", "self")
    assert points_of(AMERICAN_CHOICE, shot, "others") == (0, 26, 26, 26)
    assert points_of(AMERICAN_CHOICE, shot, "self") == (-26, 0, 0, 0)
    assert moon_choices(DUTCH_RETURN) == ("others", "self")
    assert moon_choices(AMERICAN) == ("others",)


def test_all_tricks_pay_double_only_where_they_do() -> None:
    for rules, row in (
        (AMERICAN_DOUBLE, (0, 52, 52, 52)),
        (DUTCH, (0, 30, 30, 30)),
        (AMERICAN, (0, 26, 26, 26)),
        (KLASSIEK, (0, 13, 13, 13)),
    ):
        tricks = (rules.hand_size, 0, 0, 0)
        shot = outcome_of(rules, (DECK_MASKS[rules.cards], 0, 0, 0), tricks)
        assert shot.all_tricks
        assert points_of(rules, shot) == row


def test_the_jack_may_be_kept_in_a_moon() -> None:
    keeping = OMNIBUS.with_switch("moon_keeps_jack", "yes")
    shot = outcome(keeping, "Q.AKQJT98765432.J.-")
    assert points_of(keeping, shot) == (-10, 26, 26, 26)
    assert points_of(OMNIBUS, shot) == (0, 26, 26, 26)
