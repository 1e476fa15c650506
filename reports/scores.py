"""Exact scores as cells and as text: whole numbers bare, others with one or two decimals."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reports.eventmodel import Number
    from reports.language import Language

MOST_DIGITS = 2


def digits_of(scores: Iterable[Number | None]) -> int:
    """How many decimals show all of these scores alike: as many as they need, at most two.

    >>> from fractions import Fraction
    >>> digits_of([3, None]), digits_of([3, Fraction(5, 2)]), digits_of([Fraction(4, 3)])
    (0, 1, 2)
    """
    known = [score for score in scores if score is not None]
    for digits in range(MOST_DIGITS):
        if all((score * 10**digits).denominator == 1 for score in known):
            return digits
    return MOST_DIGITS


def score_cell(score: Number | None, digits: int) -> int | Decimal | None:
    """A score as a table holds it: exact if whole, else to 28 significant digits.

    Args:
        score: the score.
        digits: of its column; with any, whole scores are decimals too, to be written alike.

    >>> from fractions import Fraction
    >>> score_cell(Fraction(4, 2), 0), score_cell(Fraction(5, 2), 1)
    (2, Decimal('2.5'))
    """
    if score is None:
        return None
    if digits == 0:
        return int(score)
    return Decimal(score.numerator) / score.denominator


def written(score: Number, language: Language, digits: int | None = None) -> str:
    """A score as people read it; with as many decimals as it needs unless they are given.

    >>> from fractions import Fraction
    >>> from reports.language import Language
    >>> written(Fraction(4, 3), Language.load("en")), written(12, Language.load("en"))
    ('1.33', '12')
    """
    digits = digits_of([score]) if digits is None else digits
    cell = score_cell(score, digits)
    return str(cell) if isinstance(cell, int) else language.decimal(cell or 0, digits)
