"""Any evening: people come and go, rounds are drawn, and what must always hold of a draw holds."""

import shutil
import tempfile
from collections import Counter, defaultdict
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from clubhouse import Clubhouse
from eventwork import Desk
from hypothesis import given, settings
from hypothesis import strategies as st

from hearts_admin.services.events import drawing

DATABASES = ("sqlite",)

PEOPLE = tuple(f"P{number:02}" for number in range(1, 31))
METHODS = ("meetings", "random", "standings", "similar", "balanced")


@st.composite
def evenings(draw):
    """Who is there in each of up to six rounds, the method of each draw, a pair kept apart."""
    number = draw(st.integers(4, 30))
    rounds = draw(st.integers(1, 6))
    away = st.sets(st.integers(0, number - 1), max_size=min(5, number - 4))
    there = [
        [PEOPLE[at] for at in range(number) if at not in gone]
        for gone in draw(st.lists(away, min_size=rounds, max_size=rounds))
    ]
    methods = draw(st.lists(st.sampled_from(METHODS), min_size=rounds, max_size=rounds))
    return there, methods, draw(st.integers(0, 2**30))


@pytest.fixture(scope="module")
def club_of_thirty(blank_club, tmp_path_factory):
    path = tmp_path_factory.mktemp("thirty") / "club.db"
    shutil.copy(blank_club, path)
    club = Clubhouse(path)
    club.add(*PEOPLE)
    club.close()
    return path


@given(evenings())
@settings(max_examples=4, deadline=None)
def test_everybody_is_seated_once_and_fairly(club_of_thirty, evening):
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "Request", partial(drawing.Request, steps=1000))
        path = Path(folder) / "club.db"
        shutil.copy(club_of_thirty, path)
        club = Clubhouse(path)
        try:
            play(Desk(club), *evening)
        finally:
            club.close()


def play(desk, there, methods, seed):
    desk.plan("Evening", rounds=len(there))
    seen, seats, sit_outs, present = [], defaultdict(Counter), Counter(), set()
    for here, method in zip(there, methods, strict=True):
        come_and_go(desk, present, here)
        rehearsed = desk.draw(method=method, seed=seed, dry_run=True)
        drawn = desk.draw(method=method, seed=seed).rounds[0]
        assert rehearsed.rounds == (drawn,)
        at_tables = [name for table in drawn.tables for name in table.seats]
        assert sorted([*at_tables, *drawn.sitting_out]) == sorted(here)
        assert len(drawn.sitting_out) == len(here) % 4
        for table in drawn.tables:
            for seat, name in zip("NESW", table.seats, strict=True):
                seats[name][seat] += 1
        take_turns(sit_outs, present, here, drawn.sitting_out)
        present = set(here)
        seen.append((drawn.tables, drawn.sitting_out))
        desk.play()
    assert imbalance(seats) <= 2
    assert [(proof.proved, proof.inputs) for proof in desk.proofs()] == [(True, True)] * len(there)
    assert [(each.tables, each.sitting_out) for each in untold(desk)] == seen
    assert_credited(desk, there, seen)


def imbalance(seats):
    """The largest difference between how often somebody sat on two seats."""
    return max(
        max(counts[seat] for seat in "NESW") - min(counts[seat] for seat in "NESW")
        for counts in seats.values()
    )


@given(st.integers(4, 30), st.integers(1, 7), st.sampled_from(["meetings", "random"]))
@settings(max_examples=5, deadline=None)
def test_a_whole_schedule_has_perfect_seats(club_of_thirty, number, rounds, method):
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "Request", partial(drawing.Request, steps=1000))
        path = Path(folder) / "club.db"
        shutil.copy(club_of_thirty, path)
        club = Clubhouse(path)
        try:
            desk = Desk(club)
            desk.plan("Evening", rounds=rounds)
            desk.arrive(*PEOPLE[:number])
            drawn = desk.draw(all=True, method=method)
            seats = defaultdict(Counter)
            for table in (table for each in drawn.rounds for table in each.tables):
                for seat, name in zip("NESW", table.seats, strict=True):
                    seats[name][seat] += 1
            assert imbalance(seats) <= 1
            assert drawn.quality["seat_imbalance"] == imbalance(seats)
            out = Counter(name for each in drawn.rounds for name in each.sitting_out)
            assert sum(out.values()) == rounds * (number % 4)
            times = [out[name] for name in PEOPLE[:number]]
            assert max(times) - min(times) <= 1
        finally:
            club.close()


def come_and_go(desk, present, here):
    if gone := sorted(present - set(here)):
        desk.leave(*gone)
    desk.arrive(*(name for name in here if name not in present))


def take_turns(sit_outs, before, here, out):
    """Who comes late or back counts as having sat out as often as the least of those who stayed."""
    stayed = [sit_outs[name] for name in here if name in before]
    for name in here:
        if name not in before and stayed:
            sit_outs[name] = max(sit_outs[name], min(stayed))
    sit_outs.update(out)
    assert max(sit_outs[name] for name in here) - min(sit_outs[name] for name in here) <= 1


def untold(desk):
    """The rounds without what came after the draw."""
    return [
        replace(each, tables=tuple(replace(table, result=None) for table in each.tables))
        for each in desk.show().rounds
    ]


def assert_credited(desk, there, seen):
    for row in desk.standings().rows:
        name = row.player.name
        expected = [
            "sat_out" if name in out else "played" if name in here else "missed"
            for here, (_, out) in zip(there, seen, strict=True)
        ]
        assert [one.state for one in row.rounds] == expected
