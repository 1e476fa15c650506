"""Illegal play, hands and passing in logs: what is found, where, and what would have been legal."""

import random
from dataclasses import replace

import pytest
from logged_deals import (
    DEAL,
    MOON,
    codes,
    judge_deal,
    without,
)

from engine.cards import Card
from engine.gamelog.hjl_reader import read_games
from engine.gamelog.record import Trick
from engine.generate import generate_game
from engine.referee import Verdict
from engine.replay import DealVerdict, check, rules_of
from engine.rules import RuleSet
from engine.rulesets import (
    AMERICAN,
    DUTCH,
    RULE_SETS,
)


def test_an_ordinary_deal() -> None:
    deal = judge_deal(DEAL)
    assert (deal.verdict, deal.points, deal.shooter) == (Verdict.OK, (2, 14, 10, 0), None)
    assert deal.problems == ()
    assert deal.totals is None
    assert deal.line == 3


def test_the_example(example_text: str) -> None:
    (game,) = read_games(example_text.split("\n"))
    verdict = check(game, rules_of(game))
    assert [deal.verdict for deal in verdict.deals] == [Verdict.OK, Verdict.OK]
    assert [deal.points for deal in verdict.deals] == [(0, 1, 7, 18), (2, 14, 10, 0)]
    assert not verdict.all_problems()
    assert [found.code for found in verdict.obstacles] == ["game.loose"]


# illegal play


@pytest.mark.parametrize(
    ("old", "new", "code", "fields", "line"),
    [
        (
            "T E 2C AC 9C 4C",
            "T E 2C AC 2H 4C",
            "play.revoke",
            {"trick": 1, "seat": "W", "card": "2H", "legal": ("KC", "9C"), "suit": "C"},
            5,
        ),
        (
            "T E 2C AC 9C 4C",
            "T E 7C AC 9C 4C",
            "play.opening",
            {"trick": 1, "seat": "E", "card": "7C", "legal": ("2C",)},
            5,
        ),
        (
            "T S 4D 7D AD QD",
            "T S 4D 7D 5C QD",
            "play.not_held",
            {"trick": 2, "seat": "N", "card": "5C", "holder": "S", "field": "T"},
            6,
        ),
        (
            "T S 4D 7D AD QD",
            "T S QH 7D AD QD",
            "play.hearts_unbroken",
            {"trick": 2, "seat": "S", "card": "QH"},
            6,
        ),
        (
            "T N 9D 5D TD JD",
            "T E 5D TD JD 9D",
            "play.out_of_turn",
            {"trick": 3, "seat": "E", "expected": "N"},
            7,
        ),
        (
            "T E 2C AC 9C 4C",
            "T S AC 9C 4C 2C",
            "play.first_leader",
            {"trick": 1, "seat": "S", "expected": "E", "card": "2C"},
            5,
        ),
    ],
)
def test_illegal_plays_name_trick_seat_card_and_what_was_legal(
    old: str, new: str, code: str, fields: dict[str, object], line: int
) -> None:
    deal = judge_deal(DEAL.replace(old, new))
    assert deal.verdict is Verdict.ILLEGAL
    found = deal.problems[0]
    assert found.code == code
    assert fields.items() <= found.fields.items()
    assert found.line == line


def test_a_card_played_twice() -> None:
    deal = judge_deal(DEAL.replace("T N 9D 5D TD JD", "T N AD 5D TD JD"))
    (found,) = deal.problems
    assert (deal.verdict, found.code) == (Verdict.ILLEGAL, "play.already_played")
    assert found.fields == {"trick": 3, "seat": "N", "card": "AD", "earlier": 2}


def test_one_trick_too_many() -> None:
    deal = judge_deal(DEAL.replace("S N:2", "T W 2C\nS N:2"))
    assert (deal.verdict, codes(deal)) == (Verdict.ILLEGAL, ["play.too_many"])


def test_the_points_of_an_illegal_deal_are_as_played() -> None:
    # East leads hearts in trick 4 before they are broken; play goes on as it went.
    rng = random.Random(3)
    game = generate_game(AMERICAN.with_switch("hearts_lead", "free"), rng)
    verdict = check(game, AMERICAN)
    illegal = [deal for deal in verdict.deals if deal.verdict is Verdict.ILLEGAL]
    assert illegal
    assert all(deal.points is not None for deal in illegal)
    assert verdict.totals == check(game, rules_of(game)).totals
    assert not verdict.recordable
    assert "game.deal" in [found.code for found in verdict.obstacles]


