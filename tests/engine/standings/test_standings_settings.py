"""Settings out of TOML, JSON and the command line: what they mean, and what is refused by name."""

import json
from fractions import Fraction

import pytest

from engine.standings.credits import Credit
from engine.standings.criteria import parse_tie_breaks
from engine.standings.errors import CODES, StandingsError, fault
from engine.standings.games import EventRecord
from engine.standings.scheme import Cut, Scheme
from engine.standings.season import SeasonRules


def refused(make, *args, **others):
    with pytest.raises(StandingsError) as caught:
        make(*args, **others)
    return [(problem.code, *problem.fields.values()) for problem in caught.value.problems]


class TestScheme:
    def test_everything_that_can_be_set(self):
        values = {
            "scoring": "places",
            "ladder": ["2.5", 1, 0, -1],
            "ladder_three": "2-1-0",
            "best_of": 5,
            "sit_out": "7/3",
            "sit_out_again": "nothing",
            "missed": "worst",
            "tie_breaks": ["firsts", "lot"],
            "cut": {"after_round": 4, "size": 8, "carry": True, "finalists": [3, 1]},
        }
        scheme = Scheme.from_mapping(values)
        assert scheme == Scheme(
            ladder=(Fraction(5, 2), Fraction(1), Fraction(0), Fraction(-1)),
            ladder_three=(Fraction(2), Fraction(1), Fraction(0)),
            best_of=5,
            sit_out=Credit("fixed", Fraction(7, 3)),
            sit_out_again=Credit("nothing"),
            missed=Credit("worst"),
            tie_breaks=("firsts", "lot"),
            cut=Cut(4, 8, True, (3, 1)),
        )
        assert json.loads(json.dumps(scheme.as_mapping())) == {**values, "ladder_three": [2, 1, 0]}

    def test_nothing_set_is_the_default(self):
        assert Scheme.from_mapping({}) == Scheme()
        assert Scheme.from_mapping({"best_of": None, "cut": None}) == Scheme()

    @pytest.mark.parametrize(
        ("text", "ladder"),
        [("4-3-2-1", "4 3 2 1"), ("3-1-0-0", "3 1 0 0"), ("5, 3, 1, -2", "5 3 1 -2")],
    )
    def test_a_ladder_in_one_word(self, text, ladder):
        scheme = Scheme.of_text(text, best_of=3)
        assert " ".join(map(str, scheme.ladder)) == ladder
        assert (scheme.scoring, scheme.best_of) == ("places", 3)

    @pytest.mark.parametrize("key", ["points", "places", "performance"])
    def test_a_scoring_in_one_word(self, key):
        assert Scheme.of_text(f" {key} ").scoring == key

    def test_all_that_is_wrong_is_told_at_once(self):
        found = refused(
            Scheme.from_mapping,
            {
                "scoring": "points",
                "ladder": [4, 3, 2, 1],
                "best_of": "five",
                "sit_out": "mean",
                "tie_breaks": "firsts,luck",
                "cut": {"size": 0, "carry": 1, "colour": "red"},
                "colour": "blue",
            },
        )
        assert [each[:2] for each in found] == [
            ("standings.key", "colour"),
            ("standings.contradiction", "ladder"),
            ("standings.type", "best_of"),
            ("standings.credit", "sit_out"),
            ("standings.criterion", "luck"),
            ("standings.key", "cut.colour"),
            ("standings.missing", "cut.after_round"),
            ("standings.range", "cut.size"),
            ("standings.type", "cut.carry"),
        ]

    @pytest.mark.parametrize(
        ("values", "problem"),
        [
            ([], ("standings.type", None, "[]", "settings")),
            ({"scoring": "chess"}, ("standings.choice", "scoring", "chess")),
            ({"scoring": "performance", "best_of": 3}, ("standings.contradiction", "best_of")),
            ({"scoring": "performance", "sit_out": 3}, ("standings.contradiction", "sit_out")),
            ({"ladder": [4, 3, 2]}, ("standings.ladder", "ladder", "4 3 2", 4)),
            ({"ladder": [4, 3, 2, "x"]}, ("standings.ladder", "ladder", "4 3 2 x", 4)),
            ({"ladder": 7}, ("standings.ladder", "ladder", "7", 4)),
            ({"ladder": [4, 1, 3, 2]}, ("standings.ladder_order", "ladder", "4 1 3 2")),
            ({"ladder": [1, 1, 1, 1]}, ("standings.ladder_order", "ladder", "1 1 1 1")),
            ({"ladder_three": [1, 2, 3]}, ("standings.contradiction", "ladder_three", "ladder")),
            ({"best_of": 0}, ("standings.range", "best_of", 0, 1)),
            ({"best_of": True}, ("standings.type", "best_of", "true", "integer")),
            ({"tie_breaks": 7}, ("standings.type", "tie_breaks", "7", "list")),
            ({"tie_breaks": ["lot", "lot"]}, ("standings.criterion_twice", "lot")),
            ({"cut": 4}, ("standings.type", "cut", "4", "settings")),
            ({"cut": {"after_round": 1}}, ("standings.missing", "cut.size")),
            (
                {"cut": {"after_round": 1, "size": 4, "finalists": [1, "x"]}},
                ("standings.type", "cut.finalists"),
            ),
            (
                {"ladder": [1, 2, 3, 4], "missed": "nothing"},
                ("standings.nothing_is_best", "missed"),
            ),
        ],
    )
    def test_is_refused_by_name(self, values, problem):
        (found,) = refused(Scheme.from_mapping, values)
        assert found[: len(problem)] == problem

    def test_nothing_would_be_best_where_few_points_are_good(self):
        scheme = Scheme("points", sit_out=Credit("nothing"))
        assert scheme.better(EventRecord((), better="high")) == "high"
        assert refused(scheme.better, EventRecord((), better="low")) == [
            ("standings.nothing_is_best", "sit_out")
        ]

    @pytest.mark.parametrize(("rule", "score"), [("fixed", None), ("worst", Fraction(1))])
    def test_a_fixed_score_has_a_score_and_no_other_has(self, rule, score):
        assert refused(Credit, rule, score) == [("standings.fixed", "credit", rule)]

    def test_a_cut_needs_a_round_and_a_size(self):
        assert refused(Cut, 0, 4) == [("standings.range", "cut.after_round", 0, 1)]
        assert refused(Cut, 1, 0) == [("standings.range", "cut.size", 0, 1)]


