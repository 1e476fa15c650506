"""The language of what people read: sentences, plurals, dates and numbers in Dutch or English.

A `Language` is made once, at the edge of the program, and passed as a parameter to everything
that produces text; there is no current language anywhere. English is the language of the message
ids, so it needs no catalogue. Dutch comes from gettext `.po` files that are read at run time
(through Babel): a translator edits the file and sees the result, nothing is compiled.

>>> english = Language.load("en")
>>> english.text("{player} finished {place}", player="Anna", place=1)
'Anna finished 1'
>>> english.plural("{n} game", "{n} games", 3)
'3 games'
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date
    from decimal import Decimal
    from importlib.resources.abc import Traversable

LANGUAGES: Mapping[str, str] = {"nl": "Nederlands", "en": "English"}
"""The languages there are: code -> its own name for itself."""

_LOCALES = {"nl": "nl_NL", "en": "en_GB"}  # British: day before month, as the clubs write it

_PATTERNS = {"day": "d MMM", "month": "MMM y", "month_name": "LLL", "weekday": "ccc"}

DateStyle = Literal["short", "medium", "long", "full", "day", "month", "month_name", "weekday"]
Number: TypeAlias = "int | float | Decimal"


def msgid(text: str) -> str:
    """Mark `text` as a message id where it is only stored, and return it unchanged.

    Registries hold their titles as message ids and translate them when they are shown. The
    catalogue check finds the literals inside `.text("...")`, `.plural("...", "...")` and
    `msgid("...")`.

    >>> msgid("Standings")
    'Standings'
    """
    return text


def _two_forms(n: int) -> int:
    return int(n != 1)


@dataclass(frozen=True, slots=True)
class Language:
    """A translator and formatter for one language; immutable and safe to share.

    Attributes:
        code: `nl` or `en`.
        messages: message id -> translation; what is missing is shown as its message id.
        plurals: singular message id -> the forms, in the order of the catalogue.
        plural_form: which form belongs to a number.
    """

    code: str
    messages: Mapping[str, str] = field(default_factory=dict, repr=False)
    plurals: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    plural_form: Callable[[int], int] = field(default=_two_forms, repr=False)

    @classmethod
    def load(cls, code: str, *catalogue_dirs: Traversable) -> Language:
        """Make the language `code` from this package's catalogue and those in other folders.

        Args:
            code: `nl` or `en`.
            catalogue_dirs: folders that hold `<code>.po`, for example
                `importlib.resources.files("hearts_admin") / "locale"`. A later one wins.

        Raises:
            ValueError: `code` is none of `LANGUAGES`.
            FileNotFoundError: a folder has no catalogue for this language.
        """
        if code not in LANGUAGES:
            raise ValueError(f"no such language: {code!r}; there are {', '.join(LANGUAGES)}")
        if code == "en":
            return cls(code)
        from importlib.resources import files

        messages: dict[str, str] = {}
        plurals: dict[str, tuple[str, ...]] = {}
        plural_form: Callable[[int], int] = _two_forms
        for folder in (files("reports") / "locale", *catalogue_dirs):
            plural_form = _read_catalogue(folder / f"{code}.po", messages, plurals)
        return cls(code, messages, plurals, plural_form)

    def text(self, msgid: str, **fields: object) -> str:
        """Translate `msgid` and fill in its `{fields}` (literal braces are doubled)."""
        return self.messages.get(msgid, msgid).format_map(fields)

    def plural(self, singular: str, plural: str, n: int, **fields: object) -> str:
        """Translate the form that belongs to `n`; `{n}` is filled in as a number."""
        forms = self.plurals.get(singular)
        form = forms[self.plural_form(n)] if forms else (singular if _two_forms(n) == 0 else plural)
        return form.format_map({"n": self.number(n), **fields})

    def date(self, day: date, style: DateStyle = "medium") -> str:
        """Write a day: 14 mrt 2026 in Dutch, 14 Mar 2026 in English.

        `long` writes the month in full, `full` the day of the week too, `short` digits only;
        `day` leaves out the year, `month` the day; `month_name` and `weekday` are only that, short.
        """
        from babel.dates import format_date

        return format_date(day, _PATTERNS.get(style, style), locale=_LOCALES[self.code])

    def number(self, n: int) -> str:
        """Write a count with the language's thousands mark: 12.345 or 12,345.

        Not for ratings, years and other numbers that name a level: those are written bare.
        """
        if -1000 < n < 1000:
            return str(n)
        return self.decimal(n, 0)

    def decimal(self, x: Number, digits: int) -> str:
        """Write `x` with exactly `digits` decimals, half to even: 2,50 or 2.50."""
        from babel.numbers import format_decimal

        pattern = "#,##0." + "0" * digits if digits else "#,##0"
        return format_decimal(x, format=pattern, locale=_LOCALES[self.code])

    def signed(self, x: Number, digits: int = 0) -> str:
        """Write a change with its sign: +12, -3, and 0 without one.

        The minus is the ASCII hyphen, so that what is copied from the screen can be typed again.
        """
        written = self.decimal(x, digits)
        if not written.strip("-0.,"):
            return written.removeprefix("-")
        return f"+{written}" if x > 0 else written

    def sort_key(self, name: str) -> tuple[str, str, str]:
        """Key that puts names in the order in which Dutch readers look for them.

        The same in both languages; `reports.names.dutch_order` says how.
        """
        from reports.names import dutch_order

        return dutch_order(name)


def _read_catalogue(
    file: Traversable, messages: dict[str, str], plurals: dict[str, tuple[str, ...]]
) -> Callable[[int], int]:
    """Add the finished entries of a `.po` file to the tables; return its plural rule."""
    from gettext import c2py

    from babel.messages.pofile import read_po

    with file.open("rb") as stream:
        catalogue = read_po(stream)
    for entry in catalogue:
        if entry.fuzzy or not entry.id or not entry.string:
            continue
        if isinstance(entry.id, str):
            messages[entry.id] = str(entry.string)
        elif all(entry.string):
            plurals[entry.id[0]] = tuple(entry.string)
    rule: Callable[[int], int] = c2py(catalogue.plural_expr)
    return rule
