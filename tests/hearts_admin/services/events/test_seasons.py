"""Seasons: added, changed, removed, and counted out of the evenings of the club."""

import datetime as dt
from fractions import Fraction

import pytest
from eventwork import Desk, code, details, refused
from records import correct, describe, merge

from hearts_admin.errors import FileFault
from hearts_admin.services import seasons
from hearts_admin.services.presets import list_presets
from hearts_admin.services.reporting import Contests, leaderboard
from reports.language import Language
from reports.statement_details import details_text

FOUR = "Anna Bram Cor Dina"

NL, EN = Language.load("nl"), Language.load("en")


class Winter:
    """A season of the club, and its evenings."""

    def __init__(self, club):
        self.club = club

    def add(self, name="Winter", rules=None):
        return seasons.add_season(self.club.store, self.club.act(), name, rules)

    def change(self, wanted=None, **how):
        return seasons.change_season(self.club.store, self.club.act(), wanted, **how)

    def remove(self, wanted):
        return seasons.remove_season(self.club.store, self.club.act(), wanted)

    def show(self, wanted=None):
        return seasons.show_season(self.club.store, wanted)

    def standings(self, wanted=None, **how):
        return seasons.standings_of_season(self.club.store, wanted, **how)

    def table(self):
        return [(row.place, row.player.name, row.total) for row in self.standings().rows]

    def statement(self, name):
        return seasons.statement_of_season(self.club.store, None, name)

    def evening(self, name, seats, *, day, noticed=(), **wish):
        """An evening of one table: `"Anna=1 Bram=2 ..."`."""
        desk = Desk(self.club, name)
        desk.plan(name, date=dt.date.fromisoformat(day), season="Winter", **wish)
        names = [word.partition("=")[0] for word in seats.split()]
        desk.arrive(*names)
        if noticed:
            desk.leave(*noticed, noticed=True)
        desk.by_hand(" ".join(names))
        desk.enter(seats)
        return desk


@pytest.fixture
def winter(club):
    return Winter(club)


@pytest.fixture
def counted(winter, tmp_path):
    """Best 2 of 3 evenings: Anna wins twice; Eva plays once for Dina, who said so."""
    rules = tmp_path / "rules.toml"
    rules.write_text('best = 2\nof = 3\nabsent_with_notice = "worst"\ntie_breaks = ["wins"]\n')
    winter.add(rules=str(rules))
    winter.evening("One", "Anna=1 Bram=2 Cor=3 Dina=4", day="2026-02-28")
    winter.evening("Two", "Anna=1 Bram=2 Cor=2 Eva=4", day="2026-03-07", noticed=["Dina"])
    return winter


def test_a_statement_shows_the_penalty_in_an_evening(counted):
    Desk(counted.club, "One").penalize("Anna", 1)
    lines = {line.evening.name: line for line in counted.statement("Anna").lines}
    assert {name: line.penalty for name, line in lines.items()} == {"One": -1, "Two": 0}
    assert details_text(lines["One"], EN) == "4 - 1"


