"""The house rules that can be checked: who imports whom, how long a module is, where tests live."""

import ast
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("engine", "hearts_admin", "reports")

LONGEST = 400
LONG_FOR_A_REASON = {
    "hearts_admin/db/migrations/versions/0001_first_release.py": "every table of the first release",
}
"""Modules of more than 400 lines, and why no concept hides in them."""


def modules(*folders):
    return [
        path
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "__pycache__" not in path.parts
    ]


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def test_imports_go_one_way():
    command = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        [sys.executable, "-c", command, "--no-cache"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout


@pytest.mark.parametrize("path", modules(*PACKAGES), ids=name_of)
def test_a_module_has_one_concept_and_says_which(path):
    text = path.read_text(encoding="utf-8")
    assert ast.get_docstring(ast.parse(text)), "a module begins with what it is"
    if name_of(path) not in LONG_FOR_A_REASON:
        assert len(text.splitlines()) <= LONGEST


def test_the_list_of_long_modules_is_no_longer_than_it_must_be():
    for name, reason in LONG_FOR_A_REASON.items():
        assert len((ROOT / name).read_text(encoding="utf-8").splitlines()) > LONGEST
        assert reason


def test_heavy_modules_are_imported_where_they_are_used():
    """DESIGN.md: pandas, matplotlib, openpyxl and Alembic never at the top of what --help loads."""
    heavy = {"pandas", "matplotlib", "openpyxl", "alembic", "numpy", "numba"}
    for path in modules("hearts_admin", "engine"):
        if "migrations" in path.parts:
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            assert heavy.isdisjoint(name.split(".")[0] for name in names), name_of(path)


def test_there_are_no_packages_under_tests():
    # A tests/engine/__init__.py would shadow the engine itself.
    assert list((ROOT / "tests").rglob("__init__.py")) == []


def test_every_test_file_is_found_by_its_name():
    for path in modules("tests"):
        defines = any(
            isinstance(node, ast.FunctionDef | ast.ClassDef)
            and node.name.lower().startswith("test")
            for node in ast.parse(path.read_text(encoding="utf-8")).body
        )
        if defines:
            assert path.name.startswith("test_"), name_of(path)


def test_helper_modules_of_tests_have_names_of_their_own():
    """Their folders are on sys.path: a second module of a name would never be imported."""
    helpers = [path for path in modules("tests") if not path.name.startswith("test_")]
    names = [path.stem for path in helpers if path.stem != "conftest" and "bench" not in path.parts]
    assert len(set(names)) == len(names)
    assert sys.stdlib_module_names.isdisjoint(names)


@pytest.mark.parametrize("package", PACKAGES)
def test_the_packages_under_test_are_those_of_this_tree(package):
    assert Path(find_spec(package).origin).parents[1] == ROOT


def test_nothing_in_the_tree_names_the_machine_it_was_written_on():
    for path in modules(*PACKAGES, "tests", "data"):
        text = path.read_text(encoding="utf-8")
        for place in ("/wo" + "rk/", "/ro" + "ot/", "/ho" + "me/"):
            assert place not in text, f"{name_of(path)}: {place}"
