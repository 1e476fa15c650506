"""One table as aligned text and as CSV."""

from __future__ import annotations

import csv
import io
from datetime import date
from decimal import Decimal

import pytest

from reports.csv import write_csv
from reports.language import Language
from reports.table import Column, Table
from reports.text import render_text

NL, EN = Language.load("nl"), Language.load("en")

COLUMNS = (
    Column("place", "Plaats", "number"),
    Column("player", "Speler"),
    Column("rating", "Rating", "number"),
    Column("change", "Verschil", "change"),
    Column("average", "Gemiddeld", "decimal"),
    Column("games", "Spellen", "count"),
    Column("last", "Laatst", "date"),
)
TABLE = Table(
    COLUMNS,
    (
        (1, "Anna", 1612, 12, 1.5, 1234, date(2026, 3, 14)),
        (2, "名前 Zoë\n", -3, -4, Decimal("2.25"), 7, None),
        (10, '=HYPERLINK("x"), y', 1500, 0, None, 0, None),
    ),
)


def test_text_is_aligned():
    assert render_text(TABLE, NL) == (
        "Plaats  Speler              Rating  Verschil  Gemiddeld  Spellen  Laatst\n"
        "------  ------------------  ------  --------  ---------  -------  ----------\n"
        "     1  Anna                  1612       +12       1,50    1.234  2026-03-14\n"
        "     2  名前 Zoë                -3        -4       2,25        7\n"
        '    10  =HYPERLINK("x"), y    1500         0                   0\n'
    )


def test_text_without_rows_is_its_headings():
    assert render_text(Table(COLUMNS[:2], ()), EN) == "Plaats  Speler\n------  ------\n"


def test_a_name_cannot_speak_to_the_terminal():
    table = Table((Column("a", "A"),), (("\x1b]0;owned\x07",),))
    assert "\x1b" not in render_text(table, EN)


def test_combining_accents_take_no_room():
    table = Table((Column("a", "A"), Column("b", "B")), (("Zoe\u0308", "x"), ("abcd", "y")))
    assert render_text(table, EN).splitlines()[2:] == ["Zoe\u0308   x", "abcd  y"]


def test_a_short_row_is_an_error():
    with pytest.raises(ValueError, match="zip"):
        render_text(Table(COLUMNS, ((1, "Anna"),)), EN)


def csv_of(table: Table, **options) -> str:
    stream = io.StringIO(newline="")
    write_csv(table, stream, **options)
    return stream.getvalue()


def test_csv_is_rfc_4180():
    assert csv_of(TABLE) == (
        "Plaats,Speler,Rating,Verschil,Gemiddeld,Spellen,Laatst\r\n"
        "1,Anna,1612,12,1.50,1234,2026-03-14\r\n"
        "2,名前 Zoë ,-3,-4,2.25,7,\r\n"
        '10,"\'=HYPERLINK(""x""), y",1500,0,,0,\r\n'
    )


def test_csv_with_keys_for_programs():
    head = csv_of(TABLE, keys=True).splitlines()[0]
    assert head == "place,player,rating,change,average,games,last"


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", " =1"])
def test_text_that_would_be_calculated_is_marked(text):
    table = Table((Column("a", "A"),), ((text,),))
    assert list(csv.reader(csv_of(table).splitlines()))[1] == [f"'{text}"]


def test_negative_numbers_stay_numbers():
    table = Table((Column("a", "A", "number"), Column("b", "B", "decimal")), ((-1, -0.5),))
    assert csv_of(table).splitlines()[1] == "-1,-0.50"
