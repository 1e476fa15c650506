"""One person has one seat in a round: merges, and undoing what took one back."""

import pytest
from eventwork import refused
from records import merge, unmerge

from hearts_admin.errors import Refused

FIRST, SECOND = "Anna Bram Cor Dina", "Eva Fenna Gijs Hilde"


@pytest.fixture
def helped(desk):
    """Iris plays for Anna in the first round, which is drawn."""
    desk.by_hand(FIRST, SECOND)
    desk.substitute("Anna", "Iris")
    return desk


def told(error):
    """What a refusal says, and of which event."""
    return error.code, error.fields["event"]


class TestMerges:
    def test_a_substitute_and_somebody_at_another_table(self, helped):
        error = refused(helped.club, merge, helped.club, "Eva", "Iris")
        assert told(error) == ("merge.shared_event", "Evening")

    def test_when_the_round_has_been_played(self, helped):
        helped.play()
        error = refused(helped.club, merge, helped.club, "Iris", "Eva")
        assert told(error) == ("merge.shared_event", "Evening")

    def test_two_substitutes(self, helped):
        helped.substitute("Eva", "Joost")
        error = refused(helped.club, merge, helped.club, "Iris", "Joost")
        assert told(error) == ("merge.shared_event", "Evening")

    def test_with_somebody_who_was_merged_into_the_one(self, helped):
        helped.club.add("Karel")
        merge(helped.club, "Karel", "Iris")
        error = refused(helped.club, merge, helped.club, "Eva", "Karel")
        assert told(error) == ("merge.shared_event", "Evening")

    def test_a_substitute_and_whom_they_played_for(self, helped):
        """There was one seat, so it may have been one person."""
        merge(helped.club, "Anna", "Iris")
        helped.play()
        assert helped.scores()["Anna"] == 4

    def test_substitutes_of_different_rounds(self, helped):
        helped.play()
        helped.substitute("Anna", None, round_=2)
        helped.substitute("Eva", "Joost", round_=2)
        helped.by_hand(FIRST, SECOND)
        merge(helped.club, "Iris", "Joost")
        helped.play()
        assert "Iris" not in helped.scores()  # who only played for others is not ranked

    def test_somebody_who_sat_out(self, desk):
        desk.arrive("Iris")
        desk.by_hand(FIRST, SECOND, out="Iris")
        desk.substitute("Anna", "Joost")
        merge(desk.club, "Iris", "Joost")
        assert desk.tables(1)[0][0] == "Iris"


class TestUndone:
    def refused_by(self, club, number):
        before = club.tables()
        with pytest.raises(Refused) as caught:
            club.undo(number)
        assert club.tables() == before
        return caught.value.code

    def test_an_unmerge_since_which_both_sat_down(self, desk):
        merge(desk.club, "Eva", "Iris")
        apart = unmerge(desk.club, "Iris").change.id
        desk.by_hand(FIRST, SECOND)
        desk.substitute("Anna", "Iris")
        assert self.refused_by(desk.club, apart) == "change.touched"

    def test_an_unmerge_since_which_both_played_for_others(self, desk):
        merge(desk.club, "Iris", "Joost")
        apart = unmerge(desk.club, "Joost").change.id
        desk.by_hand(FIRST, SECOND)
        desk.substitute("Anna", "Iris")
        helped = desk.substitute("Eva", "Joost").change.id
        assert self.refused_by(desk.club, apart) == "change.touched"
        desk.club.undo(helped)
        desk.club.undo(apart)
