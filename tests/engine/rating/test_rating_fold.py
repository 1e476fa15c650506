"""The fold: ledgers computed by hand, the second computation, and what may not be fed."""

from datetime import date
from itertools import permutations, product
from random import Random

import pytest
import rating_oracle
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_ledger import fresh
from rating_histories import (
    FIRST_DAY,
    adjustment,
    exempt_periods,
    game,
    histories,
    key_of,
    openings,
    places_from,
    policies,
    unrated,
)

from engine.rating.decay import Exemptions
from engine.rating.errors import CODES, FactError
from engine.rating.fold import Fold, state_after
from engine.rating.ledger import Kind, day_of
from engine.rating.pairwise import changes
from engine.rating.policy import POLICIES, Decay, Policy
from engine.rating.standing import standing

CLUB, PORTAL = POLICIES["club"], POLICIES["portal"]
IN_ORDER = (1, 2, 3, 4)


def entries(rows, player=None):
    return [
        (row[0], Kind(row[2]).word, row[4], row[5])
        for row in rows
        if player is None or row[0] == player
    ]


def test_a_first_game_row_by_row():
    day = date(2024, 1, 10).toordinal()
    fold = Fold(PORTAL, openings={1: 1452, 2: 1800, 3: 1100})
    rows = fold.feed([game(day, 7, (4, 2, 3, 1), (4, 2, 3, 1), fact=12)])
    key = "2024-01-10 0007"
    assert rows[:4] == [
        (4, key, 0, 12, 0, 1500, 0),
        (2, key, 0, 12, 0, 1800, 0),
        (3, key, 0, 12, 0, 1100, 0),
        (1, key, 0, 12, 0, 1452, 0),
    ]
    # Row five of the text, but 1500 for 1550. By hand, pair by pair, 32/3 * (score - expectation):
    # 1452 +9.3988 +1.2424 +6.0654, 1800 -9.3988 +.1864 +1.6105, 1100 -1.2424 -.1864 +9.6970,
    # 1500 -6.0654 -1.6105 -9.6970.
    assert [row[:6] for row in rows[4:]] == [
        (4, key, 2, 12, 1500, -17),
        (2, key, 2, 12, 1800, -8),
        (3, key, 2, 12, 1100, 8),
        (1, key, 2, 12, 1452, 17),
    ]
    assert all(row[6] == day for row in rows[4:])
    assert all(type(number) is int for row in rows for number in (row[0], *row[2:]))


def test_the_worked_row_five_through_the_unrolled_loop():
    openings_ = {1: 1452, 2: 1800, 3: 1100, 4: 1550}
    fold = Fold(PORTAL, openings_)
    fold.feed([adjustment(FIRST_DAY, player, player, 0) for player in openings_])
    rows = fold.feed([game(FIRST_DAY, 9, (1, 2, 3, 4), IN_ORDER)])
    assert entries(rows) == [
        (1, "game", 1452, 17),
        (2, "game", 1800, -7),
        (3, "game", 1100, 8),
        (4, "game", 1550, -19),
    ]
    assert fold.states == {
        1: (1469, FIRST_DAY, 0),
        2: (1793, FIRST_DAY, 0),
        3: (1108, FIRST_DAY, 0),
        4: (1531, FIRST_DAY, 0),
    }


def test_a_late_game_splits_the_gap():
    # Four of 1720 who always share their places: no game moves anybody, decay is all there is.
    everyone = dict.fromkeys((1, 2, 3, 4), 1720)

    def decay_rows(*days):
        facts = [game(FIRST_DAY + day, 1, (1, 2, 3, 4), (1, 1, 1, 1)) for day in days]
        rows = Fold(CLUB, everyone).feed(facts)
        return [(day_of(row[1]) - FIRST_DAY, row[5]) for row in rows if row[2] == 1 and row[0] == 1]

    assert decay_rows(0, 74) == [(74, -60)]
    assert decay_rows(0, 37, 74) == [(37, -23), (74, -23)]
    assert decay_rows(0, 14) == []
    assert decay_rows(0, 15) == [(15, -1)]


