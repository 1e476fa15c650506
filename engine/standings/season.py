"""How a season is counted: what an evening is worth, which evenings count, and who was absent.

The settings are those of clubs at tables of four (ADMIN.md, row 13): best 6 of 8 evenings, a fixed
score for a drawn sit-out once an evening, the evening's worst score for who was absent with notice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from engine.standings.credits import Credit
from engine.standings.errors import refusal
from engine.standings.ordering import check_tie_breaks
from engine.standings.scheme import (
    LADDER,
    OWN_AVERAGE,
    WORST,
    Scheme,
    check_ladder,
    first_nothing,
)
from engine.standings.scoring import ladder_better
from engine.standings.season_criteria import SEASON_CRITERIA
from engine.standings.settings import Settings, ladder_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.ranking import Better
    from engine.standings.games import EventRecord
    from engine.standings.scoring import Ladder

EVENINGS: Final = ("places", "points", "standing")
"""What an evening is worth: its place points, its raw points, or its place in its own standings."""

SUBSTITUTES: Final = ("nothing", "replaces_worst")
"""What a game is worth to the substitute who played it."""

TIE_BREAKS: Final = ("wins", "best_evening", "head_to_head", "last_evening")
"""What decides between equal totals where nothing else is said; then places are shared."""

_OF_GAMES: Final = ("sit_out", "sit_out_again", "missed", "substitute")
"""Settings that have no meaning where only the place of an evening counts."""


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening of a season.

    Attributes:
        label: What it is called in lists, its date or its name.
        record: What happened.
        scheme: How the evening itself was counted: it decides its standings.
        notified: Who said beforehand that they would not come.
    """

    label: str
    record: EventRecord
    scheme: Scheme
    notified: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """How a season is counted.

    Attributes:
        evening: What an evening is worth, one of `EVENINGS`. Place points and raw points are
            counted by the settings here, whatever the evening's own scheme says, and without its
            final; the place in the standings is the one that the evening's own scheme gave.
        ladder: Of `places` what the four places of a table are worth, by default 4-3-2-1; of
            `standing` what the places of an evening are worth, from the first on, the last number
            for all places below.
        ladder_three: Of `places`, the ladder at a table of three.
        best: So many of a member's best evenings count; None for all of them.
        of: How many evenings the season has; None where that is not settled.
        minimum_attendance: Who was there less often is listed, and has no place; as long as the
            evenings that are left would be enough, they have one.
        absent_with_notice: What an evening is worth to a member who said they would not come.
        absent_without_notice: And to one who did not say so; None for nothing, or where nothing
            would not be the worst of all for the worst score of the evening.
        sit_out: What a drawn sit-out is worth, in a round of an evening.
        sit_out_again: What a second one in the same evening is worth; None for the same.
        missed: What a round is worth to an entrant who was not there; None as in a `Scheme`.
        substitute: What it is worth to have played for somebody else, one of `SUBSTITUTES`.
            `replaces_worst`: in an evening that they took part in themselves, a better game takes
            the place of their own worst round; in another, their games are their evening, if that
            is better than what their absence is worth.
        tie_breaks: Keys of `engine.standings.season_criteria.SEASON_CRITERIA`, in their order.

    Raises:
        StandingsError: A setting that cannot be, or two that contradict each other.

    >>> SeasonRules(best=6, of=8).as_mapping()["best"]
    6
    >>> SeasonRules(best=9, of=8)
    Traceback (most recent call last):
    engine.standings.errors.StandingsError: season.too_large {'key': 'best', 'value': 9, 'of': 8}
    """

    evening: str = "places"
    ladder: Ladder = LADDER
    ladder_three: Ladder | None = None
    best: int | None = None
    of: int | None = None
    minimum_attendance: int = 0
    absent_with_notice: Credit = WORST
    absent_without_notice: Credit | None = None
    sit_out: Credit = OWN_AVERAGE
    sit_out_again: Credit | None = None
    missed: Credit | None = None
    substitute: str = "nothing"
    tie_breaks: tuple[str, ...] = TIE_BREAKS

    def __post_init__(self) -> None:
        _check_word("evening", self.evening, EVENINGS)
        _check_word("substitute", self.substitute, SUBSTITUTES)
        self._check_numbers()
        check_tie_breaks(self.tie_breaks, SEASON_CRITERIA)
        if self.evening == "standing":
            check_ladder("ladder", self.ladder, None)
            self._check_absence(ladder_better(self.ladder))
        else:
            scheme = self.scheme()
            if self.evening == "places":
                self._check_absence(scheme.direction)

    def scheme(self) -> Scheme:
        """The scheme by which the games of every evening are counted.

        >>> SeasonRules().scheme().scoring
        'places'
        """
        return Scheme(
            self.evening,
            ladder=self.ladder,
            ladder_three=self.ladder_three,
            sit_out=self.sit_out,
            sit_out_again=self.sit_out_again,
            missed=self.missed,
            tie_breaks=(),
        )

    def better(self, points: Better) -> Better:
        """Whether a low or a high total is good, where the points are so at the table.

        Raises:
            StandingsError: Few are good, and something that was not played is worth nothing.

        >>> SeasonRules().better("low"), SeasonRules("points").better("low")
        ('high', 'low')
        """
        if self.evening != "points":
            return ladder_better(self.ladder)
        self._check_absence(points)
        return points

    def absence(self, *, notified: bool) -> Credit:
        """What an evening is worth to a member who was not there.

        >>> SeasonRules().absence(notified=True).rule, SeasonRules().absence(notified=False).rule
        ('worst', 'nothing')
        """
        if notified:
            return self.absent_with_notice
        if self.absent_without_notice is not None:
            return self.absent_without_notice
        safe = self.evening != "points" and self.ladder[0] > self.ladder[-1] >= 0
        return Credit("nothing") if safe else WORST

    def as_mapping(self) -> dict[str, Any]:
        """The settings for JSON or TOML, under the names of the attributes.

        What is left to its default, or has no meaning beside the others, is not in it.
        """
        values: dict[str, Any] = {"evening": self.evening}
        if self.evening != "points":
            values["ladder"] = ladder_value(self.ladder)
        if self.ladder_three is not None:
            values["ladder_three"] = ladder_value(self.ladder_three)
        for key in ("best", "of"):
            if getattr(self, key) is not None:
                values[key] = getattr(self, key)
        values["minimum_attendance"] = self.minimum_attendance
        absences = ("absent_with_notice", "absent_without_notice")
        of_games = () if self.evening == "standing" else ("sit_out", "sit_out_again", "missed")
        for key in (*absences, *of_games):
            credit = getattr(self, key)
            if credit is not None:
                values[key] = credit.value
        if self.evening != "standing":
            values["substitute"] = self.substitute
        values["tie_breaks"] = list(self.tie_breaks)
        return values

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> SeasonRules:
        """What `as_mapping` gave, or a club wrote; what is left out has its default.

        Raises:
            StandingsError: With everything that is wrong: a key that does not exist, a value that
                cannot be, settings that have no meaning beside `evening`.

        >>> rules = SeasonRules(best=5, of=7)
        >>> SeasonRules.from_mapping(rules.as_mapping()) == rules
        True
        """
        settings = Settings(values, tuple(cls.__slots__))
        evening = settings.choice("evening", EVENINGS) or "places"
        other = f"evening = {evening}"
        settings.only_with(evening != "points", other, "ladder")
        settings.only_with(evening == "places", other, "ladder_three")
        settings.only_with(evening != "standing", other, *_OF_GAMES)
        if evening != "points":
            needed = evening == "standing"
            settings.ladder("ladder", None if needed else 4, required=needed)
            settings.ladder("ladder_three", 3)
        for key in ("best", "of"):
            settings.integer(key, low=1)
        settings.integer("minimum_attendance", low=0)
        for key in ("absent_with_notice", "absent_without_notice", *_OF_GAMES[:3]):
            settings.credit(key)
        settings.choice("substitute", SUBSTITUTES)
        settings.tie_breaks("tie_breaks", SEASON_CRITERIA)
        return settings.make(cls)

    def _check_numbers(self) -> None:
        for key, low in (("best", 1), ("of", 1), ("minimum_attendance", 0)):
            value = getattr(self, key)
            if value is not None and value < low:
                raise refusal("standings.range", key=key, value=value, low=low)
            if value is not None and self.of is not None and value > self.of:
                raise refusal("season.too_large", key=key, value=value, of=self.of)

    def _check_absence(self, better: Better) -> None:
        credits_ = {
            "absent_with_notice": self.absent_with_notice,
            "absent_without_notice": self.absent_without_notice,
        }
        if better == "low" and (key := first_nothing(credits_)) is not None:
            raise refusal("standings.nothing_is_best", key=key)


def _check_word(key: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise refusal("standings.choice", key=key, value=value, choices=choices)
