"""A game that ended after midnight belongs to its evening, also in a file (ADMIN.md, case 14)."""

import datetime as dt

import pytest
from clubhouse import codes
from openpyxl import Workbook

from hearts_admin.errors import Refused
from hearts_admin.services.imports import import_results
from hearts_admin.services.results import show_result

FOUR = ("Anna", 26, "Bram", 52, "Cor", 78, "Dina", 104)
NIGHT = dt.datetime.fromisoformat("2026-03-07T00:30")
WIDE = ("Datum", "Spel", *("Speler", "Punten") * 4)


def workbook(club, *rows):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    path = club.path.with_name("times.xlsx")
    book.save(path)
    return import_results(club.store, club.act("result import"), path)


def moments(club):
    return club.sql("SELECT played_on, played_at FROM result ORDER BY id")


def test_a_date_with_a_time_in_one_cell(club):
    workbook(
        club, WIDE, (NIGHT, "1", *FOUR), (dt.datetime.fromisoformat("2026-03-06T23:15"), "2", *FOUR)
    )
    assert moments(club) == [
        ("2026-03-06", "2026-03-07T00:30:00+01:00"),
        ("2026-03-06", "2026-03-06T23:15:00+01:00"),
    ]


def test_as_it_is_when_somebody_types_it(club):
    club.record("Anna=52 Bram=26 Cor=78 Dina=104", date="2026-03-07", time="00:30", label="9")
    workbook(club, WIDE, (NIGHT, "1", *FOUR))
    typed, imported = moments(club)
    assert typed == imported


@pytest.mark.parametrize(
    "time", [dt.time(0, 30), "00:30", "0.30 uur", "0u30", "00:30:00", dt.timedelta(minutes=30)]
)
def test_a_column_for_the_time(club, time):
    heading = (*WIDE, "Tijd")
    workbook(club, heading, (NIGHT.date(), "1", *FOUR, time), (NIGHT.date(), "2", *FOUR, None))
    assert moments(club) == [
        ("2026-03-06", "2026-03-07T00:30:00+01:00"),
        ("2026-03-07", None),
    ]


def test_a_row_a_player(club):
    lines = "".join(f"7-3-2026;0:30;1;{who};{points}\n" for who, points in zip(
        FOUR[::2], FOUR[1::2], strict=True))  # fmt: skip
    club.import_results(f"datum;tijd;spel;speler;punten\n{lines}")
    assert moments(club) == [("2026-03-06", "2026-03-07T00:30:00+01:00")]


@pytest.mark.parametrize("time", ["25:00", "12:75", "laat", "half negen", 8.5])
def test_what_is_no_time_is_told_with_its_cell(club, time):
    with pytest.raises(Refused) as caught:
        workbook(club, (*WIDE, "Tijd"), (NIGHT.date(), "1", *FOUR, time))
    (problem,) = caught.value.problems
    assert (problem.code, problem.fields["cell"]) == ("row.bad_time", "K2")


def test_the_same_file_again_is_known(club):
    rows = WIDE, (NIGHT, "1", *FOUR)
    workbook(club, *rows)
    assert workbook(club, *rows).known == 1
    with pytest.raises(Refused) as caught:
        workbook(club, WIDE, (NIGHT, "1", *FOUR[:-1], 130))
    assert codes(caught.value) == ["row.differs"]


def test_the_nights_of_an_evening_count_in_their_order(club):
    workbook(
        club, WIDE, (NIGHT, "1", *FOUR), (dt.datetime.fromisoformat("2026-03-06T21:00"), "2", *FOUR)
    )
    by_order = club.sql("SELECT label FROM result ORDER BY order_key")
    assert by_order == [("2",), ("1",)]
    assert show_result(club.store, 1).result.date == dt.date(2026, 3, 6)
    assert club.fingerprint()
