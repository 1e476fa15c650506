"""A club in a temporary folder, and the commands to run on it."""

from pathlib import Path

import pytest
from commandline import CommandLine


@pytest.fixture
def bare(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> CommandLine:
    """The program in an empty folder."""
    return CommandLine(tmp_path, capsys, monkeypatch)


@pytest.fixture
def club(bare: CommandLine) -> CommandLine:
    """A club of Anna, Bram, Cor and Dina that plays american."""
    bare.found(rules="american")
    return bare
