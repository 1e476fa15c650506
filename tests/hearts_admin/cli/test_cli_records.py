"""Putting right: corrections, versions, changes, people, the database; what is shown of it."""

import csv
import io
import sqlite3
from pathlib import Path

import pytest
from commandline import CommandLine

FOUR = ["Anna=23", "Bram=45", "Cor=78", "Dina=114"]
SECOND = ["Dina=34", "Anna=35", "Bram=37", "Cor=102"]


@pytest.fixture
def played(club: CommandLine) -> CommandLine:
    """Two games; Erik and three others have played none."""
    club.must("player", "add", "Erik", "Fenna", "Gijs", "Hanna")
    club.must("result", "record", *FOUR, "--date", "2026-03-13")
    club.must("result", "record", *SECOND, "--date", "2026-03-14")
    return club


def ratings(club: CommandLine) -> list[tuple[str, int]]:
    listed = club.must("rating", "list", "--json").json()
    return [(line["player"], line["rating"]) for line in listed]


class TestCorrect:
    def test_a_reason_is_required(self, played: CommandLine) -> None:
        for words in (["correct", "1", "Anna=32", "Cor=69"], ["void", "1"], ["restore", "1"]):
            ran = played("result", *words)
            assert (ran.code, ran.out) == (2, "")
            assert ran.err.splitlines() == [
                "Error: Say why, with --reason.",
                f'Try: hearts-admin result {" ".join(words)} --reason "..."',
            ]

    def test_who_moved_through_which_games_and_who_did_not(self, played: CommandLine) -> None:
        played.must("result", "record", "Erik=23", "Fenna=45", "Gijs=78", "Hanna=114")
        swap = ["result", "correct", "1", "Anna=45", "Bram=23", "--reason", "swapped"]
        preview = played.must(*swap, "--dry-run")
        before = dict(ratings(played))
        done = played.must(*swap)
        after = dict(ratings(played))
        assert preview.lines() == done.lines()[:-1]
        assert preview.err == "Dry run: nothing was stored.\n"
        assert done.lines()[-1].startswith("To undo this: hearts-admin change undo ")
        for name in ("Anna", "Bram"):
            (line,) = [line for line in done.lines() if line.startswith(f"{name} ")]
            moved = after[name] - before[name]
            assert line.startswith(f"{name} {before[name]} -> {after[name]} ({moved:+d}): ")
            assert "result 1 " in line
        assert "result 1 +16 -> +5" in done.out
        (unmoved,) = [line for line in done.lines() if line.startswith("Unmoved: ")]
        assert {"Erik", "Fenna", "Gijs", "Hanna"} <= set(unmoved.split(": ")[1].split(", "))

    def test_only_what_is_named_differs(self, played: CommandLine) -> None:
        played.must("result", "correct", "1", "--label", "final", "--reason", "it was the final")
        shown = played.must("result", "show", "1", "--json").json()
        assert (shown["label"], [seat["points"] for seat in shown["seats"]]) == (
            "final",
            [23, 45, 78, 114],
        )

    def test_the_same_again_changes_nothing_and_says_so(self, played: CommandLine) -> None:
        ran = played.must("result", "correct", "1", "Anna=23", "--reason", "checked")
        assert "It was so already." in ran.lines()
        assert ran.err == "Nothing changed.\n"

    @pytest.mark.parametrize(
        ("words", "code", "said"),
        [
            (["Anna=x"], 2, "“x” in “Anna=x” is no whole number."),
            (["Anna=1", "anna=2"], 2, "anna is named twice."),
            (["Anna=24"], 3, "24 45 78 114 add up to 261"),
            (["Erik=23"], 3, "Erik did not play in result 1."),
            (["Xerxes=23"], 3, "There is no player Xerxes."),
        ],
    )
    def test_refused(self, words: list[str], code: int, said: str, played: CommandLine) -> None:
        before = ratings(played)
        ran = played("result", "correct", "1", *words, "--reason", "x")
        assert (ran.code, ran.out) == (code, "")
        assert said in ran.err
        assert ratings(played) == before

    def test_void_and_restored_nothing_is_left_of_it(self, played: CommandLine) -> None:
        before = ratings(played)
        fingerprint = played.must("rating", "verify", "--json").json()["fingerprint"]
        ran = played.must("result", "void", "1", "--reason", "typed twice", "--lang", "nl")
        assert "  nu: vervallen" in ran.lines()
        assert [r["id"] for r in played.must("result", "list", "--json").json()] == [2]
        assert played.must("result", "list", "--json", "--all").json()[0]["state"] == "void"
        assert "void" in played.must("result", "list", "--all").out
        refused = played("result", "correct", "1", "Anna=23", "--reason", "x")
        assert refused.code == 3
        assert "Try: hearts-admin result restore 1" in refused.err
        played.must("result", "restore", "1", "--reason", "it was not")
        assert ratings(played) == before
        assert played.must("rating", "verify", "--json").json()["fingerprint"] == fingerprint

    def test_versions(self, played: CommandLine) -> None:
        played.must("result", "correct", "1", "Anna=45", "Bram=23", "--reason", "swapped")
        played.must("result", "restore", "1", "--version", "1", "--reason", "not swapped")
        versions = played.must("result", "show", "1", "--versions", "--json").json()
        assert [v["number"] for v in versions] == [1, 2, 3]
        assert [v["opened"]["reason"] for v in versions] == ["", "swapped", "not swapped"]
        assert [v["result"]["seats"][0]["points"] for v in versions] == [23, 45, 23]
        assert versions[2]["closed"] is None
        assert "swapped" in played.must("result", "show", "1", "--versions").out
        assert played("result", "restore", "1", "--version", "9", "--reason", "x").code == 3


