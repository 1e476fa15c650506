"""What a batch finds out of each deal, as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.legality import EXCUSES
from engine.problems import CODES
from engine.referee import Verdict

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

VERDICTS: Final[tuple[Verdict, ...]] = tuple(Verdict)
"""The verdict of each number in `Verdicts.verdict`."""

UNDECIDED: Final = 255
"""In `Verdicts.verdict` before anybody has decided."""

PROBLEM_CODES: Final[tuple[str, ...]] = ("", *CODES)
"""The code of each number in `Verdicts.code`; 0 is no problem."""

SWITCHES: Final[tuple[str, ...]] = (*EXCUSES[1:], "first_lead")
"""The switches of the bits of `Verdicts.by_default`, the lowest bit first."""


class Verdicts(NamedTuple):
    """What was found, one row a deal. A tuple, since it is compiled.

    Attributes:
        verdict: a place in `VERDICTS`.
        scored: 1 where the points follow from the cards, right or wrong.
        points: (deals, 4), the change of the totals by the cards where `scored`; else 0.
        shooter: the seat that shot the moon, or -1.
        code: of the first problem, a place in `PROBLEM_CODES`; 0 for none.
        trick: of that problem, from 1; 0 for hands and pass, -1 where it names none.
        seat: of that problem, or -1.
        card: of that problem, or -1.
        by_default: a bit for each of `SWITCHES` on whose value the verdict rests although no text
            has it (a reading or a choice of RULES.md).
        by_kernel: 1 where the compiled kernel decided, 0 where the referee of logs did.
    """

    verdict: npt.NDArray[np.uint8]
    scored: npt.NDArray[np.int8]
    points: npt.NDArray[np.int32]
    shooter: npt.NDArray[np.int8]
    code: npt.NDArray[np.uint16]
    trick: npt.NDArray[np.int8]
    seat: npt.NDArray[np.int8]
    card: npt.NDArray[np.int8]
    by_default: npt.NDArray[np.uint8]
    by_kernel: npt.NDArray[np.int8]


def undecided(count: int) -> Verdicts:
    """Room for so many verdicts.

    >>> undecided(2).verdict
    array([255, 255], dtype=uint8)
    """
    import numpy as np

    return Verdicts(
        verdict=np.full(count, UNDECIDED, np.uint8),
        scored=np.zeros(count, np.int8),
        points=np.zeros((count, 4), np.int32),
        shooter=np.full(count, -1, np.int8),
        code=np.zeros(count, np.uint16),
        trick=np.full(count, -1, np.int8),
        seat=np.full(count, -1, np.int8),
        card=np.full(count, -1, np.int8),
        by_default=np.zeros(count, np.uint8),
        by_kernel=np.zeros(count, np.int8),
    )
