"""Policies, rating lists, adjustments and questions, as an organiser types them."""

import csv
import io
import re
from decimal import Decimal
from itertools import permutations
from pathlib import Path

import pytest
from commandline import CommandLine

FOUR = ("Anna", "Bram", "Cor", "Dina")
WHY = ("--reason", "so decided")


def record(
    club: CommandLine, *names: str, date: str = "2026-03-10", more: tuple[str, ...] = ()
) -> None:
    seats = [f"{name}={place}" for place, name in enumerate(names or FOUR, 1)]
    club.must("result", "record", "--places", *seats, "--date", date, *more)


@pytest.fixture
def played(club: CommandLine) -> CommandLine:
    """Anna 1516, Bram 1505, Cor 1495, Dina 1484."""
    record(club)
    return club


def ratings(club: CommandLine, *more: str) -> dict[str, int]:
    listed = club.must("rating", "list", "--json", *more).json()
    return {line["player"]: line["rating"] for line in listed}


class TestCalc:
    SEATS = ("1452:1", "1800:2", "1100:3", "1550:4")

    def test_it_needs_no_database(self, bare: CommandLine) -> None:
        ran = bare.must("rating", "calc", *self.SEATS)
        assert ran.lines()[2:] == [
            "  1452      1  +17.4402     +17        1469",
            "  1800      2   -7.1678      -7        1793",
            "  1100      3   +8.4938      +8        1108",
            "  1550      4  -18.7662     -19        1531",
        ]
        assert list(bare.folder.glob("*.db")) == []

    def test_json_is_an_array_in_the_order_given(self, bare: CommandLine) -> None:
        found = bare.must("rating", "calc", *self.SEATS, "--json").json()
        assert [list(line) for line in found] == [["rating", "place", "exact", "delta", "new"]] * 4
        assert [line["rating"] for line in found] == [1452, 1800, 1100, 1550]
        assert [line["delta"] for line in found] == [17, -7, 8, -19]
        assert all(isinstance(line["exact"], str) for line in found)
        assert [round(Decimal(line["exact"]), 4) for line in found] == [
            Decimal(text) for text in ("17.4402", "-7.1678", "8.4938", "-18.7662")
        ]
        assert sum(Decimal(line["exact"]) for line in found) < Decimal("1e-14")

    def test_csv_has_plain_numbers(self, bare: CommandLine) -> None:
        ran = bare.must("rating", "calc", *self.SEATS, "--csv")
        rows = list(csv.DictReader(io.StringIO(ran.out)))
        assert rows[1]["delta"] == "-7"
        assert round(Decimal(rows[1]["exact"]), 4) == Decimal("-7.1678")

    def test_upside_down_places(self, bare: CommandLine) -> None:
        upright = bare.must("rating", "calc", *self.SEATS, "--json").json()
        portal = ("1452:4", "1800:3", "1100:2", "1550:1")
        assert bare.must("rating", "calc", *portal, "--portal-places", "--json").json() == upright

    def test_another_policy_and_switches(self, bare: CommandLine) -> None:
        found = bare.must(
            "rating", "calc", *self.SEATS, "--switch", "min_rule=off", "--json"
        ).json()
        assert [line["delta"] for line in found] == [17, -7, 8, -19]
        seats = ("2200:1", "1400:2", "1400:3", "1400:4")
        found = bare.must("rating", "calc", *seats, "--switch", "min_rule=off", "--json").json()
        assert [line["delta"] for line in found] == [0, 11, 0, -11]
        found = bare.must("rating", "calc", "1500:1", "1600:2", "1400:3", "--json").json()
        assert [line["delta"] for line in found] == [16, -6, -10]

    @pytest.mark.parametrize(
        ("words", "code", "said"),
        [
            (("1500:1", "1500:2"), 2, "tables of three or four; here are 2"),
            (("1500:1",) * 5, 2, "here are 5"),
            (("1500", "1500:2", "1500:3", "1500:4"), 2, "“1500” is no rating with a place"),
            (("1500:1", "x:2", "1500:3", "1500:4"), 2, "“x:2” is no rating with a place"),
            (
                ("1500:1", "1500:3", "1500:3", "1500:4"),
                3,
                "No game of 4 ends at the places 1 3 3 4.",
            ),
            (("1:1", "2:2", "3:3", "4:4", "--policy", "fide"), 3, "There is no policy fide"),
            (("1:1", "2:2", "3:3", "4:4", "--switch", "k=31"), 3, "k must be even"),
            (("1:1", "2:2", "3:3", "4:4", "--switch", "k"), 2, "“k” is no switch"),
        ],
    )
    def test_what_is_refused(
        self, bare: CommandLine, words: tuple[str, ...], code: int, said: str
    ) -> None:
        ran = bare("rating", "calc", *words)
        assert (ran.code, ran.out) == (code, "")
        assert said in ran.err
        assert "Try: hearts-admin" in ran.err