def test_an_adjustment_settles_and_keeps_the_last_game():
    everyone = dict.fromkeys((1, 2, 3, 4), 1720)
    facts = [
        game(FIRST_DAY, 1, (1, 2, 3, 4), (1, 1, 1, 1)),
        adjustment(FIRST_DAY + 34, 1, 1, -12, fact=2),
        adjustment(FIRST_DAY + 34, 2, 1, 5, fact=3),
        game(FIRST_DAY + 44, 1, (1, 2, 3, 4), (1, 1, 1, 1), fact=4),
    ]
    rows = Fold(CLUB, everyone).feed(facts)
    assert entries(rows, player=1)[:6] == [
        (1, "start", 0, 1720),
        (1, "game", 1720, 0),
        (1, "decay", 1720, -20),
        (1, "adjustment", 1700, -12),
        (1, "adjustment", 1688, 5),
        (1, "decay", 1693, -10),
    ]
    # last_day: the first game until the second one has been played.
    lasts = [row[6] - FIRST_DAY for row in rows if row[0] == 1]
    assert lasts == [-FIRST_DAY, 0, 0, 0, 0, 0, 44]


def test_lifted_over_the_floor_one_pays_from_that_day_on():
    facts = [
        game(FIRST_DAY, 1, (1, 2, 3, 4), (1, 1, 1, 1)),
        adjustment(FIRST_DAY + 100, 1, 1, 200),
        adjustment(FIRST_DAY + 101, 1, 1, 0),
    ]
    rows = Fold(CLUB, {1: 1500, 2: 1500, 3: 1500, 4: 1500}).feed(facts)
    assert entries(rows, player=1)[2:] == [
        (1, "adjustment", 1500, 200),
        (1, "decay", 1700, -1),
        (1, "adjustment", 1699, 0),
    ]


def test_a_start_row_comes_with_the_first_fact_of_either_kind():
    fold = Fold(CLUB, {9: 1640})
    rows = fold.feed([adjustment(FIRST_DAY, 1, 9, -40)])
    assert entries(rows) == [(9, "start", 0, 1640), (9, "adjustment", 1640, -40)]
    assert fold.states == {9: (1600, 0, 0)}
    # Without a rated game there is nothing to be idle since.
    assert entries(fold.feed([adjustment(FIRST_DAY + 400, 1, 9, 1)])) == [
        (9, "adjustment", 1600, 1)
    ]


def test_fewer_than_two_who_count_leave_no_trace():
    fold = Fold(CLUB)
    assert fold.feed([game(FIRST_DAY, 1, (1, 0, 0, 0), IN_ORDER)]) == []
    assert fold.feed([game(FIRST_DAY, 2, (0, 0, 0, 0), IN_ORDER)]) == []
    assert fold.states == {}


ANY = Policy("any", decay=Decay(activity="any"))
RICH = dict.fromkeys((1, 2, 3, 4), 1720)


def test_an_unrated_game_keeps_a_rating_from_fading_where_the_policy_says_so():
    facts = [
        game(FIRST_DAY, 1, (1, 2, 3, 4), (1, 1, 1, 1)),
        unrated(FIRST_DAY + 20, 1, (1, 0, 2, 5), (1, 2, 3, 4), fact=2),
        game(FIRST_DAY + 40, 1, (1, 2, 3, 4), (1, 1, 1, 1), fact=3),
    ]
    rows = Fold(ANY, RICH).feed(facts)
    # Twenty days since the rated game, six of them past the grace; then twenty, six past it again.
    assert entries(rows, player=1)[2:5] == [
        (1, "decay", 1720, -6),
        (1, "activity", 1714, 0),
        (1, "decay", 1714, -6),
    ]
    # Player 3 stayed away: 26 days past the grace. Player 5 has no rating to keep.
    assert entries(rows, player=3)[2] == (3, "decay", 1720, -26)
    assert entries(rows, player=5) == []
    assert [row[6] - FIRST_DAY for row in rows if row[0] == 2] == [-FIRST_DAY, 0, 0, 20, 20, 40]
    assert entries(Fold(CLUB, RICH).feed(facts), player=1)[2] == (1, "decay", 1720, -26)


