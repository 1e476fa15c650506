"""The presets for seasons: each reads, says what it promises, and counts as by hand."""

import tomllib
from fractions import Fraction

import pytest

from engine.standings.games import Entrant, EventRecord, Line, SitOut
from engine.standings.scheme import Scheme
from engine.standings.season import Evening, SeasonRules
from engine.standings.season_ranking import season_standings
from hearts_admin.errors import FileFault, Refused
from hearts_admin.messages import describe, load_language, sentence
from hearts_admin.services.presets import (
    list_presets,
    preset_text,
    read_rules,
    rules_text,
    season_rules,
)

NAMES = [preset.name for preset in list_presets()]


def evening(label, *games, notified=(), sitting_out=()):
    """An evening of four games at most: the players of each in the order of their places."""
    lines = tuple(
        Line(number, 1, player, place, points)
        for number, game in enumerate(games, start=1)
        for place, (player, points) in enumerate(zip(game, (10, 20, 30, 44), strict=True), start=1)
    )
    out = tuple(SitOut(number, player) for number, player in sitting_out)
    entered = sorted({line.player for line in lines} | {each.player for each in out})
    entrants = tuple(Entrant(player, at) for at, player in enumerate(entered, start=1))
    record = EventRecord(entrants, lines, out, rounds=len(games))
    return Evening(label, record, Scheme(), frozenset(notified))


# Place points: 1: 8, 2: 6, 3: 4, 4: 2; then 2: 4 + 2.5, 3: 3 + 4, 4: 2 + 2, 5: 1 + 1,
# 6: sits out + 3, with 1 away, who has said so.
TWO = (
    evening("1", (1, 2, 3, 4), (1, 2, 3, 4)),
    evening("2", (2, 3, 4, 5), (3, 6, 4, 5), notified=(1,), sitting_out=((1, 6), (2, 2))),
)


def totals(name):
    found = season_standings(season_rules(name), TWO)
    return {row.player: row.total for row in found.rows}


class TestByHand:
    def test_best_6_of_8(self):
        assert totals("best-6-of-8") == {
            1: 8 + 2,  # the worst of the second evening is 5's 1 + 1
            2: 6 + 4 + Fraction(5, 2),
            3: 4 + 3 + 4,
            4: 2 + 2 + 2,
            5: 0 + 1 + 1,
            6: 0 + Fraction(5, 2) + 3,
        }

    def test_best_5_of_7(self):
        # Second evening in place points: 2 sits out for an average of 4, so 8; then 7, 6, 4, 2.
        assert totals("best-5-of-7") == {
            1: 20 + 11,
            2: 17 + 20,
            3: 15 + 17,
            6: 0 + 15,
            4: 13 + 13,
            5: 0 + 11,
        }

    def test_league(self):
        assert totals("league-3-1-0-0") == {
            1: 6 + 0,
            2: 2 + 3 + 3,
            3: 0 + 1 + 3,
            4: 0,
            5: 0,
            6: 0 + 1 + 1,
        }

    def test_points_table(self):
        # Second evening: 2: 10 + 10, 3: 20 + 10, 4: 30 + 30, 5: 44 + 44, 6: 20 + 20: average 47.6.
        assert totals("points-table") == {
            1: 20 + Fraction(238, 5),
            2: 40 + 20,
            3: 60 + 30,
            4: 88 + 60,
            5: 88 + 88,
            6: 88 + 40,
        }

    def test_place_sum(self):
        assert totals("place-sum") == {
            1: 2 + 8,
            2: 4 + 1 + Fraction(5, 2),
            3: 6 + 2 + 1,
            4: 8 + 3 + 3,
            5: 17 + 4 + 4,
            6: 17 + Fraction(5, 2) + 2,
        }


@pytest.mark.parametrize(
    ("name", "best", "of"),
    [
        ("best-5-of-7", 5, 7),
        ("best-6-of-8", 6, 8),
        ("league-3-1-0-0", None, 10),
        ("place-sum", 6, 9),
        ("points-table", 8, 10),
    ],
)
def test_how_many_evenings_count(name, best, of):
    rules = season_rules(name)
    assert (rules.best, rules.of) == (best, of)
    assert name in NAMES


def test_the_best_six_count_and_who_misses_five_of_eight_has_no_place():
    evenings = [evening(f"{n}", (1, 2, 3, 4)) for n in range(1, 6)]
    evenings += [evening(f"{n}", (2, 1, 3, 5)) for n in range(6, 9)]
    found = season_standings(season_rules("best-6-of-8"), evenings)
    rows = {row.player: row for row in found.rows}
    assert (rows[1].total, rows[2].total) == (5 * 4 + 3, 3 * 4 + 3 * 3)
    # 4 came five times; 5 came three times, one less than the minimum.
    assert (rows[4].place, rows[4].total) == (4, 5 * 1 + 0)
    assert (rows[5].place, rows[5].total, rows[5].attendance) == (None, 3 * 1, 3)


@pytest.mark.parametrize("name", NAMES)
def test_every_setting_of_a_preset_is_explained_and_survives_being_written(name):
    text = preset_text(name)
    rules = read_rules(text)
    assert read_rules(rules_text(rules)) == rules
    assert SeasonRules.from_mapping(tomllib.loads(text, parse_float=str)) == rules
    about = next(preset.about for preset in list_presets() if preset.name == name)
    assert text.startswith(f"# {about}\n")
    assert len(about) < 100
    assert text.count("\n#") >= 5


class TestAFileOfOnesOwn:
    def test_is_read(self, tmp_path):
        file = tmp_path / "Onze competitie.TOML"
        file.write_text(preset_text("best-6-of-8").replace("best = 6", "best = 7"), "utf-8")
        assert season_rules(str(file)).best == 7

    def test_that_is_no_toml(self, tmp_path):
        file = tmp_path / "rules.toml"
        file.write_text("best is 6", "utf-8")
        with pytest.raises(FileFault) as caught:
            season_rules(str(file))
        assert (caught.value.code, caught.value.fields["file"]) == ("season.not_toml", str(file))

    def test_that_is_not_there(self, tmp_path):
        with pytest.raises(FileFault) as caught:
            season_rules(str(tmp_path / "rules.toml"))
        assert caught.value.code == "input.missing"

    def test_everything_wrong_is_told_in_both_languages(self):
        with pytest.raises(Refused) as caught:
            read_rules("best = 9\nof = 'eight'\nladder = [4, 3]\nsit_out = 'mean'\n")
        english, dutch = load_language("en"), load_language("nl")
        rules = "own_average, round_average, round_median, worst"
        assert caught.value.code == "season.file"
        assert [describe(english, problem) for problem in caught.value.problems] == [
            "ladder is 4 numbers, such as 4-3-2-1; “4 3” is not.",
            "“eight” is no value for of.",
            f"sit_out is a number, {rules} or nothing, not “mean”.",
        ]
        assert [describe(dutch, problem) for problem in caught.value.problems] == [
            "ladder bestaat uit 4 getallen, zoals 4-3-2-1; “4 3” niet.",
            "“eight” is geen waarde voor of.",
            f"sit_out is een getal, {rules} of nothing, niet “mean”.",
        ]

    def test_a_preset_that_does_not_exist(self):
        with pytest.raises(Refused) as caught:
            season_rules("best-of-all")
        said = sentence(load_language("en"), caught.value.code, caught.value.fields)
        assert said == (
            "There are no rules of a season called best-of-all; there are best-5-of-7, "
            "best-6-of-8, league-3-1-0-0, place-sum or points-table."
        )
