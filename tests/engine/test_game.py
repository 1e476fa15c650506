import pytest

from engine.game import Game, change_of
from engine.problems import RulesError
from engine.rules import RuleSet
from engine.rulesets import (
    AMERICAN,
    AMERICAN_CHOICE,
    AMERICAN_DRAW,
    DUTCH,
    DUTCH_RETURN,
    KLASSIEK,
    OMNIBUS,
    RULE_SETS,
    SPECIAAL,
)
from engine.scoring import Outcome
from engine.seats import SEATS, FourInts, Seat

EXACTLY = DUTCH_RETURN.with_switch("return_to_zero", "exactly")


def plain(*cards: int) -> Outcome:
    return Outcome(cards, None, (0, 0, 0, 0), False)


def moon(seat: Seat, points: int = 26) -> Outcome:
    cards = tuple(points if own == seat else 0 for own in SEATS)
    return Outcome(cards, seat, (0, 0, 0, 0), False)


def at(rules: RuleSet, totals: FourInts, leg: str = "out", target: int | None = None) -> Game:
    game = Game(rules, target)
    game.resume(totals, leg)
    return game


def switches(game: Game) -> set[str]:
    return {remark.switch for remark in game.remarks}


def test_a_new_game_starts_the_cycle_at_left() -> None:
    game = Game(AMERICAN)
    seen = []
    for _ in range(5):
        seen.append(game.direction)
        game.book(plain(5, 5, 13, 3))
    assert seen == ["left", "right", "across", "none", "left"]
    assert Game(AMERICAN).direction == "left"
    assert Game(DUTCH_RETURN).direction == "none"


def test_the_deal_moves_clockwise() -> None:
    game = Game(DUTCH_RETURN, first_dealer=Seat.S)
    seen = []
    for _ in range(3):
        seen.append(game.dealer)
        game.book(plain(5, 5, 5, 0))
    assert seen == [Seat.S, Seat.W, Seat.N]
    fixed = Game(DUTCH_RETURN.with_switch("first_lead_rotates", "no"), first_dealer=Seat.S)
    fixed.book(plain(5, 5, 5, 0))
    assert fixed.dealer is Seat.S
    assert Game(AMERICAN).dealer is None


def test_a_moon_adds_to_running_totals() -> None:
    # RULES.md, golden example: totals 40 90 60 30, first player shooting.
    game = at(AMERICAN_CHOICE, (40, 90, 60, 30), target=200)
    game.book(moon(Seat.N), "others")
    assert game.totals == (40, 116, 86, 56)
    game = at(AMERICAN_CHOICE, (40, 90, 60, 30), target=200)
    game.book(moon(Seat.N), "self")
    assert game.totals == (14, 90, 60, 30)
    game = at(KLASSIEK, (80, 95, 10, 70))
    game.book(moon(Seat.S))
    assert game.totals == (93, 108, 10, 83)
    assert game.over
    assert game.places() == (3, 4, 1, 2)


def test_exactly_at_the_target_ends_the_game() -> None:
    game = at(AMERICAN, (87, 50, 40, 31))
    game.book(plain(13, 5, 5, 3))
    assert (game.totals, game.over) == ((100, 55, 45, 34), True)
    game = at(AMERICAN, (86, 50, 40, 32))
    game.book(plain(13, 5, 5, 3))
    assert (game.totals[0], game.over) == (99, False)


def test_a_game_that_is_over_takes_no_more_deals() -> None:
    game = at(AMERICAN, (99, 50, 40, 31))
    game.book(plain(13, 5, 5, 3))
    with pytest.raises(RulesError) as caught:
        game.book(plain(13, 5, 5, 3))
    assert caught.value.code == "game.after_end"


def test_the_target_may_be_the_events() -> None:
    game = Game(DUTCH, 15)
    game.book(plain(13, 2, 0, 0))
    assert not game.over
    game.book(plain(2, 13, 0, 0))
    assert game.over
    with pytest.raises(RulesError) as caught:
        Game(DUTCH, 0)
    assert caught.value.code == "target.value"