class TestWhatIf:
    def test_all_orders_as_a_table(self, played: CommandLine) -> None:
        ran = played.must("rating", "what-if", *FOUR, "--date", "2026-03-12")
        rows = ran.lines()[8:]
        assert len(rows) == 24
        assert rows[0].startswith("Anna, Bram, Cor, Dina")
        assert re.search(r"\+15 \(\+15\.\d\d\)", rows[0])

    def test_json_equals_what_is_booked_afterwards(self, played: CommandLine) -> None:
        found = played.must("rating", "what-if", *FOUR, "--date", "2026-03-12", "--json").json()
        assert [tuple(each["places"]) for each in found] == list(permutations((1, 2, 3, 4)))
        chosen = next(each for each in found if each["order"] == ["Dina", "Bram", "Anna", "Cor"])
        record(played, "Dina", "Bram", "Anna", "Cor", date="2026-03-12")
        after = ratings(played)
        assert {line["player"]: line["new"] for line in chosen["players"]} == after
        assert list(chosen["players"][0]) == ["rating", "place", "exact", "delta", "new", "player"]

    def test_ties_on_demand_joined_by_equals(self, played: CommandLine) -> None:
        ran = played.must("rating", "what-if", *FOUR, "--ties")
        assert any(line.startswith("Anna, Bram = Cor, Dina") for line in ran.lines())
        assert len(played.must("rating", "what-if", *FOUR, "--ties", "--json").json()) == 75

    def test_csv_has_a_row_a_player(self, played: CommandLine) -> None:
        played.must("player", "change", "Anna", "--private")
        ran = played.must("rating", "what-if", *FOUR, "--csv")
        rows = list(csv.DictReader(io.StringIO(ran.out)))
        assert len(rows) == 96
        assert {row["player"] for row in rows} == {"A.", "Bram", "Cor", "Dina"}
        assert all(Decimal(row["exact"]) is not None for row in rows)


class TestExplain:
    def test_expectation_in_words(self, played: CommandLine) -> None:
        record(played, "Dina", "Cor", "Bram", "Anna", date="2026-03-12")
        lines = played.must("rating", "explain", "2").lines()
        # 1484 against 1495, 1505 and 1516: .4842 + .4698 + .4541.
        assert "Expected to finish above 1.41 of 3, finished above 3." in lines
        assert any(line.split()[:2] == ["Anna", "1516"] and "even" in line for line in lines)
        dutch = played.must("rating", "explain", "2", "--lang", "nl").lines()
        assert "Te verwachten: boven 1,41 van 3; geworden: boven 3." in dutch
        found = played.must("rating", "explain", "2", "--json").json()
        assert found["players"][0]["pairs"][0]["in_words"] == "even"
        assert played.must("rating", "explain", "2", "--json", "--lang", "nl").json() == found

    def test_every_word_for_a_chance_and_its_opposite(self, played: CommandLine) -> None:
        words = {}
        for rating in (1500, 1540, 1700, 1900, 2100):
            played.must("rating", "adjust", "Anna", "--opening", str(rating), *WHY)
            pairs = played.must("rating", "explain", "1", "--json").json()["players"]
            words[rating] = (pairs[0]["pairs"][0]["in_words"], pairs[1]["pairs"][0]["in_words"])
        # Expectations .5, .557, .760, .909, .969.
        assert words == {
            1500: ("even", "even"),
            1540: ("favourite", "outsider"),
            1700: ("clear favourite", "clear outsider"),
            1900: ("clear favourite", "clear outsider"),
            2100: ("all but certain", "all but hopeless"),
        }

    def test_what_is_printed_adds_up(self, played: CommandLine) -> None:
        for line in ("2200", "1380"):
            played.must("rating", "adjust", "Anna", "--opening", line, *WHY)
            for player in played.must("rating", "explain", "1", "--json").json()["players"]:
                shown = sum(Decimal(pair["points"]) for pair in player["pairs"])
                total = shown + Decimal(player["rounding"]) + player["minimum"] + player["maximum"]
                assert total == player["change"]


