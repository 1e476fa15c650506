"""The commands one by one: what they show, the JSON keys they promise, what they change."""

import csv
import io
import json
from pathlib import Path

import pytest
from commandline import CommandLine

FOUR = ["Anna=23", "Bram=45", "Cor=78", "Dina=114"]


@pytest.fixture
def played(club: CommandLine) -> CommandLine:
    """The club after one game, at which all four started from 1500 (RATINGS.md: 16 5 -5 -16)."""
    club.must("result", "record", *FOUR, "--date", "2026-03-14")
    return club


class TestClub:
    def test_init_says_where_it_is_and_what_to_do_next(self, bare: CommandLine) -> None:
        ran = bare.must("club", "init", "--name", "De Vrouw", "--timezone", "Europe/Brussels")
        assert f"Database       {bare.folder / 'hearts.db'}" in ran.out
        assert "Next: hearts-admin player add NAME..." in ran.err
        shown = bare.must("club", "show", "--json").json()
        assert shown | {"database": ""} == {
            "name": "De Vrouw",
            "timezone": "Europe/Brussels",
            "day_starts_at": "06:00",
            "rules": None,
            "house_rules": None,
            "pool": "main",
            "policy": "club",
            "players": 0,
            "results": 0,
            "last_result": None,
            "database": "",
        }

    def test_commands_that_are_proposed_name_the_same_database(self, bare: CommandLine) -> None:
        ran = bare.must("club", "init", "--name", "x", "--db", "my club.db")
        assert 'Next: hearts-admin result enter --db "my club.db"' in ran.err
        added = bare.must("player", "add", "Anna", "--db", "my club.db")
        assert added.lines()[-1] == 'To undo this: hearts-admin change undo 2 --db "my club.db"'

    def test_a_dry_run_makes_nothing(self, bare: CommandLine) -> None:
        bare.must("club", "init", "--name", "x", "--dry-run")
        assert list(bare.folder.glob("*.db*")) == []

    def test_the_database_may_be_named_by_the_environment(self, bare: CommandLine) -> None:
        bare.environ["HEARTS_ADMIN_DB"] = str(bare.folder / "elsewhere.db")
        bare.must("club", "init", "--name", "x")
        assert (bare.folder / "elsewhere.db").exists()
        assert bare.must("club", "show", "--json").json()["name"] == "x"


class TestPlayer:
    def test_add_list_and_undo(self, bare: CommandLine) -> None:
        bare.found(names=[])
        ran = bare.must("player", "add", "Zoë  van 't Hof ", "IJsbrand")
        assert ran.lines() == [
            "Added: Zoë van 't Hof, IJsbrand",
            "To undo this: hearts-admin change undo 2",
        ]
        listed = bare.must("player", "list", "--json").json()
        assert [player["name"] for player in listed] == ["IJsbrand", "Zoë van 't Hof"]
        assert listed[0] == {
            "id": 2,
            "name": "IJsbrand",
            "member_no": None,
            "kind": "member",
            "active": True,
            "games": 0,
            "rating": None,
        } | {key: listed[0][key] for key in listed[0].keys() & {"private"}}
        bare.must("change", "undo")
        assert bare.must("player", "list", "--json").json() == []

    def test_a_near_name_is_a_remark(self, club: CommandLine) -> None:
        ran = club.must("player", "add", "Ännä")
        assert ran.err == "Note: Ännä looks like Anna, who is a player too.\n"

    def test_import_twice_adds_nothing(self, bare: CommandLine) -> None:
        bare.found(names=[])
        members = "Naam;Lidnummer;Beginrating\nAnna de Wit;17;1620\nBram;;\n"
        (bare.folder / "leden.csv").write_text(members, "utf-8-sig")
        first = bare.must("player", "import", "leden.csv")
        assert first.lines()[0] == "Added: Anna de Wit, Bram"
        again = bare.must("player", "import", "leden.csv")
        assert (again.out, again.err) == ("", "Nothing changed.\n")
        assert bare.must("player", "show", "#17", "--json").json()["name"] == "Anna de Wit"

    def test_show(self, played: CommandLine) -> None:
        shown = played.must("player", "show", "bram", "--json").json()
        assert shown["games"] == 1
        assert shown["points"] == 45
        assert shown["places"] == [0, 1, 0, 0]
        assert shown["rating"] == 1505
        assert [(h["cause"], h["before"], h["change"], h["after"]) for h in shown["history"]] == [
            ("start", 0, 1500, 1500),
            ("game", 1500, 5, 1505),
        ]
        assert shown["history"][1] == {
            "date": "2026-03-14",
            "cause": "game",
            "before": 1500,
            "change": 5,
            "after": 1505,
            "result": 1,
            "place": 2,
        }
        text = played.must("player", "show", "bram", "--lang", "nl").out
        assert "Gemiddelde plaats  2,00" in text
        assert "spel" in text


