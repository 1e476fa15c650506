"""A player's rating through time, as a line from playing day to playing day with its decay.

Between two days with games the line is straight, as people read such charts, unless more than a
month lies between: then it is level until the game. A rating that decayed in between is level
through the grace and then loses its points on the days it lost them.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from reports.model import HistoryPoint, Leaderboard, Player

LEADERS = 8
"""As many lines as can be told apart in one chart."""

_STRAIGHT_DAYS = 31


@dataclass(frozen=True, slots=True)
class Stroke:
    """A stretch of a curve: the days (ordinals) and ratings it goes through, and its kind."""

    days: tuple[int, ...]
    ratings: tuple[int, ...]
    decaying: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """One player's curve, stroke after stroke; each begins where the one before ends.

    Attributes:
        player: whose.
        strokes: in the order of time, at least one.
        games: the days on which the player played, with the rating at the end of the day.
    """

    player: Player
    strokes: tuple[Stroke, ...]
    games: tuple[tuple[int, int], ...]

    @property
    def last(self) -> int:
        """The rating at the end of the curve."""
        return self.strokes[-1].ratings[-1]

    def levels(self) -> list[int]:
        """Every rating the curve goes through, in the order of time."""
        return [rating for stroke in self.strokes for rating in stroke.ratings]

    def rating_on(self, day: date) -> int | None:
        """The rating at the end of a day; None before the player's first."""
        wanted = day.toordinal()
        if wanted < self.strokes[0].days[0]:
            return None
        starts = [stroke.days[0] for stroke in self.strokes]
        stroke = self.strokes[bisect_right(starts, wanted) - 1]
        at = bisect_right(stroke.days, wanted) - 1
        before, rating = stroke.days[at], stroke.ratings[at]
        if not stroke.decaying or at == len(stroke.days) - 1:
            return rating
        share = (wanted - before) / (stroke.days[at + 1] - before)
        return round(rating + share * (stroke.ratings[at + 1] - rating))


class _Pen:
    """Draws the strokes of one curve."""

    def __init__(self, day: int, rating: int) -> None:
        self.strokes: list[Stroke] = []
        self.games: dict[int, int] = {}
        self._days, self._ratings = [day], [rating]

    def move(self, day: int, rating: int) -> None:
        """Go straight to where the rating is at the end of a day; after a long pause, jump."""
        if day - self._days[-1] > _STRAIGHT_DAYS:
            self.hold(day - 1)
        if day == self._days[-1] and len(self._days) > 1:
            self._ratings[-1] = rating
        else:
            self._days.append(day)
            self._ratings.append(rating)

    def hold(self, day: int) -> None:
        """Go level to a day, unless it is past."""
        if day > self._days[-1]:
            self._days.append(day)
            self._ratings.append(self._ratings[-1])

    def decay(self, first: int, last: int, rating: int) -> None:
        """Lose points on every day from the first to the last."""
        self.hold(first - 1)
        start, level = self._days[-1], self._ratings[-1]
        self.finish()
        self.strokes.append(Stroke((start, max(start, last)), (level, rating), decaying=True))
        self._days, self._ratings = [max(start, last)], [rating]

    def finish(self) -> None:
        """End the present stroke."""
        if len(self._days) > 1 or not self.strokes:
            self.strokes.append(Stroke(tuple(self._days), tuple(self._ratings), decaying=False))


def curves(board: Leaderboard, players: Iterable[Player]) -> list[Curve]:
    """The curves of some players, in the order given, up to the as-of date.

    Players without any history are left out.
    """
    accounts = ((player, list(board.history.account(player))) for player in players)
    return [_curve(player, points, board.as_of) for player, points in accounts if points]


def on_one_day(board: Leaderboard, lines: Iterable[Curve]) -> bool:
    """Whether all there is of these curves happened on the as-of day, so that days show nothing."""
    day = board.as_of.toordinal()
    return all(stroke.days[0] >= day for line in lines for stroke in line.strokes)


def game_by_game(board: Leaderboard, players: Iterable[Player]) -> list[Curve]:
    """The curves of one day, from game to game: instead of days, how many games somebody played.

    They end together, at the most games that anybody played. Players without any history are left
    out.
    """
    accounts = ((player, list(board.history.account(player))) for player in players)
    known = [(player, points) for player, points in accounts if points]
    most = max((_games_in(points) for _, points in known), default=0)
    return [_curve_of_games(player, points, most) for player, points in known]


def _games_in(points: Iterable[HistoryPoint]) -> int:
    return sum(point.cause == "game" for point in points)


def _curve_of_games(player: Player, points: Sequence[HistoryPoint], most: int) -> Curve:
    levels = [points[0].rating]
    for point in points:
        if point.cause == "game":
            levels.append(point.rating)
        else:
            levels[-1] = point.rating
    games = tuple(enumerate(levels))[1:]
    levels += levels[-1:] * (most + 1 - len(levels))
    stroke = Stroke(tuple(range(len(levels))), tuple(levels), decaying=False)
    return Curve(player, (stroke,), games)


def leaders(board: Leaderboard, most: int = LEADERS) -> list[Player]:
    """The first players of the standings, as many as a chart can show.

    Among equals those with more games come first: after a long pause many may have decayed to the
    floor.
    """
    order = sorted(board.standings, key=lambda standing: (standing.place, -standing.games))
    return [standing.player for standing in order[:most]]


def _curve(player: Player, points: Sequence[HistoryPoint], until: date) -> Curve:
    first = points[0]
    pen = _Pen(first.on.toordinal(), first.rating)
    for point in points:
        day = point.on.toordinal()
        if point.cause in ("decay", "open_decay"):
            begin, end = point.span or (date.min, point.on)
            pen.decay(begin.toordinal(), end.toordinal(), point.rating)
            pen.hold(day - 1)
        elif point is not first:
            pen.move(day, point.rating)
        if point.cause == "game" or day in pen.games:
            pen.games[day] = point.rating
    pen.hold(until.toordinal())
    pen.finish()
    return Curve(player, tuple(pen.strokes), tuple(pen.games.items()))
