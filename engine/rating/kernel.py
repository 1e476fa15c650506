"""The arithmetic of the fold, written once for two ways of running it.

The plain fold and everything that explains it call these functions as Python; `engine.rating.batch`
gives the same functions to a compiler. So they keep to what both read alike: integers of at most 64
bits, flat sequences and tuples; no objects, no dictionaries, no exceptions. All of them live in
this one file, because the cache of compiled code looks at no other to see whether it is stale.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from engine.rating.expectation import FARTHEST, SCALE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

Column: TypeAlias = "NDArray[np.integer[Any]]"
"""Any length of whole numbers; in `Accounts.known` 0 or 1."""

SEATS = 4
"""Columns have so many places a fact, whatever its table."""

NOBODY, NO_SEAT = -1, -2
"""In a column of players: a seat that does not count; a place beyond the last seat."""

HALF = 3 * SCALE
"""Half a point of rating in the scale of `four`."""

_START, _DECAY, _GAME, _ADJUSTMENT, _ACTIVITY = range(5)  # as `engine.rating.ledger.Kind`

LIFTS_NOBODY, LIFTS_EVERYBODY, LIFTS_ENDS = range(3)
"""Whom the minimum rule moves by a point."""


class FactColumns(NamedTuple):
    """The facts of a history in their order, a column each; players are numbered from 0."""

    days: Column
    kinds: Column
    players: Column
    """Four a fact, in seat order: a player, `NOBODY` or `NO_SEAT`; an adjustment has one seat."""
    values: Column
    """Four a fact: the places in seat order; of an adjustment the points."""
    exempt: Column
    """Four a fact: how many days, up to its own, the player of that seat has ever been exempt."""


class Accounts(NamedTuple):
    """Where everybody stands, by player number; changed as the history is folded."""

    known: Column
    """Whether there is a row yet; until then the rating is the one to start from."""
    ratings: Column
    last_days: Column
    settled: Column
    exempt: Column
    """How many days, up to the last game's, the player had ever been exempt."""


class Rules(NamedTuple):
    """A policy's switches as numbers."""

    k: int
    most: int
    """The most a game can move a player; 0 where nothing is that large anyway."""
    lifts: int
    by_pair: bool
    three_at_table: bool
    any_game_counts: bool
    books_decay: bool
    grace_days: int
    points_per_day: int
    floor: int


class RowColumns(NamedTuple):
    """The rows of a ledger, a column each; players and facts are counted from 0."""

    players: Column
    facts: Column
    kinds: Column
    before: Column
    changes: Column
    last_days: Column


class History(NamedTuple):
    """Everything that `fold` works with."""

    facts: FactColumns
    accounts: Accounts
    rules: Rules
    expected: Column
    """The expectations in parts of 10**15, negative differences by negative index."""
    scaled: Column
    """The same in the scale of `four`."""
    rows: RowColumns
    """Where the rows go; as many as can come."""


# -- one game --------------------------------------------------------------------------------------


def score(place: int, other_place: int) -> int:
    """Twice the score against one opponent: 2 above, 1 in a shared place, 0 below.

    >>> score(1, 2), score(3, 3), score(4, 1)
    (2, 1, 0)
    """
    return (place <= other_place) + (place < other_place)


def round_half_away(numerator: int, denominator: int) -> int:
    """The nearest integer, the sign taken from the exact value.

    >>> round_half_away(26, 4), round_half_away(-26, 4), round_half_away(1, 4)
    (7, -7, 0)
    """
    size = (2 * abs(numerator) + denominator) // (2 * denominator)
    return size if numerator >= 0 else -size


def lift(numerator: int, rounded: int) -> int:
    """The point of the minimum rule: towards the exact change where that was rounded to nothing.

    >>> lift(7, 0), lift(-7, 0), lift(0, 0), lift(7, 3)
    (1, -1, 0, 0)
    """
    return (numerator > 0) - (numerator < 0) if rounded == 0 else 0


def excess(rounded: int, most: int) -> int:
    """What the maximum takes off, with its sign.

    >>> excess(40, 32), excess(-40, 32), excess(12, 32)
    (-8, 8, 0)
    """
    return max(-most, min(most, rounded)) - rounded


def headstarts(places: tuple[int, int, int, int], half: int) -> tuple[int, int, int, int]:
    """What `four` starts from: everybody's scores, less a win for each seat before.

    Less a win, because what one expects against an earlier seat is a win less what that one does.

    Args:
        places: The places in seat order, shared in any way.
        half: What a shared place scores; a win is two of them.

    >>> headstarts((1, 2, 2, 4), 1)
    (6, 1, -1, -6)
    """
    place1, place2, place3, place4 = places
    s12, s13, s14 = score(place1, place2), score(place1, place3), score(place1, place4)
    s23, s24, s34 = score(place2, place3), score(place2, place4), score(place3, place4)
    return (
        half * (s12 + s13 + s14),
        half * (s23 + s24 - s12),
        half * (s34 - s13 - s23),
        half * (-s14 - s24 - s34),
    )


