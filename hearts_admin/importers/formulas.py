"""Cells that hold a formula without a result, or an error: told instead of "is missing".

The reader of workbooks gives nothing for both. What really stands there is looked up only where a
cell is found wanting.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from engine.problems import Problem
from hearts_admin.errors import finding
from hearts_admin.importers import container
from hearts_admin.importers.sheet import place

WANTING = frozenset(
    {"row.no_points", "row.no_place", "row.no_player", "row.no_game", "row.no_date"}
)
"""What is said of a cell in which nothing stands."""

Spot = tuple[str, int, int]
"""Sheet, row and column of a cell."""


def with_formulas(path: Path, problems: Sequence[Problem]) -> list[Problem]:
    """The problems of a file; what is missing because of a formula is told as that.

    Args:
        path: the file; only an xlsx tells.
        problems: everything that is wrong with it.
    """
    spots = {
        (str(each.fields["sheet"]), each.line, each.column)
        for each in problems
        if each.code in WANTING and "sheet" in each.fields and each.line and each.column
    }
    if not spots or not container.is_office_open(path):
        return list(problems)
    try:
        told = _findings(path, spots)
    except Exception:  # a workbook that only this second reader cannot open: told as it was
        return list(problems)
    return [
        told.get((str(each.fields.get("sheet")), each.line or 0, each.column or 0), each)
        if each.code in WANTING
        else each
        for each in problems
    ]


def _findings(path: Path, spots: Collection[Spot]) -> Mapping[Spot, Problem]:
    """What is wrong with those of the cells that are not simply blank."""
    written = _cells(path, spots, results=False)
    results = _cells(path, written, results=True) if written else {}
    found = {}
    for spot in written:
        kind, value = results.get(spot, ("n", None))
        if kind == "e":
            found[spot] = place(finding("row.error_value", value=str(value)), *spot)
        elif value is None and kind != "str":  # a formula may well have an empty text as result
            found[spot] = place(finding("row.formula"), *spot)
    return found


def _cells(path: Path, spots: Iterable[Spot], *, results: bool) -> dict[Spot, tuple[str, object]]:
    """Type and content of those cells that hold a formula or an error."""
    from openpyxl import load_workbook

    wanted: dict[str, set[tuple[int, int]]] = defaultdict(set)
    for sheet, line, column in spots:
        wanted[sheet].add((line, column))
    found: dict[Spot, tuple[str, object]] = {}
    with closing(load_workbook(path, read_only=True, data_only=results, keep_links=False)) as book:
        for worksheet in book.worksheets:
            places = wanted.get(name := worksheet.title.strip(), set())
            lines = {line for line, _ in places}
            if not lines:
                continue
            rows = worksheet.iter_rows(min_row=min(lines), max_row=max(lines))
            for line, row in enumerate(rows, start=min(lines)):
                for column, cell in enumerate(row if line in lines else (), start=1):
                    if (line, column) in places and (results or _is_telling(cell)):
                        kind = getattr(cell, "data_type", "n")
                        found[name, line, column] = kind, cell.value
    return found


def _is_telling(cell: object) -> bool:
    return getattr(cell, "data_type", "n") in ("f", "e")
