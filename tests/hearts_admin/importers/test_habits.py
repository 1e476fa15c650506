"""Tables as people keep them: what they leave out, add, and call by other names."""

import datetime as dt
import io
import zipfile

import pytest
from openpyxl import Workbook

from hearts_admin.errors import FileFault
from hearts_admin.importers import formulas
from hearts_admin.importers.games import read_games

DAY = dt.date(2026, 3, 14)
FOUR = (("Anna", 26), ("Bram", 52), ("Cor", 78), ("Dina", 104))
WIDE = "datum;spel;speler 1;punten 1;speler 2;punten 2;speler 3;punten 3;speler 4;punten 4"
SEATED = "Anna;26;Bram;52;Cor;78;Dina;104"


@pytest.fixture
def read(tmp_path):
    def from_lines(*lines, **given):
        path = tmp_path / "games.csv"
        path.write_text("\n".join(lines) + "\n", "utf-8")
        return read_games(path, **given)

    return from_lines


@pytest.fixture
def read_rows(tmp_path):
    def from_rows(*rows, **given):
        book = Workbook()
        book.worksheets[0].title = "Blad1"
        for row in rows:
            book.worksheets[0].append(row)
        book.save(tmp_path / "games.xlsx")
        return read_games(tmp_path / "games.xlsx", **given)

    return from_rows


def told(file):
    return [(problem.line, problem.code) for problem in file.problems]


def labels(file):
    return [(game.day.day, game.label) for game in file.games]


class TestGamesWithoutAName:
    def test_a_blank_game_in_a_row_a_game_is_numbered_through_the_day(self, read):
        rows = [f"{day}-3-2026;;{SEATED}" for day in (14, 14, 15)]
        file = read(WIDE, *rows)
        assert (labels(file), file.problems) == ([(14, "1"), (14, "2"), (15, "1")], ())

    def test_no_number_is_given_that_another_row_of_the_day_has(self, read):
        given = ["", "01", "", "3", "finale", ""]
        file = read(WIDE, *(f"14-3-2026;{label};{SEATED}" for label in given), f";;{SEATED}")
        assert [label for _, label in labels(file)] == ["2", "01", "4", "3", "finale", "5"]
        assert told(file) == [(8, "row.no_date")]

    def test_the_day_is_one_however_it_is_written(self, read):
        days = ("14-3-2026", "2026-03-14", "za 14 maart 2026")
        for heading, blank in ((WIDE, ";"), (WIDE.replace("spel;", ""), "")):
            file = read(heading, *(f"{day};{blank}{SEATED}" for day in days))
            assert labels(file) == [(14, "1"), (14, "2"), (14, "3")]

    def test_round_and_table_tell_the_game_where_they_stand(self, read):
        rows = (f"14-3-2026;;{SEATED};2;{table}" for table in ("1", "", "3"))
        file = read(f"{WIDE};ronde;tafel", *rows)
        assert [label for _, label in labels(file)] == ["2.1", "2", "2.3"]

    @pytest.mark.parametrize("count", [1, 4, 5])
    def test_a_row_a_player_is_told_in_one_sentence(self, read, count):
        rows = [f"14-3-2026;;{name};1" for name in "ABCDE"[:count]]
        file = read("datum;spel;speler;punten", *rows)
        assert told(file) == [(2 + row, "row.no_game") for row in range(count)]


class TestDateAndGameWrittenOnce:
    HEADING = "datum;spel;speler;punten"

    def rows(self, day, label):
        first, *others = (f"{name};{points}" for name, points in FOUR)
        return [f"{day};{label};{first}", *(f";;{other}" for other in others)]

    def test_the_rows_below_belong_to_it(self, read):
        file = read(self.HEADING, *self.rows("14-3-2026", "1"), *self.rows("14-3-2026", "2"),
                    *self.rows("15-3-2026", "1"))  # fmt: skip
        assert (labels(file), file.problems) == ([(14, "1"), (14, "2"), (15, "1")], ())
        assert [game.seats for game in file.games] == [FOUR] * 3

    def test_in_a_workbook_and_with_a_blank_row_between(self, read_rows):
        rows = [[cell or None for cell in row.split(";")] for row in self.rows("14-3-2026", "1")]
        file = read_rows(self.HEADING.split(";"), *rows, [], *rows[:1], *rows[1:])
        assert [game.line for game in file.games] == []  # the same game twice: eight players
        assert told(file) == [(2, "row.table_size")]
        other = [["15-3-2026", *rows[0][1:]], *rows[1:]]
        file = read_rows(self.HEADING.split(";"), *rows, [], *other)
        assert labels(file) == [(14, "1"), (15, "1")]

    def test_what_does_not_stand_right_below_is_not_guessed(self, read):
        game = self.rows("14-3-2026", "1")
        file = read(self.HEADING, *game[:3], ";;;", game[3])
        assert told(file) == [(2, "row.table_size"), (6, "row.no_game")]

    def test_nor_what_has_a_date_or_a_game_of_its_own(self, read):
        game = self.rows("14-3-2026", "1")
        assert told(read(self.HEADING, *game, "15-3-2026;;Eva;1")) == [(6, "row.no_game")]
        assert told(read(self.HEADING, *game, *self.rows("", "2"))) == [(6, "row.no_date")]

    def test_a_file_without_dates(self, read):
        rows = [row.partition(";")[2] for row in (*self.rows("", "a"), *self.rows("", "b"))]
        file = read("spel;speler;punten", *rows, day=DAY)
        assert labels(file) == [(14, "a"), (14, "b")]


