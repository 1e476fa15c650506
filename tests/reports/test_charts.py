"""The pictures: complete, the same every time, with labels that never overlap."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from datetime import date

import pytest
from boards import invented_names, make_board
from eventboards import with_events
from matplotlib.colors import to_hex
from pictures import ODD, overlapping, texts
from PIL import Image

from reports.charts.calendar import draw_calendar
from reports.charts.curves import leaders
from reports.charts.distribution import draw_distribution
from reports.charts.history import draw_history
from reports.charts.places import draw_places
from reports.charts.portraits import draw_portraits
from reports.charts.registry import CHARTS, SUFFIXES, write_chart
from reports.charts.square import draw_square
from reports.charts.theme import DECAY_DASHES, SERIES, theme
from reports.clubstyle import PLAIN
from reports.colours import contrast
from reports.errors import OutputError
from reports.history import History
from reports.language import Language
from reports.meetings import Meetings
from reports.results import Results

NL, EN = Language.load("nl"), Language.load("en")
DRAWERS = [
    draw_history,
    draw_portraits,
    draw_distribution,
    draw_places,
    draw_calendar,
    draw_square,
]


@pytest.fixture(scope="module")
def season():
    return with_events(make_board(invented_names(20), 60))


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
@pytest.mark.parametrize("draw", DRAWERS)
def test_no_text_covers_another(players, language, draw):
    board = make_board(invented_names(players), 2 * players, tables=10)
    with theme():
        assert overlapping(draw(board, language)) == []


def test_equal_ratings_have_labels_apart(season):
    same = History.of(replace(p, rating=1500, change=0) for p in season.history)
    with theme():
        assert overlapping(draw_history(replace(season, history=same), EN)) == []


@pytest.mark.parametrize("draw", DRAWERS)
def test_odd_names_are_just_text(draw):
    board = make_board(ODD, 10)
    with theme():
        figure = draw(board, EN)
        assert overlapping(figure) == []
    assert any("Ca$h $mir$" in text for text in texts(figure)) or draw is draw_calendar
    assert not any("\n" in text or "\x07" in text for text in texts(figure))


def test_history_names_the_leaders_with_their_ratings(season):
    with theme():
        shown = texts(draw_history(season, NL))
    for standing in season.standings[:8]:
        assert f"{standing.rating}  {standing.player.name}" in shown
    assert sum(standing.player.name in " ".join(shown) for standing in season.standings) == 8
    assert "Ratingverloop" in shown


@pytest.fixture(scope="module")
def first_evening():
    """Ten people on a club's first evening: three rounds of two tables."""
    board = make_board(invented_names(10), 6, tables=2)
    day = board.as_of
    results = Results.of(replace(each, on=day) for each in board.results)
    history = [replace(p, on=day) for p in board.history if "decay" not in p.cause]
    return replace(board, history=History.of(history), results=results)


@pytest.mark.parametrize("language", [NL, EN])
def test_a_first_evening_is_drawn_game_by_game(first_evening, language):
    with theme():
        figure = draw_history(first_evening, language)
        assert overlapping(figure) == []
    axes = figure.axes[0]
    ticks = [label.get_text() for label in axes.get_xticklabels()]
    played = Counter(seat.player for result in first_evening.results for seat in result.seats)
    games = max(played[player] for player in leaders(first_evening))
    name = {"nl": "spel", "en": "game"}[language.code]
    assert ticks == ["Start", *(f"{name} {n}" for n in range(1, games + 1))]
    curves = [line for line in axes.lines if len(line.get_xdata()) == games + 1]
    assert len(curves) == min(8, len(first_evening.standings))
    assert {tuple(line.get_xdata()) for line in curves} == {tuple(range(games + 1))}
    noted = {"nl": "Spel voor spel op", "en": "Game by game on"}[language.code]
    assert any(text.startswith(noted) for text in texts(figure))


def test_the_portraits_of_a_first_evening_go_from_game_to_game(first_evening):
    with theme():
        figure = draw_portraits(first_evening, NL)
        assert overlapping(figure) == []
    wide = [max(line.get_xdata()) - min(line.get_xdata()) for line in figure.axes[0].lines]
    assert min(each for each in wide if each) > 0.5
    assert any(text.startswith("Elk plaatje loopt van spel naar spel op") for text in texts(figure))


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
    assert any("the first 40 players" in text for text in shown)
    assert sum(1 for text in shown if text in names) >= 30  # long ones are cut


def test_a_new_club_has_charts_too():
    empty = make_board([], 0)
    with theme():
        for draw in DRAWERS:
            assert "No rated games yet" in texts(draw(empty, EN))


def test_every_chart_is_registered():
    assert [chart.drawn_by[1] for chart in CHARTS.values() if chart.shows == "board"] == [
        draw.__name__ for draw in DRAWERS
    ]


def chosen(board, *numbers):
    return replace(board, chosen=tuple(board.standings[n].player for n in numbers))


