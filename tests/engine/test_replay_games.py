"""Whole logged games: the cycle, the totals, the end, the places, the rules they are judged by."""

import random
from dataclasses import replace

import pytest
from logged_deals import (
    DEAL,
    codes,
    judge,
    judge_deal,
    with_deal,
)

from engine.gamelog.record import LogGame, Ruling, StatedMoon
from engine.generate import generate_deal, generate_game
from engine.problems import RulesError
from engine.referee import Verdict
from engine.referee import judge as judge_cards
from engine.replay import GameVerdict, check, rules_of
from engine.rules import RuleSet
from engine.rulesets import (
    AMERICAN,
    AMERICAN_CHOICE,
    AMERICAN_DOUBLE,
    DUTCH,
    DUTCH_RETURN,
    KLASSIEK,
    RULE_SETS,
    SPECIAAL,
)
from engine.seats import Seat


@pytest.fixture(scope="module")
def american_game() -> LogGame:
    return replace(
        generate_game(AMERICAN, random.Random(11)), players=("Anna", "Bram", "Cor", "Dina")
    )


def game_codes(verdict: GameVerdict) -> list[str]:
    return [found.code for found in verdict.all_problems()]


def test_a_whole_game(american_game: LogGame) -> None:
    verdict = check(american_game, AMERICAN)
    assert verdict.recordable
    assert verdict.over
    assert not verdict.all_problems()
    totals = [sum(deal.points[seat] for deal in verdict.deals) for seat in range(4)]
    assert verdict.totals == tuple(totals)
    assert max(totals) >= 100
    assert all(max(deal.totals) < 100 for deal in verdict.deals[:-1])
    order = sorted(totals)
    assert verdict.places == tuple(1 + order.index(own) for own in totals)


def test_the_direction_the_number_and_the_totals_are_compared(american_game: LogGame) -> None:
    other_way = generate_deal(AMERICAN, random.Random(1), 2, "left").log
    wrong = replace(american_game, ended=None, deals=(american_game.deals[0], other_way))
    verdict = check(wrong, AMERICAN)
    assert game_codes(verdict) == ["game.direction"]
    assert verdict.deals[1].verdict is Verdict.OK
    assert verdict.deals[1].problems[0].fields == {"direction": "left", "expected": "right"}
    assert not verdict.recordable
    verdict = check(with_deal(american_game, 2, number=7), AMERICAN)
    assert codes(verdict.deals[2])[0] == "game.number"
    assert not verdict.recordable
    totals = american_game.deals[2].totals
    stated = (totals[0] + 1, *totals[1:])
    verdict = check(with_deal(american_game, 2, totals=stated), AMERICAN)
    assert game_codes(verdict) == ["game.totals"]
    assert verdict.deals[2].verdict is Verdict.OK
    assert verdict.deals[2].problems[0].fields == {"stated": stated, "computed": totals}
    assert not verdict.recordable
    assert verdict.totals == check(american_game, AMERICAN).totals


def test_loose_deals_have_no_cycle_and_no_totals(american_game: LogGame) -> None:
    loose = replace(american_game, loose=True, deals=american_game.deals[::-1])
    verdict = check(loose, AMERICAN)
    assert not verdict.all_problems()
    assert (verdict.totals, verdict.places) == (None, None)
    assert [found.code for found in verdict.obstacles] == ["game.loose"]


def test_a_void_deal_is_played_again_with_its_number_and_direction(american_game: LogGame) -> None:
    void = replace(american_game.deals[1], void="misdeal")
    deals = (american_game.deals[0], void, *american_game.deals[1:])
    verdict = check(replace(american_game, deals=deals), AMERICAN)
    assert verdict.recordable
    assert [deal.verdict for deal in verdict.deals[:3]] == [Verdict.OK, Verdict.VOID, Verdict.OK]
    assert verdict.totals == check(american_game, AMERICAN).totals


