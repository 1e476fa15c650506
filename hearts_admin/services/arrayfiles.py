"""Files of numpy (.npz) with deals as arrays, read a part at a time however large they are.

The arrays are those of `engine.batch.Deals`, each under its name; `plays` and `leaders` have to be
there, what else is missing is taken as not logged. A text `rules` may name the rule set and a list
of texts `switches` (`key=value`) the house rules. Nothing in such a file is ever executed: numpy's
pickled objects are refused.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from engine.batch.arrays import LAYOUT, Column, Deals, columns, shape_of, shape_text
from engine.problems import Problem, problem
from engine.rules import PASS_COUNT, RuleSet
from engine.rulesets import named_with_switches
from hearts_admin.errors import FileFault, finding

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

PART = 8_000
"""Deals that are in memory at a time."""

_MEMBER = ".npy"
_TEXTS = ("rules", "switches")
_LONGEST_TEXT = 1 << 16
"""Bytes of the names of rules and switches together."""

_WIDEST = {"cards": 52, "passed": 52, "tricks": 52}
"""No hand has more cards, and no deal more tricks."""


@dataclass(frozen=True, slots=True)
class ArrayFile:
    """An opened file of deals.

    Attributes:
        name: of the file.
        count: how many deals.
        rules: the rule set it names.
        switches: the house rules it names.
    """

    name: str
    count: int
    rules: str | None
    switches: tuple[tuple[str, str], ...]
    _arrays: Sequence[_Array]

    def parts(self) -> Iterator[Deals]:
        """The deals, `PART` at a time; deals without numbers are numbered from 1.

        Raises:
            FileFault: `input.damaged`.
        """
        import numpy as np

        for start in range(0, self.count, PART):
            count = min(PART, self.count - start)
            numbers = np.arange(start + 1, start + count + 1, dtype=np.int32)
            with _telling_damage(self.name):
                found = {array.column.name: array.read(count) for array in self._arrays}
            yield Deals(**{"number": numbers, **_absent(found, count), **found})
        with _telling_damage(self.name):
            for array in self._arrays:
                array.finish()


@dataclass(frozen=True, slots=True)
class _Array:
    """One array of a file, from which the rows are read one after the other."""

    column: Column
    stream: IO[bytes]
    kind: np.dtype[Any]
    shape: tuple[int, ...]

    def read(self, rows: int) -> npt.NDArray[Any]:
        import numpy as np

        size = rows * prod(self.shape[1:]) * self.kind.itemsize
        content = self.stream.read(size)
        if len(content) < size:
            raise EOFError
        return np.frombuffer(content, self.kind).reshape(rows, *self.shape[1:])

    def finish(self) -> None:
        """Read on to the end, where the check sum is compared."""
        if self.stream.read(1):
            raise EOFError


def _absent(found: dict[str, npt.NDArray[Any]], count: int) -> dict[str, npt.NDArray[Any]]:
    """What stands for the arrays that a file leaves out."""
    import numpy as np

    measures = {"cards": 1, "passed": PASS_COUNT, "tricks": 1}
    return {
        column.name: np.full((count, *shape_of(column, **measures)), column.absent, np.int32)
        for column in LAYOUT
        if column.name not in found and column.absent is not None and column.name != "number"
    }


@contextmanager
def open_arrays(name: str) -> Iterator[ArrayFile]:
    """A file of deals, while the block lasts.

    Raises:
        FileFault: `input.not_text`, it is packed but holds no arrays; `input.arrays`, with
            everything that is wrong with them; `input.damaged`; `input.empty`.
    """
    with ExitStack() as opened:
        with _telling_damage(name):
            archive = opened.enter_context(zipfile.ZipFile(name))
            if not any(member.endswith(_MEMBER) for member in archive.namelist()):
                raise FileFault("input.not_text", file=name)
            file = _opened(archive, name, opened)
        yield file


@contextmanager
def _telling_damage(name: str) -> Iterator[None]:
    """Whatever goes wrong with a file that is cut off, altered or locked."""
    try:
        yield
    except OSError as error:
        raise FileFault("input.unreadable", file=name, detail=error.strerror) from error
    except (ValueError, EOFError, NotImplementedError, RuntimeError) as error:
        raise FileFault("input.damaged", file=name) from error
    except (zipfile.BadZipFile, zlib.error) as error:
        raise FileFault("input.damaged", file=name) from error


def _opened(archive: zipfile.ZipFile, name: str, opened: ExitStack) -> ArrayFile:
    arrays: dict[str, _Array] = {}
    texts: dict[str, list[str]] = {}
    problems: list[Problem] = []
    known = {column.name: column for column in LAYOUT}
    for info in archive.infolist():
        key = info.filename.removesuffix(_MEMBER)
        if key not in known and key not in _TEXTS:
            problems.append(finding("array.unknown", array=key, known=(*known, *_TEXTS)))
            continue
        stream = opened.enter_context(archive.open(info))
        shape, in_rows, kind = _header(stream)
        if key in _TEXTS:
            if kind.kind not in "US" or prod(shape) * kind.itemsize > _LONGEST_TEXT:
                problems.append(problem("array.kind", array=key, kind=str(kind)))
            else:
                texts[key] = _texts(stream.read(prod(shape) * kind.itemsize), kind)
        elif kind.kind not in "iub" or not (in_rows or len(shape) < 2):
            order = "" if in_rows else ", order=F"
            problems.append(problem("array.kind", array=key, kind=f"{kind}{order}"))
        elif info.file_size - stream.tell() != prod(shape) * kind.itemsize:
            raise EOFError
        else:
            arrays[key] = _Array(known[key], stream, kind, shape)
    problems += _misfits(arrays)
    if problems:
        raise FileFault("input.arrays", file=name, problems=problems)
    if not arrays["plays"].shape[0]:
        raise FileFault("input.empty", file=name)
    switches = [text.partition("=") for text in texts.get("switches", ())]
    return ArrayFile(
        name=name,
        count=arrays["plays"].shape[0],
        rules=next(iter(texts.get("rules", ())), None),
        switches=tuple((key, value) for key, _, value in switches),
        _arrays=tuple(arrays.values()),
    )


def _header(stream: IO[bytes]) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Shape of an array, whether its rows lie one after the other, and the kind of its numbers."""
    from numpy.lib import format as npy

    version = npy.read_magic(stream)
    read = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}.get(version)
    if read is None:
        raise ValueError(version)
    shape, by_column, kind = read(stream)
    if any(size < 0 for size in shape):
        raise ValueError(shape)
    return shape, not by_column, kind


