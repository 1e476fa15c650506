"""Every command of events and seasons undone and done again: the facts are the same, row by row."""

import pytest
from eventwork import facts
from records import correct, merge, void

from hearts_admin.errors import Refused
from hearts_admin.services.audit import check_database
from hearts_admin.services.seasons import add_season, change_season, remove_season

FIRST, SECOND = "Anna Bram Cor Dina", "Eva Fenna Gijs Hilde"


@pytest.fixture
def busy(desk):
    """Round 1 is closed, of round 2 a table is in; Fenna leaves before round 3."""
    add_season(desk.store, desk.club.act(), "Winter", None)
    add_season(desk.store, desk.club.act(), "Summer", None)
    desk.change(season="Winter")
    desk.by_hand(FIRST, SECOND)
    desk.play()
    desk.close()
    desk.by_hand(FIRST, SECOND)
    desk.enter("Anna=1 Bram=2 Cor=3 Dina=4")
    desk.apart("Anna", "Hilde")
    desk.leave("Fenna", round_=3)
    desk.penalize("Anna", 1)
    return desk


COMMANDS = {
    "add": lambda desk: desk.plan("Another", rounds=2),
    "change": lambda desk: desk.change(rounds=5, season="", scheme={"scoring": "points"}),
    "arrive": lambda desk: desk.arrive("Iris", "Karel", add_players=True, guest=True),
    "fill in": lambda desk: desk.arrive("Iris", fill_in=True),
    "leave": lambda desk: desk.leave("Anna", noticed=True),
    "come back": lambda desk: desk.back("Fenna"),
    "substitute": lambda desk: desk.substitute("Fenna", "Iris", round_=3),
    "apart": lambda desk: desk.apart("Bram", "Cor", everywhere=True),
    "no longer apart": lambda desk: desk.apart("Anna", "Hilde", clear=True),
    "draw": lambda desk: desk.draw(all=True),
    "draw by hand": lambda desk: desk.by_hand("Anna Bram Cor", "Dina Eva Gijs Hilde"),
    "swap": lambda desk: desk.swap("Eva", "Hilde", 2, reason="sat down wrongly"),
    "enter": lambda desk: desk.enter("Eva=1 Fenna=2 Gijs=3 Hilde=4"),
    "reopen": lambda desk: desk.reopen(1),
    "penalty": lambda desk: desk.penalize("Bram", "2.5", 1),
    "cancel": lambda desk: desk.forgive(1),
    "correct": lambda desk: correct(desk.club, 1, "Anna=4 Dina=1"),
    "correct the table": lambda desk: correct(desk.club, 3, round="9"),
    "void": lambda desk: void(desk.club, 1),
    "merge": lambda desk: merge(desk.club, "Iris", "Anna"),
    "season add": lambda desk: add_season(desk.store, desk.club.act(), "Spring", "best-5-of-7"),
    "season change": lambda desk: change_season(
        desk.store, desk.club.act(), "Winter", name="Winter 2026", rules="place-sum"
    ),
    "season remove": lambda desk: remove_season(desk.store, desk.club.act(), "Summer"),
}


def test_undone_and_done_again(busy):
    before, fingerprint = facts(busy.club), busy.club.fingerprint()
    for name, command in COMMANDS.items():
        done = command(busy)
        after = facts(busy.club)
        assert after != before, name
        undone = busy.club.undo()
        assert undone.undone.id == done.change.id
        assert facts(busy.club) == before, name
        redone = busy.club.undo(undone.change.id)
        assert facts(busy.club) == after, name
        busy.club.undo(redone.change.id)
        assert facts(busy.club) == before, name
    assert busy.club.fingerprint() == fingerprint
    assert check_database(busy.store).clean


def test_an_evening_from_the_end_to_the_beginning(desk):
    """All that happens on an evening, then taken back step by step."""
    states = []
    steps = (
        lambda: desk.arrive("Iris"),
        lambda: desk.apart("Anna", "Bram"),
        lambda: desk.draw(all=True),
        lambda: desk.swap("Cor", "Dina", 2),
        desk.start,
        *(
            lambda table=table: desk.enter(" ".join(f"{n}=1" for n in desk.tables(1)[table]))
            for table in (0, 1)
        ),
        lambda: desk.penalize("Cor", 1),
        desk.close,
        lambda: desk.leave("Hilde"),
        lambda: desk.draw(again=True, all=True),
        lambda: desk.substitute("Hilde", "Joost"),
        lambda: desk.draw(again=True, all=True),
    )
    for step in steps:
        states.append(facts(desk.club))
        step()
    for before in reversed(states):
        desk.club.undo()
        assert facts(desk.club) == before


