"""Who is there: arriving, leaving, coming back, substitutes, pairs that do not meet."""

import pytest
from eventwork import EIGHT, WHY, code, details, refused

from hearts_admin.errors import UsageFault


def numbers(desk):
    return {each.player: each.number for each in desk.show().entrants}


def there(desk):
    """Who is to be seated in the round that comes."""
    return {each.player for each in desk.show().entrants if each.present or each.substitute}


def test_start_numbers_follow_the_order_of_arrival(desk):
    assert numbers(desk) == {name: number for number, name in enumerate(EIGHT, start=1)}
    done = desk.arrive("Iris")
    assert (done.round, done.present, done.entrants[0].number) == (1, 9, 9)


def test_a_start_number_stays_through_leaving_and_coming_back(desk):
    desk.leave("Bram")
    desk.arrive("Iris")
    assert there(desk) == {*EIGHT, "Iris"} - {"Bram"}
    assert desk.back("Bram").entrants[0].number == 2
    assert numbers(desk) == {**{n: i for i, n in enumerate(EIGHT, start=1)}, "Iris": 9}
    # Arriving twice says nothing new.
    assert desk.arrive("Iris").change is None


def test_what_holds_from_a_round_on_leaves_the_rounds_before_alone(desk):
    desk.leave("Anna", round_=2)
    desk.arrive("Iris", round=3)
    desk.back("Anna", round_=3)
    for number, expected in ((1, {*EIGHT}), (2, {*EIGHT} - {"Anna"}), (3, {*EIGHT, "Iris"})):
        assert there(desk) == expected
        drawn = desk.draw().rounds[0]
        seated = [name for table in drawn.tables for name in table.seats if name]
        assert {*seated, *drawn.sitting_out} == expected
        desk.play(number)


def test_rounds_that_have_begun_do_not_change(desk):
    desk.draw()
    desk.start()
    for command in (desk.leave, desk.back):
        error = refused(desk.club, command, "Anna", round_=1)
        assert (error.code, error.fields["next"]) == ("event.round_begun", 2)
    assert code(desk.club, desk.arrive, "Iris", round=1) == "event.round_begun"
    assert desk.leave("Anna").round == 2


def test_a_round_that_is_not_planned(desk):
    commands = (
        lambda: desk.arrive("Iris", round=99),
        lambda: desk.leave("Anna", round_=99),
        lambda: desk.back("Anna", round_=99),
    )
    for command in commands:
        error = refused(desk.club, command)
        assert (error.code, error.fields["rounds"]) == ("event.no_round", 3)


def test_nobody_is_named_twice_whatever_the_spelling(desk):
    desk.club.import_players("name,number\nAnna,17\n")
    for command in (desk.arrive, desk.leave, desk.back):
        for again in ("Anna", "  ANNA ", "#17"):
            error = refused(desk.club, command, "Bram", "Anna", again)
            assert isinstance(error, UsageFault)
            assert (error.code, error.fields["name"]) == ("entry.twice", "Anna")


def test_a_newcomer_whose_name_is_nearly_that_of_a_player_is_told(desk):
    desk.arrive("Zoë Blom", "Mirjam Kok", add_players=True)
    done = desk.arrive("Zoe Blon", "Mirjam de Kok", "Hildè", add_players=True)
    assert details(done) == [
        ("player.near", "Zoe Blon", "Zoë Blom"), ("player.near", "Hildè", "Hilde"),
    ]  # fmt: skip


