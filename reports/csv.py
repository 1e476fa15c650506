"""Tables as CSV (RFC 4180) that is safe to open in a spreadsheet."""

from __future__ import annotations

import csv
from datetime import date
from typing import IO, TYPE_CHECKING

from reports.formatting import clean_text, looks_like_formula

if TYPE_CHECKING:
    from reports.table import Cell, Column, Table


def write_csv(table: Table, stream: IO[str], *, keys: bool = False) -> None:
    """Write a table as comma-separated values with CRLF line ends.

    Numbers have a decimal point and no thousands marks, dates are ISO, unknown values are empty.
    Text that a spreadsheet would calculate gets an apostrophe in front; numbers, negative ones
    too, stay as they are.

    Args:
        table: what to write.
        stream: an open text stream; a file is to be opened with `newline=""`.
        keys: head the columns with their keys instead of their titles, for programs.
    """
    writer = csv.writer(stream)
    writer.writerow([column.key if keys else column.title for column in table.columns])
    for row in table.rows:
        writer.writerow([_written(cell, col) for cell, col in zip(row, table.columns, strict=True)])


def _written(cell: Cell, column: Column) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        text = clean_text(cell)
        return f"'{text}" if looks_like_formula(text) else text
    if isinstance(cell, date):
        return cell.isoformat()
    return f"{cell:.{column.digits}f}" if column.kind == "decimal" else str(cell)
