"""Evenings that went wrong at other clubs, typed at ours: each case happened to somebody."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
from commandline import CommandLine

if TYPE_CHECKING:
    from pathlib import Path

NAMES = (
    "Anna", "Bram", "Cor", "Dina", "Eva", "Fenna", "Gijs", "Hilde", "Iris", "Joost", "Kees",
    "Loes", "Mies", "Nico", "Otto", "Petra", "Quint", "Roos", "Siem", "Tess", "Ursula", "Vera",
    "Wout", "Xander",
)  # fmt: skip


@pytest.fixture
def club(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> CommandLine:
    """A club of 24; nothing is known of the rules it plays by."""
    club = CommandLine(tmp_path, capsys, monkeypatch)
    club.found(names=NAMES)
    return club


def evening(club: CommandLine, players: int, *options: str, rounds: int = 3) -> None:
    club.must("event", "add", "Evening", "--rounds", str(rounds), *options)
    club.must("event", "arrive", *NAMES[:players])


def tables(*names: str) -> list[str]:
    """The options of a draw by hand, four a table."""
    fours = (names[at : at + 4] for at in range(0, len(names), 4))
    return [word for four in fours for word in ("--table", ",".join(four))]


def state(club: CommandLine) -> tuple[Any, Any]:
    """What is known of the evening, and every change."""
    show = club.must("event", "show", "--json").json()
    return show, club.must("change", "list", "--json").json()


def standings(club: CommandLine, *options: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = club.must("event", "standings", "--json", *options).json()[
        "standings"
    ]
    return found


def test_case_1_seats_for_twenty_and_twenty_four_are_there(club: CommandLine) -> None:
    evening(club, 24)
    before = state(club)
    refused = club("event", "draw", *tables(*NAMES[:20]))
    assert refused.code == 3
    said = refused.err.splitlines()
    for name in NAMES[20:]:
        assert f"  {name} is there and is not seated in round 1." in said
    assert sum("is not seated" in line for line in said) == 4
    assert state(club) == before


def test_case_2_somebody_withdraws_after_the_draw(club: CommandLine) -> None:
    evening(club, 8)
    club.must("event", "draw")
    left = club.must("event", "leave", "Anna")
    assert "Round 1 was drawn for others; draw it again." in left.err
    refused = club("event", "start")
    assert refused.code == 3
    assert "Anna was drawn for round 1 and is not there." in refused.err
    assert "event draw --again" in refused.err
    club.must("event", "substitute", "Anna", "Iris")
    club.must("event", "start")
    club.must("change", "undo")
    club.must("change", "undo")
    club.must("event", "arrive", "Iris")
    assert club("event", "start").code == 3
    club.must("event", "draw", "--again")
    assert club.must("event", "start", "--json").json()["round"]["state"] == "started"


def test_case_3_wrong_seats_are_noticed_after_three_deals(club: CommandLine) -> None:
    evening(club, 8)
    club.must("event", "draw", *tables(*NAMES[:8]))
    club.must("event", "start")
    changes = len(club.must("change", "list", "--json").json())
    assert club("event", "swap", "Anna", "Eva").code == 2  # not without a reason
    club.must("event", "swap", "Anna", "Eva", "--reason", "sat down at each other's tables")
    listed = club.must("change", "list", "--json").json()
    assert len(listed) == changes + 1
    assert "sat down at each other's tables" in str(listed)
    # Whatever they bring to the desk is theirs, not the chair's.
    club.must("event", "record", "Anna=40", "Fenna=20", "Gijs=30", "Hilde=10")
    club.must("event", "record", "Eva=10", "Bram=20", "Cor=30", "Dina=40")
    scores = {row["player"]: row["score"] for row in standings(club)}
    assert (scores["Anna"], scores["Eva"], scores["Hilde"]) == (1, 4, 4)


def test_case_4_a_substitute_set_and_cleared(club: CommandLine) -> None:
    evening(club, 8)
    taken = club("event", "substitute", "Anna", "Bram")
    assert taken.code == 3
    assert "Bram plays already in round 1." in taken.err
    club.must("event", "substitute", "Anna", "Iris")
    again = club("event", "substitute", "Cor", "Iris")
    assert again.code == 3
    assert "Iris plays already in round 1." in again.err
    drawn = club.must("event", "draw", "--json").json()["rounds"][0]
    assert "Iris" in str(drawn["tables"])
    club.must("event", "enter", stdin="1 2 3 4\n" * 2)
    club.must("event", "substitute", "Anna", "--clear")
    drawn = club.must("event", "draw", "--json").json()["rounds"][0]
    assert "Anna" in str(drawn["tables"])
    assert "Iris" not in str(drawn["tables"])


def test_case_5_a_penalty_counts_once_and_a_swiss_draw_knows_it(club: CommandLine) -> None:
    evening(club, 8)
    club.must("event", "draw", *tables(*NAMES[:8]))
    club.must("event", "enter", stdin="1 2 3 4\n" * 2)
    club.must("event", "penalty", "Anna", "--points", "3", "--reason", "late three times")
    for _ in range(2):
        club.must("rating", "recompute")
        scores = {row["player"]: row["score"] for row in standings(club)}
        assert (scores["Anna"], scores["Eva"]) == (1, 4)
    club.must("event", "draw", "--method", "standings")
    top = club.must("event", "show", "--json").json()["rounds"][1]["tables"][0]["seats"]
    assert "Anna" not in top
    assert {"Bram", "Eva", "Fenna"} <= {*top}


def test_case_6_two_who_are_equal_on_everything(club: CommandLine) -> None:
    evening(club, 4, "--tie-breaks", "points,firsts", rounds=1)
    club.must("event", "draw", *tables("Dina", "Cor", "Bram", "Anna"))
    club.must("event", "record", "Anna=30", "Bram=20", "Cor=10", "Dina=20")
    club.must("event", "change", "--rounds", "2")
    club.must("event", "arrive", "Eva", "Fenna", "Gijs", "Hilde")
    club.must(
        "event", "draw", *tables("Eva", "Fenna", "Gijs", "Hilde", "Cor", "Dina", "Bram", "Anna")
    )
    club.must("event", "record", "Eva=5", "Fenna=8", "Gijs=8", "Hilde=9")
    club.must("event", "record", "Anna=30", "Bram=20", "Cor=10", "Dina=20")
    rows = [(row["place"], row["player"]) for row in standings(club)]
    assert rows == [(row["place"], row["player"]) for row in standings(club)]
    assert rows[:4] == [(1, "Cor"), (2, "Bram"), (2, "Dina"), (4, "Eva")]
    # Third and third, then fifth: of eight.
    third = [(place, name) for place, name in rows if name in ("Fenna", "Gijs")]
    assert third == [(5, "Fenna"), (5, "Gijs")]
    assert rows[6][0] == 7


def test_case_7_twenty_players_and_two_substitutes(club: CommandLine) -> None:
    evening(club, 20, rounds=1)
    club.must("event", "substitute", "Anna", "Ursula")
    club.must("event", "substitute", "Bram", "Vera")
    club.must("event", "draw")
    club.must("event", "enter", stdin="1 2 3 4\n" * 5)
    event = club.must("event", "show", "--json").json()["event"]
    assert event["players"] == 20
    rows = standings(club)
    assert len(rows) == 20
    assert {row["player"] for row in rows} == {*NAMES[:20]}
    assert max(row["place"] for row in rows) <= 20
    club.must("event", "change", "--tie-breaks", "lot")
    assert [row["place"] for row in standings(club)] == list(range(1, 21))


def test_case_16_twenty_one_players_and_six_rounds(club: CommandLine) -> None:
    evening(club, 21, "--sit-out", "2.5", rounds=6)
    drawn = club.must("event", "draw", "--all", "--seed", "3", "--json").json()["rounds"]
    out = [name for each in drawn for name in each["sitting_out"]]
    assert (len(out), len(set(out))) == (6, 6)
    for each in drawn:
        seated = [name for table in each["tables"] for name in table["seats"]]
        assert sorted([*seated, *each["sitting_out"]]) == sorted(NAMES[:21])
    club.must("event", "enter", stdin="1 2 3 4\n" * 30)
    rows = {row["player"]: row for row in standings(club)}
    for round_, name in enumerate(out):
        assert (rows[name]["rounds"][round_]["state"], rows[name]["rounds"][round_]["score"]) == (
            "sat_out", 2.5,
        )  # fmt: skip
        assert rows[name]["games"] == 5


def test_case_21_names_in_another_order_than_the_draw(club: CommandLine) -> None:
    evening(club, 4, rounds=1)
    club.must("event", "draw", *tables(*NAMES[:4]))
    club.must("event", "enter", stdin="dina 40 anna 10 cor 30 bram 20\n")
    assert [(row["player"], row["score"]) for row in standings(club)] == [
        ("Anna", 4), ("Bram", 3), ("Cor", 2), ("Dina", 1),
    ]  # fmt: skip
    seats = club.must("result", "show", "1", "--json").json()["seats"]
    assert [(seat["player"], seat["points"]) for seat in seats] == [
        ("Anna", 10), ("Bram", 20), ("Cor", 30), ("Dina", 40),
    ]  # fmt: skip


def test_case_22_a_correction_in_a_round_that_has_seeded_a_final(club: CommandLine) -> None:
    evening(club, 8, "--tie-breaks", "points", rounds=1)
    club.must("event", "draw", *tables(*NAMES[:8]))
    club.must("event", "enter", stdin="1 5 30 40\n2 6 31 41\n")
    club.must("event", "close")
    final = club.must("event", "final", "--size", "4", "--json").json()
    assert final["finalists"] == ["Anna", "Eva", "Bram", "Fenna"]
    early = club.must("event", "finish", "--dry-run", "--lang", "nl")
    assert "Ronde 2 van Evening is niet geloot: de finale, met Anna, Eva, Bram en" in early.err
    club.must("event", "draw")
    refused = club("result", "correct", "2", "Fenna=31", "Gijs=6")
    assert refused.code == 2  # a reason is needed
    ran = club.must("result", "correct", "2", "Fenna=31", "Gijs=6", "--reason", "read again")
    assert "It stays as it was drawn." in ran.err + ran.out
    club.must("event", "enter", stdin="1 2 3 4\n")
    shown = club.must("event", "standings", "--json").json()
    assert {row["player"] for row in shown["standings"] if row["finalist"]} == {
        "Anna", "Eva", "Bram", "Fenna",
    }  # fmt: skip
    assert [(each["reason"], each["after_final"]) for each in shown["corrections"]] == [
        ("read again", True)
    ]


def test_kept_apart_for_six_rounds(club: CommandLine) -> None:
    """Two couples of sixteen never meet, and everybody else meets as evenly as before."""
    evening(club, 16, rounds=4)
    club.must("event", "apart", "Anna", "Bram")
    club.must("event", "apart", "Cor", "Dina", "--everywhere")
    drawn = club.must("event", "draw", "--all", "--json").json()["rounds"]
    met = {
        pair
        for each in drawn
        for table in each["tables"]
        for pair in combinations(sorted(table["seats"]), 2)
    }
    assert not {("Anna", "Bram"), ("Cor", "Dina")} & met
    assert len(met) == 4 * 4 * 6  # nobody meets twice
