"""Writing a file so that there is never half of one.

The new file is made beside its target and moved over it when it is complete. Until then the old
one stands, and whatever goes wrong leaves it standing.
"""

from __future__ import annotations

import os
import secrets
import shutil
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from reports.errors import OutputCode, OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator

_WINDOWS = os.name == "nt"


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a temporary path in the folder of `path`; move it to `path` when the block succeeds.

    A symbolic link is followed, the permissions of an old file are kept, and the temporary file
    is removed whatever happens.

    Raises:
        OutputError: `no_folder`, `unwritable` or `locked`; nothing was changed.
    """
    target = Path(os.path.realpath(path))
    _refuse_early(path, target)
    temporary = target.with_name(f".hearts-{secrets.token_hex(4)}{target.suffix}")
    try:
        yield _created(temporary, path)
        if target.exists():
            shutil.copymode(target, temporary)
        _move(temporary, target, path)
    except OSError as error:
        raise OutputError("unwritable", path) from error
    finally:
        with suppress(PermissionError):  # Windows, if what failed still holds it open
            temporary.unlink(missing_ok=True)


def _refuse_early(path: Path, target: Path) -> None:
    """Find out before the work what would stop the move after it."""
    if not target.parent.is_dir():
        raise OutputError("no_folder", path)
    if target.exists() and not target.is_file():
        raise OutputError("unwritable", path)
    for lock in map(target.with_name, _lock_names(target.name)):
        if target.exists() and lock.exists():
            raise OutputError("locked", path, lock)
    if target.exists():
        try:
            target.open("r+b").close()
        except PermissionError as error:
            raise OutputError(_why_denied(target), path) from error


def _lock_names(name: str) -> tuple[str, str]:
    """The files Excel and LibreOffice put beside a workbook while they have it open.

    Elsewhere than on Windows nothing else stops a program from pulling an open workbook away.
    """
    return f"~${name}", f".~lock.{name}#"


def _created(temporary: Path, path: Path) -> Path:
    try:
        temporary.touch(exist_ok=False)
    except OSError as error:
        raise OutputError("unwritable", path) from error
    return temporary


def _move(temporary: Path, target: Path, path: Path) -> None:
    try:
        os.replace(temporary, target)  # noqa: PTH105  (tests stand in for Windows here)
    except PermissionError as error:
        code: OutputCode = "locked" if target.exists() else "unwritable"
        raise OutputError(code, path) from error


def _why_denied(target: Path) -> OutputCode:
    """Windows denies writing to a file that is open; elsewhere it is a matter of permission."""
    return "locked" if _WINDOWS and os.access(target, os.W_OK) else "unwritable"
