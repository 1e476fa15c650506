"""Who plays and who sits out when the number of players is no multiple of four.

Three policies. ``sit_out``: one to three players sit out, in turn. ``three``: nobody sits out, one
to three tables have an empty chair. ``fill_in``: people who came to help make the number up,
those who have played least first; when there are not enough of them, players sit out.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.seating.dice import Dice
    from engine.seating.problem import Request, Round


@dataclass(frozen=True, slots=True)
class Seated:
    """Who takes part in one round.

    Attributes:
        players: Who plays, ascending.
        sitting_out: Who is there and does not play, ascending.
        empty: Chairs that stay empty, each at another table; players and these make full tables.
    """

    players: tuple[int, ...]
    sitting_out: tuple[int, ...] = ()
    empty: int = 0


class Turns:
    """How often everybody has sat out, and when last, round after round.

    Whoever comes late or comes back counts as having sat out as often as those of the players who
    stayed who did so least, and as having done so just now: they neither owe the rounds that they
    missed nor gain by them. So among those present nobody is ever two ahead of another.

    >>> turns = Turns()
    >>> turns.begin([1, 2, 3, 4, 5])
    >>> turns.end([1, 2, 3, 4, 5], sitting_out=[5])
    >>> turns.begin([1, 2, 3, 4, 5])
    >>> turns.least([1, 2, 3, 4, 5]), turns.times[5]
    (0, 1)
    """

    __slots__ = ("before", "last", "number", "times")

    def __init__(self, credited: Iterable[tuple[int, int]] = ()) -> None:
        self.times: Counter[int] = Counter(dict(credited))
        self.last: dict[int, int] = {}
        self.before: set[int] = set()
        self.number = 0

    def begin(self, present: Sequence[int]) -> None:
        """A round begins with these players: lift those who come late or come back."""
        stayed = [self.times[player] for player in present if player in self.before]
        for player in present:
            if stayed and player not in self.before:
                self.times[player] = max(self.times[player], min(stayed))
                self.last[player] = self.number

    def end(self, present: Iterable[int], sitting_out: Iterable[int]) -> None:
        """The round has been played, or planned; some of those who were there sat out."""
        self.number += 1
        self.before = set(present)
        for player in sitting_out:
            self.times[player] += 1
            self.last[player] = self.number

    def least(self, present: Iterable[int]) -> int:
        """The fewest sit-outs among these players."""
        return min((self.times[player] for player in present), default=0)

    def choose(self, present: Sequence[int], count: int, dice: Dice) -> list[int]:
        """Whose turn it is: fewest sit-outs, then longest ago, then by lot."""
        lots = list(present)
        dice.shuffle(lots)
        lots.sort(key=lambda player: (self.times[player], self.last.get(player, 0)))
        return sorted(lots[:count])


def turns_after(rounds: Iterable[Round], credited: Iterable[tuple[int, int]] = ()) -> Turns:
    """The turns when these rounds have been played."""
    turns = Turns(credited)
    for one in rounds:
        present = [*one.players(), *one.sitting_out]
        turns.begin(present)
        turns.end(present, one.sitting_out)
    return turns


def who_plays(request: Request, dice: Dice) -> list[Seated]:
    """Who plays in each round that is asked for.

    >>> from engine.seating.dice import Dice
    >>> from engine.seating.problem import Request
    >>> five = Request(present=((1, 2, 3, 4, 5),) * 5)
    >>> sorted(one.sitting_out for one in who_plays(five, Dice(0)))
    [(1,), (2,), (3,), (4,), (5,)]
    """
    turns = turns_after(request.played, request.credited)
    games = Counter(player for one in request.played for player in one.players())
    seated = []
    for present in request.present:
        players = sorted(present)
        missing = -len(players) % 4
        out: list[int] = []
        empty = 0
        turns.begin(players)
        if request.remainder == "three":
            empty = missing
        elif request.remainder == "fill_in" and len(request.fill_ins) >= missing:
            willing = sorted(request.fill_ins, key=games.__getitem__)
            players = sorted(players + willing[:missing])
        else:
            out = turns.choose(players, len(players) % 4, dice)
            players = [player for player in players if player not in out]
        games.update(players)
        seated.append(Seated(tuple(players), tuple(out), empty))
        turns.end(present, out)
    return seated
