"""Exact numbers: split points and averages are fractions, written so that they can be read again.

A third of a point is no decimal number, and a sum of floats is no sum: whoever adds up a statement
on paper must find what the program found.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_WRITTEN = re.compile(r"[+-]?[0-9]{1,12}(?:[.,][0-9]{1,9}|/[0-9]{1,9})?")


def read_number(value: object) -> Fraction | None:
    """A number as people, TOML or JSON write it; None when it is none.

    Floats are not read: what was meant by 0.1 is only in its text.

    >>> read_number("2,5"), read_number("7/3"), read_number(4), read_number("two")
    (Fraction(5, 2), Fraction(7, 3), Fraction(4, 1), None)
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, int | Fraction):
        return Fraction(value)
    if isinstance(value, str) and _WRITTEN.fullmatch(value.strip()):
        try:
            return Fraction(value.strip().replace(",", "."))
        except ZeroDivisionError:
            return None
    return None


def number_text(value: Fraction | int) -> str:
    """The shortest text that is exactly this number: whole, decimal, or a fraction.

    >>> number_text(Fraction(12)), number_text(Fraction(5, 2)), number_text(Fraction(-7, 3))
    ('12', '2.5', '-7/3')
    """
    value = Fraction(value)
    for digits in range(7):
        scaled = value * 10**digits
        if scaled.denominator == 1:
            if digits == 0:
                return str(scaled.numerator)
            sign = "-" if scaled < 0 else ""
            whole, rest = divmod(abs(scaled.numerator), 10**digits)
            return f"{sign}{whole}.{rest:0{digits}d}"
    return f"{value.numerator}/{value.denominator}"


def plain_number(value: Fraction) -> int | str:
    """A number for JSON or TOML that `read_number` reads as the same: an int, or its text.

    >>> plain_number(Fraction(3)), plain_number(Fraction(1, 2))
    (3, '0.5')
    """
    return value.numerator if value.denominator == 1 else number_text(value)


def scaled(values: Sequence[Fraction | int]) -> tuple[list[int], int]:
    """The values as whole numbers of equal parts, and how many parts make one.

    Adding and comparing fractions one by one costs ten times as much.

    >>> scaled([Fraction(1, 2), Fraction(2, 3), 2])
    ([3, 4, 12], 6)
    """
    parts = lcm(*{value.denominator for value in values})
    return [value.numerator * (parts // value.denominator) for value in values], parts


def total(values: Iterable[Fraction | int]) -> Fraction:
    """The exact sum.

    >>> total([Fraction(1, 2), Fraction(1, 3), 1])
    Fraction(11, 6)
    """
    whole, parts = scaled(list(values))
    return Fraction(sum(whole)) if parts == 1 else Fraction(sum(whole), parts)


def average(values: Iterable[Fraction | int]) -> Fraction | None:
    """The exact average; None of nothing.

    >>> average([1, 2, 2]), average([])
    (Fraction(5, 3), None)
    """
    whole, parts = scaled(list(values))
    return Fraction(sum(whole), parts * len(whole)) if whole else None


def median(values: Iterable[Fraction | int]) -> Fraction | None:
    """The middle one, or halfway between the middle two; None of nothing.

    >>> median([9, 1, 2]), median([1, 2, 5, 9]), median([])
    (Fraction(2, 1), Fraction(7, 2), None)
    """
    each = sorted(values)
    if not each:
        return None
    return Fraction(each[(len(each) - 1) // 2] + each[len(each) // 2]) / 2
