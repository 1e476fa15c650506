"""A game on one line, as it is typed at the table: `anna 23 bram 45 cor 78 dina 114`.

Names are matched with the club's people: the whole name in any spelling, else the beginning of
one name only, else the beginning of one later word ("vries" for Jan de Vries).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hearts_admin.cli.words import PLAYERS, Seat, four, whole_number
from hearts_admin.errors import UsageFault
from hearts_admin.names import blind_key, name_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

# A single quote only opens where one closes before a blank: Hanneke 't Hart is typed as it is.
_TOKEN = re.compile(r"""["“”]([^"“”]*)["“”]|'([^']+)'(?=[\s=]|$)|(=)|([^\s="“”]+)""")
_NUMBER = re.compile(r"[+\-\u2212]?[0-9]+")


def read_line(text: str, sizes: Sequence[int] = (PLAYERS,)) -> tuple[Seat, ...]:
    """Four names with their numbers. A name with a digit in it is quoted; blanks need not be.

    Args:
        text: as it was typed.
        sizes: how many people it may be, where a table of three is possible.

    >>> read_line('anna 23 "Jan 2" -4 cor=78 de vries 114')
    (('anna', 23), ('Jan 2', -4), ('cor', 78), ('de vries', 114))

    Raises:
        UsageFault: `cli.number_without_name`, `cli.name_without_number`, `cli.not_a_number`,
            `cli.seat_count`, `cli.twice`.
    """
    return four(_pairs(text), sizes)


def _pairs(text: str) -> Iterator[Seat]:
    name: list[str] = []
    for token in _TOKEN.finditer(text):
        double, single, equals, bare = token.groups()
        quoted = double if double is not None else single
        if quoted is not None:
            name.append(quoted.strip())
        elif equals:
            continue
        elif _NUMBER.fullmatch(bare):
            yield _seat(name, bare)
            name = []
        elif _has_digit(bare):
            raise UsageFault("cli.not_a_number", word=" ".join([*name, bare]), value=bare)
        else:
            name.append(bare)
    if name:
        raise UsageFault("cli.name_without_number", name=" ".join(name))


def _has_digit(word: str) -> bool:
    """Whether this is a mistyped number; a member number (#17) is a name."""
    return not word.startswith("#") and any(char.isdigit() for char in word)


def _seat(name: list[str], number: str) -> Seat:
    joined = " ".join(word for word in name if word)
    if not joined:
        raise UsageFault("cli.number_without_name", word=number)
    value = whole_number(number)
    if value is None:
        raise UsageFault("cli.not_a_number", word=f"{joined} {number}", value=number)
    return joined, value


class Company:
    """The people who may be meant by what is typed at a table."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = sorted(names)
        self._by_key = {name_key(name): name for name in self._names}
        self._by_blind = [(blind_key(name), name) for name in self._names]

    def names(self) -> tuple[str, ...]:
        """Everybody's name."""
        return tuple(self._names)

    def meant(self, typed: str) -> str:
        """The one name that is meant; what nobody bears is given back as typed.

        >>> Company(["Anna de Vries", "André", "Bram"]).meant("andre")
        'André'

        Raises:
            UsageFault: `cli.ambiguous`, with those who may be meant.
        """
        exact = self._by_key.get(name_key(typed))
        wanted = blind_key(typed)
        if exact is not None or not wanted:
            return exact or typed
        found = [name for key, name in self._by_blind if key == wanted]
        found = found or [name for key, name in self._by_blind if key.startswith(wanted)]
        found = found or [name for key, name in self._by_blind if f" {wanted}" in key]
        if len(found) > 1:
            raise UsageFault("cli.ambiguous", name=typed, possible=tuple(sorted(found)))
        return found[0] if found else typed
