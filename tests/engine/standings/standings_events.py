"""Events for tests: written down table by table, or by lot with all that happens at a club."""

from fractions import Fraction
from random import Random

from hypothesis import strategies as st

from engine.standings.games import Entrant, EventRecord, Line, Penalty, SitOut


def table(round_, number, players, places=None, points=None, played_by=None, ratings=None):
    """The lines of one table; places follow from points where only these are given."""
    if places is None:
        places = [1 + sum(other < own for other in points) for own in points]
    points = points or [None] * len(players)
    return tuple(
        Line(
            round_,
            number,
            player,
            place,
            own,
            played_by=(played_by or {}).get(player),
            rating=(ratings or {}).get(player),
        )
        for player, place, own in zip(players, places, points, strict=True)
    )


def event(count, *tables, rounds=None, **others):
    """An event of players 1 to `count`, each with the same start number."""
    lines = tuple(line for each in tables for line in each)
    return EventRecord(
        tuple(Entrant(player, player) for player in range(1, count + 1)),
        lines,
        rounds=max((line.round for line in lines), default=0) if rounds is None else rounds,
        **others,
    )


def by_lot(rng: Random, others=range(70, 90)) -> EventRecord:
    """Comings and goings, tables of three, substitutes, fill-ins, guests, penalties, ties.

    Substitutes are entrants who are not seated in the round, then the others.
    """
    count, rounds = rng.randint(4, 13), rng.randint(1, 5)
    players = rng.sample(range(1, 60), count)
    numbers = rng.sample(range(1, 90), count)
    lines, sit_outs = [], []
    for round_ in range(1, rounds + 1):
        here = [player for player in players if rng.random() < 0.85]
        here += [60 + each for each in range(rng.randint(0, 2))]  # they fill in
        rng.shuffle(here)
        free = [player for player in players if player not in here]
        free += [player for player in others if player not in {*players, *here}]
        substitutes = iter(free)
        number = 0
        while len(here) >= 3:
            size = 3 if len(here) in (3, 6, 9) or rng.random() < 0.1 else 4
            seated, here = here[:size], here[size:]
            if len(seated) < 3:
                here = seated
                break
            number += 1
            points = [rng.choice((5, 10, 20, 26, 30)) for _ in seated]
            played_by = {player: next(substitutes) for player in seated if rng.random() < 0.1}
            ratings = {player: rng.randint(1200, 1800) for player in seated if rng.random() < 0.9}
            lines += table(
                round_, number, seated, points=points, played_by=played_by, ratings=ratings
            )
        sit_outs += [SitOut(round_, player) for player in here if player < 60]
    penalties = tuple(
        Penalty(
            rng.choice(players),
            Fraction(rng.randint(-2, 6), rng.choice((1, 2))),
            rng.choice((None, 1, rounds, rounds + 1)),
        )
        for _ in range(rng.randint(0, 3))
    )
    return EventRecord(
        tuple(
            Entrant(player, number, rng.random() < 0.1)
            for player, number in zip(players, numbers, strict=True)
        ),
        tuple(lines),
        tuple(sit_outs),
        penalties,
        rounds=rounds,
        better="low",
        seed=rng.randint(0, 9),
    )


events = st.integers(0, 2**40).map(lambda seed: by_lot(Random(seed)))


def shuffled(record: EventRecord, rng: Random) -> EventRecord:
    """The same event, told in another order."""
    parts = [
        tuple(rng.sample(part, len(part)))
        for part in (record.entrants, record.lines, record.sit_outs, record.penalties)
    ]
    return EventRecord(*parts, record.rounds, record.better, record.seed)
