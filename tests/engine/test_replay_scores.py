"""Deals cut short, stated scores, and every other verdict of GAMELOG.md."""

from dataclasses import replace
from random import Random

import pytest
from logged_deals import (
    DEAL,
    MOON,
    RETURN_DEAL,
    codes,
    cut,
    judge,
    judge_deal,
)

from engine.cards import deck
from engine.gamelog.record import CutShort, LogDeal, LogGame
from engine.generate import generate_deal
from engine.referee import Verdict
from engine.replay import check
from engine.rules import RuleSet
from engine.rulesets import (
    AMERICAN,
    AMERICAN_CHOICE,
    DUTCH,
    DUTCH_RETURN,
    OMNIBUS,
)
from engine.seats import Seat

# play cut short


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


@pytest.mark.parametrize(
    ("rules", "jack"),
    [(OMNIBUS, "JD"), (DUTCH.with_switch("all_tricks", "as_moon"), "JC"), (AMERICAN, "QS")],
    ids=lambda each: each if isinstance(each, str) else each.name,
)
def test_a_deal_can_be_scored_once_every_card_that_counts_is_out(rules: RuleSet, jack: str) -> None:
    # GAMELOG.md, `claimable`: "every point card is out, JD and JC included".
    rng = Random(f"claim {rules.name}")
    verdicts = set()
    for _ in range(25):
        log = generate_deal(rules, rng).log
        for tricks in range(rules.hand_size - 4, rules.hand_size):
            played = {str(card) for trick in log.tricks[:tricks] for card in trick.cards}
            counting = {str(card) for card in deck(rules.cards) if card.suit == 2} | {"QS", jack}
            stopped = replace(log, tricks=log.tricks[:tricks], cut_short=CutShort(None))
            verdict = check(LogGame(loose=True, deals=(stopped,)), rules).deals[0].verdict
            all_out = counting <= played
            assert verdict is (Verdict.CLAIMABLE if all_out else Verdict.INCOMPLETE)
            verdicts.add(verdict)
    assert len(verdicts) == 2


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


def test_a_deal_made_by_hand_needs_no_lines() -> None:
    deal = check(LogGame(loose=True, deals=(LogDeal(number=1),)), AMERICAN).deals[0]
    assert (deal.line, deal.problems[0].line) == (None, None)
