"""The list of members as rows."""

import pytest
from openpyxl import Workbook

from hearts_admin.errors import FileFault
from hearts_admin.importers.people import OPENING_LIMIT, PersonRow, read_people


@pytest.fixture
def read(tmp_path):
    def from_text(text):
        path = tmp_path / "people.csv"
        path.write_text(text, encoding="utf-8")
        return read_people(path)

    return from_text


@pytest.mark.parametrize(
    "heading",
    [
        "name,member number,opening rating",
        "Naam,Lidnummer,Beginrating",
        "Lid,Nr,Startrating",
        "Speler,Number,Rating",
    ],
)
def test_everything_known_of_a_person(read, heading):
    rows, problems = read(f"{heading}\nAnna,17,1620\nBram,#18,\nCor,,-40\n")
    assert rows == [
        PersonRow(2, "Anna", "17", 1620),
        PersonRow(3, "Bram", "18", None),
        PersonRow(4, "Cor", None, -40),
    ]
    assert problems == []


def test_names_alone_with_commas_in_them(read):
    rows, problems = read("Naam\nde Vries, Jan\n\nBos, Piet\n")
    assert rows == [
        PersonRow(2, "de Vries, Jan", None, None),
        PersonRow(4, "Bos, Piet", None, None),
    ]
    assert problems == []


@pytest.mark.parametrize(
    "rating", ["veel", "1500,5", str(OPENING_LIMIT + 1), f"-{OPENING_LIMIT + 1}"]
)
def test_a_rating_that_is_none(read, rating):
    rows, problems = read(f"name;rating\nAnna;{rating}\nBram;{OPENING_LIMIT}\n")
    assert rows == [PersonRow(3, "Bram", None, OPENING_LIMIT)]
    assert [(p.line, p.code, dict(p.fields)) for p in problems] == [
        (2, "row.bad_rating", {"value": rating, "limit": OPENING_LIMIT})
    ]


def test_a_row_without_a_name(read):
    rows, problems = read("name;number\nAnna;1\n;2\n")
    assert [row.name for row in rows] == ["Anna"]
    assert [(p.line, p.code) for p in problems] == [(3, "row.no_player")]


def test_no_column_of_names(read):
    with pytest.raises(FileFault) as caught:
        read("number;rating\n1;1500\n")
    assert (caught.value.code, caught.value.fields["lacking"]) == ("input.no_heading", ("player",))
    assert caught.value.fields["headed"] == ("member_no", "opening")


def test_a_workbook_and_where_its_problems_stand(tmp_path):
    book = Workbook()
    book.active.title = "Opmerkingen"
    book.active.append(["Ledenlijst van de club"])
    sheet = book.create_sheet("Leden")
    for row in (
        ["Ledenlijst 2026"],
        [],
        ["Nr", "Naam", "Startrating\n(als bekend)"],
        [17, "Anna", 1620],
        [18.0, " Bram ", None],
        [None, None, None],
        [19, None, 1500],
        [20, "Cor", "1500,5"],
        [21, "Dina", "1480,0"],
    ):
        sheet.append(row)
    path = tmp_path / "people.xlsx"
    book.save(path)
    rows, problems = read_people(path)
    assert rows == [
        PersonRow(4, "Anna", "17", 1620, "Leden", 2),
        PersonRow(5, "Bram", "18", None, "Leden", 2),
        PersonRow(9, "Dina", "21", 1480, "Leden", 2),
    ]
    assert [(p.code, p.fields["sheet"], p.fields["cell"]) for p in problems] == [
        ("row.no_player", "Leden", "B7"),
        ("row.bad_rating", "Leden", "C8"),
    ]


def test_a_workbook_without_names(tmp_path):
    path = tmp_path / "people.xlsx"
    Workbook().save(path)
    with pytest.raises(FileFault) as caught:
        read_people(path)
    assert caught.value.code == "input.no_heading"


def test_the_clubs_own_word_for_the_names(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("Kaarter;Rating\nAnna;1500\n")
    rows, _ = read_people(path, ["kaarter"])
    assert rows == [PersonRow(2, "Anna", None, 1500)]