def test_first_trick_means_the_first_trick() -> None:
    rules = AMERICAN.with_switch("cards", 32)
    hands = "D N:-.-.-.AKQJT987 E:-.AKQJT9.A8.- S:AKQJT98.7.-.- W:7.8.KQJT97.-"
    # In trick 2 nobody has taken a point yet, but a heart may be discarded.
    deal = judge_deal(f"H 1 none\n{hands}\nT N 7C AD AS KD\nT N 8C AH 7H 8H\n", rules)
    assert (deal.verdict, codes(deal)) == (Verdict.INCOMPLETE, ["cut.short"])
    deal = judge_deal(f"H 1 none\n{hands}\nT N 7C AH AS KD\n", rules)
    assert codes(deal) == ["play.first_trick", "cut.short"]
    assert deal.problems[0].fields["legal"] == ("AD", "8D")


# hands and passing


def test_51_cards_and_cards_dealt_twice() -> None:
    deal = judge_deal(DEAL.replace("W:A8652.9752.J7.K9", "W:A8652.9752.J7.K"))
    assert deal.verdict is Verdict.ILLEGAL
    assert codes(deal) == ["deal.hand_size", "deal.cards_missing"]
    assert deal.problems[0].fields == {"trick": 0, "seat": "W", "count": 12, "expected": 13}
    assert deal.problems[0].line == 4
    deal = judge_deal(DEAL.replace("W:A8652.9752.J7.K9", "W:A8652.9752.J7.KJ"))
    assert codes(deal) == ["deal.card_repeated", "deal.cards_missing"]
    assert deal.problems[0].fields == {"trick": 0, "card": "JC", "seats": ("S", "W")}


PASSED = """\
H 1 left
D N:432.5432.432.432 E:765.9876.765.765 S:T98.KQJT.T98.T98 W:AKQJ.A.AKQJ.AKQJ
X N:4C,3C,4D E:7C,6C,7D S:TC,9C,TD W:AC,KC,AD
"""


@pytest.mark.parametrize(
    ("given", "code", "fields"),
    [
        ("N:4C,3C", "pass.too_few", {"seat": "N", "count": 2, "expected": 3}),
        ("N:4C,3C,4D,2D", "pass.too_many", {"seat": "N", "count": 4, "expected": 3}),
        ("N:4C,3C,4C", "pass.repeated", {"seat": "N", "card": "4C"}),
        ("N:4C,3C,5C", "pass.not_held", {"seat": "N", "card": "5C"}),
        ("N:4C,3C,AC", "pass.received", {"seat": "N", "card": "AC", "giver": "W"}),
    ],
)
def test_five_distinct_faults_of_passing(given: str, code: str, fields: dict[str, object]) -> None:
    deal = judge_deal(PASSED.replace("N:4C,3C,4D", given) + "T N 2C 5C 8C QC\n")
    assert deal.verdict is Verdict.ILLEGAL
    assert codes(deal)[0] == code
    assert deal.problems[0].fields == {"trick": 0, **fields}
    assert deal.problems[0].line == 5


def test_the_two_of_clubs_is_led_by_whoever_holds_it_after_the_pass() -> None:
    passing_it = PASSED.replace("N:4C,3C,4D", "N:2C,3C,4D")
    deal = judge_deal(passing_it + "T E 2C 8C QC 4C\n")
    assert (deal.verdict, codes(deal)) == (Verdict.INCOMPLETE, ["cut.short"])
    deal = judge_deal(passing_it + "T N 4C 5C 8C QC\n")
    assert codes(deal)[0] == "play.first_leader"
    assert deal.problems[0].fields["expected"] == "E"


def test_cards_passed_on_where_nothing_is_passed() -> None:
    deal = judge_deal(
        DEAL.replace("T E 2C", "X N:KS,JS,3S E:QS,7S,JH S:TS,9S,4S W:AS,8S,6S\nT E 2C")
    )
    assert (deal.verdict, codes(deal)) == (Verdict.ILLEGAL, ["pass.not_due"])
    assert deal.problems[0].line == 5