class TestPolicy:
    def test_list_and_show(self, played: CommandLine) -> None:
        listed = played.must("rating", "policy", "list", "--json").json()
        assert [(each["pool"], each["name"], each["version"]) for each in listed] == [
            ("main", "club", 1), (None, "club", None), (None, "app", None), (None, "portal", None),
        ]  # fmt: skip
        shown = played.must("rating", "policy", "show").out
        assert "grace_days" in shown
        assert "never below 1500" in shown
        one = played.must("rating", "policy", "show", "--json").json()
        assert list(one) == ["name", "pool", "version", "switches", "versions"]

    def test_a_shipped_one_is_shown_without_a_database(self, bare: CommandLine) -> None:
        assert "does not decay" in bare.must("rating", "policy", "show", "portal").out
        assert bare("rating", "policy", "show", "fide").code == 3

    def test_the_whole_effect_first(self, played: CommandLine) -> None:
        preview = played.must("rating", "policy", "set", "k=16", "--dry-run")
        assert ratings(played)["Anna"] == 1516
        assert "  k: 32 -> 16" in preview.lines()
        assert any(
            line.split() == ["1", "1", "Anna", "1516", "-8", "1508"] for line in preview.lines()
        )
        done = played.must("rating", "policy", "set", "k=16", *WHY)
        assert done.lines()[:-1] == preview.lines()
        assert ratings(played)["Anna"] == 1508
        played.must("change", "undo")
        assert ratings(played)["Anna"] == 1516

    def test_a_shipped_one_to_begin_with(self, played: CommandLine) -> None:
        done = played.must("rating", "policy", "set", "portal", "k=24", "--json").json()
        assert done["differing"] == {"k": [32, 24], "decay": ["rating", "off"]}
        assert done["after"]["version"] == 2

    def test_nothing_different(self, played: CommandLine) -> None:
        ran = played.must("rating", "policy", "set", "k=32")
        assert "It was so already." in ran.lines()
        assert ran.err == "Nothing changed.\n"

    @pytest.mark.parametrize(
        ("words", "code", "said"),
        [
            (("k=31",), 3, "k must be even"),
            (("k",), 3, "There is no policy k"),
            (("k=24", "portal"), 2, "“portal” is no switch; write it as k=24."),
            (("k=x",), 3, "“x” is no value for k."),
            (("decay=daily",), 3, "decay is rating, display or off, not “daily”."),
            (("grace_days=-1",), 3, "grace_days is at least 0; -1 is less."),
            (("k=900",), 3, "k lies between 2 and 400; 900 does not."),
            (("kk=24",), 3, "A policy has no switch kk"),
            (("k=24", "--pool", "x"), 3, "There is no rating list x"),
        ],
    )
    def test_what_is_refused(
        self, played: CommandLine, words: tuple[str, ...], code: int, said: str
    ) -> None:
        ran = played("rating", "policy", "set", *words)
        assert (ran.code, ran.out) == (code, "")
        assert said in ran.err
        assert "Try: hearts-admin" in ran.err