class TestTieBreaks:
    def test_in_the_order_in_which_they_are_named(self):
        assert parse_tie_breaks("points,firsts, head_to_head lot") == (
            "points",
            "firsts",
            "head_to_head",
            "lot",
        )
        assert parse_tie_breaks("") == ()

    def test_one_that_does_not_exist_is_refused_with_those_that_do(self):
        ((code, criterion, known),) = refused(parse_tie_breaks, "firsts,wins")
        assert (code, criterion) == ("standings.criterion", "wins")
        assert known == (
            "points",
            "average_points",
            "firsts",
            "seconds",
            "thirds",
            "head_to_head",
            "last_round",
            "opponents",
            "preliminary",
            "lot",
        )


class TestSeasonRules:
    def test_everything_that_can_be_set(self):
        values = {
            "evening": "places",
            "ladder": [4, 3, 2, 1],
            "ladder_three": [4, "2.5", 1],
            "best": 6,
            "of": 8,
            "minimum_attendance": 4,
            "absent_with_notice": "worst",
            "absent_without_notice": 0,
            "sit_out": "2.5",
            "sit_out_again": "own_average",
            "missed": "nothing",
            "substitute": "replaces_worst",
            "tie_breaks": ["wins", "lot"],
        }
        assert SeasonRules.from_mapping(values).as_mapping() == values

    @pytest.mark.parametrize(
        ("values", "problem"),
        [
            ({"evening": "fun"}, ("standings.choice", "evening", "fun")),
            ({"best": 9, "of": 8}, ("season.too_large", "best", 9, 8)),
            ({"minimum_attendance": 9, "of": 8}, ("season.too_large", "minimum_attendance")),
            ({"minimum_attendance": -1}, ("standings.range", "minimum_attendance", -1, 0)),
            ({"evening": "standing"}, ("standings.missing", "ladder")),
            (
                {"evening": "standing", "ladder": [9, 5], "sit_out": 3},
                ("standings.contradiction", "sit_out", "evening = standing"),
            ),
            (
                {"evening": "points", "ladder": [4, 3, 2, 1]},
                ("standings.contradiction", "ladder", "evening = points"),
            ),
            ({"substitute": "yes"}, ("standings.choice", "substitute", "yes")),
            ({"tie_breaks": ["seconds"]}, ("standings.criterion", "seconds")),
            (
                {"ladder": [1, 2, 3, 4], "absent_without_notice": "nothing"},
                ("standings.nothing_is_best", "absent_without_notice"),
            ),
            (
                {"ladder": [1, 2, 3, 4], "sit_out": "nothing"},
                ("standings.nothing_is_best", "sit_out"),
            ),
            ({"evenings": 8}, ("standings.key", "evenings")),
        ],
    )
    def test_is_refused_by_name(self, values, problem):
        (found,) = refused(SeasonRules.from_mapping, values)
        assert found[: len(problem)] == problem

    def test_absence_can_be_worth_nothing_only_where_many_points_are_good(self):
        rules = SeasonRules("points", absent_with_notice=Credit("nothing"))
        assert rules.better("high") == "high"
        assert refused(rules.better, "low") == [("standings.nothing_is_best", "absent_with_notice")]

    @pytest.mark.parametrize(
        ("rules", "expected"),
        [
            (SeasonRules(), "nothing"),
            (SeasonRules("points"), "worst"),
            (SeasonRules(ladder=(1, 2, 3, 4)), "worst"),
            (SeasonRules("standing", ladder=(5, 3, -1)), "worst"),
            (SeasonRules("standing", ladder=(5, 3, 0)), "nothing"),
        ],
    )
    def test_absence_without_notice_is_the_least_of_all(self, rules, expected):
        assert rules.absence(notified=False).rule == expected


def test_a_problem_has_exactly_its_fields():
    assert fault("season.stranger", player=3).fields == {"player": 3}
    with pytest.raises(KeyError):
        fault("season.stranger", name="Anna")
    assert all(code.startswith(("standings.", "season.")) for code in CODES)
