"""The race of an event or season: lines that never coincide, names that never overlap."""

from __future__ import annotations

from dataclasses import replace

import pytest
from boards import make_board
from eventboards import make_paper, make_season
from pictures import ODD, overlapping, texts

from reports.charts.race import MOST, Lane, Race, draw_event_race, draw_season_race
from reports.charts.registry import CHARTS, write_chart
from reports.charts.theme import SERIES, theme
from reports.language import Language

NL, EN = Language.load("nl"), Language.load("en")


@pytest.mark.parametrize(("players", "rounds", "language"), [(4, 3, NL), (12, 8, EN), (40, 6, NL)])
def test_no_text_covers_another_in_an_event(players, rounds, language):
    paper = make_paper(players, rounds, steps=2000)
    with theme():
        assert overlapping(draw_event_race(paper.standings, language)) == []


@pytest.mark.parametrize(("players", "evenings", "language"), [(4, 1, EN), (60, 30, NL)])
def test_no_text_covers_another_in_a_season(players, evenings, language):
    season = make_season(players, evenings, best=9)
    with theme():
        figure = draw_season_race(season, language)
        assert overlapping(figure) == []
    ticks = [label.get_text() for label in figure.axes[0].get_xticklabels()]
    assert ticks[-1] == language.date(season.evenings[-1].on, "day")


def test_who_shares_a_place_has_a_line_of_their_own():
    lanes = (
        Lane("Anna", 1, (2, 1), "5"),
        Lane("Bram", 2, (1, 2), "3"),
        Lane("Cor", 2, (2, 2), "3"),
        Lane("Dina", 4, (None, 4), "1"),
    )
    assert Race(("1", "2"), lanes).heights() == [[1, 0], [0, 1], [2, 2], [None, 3]]


def test_an_event_names_everybody_with_place_and_score():
    standings = make_paper(6, 4, steps=2000).standings
    with theme():
        figure = draw_event_race(standings, EN)
    shown = texts(figure)
    for row in standings.rows:
        assert shown.count(row.player.name) == 2  # where the line begins and where it ends
        assert EN.decimal(float(row.score), 1) in shown
    assert [text for text in shown if text.startswith("Voorjaarstoernooi · ")]
    ticks = [label.get_text() for label in figure.axes[0].get_xticklabels()]
    assert ticks == ["Round 1", "Round 2", "Round 3", "Round 4"]


def test_lines_go_through_the_places():
    standings = make_paper(12, 6, steps=2000).standings
    with theme():
        axes = draw_event_race(standings, NL).axes[0]
    marks = {
        line.get_marker(): list(line.get_ydata())
        for line in axes.lines
        if len(line.get_ydata()) == 6
    }
    for row, look in zip(standings.rows, SERIES, strict=False):
        order = [
            sorted(standings.rows, key=lambda other, n=n: other.places[n]).index(row)
            for n in range(6)
        ]
        assert marks[look.marker] == order


def test_more_players_than_there_is_room_for_are_said():
    season = make_season(60, 5)
    with theme():
        shown = texts(draw_season_race(season, NL))
    assert any(text.startswith(f"De eerste {MOST} spelers. ") for text in shown)
    last = season.rows[MOST - 1], season.rows[MOST]
    assert last[0].player.name in shown
    assert last[1].player.name not in shown


def test_without_places_after_every_round_there_is_one_step():
    standings = make_paper(8, 3, steps=2000).standings
    rows = tuple(replace(row, places=()) for row in standings.rows)
    with theme():
        figure = draw_event_race(replace(standings, rows=rows), EN)
        assert overlapping(figure) == []
    assert [label.get_text() for label in figure.axes[0].get_xticklabels()] == ["Round 3"]


@pytest.mark.parametrize("key", ["event-race", "season-race"])
def test_before_anything_is_played_the_page_says_so(key):
    board = make_board([], 0)
    assert CHARTS[key].most_players == 0
    with theme():
        assert "Nothing has been played yet" in texts(CHARTS[key].draw(board, EN))
    season = replace(make_season(4, 1), evenings=())
    with theme():
        assert "Nothing has been played yet" in texts(draw_season_race(season, EN))


def test_odd_names_are_just_text():
    standings = make_paper(ODD, 3, steps=2000).standings
    with theme():
        figure = draw_event_race(standings, EN)
        assert overlapping(figure) == []
    assert not any("\n" in text or "\x07" in text for text in texts(figure))


def test_a_race_is_written_from_the_standings_alone(tmp_path):
    paper = make_paper(8, 3, steps=2000)
    write_chart("event-race", paper.standings, tmp_path / "a.png", NL)
    write_chart("season-race", make_season(8), tmp_path / "b.svg", NL)
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "b.svg").read_bytes().startswith(b"<?xml")
