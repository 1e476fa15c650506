"""A score sheet as it is kept beside a result: comma-separated text, one form only.

    deal,Anna,Bram,Cor,Dina
    1,13,7,6,0
    2,0,26,26,26
    total,13,33,32,26

It can be read as any other score sheet, by this program or a spreadsheet. One form only, so that
equal sheets are equal bytes, and so that a sheet is known from a log by its content.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.scoring import four
from engine.seats import SEATS, FourInts

_DEAL: Final = "deal"
_TOTAL: Final = "total"
_NUMBER: Final = re.compile(r"-?\d{1,7}", re.ASCII)


@dataclass(frozen=True, slots=True)
class KeptSheet:
    """The deals of one game as they stand on paper.

    Attributes:
        names: the players, N E S W.
        deals: the points of each deal; on a return leg the changes of the totals, under
            ``exactly`` the points taken.
        totals: at the end, as they were recorded.
    """

    names: tuple[str, ...]
    deals: tuple[FourInts, ...]
    totals: FourInts


def write_sheet(sheet: KeptSheet) -> str:
    r"""The text of a sheet.

    >>> names = ("Anna", "Bram", "Cor", "Dina")
    >>> write_sheet(KeptSheet(names, ((13, 7, 6, 0),), (13, 7, 6, 0)))
    'deal,Anna,Bram,Cor,Dina\n1,13,7,6,0\ntotal,13,7,6,0\n'
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow((_DEAL, *sheet.names))
    writer.writerows((number, *row) for number, row in enumerate(sheet.deals, start=1))
    writer.writerow((_TOTAL, *sheet.totals))
    return stream.getvalue()


def read_sheet(text: str) -> KeptSheet | None:
    r"""The sheet that a text is, None for any other text: a log, a letter, a sheet of another form.

    >>> read_sheet("deal,Anna,Bram,Cor,Dina\n1,13,7,6,0\ntotal,13,7,6,0\n").deals
    ((13, 7, 6, 0),)
    >>> read_sheet("% hjl 1\nH 1 left\n") is None
    True
    """
    if not text.startswith(f"{_DEAL},"):
        return None
    try:
        heading, *deals, totals = csv.reader(io.StringIO(text, newline=""), strict=True)
    except (csv.Error, ValueError):
        return None
    rows = [_row(cells, str(number)) for number, cells in enumerate(deals, start=1)]
    rows.append(_row(totals, _TOTAL))
    known = [row for row in rows if row is not None]
    if len(heading) != 1 + len(SEATS) or len(known) < len(rows):
        return None
    sheet = KeptSheet(tuple(heading[1:]), tuple(known[:-1]), known[-1])
    return sheet if write_sheet(sheet) == text else None


def _row(cells: Sequence[str], label: str) -> FourInts | None:
    """The four numbers of a row with this label."""
    if len(cells) != 1 + len(SEATS) or cells[0] != label:
        return None
    numbers = cells[1:]
    if not all(_NUMBER.fullmatch(number) for number in numbers):
        return None
    return four([int(number) for number in numbers])
