"""`result enter`: an evening from a pipe, and at a terminal with somebody typing."""

import json
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from typing import Any

import pytest
from commandline import PROGRAM, SECONDS, CommandLine, Terminal

from hearts_admin.cli import enter, event_enter
from hearts_admin.db import store
from hearts_admin.errors import DatabaseFault
from hearts_admin.services.events.entry import open_tables
from hearts_admin.services.results import record_result

ONE = "anna 23 bram 45 cor 78 dina 114"
TWO = "dina 34 anna 35 bram 37 cor 102"


def results(club: CommandLine) -> list[dict[str, object]]:
    listed: list[dict[str, object]] = club.must("result", "list", "--json").json()
    return listed


class TestFromAPipe:
    def enter(self, club: CommandLine, *lines: str, options: tuple[str, ...] = ()) -> object:
        return club("result", "enter", *options, stdin="".join(f"{line}\n" for line in lines))

    def test_every_game_is_echoed_with_its_check_and_who_moved(self, club: CommandLine) -> None:
        ran = club("result", "enter", stdin=f"{ONE}\n{TWO}\n")
        assert ran.code == 0
        assert ran.lines()[:3] == [
            "   1  Anna 23  Bram 45  Cor 78  Dina 114",
            "      Together 260: possible under american.",
            "      Anna 1516 (+16)  Bram 1505 (+5)  Cor 1495 (-5)  Dina 1484 (-16)",
        ]
        assert ran.lines()[3] == "   2  Dina 34  Anna 35  Bram 37  Cor 102"
        assert ran.err == "2 games entered.\n"
        assert [result["date"] for result in results(club)] == ["2026-03-14", "2026-03-14"]
        assert [result["label"] for result in results(club)] == ["1", "2"]

    def test_the_evening_is_summed_up(self, club: CommandLine) -> None:
        ran = club("result", "enter", stdin=f"{ONE}\n{ONE}\n")
        table = ran.lines()[6:]
        assert table[0].split() == ["Player", "Games", "Change", "Rating"]
        assert [row.split()[:2] for row in table[2:]] == [
            ["Anna", "2"],
            ["Bram", "2"],
            ["Cor", "2"],
            ["Dina", "2"],
        ]
        anna = club.must("player", "show", "anna", "--json").json()
        assert table[2].split()[2:] == [f"+{anna['rating'] - 1500}", str(anna["rating"])]

    def test_a_refused_line_is_told_by_its_number_and_the_rest_goes_on(
        self, club: CommandLine
    ) -> None:
        typed = [
            "anna 23 bram 45",
            ONE,
            "anna 23 bram 45 cor 78 xerxes 114",
            "a 1 b 2 c 3 d 4",
            TWO,
        ]
        ran = club("result", "enter", stdin="\n".join(typed))
        assert ran.code == 1
        assert ran.err.splitlines() == [
            "Error: line 1: A game has 4 players; here are 2: anna and bram.",
            "Error: line 3: Not everybody is a player of this club.",
            "  There is no player xerxes.",
            "Error: line 4: No game can end so; nothing was stored.",
            ran.err.splitlines()[4],
            "2 games entered. 3 lines refused.",
        ]
        assert len(results(club)) == 2

    def test_an_ambiguous_beginning_names_who_may_be_meant(self, club: CommandLine) -> None:
        club.must("player", "add", "Annemiek")
        ran = club("result", "enter", stdin="an 23 bram 45 cor 78 dina 114\n")
        assert ran.err.splitlines()[0] == "Error: line 1: “an” may be Anna or Annemiek."
        assert ran.code == 1

    def test_u_undoes_the_last_and_then_the_one_before(self, club: CommandLine) -> None:
        ran = club("result", "enter", stdin=f"{ONE}\n{TWO}\nu\nu\nu\n{TWO}\n")
        assert ran.code == 1
        assert "Undone: result 2." in ran.lines()
        assert "Undone: result 1." in ran.lines()
        assert ran.err.splitlines() == [
            "Error: line 5: Nothing that was entered here is left to undo.",
            "1 game entered. 1 line refused.",
        ]
        assert len(results(club)) == 1
        assert club.must("rating", "verify").code == 0

    @pytest.mark.parametrize("stored", [0, 1, 2])
    def test_a_database_that_fails_halfway_does_not_take_back_what_is_stored(
        self, club: CommandLine, monkeypatch: pytest.MonkeyPatch, stored: int
    ) -> None:
        calls = []

        def record(*values: Any) -> Any:
            calls.append(values)
            if len(calls) <= stored:
                return record_result(*values)
            with closing(sqlite3.connect("hearts.db")) as other:
                other.execute("BEGIN IMMEDIATE")
                return record_result(*values)

        monkeypatch.setattr(store, "BUSY_SECONDS", 0.01)
        monkeypatch.setattr(enter, "record_result", record)
        ran = club("result", "enter", stdin=f"{ONE}\n{TWO}\n{ONE}\n{TWO}\n")
        error, tally, said = ran.err.splitlines()
        assert ran.code == 4
        assert error.startswith(f"Error: line {stored + 1}: The database ")
        assert tally == ("1 game entered." if stored == 1 else f"{stored} games entered.")
        assert said == "What was entered before stays stored; the lines after that were not read."
        assert len(results(club)) == stored

    def test_a_table_that_is_stored_counts_though_nothing_can_be_read_after_it(
        self, bare: CommandLine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        names = ["Anna", "Bram", "Cor", "Dina", "Eva", "Fenna", "Gijs", "Hilde"]
        bare.found(names, rules="american")
        bare.must("event", "add", "Evening", "--rounds", "1")
        bare.must("event", "arrive", *names)
        bare.must("event", "draw")
        asked = []

        def look(*values: Any) -> Any:
            asked.append(values)
            if len(asked) == 2:
                raise DatabaseFault("db.unreachable", database="x", detail="gone", writing=None)
            return open_tables(*values)

        monkeypatch.setattr(event_enter, "open_tables", look)
        ran = bare("event", "enter", stdin="26 52 78 104\n26 52 78 104\n")
        assert ran.code == 4
        assert ran.err.splitlines() == [
            "Error: line 1: The server of the database x cannot be reached: gone.",
            "1 game entered.",
            "What was entered before stays stored; the lines after that were not read.",
        ]
        assert len(results(bare)) == 1

    def test_earlier_games_are_not_undone(self, club: CommandLine) -> None:
        club.must("result", "record", "Anna=23", "Bram=45", "Cor=78", "Dina=114")
        assert club("result", "enter", stdin="u\n").code == 1
        assert len(results(club)) == 1

    def test_an_empty_line_ends_and_nothing_below_it_is_lost_in_silence(
        self, club: CommandLine
    ) -> None:
        assert club("result", "enter", stdin=f"{ONE}\n\n  \n").code == 0
        ran = club("result", "enter", stdin=f"{TWO}\n\n{ONE}\n")
        assert ran.code == 1
        assert ran.err.splitlines()[0] == (
            "Error: line 2: An empty line ends the evening; what stands below it was not read."
        )
        assert len(results(club)) == 2

    def test_somebody_new_comes_in(self, club: CommandLine) -> None:
        ran = club("result", "enter", stdin=f"+ Erik Bos\n{ONE.replace('cor', 'erik')}\nu\nu\n")
        assert ran.code == 0
        assert ran.lines()[0] == "Added: Erik Bos"
        assert ran.lines()[-1] == "Undone: Erik Bos."
        assert club.must("club", "show", "--json").json()["players"] == 4

    def test_add_players_takes_every_name(self, bare: CommandLine) -> None:
        bare.found(names=[], rules="american")
        ran = bare("result", "enter", "--add-players", stdin=f"{ONE}\n{ONE.upper()}\n")
        assert ran.code == 0
        assert bare.must("club", "show", "--json").json()["players"] == 4

    def test_date_rules_target_and_places(self, club: CommandLine) -> None:
        words = ["--date", "2026-02-01", "--rules", "dutch", "--target", "30"]
        club.must("result", "enter", *words, stdin="anna 0 bram 5 cor 10 dina 30\n")
        club.must("result", "enter", "--places", stdin="anna 1 bram 2 cor 2 dina 4\n")
        first, second = results(club)
        assert (first["date"], first["rules"]) == ("2026-02-01", "dutch")
        assert [seat["points"] for seat in second["seats"]] == [None] * 4  # type: ignore[attr-defined]

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
    def test_the_encodings_of_a_file(self, encoding: str, club: CommandLine) -> None:
        club.must("player", "add", "Zoë")
        line = "zoë 23 bram 45 cor 78 dina 114\r\n"
        assert club("result", "enter", stdin=line.encode(encoding)).code == 0

    def test_json_is_a_line_a_game(self, club: CommandLine) -> None:
        ran = club("result", "enter", "--json", stdin=f"{ONE}\n{TWO}\nu\n")
        assert [json.loads(line)["result"]["id"] for line in ran.lines()] == [1, 2]

    def test_a_dry_run_stores_nothing(self, club: CommandLine) -> None:
        ran = club("result", "enter", "--dry-run", stdin=f"{ONE}\n")
        assert (ran.code, "Dry run: nothing was stored." in ran.err) == (0, True)
        assert results(club) == []

    def test_a_date_in_2062_stops_at_once(self, club: CommandLine) -> None:
        ran = club("result", "enter", "--date", "2062-03-14", stdin=f"{ONE}\n{ONE}\n")
        assert ran.code == 6
        assert ran.err.count("2062-03-14 is after tomorrow.") == 1

    def test_in_dutch(self, club: CommandLine) -> None:
        ran = club("result", "enter", "--lang", "nl", stdin=f"{ONE}\nanna 1\nu\n")
        assert "      Samen 260: dat kan volgens american." in ran.lines()
        assert "Ongedaan gemaakt: uitslag 1." in ran.lines()
        assert ran.err.splitlines() == [
            "Fout: regel 2: Een spel heeft 4 spelers; hier staan er 1: anna.",
            "0 spellen ingevoerd. 1 regel geweigerd.",
        ]


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo terminal is needed")
class TestAtATerminal:
    def test_an_evening(self, bare: CommandLine) -> None:
        bare.found()
        terminal = Terminal(bare, "result", "enter")
        terminal.wait_for("Date [")
        terminal.type("14-3-2026\n")
        assert "write it as 2026-03-14" in terminal.wait_for("Date [")
        terminal.type("2026-03-14\n")
        terminal.wait_for("Rules [-]: ")
        terminal.type("amrican\n")
        assert "There is no rule set amrican" in terminal.wait_for("Rules [-]: ")
        terminal.type("american\n")
        terminal.wait_for("> ")
        terminal.type(f"{ONE}\n")
        echo = terminal.wait_for("(-16)\r\n> ")
        assert "Together 260: possible under american." in echo
        terminal.type("anna 1 bram 2\n")
        assert "Error: A game has 4 players" in terminal.wait_for("bram.\r\n> ")
        terminal.type("?\n")
        terminal.wait_for("empty line ends\r\n> ")
        terminal.type("u\n")
        terminal.wait_for("Undone: result 1.")
        terminal.wait_for("\r\n> ")
        terminal.type(f"{TWO}\n")
        terminal.wait_for("\r\n> ")
        terminal.type("\n")
        assert terminal.close() == 0
        assert "1 game entered." in terminal.shown
        assert "Traceback" not in terminal.shown
        (stored,) = results(bare)
        assert (stored["date"], stored["rules"]) == ("2026-03-14", "american")
        assert stored["id"] == 2

    def test_in_dutch_ended_by_ctrl_d(self, club: CommandLine) -> None:
        terminal = Terminal(club, "result", "enter", "--lang", "nl", "--date", "2026-03-14")
        terminal.wait_for("Regels [american]: ")
        terminal.type("\n")
        terminal.wait_for("> ")
        terminal.type(f"{ONE}\n")
        terminal.wait_for("(-16)\r\n> ")
        terminal.type("\x04")
        assert terminal.close() == 0
        assert "1 spel ingevoerd." in terminal.shown
        assert len(results(club)) == 1

    def test_ctrl_c_keeps_what_was_entered(self, club: CommandLine) -> None:
        words = ["--date", "2026-03-14", "--rules", "american"]
        terminal = Terminal(club, "result", "enter", *words)
        terminal.wait_for("> ")
        terminal.type(f"{ONE}\n")
        terminal.wait_for("(-16)\r\n> ")
        terminal.interrupt()
        assert terminal.close() == 130
        assert "1 game entered." in terminal.shown
        assert len(results(club)) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_pipe_is_answered_at_once_and_ctrl_c_keeps_what_was_stored(club: CommandLine) -> None:
    process = subprocess.Popen(
        [*PROGRAM, "result", "enter", "--date", "2026-03-14"],
        cwd=club.folder,
        env=club.environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    watchdog = threading.Timer(SECONDS, process.kill)
    watchdog.daemon = True
    watchdog.start()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{ONE}\n".encode())
    process.stdin.flush()
    for words in (["1", "Anna", "23"], ["Together", "260:"], ["Anna", "1516"]):
        assert process.stdout.readline().decode().split()[: len(words)] == words
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=SECONDS)
    watchdog.cancel()
    assert process.returncode == 130
    assert err.decode().splitlines() == ["1 game entered.", "Interrupted."]
    assert len(results(club)) == 1
