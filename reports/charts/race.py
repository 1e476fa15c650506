"""The race of an event or a season: a line a player, from place to place, names at both ends.

Lines never lie on each other: who shares a place stands in the order of the last standings. The
leading eight have a colour, a mark and a line of their own; the others are grey.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.charts.page import HEAD, SIDE, WIDTH, Page, fitted, new_page
from reports.charts.theme import INK, PAPER, RULE, SERIES, SOFT, SeriesStyle, text_width
from reports.clubstyle import PLAIN
from reports.event_text import event_parts, progress_text, season_parts
from reports.formatting import shortened
from reports.scores import digits_of, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.path import Path

    from reports.clubstyle import ClubStyle
    from reports.eventmodel import EventRow, EventStandings, Number
    from reports.language import Language
    from reports.seasonmodel import SeasonRow, SeasonStandings

MOST = 40
"""Players in one picture, the leading ones."""

_LANE, _LANE_MANY = 0.34, 0.215  # inches between two lines
_FEW = 16
_POINTS, _POINTS_MANY = 9.5, 8.5
_TICK_POINTS = 9.0
_NAME = 1.75  # inches of a name at most
_PLACE = 0.28  # inches for a place beside a name
_FLAT = 0.16  # of a step: how far a line runs level around a mark
_GREY = "#a4aab2"
_DENSE = 0.3  # inches a step: below this only the leaders have marks


@dataclass(frozen=True, slots=True)
class Lane:
    """One player's way: the name, the places after each step, and the score at the end.

    Attributes:
        name: as it may be printed.
        place: in the last standings; None for who is not placed.
        places: None while the player was not in the standings.
        score: as text.
    """

    name: str
    place: int | None
    places: tuple[int | None, ...]
    score: str


@dataclass(frozen=True, slots=True)
class Race:
    """What is drawn: the names of the steps, and the lanes in the order of the last standings."""

    steps: tuple[str, ...]
    lanes: tuple[Lane, ...]

    def heights(self) -> list[list[int | None]]:
        """Where each lane is after each step, counted from 0 at the top; lanes never coincide."""
        found: list[list[int | None]] = [[None] * len(self.steps) for _ in self.lanes]
        for step in range(len(self.steps)):
            known = [
                (place, at)
                for at, lane in enumerate(self.lanes)
                if (place := lane.places[step]) is not None
            ]
            for height, (_, at) in enumerate(sorted(known)):
                found[at][step] = height
        return found


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where the lines are on the page, in inches, and the letters of the names in points."""

    left: float
    right: float
    top: float
    lane: float
    points: float

    def write(self, page: Page, x: float, height: int, text: str, **looks: Any) -> None:
        """Write a text beside a lane."""
        middle = self.top + (height + 0.5) * self.lane
        page.write(x, middle, text, fontsize=self.points, va="center_baseline", **looks)


def draw_event_race(
    standings: EventStandings | None, language: Language, style: ClubStyle = PLAIN
) -> Figure:
    """Draw everybody's place round by round; call it inside `theme()`."""
    title = language.text("The race, round by round")
    if standings is None or not standings.after or not standings.rows:
        return _nothing(title, language, style)
    head = standings.head
    parts = [shortened(head.name, 40), *event_parts(head, language)]
    steps = [language.text("Round {n}", n=n) for n in range(1, standings.after + 1)]
    race = _race(steps, standings.rows, [row.score for row in standings.rows], language)
    page = _draw(race, title, [*parts, progress_text(standings, language)], style)
    page.note(_explanation(len(standings.rows), language))
    return page.figure


def draw_season_race(
    standings: SeasonStandings | None, language: Language, style: ClubStyle = PLAIN
) -> Figure:
    """Draw everybody's place evening by evening; call it inside `theme()`."""
    title = language.text("The race, evening by evening")
    if standings is None or not standings.evenings or not standings.rows:
        return _nothing(title, language, style)
    parts = [shortened(standings.head.name, 40), *season_parts(standings, language)]
    steps = [language.date(evening.on, "day") for evening in standings.evenings]
    race = _race(steps, standings.rows, [row.total for row in standings.rows], language)
    page = _draw(race, title, parts, style)
    page.note(_explanation(len(standings.rows), language))
    return page.figure


def _race(
    steps: Sequence[str],
    rows: Sequence[EventRow | SeasonRow],
    scores: Sequence[Number | None],
    language: Language,
) -> Race:
    """The race of the leading players; where only the last places are known it is one step."""
    digits = digits_of(scores)
    known = any(row.places for row in rows)
    lanes = []
    for row, score in zip(rows, scores, strict=True):
        places = row.places if known else (row.place,)
        if any(places):
            total = "" if score is None else written(score, language, digits)
            lanes.append(Lane(row.player.name, row.place, places, total))
    return Race(tuple(steps if known else steps[-1:]), tuple(lanes[:MOST]))


def _nothing(title: str, language: Language, style: ClubStyle) -> Figure:
    page = new_page(1.2, title, [], style)
    text = language.text("Nothing has been played yet")
    page.write(WIDTH / 2, HEAD + 0.5, text, ha="center", color=SOFT)
    return page.figure


def _explanation(players: int, language: Language) -> str:
    """What there is to know about the lines."""
    said = language.text("Who shares a place stands in the order of the last standings.")
    if players > MOST:
        said = f"{language.text('The first {n} players.', n=MOST)} {said}"
    return said