def four(
    d12: int,
    d13: int,
    d14: int,
    heads: tuple[int, int, int, int],
    expected: Sequence[int] | Column,
    least: int,
    most: int,
) -> tuple[int, int, int, int]:
    """What a game of four who all count books, rounded by player.

    In such a game exact = K * n / (3 * 10**15), n being a player's scores less expectations in
    parts of 10**15. Rounded, that is (2 * K * |n| + 3 * 10**15) // (6 * 10**15): with 2 * K
    multiplied into the tables beforehand, one addition and one division remain. With e12 what the
    first expects against the second, the second expects 1 - e12: six look-ups serve twelve
    expectations.

    Args:
        d12: The second player's rating less the first's; no two of the four may lie further apart
            than the table reaches.
        d13: The third's.
        d14: The fourth's.
        heads: The `headstarts`, a shared place scoring K * 10**15.
        expected: The expectations, a win being 2 * K * 10**15; negative differences by negative
            index.
        least: 1 where the minimum rule holds for all, else 0.
        most: The maximum where it can be passed, else 0.
    """
    e12, e13, e14 = expected[d12], expected[d13], expected[d14]
    e23, e24, e34 = expected[d13 - d12], expected[d14 - d12], expected[d14 - d13]
    n1, n2, n3, n4 = heads
    n1 -= e12 + e13 + e14
    n2 += e12 - e23 - e24
    n3 += e13 + e23 - e34
    n4 += e14 + e24 + e34
    half, whole = HALF, 2 * HALF
    # Rounded on the size and signed afterwards, so that both directions round alike.
    c1 = (n1 + half) // whole or least if n1 > 0 else -((half - n1) // whole or least)
    c2 = (n2 + half) // whole or least if n2 > 0 else -((half - n2) // whole or least)
    c3 = (n3 + half) // whole or least if n3 > 0 else -((half - n3) // whole or least)
    c4 = (n4 + half) // whole or least if n4 > 0 else -((half - n4) // whole or least)
    if not (n1 and n2 and n3 and n4):
        c1, c2, c3, c4 = c1 * (n1 != 0), c2 * (n2 != 0), c3 * (n3 != 0), c4 * (n4 != 0)
    if most:
        c1, c2 = c1 + excess(c1, most), c2 + excess(c2, most)
        c3, c4 = c3 + excess(c3, most), c4 + excess(c4, most)
    return c1, c2, c3, c4


# -- idleness --------------------------------------------------------------------------------------


def idle_days(last_day: int, on: int, grace_days: int, exempt: int) -> int:
    """N(on) of RATINGS.md: the days since the last game that cost points.

    >>> idle_days(100, 174, 14, 0), idle_days(100, 174, 14, 10), idle_days(100, 110, 14, 0)
    (60, 50, 0)
    """
    return max(0, on - last_day - grace_days - exempt)


def fading(rating: int, idle: int, settled: int, points_per_day: int, floor: int) -> int:
    """The points that idle days cost, less those that were settled already; never below the floor.

    >>> fading(1720, 60, 0, 1, 1500), fading(1720, 60, 20, 1, 1700), fading(1490, 60, 0, 1, 1500)
    (60, 20, 0)
    """
    return min(points_per_day * (idle - settled), max(0, rating - floor))


# -- a history, in columns -------------------------------------------------------------------------


def fold(history: History) -> int:
    """Book a history as `engine.rating.fold.Fold` does, row for row; gives the number of rows."""
    facts, rules = history.facts, history.rules
    count = 0
    for fact in range(len(facts.days)):
        kind, begin = facts.kinds[fact], SEATS * fact
        counting = 0
        for seat in range(begin, begin + SEATS):
            counting += facts.players[seat] >= 0
        four_seats = facts.players[begin + 3] != NO_SEAT
        if kind == _ADJUSTMENT:
            count = _book_adjustment(history, fact, count)
        elif kind == _GAME and counting > 1 and (four_seats or rules.three_at_table):
            for seat in range(begin, begin + SEATS):
                count = _start(history, seat, fact, count)
            count = _settle(history, fact, count)
            count = _book_game(history, fact, _changes(history, begin, counting), count)
        elif rules.any_game_counts:
            count = _book_activity(history, fact, count)
    return count


def _start(history: History, seat: int, fact: int, count: int) -> int:
    """Open the account of the player of a seat, if there is none."""
    accounts, player = history.accounts, history.facts.players[seat]
    if player < 0 or accounts.known[player]:
        return count
    accounts.known[player] = 1
    return _book(history.rows, count, player, fact, _START, 0, accounts.ratings[player], 0)


def _settle(history: History, fact: int, count: int) -> int:
    """Book everybody's idleness up to a fact's day, where it costs anything."""
    facts, accounts, rules = history.facts, history.accounts, history.rules
    for seat in range(SEATS * fact, SEATS * fact + SEATS):
        player = facts.players[seat]
        if not rules.books_decay or player < 0 or not accounts.last_days[player]:
            continue
        rating, last_day = accounts.ratings[player], accounts.last_days[player]
        exempt = facts.exempt[seat] - accounts.exempt[player]
        idle = idle_days(last_day, facts.days[fact], rules.grace_days, exempt)
        loss = fading(rating, idle, accounts.settled[player], rules.points_per_day, rules.floor)
        accounts.settled[player] = idle
        if loss:
            accounts.ratings[player] = rating - loss
            count = _book(history.rows, count, player, fact, _DECAY, rating, -loss, last_day)
    return count


