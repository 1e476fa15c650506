"""Policies: what is shipped, what is refused, and that storage gives back what it was given."""

import json

import pytest
from hypothesis import given
from rating_histories import policies

from engine.rating.errors import CODES, PolicyError, RatingError
from engine.rating.policy import POLICIES, Decay, Policy, read_switch


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
        "activity": "rated",
        "three_at_table": False,
        "guests": False,
        "computers": False,
        "friendly": False,
        "training": False,
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
        (
            {"activity": "some"},
            "policy.choice",
            {"switch": "activity", "value": "some", "choices": ("rated", "any")},
        ),
        *(
            (
                {switch: "no"},
                "policy.type",
                {"switch": switch, "value": "no", "expected": "boolean"},
            )
            for switch in ("guests", "computers", "friendly", "training")
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


def test_who_counts_and_which_games():
    strict, open_ = Policy("strict"), Policy("open", guests=True, computers=True, friendly=True)
    assert [strict.rates(category) for category in ("rated", "friendly", "training")] == [
        True,
        False,
        False,
    ]
    assert open_.rates("friendly")
    assert not open_.rates("training")
    assert Policy("drill", training=True).rates("training")
    seats = [(False, False), (True, False), (False, True)]
    counted = {
        policy: [policy.seats(guest=guest, computer=computer) for guest, computer in seats]
        for policy in (strict, open_, Policy("hosts", guests=True), Policy("bots", computers=True))
    }
    assert list(counted.values()) == [
        [True, False, False],
        [True, True, True],
        [True, True, False],
        [True, False, True],
    ]


@pytest.mark.parametrize(
    ("switch", "typed", "value"),
    [
        ("k", "24", 24),
        ("k", " 16 ", 16),
        ("floor", "-100", -100),
        ("start", "+1200", 1200),
        ("decay", "Off", "off"),
        ("min_rule", "ENDS", "ends"),
        ("activity", "any", "any"),
        ("guests", "yes", True),
        ("guests", "ja", True),
        ("three_at_table", "TRUE", True),
        ("training", "nee", False),
        ("friendly", "off", False),
    ],
)
def test_a_switch_as_it_is_typed(switch, typed, value):
    assert read_switch(switch, typed) == value
    assert type(read_switch(switch, typed)) is type(value)


@pytest.mark.parametrize(
    ("switch", "typed", "code"),
    [
        ("k", "x", "policy.type"),
        ("k", "24.0", "policy.type"),
        ("k", "", "policy.type"),
        ("guests", "maybe", "policy.type"),
        ("kk", "24", "policy.unknown_switch"),
    ],
)
def test_what_is_typed_wrong_is_refused(switch, typed, code):
    with pytest.raises(PolicyError) as caught:
        read_switch(switch, typed)
    assert caught.value.code == code
    assert tuple(caught.value.fields) == CODES[code]


@given(policies)
def test_what_is_shown_can_be_typed_again(policy):
    for switch, value in policy.switches().items():
        assert read_switch(switch, str(value)) == value