def _draw(race: Race, title: str, below: list[str], style: ClubStyle) -> Page:
    many = len(race.lanes) > _FEW
    lane, points = (_LANE_MANY, _POINTS_MANY) if many else (_LANE, _POINTS)
    high = max(3, len(race.lanes)) * lane
    page = new_page(high + 0.45, title, below, style)
    names = [fitted(each.name, _NAME, points) for each in race.lanes]
    room = max(text_width(name, points) for name in names) + _PLACE + 0.12
    score = max(text_width(each.score, points, bold=True) for each in race.lanes) + 0.2
    wide = WIDTH - 2 * SIDE - 2 * room - score
    frame = _Frame(SIDE + room, SIDE + room + wide, HEAD + 0.1, lane, points)
    axes = page.axes(frame.left, frame.top, wide, high)
    _set_axes(axes, race, wide, high / lane)
    heights = race.heights()
    dense = wide / len(race.steps) < _DENSE
    for number in reversed(range(len(race.lanes))):
        look = SERIES[number] if number < len(SERIES) else None
        _draw_lane(axes, heights[number], look, dense=dense)
    _name_ends(page, race, heights, names, frame)
    return page


def _set_axes(axes: Axes, race: Race, wide: float, lanes: float) -> None:
    """Steps from left to right with as many names as there is room for, the leader on top."""
    last = len(race.steps) - 1
    axes.set_xlim((-0.5, 0.5) if last == 0 else (-0.06, last + 0.06))
    axes.set_ylim(lanes - 0.5, -0.5)
    axes.set_yticks([])
    widest = max(text_width(step, _TICK_POINTS) for step in race.steps) + 0.15
    every = next(n for n in range(1, last + 2) if widest * (last / n) <= wide or n > last)
    shown = [step for step in range(last + 1) if (last - step) % every == 0]
    axes.set_xticks(shown, [race.steps[step] for step in shown], fontsize=_TICK_POINTS)
    axes.tick_params(length=0, pad=7)
    for step in range(last + 1):
        axes.axvline(step, color=RULE, linewidth=0.7, zorder=0)


def _draw_lane(
    axes: Axes, heights: Sequence[int | None], look: SeriesStyle | None, *, dense: bool
) -> None:
    """One line on a white rim, so that where two cross the upper one is seen to be above."""
    from matplotlib.patches import PathPatch

    colour = look.colour if look else _GREY
    width = 2.0 if look else 1.1
    rim = 1.0 if dense else 2.2
    dashes = (0, (6, 1.4)) if look and look.dashed else "solid"
    for path in _paths(heights):
        below = PathPatch(path, fill=False, edgecolor=PAPER, linewidth=width + rim)
        line = PathPatch(path, fill=False, edgecolor=colour, linewidth=width, linestyle=dashes)
        for patch in (below, line):
            patch.set_clip_on(False)
            patch.set_zorder(2)
            axes.add_patch(patch)
    if look or not dense:
        _mark_steps(axes, heights, colour, look, small=dense)


def _mark_steps(
    axes: Axes,
    heights: Sequence[int | None],
    colour: str,
    look: SeriesStyle | None,
    *,
    small: bool,
) -> None:
    """A mark where the player stood after each step."""
    known = [(step, height) for step, height in enumerate(heights) if height is not None]
    steps, levels = zip(*known, strict=True)
    axes.plot(
        steps,
        levels,
        color=colour,
        linestyle="none",
        marker=look.marker if look else "o",
        markersize=(4.5 if small else 6.5) if look else 3.5,
        markeredgecolor=PAPER,
        markeredgewidth=0.5 if small else 0.9,
        clip_on=False,
        zorder=2,
    )


def _paths(heights: Sequence[int | None]) -> list[Path]:
    """The line in pieces: it is interrupted where the player was not in the standings."""
    from matplotlib.path import Path

    pieces: list[list[tuple[float, float, Any]]] = []
    before: int | None = None
    for step, height in enumerate(heights):
        if height is not None and before is None:
            pieces.append([(step, height, Path.MOVETO)])
        elif height is not None and before is not None:
            middle = step - 0.5
            pieces[-1] += [
                (step - 1 + _FLAT, before, Path.LINETO),
                (middle, before, Path.CURVE4),
                (middle, height, Path.CURVE4),
                (step - _FLAT, height, Path.CURVE4),
                (step, height, Path.LINETO),
            ]
        before = height
    return [
        Path([(x, y) for x, y, _ in piece], [code for _, _, code in piece])
        for piece in pieces
        if len(piece) > 1
    ]


def _name_ends(
    page: Page,
    race: Race,
    heights: Sequence[Sequence[int | None]],
    names: Sequence[str],
    frame: _Frame,
) -> None:
    """Place, name and score where a line ends, and the name where it begins at the left edge."""
    for lane, levels, name in zip(race.lanes, heights, names, strict=True):
        first, last = levels[0], levels[-1]
        if first is not None and len(levels) > 1:
            frame.write(page, frame.left - 0.12, first, f"{lane.places[0]}", color=SOFT, ha="right")
            place = frame.left - _PLACE - 0.12
            frame.write(page, place, first, name, color=SOFT, ha="right")
        if last is not None:
            standing = "" if lane.place is None else f"{lane.place}"
            place = frame.right + _PLACE
            frame.write(page, place, last, standing, color=SOFT, ha="right")
            frame.write(page, place + 0.1, last, name, color=INK)
            frame.write(page, WIDTH - SIDE, last, lane.score, color=INK, ha="right", weight="bold")