class TestAfterTheLastRound:
    """Nothing is done to a round that is not planned, whether it is named or comes next."""

    def deeds(self, desk, **round_):
        number = round_.get("round_")
        return [
            lambda: desk.arrive("Iris", round=number),
            lambda: desk.leave("Anna", **round_),
            lambda: desk.back("Anna", **round_),
            lambda: desk.substitute("Anna", "Iris", **round_),
            lambda: desk.swap("Anna", "Eva", number),
            lambda: desk.start(number),
            lambda: desk.close(number),
            lambda: desk.enter("Anna=1 Bram=2 Cor=3 Eva=4", round=number),
        ]

    def test_all_have_been_played(self, desk):
        desk.change(rounds=1)
        desk.by_hand("Anna Bram Cor Dina", "Eva Fenna Gijs Hilde")
        desk.play()
        desk.close()
        for deed in self.deeds(desk):
            error = refused(desk.club, deed)
            assert (error.code, error.fields["rounds"], error.fields["more"]) == (
                "event.all_played", 1, 2,
            )  # fmt: skip
            assert error.hint == "hearts-admin event change Evening --rounds 2"
        desk.change(rounds=2)
        assert desk.leave("Anna").round == 2

    def test_the_last_is_being_played(self, desk):
        desk.change(rounds=1)
        desk.draw()
        desk.start()
        assert code(desk.club, desk.leave, "Anna") == "event.all_begun"
        assert code(desk.club, desk.start) == "event.all_begun"
        assert desk.substitute("Anna", "Iris", reason=WHY).round == 1

    def test_one_that_is_not_planned_is_named(self, desk):
        for deed in self.deeds(desk, round_=4):
            assert code(desk.club, deed) == "event.no_round"
        assert code(desk.club, desk.reopen, 4) == "event.no_round"


def test_who_is_noted_for_a_later_round_and_thinks_better_of_it(desk):
    desk.leave("Anna", round_=3)
    desk.leave("Anna")  # already now: what was noted for later is void
    desk.back("Anna", round_=2)
    rounds = desk.club.sql(
        'SELECT "round", state FROM attendance WHERE closed IS NULL AND player = 1 ORDER BY "round"'
    )
    assert rounds == [(1, "absent"), (2, "present")]


def test_absent_with_notice_and_never_entered(desk):
    done = desk.leave("Joost", noticed=True)
    assert (done.entrants, done.present) == ((), 8)
    assert desk.club.sql("SELECT state FROM attendance WHERE closed IS NULL AND player = 10") == [
        ("noticed",)
    ]


def test_new_people_are_added_on_the_way_in(desk):
    done = desk.arrive("Karel", "Loes", add_players=True, guest=True)
    assert done.added == ("Karel", "Loes")
    assert [each.number for each in done.entrants] == [9, 10]
    assert desk.club.sql("SELECT DISTINCT kind FROM player WHERE closed IS NULL AND id > 10") == [
        ("guest",)
    ]


def test_a_name_that_comes_near_is_told(desk):
    done = desk.arrive("Éva", add_players=True)
    assert (done.added, details(done)) == (("Éva",), [("player.near", "Éva", "Eva")])


def test_unknown_people_are_refused_all_at_once(desk):
    for command in (desk.arrive, desk.leave, desk.back):
        error = refused(desk.club, command, "Anna", "Nobody", "Noone")
        assert error.code == "players.unknown"
        assert [problem.fields["name"] for problem in error.problems] == ["Nobody", "Noone"]


def test_one_name_twice(desk):
    with pytest.raises(UsageFault, match=r"entry\.twice"):
        desk.arrive("Iris", "iris")


def test_who_was_never_entered_cannot_come_back(desk):
    assert code(desk.club, desk.back, "Iris") == "event.not_entered"
    assert code(desk.club, desk.substitute, "Iris", "Joost") == "event.not_entered"


def test_a_fill_in_until_a_round_is_drawn(desk):
    desk.arrive("Iris", fill_in=True)
    assert desk.show().event.players == 8
    desk.arrive("Iris")
    assert desk.show().event.players == 9
    desk.arrive("Iris", fill_in=True)
    desk.draw()
    assert code(desk.club, desk.arrive, "Iris") == "event.role_fixed"


