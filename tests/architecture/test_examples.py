"""The examples in the docstrings of application and reports; pytest itself runs the engine's."""

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def with_examples(package):
    for path in sorted((ROOT / package).rglob("*.py")):
        if ">>>" in path.read_text(encoding="utf-8"):
            yield ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("name", [*with_examples("hearts_admin"), *with_examples("reports")])
def test_what_an_example_shows_is_what_comes_out(name):
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0
    assert result.failed == 0
