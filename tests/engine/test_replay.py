"""Whole logs judged: every verdict of GAMELOG.md and every fault that it lists."""

import random
from dataclasses import replace

import pytest

from engine.cards import Card
from engine.gamelog.hjl_reader import read_games
from engine.gamelog.record import LogDeal, LogGame, Ruling, StatedMoon, Trick
from engine.generate import generate_deal, generate_game
from engine.problems import RulesError
from engine.referee import Verdict
from engine.referee import judge as judge_cards
from engine.replay import DealVerdict, GameVerdict, check, rules_of
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

# A real deal (deal 2 of example.hjl): nothing passed, 2 14 10 0.
DEAL = """\
H 1 none
D N:KJ3.AKT63.A986.4 E:Q7.J4.Q532.Q7632 S:T94.Q8.KT4.AJT85 W:A8652.9752.J7.K9
T E 2C AC 9C 4C
T S 4D 7D AD QD
T N 9D 5D TD JD
T W 6S 3S 7S TS
T S KD AS 8D 3D
T S 5C KC KS 7C
T W 8S JS QS 9S
T E 2D QH 5H 6D
T N 3H 4H 8H 2H
T S 4S 2S AH JH
T S JC 9H 6H 6C
T S TC 7H KH 3C
T S 8C 5S TH QC
S N:2 E:14 S:10 W:0
"""

# North holds all clubs and both black honours that matter; every trick is North's: a moon.
ALL_TRICKS = """\
D N:-.-.-.AKQJT987 E:Q.AKQJT98.-.- S:AKJT987.7.-.- W:-.-.AKQJT987.-
T N 7C AH 7H AD
T N 8C KH AS KD
T N 9C QH KS QD
T N TC JH JS JD
T N JC TH TS TD
T N QC 9H 9S 9D
T N KC 8H 8S 8D
T N AC QS 7S 7D
"""


def judge(
    text: str,
    rules: RuleSet = AMERICAN,
    head: str = '[Deals "loose"]',
) -> GameVerdict:
    (game,) = read_games(f"% hjl 1\n{head}\n{text}".split("\n"))
    return check(game, rules)


def judge_deal(text: str, rules: RuleSet = AMERICAN, head: str = '[Deals "loose"]') -> DealVerdict:
    (deal,) = judge(text, rules, head).deals
    return deal


def codes(deal: DealVerdict) -> list[str]:
    return [found.code for found in deal.problems]


def without(text: str, *starts: str) -> str:
    return "\n".join(line for line in text.split("\n") if not line.startswith(starts))


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
    # In trick 2 nobody has taken a point yet, but a heart may be discarded.
    hands = "D N:A.-.-.KQJT987 E:-.AKQJT98.-.A S:KQJT987.7.-.- W:98.-.AKQJT9.-"
    text = f"H 1 none\n{hands}\nT N 7C AC 7S AD\nT E AH KS 9D 8C\n"
    deal = judge_deal(text, DUTCH)
    assert "play.first_trick" not in codes(deal)


# hands and passing


def test_51_cards_and_cards_dealt_twice() -> None:
    deal = judge_deal(DEAL.replace("W:A8652.9752.J7.K9", "W:A8652.9752.J7.K"))
    assert deal.verdict is Verdict.ILLEGAL
    assert codes(deal) == ["deal.hand_size", "deal.cards_missing"]
    assert deal.problems[0].fields == {"seat": "W", "count": 12, "expected": 13}
    assert deal.problems[0].line == 4
    deal = judge_deal(DEAL.replace("W:A8652.9752.J7.K9", "W:A8652.9752.J7.KJ"))
    assert codes(deal) == ["deal.card_repeated", "deal.cards_missing"]
    assert deal.problems[0].fields == {"card": "JC", "seats": ("S", "W")}


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
    assert deal.problems[0].fields == fields
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
    assert deal.problems[0].fields == {"seat": "N", "card": "KH", "receiver": "E"}


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