@pytest.mark.parametrize("draw", [draw_history, draw_portraits, draw_places, draw_square])
def test_chosen_players_are_shown_and_nobody_else(season, draw):
    board = chosen(season, 9, 2, 14)
    with theme():
        figure = draw(board, EN)
        assert overlapping(figure) == []
    shown = " ".join(texts(figure))
    for number, standing in enumerate(season.standings):
        assert (standing.player.name in shown) == (number in (9, 2, 14))


def test_chosen_players_come_in_the_order_asked_for(season):
    board = chosen(season, 9, 2)
    with theme():
        names = [text.split("  ")[1] for text in texts(draw_history(board, EN)) if "  " in text]
    assert names == [player.name for player in board.chosen]


def fills(axes) -> list[str]:
    """The colours of the cells of a heat map, in the order in which they were drawn."""
    return [to_hex(colour) for cells in axes.collections for colour in cells.get_facecolor()]


def test_places_are_shares_of_the_games_with_their_number(season):
    with theme():
        figure = draw_places(season, NL)
    shown = texts(figure)
    best = season.standings[0]
    for times in best.finishes:
        if times:
            assert f"{round(100 * times / best.games)}%  ({times})" in shown
    filled = fills(figure.axes[0])
    assert len(filled) == 4 * len(season.standings)
    share = [times / s.games for s in season.standings for times in s.finishes]
    darkest, palest = filled[share.index(max(share))], filled[share.index(0)]
    assert (darkest, palest) == (PLAIN.colours.main, "#ffffff")
    greys = [contrast(colour, "#ffffff") for colour in filled]  # what remains of it in grey
    order = sorted(range(len(share)), key=lambda n: share[n])
    assert [greys[n] for n in order] == sorted(greys)


def test_the_square_has_signs_for_those_who_see_no_colours(season):
    players = [standing.player for standing in season.standings]
    balance = Meetings.of_board(season).balance(players).to_numpy().tolist()
    with theme():
        figure = draw_square(season, NL)
    axes = max(figure.axes, key=lambda axes: len(axes.texts))
    wanted = [NL.signed(int(each)) for row in balance for each in row if each == each]
    assert [text.get_text() for text in axes.texts] == wanted
    assert any(text.startswith("+") for text in wanted)
    met = [each for row in balance for each in row if each == each]
    assert len(fills(axes)) == len(met) + len(players)  # and the diagonal


def test_the_spread_is_by_name_where_there_is_room():
    board = make_board(invented_names(20), 60)
    with theme():
        figure = draw_distribution(board, EN)
    (axes,) = figure.axes
    assert len(axes.texts) == len(axes.patches) == 20
    whole = {text.get_text() for text in axes.texts} & {s.player.name for s in board.standings}
    assert len(whole) >= 15  # long ones are cut
    mean = round(sum(s.rating for s in board.standings) / 20)
    assert any(f"20 players · average {mean}" in text for text in texts(figure))


def test_the_spread_of_many_players_is_bars_with_numbers():
    board = make_board(invented_names(120), 120, tables=30)
    with theme():
        figure = draw_distribution(board, EN)
        assert overlapping(figure) == []
    (axes,) = figure.axes
    counts = [int(text.get_text()) for text in axes.texts]
    assert sum(counts) == 120
    assert counts == [round(bar.get_height()) for bar in axes.patches]


def test_the_calendar_has_a_square_for_every_day_and_dark_ones_where_many_played():
    board = make_board(invented_names(12), 40, tables=3)
    with theme():
        figure = draw_calendar(board, NL)
    strips = [axes for axes in figure.axes if axes.get_xlim()[1] == 54]
    assert [len(fills(axes)) for axes in strips] == [365]
    played = Counter(result.on for result in board.results)
    filled = fills(strips[0])
    first = date(2025, 1, 1)
    for day, games in played.items():
        darkest = filled[(day - first).days] == PLAIN.colours.main
        assert darkest == (games == max(played.values()))
    quiet = sum(colour in ("#eef0f2", "#f8f9fa") for colour in filled)
    assert quiet == 365 - len(played)
    assert {"ma", "wo", "vr", "jan", "mrt", "dec", "2025"} <= set(texts(figure))
    assert "40 spellen" in texts(figure)


def test_the_calendar_of_a_player_has_the_days_of_that_player(season):
    board = chosen(season, 3)
    player = board.chosen[0]
    games = sum(player in {s.player for s in r.seats} for r in season.results)
    with theme():
        shown = texts(draw_calendar(board, EN))
    assert f"{games} games" in shown
    assert any(player.name in text for text in shown)


def test_a_long_calendar_shows_its_latest_years():
    board = make_board(invented_names(8), 4, tables=1)
    lines = [replace(r, on=r.on.replace(year=2014 + 3 * n)) for n, r in enumerate(board.results)]
    board = replace(board, results=Results.of(lines), as_of=lines[-1].on)
    with theme():
        shown = texts(draw_calendar(board, EN))
    assert [text for text in shown if text.isdecimal()] == ["2020", "2021", "2022", "2023"]
    assert any("the latest 4 years" in text for text in shown)


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
