"""`hearts-admin event` and what is reported of events and seasons, from the command line."""

import csv
import io

import pytest
from commandline import CommandLine, Ran
from openpyxl import load_workbook
from PIL import Image
from workbooks import inspect

EIGHT = ("Anna", "Bram", "Cor", "Dina", "Eva", "Fenna", "Gijs", "Hilde")
TABLES = ("--table", "Anna,Bram,Cor,Dina", "--table", "Eva,Fenna,Gijs,Hilde")


@pytest.fixture
def evening(bare: CommandLine) -> CommandLine:
    """Eight people at an evening of two rounds, which counts in a season; nothing is drawn."""
    bare.found(EIGHT, rules="american")
    bare.must("season", "add", "Winter", "--rules", "best-6-of-8")
    bare.must("event", "add", "Evening", "--rounds", "2", "--rules", "none", "--season", "Winter")
    bare.must("event", "arrive", *EIGHT)
    return bare


@pytest.fixture
def played(evening: CommandLine) -> CommandLine:
    """Both rounds at the same tables: Anna and Eva win twice, Dina and Hilde are last twice."""
    for _ in range(2):
        evening.must("event", "draw", *TABLES)
        evening.must("event", "enter", stdin="1 2 3 4\n1 2 3 4\n")
    return evening


def table(ran: Ran, *columns: str) -> list[list[str]]:
    """These columns of a CSV table."""
    return [[row[name] for name in columns] for row in csv.DictReader(io.StringIO(ran.out))]


class TestNotes:
    def test_a_round_that_is_not_planned(self, evening: CommandLine) -> None:
        ran = evening("event", "arrive", "Anna", "--round", "99")
        assert (ran.code, ran.out) == (3, "")
        assert ran.err == "Error: The last round of Evening is 2; there is no round 99.\n"

    @pytest.fixture
    def noted(self, played: CommandLine) -> CommandLine:
        """Anna was fined, and two pairs are kept apart."""
        fine = ("--points", "2.5", "--round", "2", "--reason", "late again")
        played.must("event", "penalty", "Anna", *fine)
        played.must("event", "apart", "Bram", "Cor")
        played.must("event", "apart", "Dina", "Eva", "--everywhere")
        return played

    @pytest.mark.parametrize(
        ("language", "heading", "columns", "kept"),
        [
            (
                "en",
                "Penalties:",
                ["Number", "Player", "Points", "Round", "Reason"],
                [
                    "Kept apart in Evening: Bram and Cor",
                    "Kept apart in every event: Dina and Eva",
                ],
            ),
            (
                "nl",
                "Straffen:",
                ["Nummer", "Speler", "Punten", "Ronde", "Reden"],
                [
                    "Uit elkaar in Evening: Bram en Cor",
                    "Uit elkaar in elke avond en elk toernooi: Dina en Eva",
                ],
            ),
        ],
    )
    def test_show_lists_penalties_and_who_is_kept_apart(
        self, noted: CommandLine, language: str, heading: str, columns: list[str], kept: list[str]
    ) -> None:
        lines = noted.must("event", "show", "--lang", language).lines()
        at = lines.index(heading)
        assert lines[at + 1].split() == columns
        points = "2,5" if language == "nl" else "2.5"
        assert lines[at + 3].split() == ["1", "Anna", points, "2", "late", "again"]
        assert lines[at + 4 : at + 6] == kept

    def test_and_so_does_its_json(self, noted: CommandLine) -> None:
        shown = noted.must("event", "show", "--json").json()
        (fine,) = shown["penalties"]
        assert (fine["player"], fine["points"], fine["round"]) == ("Anna", 2.5, 2)
        pairs = [(each["player"], each["other"], each["event"]) for each in shown["apart"]]
        assert pairs == [("Bram", "Cor", "Evening"), ("Dina", "Eva", None)]

    def test_what_a_penalty_does_is_told_in_numbers(self, noted: CommandLine) -> None:
        fine = ("--points", "1/2", "--reason", "late", "--json")
        told = noted.must("event", "penalty", "Eva", *fine).json()
        assert [each["points"] for each in told["penalties"]] == [2.5, 0.5]
        (moved,) = told["moved"]
        assert (moved["player"], moved["score_before"], moved["score"]) == ("Eva", 8, 7.5)