class TestChanges:
    def test_list(self, played: CommandLine) -> None:
        played.must("result", "void", "2", "--reason", "a joke", "--by", "Sjoerd")
        listed = played.must("change", "list", "--json").json()
        assert [change["command"] for change in listed] == [
            "club init",
            "player add",
            "player add",
            "result record",
            "result record",
            "result void",
        ]
        assert listed[5] == {
            "id": 6,
            "at_utc": "2026-03-14T21:00:00Z",
            "who": "Sjoerd",
            "command": "result void",
            "reason": "a joke",
        }
        exported = played.must("change", "list", "--csv").out
        assert list(csv.DictReader(io.StringIO(exported)))[5] == {
            key: str(value) for key, value in listed[5].items()
        }
        assert "2026-03-14 21:00 UTC  Sjoerd  result void    a joke" in (
            played.must("change", "list").out
        )

    def test_filters(self, played: CommandLine) -> None:
        touched = played.must("change", "list", "--player", "Erik", "--json").json()
        assert [change["id"] for change in touched] == [3]
        assert played.must("change", "list", "--from", "2026-03-15", "--json").json() == []
        assert len(played.must("change", "list", "--from", "2026-03-14", "--json").json()) == 5
        assert played("change", "list", "--from", "14-3").code == 2
        assert played("change", "list", "--player", "Xerxes").code == 3

    def test_show(self, played: CommandLine) -> None:
        played.must("result", "correct", "1", "Anna=45", "Bram=23", "--reason", "swapped")
        ran = played.must("change", "show", "6")
        assert "Reason         swapped" in ran.lines()
        assert "result 1: changed" in ran.lines()
        assert "  N: Anna=23 -> Anna=45" in ran.lines()
        detail = played.must("change", "show", "6", "--json").json()
        assert detail["facts"][0]["after"]["E"] == "Bram=23"
        assert played("change", "show", "99").code == 3

    def test_what_was_touched_since_cannot_be_undone(self, played: CommandLine) -> None:
        played.must("result", "correct", "1", "Anna=45", "Bram=23", "--reason", "swapped")
        ran = played("change", "undo", "4")
        assert ran.code == 3
        assert "change 6 came after it" in ran.err
        played.must("change", "undo", "6")
        played.must("change", "undo", "4")


