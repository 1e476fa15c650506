"""Text files as tables: encodings, separators, headings, and the line on which a row stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_admin.errors import FileFault
from hearts_admin.importers.listing import find_listing
from hearts_admin.importers.sheet import heading_words, text_sheet
from hearts_admin.importers.table import decode, read_text, whole_number

COLUMNS = {"player": ("player", "speler", "naam"), "points": ("points", "punten", "score")}


def rows(text, required="points", columns=COLUMNS):
    """(line, player, points) of every row."""
    found = listing(text, columns, required)
    return [(line.number, *line.cells.values()) for line in found.lines]


def listing(text, columns=COLUMNS, required="player"):
    sheet = text_sheet(text, "file.csv", heading_words(columns))
    return find_listing([sheet], "file.csv", columns, required)


def fault(action, *arguments):
    with pytest.raises(FileFault) as caught:
        action(*arguments)
    return caught.value


class TestEncodings:
    TEXT = "speler;punten\nZoë;12\nRené d’Été;3\n€;4\n"

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
    def test_every_encoding_gives_the_same_text(self, encoding):
        assert decode(self.TEXT.encode(encoding), "file.csv") == self.TEXT

    def test_the_mark_is_no_part_of_the_heading(self):
        text = decode(b"\xef\xbb\xbf" + b"speler;punten\nAnna;3", "file.csv")
        assert rows(text) == [(2, "Anna", "3")]

    @pytest.mark.parametrize("content", [b"", b"  \n\r\n\t "])
    def test_empty(self, content):
        found = fault(decode, content, "leeg.csv")
        assert (found.code, found.fields["file"], found.exit_code) == ("input.empty", "leeg.csv", 5)

    @pytest.mark.parametrize(
        "content",
        [
            b"\x89PNG\r\n\x1a\n\0\0",
            b"PK\x03\x04\x14\0",
            "speler;punten\nZoë;3".encode("utf-16"),
            b"\x00\x01\x02",
            b"caf\x81",  # undefined in Windows-1252, and no UTF-8
        ],
        ids=["picture", "workbook", "utf-16", "binary", "undefined byte"],
    )
    def test_no_text(self, content):
        assert fault(decode, content, "x").code == "input.not_text"

    def test_files_that_cannot_be_read(self, tmp_path):
        assert fault(read_text, tmp_path / "none.csv").code == "input.missing"
        found = fault(read_text, tmp_path)
        assert (found.code, found.fields["file"]) == ("input.unreadable", str(tmp_path))


class TestHeadings:
    @pytest.mark.parametrize("separator", [",", ";", "\t"])
    def test_separators(self, separator):
        text = f"speler{separator}punten\nAnna{separator}3\n"
        assert rows(text) == [(2, "Anna", "3")]

    @pytest.mark.parametrize(
        "heading", ["Speler;Punten", " SPELER ; Punten ", '"speler";"punten"', "Player;SCORE"]
    )
    def test_headings_in_two_languages_and_any_case(self, heading):
        assert rows(f"{heading}\nAnna;3\n") == [(2, "Anna", "3")]

    def test_other_columns_and_another_order(self):
        text = "nr;punten;opmerking;speler\n1;3;'t was laat;Anna\n"
        found = listing(text)
        assert found.columns == {"points": 1, "player": 3}
        assert dict(found.lines[0].cells) == {"points": "3", "player": "Anna"}

    def test_a_title_above_the_heading(self):
        assert rows("Clubavond 14 maart\n\n;;\nspeler;punten\nAnna;3\n") == [(5, "Anna", "3")]

    def test_a_stray_quotation_mark_above_the_heading(self):
        assert rows('"Clubavond\nspeler;punten\nAnna;3\n') == [(3, "Anna", "3")]

    def test_strange_line_ends_above_the_heading_do_not_hide_the_first_row(self):
        # U+2028 and a form feed end a line for str.splitlines, not for a CSV.
        assert rows("Titel\u2028van\x0c\nspeler;punten\nAnna;3\n") == [(3, "Anna", "3")]

    def test_a_heading_of_two_lines_in_quotes(self):
        assert rows('speler;"punten\n(laag is goed)"\nAnna;3\n') == [(3, "Anna", "3")]

    def test_the_first_of_two_columns_with_one_name(self):
        assert rows("speler;punten;score\nAnna;3;4\n") == [(2, "Anna", "3")]

    def test_one_column_may_hold_commas(self):
        assert rows("naam\nde Vries, Jan\n\tBos; Piet\n", "player") == [
            (2, "de Vries, Jan"),
            (3, ""),
        ]

    def test_no_heading(self):
        found = fault(rows, "Anna;3\nBram;4\n")
        assert (found.code, found.fields["lacking"]) == ("input.no_heading", ("points",))
        assert found.fields["headed"] == ()

    def test_a_heading_that_lacks_what_is_needed(self):
        found = fault(rows, "Clubavond\n\nspeler\nAnna\n")
        assert (found.code, found.fields["lacking"]) == ("input.no_heading", ("points",))
        assert (found.fields["headed"], found.fields["at"]) == (("player",), 3)

    def test_a_heading_far_down_is_none(self):
        assert fault(rows, "\n" * 20 + "speler;punten\nAnna;3\n").code == "input.no_heading"

    def test_a_heading_alone_has_no_rows(self):
        assert rows("speler;punten") == []


class TestRows:
    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    def test_line_ends(self, end):
        text = end.join(["speler;punten", "Anna;3", "", "Bram;4", ""])
        assert rows(text) == [(2, "Anna", "3"), (4, "Bram", "4")]

    def test_rows_without_text_are_left_out_and_counted(self):
        text = "speler;punten\n\n ; \nAnna;3\n;;;;\nBram;4"
        assert rows(text) == [(4, "Anna", "3"), (6, "Bram", "4")]

    def test_a_cell_of_several_lines(self):
        text = 'speler;punten\n"Anna\nde Vries";3\nBram;4\n"\n";\nCor;5\n'
        assert rows(text) == [(2, "Anna\nde Vries", "3"), (4, "Bram", "4"), (7, "Cor", "5")]

    def test_quotes_and_separators_inside_a_cell(self):
        text = 'speler;punten\n"de Vries; Jan";3\n"Jan ""Snel"" Bos";4\nO\'Brien;5\n'
        assert rows(text) == [
            (2, "de Vries; Jan", "3"),
            (3, 'Jan "Snel" Bos', "4"),
            (4, "O'Brien", "5"),
        ]

    def test_blanks_of_every_kind_around_a_cell(self):
        assert rows("speler;punten\n Anna\u00a0; 3\u2003\n") == [(2, "Anna", "3")]

    def test_short_and_long_rows(self):
        assert rows("speler;punten\nAnna\nBram;4;extra;more\n") == [
            (2, "Anna", ""),
            (3, "Bram", "4"),
        ]

    @pytest.mark.parametrize(
        ("text", "line"),
        [
            ('speler;punten\nAnna;3\n"Bram;4\nCor;5\n', 4),
            ('speler;punten\n"Anna"x;3\n', 2),
            ("titel\nspeler;punten\nAnna;" + "9" * 200_000, 3),
        ],
        ids=["a quote never closed", "text behind a quote", "a cell too large"],
    )
    def test_a_file_that_is_no_table(self, text, line):
        found = fault(rows, text)
        assert (found.code, found.fields["line"], found.exit_code) == ("input.malformed", line, 5)

    @given(
        st.lists(
            st.tuples(
                st.text(alphabet='abé ;,"\n\r\t', min_size=1).filter(str.strip),
                st.integers(-999, 999),
            ),
            max_size=8,
        ),
        st.sampled_from([",", ";", "\t"]),
        st.sampled_from(["\n", "\r\n"]),
    )
    def test_what_a_csv_writer_writes_is_read(self, people, separator, end):
        text = f"speler{separator}punten{end}"
        expected = []
        for name, points in people:
            number = 1 + len(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")) - 1
            expected.append((number, name.strip(), str(points)))
            text += '"' + name.replace('"', '""') + f'"{separator}{points}{end}'
        assert rows(text) == expected


@pytest.mark.parametrize(
    ("text", "number"),
    [("12", 12), ("-26", -26), ("\u221226", -26), ("+3", 3), ("007", 7), ("0", 0)],
)
def test_whole_numbers(text, number):
    assert whole_number(text) == number


@pytest.mark.parametrize(
    "text", ["", "-", "DNF", "2x", "1_0", "1.0", "1,5", "1e3", "٣", "--1", "1 2", "9" * 10, "=1+1"]
)
def test_what_is_no_whole_number(text):
    assert whole_number(text) is None
