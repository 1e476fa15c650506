"""Undoing what puts records right: facts and ledger as before, and back again by undoing that."""

import pytest
from records import (
    alias,
    correct,
    describe,
    merge,
    present,
    rename,
    restore,
    seats,
    unalias,
    unmerge,
    void,
)

from hearts_admin.errors import Refused
from hearts_admin.services.audit import check_database


@pytest.fixture
def kept(club):
    """Anna plays as Ana on the second evening; result 3 is void; Eva and Evi are one."""
    club.add("Ana", "Evi")
    club.record(date="2026-03-07", rules="american", label="1")
    club.record("Ana=26 Bram=52 Cor=78 Eva=104", date="2026-03-08", label="1")
    club.record("Anna=52 Bram=26 Cor=78 Evi=104", date="2026-03-09", label="1")
    void(club, 3)
    correct(club, 2, "Bram=26 Ana=52")
    merge(club, "Eva", "Evi")
    alias(club, "Cor", "Korneel")
    return club


COMMANDS = {
    "correct": lambda club: correct(club, 1, "Anna=52 Bram=26"),
    "correct the date": lambda club: correct(club, 1, date="2026-02-01"),
    "correct the people": lambda club: correct(club, 1, "Anna=26 Bram=52 Cor=78 Fenna=104"),
    "correct with somebody new": lambda club: correct(
        club, 1, "Anna=26 Bram=52 Cor=78 Zoë=104", add_players=True
    ),
    "void": lambda club: void(club, 2),
    "restore a void one": lambda club: restore(club, 3),
    "restore a version": lambda club: restore(club, 2, 1),
    "rename": lambda club: rename(club, "Anna", "Anneke"),
    "rename to an alias": lambda club: rename(club, "Cor", "Korneel"),
    "alias": lambda club: alias(club, "Anna", "Ans"),
    "remove an alias": lambda club: unalias(club, "Korneel"),
    "describe": lambda club: describe(club, "Anna", member_no="3", kind="guest", private=True),
    "merge": lambda club: merge(club, "Anna", "Ana"),
    "merge several": lambda club: merge(club, "Fenna", "Ana", "Dina"),
    "unmerge": lambda club: unmerge(club, "Evi"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_undone_and_done_again(kept, command):
    before, fingerprint = present(kept), kept.fingerprint()
    done = COMMANDS[command](kept)
    after, changed = present(kept), kept.fingerprint()
    assert after != before
    preview = kept.undo(dry_run=True)
    assert present(kept) == after
    undone = kept.undo()
    assert (undone.movements, undone.unmoved) == (preview.movements, preview.unmoved)
    assert present(kept) == before
    assert kept.fingerprint() == fingerprint
    # Who moved there moved back, through the same games.
    assert {(who.player, who.before, who.after) for who in done.movements} == {
        (who.player, who.after, who.before) for who in undone.movements
    }
    kept.undo(undone.change.id)
    assert present(kept) == after
    assert kept.fingerprint() == changed
    assert check_database(kept.store).clean


def refused(club, number):
    before = club.tables()
    with pytest.raises(Refused) as caught:
        club.undo(number)
    assert club.tables() == before
    return caught.value.code, caught.value.fields["by"]


class TestRefusals:
    def test_a_correction_that_was_corrected(self, kept):
        first = correct(kept, 1, "Anna=52 Bram=26").change.id
        second = correct(kept, 1, label="b").change.id
        assert refused(kept, first) == ("change.touched", second)
        kept.undo(second)
        kept.undo(first)
        assert seats(kept.results()[0])[:2] == ("Anna=26", "Bram=52")

    def test_a_correction_whose_people_are_one_by_now(self, kept):
        changed = correct(kept, 1, "Anna=26 Bram=52 Cor=78 Fenna=104").change.id
        merged = merge(kept, "Anna", "Dina").change.id
        assert refused(kept, changed) == ("change.touched", merged)

    def test_a_void_whose_people_are_one_by_now(self, kept):
        voided = void(kept, 1).change.id
        merged = merge(kept, "Anna", "Dina").change.id
        assert refused(kept, voided) == ("change.touched", merged)

    def test_an_unmerging_after_they_sat_at_one_table(self, kept):
        apart = unmerge(kept, "Evi").change.id
        game = kept.record("Eva=26 Evi=52 Cor=78 Dina=104", date="2026-03-10").change.id
        assert refused(kept, apart) == ("change.touched", game)
        void(kept, 4)
        kept.undo(apart)
        assert check_database(kept.store).clean

    def test_no_circle_of_merges(self, kept):
        apart = unmerge(kept, "Evi").change.id
        other = merge(kept, "Evi", "Eva").change.id
        assert refused(kept, apart) == ("change.touched", other)
        assert check_database(kept.store).clean

    def test_no_longer_circle_either(self, club):
        first = merge(club, "Anna", "Bram").change.id  # Bram -> Anna
        apart = club.undo(first).change.id
        merge(club, "Cor", "Anna")  # Anna -> Cor
        last = merge(club, "Bram", "Cor").change.id  # Cor -> Bram
        assert refused(club, apart) == ("change.touched", last)

    def test_somebody_who_was_merged_may_not_go(self, kept):
        added = kept.add("Noor").change.id
        merged = merge(kept, "Anna", "Noor").change.id
        assert refused(kept, added) == ("change.touched", merged)
