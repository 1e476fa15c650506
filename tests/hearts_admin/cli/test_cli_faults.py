"""Bad input: what is wrong, where, how to fix it, the exit code, and nothing stored."""

from pathlib import Path

import pytest
from commandline import CommandLine

FOUR = ["Anna=23", "Bram=45", "Cor=78", "Dina=114"]


def refused(club: CommandLine, *words: str, code: int) -> str:
    """Run a command that must be refused; nothing is stored; what it says."""
    before = club.must("result", "list", "--json").json(), club.must("player", "list").out
    ran = club(*words)
    assert ran.code == code, ran
    assert ran.out == ""
    assert ran.err.startswith("Error: ")
    assert "Traceback" not in ran.err
    after = club.must("result", "list", "--json").json(), club.must("player", "list").out
    assert before == after
    return ran.err


class TestCommandLine:
    """Exit code 2: it cannot be parsed."""

    @pytest.mark.parametrize(
        ("words", "said", "hint"),
        [
            (["ratin"], "There is no command ratin; do you mean rating?", "hearts-admin --help"),
            (["xyz"], "There is no command xyz; there are club, player,", "hearts-admin --help"),
            (["player", "shwo"], "do you mean show?", "hearts-admin player --help"),
            (
                ["player", "list", "--jsn"],
                "There is no option --jsn; do you mean --json or --csv?",
                "list",
            ),
            (
                ["player", "list", "--long"],
                "There is no option --long; do you mean --lang or --json?",
                "list",
            ),
            (["--jsn"], "There is no option --jsn.", "--help"),
            (["player", "list", "x", "y"], "This is too much: x and y.", "player list --help"),
            (["player", "add"], "NAME is missing.", "player add --help"),
            (["club", "init"], "--name is missing.", "club init --help"),
            (["club", "init", "--name"], "--name needs a value behind it.", "init --help"),
            (["player", "list", "--json=1"], "--json takes no value.", "player list --help"),
            (["player", "list", "--db"], "--db needs a value behind it.", "player list --help"),
            (["--lang", "fr", "club"], "There is no language fr; choose nl or en.", "--help"),
        ],
    )
    def test_mistyped(self, words: list[str], said: str, hint: str, bare: CommandLine) -> None:
        ran = bare(*words)
        error, advice = ran.err.splitlines()
        assert (ran.code, ran.out) == (2, "")
        assert error.startswith("Error: ")
        assert said in error
        assert advice.startswith("Try: hearts-admin")
        assert advice.endswith(hint) or hint in advice

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (
                [*FOUR, "Erik=1"],
                "A game has 4 players; here are 5: Anna, Bram, Cor, Dina and Erik.",
            ),
            (FOUR[:3], "A game has 4 players; here are 3: Anna, Bram and Cor."),
            (["Anna=1", "Bram=2", "Anna=3", "Dina=4"], "Anna is named twice."),
            (["Anna=1", "Bram=x", "Cor=3", "Dina=4"], "“x” in “Bram=x” is no whole number."),
            ([*FOUR, "--date", "2026-13-41"], "The day 2026-13-41 does not exist."),
            ([*FOUR, "--date", "2026-02-30"], "The day 2026-02-30 does not exist."),
            ([*FOUR, "--date", "14-3-2026"], "write it as 2026-03-14"),
            ([*FOUR, "--time", "25:00"], "“25:00” is no time; write it as 22:30."),
            ([*FOUR, "--target", "0"], "“0” is no whole number above 0."),
            (
                [*FOUR, "--target", "1000000"],
                "“1000000” is too large: numbers go up to 999999.",
            ),
            (["Anna=1000000", *FOUR[1:]], "“1000000” is too large: numbers go up to 999999."),
        ],
    )
    def test_a_result_that_cannot_be_read(
        self, words: list[str], said: str, club: CommandLine
    ) -> None:
        assert said in refused(club, "result", "record", *words, code=2)

    def test_it_is_parsed_before_a_database_is_looked_for(self, bare: CommandLine) -> None:
        assert bare("result", "record", *FOUR, "Erik=5").code == 2
        assert bare("result", "show", "x").code == 2
        assert bare("rating", "list", "--as-of", "yesterday").code == 2

    def test_in_dutch(self, club: CommandLine) -> None:
        ran = club("result", "record", *FOUR, "Erik=1", "--lang", "nl")
        assert ran.err.splitlines() == [
            "Fout: Een spel heeft 4 spelers; hier staan er 5: Anna, Bram, Cor, Dina en Erik.",
            "Probeer: hearts-admin result record --help",
        ]