def after_pass(text: str) -> str:
    return text.replace("H 1 none", "H 1 left").replace("D N:", "D* N:")


def test_hands_after_the_pass() -> None:
    deal = judge_deal(after_pass(DEAL))
    assert (deal.verdict, codes(deal)) == (Verdict.OK, [])
    arrived = "X N:QS,7S,JH E:TS,9S,4S S:AS,8S,6S W:KS,JS,3S\nT E 2C"
    deal = judge_deal(after_pass(DEAL).replace("T E 2C", arrived))
    assert (deal.verdict, codes(deal)) == (Verdict.OK, [])
    elsewhere = arrived.replace("N:QS", "N:KH")
    deal = judge_deal(after_pass(DEAL).replace("T E 2C", elsewhere))
    assert (deal.verdict, codes(deal)) == (Verdict.ILLEGAL, ["pass.not_arrived"])
    assert deal.problems[0].fields == {"trick": 0, "seat": "N", "card": "KH", "receiver": "E"}


def test_missing_hands_are_known_from_the_plays() -> None:
    deal = judge_deal(without(DEAL, "D "))
    assert (deal.verdict, deal.points) == (Verdict.OK, (2, 14, 10, 0))
    deal = judge_deal(
        without(DEAL, "D ")
        .replace("2C AC 9C 4C", "2C AC 2H 4C")
        .replace("9H 6H", "9C 6H")
        .replace("8H 2H", "8H 9H")
    )
    assert deal.verdict is Verdict.ILLEGAL
    assert deal.problems[0].code == "play.revoke"
    assert deal.problems[0].fields["legal"] == ("KC", "9C")
    passed = "X N:QS,7S,JH E:TS,9S,4S S:AS,8S,6S W:KS,JS,3S\nT E 2C"
    text = without(DEAL, "D ").replace("H 1 none", "H 1 left").replace("T E 2C", passed)
    assert judge_deal(text).verdict is Verdict.OK
    assert codes(judge_deal(text.replace("E:TS", "E:KH"))) == ["pass.not_arrived"]


def test_a_pass_that_is_not_in_the_log_follows_from_hands_and_plays() -> None:
    # Before the pass North held 7S QS JH instead of KS JS 3S, and so on, one seat to the right.
    before = "D N:Q7.AKTJ63.A986.4 E:T94.4.Q532.Q7632 S:A86.Q8.KT4.AJT85 W:KJ532.9752.J7.K9"
    lines = DEAL.split("\n")
    lines[0:2] = ["H 1 right", before]
    deal = judge_deal("\n".join(lines))
    assert (deal.verdict, codes(deal)) == (Verdict.ILLEGAL, ["pass.contradicts"] * 4)
    lines[0] = "H 1 left"
    assert judge_deal("\n".join(lines)).verdict is Verdict.OK


def test_without_hands_an_unfinished_deal_cannot_be_found_legal() -> None:
    deal = judge_deal("H 1 none\nT E 2C AC 9C 4C\nT S 4D 7D AD QD\nK S rest\n")
    assert (deal.verdict, codes(deal)) == (Verdict.UNCHECKABLE, ["unknown.legality"])
    assert deal.problems[0].fields == {"want": "D"}
    assert deal.points == (26, 26, 0, 26)
    # A revoke is still found when the card shows up later.
    deal = judge_deal("H 1 none\nT E 2C AC 2H 4C\nT S 4D 9C AD QD\nK S rest\n")
    assert deal.verdict is Verdict.ILLEGAL
    assert deal.problems[0].fields["legal"] == ("9C",)


def test_without_the_passed_cards_an_unfinished_deal_cannot_be_found_legal() -> None:
    deal = judge_deal(without(PASSED, "X ") + "T N 2C 5C 8C QC\nK W rest\n")
    assert (deal.verdict, codes(deal)) == (Verdict.UNCHECKABLE, ["unknown.legality"])
    assert deal.problems[0].fields == {"want": "X"}


