"""A table of plain values: columns with a kind, rows with cells. Renderers decide the looks.

One definition serves the terminal (`reports.text`), files (`reports.csv`) and workbooks
(`reports.xlsx`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Cell = str | int | float | Decimal | date | None
"""What a row holds; None is an empty cell, never 0."""

Kind = Literal["text", "number", "count", "change", "decimal", "share", "date"]
"""How a column's values are shown.

- `text`: as it is, to the left.
- `number`: an integer written bare, for ids, ratings, places and points; what is not whole has
  `Column.digits` decimals.
- `count`: an integer with thousands marks.
- `change`: an integer with its sign.
- `decimal`: `Column.digits` decimals.
- `share`: of a whole, 0 to 1: in percent for people, with three decimals in files.
- `date`: a day.
"""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: a stable key for programs, a translated title for people.

    Attributes:
        key: snake_case, the heading in CSV for programs.
        title: already in the reader's language.
        kind: how its values are shown.
        digits: decimals of what has any.
    """

    key: str
    title: str
    kind: Kind = "text"
    digits: int = 2


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows; every row has one cell a column.

    Attributes:
        columns: from left to right.
        rows: from top to bottom; may be made anew each time somebody goes through them.
    """

    columns: tuple[Column, ...]
    rows: Iterable[Sequence[Cell]]

    def only(self, *keys: str) -> Table:
        """The table with these of its columns, in this order."""
        positions = {column.key: number for number, column in enumerate(self.columns)}
        chosen = [positions[key] for key in keys]
        return Table(
            tuple(self.columns[number] for number in chosen),
            [[row[number] for number in chosen] for row in self.rows],
        )