class TestRefusals:
    def refused(self, club, number):
        before = club.tables()
        with pytest.raises(Refused) as caught:
            club.undo(number)
        assert club.tables() == before
        return caught.value.code, caught.value.fields.get("by")

    def test_an_event_in_which_something_was_noted(self, desk):
        added = desk.club.sql("SELECT opened FROM event")[0][0]
        arrived = desk.club.sql("SELECT min(opened) FROM entrant")[0][0]
        assert self.refused(desk.club, added) == ("change.touched", arrived)
        desk.club.undo(arrived)
        desk.club.undo(added)
        assert desk.club.sql("SELECT 1 FROM event WHERE closed IS NULL") == []

    def test_a_season_to_which_an_event_belongs(self, desk):
        season = add_season(desk.store, desk.club.act(), "Winter", None).change.id
        joined = desk.change(season="Winter").change.id
        assert self.refused(desk.club, season) == ("change.touched", joined)

    def test_people_who_were_entered(self, desk):
        added = desk.club.sql("SELECT min(opened) FROM player")[0][0]
        arrived = desk.club.sql("SELECT min(opened) FROM entrant")[0][0]
        assert self.refused(desk.club, added) == ("change.touched", arrived)

    def test_a_removed_event_whose_name_was_given_again(self, desk):
        gone = desk.remove().change.id
        again = desk.plan("evening").change.id
        assert self.refused(desk.club, gone) == ("change.touched", again)

    def test_a_removed_event_comes_back_whole(self, desk):
        desk.apart("Anna", "Bram")
        desk.draw()
        before = facts(desk.club)
        gone = desk.remove().change.id
        assert desk.club.sql("SELECT 1 FROM entrant WHERE closed IS NULL") == []
        desk.club.undo(gone)
        assert facts(desk.club) == before

    def test_a_draw_that_has_been_played(self, desk):
        drawn = desk.draw().change.id
        (first, *_) = desk.play()
        code, by = self.refused(desk.club, drawn)
        assert (code, by) == ("change.touched", first.change.id)

    def test_a_draw_that_was_made_again(self, desk):
        desk.by_hand(FIRST, SECOND)
        again = desk.by_hand("Eva Bram Cor Dina", "Anna Fenna Gijs Hilde", again=True).change.id
        played = desk.enter("Anna=1 Fenna=2 Gijs=3 Hilde=4").change.id
        assert self.refused(desk.club, again) == ("change.touched", played)
        desk.club.undo(played)
        desk.club.undo(again)
        assert desk.tables(1) == [tuple(FIRST.split()), tuple(SECOND.split())]

    def test_seats_changed_in_a_round_that_had_started(self, desk):
        """Only the seating at the table of a result has to stay."""
        desk.by_hand(FIRST, SECOND)
        desk.enter("Anna=1 Bram=2 Cor=3 Dina=4")
        swapped = desk.swap("Eva", "Hilde", 1, reason="sat down wrongly").change.id
        played = desk.enter("Hilde=1 Fenna=2 Gijs=3 Eva=4").change.id
        assert self.refused(desk.club, swapped) == ("change.touched", played)
        desk.club.undo(played)
        desk.club.undo(swapped)
        assert desk.tables(1) == [tuple(FIRST.split()), tuple(SECOND.split())]
        assert desk.round(1).tables[0].result is not None

    def test_a_substitute_who_has_played(self, desk):
        desk.by_hand(FIRST, SECOND)
        helped = desk.substitute("Anna", "Iris").change.id
        played = desk.enter("Iris=1 Bram=2 Cor=3 Dina=4").change.id
        assert self.refused(desk.club, helped) == ("change.touched", played)
        desk.club.undo(played)
        desk.club.undo(helped)
        assert desk.tables(1)[0][0] == "Anna"

    def test_a_substitute_whose_table_is_not_in(self, desk):
        desk.by_hand(FIRST, SECOND)
        helped = desk.substitute("Anna", "Iris").change.id
        desk.enter("Eva=1 Fenna=2 Gijs=3 Hilde=4")
        desk.club.undo(helped)
        assert desk.tables(1)[0][0] == "Anna"

    def test_the_end_of_a_substitution_since_when_the_substitute_plays(self, desk):
        """Iris plays for Anna in round 1 and for herself in round 2: she cannot do both in 2."""
        desk.by_hand(FIRST, SECOND)
        desk.substitute("Anna", "Iris")
        ended = desk.substitute("Anna", None, round_=2).change.id
        desk.arrive("Iris", round=2)
        desk.play()
        drawn = desk.by_hand(FIRST, "Eva Fenna Gijs Iris", out="Hilde").change.id
        assert self.refused(desk.club, ended) == ("change.touched", drawn)

    def test_a_void_result_whose_table_has_another(self, desk):
        desk.by_hand(FIRST, SECOND)
        desk.enter("Anna=1 Bram=2 Cor=3 Dina=4")
        voided = void(desk.club, 1).change.id
        again = desk.enter("Anna=4 Bram=3 Cor=2 Dina=1").change.id
        # The void one comes back beside it, and counts nowhere in the event.
        scores = [table.result for table in desk.round(1).tables]
        desk.club.undo(voided)
        assert [table.result for table in desk.round(1).tables] == scores
        assert again > voided
