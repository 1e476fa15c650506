"""Policies: versions, the whole effect, undoing, and what a switch makes a fact of the pool."""

from itertools import combinations
from random import Random

import pytest
import rating_oracle
from ratingwork import WHY, adjust, feed, policy
from records import correct, merge, moved, void

from engine.rating.policy import POLICIES
from hearts_admin.errors import Refused
from hearts_admin.services.policies import list_policies, show_policy
from hearts_admin.services.ratings import fingerprint_of, verify
from hearts_admin.services.views import Movement


@pytest.fixture
def played(club):
    """Anna wins two games, a month apart; then Eva wins one without Dina."""
    club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, date="2026-01-05")
    club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, date="2026-02-05")
    club.record("Eva=1 Anna=2 Bram=3 Cor=4", by_place=True, date="2026-02-06")
    return club


class TestSetting:
    def test_the_switches_that_differ_and_who_stands_elsewhere(self, club):
        club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, date="2026-01-05")
        done = policy(club, "k=16")
        assert done.differing == {"k": (32, 16)}
        assert (done.before.name, done.before.version) == ("club", 1)
        assert (done.after.name, done.after.version) == ("own", 2)
        # Half of 16, 5.33, -5.33, -16: 8, 2.67, -2.67, -8.
        assert [
            (line.player, line.rating_before, line.rating, line.place) for line in done.standing
        ] == [
            ("Anna", 1516, 1508, 1),
            ("Bram", 1505, 1503, 2),
            ("Cor", 1495, 1497, 3),
            ("Dina", 1484, 1492, 4),
        ]
        assert moved(done) == {
            "Anna": (1516, 1508), "Bram": (1505, 1503), "Cor": (1495, 1497), "Dina": (1484, 1492),
        }  # fmt: skip
        assert club.ratings() == {"Anna": 1508, "Bram": 1503, "Cor": 1497, "Dina": 1492}
        assert verify(club.store).difference is None

    def test_a_dry_run_shows_the_same_and_keeps_nothing(self, played):
        before = played.tables()
        shown = policy(played, "k=16", "decay=off", dry_run=True)
        assert played.tables() == before
        assert shown.change is None
        kept = policy(played, "k=16", "decay=off")
        assert kept.change is not None
        assert (kept.standing, kept.movements) == (shown.standing, shown.movements)

    def test_display_mode_moves_what_is_shown_and_what_was_booked(self, played):
        # Anna's game of 5 February booked 31 - 14 = 17 days, of which the floor left her 16.
        assert [row.change for row in played_decay(played)] == [-16]
        done = policy(played, "decay=display")
        assert {who.player for who in done.movements} >= {"Anna"}
        assert played_decay(played) == []

    def test_the_same_again_is_nothing(self, played):
        done = policy(played, "k=32")
        assert (done.differing, done.movements, done.change) == ({}, (), None)
        assert done.after.version == 1
        assert policy(played, base="club").change is None

    def test_a_shipped_policy_to_begin_with(self, played):
        policy(played, "k=16", "floor=1400")
        done = policy(played, "k=20", base="portal")
        assert done.after.switches == {**POLICIES["portal"].switches(), "k": 20}
        assert policy(played, base="app").after.name == "app"

    def test_versions_count_and_undoing_goes_back(self, played):
        first = played.fingerprint()
        policy(played, "k=16", reason=WHY)
        second = policy(played, "k=24").change.id
        assert [(v.version, v.switches["k"]) for v in show_policy(played.store).versions] == [
            (1, 32), (2, 16), (3, 24),
        ]  # fmt: skip
        assert show_policy(played.store).versions[1].opened.reason == WHY
        undone = played.undo(second)
        assert undone.movements
        assert show_policy(played.store).policy.switches["k"] == 16
        played.undo()
        assert show_policy(played.store).policy.version == 1
        assert played.fingerprint() == first
        # A number is given once.
        assert policy(played, "k=28").after.version == 4

    def test_undoing_what_was_set_again_is_refused(self, played):
        first = policy(played, "k=16").change.id
        second = policy(played, "k=24").change.id
        with pytest.raises(Refused) as caught:
            played.undo(first)
        assert (caught.value.code, caught.value.fields["by"]) == ("change.touched", second)

    @pytest.mark.parametrize(
        ("typed", "code"),
        [
            ("k=31", "policy.k_even"),
            ("k=0", "policy.range"),
            ("decay=daily", "policy.choice"),
            ("grace_days=-1", "policy.range"),
            ("kk=3", "policy.unknown_switch"),
            ("k=many", "policy.type"),
            ("guests=maybe", "policy.type"),
        ],
    )
    def test_what_cannot_be_is_refused(self, played, typed, code):
        before = played.tables()
        with pytest.raises(Refused) as caught:
            policy(played, typed)
        assert caught.value.code == code
        assert played.tables() == before

    def test_an_unknown_policy_and_an_unknown_pool(self, played):
        for how, code in (({"base": "fide"}, "policy.unknown"), ({"pool": "x"}, "pool.unknown")):
            with pytest.raises(Refused) as caught:
                policy(played, "k=16", **how)
            assert caught.value.code == code

    def test_the_list_has_pools_and_shipped_ones(self, played):
        policy(played, "k=16")
        assert [(each.pool, each.name, each.version) for each in list_policies(played.store)] == [
            ("main", "own", 2), (None, "club", None), (None, "app", None), (None, "portal", None),
        ]  # fmt: skip