def test_stated_totals_resynchronise_after_an_unreadable_deal(american_game: LogGame) -> None:
    unreadable = with_deal(
        american_game, 1, problems=(judge_deal("H 1 left\nT E 2X\n").problems[0],)
    )
    verdict = check(unreadable, AMERICAN)
    assert verdict.deals[1].verdict is Verdict.UNREADABLE
    assert verdict.deals[1].totals is None
    assert verdict.totals == check(american_game, AMERICAN).totals
    assert not verdict.recordable
    without_totals = replace(
        unreadable, deals=tuple(replace(deal, totals=None) for deal in unreadable.deals)
    )
    verdict = check(without_totals, AMERICAN)
    assert (verdict.totals, verdict.places) == (None, None)
    assert "game.no_totals" in [found.code for found in verdict.obstacles]


def test_the_end_of_the_game(american_game: LogGame) -> None:
    cut_off = replace(american_game, deals=american_game.deals[:3])
    verdict = check(cut_off, AMERICAN)
    assert game_codes(verdict) == ["game.unfinished"]
    for ended, expected in ((None, "game.unfinished"), ("abandoned", "game.abandoned")):
        verdict = check(replace(cut_off, ended=ended), AMERICAN)
        assert game_codes(verdict) == []
        assert [found.code for found in verdict.obstacles] == [expected]
    verdict = check(replace(cut_off, ended="time"), AMERICAN)
    assert verdict.recordable
    assert verdict.places is not None
    more = american_game.deals[-1]
    longer = replace(american_game, deals=(*american_game.deals, replace(more, number=99)))
    verdict = check(longer, AMERICAN)
    assert game_codes(verdict) == ["game.after_end"]
    assert verdict.deals[-1].verdict is Verdict.OK
    assert verdict.totals == check(american_game, AMERICAN).totals
    assert not verdict.recordable


def test_rulings_count_for_the_totals_and_the_target(american_game: LogGame) -> None:
    totals = check(american_game, AMERICAN).deals[0].totals
    ruling = (Ruling(Seat.N, 100, "revoke"), Ruling(Seat.E, -3, "revoke"))
    short = with_deal(replace(american_game, deals=american_game.deals[:1]), 0, rulings=ruling)
    verdict = check(short, AMERICAN)
    assert verdict.totals == (totals[0] + 100, totals[1] - 3, *totals[2:])
    assert verdict.over
    assert verdict.deals[0].points == totals
    assert verdict.recordable


def test_the_target_is_that_of_the_log(american_game: LogGame) -> None:
    short = replace(american_game, target=20)
    verdict = check(short, AMERICAN)
    assert verdict.target == 20
    assert "game.after_end" in game_codes(verdict)


def test_tags_that_cannot_be_read_keep_a_game_from_being_recorded() -> None:
    verdict = judge(DEAL, head='[Colour "red"]')
    assert game_codes(verdict)[0] == "tag.unknown"
    assert not verdict.recordable
    verdict = judge("", head='[Rules "american"]')
    assert [found.code for found in verdict.obstacles] == ["game.no_deals"]


def test_a_default_reading_of_the_cycle_is_said() -> None:
    verdict = judge(DEAL, AMERICAN_CHOICE, head='[Rules "american-choice"]')
    assert codes(verdict.deals[0]) == ["game.direction"]
    assert [remark.switch for remark in verdict.deals[0].remarks] == ["passing"]
    verdict = judge(DEAL, AMERICAN, head='[Rules "american"]')
    assert verdict.deals[0].remarks == ()


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
def test_generated_games_are_recordable_under_their_own_rules(rules: RuleSet) -> None:
    for seed in range(4):
        game = generate_game(rules, random.Random(seed))
        verdict = check(game, rules_of(game))
        assert verdict.rules == rules
        assert not verdict.all_problems()
        assert verdict.recordable
        assert verdict.over is (game.ended == "finished")


