"""What can go wrong while a report is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pathlib import Path

OutputCode = Literal["locked", "unwritable", "no_folder"]


class OutputError(Exception):
    """A report could not be written; what stood at `path` before is untouched.

    Attributes:
        code: `locked` (open in another program), `no_folder` (the folder does not exist) or
            `unwritable` (no permission, no room, the path is a folder).
        path: the file that was to be written.
        lock: the file beside it by which another program says that it has it open, if that is how
            we know; after a crash of that program it may be left over.
    """

    def __init__(self, code: OutputCode, path: Path, lock: Path | None = None) -> None:
        super().__init__(code, path)
        self.code: OutputCode = code
        self.path = path
        self.lock = lock
