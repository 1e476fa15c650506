"""Makes the sample club in data/sample/ anew, always the same.

People, a season, ten logged games, a tournament. Everything is invented and made by this script
from a seed; nothing is copied from anywhere. Run it with `.venv/bin/python data/make_sample.py`
after a change and commit what it writes.
"""

from __future__ import annotations

import csv
import datetime as dt
import random
from dataclasses import replace
from pathlib import Path

from engine.gamelog import hjl_writer
from engine.generate import generate_game
from engine.replay import check
from engine.rulesets import AMERICAN
from engine.scoresheet import check_totals

SAMPLE = Path(__file__).parent / "sample"
SEED = 20250905

PEOPLE = (
    "Anneke de Wit", "Bart van der Meer", "Carla Postma", "Dirk-Jan Smeets", "Els Hoekstra",
    "Floris ter Horst", "Geertje Bos", "Hanneke van 't Hof", "IJsbrand Kuipers", "Joke de Graaf",
    "Klaas Vermeulen", "Lotte Dijkhuis", "Maarten Brouwer", "Nienke Aalbers", "Onno van Eijk",
    "Petra Schouten", "Quinten Maas", "Renée Willemse", "Sjoerd Tuinstra", "Trijntje Pool",
    "Ursula Kok", "Vincent Lammers", "Wietske Zijlstra", "Xander de Boer", "Yvonne Peeters",
    "Zoë van Rijn", "Jan de Vries", "Jan de Vries (Utrecht)",
)  # fmt: skip
FIRST_EVENING = dt.date(2025, 9, 5)
EVENINGS = 27
NO_EVENING = {dt.date(2025, 12, 26), dt.date(2026, 1, 2)}
"""Closed between Christmas and New Year: ratings rest or fade meanwhile."""

LOGGED_EVENINGS = 2
"""On the last evenings five tables each kept a log instead of a line on the sheet."""

ILL = ("Petra Schouten", dt.date(2025, 11, 1), dt.date(2026, 2, 1))
"""One member stays away for three months, so that decay can be seen."""

TOURNAMENT_ROUNDS = 4
NOT_AT_THE_TOURNAMENT = 7
"""21 of 28 come: five tables, and every round one sits out."""

TABLES = 6
MOON = 0.03


def main() -> None:
    """Writes the parts of the sample."""
    rng = random.Random(SEED)
    SAMPLE.mkdir(exist_ok=True)
    skill = {name: rng.uniform(0.6, 1.4) for name in PEOPLE}
    write_members(rng)
    evenings = plan(rng)
    logged = evenings[-LOGGED_EVENINGS:]
    write_season(rng, skill, evenings[:-LOGGED_EVENINGS])
    write_logs(rng, logged)
    write_tournament(random.Random(SEED + 1))


def write_members(rng: random.Random) -> None:
    """Names, member numbers, and for three members the rating they bring from another club."""
    opening = {"Klaas Vermeulen": 1560, "Nienke Aalbers": 1535, "Onno van Eijk": 1455}
    numbers = rng.sample(range(101, 199), len(PEOPLE))
    with (SAMPLE / "members.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(("naam", "lidnummer", "beginrating"))
        for name, number in zip(PEOPLE, sorted(numbers), strict=True):
            rows.writerow((name, number, opening.get(name, "")))


def plan(rng: random.Random) -> list[tuple[dt.date, list[list[str]]]]:
    """Friday evenings with six tables each, drawn at random among those who came."""
    evenings = []
    day = FIRST_EVENING
    while len(evenings) < EVENINGS:
        if day not in NO_EVENING:
            who, ill_from, ill_to = ILL
            able = [name for name in PEOPLE if not (name == who and ill_from <= day < ill_to)]
            present = rng.sample(able, TABLES * 4)
            evenings.append((day, [present[seat : seat + 4] for seat in range(0, TABLES * 4, 4)]))
        day += dt.timedelta(days=7)
    return evenings


def write_season(
    rng: random.Random,
    skill: dict[str, float],
    evenings: list[tuple[dt.date, list[list[str]]]],
) -> None:
    """A hundred and fifty results in long form, as a club's own sheet might have them."""
    with (SAMPLE / "season.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, delimiter=";", lineterminator="\n")
        rows.writerow(("datum", "spel", "speler", "punten"))
        for day, tables in evenings:
            for number, table in enumerate(tables, start=1):
                totals = play(rng, [skill[name] for name in table])
                for name, points in zip(table, totals, strict=True):
                    rows.writerow((day.strftime("%d-%m-%Y"), number, name, points))


def play(rng: random.Random, skills: list[float]) -> list[int]:
    """One game's totals: point cards fall to the weaker more often; a rare moon."""
    totals = [0, 0, 0, 0]
    weights = [1 / skill**2 for skill in skills]
    while max(totals) < AMERICAN.target:
        hearts = rng.choices(range(4), weights, k=13)
        queen = rng.choices(range(4), weights)[0]
        taken = [hearts.count(seat) + 13 * (seat == queen) for seat in range(4)]
        if rng.random() < MOON or 26 in taken:
            shooter = rng.choices(range(4), skills)[0]
            taken = [0 if seat == shooter else 26 for seat in range(4)]
        totals = [total + points for total, points in zip(totals, taken, strict=True)]
    if check_totals(AMERICAN, tuple(totals)) is not None:
        raise AssertionError(totals)
    return totals


def write_logs(rng: random.Random, evenings: list[tuple[dt.date, list[list[str]]]]) -> None:
    """Complete games played card by card, legal but not clever."""
    folder = SAMPLE / "logs"
    folder.mkdir(exist_ok=True)
    for day, tables in evenings:
        for number, table in enumerate(tables[:5], start=1):
            game = replace(
                generate_game(AMERICAN, rng),
                players=tuple(table),
                event="Clubavond",
                date=day.isoformat(),
                label=str(number),
            )
            text = hjl_writer.write_games([game])
            (folder / f"{day}-{number}.hjl").write_text(text, encoding="utf-8", newline="\n")


def write_tournament(rng: random.Random) -> None:
    """Who is there, a name a line, and what was called out at the desk, a line a table."""
    folder = SAMPLE / "tournament"
    folder.mkdir(exist_ok=True)
    present = rng.sample(PEOPLE, len(PEOPLE) - NOT_AT_THE_TOURNAMENT)
    tables = range(1, len(present) // 4 + 1)
    called = []
    for _ in range(TOURNAMENT_ROUNDS):
        for table in rng.sample(tables, len(tables)):  # as they come in
            totals = check(generate_game(AMERICAN, rng), AMERICAN).totals or ()
            called.append(f"{table}: {' '.join(map(str, totals))}")
    for name, lines in (("present.txt", present), ("results.txt", called)):
        text = "".join(f"{line}\n" for line in lines)
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
