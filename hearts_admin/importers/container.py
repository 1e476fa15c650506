"""Workbooks as files that may be hostile: refused before anything unpacks them into memory."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hearts_admin.errors import FileFault

LARGEST_FILE = 32 * 1024 * 1024
"""Bytes of a file that is read; a hundred thousand results take a third of it."""

LARGEST_CONTENT = 256 * 1024 * 1024
"""Bytes to which a workbook may unpack."""

LARGEST_AREA = 2_000_000
"""Cells from A1 to the last one of a sheet: all of them take room, filled or not."""

LARGEST_REPEAT = 1_000
"""Times that an OpenDocument sheet may repeat one filled cell or row."""

_ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_CHUNK = 1024 * 1024
_OVERLAP = 256

# Up to the next "<" and without a second try: no text, however odd, is gone over twice.
_CELL = rb"""c\s(?>[^<]*?\br\s*=\s*["']([A-Z]{1,3}[0-9]{1,7})["'])[^<]*(?<!/)>"""
_FAR = re.compile(
    rb"""<c\s(?!r="[A-T][0-9]{1,5}")"""  # as nearly all are spelled, told in a third of the time
    rb"""(?>[^<]*?\br\s*=\s*["'](?=[A-Z]{1,3}[0-9]{1,7}["']))(?:[A-Z]{2}|[U-Z]|[A-Z][0-9]{6})"""
)
"""A cell beyond T99999: what lies nearer is never more than LARGEST_AREA."""
_FILLED = re.compile(rb"<" + _CELL)
_FILLED_IN_A_NAMESPACE = re.compile(rb"<\w+:" + _CELL)
_LETTERS = bytes(range(ord("A"), ord("Z") + 1))
_DIGITS = bytes(range(ord("0"), ord("9") + 1))
_ENTITY = re.compile(rb"<!(?:DOCTYPE|ENTITY)")
_REPEATED_CELL = re.compile(
    rb'<table:table-cell\b(?=[^>]*office:value)[^>]*number-columns-repeated="([0-9]+)"'
)
_REPEATED_ROW = re.compile(
    rb'<table:table-row\b[^>]*number-rows-repeated="([0-9]{4,})"[^>]*(?<!/)>(.*?)</table:table-row>',
    re.DOTALL,
)


def require_size(path: Path) -> None:
    """Refuses a file that is not there or larger than any list of results.

    Raises:
        FileFault: `input.missing`, `input.unreadable`, `input.too_large`.
    """
    try:
        size = path.stat().st_size
    except FileNotFoundError as error:
        raise FileFault("input.missing", file=str(path)) from error
    except OSError as error:
        raise FileFault("input.unreadable", file=str(path), detail=error.strerror) from error
    if size > LARGEST_FILE:
        raise FileFault("input.too_large", file=str(path))


def is_workbook(path: Path) -> bool:
    """Whether the first bytes are those of a workbook (xlsx, ods, xls).

    Raises:
        FileFault: `input.unreadable`.
    """
    try:
        with path.open("rb") as file:
            return file.read(len(_OLE)).startswith((_ZIP, _OLE))
    except OSError as error:
        raise FileFault("input.unreadable", file=str(path), detail=error.strerror) from error


def is_packed(path: Path) -> bool:
    """Whether the workbook is a zip file: xlsx and ods are, xls is not."""
    with path.open("rb") as file:
        return file.read(len(_ZIP)) == _ZIP


def is_office_open(path: Path) -> bool:
    """Whether a workbook is an xlsx (or xlsm), not an ods or xls."""
    if not is_packed(path):
        return False
    with reading(path), zipfile.ZipFile(path) as archive:
        return "xl/workbook.xml" in archive.namelist()


def require_harmless(path: Path) -> None:
    """Unpacks a workbook once, piece by piece, and refuses what would grow out of bounds.

    A size that the archive's directory understates ends in a wrong checksum.

    Raises:
        FileFault: `input.too_large`, `input.dangerous` (an XML bomb), `input.no_sheet`.
    """
    if not is_packed(path):
        return  # an xls is not compressed: at most 65,536 rows and 256 columns
    with reading(path), zipfile.ZipFile(path) as archive:
        members = archive.infolist()
        names = {member.filename for member in members}
        if not {"xl/workbook.xml", "content.xml"} & names:
            raise FileFault("input.no_sheet", file=str(path))
        if sum(member.file_size for member in members) > LARGEST_CONTENT:
            raise FileFault("input.too_large", file=str(path))
        for member in members:
            if member.filename.endswith((".xml", ".rels")):
                _scan(archive, member, path)


def _scan(archive: zipfile.ZipFile, member: zipfile.ZipInfo, path: Path) -> None:
    if member.filename == "content.xml":
        _scan_repeats(archive.read(member), path)
        return
    sheet = member.filename.startswith("xl/worksheets/")
    far = False
    for text in _pieces(archive, member):
        if _ENTITY.search(text):
            raise FileFault("input.dangerous", file=str(path))
        far = far or (sheet and _may_be_far(text))
    if far and _area(_pieces(archive, member)) > LARGEST_AREA:
        raise FileFault("input.too_large", file=str(path))


def _pieces(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Iterator[bytes]:
    """Unpacks a part of a workbook; what stands on the border of two pieces is in the second."""
    with archive.open(member) as file:
        rest = b""
        while chunk := file.read(_CHUNK):
            text = rest + chunk
            yield text
            rest = text[-_OVERLAP:]


def _may_be_far(text: bytes) -> bool:
    """Whether a cell may lie so far out that its sheet has to be measured."""
    named = b":" in text and b":c" in text  # in a namespace; the longer search is the slower one
    return named or _FAR.search(text) is not None


def _area(pieces: Iterator[bytes]) -> int:
    """How many cells a sheet has from A1 to the last row and the last column that hold anything."""
    last_row = last_column = 0
    for text in pieces:
        if found := _filled(text):
            names = b" ".join(found)
            rows = map(int, names.translate(None, _LETTERS).split())
            columns = map(_column, set(names.translate(None, _DIGITS).split()))
            last_row, last_column = max(last_row, *rows), max(last_column, *columns)
    return last_row * last_column


def _filled(text: bytes) -> list[bytes]:
    """The names of the cells that hold anything, "B12"."""
    found: list[bytes] = _FILLED.findall(text)
    return found + _FILLED_IN_A_NAMESPACE.findall(text) if b":c" in text else found


def _scan_repeats(text: bytes, path: Path) -> None:
    if _ENTITY.search(text):
        raise FileFault("input.dangerous", file=str(path))
    cells = (int(times) for times in _REPEATED_CELL.findall(text))
    filled = (int(times) for times, row in _REPEATED_ROW.findall(text) if b"office:value" in row)
    if max(cells, default=0) > LARGEST_REPEAT or max(filled, default=0) > LARGEST_REPEAT:
        raise FileFault("input.too_large", file=str(path))


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - ord("A") + 1
    return number


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turns whatever a reader of workbooks reports into a FileFault."""
    from python_calamine import CalamineError, PasswordError

    try:
        yield
    except FileFault:
        raise
    except PasswordError as error:
        raise FileFault("input.protected", file=str(path)) from error
    except (CalamineError, zipfile.BadZipFile, zlib.error, EOFError, ValueError) as error:
        raise FileFault("input.no_sheet", file=str(path)) from error
    except (NotImplementedError, RuntimeError) as error:  # another compression, or encrypted
        raise FileFault("input.no_sheet", file=str(path)) from error
    except OSError as error:
        raise FileFault("input.unreadable", file=str(path), detail=str(error)) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # how a crash of calamine arrives here
            raise
        raise FileFault("input.no_sheet", file=str(path)) from error
