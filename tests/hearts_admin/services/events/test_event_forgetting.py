"""Forgetting somebody who is named in titles and reasons of events; draws can still be proved."""

import pytest
from records import forget, rename

from hearts_admin.services.audit import check_database
from hearts_admin.services.seasons import add_season, list_seasons, show_season

FIRST, SECOND = "Anna Bram Cor Dina", "Eva Fenna Gijs Hilde"


@pytest.fixture
def named(desk):
    """The event and the season are called after Anna, and so is a penalty; round 1 is played."""
    add_season(desk.store, desk.club.act(), "Anna's winter", None)
    desk.change(name="Farewell to Anna", season="Anna's winter")
    desk.draw(seed=5)
    desk.play()
    desk.draw(seed=6)
    desk.penalize("Bram", 1, reason="Bram shouted at Anna")
    return desk


def test_titles_and_reasons_lose_the_name(named):
    before = [(place, score) for place, _, score in named.table()]
    blank = forget(named.club, "Anna").name
    assert "anna" not in repr(named.club.tables()).casefold()
    (season,) = list_seasons(named.store)
    event = named.show().event
    assert (event.name, season.name) == (f"Farewell to {blank}", f"{blank}'s winter")
    assert season.events == (event.name,)
    assert [each.reason for each in named.show().penalties] == [f"Bram shouted at {blank}"]
    assert [(place, score) for place, _, score in named.table()] == before
    assert check_database(named.store).clean


def test_they_are_found_by_their_new_names(named):
    blank = forget(named.club, "Anna").name
    assert named.at(f"farewell to {blank.lower()}").show().event.id == 1
    assert show_season(named.store, f"{blank}'S WINTER").name == f"{blank}'s winter"


def test_titles_that_are_alike_without_the_name(desk):
    """Two people were called Anna in turn; both their evenings lose the name."""
    desk.change(name="Anna")
    desk.plan("Anja")
    rename(desk.club, "Anna", "Anja")
    blank = forget(desk.club, "Anja").name
    names = sorted(desk.at(number).show().event.name for number in ("1", "2"))
    assert names == [blank, f"{blank} (2)"]


def test_a_name_that_somebody_bore_before(named):
    rename(named.club, "Anna", "Annelies")
    assert named.show().event.name == "Farewell to Anna"  # a title is what was written on the wall
    forget(named.club, "Annelies")
    assert "anna" not in repr(named.club.tables()).casefold()


def test_draws_can_still_be_proved(named):
    """What a draw is proved by speaks of start numbers, and is kept when unused files go."""
    forget(named.club, "Anna")
    assert [(proof.round, proof.proved) for proof in named.proofs()] == [(1, True), (2, True)]
