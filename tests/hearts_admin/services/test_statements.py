"""Statements of account: they add up, join on to each other, and end where the list is."""

import datetime as dt
from random import Random

import pytest
from ratingwork import adjust, day, feed, free, policy, refund
from records import merge

from hearts_admin.errors import Refused
from hearts_admin.services.ratings import list_ratings
from hearts_admin.services.statements import statement

EVERYBODY = ("Anna", "Bram", "Cor", "Dina", "Eva", "Fenna")


def lines(found):
    return [(str(line.date), line.cause, line.change, line.after) for line in found.lines]


@pytest.fixture
def account(club):
    """Anna: a win, an adjustment, idle weeks, a loss that is given back."""
    club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, date="2026-01-05")
    adjust(
        club, "Anna", 100, date="2026-01-10", reason="helped at the bar", evidence=["Bram saw it"]
    )
    club.record("Bram=1 Cor=2 Dina=3 Anna=4", by_place=True, date="2026-02-08")
    refund(club, "Anna", 2, reason="stuck")
    return club


def test_line_by_line(account):
    found = statement(account.store, "Anna")
    loss = found.lines[4].change
    assert lines(found) == [
        ("2026-01-05", "start", 1500, 1500),
        ("2026-01-05", "game", 16, 1516),
        ("2026-01-10", "adjustment", 100, 1616),
        # 34 days after the game, 20 past the grace.
        ("2026-02-08", "decay", -20, 1596),
        ("2026-02-08", "game", loss, 1596 + loss),
        ("2026-02-08", "refund", -loss, 1596),
    ]
    assert -25 < loss < -16
    assert (found.before, found.after, found.shown, found.games) == (None, 1596, 1596, 2)
    assert found.sums == {
        "start": 1500, "won": 16, "adjustment": 100, "decay": -20, "lost": loss, "refund": -loss,
    }  # fmt: skip


def test_what_stands_behind_a_line(account):
    start, won, given, _, lost, back = statement(account.store, "Anna").lines
    assert (start.result, start.table) == (None, ())
    assert (won.result, won.place, won.table) == (1, 1, ("Anna", "Bram", "Cor", "Dina"))
    assert (lost.result, lost.place, lost.table) == (2, 4, ("Bram", "Cor", "Dina", "Anna"))
    assert (given.reason, [piece.text for piece in given.evidence]) == (
        "helped at the bar",
        ["Bram saw it"],
    )
    assert (back.result, back.reason, len(back.evidence)) == (2, "stuck", 2)


def test_open_decay_is_the_last_line(account):
    found = statement(account.store, "Anna", last=day("2026-03-10"))
    # 30 days after the last game: 16.
    assert lines(found)[-1] == ("2026-03-10", "open_decay", -16, 1580)
    assert found.after == account.ratings("2026-03-10")["Anna"] == 1580


def test_decay_booked_in_a_period_is_split_at_its_beginning(account):
    # At the end of January 26 days had passed, 12 past the grace; the other 8 fall in February.
    january = statement(account.store, "Anna", None, day("2026-01-31"))
    february = statement(account.store, "Anna", day("2026-02-01"))
    assert (january.after, lines(january)[-1]) == (1604, ("2026-01-31", "open_decay", -12, 1604))
    assert february.before == 1604
    assert lines(february)[0] == ("2026-02-08", "decay", -8, 1596)


def test_where_decay_is_only_shown_the_account_does_not_fade(account):
    policy(account, "decay=display")
    found = statement(account.store, "Anna", last=day("2026-03-10"))
    assert "open_decay" not in found.sums
    assert found.after - found.shown == 16


def test_a_quiet_period(account):
    found = statement(account.store, "Anna", day("2026-02-09"), day("2026-02-12"))
    assert (found.before, found.lines, found.after, found.sums) == (1596, (), 1596, {})


def test_nobody_has_an_account_before_the_first_game(account):
    found = statement(account.store, "Eva")
    assert (found.before, found.lines, found.after) == (None, (), None)
    found = statement(account.store, "Anna", last=day("2025-12-31"))
    assert (found.lines, found.after) == ((), None)


def test_a_club_without_games(club):
    found = statement(club.store, "Anna")
    assert (found.last, found.lines, found.after) == (None, (), None)


def test_what_is_refused(account):
    for work, code in (
        (lambda: statement(account.store, "Zus"), "players.unknown"),
        (
            lambda: statement(account.store, "Anna", day("2026-02-02"), day("2026-02-01")),
            "period.reversed",
        ),
        (lambda: statement(account.store, "Anna", pool="x"), "pool.unknown"),
    ):
        with pytest.raises(Refused) as caught:
            work()
        assert caught.value.code == code


def test_another_list_is_another_account(account):
    feed(account, new=("proef",))
    account.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, pool="proef")
    assert statement(account.store, "Anna", pool="proef").after == 1516


def test_after_a_merge_it_is_one_account(account):
    account.record("Eva=1 Bram=2 Cor=3 Fenna=4", by_place=True, date="2026-02-20")
    merge(account, "Anna", "Eva")
    games = [line for line in statement(account.store, "Eva").lines if line.cause == "game"]
    assert [game.place for game in games] == [1, 4, 1]
    assert games[2].table[0] == "Anna"


def test_every_statement_adds_up_and_joins_on_to_the_next(club):
    rng = Random(11)
    club.import_players("name,rating\nAnna,1700\nBram,1650\n")
    for number in range(30):
        four = rng.sample(EVERYBODY, 4)
        date = dt.date(2025, 1, 1) + dt.timedelta(days=rng.randint(0, 360))
        line = " ".join(f"{who}={place}" for place, who in enumerate(four, 1))
        club.record(line, by_place=True, date=date.isoformat(), label=str(number))
        if number % 6 == 0:
            when = dt.date(2025, 1, 1) + dt.timedelta(days=rng.randint(0, 360))
            adjust(
                club, four[0], rng.choice([-30, 40, 90]), date=when.isoformat(), reason=str(number)
            )
    free(club, "Anna", "2025-05-01", "2025-06-15")
    ends = [dt.date(2025, month, 1) - dt.timedelta(days=1) for month in range(2, 13)]
    ends.append(dt.date(2026, 2, 1))
    for who in EVERYBODY:
        first, before = None, None
        for last in ends:
            found = statement(club.store, who, first, last)
            assert found.before == before
            assert (found.before or 0) + sum(found.sums.values()) == (found.after or 0)
            balance = found.before or 0
            for entry in found.lines:
                balance += entry.change
                assert entry.after == balance
            listed = {line.player: line.rating for line in list_ratings(club.store, last).lines}
            if who in listed:
                assert found.after == listed[who]
            first, before = last + dt.timedelta(days=1), found.after