def played_decay(club):
    from hearts_admin.services.players import show_player

    return [row for row in show_player(club.store, "Anna").history if row.cause == "decay"]


class TestWhoCounts:
    """Which seats and which games are facts of a pool follows from its policy."""

    def test_guests_and_computer_players(self, club):
        club.become("guest", "Dina")
        club.become("computer", "Cor")
        club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, date="2026-01-05")
        assert club.ratings() == {"Anna": 1505, "Bram": 1495}
        policy(club, "guests=yes")
        # Three who count of four seats: 32/3 for every win above another who counts.
        assert club.ratings() == {"Anna": 1511, "Bram": 1500, "Dina": 1489}
        policy(club, "computers=yes", "guests=no")
        assert club.ratings() == {"Anna": 1511, "Bram": 1500, "Cor": 1489}
        policy(club, "guests=yes")
        assert club.ratings() == {"Anna": 1516, "Bram": 1505, "Cor": 1495, "Dina": 1484}

    def test_what_somebody_was_that_day_stays(self, club):
        club.become("guest", "Dina")
        club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, date="2026-01-05")
        club.become("member", "Dina")
        correct(club, 1, date="2026-01-06")
        assert "Dina" not in club.ratings()
        club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, date="2026-01-07")
        assert "Dina" in club.ratings()

    def test_friendly_and_training_games(self, club):
        club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, category="friendly")
        club.record("Anna=1 Bram=2 Cor=3 Eva=4", by_place=True, category="training")
        assert club.ratings() == {}
        policy(club, "friendly=yes")
        assert club.ratings() == {"Anna": 1516, "Bram": 1505, "Cor": 1495, "Dina": 1484}
        policy(club, "friendly=no", "training=yes")
        assert club.ratings() == {"Anna": 1516, "Bram": 1505, "Cor": 1495, "Eva": 1484}

    def test_a_category_can_be_corrected(self, club):
        club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, category="friendly")
        done = correct(club, 1, category="rated")
        assert moved(done)["Anna"] == (None, 1516)
        assert moved(correct(club, 1, category="training"))["Anna"] == (1516, None)
        assert correct(club, 1, category="training").identical

    def test_an_unrated_game_keeps_a_rating_alive(self, club):
        club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, date="2026-01-01")
        club.record(
            "Anna=1 Eva=2 Cor=3 Dina=4", by_place=True, date="2026-01-16", category="friendly"
        )
        club.record("Bram=1 Eva=2 Fenna=3 Cor=4", by_place=True, date="2026-02-20")
        # Anna, idle since 1 January, would have lost 50 - 14 = 36, of which the floor leaves 16.
        assert club.ratings()["Anna"] == 1500
        policy(club, "activity=any")
        # Settled on the 16th: one day past the grace. From there on 35 - 14 = 21, down to 1500.
        history = [(row.cause, row.change) for row in played_rows(club, "Anna")]
        assert history == [("start", 1500), ("game", 16), ("decay", -1), ("activity", 0)]
        assert club.ratings("2026-02-05")["Anna"] == 1509
        # Eva had no rating to keep.
        assert [row.cause for row in played_rows(club, "Eva")] == ["start", "game"]
        assert verify(club.store, exact=True).difference is None

    def test_a_rated_game_entered_late_wakes_the_unrated_ones_behind_it(self, club):
        policy(club, "activity=any", "floor=1400")
        club.record(
            "Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, date="2026-01-20", category="friendly"
        )
        club.record(
            "Anna=1 Bram=2 Eva=3 Dina=4", by_place=True, date="2026-02-20", category="training"
        )
        assert club.sql("SELECT count(*) FROM ledger") == [(0,)]
        club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, date="2026-01-01")
        assert club.fingerprint()
        # 19 days: 5 past the grace; 31 days: 17.
        assert [(row.cause, row.change) for row in played_rows(club, "Anna")] == [
            ("start", 1500), ("game", 16), ("decay", -5), ("activity", 0), ("decay", -17),
            ("activity", 0),
        ]  # fmt: skip
        void(club, 3)
        assert club.sql("SELECT count(*) FROM ledger") == [(0,)]

    def test_a_game_with_one_who_counts_keeps_alive_too(self, club):
        policy(club, "activity=any")
        club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, date="2026-01-01")
        club.become("guest", "Bram", "Cor", "Dina")
        club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, date="2026-01-10")
        assert [row.cause for row in played_rows(club, "Anna")] == ["start", "game", "activity"]
        assert club.fingerprint()


def played_rows(club, name):
    from hearts_admin.services.players import show_player

    return show_player(club.store, name).history


