"""Legal logged deals, ways to tamper with their cards, and both lanes beside another referee."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from plainreferee import is_legal

from engine.fastlane import check_text
from engine.gamelog.hjl_reader import read_games
from engine.gamelog.hjl_writer import deal_lines
from engine.generate import generate_deal
from engine.replay import check
from engine.rules import RuleSet
from engine.rulesets import RULE_SETS
from engine.scoring import moon_choices, points_of
from engine.seats import Direction

HEAD = '% hjl 1\n[Deals "loose"]\n'
HOUSES = {
    **RULE_SETS,
    "queen breaks": RULE_SETS["american"].with_switch("hearts_broken_by", "any_or_queen"),
    "by discard": RULE_SETS["speciaal"].with_switch("hearts_broken_by", "discard"),
}


def legal_lines(rules: RuleSet, rng: Random, number: int) -> list[str]:
    """A legal deal with its score, as lines."""
    cycle = rules.pass_cycle
    direction: Direction = cycle[number % len(cycle)]
    played = generate_deal(rules, rng, 1, direction)
    lines = list(deal_lines(played.log))
    choice = "others"
    if played.outcome.shooter is not None and len(moon_choices(rules)) > 1:
        choice = ("others", "self")[rng.randrange(2)]
        lines.append(f"M {played.outcome.shooter.name} {choice}")
    points = points_of(rules, played.outcome, choice)
    return [*lines, "S N:{} E:{} S:{} W:{}".format(*points)]


Cards = list[tuple[int, int]]


def cards_in(lines: list[str]) -> Cards:
    """Where cards stand: line and column of every two characters in X and T."""
    return [
        (row, column)
        for row, line in enumerate(lines)
        if line[0] in "XT"
        for column in range(2, len(line) - 1)
        if line[column] in "23456789TJQKA" and line[column + 1] in "CDHS"
    ]


def put(lines: list[str], place: tuple[int, int], card: str) -> None:
    row, column = place
    lines[row] = lines[row][:column] + card + lines[row][column + 2 :]


def card_at(lines: list[str], place: tuple[int, int]) -> str:
    row, column = place
    return lines[row][column : column + 2]


def swap(lines: list[str], rng: Random) -> None:
    one, other = rng.sample(cards_in(lines), 2)
    first, second = card_at(lines, one), card_at(lines, other)
    put(lines, one, second)
    put(lines, other, first)


def swap_in_trick(lines: list[str], rng: Random) -> None:
    row = rng.choice([row for row, line in enumerate(lines) if line[0] == "T"])
    one, other = rng.sample([place for place in cards_in(lines) if place[0] == row], 2)
    first, second = card_at(lines, one), card_at(lines, other)
    put(lines, one, second)
    put(lines, other, first)


def double(lines: list[str], rng: Random) -> None:
    one, other = rng.sample(cards_in(lines), 2)
    put(lines, one, card_at(lines, other))


def drop(lines: list[str], rng: Random) -> None:
    row, column = rng.choice(cards_in(lines))
    lines[row] = (lines[row][:column].rstrip(" ,") + lines[row][column + 2 :]).replace(":,", ":")


def reorder_tricks(lines: list[str], rng: Random) -> None:
    rows = [row for row, line in enumerate(lines) if line[0] == "T"]
    one, other = rng.sample(rows, 2)
    lines[one], lines[other] = lines[other], lines[one]


def move_in_hands(lines: list[str], rng: Random) -> None:
    """A rank in one hand, put anywhere else: another order, another suit, another hand."""
    (row,) = (row for row, line in enumerate(lines) if line[0] == "D")
    letters = list(lines[row])
    ranks = [at for at, letter in enumerate(letters) if at > 3 and letter in "23456789TJQKA"]
    rank = letters.pop(rng.choice(ranks))
    letters.insert(rng.choice(ranks[:-1]), rank)
    lines[row] = "".join(letters)


def swap_in_hands(lines: list[str], rng: Random) -> None:
    (row,) = (row for row, line in enumerate(lines) if line[0] == "D")
    letters = list(lines[row])
    ranks = [at for at, letter in enumerate(letters) if at > 3 and letter in "23456789TJQKA"]
    one, other = rng.sample(ranks, 2)
    letters[one], letters[other] = letters[other], letters[one]
    lines[row] = "".join(letters)


Tampering = Callable[[list[str], Random], None]

IN_TRICKS: tuple[Tampering, ...] = (swap, swap_in_trick, double, drop, reorder_tricks)
TAMPERINGS: tuple[Tampering, ...] = (*IN_TRICKS, move_in_hands, swap_in_hands)


def assert_judged_right(lines: list[str], rules: RuleSet) -> str:
    """Both lanes say ok exactly if the other referee does; gives their verdict."""
    text = HEAD + "\n".join(lines) + "\n"
    (log,) = read_games(text.split("\n"))
    verdicts = [check(log, rules).deals[0].verdict.value]
    for _, judged in check_text([text], lambda _: rules):
        verdicts.append(judged.deals[0].verdict.value)
    (deal,) = log.deals
    legal = deal.readable and is_legal(deal, rules)
    assert verdicts == [verdicts[0]] * 2, text
    assert (verdicts[0] == "ok") is legal, text
    return verdicts[0]
