"""Draws by every method, by hand, again, changed by hand, and proved."""

import itertools
from collections import Counter

import pytest
from eventwork import EIGHT, Desk, code, details, facts, refused

from hearts_admin.errors import UsageFault
from hearts_admin.services.events.settings import METHODS


def meetings(desk):
    """How often each pair met, over all rounds that are drawn."""
    met = Counter()
    for round_ in desk.show().rounds:
        for table in round_.tables:
            seated = sorted(name for name in table.seats if name)
            met.update(itertools.combinations(seated, 2))
    return met


@pytest.mark.parametrize("method", METHODS)
def test_every_method_seats_everybody_once_and_can_be_proved(desk, method):
    for number in (1, 2, 3):
        drawn = desk.draw(method=method)
        assert (drawn.rounds[0].round, drawn.rounds[0].method) == (number, method)
        assert sorted(name for table in desk.tables(number) for name in table) == [*EIGHT]
        desk.play()
    assert [(proof.round, proof.method, proof.proved) for proof in desk.proofs()] == [
        (number, method, True) for number in (1, 2, 3)
    ]
    # By rating, results that came later have moved what the draw was made from.
    assert [proof.inputs for proof in desk.proofs()] == [True] * 3


def test_the_whole_schedule_at_once(desk):
    drawn = desk.draw(all=True, seed=7)
    assert [each.round for each in drawn.rounds] == [1, 2, 3]
    assert {each.seed for each in drawn.rounds} == {7}
    # SEATING.md, n = 8: two rounds share at least four pairs, so three share at least twelve.
    assert sum(n * (n - 1) // 2 for n in meetings(desk).values()) == 12
    assert drawn.quality["seat_imbalance"] <= 1
    assert code(desk.club, desk.draw) == "event.drawn_already"
    desk.play()
    assert code(desk.club, desk.draw) == "event.all_drawn"


def test_one_round_at_a_time(desk):
    desk.draw()
    assert code(desk.club, desk.draw) == "event.drawn_already"
    desk.draw(all=True)
    assert [each.state for each in desk.show().rounds] == ["drawn"] * 3


def test_the_same_seed_gives_the_same_draw(desk):
    first = desk.draw(all=True, seed=11).rounds
    desk.club.undo()
    assert desk.draw(all=True, seed=11).rounds == first
    desk.club.undo()
    assert desk.draw(all=True, seed=12).rounds != first


def test_without_a_seed_every_draw_has_its_own_and_a_rehearsal_the_same(desk):
    rehearsed = desk.draw(dry_run=True)
    assert rehearsed.change is None
    drawn = desk.draw()
    assert drawn.rounds == rehearsed.rounds
    again = desk.draw(again=True)
    assert again.rounds[0].seed != drawn.rounds[0].seed


def test_a_swiss_draw_puts_the_winners_together(desk):
    desk.by_hand("Anna Bram Cor Dina", "Eva Fenna Gijs Hilde")
    desk.play(points={"Anna": 1, "Bram": 2, "Eva": 1, "Fenna": 2})
    desk.draw(method="standings")
    first, second = desk.tables(2)
    assert ({*first}, {*second}) == (
        {"Anna", "Bram", "Eva", "Fenna"},
        {"Cor", "Dina", "Gijs", "Hilde"},
    )
    assert [each.proved for each in desk.proofs()] == [None, True]


def test_by_standings_only_the_next_round(desk):
    error = refused(desk.club, desk.draw, all=True, method="standings")
    assert (error.code, [each.code for each in error.problems]) == (
        "event.seating", ["seating.one_round"],
    )  # fmt: skip


def test_by_rating_like_with_like_or_all_tables_alike(desk):
    order = ("Anna", "Eva", "Bram", "Fenna", "Cor", "Gijs", "Dina", "Hilde")
    ratings = {name: 1000 + 100 * at for at, name in enumerate(order)}
    lines = "".join(f"{name},{rating}\n" for name, rating in ratings.items())
    desk.club.import_players(f"name,rating\n{lines}")
    desk.draw(method="similar")
    assert {frozenset(table) for table in desk.tables(1)} == {
        frozenset(order[:4]), frozenset(order[4:]),
    }  # fmt: skip
    desk.draw(again=True, method="balanced")
    assert [sum(ratings[name] for name in table) for table in desk.tables(1)] == [5400, 5400]


def test_unknown_method(desk):
    assert code(desk.club, desk.draw, method="dice") == "event.choice"


class TestRemainders:
    def test_nobody_sits_out_twice_before_all_have_once(self, desk):
        desk.change(rounds=9)
        desk.arrive("Iris")
        drawn = desk.draw(all=True)
        assert sorted(name for each in drawn.rounds for name in each.sitting_out) == sorted(
            (*EIGHT, "Iris")
        )

    def test_tables_of_three(self, desk):
        desk.change(remainder="three")
        desk.leave("Hilde")
        desk.draw(all=True)
        for number in (1, 2, 3):
            assert sorted(map(len, desk.tables(number))) == [3, 4]
            assert desk.round(number).sitting_out == ()
        desk.play()
        assert desk.show().event.complete == 3
        desk.change(rounds=4)
        desk.leave("Gijs", "Fenna")
        error = refused(desk.club, desk.draw)
        assert details(error) == [("seating.too_few", 4, 5)]

    def test_fill_ins_make_up_the_number_and_are_not_ranked(self, desk):
        desk.change(remainder="fill_in")
        desk.leave("Hilde")
        desk.arrive("Iris", "Joost", fill_in=True)
        desk.draw(all=True)
        filled = [
            name
            for n in (1, 2, 3)
            for table in desk.tables(n)
            for name in table
            if name in ("Iris", "Joost")
        ]
        assert sorted(Counter(filled).values()) == [1, 2]  # who has played least comes first
        desk.play()
        assert {row.player.name for row in desk.standings().rows} == {*EIGHT}

    def test_too_few_fill_ins_are_counted(self, desk):
        desk.change(remainder="fill_in")
        desk.leave("Hilde", "Gijs", "Fenna")
        desk.arrive("Iris", "Joost", fill_in=True)
        drawn = desk.draw(all=True)
        assert details(drawn) == [("event.helpers", n, 5, 3, 2) for n in (1, 2, 3)]
        assert len(drawn.rounds[0].sitting_out) == 1
        desk.club.undo()
        desk.back("Fenna")
        assert details(desk.draw()) == []

    def test_without_fill_ins_somebody_sits_out(self, desk):
        desk.change(remainder="fill_in")
        desk.arrive("Iris")
        assert len(desk.draw().rounds[0].sitting_out) == 1

    def test_too_few(self, found):
        desk = Desk(found("Anna", "Bram", "Cor"))
        desk.plan("Evening")
        desk.arrive("Anna", "Bram", "Cor")
        assert details(refused(desk.club, desk.draw)) == [("seating.too_few", 1, 3)]
        desk.change(remainder="three")
        desk.draw()
        assert desk.tables(1)[0]


class TestAgain:
    def test_around_what_has_been_played(self, desk):
        desk.change(rounds=4)
        desk.draw(all=True)
        desk.play(1)
        first, planned = desk.tables(1), [desk.tables(number) for number in (3, 4)]
        desk.leave("Anna")
        desk.arrive("Iris")
        assert desk.round(2).stale == ("Anna", "Iris")
        assert desk.round(1).stale == ()
        drawn = desk.draw(all=True, again=True)
        assert [each.round for each in drawn.rounds] == [2, 3, 4]
        assert desk.tables(1) == first
        for number in (2, 3, 4):
            assert {n for table in desk.tables(number) for n in table} == {*EIGHT, "Iris"} - {
                "Anna"
            }
        assert [proof.proved for proof in desk.proofs()] == [True] * 4
        assert [desk.tables(number) for number in (3, 4)] != planned

    def test_only_the_next_round(self, desk):
        desk.draw(all=True)
        later = desk.tables(2), desk.tables(3)
        desk.draw(again=True, seed=99)
        assert (desk.tables(2), desk.tables(3)) == later

    @pytest.mark.parametrize("how", [{"seed": 42}, {"seed": 42, "method": "meetings"}])
    def test_a_seed_draws_afresh_whatever_was_drawn_before(self, desk, how):
        desk.draw(**how)
        expected = desk.tables(1)
        desk.club.undo()
        desk.by_hand("Hilde Anna Gijs Bram", "Fenna Cor Eva Dina")
        assert details(desk.draw(again=True, **how)) == []
        assert desk.tables(1) == expected

    def test_without_one_the_earlier_draw_stays_only_where_people_came_or_went(self, desk):
        desk.arrive("Iris", "Joost")
        desk.leave("Iris", "Joost")

        def together(number):
            return {frozenset(table) for table in desk.tables(number)}

        drawn = set()
        for _ in range(8):
            desk.draw(again=True) if drawn else desk.draw()
            drawn.add(frozenset(together(1)))
        assert len(drawn) > 1
        before = together(1)
        desk.leave("Anna")
        desk.arrive("Iris")
        assert details(desk.draw(again=True)) == [("event.drawn_near", ("1",))]
        kept = {frozenset({"Iris" if name == "Anna" else name for name in t}) for t in before}
        assert together(1) == kept
        assert details(desk.draw(again=True)) == []

    def test_a_round_that_has_started_only_with_a_reason(self, desk):
        desk.draw()
        desk.start()
        with pytest.raises(UsageFault, match=r"change\.no_reason"):
            desk.draw(again=True)
        desk.draw(again=True, reason="all at the wrong tables")
        assert desk.round(1).state == "started"

    def test_not_once_a_result_is_in(self, desk):
        desk.draw(all=True)
        desk.enter(" ".join(f"{name}=1" for name in desk.tables(1)[0]))
        seated = desk.tables(1)
        assert [each.round for each in desk.draw(again=True).rounds] == [2]
        assert desk.tables(1) == seated
        desk.enter(" ".join(f"{name}=1" for name in desk.tables(3)[1]), round=3)
        again = {"again": True, "all": True, "reason": "all anew"}
        assert code(desk.club, desk.draw, **again) == "event.has_results"

    def test_nothing_to_draw_again(self, desk):
        assert code(desk.club, desk.draw, again=True) == "event.nothing_again"
        desk.draw()
        desk.play()
        assert code(desk.club, desk.draw, again=True) == "event.nothing_again"


class TestByHand:
    def test_as_it_is_said(self, desk):
        drawn = desk.by_hand("Anna Bram Cor Dina", "Eva Fenna Gijs Hilde")
        assert drawn.rounds[0].method == "hand"
        assert desk.tables(1) == [
            ("Anna", "Bram", "Cor", "Dina"),
            ("Eva", "Fenna", "Gijs", "Hilde"),
        ]
        (proof,) = desk.proofs()
        assert (proof.method, proof.proved, proof.inputs) == ("hand", None, None)

    def test_a_table_of_three_and_a_sit_out(self, desk):
        desk.by_hand("Anna Bram Cor", "Eva Fenna Gijs Hilde", out="Dina")
        assert desk.round(1).tables[0].seats == ("Anna", "Bram", "Cor", None)
        assert desk.round(1).sitting_out == ("Dina",)

    def test_everything_that_is_wrong_is_named(self, desk):
        desk.arrive("Iris")
        desk.leave("Iris")
        error = refused(
            desk.club, desk.by_hand, "Anna Bram", "Cor Dina Eva Cor", "Fenna Gijs Iris Anna"
        )
        assert details(error) == [
            ("seating.empty", 1, 1, ("Anna", "Bram")),
            ("seating.twice", 1, "Anna"),
            ("seating.twice", 1, "Cor"),
            ("seating.stranger", 1, "Iris"),
            ("seating.missing", 1, "Hilde"),
        ]
        assert error.code == "event.seating"

    def test_who_is_unknown_or_not_entered(self, desk):
        assert code(desk.club, desk.by_hand, "Anna Bram Cor Nobody") == "players.unknown"
        assert code(desk.club, desk.by_hand, "Anna Bram Cor Iris") == "event.not_entered"

    def test_five_at_a_table(self, desk):
        error = refused(desk.club, desk.by_hand, "Anna Bram Cor Dina Eva", "Fenna Gijs Hilde")
        assert (error.code, details(error)) == ("event.seating", [("standings.seats", 1, 1, 5)])

    def test_a_substitute_by_the_one_name_or_the_other(self, desk):
        desk.leave("Anna")
        desk.substitute("Anna", "Iris")
        for name in ("Anna", "Iris"):
            desk.by_hand(f"{name} Bram Cor Dina", "Eva Fenna Gijs Hilde")
            assert desk.tables(1)[0][0] == "Iris"
            desk.club.undo()

    def test_what_is_worth_knowing_is_told(self, desk):
        desk.arrive("Iris")
        desk.by_hand("Anna Bram Cor Dina", "Eva Fenna Gijs Hilde", out="Iris")
        desk.play()
        done = desk.by_hand("Anna Bram Eva Fenna", "Cor Dina Gijs Hilde", out="Iris")
        told = details(done)
        assert told[0] == ("seating.sat_out", 2, "Iris", 1, 0)
        assert ("seating.again", 2, 1, ("Anna", "Bram"), 1) in told
        assert len(told) == 5

    def test_again_by_hand(self, desk):
        desk.draw(all=True)
        later = desk.tables(2)
        desk.by_hand("Anna Bram Cor Dina", "Eva Fenna Gijs Hilde", again=True)
        assert desk.tables(1)[0] == ("Anna", "Bram", "Cor", "Dina")
        assert desk.tables(2) == later


class TestSwap:
    def test_two_seats(self, desk):
        desk.by_hand("Anna Bram Cor Dina", "Eva Fenna Gijs Hilde")
        done = desk.swap("Anna", "Hilde")
        assert desk.tables(1) == [
            ("Hilde", "Bram", "Cor", "Dina"),
            ("Eva", "Fenna", "Gijs", "Anna"),
        ]
        assert done.rounds[0].method == "hand"
        desk.club.undo()
        assert desk.tables(1)[0][0] == "Anna"

    def test_with_who_sits_out(self, desk):
        desk.arrive("Iris")
        desk.by_hand("Anna Bram Cor Dina", "Eva Fenna Gijs Hilde", out="Iris")
        desk.swap("Iris", "Bram")
        assert desk.tables(1)[0] == ("Anna", "Iris", "Cor", "Dina")
        assert desk.round(1).sitting_out == ("Bram",)

    def test_at_one_table_and_by_the_substitutes_name(self, desk):
        desk.substitute("Anna", "Iris")
        desk.by_hand("Anna Bram Cor Dina", "Eva Fenna Gijs Hilde")
        desk.swap("Iris", "Dina")
        assert desk.tables(1)[0] == ("Dina", "Bram", "Cor", "Iris")

    def test_after_the_start_with_a_reason_until_the_result(self, desk):
        desk.by_hand("Anna Bram Cor Dina", "Eva Fenna Gijs Hilde")
        desk.start()
        with pytest.raises(UsageFault, match=r"change\.no_reason"):
            desk.swap("Anna", "Eva")
        desk.swap("Anna", "Eva", reason="sat down wrongly")
        desk.enter("Eva=1 Bram=2 Cor=3 Dina=4")
        error = refused(desk.club, desk.swap, "Bram", "Fenna", reason="too late")
        assert (error.code, error.fields["result"]) == ("event.table_done", 1)
        desk.swap("Anna", "Hilde", reason="still open")

    def test_refused(self, desk):
        assert code(desk.club, desk.swap, "Anna", "Bram") == "event.guard"
        desk.draw()
        assert code(desk.club, desk.swap, "Anna", "Iris") == "event.not_drawn"
        assert code(desk.club, desk.swap, "Anna", "Nobody") == "players.unknown"

    def test_a_pair_that_is_kept_apart_is_told(self, desk):
        desk.by_hand("Anna Bram Cor Dina", "Eva Fenna Gijs Hilde")
        desk.apart("Anna", "Fenna")
        assert details(desk.swap("Anna", "Eva"))[0] == (
            "seating.apart_met",
            1,
            2,
            ("Anna", "Fenna"),
        )


class TestProof:
    def test_a_draw_that_somebody_changed_is_not_proved(self, desk):
        desk.draw(all=True)
        (tables,) = desk.club.sql(
            "SELECT tables FROM event_round WHERE closed IS NULL AND number = 2"
        )[0]
        first = tables[1 : tables.index("]") + 1]
        turned = tables.replace(first, "[" + ",".join(reversed(first[1:-1].split(","))) + "]")
        desk.club.tamper(
            "UPDATE event_round SET tables = ? WHERE closed IS NULL AND number = 2", turned
        )
        assert [proof.proved for proof in desk.proofs()] == [True, False, True]

    def test_what_it_was_drawn_from_no_longer_holds(self, desk):
        desk.by_hand("Anna Bram Cor Dina", "Eva Fenna Gijs Hilde")
        desk.play()
        desk.draw(method="standings")
        assert [proof.inputs for proof in desk.proofs()] == [None, True]
        desk.penalize("Anna", 3)
        assert [(proof.proved, proof.inputs) for proof in desk.proofs()] == [
            (None, None),
            (True, False),
        ]

    @pytest.mark.parametrize("method", ["meetings", "random", "similar", "balanced"])
    def test_somebody_leaves_who_was_drawn(self, desk, method):
        desk.draw(method=method)
        assert [proof.inputs for proof in desk.proofs()] == [True]
        desk.leave("Hilde")
        assert [(proof.proved, proof.inputs) for proof in desk.proofs()] == [(True, False)]

    def test_who_enters_later_changes_no_earlier_draw(self, desk):
        desk.by_hand("Anna Bram Cor Dina", "Eva Fenna Gijs Hilde")
        desk.play()
        desk.draw(method="standings")
        desk.arrive("Iris", round=3)
        assert [proof.inputs for proof in desk.proofs()] == [None, True]

    def test_nothing_drawn_nothing_proved(self, desk):
        assert desk.proofs() == ()


def test_a_draw_and_its_undoing(desk):
    before = facts(desk.club)
    desk.draw(all=True)
    desk.club.undo()
    assert facts(desk.club) == before
