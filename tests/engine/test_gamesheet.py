"""Score sheets deal by deal: totals, the end, and what was probably meant. Numbers by hand."""

from itertools import accumulate
from random import Random

import pytest

from engine.gamesheet import GameSheet, better_fitting, likely_slips, looks_running
from engine.generate import generate_game
from engine.replay import check
from engine.rulesets import AMERICAN, AMERICAN_CHOICE, DUTCH_RETURN, KLASSIEK, RULE_SETS, SPECIAAL
from engine.seats import FourInts


def codes(sheet: GameSheet, row: FourInts, stated: FourInts | None = None) -> list[str]:
    return [found.code for found in sheet.add(row, stated)]


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_sheet_of_a_legal_game_is_right(name: str) -> None:
    """The cards are the second opinion: replay and sheet agree on totals, end and places."""
    rules = RULE_SETS[name]
    for seed in range(8):
        game = generate_game(rules, Random(seed))
        if game.ended != "finished":
            continue
        by_cards = check(game, rules)
        sheet = GameSheet(rules)
        for deal in by_cards.deals:
            assert deal.points is not None
            assert sheet.add(deal.points, deal.totals) == ()
        assert sheet.finish(by_cards.totals) == ()
        assert sheet.game.places() == by_cards.places


def test_a_game_too_short_and_one_played_on() -> None:
    sheet = GameSheet(AMERICAN, target=30)
    assert codes(sheet, (13, 7, 6, 0)) == []
    assert [found.code for found in sheet.finish()] == ["game.unfinished"]
    assert codes(sheet, (0, 26, 26, 26)) == []
    assert sheet.game.totals == (13, 33, 32, 26)
    assert sheet.finish() == ()
    assert codes(sheet, (13, 7, 6, 0)) == ["game.after_end"]


def test_speciaal_goes_on_while_the_lowest_total_is_shared() -> None:
    sheet = GameSheet(SPECIAAL, target=20)
    assert codes(sheet, (1, 1, 22, 2)) == []
    assert [found.code for found in sheet.finish()] == ["sheet.extra_deal"]
    assert codes(sheet, (13, 5, 0, 8)) == []
    assert sheet.game.totals == (14, 6, 22, 10)
    # South took nothing and does not lead, east leads and took some: yet another deal (note 10).
    assert [found.code for found in sheet.finish()] == ["sheet.extra_deal"]
    assert codes(sheet, (13, 4, 7, 2)) == []
    assert sheet.finish() == ()


def test_the_way_back() -> None:
    """There at 50, back from the next deal on; 9 and 6 come off."""
    sheet = GameSheet(DUTCH_RETURN, target=15)
    assert codes(sheet, (0, 15, 15, 15)) == []
    assert codes(sheet, (9, 6, 0, 0)) == ["sheet.sum", "sheet.signs"]
    sheet = GameSheet(DUTCH_RETURN, target=15)
    assert codes(sheet, (1, 14, 0, 0)) == []
    assert codes(sheet, (0, 15, 15, 15)) == []
    assert sheet.game.totals == (1, 29, 15, 15)
    assert [found.code for found in sheet.finish()] == ["totals.none_at_zero"]
    sheet = GameSheet(DUTCH_RETURN, target=14)
    sheet.add((1, 14, 0, 0))
    assert codes(sheet, (-9, -6, 0, 0)) == []
    assert sheet.game.totals == (-8, 8, 0, 0)
    assert sheet.finish() == ()


@pytest.mark.parametrize(
    ("rules", "row", "slip"),
    [
        (AMERICAN, (26, 0, 0, 0), ("sheet.moon", (0, 26, 26, 26))),
        (AMERICAN, (-26, 0, 0, 0), ("sheet.moon", (0, 26, 26, 26))),
        (KLASSIEK, (26, 26, 0, 26), ("sheet.moon", (13, 13, 0, 13))),
        (AMERICAN, (31, 7, 6, 0), ("sheet.transposed", 13)),
        (AMERICAN, (-13, 7, 6, 0), ("sheet.sign", 13)),
        (AMERICAN, (15, 7, 6, 0), ("sheet.misread", 13)),
        (AMERICAN, (1, 17, 6, 0), ("sheet.misread", 3)),
        (AMERICAN_CHOICE, (0, 0, 26, 0), ("sheet.moon", (26, 26, 0, 26))),
    ],
)
def test_a_likely_slip(rules: object, row: FourInts, slip: tuple[str, object]) -> None:
    assert rules in RULE_SETS.values()
    found = likely_slips(RULE_SETS[rules.name], row)  # type: ignore[attr-defined]
    said = [(each.code, each.fields.get("meant", each.fields.get("proposal"))) for each in found]
    assert slip in said


def test_both_ways_to_book_a_moon_are_proposed() -> None:
    found = likely_slips(AMERICAN_CHOICE, (0, 0, 26, 0))
    assert {each.fields.get("proposal") for each in found} == {(26, 26, 0, 26), (0, 0, -26, 0)}


