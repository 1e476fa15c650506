"""Organisers' own workbooks: every layout, and one small sheet for each quirk met in practice."""

import datetime as dt
import math
import tempfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.utils.cell import coordinate_to_tuple

from hearts_admin.errors import FileFault
from hearts_admin.importers import container
from hearts_admin.importers.games import read_games

FOUR = (("Anna", 26), ("Bram", 52), ("Cor", 78), ("Dina", 104))
DAY = dt.date(2026, 3, 14)


@pytest.fixture
def read(tmp_path):
    """Reads sheets given as name=rows; `merge` are ranges merged on the first one."""

    def from_rows(*, merge=(), day=None, mapping=None, **sheets):
        book = Workbook()
        book.remove(book.worksheets[0])
        for name, rows in sheets.items():
            sheet = book.create_sheet(name)
            for row in rows:
                sheet.append(row)
        for cells in merge:
            book.worksheets[0].merge_cells(cells)
        path = tmp_path / "club.xlsx"
        book.save(path)
        return read_games(path, day=day, mapping=mapping)

    return from_rows


def told(file):
    """Sheet, cell and code of every problem."""
    return [(p.fields["sheet"], p.fields["cell"], p.code) for p in file.problems]


def long(*games, heading=("Datum", "Spel", "Speler", "Punten")):
    """A sheet in long form of (day, label, seats)."""
    return [
        list(heading),
        *([day, label, *seat] for day, label, seats in games for seat in seats),
    ]


def block(title, seats, ghosts=0):
    """A small table with a title above it and prefilled lines that nobody used."""
    return [
        [title],
        ["#", "Naam", "Punten"],
        *([number, *seat] for number, seat in enumerate(seats, start=1)),
        *([len(seats) + 1 + number, None, None] for number in range(ghosts)),
        [None],
    ]


class TestLong:
    def test_dates_and_numbers_are_what_they_are(self, read):
        (game,) = read(Blad1=long((dt.datetime.combine(DAY, dt.time()), 7, FOUR))).games
        assert (game.day, game.label, game.seats, game.draft.sheet) == (DAY, "7", FOUR, "Blad1")

    def test_numbers_kept_as_text_and_decimal_commas(self, read):
        seats = (("Anna", " 26 "), ("Bram\u00a0", "52,0"), ("Cor", "78.00"), ("Dina", 104.0))
        (game,) = read(Blad1=long(("14-3-2026", "a", seats))).games
        assert game.seats == FOUR

    @pytest.mark.parametrize("value", [12.5, "12,5", "DNF", "1.234", "=1/0", True])
    def test_what_is_no_whole_number_is_told_at_its_cell(self, read, value):
        file = read(Blad1=long((DAY, "a", (*FOUR[:2], ("Cor", value), FOUR[3]))))
        assert (file.games, told(file)) in [
            ((), [("Blad1", "D4", "row.bad_points")]),
            ((), [("Blad1", "D4", "row.formula")]),  # a formula nobody calculated holds nothing
        ]

    @pytest.mark.parametrize("value", ["-", None])
    def test_missing_points_are_neither_zero_nor_rated(self, read, value):
        file = read(Blad1=long((DAY, "a", (*FOUR[:3], ("Dina", value)))))
        assert (file.games, told(file)) == ((), [("Blad1", "D5", "row.no_points")])

    def test_points_that_became_a_date_are_told(self, read):
        file = read(Blad1=long((DAY, "a", (*FOUR[:3], ("Dina", dt.date(2026, 4, 3))))))
        assert told(file) == [("Blad1", "D5", "row.became_date")]

    def test_a_label_that_became_a_date_is_told(self, read):
        file = read(Blad1=long((DAY, dt.date(2026, 4, 3), FOUR)))
        assert told(file) == [("Blad1", "B2", "row.became_date")]

    def test_month_first_dates_make_the_others_doubtful(self, read):
        # 03/14 cannot be day first, so 03/04 may well be the fourth of March.
        file = read(Blad1=long(("03/14/2026", "a", FOUR), ("03/04/2026", "b", FOUR)))
        assert told(file) == [("Blad1", "A2", "row.bad_date"), ("Blad1", "A6", "row.day_or_month")]

    @pytest.mark.parametrize("around", ["{}", "za {}", "{} 20:15", "Saturday, {} 20:15:00"])
    def test_month_first_dates_are_seen_whatever_stands_around_them(self, read, around):
        days = map(around.format, ("03/14/2026", "03/04/2026"))
        file = read(Blad1=long(*((day, day, FOUR) for day in days)))
        assert [code for _, _, code in told(file)] == ["row.bad_date", "row.day_or_month"]

    def test_day_first_dates_alone_are_read(self, read):
        file = read(Blad1=long(("14/3/2026", "a", FOUR), ("4/3/2026", "b", FOUR)))
        assert [game.day for game in file.games] == [DAY, dt.date(2026, 3, 4)]

    def test_a_cell_merged_over_the_rows_of_a_game_says_the_same_of_each(self, read):
        rows = long((DAY, "a", FOUR))
        for row in rows[2:]:
            row[0] = row[1] = None
        (game,) = read(Blad1=rows, merge=("A2:A5", "B2:B5")).games
        assert (game.day, game.label, game.seats) == (DAY, "a", FOUR)

    def test_lines_of_a_form_that_nobody_filled_are_passed_over(self, read):
        rows = [*long((DAY, "a", FOUR)), [DAY, "b", None, None], [DAY, "b", " ", None]]
        file = read(Blad1=rows)
        assert (len(file.games), file.problems) == (1, ())

    def test_merged_title_and_trailing_blanks_above_the_heading(self, read):
        rows = [["Seizoen 2026 "], [], *long((DAY, "a", FOUR))]
        rows[2] = [f"{word}  " for word in rows[2]]
        assert len(read(Blad1=rows, merge=("A1:D1",)).games) == 1

    @pytest.mark.parametrize("size", [3, 5])
    def test_tables_of_another_size_are_told(self, read, size):
        seats = (*FOUR, ("Eva", 0))[:size]
        file = read(Blad1=long((DAY, "a", seats)))
        assert (file.games, told(file)) == ((), [("Blad1", "C2", "row.table_size")])

    def test_a_mapped_heading(self, read):
        rows = long((DAY, "a", FOUR), heading=("Datum", "Spel", "Wie", "Straf"))
        file = read(Blad1=rows, mapping={"wie": "player", "Straf": "points"})
        assert file.games[0].seats == FOUR

    def test_a_date_given_for_games_without_one_only(self, read):
        rows = long((None, "a", FOUR), (DAY, "b", FOUR))
        other = dt.date(2026, 3, 7)
        assert [game.day for game in read(Blad1=rows, day=other).games] == [other, DAY]
        assert told(read(Blad1=rows)) == [("Blad1", "A2", "row.no_date")]


