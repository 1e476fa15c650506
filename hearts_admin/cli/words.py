"""Reading what is typed: `Anna=23`, dates, times and numbers of results.

What cannot be read is a UsageFault that quotes the offending word.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING

from hearts_admin.errors import UsageFault
from hearts_admin.names import name_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Seat = tuple[str, int]
"""A player as typed, and points or a place."""

PLAYERS = 4

MOST = 999_999
"""The largest number that is read; no points, count or number of the club comes near it."""

_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")
_LONG = re.compile(r"[+-]?[0-9]{7,}")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TIME = re.compile(r"([01]?[0-9]|2[0-3])[:.]([0-5][0-9])")


def seats(words: Sequence[str], players: int = PLAYERS) -> tuple[Seat, ...]:
    """Four words like `Anna=23`, or three, in seat order; the last `=` splits.

    >>> seats(["Anna=23", "Bram=45", "E=mc2=78", "Dina=-12"])
    (('Anna', 23), ('Bram', 45), ('E=mc2', 78), ('Dina', -12))

    Raises:
        UsageFault: `cli.not_a_seat`, `cli.not_a_number`, `cli.seat_count`, `cli.twice`.
    """
    return four((_seat(word) for word in words), (players,))


def table_seats(words: Sequence[str]) -> tuple[Seat, ...]:
    """As `seats`, for a table of an event, which may be one of three.

    Raises:
        UsageFault: as `seats`.
    """
    return four((_seat(word) for word in words), (PLAYERS, PLAYERS - 1))


def some_seats(words: Sequence[str]) -> tuple[Seat, ...]:
    """Up to four words like `Anna=23`, of different players: what is to be corrected.

    Raises:
        UsageFault: as `seats`.
    """
    read = tuple(_seat(word) for word in words)
    if len(read) >= PLAYERS:
        return four(read)
    _require_different(read)
    return read


def four(read: Iterable[Seat], sizes: Sequence[int] = (PLAYERS,)) -> tuple[Seat, ...]:
    """The same seats, once it is certain that they are four different players.

    Args:
        read: players with their numbers.
        sizes: how many they may be, where a table of three is possible.

    Raises:
        UsageFault: `cli.seat_count`, `cli.twice`.
    """
    given = tuple(read)
    _require_different(given)
    if len(given) not in sizes:
        names = tuple(name for name, _ in given)
        raise UsageFault("cli.seat_count", count=len(given), names=names)
    return given


def _require_different(given: Sequence[Seat]) -> None:
    met: dict[str, str] = {}
    for name, _ in given:
        earlier = met.setdefault(name_key(name), name)
        if earlier is not name:
            raise UsageFault("cli.twice", name=name)


def _seat(word: str) -> Seat:
    name, equals, number = word.rpartition("=")
    if not equals or not name.strip():
        raise UsageFault("cli.not_a_seat", word=word)
    value = _number(number)
    if value is None:
        raise UsageFault("cli.not_a_number", word=word, value=number)
    return name.strip(), value


def whole_number(text: str) -> int | None:
    """The whole number that was typed; None if it is none.

    >>> whole_number("-12"), whole_number("x"), whole_number("2.5")
    (-12, None, None)
    """
    plain = _plain(text)
    return int(plain) if _NUMBER.fullmatch(plain) else None


def _plain(text: str) -> str:
    return text.strip().replace("\u2212", "-")  # the real minus sign, as copied from a document


def _number(text: str) -> int | None:
    """As `whole_number`, where a number that is too large is told apart.

    Raises:
        UsageFault: `cli.too_large`.
    """
    if _LONG.fullmatch(_plain(text)):
        raise UsageFault("cli.too_large", word=text, most=MOST)
    return whole_number(text)


def switch(word: str) -> tuple[str, str]:
    """A switch of a rule set with its value, written key=value.

    Raises:
        UsageFault: `cli.not_a_switch`.
    """
    key, equals, value = word.partition("=")
    if not equals or not key.strip() or not value.strip():
        raise UsageFault("cli.not_a_switch", word=word)
    return key.strip(), value.strip()


def day(text: str) -> dt.date:
    """A day, written 2026-03-14.

    Raises:
        UsageFault: `cli.not_a_date` (another notation), `cli.no_such_date` (30 February).
    """
    if not _DATE.fullmatch(text.strip()):
        raise UsageFault("cli.not_a_date", word=text)
    try:
        return dt.date.fromisoformat(text.strip())
    except ValueError:
        raise UsageFault("cli.no_such_date", word=text) from None


def clock_time(text: str) -> dt.time:
    """A time of day, written 22:30.

    >>> clock_time("9.05")
    datetime.time(9, 5)

    Raises:
        UsageFault: `cli.not_a_time`.
    """
    read = _TIME.fullmatch(text.strip())
    if read is None:
        raise UsageFault("cli.not_a_time", word=text)
    return dt.time(int(read[1]), int(read[2]))


def above_zero(text: str) -> int:
    """A whole number above 0: of a result, of a change, of points.

    Raises:
        UsageFault: `cli.not_a_whole`, `cli.too_large`.
    """
    value = _number(text)
    if value is None or value <= 0:
        raise UsageFault("cli.not_a_whole", word=text)
    return value


def any_number(text: str) -> int:
    """A whole number, negative ones too.

    Raises:
        UsageFault: `cli.not_an_integer`, `cli.too_large`.
    """
    value = _number(text)
    if value is None:
        raise UsageFault("cli.not_an_integer", word=text)
    return value


def deal(text: str) -> tuple[int | None, int]:
    """A deal, by its number or as game:number.

    >>> deal("7"), deal("3:7")
    ((None, 7), (3, 7))

    Raises:
        UsageFault: `cli.not_a_whole`.
    """
    game, colon, number = text.rpartition(":")
    return (above_zero(game) if colon else None), above_zero(number)


def numbers(text: str) -> tuple[int, ...]:
    """Whole numbers with commas between them.

    >>> numbers("16,24, 32")
    (16, 24, 32)

    Raises:
        UsageFault: `cli.not_an_integer`.
    """
    return tuple(any_number(part) for part in text.split(","))


def several(text: str) -> tuple[str, ...]:
    """Words with commas between them; empty ones are left out.

    >>> several("club, off,")
    ('club', 'off')
    """
    return tuple(part.strip() for part in text.split(",") if part.strip())


def rated_places(words: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Ratings with their places, written 1452:1.

    >>> rated_places(["1452:1", "1800:2"])
    ((1452, 1), (1800, 2))

    Raises:
        UsageFault: `cli.not_a_rating`.
    """
    return tuple(map(_rated_place, words))