class TestSheets:
    """A sheet in an event of four deals: 104 points together, and nobody need be at a hundred."""

    FOUR = ("1 5 7 13", "13 13 0 0", "2 3 8 13", "0 1 0 25")  # 16, 22, 15, 51

    @pytest.fixture
    def deals(self, evening: CommandLine) -> CommandLine:
        """The first round is drawn by hand."""
        evening.must("event", "change", "--rules", "american", "--deals", "4")
        evening.must("event", "draw", *TABLES)
        return evening

    def typed(self, club: CommandLine, *rows: str) -> Ran:
        """Type a sheet at the desk."""
        return club("event", "enter", stdin="\n".join(("anna bram cor dina:", *rows, "=", "")))

    def read(self, club: CommandLine, *rows: str) -> Ran:
        """Record a sheet out of a file."""
        lines = ["Anna;Bram;Cor;Dina", *(row.replace(" ", ";") for row in rows)]
        (club.folder / "sheet.csv").write_text("\n".join(lines) + "\n", "utf-8")
        return club("event", "record", "--sheet", "sheet.csv")

    def stored(self, club: CommandLine) -> list[list[int]]:
        """The points of every result."""
        listed = club.must("result", "list", "--json").json()
        return [[seat["points"] for seat in each["seats"]] for each in listed]

    def test_typed(self, deals: CommandLine) -> None:
        ran = self.typed(deals, *self.FOUR)
        assert ran.code == 0, ran.err
        assert self.stored(deals) == [[16, 22, 15, 51]]
        shown = deals.must("result", "show", "1", "--json").json()
        assert (shown["event"], shown["round"], shown["table"]) == ("Evening", "1", "1")

    def test_out_of_a_file(self, deals: CommandLine) -> None:
        ran = self.read(deals, *self.FOUR)
        assert ran.code == 0, ran.err
        assert self.stored(deals) == [[16, 22, 15, 51]]

    def test_too_few(self, deals: CommandLine) -> None:
        for record in (self.typed, self.read):
            ran = record(deals, *self.FOUR[:3])
            assert ran.code != 0
            assert "Here are 3 deals; the game has 4." in ran.err
            assert self.stored(deals) == []

    def test_too_many(self, deals: CommandLine) -> None:
        for record in (self.typed, self.read):
            ran = record(deals, *self.FOUR, "26 0 26 26")
            assert ran.code != 0
            assert "Played on after the game: deal 4 ended it." in ran.err
            assert self.stored(deals) == []


class TestQuality:
    def test_before_the_draw(self, evening: CommandLine) -> None:
        ran = evening("event", "quality")
        assert (ran.code, ran.err.splitlines()[0]) == (3, "Error: Round 1 has not been drawn.")

    def test_for_programs(self, played: CommandLine) -> None:
        measured = played.must("event", "quality", "--json").json()
        # By hand: 12 pairs meet twice, 16 never; no pair need meet more often than once.
        assert measured["meetings"] == {"0": 16, "2": 12}
        assert (measured["back_to_back"], measured["seat_imbalance"]) == (12, 2)
        # SEATING.md, n = 8: two rounds share at least four pairs.
        assert (measured["excess"], measured["bound"]) == (12, 4)
        seats = {each["player"]: each["times"] for each in measured["seats"]}
        assert (seats["Anna"], seats["Hilde"]) == ([2, 0, 0, 0], [0, 0, 0, 2])
        # People are named as in the standings.
        who = ("player", "player_id", "number")
        rows = played.must("event", "standings", "--json").json()["standings"]
        known = {tuple(row[key] for key in who) for row in rows}
        assert {tuple(each[key] for key in who) for each in measured["seats"]} == known
        assert {tuple(each["giver"][key] for key in who) for each in measured["passes"]} == known
        (passed,) = (
            each for each in measured["passes"]
            if (each["giver"]["player"], each["receiver"]["player"]) == ("Anna", "Bram")
        )  # fmt: skip
        assert (passed["left"], passed["across"], passed["right"]) == (2, 0, 0)

    def test_as_text(self, played: CommandLine) -> None:
        lines = played.must("event", "quality").lines()
        assert [line.split() for line in lines[2:4]] == [["0", "16"], ["2", "12"]]
        assert any(line.split() == ["Anna", "2", "0", "0", "0"] for line in lines)
        assert any(line.split() == ["Anna", "Bram", "2"] for line in lines)


class TestDraws:
    @pytest.mark.parametrize(
        "more",
        [
            ("--seed", "0"), ("--method", "random"), ("--all",), ("--again",), TABLES,
            ("--sitting-out", "Anna"),
        ],
    )  # fmt: skip
    def test_proving_a_draw_takes_nothing_that_draws(
        self, evening: CommandLine, more: tuple[str, ...]
    ) -> None:
        ran = evening("event", "draw", "--verify", *more)
        said = f"Error: --verify and {more[0]} do not go together."
        assert (ran.code, ran.out, ran.err.splitlines()[0]) == (2, "", said)

    def test_a_plan_knows_no_helpers(self, bare: CommandLine) -> None:
        plan = ("event", "plan", "--rounds", "2", "--remainder", "fill_in", "--players")
        ran = bare(*plan, "9")
        assert (ran.code, ran.out) == (3, "")
        assert "needs 3 more" in ran.err
        hint = "hearts-admin event plan --players 12 --rounds 2"
        assert ran.err.splitlines()[-1] == f"Try: {hint}"
        bare.must(*hint.split()[1:])
        bare.must(*plan, "12")

    def test_a_final_with_sit_outs(self, played: CommandLine) -> None:
        ran = played.must(
            "event",
            "final",
            "--size",
            "6",
            "--dry-run",
            "--player",
            "Bram",
            *(f"--player={name}" for name in ("Anna", "Eva", "Fenna", "Cor", "Gijs")),
        )
        assert "Note: A final of 6 has sit-outs in each round (2); with 4 everybody plays." in (
            ran.err.splitlines()
        )  # fmt: skip

    @pytest.mark.parametrize(
        ("names", "hint"),
        [
            (("Anna", "Hilda"), "event swap Anna Hilde"),
            (("Hilde", "Hilda"), "player list"),  # one of them cannot be meant
        ],
    )
    def test_a_name_that_is_proposed_is_not_there_already(
        self, evening: CommandLine, names: tuple[str, str], hint: str
    ) -> None:
        evening.must("event", "draw")
        ran = evening("event", "swap", *names)
        assert (ran.code, ran.err.splitlines()[-1]) == (3, f"Try: hearts-admin {hint}")