# play cut short


def cut(tricks: int, ending: str = "") -> str:
    return "\n".join(DEAL.split("\n")[: 2 + tricks]) + f"\n{ending}\n"


def test_the_rest_is_claimed() -> None:
    # After six tricks no point is out: whoever takes the rest shoots the moon.
    deal = judge_deal(cut(6, "K N rest\nS N:0 E:26 S:26 W:26"))
    assert (deal.verdict, deal.points, deal.shooter) == (Verdict.OK, (0, 26, 26, 26), Seat.N)
    # After eight East has the queen and North two hearts.
    deal = judge_deal(cut(8, "K S rest"))
    assert (deal.verdict, deal.points, deal.shooter) == (Verdict.OK, (2, 13, 11, 0), None)
    deal = judge_deal(cut(8, "K S rest\nS N:2 E:13 S:0 W:11"))
    assert (deal.verdict, deal.points) == (Verdict.SCORES_DIFFER, (2, 13, 11, 0))


def test_a_deal_cut_short_with_points_still_out_is_incomplete() -> None:
    # After trick 12 one heart is out still.
    deal = judge_deal(cut(12))
    assert (deal.verdict, codes(deal), deal.points) == (Verdict.INCOMPLETE, ["cut.short"], None)
    assert deal.problems[0].fields == {"tricks": 12, "cards": 48}
    deal = judge_deal(cut(12, "K - out"))
    assert (deal.verdict, codes(deal)) == (Verdict.INCOMPLETE, ["cut.points_left"])
    assert deal.problems[0].fields == {"cards": ("TH",)}


def test_a_claim_where_all_tricks_pay_extra() -> None:
    # North leads clubs from the top and takes every trick; all points are out after seven.
    hands = "D N:-.-.-.AKQJT987 E:AQ.KQJT98.-.- S:KJT987.A7.-.- W:-.-.AKQJT987.-"
    body = [hands, "T N 7C QS 7H AD", "T N 8C KH AH KD", "T N 9C QH KS QD"]
    body += ["T N TC JH JS JD", "T N JC TH TS TD", "T N QC 9H 9S 9D", "T N KC 8H 8S 8D"]
    text = "H 1 none\n" + "\n".join(body) + "\n"
    deal = judge_deal(text, DUTCH)
    assert (deal.verdict, codes(deal)) == (Verdict.INCOMPLETE, ["cut.short"])
    deal = judge_deal(text + "K - out\n", DUTCH)
    assert (deal.verdict, codes(deal)) == (Verdict.INCOMPLETE, ["cut.tricks_open"])
    assert deal.problems[0].fields == {"seat": "N", "tricks": 7}
    once = DUTCH.with_switch("all_tricks", "as_moon")
    for ending in ("", "K - out\n"):
        deal = judge_deal(text + ending, once)
        assert (deal.verdict, codes(deal)) == (Verdict.CLAIMABLE, [])
        assert (deal.points, deal.shooter) == ((0, 15, 15, 15), Seat.N)
    deal = judge_deal(text + "T N AC AS 7S 7D\n", DUTCH)
    assert (deal.verdict, deal.points) == (Verdict.OK, (0, 30, 30, 30))
    deal = judge_deal(text + "K N rest\n", DUTCH)
    assert (deal.verdict, deal.points) == (Verdict.OK, (0, 30, 30, 30))
    deal = judge_deal(text + "K E rest\n", DUTCH)
    assert (deal.verdict, deal.points) == (Verdict.OK, (0, 15, 15, 15))


def test_a_claim_after_the_last_card_changes_nothing() -> None:
    deal = judge_deal(DEAL.replace("S N:2", "K N rest\nS N:2"))
    assert (deal.verdict, codes(deal)) == (Verdict.OK, ["cut.nothing_left"])


