"""Order keys: the byte order of a text is the order of the facts (RATINGS.md, "Order of facts")."""

import hashlib
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.order import DIGEST_LENGTH, TEXT_LIMIT, adjustment_key, natural, result_key

SEATS = [("aa", 26), ("bb", 52), ("cc", 78), ("dd", 104)]

# What organisers call rounds, tables and games, and what they should not.
labels = st.one_of(
    st.none(),
    st.text(max_size=12),
    st.text(alphabet="aAbé019 -_.|/\u00a0", max_size=12),
    st.integers(0, 10**12).map(str),
)
days = st.dates().map(lambda day: day.isoformat())
instants = st.one_of(st.none(), st.datetimes().map(lambda when: when.strftime("%Y%m%dT%H%M%S")))


def key(day="2026-03-14", seats=SEATS, **fields):
    return result_key(day, [f"{player}\t{number}" for player, number in seats], **fields)


class TestForm:
    @given(days, instants, labels, labels, labels, labels)
    def test_a_key_is_ascii_in_eight_fields(self, day, instant, event, round_, table, label):
        made = key(day, instant=instant, event=event, round=round_, table=table, label=label)
        assert made.isascii()
        assert made.isprintable()
        fields = made.split(" ")
        assert len(fields) == 8
        assert fields[0] == day
        assert fields[1] == "0"

    @given(st.text(max_size=400))
    @example("9" * 5000)
    @example("1 " * 400)
    def test_a_text_is_bounded_and_holds_nothing_below_a_hyphen(self, text):
        folded = natural(text)
        assert len(folded) <= TEXT_LIMIT
        assert all("-" <= char <= "{" for char in folded)

    def test_the_digest_is_of_the_sorted_players_with_their_numbers(self):
        lines = "aa\t26\nbb\t52\ncc\t78\ndd\t104"
        digest = hashlib.sha256(lines.encode()).hexdigest()[:DIGEST_LENGTH]
        assert key() == f"2026-03-14 0 ~     {digest}"
        assert key(seats=SEATS[::-1]) == key()

    def test_places_are_told_from_points(self):
        places = [("aa", "p1"), ("bb", "p2"), ("cc", "p3"), ("dd", "p4")]
        points = [("aa", 1), ("bb", 2), ("cc", 3), ("dd", 4)]
        assert key(seats=places) != key(seats=points)

    def test_other_points_or_people_give_another_key(self):
        others = [
            [("aa", 52), ("bb", 26), ("cc", 78), ("dd", 104)],
            [("aa", 26), ("bb", 52), ("cc", 78), ("ee", 104)],
            [("aa", -26), ("bb", 52), ("cc", 78), ("dd", 104)],
        ]
        assert len({key(), *(key(seats=seats) for seats in others)}) == 4


class TestOrder:
    """Each fact below comes later than the one above it, whatever stands behind in its key."""

    LADDER = (
        key("0099-12-31", instant="99991231T235959", event="z"),
        key("2026-03-13", instant="20260314T010000", event="z", round="9", label="9"),
        key(instant="20260314T181500", event="z", round="z", table="z", label="z"),
        key(instant="20260314T191500", event="", round="2"),
        key(instant="20260314T191500", event="Clubavond 9", round="1"),
        key(instant="20260314T191500", event="clubavond 10"),
        key(instant="20260314T191500", event="CLUBAVOND 10", round="2", table="12", label="1"),
        key(instant="20260314T191500", event="Clubavond 10", round="10", table="2", label="99"),
        key(instant="20260314T191500", event="clubavond 10", round="10", table="2", label="100"),
        key(instant="20260314T191500", event="clubavond 10", round="10", table="10"),
        key(instant="20260314T191500", event="clubavond 10 b"),
        key(instant="20260314T191500", event="clubavonden"),
        key(label="2"),  # an unknown instant is the last of its day
        key(label="10"),
        key(label="a"),
        adjustment_key("2026-03-14", "aa", "adjust", -12, "late"),
        key("2026-03-15"),
        key("9999-12-31", instant="99991231T000000"),
    )

    def test_the_ladder(self):
        for lower, higher in pairwise(self.LADDER):
            assert lower < higher

    @given(days, days, labels, labels)
    def test_the_day_comes_before_all_else(self, one, other, label, other_label):
        first, second = key(one, label=label), key(other, label=other_label)
        if one != other:
            assert (first < second) == (one < other)

    @given(days, labels, st.integers(-500, 500), st.text(max_size=30))
    def test_adjustments_follow_every_result_of_their_day(self, day, label, points, reason):
        adjusted = adjustment_key(day, "aa", "adjust", points, reason)
        assert key(day, label=label, instant="99991231T235959", event="~~~") < adjusted
        assert adjusted.isascii()
        assert " " not in adjusted[13:]

    @given(labels, labels, labels)
    def test_an_earlier_field_decides_whatever_follows(self, event, table, label):
        first = key(event=event, round="1", table=table, label=label)
        second = key(event=event, round="2", table=label, label=table)
        assert first < second

    @given(st.text(alphabet="abz09 ", max_size=8), st.text(alphabet="abz09 ", max_size=8))
    def test_a_field_ends_where_it_ends(self, one, other):
        # A table named "a" with the label "b" is not the table "ab" without a label.
        low, high = sorted([natural(one), natural(other)])
        if low != high:
            by_text = {natural(one): one, natural(other): other}
            assert key(table=by_text[low], label="z z 9") < key(table=by_text[high], label="")


class TestNaturalOrder:
    @given(st.integers(0, 10**30), st.integers(0, 10**30))
    def test_numbers_compare_as_numbers(self, one, other):
        assert (natural(f"Tafel {one}") < natural(f"tafel {other}")) == (one < other)
        assert (natural(str(one)) == natural(f"00{other}")) == (one == other)

    @pytest.mark.parametrize(
        "rising",
        [
            ("1", "2", "10", "11", "100", "9999999999", "10000000000", "20000000000"),
            ("a 2", "a 10", "b 1"),
            ("ronde 1", "ronde 1 b", "ronde 2", "ronde 10"),
            ("1.2", "1.10", "2.1"),
            ("2026-03-14 09:05:30", "2026-03-14 9:05:31", "2026-03-14 10:00:00"),
            ("a", "z", "Ж", "李"),
            ("", "0", "9", "a"),
        ],
    )
    def test_what_people_expect(self, rising):
        folded = [natural(text) for text in rising]
        assert folded == sorted(set(folded))

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("Ronde 1", "RONDE  1"),
            ("ronde-1", "Ronde_1"),
            ("René", "rene"),
            ("7", "007"),
            ("Straße", "STRASSE"),
            ("\u0132s", "ijs"),
            ("x\u00b2", "x2"),  # a superscript
            ("tafel ٣", "tafel 3"),  # a digit of another script
            (" a ", "a"),
            ("", None),
            ("?!", ""),
        ],
    )
    def test_case_accents_blanks_and_zeros_count_for_nothing(self, one, other):
        assert natural(one) == natural(other)

    @given(st.text(alphabet="abzéßĳ019 -", max_size=30))
    def test_case_never_counts(self, text):
        assert natural(text.upper()) == natural(text.lower()) == natural(text)

    def test_texts_alike_in_all_that_counts_are_told_apart_no_more(self):
        long = "a" * TEXT_LIMIT
        assert natural(long + "b") == natural(long + "c")
        assert natural(long[:-1] + "b") != natural(long[:-1] + "c")