class TestWide:
    HEADING = ("Datum", "Spel", "Speler 1", "Punten 1", "Speler 2", "Punten 2",
               "Speler 3", "Punten 3", "Speler 4", "Punten 4")  # fmt: skip

    @pytest.mark.parametrize(
        "heading",
        [
            HEADING,
            ("Date", "Game", *("Name", "Score") * 4),
            ("Dag", "Nr", "Speler N", "Plaats N", "Speler E", "Plaats E",
             "Speler S", "Plaats S", "Speler W", "Plaats W"),
        ],
    )  # fmt: skip
    def test_a_row_a_game(self, read, heading):
        places = (1, 2, 3, 4) if "Plaats N" in heading else (26, 52, 78, 104)
        pairs = [cell for name, own in zip("ABCD", places, strict=True) for cell in (name, own)]
        (game,) = read(Blad1=[heading, (DAY, 3, *pairs)]).games
        assert (game.day, game.label) == (DAY, "3")
        assert game.seats == tuple(zip("ABCD", places, strict=True))
        assert game.by_place == (places[0] == 1)

    def test_three_players_and_a_wrong_cell(self, read):
        rows = [
            self.HEADING,
            (DAY, 1, "A", 26, "B", 52, "C", 182, None, None),
            (DAY, 2, "A", 26, "B", "x", "C", 78, "D", 104),
        ]
        assert told(read(Blad1=rows)) == [
            ("Blad1", "C2", "row.table_size"),
            ("Blad1", "F3", "row.bad_points"),
        ]

    def test_rows_without_a_label_count_through_the_day(self, read):
        heading = [self.HEADING[0], *self.HEADING[2:]]
        row = ["A", 26, "B", 52, "C", 78, "D", 104]
        later = dt.date(2026, 3, 15)
        file = read(Blad1=[heading, [DAY, *row], [DAY, *row], [later, *row]])
        assert [(game.day, game.label) for game in file.games] == [
            (DAY, "1"), (DAY, "2"), (later, "1"),
        ]  # fmt: skip


