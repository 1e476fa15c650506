"""How the fields of a sentence are written: lists, numbers and days as a reader expects them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from datetime import date, time
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING, Any

from hearts_admin.messages.details import detail
from reports.formatting import clean_text
from reports.language import msgid

if TYPE_CHECKING:
    from reports.language import Language

HANDS = frozenset(
    {
        "cards",
        "legal",
        "hand",
        "stated",
        "computed",
        "others",
        "self",
        "row",
        "totals",
        "places",
        "proposal",
    }
)
"""Fields that hold cards or the numbers of four seats: written with blanks between."""

CHOICES = frozenset({"known", "near", "nearest", "possible", "choices", "stages"})
"""Fields that hold alternatives: the last is joined by "or"."""

_SUITS = {
    "C": msgid("clubs"),
    "D": msgid("diamonds"),
    "H": msgid("hearts"),
    "S": msgid("spades"),
}
_DIRECTIONS = {
    "left": msgid("left"),
    "right": msgid("right"),
    "across": msgid("across"),
    "none": msgid("nobody passes"),
}
VERDICTS = {
    "unreadable": msgid("unreadable"),
    "illegal": msgid("illegal play"),
    "scores_differ": msgid("other points than stated"),
    "incomplete": msgid("incomplete"),
    "order_unknown": msgid("order of play unknown"),
    "uncheckable": msgid("cannot be checked"),
    "claimable": msgid("cut short"),
    "void": msgid("void"),
    "ok": msgid("ok"),
}
"""What people say for the verdicts of a replay (GAMELOG.md, "Verdicts")."""

STAGES = {
    "planned": msgid("planned"),
    "drawn": msgid("drawn"),
    "started": msgid("being played"),
    "complete": msgid("complete"),
    "closed": msgid("closed"),
    "open": msgid("open"),
}
"""How far a round is, or an event."""

DEEDS = {
    "draw": msgid("draw"),
    "redraw": msgid("draw again"),
    "swap": msgid("swap seats"),
    "substitute": msgid("substitute"),
    "start": msgid("start the round"),
    "enter": msgid("enter a result"),
    "close": msgid("close the round"),
    "reopen": msgid("reopen the round"),
    "day": msgid("change the day of the event"),
    "terms": msgid("change the rules, target or deals of the event"),
}
"""What is done to a round (`hearts_admin.services.events.guards`)."""

COLUMNS = {
    "date": msgid("date"),
    "game": msgid("game"),
    "player": msgid("player"),
    "points": msgid("points"),
    "place": msgid("place"),
    "event": msgid("event"),
    "round": msgid("round"),
    "table": msgid("table"),
    "member_no": msgid("member number"),
    "opening": msgid("opening rating"),
}
"""What heads a column of a file, by its key (`hearts_admin.importers`)."""

WORDS = {
    "suit": _SUITS,
    "direction": _DIRECTIONS,
    "expected": _DIRECTIONS,  # of a direction; other things that are expected are no such word
    "verdict": VERDICTS,
    "stage": STAGES,
    "stages": STAGES,
    "deed": DEEDS,
    "headed": COLUMNS,
    "lacking": COLUMNS,
}
"""Fields whose values are words of the engine, with what people say for them."""


class Shown(Mapping[str, str]):
    """The fields of a sentence, each as text in the reader's language.

    A field called `self` is found as `self_`: it could not be a keyword otherwise.
    """

    def __init__(self, language: Language, fields: Mapping[str, Any]) -> None:
        self._language = language
        self._fields = {"self_" if name == "self" else name: fields[name] for name in fields}

    def __getitem__(self, name: str) -> str:
        value = self._fields[name]
        if isinstance(value, Sequence | Set) and not isinstance(value, str):
            each = [_item(name, item, self._language) for item in value]
            return _joined(name.rstrip("_"), each, self._language)
        return _word(name, value, self._language)

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)


def show(value: object, language: Language) -> str:
    """One value as text. Days are ISO 8601, as they are typed; nothing is "-"."""
    match value:
        case None:
            return "-"
        case bool():
            return language.text("yes") if value else language.text("no")
        case Enum():
            return str(value.value)
        case date():
            return value.isoformat()
        case time():
            return value.isoformat("minutes")
        case float() | Decimal():
            return language.decimal(value, 2)
        case _:
            return clean_text(str(value))


def _word(name: str, value: object, language: Language) -> str:
    if name == "detail" and isinstance(value, str):
        return clean_text(detail(language, value))
    words = WORDS.get(name)
    if words is not None and value in words:
        return language.text(words[str(value)])
    return show(value, language)


def _item(name: str, value: object, language: Language) -> str:
    """One of several: a row of four numbers among rows, or a plain value."""
    if isinstance(value, tuple):
        return " ".join(show(each, language) for each in value)
    return _word(name, value, language)


def _joined(name: str, values: Sequence[str], language: Language) -> str:
    """A list as people write it."""
    if not values:
        return "-"
    if name in HANDS:
        return " ".join(values)
    if len(values) == 1:
        return values[0]
    head, last = ", ".join(values[:-1]), values[-1]
    if name in CHOICES:
        return language.text("{head} or {last}", head=head, last=last)
    return language.text("{head} and {last}", head=head, last=last)
