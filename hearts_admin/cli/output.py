"""The one way in which commands show things.

Data goes to standard output, everything else to standard error. A table is drawn on a terminal
and plain aligned text elsewhere: no colour, nothing wrapped. `--json` and `--csv` are for
programs: their keys are English and stable, whatever the reader's language.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from reports.language import Language
    from reports.table import Table


class Output:
    """Standard output and standard error, with the manners described above.

    The streams are looked up when something is written, so that a test may replace them.
    """

    def __init__(self, language: Language) -> None:
        self._language = language

    def line(self, text: str = "") -> None:
        """Write a line of the answer to standard output."""
        print(text)

    def note(self, text: str = "") -> None:
        """Write a line about the answer (a warning, what to do next) to standard error."""
        sys.stdout.flush()  # where both end up in one place, the order is that of the program
        print(text, file=sys.stderr)

    def table(self, table: Table) -> None:
        """Write a table for people: drawn on a terminal, aligned text elsewhere."""
        if is_terminal(sys.stdout):
            _draw(table, self._language)
        else:
            from reports.text import render_text

            sys.stdout.write(render_text(table, self._language))

    def details(self, *details: tuple[str, object]) -> None:
        """Write what is known of one thing, a line each; what is unknown is left out."""
        width = max(len(title) for title, _ in details)
        for title, value in details:
            if value is not None:
                self.line(f"{title:{width}}  {value}")

    def csv(self, table: Table) -> None:
        """Write a table for programs (RFC 4180), with its keys as headings."""
        from reports.csv import write_csv

        write_csv(table, sys.stdout, keys=True)

    def json(self, value: object) -> None:
        """Write one JSON document: an array for a list, an object for a thing."""
        import json

        print(json.dumps(plain(value), ensure_ascii=False, indent=2))

    def json_line(self, value: object) -> None:
        """Write one line of JSON Lines."""
        import json

        print(json.dumps(plain(value), ensure_ascii=False))


def is_terminal(stream: TextIO) -> bool:
    """Whether a person is at the other end of the stream."""
    try:
        return stream.isatty()
    except ValueError:  # closed
        return False


def plain(value: Any) -> Any:
    """What JSON can hold: dataclasses become objects, dates ISO 8601, decimals strings.

    A score is a number, as in the standings: whole ones whole, others to a double's precision.

    >>> plain({"on": date(2026, 3, 14), "score": Fraction(5, 2), "seats": ("N", "E")})
    {'on': '2026-03-14', 'score': 2.5, 'seats': ['N', 'E']}
    """
    match value:
        case Enum():
            return plain(value.value)
        case None | bool() | int() | float() | str():
            return value
        case date() | datetime() | time():
            return value.isoformat()
        case Fraction():
            return int(value) if value.denominator == 1 else float(value)
        case Decimal():
            return str(value)
        case Mapping():
            return {str(key): plain(each) for key, each in value.items()}
        case Sequence() | set() | frozenset():
            return [plain(each) for each in value]
        case _ if dataclasses.is_dataclass(value):
            return {
                field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)
            }
    raise TypeError(f"no JSON for {type(value).__name__}")


def _draw(table: Table, language: Language) -> None:
    """Draw a table on the terminal; its cells are written as in the plain text."""
    from rich import box
    from rich.console import Console
    from rich.table import Table as Drawn
    from rich.text import Text

    from reports.text import show

    drawn = Drawn(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", show_edge=False)
    for column in table.columns:
        if column.kind in ("text", "date"):
            drawn.add_column(Text(column.title), justify="left", overflow="fold")
        else:
            drawn.add_column(Text(column.title), justify="right", no_wrap=True)
    for row in table.rows:
        cells = zip(row, table.columns, strict=True)
        drawn.add_row(*(Text(show(cell, column, language)) for cell, column in cells))
    Console(highlight=False).print(drawn)