@pytest.mark.parametrize(
    ("text", "field"),
    [
        # East's queen of hearts for South's: the plays are whole, the hands are wrong.
        (DEAL.replace("E:Q7.J4", "E:Q7.Q4").replace("S:T94.Q8", "S:T94.J8"), "D"),
        # Two players' cards of one trick have changed places.
        (DEAL.replace("T S 4D 7D AD QD", "T S 4D AD 7D QD"), "T"),
        # A misread card makes the plays no whole deal.
        (DEAL.replace("T S 4D 7D AD QD", "T S 4D 7D KD QD"), "T"),
    ],
)
def test_a_hand_that_disagrees_with_its_plays_names_the_part_that_is_wrong(
    text: str, field: str
) -> None:
    deal = judge_deal(text)
    assert deal.verdict is Verdict.ILLEGAL
    assert [p.fields["field"] for p in deal.problems if p.code == "play.not_held"] == [field]


def swapped(hands: str, direction: str, passed: str) -> DealVerdict:
    lines = DEAL.split("\n")
    lines[0:2] = [f"H 1 {direction}", hands, passed]
    return judge_deal("\n".join(lines))


def test_a_wrong_direction_and_wrong_passed_cards_are_told_apart() -> None:
    # North gives KS JS 3S to the left and so on; after that the hands are those of DEAL.
    hands = "D N:Q7.AKTJ63.A986.4 E:T94.4.Q532.Q7632 S:A86.Q8.KT4.AJT85 W:KJ532.9752.J7.K9"
    passed = "X N:QS,7S,JH E:TS,9S,4S S:AS,8S,6S W:KS,JS,3S"
    assert swapped(hands, "left", passed).verdict is Verdict.OK
    deal = swapped(hands, "right", passed)
    assert [p.fields["field"] for p in deal.problems if "field" in p.fields] == ["H"]
    deal = swapped(hands, "left", passed.replace("JH", "3H"))
    assert [p.fields["field"] for p in deal.problems if "field" in p.fields] == ["X"]


def test_wrong_hands_before_a_pass_are_told_from_wrong_passed_cards() -> None:
    # One card too many is different for three passed cards to explain it.
    hands = "D N:Q7.AKTJ63.A986.4 E:T94.4.Q532.Q7632 S:A86.Q8.KT4.AJT85 W:KJ532.9752.J7.K9"
    passed = "X N:QS,7S,JH E:TS,9S,4S S:AS,8S,6S W:KS,JS,3S"
    exchanged = hands.replace("A986.4 ", "A965.4 ").replace(".Q532.", ".Q832.")
    deal = swapped(exchanged, "left", passed)
    assert [p.fields["field"] for p in deal.problems if "field" in p.fields] == ["D"]


def test_a_card_that_the_deck_does_not_have() -> None:
    deal = judge_deal(MOON.replace("T N 9C QH KS QD", "T N 6C QH KS QD"), DUTCH)
    (found,) = deal.problems
    assert (found.code, found.line) == ("play.card_foreign", 7)
    assert found.fields == {"trick": 3, "seat": "N", "card": "6C", "deck": 32}


# every single change to a legal log


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
def test_no_card_can_be_dropped_doubled_or_exchanged_unnoticed(rules: RuleSet) -> None:
    rng = random.Random(1)
    game = generate_game(rules, rng, target=15)
    deal = game.deals[0]
    for index, trick in enumerate(deal.tricks):
        for place in range(4):
            for cards in (
                (*trick.cards[:place], *trick.cards[place + 1 :]),
                (*trick.cards[:place], trick.cards[place - 1], *trick.cards[place + 1 :]),
                (*trick.cards[:place], Card.named("AS"), *trick.cards[place + 1 :]),
            ):
                if cards == trick.cards:
                    continue
                tricks = list(deal.tricks)
                tricks[index] = Trick(trick.leader, cards)
                changed = replace(deal, tricks=tuple(tricks))
                verdict = check(replace(game, loose=True, deals=(changed,)), rules).deals[0]
                if verdict.verdict is Verdict.CLAIMABLE:  # a last card without points is dropped
                    assert index == rules.hand_size - 1
                    assert len(cards) == 3
                    continue
                assert verdict.verdict in (Verdict.ILLEGAL, Verdict.INCOMPLETE)
                assert verdict.problems
