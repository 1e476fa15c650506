"""A club's name, logo and colours: what may be said, and what it looks like then."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from boards import invented_names, make_board
from openpyxl import load_workbook
from PIL import Image
from workbooks import inspect

from reports.charts.history import draw_history
from reports.charts.theme import theme
from reports.clubstyle import PLAIN, Colours, StyleError, read_club_style
from reports.colours import READABLE, contrast, mixed, on, readable
from reports.language import Language
from reports.xlsx.leaderboard import write_leaderboard

EN = Language.load("en")


def written(folder: Path, text: str) -> Path:
    (folder / "club.toml").write_text(text, "utf-8")
    return folder / "club.toml"


def picture(folder: Path, name: str = "logo.png", size=(300, 120)) -> Path:
    Image.new("RGB", size, "#123456").save(folder / name)
    return folder / name


def test_an_empty_file_is_the_plain_style(tmp_path):
    assert read_club_style(written(tmp_path, "")) == PLAIN


def test_everything_that_can_be_said(tmp_path):
    logo = picture(tmp_path)
    style = read_club_style(
        written(
            tmp_path,
            """
            name = " Hartenjagers Zuid "
            logo = "logo.png"
            [colours]
            main = "#1F4E79"
            gain = "#112233"
            loss = "#445566"
            gold = "#f0f0f0"
            silver = "#e0e0e0"
            bronze = "#d0d0d0"
            """,
        )
    )
    assert style.name == "Hartenjagers Zuid"
    assert style.colours == Colours(
        "#1f4e79", "#112233", "#445566", "#f0f0f0", "#e0e0e0", "#d0d0d0"
    )
    assert style.logo is not None
    assert (style.logo.width, style.logo.height) == (300, 120)
    assert style.logo.content == logo.read_bytes()


def test_a_jpeg_will_do(tmp_path):
    picture(tmp_path, "logo.jpg")
    assert read_club_style(written(tmp_path, 'logo = "logo.jpg"')).logo is not None


@pytest.mark.parametrize(
    ("text", "code", "fields"),
    [
        ("name = ", "not_toml", {}),
        ('naam = "x"', "unknown", {"key": "naam", "known": ("name", "logo", "colours")}),
        ("[colours]\nhead = '#112233'", "unknown", {"key": "colours.head"}),
        ("name = 3", "not_text", {"key": "name"}),
        ("logo = []", "not_text", {"key": "logo"}),
        ("colours = 'red'", "not_table", {"key": "colours"}),
        ("[colours]\nmain = 'red'", "colour", {"key": "colours.main", "value": "red"}),
        ("[colours]\nmain = '#12345'", "colour", {"value": "#12345"}),
        ("[colours]\nmain = 5", "colour", {"value": 5}),
        ("logo = 'none.png'", "no_logo", {"logo": "none.png"}),
        ("logo = 'club.toml'", "logo", {"logo": "club.toml"}),
        ("logo = 'logo.gif'", "logo", {"logo": "logo.gif"}),
        ("logo = 'cut.png'", "logo", {"logo": "cut.png"}),
    ],
)
def test_what_cannot_be_used_is_named(tmp_path, text, code, fields):
    picture(tmp_path, "logo.gif")
    whole = picture(tmp_path).read_bytes()
    (tmp_path / "cut.png").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(StyleError) as caught:
        read_club_style(written(tmp_path, text))
    assert caught.value.code == code
    assert fields.items() <= caught.value.fields.items()


def test_a_file_that_is_no_text(tmp_path):
    (tmp_path / "club.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(StyleError) as caught:
        read_club_style(tmp_path / "club.toml")
    assert caught.value.code == "not_toml"


def test_a_huge_logo_is_refused_before_it_is_read(tmp_path, monkeypatch):
    picture(tmp_path)
    monkeypatch.setattr("reports.clubstyle.LARGEST_LOGO", 10)
    with pytest.raises(StyleError) as caught:
        read_club_style(written(tmp_path, 'logo = "logo.png"'))
    assert caught.value.code == "logo"


def test_contrast_as_wcag_defines_it():
    """Black and white 21, equal colours 1; #767676 is the lightest grey that passes on white."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#808080", "#808080") == 1
    assert contrast("#767676", "#ffffff") >= READABLE > contrast("#777777", "#ffffff")