class TestFooters:
    @pytest.mark.parametrize(
        "word", ["Totaal", "Totaal:", "TOTAL", "Gemiddelde", "Som", "Controle"]
    )
    def test_in_a_row_a_player_and_a_row_a_game(self, read, word):
        long = [f"14-3-2026;1;{name};{points}" for name, points in FOUR]
        wide = f"14-3-2026;1;{SEATED}"
        for heading, rows, footers in (
            ("datum;spel;speler;punten", long,
             (f";;{word};260", f"{word};;;260", f";{word};;260", f"14-3-2026;1;{word};260")),
            (WIDE, [wide], (f"{word};;;26;;52;;78;;104", f";;{word};26;;52;;78;;104",
                            f"14-3-2026;{word};;26;;52;;78;;104")),
        ):  # fmt: skip
            for footer in footers:
                file = read(heading, *rows, footer)
                assert ([game.seats for game in file.games], file.problems) == ([FOUR], ()), footer

    def test_a_game_may_be_called_so(self, read):
        file = read(WIDE, f"14-3-2026;Totaal;{SEATED}")
        assert labels(file) == [(14, "Totaal")]


class TestBesideThePairs:
    def test_a_fifth_player_without_a_heading_is_told_at_the_cell(self, read_rows):
        row = [DAY, 1, *(cell for seat in FOUR for cell in seat)]
        file = read_rows(WIDE.split(";"), row, [*row[:1], 2, *row[2:], "Eva", 12])
        assert [game.label for game in file.games] == ["1"]
        (wrong,) = file.problems
        assert (wrong.code, wrong.fields["cell"]) == ("row.no_heading_above", "K3")
        assert wrong.fields["player"] == "Eva"

    @pytest.mark.parametrize(
        ("heading", "cells"),
        [
            (";opmerking", "Bram kwam te laat"),
            (";opmerking;som", "Bram;260"),
            (";;", ";Bram kwam te laat"),
            (";;", "260;"),
            (";;", "14-3-2026;260"),
            (";;", "Totaal;260"),
            ("", "gezien"),
        ],
    )
    def test_remarks_and_totals_are_no_players(self, read, heading, cells):
        file = read(WIDE + heading, f"14-3-2026;1;{SEATED};{cells}")
        assert (labels(file), file.problems) == ([(14, "1")], ())


class TestHeadingsThatAreNotKnown:
    @pytest.mark.parametrize(
        "word",
        ["Speeldatum", "Speldatum", "Datum spel", "Wedstrijddatum", "Played on", "Match date",
         "DATE PLAYED"],
    )  # fmt: skip
    def test_words_for_the_date(self, read, word):
        rows = (f"14-3-2026;1;{name};{points}" for name, points in FOUR)
        assert labels(read(f"{word};spel;speler;punten", *rows)) == [(14, "1")]

    def test_the_column_with_the_dates_is_named_and_nothing_else(self, read_rows):
        days = (DAY, DAY + dt.timedelta(days=7))
        rows = [[day, 1, *seat] for day in days for seat in FOUR]
        head = ["Wanneer", "Spel", "Speler", "Punten"]
        (wrong,) = read_rows(head, *rows).problems
        assert wrong.code == "row.date_elsewhere"
        assert (wrong.fields["heading"], wrong.fields["cell"]) == ("Wanneer", "A1")
        assert labels(read_rows(head, *rows, mapping={"Wanneer": "date"})) == [(14, "1"), (21, "1")]

    def test_a_date_that_is_missing_where_others_stand_is_told_as_before(self, read_rows):
        head = ["Datum", "Ingevoerd", "Spel", "Speler", "Punten"]
        rows = [[day, DAY, label, *seat] for day, label in ((DAY, 1), (None, 2)) for seat in FOUR]
        assert told(read_rows(head, *rows)) == [(6, "row.no_date")]

    @pytest.mark.parametrize(
        ("heading", "row", "proposed"),
        [
            ("wanneer;spel;wie;punten", "14-3-2026;1;Anna;26", {"wanneer=date", "wie=player"}),
            ("datum;spel;speler;straf", "14-3-2026;1;Anna;26", {"straf=points"}),
            ("datum;beurt;speler;punten", "14-3-2026;1;Anna;26", {"beurt=game"}),
            ("datum;spel;wie;opmerking;punten", "14-3-2026;1;Anna;laat;26", {"...=player"}),
            ("datum;spel;speler", "14-3-2026;1;Anna", set()),
            (WIDE.replace("speler", "deelnemer"), f"14-3-2026;1;{SEATED}", {"deelnemer=player"}),
        ],
    )
    def test_a_heading_that_lacks_a_column_proposes_what_the_others_mean(
        self, read, heading, row, proposed
    ):
        with pytest.raises(FileFault) as caught:
            read(heading, row, row)
        assert set(caught.value.fields["proposed"]) == proposed
        if proposed and "...=player" not in proposed:
            read(heading, row, row, mapping=dict(each.split("=") for each in proposed))

    def test_headings_as_they_are_written(self, read):
        file = read("Datum;Spel;Speler;Punten;Opmerking", mapping={"punten": "points", "x": "game"})
        assert file.titles == ("Datum", "Spel", "Speler", "Punten", "Opmerking")
        assert file.headings == {"punten": "points"}


