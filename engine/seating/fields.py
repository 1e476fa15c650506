"""Finite fields: the arithmetic behind schedules that exist by formula."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TypeAlias

Polynomial: TypeAlias = tuple[int, ...]
"""Coefficients modulo the characteristic, the constant one first."""


@dataclass(frozen=True, slots=True)
class Field:
    """The field of so many elements; they are written 0 to `order` - 1, 0 and 1 being themselves.

    Attributes:
        order: A prime power.
        plus: The table of addition: `plus[a][b]`.
        times: The table of multiplication.
    """

    order: int
    plus: tuple[tuple[int, ...], ...]
    times: tuple[tuple[int, ...], ...]


def prime_power(number: int) -> tuple[int, int] | None:
    """The prime and exponent of a prime power, else None.

    >>> prime_power(16), prime_power(13), prime_power(12), prime_power(1)
    ((2, 4), (13, 1), None, None)
    """
    prime = next((factor for factor in range(2, number + 1) if number % factor == 0), 0)
    exponent = 0
    while prime and number % prime == 0:
        number //= prime
        exponent += 1
    return (prime, exponent) if prime and number == 1 else None


@lru_cache(maxsize=32)
def field(order: int) -> Field:
    """The field with `order` elements: polynomials modulo an irreducible one, read as numbers.

    Raises:
        ValueError: There is no such field, since `order` is no prime power.

    >>> gf4 = field(4)
    >>> gf4.plus[2][3], gf4.times[2][3]
    (1, 1)
    """
    power = prime_power(order)
    if power is None:
        raise ValueError(f"{order} is not a prime power")
    prime, degree = power
    if degree == 1:
        numbers = range(prime)
        return Field(
            order,
            tuple(tuple((a + b) % prime for b in numbers) for a in numbers),
            tuple(tuple(a * b % prime for b in numbers) for a in numbers),
        )
    elements = [_digits(number, prime, degree) for number in range(order)]
    modulus = _irreducible(prime, degree)
    sums = [[_sum(a, b, prime) for b in elements] for a in elements]
    products = [
        [_remainder(_product(a, b, prime), modulus, prime) for b in elements] for a in elements
    ]
    return Field(order, _table(sums, prime), _table(products, prime))


def _table(rows: list[list[Polynomial]], prime: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(_number(entry, prime) for entry in row) for row in rows)


def _sum(a: Polynomial, b: Polynomial, prime: int) -> Polynomial:
    return tuple((x + y) % prime for x, y in zip(a, b, strict=True))


def _irreducible(prime: int, degree: int) -> Polynomial:
    """The first monic polynomial of that degree that no monic one of half the degree divides."""
    divisors = [
        (*lower, 1)
        for half in range(1, degree // 2 + 1)
        for lower in product(range(prime), repeat=half)
    ]
    return next(
        (*lower, 1)
        for lower in product(range(prime), repeat=degree)
        if all(any(_remainder((*lower, 1), divisor, prime)) for divisor in divisors)
    )


def _product(a: Polynomial, b: Polynomial, prime: int) -> Polynomial:
    coefficients = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            coefficients[i + j] = (coefficients[i + j] + x * y) % prime
    return tuple(coefficients)


def _remainder(dividend: Polynomial, divisor: Polynomial, prime: int) -> Polynomial:
    """The rest after division by a monic polynomial, with as many coefficients as its degree."""
    rest, degree = list(dividend), len(divisor) - 1
    for top in range(len(rest) - 1, degree - 1, -1):
        factor = rest[top]
        for i, coefficient in enumerate(divisor):
            rest[top - degree + i] = (rest[top - degree + i] - factor * coefficient) % prime
    return tuple(rest[:degree])


def _digits(number: int, base: int, count: int) -> Polynomial:
    return tuple(number // base**place % base for place in range(count))


def _number(digits: Polynomial, base: int) -> int:
    return sum(digit * base**place for place, digit in enumerate(digits))
