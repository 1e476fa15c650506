"""What one cell says, however the office program kept it: text, a whole number, a day.

Rules, stated once: a number kept as text is a number (`" 23 "`, `"23,0"`); points are whole, so
`12,5` is none; dates are year-month-day or day-month-year; a cell that became a date where
something else belongs ("3-4") is told, never guessed back.
"""

from __future__ import annotations

import datetime as dt
import re
from functools import cache, lru_cache

from hearts_admin.importers.sheet import Cell
from hearts_admin.importers.table import whole_number

_DATES = (
    (re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})"), (0, 1, 2)),
    (re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})"), (2, 1, 0)),
)
_DAY_AND_MONTH = _DATES[1][0]
LIMIT = 10**9
"""No number that means anything here is as large, and every column can hold what is smaller."""

_NUMBERS = (float, int)
_DECIMALS_OF_ZERO = re.compile(r"[.,]0{1,2}$")


def text_of(cell: Cell) -> str:
    """A cell as text: whole numbers without decimals, dates as ISO 8601, blanks stripped.

    >>> text_of(1832.0), text_of(" Anna "), text_of(dt.date(2026, 3, 14))
    ('1832', 'Anna', '2026-03-14')
    """
    if isinstance(cell, str):
        return cell.strip()
    if isinstance(cell, float):
        return str(int(cell) if cell.is_integer() else cell)
    if isinstance(cell, dt.datetime) and cell.time() == dt.time():
        return cell.date().isoformat()
    return cell.isoformat() if isinstance(cell, dt.date | dt.time) else str(cell)


def name_of(cell: Cell) -> str:
    """The name in a cell; "" for none, and for what became a date.

    >>> name_of(" Anna "), name_of(dt.date(2026, 3, 14))
    ('Anna', '')
    """
    return "" if isinstance(cell, dt.date) else text_of(cell)


def is_date(cell: Cell) -> bool:
    """Whether the office program keeps the cell as a date."""
    return isinstance(cell, dt.date)


@lru_cache(maxsize=4096, typed=True)  # a file of years has the same few hundred numbers
def whole(cell: Cell) -> int | None:
    """The whole number in a cell; None if it holds anything else.

    >>> whole(23.0), whole("23,0"), whole("-26"), whole(12.5), whole("DNF")
    (23, 23, -26, None, None)
    """
    if isinstance(cell, str):
        return whole_number(_DECIMALS_OF_ZERO.sub("", cell.strip()))
    if isinstance(cell, bool) or not isinstance(cell, _NUMBERS):
        return None
    return int(cell) if abs(cell) < LIMIT and float(cell).is_integer() else None


def day_of(cell: Cell) -> dt.date | None:
    """The day in a cell; None if there is none.

    >>> day_of("14-3-2026") == day_of(dt.datetime(2026, 3, 14, 20, 0)) == dt.date(2026, 3, 14)
    True
    """
    if isinstance(cell, dt.datetime):
        return cell.date()
    if isinstance(cell, dt.date):
        return cell
    return parse_date(cell) if isinstance(cell, str) else None


@cache
def parse_date(text: str) -> dt.date | None:
    """A date as organisers write it; None if it is none.

    >>> parse_date("2026-03-14") == parse_date("14-3-2026") == dt.date(2026, 3, 14)
    True
    >>> parse_date("2026-02-30") is None
    True
    """
    for pattern, order in _DATES:
        match = pattern.fullmatch(text.strip())
        if match:
            year, month, day = (int(match.group(1 + position)) for position in order)
            try:
                return dt.date(year, month, day)
            except ValueError:
                return None
    return None


@cache
def is_month_first(cell: Cell) -> bool:
    """Whether a text can only be a date with the month before the day: 03/14/2026."""
    match = _DAY_AND_MONTH.fullmatch(cell.strip()) if isinstance(cell, str) else None
    return bool(match and int(match[1]) <= 12 < int(match[2]) <= 31)


@cache
def is_either(cell: Cell) -> bool:
    """Whether a text is a date in both orders, and another one in each: 03/04/2026."""
    match = _DAY_AND_MONTH.fullmatch(cell.strip()) if isinstance(cell, str) else None
    return bool(match and match[1] != match[2] and int(match[1]) <= 12 and int(match[2]) <= 12)
