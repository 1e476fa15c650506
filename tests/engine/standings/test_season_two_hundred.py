"""A whole season of a large club: 200 members, 30 evenings, who comes and goes, corrections.

The second computation walks through the games once with dictionaries, in the way of somebody who
keeps the season in a spreadsheet.
"""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from random import Random

from standings_events import table

from engine.standings.credits import Credit
from engine.standings.games import Entrant, EventRecord, Penalty, SitOut
from engine.standings.season import Evening, SeasonRules
from engine.standings.season_ranking import season_standings

MEMBERS = range(1, 201)
RULES = SeasonRules(
    best=20,
    of=30,
    minimum_attendance=12,
    absent_with_notice=Credit("worst"),
    absent_without_notice=Credit("fixed", Fraction(1)),
    sit_out=Credit("fixed", Fraction(5, 2)),
    sit_out_again=Credit("own_average"),
    missed=Credit("nothing"),
    tie_breaks=("wins", "best_evening", "attendance"),
)


def one_evening(rng, number):
    """Two in three come, some late, some leave early; the fee of a bad shuffle is a penalty."""
    coming = [member for member in MEMBERS if rng.random() < 0.5 + member / 600]
    lines, sit_outs = [], []
    for round_ in range(1, 5):
        here = [member for member in coming if rng.random() < 0.95]
        rng.shuffle(here)
        full = len(here) - len(here) % 4
        sit_outs += [SitOut(round_, member) for member in here[full:]]
        for start in range(0, full, 4):
            points = [rng.choice((0, 4, 9, 13, 26, 40, 71)) for _ in range(4)]
            lines += table(round_, start // 4 + 1, here[start : start + 4], points=points)
    penalties = tuple(Penalty(rng.choice(coming), Fraction(1, 2)) for _ in range(3))
    entrants = tuple(Entrant(member, at) for at, member in enumerate(coming, start=1))
    record = EventRecord(entrants, tuple(lines), tuple(sit_outs), penalties, rounds=4)
    notified = frozenset(member for member in MEMBERS if rng.random() < 0.5)
    return Evening(f"evening {number}", record, RULES.scheme(), notified)


def corrected(evening, rng):
    """One table of the evening in another order of places, as a correction would leave it."""
    record = evening.record
    at = rng.randrange(0, len(record.lines), 4)
    four = list(record.lines[at : at + 4])
    others = four[1:] + four[:1]
    turned = [
        replace(line, place=other.place, points=other.points)
        for line, other in zip(four, others, strict=True)
    ]
    lines = (*record.lines[:at], *turned, *record.lines[at + 4 :])
    return replace(evening, record=replace(record, lines=lines))


def evening_scores(evening):
    """Member -> score of everybody who was there."""
    tables = defaultdict(list)
    for line in evening.record.lines:
        tables[line.round, line.table].append(line)
    games = defaultdict(list)
    for lines in tables.values():
        ranked = sorted(lines, key=lambda line: line.points)
        for line in lines:
            worth = [4 - at for at, other in enumerate(ranked) if other.points == line.points]
            games[line.player].append(Fraction(sum(worth), len(worth)))
    scores = {player: sum(each) for player, each in games.items()}
    for sit_out in sorted(evening.record.sit_outs, key=lambda each: each.round):
        player = sit_out.player
        first = min(s.round for s in evening.record.sit_outs if s.player == player)
        own = games[player] or [Fraction(5, 2)]  # of a round in which every table pays ten
        credit = Fraction(5, 2) if sit_out.round == first else Fraction(sum(own)) / len(own)
        scores[player] = scores.get(player, 0) + credit
    for penalty in evening.record.penalties:
        if penalty.player in scores:
            scores[penalty.player] -= penalty.points
    return scores


def season(evenings):
    """(place, member, total) of everybody, kept as in a spreadsheet."""
    by_evening = [evening_scores(evening) for evening in evenings]
    table_of = {}
    for member in MEMBERS:
        row = []
        for evening, scores in zip(evenings, by_evening, strict=True):
            absent = min(scores.values()) if member in evening.notified else Fraction(1)
            row.append(scores.get(member, absent))
        attended = sum(member in scores for scores in by_evening)
        won = sum(
            member in scores and scores[member] == max(scores.values()) for scores in by_evening
        )
        key = (sum(sorted(row)[-20:]), won, max(row), attended)
        table_of[member] = (attended + 30 - len(evenings) >= 12, key)
    keys = [key for placed, key in table_of.values() if placed]
    return {
        member: (1 + sum(other > key for other in keys) if placed else None, key[0])
        for member, (placed, key) in table_of.items()
    }


def test_the_season_is_what_a_second_computation_finds_also_after_corrections():
    rng = Random(2026)
    evenings = [one_evening(rng, number) for number in range(1, 31)]
    before = season_standings(RULES, evenings, tuple(MEMBERS))
    assert {row.player: (row.place, row.total) for row in before.rows} == season(evenings)
    assert 0 < sum(row.place is None for row in before.rows) < 100

    for _ in range(40):
        at = rng.randrange(30)
        evenings[at] = corrected(evenings[at], rng)
    after = season_standings(RULES, evenings, tuple(MEMBERS))
    assert {row.player: (row.place, row.total) for row in after.rows} == season(evenings)
    totals = {row.player: row.total for row in before.rows}
    moved = sum(row.total != totals[row.player] for row in after.rows)
    assert moved > 20
    half = season_standings(RULES, evenings[:15], tuple(MEMBERS))
    assert {row.player: (row.place, row.total) for row in half.rows} == season(evenings[:15])