def test_rulings_count_for_the_target_and_make_no_perfect_deal_impossible() -> None:
    game = at(AMERICAN, (80, 50, 40, 38))
    assert game.book(plain(13, 5, 5, 3), rulings=(7, 0, 0, 0)) == (13, 5, 5, 3)
    assert (game.totals, game.over) == ((100, 55, 45, 41), True)


def test_the_lowest_total_is_shared_by_choice_or_by_the_text() -> None:
    for rules, remarked in ((AMERICAN, True), (AMERICAN_DRAW, False)):
        game = at(rules, (95, 30, 30, 27))
        game.book(plain(18, 3, 3, 2))
        assert game.places() == (4, 2, 2, 1)
        assert "lowest_tied" not in switches(game)
        game = at(rules, (95, 30, 30, 79))
        game.book(plain(20, 3, 3, 0))
        assert game.over
        assert game.places() == (4, 1, 1, 3)
        assert ("lowest_tied" in switches(game)) is remarked


def test_a_default_target_that_is_a_choice_is_remarked_on() -> None:
    game = at(KLASSIEK, (95, 30, 33, 50))
    game.book(plain(20, 3, 3, 0))
    assert "target" in switches(game)
    game = at(KLASSIEK, (95, 30, 33, 50), target=100)
    game.book(plain(20, 3, 3, 0))
    assert "target" not in switches(game)
    game = at(AMERICAN, (95, 30, 33, 50))
    game.book(plain(20, 3, 3, 0))
    assert "target" not in switches(game)


def test_other_defaults_are_remarked_on() -> None:
    game = Game(OMNIBUS)
    game.book(plain(16, 0, 0, 0))
    assert switches(game) == set()
    game.book(moon(Seat.E, 16))
    assert switches(game) == {"moon_keeps_jack"}
    game = Game(DUTCH)
    game.book(plain(15, 0, 0, 0))
    assert switches(game) == {"queen_of_spades", "jack_of_clubs"}


# the return leg (RULES.md, note 9)


def test_the_deal_that_reaches_the_target_still_counts_upward() -> None:
    game = at(DUTCH_RETURN, (45, 20, 30, 10))
    assert game.book(plain(9, 6, 0, 0)) == (9, 6, 0, 0)
    assert (game.totals, game.leg, game.over) == ((54, 26, 30, 10), "return", False)
    assert game.book(plain(0, 6, 9, 0)) == (0, -6, -9, 0)
    assert game.totals == (54, 20, 21, 10)


def test_the_leg_never_turns_back() -> None:
    game = at(DUTCH_RETURN, (54, 20, 40, 10), "return")
    game.book(moon(Seat.E, 15))
    assert game.totals == (69, 20, 55, 25)
    assert game.leg == "return"
    assert game.book(plain(9, 6, 0, 0)) == (-9, -6, 0, 0)


def test_whoever_is_at_or_below_zero_after_a_return_deal_has_won() -> None:
    game = at(DUTCH_RETURN, (54, 5, 9, 20), "return")
    game.book(plain(0, 6, 9, 0))
    assert (game.totals, game.over) == ((54, -1, 0, 20), True)
    assert game.places() == (4, 1, 2, 3)
    assert "return_to_zero" in switches(game)
    game = at(DUTCH_RETURN, (54, 6, 9, 20), "return")
    game.book(plain(0, 6, 9, 0))
    assert game.places() == (4, 1, 1, 3)
    assert switches(game) >= {"lowest_tied"}
    assert "return_to_zero" not in switches(game)


def test_nobody_has_won_by_being_below_zero_at_the_turn() -> None:
    game = at(DUTCH_RETURN, (45, -15, 30, 10))
    game.book(plain(9, 0, 3, 3))
    assert (game.leg, game.over) == ("return", False)
    game.book(plain(9, 0, 6, 0))
    assert game.over
    assert game.places() == (4, 1, 3, 2)


def test_moons_on_the_return_leg() -> None:
    game = at(DUTCH_RETURN, (54, 20, 40, 10), "return")
    assert game.change(moon(Seat.E, 15), "others") == (15, 0, 15, 15)
    assert game.change(moon(Seat.E, 15), "self") == (0, -15, 0, 0)