@pytest.mark.parametrize(
    "fact",
    [
        game(FIRST_DAY + 20, 1, (1, 0, 0, 0), IN_ORDER),
        game(FIRST_DAY + 20, 1, (1, 2, 3), (1, 2, 3)),
        unrated(FIRST_DAY + 20, 1, (1, 2, 3), (1, 2, 3)),
    ],
    ids=["guests only", "three", "three friends"],
)
def test_games_that_cannot_be_rated_count_as_any_game(fact):
    first = game(FIRST_DAY, 1, (1, 2, 3, 4), (1, 1, 1, 1))
    assert entries(Fold(ANY, RICH).feed([first, fact]), player=1)[2:] == [
        (1, "decay", 1720, -6),
        (1, "activity", 1714, 0),
    ]
    assert entries(Fold(CLUB, RICH).feed([first, fact]), player=1)[2:] == []


def test_an_unrated_game_begins_no_rating():
    # An adjustment has given player 1 an account, but there is no rated game to be idle since.
    facts = [
        adjustment(FIRST_DAY, 1, 1, 200),
        unrated(FIRST_DAY + 1, 1, (1, 2, 3, 4), IN_ORDER),
        adjustment(FIRST_DAY + 100, 1, 1, -5),
    ]
    assert entries(Fold(ANY).feed(facts)) == [
        (1, "start", 0, 1500),
        (1, "adjustment", 1500, 200),
        (1, "adjustment", 1700, -5),
    ]


def test_two_players_and_two_guests():
    rows = Fold(CLUB).feed([game(FIRST_DAY, 1, (0, 1, 0, 2), (1, 2, 3, 4))])
    assert entries(rows)[2:] == [(1, "game", 1500, 5), (2, "game", 1500, -5)]


def test_three_at_a_table_only_where_the_policy_says_so():
    facts = [game(FIRST_DAY, 1, (1, 2, 3), (1, 2, 3))]
    assert Fold(PORTAL, {2: 1600, 3: 1400}).feed(facts) == []
    rows = Fold(Policy("three", three_at_table=True), {2: 1600, 3: 1400}).feed(facts)
    # The last worked example.
    assert [row[5] for row in rows[3:]] == [16, -6, -10]


def test_display_mode_books_no_decay():
    display = Policy("display", decay=Decay(mode="display"))
    facts = [
        game(FIRST_DAY, 1, (1, 2, 3, 4), (1, 1, 1, 1)),
        adjustment(FIRST_DAY + 50, 1, 1, -20),
    ]
    fold = Fold(display, dict.fromkeys((1, 2, 3, 4), 1720))
    assert {row[2] for row in fold.feed(facts)} == {0, 2, 3}
    assert fold.states[1] == (1700, FIRST_DAY, 0)
    # 74 - 14 idle days, all of them open.
    assert standing(1, fold.states[1], FIRST_DAY + 74, display).decay == 60


@pytest.mark.parametrize(
    "players", list(permutations((1, 2, 3, 4))), ids=lambda seats: "".join(map(str, seats))
)
def test_all_seatings_of_one_table_give_the_same_ratings(players):
    # ADMIN.md, case 11: 10 20 20 50, the middle two share.
    points = {1: 10, 2: 20, 3: 20, 4: 50}
    starts = {1: 1501, 2: 1500, 3: 1500, 4: 1499}
    fold = Fold(PORTAL, starts)
    fold.feed([adjustment(FIRST_DAY, player, player, 0) for player in starts])
    fold.feed([game(FIRST_DAY, 9, players, places_from([points[p] for p in players]))])
    # 1501 beats three: 32/3 * (3 * .5 - (.49856 * 2 + .49712)) = 15.94; the middle nothing.
    assert {player: state[0] - starts[player] for player, state in fold.states.items()} == {
        1: 16,
        2: 0,
        3: 0,
        4: -16,
    }


