"""The fast lane says of every log what the slow one says, and takes the deals it is meant for."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import plaindeals
from engine.fastlane import Judged, check_text
from engine.faults import FAULTS, can_happen, with_fault
from engine.gamelog.hjl_reader import read_games
from engine.gamelog.hjl_writer import deal_lines, write_games
from engine.generate import generate_game
from engine.plaindeals import FastReferee
from engine.problems import RulesError
from engine.replay import Replay, check, rules_of
from engine.rulesets import RULE_SETS

HOUSE = RULE_SETS["dutch-return"].with_switch("return_to_zero", "exactly")
EVERY = {**RULE_SETS, "exactly": HOUSE}


def slowly(text: str) -> Iterator[Judged]:
    for log in read_games(text.split("\n")):
        try:
            yield log, check(log, rules_of(log))
        except RulesError as error:
            yield log, error


def assert_alike(text: str) -> None:
    """Both lanes give the same verdicts, problems, lines and tags."""
    slow = list(slowly(text))
    for size in (len(text) + 1, 997):
        parts = [text[at : at + size] for at in range(0, len(text), size)]
        assert_equal(list(check_text(parts, rules_of)), slow)


def assert_equal(fast: list[Judged], slow: list[Judged]) -> None:
    assert len(fast) == len(slow)
    for (one, judged), (other, expected) in zip(fast, slow, strict=True):
        if isinstance(expected, RulesError):
            assert isinstance(judged, RulesError)
            assert judged.problem == expected.problem
            continue
        assert judged == expected
        assert one == replace(other, deals=())
        assert (one.line, one.problems) == (other.line, other.problems)


@pytest.mark.parametrize("name", EVERY)
def test_legal_games_and_games_with_every_fault(name: str) -> None:
    rules = EVERY[name]
    rng = Random(f"lanes {name}")
    games = [generate_game(rules, rng) for _ in range(6)]
    for fault in FAULTS.values():
        if can_happen(fault, rules) and fault.key != "unreadable":
            planted = with_fault(generate_game(rules, rng), rules, fault, rng)
            games += [planted[0]] if planted is not None else []
    assert_alike(write_games(games))


@pytest.mark.parametrize("name", EVERY)
def test_most_deals_take_the_fast_lane(name: str) -> None:
    """A lane that refused everything would agree with the slow one, too."""
    rules = EVERY[name]
    rng = Random(5)
    referee = FastReferee(rules)
    deals = [deal for _ in range(12) for deal in generate_game(rules, rng).deals]
    texts = ["\n".join(deal_lines(deal)) + "\n" for deal in deals]
    taken = sum(referee.judge(text, 0) is not None for text in texts)
    assert taken > len(deals) * 0.95


GAMES = {name: write_games([generate_game(EVERY[name], Random(11))]) for name in EVERY}


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_mutated_logs(data: st.DataObject) -> None:
    """Lines changed, dropped, doubled or swapped, and characters anywhere."""
    lines = GAMES[data.draw(st.sampled_from(sorted(GAMES)))].split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(1, len(lines) - 1))
        other = data.draw(st.integers(1, len(lines) - 1))
        match data.draw(st.sampled_from(("character", "drop", "double", "swap", "word", "new"))):
            case "character" if lines[at]:
                place = data.draw(st.integers(0, len(lines[at]) - 1))
                put = data.draw(st.sampled_from('NESW23KQJTA. :,%-\r"HCDx'))
                lines[at] = lines[at][:place] + put + lines[at][place + 1 :]
            case "drop":
                del lines[at]
            case "double":
                lines.insert(other, lines[at])
            case "swap":
                lines[at], lines[other] = lines[other], lines[at]
            case "word":
                words, theirs = lines[at].split(" "), lines[other].split(" ")
                words[-1], theirs[-1] = theirs[-1], words[-1]
                lines[at], lines[other] = " ".join(words), " ".join(theirs)
            case _:
                fresh = (
                    "", "% a remark", 'C N +5 "ruling"', 'P W "Eef"', "K - out", 'V "misdeal"',
                    '[Rules "dutch"]', '[Cards "nl"]', '[Deals "loose"]', "H 3 left",
                    "  H 2 right", "M N self", "S N:26 E:0 S:0 W:0", '[Target "30"]',
                    '[Rules "canadian"]', "Q",
                )  # fmt: skip
                lines.insert(at, data.draw(st.sampled_from(fresh)))
        if len(lines) < 3:
            break
    assert_alike("\n".join(lines))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "% hjl 1\n",
        "H 1 left\n",
        "% hjl 1\nnonsense\n",
        '% hjl 1\n[Rules "canadian"]\nH 1 left\n',
        '% hjl 1\n[Cards "nl"]\nH 1 left\nV "x"\n',
        '% hjl 1\nP W "Eef"\nH 1 left\nV "x"\n',
        "% hjl 2\nH 1 none\nT E 2C JC QC KC\n",
        "\ufeff% hjl 1\nH 1 none\n",
    ],
)
def test_odd_files(text: str) -> None:
    assert_alike(text)


def test_a_head_that_cannot_be_read_belongs_to_the_deal_before() -> None:
    text = GAMES["american"].replace("\nH 3 ", "\nHN3 ", 1)
    assert text != GAMES["american"]
    assert_alike(text)


def test_cards_that_are_written_out_of_order_are_no_plain_hand() -> None:
    ranks = plaindeals._Ranks({"-": 0})
    assert ranks["A2"] == 0b1000000000001
    assert ranks["2A"] == ranks["AA"] == ranks["A-"] == ranks["--"] == ranks["-"] == 0
    assert set(ranks) == {"-", "A2"}


def test_blank_lines_between_deals_keep_no_deal_from_the_fast_lane() -> None:
    referee = FastReferee(RULE_SETS["american"])
    text = GAMES["american"].replace("\nH ", "\n\n\nH ")
    assert_alike(text)
    heads = [at for at in range(len(text)) if text.startswith("\nH ", at)]
    assert sum(referee.judge(text, at + 1) is not None for at in heads) > len(heads) - 2


def test_loose_deals_are_judged_alike() -> None:
    assert_alike(GAMES["klassiek"].replace("[Rules", '[Deals "loose"] [Rules'))


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("loose", [False, True], ids=["games", "loose"])
def test_plain_deals_are_followed_as_any_deal_is(
    name: str, loose: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, rng = EVERY[name], Random(f"plain {name}")
    games = [replace(generate_game(rules, rng), loose=loose) for _ in range(4)]
    first, *others = games[0].deals
    games.append(replace(games[0], deals=(replace(first, void="misdeal"), first, *others)))
    quick = [check(game, rules) for game in games]
    monkeypatch.setattr(Replay, "take_plain", lambda *_: False)
    assert [check(game, rules) for game in games] == quick
