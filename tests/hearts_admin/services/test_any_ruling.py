"""Any order of games, adjustments, exemptions, policies, lists and undoing, in two rating lists.

After every command both stored ledgers are what a fresh fold gives, and what the second computation
gives in decimals; with everything undone the club is what it was.
"""

import datetime as dt
from random import Random

import pytest
from ratingwork import adjust, feed, free, policy, refund, settle
from records import merge, void

from hearts_admin.errors import HeartsAdminError
from hearts_admin.services.audit import check_database
from hearts_admin.services.auditing import audit
from hearts_admin.services.pools import MAIN
from hearts_admin.services.ratings import fingerprint_of, verify

PEOPLE = ("Anna", "Bram", "Cor", "Dina", "Eva", "Fenna")
SWITCHES = (
    "k=16", "k=32", "decay=off", "decay=rating", "decay=display", "activity=any", "activity=rated",
    "friendly=yes", "friendly=no", "guests=yes", "guests=no", "rounding=pair", "rounding=player",
    "grace_days=3", "floor=1450", "min_rule=ends", "min_rule=nonzero",
)  # fmt: skip


class Committee:
    """An organiser who does anything at all."""

    def __init__(self, club, seed):
        self.club = club
        self.rng = Random(seed)
        self.changes = []

    def day(self):
        return (dt.date(2025, 11, 1) + dt.timedelta(days=self.rng.randint(0, 120))).isoformat()

    def lists(self):
        return [name for (name,) in self.club.sql("SELECT name FROM pool WHERE closed IS NULL")]

    def record(self):
        four = self.rng.sample(PEOPLE, 4)
        places = self.rng.choice([(1, 2, 3, 4), (1, 2, 2, 4), (1, 1, 1, 1)])
        line = " ".join(f"{who}={place}" for who, place in zip(four, places, strict=True))
        return self.club.record(
            line,
            by_place=True,
            date=self.day(),
            time=self.rng.choice([None, "22:00", "02:30"]),
            rules=self.rng.choice(["dutch", "american", None]),
            pool=self.rng.choice([None, None, *self.lists()]),
            category=self.rng.choice(["rated", "rated", "rated", "friendly"]),
            label=str(self.rng.random()),
        )

    def adjust(self):
        who, points = self.rng.choice(PEOPLE), self.rng.choice([-120, -7, 9, 250])
        return adjust(self.club, who, points, date=self.day(), pool=self.rng.choice(self.lists()))

    def open(self):
        who, rating = self.rng.choice(PEOPLE), self.rng.choice([1400, 1620, 1900])
        return adjust(self.club, who, opening=rating, pool=self.rng.choice(self.lists()))

    def refund(self):
        results = self.club.sql("SELECT id FROM result WHERE closed IS NULL")
        number = self.rng.choice(results)[0] if results else 1
        return refund(self.club, self.rng.choice(PEOPLE), number)

    def free(self):
        first = self.day()
        last = dt.date.fromisoformat(first) + dt.timedelta(days=self.rng.randint(0, 40))
        return free(self.club, self.rng.choice([None, *PEOPLE]), first, last.isoformat())

    def policy(self):
        chosen = self.rng.sample(SWITCHES, 2)
        return policy(self.club, *chosen, pool=self.rng.choice(self.lists()))

    def feed(self):
        wanted = {"move": self.rng.random() < 0.5}
        if len(self.lists()) == 1:
            wanted |= {"new": ("tweede",), "start_from": self.rng.choice([None, MAIN])}
        return feed(self.club, f"dutch={self.rng.choice(['tweede', MAIN])}", **wanted)

    def void(self):
        results = self.club.sql("SELECT id FROM result WHERE closed IS NULL AND state = 'ok'")
        return void(self.club, self.rng.choice(results)[0] if results else 1)

    def merge(self):
        return merge(self.club, "Eva", "Fenna")  # of more there would soon be no table of four

    def become(self):
        self.club.become(self.rng.choice(["guest", "member"]), self.rng.choice(PEOPLE))

    def settle(self):
        return settle(self.club, day_starts_at=dt.time(self.rng.choice([0, 6])))

    def undo(self):
        return self.club.undo(self.rng.choice(self.changes) if self.changes else None)

    def act(self):
        """Does one thing, or is refused; gives what it did."""
        command = self.rng.choice(
            [self.record] * 6
            + [self.adjust, self.open, self.refund, self.free, self.policy, self.feed]
            + [self.void, self.merge, self.become, self.settle, self.undo, self.undo]
        )
        done = None
        try:
            done = command()
        except HeartsAdminError:
            return command.__name__, False
        if done is not None and done.change is not None:
            self.changes.append(done.change.id)
        return command.__name__, True

    def check(self):
        for name in self.lists():
            plain = verify(self.club.store, pool=name)
            exact = verify(self.club.store, pool=name, exact=True)
            stored = fingerprint_of(self.club.store, None, name)
            assert plain.difference is exact.difference is None
            assert plain.fingerprint == exact.fingerprint == stored.fingerprint
            assert audit(self.club.store, pool=name).balanced


def go_back(club):
    """Undoes every change from the last to the first, those that undid something included."""
    for (number,) in club.sql("SELECT id FROM change WHERE id > 2 ORDER BY id DESC"):
        club.undo(number)


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_decided_the_ledgers_are_those_of_a_fresh_fold(club, seed):
    first = club.fingerprint()
    committee = Committee(club, seed)
    did = []
    for _ in range(40):
        did.append(committee.act())
        committee.check()
    assert check_database(club.store).clean, did
    assert sum(worked for _, worked in did) >= 20
    go_back(club)
    assert club.fingerprint() == first
    assert club.sql("SELECT count(*) FROM ledger") == [(0,)]
    assert check_database(club.store).clean