class TestSubstitutes:
    def test_set_and_cleared(self, desk):
        desk.leave("Anna")
        done = desk.substitute("Anna", "Iris")
        assert (done.round, done.present) == (1, 8)
        assert (done.entrants[0].player, done.entrants[0].substitute) == ("Anna", "Iris")
        desk.draw()
        seated = {name for table in desk.tables(1) for name in table}
        assert seated == {*EIGHT, "Iris"} - {"Anna"}
        desk.play()
        assert "Iris" not in desk.scores()
        assert desk.scores()["Anna"] > 0
        desk.back("Anna")
        desk.substitute("Anna", None)
        desk.draw()
        assert {name for table in desk.tables(2) for name in table} == {*EIGHT}

    def test_cleared_where_nobody_plays(self, desk):
        assert code(desk.club, desk.substitute, "Anna", None) == "event.no_substitute"

    def test_the_same_again_is_no_change(self, desk):
        desk.substitute("Anna", "Iris")
        assert desk.substitute("Anna", "Iris").change is None

    def test_already_seated_elsewhere(self, desk):
        assert code(desk.club, desk.substitute, "Anna", "Bram") == "event.seated_elsewhere"
        desk.substitute("Anna", "Iris")
        assert code(desk.club, desk.substitute, "Bram", "Iris") == "event.seated_elsewhere"
        for command in (desk.arrive, desk.back):
            if command == desk.back:
                desk.substitute("Anna", None)
                desk.arrive("Iris")
                desk.leave("Iris")
                desk.substitute("Anna", "Iris")
            assert code(desk.club, command, "Iris") == "event.seated_elsewhere"
        desk.draw()
        assert code(desk.club, desk.substitute, "Cor", "Dina") == "event.seated_elsewhere"

    def test_until_the_substitute_plays_themselves(self, desk):
        desk.arrive("Iris", round=3)
        done = desk.substitute("Anna", "Iris")
        assert details(done) == [("event.substitute_until", "Iris", "Anna", 3)]
        for number in (1, 2, 3):
            drawn = desk.draw().rounds[0]
            seated = {
                *drawn.sitting_out,
                *(name for table in desk.tables(number) for name in table),
            }
            assert seated == ({*EIGHT, "Iris"} - {"Anna"} if number < 3 else {*EIGHT, "Iris"})
            desk.play()

    def test_who_sits_out_may_play_for_another_in_that_round(self, desk):
        desk.arrive("Iris")
        desk.draw(all=True)
        (out,) = desk.round(1).sitting_out
        gone = next(name for name in EIGHT if name != out)
        done = desk.substitute(gone, out)
        assert details(done) == [("event.substitute_until", out, gone, 2)]
        desk.play(1)  # the draw has not gone stale by it
        row = next(row for row in desk.standings().rows if row.player.name == out)
        assert [one.state for one in row.rounds] == ["sat_out"]
        assert desk.round(2).stale == ()

    def test_rounds_that_have_been_played_do_not_change(self, desk):
        """Of round 1 a table is missing; round 2 has been played, by Joost instead of Anna."""
        desk.draw(all=True)
        desk.substitute("Anna", "Joost", round_=2)
        desk.play(2)
        played, scores = desk.tables(2), desk.scores()
        desk.substitute("Anna", "Iris", round_=1)
        assert desk.tables(2) == played
        assert "Iris" in {name for table in desk.tables(1) for name in table}
        desk.substitute("Anna", None, round_=1)
        assert (desk.tables(2), desk.scores()) == (played, scores)
        assert "Joost" in {name for table in desk.tables(3) for name in table}

    def test_who_plays_for_somebody_later_is_not_there_then_as_well(self, desk):
        desk.substitute("Anna", "Iris", round_=3)
        error = refused(desk.club, desk.arrive, "Iris")
        assert (error.code, error.fields["round"]) == ("event.seated_elsewhere", 3)
        desk.substitute("Anna", None, round_=3)
        desk.arrive("Iris")

    def test_nobody_plays_for_themselves_as_another(self, desk):
        desk.leave("Anna")
        assert code(desk.club, desk.substitute, "Anna", "anna") == "entry.same_person"

    def test_in_a_round_that_has_started_only_with_a_reason_and_before_the_result(self, desk):
        desk.draw()
        first, second = desk.tables(1)
        desk.start()
        with pytest.raises(UsageFault, match=r"change\.no_reason"):
            desk.substitute(first[0], "Iris")
        desk.substitute(first[0], "Iris", reason="went home ill")
        assert desk.tables(1)[0][0] == "Iris"
        desk.enter(" ".join(f"{name}={n}" for n, name in enumerate(second, start=1)))
        error = refused(desk.club, desk.substitute, second[1], "Joost", reason="too late")
        assert (error.code, error.fields["table"]) == ("event.table_done", 2)
        desk.play()
        for state in ("complete", "closed"):
            error = refused(desk.club, desk.substitute, first[1], "Joost", round_=1, reason="no")
            assert (error.code, error.fields["stage"]) == ("event.guard", state)
            if state == "complete":
                desk.close()

    def test_a_drawn_round_goes_stale_by_nobody_who_is_replaced(self, desk):
        desk.draw()
        desk.leave("Anna")
        assert desk.round(1).stale == ("Anna",)
        desk.substitute("Anna", "Iris")
        assert desk.round(1).stale == ()
        desk.start()


