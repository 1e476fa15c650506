"""The batch says of every deal what the readable engine says, legal or not, whole or not."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from types import CodeType

import numpy as np
import pytest
from batchoracle import EVERY_RULE_SET, assert_alike, deals_of, readable

from engine import deal, legality, scoring
from engine.batch import (
    PROBLEM_CODES,
    VERDICTS,
    Deals,
    arrays_of,
    compiling,
    deal_verdicts,
    log_deals,
    referee,
)
from engine.batch.arrays import LAYOUT, NOBODY, NOT_STATED, UNREADABLE, columns, joined
from engine.cards import Card
from engine.faults import FAULTS, can_happen
from engine.gamelog.formats import read_log
from engine.generate import generate_deal, generate_game
from engine.problems import CODES, NotationError
from engine.rulesets import AMERICAN, AMERICAN_CHOICE, DUTCH, KLASSIEK, RULE_SETS
from engine.seats import SEATS

pytest.importorskip("numba", reason="the extra `batch`")

RULE_MODULES = ("engine.legality", "engine.scoring")


@pytest.mark.parametrize("name", EVERY_RULE_SET)
def test_legal_deals_and_deals_with_every_fault(name: str) -> None:
    rules = EVERY_RULE_SET[name]
    deals = arrays_of(list(deals_of(rules, Random(f"batch {name}"), 160)), rules)
    found = referee(deals, rules)
    verdicts = assert_alike(deals, found, rules)
    kinds = {fault.verdict.value for fault in FAULTS.values() if can_happen(fault, rules)}
    assert kinds - verdicts.keys() <= {"unreadable", "claimable"}
    assert found.by_kernel.mean() > 0.8


@pytest.mark.parametrize("name", EVERY_RULE_SET)
def test_the_kernel_decides_every_legal_deal_of_a_game(name: str) -> None:
    """A kernel that left everything undecided would agree, too."""
    rules = EVERY_RULE_SET[name]
    rng = Random(8)
    logs = [deal for _ in range(5) for deal in generate_game(rules, rng).deals]
    found = referee(arrays_of(logs, rules), rules)
    assert found.by_kernel.all()
    assert {VERDICTS[verdict].value for verdict in found.verdict} <= {"ok", "scores_differ"}


@pytest.mark.parametrize("name", EVERY_RULE_SET)
def test_numbers_changed_anywhere(name: str) -> None:
    """Cells overwritten, swapped, wiped out: still the same verdicts, and no crash."""
    rules = EVERY_RULE_SET[name]
    rng = Random(f"changed {name}")
    deals = arrays_of(list(deals_of(rules, rng, 160, faulty_one_in=10)), rules)
    for row in range(len(deals.number)):
        for _ in range(rng.randrange(4)):
            change(deals, row, rng)
    assert len(assert_alike(deals, referee(deals, rules), rules)) > 4


def change(deals: Deals, row: int, rng: Random) -> None:
    column, array = rng.choice(list(columns(deals)))
    if array.ndim == 1:
        array[row] = rng.randrange(-2, 6)
        return
    cells = array[row].reshape(-1)
    at, other = rng.randrange(len(cells)), rng.randrange(len(cells))
    match rng.randrange(5):
        case 0:
            cells[at] = rng.randrange(-3, 60)
        case 1:
            cells[at] = rng.randrange(-1, 4)
        case 2:
            cells[at], cells[other] = cells[other], cells[at]
        case 3:
            cells[at:] = NOT_STATED if column.name == "stated" else NOBODY
        case _:
            cells[:] = NOBODY


# what the texts and others say


def test_the_25_deals_of_a_strong_bot(openspiel_lines: list[str]) -> None:
    # Which lines are illegal is said in the README of the samples.
    (log,) = read_log(openspiel_lines)
    found = referee(arrays_of(log.deals, AMERICAN), AMERICAN)
    illegal = np.flatnonzero(found.verdict == VERDICTS.index("illegal")) + 1
    assert illegal.tolist() == [4, 9, 10, 11, 14, 15, 16, 17, 19]
    assert {PROBLEM_CODES[found.code[line - 1]] for line in illegal} == {"play.hearts_unbroken"}
    queen = AMERICAN.with_switch("hearts_broken_by", "any_or_queen")
    found = referee(arrays_of(log.deals, queen), queen)
    assert (found.verdict == VERDICTS.index("ok")).all()
    assert found.by_kernel.all()


def a_void_in_clubs(card: str, rules: str) -> str:
    """East, void in clubs on trick 1 with AH KH QS AS AD (RULES.md, golden examples), plays one."""
    east = [Card.named(name) for name in ("AH", "KH", "QS", "AS", "AD")]
    east += [Card.named(f"{rank}S") for rank in "23456789"]
    clubs = [Card.named(f"{rank}C") for rank in "23456789TJQKA"]
    rest = [card for card in map(Card, range(52)) if card not in (*east, *clubs)]
    deals = arrays_of([generate_deal(AMERICAN, Random(1)).log], AMERICAN)
    for seat, hand in enumerate((clubs, east, rest[:13], rest[13:])):
        deals.hands[0, seat] = hand
    deals.plays[0] = NOBODY
    deals.plays[0, 0] = clubs[0], Card.named(card), rest[0], rest[-1]
    deals.leaders[0] = NOBODY
    deals.leaders[0, 0] = SEATS[0]
    found = referee(deals, RULE_SETS[rules])
    assert found.by_kernel.all()
    return PROBLEM_CODES[found.code[0]]


@pytest.mark.parametrize(
    ("rules", "legal"), [("american", {"AS", "AD"}), ("klassiek", {"AS", "AD", "AH", "KH"})]
)
def test_void_in_clubs_on_trick_1(rules: str, legal: set[str]) -> None:
    codes = {card: a_void_in_clubs(card, rules) for card in ("AH", "KH", "QS", "AS", "AD")}
    # Legal or not, play stops after this trick; an illegal card is found first.
    assert {card for card, code in codes.items() if code == "cut.short"} == legal
    assert {code for card, code in codes.items() if card not in legal} == {"play.first_trick"}


def test_a_moon_pays_what_each_text_says() -> None:
    """North holds all clubs of 32 and takes every trick: worked by hand from the table."""
    tricks = [
        ("7C", "AH", "7H", "AD"), ("8C", "KH", "AS", "KD"), ("9C", "QH", "KS", "QD"),
        ("TC", "JH", "JS", "JD"), ("JC", "TH", "TS", "TD"), ("QC", "9H", "9S", "9D"),
        ("KC", "8H", "8S", "8D"), ("AC", "QS", "7S", "7D"),
    ]  # fmt: skip
    deals = arrays_of([generate_deal(DUTCH, Random(1)).log], DUTCH)
    for _, array in columns(deals):
        array[:] = NOBODY
    deals = deals._replace(
        number=np.array([1]), direction=np.array([0]), after_pass=np.array([0]), void=np.array([0])
    )
    deals.stated[:] = NOT_STATED
    deals.leaders[0] = 0
    deals.plays[0] = [[Card.named(name) for name in trick] for trick in tricks]
    assert referee(deals, DUTCH).points.tolist() == [[0, 30, 30, 30]]
    as_moon = DUTCH.with_switch("all_tricks", "as_moon")
    assert referee(deals, as_moon).points.tolist() == [[0, 15, 15, 15]]
    choice = DUTCH.with_switch("moon_pays", "choice")
    undecided = referee(deals, choice)
    assert VERDICTS[undecided.verdict[0]].value == "uncheckable"
    deals.moon[0] = 0, 1
    assert referee(deals, choice).points.tolist() == [[-15, 0, 0, 0]]
    assert referee(deals, choice).shooter.tolist() == [0]


# the layout


@pytest.mark.parametrize("name", EVERY_RULE_SET)
def test_a_log_comes_back_from_its_arrays(name: str) -> None:
    rules = EVERY_RULE_SET[name]
    logs = generate_game(rules, Random(name)).deals
    back = log_deals(arrays_of(logs, rules), range(len(logs)))
    assert back == [replace(log, totals=None) for log in logs]


@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.dtype(">i2")])
def test_other_kinds_of_whole_numbers(kind: type) -> None:
    rules = AMERICAN_CHOICE
    logs = list(deals_of(rules, Random(2), 60))
    deals = arrays_of(logs, rules)
    full = np.flatnonzero((deals.plays >= 0).all(axis=(1, 2)) & (deals.hands >= 0).all(axis=(1, 2)))
    deals = Deals(*(array[full] for array in deals))
    other = deals._replace(hands=deals.hands.astype(kind), plays=deals.plays.astype(kind))
    assert len(full) > 30
    for one, two in zip(referee(deals, rules), referee(other, rules), strict=True):
        assert (one == two).all()


def test_a_number_that_does_not_fit_8_bits_is_no_card() -> None:
    deals = arrays_of([generate_deal(AMERICAN, Random(1)).log], AMERICAN)
    wide = deals.plays.astype(np.int64)
    wide[0, 3, 2] += 256
    found = referee(deals._replace(plays=wide), AMERICAN)
    assert VERDICTS[found.verdict[0]].value == "unreadable"
    assert PROBLEM_CODES[found.code[0]] == "array.value"


def test_more_cards_than_the_rules_have_are_a_fault_and_more_room_is_none() -> None:
    parts = [arrays_of([generate_deal(rules, Random(4)).log], rules) for rules in (DUTCH, AMERICAN)]
    wide = joined(parts)
    assert wide.plays.shape == (2, 13, 4)
    found = referee(wide, DUTCH)
    assert [VERDICTS[verdict].value for verdict in found.verdict] == ["ok", "illegal"]
    assert found.by_kernel.tolist() == [1, 0]
    assert_alike(wide, found, DUTCH)


def test_arrays_that_do_not_belong_together_are_refused() -> None:
    deals = arrays_of([generate_deal(AMERICAN, Random(1)).log] * 2, AMERICAN)
    with pytest.raises(NotationError) as refused:
        referee(deals._replace(dealer=deals.dealer[:1]), AMERICAN)
    assert refused.value.problem.fields == {"array": "dealer", "shape": "1", "expected": "2"}
    with pytest.raises(NotationError) as refused:
        referee(deals._replace(plays=deals.plays.astype(float)), AMERICAN)
    assert refused.value.code == "array.kind"


def test_no_deals() -> None:
    assert len(referee(arrays_of([], AMERICAN), AMERICAN).verdict) == 0


def test_an_unreadable_deal_is_one_in_arrays_too() -> None:
    (log,) = read_log(["% hjl 1", "H 1 left", "T N 2C ??"])
    deals = arrays_of(log.deals, AMERICAN)
    assert deals.plays[0, 0, 0] == UNREADABLE
    assert VERDICTS[referee(deals, AMERICAN).verdict[0]].value == "unreadable"


def test_every_array_of_the_layout_is_a_field_in_order() -> None:
    assert tuple(column.name for column in LAYOUT) == Deals._fields
    assert len(PROBLEM_CODES) == len(CODES) + 1 < 1 << 16


# two engines, one set of rules


def test_without_the_kernel_the_verdicts_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = KLASSIEK
    deals = arrays_of(list(deals_of(rules, Random(6), 60)), rules)
    fast = referee(deals, rules)
    few = referee(deals, rules, kernel=False)
    monkeypatch.setattr("engine.batch.refereeing.can_compile", lambda: False)
    slow = referee(deals, rules)
    assert not slow.by_kernel.any()
    for name in set(fast._fields) - {"by_kernel"}:
        assert (getattr(fast, name) == getattr(slow, name)).all()
        assert (getattr(few, name) == getattr(slow, name)).all()


def test_verdicts_as_a_replay_tells_them() -> None:
    rules = AMERICAN
    deals = arrays_of(list(deals_of(rules, Random(9), 80)), rules)
    told = list(deal_verdicts(deals, referee(deals, rules), rules))
    assert told == list(readable(log_deals(deals, range(len(deals.number))), rules))


def names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


def test_both_engines_ask_the_same_functions() -> None:
    readable_engine = (
        deal.Deal.put, deal.Deal.put_trick, deal.Deal._note_excuse, legality.first_leader,
        legality.breaks_hearts, legality.refusal, scoring.outcome_of, scoring.points_of,
    )  # fmt: skip
    asked = {name for function in readable_engine for name in names_in(function.__code__)}
    assert {rule.__name__ for rule in compiling.RULES} <= asked
    compiled = list(compiling._compiled_functions())
    for function in compiled:
        for name in function.__code__.co_names:
            value = function.__globals__.get(name)
            if callable(value) and getattr(value, "__module__", "") in RULE_MODULES:
                assert value in compiled or isinstance(value, type), name


def test_what_numba_kept_is_not_used_after_a_rule_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = compiling._stamp()
    assert before == compiling._stamp()

    def other(card: int, best: int, led: int) -> bool:
        return card > best and led >= 0

    monkeypatch.setattr(legality.beats, "__code__", other.__code__)
    assert compiling._stamp() != before


class Kept:
    """A kernel whose kept code is damaged until it is compiled again, or for good."""

    def __init__(self, *, can_be_renewed: bool) -> None:
        self.damaged = True
        self.can_be_renewed = can_be_renewed
        self.calls: list[object] = []

    def recompile(self) -> None:
        self.damaged = not self.can_be_renewed

    def __call__(self, argument: object) -> None:
        if self.damaged:
            raise EOFError
        self.calls.append(argument)


@pytest.mark.parametrize("can_be_renewed", [True, False])
def test_a_damaged_cache_is_renewed_or_done_without(can_be_renewed: bool) -> None:
    kept, fresh = Kept(can_be_renewed=can_be_renewed), Kept(can_be_renewed=False)
    fresh.damaged = False
    kernel = compiling.renewing(kept, fresh)
    kernel(1)
    kernel(2)
    assert (kept.calls, fresh.calls) == (([1, 2], []) if can_be_renewed else ([], [1, 2]))


def test_what_is_wrong_with_the_kernel_itself_is_told() -> None:
    kept, fresh = Kept(can_be_renewed=False), Kept(can_be_renewed=False)
    with pytest.raises(EOFError):
        compiling.renewing(kept, fresh)(1)
