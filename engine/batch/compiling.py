"""Compiling the kernel, with numba where it is installed (the extra ``batch``).

The rules of `engine.legality` and `engine.scoring` are compiled as they are: numba is told that it
may look into those functions, which stay ordinary functions for everybody else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from types import FunctionType
from typing import Any, Final
from zlib import crc32

from engine import legality, scoring
from engine.batch import hands, kernel, play

Kernel = Callable[..., None]
"""`engine.batch.kernel.judge_deals`, compiled."""

RULES: Final[tuple[Any, ...]] = (
    legality.holder_of,
    legality.legal_plays,
    legality.throws_heart,
    legality.breaks_hearts,
    legality.beats,
    legality.plain_winner,
    legality.offence_of,
    legality.excuse_for,
    scoring.jack_points,
    scoring.card_points,
    scoring.is_moon,
    scoring.moon_share,
)
"""The rules that the kernel shares with the readable engine."""


@cache
def can_compile() -> bool:
    """Whether numba is installed, in a version that goes with the other packages."""
    try:
        import numba  # noqa: F401 - only to see whether it can be
    except ImportError:
        return False
    return True


@cache
def compiled() -> Kernel:
    """The compiled kernel.

    Compiling takes some seconds; where the folder of this package or the user's cache can be
    written, the result is kept there for the next time. What is kept and damaged is made again.

    Raises:
        ImportError: numba is not installed.
    """
    import numba
    from numba.core.types import Integer
    from numba.extending import overload_method, register_jitable

    overload_method(Integer, "bit_count")(_bit_count_of)
    # Nothing here makes an array, so nobody has to count who still needs one (`_nrt`).
    options: dict[str, Any] = {"_nrt": False}
    for function in _compiled_functions():
        register_jitable(forceinline=True, **options)(function)
    options["nogil"] = True
    entry = _entry(kernel.judge_deals, _stamp())
    fresh: Kernel = numba.njit(entry, **options)
    try:
        return renewing(numba.njit(entry, cache=True, **options), fresh)
    except RuntimeError:  # there is no place to keep it
        return fresh


def renewing(kept: Any, fresh: Kernel) -> Kernel:
    """A kernel that is compiled again where what was kept of it is damaged.

    Args:
        kept: compiled with numba's cache, of which nothing is read before the first call.
        fresh: compiled without.
    """
    ways: list[Kernel] = [kept]

    def kernel(*arguments: Any) -> None:
        try:
            ways[0](*arguments)
        except Exception:  # numba's own, the disk's, those of pickle
            if ways[0] is fresh:
                raise
            try:
                kept.recompile()  # forgets what was kept
                kept(*arguments)
            except Exception:
                ways[0] = fresh
                fresh(*arguments)

    return kernel


def _bit_count_of(number: Any) -> Any:  # noqa: ARG001 - numba asks by the type of the number
    """What numba lacks of `int.bit_count`; for numbers of 0 or more."""

    def bit_count(number: Any) -> Any:
        pairs = number - (number >> 1 & 0x5555555555555555)
        fours = (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333)
        eights = fours + (fours >> 4) & 0x0F0F0F0F0F0F0F0F
        return eights * 0x0101010101010101 >> 56

    return bit_count


def _compiled_functions() -> Iterator[FunctionType]:
    """The shared rules, and every function of the kernel's own modules."""
    yield from RULES
    for module in (hands, play, kernel):
        for value in vars(module).values():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                yield value


def _entry(judge: Callable[..., None], stamp: int) -> Kernel:
    """The kernel with a number that is part of it.

    What numba keeps is found again by the file of the outermost function and the values enclosed
    in it; a change of a rule in another file would go unnoticed but for `stamp`.
    """

    def judge_deals(law, tariff, terms, deals, plain, hands, taken, won, found):  # type: ignore[no-untyped-def]
        if stamp >= 0:
            judge(law, tariff, terms, deals, plain, hands, taken, won, found)

    return judge_deals


def _stamp() -> int:
    """A number of 0 or more that changes with every function and number that is compiled."""
    parts = []
    for function in _compiled_functions():
        code = function.__code__
        values = [function.__globals__.get(name) for name in code.co_names]
        numbers = [value for value in values if isinstance(value, int | tuple)]
        parts.append(repr((code.co_code, code.co_consts, code.co_names, numbers)))
    return crc32("\n".join(parts).encode())