class TestPools:
    def test_a_list_apart(self, played: CommandLine) -> None:
        ran = played("club", "pools", "dutch=hollands")
        assert (ran.code, ran.err.splitlines()[0]) == (
            3, "Error: There is no rating list hollands; there are main.",
        )  # fmt: skip
        played.must("club", "pools", "dutch=hollands", "--new", "hollands")
        record(played, *reversed(FOUR), more=("--rules", "dutch"))
        assert ratings(played, "--pool", "hollands")["Dina"] == 1516
        assert ratings(played)["Anna"] == 1516
        shown = played.must("rating", "list", "--pool", "hollands").lines()[0]
        assert shown == "Ratings as of 2026-03-10 (hollands, club)"
        listed = played.must("club", "pools", "--json").json()
        assert [(each["name"], each["fed_by"], each["results"]) for each in listed] == [
            ("main", [], 1), ("hollands", ["dutch"], 1),
        ]  # fmt: skip
        for verb in ("verify", "recompute", "fingerprint", "audit"):
            found = played.must("rating", verb, "--pool", "hollands", "--json").json()
            assert found["pool"] == "hollands"

    def test_moving_shows_who_moves_in_which_list(self, played: CommandLine) -> None:
        record(played, *reversed(FOUR), more=("--rules", "dutch"))
        move = ("club", "pools", "dutch=hollands", "--new", "hollands", "--move")
        preview = played.must(*move, "--dry-run")
        assert "1 stored result goes along." in preview.lines()
        done = played.must(*move)
        assert done.lines()[:-1] == preview.lines()
        assert any(line.startswith("Dina") and "[hollands]" in line for line in done.lines())
        assert played.must("rating", "verify").code == 0

    def test_a_result_names_its_list_and_kind(self, played: CommandLine) -> None:
        played.must("club", "pools", "--new", "proef")
        record(played, more=("--pool", "proef"))
        assert played.must("result", "show", "2", "--json").json()["pool"] == "proef"
        record(played, date="2026-03-11", more=("--friendly",))
        assert played.must("result", "show", "3", "--json").json()["category"] == "friendly"
        assert "friendly" in played.must("result", "show", "3").out
        played.must("result", "correct", "3", "--rated", "--pool", "proef", *WHY)
        assert played.must("result", "show", "3", "--json").json()["category"] == "rated"
        ran = played("result", "record", "--places", "Anna=1", "Bram=2", "Cor=3", "Dina=4",
                     "--friendly", "--training")  # fmt: skip
        assert (ran.code, ran.out) == (2, "")

    def test_entered_and_imported_ones_too(self, played: CommandLine) -> None:
        played.must("club", "pools", "--new", "proef")
        evening = "anna 1 bram 2 cor 3 dina 4\n"
        played.must("result", "enter", "--places", "--pool", "proef", "--date", "2026-03-12",
                    "--rules", "american", stdin=evening)  # fmt: skip
        assert len(ratings(played, "--pool", "proef")) == 4
        file = played.folder / "games.csv"
        file.write_text("date,game,player,place\n" + "".join(
            f"2026-03-01,a,{name},{place}\n" for place, name in enumerate(FOUR, 1)
        ))  # fmt: skip
        played.must("result", "import", "games.csv", "--training")
        assert played.must("result", "show", "3", "--json").json()["category"] == "training"

    @pytest.mark.parametrize(
        ("words", "code"),
        [
            (("dutch",), 2),
            (("=main",), 2),
            (("duits=main",), 3),
            (("--policy", "app"), 3),
            (("--new", "main"), 3),
        ],
    )
    def test_what_is_refused(self, played: CommandLine, words: tuple[str, ...], code: int) -> None:
        ran = played("club", "pools", *words)
        assert (ran.code, ran.out) == (code, "")
        assert "Try: hearts-admin" in ran.err