def _changes(history: History, begin: int, counting: int) -> tuple[int, int, int, int]:
    """What a game books, seat by seat; 0 for a seat that does not count."""
    rules, values, ratings = history.rules, history.facts.values, history.accounts.ratings
    if counting == SEATS and not rules.by_pair and rules.lifts != LIFTS_ENDS:
        players = history.facts.players
        rating = ratings[players[begin]]
        d12 = ratings[players[begin + 1]] - rating
        d13 = ratings[players[begin + 2]] - rating
        d14 = ratings[players[begin + 3]] - rating
        # When all lie within half of it of the first, no two lie further apart than the table.
        if max(abs(d12), abs(d13), abs(d14)) <= FARTHEST // 2:
            p1, p2, p3, p4 = values[begin], values[begin + 1], values[begin + 2], values[begin + 3]
            heads = headstarts((p1, p2, p3, p4), rules.k * SCALE)
            least = 1 if rules.lifts == LIFTS_EVERYBODY else 0
            return four(d12, d13, d14, heads, history.scaled, least, rules.most)
    c1, c2 = _change(history, begin, 0), _change(history, begin, 1)
    return c1, c2, _change(history, begin, 2), _change(history, begin, 3)


def _change(history: History, begin: int, seat: int) -> int:
    """What a game at any table books for a seat, pair by pair; `engine.rating.pairwise.changes`."""
    rules, players, values = history.rules, history.facts.players, history.facts.values
    player, place = players[begin + seat], values[begin + seat]
    if player < 0:
        return 0
    seats = SEATS if players[begin + 3] != NO_SEAT else SEATS - 1
    denominator = 2 * (seats - 1) * SCALE
    ratings = history.accounts.ratings
    numerator = by_pairs = above = below = 0
    for opponent in range(begin, begin + seats):
        above += values[opponent] < place
        below += values[opponent] > place
        other = players[opponent]
        if other >= 0 and other != player:
            difference = ratings[other] - ratings[player]
            chance = history.expected[max(-FARTHEST, min(FARTHEST, difference))]
            transfer = rules.k * (score(place, values[opponent]) * SCALE - 2 * chance)
            numerator += transfer
            by_pairs += round_half_away(transfer, denominator)
    if rules.by_pair:
        return by_pairs
    change = round_half_away(numerator, denominator)
    at_an_end = above == 0 or below == 0
    if rules.lifts == LIFTS_EVERYBODY or (rules.lifts == LIFTS_ENDS and at_an_end):
        change += lift(numerator, change)
    return change + excess(change, rules.most) if rules.most else change


def _book_game(history: History, fact: int, changes: tuple[int, int, int, int], count: int) -> int:
    facts, accounts, day = history.facts, history.accounts, history.facts.days[fact]
    for seat in range(SEATS):
        player = facts.players[SEATS * fact + seat]
        if player >= 0:
            before, change = accounts.ratings[player], changes[seat]
            count = _book(history.rows, count, player, fact, _GAME, before, change, day)
            accounts.ratings[player] = before + change
            _play(history, SEATS * fact + seat, day)
    return count


def _book_activity(history: History, fact: int, count: int) -> int:
    """An unrated game: whoever has a rated game behind them was not idle."""
    facts, accounts, day = history.facts, history.accounts, history.facts.days[fact]
    count = _settle(history, fact, count)
    for seat in range(SEATS * fact, SEATS * fact + SEATS):
        player = facts.players[seat]
        if player >= 0 and accounts.last_days[player]:
            rating = accounts.ratings[player]
            count = _book(history.rows, count, player, fact, _ACTIVITY, rating, 0, day)
            _play(history, seat, day)
    return count


def _book_adjustment(history: History, fact: int, count: int) -> int:
    facts, accounts = history.facts, history.accounts
    player, points = facts.players[SEATS * fact], facts.values[SEATS * fact]
    count = _start(history, SEATS * fact, fact, count)
    count = _settle(history, fact, count)
    before, last_day = accounts.ratings[player], accounts.last_days[player]
    accounts.ratings[player] = before + points
    return _book(history.rows, count, player, fact, _ADJUSTMENT, before, points, last_day)


def _play(history: History, seat: int, day: int) -> None:
    """Whoever played is not idle."""
    accounts, player = history.accounts, history.facts.players[seat]
    accounts.last_days[player] = day
    accounts.settled[player] = 0
    accounts.exempt[player] = history.facts.exempt[seat]


def _book(
    rows: RowColumns,
    count: int,
    player: int,
    fact: int,
    kind: int,
    before: int,
    change: int,
    last_day: int,
) -> int:
    rows.players[count] = player
    rows.facts[count] = fact
    rows.kinds[count] = kind
    rows.before[count] = before
    rows.changes[count] = change
    rows.last_days[count] = last_day
    return count + 1