class TestRecord:
    def test_what_is_shown(self, club: CommandLine) -> None:
        ran = club.must("result", "record", *FOUR)
        assert ran.lines() == [
            "Together 260: possible under american.",
            "Result 1: 2026-03-14, american, game 1",
            "Seat  Player  Points  Place  Rating  Change  New rating",
            "----  ------  ------  -----  ------  ------  ----------",
            "N     Anna        23      1    1500     +16        1516",
            "E     Bram        45      2    1500      +5        1505",
            "S     Cor         78      3    1500      -5        1495",
            "W     Dina       114      4    1500     -16        1484",
            "To undo this: hearts-admin change undo 3",
        ]
        assert ran.err == ""

    def test_json(self, club: CommandLine) -> None:
        ran = club.must("result", "record", *FOUR, "--json")
        recorded = ran.json()
        assert recorded["result"]["id"] == 1
        assert recorded["change"]["id"] == 3
        assert [m["after"] for m in recorded["movements"]] == [1516, 1505, 1495, 1484]
        assert ran.err == "To undo this: hearts-admin change undo 3\n"

    def test_decay_is_told_apart_from_the_game(self, played: CommandLine) -> None:
        # 20 days later: grace 14, so 6 points of decay; the policy's floor of 1500 spares the rest
        ran = played.must("result", "record", *FOUR, "--date", "2026-04-03", "--yes")
        header, anna = ran.lines()[2], ran.lines()[4]
        assert "of which decay" in header
        assert anna.split()[4:] == ["1516", "+9", "-6", "1525"]

    def test_a_dry_run_shows_the_same_and_stores_nothing(self, club: CommandLine) -> None:
        ran = club.must("result", "record", *FOUR, "--dry-run")
        assert "N     Anna        23      1    1500     +16        1516" in ran.lines()
        assert ran.err == "Dry run: nothing was stored.\n"
        assert "change undo" not in ran.out
        assert club.must("result", "list", "--json").json() == []

    def test_shared_places_and_negative_points(self, club: CommandLine) -> None:
        words = ["Anna=1", "Bram=2", "Cor=2", "Dina=4"]
        club.must("result", "record", "--places", *words)
        club.must("result", "record", "--high-wins", "Anna=-3", "Bram=5", "Cor=0", "Dina=5")
        first, second = club.must("result", "list", "--json").json()
        assert [seat["place"] for seat in first["seats"]] == [1, 2, 2, 4]
        assert [seat["points"] for seat in first["seats"]] == [None] * 4
        assert [(s["points"], s["place"]) for s in second["seats"]] == [
            (-3, 4),
            (5, 1),
            (0, 3),
            (5, 1),
        ]
        assert second["rules"] is None

    def test_unknown_players_are_added_when_asked_for(self, club: CommandLine) -> None:
        words = ["Anna=23", "Bram=45", "Cor=78", "Erik Bos=114", "--add-players"]
        assert club.must("result", "record", *words).lines()[0] == "Added: Erik Bos"
        assert club.must("club", "show", "--json").json()["players"] == 5

    def test_without_rules_nothing_is_checked_and_that_is_said(self, bare: CommandLine) -> None:
        bare.found()
        ran = bare.must("result", "record", "Anna=1", "Bram=2", "Cor=3", "Dina=4")
        assert ran.err == "Note: No rule set is given, so the totals were not checked.\n"
        assert bare.must("result", "list", "--json").json()[0]["rules"] is None

    def test_who_did_it(self, club: CommandLine) -> None:
        club.must("result", "record", *FOUR, "--by", "Sjoerd")
        change = club.must("result", "show", "1", "--json").json()["change"]
        assert (change["who"], change["command"]) == ("Sjoerd", "result record")