SWITCHES = [
    ("k", 16), ("min_rule", "off"), ("rounding", "pair"), ("decay", "display"), ("grace_days", 3),
    ("floor", 1400), ("activity", "any"), ("guests", True), ("computers", True),
    ("friendly", True), ("training", True),
]  # fmt: skip
PEOPLE = ("Anna", "Bram", "Cor", "Dina", "Eva", "Fenna")
KINDS = {"Eva": "guest", "Fenna": "computer"}


@pytest.fixture(scope="module")
def mixed(blank_club, tmp_path_factory):
    """A club with every kind of game and seat, and what was recorded."""
    import shutil

    from clubhouse import Clubhouse

    path = tmp_path_factory.mktemp("mixed") / "club.db"
    shutil.copy(blank_club, path)
    club = Clubhouse(path)
    club.add(*PEOPLE)
    club.become("guest", "Eva")
    club.become("computer", "Fenna")
    rng, games = Random(7), []
    for number in range(40):
        four = rng.sample(PEOPLE, 4)
        places = rng.choice([(1, 2, 3, 4), (1, 2, 2, 4), (1, 1, 3, 4)])
        category = rng.choice(["rated", "rated", "rated", "friendly", "training"])
        date = f"2025-{1 + number // 4:02}-{1 + 7 * (number % 4):02}"
        line = " ".join(f"{who}={place}" for who, place in zip(four, places, strict=True))
        club.record(line, by_place=True, date=date, category=category)
        games.append((date, four, places, category))
    adjust(club, "Anna", 40, date="2025-03-01")
    yield club, games
    club.close()


def expected_ratings(games, switches):
    """The naive second computation, told what counts by the words of RATINGS.md."""
    from datetime import date

    facts = []
    for number, (text, four, places, category) in enumerate(games, start=1):
        rated = category == "rated" or switches[category]
        counts = {None: True, "guest": switches["guests"], "computer": switches["computers"]}
        seats = tuple(1 + PEOPLE.index(who) if counts[KINDS.get(who)] else 0 for who in four)
        kind = rating_oracle.GAME if rated else rating_oracle.ACTIVITY
        facts.append((f"{text} 0 {number:03}", number, date.fromisoformat(text).toordinal(), kind,
                      seats, places))  # fmt: skip
    facts.append(("2025-03-01 1", 99, date(2025, 3, 1).toordinal(), 3, (1,), (40,)))
    _, accounts = rating_oracle.fold(facts, switches, {}, [])
    return {PEOPLE[who - 1]: account.rating for who, account in accounts.items()}


@pytest.mark.parametrize(
    "chosen",
    [*((one,) for one in SWITCHES), *combinations(SWITCHES, 2)],
    ids=lambda chosen: "-".join(f"{switch}={value}" for switch, value in chosen),
)
def test_every_switch_alone_and_in_pairs(mixed, chosen):
    club, games = mixed
    done = policy(
        club, *(f"{switch}={value}" for switch, value in chosen), base="club", dry_run=True
    )
    expected = expected_ratings(games, dict(done.after.switches))
    found = {who.player: who.after for who in done.movements}
    plain = expected_ratings(games, POLICIES["club"].switches())
    present = {**{who: plain[who] for who in done.unmoved}, **found}
    assert {who: rating for who, rating in present.items() if rating is not None} == expected


def test_a_policy_of_one_pool_leaves_the_other_alone(club):
    feed(club, new=("clubhuis",))
    club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True)
    club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, pool="clubhuis")
    main = fingerprint_of(club.store).fingerprint
    done = policy(club, "k=16", pool="clubhuis")
    assert {who.pool for who in done.movements} == {"clubhuis"}
    assert fingerprint_of(club.store).fingerprint == main
    assert done.movements[0] == Movement("Anna", 1516, 1508, done.movements[0].games, "clubhuis")


def test_merging_is_heard_in_every_pool(club):
    feed(club, new=("clubhuis",))
    club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True)
    club.record("Eva=1 Bram=2 Cor=3 Dina=4", by_place=True, pool="clubhuis")
    done = merge(club, "Anna", "Eva")
    assert [(who.player, who.pool, who.before, who.after) for who in done.movements] == [
        ("Anna", "clubhuis", None, 1516),
        ("Eva", "clubhuis", 1516, None),
    ]
    assert verify(club.store, pool="clubhuis").difference is None


def test_switches_that_do_not_go_together_are_refused(club):
    with pytest.raises(Refused) as caught:
        policy(club, "three_at_table=yes", "k=30")
    assert caught.value.code == "policy.k_three"


def test_the_audit_shows_the_switches_that_differ(club):
    from hearts_admin.services.audit import show_change

    done = policy(club, "k=24", "decay=off")
    (fact,) = show_change(club.store, done.change.id).facts
    differing = {key for key in fact.before if fact.before[key] != fact.after[key]}
    assert differing == {"k", "decay", "version"}
    assert (fact.kind, fact.before["k"], fact.after["k"], fact.after["pool"]) == (
        "policy", 32, 24, "main",
    )  # fmt: skip
