"""What a round is worth to somebody who did not play it: drawn to sit out, late, or gone.

The rules are a registry; a fixed score is written as a number wherever a rule may be named.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from engine.standings.errors import refusal
from engine.standings.exact import average, median, plain_number, read_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine.ranking import Better

NONE: Final = Fraction(0)


@dataclass(frozen=True, slots=True)
class Credit:
    """A rule of `CREDITS`, with its score if that is a fixed one.

    Raises:
        StandingsError: There is no such rule; `fixed` without a score, or a score without `fixed`.

    >>> Credit("fixed")
    Traceback (most recent call last):
    engine.standings.errors.StandingsError: standings.fixed {'key': 'credit', 'rule': 'fixed'}
    """

    rule: str
    score: Fraction | None = None

    def __post_init__(self) -> None:
        if self.rule not in CREDITS:
            raise refusal("standings.choice", key="credit", value=self.rule, choices=tuple(CREDITS))
        if (self.rule == "fixed") != (self.score is not None):
            raise refusal("standings.fixed", key="credit", rule=self.rule)

    @classmethod
    def of_value(cls, value: object) -> Credit:
        """A credit as settings have it: a rule by its name, or a number, which is a fixed score.

        Raises:
            StandingsError: It is neither.

        >>> Credit.of_value("worst").rule, Credit.of_value("2.5").score
        ('worst', Fraction(5, 2))
        """
        score = read_number(value)
        return cls(str(value)) if score is None else cls("fixed", score)

    @property
    def value(self) -> int | str:
        """What `of_value` makes the same credit of.

        >>> Credit("worst").value, Credit("fixed", Fraction(10)).value
        ('worst', 10)
        """
        return self.rule if self.score is None else plain_number(self.score)


@dataclass(slots=True)
class Others:
    """The scores that others made in one round (or evening), and what is taken from them.

    Kept together, so that nothing is computed again for each of many who were away.

    >>> others = Others([Fraction(4), Fraction(3), Fraction(3), Fraction(1)], "high")
    >>> others.level("worst"), others.level("round_median"), others.level("round_average")
    (Fraction(1, 1), Fraction(3, 1), Fraction(11, 4))
    """

    scores: Sequence[Fraction]
    better: Better
    _levels: dict[str, Fraction] = field(default_factory=dict)

    def level(self, rule: str) -> Fraction:
        """The average, the median or the worst of the scores; 0 when nobody made any."""
        if rule not in self._levels:
            self._levels[rule] = self._compute(rule)
        return self._levels[rule]

    def _compute(self, rule: str) -> Fraction:
        if rule == "worst":
            return worst(self.scores, self.better)
        return (median if rule == "round_median" else average)(self.scores) or NONE


def worst(scores: Sequence[Fraction], better: Better) -> Fraction:
    """The least good of some scores; 0 of none.

    >>> worst([Fraction(3), Fraction(8)], "low")
    Fraction(8, 1)
    """
    return (max if better == "low" else min)(scores, default=NONE)


def credited(credit: Credit, own: Sequence[Fraction], others: Others) -> Fraction:
    """The score for a round that was not played.

    Args:
        credit: The rule.
        own: The player's scores of all the rounds that they played.
        others: The scores that the others made in the round.

    >>> credited(Credit("own_average"), [Fraction(4), Fraction(1)], Others([], "high"))
    Fraction(5, 2)
    """
    return CREDITS[credit.rule](credit, own, others)


def _own_average(_credit: Credit, own: Sequence[Fraction], others: Others) -> Fraction:
    """Of who has played nothing, the average of the round: they are neither helped nor harmed."""
    mean = average(own)
    return others.level("round_average") if mean is None else mean


CREDITS: Final[Mapping[str, Callable[[Credit, Sequence[Fraction], Others], Fraction]]] = {
    "own_average": _own_average,
    "round_average": lambda _credit, _own, others: others.level("round_average"),
    "round_median": lambda _credit, _own, others: others.level("round_median"),
    "worst": lambda _credit, _own, others: others.level("worst"),
    "fixed": lambda credit, _own, _others: Fraction(credit.score or 0),
    "nothing": lambda _credit, _own, _others: NONE,
}
"""The exact average of the rounds that one played oneself; the average, median or worst score of
the others in that round; a fixed score; 0."""

RULES: Final = tuple(rule for rule in CREDITS if rule != "fixed")
"""What a credit may be beside a number."""