class TestResults:
    def test_the_keys_of_a_list(self, played: CommandLine) -> None:
        assert played.must("result", "list", "--json").json() == [
            {
                "id": 1,
                "date": "2026-03-14",
                "rules": "american",
                "label": "1",
                "seats": [
                    {"seat": "N", "player": "Anna", "points": 23, "place": 1},
                    {"seat": "E", "player": "Bram", "points": 45, "place": 2},
                    {"seat": "S", "player": "Cor", "points": 78, "place": 3},
                    {"seat": "W", "player": "Dina", "points": 114, "place": 4},
                ],
            }
        ]
        assert played.must("result", "list", "--json", "--all").json()[0]["state"] == "ok"

    def test_for_people_it_is_a_line_a_game(self, played: CommandLine) -> None:
        assert played.must("result", "list", "--lang", "nl").lines() == [
            "Nummer  Datum       Regels    Spel  Spelers",
            "------  ----------  --------  ----  -------------------------------------",
            "     1  2026-03-14  american  1     Anna 23 · Bram 45 · Cor 78 · Dina 114",
        ]

    def test_csv_can_be_imported_elsewhere(self, played: CommandLine) -> None:
        exported = played.must("result", "list", "--csv").out
        rows = list(csv.DictReader(io.StringIO(exported)))
        assert [(row["player"], row["points"]) for row in rows][3] == ("Dina", "114")
        (played.folder / "export.csv").write_text(exported, "utf-8", newline="")
        played.environ["HEARTS_ADMIN_DB"] = "other.db"
        played.must("club", "init", "--name", "Other")
        played.must("result", "import", "export.csv", "--add-players", "--rules", "american")
        copied = played.must("result", "list", "--json").json()
        assert [seat["points"] for seat in copied[0]["seats"]] == [23, 45, 78, 114]

    def test_show(self, played: CommandLine) -> None:
        shown = played.must("result", "show", "1", "--json").json()
        assert shown["state"] == "ok"
        assert shown["better"] == "low"
        assert shown["log"] is False
        assert "N     Anna        23      1" in played.must("result", "show", "1").lines()


GAMES = """date,game,player,points
2026-03-01,A,Anna,23
2026-03-01,A,Bram,45
2026-03-01,A,Cor,78
2026-03-01,A,Dina,114
2026-03-01,B,Anna,x
2026-03-01,B,Bram,45
2026-03-01,B,Cor,78
2026-03-01,B,Erik,114
"""


class TestImport:
    def test_nothing_is_stored_if_any_row_is_wrong(self, club: CommandLine) -> None:
        (club.folder / "games.csv").write_text(GAMES, "utf-8")
        ran = club("result", "import", "games.csv")
        assert (ran.code, ran.out) == (3, "")
        assert ran.err.splitlines() == [
            "Error: games.csv: There is something wrong in this file; nothing was stored.",
            "  line 6: “x” is no number of points for Anna.",
            *[line for line in ran.err.splitlines() if "Erik" in line],
            "Try: hearts-admin result import games.csv --skip-problems",
        ]
        assert club.must("result", "list", "--json").json() == []

    def test_the_good_games_are_stored_when_problems_are_skipped(self, club: CommandLine) -> None:
        (club.folder / "games.csv").write_text(GAMES, "utf-8")
        ran = club("result", "import", "games.csv", "--skip-problems")
        assert ran.code == 1
        assert ran.err.splitlines()[0] == (
            "games.csv: line 6: “x” is no number of points for Anna."
        )
        assert ran.lines()[:4] == [
            "Games read     2",
            "Stored         1",
            "Known already  0",
            "Skipped        1",
        ]
        again = club("result", "import", "games.csv", "--skip-problems", "--json")
        assert again.code == 1
        assert again.json()["known"] == 1
        assert again.json()["stored"] == []

    def test_a_dry_run(self, club: CommandLine) -> None:
        (club.folder / "games.csv").write_text("".join(GAMES.splitlines(True)[:5]), "utf-8")
        assert club.must("result", "import", "games.csv", "--dry-run").err == (
            "Dry run: nothing was stored.\n"
        )
        assert club.must("result", "list", "--json").json() == []
        club.must("result", "import", "games.csv")
        assert club.must("result", "import", "games.csv").err == "Nothing changed.\n"

    def test_unknown_players_can_be_added(self, bare: CommandLine) -> None:
        bare.found(names=[])
        (bare.folder / "games.csv").write_text("".join(GAMES.splitlines(True)[:5]), "utf-8")
        ran = bare("result", "import", "games.csv")
        assert ran.err.splitlines()[-1] == "Try: hearts-admin result import games.csv --add-players"
        bare.must("result", "import", "games.csv", "--add-players")