class TestAdjust:
    def test_points_with_evidence(self, played: CommandLine) -> None:
        Path("proof.txt").write_text("seen")
        ran = played.must("rating", "adjust", "Anna", "--points=-12", *WHY,
                          "--evidence", "proof.txt", "--evidence", "Bram saw it")  # fmt: skip
        assert any(line.startswith("Anna 1516 -> 1504 (-12)") for line in ran.lines())
        assert ran.lines()[-1].startswith("To undo this: hearts-admin change undo ")
        (listed,) = played.must("rating", "adjustments", "--json").json()
        assert (listed["player"], listed["points"], listed["date"]) == ("Anna", -12, "2026-03-10")
        assert [piece["text"] for piece in listed["evidence"]] == ["proof.txt", "Bram saw it"]
        Path("out").mkdir()
        assert played.must("rating", "evidence", "1", "--out", "out").lines() == [
            "Written: out/proof.txt"
        ]
        assert Path("out/proof.txt").read_text() == "seen"

    def test_a_refund_and_its_limits(self, played: CommandLine) -> None:
        wanted = ("rating", "adjust", "Dina", "--refund", "1", *WHY, "--evidence", "stuck")
        ran = played(*wanted)
        assert (ran.code, ran.out) == (3, "")
        assert "A refund needs two pieces of evidence" in ran.err
        done = played.must(*wanted, "--evidence", "stood at 41")
        assert any(line.startswith("Dina 1484 -> 1500 (+16)") for line in done.lines())
        again = played(*wanted, "--evidence", "stood at 41")
        assert "has been given the loss of result 1 back already" in again.err
        void = played.must("result", "void", "1", *WHY)
        assert "does not count in this list any more" in void.err

    def test_an_opening_rating(self, played: CommandLine) -> None:
        played.must("rating", "adjust", "Anna", "--opening", "1620", *WHY)
        assert ratings(played)["Anna"] == 1631
        (listed,) = played.must("rating", "adjustments", "--player", "anna", "--json").json()
        assert (listed["kind"], listed["points"], listed["date"]) == ("opening", 1620, None)

    def test_points_taken_stay_numbers_in_csv(self, played: CommandLine) -> None:
        played.must("rating", "adjust", "Anna", "--points", "-12", *WHY)
        (row,) = csv.DictReader(io.StringIO(played.must("rating", "adjustments", "--csv").out))
        assert row["points"] == "-12"

    def test_private_players_are_initials_in_csv(self, played: CommandLine) -> None:
        played.must("rating", "adjust", "Anna", "--points", "5", *WHY)
        played.must("player", "change", "Anna", "--private")
        rows = list(csv.DictReader(io.StringIO(played.must("rating", "adjustments", "--csv").out)))
        assert [(row["player"], row["points"], row["kind"]) for row in rows] == [
            ("A.", "5", "adjust")
        ]

    @pytest.mark.parametrize(
        ("words", "code", "said"),
        [
            (("Anna",), 2, "--points is missing"),
            (("Anna", "--points", "x"), 2, "“x” is no whole number."),
            (("Anna", "--points", "5", "--opening", "1600"), 2, "do not go together"),
            (("Anna", "--opening", "1600", "--date", "2026-03-01"), 2, "do not go together"),
            (("Anna", "--refund", "1", "--pool", "main"), 2, "do not go together"),
            (("Anna", "--points", "0"), 3, "0 points change nothing"),
            (("Zus", "--points", "5"), 3, "There is no player Zus"),
            (("Anna", "--points", "5", "--date", "2062-01-01"), 6, "2062-01-01 is after tomorrow."),
            (("Anna", "--refund", "9", "--evidence", "a", "--evidence", "b"), 3, "no result 9"),
        ],
    )
    def test_what_is_refused(
        self, played: CommandLine, words: tuple[str, ...], code: int, said: str
    ) -> None:
        ran = played("rating", "adjust", *words, *WHY)
        assert (ran.code, ran.out) == (code, "")
        assert said in ran.err
        assert "Try: hearts-admin" in ran.err

    def test_a_reason_is_required(self, played: CommandLine) -> None:
        ran = played("rating", "adjust", "Anna", "--points=-12")
        assert (ran.code, ran.err.splitlines()[0]) == (2, "Error: Say why, with --reason.")


