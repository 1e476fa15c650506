"""Help: light, in two languages, complete; and the surface that the commands promise."""

import subprocess
import sys

import pytest
from commandline import SECONDS, CommandLine

from hearts_admin import __version__
from hearts_admin.cli.main import NOUNS

HEAVY = ("sqlmodel", "sqlalchemy", "alembic", "pandas", "matplotlib", "openpyxl", "rich")

SURFACE = {
    "club init": ["--name", "--timezone", "--rules"],
    "club show": ["--json"],
    "player add": ["--by", "--dry-run"],
    "player list": ["--json", "--csv"],
    "player show": ["--json"],
    "player import": ["--dry-run"],
    "result record": [
        "--sheet",
        "--rules",
        "--date",
        "--places",
        "--target",
        "--unchecked",
        "--add-players",
    ],
    "result enter": ["--rules", "--date"],
    "result list": ["--json", "--csv", "--all"],
    "result show": ["--json"],
    "result import": ["--skip-problems", "--dry-run", "--add-players", "--rules"],
    "replay check": ["--rules", "--switch", "--record", "--explain", "--json"],
    "replay generate": ["--rules", "--deals", "--seed", "--fault"],
    "rules list": ["--json", "--csv"],
    "rules show": ["--json"],
    "rules check": ["--json"],
    "rules legal": ["--rules", "--hand", "--trick", "--broken", "--first", "--json"],
    "rating list": ["--as-of", "--json", "--csv"],
    "rating explain": ["--json"],
    "rating recompute": ["--json"],
    "rating verify": ["--exact", "--pool", "--json"],
    "rating calc": ["--portal-places", "--policy", "--switch", "--json", "--csv"],
    "rating what-if": ["--ties", "--date", "--pool", "--json", "--csv"],
    "rating statement": ["--from", "--to", "--pool", "--json"],
    "rating adjust": ["--points", "--opening", "--refund", "--evidence", "--date", "--reason"],
    "rating adjustments": ["--player", "--pool", "--json", "--csv"],
    "rating evidence": ["--out"],
    "rating audit": ["--from", "--to", "--pool", "--json"],
    "rating fingerprint": ["--as-of", "--pool"],
    "rating evaluate": ["--k", "--decay", "--against", "--chart", "--json"],
    "rating policy list": ["--json", "--csv"],
    "rating policy show": ["--pool", "--json"],
    "rating policy set": ["--pool", "--reason", "--dry-run"],
    "club pools": ["--new", "--policy", "--start-from", "--move", "--dry-run"],
    "club exempt": ["--from", "--to", "--reason"],
    "club exemptions": ["--json", "--csv"],
    "club set": ["--name", "--rules", "--timezone", "--day-starts-at", "--dry-run"],
    "player exempt": ["--from", "--to", "--reason"],
    "report workbook": ["--as-of"],
    "report chart": ["--as-of"],
    "change undo": ["--dry-run", "--json"],
    "db upgrade": ["--json"],
    "result correct": ["--reason", "--places", "--date", "--rules", "--dry-run"],
    "result void": ["--reason", "--dry-run"],
    "result restore": ["--reason", "--version"],
    "change list": ["--player", "--from", "--csv", "--json"],
    "change show": ["--json"],
    "db backup": ["--json"],
    "db restore": ["--dry-run"],
    "db check": ["--json"],
    "db info": ["--json"],
    "player find": ["--json"],
    "player rename": ["--dry-run"],
    "player alias": ["--remove"],
    "player change": ["--number", "--kind", "--active/--inactive", "--private/--public"],
    "player merge": ["--other", "--dry-run"],
    "player unmerge": ["--dry-run"],
    "player forget": ["--dry-run"],
}


@pytest.mark.parametrize(
    "words",
    [["--help"], ["--version"], ["player", "--help"], ["result", "record", "--help"]],
    ids=" ".join,
)
def test_help_and_version_import_nothing_heavy(words: list[str]) -> None:
    code = (
        "import sys\n"
        "from hearts_admin.cli.main import run\n"
        f"code = run({words!r}, {{}})\n"
        f"print(sorted({set(HEAVY)!r} & sys.modules.keys()), file=sys.stderr)\n"
        "sys.exit(code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=SECONDS
    )
    assert (done.returncode, done.stderr) == (0, "[]\n")
    assert done.stdout


def test_the_version(bare: CommandLine) -> None:
    assert bare.must("--version").out == f"hearts-admin {__version__}\n"


def test_nothing_typed_is_a_question_for_help(bare: CommandLine) -> None:
    assert bare.must().out == bare.must("--help").out
    assert bare.must("player").out == bare.must("player", "-h").out


def test_every_noun_is_listed_with_its_line(bare: CommandLine) -> None:
    english, dutch = bare.must("--help").out, bare.must("--help", "--lang", "nl").out
    for name in NOUNS:
        assert f"\n  {name} " in english
        assert f"\n  {name} " in dutch
    assert "Usage: hearts-admin NOUN VERB ..." in english
    assert "Gebruik: hearts-admin ONDERWERP WERKWOORD ..." in dutch
    assert "The people who play." in english
    assert "De mensen die spelen." in dutch


@pytest.mark.parametrize("command", SURFACE)
def test_a_command_offers_what_it_promises_in_both_languages(
    command: str, bare: CommandLine
) -> None:
    english = bare.must(*command.split(), "--help").out
    dutch = bare.must("--lang=nl", *command.split(), "--help").out
    assert english.startswith(f"Usage: hearts-admin {command}")
    assert dutch.startswith(f"Gebruik: hearts-admin {command}")
    for page in (english, dutch):
        for option in [*SURFACE[command], "--db", "--lang", "--help"]:
            assert f"  {option}" in page, option
    english_words = set(english.split()) - set(dutch.split())
    assert {"Understood", "everywhere:"} <= english_words


def test_the_language_comes_from_the_option_before_the_locale(bare: CommandLine) -> None:
    bare.environ["LC_ALL"] = "nl_BE.UTF-8"
    assert bare.must("--help").out.startswith("Gebruik:")
    assert bare.must("--help", "--lang", "en").out.startswith("Usage:")
    assert bare.must("--lang", "en", "player", "--help").out.startswith("Usage:")
