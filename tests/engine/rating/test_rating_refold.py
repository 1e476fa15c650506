"""The refold: whatever happens to the facts, the stored ledger becomes that of a fresh fold."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from memory_ledger import MemoryLedger, fresh
from rating_histories import (
    FIRST_DAY,
    adjustment,
    exempt_periods,
    facts,
    game,
    histories,
    key_of,
    openings,
    periods,
    policies,
)

from engine.rating.decay import NO_EXEMPTIONS, Exemptions
from engine.rating.fold import Fold
from engine.rating.ledger import day_of
from engine.rating.policy import POLICIES
from engine.rating.refold import refold

PORTAL, CLUB = POLICIES["portal"], POLICIES["club"]


def who(fact):
    return set() if fact is None else set(fact[4]) - {0}


def change(store, edits):
    """Puts facts (None: nothing) at keys; gives what a refold has to be told."""
    changed = {}
    for key, fact in edits.items():
        changed[key] = who(store.facts.get(key)) | who(fact)
        if fact is None:
            store.facts.pop(key, None)
        else:
            store.facts[key] = fact
    return changed


def check(store, changed, policy, starts, exemptions):
    """Refolds, and compares everything it says with two fresh folds."""
    before = dict(store.rows)
    result = refold(store, changed, policy, starts, exemptions)
    assert result.complete
    store.apply(result)
    expected = fresh(store.facts, policy, starts, exemptions)
    assert sorted(store.rows.values()) == sorted(expected)
    differing = [
        row
        for key in before.keys() | store.rows.keys()
        for row in (before.get(key), store.rows.get(key))
        if row is not None and before.get(key) != store.rows.get(key)
    ]
    assert result.players == {row[0] for row in differing}
    assert result.facts == {row[3] for row in differing}
    order = [(new or old)[1:3] for old, new in result.changes]
    assert order == sorted(order)
    assert all(old != new for old, new in result.changes)
    return result


def last_states(history, policy, starts, exemptions):
    fold = Fold(policy, starts, exemptions)
    fold.feed(history[key] for key in sorted(history))
    return fold.states


edits = st.lists(
    st.tuples(facts, st.sampled_from(["put", "put", "replace", "remove", "move"])),
    min_size=1,
    max_size=4,
)


def apply_edit(store, fact, kind, data):
    """One command: a fact put in, or one of those there replaced, removed or moved."""
    present = sorted(store.facts)
    if kind == "put" or not present:
        return change(store, {fact[0]: fact})
    key = data.draw(st.sampled_from(present))
    old = store.facts[key]
    if kind == "remove":
        return change(store, {key: None})
    if kind == "replace":
        return change(store, {key: (key, old[1], old[2], *fact[3:])})
    assume(fact[0] not in store.facts)
    return change(store, {key: None, fact[0]: (*fact[:3], *old[3:])})


@settings(max_examples=150, deadline=None)
@given(histories(), edits, policies, openings, exempt_periods, st.data())
def test_any_correction_equals_a_fresh_fold(history, corrections, policy, starts, exempt, data):
    exemptions = Exemptions.of(exempt)
    store = MemoryLedger(history, fresh(history, policy, starts, exemptions))
    for fact, kind in corrections:
        before = last_states(store.facts, policy, starts, exemptions)
        changed = apply_edit(store, fact, kind, data)
        result = check(store, changed, policy, starts, exemptions)
        after = last_states(store.facts, policy, starts, exemptions)
        assert result.ends == {
            player: (before.get(player), after.get(player))
            for player in before.keys() | after.keys()
            if before.get(player) != after.get(player)
        }


@settings(max_examples=60, deadline=None)
@given(histories(), policies, openings, exempt_periods, st.data())
def test_any_order_of_arrival_gives_one_ledger(history, policy, starts, exempt, data):
    exemptions = Exemptions.of(exempt)
    store = MemoryLedger({})
    arrival = data.draw(st.permutations(sorted(history)))
    while arrival:
        batch = data.draw(st.integers(1, 5))
        changed = change(store, {key: history[key] for key in arrival[:batch]})
        store.apply(refold(store, changed, policy, starts, exemptions))
        arrival = arrival[batch:]
    assert sorted(store.rows.values()) == sorted(fresh(history, policy, starts, exemptions))


@settings(max_examples=60, deadline=None)
@given(histories(min_size=1), policies, openings, exempt_periods, st.data())
def test_a_changed_opening_is_followed_from_the_first_fact(history, policy, starts, exempt, data):
    exemptions = Exemptions.of(exempt)
    rows = fresh(history, policy, starts, exemptions)
    assume(rows)
    store = MemoryLedger(history, rows)
    player = data.draw(st.sampled_from(sorted({row[0] for row in rows})))
    first = min(row[1] for row in rows if row[0] == player)
    changed_starts = {**starts, player: data.draw(st.integers(1000, 2000))}
    check(store, {first: {player}}, policy, changed_starts, exemptions)


@settings(max_examples=60, deadline=None)
@given(histories(min_size=1), policies, openings, exempt_periods, periods(), st.data())
def test_a_changed_exemption_is_followed_from_its_first_day(
    history, policy, starts, exempt, period, data
):
    rows = fresh(history, policy, starts, Exemptions.of(exempt))
    assume(rows)
    store = MemoryLedger(history, rows)
    player = data.draw(st.sampled_from(sorted({row[0] for row in rows})))
    keys = {row[1] for row in rows if row[0] == player and day_of(row[1]) >= period[1]}
    exemptions = Exemptions.of([*exempt, (player, *period[1:])])
    check(store, {key: {player} for key in keys}, policy, starts, exemptions)


@settings(max_examples=60, deadline=None)
@given(histories(min_size=1), policies, openings, exempt_periods)
def test_a_merge_moves_a_whole_history_and_its_undoing_brings_it_back(
    history, policy, starts, exempt
):
    gone, kept = 1, 2
    # Two people who sat at one table cannot be merged.
    history = {key: fact for key, fact in history.items() if not {gone, kept} <= set(fact[4])}
    exemptions = Exemptions.of(exempt)
    rows = fresh(history, policy, starts, exemptions)
    store = MemoryLedger(history, rows)
    theirs = {key: fact for key, fact in history.items() if gone in fact[4]}
    united = {
        key: (*fact[:4], tuple(kept if p == gone else p for p in fact[4]), fact[5])
        for key, fact in theirs.items()
    }
    check(store, change(store, united), policy, starts, exemptions)
    check(store, change(store, theirs), policy, starts, exemptions)
    assert sorted(store.rows.values()) == sorted(rows)


def test_nothing_changed_is_nothing_found():
    history = {f[0]: f for f in [game(FIRST_DAY, 1, (1, 2, 3, 4), (1, 2, 3, 4))]}
    store = MemoryLedger(history, fresh(history, CLUB, {}, NO_EXEMPTIONS))
    (key,) = history
    same = refold(store, {key: {1, 2, 3, 4}}, CLUB)
    assert (same.complete, same.visited, same.changes, dict(same.ends)) == (True, 1, (), {})
    nowhere = refold(store, {key_of(FIRST_DAY, 2): set()}, CLUB)
    assert (nowhere.visited, nowhere.changes) == (1, ())
    assert refold(store, {}, CLUB).visited == 0


def test_a_new_last_fact_visits_nothing_else():
    history = {}
    for number in range(50):
        fact = game(FIRST_DAY + number, 1, (1, 2, 3, 4), (1, 2, 3, 4), fact=number + 1)
        history[fact[0]] = fact
    store = MemoryLedger(history, fresh(history, CLUB, {}, NO_EXEMPTIONS))
    late = game(FIRST_DAY + 60, 1, (1, 2, 3, 5), (4, 3, 2, 1), fact=99)
    result = refold(store, change(store, {late[0]: late}), CLUB)
    assert result.visited == 1
    assert result.facts == {99}
    assert result.players == {1, 2, 3, 5}
    assert set(result.ends) == {1, 2, 3, 5}


def test_a_correction_fades_and_others_are_left_alone():
    # Players 1 to 4 and 5 to 8 never meet; 1 and 2 change places in the first of 40 games.
    history = {}
    for number in range(40):
        for group, players in enumerate([(1, 2, 3, 4), (5, 6, 7, 8)]):
            fact = game(FIRST_DAY + number, group, players, (1, 1, 1, 1), fact=2 * number + group)
            history[fact[0]] = fact
    store = MemoryLedger(history, fresh(history, PORTAL, {}, NO_EXEMPTIONS))
    first = game(FIRST_DAY, 0, (1, 2, 3, 4), (1, 2, 2, 4), fact=0)
    result = refold(store, change(store, {first[0]: first}), PORTAL)
    store.apply(result)
    assert sorted(store.rows.values()) == sorted(fresh(store.facts, PORTAL, {}, NO_EXEMPTIONS))
    # 16 points won and lost are given back one by one in shared games, then nothing differs.
    assert result.players == {1, 4}
    assert result.visited == 17
    assert dict(result.ends) == {}


def test_a_player_who_is_removed_from_a_game_ends_without_rows():
    fact = game(FIRST_DAY, 1, (1, 2, 3, 4), (1, 2, 3, 4), fact=1)
    store = MemoryLedger({fact[0]: fact}, fresh({fact[0]: fact}, CLUB, {}, NO_EXEMPTIONS))
    other = game(FIRST_DAY, 1, (1, 2, 3, 5), (1, 2, 3, 4), fact=1)
    result = refold(store, change(store, {fact[0]: other}), CLUB)
    assert [row[:3] for row in result.deleted] == [(4, fact[0], 0), (4, fact[0], 2)]
    assert [row[:3] for row in result.inserted] == [(5, fact[0], 0), (5, fact[0], 2)]
    assert result.updated == []
    assert dict(result.ends) == {
        4: ((1484, FIRST_DAY, 0), None),
        5: (None, (1484, FIRST_DAY, 0)),
    }


def test_beyond_the_limit_it_says_so():
    history = {}
    for number in range(10):
        fact = game(FIRST_DAY + number, 1, (1, 2, 3, 4), (1, 2, 3, 4), fact=number + 1)
        history[fact[0]] = fact
    store = MemoryLedger(history, fresh(history, CLUB, {}, NO_EXEMPTIONS))
    first = game(FIRST_DAY, 1, (1, 2, 3, 4), (4, 3, 2, 1), fact=1)
    changed = change(store, {first[0]: first})
    whole = refold(store, changed, CLUB)
    assert whole.complete
    assert refold(store, changed, CLUB, limit=whole.visited) == whole
    stopped = refold(store, changed, CLUB, limit=whole.visited - 1)
    assert not stopped.complete
    assert stopped.visited == whole.visited - 1
    assert (stopped.changes, dict(stopped.ends)) == ((), {})


def test_an_adjustment_among_games():
    history = {}
    for number in range(5):
        fact = game(FIRST_DAY + 20 * number, 1, (1, 2, 3, 4), (1, 2, 3, 4), fact=number + 1)
        history[fact[0]] = fact
    store = MemoryLedger(history, fresh(history, CLUB, {}, NO_EXEMPTIONS))
    late = adjustment(FIRST_DAY + 30, 5, 1, -12, fact=77)
    result = check(store, change(store, {late[0]: late}), CLUB, {}, NO_EXEMPTIONS)
    assert 77 in result.facts
    assert [row[5] for row in result.inserted] == [-12]


def test_two_corrections_that_cancel_are_not_followed():
    history = {}
    for number in range(5):
        fact = game(FIRST_DAY + 20 * number, 1, (1, 2, 3, 4), (1, 2, 3, 4), fact=number + 1)
        history[fact[0]] = fact
    store = MemoryLedger(history, fresh(history, PORTAL, {}, NO_EXEMPTIONS))
    there = adjustment(FIRST_DAY + 30, 1, 1, -12, fact=77)
    back = adjustment(FIRST_DAY + 31, 1, 1, 12, fact=78)
    changed = change(store, {there[0]: there, back[0]: back})
    result = check(store, changed, PORTAL, {}, NO_EXEMPTIONS)
    assert result.visited == 2
    assert [row[5] for row in result.inserted] == [-12, 12]
    assert dict(result.ends) == {}
