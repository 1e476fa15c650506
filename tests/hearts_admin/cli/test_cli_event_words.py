"""Events on the command line: what does not go together, what to try next, words for programs."""

import csv
import io
import re

import pytest
from catalogues import paragraphs
from commandline import CommandLine

from engine.standings.credits import RULES
from engine.standings.criteria import CRITERIA
from engine.standings.season import EVENINGS, SUBSTITUTES
from engine.standings.season_criteria import SEASON_CRITERIA
from hearts_admin.cli import settingwords
from hearts_admin.messages.events import PRESETS
from hearts_admin.services.events.settings import METHODS, REMAINDERS
from hearts_admin.services.presets import preset_text, read_rules
from reports.event_text import CRITERIA as TITLES


@pytest.fixture
def evening(club: CommandLine) -> CommandLine:
    """An evening at which four are there and nothing is drawn."""
    club.must("event", "add", "Avond", "--date", "2026-03-14")
    club.must("event", "arrive", "Anna", "Bram", "Cor", "Dina")
    return club


def test_kind_and_state_are_words_for_programs_in_csv(evening: CommandLine) -> None:
    listed = evening.must("event", "list", "--csv", "--lang", "nl").out
    (row,) = csv.DictReader(io.StringIO(listed))
    assert (row["kind"], row["state"]) == ("evening", "open")
    assert "clubavond" in evening.must("event", "list", "--lang", "nl").out


@pytest.mark.parametrize("other", [["Anna"], ["--points", "3"], ["--round", "1"]])
def test_a_penalty_is_given_or_taken_back(evening: CommandLine, other: list[str]) -> None:
    why = ("--reason", "late")
    evening.must("event", "penalty", "Anna", "--points", "3", *why)
    ran = evening("event", "penalty", "--cancel", "1", *other, *why)
    assert (ran.code, ran.out) == (2, "")
    assert f"--cancel and {other[0]} do not go together" in ran.err
    ran = evening.must("event", "penalty", "--cancel", "1", *why)
    assert ran.lines()[0] == "There are no penalties."


def test_who_sits_out_is_said_of_a_draw_by_hand_only(evening: CommandLine) -> None:
    ran = evening("event", "draw", "--sitting-out", "Anna")
    assert (ran.code, ran.out) == (2, "")
    assert "--table is missing." in ran.err
    assert evening.must("event", "show", "--json").json()["rounds"][0]["state"] == "planned"


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["event", "add", "avond"], "hearts-admin event list"),
        (["event", "close", "--round", "1"], "hearts-admin event show"),
        (["event", "finish"], "hearts-admin event enter Avond"),
        (["event", "record", "Anna=1", "Bram=2", "Cor=3", "Erik=20"], "hearts-admin event show"),
        (["season", "presets", "best"], "hearts-admin season presets"),
        (["season", "add", "winter"], "hearts-admin season list"),
        (["rules", "legal", "--hand", "VS"], "hearts-admin rules legal --help"),
    ],
)
def test_an_error_ends_with_what_to_try(evening: CommandLine, words: list[str], hint: str) -> None:
    evening.must("player", "add", "Erik")
    evening.must("season", "add", "Winter")
    evening.must("event", "draw")
    ran = evening(*words)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.splitlines()[-1].startswith(f"Try: {hint}")


def test_how_a_round_was_drawn_is_said_in_words(evening: CommandLine) -> None:
    assert "Loting: eerst nieuwe tegenstanders, lotgetal" in (
        evening.must("event", "draw", "--lang", "nl").out
    )
    proved = evening.must("event", "draw", "--verify", "--lang", "nl").out
    assert "eerst nieuwe tegenstanders" in proved
    assert "meetings" not in proved
    assert evening.must("event", "draw", "--verify", "--json").json()[0]["method"] == "meetings"


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_to_copy_speaks_the_readers_language(preset: str, club: CommandLine) -> None:
    english, dutch = (
        club.must("season", "presets", preset, "--lang", language).out for language in ("en", "nl")
    )
    assert english == preset_text(preset)
    assert not set(paragraphs(english)) & set(paragraphs(dutch))
    assert read_rules(dutch) == read_rules(english)
    assert max(map(len, dutch.splitlines())) <= 100


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["report", "chart"], "SOORT ontbreekt."),
        (["player", "show"], "NAAM ontbreekt."),
        (["event", "draw", "--sitting-out", "Anna"], "--table ontbreekt."),
    ],
)
def test_what_is_missing_is_called_as_in_the_help(
    evening: CommandLine, words: list[str], says: str
) -> None:
    assert f"Fout: {says}" in evening(*words, "--lang", "nl").err


def test_a_shared_first_place_is_explained_without_settings(club: CommandLine) -> None:
    shared = ("result", "record", "Anna=26", "Bram=26", "Cor=104", "Dina=104")
    said = club.must(*shared, "--lang", "nl", "--rules", "american")
    assert "De eerste plaats wordt gedeeld: de tekst van deze regels zegt niet wat" in (
        said.out + said.err
    )
    assert "lowest_tied" not in said.out + said.err


def test_every_value_of_a_setting_has_words() -> None:
    assert settingwords.METHODS.keys() == set(METHODS)
    assert settingwords.REMAINDERS.keys() == set(REMAINDERS)
    assert settingwords.ROUND_CREDITS.keys() == settingwords.EVENING_CREDITS.keys() == set(RULES)
    assert settingwords.EVENINGS.keys() == set(EVENINGS)
    assert settingwords.SUBSTITUTES.keys() == set(SUBSTITUTES)
    assert TITLES.keys() >= CRITERIA.keys() | SEASON_CRITERIA.keys()


