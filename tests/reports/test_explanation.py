"""The policy in words, and a game worked out so that what is printed adds up."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

import pytest
from boards import make_board, work_out
from openpyxl import load_workbook

from engine.rating.policy import POLICIES, Decay, Policy
from reports.language import Language
from reports.model import Player, ResultLine, SeatLine
from reports.policy_text import expected_scores, policy_sentences
from reports.xlsx.leaderboard import write_leaderboard

NL, EN = Language.load("nl"), Language.load("en")
PORTAL = POLICIES["portal"]


def spoken(policy: Policy, language: Language = EN) -> str:
    return "\n".join(policy_sentences(policy, language))


def worked_sheet(tmp_path, ratings, places, policy=PORTAL, language=EN):
    """The explanation of a board whose game had these ratings and places, as rows of values."""
    names = ("Anna", "Bram", "Cor", "Dina")
    seats = tuple(
        SeatLine(seat, Player(name, name), None, place)
        for seat, name, place in zip("NESW", names, places, strict=False)
    )
    result = ResultLine(7, date(2026, 3, 14), None, "1", seats)
    board = replace(
        make_board([], 0), policy=policy, worked=work_out(result, list(ratings), policy)
    )
    write_leaderboard(board, tmp_path / "a.xlsx", language)
    sheet = load_workbook(tmp_path / "a.xlsx").worksheets[-1]
    return [[cell.value for cell in row] for row in sheet.iter_rows()]


def table(rows, *heads: str):
    """The rows below the headings that begin so, as far as the next empty row or text."""
    top = next(n for n, row in enumerate(rows) if row[: len(heads)] == list(heads))
    found = []
    for row in rows[top + 1 :]:
        if row[1] is None:
            return rows[top], found
        found.append(row)
    raise AssertionError("the table has no end")


def cents(value: float | str) -> Decimal:
    return Decimal(str(value)).quantize(Decimal("0.01"), ROUND_HALF_UP)


def test_the_six_pairs_of_the_fifth_example(tmp_path):
    """RATINGS.md, row five: 1452 1800 1100 1550 in order, with the parts it prints."""
    rows = worked_sheet(tmp_path, (1452, 1800, 1100, 1550), (1, 2, 3, 4))
    assert [r[0] for r in rows if "worked out" in str(r[0])] == [
        "Game 7 of 14 March 2026, worked out"
    ]
    _, pairs = table(rows, "Player", "Rating", "Opponent")
    points = {(row[0], row[2]): (cents(row[7]), cents(row[8])) for row in pairs}
    expected = {
        ("Anna", "Bram"): "9.40",
        ("Anna", "Cor"): "1.24",
        ("Anna", "Dina"): "6.80",
        ("Bram", "Cor"): "0.19",
        ("Bram", "Dina"): "2.04",
        ("Cor", "Dina"): "9.92",
    }
    assert points == {pair: (Decimal(x), -Decimal(x)) for pair, x in expected.items()}
    head, sums = table(rows, "Player", "Place", "Rating before")
    assert head[3:10] == [
        "against Anna",
        "against Bram",
        "against Cor",
        "against Dina",
        "Rounding",
        "Change",
        "New rating",
    ]
    assert [cents(row[7]) for row in sums] == [*map(Decimal, ("-0.44", "0.17", "-0.49", "-0.24"))]
    assert [row[8:10] for row in sums] == [[17, 1469], [-7, 1793], [8, 1108], [-19, 1531]]


@pytest.mark.parametrize(
    ("ratings", "places"),
    [
        ((1500, 1500, 1500, 1500), (1, 2, 3, 4)),
        ((1400, 1400, 1400, 2900), (1, 2, 3, 4)),
        ((2200, 1400, 1400, 1400), (1, 2, 3, 4)),
        ((1600, 1400, 1500, 1500), (1, 1, 3, 4)),
        ((1613, 1500, 1500, 1387), (1, 2, 2, 4)),
        ((1382, 1636, 1633, 1502), (1, 2, 3, 4)),
        ((1452, 1800, 1100, 1550), (4, 2, 3, 1)),
    ],
)
@pytest.mark.parametrize(
    "policy", [PORTAL, Policy("tame", max_change=10), Policy("p", rounding="pair")]
)
def test_what_is_printed_adds_up(tmp_path, ratings, places, policy):
    rows = worked_sheet(tmp_path, ratings, places, policy)
    _, pairs = table(rows, "Player", "Rating", "Opponent")
    assert len(pairs) == 6
    for row in pairs:
        score, expected, points, other = (Decimal(str(value)) for value in row[5:9])
        assert cents(str(32 * (score - expected) / 3)) == cents(str(points)) == -cents(str(other))
    head, sums = table(rows, "Player", "Place", "Rating before")
    change = head.index("Change")
    assert [row[1] for row in sums] == sorted(places)
    for row in sums:
        parts = [Decimal(str(value)) for value in row[3:change] if value is not None]
        assert sum(parts) == row[change]
        assert row[2] + row[change] == row[change + 1]


def test_minimum_and_maximum_have_a_column_only_where_they_act(tmp_path):
    def columns(ratings, policy=PORTAL):
        rows = worked_sheet(tmp_path, ratings, (1, 2, 3, 4), policy)
        return table(rows, "Player", "Place", "Rating before")[0]

    assert "Minimum" not in columns((1500, 1500, 1500, 1500))
    assert "Minimum" in columns((2200, 1400, 1400, 1400))
    assert "Maximum" in columns((1500, 1500, 1500, 1500), Policy("tame", max_change=10))


def test_three_players(tmp_path):
    """RATINGS.md: 1500 1600 1400, three players: 16 -6 -10."""
    rows = worked_sheet(tmp_path, (1500, 1600, 1400), (1, 2, 3), Policy("t", three_at_table=True))
    head, sums = table(rows, "Player", "Place", "Rating before")
    change = head.index("Change")
    assert [row[change] for row in sums] == [16, -6, -10]
    assert [r[0] for r in rows if "Points =" in str(r[0])] == [
        "Points = 32 / 2 × (score − expected)"
    ]


def test_a_guest_has_no_row(tmp_path):
    rows = worked_sheet(tmp_path, (1500, None, 1500, 1500), (1, 2, 3, 4))
    _, sums = table(rows, "Player", "Place", "Rating before")
    assert [row[0] for row in sums] == ["Anna", "Cor", "Dina"]


def test_the_explanation_in_dutch(tmp_path):
    rows = worked_sheet(tmp_path, (1452, 1800, 1100, 1550), (1, 2, 3, 4), language=NL)
    _, sums = table(rows, "Speler", "Plaats", "Rating vooraf")
    assert [row[8] for row in sums] == [17, -7, 8, -19]
    assert any(row[0] == "Peildatum" for row in rows)


def test_expected_scores():
    """1 / (1 + 10 ** (-d / 400)) by hand: 1.7783 / 2.7783, 3.1623 / 4.1623, 10 / 11."""
    scores = dict(expected_scores())
    assert (scores[0], scores[100], scores[200], scores[400]) == (
        Decimal("0.500"),
        Decimal("0.640"),
        Decimal("0.760"),
        Decimal("0.909"),
    )


def test_shipped_policies_in_words():
    club = spoken(POLICIES["club"])
    assert "starts at 1500" in club
    assert "10.67 points an opponent (32 divided by 3)" in club
    assert "at most 32" in club
    assert "more than 14 days loses 1 point for every further day" in club
    assert "never below 1500" in club
    assert "more than 5 days" in spoken(POLICIES["app"])
    assert "does not decay" in spoken(PORTAL)


@pytest.mark.parametrize(
    ("policy", "says"),
    [
        (Policy("a", k=16), "at most 16."),
        (Policy("a", k=64), "at most 32."),
        (Policy("a", rounding="pair"), "at most 33."),
        (Policy("a", rounding="pair"), "there is no minimum"),
        (Policy("a", min_rule="off"), "may be rounded to 0"),
        (Policy("a", min_rule="ends"), "The first and the last"),
        (Policy("a", min_rule="nonzero"), "at least 1 point"),
        (Policy("a", start=1200), "starts at 1200"),
        (Policy("a", three_at_table=True), "three players count too"),
        (Policy("a"), "three players are not rated"),
        (Policy("a"), "Guests and computer players sit at the table, but"),
        (Policy("a", guests=True), "Guests count as players do; computer players sit"),
        (Policy("a", computers=True), "Computer players count as players do; guests sit"),
        (Policy("a", guests=True, computers=True), "Guests and computer players count as"),
        (Policy("a"), "Friendly and training games are not rated."),
        (Policy("a", friendly=True), "Friendly games are rated too; training games are not."),
        (Policy("a", training=True), "Training games are rated too; friendly games are not."),
        (Policy("a", friendly=True, training=True), "Friendly and training games are rated too."),
        (Policy("a"), "has played no rated game for more than 14 days"),
        (Policy("a", decay=Decay(activity="any")), "has played no game, rated or not, for more"),
        (Policy("a", decay=Decay(mode="display")), "shown in the standings only"),
        (Policy("a", decay=Decay(mode="rating")), "booked just before"),
        (Policy("a", decay=Decay(grace_days=1, points_per_day=2)), "than 1 day loses 2 points"),
        (Policy("a", decay=Decay(floor=1400)), "never below 1400; nobody below 1400"),
    ],
)
def test_every_switch_is_told(policy, says):
    assert says in spoken(policy)
    assert len(policy_sentences(policy, NL)) == len(policy_sentences(policy, EN))