class TestRating:
    def test_the_keys_of_the_list(self, played: CommandLine) -> None:
        first = played.must("rating", "list", "--json").json()[0]
        assert first == {
            "place": 1,
            "player": "Anna",
            "rating": 1516,
            "games": 1,
            "last_played": "2026-03-14",
            "decay": 0,
        }

    def test_decay_as_of_a_later_day(self, played: CommandLine) -> None:
        listed = played.must("rating", "list", "--as-of", "2026-04-03", "--json").json()
        assert [(p["rating"], p["decay"]) for p in listed] == [
            (1510, 6),
            (1500, 5),
            (1495, 0),
            (1484, 0),
        ]
        assert played.must("rating", "list", "--as-of", "2026-03-13", "--json").json() == []

    def test_explained_and_adding_up_as_printed(self, played: CommandLine) -> None:
        lines = played.must("rating", "explain", "1").lines()
        anna = lines[lines.index("Anna: place 1, 1500 -> 1516 (+16)") :][:9]
        assert [line.split()[-1] for line in anna[4:]] == [
            "+5.33",
            "+5.33",
            "+5.33",
            "+0.01",
            "+16.00",
        ]
        explained = played.must("rating", "explain", "1", "--json").json()
        assert explained["players"][1]["change"] == 5
        assert explained["players"][0]["pairs"][0] == {
            "opponent": "Bram",
            "opponent_rating": 1500,
            "score": 1.0,
            "expected": "0.5",
            "in_words": "even",
            "points": "5.33",
        }

    def test_recompute_and_verify_agree(self, played: CommandLine) -> None:
        recomputed = played.must("rating", "recompute", "--json").json()
        verified = played.must("rating", "verify", "--json").json()
        assert recomputed["written"] == 0
        assert verified["difference"] is None
        assert verified["fingerprint"] == recomputed["fingerprint"]
        assert "agrees" in played.must("rating", "verify").out

    def test_verify_finds_what_was_tampered_with(self, played: CommandLine) -> None:
        import sqlite3

        connection = sqlite3.connect(played.folder / "hearts.db")
        connection.execute("UPDATE ledger SET change = change + 1 WHERE change = 16")
        connection.commit()
        connection.close()
        ran = played("rating", "verify")
        assert ran.code == 1
        assert "differs" in ran.out
        assert "Try: hearts-admin rating recompute" in ran.err
        assert played("rating", "verify", "--json").json()["difference"] is not None
        assert "1 row was corrected." in played.must("rating", "recompute").out
        played.must("rating", "verify")


class TestReport:
    def test_a_workbook_and_a_chart(self, played: CommandLine) -> None:
        ran = played.must("report", "workbook", "out.xlsx", "--lang", "nl")
        assert ran.out == "Geschreven: out.xlsx\n"
        assert (played.folder / "out.xlsx").read_bytes()[:2] == b"PK"
        played.must("report", "chart", "history", "out.png")
        assert (played.folder / "out.png").read_bytes()[:4] == b"\x89PNG"
        played.must("report", "chart", "history", "out.svg", "--as-of", "2026-03-14")
        assert "<svg" in (played.folder / "out.svg").read_text("utf-8")


