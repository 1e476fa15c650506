"""Policies: what is shipped, what is refused, and that storage gives back what it was given."""

import json

import pytest
from hypothesis import given
from rating_histories import policies

from engine.rating.errors import CODES, PolicyError, RatingError
from engine.rating.policy import POLICIES, Decay, Policy


def test_the_shipped_policies_are_those_of_the_text():
    assert list(POLICIES) == ["club", "app", "portal"]
    for policy in POLICIES.values():
        assert (policy.start, policy.k, policy.max_change) == (1500, 32, 32)
        assert (policy.min_rule, policy.rounding, policy.three_at_table) == (
            "nonzero",
            "player",
            False,
        )
    assert POLICIES["club"].decay == Decay("rating", 14, 1, 1500)
    assert POLICIES["app"].decay == Decay("rating", 5, 1, 1500)
    assert POLICIES["portal"].decay.mode == "off"


def test_the_content_is_plain_ordered_and_nameless():
    assert POLICIES["club"].switches() == {
        "start": 1500,
        "k": 32,
        "max_change": 32,
        "min_rule": "nonzero",
        "rounding": "player",
        "decay": "rating",
        "grace_days": 14,
        "points_per_day": 1,
        "floor": 1500,
        "three_at_table": False,
    }
    assert list(Policy("other", k=16).switches()) == list(POLICIES["club"].switches())


@given(policies)
def test_a_policy_comes_back_from_storage(policy):
    stored = json.loads(json.dumps(policy.switches(), sort_keys=True))
    assert Policy.from_switches(stored, name=policy.name) == policy


def test_a_stored_policy_finds_its_name_again():
    for name, policy in POLICIES.items():
        assert Policy.from_switches(policy.switches()) is policy
        assert Policy.from_switches(policy.switches(), name="mine").name == "mine"
        assert policy.name == name
    assert Policy.from_switches({"k": 24}).name == "own"


def test_switches_not_mentioned_keep_their_defaults():
    policy = Policy.from_switches({"min_rule": "off", "grace_days": 30})
    assert policy == Policy("own", min_rule="off", decay=Decay(grace_days=30))


@pytest.mark.parametrize(
    ("switches", "code", "fields"),
    [
        ({"k": 31}, "policy.k_even", {"value": 31}),
        ({"k": 0}, "policy.range", {"switch": "k", "value": 0, "low": 2, "high": 400}),
        ({"k": 402}, "policy.range", {"switch": "k", "value": 402, "low": 2, "high": 400}),
        ({"k": "32"}, "policy.type", {"switch": "k", "value": "32", "expected": "integer"}),
        ({"k": True}, "policy.type", {"switch": "k", "value": True, "expected": "integer"}),
        ({"k": 30, "three_at_table": True}, "policy.k_three", {"value": 30}),
        (
            {"three_at_table": 1},
            "policy.type",
            {"switch": "three_at_table", "value": 1, "expected": "boolean"},
        ),
        (
            {"max_change": 0},
            "policy.range",
            {"switch": "max_change", "value": 0, "low": 1, "high": None},
        ),
        (
            {"start": 1500.0},
            "policy.type",
            {"switch": "start", "value": 1500.0, "expected": "integer"},
        ),
        (
            {"min_rule": "always"},
            "policy.choice",
            {"switch": "min_rule", "value": "always", "choices": ("nonzero", "off", "ends")},
        ),
        (
            {"rounding": 0},
            "policy.type",
            {"switch": "rounding", "value": 0, "expected": "text"},
        ),
        (
            {"decay": "daily"},
            "policy.choice",
            {"switch": "decay", "value": "daily", "choices": ("rating", "display", "off")},
        ),
        (
            {"grace_days": -1},
            "policy.range",
            {"switch": "grace_days", "value": -1, "low": 0, "high": None},
        ),
        (
            {"points_per_day": 0},
            "policy.range",
            {"switch": "points_per_day", "value": 0, "low": 1, "high": None},
        ),
        ({"floor": None}, "policy.type", {"switch": "floor", "value": None, "expected": "integer"}),
    ],
)
def test_what_cannot_be_is_refused_with_its_fields(switches, code, fields):
    with pytest.raises(PolicyError) as caught:
        Policy.from_switches(switches)
    assert (caught.value.code, dict(caught.value.fields)) == (code, fields)
    assert tuple(fields) == CODES[code]


def test_an_unknown_switch_names_the_known_ones():
    with pytest.raises(PolicyError) as caught:
        Policy.from_switches({"kk": 3})
    assert caught.value.code == "policy.unknown_switch"
    assert caught.value.fields["switch"] == "kk"
    assert caught.value.fields["known"] == tuple(POLICIES["club"].switches())
    assert tuple(caught.value.fields) == CODES["policy.unknown_switch"]


def test_tables_of_three_ask_for_a_k_that_can_be_divided_by_four():
    assert Policy("p", k=36, three_at_table=True).k == 36
    assert Policy("p", k=30).k == 30


def test_policy_errors_are_rating_errors():
    assert issubclass(PolicyError, RatingError)
    assert issubclass(RatingError, ValueError)