class TestBlocks:
    def test_tables_on_several_sheets_with_the_date_at_the_top(self, read):
        top = [["Clubavond"], ["Datum", DAY], [None]]
        file = read(
            Ronde1=[*top, *block("Tafel 1", FOUR, ghosts=2), *block("Tafel 2", FOUR[::-1])],
            Ronde2=[*top, *block("Tafel 1", FOUR)],
        )
        assert [(game.label, game.day) for game in file.games] == [
            ("Ronde1 1", DAY), ("Ronde1 2", DAY), ("Ronde2 1", DAY),
        ]  # fmt: skip
        assert [game.seats for game in file.games] == [FOUR, FOUR[::-1], FOUR]
        assert file.problems == ()

    def test_three_and_five_at_a_table_are_told_and_the_rest_read(self, read):
        rows = [["Datum", DAY], *block("Tafel 1", FOUR[:3]), *block("Tafel 2", FOUR),
                *block("Tafel 3", (*FOUR, ("Eva", 0)))]  # fmt: skip
        file = read(Avond=rows)
        assert [game.label for game in file.games] == ["Avond 2"]
        assert [code for _, _, code in told(file)] == ["row.table_size"] * 2
        assert file.total == 3

    def test_an_undated_table_is_told_unless_a_day_is_given(self, read):
        rows = [["Datum"], *block("Tafel 1", FOUR)]
        assert told(read(Avond=rows)) == [("Avond", "B1", "row.no_date")]
        assert read(Avond=rows, day=DAY).games[0].day == DAY

    def test_the_day_in_the_name_of_the_sheet(self, read):
        assert read(**{"14-3-2026": block("Tafel 1", FOUR)}).games[0].day == DAY

    def test_a_total_and_a_blank_row_between_players(self, read):
        rows = block("Tafel 1", FOUR)
        rows[4:4] = [[None, None, None]]
        rows[-1:] = [[None, "Totaal", 260], [None]]
        (game,) = read(Avond=[["Datum", DAY], *rows]).games
        assert game.seats == FOUR

    def test_tables_that_touch(self, read):
        one, other = block("Tafel 1", FOUR)[:-1], block("Tafel 2", FOUR[::-1])
        file = read(Avond=[["Datum", DAY], *one, *other])
        assert [game.seats for game in file.games] == [FOUR, FOUR[::-1]]
        assert file.problems == ()

    def test_a_number_column_is_no_game(self, read):
        rows = [["Datum", DAY], *block("Tafel 1", FOUR)]
        rows[2][0] = "Nr"
        assert read(Avond=rows).games[0].seats == FOUR

    def test_summaries_and_lists_are_not_taken_for_results(self, read):
        people = [(f"Speler {number}", number) for number in range(30)]
        file = read(
            Avond=[["Datum", DAY], *block("Tafel 1", FOUR)],
            Eindstand=[["Datum", DAY], *block("", FOUR)],
            Uitslagen=[["Datum", DAY], *block("", people)],
            Leden=[["Nr", "Naam"], [1, "Anna"]],
        )
        assert len(file.games) == 1
        assert (file.total, file.ignored) == (1, ("Eindstand", "Uitslagen", "Leden"))

    def test_the_same_layout_in_a_text_file(self, tmp_path):
        path = tmp_path / "avond.csv"
        lines = ["Datum;14-3-2026;", ";;", "Tafel 1;;", "Naam;Punten;"]
        path.write_text("\n".join([*lines, *(f"{name};{own};" for name, own in FOUR)]), "utf-8")
        (game,) = read_games(path).games
        assert (game.day, game.label, game.seats) == (DAY, "1", FOUR)


def test_a_workbook_without_results(read):
    with pytest.raises(FileFault) as caught:
        read(Over=[["Punten"]], Leden=[[], ["Datum", "Naam"], ["14-3-2026", "Anna"]])
    fields = caught.value.fields
    assert caught.value.code == "input.no_heading"
    assert (fields["sheet"], fields["at"], fields["headed"]) == ("Leden", 2, ("date", "player"))
    assert fields["lacking"] == ("game", "points")


@pytest.mark.parametrize("name", ["avond.xls", "avond.ods"])
def test_the_formats_of_other_programs(name):
    file = read_games(Path(__file__).parent / "sheets" / name)
    (game,) = file.games
    assert (game.label, game.day, game.seats) == ("Avond 1", DAY, FOUR)
    assert told(file) == [("Avond", "B14", "row.bad_points")]
    assert file.ignored == ("Leeg",)