class TestFormulas:
    HEAD = ("Datum", "Spel", "Speler", "Punten")

    def problem(self, tmp_path, cell, *, spoiled=""):
        """What is wrong with a game in which Dina's points are this XML of a cell."""
        book = Workbook()
        sheet = book.worksheets[0]
        sheet.title = "Blad1 "
        sheet.append(self.HEAD)
        for seat in (*FOUR[:3], ("Dina", 4711)):
            sheet.append([DAY, "a", *seat])
        made = io.BytesIO()
        book.save(made)
        path = tmp_path / "games.xlsx"
        with zipfile.ZipFile(made) as source, zipfile.ZipFile(path, "w") as out:
            for name in source.namelist():
                content = source.read(name).decode()
                if name == "xl/worksheets/sheet1.xml":
                    old = '<c r="D5" t="n"><v>4711</v></c>'
                    assert old in content
                    content = content.replace(old, cell)
                out.writestr(name, "<broken" if name == spoiled else content)
        (problem,) = read_games(path).problems
        assert (problem.fields["sheet"], problem.fields["cell"]) == ("Blad1", "D5")
        return problem

    @pytest.mark.parametrize(
        ("cell", "code"),
        [
            ('<c r="D5"><f>SUM(X1:X9)</f></c>', "row.formula"),
            ('<c r="D5"><f>[2]Blad1!A1</f><v></v></c>', "row.formula"),
            ('<c r="D5" t="e"><f>1/0</f><v>#DIV/0!</v></c>', "row.error_value"),
            ('<c r="D5" t="e"><v>#REF!</v></c>', "row.error_value"),
            ('<c r="D5" t="str"><f>IF(TRUE,"","")</f><v></v></c>', "row.no_points"),
            ('<c r="D5"/>', "row.no_points"),
        ],
    )
    def test_what_stands_in_a_cell_that_seems_blank(self, tmp_path, cell, code):
        problem = self.problem(tmp_path, cell)
        assert problem.code == code
        if code == "row.error_value":
            assert problem.fields["value"] in ("#DIV/0!", "#REF!")

    def test_a_formula_with_a_result_is_its_result(self, tmp_path):
        cell = '<c r="D5" t="str"><f>"DN"&amp;"F"</f><v>DNF</v></c>'
        assert self.problem(tmp_path, cell).code == "row.bad_points"

    def test_a_workbook_that_only_the_second_reader_cannot_open(self, tmp_path):
        cell, theme = '<c r="D5"><f>1+1</f></c>', "docProps/core.xml"
        assert self.problem(tmp_path, cell, spoiled=theme).code == "row.no_points"

    def test_a_date_and_a_name_as_well(self, read_rows):
        rows = [["=TODAY()", "a", *seat] for seat in FOUR]
        rows[1][2] = "=Leden!A1"
        assert [(p.fields["cell"], p.code) for p in read_rows(self.HEAD, *rows).problems] == [
            ("A2", "row.formula"),
            ("C3", "row.formula"),
        ]

    def test_nothing_is_looked_up_in_a_file_that_is_good(self, read_rows, monkeypatch):
        monkeypatch.setattr(formulas, "_cells", None)
        assert len(read_rows(self.HEAD, *([DAY, "a", *seat] for seat in FOUR)).games) == 1
        assert told(read_rows(self.HEAD, [DAY, "a", "Anna", "x"])) == [
            (2, "row.bad_points"),
            (2, "row.table_size"),
        ]
