"""What the tests of the card engine share: the sample logs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
DATA = HERE / "data"

sys.path.insert(0, str(HERE))  # for logged_deals; there are no packages under tests/


@pytest.fixture(scope="session")
def openspiel_lines() -> list[str]:
    return (DATA / "openspiel-hearts-25-deals.txt").read_text("ascii").splitlines()


@pytest.fixture(scope="session")
def example_text() -> str:
    return (DATA / "example.hjl").read_text("utf-8")
