"""Score sheets against RULES.md and against a second way to find what is possible."""

import itertools
import random
from functools import cache

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.generate import generate_game
from engine.replay import check
from engine.rows import rows_of
from engine.rules import RuleSet
from engine.rulesets import (
    AMERICAN,
    AMERICAN_CHOICE,
    AMERICAN_DOUBLE,
    DUTCH,
    DUTCH_RETURN,
    KLASSIEK,
    OMNIBUS,
    RULE_SETS,
    SPECIAAL,
    rule_set,
)
from engine.scoresheet import _possible, check_row, check_totals, possible_rows
from engine.seats import FourInts

KEEPING = OMNIBUS.with_switch("moon_keeps_jack", "yes")
EXACTLY = DUTCH_RETURN.with_switch("return_to_zero", "exactly")


# one deal


@pytest.mark.parametrize(
    ("rules", "leg", "sums"),
    [
        # RULES.md, "What a deal's scores must add up to".
        (rule_set("american"), "out", {26, 78}),
        (rule_set("american-draw"), "out", {26, 78}),
        (rule_set("american-choice"), "out", {26, 78, -26}),
        (rule_set("american-double"), "out", {26, 78, 156}),
        (rule_set("omnibus"), "out", {16, 78}),
        (KEEPING, "out", {16, 68}),
        (rule_set("dutch"), "out", {15, 45, 90}),
        (rule_set("dutch-return"), "out", {15, 45, -15}),
        (rule_set("dutch-return"), "return", {-15, 45}),
        (EXACTLY, "return", {15, 45, -15}),
        (rule_set("klassiek"), "out", {26, 39}),
        (rule_set("speciaal"), "out", {26, 39}),
    ],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_the_sums_of_the_table(rules: RuleSet, leg: str, sums: set[int]) -> None:
    assert {sum(row) for row in possible_rows(rules, leg)} == sums


def test_2230_of_the_3654_ways_to_split_26_are_possible() -> None:
    splits = [row for row in itertools.product(range(27), repeat=4) if sum(row) == 26]
    assert len(splits) == 3654
    assert sum(row in possible_rows(AMERICAN) for row in splits) == 2230


@pytest.mark.parametrize(
    ("rules", "row", "possible"),
    [
        (AMERICAN, (7, 7, 6, 6), False),
        (AMERICAN, (3, 17, 6, 0), True),
        (AMERICAN, (26, 0, 0, 0), False),
        (AMERICAN, (25, 1, 0, 0), True),
        (AMERICAN, (0, 26, 26, 26), True),
        (AMERICAN, (-26, 0, 0, 0), False),
        (AMERICAN_CHOICE, (0, 0, -26, 0), True),
        (AMERICAN_DOUBLE, (52, 52, 0, 52), True),
        (AMERICAN, (52, 52, 0, 52), False),
        (DUTCH, (4, 4, 4, 3), False),
        (DUTCH, (13, 0, 0, 2), True),
        (DUTCH, (15, 0, 0, 0), False),
        (DUTCH, (30, 30, 30, 0), True),
        (OMNIBUS, (26, 0, 0, -10), True),
        (OMNIBUS, (16, 0, 0, 0), True),  # three hearts and QS; ten hearts and JD; nothing
        (OMNIBUS, (17, -1, 0, 0), True),
        (OMNIBUS, (27, -11, 0, 0), False),
        (OMNIBUS, (0, 26, 26, 26), True),
        (KEEPING, (-10, 26, 26, 26), True),
        (KEEPING, (0, 26, 26, 26), False),
        (KLASSIEK, (13, 0, 13, 13), True),
        (KLASSIEK, (0, 26, 26, 26), False),
    ],
)
def test_single_rows(rules: RuleSet, row: FourInts, possible: bool) -> None:
    assert (check_row(rules, row) is None) is possible


def test_a_row_that_fails_says_what_was_possible() -> None:
    found = check_row(AMERICAN, (3, 71, 6, 0))
    assert (found.code, found.fields["sum"], found.fields["possible"]) == (
        "sheet.sum",
        80,
        (26, 78),
    )
    found = check_row(AMERICAN, (7, 7, 6, 6))
    assert found.code == "sheet.row"
    # Somebody needs thirteen: seven from one of the others is the least that can be wrong.
    nearest = found.fields["nearest"]
    assert nearest
    assert all(row in possible_rows(AMERICAN) for row in nearest)
    assert {sum(abs(a - b) for a, b in zip(row, (7, 7, 6, 6), strict=True)) for row in nearest} == {
        12
    }


def test_rows_of_the_return_leg() -> None:
    assert check_row(DUTCH_RETURN, (-9, -6, 0, 0), "return") is None
    assert check_row(DUTCH_RETURN, (9, 6, 0, 0), "return").code == "sheet.sum"
    assert check_row(DUTCH_RETURN, (0, 15, 15, 15), "return") is None
    assert check_row(DUTCH_RETURN, (-15, 0, 0, 0), "return") is None
    assert check_row(EXACTLY, (9, 6, 0, 0), "return") is None


def other_rows(rules: RuleSet) -> set[FourInts]:
    """The possible rows found card by card, without the engine's arithmetic of divisions."""
    hearts = 13 if rules.cards == 52 else 8
    singles = [rules.queen_of_spades, rules.jack_of_diamonds, rules.jack_of_clubs]
    singles = [points for points in singles if points]
    reached: set[tuple[tuple[int, int], ...]] = {((0, 0),) * 4}
    for points in [rules.heart] * hearts + singles:
        reached = {
            tuple(
                (own[0] + points, own[1] + 1) if seat == taker else own
                for seat, own in enumerate(held)
            )
            for held in reached
            for taker in range(4)
        }
    everything = hearts + len(singles)
    rows = {
        tuple(points for points, _ in held)
        for held in reached
        if all(cards < everything for _, cards in held)
    }
    jack = rules.jack_of_diamonds if rules.moon_keeps_jack else 0
    for shooter in range(4):
        factors = (1, 2) if rules.all_tricks == "double" else (1,)
        for factor in factors:
            others = rules.moon_points * factor
            rows.add(tuple(jack if seat == shooter else others for seat in range(4)))
        if rules.moon_pays == "choice":
            rows.add(tuple(-rules.moon_points if seat == shooter else 0 for seat in range(4)))
    return rows


@pytest.mark.parametrize("rules", [*RULE_SETS.values(), KEEPING], ids=lambda rules: rules.name)
def test_rows_found_another_way(rules: RuleSet) -> None:
    assert set(possible_rows(rules)) == other_rows(rules)


# totals


def refused(totals: FourInts, rules: RuleSet = AMERICAN, target: int | None = None) -> str | None:
    found = check_totals(rules, totals, target)
    return None if found is None else found.code


def test_the_totals_of_the_tutorial_are_refused_with_the_reason() -> None:
    found = check_totals(AMERICAN, (23, 45, 8, 31))
    assert found.code == "totals.sum"
    assert (found.fields["sum"], found.fields["unit"]) == (107, 26)
    assert (found.fields["below"], found.fields["above"]) == (104, 130)
    assert refused((102, 34, 37, 35)) is None
    assert refused((102, 34, 23, 31)) == "totals.sum"


@pytest.mark.parametrize(
    ("totals", "code"),
    [
        ((23, 45, 78, 114), None),
        ((0, 0, 0, 260), "totals.past_target"),
        ((52, 52, 52, 52), "totals.none_at_target"),
        ((100, 52, 52, 56), None),
        ((125, 26, 26, 31), None),
        ((126, 26, 26, 30), "totals.past_target"),
        ((104, 0, 0, 0), "totals.division"),  # four moons' worth of cards, none of them shot
        ((100, 4, 0, 0), None),  # 25 points in each of four deals
        ((125, 124, 5, 6), "totals.last_deal"),
        ((0, 104, 104, 104), None),  # four moons
        ((0, 103, 104, 105), None),  # three moons, and three deals for 25 26 27
        ((100, 100, 100, 12), None),
    ],
)
def test_totals_under_american(totals: FourInts, code: str | None) -> None:
    for order in itertools.permutations(totals):
        assert refused(order) == code


def test_a_refusal_says_what_was_possible() -> None:
    found = check_totals(AMERICAN, (0, 0, 0, 260))
    assert (found.fields["seat"], found.fields["most"], found.fields["target"]) == ("W", 125, 100)
    found = check_totals(AMERICAN, (125, 124, 5, 6))
    assert found.fields["nearest"]
    assert all(refused(near) is None for near in found.fields["nearest"])
    found = check_totals(AMERICAN, (104, 0, 0, 0))
    assert (100, 4, 0, 0) in found.fields["nearest"]
    found = check_totals(AMERICAN, (52, 52, 52, 52))
    assert (found.fields["highest"], found.fields["target"]) == (52, 100)


def test_the_target_belongs_to_the_event() -> None:
    assert refused((52, 52, 26, 26)) == "totals.none_at_target"
    assert refused((52, 52, 26, 26), target=50) is None
    assert refused((100, 52, 52, 56), target=50) == "totals.past_target"


def test_speciaal_cannot_end_with_the_lowest_tied_and_may_go_on_past_the_target() -> None:
    assert refused((104, 52, 26, 26), SPECIAAL) == "totals.tied_lowest"
    assert refused((104, 52, 26, 26), KLASSIEK) is None
    assert refused((140, 52, 36, 32), SPECIAAL) is None
    assert refused((140, 52, 36, 32), KLASSIEK) == "totals.past_target"


@pytest.mark.parametrize(
    ("totals", "code"),
    [
        ((30, 20, 10, 0), None),
        ((30, 20, 11, 0), "totals.sum"),
        ((30, 20, 9, 1), "totals.none_at_zero"),
        ((40, 30, 4, -14), None),
        ((20, 20, 20, -15), "totals.below_zero"),
        ((45, 20, -5, -15), None),  # one return deal after an outward leg with moons of one's own
    ],
)
def test_totals_of_a_return_leg(totals: FourInts, code: str | None) -> None:
    assert refused(totals, DUTCH_RETURN) == code


def test_exactly_needs_somebody_at_zero() -> None:
    assert refused((30, 20, 11, 0), EXACTLY) is None
    assert refused((30, 20, 11, 1), EXACTLY) == "totals.none_at_zero"


def test_negative_totals_are_possible_where_cards_or_choices_are() -> None:
    assert refused((100, 60, 20, -20), OMNIBUS) is None
    assert refused((100, 60, 20, -20), AMERICAN) == "totals.sum"
    assert refused((110, 60, 38, -26), AMERICAN_CHOICE) is None
    assert refused((110, 60, 37, -26), AMERICAN_CHOICE) == "totals.sum"


@cache
def games_by_search(rules: RuleSet, target: int) -> tuple[set[FourInts], int]:
    """Every sorted final total of a game with this target, by playing on from every position.

    Only for rows without negative points; positions are kept sorted, since the rows are the same
    whichever way the table is turned.
    """
    rows = {tuple(row) for row in other_rows(rules)}
    ends: set[FourInts] = set()
    seen = {(0, 0, 0, 0)}
    todo = [(0, 0, 0, 0)]
    while todo:
        position = todo.pop()
        for row in rows:
            after = tuple(sorted(map(sum, zip(position, row, strict=True))))
            if after[3] >= target:
                ends.add(after)
            elif after not in seen:
                seen.add(after)
                todo.append(after)
    return ends, max(max(row) for row in rows)


@pytest.mark.parametrize(
    ("rules", "target"),
    [(AMERICAN, 20), (AMERICAN, 9), (KLASSIEK, 16), (DUTCH, 12), (AMERICAN_DOUBLE, 12)],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_totals_are_possible_exactly_if_a_search_finds_a_game(rules: RuleSet, target: int) -> None:
    ends, highest = games_by_search(rules, target)
    assert ends
    assert all(check_totals(rules, end, target) is None for end in ends)
    unit = min(sum(row) for row in possible_rows(rules))
    others = [
        totals
        for totals in itertools.combinations_with_replacement(range(target + highest), 4)
        if totals[3] >= target and totals not in ends and not sum(totals) % unit
    ]
    assert len(others) > 100
    assert not any(_possible(rules, totals, target) for totals in others)
    for totals in random.Random(1).sample(others, 40):
        assert check_totals(rules, totals, target) is not None


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
def test_no_game_that_can_be_played_is_refused(rules: RuleSet) -> None:
    rng = random.Random(5)
    for target in (rules.target, 30, 12):
        for _ in range(6):
            game = generate_game(rules, rng, target)
            if game.ended == "finished":
                totals = check(game, rules).totals
                assert check_totals(rules, totals, target) is None, totals


PUBLISHED = st.sampled_from([*RULE_SETS.values(), KEEPING])


@given(rules=PUBLISHED, data=st.data(), target=st.integers(1, 120))
def test_no_sum_of_rows_is_refused(rules: RuleSet, data: st.DataObject, target: int) -> None:
    if rules.game_ends == "return_leg":
        return
    rows = st.sampled_from(sorted(rows_of(rules)))
    totals = (0, 0, 0, 0)
    for _ in range(30):
        if max(totals) < target:
            totals = tuple(map(sum, zip(totals, data.draw(rows), strict=True)))
    assume(max(totals) >= target)
    found = check_totals(rules, totals, target)
    assert found is None or found.code == "totals.tied_lowest"


@given(rules=PUBLISHED, totals=st.tuples(*[st.integers(-(10**7), 10**7)] * 4))
def test_absurd_totals_are_answered_at_once(rules: RuleSet, totals: FourInts) -> None:
    found = check_totals(rules, totals)
    assert found is None or found.fields["totals"] == totals
