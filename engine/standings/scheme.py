"""How an event is counted: scoring, best rounds, credits, tie-breaks and the cut, in one value.

A scheme is checked when it is made, and goes to JSON and back with only the settings that its
scoring has.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from engine.standings.credits import Credit
from engine.standings.criteria import CRITERIA
from engine.standings.errors import refusal
from engine.standings.ordering import check_tie_breaks
from engine.standings.scoring import SCORINGS, ladder_better
from engine.standings.settings import Settings, ladder_of_text, ladder_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.ranking import Better
    from engine.standings.games import EventRecord
    from engine.standings.scoring import Ladder

LADDER: Final[Ladder] = tuple(map(Fraction, (4, 3, 2, 1)))
"""Four, three, two, one: the ladder that most clubs use."""

TIE_BREAKS: Final = ("firsts", "seconds", "average_points", "head_to_head", "last_round")
"""What decides between equal scores where nothing else is said; then places are shared."""

OWN_AVERAGE: Final = Credit("own_average")
"""Neither helps nor harms."""

WORST: Final = Credit("worst")
"""The worst that any of the others did."""

_OF_ROUNDS: Final = ("best_of", "sit_out", "sit_out_again", "missed")
_OF_PLACES: Final = ("ladder", "ladder_three")


@dataclass(frozen=True, slots=True)
class Cut:
    """After some rounds the best go on to a final.

    Attributes:
        after_round: The round whose standings decide.
        size: How many qualify.
        carry: Whether they keep what they had; else the final begins at nothing.
        finalists: Who was seeded, once the final has been drawn. They remain the finalists
            whatever is corrected later (ADMIN.md, case 22).
    """

    after_round: int
    size: int
    carry: bool = False
    finalists: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for key in ("after_round", "size"):
            if getattr(self, key) < 1:
                raise refusal("standings.range", key=f"cut.{key}", value=getattr(self, key), low=1)


@dataclass(frozen=True, slots=True)
class Scheme:
    """How an event is counted.

    Attributes:
        scoring: `points`, `places` or `performance` (`engine.standings.scoring.SCORINGS`).
        ladder: What the four places are worth; on a ladder that rises, few place points are good.
        ladder_three: The same at a table of three; by default the first three of `ladder`, so
            that a win is worth what it always is.
        best_of: Only so many of a player's best rounds count; None for all of them. Which of two
            equal ones counts makes no difference; it is the earlier.
        sit_out: What a drawn sit-out is worth.
        sit_out_again: What a player's second and every later one is worth; None for the same.
        missed: What a round is worth to an entrant who was not there; None for nothing, or where
            nothing would not be the worst of all (raw points, a ladder that rises or falls below
            0) for the worst score of the round.
        tie_breaks: Keys of `engine.standings.criteria.CRITERIA`, in their order.
        cut: The final, if there is one.

    Raises:
        StandingsError: A setting that cannot be, or two that contradict each other.

    >>> Scheme("places", ladder=(3, 1, 0, 0)).as_mapping()["ladder"]
    [3, 1, 0, 0]
    """

    scoring: str = "places"
    ladder: Ladder = LADDER
    ladder_three: Ladder | None = None
    best_of: int | None = None
    sit_out: Credit = OWN_AVERAGE
    sit_out_again: Credit | None = None
    missed: Credit | None = None
    tie_breaks: tuple[str, ...] = TIE_BREAKS
    cut: Cut | None = None

    def __post_init__(self) -> None:
        if self.scoring not in SCORINGS:
            choices = tuple(SCORINGS)
            raise refusal("standings.choice", key="scoring", value=self.scoring, choices=choices)
        _check_ladders(self.ladder, self.ladder_three)
        if self.best_of is not None and self.best_of < 1:
            raise refusal("standings.range", key="best_of", value=self.best_of, low=1)
        if self.best_of is not None and self.scoring == "performance":
            raise refusal("standings.contradiction", key="best_of", other="scoring = performance")
        check_tie_breaks(self.tie_breaks, CRITERIA)
        if self.scoring == "places":
            self._check_nothing(self.direction)

    @property
    def direction(self) -> Better:
        """Whether many place points are good, or few."""
        return ladder_better(self.ladder)

    def better(self, record: EventRecord) -> Better:
        """Whether a low or a high score is good.

        Raises:
            StandingsError: Few points are good, and a round that was not played is worth nothing.

        >>> from engine.standings.games import EventRecord
        >>> Scheme("points").better(EventRecord((), better="low"))
        'low'
        """
        better = SCORINGS[self.scoring].better(self, record.better)
        self._check_nothing(better)
        return better

    def ladder_of(self, seats: int) -> Ladder:
        """The ladder at a table of so many.

        >>> Scheme().ladder_of(3)
        (Fraction(4, 1), Fraction(3, 1), Fraction(2, 1))
        """
        if seats == len(self.ladder):
            return self.ladder
        return self.ladder[:seats] if self.ladder_three is None else self.ladder_three

    def missed_credit(self) -> Credit:
        """What a round is worth to an entrant who was not there.

        >>> Scheme().missed_credit().rule, Scheme("points").missed_credit().rule
        ('nothing', 'worst')
        """
        if self.missed is not None:
            return self.missed
        safe = self.scoring == "places" and self.direction == "high" and self.ladder[-1] >= 0
        return Credit("nothing") if safe else WORST

    def _check_nothing(self, better: Better) -> None:
        credits_ = {
            "sit_out": self.sit_out,
            "sit_out_again": self.sit_out_again,
            "missed": self.missed,
        }
        if better == "low" and (key := first_nothing(credits_)) is not None:
            raise refusal("standings.nothing_is_best", key=key)

    @classmethod
    def of_text(cls, text: str, **others: Any) -> Scheme:
        """A scheme by one word, as it is typed: a way to score, or a ladder.

        Args:
            text: `points`, `places`, `performance`, or a ladder such as `3-1-0-0` or `5, 3, 1, 0`.
            others: Further attributes.

        Raises:
            StandingsError: It is neither, or one of the others is wrong.

        >>> Scheme.of_text("points").scoring, Scheme.of_text("3-1-0-0").ladder[0]
        ('points', Fraction(3, 1))
        """
        if text.strip() in SCORINGS:
            return cls(text.strip(), **others)
        ladder = ladder_of_text(text)
        if ladder is None:
            choices = (*SCORINGS, "4-3-2-1", "3-1-0-0")
            raise refusal("standings.choice", key="scoring", value=text, choices=choices)
        return cls("places", ladder=ladder, **others)

    def as_mapping(self) -> dict[str, Any]:
        """The settings for JSON: plain values under the names of the attributes.

        What the scoring does not have, and what is left to its default, is not in it.
        """
        values: dict[str, Any] = {"scoring": self.scoring}
        if self.scoring == "places":
            values["ladder"] = ladder_value(self.ladder)
            if self.ladder_three is not None:
                values["ladder_three"] = ladder_value(self.ladder_three)
        if self.scoring != "performance":
            values["sit_out"] = self.sit_out.value
            for key in ("sit_out_again", "missed"):
                credit = getattr(self, key)
                if credit is not None:
                    values[key] = credit.value
            if self.best_of is not None:
                values["best_of"] = self.best_of
        values["tie_breaks"] = list(self.tie_breaks)
        if self.cut is not None:
            values["cut"] = {
                "after_round": self.cut.after_round,
                "size": self.cut.size,
                "carry": self.cut.carry,
                "finalists": list(self.cut.finalists),
            }
        return values

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Scheme:
        """What `as_mapping` gave, or somebody wrote in a file; what is left out has its default.

        Raises:
            StandingsError: With everything that is wrong: a key that does not exist, a value that
                cannot be, settings that the scoring does not have.

        >>> scheme = Scheme("points", best_of=5)
        >>> Scheme.from_mapping(scheme.as_mapping()) == scheme
        True
        """
        settings = Settings(values, tuple(cls.__slots__))
        scoring = settings.choice("scoring", tuple(SCORINGS))
        settings.only_with(scoring in (None, "places"), f"scoring = {scoring}", *_OF_PLACES)
        settings.only_with(scoring != "performance", f"scoring = {scoring}", *_OF_ROUNDS)
        settings.ladder("ladder", 4)
        settings.ladder("ladder_three", 3)
        settings.integer("best_of", low=1)
        for key in ("sit_out", "sit_out_again", "missed"):
            settings.credit(key)
        settings.tie_breaks("tie_breaks", CRITERIA)
        cut = settings.part("cut", tuple(Cut.__slots__))
        if cut is not None:
            cut.integer("after_round", low=1, required=True)
            cut.integer("size", low=1, required=True)
            cut.boolean("carry")
            cut.integers("finalists")
            settings.made("cut", cut, Cut)
        return settings.make(cls)


def first_nothing(rules: Mapping[str, Credit | None]) -> str | None:
    """The first setting by which something that was not played is worth nothing.

    Where few points are good that would be the best score of all.

    >>> first_nothing({"sit_out": Credit("worst"), "missed": Credit("nothing")})
    'missed'
    """
    nothing = Credit("nothing")
    return next((key for key, credit in rules.items() if credit == nothing), None)


def _check_ladders(ladder: Ladder, three: Ladder | None) -> None:
    check_ladder("ladder", ladder, 4)
    if three is not None:
        check_ladder("ladder_three", three, 3)
        if ladder_better(three) != ladder_better(ladder):
            raise refusal("standings.contradiction", key="ladder_three", other="ladder")


def check_ladder(key: str, ladder: Ladder, length: int | None) -> None:
    """Refuse a ladder of another length, or one that does not lead one way.

    Args:
        key: Its name in the settings.
        ladder: The numbers.
        length: How many there must be; None for two or more.

    Raises:
        StandingsError: `standings.ladder`, `standings.ladder_order`.

    >>> check_ladder("ladder", (3, 1, 0, 0), 4)
    """
    shown = " ".join(map(str, ladder_value(ladder)))
    if len(ladder) != length if length else len(ladder) < 2:
        raise refusal("standings.ladder", key=key, value=shown, numbers=length)
    falls, rises = sorted(ladder, reverse=True), sorted(ladder)
    if ladder[0] == ladder[-1] or list(ladder) not in (falls, rises):
        raise refusal("standings.ladder_order", key=key, value=shown)