class TestHostile:
    """Refused before anything of it is unpacked into memory."""

    def refused(self, path):
        with pytest.raises(FileFault) as caught:
            read_games(path)
        assert caught.value.exit_code == 5
        return caught.value.code

    def workbook(self, tmp_path, sheet=b"<worksheet/>", **members):
        path = tmp_path / "club.xlsx"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("xl/workbook.xml", "<workbook/>")
            archive.writestr("xl/worksheets/sheet1.xml", sheet)
            for name, content in members.items():
                archive.writestr(name, content)
        return path

    def test_a_workbook_that_unpacks_to_gigabytes(self, tmp_path, monkeypatch):
        monkeypatch.setattr(container, "LARGEST_CONTENT", 1_000_000)
        path = self.workbook(tmp_path, b"<worksheet>" + b" " * 2_000_000)
        assert path.stat().st_size < 10_000
        assert self.refused(path) == "input.too_large"

    def test_a_directory_that_understates_what_is_in_it(self, tmp_path):
        path = self.workbook(tmp_path, b"<worksheet>" + b" " * 2_000_000)
        content = path.read_bytes()
        path.write_bytes(content.replace((2_000_011).to_bytes(4, "little"), b"\x10\0\0\0"))
        assert self.refused(path) == "input.no_sheet"

    @pytest.mark.parametrize(
        "cell",
        [
            b'<c t="n" r="XFD1048576"><v>1</v></c>',
            b"<c r = 'XFD1048576'><v>1</v></c>",
            b'<x:c r="XFD1048576"><x:v>1</x:v></x:c>',
            b'<c r="XFD1048576" x="/>"><v>1</v></c>',
            b'<c x=">" r="XFD1048576"><v>1</v></c>',
        ],
    )
    def test_one_cell_in_the_farthest_corner(self, tmp_path, cell):
        cells = b'<c r="A1"><v>1</v></c>' + cell
        assert self.refused(self.workbook(tmp_path, cells)) == "input.too_large"

    @given(
        st.lists(
            st.tuples(
                st.sampled_from(["A", "T", "U", "Z", "AA", "AT", "XFD"]),
                st.sampled_from([1, 1000, 43_478, 43_479, 76_923, 99_999, 100_000, 1_048_576]),
                st.sampled_from(
                    ['<c r="{}"><v>1</v></c>', "<c\tt='n' r = '{}'><v>1</v></c>",
                     '<x:c r="{}"><x:v>1</x:v></x:c>', '<c r="{}"/>', '<c ar="A1" r="{}">1</c>']
                ),
            ),
            min_size=1,
            max_size=6,
        )
    )  # fmt: skip
    def test_cells_that_span_too_large_an_area_wherever_they_stand(self, cells):
        """Also when the last row and the last column stand in pieces far from each other."""
        filled = [coordinate_to_tuple(f"{column}{row}") for column, row, how in cells
                  if not how.endswith("/>")]  # fmt: skip
        area = math.prod(max(numbers, default=0) for numbers in zip(*filled, strict=True))
        sheet = (" " * 700).join(how.format(f"{column}{row}") for column, row, how in cells)
        with (
            tempfile.TemporaryDirectory() as folder,
            pytest.MonkeyPatch.context() as patched,
        ):
            patched.setattr(container, "_CHUNK", 512)
            path = self.workbook(Path(folder), sheet.encode())
            if filled and area > container.LARGEST_AREA:
                assert self.refused(path) == "input.too_large"
            else:
                container.require_harmless(path)

    def test_an_xml_bomb(self, tmp_path):
        bomb = b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><worksheet>&b;</worksheet>'
        assert self.refused(self.workbook(tmp_path, bomb)) == "input.dangerous"

    def test_a_filled_cell_repeated_without_end(self, tmp_path):
        path = tmp_path / "club.ods"
        cell = '<table:table-cell office:value="1" table:number-columns-repeated="16384"/>'
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("content.xml", cell)
        assert self.refused(path) == "input.too_large"

    @pytest.mark.parametrize("head", [b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"])
    def test_what_only_begins_like_a_workbook(self, tmp_path, head):
        path = tmp_path / "club.xlsx"
        path.write_bytes(head + b"nothing" * 100)
        assert self.refused(path) == "input.no_sheet"

    def test_a_zip_of_something_else(self, tmp_path):
        path = tmp_path / "club.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("letter.txt", "dear club")
        assert self.refused(path) == "input.no_sheet"

    def test_a_text_file_of_a_million_columns(self, tmp_path):
        path = tmp_path / "club.csv"
        path.write_text("date,game,player,points\n" + "x," * 1_000_000, "utf-8")
        assert self.refused(path) == "input.too_large"

    def test_a_text_file_of_a_hundred_megabytes(self, tmp_path):
        path = tmp_path / "club.csv"
        with path.open("wb") as file:
            file.truncate(100_000_000)
        assert self.refused(path) == "input.too_large"