@pytest.mark.parametrize(
    "far", [1999, 2000, 2001, 3999, 4000, 4001, 4002, 7999, 8000, 8001, 8002, 10**6]
)
def test_ratings_far_apart_never_meet_the_wrong_expectation(far):
    for starts in product((1500 - far, 1500, 1500 + far), repeat=4):
        fold = Fold(PORTAL, dict(enumerate(starts, 1)))
        fold.feed([adjustment(FIRST_DAY, player, player, 0) for player in (1, 2, 3, 4)])
        rows = fold.feed([game(FIRST_DAY, 9, (1, 2, 3, 4), IN_ORDER)])
        assert [row[5] for row in rows] == [c.booked for c in changes(starts, IN_ORDER, PORTAL)]


def test_far_apart_and_long_idle_pays_once():
    starts = {1: 9000, 2: 1500, 3: 1500, 4: 1500}
    facts = [game(FIRST_DAY + day, 1, (1, 2, 3, 4), IN_ORDER) for day in (0, 30)]
    rows = Fold(CLUB, starts).feed(facts)
    assert [row[5] for row in rows if row[0] == 1] == [9000, 1, -16, 1]


@pytest.mark.parametrize("second", ["2024-01-01 0003", "2024-01-01 0002", "2023-12-31 0009"])
def test_facts_out_of_order_are_refused(second):
    fold = Fold(CLUB)
    fold.feed([("2024-01-01 0003", 1, FIRST_DAY, 2, (1, 2, 3, 4), IN_ORDER)])
    with pytest.raises(FactError) as caught:
        fold.feed([(second, 2, FIRST_DAY, 2, (1, 2, 3, 4), IN_ORDER)])
    assert caught.value.code == "fact.order"
    assert dict(caught.value.fields) == {"key": second, "previous": "2024-01-01 0003"}
    assert tuple(caught.value.fields) == CODES["fact.order"]


@pytest.mark.parametrize(
    ("kind", "players", "values"),
    [
        (Kind.GAME, (1, 2, 3, 3), IN_ORDER),
        (Kind.GAME, (1, 2, 2), (1, 2, 3)),
        (Kind.GAME, (1, 2, 3, 4, 5), (1, 2, 3, 4, 5)),
        (Kind.GAME, (1, 2), (1, 2)),
        (Kind.GAME, (1, 2, 3, 4), (1, 2, 3)),
        (Kind.GAME, (), ()),
        (Kind.ADJUSTMENT, (1, 2), (5, 5)),
        (Kind.ADJUSTMENT, (0,), (5,)),
        (Kind.ADJUSTMENT, (1,), ()),
        (Kind.ACTIVITY, (1, 2, 3, 3), IN_ORDER),
        (Kind.ACTIVITY, (1, 2), (1, 2)),
        (Kind.DECAY, (1,), (5,)),
        (Kind.START, (1, 2, 3, 4), IN_ORDER),
    ],
)
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("policy", [CLUB, Policy("pair", rounding="pair")], ids=["club", "pair"])
def test_malformed_facts_are_refused(kind, players, values, known, policy):
    fold = Fold(policy)
    if known:
        fold.feed([game(FIRST_DAY, 0, (1, 2, 3, 4), IN_ORDER)])
    with pytest.raises(FactError) as caught:
        fold.feed([(key_of(FIRST_DAY, 1), 1, FIRST_DAY, kind, players, values)])
    assert caught.value.code == "fact.shape"
    assert tuple(caught.value.fields) == CODES["fact.shape"]


@settings(max_examples=200, deadline=None)
@given(histories(), policies, openings, exempt_periods)
def test_every_ledger_equals_the_second_computation(history, policy, starts, periods):
    fold = Fold(policy, starts, Exemptions.of(periods))
    rows = fold.feed(history[key] for key in sorted(history))
    expected, accounts = rating_oracle.fold(history.values(), policy.switches(), starts, periods)
    assert rows == expected
    assert {player: state[0] for player, state in fold.states.items()} == {
        player: account.rating for player, account in accounts.items()
    }


