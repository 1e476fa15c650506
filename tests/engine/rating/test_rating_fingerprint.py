"""Fingerprints: the bytes of the specification, and what they do and do not depend on."""

from hashlib import sha256
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_ledger import fresh
from rating_histories import FIRST_DAY, game, histories, policies, unrated

from engine.rating.decay import NO_EXEMPTIONS
from engine.rating.errors import FactError
from engine.rating.fingerprint import Fingerprint, fingerprint
from engine.rating.fold import Fold
from engine.rating.policy import POLICIES, Decay, Policy

KEYS = {player: f"{player * 0x9E3779B97F4A7C15 % 2**64:016x}" for player in range(1, 8)}


def test_the_bytes_that_are_hashed():
    keys = {1: "dd", 2: "cc", 3: "bb", 4: "aa"}
    fold = Fold(POLICIES["club"], {1: 1720, 2: 1720, 3: 1720, 4: 1720})
    rows = fold.feed(
        [
            game(FIRST_DAY, 1, (1, 2, 3, 4), (1, 1, 1, 1)),
            game(FIRST_DAY + 16, 1, (1, 2, 3, 4), (1, 2, 3, 4)),
        ]
    )
    text = (
        "start\t1500\nk\t32\nmax_change\t32\nmin_rule\tnonzero\nrounding\tplayer\ndecay\trating\n"
        "grace_days\t14\npoints_per_day\t1\nfloor\t1500\nactivity\trated\n"
        "three_at_table\tfalse\nguests\tfalse\ncomputers\tfalse\nfriendly\tfalse\n"
        "training\tfalse\n"
        "2024-01-01\tstart\taa\t0\t1720\t1720\t2024-01-01 0001\n"
        "2024-01-01\tstart\tbb\t0\t1720\t1720\t2024-01-01 0001\n"
        "2024-01-01\tstart\tcc\t0\t1720\t1720\t2024-01-01 0001\n"
        "2024-01-01\tstart\tdd\t0\t1720\t1720\t2024-01-01 0001\n"
        "2024-01-01\tgame\taa\t1720\t0\t1720\t2024-01-01 0001\n"
        "2024-01-01\tgame\tbb\t1720\t0\t1720\t2024-01-01 0001\n"
        "2024-01-01\tgame\tcc\t1720\t0\t1720\t2024-01-01 0001\n"
        "2024-01-01\tgame\tdd\t1720\t0\t1720\t2024-01-01 0001\n"
        "2024-01-17\tdecay\taa\t1720\t-2\t1718\t2024-01-17 0001\n"
        "2024-01-17\tdecay\tbb\t1720\t-2\t1718\t2024-01-17 0001\n"
        "2024-01-17\tdecay\tcc\t1720\t-2\t1718\t2024-01-17 0001\n"
        "2024-01-17\tdecay\tdd\t1720\t-2\t1718\t2024-01-17 0001\n"
        "2024-01-17\tgame\taa\t1718\t-16\t1702\t2024-01-17 0001\n"
        "2024-01-17\tgame\tbb\t1718\t-5\t1713\t2024-01-17 0001\n"
        "2024-01-17\tgame\tcc\t1718\t5\t1723\t2024-01-17 0001\n"
        "2024-01-17\tgame\tdd\t1718\t16\t1734\t2024-01-17 0001\n"
    )
    assert fingerprint(POLICIES["club"], rows, keys) == sha256(text.encode()).hexdigest()


@settings(deadline=None)
@given(histories(), policies, st.randoms(use_true_random=False), st.integers(1, 9))
def test_pieces_ids_and_the_order_inside_a_fact_do_not_matter(history, policy, rng, size):
    rows = fresh(history, policy, {}, NO_EXEMPTIONS)
    expected = fingerprint(policy, rows, KEYS)
    renumbered = {player: 10 - player for player in KEYS}
    others = [(renumbered[p], key, kind, fact + 500, *rest) for p, key, kind, fact, *rest in rows]
    rng.shuffle(others)
    others.sort(key=lambda row: row[1])
    pieces = Fingerprint(policy, {renumbered[player]: key for player, key in KEYS.items()})
    for begin in range(0, len(others), size):
        pieces.add(others[begin : begin + size])
        pieces.hexdigest()
    assert pieces.hexdigest() == expected


def test_policy_rows_and_keys_do_matter():
    rows = fresh(
        {f[0]: f for f in [game(FIRST_DAY, 1, (1, 2, 3, 4), (1, 2, 3, 4))]},
        POLICIES["club"],
        {},
        NO_EXEMPTIONS,
    )
    changed = [*rows[:-1], (*rows[-1][:5], -15, rows[-1][6])]
    prints = {
        fingerprint(POLICIES["club"], rows, KEYS),
        fingerprint(POLICIES["app"], rows, KEYS),
        fingerprint(POLICIES["club"], rows[:-1], KEYS),
        fingerprint(POLICIES["club"], changed, KEYS),
        fingerprint(POLICIES["club"], rows, {**KEYS, 4: "ff"}),
    }
    assert len(prints) == 5
    renamed = Policy("another name")
    assert fingerprint(renamed, rows, KEYS) == fingerprint(POLICIES["club"], rows, KEYS)


def test_rows_out_of_order_are_refused():
    facts = [game(FIRST_DAY + day, 1, (1, 2, 3, 4), (1, 2, 3, 4)) for day in range(3)]
    rows = Fold(POLICIES["club"]).feed(facts)
    Random(1).shuffle(rows)
    with pytest.raises(FactError) as caught:
        fingerprint(POLICIES["club"], rows, KEYS)
    assert caught.value.code == "fact.order"


def test_a_row_that_moves_nothing_has_no_line():
    policy = Policy("any", decay=Decay(activity="any"))
    first, friendly = game(FIRST_DAY, 1, (1, 2, 3, 4), (1, 2, 3, 4)), FIRST_DAY + 2
    rated = Fold(policy).feed([first])
    fold = Fold(policy)
    rows = fold.feed([first, unrated(friendly, 1, (1, 2, 3, 4), (4, 3, 2, 1))])
    assert len(rows) == len(rated) + 4
    assert fingerprint(policy, rows, KEYS) == fingerprint(policy, rated, KEYS)
