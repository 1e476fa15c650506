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
    from collections.abc import Sequence

Cell = str | int | float | Decimal | date | None
"""What a row holds; None is an empty cell, never 0."""

Kind = Literal["text", "number", "count", "change", "decimal", "date"]
"""How a column's values are shown.

- `text`: as it is, to the left.
- `number`: an integer written bare, for ids, ratings, places and points.
- `count`: an integer with thousands marks.
- `change`: an integer with its sign.
- `decimal`: `Column.digits` decimals.
- `date`: a day.
"""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: a stable key for programs, a translated title for people.

    Attributes:
        key: snake_case, the heading in CSV for programs.
        title: already in the reader's language.
        kind: how its values are shown.
        digits: decimals of kind `decimal`.
    """

    key: str
    title: str
    kind: Kind = "text"
    digits: int = 2


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows; every row has one cell a column."""

    columns: tuple[Column, ...]
    rows: Sequence[Sequence[Cell]]