def test_running_totals_tell_what_was_meant() -> None:
    sheet = GameSheet(AMERICAN)
    assert codes(sheet, (13, 7, 6, 0), (13, 7, 6, 0)) == []
    found = sheet.add((1, 17, 6, 2), (14, 13, 23, 2))  # second and third swapped: 6, 17
    assert [each.code for each in found] == ["sheet.totals", "sheet.columns"]
    assert found[1].fields["proposal"] == (1, 6, 17, 2)
    assert sheet.game.totals == (14, 13, 23, 2)
    found = sheet.add((3, 16, 6, 1), (20, 29, 26, 3))  # 6, 16, 3, 1 once a column is swapped
    assert [each.code for each in found] == ["sheet.totals", "sheet.columns"]
    assert sheet.add((0, 26, 26, 26), (20, 55, 52, 29)) == ()


def test_final_totals_find_the_deal_that_is_swapped() -> None:
    sheet = GameSheet(AMERICAN, target=20)
    sheet.add((13, 7, 6, 0))
    sheet.add((1, 17, 6, 2))
    assert sheet.game.totals == (14, 24, 12, 2)
    found = sheet.finish((14, 13, 23, 2))
    assert [each.code for each in found] == ["sheet.totals", "sheet.swapped"]
    assert found[1].fields == {"deal": 2, "seat": "E", "other": "S"}


def test_nothing_is_proposed_that_is_as_wrong() -> None:
    assert likely_slips(AMERICAN, (50, 50, 50, 50)) == ()
    assert [found.code for found in GameSheet(AMERICAN).finish()] == ["game.no_deals"]


@pytest.mark.parametrize("place", range(4))
def test_one_slip_is_told_of_once_and_hides_no_other(place: int) -> None:
    """71 for 17 puts the totals past the end; each deal after it is still looked at."""
    rows: list[FourInts] = [(3, 17, 6, 0), (13, 7, 6, 0), (0, 26, 26, 26), (2, 20, 4, 0)]
    rows[place] = (3, 71, 6, 0)
    rows += [(5, 5, 3, 13), (0, 0, 26, 0), (13, 7, 6, 0)]
    sheet = GameSheet(AMERICAN)
    found = [codes(sheet, row) for row in rows]
    assert [n for n, said in enumerate(found) if said] == [place, 5]
    assert found[place] == ["sheet.sum", "sheet.transposed"]
    assert found[5][0] == "sheet.row"
    assert sheet.finish((49, 64, 84, 89)) == ()  # totals that nobody can add up now


def test_played_on_is_told_once_and_later_deals_are_looked_at() -> None:
    sheet = GameSheet(AMERICAN, target=20)
    assert codes(sheet, (0, 26, 26, 26)) == []
    assert codes(sheet, (13, 7, 6, 0)) == ["game.after_end"]
    assert codes(sheet, (13, 7, 6, 0)) == []
    assert codes(sheet, (7, 7, 6, 6)) == ["sheet.row"]


def test_too_many_deals_are_told_though_one_is_wrong() -> None:
    sheet = GameSheet(AMERICAN, deals=2)
    assert codes(sheet, (13, 7, 6, 1))[0] == "sheet.sum"
    assert codes(sheet, (13, 7, 6, 0)) == []
    assert codes(sheet, (13, 7, 6, 0)) == ["game.after_end"]
    assert codes(sheet, (13, 7, 6, 0)) == []


def test_a_slip_at_the_turn_leaves_the_way_back_alone() -> None:
    sheet = GameSheet(DUTCH_RETURN, target=15)
    assert codes(sheet, (8, 6, 0, 0))[0] == "sheet.sum"  # 9 would have ended the way out
    for row in [(0, 15, 15, 15), (-9, -6, 0, 0), (0, 0, -9, -6)]:
        assert codes(sheet, row) == []


def running(rows: list[FourInts]) -> list[FourInts]:
    north, east, south, west = (list(accumulate(column)) for column in zip(*rows, strict=True))
    return list(zip(north, east, south, west, strict=True))


@pytest.mark.parametrize("name", RULE_SETS)
def test_running_totals_are_recognised_and_deals_are_not_taken_for_them(name: str) -> None:
    for seed in range(4):
        game = check(generate_game(RULE_SETS[name], Random(seed)), RULE_SETS[name])
        rows = [deal.points for deal in game.deals if deal.points is not None]
        if len(rows) < 3:
            continue
        assert not looks_running(RULE_SETS[name], rows)
        if RULE_SETS[name].game_ends == "target":
            assert looks_running(RULE_SETS[name], running(rows))


def test_running_totals_with_a_slip() -> None:
    rows = running([(13, 7, 6, 0)] * 8)
    rows[4] = (65, 53, 30, 0)
    assert looks_running(AMERICAN, rows)


def test_other_rules_that_most_deals_fit() -> None:
    dutch: list[FourInts] = [(9, 6, 0, 0), (0, 15, 15, 15), (5, 1, 1, 8), (7, 8, 0, 0)]
    assert "dutch" in better_fitting(AMERICAN, dutch)
    assert "dutch" in better_fitting(AMERICAN, [*dutch, (8, 6, 0, 0)])  # one slip
    american: list[FourInts] = [(13, 7, 6, 0), (0, 26, 26, 26), (3, 17, 6, 1)]
    assert better_fitting(AMERICAN, american) == ()  # one slip in deals that fit
    assert better_fitting(AMERICAN, [(50, 50, 50, 50)] * 3) == ()  # they fit none