@pytest.mark.parametrize("colour", ["#ffffff", "#ffdd00", "#9b1c31", "#00ff00", "#000000"])
def test_any_colour_becomes_readable_on_paper(colour):
    assert contrast(readable(colour), "#ffffff") >= READABLE
    assert contrast(colour, on(colour, "#22252b")) >= 3


def test_mixtures_have_their_ends():
    assert [mixed("#102030", "#fedcba", share) for share in (0, 1)] == ["#102030", "#fedcba"]


@pytest.fixture(scope="module")
def yellow(tmp_path_factory):
    """A workbook in yellow, with a logo."""
    folder = tmp_path_factory.mktemp("yellow")
    picture(folder, size=(800, 200))
    style = read_club_style(
        written(folder, 'name = "Geel"\nlogo = "logo.png"\n[colours]\nmain = "#ffdd00"')
    )
    board = make_board(invented_names(8), 6)
    write_leaderboard(board, folder / "a.xlsx", EN, style=style)
    assert inspect(folder / "a.xlsx") == []
    return load_workbook(folder / "a.xlsx")


def test_headings_are_in_the_clubs_colour_and_can_be_read(yellow):
    heading = yellow["Standings"]["A4"]
    assert heading.fill.fgColor.rgb == "00FFDD00"
    assert heading.font.color.rgb == "0022252B"
    assert yellow["Standings"].sheet_properties.tabColor.rgb == "00FFDD00"
    title = yellow["Standings"]["A1"].font.color.rgb
    assert contrast(f"#{title[2:]}", "#ffffff") >= READABLE


def test_the_logo_stands_on_every_sheet_that_is_printed_for_people(yellow):
    logos = {
        sheet.title: [p for p in sheet._images if p.anchor._from.row == 0]
        for sheet in yellow.worksheets
    }
    assert {title: len(found) for title, found in logos.items()} == {
        title: 0 if title == "Chart data" else 1 for title in yellow.sheetnames
    }
    with Image.open(BytesIO(logos["Standings"][0]._data())) as small:
        assert small.size == (800, 200)  # no larger than it was


def test_the_logo_ends_where_the_columns_end(yellow):
    sheet = yellow["Standings"]
    (logo,) = sheet._images
    widths = [sheet.column_dimensions[letter].width for letter in "ABCDEFGHIJKLM"]
    pixels = [round(width * 7) for width in widths]
    begin = sum(pixels[: logo.anchor._from.col]) + logo.anchor._from.colOff / 9525
    assert begin + logo.anchor.ext.width / 9525 == sum(pixels)
    assert (logo.anchor.ext.width, logo.anchor.ext.height) == (220 * 9525, 55 * 9525)


def test_a_large_logo_is_made_small_for_the_file(tmp_path):
    picture(tmp_path, size=(4000, 4000))
    style = read_club_style(written(tmp_path, 'logo = "logo.png"'))
    write_leaderboard(make_board([], 0), tmp_path / "a.xlsx", EN, style=style)
    (logo,) = load_workbook(tmp_path / "a.xlsx")["Standings"]._images
    with Image.open(BytesIO(logo._data())) as small:
        assert small.size == (224, 224)


def test_a_chart_has_colour_and_logo_too(tmp_path):
    picture(tmp_path)
    style = read_club_style(written(tmp_path, 'logo = "logo.png"\n[colours]\nmain = "#004400"'))
    board = make_board(invented_names(4), 3)
    with theme():
        figure = draw_history(board, EN, style)
    assert figure.texts[0].get_color() == "#004400"
    assert sum(bool(axes.images) for axes in figure.axes) == 1
