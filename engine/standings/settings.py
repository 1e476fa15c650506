"""Reading settings out of TOML or JSON: every value checked, everything that is wrong collected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from engine.standings.credits import RULES, Credit
from engine.standings.criteria import read_tie_breaks
from engine.standings.errors import StandingsError, fault
from engine.standings.exact import plain_number, read_number
from engine.standings.ordering import check_tie_breaks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.problems import Problem
    from engine.standings.scoring import Ladder

Made = TypeVar("Made")


class Settings:
    """The settings of one value, read key by key; then `make` makes it, or tells what is wrong.

    A key that is absent, or null in JSON, keeps its default.

    Args:
        values: What was read from the file.
        known: Every key that may be in it.
        within: The name of the part that it is, for messages; empty for the whole.

    >>> settings = Settings({"rounds": "six", "colour": 1}, ("rounds", "size"))
    >>> settings.integer("rounds", low=1)
    >>> [problem.code for problem in settings.problems]
    ['standings.key', 'standings.type']
    """

    __slots__ = ("_read", "_values", "_within", "problems")

    def __init__(self, values: object, known: tuple[str, ...], within: str = "") -> None:
        self._values: Mapping[Any, Any] = {}
        self._read: dict[str, Any] = {}
        self._within = within
        self.problems: list[Problem] = []
        if not isinstance(values, Mapping):
            self._wrong_type("", values, "settings")
            return
        self._values = {key: value for key, value in values.items() if value is not None}
        self.problems += [
            fault("standings.key", key=self._name(str(key)), known=known)
            for key in values
            if key not in known
        ]

    def has(self, key: str) -> bool:
        """Whether a key is there.

        >>> Settings({"best": None}, ("best",)).has("best")
        False
        """
        return key in self._values

    def only_with(self, possible: bool, other: str, *keys: str) -> None:
        """Refuse these keys when another setting, named in `other`, leaves them without meaning."""
        for key in keys:
            if not possible and self.has(key):
                self._problem("standings.contradiction", key=self._name(key), other=other)

    def choice(self, key: str, choices: tuple[str, ...]) -> str | None:
        """One of some words; None when it is absent or wrong."""
        value = self._values.get(key)
        if value is None:
            return None
        if value in choices:
            self._read[key] = value
            return str(value)
        self._problem("standings.choice", key=self._name(key), value=_shown(value), choices=choices)
        return None

    def integer(self, key: str, *, low: int, required: bool = False) -> None:
        """A whole number of at least `low`."""
        value = self._values.get(key)
        if value is None:
            self._missing(key, required=required)
        elif type(value) is not int:
            self._wrong_type(key, value, "integer")
        elif value < low:
            self._problem("standings.range", key=self._name(key), value=value, low=low)
        else:
            self._read[key] = value

    def boolean(self, key: str) -> None:
        """Yes or no."""
        value = self._values.get(key)
        if isinstance(value, bool):
            self._read[key] = value
        elif value is not None:
            self._wrong_type(key, value, "boolean")

    def integers(self, key: str) -> None:
        """A list of whole numbers."""
        value = self._values.get(key)
        if isinstance(value, list | tuple) and all(type(each) is int for each in value):
            self._read[key] = tuple(value)
        elif value is not None:
            self._wrong_type(key, value, "list")

    def credit(self, key: str) -> None:
        """A credit: a rule by its name, or a number."""
        value = self._values.get(key)
        if value is None:
            return
        try:
            self._read[key] = Credit.of_value(value)
        except StandingsError:
            shown = _shown(value)
            self._problem("standings.credit", key=self._name(key), value=shown, choices=RULES)

    def ladder(self, key: str, length: int | None, *, required: bool = False) -> None:
        """A ladder: a list of numbers, or its text; `length` None for any length from 2."""
        value = self._values.get(key)
        if value is None:
            self._missing(key, required=required)
            return
        if isinstance(value, str):
            numbers = ladder_of_text(value)
        elif isinstance(value, list | tuple):
            numbers = _all_known(map(read_number, value))
        else:
            numbers = None
        if numbers is None or (len(numbers) != length if length else len(numbers) < 2):
            shown = _shown_all(value)
            self._problem("standings.ladder", key=self._name(key), value=shown, numbers=length)
        else:
            self._read[key] = numbers

    def tie_breaks(self, key: str, registry: Mapping[str, object]) -> None:
        """Tie-breaks: a list of their keys, or these in one text."""
        value = self._values.get(key)
        if value is None:
            return
        if not isinstance(value, str | list | tuple):
            self._wrong_type(key, value, "list")
            return
        keys = read_tie_breaks(value) if isinstance(value, str) else tuple(map(str, value))
        self._attempt(lambda: check_tie_breaks(keys, registry))
        self._read[key] = keys

    def part(self, key: str, known: tuple[str, ...]) -> Settings | None:
        """Settings within the settings; None when there are none. `made` finishes them."""
        value = self._values.get(key)
        if isinstance(value, Mapping):
            return Settings(value, known, key)
        if value is not None:
            self._wrong_type(key, value, "settings")
        return None

    def made(self, key: str, part: Settings, make: Callable[..., object]) -> None:
        """Take over what `part` has read, made into a value, and what it found wrong."""
        try:
            self._read[key] = part.make(make)
        except StandingsError as error:
            self.problems += error.problems

    def make(self, make: Callable[..., Made]) -> Made:
        """The value out of what was read.

        Raises:
            StandingsError: With everything that is wrong.
        """
        made = None if self.problems else self._attempt(lambda: make(**self._read))
        if made is None:
            raise StandingsError(self.problems[0], self.problems[1:])
        return made

    def _attempt(self, action: Callable[[], Made]) -> Made | None:
        try:
            return action()
        except StandingsError as error:
            self.problems += error.problems
            return None

    def _problem(self, code: str, /, **fields: Any) -> None:
        self.problems.append(fault(code, **fields))

    def _missing(self, key: str, *, required: bool) -> None:
        if required:
            self._problem("standings.missing", key=self._name(key))

    def _wrong_type(self, key: str, value: object, expected: str) -> None:
        name = self._name(key) or None
        self._problem("standings.type", key=name, value=_shown(value), expected=expected)

    def _name(self, key: str) -> str:
        return ".".join(name for name in (self._within, key) if name)


def ladder_of_text(text: str) -> Ladder | None:
    """A ladder as it is typed: hyphens between, or commas or blanks; None when it is none.

    >>> [str(value) for value in ladder_of_text("4-3-2-1")]
    ['4', '3', '2', '1']
    >>> [str(value) for value in ladder_of_text("2.5, 1, 0, -1")]
    ['5/2', '1', '0', '-1']
    """
    stripped = text.strip()
    if any(mark in stripped for mark in ", \t"):
        parts = stripped.replace(",", " ").split()
    else:
        parts = stripped.split("-")
    return _all_known(map(read_number, parts)) if len(parts) > 1 else None


def ladder_value(ladder: Ladder) -> list[int | str]:
    """A ladder for JSON and TOML.

    >>> from fractions import Fraction
    >>> ladder_value((Fraction(5, 2), Fraction(1)))
    ['2.5', 1]
    """
    return [plain_number(value) for value in ladder]


def _all_known(numbers: Iterable[Any]) -> Ladder | None:
    found = tuple(numbers)
    return None if None in found else found


def _shown(value: object) -> str:
    """A value as it is written in a file, for messages."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _shown_all(value: object) -> str:
    """A list with blanks between its values."""
    return " ".join(map(_shown, value)) if isinstance(value, list | tuple) else _shown(value)
