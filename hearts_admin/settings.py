"""What surrounds a command: which database, which language, who is typing.

Every function takes the environment as a parameter, so that a test can give another one. Nothing
here is kept in a file: the club's own settings live in its database.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

DATABASE_VARIABLE = "HEARTS_ADMIN_DB"
USER_VARIABLE = "HEARTS_ADMIN_USER"
DATABASE_FILE = "hearts.db"

_LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # POSIX: the first that is set decides
_WINDOWS_DUTCH = 0x13  # the primary language in the low ten bits of a Windows language id


def database_location(given: str | None, environ: Mapping[str, str]) -> str:
    """Where the club's database is: a path or a database URL.

    `given` (`--db`), else the variable HEARTS_ADMIN_DB, else `hearts.db` in the current folder,
    else `hearts.db` in the user's data folder. Where neither file exists the answer is the one in
    the current folder; whoever opens it says that it is missing.
    """
    named = given or environ.get(DATABASE_VARIABLE)
    if named:
        return named
    here = Path(DATABASE_FILE)
    if here.exists():
        return str(here)
    kept = user_folder() / DATABASE_FILE
    return str(kept if kept.exists() else here)


def new_database_location(given: str | None, environ: Mapping[str, str]) -> str:
    """Where `club init` makes a database: the same places, the first that can be written to.

    The user's data folder is made when it comes to that.
    """
    named = given or environ.get(DATABASE_VARIABLE)
    if named:
        return named
    here = Path(DATABASE_FILE)
    if here.exists() or os.access(Path.cwd(), os.W_OK):
        return str(here)
    folder = user_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / DATABASE_FILE)


def user_folder() -> Path:
    """The folder in which this computer keeps a program's data for the present user."""
    from platformdirs import user_data_path

    return user_data_path("hearts-admin", appauthor=False)


def reader_language(
    given: str | None, environ: Mapping[str, str], *, windows_language: int | None = None
) -> str:
    """The reader's language, `nl` or `en`.

    `given` (`--lang`), else the locale of the environment, else on Windows the language of its
    own screens; English where none of them is Dutch.

    Args:
        given: `nl`, `en` or None; anything else counts as None.
        environ: the environment variables.
        windows_language: the Windows language id, asked of Windows if None.
    """
    if given in ("nl", "en"):
        return given
    for variable in _LOCALE_VARIABLES:
        if locale := environ.get(variable):
            return "nl" if locale.lower().startswith("nl") else "en"
    if windows_language is None:
        windows_language = _windows_language()
    return "nl" if windows_language & 0x3FF == _WINDOWS_DUTCH else "en"


def responsible(given: str | None, environ: Mapping[str, str]) -> str:
    """Who is typing, for the audit: `--by`, else HEARTS_ADMIN_USER, else the system's user."""
    return given or environ.get(USER_VARIABLE) or _system_user()


def _system_user() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (ImportError, KeyError, OSError):  # a container's user may have no name
        return "unknown"


def _windows_language() -> int:
    if sys.platform == "win32":
        import ctypes

        return int(ctypes.windll.kernel32.GetUserDefaultUILanguage())
    return 0
