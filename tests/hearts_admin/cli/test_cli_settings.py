"""Which database, which language, who is typing."""

import os
from pathlib import Path

import pytest

from hearts_admin import settings


@pytest.fixture
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder, and a user's data folder elsewhere."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    kept = tmp_path / "data"
    monkeypatch.setattr(settings, "user_folder", lambda: kept)
    return kept


def test_the_first_database_that_is_named_or_found(data_folder: Path) -> None:
    environ = {"HEARTS_ADMIN_DB": "club.db"}
    assert settings.database_location("a.db", environ) == "a.db"
    assert settings.database_location(None, environ) == "club.db"
    assert settings.database_location(None, {"HEARTS_ADMIN_DB": ""}) == "hearts.db"
    data_folder.mkdir()
    (data_folder / "hearts.db").touch()
    assert settings.database_location(None, {}) == str(data_folder / "hearts.db")
    Path("hearts.db").touch()
    assert settings.database_location(None, {}) == "hearts.db"


def test_a_new_database_is_made_here_or_where_one_may_write(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert settings.new_database_location("a.db", {}) == "a.db"
    assert settings.new_database_location(None, {"HEARTS_ADMIN_DB": "b.db"}) == "b.db"
    assert settings.new_database_location(None, {}) == "hearts.db"
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everywhere
    assert settings.new_database_location(None, {}) == str(data_folder / "hearts.db")
    assert data_folder.is_dir()


@pytest.mark.parametrize(
    ("given", "environ", "windows", "language"),
    [
        ("nl", {"LANG": "en_GB.UTF-8"}, 0, "nl"),
        ("en", {"LANG": "nl_NL.UTF-8"}, 0, "en"),
        (None, {"LANG": "nl_NL.UTF-8"}, 0, "nl"),
        (None, {"LC_ALL": "", "LC_MESSAGES": "nl_BE", "LANG": "en_GB"}, 0, "nl"),
        (None, {"LC_ALL": "C.UTF-8", "LANG": "nl_NL"}, 0, "en"),
        (None, {"LANG": "de_DE"}, 0x0413, "en"),
        (None, {}, 0x0413, "nl"),  # Dutch (Netherlands)
        (None, {}, 0x0813, "nl"),  # Dutch (Belgium)
        (None, {}, 0x0409, "en"),
        ("fr", {"LANG": "nl_NL"}, 0, "nl"),
    ],
)
def test_the_readers_language(
    given: str | None, environ: dict[str, str], windows: int, language: str
) -> None:
    assert settings.reader_language(given, environ, windows_language=windows) == language


def test_who_is_typing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings.responsible("Anna", {"HEARTS_ADMIN_USER": "Bram"}) == "Anna"
    assert settings.responsible(None, {"HEARTS_ADMIN_USER": "Bram"}) == "Bram"
    monkeypatch.setattr("getpass.getuser", lambda: "cor")
    assert settings.responsible(None, {}) == "cor"

    def nameless() -> str:
        raise KeyError("uid 12345")

    monkeypatch.setattr("getpass.getuser", nameless)
    assert settings.responsible(None, {}) == "unknown"
