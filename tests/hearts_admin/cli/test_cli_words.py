"""What is typed: seats, dates, times, whole lines, names that are meant, options everywhere."""

import datetime as dt

import pytest

from hearts_admin.cli import words
from hearts_admin.cli.everywhere import take
from hearts_admin.cli.gameline import Company, read_line
from hearts_admin.cli.hints import again, quoted
from hearts_admin.errors import UsageFault


def fault(call: object, *arguments: object) -> UsageFault:
    with pytest.raises(UsageFault) as caught:
        call(*arguments)  # type: ignore[operator]
    return caught.value


def test_the_last_equals_sign_splits_a_name_from_its_number() -> None:
    assert words.seats(["a=b=1", "c= 2", " d =-3", "e=+4"]) == (
        ("a=b", 1),
        ("c", 2),
        ("d", -3),
        ("e", 4),
    )


@pytest.mark.parametrize(
    ("typed", "code", "field", "value"),
    [
        (["Anna=1", "Bram=x", "Cor=2", "Dina=3"], "cli.not_a_number", "word", "Bram=x"),
        (["Anna=1", "Bram=2.5", "Cor=2", "Dina=3"], "cli.not_a_number", "value", "2.5"),
        (["Anna=1", "Bram=", "Cor=2", "Dina=3"], "cli.not_a_number", "word", "Bram="),
        (["Anna=1", "Bram=1_0", "Cor=2", "Dina=3"], "cli.not_a_number", "value", "1_0"),
        (["Anna=1", "Bram", "Cor=2", "Dina=3"], "cli.not_a_seat", "word", "Bram"),
        (["Anna=1", "=5", "Cor=2", "Dina=3"], "cli.not_a_seat", "word", "=5"),
        (["Anna=1", "Bram=2", "Cor=3"], "cli.seat_count", "count", 3),
        (["A=1", "B=2", "C=3", "D=4", "E=5"], "cli.seat_count", "count", 5),
        (["Anna=1", "Bram=2", "anna=3", "Dina=4"], "cli.twice", "name", "anna"),
        (["Zoë=1", "Bram=2", "Zoe\u0308=3", "Dina=4"], "cli.twice", "name", "Zoe\u0308"),
    ],
)
def test_a_word_that_is_no_seat_is_quoted(
    typed: list[str], code: str, field: str, value: object
) -> None:
    found = fault(words.seats, typed)
    assert (found.code, found.fields[field], found.exit_code) == (code, value, 2)


def test_dates_have_one_notation() -> None:
    assert words.day("2024-02-29") == dt.date(2024, 2, 29)
    for typed in ("14-03-2026", "2026-3-14", "20260314", "2026-W11-6", "", "today"):
        assert fault(words.day, typed).code == "cli.not_a_date"
    for typed in ("2026-13-41", "2026-02-30", "0000-01-01"):
        assert fault(words.day, typed).code == "cli.no_such_date"


def test_times_of_day() -> None:
    assert words.clock_time("00:30") == dt.time(0, 30)
    assert words.clock_time("9.05") == dt.time(9, 5)
    for typed in ("24:00", "22:60", "22", "10:00 pm", "-1:00"):
        assert fault(words.clock_time, typed).code == "cli.not_a_time"


def test_numbers_above_zero() -> None:
    assert words.above_zero("12") == 12
    for typed in ("0", "-1", "1.0", "#1", "x", ""):
        assert fault(words.above_zero, typed).code == "cli.not_a_whole"


def test_switches() -> None:
    assert words.switch("hearts_broken_by=discard") == ("hearts_broken_by", "discard")
    for typed in ("hearts", "=x", "x="):
        assert fault(words.switch, typed).code == "cli.not_a_switch"


