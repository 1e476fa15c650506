"""Compiling a module's arithmetic with numba, which comes with the extra `batch` and may be absent.

Numba rather than a C extension, because it compiles the very functions that run as Python: there is
one source, no compiler to be installed, and the wheel stays the same for every system.
"""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

# A kernel owns no memory, so references to its arrays need no counting: counting takes twenty times
# as long as everything else. The option is not documented, which is what the last resort is for.
_OPTIONS: tuple[dict[str, Any], ...] = (
    {"cache": True, "_nrt": False},
    {"_nrt": False},
    {},
)
"""How to compile, to be tried in turn: the cache may be damaged, its folder missing or full."""


def compiled(function: Callable[..., Any], example: tuple[Any, ...]) -> Callable[..., Any] | None:
    """A function, compiled together with the functions of its module, which it may call.

    The code is kept beside the module, or in the user's cache folder, or where the environment
    variable NUMBA_CACHE_DIR says, and is there again in the next process.

    Args:
        function: Of integers, arrays and named tuples of them; it makes no array.
        example: Arguments of the types that will come, to be compiled for.

    Returns:
        The compiled function; None if numba is not installed, or of no use.

    >>> compiled(len, ()) is None
    True
    """
    try:
        from numba import njit
        from numba.extending import register_jitable
    except ImportError:  # also where numba and numpy do not go together
        return None
    if not isinstance(function, FunctionType):
        return None
    for each in function.__globals__.values():
        if isinstance(each, FunctionType) and each.__module__ == function.__module__:
            register_jitable(forceinline=True)(each)
    for options in _OPTIONS:
        try:
            found: Callable[..., Any] = njit(function, error_model="numpy", **options)
            found(*example)
        except Exception:  # noqa: S112 - numba's own, the disk's, a damaged cache's
            continue
        return found
    return None