class TestExempt:
    def test_the_club_and_a_player(self, club: CommandLine) -> None:
        for name in FOUR:
            club.must("rating", "adjust", name, "--opening", "1720", *WHY)
        seats = [f"{name}=1" for name in FOUR]
        for date in ("2024-01-10", "2024-03-24"):
            club.must("result", "record", "--places", *seats, "--date", date)
        done = club.must("club", "exempt", "--from", "2024-02-01", "--to", "2024-02-10", *WHY)
        assert done.lines()[0] == "the whole club: no decay from 2024-02-01 to 2024-02-10"
        assert ratings(club) == dict.fromkeys(FOUR, 1670)
        club.must("player", "exempt", "Anna", "--from", "2024-02-11", "--to", "2024-02-15", *WHY)
        listed = club.must("club", "exemptions", "--json").json()
        assert [(each["player"], each["first"], each["last"]) for each in listed] == [
            (None, "2024-02-01", "2024-02-10"), ("Anna", "2024-02-11", "2024-02-15"),
        ]  # fmt: skip
        assert "the whole club" in club.must("club", "exemptions").out
        again = club.must("club", "exempt", "--from", "2024-02-01", "--to", "2024-02-10", *WHY)
        assert again.err == "Nothing changed.\n"

    def test_what_is_refused(self, played: CommandLine) -> None:
        for words, code, said in (
            (
                ("--from", "2024-02-10", "--to", "2024-02-01", *WHY),
                3,
                "2024-02-01 is before 2024-02-10.",
            ),
            (("--from", "2024-02-01", "--to", "2062-02-01", *WHY), 6, "more than a year"),
            (("--from", "2024-02-01", "--to", "2024-02-30", *WHY), 2, "does not exist"),
            (("--from", "2024-02-01", *WHY), 2, "--to is missing"),
            (("--from", "2024-02-01", "--to", "2024-02-10"), 2, "Say why"),
        ):
            ran = played("club", "exempt", *words)
            assert (ran.code, ran.out) == (code, "")
            assert said in ran.err
            assert "Try: hearts-admin" in ran.err


class TestStatementAndAudit:
    def test_an_account_that_adds_up_as_printed(self, played: CommandLine) -> None:
        played.must("rating", "adjust", "Anna", "--points=-12", *WHY, "--date", "2026-03-11")
        ran = played.must("rating", "statement", "Anna")
        assert [line.split() for line in ran.lines()[4:8]] == [
            ["2026-03-10", "start", "1500"],
            ["2026-03-10", "game", "1", "1", "Anna,", "Bram,", "Cor,", "Dina", "+16", "1516"],
            ["2026-03-11", "adjustment", "so", "decided", "-12", "1504"],
            ["end", "1504"],
        ]
        assert ran.lines()[-1] == "1 game: start +1,500, won +16, adjustments -12"
        dutch = played.must("rating", "statement", "Anna", "--from", "2026-03-11", "--lang", "nl")
        assert any(line.split() == ["vorig", "saldo", "1516"] for line in dutch.lines())
        found = played.must("rating", "statement", "Anna", "--json").json()
        assert (found["before"], found["after"], found["sums"]) == (
            None, 1504, {"start": 1500, "won": 16, "adjustment": -12},
        )  # fmt: skip
        ran = played("rating", "statement", "Anna", "--from", "2026-03-12", "--to", "2026-03-01")
        assert (ran.code, ran.out) == (3, "")

    def test_causes_that_add_up(self, played: CommandLine) -> None:
        found = played.must("rating", "audit", "--json").json()
        assert found["causes"] == {
            "newcomers": 6000, "rounding": 0, "minimum": 0, "maximum": 0, "decay": 0,
            "adjustments": 0, "refunds": 0, "total": 6000,
        }  # fmt: skip
        assert (found["before"], found["after"], found["balanced"], found["alarms"]) == (
            0,
            6000,
            True,
            [],
        )
        assert played.must("rating", "audit").lines()[-1] == "Nothing looks odd."

    def test_alarms_do_not_change_the_exit_code(self, played: CommandLine) -> None:
        played.must("player", "add", "Eva", "Fenna", "Gijs", "Hilde")
        record(played, "Eva", "Fenna", "Gijs", "Hilde")
        ran = played.must("rating", "audit")
        assert ran.lines()[-1] == (
            "Look at this: These 4 players never met the others (2 groups): "
            "Eva, Fenna, Gijs and Hilde; mean rating 1500."
        )
        alarms = played.must("rating", "audit", "--json").json()["alarms"]
        assert [alarm["code"] for alarm in alarms] == ["audit.island", "audit.island"]
        assert alarms[0]["names"] == list(FOUR)
        assert alarms[0]["message"].startswith("These 4 players")