class TestImpossible:
    """Exit code 3: well-formed, but impossible or unknown."""

    @pytest.mark.parametrize(
        ("points", "said"),
        [
            ((23, 45, 8, 31), "23 45 8 31 add up to 107, which is no multiple of 26"),
            ((0, 0, 0, 260), "0 0 0 260"),
            ((20, 20, 20, 44), "a"),
        ],
    )
    def test_totals_no_game_can_end_in(
        self, points: tuple[int, ...], said: str, club: CommandLine
    ) -> None:
        words = [
            f"{name}={n}" for name, n in zip(("Anna", "Bram", "Cor", "Dina"), points, strict=True)
        ]
        if points == (20, 20, 20, 44):  # 104 = 4 x 26, but nobody is at 100
            said = "nobody has reached 100"
        err = refused(club, "result", "record", *words, code=3)
        assert "No game can end so" in err
        assert said in err
        assert err.splitlines()[-1] == (
            f'Try: hearts-admin result record {" ".join(words)} --unchecked "..."'
        )
        club.must("result", "record", *words, "--unchecked", "the sheet was lost")

    def test_unknown_players_with_the_nearest_names(self, club: CommandLine) -> None:
        err = refused(club, "result", "record", "Ana=23", "Bram=45", "Cor=78", "Xerxes=114", code=3)
        assert err.splitlines() == [
            "Error: Not everybody is a player of this club.",
            "  There is no player Ana; do you mean Anna?",
            "  There is no player Xerxes.",
            "Try: hearts-admin result record Ana=23 Bram=45 Cor=78 Xerxes=114 --add-players",
        ]

    def test_names_that_can_only_mean_one_player_are_filled_in(self, club: CommandLine) -> None:
        club.must("player", "add", "Erik van 't Hof")
        seats = ["Ana=23", "Bram=45", "Cor=78", "Erik van t Hoff=114"]
        err = refused(club, "result", "record", *seats, code=3)
        assert err.splitlines()[-1] == (
            'Try: hearts-admin result record Anna=23 Bram=45 Cor=78 "Erik van \'t Hof=114"'
        )
        err = refused(club, "rating", "statement", "Ana", code=3)
        assert err.splitlines()[-1] == "Try: hearts-admin rating statement Anna"

    def test_places_that_are_none(self, club: CommandLine) -> None:
        words = ["--places", "Anna=1", "Bram=2", "Cor=2", "Dina=3"]
        assert "1 2 2 3 are no places" in refused(club, "result", "record", *words, code=3)

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (["result", "show", "99"], "There is no result 99."),
            (["rating", "explain", "99"], "There is no result 99."),
            (["player", "show", "Xerxes"], "There is no player Xerxes."),
            (["player", "show", "#17"], "There is no player #17."),
            (["change", "undo", "99"], "There is no change 99."),
            (["result", "record", *FOUR, "--rules", "amrican"], "There is no rule set amrican"),
            (["report", "workbook", "out.xlsx"], "There is no rated game yet"),
        ],
    )
    def test_unknown(self, words: list[str], said: str, club: CommandLine) -> None:
        assert said in refused(club, *words, code=3)

    def test_a_club_in_a_time_zone_that_does_not_exist(self, bare: CommandLine) -> None:
        ran = bare("club", "init", "--name", "x", "--timezone", "Europe/Amsterdan")
        assert (ran.code, bare("club", "show").code) == (3, 4)
        assert "There is no time zone Europe/Amsterdan" in ran.err


