"""The accountant: which points a ledger made and lost, and through what; to the last one.

The changes of a game need not sum to 0: rounding and the minimum of a point let some appear or
disappear, and so do decay, adjustments and newcomers (RATINGS.md, "The update" and "The ledger":
"Causes in the audit"). Nothing is repaired; everything is accounted for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.rating.ledger import Kind
from engine.rating.pairwise import changes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from engine.rating.ledger import Fact, Row
    from engine.rating.policy import Policy


@dataclass(frozen=True, slots=True)
class Balance:
    """Points that came into a pool, by cause; negative ones went out.

    Attributes:
        starts: The ratings with which newcomers began.
        rounding: The changes of games in whole points, which need not sum to 0.
        minimum: What the minimum rule added.
        maximum: What the maximum took off, where K is larger.
        decay: What idleness cost, never positive.
        adjustments: What the organisers gave and took.
    """

    starts: int = 0
    rounding: int = 0
    minimum: int = 0
    maximum: int = 0
    decay: int = 0
    adjustments: int = 0

    @property
    def total(self) -> int:
        """By how much the sum of all ratings of the pool has changed."""
        return (
            self.starts
            + self.rounding
            + self.minimum
            + self.maximum
            + self.decay
            + self.adjustments
        )


@dataclass(slots=True)
class Tally:
    """What the accountant notes of one player.

    Attributes:
        games: Rated games.
        gained: The sum of all games that won points.
        lifted: Games that won a point only by the minimum rule.
        dropped: Games that lost a point only by the minimum rule.
        advantage: Over the lifted games, the own rating less the mean of the opponents', summed.
        decay: Points lost to idleness, 0 or more.
    """

    games: int = 0
    gained: int = 0
    lifted: int = 0
    dropped: int = 0
    advantage: float = 0.0
    decay: int = 0


@dataclass(slots=True)
class Accountant:
    """Goes through a ledger fact by fact.

    Attributes:
        policy: The policy by which the ledger was booked.
        players: A tally for everybody with a row so far.

    >>> from engine.rating.fold import Fold
    >>> from engine.rating.policy import POLICIES
    >>> game = ("2024-01-10 a", 1, 738_895, Kind.GAME, (1, 2, 3, 4), (1, 2, 3, 4))
    >>> openings = {1: 2200, 2: 1400, 3: 1400, 4: 1400}
    >>> accountant = Accountant(POLICIES["club"])
    >>> accountant.add(game, Fold(POLICIES["club"], openings).feed([game]))
    >>> accountant.balance
    Balance(starts=6400, rounding=0, minimum=0, maximum=0, decay=0, adjustments=0)
    >>> accountant.players[1].lifted, accountant.players[3].dropped
    (1, 1)
    """

    policy: Policy
    players: dict[int, Tally] = field(default_factory=dict)
    _starts: int = 0
    _games: int = 0
    _minimum: int = 0
    _maximum: int = 0
    _decay: int = 0
    _adjustments: int = 0

    @property
    def balance(self) -> Balance:
        """The points of all facts so far.

        A game's exact changes sum to 0, so what is neither minimum nor maximum is rounding.
        """
        return Balance(
            starts=self._starts,
            rounding=self._games - self._minimum - self._maximum,
            minimum=self._minimum,
            maximum=self._maximum,
            decay=self._decay,
            adjustments=self._adjustments,
        )

    def add(self, fact: Fact, rows: Iterable[Row]) -> None:
        """Account for the rows that a fact booked."""
        games = []
        for row in rows:
            player, _, kind, _, _, change, _ = row
            tally = self._tally(player)
            if kind == Kind.GAME:
                games.append(row)
                tally.games += 1
                tally.gained += max(0, change)
                self._games += change
            elif kind == Kind.START:
                self._starts += change
            elif kind == Kind.DECAY:
                tally.decay -= change
                self._decay += change
            elif kind == Kind.ADJUSTMENT:
                self._adjustments += change
        # Only a change of a single point or of the maximum can be anything but rounded.
        telling = {1, self.policy.max_change}
        if self.policy.rounding == "player" and any(abs(row[5]) in telling for row in games):
            self._take_apart(fact, games)

    def _take_apart(self, fact: Fact, games: Sequence[Row]) -> None:
        before = {row[0]: row[4] for row in games}
        ratings = [before.get(player) for player in fact[4]]
        counted = [rating for rating in ratings if rating is not None]
        for player, change in zip(fact[4], changes(ratings, fact[5], self.policy), strict=True):
            if change is None:
                continue
            self._minimum += change.minimum
            self._maximum += change.maximum
            tally = self._tally(player)
            if change.minimum < 0:
                tally.dropped += 1
            elif change.minimum > 0:
                tally.lifted += 1
                others = (sum(counted) - before[player]) / (len(counted) - 1)
                tally.advantage += before[player] - others

    def _tally(self, player: int) -> Tally:
        return self.players.setdefault(player, Tally())


def islands(tables: Iterable[Collection[int]]) -> list[frozenset[int]]:
    """The groups of players who have met, directly or through others; the largest first.

    Between two of them no rating says anything: nobody of one has ever played anybody of another.

    Args:
        tables: The players of every game; 0 for a seat that does not count is passed over.

    >>> [sorted(group) for group in islands([(1, 2, 3, 4), (7, 8, 9, 0), (4, 5, 6, 1)])]
    [[1, 2, 3, 4, 5, 6], [7, 8, 9]]
    """
    leader: dict[int, int] = {}

    def find(player: int) -> int:
        while leader[player] != player:
            leader[player] = leader[leader[player]]  # shorten the way for the next time
            player = leader[player]
        return player

    for table in tables:
        first = 0
        for player in table:
            if player:
                leader.setdefault(player, player)
                leader[find(player)] = find(first or player)
                first = first or player
    groups: dict[int, set[int]] = {}
    for player in leader:
        groups.setdefault(find(player), set()).add(player)
    return sorted(map(frozenset, groups.values()), key=lambda group: (-len(group), min(group)))
