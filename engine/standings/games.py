"""What happened at an event: who entered, who sat where, who finished how, who sat out.

Plain values in any order; `Games` sorts them by player, round and table once, and refuses what
cannot have happened.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.ranking import places
from engine.rating.pairwise import score as pair_score
from engine.standings.errors import refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from fractions import Fraction

    from engine.ranking import Better

TABLE_SIZES = (3, 4)
"""How many people play at a table."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who entered the event and is ranked in it.

    Attributes:
        player: Any positive number; in a season the same one every evening.
        number: The start number, from 1.
        withdrawn: Whether they have left for good. They stay listed; they cannot reach a final.
    """

    player: int
    number: int
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One seat of one game.

    People who entered nothing (they fill in, or are guests) have lines as well: they are somebody's
    opponents, and are not ranked.

    Attributes:
        round: The round, from 1.
        table: The number of the table.
        player: Whose standing it counts for.
        place: The place at the table, 1 for the winner; equal ones are shared.
        points: The points of the game; None where only places were written down.
        played_by: Who sat there, when it was a substitute for `player`.
        rating: The rating before the game of whoever sat there; None for who has none.
    """

    round: int
    table: int
    player: int
    place: int
    points: int | None = None
    played_by: int | None = None
    rating: int | None = None

    @property
    def sitter(self) -> int:
        """Who sat there.

        >>> Line(1, 1, player=7, place=1, played_by=30).sitter, Line(1, 1, 7, 1).sitter
        (30, 7)
        """
        return self.player if self.played_by is None else self.played_by


@dataclass(frozen=True, slots=True)
class SitOut:
    """Somebody who was there, and whom the draw gave no table in a round."""

    round: int
    player: int


@dataclass(frozen=True, slots=True)
class Penalty:
    """What the organiser took off; outside every sum check, inside the standings.

    Attributes:
        player: Whom it strikes.
        points: In the points of the scoring; above 0 it worsens the score, below 0 it is a credit.
        round: The round it belongs to, from which on it counts; None for the event as a whole. Of a
            season, the number of the evening.
    """

    player: int
    points: Fraction | int
    round: int | None = None


@dataclass(frozen=True, slots=True)
class EventRecord:
    """All that standings are made of; the order of the values never matters.

    Attributes:
        entrants: Who is ranked.
        lines: One for every seat.
        sit_outs: Who was drawn to sit out.
        penalties: What was taken off.
        rounds: How many rounds are complete; whatever belongs to a later one is not looked at.
        better: Whether few points are good at the table, or many.
        seed: Decides the lot (`engine.standings.criteria`).
    """

    entrants: tuple[Entrant, ...]
    lines: tuple[Line, ...] = ()
    sit_outs: tuple[SitOut, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    rounds: int = 0
    better: Better = "low"
    seed: int = 0

    def until(self, round_: int) -> EventRecord:
        """The record as it stood when this round was complete, with today's corrections.

        >>> EventRecord((Entrant(7, 1),), rounds=6).until(4).rounds
        4
        """
        return replace(self, rounds=min(self.rounds, round_))


class Games:
    """A record sorted out: lines by player and round, and by table.

    Attributes:
        numbers: The start number of every entrant, in the order of the numbers.
        lines: Player -> round -> the line that counts for them.
        tables: Round -> table -> its lines.
        sat_out: Player -> the rounds in which they were drawn to sit out.
        without_points: The rounds of which some game has only places.

    Raises:
        StandingsError: An entrant twice; a table that is not of three or four, or whose places
            cannot be; a player in two places in one round.

    >>> table = [Line(1, 1, player, place) for player, place in ((5, 1), (6, 2), (7, 2), (8, 4))]
    >>> games = Games(EventRecord((Entrant(6, 1), Entrant(5, 2)), tuple(table), rounds=1))
    >>> [line.player for line in games.opponents(games.lines[6][1])]
    [5, 7, 8]
    """

    __slots__ = ("lines", "numbers", "sat_out", "tables", "without_points")

    def __init__(self, record: EventRecord) -> None:
        self.numbers = _numbers(record.entrants)
        self.lines: dict[int, dict[int, Line]] = {}
        self.tables: dict[int, dict[int, list[Line]]] = {}
        self.sat_out: dict[int, set[int]] = {}
        self.without_points: set[int] = set()
        sitting: set[tuple[int, int]] = set()
        # Sorted, so that whatever is wrong is found and told in the same order every time.
        for line in sorted(record.lines, key=lambda line: (line.round, line.table, line.player)):
            if 1 <= line.round <= record.rounds:
                self._seat(line, sitting)
        for sit_out in record.sit_outs:
            if 1 <= sit_out.round <= record.rounds:
                if sit_out.round in self.lines.get(sit_out.player, ()):
                    raise refusal("standings.twice", round=sit_out.round, player=sit_out.player)
                self.sat_out.setdefault(sit_out.player, set()).add(sit_out.round)
        self._check_tables()

    def opponents(self, line: Line) -> list[Line]:
        """The other lines of the same table."""
        return [other for other in self.tables[line.round][line.table] if other is not line]

    def meetings(self, lines: Iterable[Line]) -> Iterator[tuple[int, int]]:
        """For every meeting in these lines the opponent, and twice the score against them.

        The score is 2 for finishing above, 1 for a shared place, 0 for finishing below.
        """
        for line in lines:
            for other in self.opponents(line):
                yield other.player, pair_score(line.place, other.place)

    def _seat(self, line: Line, sitting: set[tuple[int, int]]) -> None:
        own = self.lines.setdefault(line.player, {})
        if line.round in own or (line.round, line.sitter) in sitting:
            player = line.player if line.round in own else line.sitter
            raise refusal("standings.twice", round=line.round, player=player)
        own[line.round] = line
        sitting.add((line.round, line.sitter))
        if line.points is None:
            self.without_points.add(line.round)
        self.tables.setdefault(line.round, {}).setdefault(line.table, []).append(line)

    def _check_tables(self) -> None:
        for number, tables in self.tables.items():
            for table, lines in tables.items():
                if len(lines) not in TABLE_SIZES:
                    raise refusal("standings.seats", round=number, table=table, seats=len(lines))
                stated = tuple(line.place for line in lines)
                if places(stated) != stated:
                    raise refusal("standings.places", round=number, table=table, places=stated)


def _numbers(entrants: Iterable[Entrant]) -> Mapping[int, int]:
    numbers: dict[int, int] = {}
    taken: set[int] = set()
    for entrant in sorted(entrants, key=lambda entrant: entrant.number):
        if entrant.number < 1 or entrant.number in taken or entrant.player in numbers:
            raise refusal("standings.entrant", player=entrant.player, number=entrant.number)
        numbers[entrant.player] = entrant.number
        taken.add(entrant.number)
    return numbers