@pytest.mark.parametrize(
    "line",
    [
        "anna 23 bram 45 cor 78 dina -4",
        "\"anna\" 23 “bram” 45 'cor' 78 dina −4",
        "anna=23 bram=45 cor = 78  dina=-4",
        "  anna 23\tbram 45 cor 78 dina -4  ",
    ],
)
def test_a_line_is_four_names_with_numbers(line: str) -> None:
    assert read_line(line) == (("anna", 23), ("bram", 45), ("cor", 78), ("dina", -4))


def test_a_member_number_is_a_name() -> None:
    assert read_line("#17 1 #4 2 cor 3 dina 4")[:2] == (("#17", 1), ("#4", 2))


def test_names_with_blanks_need_no_quotes_but_digits_do() -> None:
    line = """hanneke 't hart 1 jan de vries 2 klaas 't hoen 3 "Jan 2" 4"""
    assert read_line(line) == (
        ("hanneke 't hart", 1),
        ("jan de vries", 2),
        ("klaas 't hoen", 3),
        ("Jan 2", 4),
    )


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("anna 23 bram 45 cor 78 dina", "cli.name_without_number"),
        ("anna 23 45 cor 78 dina 5", "cli.number_without_name"),
        ("anna 23 bram 45 cor 78", "cli.seat_count"),
        ("anna 1 bram 2 cor 3 dina 4 erik 5", "cli.seat_count"),
        ("anna 1 bram 2 Anna 3 dina 4", "cli.twice"),
        ("anna 1 bram 2.5 cor 3 dina 4", "cli.not_a_number"),
        ("anna 1 bram 4O cor 3 dina 4", "cli.not_a_number"),
        ("anna 1 bram 99999999 cor 3 dina 4", "cli.not_a_number"),
    ],
)
def test_a_line_that_is_no_game(line: str, code: str) -> None:
    assert fault(read_line, line).code == code


class TestWhoIsMeant:
    company = Company(["Anna de Vries", "Annemiek", "André", "Bram", "Bram Smit", "Zoë 't Hart"])

    @pytest.mark.parametrize(
        ("typed", "meant"),
        [
            ("anna", "Anna de Vries"),
            ("ANNA DE", "Anna de Vries"),
            ("andre", "André"),
            ("zoe", "Zoë 't Hart"),
            ("bram", "Bram"),  # the whole name, though another begins with it
            ("bram s", "Bram Smit"),
            ("vries", "Anna de Vries"),  # a later word
            ("t hart", "Zoë 't Hart"),
            ("de Vries, Anna", "Anna de Vries"),
            ("erik", "erik"),
            ("#17", "#17"),
        ],
    )
    def test_a_beginning_is_enough(self, typed: str, meant: str) -> None:
        assert self.company.meant(typed) == meant

    def test_who_may_be_meant_is_told(self) -> None:
        found = fault(self.company.meant, "an")
        assert found.code == "cli.ambiguous"
        assert found.fields["possible"] == ("André", "Anna de Vries", "Annemiek")


def test_options_that_are_understood_everywhere() -> None:
    taken = take(["--lang=nl", "result", "--debug", "list", "--db", "my club.db", "--json"])
    assert taken.words == ("result", "list", "--json")
    assert (taken.lang, taken.db, taken.debug) == ("nl", "my club.db", True)
    assert take(["a", "--", "--lang", "nl"]).words == ("a", "--", "--lang", "nl")


def test_an_option_without_its_value_is_refused() -> None:
    assert fault(take(["club", "show", "--db"]).check).fields["option"] == "--db"
    assert fault(take(["--lang"]).check).fields["option"] == "--lang"
    assert fault(take(["--lang", "fr"]).check).code == "cli.language_unknown"


def test_a_command_is_given_back_as_it_can_be_typed() -> None:
    typed = take(["player", "add", "Jan de Vries", "--db", "c.db"])
    assert again(typed, "--yes") == 'hearts-admin player add "Jan de Vries" --db c.db --yes'
    assert quoted('a "b" $c') == "'a \"b\" $c'"
