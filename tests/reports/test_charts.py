"""The pictures: complete, the same every time, with labels that never overlap."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import combinations

import pytest
from boards import invented_names, make_board
from PIL import Image

from reports.charts.history import draw_history
from reports.charts.portraits import draw_portraits
from reports.charts.registry import CHARTS, SUFFIXES, write_chart
from reports.charts.theme import DECAY_DASHES, SERIES, theme
from reports.errors import OutputError
from reports.language import Language

NL, EN = Language.load("nl"), Language.load("en")
ODD = ["Ca$h $mir$", "=1+1", "x" * 90, "Bell\x07", "名前", "two\nlines", " ", "\ud800"]


@pytest.fixture(scope="module")
def season():
    return make_board(invented_names(20), 60)


def texts(figure) -> list[str]:
    found = [text for axes in figure.axes for text in axes.texts] + figure.texts
    return [text.get_text() for text in found if text.get_text()]


def overlapping(figure) -> list[tuple[str, str]]:
    """The pairs of texts that cover each other in the drawn figure, and what leaves the page."""
    figure.canvas.draw()
    artists = [*figure.texts]
    for axes in figure.axes:
        artists += axes.texts
        if axes.axison:
            artists += [*axes.get_xticklabels(), *axes.get_yticklabels()]
    boxes = [(a.get_text(), a.get_window_extent()) for a in artists if a.get_text().strip()]
    page = figure.bbox.padded(1)
    outside = [(text, "the page") for text, box in boxes if not page.contains(box.x0, box.y0)]
    outside += [(text, "the page") for text, box in boxes if not page.contains(box.x1, box.y1)]
    return outside + [
        (one, two) for (one, a), (two, b) in combinations(boxes, 2) if a.padded(-1).overlaps(b)
    ]


@pytest.mark.parametrize("key", CHARTS)
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_chart_is_the_same_every_time(season, tmp_path, key, suffix):
    files = [tmp_path / f"{n}{suffix}" for n in (1, 2)]
    for file in files:
        write_chart(key, season, file, NL)
    first, second = (file.read_bytes() for file in files)
    assert first == second
    assert first.startswith(b"\x89PNG" if suffix == ".png" else b"<?xml")
    assert b"Software" not in first
    assert b"dc:date" not in first


def test_a_picture_has_the_shape_of_a_page(season, tmp_path):
    write_chart("history", season, tmp_path / "a.png", EN)
    with Image.open(tmp_path / "a.png") as picture:
        assert picture.size == (1696, 1024)


@pytest.mark.parametrize(("players", "language"), [(4, NL), (12, EN), (44, NL)])
@pytest.mark.parametrize("draw", [draw_history, draw_portraits])
def test_no_text_covers_another(players, language, draw):
    board = make_board(invented_names(players), 2 * players, tables=10)
    with theme():
        assert overlapping(draw(board, language)) == []


def test_equal_ratings_have_labels_apart(season):
    same = tuple(replace(p, rating=1500, change=0) for p in season.history)
    with theme():
        assert overlapping(draw_history(replace(season, history=same), EN)) == []


@pytest.mark.parametrize("draw", [draw_history, draw_portraits])
def test_odd_names_are_just_text(draw):
    board = make_board(ODD, 10)
    with theme():
        figure = draw(board, EN)
        assert overlapping(figure) == []
    assert any("Ca$h $mir$" in text for text in texts(figure))
    assert not any("\n" in text or "\x07" in text for text in texts(figure))


def test_history_names_the_leaders_with_their_ratings(season):
    with theme():
        shown = texts(draw_history(season, NL))
    for standing in season.standings[:8]:
        assert f"{standing.rating}  {standing.player.name}" in shown
    assert sum(standing.player.name in " ".join(shown) for standing in season.standings) == 8
    assert "Ratingverloop" in shown


def test_decay_is_dotted_and_explained(season):
    board = make_board(invented_names(12), 40, tables=1)
    assert any(point.cause == "decay" for point in board.history)
    with theme():
        figure = draw_history(board, EN)
    dashes = {line._unscaled_dash_pattern for line in figure.axes[0].lines}
    assert any(pattern[1] and tuple(pattern[1]) == DECAY_DASHES[1] for pattern in dashes)
    assert any(text.startswith("Dotted: decay") for text in texts(figure))


def test_portraits_show_forty_and_say_so():
    board = make_board(invented_names(44), 44, tables=11)
    with theme():
        shown = texts(draw_portraits(board, EN))
    names = [s.player.name for s in board.standings]
    assert len(names) == 44
    assert any(text.endswith("the first 40 players") for text in shown)
    assert sum(1 for text in shown if text in names) >= 30  # long ones are cut


def test_a_new_club_has_charts_too():
    empty = make_board([], 0)
    with theme():
        for draw in (draw_history, draw_portraits):
            assert "No rated games yet" in texts(draw(empty, EN))


def test_series_differ_in_grey_and_for_the_colour_blind():
    assert len({style.marker for style in SERIES}) == len(SERIES)
    assert len({(style.excel_marker, style.dashed) for style in SERIES}) == len(SERIES)
    assert len({style.colour for style in SERIES}) == len(SERIES)


def test_another_suffix_is_refused(season, tmp_path):
    with pytest.raises(ValueError, match="jpg"):
        write_chart("history", season, tmp_path / "a.jpg", EN)
    assert list(tmp_path.iterdir()) == []


def test_no_such_folder(season, tmp_path):
    with pytest.raises(OutputError) as caught:
        write_chart("history", season, tmp_path / "no" / "a.png", EN)
    assert caught.value.code == "no_folder"


def test_the_users_matplotlib_is_left_alone(season, tmp_path):
    """No pyplot, no window, and the looks of the rest of the program as they were."""
    program = (
        "import sys; sys.path[:0] = [{support!r}]\n"
        "import matplotlib as mpl\n"
        "mpl.rcParams['font.size'] = 3\n"
        "from boards import make_board, invented_names\n"
        "from pathlib import Path\n"
        "from reports.charts.registry import write_chart\n"
        "from reports.language import Language\n"
        "board = make_board(invented_names(4), 4)\n"
        "write_chart('history', board, Path(sys.argv[1]), Language.load('en'))\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
        "assert mpl.rcParams['font.size'] == 3\n"
    )
    support = next(p for p in sys.path if p.endswith("support"))
    argument = str(tmp_path / "a.svg")
    subprocess.run(
        [sys.executable, "-W", "error", "-c", program.format(support=support), argument], check=True
    )
