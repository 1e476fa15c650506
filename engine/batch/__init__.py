"""Millions of deals out of arrays: the same verdicts, some hundred times faster.

    from engine.batch import Deals, arrays_of, referee
    from engine.rulesets import AMERICAN

    found = referee(arrays_of(logged_deals, AMERICAN), AMERICAN)

`Deals` is the layout of the arrays, `Verdicts` what comes out. numpy is needed, and for the speed
numba (the extra ``batch``); both are imported when a batch runs.
"""

from engine.batch.arrays import Deals, arrays_of, log_deals
from engine.batch.compiling import can_compile
from engine.batch.refereeing import deal_verdicts, referee
from engine.batch.verdicts import PROBLEM_CODES, VERDICTS, Verdicts

__all__ = [
    "PROBLEM_CODES",
    "VERDICTS",
    "Deals",
    "Verdicts",
    "arrays_of",
    "can_compile",
    "deal_verdicts",
    "log_deals",
    "referee",
]