def _rated_place(word: str) -> tuple[int, int]:
    rating, place = map(whole_number, (word.partition(":")[0], word.partition(":")[2]))
    if rating is None or place is None:
        raise UsageFault("cli.not_a_rating", word=word)
    return rating, place


def policy_switch(word: str) -> tuple[str, str]:
    """A switch of a policy with its value, written k=24.

    Raises:
        UsageFault: `cli.not_a_policy_switch`.
    """
    key, equals, value = word.partition("=")
    if not equals or not key.strip() or not value.strip():
        raise UsageFault("cli.not_a_policy_switch", word=word)
    return key.strip().lower(), value.strip()


def policy_words(words: Sequence[str]) -> tuple[str | None, list[tuple[str, str]]]:
    """The shipped policy to begin with, if the first word is one, and the switches.

    >>> policy_words(["portal", "k=24"]), policy_words(["k=24"])
    (('portal', [('k', '24')]), (None, [('k', '24')]))

    Raises:
        UsageFault: `cli.not_a_policy_switch`.
    """
    base = words[0] if words and "=" not in words[0] else None
    rest = words[1:] if base is not None else words
    return base, [policy_switch(word) for word in rest]


def feeds(words: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Rule sets and the rating lists they feed, written dutch=hollands.

    >>> feeds(["dutch=Hollandse lijst"])
    (('dutch', 'Hollandse lijst'),)

    Raises:
        UsageFault: `cli.not_a_feed`.
    """
    read = []
    for word in words:
        rules, equals, pool = word.rpartition("=")  # no list has one in its name
        if not equals or not rules.strip() or not pool.strip():
            raise UsageFault("cli.not_a_feed", word=word)
        read.append((rules.strip(), pool.strip()))
    return tuple(read)


def headings(words: Sequence[str]) -> dict[str, str]:
    """What headings mean, written Naam=player.

    >>> headings(["Naam van speler=player"])
    {'Naam van speler': 'player'}

    Raises:
        UsageFault: `cli.not_a_mapping`.
    """
    from hearts_admin.importers.headings import SYNONYMS

    mapping = {}
    for word in words:
        heading, _, key = word.rpartition("=")
        if not heading.strip() or key.strip() not in SYNONYMS:
            raise UsageFault("cli.not_a_mapping", word=word, known=tuple(SYNONYMS))
        mapping[heading.strip()] = key.strip()
    return mapping