class TestProof:
    def test_the_fingerprint_alone(self, played: CommandLine) -> None:
        ran = played.must("rating", "fingerprint")
        assert re.fullmatch(r"[0-9a-f]{64}\n", ran.out)
        assert ran.err == ""
        earlier = played.must("rating", "fingerprint", "--as-of", "2026-03-09").out
        assert re.fullmatch(r"[0-9a-f]{64}\n", earlier)
        assert earlier != ran.out
        assert played.must("rating", "verify", "--json").json()["fingerprint"] == ran.out.strip()

    def test_verify_exact(self, played: CommandLine) -> None:
        assert "agrees with a fresh computation" in played.must("rating", "verify", "--exact").out
        import sqlite3

        with sqlite3.connect("hearts.db") as connection:
            connection.execute("UPDATE ledger SET change = 17 WHERE change = 16")
        connection.close()
        ran = played("rating", "verify", "--exact")
        assert ran.code == 1
        assert "hearts-admin rating recompute" in ran.err


class TestEvaluate:
    def test_too_short_is_said_plainly(self, played: CommandLine) -> None:
        ran = played.must("rating", "evaluate", "--k", "16,24", "--decay", "club,off")
        assert "too short to tell. Games to judge by: 1; needed: 50." in ran.out
        assert "games foretold: 1 of 1" in ran.out
        assert "K 16, no decay" in ran.out
        dutch = played.must("rating", "evaluate", "--decay", "off", "--lang", "nl").out
        assert "K 32, geen verval" in dutch
        assert "Deze geschiedenis is te kort om iets te zeggen" in dutch

    def test_table_json_and_chart(self, played: CommandLine) -> None:
        found = played.must(
            "rating", "evaluate", "--k", "16", "--against", "openskill", "--json"
        ).json()
        assert [each["name"] for each in found["systems"]] == ["present", "K 16", "openskill"]
        assert found["enough"] is False
        ran = played.must("rating", "evaluate", "--k", "16", "--chart", "judged.png")
        assert ran.err == "Written: judged.png\n"
        assert Path("judged.png").read_bytes().startswith(b"\x89PNG")
        played.must("rating", "evaluate", "--chart", "judged.svg", "--lang", "nl")
        assert b"<svg" in Path("judged.svg").read_bytes()

    @pytest.mark.parametrize(
        ("words", "code"),
        [
            (("--k", "16,x"), 2),
            (("--k", "17"), 3),
            (("--decay", "slow"), 3),
            (("--against", "glicko"), 3),
            (("--chart", "judged.pdf"), 5),
        ],
    )
    def test_what_is_refused(self, played: CommandLine, words: tuple[str, ...], code: int) -> None:
        ran = played("rating", "evaluate", *words)
        assert (ran.code, ran.out) == (code, "")
        assert ran.err.startswith("Error: ")


class TestClubSet:
    def test_the_day_starts_at_another_hour(self, club: CommandLine) -> None:
        seats = [f"{name}={place}" for place, name in enumerate(FOUR, 1)]
        club.must("result", "record", "--places", *seats, "--date", "2026-03-08", "--time", "00:30")
        assert club.must("result", "list", "--json").json()[0]["date"] == "2026-03-07"
        ran = club.must("club", "set", "--day-starts-at", "00:00")
        assert "  Day starts at: 06:00 -> 00:00" in ran.lines()
        assert "1 result falls on another club day now." in ran.lines()
        assert club.must("result", "list", "--json").json()[0]["date"] == "2026-03-08"

    def test_name_and_rules(self, club: CommandLine) -> None:
        ran = club.must("club", "set", "--name", "De Klaveren", "--rules", "none")
        assert {"De Klaveren", "  Rules: american -> -"} <= set(ran.lines())
        assert club.must("club", "show", "--json").json()["rules"] is None
        assert club("club", "set", "--timezone", "Europe/Utrecht").code == 3
