"""Policies: the switches by which a pool is rated, checked once, when a policy is made.

Which sentence of which text a switch stands on is told in RATINGS.md ("The update", "Inactivity
decay"); what the texts leave open (start, K's denominator, every decay number) is this project's
choice.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeAlias, cast, get_args

from engine.rating.errors import PolicyError

if TYPE_CHECKING:
    from collections.abc import Mapping

DecayMode: TypeAlias = Literal["rating", "display", "off"]
Activity: TypeAlias = Literal["rated", "any"]
MinRule: TypeAlias = Literal["nonzero", "off", "ends"]
Rounding: TypeAlias = Literal["player", "pair"]
Switch: TypeAlias = int | str | bool

HIGHEST_K = 400
"""Keeps every intermediate product below 2**63, within reach of a compiled fold."""

_WHO_COUNTS = ("three_at_table", "guests", "computers", "friendly", "training")


@dataclass(frozen=True, slots=True)
class Decay:
    """What idleness costs (RATINGS.md, "Inactivity decay").

    Attributes:
        mode: `rating` books the loss before the player's next game or adjustment; `display` only
            shows it in standings; `off` knows no loss.
        grace_days: Days without a game that are free.
        points_per_day: Points lost on every idle day after those.
        floor: Decay stops here; a player at or below it neither loses nor gains.
        activity: Which games keep a rating from fading: only rated ones, or any game that is
            stored. An unrated game never begins a rating: it does nothing for a player who has no
            rated game yet.

    Raises:
        PolicyError: A switch has a value of the wrong type or out of its range.
    """

    mode: DecayMode = "rating"
    grace_days: int = 14
    points_per_day: int = 1
    floor: int = 1500
    activity: Activity = "rated"

    def __post_init__(self) -> None:
        _check_choice("decay", self.mode, get_args(DecayMode))
        _check_integer("grace_days", self.grace_days, low=0)
        _check_integer("points_per_day", self.points_per_day, low=1)
        _check_integer("floor", self.floor)
        _check_choice("activity", self.activity, get_args(Activity))


@dataclass(frozen=True, slots=True)
class Policy:
    """How the games of a pool move its ratings (RATINGS.md, "The update").

    Attributes:
        name: What the club calls it; not part of its content.
        start: The rating of a player without an opening rating.
        k: The exact change of a game lies between -k and +k. Even, so that no change ever ends in
            exactly a half; a multiple of 4 where tables of three are rated.
        max_change: The most a game can win or lose a player; it is only felt where it is below k.
        min_rule: Who is moved by at least one point, when the exact change is not 0: every player
            (`nonzero`), nobody (`off`), or only those in the first and in the last place (`ends`).
        rounding: `player` rounds a player's whole change. `pair` rounds each of the six transfers
            between two players instead: the changes then add up to 0, and neither the minimum nor
            the maximum applies, or that sum would be lost.
        decay: What idleness costs.
        three_at_table: Whether games of three players count.
        guests: Whether a guest's seat counts as a player's does.
        computers: Whether a computer player's seat counts.
        friendly: Whether friendly games are rated.
        training: Whether training games are rated.

    Raises:
        PolicyError: A switch has a value of the wrong type or out of its range.

    >>> Policy("tame", k=16).switches()["k"]
    16
    >>> Policy("odd", k=31)
    Traceback (most recent call last):
    engine.rating.errors.PolicyError: policy.k_even (value=31)
    """

    name: str
    start: int = 1500
    k: int = 32
    max_change: int = 32
    min_rule: MinRule = "nonzero"
    rounding: Rounding = "player"
    decay: Decay = field(default_factory=Decay)
    three_at_table: bool = False
    guests: bool = False
    computers: bool = False
    friendly: bool = False
    training: bool = False

    def __post_init__(self) -> None:
        _check_integer("start", self.start)
        _check_integer("k", self.k, low=2, high=HIGHEST_K)
        _check_integer("max_change", self.max_change, low=1)
        _check_choice("min_rule", self.min_rule, get_args(MinRule))
        _check_choice("rounding", self.rounding, get_args(Rounding))
        for switch in _WHO_COUNTS:
            if not isinstance(getattr(self, switch), bool):
                raise _wrong_type(switch, getattr(self, switch), "boolean")
        if self.k % 2:
            raise PolicyError("policy.k_even", value=self.k)
        if self.three_at_table and self.k % 4:
            raise PolicyError("policy.k_three", value=self.k)

    def rates(self, category: str) -> bool:
        """Whether games of a category (`rated`, `friendly`, `training`) are rated.

        >>> Policy("strict").rates("friendly"), Policy("open", friendly=True).rates("friendly")
        (False, True)
        """
        return category == "rated" or (category in ("friendly", "training") and self._has(category))

    def seats(self, *, guest: bool, computer: bool) -> bool:
        """Whether a seat counts, by who sat in it.

        >>> Policy("strict").seats(guest=False, computer=True)
        False
        """
        return (self.guests or not guest) and (self.computers or not computer)

    def _has(self, switch: str) -> bool:
        return bool(getattr(self, switch))

    def switches(self) -> dict[str, Switch]:
        """The policy's whole content as plain values, always in the same order, without its name.

        >>> POLICIES["app"].switches()["grace_days"]
        5
        >>> Policy.from_switches(POLICIES["app"].switches()) == POLICIES["app"]
        True
        """
        return {
            "start": self.start,
            "k": self.k,
            "max_change": self.max_change,
            "min_rule": self.min_rule,
            "rounding": self.rounding,
            "decay": self.decay.mode,
            "grace_days": self.decay.grace_days,
            "points_per_day": self.decay.points_per_day,
            "floor": self.decay.floor,
            "activity": self.decay.activity,
            **{switch: getattr(self, switch) for switch in _WHO_COUNTS},
        }

    @classmethod
    def from_switches(cls, switches: Mapping[str, Switch], name: str | None = None) -> Policy:
        """The policy with these switches; those that are not mentioned keep their defaults.

        Args:
            switches: As `switches` gives them; the order is of no importance.
            name: Its name; when left out, that of the shipped policy with the same content, else
                `own`.

        Raises:
            PolicyError: A switch is unknown, or has a value of the wrong type or out of its range.

        >>> Policy.from_switches({"k": 16}).name
        'own'
        >>> Policy.from_switches({"decay": "off"}).name
        'portal'
        """
        content: dict[str, Switch] = dict(_DEFAULTS)
        for key, value in switches.items():
            if key not in content:
                raise PolicyError("policy.unknown_switch", switch=key, known=tuple(content))
            content[key] = value
        # The constructors check every value; the casts only tell the type checker so.
        policy = cls(
            name="own" if name is None else name,
            start=cast("int", content["start"]),
            k=cast("int", content["k"]),
            max_change=cast("int", content["max_change"]),
            min_rule=cast("MinRule", content["min_rule"]),
            rounding=cast("Rounding", content["rounding"]),
            decay=Decay(
                mode=cast("DecayMode", content["decay"]),
                grace_days=cast("int", content["grace_days"]),
                points_per_day=cast("int", content["points_per_day"]),
                floor=cast("int", content["floor"]),
                activity=cast("Activity", content["activity"]),
            ),
            **{switch: cast("bool", content[switch]) for switch in _WHO_COUNTS},
        )
        if name is None:
            for shipped in POLICIES.values():
                if shipped.switches() == policy.switches():
                    return shipped
        return policy


def read_switch(switch: str, text: str) -> Switch:
    """The value of a switch as somebody typed it: a whole number, a word, or yes or no.

    Raises:
        PolicyError: There is no such switch, or the text is no value of its type.

    >>> read_switch("k", "24"), read_switch("decay", "off"), read_switch("guests", "yes")
    (24, 'off', True)
    """
    if switch not in _DEFAULTS:
        raise PolicyError("policy.unknown_switch", switch=switch, known=tuple(_DEFAULTS))
    default, word = _DEFAULTS[switch], text.strip().lower()
    if isinstance(default, bool):
        if word not in _YES_AND_NO:
            raise _wrong_type(switch, text, "boolean")
        return _YES_AND_NO[word]
    if isinstance(default, int):
        try:
            return int(word)
        except ValueError:
            raise _wrong_type(switch, text, "integer") from None
    return word


_YES_AND_NO = MappingProxyType(
    {
        **dict.fromkeys(("yes", "true", "on", "ja", "1"), True),
        **dict.fromkeys(("no", "false", "off", "nee", "0"), False),
    }
)


def _wrong_type(switch: str, value: object, expected: str) -> PolicyError:
    return PolicyError("policy.type", switch=switch, value=value, expected=expected)


def _check_integer(
    switch: str, value: object, *, low: int | None = None, high: int | None = None
) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong_type(switch, value, "integer")
    if (low is not None and value < low) or (high is not None and value > high):
        raise PolicyError("policy.range", switch=switch, value=value, low=low, high=high)


def _check_choice(switch: str, value: object, choices: tuple[str, ...]) -> None:
    if not isinstance(value, str):
        raise _wrong_type(switch, value, "text")
    if value not in choices:
        raise PolicyError("policy.choice", switch=switch, value=value, choices=choices)


_DEFAULTS = MappingProxyType(Policy("own").switches())

POLICIES: Mapping[str, Policy] = MappingProxyType(
    {
        policy.name: policy
        for policy in (
            # The default: what the texts say, with a grace that a fortnightly club does not feel.
            Policy("club", decay=Decay(grace_days=14)),
            # The app: "after a few days without a game your rating starts to drop".
            Policy("app", decay=Decay(grace_days=5)),
            # The portal's text knows no decay.
            Policy("portal", decay=Decay(mode="off")),
        )
    }
)
"""The policies that are shipped, by name; the first is the default of a new pool."""