def test_exactly_zero() -> None:
    game = at(EXACTLY, (54, 5, 9, 20), "return")
    assert game.book(plain(0, 6, 9, 0)) == (0, -4, -9, 0)
    assert (game.totals, game.over) == ((54, 1, 0, 20), True)
    assert game.places() == (4, 2, 1, 3)
    game = at(EXACTLY, (54, 5, 12, 20), "return")
    game.book(plain(0, 6, 9, 0))
    assert (game.totals, game.over) == ((54, 1, 3, 20), False)
    assert game.change(moon(Seat.E, 15), "self") == (0, 13, 0, 0)
    assert game.change(moon(Seat.E, 15), "others") == (15, 0, 15, 15)


def test_whoever_is_home_comes_before_a_total_below_zero() -> None:
    game = at(EXACTLY, (54, 9, -15, 20), "return")
    game.book(plain(6, 9, 0, 0), rulings=(0, 0, -30, 0))
    assert (game.totals, game.over) == ((48, 0, -15, 20), True)
    assert game.places() == (4, 1, 2, 3)


def test_without_totals_exactly_is_plain_subtraction() -> None:
    assert change_of(EXACTLY, "return", plain(9, 6, 0, 0)) == (-9, -6, 0, 0)


# extra deals (RULES.md, note 10)


def test_a_tied_lowest_total_brings_another_deal() -> None:
    game = at(SPECIAAL, (90, 30, 30, 58))
    game.book(plain(20, 3, 3, 0))
    assert (game.totals, game.over) == ((110, 33, 33, 58), False)
    game.book(plain(20, 3, 2, 1))
    assert (game.totals, game.over) == ((130, 36, 35, 59), True)
    assert game.places() == (4, 2, 1, 3)


def test_a_perfect_deal_by_another_than_the_leader_brings_another_deal() -> None:
    game = at(SPECIAAL, (90, 30, 50, 60))
    game.book(plain(20, 3, 3, 0))
    assert (game.totals, game.over) == ((110, 33, 53, 60), False)
    game = at(SPECIAAL, (90, 30, 50, 60))
    game.book(plain(20, 0, 3, 3))  # the leader took none
    assert game.over
    game = at(SPECIAAL, (90, 30, 50, 60))
    game.book(plain(19, 3, 3, 1))  # everybody took some
    assert game.over


def test_a_moon_shooter_took_none_and_a_ruling_does_not_spoil_it() -> None:
    game = at(SPECIAAL, (90, 30, 50, 60))
    game.book(moon(Seat.W))
    assert (game.totals, game.over) == ((103, 43, 63, 60), False)
    game = at(SPECIAAL, (90, 30, 50, 60))
    game.book(plain(20, 3, 3, 0), rulings=(0, 0, 0, 5))
    assert (game.totals, game.over) == ((110, 33, 53, 65), False)


def test_the_leader_may_be_the_one_before_the_deal() -> None:
    # Before the deal West leads, after it East; only East took none.
    before = SPECIAAL.with_switch("leader", "before")
    for rules, over in ((SPECIAAL, True), (before, False)):
        game = at(rules, (90, 30, 50, 28))
        game.book(plain(14, 0, 3, 9))
        assert game.totals == (104, 30, 53, 37)
        assert game.over is over
    assert "leader" in switches(_spoilt(SPECIAAL))


def _spoilt(rules: RuleSet) -> Game:
    game = at(rules, (90, 30, 50, 28))
    game.book(plain(14, 0, 3, 9))
    return game


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
def test_turning_the_table_turns_the_places(rules: RuleSet) -> None:
    rows = [(9, 0, 6, 0), (0, 9, 0, 6), (6, 6, 0, 3)] * 12
    placed = []
    for steps in range(4):
        game = Game(rules, 40)
        for row in rows:
            if not game.over:
                game.book(plain(*(row[(seat - steps) % 4] for seat in range(4))))
        places = game.places()
        placed.append(tuple(places[(seat + steps) % 4] for seat in range(4)))
    assert len(set(placed)) == 1