def _texts(content: bytes, kind: np.dtype[Any]) -> list[str]:
    import numpy as np

    return [str(text) for text in np.frombuffer(content, kind).astype(np.str_)]


def _misfits(arrays: dict[str, _Array]) -> Iterator[Problem]:
    """Arrays that are missing, or not as long or as wide as the others."""
    for column in LAYOUT:
        if column.absent is None and column.name not in arrays:
            yield finding("array.missing", array=column.name)
    if "plays" not in arrays:
        return
    count, *_ = (*arrays["plays"].shape, 0)
    widths = dict(_WIDEST)
    for name, measure in (("hands", "cards"), ("passed", "passed"), ("leaders", "tricks")):
        if name in arrays and arrays[name].shape:
            widths[measure] = min(arrays[name].shape[-1], _WIDEST[measure])
    for name, array in arrays.items():
        expected = (count, *shape_of(array.column, **widths))
        if array.shape != expected:
            yield problem(
                "array.shape",
                array=name,
                shape=shape_text(array.shape),
                expected=shape_text(expected),
            )


def write_arrays(out: Path, deals: Deals, rules: RuleSet) -> None:
    """Writes deals to a new file; arrays in which nothing is logged are left out.

    Raises:
        FileFault: `output.no_folder`, `output.exists`, `output.unwritable`.
    """
    import numpy as np

    if not out.parent.is_dir():
        raise FileFault("output.no_folder", file=str(out), folder=str(out.parent))
    name, switches = named_with_switches(rules)
    logged: dict[str, Any] = {
        column.name: array
        for column, array in columns(deals)
        if column.absent is None or bool((array != column.absent).any())
    }
    logged["rules"] = np.array(name)
    if switches:
        logged["switches"] = np.array([f"{key}={value}" for key, value in switches])
    try:
        with out.open("xb") as stream:
            np.savez_compressed(stream, **logged)
    except FileExistsError as error:
        raise FileFault("output.exists", file=str(out)) from error
    except OSError as error:
        raise FileFault("output.unwritable", file=str(out), detail=error.strerror) from error