@settings(max_examples=60, deadline=None)
@given(
    histories(min_size=1),
    policies,
    openings,
    exempt_periods,
    st.integers(0, 90),
    st.integers(0, 90),
)
def test_standings_equal_the_nightly_job(history, policy, starts, periods, days, more):
    exemptions = Exemptions.of(periods)
    fold = Fold(policy, starts, exemptions)
    fold.feed(history[key] for key in sorted(history))
    on = max(fact[2] for fact in history.values()) + days
    facts = list(history.values())
    for player, state in fold.states.items():
        shown = standing(player, state, on, policy, exemptions)
        assert shown.rating + shown.decay == state[0]
        for day in (on, on + more):
            assert standing(
                player, state, day, policy, exemptions
            ).rating == rating_oracle.standing(
                facts, policy.switches(), starts, periods, player, day
            )


@settings(deadline=None)
@given(histories(), policies, openings, exempt_periods)
def test_accounts_are_continuous_and_states_follow_from_rows(history, policy, starts, periods):
    exemptions = Exemptions.of(periods)
    fold = Fold(policy, starts, exemptions)
    balance = {}
    for key in sorted(history):
        rows = fold.feed([history[key]])
        assert rows == sorted(rows, key=lambda row: row[2])
        for row in rows:
            assert row[4] == balance.get(row[0], 0)
            balance[row[0]] = row[4] + row[5]
            assert row[2] != Kind.DECAY or row[5] < 0
        for row in {row[0]: row for row in rows}.values():
            assert state_after(row, day_of(key), policy, exemptions) == fold.states[row[0]]
    assert balance == {player: state[0] for player, state in fold.states.items()}


@settings(deadline=None)
@given(histories(), policies, openings, exempt_periods, st.integers(1, 7))
def test_feeding_in_chunks_changes_nothing(history, policy, starts, periods, size):
    exemptions = Exemptions.of(periods)
    facts = [history[key] for key in sorted(history)]
    fold = Fold(policy, starts, exemptions)
    rows = []
    for begin in range(0, len(facts), size):
        rows += fold.feed(facts[begin : begin + size])
    assert rows == fresh(history, policy, starts, exemptions)


def test_twenty_thousand_random_tables_equal_the_decimals():
    # Near and far, ties and none; the unrolled loop, the readable arithmetic and the decimals.
    rng = Random(32)
    day = FIRST_DAY
    for number in range(20_000):
        spread = rng.choice([0, 3, 60, 400, 1500])
        before = [1500 + rng.randint(-spread, spread) for _ in range(4)]
        places = places_from([rng.randint(0, rng.choice([2, 100])) for _ in range(4)])
        expected = rating_oracle.booked(list(zip(before, places, strict=True)), PORTAL.switches())
        assert [change.booked for change in changes(before, places, PORTAL)] == expected
        fold = Fold(PORTAL)
        fold.states.update((seat, (rating, day, 0)) for seat, rating in enumerate(before, 1))
        rows = fold.feed([(key_of(day, number), 1, day, 2, (1, 2, 3, 4), places)])
        assert [row[5] for row in rows] == expected


def test_ten_thousand_games_among_equals_move_the_sum_only_by_their_causes():
    rng = Random(10)
    fold = Fold(PORTAL)
    players = range(1, 9)
    rounding = minimum = 0
    spread = []
    for number in range(10_000):
        seats = rng.sample(players, 4)
        places = tuple(rng.sample(IN_ORDER, 4))
        before = [fold.states.get(player, (1500,))[0] for player in seats]
        exact = changes(before, places, PORTAL)
        rounding += sum(change.rounded for change in exact)
        minimum += sum(change.minimum for change in exact)
        spread.append(sum(change.booked for change in exact))
        fold.feed([game(FIRST_DAY + number // 10, number % 10, seats, places)])
    total = sum(state[0] for state in fold.states.values())
    # No draw of the lots favours anybody: what is left is the rounding, which is a random walk of
    # steps 0 (two in three) and +-1. Five standard deviations: 5 * sqrt(10,000 / 3) = 289.
    assert total - 8 * 1500 == rounding + minimum
    assert abs(total - 8 * 1500) < 289
    assert 0.6 < spread.count(0) / len(spread) < 0.72
    assert set(spread) <= {-2, -1, 0, 1, 2}
    # Nor does anybody run away: equals stay within a few hundred points of the start.
    assert all(abs(state[0] - 1500) < 400 for state in fold.states.values())