class TestDatabase:
    """Exit code 4, and which: missing, in the way, none of ours."""

    def test_missing(self, bare: CommandLine) -> None:
        ran = bare("player", "list")
        assert ran.code == 4
        assert ran.err.splitlines() == [
            "Error: There is no database hearts.db.",
            'Try: hearts-admin club init --name "My club" --db hearts.db',
        ]

    def test_missing_under_a_name_with_blanks(self, bare: CommandLine) -> None:
        hint = bare("player", "list", "--db", "geen club.db").err.splitlines()[-1]
        assert hint == 'Try: hearts-admin club init --name "My club" --db "geen club.db"'

    @pytest.mark.parametrize(
        ("words", "said", "hint"),
        [
            (["restore", "no.db"], "There is no file no.db in the folder ", "restore --help"),
            (
                ["copy", "--from", "no.db", "--to", "x.db"],
                "There is no file no.db in the folder ",
                "copy --help",
            ),
            (["restore", "text.db"], "text.db is no database of this program", "restore --help"),
            (
                ["copy", "--from", "text.db", "--to", "x.db"],
                "text.db is no database of this program",
                "copy --help",
            ),
            (["info", "--db", "no.db"], "There is no database no.db.", 'info --db "..."'),
            (["check", "--db", "no.db"], "There is no database no.db.", 'check --db "..."'),
            (["upgrade", "--db", "no.db"], "There is no database no.db.", 'upgrade --db "..."'),
            (
                ["backup", "x.db", "--db", "no.db"],
                "There is no database no.db.",
                'backup x.db --db "..."',
            ),
            (
                ["export", "x", "--db", "no.db"],
                "There is no database no.db.",
                'export x --db "..."',
            ),
            (["check", "--db", "text.db"], "text.db is no database of", "check --help"),
        ],
    )
    def test_a_mistyped_database_is_no_reason_to_found_a_club(
        self, words: list[str], said: str, hint: str, club: CommandLine
    ) -> None:
        (club.folder / "text.db").write_text("no database\n")
        error = refused(club, "db", *words, code=4)
        assert f"Error: {said}" in error
        assert error.splitlines()[-1] == f"Try: hearts-admin db {hint}"
        assert not (club.folder / "x.db").exists()

    def test_a_kind_of_database_that_is_not_supported(self, bare: CommandLine) -> None:
        ran = bare("player", "list", "--db", "mysql://club:secret@server/x", "--lang", "nl")
        assert ran.code == 4
        assert ran.err.startswith("Fout: mysql://club:***@server/x is niet te gebruiken: ")
        assert "club.db" in ran.err
        assert "postgresql://gebruiker@server/club" in ran.err

    def test_there_already(self, club: CommandLine) -> None:
        ran = club("club", "init", "--name", "Another")
        assert ran.code == 4
        assert "There is a database hearts.db already." in ran.err
        assert club.must("club", "show", "--json").json()["name"] == "De Schoppenvrouw"

    @pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\0" + bytes(200)])
    def test_none_of_ours(self, content: bytes, bare: CommandLine) -> None:
        file = bare.folder / "other.db"
        file.write_bytes(content)
        ran = bare("player", "list", "--db", "other.db")
        assert ran.code == 4
        assert "other.db" in ran.err
        assert ran.err.splitlines()[-1].startswith("Try: hearts-admin ")
        assert file.read_bytes() == content