def test_a_return_leg_in_a_log() -> None:
    game = generate_game(DUTCH_RETURN, random.Random(5), target=20)
    verdict = check(game, DUTCH_RETURN)
    assert verdict.recordable
    assert min(verdict.totals) <= 0
    assert verdict.places[verdict.totals.index(min(verdict.totals))] == 1
    turn = next(i for i, deal in enumerate(verdict.deals) if max(deal.totals) >= 20)
    assert all(sum(deal.points) in (15, 45, -15) for deal in verdict.deals[: turn + 1])
    assert all(sum(deal.points) in (-15, 45) for deal in verdict.deals[turn + 1 :])
    # The leg is known again from stated totals after one unreadable deal.
    unreadable = with_deal(game, turn, problems=(judge_deal("H 1 left\nT E 2X\n").problems[0],))
    assert check(unreadable, DUTCH_RETURN).totals == verdict.totals
    # After two of them nobody can tell on which leg play went on, unless a total is at the target.
    unreadable = with_deal(unreadable, turn - 1, problems=unreadable.deals[turn].problems)
    lower = replace(unreadable, target=max(verdict.deals[turn].totals) + 1)
    assert check(unreadable, DUTCH_RETURN).totals == verdict.totals
    assert check(lower, DUTCH_RETURN).totals is None


def test_exactly_may_be_stated_as_points_or_as_change() -> None:
    exactly = DUTCH_RETURN.with_switch("return_to_zero", "exactly")
    game = generate_game(exactly, random.Random(2), target=15)
    verdict = check(game, exactly)
    assert not verdict.all_problems()
    passing_zero = 0
    for index, deal in enumerate(verdict.deals):
        taken = tuple(-own for own in judge_cards(game.deals[index], exactly).outcome.cards)
        if deal.shooter is None and sum(deal.points) not in (15, -15):
            passing_zero += 1
            assert deal.points != taken
            assert game.deals[index].stated == deal.points
            assert check(with_deal(game, index, stated=taken), exactly).recordable
            off = (taken[0] + 1, *taken[1:])
            assert codes(check(with_deal(game, index, stated=off), exactly).deals[index]) == [
                "score.differs"
            ]
    assert passing_zero > 0


def test_speciaal_plays_on_by_itself() -> None:
    extra = 0
    for seed in range(40):
        verdict = check(generate_game(SPECIAAL, random.Random(seed)), SPECIAAL)
        assert verdict.recordable
        extra += sum(max(deal.totals) >= 100 for deal in verdict.deals) > 1
    assert extra > 0


def test_a_moon_stated_for_another_is_not_believed() -> None:
    for seed in range(30):
        game = generate_game(AMERICAN_CHOICE, random.Random(seed))
        for index, deal in enumerate(game.deals):
            if deal.moon is not None:
                other = StatedMoon(deal.moon.seat.after(1), deal.moon.choice)
                verdict = check(with_deal(game, index, moon=other), AMERICAN_CHOICE)
                assert codes(verdict.deals[index]) == ["moon.other_seat"]
                assert verdict.deals[index].verdict is Verdict.OK
                assert not verdict.recordable
                return
    pytest.fail("no moon in thirty games")


def test_the_rules_of_a_log() -> None:
    assert rules_of(LogGame()) == AMERICAN
    assert rules_of(LogGame(), default="dutch") == DUTCH
    assert rules_of(LogGame(rules="klassiek")) == KLASSIEK
    house = rules_of(LogGame(rules="klassiek", switches=(("moon_points", "26"),)))
    assert house.moon_points == 26
    assert rules_of(LogGame(rules="klassiek", switches=(("moon_points", "26"),)), DUTCH) == DUTCH
    assert rules_of(LogGame(), AMERICAN_DOUBLE, [("moon_points", "13")]).moon_points == 13
    for game in (LogGame(rules="whist"), LogGame(switches=(("moon", "1"),))):
        with pytest.raises(RulesError):
            rules_of(game)