def test_point_cards_in_an_unfinished_trick_are_not_out() -> None:
    text = cut(12, "T S 8C 5S TH")
    assert codes(judge_deal(text)) == ["cut.short"]
    assert codes(judge_deal(cut(12, "T S 8C 5S TH\nK - out"))) == ["cut.points_left"]
    assert judge_deal(cut(12, "T S 8C 5S TH\nK W rest")).points == (2, 13, 10, 1)


# scores


def test_stated_scores_are_compared_never_trusted() -> None:
    deal = judge_deal(DEAL.replace("S N:2 E:14", "S N:3 E:13"))
    assert (deal.verdict, deal.points) == (Verdict.SCORES_DIFFER, (2, 14, 10, 0))
    (found,) = deal.problems
    assert found.code == "score.differs"
    assert found.fields == {"stated": (3, 13, 10, 0), "computed": (2, 14, 10, 0)}
    assert found.line == 18


MOON = "H 1 none\n" + ALL_TRICKS
CHOOSING = DUTCH.with_switches({"moon_pays": "choice"})


@pytest.mark.parametrize(
    ("ending", "verdict", "points", "found"),
    [
        ("M N others", "ok", (0, 30, 30, 30), []),
        ("M N self", "ok", (-15, 0, 0, 0), []),
        ("S N:-15 E:0 S:0 W:0", "ok", (-15, 0, 0, 0), []),
        ("S N:0 E:30 S:30 W:30", "ok", (0, 30, 30, 30), []),
        ("S N:0 E:15 S:15 W:15", "scores_differ", None, ["score.differs_moon"]),
        ("M N self\nS N:0 E:30 S:30 W:30", "scores_differ", (-15, 0, 0, 0), ["score.differs"]),
        ("", "uncheckable", None, ["moon.undecided"]),
        ("M E self", "uncheckable", None, ["moon.other_seat", "moon.undecided"]),
        ("M E self\nS N:-15 E:0 S:0 W:0", "ok", (-15, 0, 0, 0), ["moon.other_seat"]),
    ],
)
def test_the_shooters_choice(
    ending: str, verdict: str, points: tuple[int, ...] | None, found: list[str]
) -> None:
    deal = judge_deal(f"{MOON}{ending}\n", CHOOSING)
    assert (deal.verdict.value, deal.points, codes(deal)) == (verdict, points, found)
    assert deal.shooter is Seat.N


def test_an_impossible_choice_leaves_the_verdict_alone() -> None:
    deal = judge_deal(DEAL.replace("S N:2", "M N self\nS N:2"))
    assert (deal.verdict, codes(deal)) == (Verdict.OK, ["moon.no_choice"])
    deal = judge_deal(DEAL.replace("S N:2", "M N self\nS N:2"), AMERICAN_CHOICE)
    assert (deal.verdict, codes(deal)) == (Verdict.OK, ["moon.not_shot"])


# other verdicts


def test_void_and_unreadable_deals() -> None:
    verdict = judge('H 1 left\nT E 2C 2C\nV "misdeal"\nH 2 left\nT E 2X\n')
    assert [deal.verdict for deal in verdict.deals] == [Verdict.VOID, Verdict.UNREADABLE]
    assert codes(verdict.deals[0]) == []
    assert codes(verdict.deals[1]) == ["card.unknown"]


def test_a_score_alone_cannot_be_checked() -> None:
    deal = judge_deal("H 1 left\nS N:2 E:14 S:10 W:0\n")
    assert (deal.verdict, codes(deal), deal.points) == (
        Verdict.UNCHECKABLE,
        ["unknown.play"],
        None,
    )


RETURN_DEAL = """\
D N:-.-.-.AKQJT987 E:Q.AKQJT98.-.- S:AKJT987.7.-.- W:-.-.AKQJT987.-
T W AD AC QS 7H
T W KD KC AH AS
T W QD QC KH KS
T W JD JC QH JS
T W TD TC JH TS
T W 9D 9C TH 9S
T W 8D 8C 9H 8S
T W 7D 7C 8H 7S"""


