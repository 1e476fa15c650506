"""`rules`: the nine sets, house rules out of a file, and questions at the table."""

from pathlib import Path

import pytest
from commandline import CommandLine

from engine.rules import SWITCHES
from engine.rulesets import RULE_SETS
from hearts_admin.cli.switchwords import SWITCH_WORDS

NAMES = [
    "american", "omnibus", "american-choice", "american-draw", "american-double", "dutch",
    "dutch-return", "klassiek", "speciaal",
]  # fmt: skip

HOUSE = """\
based_on = "american"
name = "Schoppenvrouw"
target = 75
[switches]
hearts_broken_by = "discard"
moon_points = 13
"""


def house(folder: Path, text: str = HOUSE) -> str:
    """A file of house rules."""
    (folder / "club.toml").write_text(text, "utf-8")
    return "club.toml"


def test_the_nine_are_listed(bare: CommandLine) -> None:
    listed = bare.must("rules", "list", "--json").json()
    assert [each["name"] for each in listed] == NAMES
    assert [each["target"] for each in listed] == [100, 100, 100, 100, 100, 50, 50, 100, 100]
    assert listed[5]["cards"] == 32
    assert listed[7]["moon_points"] == 13
    assert bare.must("rules", "list").out.count("\n") == len(NAMES) + 2


def test_every_switch_has_words() -> None:
    assert list(SWITCH_WORDS) == list(SWITCHES)


def test_show_says_what_a_rule_rests_on(bare: CommandLine) -> None:
    shown = bare.must("rules", "show", "dutch-return", "--json").json()
    assert shown["switches"].keys() == SWITCHES.keys()
    assert shown["switches"]["return_to_zero"] == {
        "value": "at_or_below",
        "basis": "reading",
        "note": 9,
    }
    assert shown["switches"]["cards"] == {"value": 32, "basis": "text", "note": None}
    english = bare.must("rules", "show", "dutch-return").out
    assert "First lead (reading)\n  The dealer leads any card" in english
    assert all(key in english for key in SWITCHES)
    dutch = bare.must("rules", "show", "dutch-return", "--lang", "nl").out
    assert "Hoe de terugweg eindigt" in dutch
    assert "How the" not in dutch


def test_unknown_rules_are_refused_with_the_known(bare: CommandLine) -> None:
    refused = bare("rules", "show", "canadian")
    assert refused.code == 3
    assert all(name in refused.err for name in NAMES)


def test_house_rules_are_shown_against_what_they_are_based_on(bare: CommandLine) -> None:
    checked = bare.must("rules", "check", house(bare.folder), "--json").json()
    assert checked["name"] == "Schoppenvrouw"
    assert checked["based_on"] == "american"
    assert checked["target"] == 75
    assert checked["changed"] == {"hearts_broken_by": "discard", "moon_points": "13"}
    assert checked["switches"]["moon_points"]["basis"] == "house"
    text = bare.must("rules", "check", "club.toml").out
    assert "discard" in text
    assert "queen_of_spades" not in text


def test_house_rules_without_a_name_are_the_published_with_a_plus(bare: CommandLine) -> None:
    plain = house(bare.folder, 'based_on = "dutch"\n[switches]\nmoon_points = 20\n')
    assert bare.must("rules", "check", plain, "--json").json()["name"] == "dutch+"
    same = house(bare.folder, 'based_on = "dutch"\n[switches]\nmoon_points = 15\n')
    assert bare.must("rules", "check", same, "--json").json()["name"] == "dutch"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("target = 75\n", ["based_on"]),
        ('based_on = "canadian"\n', ["canadian", "american"]),
        ('based_on = "american"\n[switches]\nmon = 3\nheart = "many"\n', ["mon;", "many"]),
        ('based_on = "american"\nhearts_lead = "free"\n', ["hearts_lead"]),
        ('based_on = "american"\ntarget = 0\n', ["0 is no target"]),
        ('based_on = "american"\nname = "dutch"\n', ["“dutch”"]),
        (
            'based_on = "american"\n[switches]\nheart=-1\nqueen_of_spades=0\nmoon_points=-26\n',
            ["Under american+ no deal adds points to anybody"],
        ),
        ('based_on = "american"\nswitches = 3\n', ["[switches]"]),
        (
            'based_on = "american"\n[switches]\nhearts_lead = "free"\nhearts_broken_by="discard"\n',
            ["hearts_lead = free", "hearts_broken_by = discard"],
        ),
    ],
)
def test_what_house_rules_cannot_be_is_refused_by_name(
    bare: CommandLine, text: str, said: list[str]
) -> None:
    refused = bare("rules", "check", house(bare.folder, text))
    assert refused.code == 3
    assert all(each in refused.err for each in said), refused.err


def test_a_file_that_is_no_toml(bare: CommandLine) -> None:
    refused = bare("rules", "check", house(bare.folder, "based_on = american\n"))
    assert refused.code == 5
    assert "line 1" in refused.err
    assert bare("rules", "check", "nowhere.toml").code == 5