class TestFiles:
    """Exit code 5: a file cannot be read or written."""

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (None, "games.csv: There is no such file."),
            (b"", "games.csv: There is nothing in it."),
            (b"  \n \n", "games.csv: There is nothing in it."),
            (b"\x00\x01\x02\x03", "games.csv: This is not a text file."),
            (b"a,b,c\n1,2,3\n", "games.csv: No line heads the columns:"),
        ],
    )
    @pytest.mark.parametrize("noun", ["result", "player"])
    def test_not_a_table(
        self, noun: str, content: bytes | None, said: str, club: CommandLine
    ) -> None:
        if content is not None:
            (club.folder / "games.csv").write_bytes(content)
        assert said in refused(club, noun, "import", "games.csv", code=5)

    @pytest.mark.parametrize(
        ("noun", "language", "content", "said"),
        [
            (
                "result", "nl", "Clubavond\nspel;datum;speler\n1;14-3-2026;Anna\n",
                "Kolommen die ontbreken: punten (wel gevonden, op regel 2: datum, spel en speler).",
            ),
            (
                "result", "en", "spel;plaats\n1;2\n",
                "Missing columns: date and player (found on line 1: game and place).",
            ),
            (
                "result", "nl", "Anna;23\n",
                "Er is geen regel met de kolomkoppen: datum, spel, speler en punten.",
            ),
            (
                "player", "nl", "lidnummer;rating\n1;1500\n",
                "Kolommen die ontbreken: speler (wel gevonden, op regel 1: lidnummer en ",
            ),
            ("player", "nl", "Anna\nBram\n", "Er is geen regel met de kolomkoppen: speler."),
        ],
    )  # fmt: skip
    def test_columns_that_are_missing(
        self, noun: str, language: str, content: str, said: str, club: CommandLine
    ) -> None:
        """Named as organisers write them, with those that were found."""
        (club.folder / "games.csv").write_text(content, "utf-8")
        ran = club(noun, "import", "games.csv", "--lang", language)
        assert (ran.code, ran.out) == (5, "")
        assert f"games.csv: {said}" in ran.err

    @pytest.mark.parametrize("words", [["workbook", "{}.xlsx"], ["chart", "history", "{}.png"]])
    def test_a_report_that_cannot_be_written(self, words: list[str], club: CommandLine) -> None:
        club.must("result", "record", *FOUR)
        (club.folder / "folder.xlsx").mkdir()
        (club.folder / "folder.png").mkdir()

        def report(name: str) -> str:
            return refused(club, "report", *(word.format(name) for word in words), code=5)

        assert "There is no such folder to write it in." in report("nowhere/out")
        assert "The file cannot be written" in report("folder")

    def test_a_workbook_that_is_open_in_excel(self, club: CommandLine) -> None:
        club.must("result", "record", *FOUR)
        club.must("report", "workbook", "out.xlsx")
        before = (club.folder / "out.xlsx").read_bytes()
        (club.folder / "~$out.xlsx").touch()  # what Excel puts beside an open workbook
        err = refused(club, "report", "workbook", "out.xlsx", code=5)
        assert "Close the file in Excel." in err
        assert err.splitlines()[-1] == "Try: hearts-admin report workbook out.xlsx"
        assert (club.folder / "out.xlsx").read_bytes() == before

    def test_a_kind_of_file_that_is_not_written(self, club: CommandLine) -> None:
        assert "it must end in .xlsx" in refused(club, "report", "workbook", "out.pdf", code=5)
        err = refused(club, "report", "chart", "history", "out.bmp", code=5)
        assert "it must end in .png or .svg" in err
        assert "There is no chart pie" in refused(club, "report", "chart", "pie", "a.png", code=2)


def test_a_date_in_2062_needs_yes(club: CommandLine) -> None:
    words = ["result", "record", *FOUR, "--date", "2062-03-14"]
    err = refused(club, *words, code=6)
    assert err.splitlines() == [
        "Error: 2062-03-14 is after tomorrow.",
        f"Try: hearts-admin {' '.join(words)} --yes",
    ]
    assert club(*words, "--yes").code == 0


def test_tomorrow_needs_nothing(club: CommandLine) -> None:
    assert club("result", "record", *FOUR, "--date", "2026-03-15").code == 0
    assert club("result", "record", *FOUR, "--date", "2026-03-16").code == 6


class TestInternalErrors:
    """Exit code 70: one line, and the traceback only when asked for."""

    @pytest.fixture
    def broken(self, club: CommandLine, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
        def fail(*_: object) -> None:
            raise ZeroDivisionError("seven by zero")

        monkeypatch.setattr("hearts_admin.services.players.list_players", fail)
        return club

    def test_one_line(self, broken: CommandLine) -> None:
        ran = broken("player", "list")
        assert (ran.code, ran.out) == (70, "")
        assert ran.err.splitlines() == [
            "Internal error (ZeroDivisionError): seven by zero",
            "Run it again with --debug and send what it shows to the makers.",
        ]

    def test_the_traceback_with_debug(self, broken: CommandLine) -> None:
        ran = broken("player", "list", "--debug", "--lang", "nl")
        assert ran.code == 70
        assert "Traceback" in ran.err
        assert ran.err.splitlines()[-1] == "Interne fout (ZeroDivisionError): seven by zero"

    def test_an_ordinary_error_is_traced_with_debug_too(self, club: CommandLine) -> None:
        ran = club("player", "show", "Xerxes", "--debug")
        assert ran.code == 3
        assert "Traceback" in ran.err


def test_exit_codes_of_real_processes(club: CommandLine, tmp_path: Path) -> None:
    assert club.process("result", "record", *FOUR, "--date", "2026-03-14").code == 0
    assert club.process("result", "record", *FOUR, "Erik=2").code == 2
    assert club.process("club", "show", "--db", str(tmp_path / "none.db")).code == 4
    assert club.process("result", "enter", stdin="anna\n").code == 1
