"""The course of a round: every deed in every state, stale draws, closing and opening again."""

import datetime as dt

import pytest
from eventwork import WHY, code, details, facts, refused

from hearts_admin.errors import Refused, UsageFault
from hearts_admin.services.events.guards import GUARDS, ROUND_STATES

LATER = dt.date(2026, 3, 21)
FIRST, SECOND = "Anna Bram Cor Dina", "Eva Fenna Gijs Hilde"


def bring(desk, state):
    """Round 1 in a state; of a round that has started, one table is in."""
    if state == "planned":
        return
    desk.by_hand(FIRST, SECOND)
    if state == "drawn":
        return
    desk.enter("Eva=1 Fenna=2 Gijs=3 Hilde=4")
    if state == "started":
        return
    desk.enter("Anna=1 Bram=2 Cor=3 Dina=4")
    if state == "closed":
        desk.close()


DEEDS = {
    "draw": lambda desk, reason: desk.draw(reason=reason),
    "redraw": lambda desk, reason: desk.draw(again=True, reason=reason),
    "swap": lambda desk, reason: desk.swap("Anna", "Cor", 1, reason=reason),
    "substitute": lambda desk, reason: desk.substitute("Anna", "Iris", round_=1, reason=reason),
    "start": lambda desk, reason: desk.start(1),
    "enter": lambda desk, reason: desk.enter("Anna=1 Bram=2 Cor=3 Dina=4", round=1),
    "close": lambda desk, reason: desk.close(1),
    "reopen": lambda desk, reason: desk.reopen(1, reason=reason),
    "day": lambda desk, reason: desk.change(date=LATER, reason=reason),
    "terms": lambda desk, reason: desk.change(target=50, reason=reason),
}
"""Each deed of the table of guards, done to round 1."""

INSTEAD = {
    ("draw", "drawn"): "event.drawn_already",
    ("draw", "started"): None,  # the next round is drawn
    ("draw", "complete"): None,
    ("draw", "closed"): None,
    ("redraw", "planned"): "event.nothing_again",
    ("redraw", "started"): "event.nothing_again",  # a result is in
    ("redraw", "complete"): "event.nothing_again",
    ("redraw", "closed"): "event.nothing_again",
    ("enter", "planned"): "event.not_drawn_yet",
    ("enter", "complete"): "event.table_done",
    ("enter", "closed"): "event.table_done",
    ("reopen", "planned"): "event.guard",
}
"""Where a command finds another obstacle, or another round, before it asks the guards."""


@pytest.mark.parametrize("state", ROUND_STATES)
def test_every_deed_in_every_state(desk, state):
    assert GUARDS.keys() == DEEDS.keys()
    bring(desk, state)
    for action, deed in DEEDS.items():
        guard = GUARDS[action][state]
        expected = INSTEAD.get((action, state), "event.guard" if guard == "refused" else None)
        if guard == "reason" and expected is None:
            with pytest.raises(UsageFault, match=r"change\.no_reason"):
                deed(desk, "")
        if expected is None:
            assert deed(desk, WHY).change is not None, (action, state)
            desk.club.undo()
        else:
            assert code(desk.club, deed, desk, WHY) == expected, (action, state)


def test_a_refusal_names_the_states_in_which_it_would_be_possible(desk):
    error = refused(desk.club, desk.close, 1)
    assert {key: error.fields[key] for key in ("deed", "round", "stage", "stages")} == {
        "deed": "close", "round": 1, "stage": "planned", "stages": ("complete",),
    }  # fmt: skip


def test_a_round_is_drawn_started_complete_and_closed(desk):
    assert [each.state for each in desk.show().rounds] == ["planned"] * 3
    desk.by_hand(FIRST, SECOND)
    assert desk.start().round.state == "started"
    desk.enter("Eva=1 Fenna=2 Gijs=3 Hilde=4")
    assert (desk.show().running, desk.round(1).missing) == (1, 1)
    desk.enter("Anna=1 Bram=2 Cor=3 Dina=4")
    assert (desk.show().running, desk.round(1).state) == (None, "complete")
    assert desk.close().round.state == "closed"