class TestPaper:
    def test_of_one_round(self, played: CommandLine) -> None:
        for language, *sheets in (
            ("en", "Round 2", "Who sits where", "Score sheets"),
            ("nl", "Ronde 2", "Wie zit waar", "Scorebladen"),
        ):
            file = f"round-{language}.xlsx"
            ran = played.must("event", "paper", file, "--round", "2", "--lang", language)
            assert ran.out.endswith(f": {file}\n")
            assert inspect(played.folder / file, orientations=("portrait", "landscape")) == []
            book = load_workbook(played.folder / file)
            assert book.sheetnames == sheets
            told = {str(cell.value) for row in book[sheets[0]].iter_rows() for cell in row}
            assert {*EIGHT} <= told

    def test_with_nothing_to_print(self, evening: CommandLine) -> None:
        for words in (("--round", "1"), ("--part", "standings"), ("--part", "sheets")):
            ran = evening("event", "paper", "paper.xlsx", *words)
            assert (ran.code, ran.err.splitlines()[0]) == (
                3, "Error: Of Evening there is nothing to print yet.",
            )  # fmt: skip
            assert not (evening.folder / "paper.xlsx").exists()

    def test_a_round_that_has_not_been_drawn(self, played: CommandLine) -> None:
        assert played("event", "paper", "paper.xlsx", "--round", "3").code == 3


class TestReports:
    @pytest.mark.parametrize("kind", ["event-race", "season-race"])
    def test_charts(self, played: CommandLine, kind: str) -> None:
        played.must("report", "chart", kind, "race.png")
        with Image.open(played.folder / "race.png") as picture:
            assert len(picture.convert("RGB").getcolors(picture.width * picture.height)) > 8
        played.must("report", "chart", kind, "race.svg")
        drawn = (played.folder / "race.svg").read_text("utf-8")
        assert all(name in drawn for name in EIGHT)

    def test_the_standings_of_an_event(self, played: CommandLine) -> None:
        columns = ("Place", "No.", "Player", "Score", "Round 1", "Round 2")
        assert table(played.must("report", "csv", "--table", "event"), *columns) == [
            ["1", "1", "Anna", "8", "4", "4"], ["1", "5", "Eva", "8", "4", "4"],
            ["3", "2", "Bram", "6", "3", "3"], ["3", "6", "Fenna", "6", "3", "3"],
            ["5", "3", "Cor", "4", "2", "2"], ["5", "7", "Gijs", "4", "2", "2"],
            ["7", "4", "Dina", "2", "1", "1"], ["7", "8", "Hilde", "2", "1", "1"],
        ]  # fmt: skip

    def test_the_standings_of_a_season(self, played: CommandLine) -> None:
        ran = played.must("report", "csv", "--table", "season", "--lang", "nl")
        assert table(ran, "Plaats", "Speler", "Totaal") == [
            ["1", "Anna", "8"], ["1", "Eva", "8"], ["3", "Bram", "6"], ["3", "Fenna", "6"],
            ["5", "Cor", "4"], ["5", "Gijs", "4"], ["7", "Dina", "2"], ["7", "Hilde", "2"],
        ]  # fmt: skip

    def test_a_workbook_with_both(self, played: CommandLine) -> None:
        wanted = ("--event", "Evening", "--season", "Winter")
        played.must("report", "workbook", "all.xlsx", *wanted)
        path = played.folder / "all.xlsx"
        assert inspect(path) == []
        told = {
            str(cell.value) for sheet in load_workbook(path) for row in sheet for cell in row
            if cell.value is not None
        }  # fmt: skip
        for name in ("Evening", "Winter"):
            assert any(name in each for each in told), name

    def test_of_what_is_not_there(self, played: CommandLine) -> None:
        for words in (
            ("report", "csv", "--table", "event", "--event", "Kerst"),
            ("report", "csv", "--table", "season", "--season", "Zomer"),
            ("report", "workbook", "all.xlsx", "--event", "Kerst"),
            ("report", "chart", "season-race", "race.png", "--season", "Zomer"),
        ):
            assert played(*words).code == 3, words
