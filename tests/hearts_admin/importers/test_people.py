"""The list of members as rows."""

import pytest

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
    assert (caught.value.code, caught.value.fields["expected"]) == ("input.no_heading", "player")
