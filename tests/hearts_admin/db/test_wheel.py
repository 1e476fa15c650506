"""An installed wheel brings what a running program needs: migrations, sentences, everything."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

PROGRAM = """
import sys
from pathlib import Path
import engine, hearts_admin, reports
from hearts_admin.clock import SystemClock
from hearts_admin.db.store import open_store
from hearts_admin.services.actor import Actor
from hearts_admin.services.club import init_club, show_club
from reports.language import Language

place, path = map(Path, sys.argv[1:])
for package in (engine, hearts_admin, reports):
    assert place in Path(package.__file__).parents, package
init_club(str(path), Actor("tester", "club init", SystemClock()), name="De Ruiten")
with open_store(str(path)) as store:
    print(show_club(store).name)
print(Language.load("nl", place / "hearts_admin" / "locale").code)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The wheel, built from this tree and installed in a folder of its own."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
        timeout=60,
    )
    (wheel,) = folder.glob("*.whl")
    place = folder / "site"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input"]
    subprocess.run(
        [*pip, "install", "--quiet", "--no-index", "--no-deps", "--target", place, wheel],
        check=True,
        capture_output=True,
        timeout=60,
    )
    return place


def test_everything_in_the_packages_is_in_the_wheel(installed):
    for package in ("engine", "hearts_admin", "reports"):
        sources = {
            path.relative_to(ROOT)
            for path in (ROOT / package).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
        assert sources == {
            path.relative_to(installed)
            for path in (installed / package).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
    assert (installed / "hearts_admin/db/migrations/versions/0001_first_release.py").is_file()
    assert (installed / "hearts_admin/locale/nl.po").is_file()
    assert (installed / "reports/locale/nl.po").is_file()


def test_nothing_else_is_in_it(installed):
    top = {path.name for path in installed.iterdir() if path.suffix != ".dist-info"}
    assert top == {"engine", "hearts_admin", "reports", "bin"}
    assert [path.stem for path in (installed / "bin").iterdir()] == ["hearts-admin"]


def test_it_makes_a_club(installed, tmp_path):
    done = subprocess.run(
        [sys.executable, "-P", "-c", PROGRAM, str(installed), str(tmp_path / "club.db")],
        env={**os.environ, "PYTHONPATH": str(installed)},
        cwd=tmp_path,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.stdout.split("\n")[:2], done.stderr) == (["De Ruiten", "nl"], "")
    assert done.returncode == 0