def test_a_deal_led_by_the_dealer_needs_the_dealer() -> None:
    deal = judge_deal(f"H 1 none\n{RETURN_DEAL}\nM W others\n", DUTCH_RETURN)
    assert (deal.verdict, codes(deal)) == (Verdict.UNCHECKABLE, ["unknown.first_lead"])
    assert deal.points == (15, 15, 15, 0)
    deal = judge_deal(f"H 1 none dealer=W\n{RETURN_DEAL}\nM W others\n", DUTCH_RETURN)
    assert (deal.verdict, codes(deal)) == (Verdict.OK, [])
    deal = judge_deal(f"H 1 none dealer=N\n{RETURN_DEAL}\nM W others\n", DUTCH_RETURN)
    assert (deal.verdict, codes(deal)) == (Verdict.ILLEGAL, ["play.dealer_leads"])
    assert deal.problems[0].fields == {"trick": 1, "seat": "W", "expected": "N"}
    assert [remark.switch for remark in deal.remarks] == ["first_lead"]


def in_seat_order(text: str) -> str:
    lines = []
    for line in text.split("\n"):
        if line.startswith("T "):
            _, leader, *cards = line.split()
            first = "NESW".index(leader)
            turned = [cards[(seat - first) % 4] for seat in range(4)]
            line = " ".join(["T", "-", *turned])
        lines.append(line)
    return "\n".join(lines)


def test_tricks_without_leaders_are_put_in_order_where_that_can_be_done() -> None:
    deal = judge_deal(in_seat_order(DEAL))
    assert (deal.verdict, deal.points) == (Verdict.OK, (2, 14, 10, 0))
    text = f"{RETURN_DEAL}\nM W others\n"
    deal = judge_deal("H 1 none\n" + in_seat_order(text), DUTCH_RETURN)
    assert (deal.verdict, codes(deal)) == (Verdict.ORDER_UNKNOWN, ["unknown.order"])
    assert deal.problems[0].fields == {"want": "dealer"}
    deal = judge_deal("H 1 none dealer=W\n" + in_seat_order(text), DUTCH_RETURN)
    assert deal.verdict is Verdict.OK
    deal = judge_deal(cut(3, "T - 3S 7S TS"))
    assert (deal.verdict, codes(deal)) == (Verdict.ORDER_UNKNOWN, ["unknown.order"])


def test_a_deal_only_dealt_is_incomplete() -> None:
    deal = judge_deal("\n".join(DEAL.split("\n")[:2]) + "\n")
    assert (deal.verdict, codes(deal)) == (Verdict.INCOMPLETE, ["cut.short"])


def test_what_is_decided_by_default_is_said() -> None:
    verdict = judge(
        MOON + "H 2 none\n" + RETURN_DEAL + "\n", DUTCH.with_switch("first_lead", "dealer")
    )
    assert [remark.switch for remark in verdict.deals[0].remarks] == ["first_trick_forbids"]
    remark = verdict.deals[0].remarks[0]
    assert (remark.value, remark.basis.kind, remark.basis.note) == ("nothing", "choice", 3)


# games


@pytest.fixture(scope="module")
def american_game() -> LogGame:
    return replace(
        generate_game(AMERICAN, random.Random(11)), players=("Anna", "Bram", "Cor", "Dina")
    )


def with_deal(game: LogGame, index: int, **changes: object) -> LogGame:
    deals = list(game.deals)
    deals[index] = replace(deals[index], **changes)
    return replace(game, deals=tuple(deals))


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


# which rules


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


def test_a_deal_made_by_hand_needs_no_lines() -> None:
    deal = check(LogGame(loose=True, deals=(LogDeal(number=1),)), AMERICAN).deals[0]
    assert (deal.line, deal.problems[0].line) == (None, None)
