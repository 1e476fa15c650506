"""Tables as CSV (RFC 4180) that is safe to open in a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Sized
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import IO, TYPE_CHECKING

from reports.formatting import clean_text, looks_like_formula
from reports.pace import STEP

if TYPE_CHECKING:
    from collections.abc import Callable

    from reports.table import Cell, Column, Table

_SHARE_DIGITS = 3


@dataclass(frozen=True, slots=True)
class Dialect:
    """How values are written.

    Attributes:
        separator: between values.
        decimal_mark: in numbers that are not whole.
        encoding: of a file; `utf-8-sig` begins with the mark by which Excel knows UTF-8.
    """

    separator: str = ","
    decimal_mark: str = "."
    encoding: str = "utf-8"


RFC_4180 = Dialect()
"""For programs, and for spreadsheets that are told what they get."""

EXCEL_NL = Dialect(";", ",", "utf-8-sig")
"""For Excel with Dutch settings, which opens it with a double click."""


def write_csv(
    table: Table,
    stream: IO[str],
    *,
    keys: bool = False,
    dialect: Dialect = RFC_4180,
    progress: Callable[[int, int | None], None] | None = None,
) -> None:
    """Write a table as separated values with CRLF line ends.

    Numbers have no thousands marks, dates are ISO (Excel knows them in every language), unknown
    values are empty. Text that a spreadsheet would calculate gets an apostrophe in front; numbers,
    negative ones too, stay as they are.

    Args:
        table: what to write.
        stream: an open text stream; a file is to be opened with `newline=""`.
        keys: head the columns with their keys instead of their titles, for programs.
        dialect: separator and decimal mark.
        progress: told now and then how many rows are written, of how many if that is known.
    """
    writer = csv.writer(stream, delimiter=dialect.separator)
    writer.writerow([_safe(column.key if keys else column.title) for column in table.columns])
    total = len(table.rows) if isinstance(table.rows, Sized) else None
    for number, row in enumerate(table.rows, start=1):
        if progress and number % STEP == 0:
            progress(number, total)
        writer.writerow(
            [_written(cell, col, dialect) for cell, col in zip(row, table.columns, strict=True)]
        )


def _written(cell: Cell, column: Column, dialect: Dialect) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return _safe(cell)
    if isinstance(cell, date):
        return cell.isoformat()
    if column.kind == "share":
        written = f"{cell:.{_SHARE_DIGITS}f}"
    elif column.kind == "decimal" or isinstance(cell, float | Decimal):
        written = f"{cell:.{column.digits}f}"
    else:
        written = str(cell)
    return written.replace(".", dialect.decimal_mark)


def _safe(text: str) -> str:
    clean = clean_text(text)
    return f"'{clean}" if looks_like_formula(clean) else clean
