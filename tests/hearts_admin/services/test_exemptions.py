"""Days without decay, of the club and of one player, in the past and in the future."""

import pytest
from ratingwork import day, free, policy
from records import merge, moved

from hearts_admin.errors import NeedsYes, Refused, UsageFault
from hearts_admin.services.exemptions import list_exemptions
from hearts_admin.services.ratings import verify


@pytest.fixture
def rich(club):
    """Everybody at 1720 on 10 January 2024; the four shared their places, so nothing moved."""
    club.import_players(
        "name,rating\n" + "".join(f"{n},1720\n" for n in ("Anna", "Bram", "Cor", "Dina"))
    )
    club.record("Anna=1 Bram=1 Cor=1 Dina=1", by_place=True, date="2024-01-10")
    return club


AGAIN = "Anna=1 Bram=1 Cor=1 Dina=1"


def test_the_club_has_a_break(rich):
    rich.record(AGAIN, by_place=True, date="2024-03-24")
    # RATINGS.md: 74 days, 60 of them past the grace.
    assert rich.ratings()["Anna"] == 1660
    done = free(rich, None, "2024-02-01", "2024-02-10")
    assert moved(done) == dict.fromkeys(("Anna", "Bram", "Cor", "Dina"), (1660, 1670))
    assert [(line.player, line.rating_before, line.rating) for line in done.standing] == [
        (who, 1660, 1670) for who in ("Anna", "Bram", "Cor", "Dina")
    ]
    assert rich.fingerprint()


def test_one_player_is_ill(rich):
    rich.record(AGAIN, by_place=True, date="2024-03-24")
    done = free(rich, "Anna", "2024-01-20", "2024-02-18")
    # Thirty days that cost nothing: 1690. Sharing a place with three of 1660 then costs her
    # 32 * (.5431 - .5) = 1.38, and wins each of them .46, that is the minimum of 1.
    assert moved(done) == {
        "Anna": (1660, 1689),
        **dict.fromkeys(("Bram", "Cor", "Dina"), (1660, 1661)),
    }
    assert verify(rich.store, exact=True).difference is None


def test_what_is_open_is_shown_too(rich):
    done = free(rich, "Anna", "2024-01-15", "2024-01-31")
    # On the day of the last fact nobody has faded yet; in ten weeks Anna will stand higher.
    assert done.movements == ()
    ratings = rich.ratings("2024-03-24")
    assert (ratings["Anna"], ratings["Bram"]) == (1677, 1660)


def test_the_periods_are_united_and_kept_apart(rich):
    free(rich, None, "2024-02-01", "2024-02-10")
    free(rich, "Anna", "2024-02-06", "2024-02-15")
    assert [
        (each.player, str(each.first), str(each.last), each.reason)
        for each in list_exemptions(rich.store)
    ] == [
        (None, "2024-02-01", "2024-02-10", "so decided"),
        ("Anna", "2024-02-06", "2024-02-15", "so decided"),
    ]
    ratings = rich.ratings("2024-03-24")
    assert (ratings["Anna"], ratings["Bram"]) == (1675, 1670)


def test_a_break_that_is_still_to_come(rich):
    assert free(rich, None, "2026-07-01", "2026-08-31").change is not None


def test_exemptions_do_not_move_the_default_day(rich):
    from hearts_admin.services.ratings import list_ratings

    free(rich, None, "2024-02-01", "2024-12-31")
    assert str(list_ratings(rich.store).as_of) == "2024-01-10"


def test_undoing_brings_the_decay_back(rich):
    rich.record(AGAIN, by_place=True, date="2024-03-24")
    first = rich.fingerprint()
    number = free(rich, None, "2024-02-01", "2024-02-10").change.id
    assert moved(rich.undo(number))["Anna"] == (1670, 1660)
    assert rich.fingerprint() == first
    assert list_exemptions(rich.store) == ()


def test_the_same_again_is_nothing(rich):
    free(rich, "Anna", "2024-02-01", "2024-02-10")
    done = free(rich, "Anna", "2024-02-01", "2024-02-10")
    assert done.identical
    assert done.change is None
    assert free(rich, "Bram", "2024-02-01", "2024-02-10").change is not None


def test_a_dry_run_keeps_nothing(rich):
    rich.record(AGAIN, by_place=True, date="2024-03-24")
    before = rich.tables()
    assert moved(free(rich, None, "2024-02-01", "2024-02-10", dry_run=True))["Anna"] == (1660, 1670)
    assert rich.tables() == before


def test_after_a_merge_they_are_one_persons(rich):
    free(rich, "Eva", "2024-01-20", "2024-02-18")
    merge(rich, "Anna", "Eva")
    assert rich.ratings("2024-03-24")["Anna"] == 1690
    assert [each.player for each in list_exemptions(rich.store)] == ["Anna"]


def test_where_nothing_decays_nothing_changes(rich):
    policy(rich, "decay=off")
    done = free(rich, None, "2024-02-01", "2024-02-10")
    assert done.movements == ()
    assert not any(line.moved for line in done.standing)


def test_what_is_refused(rich):
    before = rich.tables()
    for work, fault, code in (
        (lambda: free(rich, None, "2024-02-10", "2024-02-01"), Refused, "exempt.reversed"),
        (lambda: free(rich, "Zus", "2024-02-01", "2024-02-10"), Refused, "players.unknown"),
        (lambda: free(rich, None, "2024-02-01", "2062-02-10"), NeedsYes, "exempt.long"),
        (
            lambda: free(rich, None, "2024-02-01", "2024-02-10", reason=""),
            UsageFault,
            "change.no_reason",
        ),
    ):
        with pytest.raises(fault) as caught:
            work()
        assert caught.value.code == code
    assert rich.tables() == before
    # A year to the day is a year; a day more wants a second look.
    free(rich, None, "2025-01-01", "2025-12-31")
    with pytest.raises(NeedsYes):
        free(rich, None, "2024-01-01", "2025-01-01")
    assert free(rich, None, "2024-01-01", "2025-01-01", yes=True).change is not None
    assert day("2024-01-01")