EVENT_OPTIONS = (
    "--rounds", "5", "--scoring", "5-3-1-0", "--best-of", "3", "--sit-out", "2.5",
    "--missed", "worst", "--method", "balanced", "--remainder", "three",
    "--tie-breaks", "firsts,head_to_head,lot",
)  # fmt: skip


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "nl",
            {
                "Tafelindeling": "op rating, sterk en zwak gemengd",
                "Geen veelvoud van vier": "tafels van drie",
                "Telling": "plaatspunten 5-3-1-0, de beste 3 van 5 ronden",
                "Vrije ronde": "2,5",
                "Gemiste ronde": "de slechtste score van de ronde",
                "Bij gelijke stand": "eerste plaatsen, onderling, loting",
            },
        ),
        (
            "en",
            {
                "Seating": "by rating, strong and weak mixed",
                "No multiple of four": "tables of three",
                "Scoring": "place points 5-3-1-0, the best 3 of 5 rounds",
                "Sit-out": "2.5",
                "Missed round": "the worst score of the round",
                "Tie-breaks": "first places, head to head, lot",
            },
        ),
    ],
)
def test_the_settings_of_an_event_are_shown_in_words(
    language: str, words: dict[str, str], club: CommandLine
) -> None:
    club.must("event", "add", "Beker", *EVENT_OPTIONS)
    shown = details(club.must("event", "show", "--lang", language).out)
    assert words.items() <= shown.items()
    event = club.must("event", "show", "--json").json()["event"]
    assert (event["method"], event["remainder"]) == ("balanced", "three")
    assert event["scheme"]["sit_out"] == "2.5"


def test_a_final_is_shown_in_words(club: CommandLine) -> None:
    club.must("event", "add", "Beker", "--rules", "none")
    club.must("event", "arrive", "Anna", "Bram", "Cor", "Dina", "Eva", "Fenna", "Gijs", "Hanna",
              "--add-players")  # fmt: skip
    club.must("event", "draw", "--table", "Anna,Bram,Cor,Dina", "--table", "Eva,Fenna,Gijs,Hanna")
    club.must("event", "enter", stdin="1 2 3 4\n1 2 3 4\n")
    club.must("event", "final", "--size", "4", "--carry-over")
    shown = details(club.must("event", "show", "--lang", "nl").out)
    assert shown["Finale"] == "de beste 4 na ronde 1, met wat zij hebben"


OWN_RULES = """
evening = "standing"
ladder = [7, 5.5, 1]
best = 4
minimum_attendance = 1
absent_with_notice = "round_median"
absent_without_notice = 0.5
tie_breaks = ["attendance", "wins"]
"""


@pytest.mark.parametrize(
    ("language", "rules", "words"),
    [
        (
            "nl",
            "best-6-of-8",
            {
                "Een avond telt als": "plaatspunten 4-3-2-1",
                "Avonden die tellen": "de beste 6 van 8",
                "Geplaatst": "vanaf 4 avonden",
                "Afgemeld": "de slechtste score van de avond",
                "Afwezig zonder afmelding": "0",
                "Vrije ronde": "2,5",
                "Tweede vrije ronde": "het gemiddelde van de eigen ronden",
                "Gemiste ronde": "niets",
                "Ingevallen voor een ander": "mag het eigen slechtste spel vervangen",
                "Bij gelijke stand": "gewonnen avonden (eerste in de stand van de avond zelf), "
                "beste avond, onderling",
            },
        ),
        (
            "en",
            "own.toml",
            {
                "An evening is worth": "the place in its standings: 7-5.5-1",
                "Evenings that count": "the best 4",
                "Placed": "from 1 evening on",
                "Absent with notice": "the middle score of the evening",
                "Absent without notice": "0.5",
                "Tie-breaks": "evenings attended, "
                "evenings won (first in the evening's own standings)",
            },
        ),
    ],
)
def test_the_rules_of_a_season_are_shown_in_words(
    language: str, rules: str, words: dict[str, str], club: CommandLine
) -> None:
    (club.folder / "own.toml").write_text(OWN_RULES, "utf-8")
    club.must("season", "add", "Winter", "--rules", rules)
    assert details(club.must("season", "show", "--lang", language).out) == words
    stored = club.must("season", "show", "--json").json()["rules"]
    assert {"evening", "ladder", "best", "tie_breaks"} <= stored.keys()


@pytest.mark.parametrize(
    "preset", ["best-5-of-7", "best-6-of-8", "league-3-1-0-0", "place-sum", "points-table"]
)
def test_no_key_of_a_file_is_left_in_what_is_shown(preset: str, club: CommandLine) -> None:
    club.must("season", "add", "Winter", "--rules", preset)
    stored = club.must("season", "show", "--json").json()["rules"]
    shown = club.must("season", "show").out
    keys = [key for key in stored if "_" in key] + ["own_average", "replaces_worst", "best_evening"]
    assert not re.search("|".join(keys), shown)


def details(text: str) -> dict[str, str]:
    """Title -> value of the lines with two columns."""
    pairs = (re.split(r"  +", line, maxsplit=1) for line in text.splitlines())
    return {pair[0]: pair[1] for pair in pairs if len(pair) == 2}