def test_a_stale_round_cannot_start_and_says_who_came_and_went(desk):
    desk.by_hand(FIRST, SECOND)
    gone = desk.leave("Anna", "Hilde")
    assert details(gone) == [("event.stale", 1)]
    desk.arrive("Iris")
    for attempt in (desk.start, lambda: desk.enter("Eva=1 Fenna=2 Gijs=3 Hilde=4")):
        error = refused(desk.club, attempt)
        assert error.code == "event.round_stale"
        assert details(error) == [
            ("event.gone", "Anna", 1), ("event.gone", "Hilde", 1), ("event.unseated", "Iris", 1),
        ]  # fmt: skip
    desk.back("Anna", "Hilde")
    desk.leave("Iris")
    desk.start()


def test_a_round_starts_while_an_earlier_one_is_being_played(desk):
    desk.draw(all=True)
    desk.start()
    done = desk.start()
    assert done.round.round == 2
    assert details(done) == [("event.earlier_open", 1, ("1", "2"))]


def test_closing_takes_the_first_that_is_complete(desk):
    desk.draw(all=True)
    desk.play()
    assert [desk.close().round.round for _ in range(3)] == [1, 2, 3]
    assert code(desk.club, desk.close) == "event.all_played"


class TestFinish:
    def test_closes_every_round_and_the_event(self, desk):
        desk.draw(all=True)
        desk.play()
        done = desk.finish()
        assert done.event.state == "closed"
        named = desk.at("Evening")
        assert [each.state for each in named.show().rounds] == ["closed"] * 3
        for deed in (named.finish, named.draw, named.close, named.start):
            assert code(desk.club, deed) == "event.finished"

    def test_not_while_tables_are_missing(self, desk):
        desk.draw(all=True)
        desk.play(1)
        desk.enter(" ".join(f"{name}=1" for name in desk.tables(2)[1]), round=2)
        error = refused(desk.club, desk.finish)
        assert error.code == "event.tables_missing"
        assert details(error) == [
            ("event.earlier_open", 2, ("1",)), ("event.earlier_open", 3, ("1", "2")),
        ]  # fmt: skip

    def test_before_all_rounds_are_played_it_may_end(self, desk):
        desk.draw()
        desk.play()
        assert desk.finish().event.complete == 1


class TestReopen:
    def test_the_last_round_that_is_closed_and_the_event_with_it(self, desk):
        desk.draw(all=True)
        desk.play()
        desk.finish()
        done = desk.at("Evening").reopen()
        assert (done.round.round, done.round.state) == (3, "complete")
        assert [each.state for each in desk.show().rounds] == ["closed", "closed", "complete"]
        assert desk.show().event.state == "open"
        assert desk.reopen(1).round.round == 1

    def test_never_without_a_reason(self, desk):
        desk.draw()
        desk.play()
        desk.close()
        with pytest.raises(UsageFault, match=r"change\.no_reason"):
            desk.reopen(reason=" ")

    def test_nothing_closed(self, desk):
        assert code(desk.club, desk.reopen) == "event.none_closed"

    def test_back_as_it_was(self, desk):
        desk.draw()
        desk.play()
        before = facts(desk.club)
        desk.close()
        desk.reopen()
        assert facts(desk.club) == before


def test_a_result_of_a_closed_round_cannot_be_undone(desk):
    desk.by_hand(FIRST, SECOND)
    desk.enter("Eva=1 Fenna=2 Gijs=3 Hilde=4")
    entered = desk.enter("Anna=1 Bram=2 Cor=3 Dina=4").change.id
    closing = desk.close().change.id
    before = desk.club.tables()
    with pytest.raises(Refused) as caught:
        desk.club.undo(entered)
    assert (caught.value.code, caught.value.fields["by"]) == ("change.touched", closing)
    assert desk.club.tables() == before
