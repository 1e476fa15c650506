"""A ledger is brought up to date in one of three ways; which one is chosen must not be seen."""

from random import Random

import pytest

from hearts_admin.services import folding

PEOPLE = ("Anna", "Bram", "Cor", "Dina", "Eva", "Fenna")


@pytest.fixture
def season(club):
    """Forty games of six people on twenty evenings."""
    random = Random(7)
    rows = ["date,game,player,points"]
    for number in range(40):
        day = f"2026-{1 + number // 20:02}-{1 + number % 20:02}"
        four = random.sample(PEOPLE, 4)
        rows += [f"{day},{number},{who},{random.randrange(60)}" for who in four]
    club.import_results("\n".join(rows))
    return club


COMMANDS = {
    "a late game": lambda club: club.record("Cor=1 Dina=9 Eva=3 Anna=3", date="2026-01-02"),
    "the newest game": lambda club: club.record("Cor=1 Dina=9 Eva=3 Anna=3", date="2026-03-10"),
    "a draw": lambda club: club.record("Cor=5 Dina=5 Eva=5 Anna=5", date="2026-01-02"),
    "an import": lambda club: club.import_results(
        "date,game,player,points\n"
        + "".join(
            f"2026-01-0{day},x,{who},{day * len(who)}\n" for day in (3, 5) for who in PEOPLE[:4]
        )
    ),
    "opening ratings": lambda club: club.import_players("name,rating\nBram,1730\nFenna,1390\n"),
    "an undo": lambda club: club.undo(),
}

WAYS = {
    "from the first changed fact": (10_000, 1.0),
    "after a second attempt": (3, 1.0),
    "given up at once": (3, 0.0),
    "given up on the second attempt": (1, 0.3),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_way_gives_the_same_ledger_and_tells_the_same(season, command, monkeypatch):
    told, ledgers = [], []
    for number, (limit, share) in enumerate(WAYS.values()):
        club = season.copy(number)
        monkeypatch.setattr(folding, "FIRST_LIMIT", limit)
        monkeypatch.setattr(folding, "FULL_FOLD_SHARE", share)
        done = COMMANDS[command](club)
        club.fingerprint()
        told.append(getattr(done, "movements", None))
        ledgers.append(club.tables()["ledger"])
        club.close()
    assert told == [told[0]] * len(WAYS)
    assert ledgers == [ledgers[0]] * len(WAYS)
    assert ledgers[0] != season.tables()["ledger"]


def test_both_ways_are_really_taken(season, monkeypatch):
    taken = []
    rest, part = folding.fold_on, folding.refold
    monkeypatch.setattr(folding, "fold_on", lambda *a: (taken.append("the rest"), rest(*a))[1])
    monkeypatch.setattr(
        folding, "refold", lambda *a, **k: (taken.append(k["limit"]), part(*a, **k))[1]
    )
    monkeypatch.setattr(folding, "FIRST_LIMIT", 42)
    season.record("Cor=1 Dina=9 Eva=3 Anna=3", date="2026-01-02")
    assert taken == [42]
    taken.clear()
    monkeypatch.setattr(folding, "FIRST_LIMIT", 1)
    monkeypatch.setattr(folding, "FULL_FOLD_SHARE", 0.3)
    season.record("Cor=1 Dina=9 Eva=3 Anna=3", date="2026-01-02")
    assert taken == [1, int(39 * 0.3), "the rest"]  # 39 facts follow
