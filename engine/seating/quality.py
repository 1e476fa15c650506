"""How good a plan is: who met whom how often, beside what is possible at all (SEATING.md)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from engine.seating.problem import EMPTY
from engine.seats import SEAT_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.seating.problem import Pair, Round


@dataclass(frozen=True, slots=True)
class Quality:
    """The measures of a plan.

    Attributes:
        players: How many different players appear in it, those who only sit out included.
        rounds: How many rounds.
        meetings: For each number of meetings, how many pairs met so often; 0 included.
        excess: `(sum c^2 - ideal) / 2` over all pairs, c being how often a pair met and `ideal`
            the same sum were all meetings spread as evenly as whole numbers allow.
        bound: No plan for so many players and rounds has a smaller excess (0 where only the
            even spread itself is known to be a limit).
        back_to_back: Pairs who meet in two rounds running, counted for every such two rounds.
        seat_imbalance: The largest difference between two seats' counts of one player; 0 or 1 is
            perfect.
        table_imbalance: The same for table numbers.
        sit_out_imbalance: The most sit-outs of a player less the fewest.
        same_pass: Passing to the left, how often a player passes to one to whom they have passed
            before: `sum C(c, 2)` over ordered pairs.
    """

    players: int
    rounds: int
    meetings: dict[int, int]
    excess: int
    bound: int
    back_to_back: int
    seat_imbalance: int
    table_imbalance: int
    sit_out_imbalance: int
    same_pass: int

    @property
    def most(self) -> int:
        """How often the pair met who met most often."""
        return max(self.meetings, default=0)

    def as_dict(self) -> dict[str, Any]:
        """A plain dictionary; `meetings` has text keys, as JSON wants them."""
        return {
            "players": self.players,
            "rounds": self.rounds,
            "meetings": {str(times): pairs for times, pairs in self.meetings.items()},
            "excess": self.excess,
            "bound": self.bound,
            "back_to_back": self.back_to_back,
            "seat_imbalance": self.seat_imbalance,
            "table_imbalance": self.table_imbalance,
            "sit_out_imbalance": self.sit_out_imbalance,
            "same_pass": self.same_pass,
        }


def quality(rounds: Sequence[Round]) -> Quality:
    """Measure rounds, played or planned.

    >>> from engine.seating.problem import Round
    >>> first, second = Round(((1, 2, 3, 4), (5, 6, 7, 8))), Round(((1, 5, 2, 6), (3, 7, 4, 8)))
    >>> measured = quality([first, second])
    >>> measured.meetings, measured.excess, measured.bound, measured.seat_imbalance
    ({0: 8, 1: 16, 2: 4}, 4, 4, 2)
    """
    everybody = {player for one in rounds for player in (*one.players(), *one.sitting_out)}
    met = meetings(rounds)
    pairs = len(everybody) * (len(everybody) - 1) // 2
    histogram = Counter(met.values())
    histogram[0] = pairs - len(met)
    sit_outs = Counter(player for one in rounds for player in one.sitting_out)
    return Quality(
        players=len(everybody),
        rounds=len(rounds),
        meetings={times: histogram[times] for times in sorted(histogram) if histogram[times]},
        excess=excess(met.values(), pairs),
        bound=bound(len(everybody), len(rounds)) if not _irregular(rounds, everybody) else 0,
        back_to_back=sum(
            len(set(one.pairs()) & set(following.pairs())) for one, following in pairwise(rounds)
        ),
        seat_imbalance=seat_imbalance(rounds),
        table_imbalance=table_imbalance(rounds),
        sit_out_imbalance=_spread([sit_outs[player] for player in everybody]),
        same_pass=sum(times * (times - 1) // 2 for times in passing(rounds).values()),
    )


def meetings(rounds: Iterable[Round]) -> Counter[Pair]:
    """How often each pair met; pairs are written with the lower number first."""
    return Counter(pair for one in rounds for pair in one.pairs())


def excess(counts: Iterable[int], pairs: int) -> int:
    """Meetings beyond an even spread: `(sum c^2 - ideal) / 2` (SEATING.md).

    Args:
        counts: How often each pair met that met at all.
        pairs: How many pairs there are.

    >>> excess([1, 1, 2], pairs=4)
    1
    """
    counts = list(counts)
    # Both sums of squares have the same sum of c, so that sums of C(c, 2) differ by as much.
    return sum(count * (count - 1) // 2 for count in counts) - level(sum(counts), pairs)


def level(total: int, pairs: int) -> int:
    """The sum of C(c, 2) when `total` meetings are spread evenly over `pairs` pairs.

    >>> level(5, 4), level(8, 4), level(0, 0)
    (1, 4, 0)
    """
    if pairs == 0:
        return 0
    each, more = divmod(total, pairs)
    return pairs * each * (each - 1) // 2 + more * each


def bound(players: int, rounds: int) -> int:
    """The least excess possible when everybody plays every round at a table of four.

    With two tables any two rounds share at least 4 pairs, with three tables at least 3
    (SEATING.md, "Bounds"); else nothing better than the even spread is known.

    >>> bound(8, 3), bound(12, 4), bound(16, 5)
    (4, 12, 0)
    """
    shared = {4: 6, 8: 4, 12: 3}.get(players, 0)
    together = shared * rounds * (rounds - 1) // 2
    return max(0, together - level(rounds * players * 3 // 2, players * (players - 1) // 2))


def seat_imbalance(rounds: Iterable[Round]) -> int:
    """The largest difference between the counts of two seats of one player."""
    counts: dict[int, list[int]] = {}
    for one in rounds:
        for table in one.tables:
            for seat, player in enumerate(table):
                counts.setdefault(player, [0, 0, 0, 0])[seat] += 1
    counts.pop(EMPTY, None)
    return max(map(_spread, counts.values()), default=0)


def table_imbalance(rounds: Sequence[Round]) -> int:
    """The largest difference between the counts of two table numbers of one player."""
    tables = max((len(one.tables) for one in rounds), default=0)
    counts: dict[int, list[int]] = {}
    for one in rounds:
        for number, table in enumerate(one.tables):
            for player in table:
                counts.setdefault(player, [0] * tables)[number] += 1
    counts.pop(EMPTY, None)
    return max(map(_spread, counts.values()), default=0)


def passing(rounds: Iterable[Round], steps: int = 1) -> Counter[Pair]:
    """How often (giver, receiver) are so many seats apart, clockwise: who passes to whom.

    At a table of three the empty chair is skipped to the left and right; nobody sits across it.

    Args:
        rounds: Rounds, played or planned.
        steps: 1 for the left-hand neighbour, 2 for the one across, 3 for the right-hand one.

    >>> from engine.seating.problem import Round
    >>> sorted(passing([Round(((1, 2, 3, 4),))]))
    [(1, 2), (2, 3), (3, 4), (4, 1)]
    """
    passes: Counter[Pair] = Counter()
    for one in rounds:
        for table in one.tables:
            if steps == 2:
                pairs = [(table[seat], table[seat - 2]) for seat in range(4)]
            else:
                seated = [player for player in table if player != EMPTY]
                clockwise = [(seated[at - 1], seated[at]) for at in range(len(seated))]
                pairs = clockwise if steps == 1 else [(to, giver) for giver, to in clockwise]
            passes.update(pair for pair in pairs if EMPTY not in pair)
    return passes


def seat_counts(rounds: Iterable[Round]) -> dict[int, dict[str, int]]:
    """For each player, how often in each seat.

    >>> from engine.seating.problem import Round
    >>> seat_counts([Round(((1, 2, 3, 4),))])[2]
    {'N': 0, 'E': 1, 'S': 0, 'W': 0}
    """
    counts: dict[int, dict[str, int]] = {}
    for one in rounds:
        for table in one.tables:
            for seat, player in zip(SEAT_NAMES, table, strict=True):
                if player != EMPTY:
                    counts.setdefault(player, dict.fromkeys(SEAT_NAMES, 0))[seat] += 1
    return dict(sorted(counts.items()))


def _irregular(rounds: Iterable[Round], everybody: set[int]) -> bool:
    """Whether somebody ever sits out, is away, or sits at a table of three."""
    return any(
        len(one.players()) != len(everybody) or len(everybody) != 4 * len(one.tables)
        for one in rounds
    )


def _spread(counts: Sequence[int]) -> int:
    return max(counts) - min(counts) if counts else 0
