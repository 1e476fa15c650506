"""A second computation of the ledger, straight from the text and as naive as possible.

It imports nothing from the program. Expectations are 60-digit decimals rounded to 15, changes are
fractions, and decay is an ideal daily job: every night it takes the day's points from everybody who
has been idle for longer than the grace, on days that are not exempt, down to the floor. That the
closed form of the program equals this job is one of the things to be proven.
"""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache

START, DECAY, GAME, ADJUSTMENT, ACTIVITY = range(5)


@cache
def expectation(difference):
    """The definition: 1 / (1 + 10 ** (d / 400)) in 15 decimals; that of -d is the rest of 1."""
    if difference < 0:
        return 1 - expectation(-difference)
    with localcontext(prec=60):
        odds = Decimal(10) ** (Decimal(min(difference, 4000)) / 400)
        exact = 1 / (1 + odds)
        return Fraction(exact.quantize(Decimal("1e-15"), rounding=ROUND_HALF_UP))


def nearest(number):
    """The nearest whole number, halves away from zero."""
    size = int(abs(number) + Fraction(1, 2))
    return size if number >= 0 else -size


def transfer(k, seats, mine, other):
    """What one pair (rating, place) and (rating, place) is worth to the first, exactly."""
    (rating, place), (other_rating, other_place) = mine, other
    score = Fraction(1, 2) if place == other_place else Fraction(int(place < other_place))
    return Fraction(k, seats - 1) * (score - expectation(other_rating - rating))


def booked(seats, switches):
    """The changes of a game; `seats` is a list of (rating, place), rating None if it counts not."""
    best, worst = min(place for _, place in seats), max(place for _, place in seats)
    result = []
    for me, mine in enumerate(seats):
        if mine[0] is None:
            result.append(None)
            continue
        parts = [
            transfer(switches["k"], len(seats), mine, other)
            for you, other in enumerate(seats)
            if you != me and other[0] is not None
        ]
        exact = sum(parts)
        if switches["rounding"] == "pair":
            result.append(sum(nearest(part) for part in parts))
            continue
        if exact == 0:
            result.append(0)
            continue
        least = {"nonzero": 1, "off": 0, "ends": int(mine[1] in (best, worst))}
        size = min(max(nearest(abs(exact)), least[switches["min_rule"]]), switches["max_change"])
        result.append(size if exact > 0 else -size)
    return result


@dataclass
class Account:
    rating: int
    last: int = 0
    clock: int = 0  # the last day whose nightly job has run
    grace: int = 0  # free days that are left


def fold(facts, switches, openings, periods):
    """The whole ledger, rows as the program writes them, and each player's account."""
    accounts = {}
    rows = []

    def exempt(player, day):
        return any(who in (None, player) and begin <= day <= end for who, begin, end in periods)

    def nights(player, until):
        """Runs the job for every night up to a day; gives the points it took."""
        account = accounts[player]
        before = account.rating
        while account.last and account.clock < until:
            account.clock += 1
            if exempt(player, account.clock):
                continue
            if account.grace:
                account.grace -= 1
                continue
            over = max(0, account.rating - switches["floor"])
            account.rating -= min(switches["points_per_day"], over)
        return before - account.rating

    def settle(players, key, fact, day):
        for player in players if switches["decay"] == "rating" else ():
            before = accounts[player].rating
            loss = nights(player, day)
            if loss:
                last = accounts[player].last
                rows.append((player, key, DECAY, fact, before, -loss, last))

    def play(player, day):
        account = accounts[player]
        account.last = account.clock = day
        account.grace = switches["grace_days"]

    for key, fact, day, kind, players, values in sorted(facts):
        present = [player for player in players if player]
        unrated = kind == ACTIVITY or (kind == GAME and len(present) < 2)
        if kind == GAME and len(players) == 3 and not switches["three_at_table"]:
            unrated = True
        if unrated:
            awake = [who for who in present if who in accounts and accounts[who].last]
            if switches["activity"] == "any":
                settle(awake, key, fact, day)
                for player in awake:
                    rows.append((player, key, ACTIVITY, fact, accounts[player].rating, 0, day))
                    play(player, day)
            continue
        for player in present:
            if player not in accounts:
                start = openings.get(player, switches["start"])
                accounts[player] = Account(start)
                rows.append((player, key, START, fact, 0, start, 0))
        settle(present, key, fact, day)
        if kind == ADJUSTMENT:
            account = accounts[players[0]]
            rows.append((players[0], key, kind, fact, account.rating, values[0], account.last))
            account.rating += values[0]
            continue
        seats = [
            (accounts[player].rating if player else None, place)
            for player, place in zip(players, values, strict=True)
        ]
        for player, change in zip(players, booked(seats, switches), strict=True):
            if player:
                account = accounts[player]
                rows.append((player, key, kind, fact, account.rating, change, day))
                account.rating += change
                play(player, day)
    return rows, accounts


def standing(fact_list, switches, openings, periods, player, on):
    """A player's rating after the nightly jobs up to a day, as the standings show it."""
    # In display mode the ledger never decays; the whole loss is taken from the present rating.
    _, accounts = fold(fact_list, switches, openings, periods)
    account = accounts[player]
    if switches["decay"] == "off" or not account.last:
        return account.rating
    rating, grace = account.rating, account.grace
    day = account.clock if switches["decay"] == "rating" else account.last
    while day < on:
        day += 1
        if any(who in (None, player) and begin <= day <= end for who, begin, end in periods):
            continue
        if grace:
            grace -= 1
            continue
        rating -= min(switches["points_per_day"], max(0, rating - switches["floor"]))
    return rating
