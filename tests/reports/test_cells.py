"""Values as cells: what is written is what two other programs read."""

from __future__ import annotations

import zipfile
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from xml.etree.ElementTree import canonicalize, fromstring

import pytest
import python_calamine
from hypothesis import example, given
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook
from openpyxl.formatting.rule import Rule
from openpyxl.utils.escape import unescape
from openpyxl.worksheet.table import Table, TableColumn

from reports.clubstyle import Colours
from reports.formatting import clean_text
from reports.xlsx import styles
from reports.xlsx.cells import LONGEST_TEXT, Link, Look, cell_xml
from reports.xlsx.sheet import Sheet
from reports.xlsx.stream import StreamedWorkbook

LOOK = Look(plain=3, quoted=4)


def written(values, path: Path, style: str = styles.ANY) -> Path:
    """A workbook with these values below each other."""
    workbook = StreamedWorkbook()
    styles.add_styles(workbook, Colours())
    sheet = Sheet(workbook, "a", [20.0], ("left", "&P &N"))
    for value in values:
        sheet.append([value], [style])
    workbook.save(path)
    return path


def read(path: Path) -> list[object]:
    (sheet,) = load_workbook(path).worksheets
    return [cell.value for (cell,) in sheet.iter_rows()]


def read_by_calamine(path: Path) -> list[object]:
    book = python_calamine.CalamineWorkbook.from_path(path)
    rows = book.get_sheet_by_index(0).to_python(skip_empty_area=False)
    return [row[0] for row in rows]


VALUES = [
    0,
    -1612,
    2**31,
    1.5,
    -0.125,
    1e-9,
    Decimal("2.25"),
    date(2026, 3, 14),
    date(1899, 12, 31),
    datetime.fromisoformat("2026-03-14T22:30"),
    "plain",
    "",
    "a < b & c > d ]]> \"quoted\" 'so'",
    "  blanks at both ends ",
    "Zoë 名前 ♥ 🂭",
    "3-4",
    "2026-03-14",
    "1e5",
]


def test_numbers_days_and_texts_come_back_as_they_were(tmp_path):
    got = read(written(VALUES, tmp_path / "a.xlsx"))
    for value, back in zip(VALUES, got, strict=True):
        if value == "":
            assert back is None
        elif isinstance(value, Decimal):
            assert back == float(value)
        elif isinstance(value, date) and not isinstance(value, datetime):
            assert back == (value - date(1899, 12, 30)).days or value.year < 1900
        elif isinstance(value, datetime):
            assert back == pytest.approx(46095.9375)
        else:
            assert back == value
            assert type(back) is type(value)


def test_another_program_reads_the_same(tmp_path):
    path = written(VALUES, tmp_path / "a.xlsx")
    for mine, theirs in zip(read(path), read_by_calamine(path), strict=True):
        assert theirs == ("" if mine is None else mine)


def test_a_day_with_the_style_for_days_is_a_day(tmp_path):
    path = written([date(2026, 3, 14)], tmp_path / "a.xlsx", styles.DATE)
    assert read(path) == [datetime.fromisoformat("2026-03-14")]
    assert read_by_calamine(path) == [date(2026, 3, 14)]


@given(st.text())
@example("\x1f@")  # a control character is shown as a letter would be: no formula behind it
def test_any_text_is_well_formed_and_stays_itself(text):
    cell = fromstring(cell_xml("B7", text, LOOK))  # noqa: S314  (written here)
    shown = "".join(cell.itertext())
    assert unescape(shown) == clean_text(text)
    assert cell.get("t") == ("inlineStr" if text else None)
    assert cell.get("s") == ("4" if clean_text(text).lstrip()[:1] in tuple("=+-@") else "3")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), Decimal("NaN"), None])
def test_no_number_is_an_empty_cell(value):
    assert cell_xml("A1", value, LOOK) == '<c r="A1" s="3"/>'


def test_a_moment_with_a_time_zone_is_refused():
    with pytest.raises(ValueError, match="time zone"):
        cell_xml("A1", datetime(2026, 3, 14, tzinfo=UTC), LOOK)


def test_a_text_is_cut_where_excel_would_refuse_it():
    assert len(cell_xml("A1", "x" * 40_000, LOOK)) < LONGEST_TEXT + 100


def test_a_link_leads_to_its_target(tmp_path):
    link = Link("=Anna", "'a'!A1")
    (sheet,) = load_workbook(written([link, "x"], tmp_path / "a.xlsx")).worksheets
    assert sheet["A1"].hyperlink.location == "'a'!A1"
    assert sheet["A1"].value == "=Anna"
    assert sheet["A1"].data_type == "s"
    assert sheet["A1"].quotePrefix
    assert sheet["A2"].hyperlink is None


def test_rows_and_styles_must_match():
    workbook = StreamedWorkbook()
    styles.add_styles(workbook, Colours())
    sheet = Sheet(workbook, "a", [20.0], ("", ""))
    for values, names in (([1, 2], [styles.ANY]), ([1], []), ([1, 2], [styles.ANY] * 2)):
        with pytest.raises(ValueError, match="zip"):
            sheet.append(values, names)
    sheet.page.close()


def test_a_sheet_without_rows(tmp_path):
    assert read_by_calamine(written([], tmp_path / "a.xlsx")) == []


def test_the_rest_of_the_file_is_openpyxls(tmp_path):
    """Everything around the rows is what openpyxl itself writes."""
    streamed, plain = tmp_path / "a.xlsx", tmp_path / "b.xlsx"
    for workbook, path in ((StreamedWorkbook(), streamed), (Workbook(write_only=True), plain)):
        sheet = workbook.add_sheet("a") if path is streamed else workbook.create_sheet("a")
        sheet.freeze_panes = "B2"
        sheet.column_dimensions["A"].width = 20
        sheet.print_title_rows = "1:1"
        row = '<row r="1"><c r="A1" t="n"><v>1</v></c></row>'
        sheet.append(row if path is streamed else [1])
        sheet.merged_cells.add("A1:B1")
        table = Table(displayName="T", name="T", ref="A1:A2")
        table.tableColumns = [TableColumn(id=1, name="x")]
        sheet.tables.add(table)
        sheet.conditional_formatting.add("A2", Rule(type="expression", formula=["A2>1"]))
        sheet.page_setup.orientation = "landscape"
        workbook.save(path)

    def parts(path):
        with zipfile.ZipFile(path) as archive:
            return {
                name: canonicalize(archive.read(name).decode())
                for name in archive.namelist()
                if name != "docProps/core.xml"  # when it was made
            }

    assert parts(streamed) == parts(plain)