class TestPeople:
    def test_find(self, club: CommandLine) -> None:
        club.must("player", "add", "Zoë de Vries", "Jan de Vries")
        found = club.must("player", "find", "VRIES", "--json").json()
        assert {person["name"] for person in found} == {"Jan de Vries", "Zoë de Vries"}
        assert club.must("player", "find", "de Vries, Jan", "--csv").lines()[1] == "Jan de Vries,,"
        assert club.must("player", "find", "qqq").err == "Nobody is called so.\n"

    def test_renamed_and_found_by_every_spelling(self, played: CommandLine) -> None:
        ran = played.must("player", "rename", "Anna", "Anna de Wit")
        assert ran.lines()[:2] == ["Anna de Wit", "  Name: Anna -> Anna de Wit"]
        played.must("player", "alias", "Anna de Wit", "Annie")
        for spelling in ("Anna", "annie", "de wit, Anna"):
            assert played.must("player", "show", spelling, "--json").json()["name"] == "Anna de Wit"
        played.must("player", "alias", "Annie", "--remove")
        assert played("player", "show", "annie").code == 3
        assert played("player", "alias", "Anna").code == 2

    def test_what_is_known_of_somebody(self, played: CommandLine) -> None:
        ran = played.must(
            "player", "change", "Bram", "--number", "17", "--inactive", "--lang", "nl"
        )
        assert set(ran.lines()[1:3]) == {"  Lidnummer: - -> 17", "  Actief: ja -> nee"}
        assert played.must("player", "show", "#17", "--json").json()["active"] is False
        again = played.must("player", "change", "Bram", "--number", "17")
        assert again.err == "Nothing changed.\n"
        assert "is Bram's already" in played("player", "change", "Cor", "--number", "17").err
        assert played("player", "change", "Cor", "--kind", "wizard").code == 3

    def test_private_people_leave_the_club_by_initials_only(self, played: CommandLine) -> None:
        played.must("player", "rename", "Anna", "Anna de Wit")
        played.must("player", "change", "Anna de Wit", "--private")
        for words in (["result", "list"], ["rating", "list"]):
            assert "Anna" not in played.must(*words, "--csv").out
            assert "Anna" in played.must(*words).out

    def test_merged_and_unmerged(self, played: CommandLine) -> None:
        before = ratings(played)
        played.must("result", "record", "Erik=23", "Fenna=45", "Gijs=78", "Hanna=114")
        merged = ["player", "merge", "Anna", "--other", "Erik"]
        shared = played("player", "merge", "Anna", "--other", "Bram")
        assert shared.code == 3
        assert "sat at one table, in result 1: they are two people." in shared.err
        preview = played.must(*merged, "--dry-run")
        done = played.must(*merged)
        assert preview.lines() == done.lines()[:-1]
        assert any(line.startswith("Anna ") and "->" in line for line in done.lines())
        assert "Erik" not in dict(ratings(played))
        played.must("player", "unmerge", "Erik")
        played.must("result", "void", "3", "--reason", "for the comparison")
        assert ratings(played) == before

    def test_forgotten_for_good(self, played: CommandLine) -> None:
        before = [rating for _, rating in ratings(played)]
        played.must("player", "forget", "Anna", "--dry-run")
        assert "Anna" in dict(ratings(played))
        ran = played.must("player", "forget", "Anna")
        assert "This cannot be undone. Backups made before keep the name." in ran.lines()
        assert [rating for _, rating in ratings(played)] == before
        for words in (["change", "list"], ["result", "list"], ["player", "list"]):
            assert "Anna" not in played.must(*words).out
        assert b"Anna" not in (played.folder / "hearts.db").read_bytes()
        played.must("db", "check")


class TestDatabase:
    def test_check_and_info(self, played: CommandLine) -> None:
        ran = played.must("db", "check")
        assert ran.lines()[-1] == "Nothing is missing, nothing was altered, every rating is right."
        head = played.must("db", "check", "--json").json()["head"]
        assert f"Seal         {head}" in played.must("db", "info").lines()

    def test_an_altered_result_is_found(self, played: CommandLine) -> None:
        connection = sqlite3.connect(played.folder / "hearts.db")
        connection.execute("UPDATE seat SET points = 24 WHERE points = 23")
        connection.commit()
        connection.close()
        ran = played("db", "check")
        assert ran.code == 1
        assert "was altered or deleted" in ran.out
        assert ran.err == "Try: hearts-admin db restore BACKUP\n"
        assert played("db", "check", "--json").json()["faults"] != []

    def test_an_altered_rating_is_found(self, played: CommandLine) -> None:
        connection = sqlite3.connect(played.folder / "hearts.db")
        connection.execute("UPDATE ledger SET change = change + 1 WHERE change = 16")
        connection.commit()
        connection.close()
        ran = played("db", "check", "--lang", "nl")
        assert ran.code == 1
        assert ran.err == "Probeer: hearts-admin rating recompute\n"

    def test_backup_and_restore(self, played: CommandLine) -> None:
        before = ratings(played)
        assert played.must("db", "backup", "copy.db").lines()[0] == "Written: copy.db"
        again = played("db", "backup", "copy.db")
        assert (again.code, again.err.splitlines()[0]) == (
            5,
            "Error: copy.db: There is such a file already.",
        )
        played.must("result", "void", "1", "--reason", "x")
        dry = played.must("db", "restore", "copy.db", "--dry-run")
        assert dry.err == "Dry run: nothing was stored.\n"
        assert ratings(played) != before
        ran = played.must("db", "restore", "copy.db")
        assert ran.lines()[0].startswith("What was there is kept as hearts-before-restore-")
        assert ratings(played) == before
        kept = ran.lines()[0].removeprefix("What was there is kept as ").removesuffix(".")
        assert Path(played.folder / kept).exists()
        assert played("db", "restore", "none.db").code in (4, 5)