class TestKeptApart:
    def test_here_and_everywhere(self, desk):
        here = desk.apart("Anna", "Bram")
        assert [(p.player, p.other, p.event) for p in here.pairs] == [("Anna", "Bram", "Evening")]
        both = desk.apart("Cor", "Dina", everywhere=True)
        assert [(p.player, p.other, p.event) for p in both.pairs] == [
            ("Anna", "Bram", "Evening"), ("Cor", "Dina", None),
        ]  # fmt: skip
        desk.finish()
        desk.plan("Next")
        desk.arrive(*EIGHT)
        assert len(desk.apart("Eva", "Fenna").pairs) == 2

    def test_every_draw_keeps_to_it(self, desk):
        pairs = [("Anna", "Bram"), ("Cor", "Dina"), ("Eva", "Fenna")]
        for pair in pairs:
            desk.apart(*pair)
        for method in ("meetings", "random", "standings", "similar", "balanced"):
            desk.draw(method=method)
            for table in desk.tables(1):
                assert not [pair for pair in pairs if {*pair} <= {*table}]
            desk.club.undo()

    def test_twice_the_same_pair_is_no_change(self, desk):
        desk.apart("Anna", "Bram")
        assert desk.apart("Bram", "Anna").change is None

    def test_no_longer(self, desk):
        desk.apart("Anna", "Bram")
        assert desk.apart("Bram", "Anna", clear=True).pairs == ()
        assert code(desk.club, desk.apart, "Anna", "Bram", clear=True) == "event.not_apart"

    def test_refused(self, desk):
        assert code(desk.club, desk.apart, "Anna", "anna") == "entry.same_person"
        assert code(desk.club, desk.apart, "Anna", "Nobody") == "players.unknown"

    def test_by_hand_it_is_said_and_stands(self, desk):
        desk.apart("Anna", "Bram")
        done = desk.by_hand("Anna Bram Cor Dina", "Eva Fenna Gijs Hilde")
        assert [(each.code, each.fields["pair"]) for each in done.remarks] == [
            ("seating.apart_met", ("Anna", "Bram"))
        ]


def test_nothing_of_a_finished_event_changes(desk):
    desk.finish()
    named = desk.at("Evening")
    assert code(desk.club, named.arrive, "Iris") == "event.finished"
    assert code(desk.club, named.leave, "Anna") == "event.finished"
    assert code(desk.club, named.back, "Anna") == "event.finished"
    assert code(desk.club, named.substitute, "Anna", "Iris") == "event.finished"
    assert code(desk.club, named.apart, "Anna", "Iris") == "event.finished"
