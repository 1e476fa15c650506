"""Makes the database that is kept of a release: run once, when its schema version is new.

    python tests/data/databases/make.py

Leaves `VERSION.db.gz`, a club in which everything the schema can hold is used, and `VERSION.json`,
what must be found in it for ever. The ratings there do not come from the program: they are those of
the naive second computation (tests/engine/rating/rating_oracle.py), and the head of the chain is
that of the second verifier (tests/hearts_admin/chain_verifier.py).
"""

import argparse
import datetime as dt
import gzip
import json
import random
import sqlite3
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

HERE = Path(__file__).parent
TESTS = HERE.parents[1]
sys.path[:0] = [
    str(TESTS.parent), str(TESTS / "hearts_admin"), str(TESTS / "engine" / "rating")
]  # fmt: skip

import rating_oracle  # noqa: E402
from chain_verifier import check as check_chain  # noqa: E402
from clubhouse import Clubhouse, act  # noqa: E402
from records import (  # noqa: E402
    alias,
    at,
    correct,
    describe,
    forget,
    merge,
    rename,
    restore,
    unmerge,
    void,
)

from engine.gamelog import hjl_writer  # noqa: E402
from engine.generate import generate_game  # noqa: E402
from engine.rating.policy import POLICIES  # noqa: E402
from engine.rulesets import rule_set  # noqa: E402
from hearts_admin.clock import FixedClock  # noqa: E402
from hearts_admin.db import schema  # noqa: E402
from hearts_admin.db.models import FACTS  # noqa: E402
from hearts_admin.services.adjustments import AdjustmentWanted, adjust_rating  # noqa: E402
from hearts_admin.services.club import init_club  # noqa: E402
from hearts_admin.services.events.attendance import (  # noqa: E402
    Arrivals,
    arrive,
    depart,
    keep_apart,
)
from hearts_admin.services.events.drawing import DrawWish, draw_rounds  # noqa: E402
from hearts_admin.services.events.entry import (  # noqa: E402
    TableResult,
    open_tables,
    record_table,
)
from hearts_admin.services.events.register import EventWish, add_event  # noqa: E402
from hearts_admin.services.events.rounds import close_round  # noqa: E402
from hearts_admin.services.events.standing import penalize  # noqa: E402
from hearts_admin.services.events.substitutes import substitute  # noqa: E402
from hearts_admin.services.exemptions import exempt  # noqa: E402
from hearts_admin.services.feeds import FeedsWanted, set_feeds  # noqa: E402
from hearts_admin.services.headings import set_headings  # noqa: E402
from hearts_admin.services.judging import check_file  # noqa: E402
from hearts_admin.services.replays import record_games  # noqa: E402
from hearts_admin.services.seasons import add_season  # noqa: E402

PEOPLE = ("Anna", "Bram", "Cor", "Dina", "Zoë van 't Hoff", "IJsbrand", "Fenna", "Gijs", "Hilde")
LAST_DAY = dt.date(2026, 3, 7)
NOON = FixedClock(dt.datetime(2026, 3, 8, 11, 0, tzinfo=dt.UTC))