class TestStatements:
    """What a line tells beside its score: everything that was not simply played for."""

    @pytest.fixture
    def told(self, winter, tmp_path):
        rules = tmp_path / "rules.toml"
        rules.write_text(
            'sit_out = 2.5\nmissed = "nothing"\nsubstitute = "replaces_worst"\ntie_breaks = []\n'
        )
        winter.add(rules=str(rules))

        def told(name, language=EN):
            return [details_text(line, language) for line in winter.statement(name).lines]

        return told

    @pytest.fixture
    def desk(self, winter, told):  # noqa: ARG002 - the rules come first
        """Two rounds; in the first Eva sits out, and the second is still to come."""
        desk = Desk(winter.club, "One")
        desk.plan("One", date=dt.date(2026, 2, 28), season="Winter", rounds=2)
        desk.arrive(*FOUR.split(), "Eva")
        desk.by_hand(FOUR, out="Eva")
        desk.enter("Anna=1 Bram=2 Cor=3 Dina=4")
        return desk

    def test_who_sat_out_or_missed_a_round(self, desk, told):
        desk.leave("Dina")
        desk.by_hand("Eva Bram Cor Anna")
        desk.enter("Eva=1 Bram=2 Cor=3 Anna=4")
        desk.penalize("Eva", "1.5")
        assert told("Eva") == [
            "6.5 - 1.5; round 1 sat out: 2.5; in the evening's own standings: 6.5"
        ]
        assert told("Dina") == ["round 2 missed: 0"]
        assert told("Eva", NL) == [
            "6,5 - 1,5; ronde 1 vrij: 2,5; in de stand van de avond zelf: 6,5"
        ]
        assert told("Anna") == [""]

    def test_who_played_for_somebody(self, desk, told):
        desk.leave("Eva")
        desk.substitute("Dina", "Eva", round_=2)
        desk.by_hand("Dina Bram Cor Anna")
        desk.enter("Eva=1 Bram=2 Cor=3 Anna=4")
        assert told("Dina", NL) == ["ronde 2 gespeeld door Eva: 4"]
        (eva,) = told("Eva")
        assert eva.startswith("round 1 sat out: 2.5; round 2 missed: 0 (does not count); ")
        assert "round 2 played for Dina: 4; in the evening's own standings: " in eva

    def test_what_counts_for_the_other_alone_is_told_too(self, desk, told, winter):
        winter.change(rules="league-3-1-0-0")
        desk.leave("Eva")
        desk.substitute("Dina", "Eva", round_=2)
        desk.by_hand("Dina Bram Cor Anna")
        desk.enter("Eva=1 Bram=2 Cor=3 Anna=4")
        assert "round 2 played for Dina (does not count)" in told("Eva")[0]

    @pytest.mark.usefixtures("desk")
    def test_by_places_the_place_is_told(self, told, winter):
        winter.change(rules="best-5-of-7")
        assert told("Anna") == ["place 1"]
        assert told("Bram", NL) == ["plaats 2"]

    def test_the_rounds_add_up(self, desk, winter):
        desk.leave("Eva")
        desk.substitute("Dina", "Eva", round_=2)
        desk.by_hand("Dina Bram Cor Anna")
        desk.enter("Eva=1 Bram=2 Cor=3 Anna=4")
        desk.penalize("Eva", "1")
        for name in (*FOUR.split(), "Eva"):
            (line,) = winter.statement(name).lines
            assert line.score == line.penalty + sum(one.score for one in line.rounds if one.counts)


class TestRegister:
    def test_added_by_a_preset_or_the_usual_one(self, winter):
        added = winter.add().season
        assert (added.id, added.name, added.rules["best"], added.rules["of"]) == (1, "Winter", 6, 8)
        for preset in list_presets():
            season = winter.add(preset.name, preset.name).season
            assert season.rules == preset.rules.as_mapping()

    def test_a_file_of_ones_own(self, winter, tmp_path):
        rules = tmp_path / "ours.toml"
        rules.write_text('evening = "standing"\nladder = [10, 6, 4, 3, 2, 1]\nbest = 4\n')
        assert winter.add(rules=str(rules)).season.rules["ladder"] == [10, 6, 4, 3, 2, 1]

    def test_refused(self, winter, tmp_path):
        assert code(winter.club, winter.show) == "season.none"
        winter.add()
        assert code(winter.club, winter.add, " ") == "season.no_name"
        assert code(winter.club, winter.add, " WINTER ") == "season.exists"
        assert code(winter.club, winter.add, "Summer", "best-of-all") == "season.preset"
        assert code(winter.club, winter.show, "Summer") == "season.unknown"
        assert code(winter.club, winter.change, "Summer", name="x") == "season.unknown"
        wrong = tmp_path / "wrong.toml"
        wrong.write_text('best = 9\nof = 8\nevening = "party"\ncolour = 1\n')
        error = refused(winter.club, winter.add, "Summer", str(wrong))
        assert (error.code, {each.code for each in error.problems}) == (
            "season.file", {"standings.key", "standings.choice"},
        )  # fmt: skip
        wrong.write_text("best = = 9")
        with pytest.raises(FileFault, match=r"season\.not_toml"):
            winter.add("Summer", str(wrong))

    def test_changed(self, winter):
        winter.add()
        changed = winter.change(name="Winter 2026", rules="best-5-of-7").season
        assert (changed.name, changed.rules["of"]) == ("Winter 2026", 7)
        assert winter.change("#1", name="Winter 2026").change is None

    def test_the_newest_is_meant_where_none_is_named(self, winter):
        winter.add()
        winter.add("Summer")
        assert winter.show().name == "Summer"
        assert winter.show("1").name == "Winter"
        assert [each.name for each in seasons.list_seasons(winter.club.store)] == [
            "Winter", "Summer",
        ]  # fmt: skip

    def test_removed_when_no_event_belongs_to_it(self, winter):
        winter.add()
        desk = Desk(winter.club)
        desk.plan("Evening", season="Winter")
        assert winter.show().events == ("Evening",)
        error = refused(winter.club, winter.remove, "Winter")
        assert (error.code, error.fields["events"]) == ("season.has_events", 1)
        desk.remove()
        winter.remove("Winter")
        assert seasons.list_seasons(winter.club.store) == ()


