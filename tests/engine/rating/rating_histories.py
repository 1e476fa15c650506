"""Random histories for the fold: facts as tuples, policies, openings and exempt periods."""

from datetime import date
from itertools import combinations
from random import Random

from hypothesis import strategies as st

from engine.rating.ledger import Kind
from engine.rating.policy import Decay, Policy

FIRST_DAY = date(2024, 1, 1).toordinal()
PLAYERS = range(1, 8)


def key_of(day, order):
    """An order key as the database writes them: the club day first."""
    return f"{date.fromordinal(day).isoformat()} {order:04d}"


def game(day, order, players, places, fact=1):
    return key_of(day, order), fact, day, int(Kind.GAME), tuple(players), tuple(places)


def adjustment(day, order, player, points, fact=1):
    return key_of(day, order), fact, day, int(Kind.ADJUSTMENT), (player,), (points,)


def unrated(day, order, players, places, fact=1):
    return key_of(day, order), fact, day, int(Kind.ACTIVITY), tuple(players), tuple(places)


def places_from(scores):
    return tuple(1 + sum(other < score for other in scores) for score in scores)


def random_fact(rng):
    """Mostly games of four who count; also guests, tables of three, games that are not rated, and
    adjustments small and wild."""
    day, order, fact = FIRST_DAY + rng.randint(0, 150), rng.randint(0, 30), rng.randint(1, 999)
    if rng.random() < 0.15:
        points = rng.choice([*(rng.randint(-40, 40) for _ in range(20)), -300, 400, 5000])
        return adjustment(day, order, rng.choice(PLAYERS), points, fact)
    seats = 3 if rng.random() < 0.1 else 4
    players = rng.sample(PLAYERS, seats)
    if rng.random() < 0.1:
        for guest in range(rng.randint(1, seats)):
            players[guest] = 0
        rng.shuffle(players)
    scores = [rng.randint(0, rng.choice([1, 4, 100])) for _ in players]
    make = unrated if rng.random() < 0.15 else game
    return make(day, order, players, places_from(scores), fact)


days = st.integers(0, 150).map(lambda day: FIRST_DAY + day)
# One number a fact: drawn quickly, and removed singly when a failing history is made smaller.
facts = st.integers(0, 2**32 - 1).map(lambda seed: random_fact(Random(seed)))


def histories(min_size=0, max_size=60):
    """Facts by their keys, as a pool holds them, of any length as often as of any other."""
    sizes = st.integers(min_size, max_size)
    return sizes.flatmap(lambda size: st.lists(facts, min_size=size, max_size=size)).map(
        lambda found: {fact[0]: fact for fact in found}
    )


decays = st.builds(
    Decay,
    mode=st.sampled_from(["rating", "rating", "rating", "display", "off"]),
    grace_days=st.sampled_from([0, 1, 5, 14]),
    points_per_day=st.sampled_from([1, 1, 3]),
    floor=st.sampled_from([1500, 1400, 1550]),
    activity=st.sampled_from(["rated", "rated", "any"]),
)

policies = st.builds(
    Policy,
    name=st.just("random"),
    start=st.sampled_from([1500, 1500, 1200]),
    k=st.sampled_from([32, 32, 16, 24, 20, 44, 64, 100]),
    max_change=st.sampled_from([32, 32, 7, 400]),
    min_rule=st.sampled_from(["nonzero", "nonzero", "nonzero", "off", "off", "ends"]),
    rounding=st.sampled_from(["player"] * 7 + ["pair"]),
    decay=decays,
    three_at_table=st.booleans(),
    guests=st.booleans(),
    computers=st.booleans(),
    friendly=st.booleans(),
    training=st.booleans(),
)

openings = st.dictionaries(
    st.sampled_from(PLAYERS), st.sampled_from([900, 1480, 1500, 1550, 1720, 1720, 2400, 9000])
)


@st.composite
def periods(draw):
    who = draw(st.one_of(st.none(), st.sampled_from(PLAYERS)))
    begin = draw(days)
    return who, begin, begin + draw(st.integers(0, 40))


exempt_periods = st.lists(periods(), max_size=4)


# Every value that is not the default's, of the switches that the fold itself looks at. Guests,
# computer players, friendly and training games are facts or none before they come to it: their
# switches are tested with the database (tests/hearts_admin/services).
VALUES = [
    ("start", 1200),
    ("k", 16),
    ("k", 100),
    ("max_change", 7),
    ("min_rule", "off"),
    ("min_rule", "ends"),
    ("rounding", "pair"),
    ("decay", "display"),
    ("decay", "off"),
    ("grace_days", 0),
    ("points_per_day", 3),
    ("floor", 1400),
    ("activity", "any"),
    ("three_at_table", True),
]
ALONE = [(value,) for value in VALUES]
PAIRS = [pair for pair in combinations(VALUES, 2) if pair[0][0] != pair[1][0]]
STARTS = {1: 1720, 2: 1650, 3: 1480}
PERIODS = [(None, FIRST_DAY + 200, FIRST_DAY + 240), (2, FIRST_DAY + 230, FIRST_DAY + 300)]


def spread_history(size=120):
    """Facts so far apart that decay is felt."""
    rng = Random(1914)
    found = {}
    while len(found) < size:
        key, number, day, *content = random_fact(rng)
        day = FIRST_DAY + 6 * (day - FIRST_DAY)
        key = key_of(day, int(key[-4:]))
        found[key] = (key, number, day, *content)
    return [found[key] for key in sorted(found)]
