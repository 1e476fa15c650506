"""A tournament of 72 players and six rounds through the commands, its results from files."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from commandline import CommandLine
from openpyxl import load_workbook

FIRST = ("Anna", "Bram", "Cor", "Dina", "Eva", "Fenna", "Gijs", "Hilde", "Iris")
LAST = ("Aalbers", "Bakker", "Cramer", "Dekker", "Evers", "Faber", "Groen", "Hendriks")
PLAYERS = tuple(f"{first} {last}" for first in FIRST for last in LAST)
ROUNDS = 6

FINISHES = (
    (23, 45, 78, 114), (12, 61, 85, 102), (101, 40, 67, 52), (26, 52, 78, 104), (40, 78, 21, 121),
    (26, 26, 104, 104),
)  # fmt: skip
"""Ten deals of American Hearts: 260 points, and somebody at 100 or past it."""


@pytest.fixture
def club(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> CommandLine:
    """A club that plays american and has no members yet."""
    club = CommandLine(tmp_path, capsys, monkeypatch)
    club.found(names=(), rules="american")
    return club


def test_seventy_two_players_and_six_rounds(club: CommandLine) -> None:
    rng = Random(72)
    club.must("event", "add", "Spring cup", "--kind", "tournament", "--rounds", str(ROUNDS))
    (club.folder / "present.txt").write_text("\n".join(PLAYERS) + "\n", encoding="utf-8")
    club.must("event", "arrive", "--names-from", "present.txt", "--add-players")
    rounds = club.must("event", "draw", "--all", "--seed", "1", "--json").json()["rounds"]
    assert_nobody_meets_twice(rounds)
    scores: Counter[str] = Counter()
    for round_ in rounds:
        (club.folder / "round.txt").write_text(lines_of(round_, rng, scores), encoding="utf-8")
        entered = club("event", "enter", stdin=(club.folder / "round.txt").read_text("utf-8"))
        assert entered.code == 1  # one line is a slip, and is named
        assert "line 2" in entered.err
        (club.folder / "again.txt").write_text(put_right(round_, scores), encoding="utf-8")
        club.must("event", "enter", stdin=(club.folder / "again.txt").read_text("utf-8"))
    assert_standings(club, scores)
    proofs = club.must("event", "draw", "--verify", "--json").json()
    assert [proof["proved"] for proof in proofs] == [True] * ROUNDS
    club.must("event", "finish")
    club.must("event", "paper", "cup.xlsx", "--event", "Spring cup")
    assert len(load_workbook(club.folder / "cup.xlsx").sheetnames) >= 4
    club.must("rating", "verify")
    club.must("db", "check")


def assert_nobody_meets_twice(rounds: list[dict[str, list[dict[str, list[str]]]]]) -> None:
    met: Counter[tuple[str, ...]] = Counter()
    seats: Counter[tuple[str, int]] = Counter()
    for round_ in rounds:
        seated = [name for table in round_["tables"] for name in table["seats"]]
        assert sorted(seated) == sorted(PLAYERS)
        for table in round_["tables"]:
            met.update(combinations(sorted(table["seats"]), 2))
            seats.update((name, seat) for seat, name in enumerate(table["seats"]))
    assert set(met.values()) == {1}
    for name in PLAYERS:
        times = [seats[name, seat] for seat in range(4)]
        assert max(times) - min(times) <= 1


def lines_of(round_: dict[str, list[dict[str, object]]], rng: Random, scores: Counter[str]) -> str:
    """The tables of a round as they are called out, by names or by number; the second is a slip."""
    lines = []
    for table in round_["tables"]:
        names = list(table["seats"])  # type: ignore[call-overload]
        points = rng.sample(rng.choice(FINISHES), 4)
        if table["table"] == 2:
            lines.append("2: 23 45 78 115")
            continue
        add_place_points(scores, names, points)
        if rng.random() < 0.5:
            lines.append(f"{table['table']}: " + " ".join(map(str, points)))
            continue
        called = list(zip(names, points, strict=True))
        rng.shuffle(called)
        lines.append(" ".join(f'"{name.casefold()}" {own}' for name, own in called))
    return "\n".join(lines) + "\n"


def put_right(round_: dict[str, list[dict[str, object]]], scores: Counter[str]) -> str:
    """The table that is left is proposed: four numbers are enough."""
    names = list(round_["tables"][1]["seats"])  # type: ignore[call-overload]
    add_place_points(scores, names, [23, 45, 78, 114])
    return "23 45 78 114\n"


def add_place_points(scores: Counter[str], names: list[str], points: list[int]) -> None:
    """4, 3, 2 and 1, shared places split; in halves, so that a counter can hold them."""
    for name, own in zip(names, points, strict=True):
        above = sum(other < own for other in points)
        sharing = points.count(own)
        scores[name] += sum(2 * (4 - above - each) for each in range(sharing)) // sharing


def assert_standings(club: CommandLine, halves: Counter[str]) -> None:
    shown = json.loads(club.must("event", "standings", "--json").out)
    rows = shown["standings"]
    assert {row["player"]: Fraction(str(row["score"])) for row in rows} == {
        name: Fraction(own, 2) for name, own in halves.items()
    }
    scores = [Fraction(str(row["score"])) for row in rows]
    assert scores == sorted(scores, reverse=True)
    assert [row["place"] for row in rows] == sorted(row["place"] for row in rows)
    assert {row["games"] for row in rows} == {ROUNDS}