class TestCounting:
    def test_nothing_played_yet(self, winter):
        winter.add()
        assert code(winter.club, winter.standings) == "season.nothing"
        desk = Desk(winter.club)
        desk.plan("Evening", season="Winter")
        desk.arrive(*FOUR.split())
        desk.draw()
        assert code(winter.club, winter.standings) == "season.nothing"

    def test_best_of_with_absence_and_notice(self, counted):
        half = Fraction(5, 2)
        assert counted.table() == [
            (1, "Anna", 8), (2, "Bram", 3 + half), (3, "Cor", 2 + half), (4, "Dina", 2),
            (5, "Eva", 1),
        ]  # fmt: skip
        rows = {row.player.name: row for row in counted.standings().rows}
        assert [(each.score, each.cause) for each in rows["Dina"].evenings] == [
            (1, "played"), (1, "notified"),
        ]  # fmt: skip
        assert [(each.score, each.cause) for each in rows["Eva"].evenings] == [
            (0, "absent"), (1, "played"),
        ]  # fmt: skip
        assert rows["Bram"].places == (2, 2)
        assert not counted.standings().closed

    def test_the_worst_evening_is_dropped(self, counted):
        counted.evening("Three", "Dina=1 Cor=2 Bram=3 Anna=4", day="2026-03-13")
        rows = {row.player.name: row for row in counted.standings().rows}
        assert [each.counts for each in rows["Anna"].evenings] == [True, True, False]
        assert rows["Anna"].total == 8
        assert counted.standings().closed
        counted.evening("Four", "Dina=1 Cor=2 Bram=3 Anna=4", day="2026-03-14")
        error = refused(counted.club, counted.standings)
        assert (error.code, details(error)) == (
            "season.not_counted", [("season.evenings", 4, 3)],
        )  # fmt: skip

    def test_a_statement_adds_up(self, counted):
        counted.evening("Three", "Dina=1 Cor=2 Bram=3 Anna=4", day="2026-03-13")
        statement = counted.statement("Dina")
        assert [
            (line.evening.name, line.score, line.counts, line.cause) for line in statement.lines
        ] == [
            ("One", 1, True, "played"), ("Two", 1, False, "notified"), ("Three", 4, True, "played"),
        ]  # fmt: skip
        assert (statement.total, statement.attended) == (5, 2)

    def test_a_statement_of_a_stranger(self, counted):
        error = refused(counted.club, counted.statement, "Fenna")
        assert details(error) == [("season.stranger", "Fenna")]
        assert code(counted.club, counted.statement, "Nobody") == "players.unknown"

    def test_a_correction_of_long_ago(self, counted):
        correct(counted.club, 1, "Anna=4 Dina=1")
        assert counted.table()[0] == (1, "Bram", 3 + Fraction(5, 2))

    def test_other_rules_count_all_evenings_anew(self, counted):
        counted.change(rules="place-sum")
        assert counted.table()[0][1:] == ("Anna", 2)

    def test_rating_performances_by_their_places(self, winter, tmp_path):
        """The evening's own scoring decides its places, ratings and all."""
        rules = tmp_path / "rules.toml"
        rules.write_text('evening = "standing"\nladder = [10, 6, 3, 1]\ntie_breaks = []\n')
        winter.add(rules=str(rules))
        winter.evening(
            "One", "Anna=1 Bram=2 Cor=3 Dina=4", day="2026-02-28",
            scheme={"scoring": "performance"},
        )  # fmt: skip
        assert winter.table() == [(1, "Anna", 10), (2, "Bram", 6), (3, "Cor", 3), (4, "Dina", 1)]

    def test_a_final_decides_who_won_the_evening_and_adds_nothing_to_it(self, counted):
        def wins():
            return {row.player.name: row.tie_breaks[0] for row in counted.standings().rows}

        desk = Desk(counted.club, "Two")
        desk.change(rounds=2)
        desk.arrive("Dina", round=2)
        desk.cut(4, names=("Anna", "Bram", "Cor", "Eva"))
        totals, before = sorted(counted.table()), wins()
        desk.draw()
        desk.enter("Anna=4 Bram=3 Cor=2 Eva=1")
        desk.finish()
        assert desk.standings().rows[0].player.name == "Eva"
        assert {name: total for _, name, total in counted.table()} == {
            name: total for _, name, total in totals
        }
        assert (before["Anna"], before["Eva"]) == (2, 0)
        assert (wins()["Anna"], wins()["Eva"]) == (1, 1)

    def test_a_final_that_was_not_played_is_none(self, counted):
        desk = Desk(counted.club, "Two")
        desk.change(rounds=2)
        desk.arrive("Dina", round=2)
        before = counted.table()
        desk.cut(4, names=("Anna", "Bram", "Cor", "Eva"))
        assert counted.table() == before

    def test_evenings_of_another_season_do_not_count(self, counted):
        before = counted.table()
        counted.add("Summer")
        Desk(counted.club).plan("June", season="Summer")
        assert [
            (row.place, row.player.name, row.total)
            for row in counted.standings("Winter").rows
        ] == before  # fmt: skip

    def test_people_who_are_one(self, counted):
        merge(counted.club, "Eva", "Dina")
        assert ("Eva", 2) in [(name, total) for _, name, total in counted.table()]
        assert [row.attended for row in counted.standings().rows if row.player.name == "Eva"] == [2]

    def test_private_people_leave_the_club_by_their_initials(self, counted):
        describe(counted.club, "Anna", private=True)
        printed = {row.player.name for row in counted.standings(printed=True).rows}
        assert "Anna" not in printed
        assert "Bram" in printed

    def test_as_of_a_day_later_evenings_have_not_been(self, counted):
        before = counted.standings()
        counted.evening("Three", "Dina=1 Cor=2 Bram=3 Anna=4", day="2026-03-14")
        after = counted.standings()
        assert (before.closed, after.closed) == (False, True)
        assert counted.standings(until=dt.date(2026, 3, 13)) == before
        assert counted.standings(until=dt.date(2026, 3, 14)) == after
        assert [each.name for each in counted.standings(until=dt.date(2026, 2, 28)).evenings] == [
            "One"
        ]
        error = refused(counted.club, counted.standings, until=dt.date(2026, 2, 27))
        assert (error.code, error.fields["name"]) == ("season.nothing_until", "Winter")

    def test_the_newest_season_of_a_day(self, counted):
        counted.add("Summer")
        assert code(counted.club, counted.standings) == "season.nothing"
        assert counted.standings(until=dt.date(2026, 3, 1)).head.name == "Winter"

    def test_a_leaderboard_has_the_season_of_its_day(self, counted):
        def season(day, name=None):
            day = day and dt.date.fromisoformat(day)
            shown = Contests(season=name)
            return leaderboard(counted.club.store, counted.club.clock, day, contests=shown).season

        played = {day: season(day) for day in (None, "2026-03-06", "2026-03-07")}
        assert {day: len(each.evenings) for day, each in played.items()} == {
            None: 2, "2026-03-06": 1, "2026-03-07": 2,
        }  # fmt: skip
        counted.club.record("Anna=1 Bram=2 Cor=3 Dina=4", date="2026-01-05", rules="none")
        assert season("2026-01-05") is None
        assert code(counted.club, season, "2026-01-05", "Winter") == "season.nothing_until"

    def test_points_that_go_both_ways(self, counted):
        desk = Desk(counted.club, "Three")
        desk.plan("Three", date=dt.date(2026, 3, 14), season="Winter")
        desk.arrive(*FOUR.split())
        desk.by_hand(FOUR)
        counted.club.record(
            "Anna=10 Bram=20 Cor=30 Dina=40",
            event="Three", round="1", table="1", better="high", rules="none",
        )  # fmt: skip
        error = refused(counted.club, counted.standings)
        assert [each.code for each in error.problems] == ["season.better"]