class TestChange:
    def test_undo_takes_back_the_last_and_says_who_moved(self, played: CommandLine) -> None:
        ran = played.must("change", "undo")
        assert ran.lines()[0] == (
            "Undone: change 3, result record, by tester on 2026-03-14 21:00 UTC."
        )
        assert "To undo this: hearts-admin change undo 4" in ran.out
        assert played.must("rating", "list", "--json").json() == []
        undone = played.must("change", "undo", "4", "--json").json()
        assert undone["undone"]["id"] == 4
        assert len(played.must("rating", "list", "--json").json()) == 4


def test_upgrade_of_what_is_up_to_date(club: CommandLine) -> None:
    assert club.must("db", "upgrade").out == "hearts.db is up to date.\n"
    report = club.must("db", "upgrade", "--json").json()
    assert report["before"] == report["after"]


class TestReplay:
    @pytest.fixture
    def logs(self) -> str:
        found = sorted((Path(__file__).parents[2] / "engine" / "data").glob("openspiel*.txt"))
        return str(found[0])

    def test_sixteen_deals_are_legal_and_nine_are_not(self, logs: str, bare: CommandLine) -> None:
        ran = bare("replay", "check", logs, "--json")
        deals = [json.loads(line) for line in ran.lines()]
        assert ran.code == 1
        assert [d["deal"] for d in deals if d["verdict"] == "illegal"] == [
            4, 9, 10, 11, 14, 15, 16, 17, 19,
        ]  # fmt: skip
        assert sum(d["verdict"] == "ok" for d in deals) == 16
        assert {"file", "deal", "verdict", "points", "problems"} <= deals[0].keys()
        assert deals[0]["points"] == {"N": 0, "E": 1, "S": 7, "W": 18}
        fourth = deals[3]["problems"][0]
        assert fourth["fields"]["card"] == "9H"
        assert fourth["message"].startswith("line 4: Trick 4: E leads 9H")

    def test_all_are_legal_where_the_queen_breaks_hearts(
        self, logs: str, bare: CommandLine
    ) -> None:
        ran = bare.must("replay", "check", logs, "--switch", "hearts_broken_by=any_or_queen")
        assert ran.lines()[-1] == "25 deals: ok"

    def test_for_people(self, logs: str, bare: CommandLine) -> None:
        ran = bare("replay", "check", logs, "--lang", "nl")
        assert ran.lines()[-1] == "25 rondes: 16 ok, 9 speelt wat niet mag"
        assert any("harten niet gebroken" in line for line in ran.lines())
        assert ran.err == ""

    def test_loose_deals_are_never_recorded(self, logs: str, club: CommandLine) -> None:
        ran = club("replay", "check", logs, "--record")
        assert ran.code == 1
        assert "These are loose deals, not a game." in ran.err
        assert club.must("result", "list", "--json").json() == []

    @pytest.mark.parametrize(
        ("words", "code", "said"),
        [
            (["none.hjl"], 5, "none.hjl: There is no such file."),
            (["text.hjl"], 5, "text.hjl: This is no log of a known format."),
            (["text.hjl", "--rules", "amrican"], 3, "There is no rule set amrican"),
            (["text.hjl", "--switch", "hearts=1"], 3, "There is no switch hearts"),
            (["text.hjl", "--switch", "hearts"], 2, "“hearts” is no switch"),
            (["*.log"], 5, "*.log: There is no such file."),
        ],
    )
    def test_what_cannot_be_checked(
        self, words: list[str], code: int, said: str, bare: CommandLine
    ) -> None:
        (bare.folder / "text.hjl").write_text("Dear diary\n", "utf-8")
        ran = bare("replay", "check", *words)
        assert ran.code == code
        assert said in ran.err

    def test_a_pattern_that_the_shell_left_alone(self, bare: CommandLine) -> None:
        log = '% hjl 1\n[Deals "loose"]\nH 1 left\nV "misdeal"\n'
        for name in ("a.hjl", "b.hjl"):
            (bare.folder / name).write_text(log, "utf-8")
        ran = bare("replay", "check", "*.hjl", "--json")
        assert [json.loads(line)["file"] for line in ran.lines()] == ["a.hjl", "b.hjl"]
