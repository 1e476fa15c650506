"""Rule sets: what the published texts of Hartenjagen differ in, as named switches.

One engine plays them all. `RuleSet` holds the switches, `engine.rulesets` the nine published sets
as data. Source of every switch and value: RULES.md, "The nine rule sets" and its notes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Final, Literal, get_args, get_type_hints

from engine.problems import RulesError, problem
from engine.seats import Direction

PASS_COUNT: Final = 3
"""Cards passed on in every deal that passes (all texts agree)."""

BasisKind = Literal["text", "reading", "choice", "house"]


@dataclass(frozen=True, slots=True)
class Basis:
    """Where the value of a switch comes from.

    Attributes:
        kind: ``text``; ``reading``, the best reading of an unclear sentence; ``choice``, this
            project's where the text is silent; ``house``, changed by a club or event.
        note: number of the note in RULES.md, 0 for the paragraph below its table.
    """

    kind: BasisKind
    note: int | None = None


@dataclass(frozen=True, slots=True)
class Remark:
    """Something decided by default: a verdict or place rests on a reading or a choice.

    Attributes:
        switch: which switch, or ``target``.
        value: its value as `switch_text` writes it.
        basis: reading or choice, with the note in RULES.md.
    """

    switch: str
    value: str
    basis: Basis


IN_THE_TEXT: Final = Basis("text")
OF_THE_HOUSE: Final = Basis("house")


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """One way to play Hearts.

    Two rule sets are equal when their names and switches are; `fingerprint` leaves the name out.

    Attributes:
        name: ``american`` and so on; ``american+`` once a switch has been changed.
        text: which of the five texts it comes from.
        target: the default target in points; no switch, since the target belongs to the event.
        cards: the deck, 52, or 32 (seven up to ace).
        passing: left, right, across, none in turn, or never. Three cards.
        first_lead: the lowest club is led by its holder, or the dealer leads any card.
        first_lead_rotates: the deal moves clockwise; only where the dealer leads (note 2).
        first_trick_forbids: what may not be played on trick 1, unless the hand holds nothing else;
            following suit is always allowed.
        hearts_lead: hearts may be led once broken or from a hand of hearts only, or freely.
        hearts_broken_by: any heart played, only a heart discarded on another suit (note 6), or
            any heart or the queen of spades (no text; foreign logs and house rules).
        heart: points of each heart.
        queen_of_spades: points.
        jack_of_diamonds: points, negative where it is a bonus.
        jack_of_clubs: points.
        moon_needs: what one player must take: all hearts and the queen, or every point card.
        moon_pays: others get points, or the shooter chooses that or taking off the own total.
        moon_points: how many.
        moon_keeps_jack: who took the jack of diamonds books it in a moon too (note 8).
        all_tricks: taking every trick is a moon like any, or pays double.
        game_ends: when someone is at or past the target, or the target starts a return leg on
            which points are subtracted (note 9).
        return_to_zero: the return leg ends at or below zero, or exactly at zero with |old - points|
            as the new total (note 9).
        lowest_tied: the lowest total is shared, or another deal is played (notes 10, 11).
        perfect_deal: whether a deal without points by another than the leader, who took some,
            brings another deal (note 10).
        leader: whether the leader in that is the one after the deal or before it (note 10).
        basis: kind and note of every switch, and of ``target``, that is not plain text.
    """

    name: str
    text: str
    target: int
    cards: Literal[52, 32]
    passing: Literal["left_right_across_none", "none"]
    first_lead: Literal["lowest_club", "dealer"]
    first_lead_rotates: bool
    first_trick_forbids: Literal["hearts_and_queen", "queen", "nothing"]
    hearts_lead: Literal["once_broken", "free"]
    hearts_broken_by: Literal["any", "discard", "any_or_queen"]
    heart: int
    queen_of_spades: int
    jack_of_diamonds: int
    jack_of_clubs: int
    moon_needs: Literal["hearts_and_queen", "every_point_card"]
    moon_pays: Literal["others", "choice"]
    moon_points: int
    moon_keeps_jack: bool
    all_tricks: Literal["as_moon", "double"]
    game_ends: Literal["target", "return_leg"]
    return_to_zero: Literal["at_or_below", "exactly"]
    lowest_tied: Literal["shared", "extra_deal"]
    perfect_deal: Literal["nothing", "extra_deal"]
    leader: Literal["after", "before"]
    basis: Mapping[str, Basis] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.target < 1:
            raise RulesError(problem("target.value", target=self.target))
        for one, one_value, other, other_value in _CONTRADICTIONS:
            if getattr(self, one) == one_value and getattr(self, other) == other_value:
                raise RulesError(
                    problem(
                        "switch.contradiction",
                        switch=one,
                        value=switch_text(one_value),
                        other=other,
                        other_value=switch_text(other_value),
                    )
                )

    @property
    def hand_size(self) -> int:
        """Cards in a hand, and tricks in a deal: 13 or 8."""
        return self.cards // 4

    @property
    def pass_cycle(self) -> tuple[Direction, ...]:
        """The directions in turn; a game starts at the first."""
        if self.passing == "none":
            return ("none",)
        return ("left", "right", "across", "none")

    def switches(self) -> dict[str, str | int | bool]:
        """Every switch with its value, plain and in a fixed order: what is stored with a result."""
        return {key: getattr(self, key) for key in SWITCHES}

    def fingerprint(self) -> str:
        """SHA-256 of the switches, 64 hex digits; name, text and default target take no part."""
        content = json.dumps(self.switches(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(content.encode("ascii")).hexdigest()

    def basis_of(self, key: str) -> Basis:
        """Where the value of a switch (or ``target``) comes from."""
        return self.basis.get(key, IN_THE_TEXT)

    def remark(self, key: str) -> Remark | None:
        """What to say when something rests on this switch: nothing if it is in the text.

        >>> from engine.rulesets import RULE_SETS
        >>> RULE_SETS["american"].remark("lowest_tied").basis.kind
        'choice'
        """
        basis = self.basis_of(key)
        if basis.kind in ("reading", "choice"):
            return Remark(key, switch_text(getattr(self, key)), basis)
        return None

    def with_switch(self, key: str, value: str | int | bool) -> RuleSet:
        """The same rules with one switch set, by a club or an event.

        Text is accepted for every value: ``"26"``, ``"yes"``, ``"any_or_queen"``. A rule set that
        really changes gets a ``+`` after its name, once.

        Raises:
            RulesError: ``switch.unknown`` or ``switch.value``, with what is known, or
                ``switch.contradiction``.

        >>> from engine.rulesets import RULE_SETS
        >>> RULE_SETS["american"].with_switch("hearts_broken_by", "discard").name
        'american+'
        """
        return self.with_switches({key: value})

    def with_switches(self, changes: Mapping[str, str | int | bool]) -> RuleSet:
        """As `with_switch`, several at once, so that they are only judged together."""
        values = {key: parse_switch(key, value) for key, value in changes.items()}
        changed = {key: value for key, value in values.items() if getattr(self, key) != value}
        if not changed:
            return self
        return replace(
            self,
            name=self.name if self.name.endswith("+") else self.name + "+",
            basis={**self.basis, **dict.fromkeys(changed, OF_THE_HOUSE)},
            **changed,  # type: ignore[arg-type]
        )

    def with_target(self, target: int) -> RuleSet:
        """The same rules with another default target; 1 or more."""
        return replace(self, target=target, basis={**self.basis, "target": OF_THE_HOUSE})


_NO_SWITCHES: Final = {"name", "text", "target", "basis"}

# Values that a rule set cannot hold together, each pair with what it would have to mean.
_CONTRADICTIONS: Final[tuple[tuple[str, str | int | bool, str, str | int | bool], ...]] = (
    ("hearts_lead", "free", "hearts_broken_by", "discard"),  # nothing there is to break
    ("hearts_lead", "free", "hearts_broken_by", "any_or_queen"),
    ("moon_keeps_jack", True, "jack_of_diamonds", 0),
    ("game_ends", "return_leg", "lowest_tied", "extra_deal"),  # the end is at zero, not at a target
    ("game_ends", "return_leg", "perfect_deal", "extra_deal"),
    ("game_ends", "target", "return_to_zero", "exactly"),
)


def _switch_values() -> dict[str, tuple[str | int | bool, ...] | None]:
    hints = get_type_hints(RuleSet)
    values: dict[str, tuple[str | int | bool, ...] | None] = {}
    for entry in fields(RuleSet):
        if entry.name not in _NO_SWITCHES:
            hint = hints[entry.name]
            values[entry.name] = (False, True) if hint is bool else get_args(hint) or None
    return values


SWITCHES: Final[Mapping[str, tuple[str | int | bool, ...] | None]] = _switch_values()
"""Every switch in order, with the values it takes; None for a whole number of points."""

_POINTS_RANGE: Final = range(-100, 101)
_YES: Final = ("yes", "true", "on", "ja")
_NO: Final = ("no", "false", "off", "nee")


def switch_text(value: str | int | bool) -> str:
    """A switch's value as it is typed and shown.

    >>> switch_text(True), switch_text(26), switch_text("any")
    ('yes', '26', 'any')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def parse_switch(key: str, value: str | int | bool) -> str | int | bool:
    """The value of a switch out of text or JSON, checked.

    Raises:
        RulesError: ``switch.unknown`` or ``switch.value``, with what is known.

    >>> parse_switch("moon_points", "13"), parse_switch("moon_keeps_jack", "yes")
    (13, True)
    """
    if key not in SWITCHES:
        raise RulesError(problem("switch.unknown", switch=key, known=tuple(SWITCHES)))
    known = SWITCHES[key]
    text = switch_text(value).strip().lower()
    if known is None:
        try:
            points = int(text)
        except ValueError:
            points = _POINTS_RANGE.stop
        if points in _POINTS_RANGE:
            return points
        shown: Iterable[str] = (f"{_POINTS_RANGE.start} .. {_POINTS_RANGE.stop - 1}",)
    else:
        if known == (False, True) and text in _YES + _NO:
            return text in _YES
        for candidate in known:
            if switch_text(candidate) == text:
                return candidate
        shown = (switch_text(candidate) for candidate in known)
    raise RulesError(
        problem("switch.value", switch=key, value=switch_text(value), known=tuple(shown))
    )