def test_results_are_kept_under_house_rules(club: CommandLine) -> None:
    """39 points a moon and 75 as target: neither is possible under american itself."""
    seats = ("Anna=0", "Bram=78", "Cor=52", "Dina=39")  # 169 = 5 x 26 + 39
    assert club("result", "record", *seats).code == 3
    recorded = club.must("result", "record", *seats, "--rules", house(club.folder), "--json").json()
    assert recorded["result"]["rules"] == "Schoppenvrouw"
    shown = club.must("result", "show", "1", "--json").json()
    assert shown["target"] == 75
    line = "anna 0 bram 78 cor 52 dina 39\n"
    club.must("result", "enter", "--rules", "club.toml", stdin=line)
    games = "date,game,player,points\n" + "".join(
        f"2026-03-01,1,{name},{points}\n" for name, _, points in (s.partition("=") for s in seats)
    )
    (club.folder / "games.csv").write_text(games, "utf-8")
    club.must("result", "import", "games.csv", "--rules", "club.toml")
    listed = club.must("result", "list", "--json").json()
    assert [each["rules"] for each in listed] == ["Schoppenvrouw"] * 3
    assert club.must("db", "check").code == 0


def test_house_rules_are_the_clubs(bare: CommandLine) -> None:
    """The file is read once; without it the club plays on by the same rules."""
    ran = bare.must("club", "init", "--name", "De Harten", "--rules", house(bare.folder))
    (bare.folder / "club.toml").unlink()
    told = (
        "House rules    based on american, target 75, hearts_broken_by = discard, moon_points = 13"
    )
    assert told in ran.lines()
    shown = bare.must("club", "show", "--json").json()
    fingerprint = shown["house_rules"].pop("fingerprint")
    changed = {"hearts_broken_by": "discard", "moon_points": "13"}
    assert shown["rules"] == "Schoppenvrouw"
    assert shown["house_rules"] == {"based_on": "american", "target": 75, "changed": changed}
    bare.must("player", "add", "Anna", "Bram", "Cor", "Dina")
    ran = bare.must("result", "record", "Anna=0", "Bram=78", "Cor=52", "Dina=39")
    assert "Together 169: possible under Schoppenvrouw." in ran.out
    bare.must("result", "template", "form.xlsx")
    bare.must("result", "enter", stdin="anna 0 bram 78 cor 52 dina 39\n")
    early = bare("result", "enter", stdin="anna bram cor dina:\n0 20 6 0\n= 0 20 6 0\n")
    assert "nobody is at 75 yet" in early.err
    said = bare.must("db", "copy", "--to", "copied.db", "--lang", "nl").out
    assert "Gekopieerde rijen" in said
    copied = bare.must("club", "show", "--json", "--db", "copied.db").json()["house_rules"]
    assert copied.pop("fingerprint") == fingerprint
    assert copied == shown["house_rules"]
    bare.must("db", "check", "--db", "copied.db")
    bare.must("rating", "verify")


def test_the_clubs_house_rules_are_changed_and_changed_back(club: CommandLine) -> None:
    ran = club.must("club", "set", "--rules", house(club.folder))
    assert "  Rules: american -> Schoppenvrouw" in ran.lines()
    house(club.folder, HOUSE.replace("moon_points = 13", "moon_points = 20"))
    assert club.must("club", "show", "--json").json()["house_rules"]["changed"] == {
        "hearts_broken_by": "discard",
        "moon_points": "13",
    }
    ran = club.must("club", "set", "--rules", "club.toml")
    change = "  Rules: Schoppenvrouw (moon_points=13) -> Schoppenvrouw (moon_points=20)"
    assert change in ran.lines()
    assert club.must("club", "set", "--rules", "club.toml").lines()[1] == "It was so already."
    club.must("change", "undo")
    club.must("change", "undo")
    shown = club.must("club", "show", "--json").json()
    assert (shown["rules"], shown["house_rules"]) == ("american", None)
    assert "House rules" not in club.must("club", "show").out


@pytest.mark.parametrize(
    "words",
    [
        ("club", "set", "--rules", "{file}"),
        ("club", "pools", "{file}=main"),
        ("club", "init", "--name", "X", "--db", "new.db", "--rules", "{file}"),
    ],
)
def test_a_bad_file_is_told_as_by_rules_check_and_nothing_is_stored(
    club: CommandLine, words: tuple[str, ...]
) -> None:
    before = (club.folder / "hearts.db").read_bytes()
    contradicting = HOUSE + 'hearts_lead = "free"\n'
    for text in ('based_on = "canadian"\n', "based_on = american\n", contradicting, None):
        file = "nowhere.toml" if text is None else house(club.folder, text)
        told = club("rules", "check", file)
        assert told.code != 0
        ran = club(*(word.format(file=file) for word in words))
        assert (ran.code, ran.out) == (told.code, "")
        said, expected = (
            [line for line in each.err.splitlines() if not line.startswith("Try: ")]
            for each in (ran, told)
        )
        assert said == expected
    assert (club.folder / "hearts.db").read_bytes() == before
    assert not (club.folder / "new.db").exists()