def fill(club):
    """A season in which everything happens once."""
    club.add(*PEOPLE, "Ana", "Wim", "Kees Vertrokken")
    club.import_players("name,number,rating\nAnna,1,\nBram,2,1620\nCor,3,1410\nIJsbrand,9,\n")
    rng = random.Random(2026)
    rows = ["date,game,player,place"]
    for game in range(24):
        day = dt.date(2026, 1, 3) + dt.timedelta(days=7 * (game // 4))
        for place, name in enumerate(rng.sample(PEOPLE, 4), start=1):
            rows.append(f"{day},{game % 4 + 1},{name},{place}")
    club.import_results("\n".join(rows))
    single_games(club)
    club.file(hjl_writer.write_games([logged()]), "log.hjl")
    log = check_file(club.path.with_name("log.hjl"))
    record_games(club.store, club.act("replay check"), log)
    put_right(club)
    hold_an_evening(club)
    arrange(club)
    decide(club)


def hold_an_evening(club):
    """A season with an event in it: people who come, go and stand in, a round with its results."""
    act = at(club, "2026-03-08T11:30:00+00:00").act
    add_season(club.store, act("season add"), "Winter 2026", "best-5-of-7")
    wish = EventWish("Clubavond 6 maart", dt.date(2026, 3, 6), rounds=2, season="Winter 2026")
    add_event(club.store, act("event add"), wish)
    names = (*PEOPLE, "Rest Eén")
    arrive(club.store, act("event arrive"), None, Arrivals(names, add_players=True))
    arrive(club.store, act("event arrive"), None, Arrivals(("Wim",), fill_in=True))
    depart(club.store, act("event leave"), None, ["Rest Eén"], noticed=True)
    keep_apart(club.store, act("event apart"), None, ("Anna", "Bram"))
    substitute(club.store, act("event substitute"), None, "Cor", "Rest Eén", round_=2)
    draw_rounds(club.store, act("event draw"), None, DrawWish(all=True, seed=6))
    for table in open_tables(club.store, NOON, None)[:2]:
        seats = tuple(zip(table.players, (26, 52, 78, 104), strict=True))
        record_table(club.store, act("event record"), None, TableResult(seats))
    close_round(club.store, act("event close"), None, None)
    late = act("event penalty", reason="te laat")
    penalize(club.store, late, None, "Dina", "1.5")


def arrange(club):
    """A rating list of its own for the Dutch rules, and a heading of the club's sheets."""
    act = at(club, "2026-03-08T11:45:00+00:00").act
    feeds = FeedsWanted((("klassiek", "hollands"),), new=("hollands",))
    set_feeds(club.store, act("club pools"), feeds)
    set_headings(club.store, act("club headings"), {"Deelnemer": "player"})


def single_games(club):
    """Points and places, checked and not, late, without rules, and with many points good."""
    club.record(
        "Anna=26 Bram=52 Cor=78 Dina=104", rules="american", date="2026-02-20", time="00:40",
        event="Winteravond é", round="2", table="3",
    )  # fmt: skip
    club.record("Anna=1 Bram=2 Cor=2 Hilde=4", by_place=True, date="2026-02-20")
    club.record("Ana=23 Fenna=45 Gijs=8 Hilde=31", date="2026-02-21", unchecked="stopped early",
                rules="american")  # fmt: skip
    club.record("Dina=3 Fenna=9 Gijs=2 IJsbrand=1", better="high", date="2026-02-21")
    club.record("Anna=20 Bram=10 Cor=9 Gijs=6", rules="dutch", target=20, date="2026-02-21")
    club.record("Anna=26 Bram=52 Cor=78 Kees_Vertrokken=104", date="2026-02-22",
                label="met Kees Vertrokken")  # fmt: skip
    club.become("guest", "Wim")
    club.record("Wim=26 Fenna=52 Gijs=78 Hilde=104", date="2026-02-27")
    club.record("Anna=26 Bram=52 Dina=78 Gijs=104", date="2026-02-27", category="friendly")


def logged():
    """A whole game, card by card."""
    game = generate_game(rule_set("american"), random.Random(7), target=40)
    return replace(
        game, date="2026-02-28", time="22:15", players=("Anna", "Zoë van 't Hoff", "Cor", "Gijs")
    )


def put_right(club):
    """Versions, names, two entries that are one, an undo, and somebody who is forgotten."""
    day = at(club, "2026-03-08T11:00:00+00:00")
    correct(day, 3, date="2026-01-04", reason="a day later")
    void(day, 5, reason="not finished")
    void(day, 6, reason="not finished")
    restore(day, 6, reason="it was")
    merge(day, "Anna", "Ana")
    merge(day, "Bram", "Wim")
    unmerge(day, "Wim")
    rename(day, "Hilde", "Hilde de Wit")
    alias(day, "IJsbrand", "IJs")
    describe(day, "Zoë van 't Hoff", private=True)
    club.record("Anna=26 Bram=52 Cor=78 Dina=104", date="2026-03-01")
    club.undo()
    forget(day, "Kees Vertrokken", reason="asked for it")


def decide(club):
    """What an organiser decides: points, and days without decay."""
    actor = at(club, "2026-03-08T12:00:00+00:00").act("rating adjust", reason="revoked twice")
    adjust_rating(club.store, actor, AdjustmentWanted("Gijs", points=-12, date=dt.date(2026, 3, 1)))
    holiday = club.act("club exempt", reason="Christmas")
    exempt(club.store, holiday, None, dt.date(2025, 12, 24), dt.date(2026, 1, 20))
    illness = club.act("player exempt", reason="ill")
    exempt(club.store, illness, "Dina", dt.date(2026, 2, 22), dt.date(2026, 3, 3))
    club.record("Dina=26 Fenna=52 Gijs=78 IJsbrand=104", date=str(LAST_DAY), rules="american")


def expected(path):
    """What must be found in the database, out of the raw tables and by other code than ours."""
    connection = sqlite3.connect(path)
    names = dict(connection.execute("SELECT id, name FROM player WHERE closed IS NULL"))
    whole = dict(
        connection.execute("SELECT from_player, into_player FROM merge WHERE closed IS NULL")
    )
    facts = list(facts_of(connection, whole))
    openings = dict(
        connection.execute(
            "SELECT player, points FROM adjustment WHERE closed IS NULL AND kind = 'opening'"
        )
    )
    periods = [
        (player, dt.date.fromisoformat(first).toordinal(), dt.date.fromisoformat(last).toordinal())
        for player, first, last in connection.execute(
            "SELECT player, from_day, to_day FROM exemption WHERE closed IS NULL"
        )
    ]
    results = connection.execute("SELECT count(DISTINCT id) FROM result").fetchone()[0]
    versions = {
        model.__tablename__: connection.execute(
            f'SELECT count(*) FROM "{model.__tablename__}"'
        ).fetchone()[0]
        for model in FACTS
    }
    connection.close()
    switches = POLICIES["club"].switches()
    _, accounts = rating_oracle.fold(facts, switches, openings, periods)
    standing = {
        names[player]: rating_oracle.standing(
            facts, switches, openings, periods, player, LAST_DAY.toordinal()
        )
        for player, account in accounts.items()
        if account.last
    }
    return {
        "schema": schema.NEWEST,
        "as_of": str(LAST_DAY),
        "ratings": dict(sorted(standing.items(), key=lambda line: (-line[1], line[0]))),
        "results": results,
        "versions": versions,
        "head": check_chain(path),
    }


def facts_of(connection, whole):
    """The facts of the rating list, as the oracle wants them."""
    games = {}
    for key, fact, day, player, place, guest in connection.execute(
        "SELECT r.order_key, r.id, r.played_on, s.player, s.place, s.guest FROM result r"
        " JOIN seat s ON s.result_row = r.\"row\" WHERE r.closed IS NULL AND r.state = 'ok'"
        " AND r.category = 'rated' ORDER BY r.order_key, s.seat"
    ):
        seats = games.setdefault((key, fact, day), ([], []))
        seats[0].append(0 if guest else whole.get(player, player))
        seats[1].append(place)
    for (key, fact, day), (players, places) in games.items():
        ordinal = dt.date.fromisoformat(day).toordinal()
        yield key, fact, ordinal, rating_oracle.GAME, tuple(players), tuple(places)
    for key, fact, day, player, points in connection.execute(
        "SELECT order_key, id, on_day, player, points FROM adjustment"
        " WHERE closed IS NULL AND kind <> 'opening'"
    ):
        ordinal = dt.date.fromisoformat(day).toordinal()
        yield key, fact, ordinal, rating_oracle.ADJUSTMENT, (whole.get(player, player),), (points,)


def main():
    """Makes the two files of the newest schema version."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--replace", action="store_true", help="make them anew; only before they are released"
    )
    kept = HERE / f"{schema.NEWEST}.db.gz"
    if kept.exists() and not parser.parse_args().replace:
        sys.exit(f"{kept.name} is there already, and what was released is never made again.")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "club.db"
        init_club(str(path), act("club init", NOON), name="HC De Oude Doos")
        club = Clubhouse(path, NOON)
        fill(club)
        club.close()
        found = expected(path)
        kept.write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    text = json.dumps(found, ensure_ascii=False, indent=2)
    kept.with_name(f"{schema.NEWEST}.json").write_text(text + "\n", encoding="utf-8")
    print(f"{kept.name}: {kept.stat().st_size} bytes")


if __name__ == "__main__":
    main()
