"""A second implementation of SEATING.md's measures, written from its formulas alone.

Rounds are what `event plan --json` prints: lists of tables of four numbers in seat order, 0 for an
empty chair. Everything is counted the slow way, pair by pair and player by player.
"""

from itertools import combinations


def players_of(rounds):
    return sorted({player for tables in rounds for table in tables for player in table} - {0})


def meetings(rounds, everybody):
    counts = dict.fromkeys(combinations(sorted(everybody), 2), 0)
    for tables in rounds:
        table_of = {player: number for number, table in enumerate(tables) for player in table}
        for one, other in counts:
            if one in table_of and other in table_of and table_of[one] == table_of[other]:
                counts[one, other] += 1
    return counts


def excess(rounds, everybody):
    """`(sum c^2 - ideal) / 2`: squares, as the text has it."""
    counts = list(meetings(rounds, everybody).values())
    low, more = divmod(sum(counts), len(counts))
    ideal = more * (low + 1) ** 2 + (len(counts) - more) * low**2
    twice = sum(count**2 for count in counts) - ideal
    assert twice % 2 == 0
    return twice // 2


def pairs_in_common(one, other):
    def pairs(tables):
        return {frozenset(pair) for table in tables for pair in combinations(table, 2)}

    return len(pairs(one) & pairs(other))


def seat_imbalance(rounds):
    worst = 0
    for player in players_of(rounds):
        counts = [
            sum(table[seat] == player for tables in rounds for table in tables) for seat in range(4)
        ]
        worst = max(worst, max(counts) - min(counts))
    return worst


def is_round(tables, players, sitting_out=()):
    """Everybody exactly once, at tables of four or of three with one empty chair."""
    seated = [player for table in tables for player in table if player != 0]
    sizes = [sum(player != 0 for player in table) for table in tables]
    return (
        sorted(seated + list(sitting_out)) == sorted(players)
        and all(len(table) == 4 for table in tables)
        and all(size in (3, 4) for size in sizes)
    )