def test_a_list_is_fed_by_house_rules_that_were_never_played(club: CommandLine) -> None:
    club.must("club", "pools", f"{house(club.folder)}=eigen", "--new", "eigen")
    (club.folder / "club.toml").rename(club.folder / "a=b.toml")
    listed = club.must("club", "pools", "--json").json()
    assert [each["fed_by"] for each in listed] == [[], ["Schoppenvrouw"]]
    seats = ("Anna=0", "Bram=78", "Cor=52", "Dina=39")
    club.must("result", "record", *seats, "--rules", "a=b.toml")
    assert club.must("result", "show", "1", "--json").json()["pool"] == "eigen"
    club.must("club", "pools", "a=b.toml=main", "--move")
    assert club.must("result", "show", "1", "--json").json()["pool"] == "main"
    club.must("club", "pools", "Schoppenvrouw=eigen")
    assert club.must("club", "pools", "--json").json()[1]["fed_by"] == ["Schoppenvrouw"]


def test_an_event_of_so_many_deals_by_rules_with_a_target(club: CommandLine) -> None:
    club.must("event", "add", "Acht", "--deals", "8", "--rules", house(club.folder))
    club.must("club", "set", "--rules", "club.toml")
    club.must("event", "add", "Negen", "--deals", "9")
    club.must("event", "add", "Tot 75")
    shown = [
        club.must("event", "show", each, "--json").json()["event"]
        for each in ("Acht", "Negen", "Tot 75")
    ]
    assert [(each["deals"], each["target"]) for each in shown] == [(8, None), (9, None), (None, 75)]


def test_a_question_at_the_table(bare: CommandLine) -> None:
    """RULES.md, the golden examples: void in clubs on trick 1."""
    hand = ("--hand", "AH KH QS AS AD", "--trick", "2C", "--first", "--json")
    american = bare.must("rules", "legal", "--rules", "american", *hand).json()
    assert american["legal"] == ["AS", "AD"]
    assert american["refused"].keys() == {"AH", "KH", "QS"}
    klassiek = bare.must("rules", "legal", "--rules", "klassiek", *hand).json()
    assert klassiek["legal"] == ["AS", "AH", "KH", "AD"]
    only = bare.must(
        "rules", "legal", "--hand", "AH KH QS", "--trick", "2C", "--first", "--json"
    ).json()
    assert (only["legal"], only["refused"]) == (["QS", "AH", "KH"], {})


def test_why_a_card_may_not_be_played(bare: CommandLine) -> None:
    lead = ("rules", "legal", "--hand", "QS 5H 4H 2H")
    assert bare.must(*lead).out == (
        "May be played: QS\n"
        + "".join(
            f"{card}  Hearts are not broken and cannot be led; legal is QS.\n"
            for card in ("5H", "4H", "2H")
        )
    )
    assert "May be played: QS 5H 4H 2H" in bare.must(*lead, "--broken").out
    free = bare.must(*lead[:2], "--rules", "dutch-return", "--hand", "QS AH KH", "--json").json()
    assert free["legal"] == ["QS", "AH", "KH"]
    follow = bare.must("rules", "legal", "--hand", "9C 4H", "--trick", "2C").out
    assert follow == (
        "May be played: 9C\n4H  The suit that was led (clubs) must be followed; legal is 9C.\n"
    )
    opening = bare.must("rules", "legal", "--hand", "2C 4S", "--first").out
    assert opening == "May be played: 2C\n4S  The first lead must be 2C.\n"


def test_cards_in_dutch(bare: CommandLine) -> None:
    asked = ("rules", "legal", "--hand", "VS HK", "--trick", "BK", "--cards", "nl", "--json")
    assert bare.must(*asked).json()["legal"] == ["KC"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--hand", "ZZ 4S"], "ZZ"),
        (["--hand", ""], "no card"),
        (["--hand", "4S 4S"], "4S stands here twice"),
        (["--hand", "4S", "--trick", "4S"], "4S stands here twice"),
        (["--hand", "4S", "--trick", "2C 3C 4C 5C"], "at most 3"),
        (["--hand", "4S", "--rules", "dutch"], "deck of 32"),
        (["--hand", "7S 8S 9S TS JS QS KS AS 7H", "--rules", "dutch"], "at most 8"),
    ],
)
def test_cards_that_cannot_be(bare: CommandLine, words: list[str], said: str) -> None:
    refused = bare("rules", "legal", *words)
    assert refused.code == 3
    assert said in refused.err


def test_the_published_sets_are_as_the_engine_has_them() -> None:
    assert list(RULE_SETS) == NAMES
