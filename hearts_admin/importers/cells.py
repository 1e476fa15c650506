"""What one cell says, however the office program kept it: text, a whole number, a day.

Rules, stated once: a number kept as text is a number (`" 23 "`, `"23,0"`); points are whole, so
`12,5` is none; a cell that became a date where something else belongs ("3-4") is told, never
guessed back.

Dates are year-month-day or day-month-year, parted by `-`, `/` or `.`; or the day and the name of
the month, Dutch or English, before the year (`28 maart 2025`, `28-mrt-25`, `March 28, 2025`). The
year has four digits; two, of this century, do after the name of a month, and behind numbers where
the first is above 12 and so can be no month (`28-3-25`, not `4-3-25`). The day of the week before
a date and the time behind it are passed over.
"""

from __future__ import annotations

import datetime as dt
import re
from functools import cache, lru_cache

from hearts_admin.importers.sheet import Cell
from hearts_admin.importers.table import whole_number

_DAY_AND_MONTH = re.compile(r"([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{4})")
_DATES = (
    (re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})"), (1, 3, 4)),
    (_DAY_AND_MONTH, (3, 2, 1)),
    (re.compile(r"(1[3-9]|2[0-9]|3[01])[-/.]([0-9]{1,2})[-/.]([0-9]{2})"), (3, 2, 1)),
    (
        re.compile(r"([0-9]{1,2})[-/. ]{1,2}([a-z]{3,9})[-/., ]{1,2}'?([0-9]{4}|[0-9]{2})"),
        (3, 2, 1),
    ),
    (re.compile(r"([a-z]{3,9})\.? ([0-9]{1,2}),? ([0-9]{4})"), (3, 1, 2)),
)
"""Forms of a date, with the groups of year, month and day."""
_MONTHS = {
    name: 1 + number
    for number, names in enumerate(
        ("jan januari january", "feb februari february", "mrt maa maart mar march", "apr april",
         "mei may", "jun juni june", "jul juli july", "aug augustus august",
         "sep sept september", "okt oktober oct october", "nov november", "dec december")
    )
    for name in names.split()
}  # fmt: skip
_CLOCK = r"([0-9]{1,2})[:.u]([0-9]{2})(?::[0-9]{2}(?:\.[0-9]*)?)?"
"""Hours and minutes; seconds are passed over."""

_AROUND = re.compile(
    r"(?:(?:ma|di|wo|do|vr|za|zo|mon|tue|wed|thu|fri|sat|sun|"
    r"(?:maan|dins|woens|donder|vrij|zater|zon|mon|tues|wednes|thurs|fri|satur|sun)da[gy])"
    r"[., ] ?)?"
    r"(.*?)"
    rf"(?:(?:,? |t){_CLOCK}(?: ?uur| ?h|z)?)?"
)
"""What may stand around a date: the day of the week, and the time."""
_TIME = re.compile(rf"(?:^|[ T]){_CLOCK}(?: ?uur| ?h)?\s*$")
LIMIT = 10**9
"""No number that means anything here is as large, and every column can hold what is smaller."""

LONGEST_DATE = 60
"""Characters of a cell that may be a date: a remark is none."""

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


@lru_cache(maxsize=4096, typed=True)
def time_of(cell: Cell) -> dt.time | None:
    """The time of day in a cell, or behind the date in it; None if there is none.

    A spreadsheet keeps a time as a part of a day, and a date without one as midnight.

    >>> time_of("20.15 uur") == time_of("14-3-2026 20:15") == time_of(0.84375) == dt.time(20, 15)
    True
    >>> time_of(dt.datetime(2026, 3, 14)) is None
    True
    """
    if isinstance(cell, dt.datetime):
        return cell.time().replace(microsecond=0) if cell.time() != dt.time() else None
    if isinstance(cell, dt.time):
        return cell.replace(microsecond=0)
    if isinstance(cell, float) and 0 <= cell < 1:
        cell = dt.timedelta(days=cell)
    if isinstance(cell, dt.timedelta) and dt.timedelta() <= cell < dt.timedelta(days=1):
        minutes, seconds = divmod(round(cell.total_seconds()), 60)
        return dt.time(*divmod(minutes % (24 * 60), 60), seconds)
    match = _TIME.search(cell) if isinstance(cell, str) else None
    if match is None or int(match[1]) > 23 or int(match[2]) > 59:
        return None
    return dt.time(int(match[1]), int(match[2]))


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
    >>> parse_date("za 14 mrt. 2026 20:15") == parse_date("14/3/26") == dt.date(2026, 3, 14)
    True
    >>> parse_date("2026-02-30") is None
    True
    """
    bare = _bare(text)
    for pattern, groups in _DATES:
        match = pattern.fullmatch(bare)
        if match:
            year, month, day = match.group(*groups)
            number = _MONTHS.get(month, 0) if month.isalpha() else int(month)
            try:
                return dt.date(int(year) + (2000 if len(year) == 2 else 0), number, int(day))
            except ValueError:
                return None
    return None


def _bare(text: str) -> str:
    """A date without what may stand around it, in small letters."""
    match = _AROUND.fullmatch(text.strip().casefold()[:LONGEST_DATE])
    return match[1] if match else ""


@cache
def is_month_first(cell: Cell) -> bool:
    """Whether a text can only be a date with the month before the day: 03/14/2026."""
    match = _DAY_AND_MONTH.fullmatch(_bare(cell)) if isinstance(cell, str) else None
    return bool(match and int(match[1]) <= 12 < int(match[2]) <= 31)


@cache
def is_either(cell: Cell) -> bool:
    """Whether a text is a date in both orders, and another one in each: 03/04/2026."""
    match = _DAY_AND_MONTH.fullmatch(_bare(cell)) if isinstance(cell, str) else None
    return bool(match and match[1] != match[2] and int(match[1]) <= 12 and int(match[2]) <= 12)
