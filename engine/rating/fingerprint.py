"""A ledger in 64 hex digits: the same on every machine and in every database.

RATINGS.md, "The ledger, precisely": SHA-256 over UTF-8 lines that end in LF, their fields separated
by tabs. First the policy's content, a line `switch value` each (numbers in decimal, true or false
for yes or no); then a line per row: day, kind, player key, before, change, after, order key. The
rows come in the order of the facts, within a fact by kind (start, decay, game, adjustment), then by
player key. No database ids, no moments of entry. Rows that only say that somebody was not idle
(`Kind.ACTIVITY`) move no rating and have no line; what follows from them, the decay, has.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from engine.rating.errors import FactError
from engine.rating.ledger import DAY_LENGTH, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.rating.ledger import Row
    from engine.rating.policy import Policy

_WORDS = tuple(kind.word for kind in Kind)
_ACTIVITY = int(Kind.ACTIVITY)


class Fingerprint:
    """The digest of a ledger that arrives in pieces.

    >>> from engine.rating.policy import POLICIES
    >>> start = (1, "2024-01-10 a", Kind.START, 1, 0, 1500, 0)
    >>> game = (1, "2024-01-10 a", Kind.GAME, 1, 1500, 16, 738895)
    >>> keys = {1: "07e1dd2c5a1bd4ac"}
    >>> pieces = Fingerprint(POLICIES["club"], keys)
    >>> pieces.add([start])
    >>> pieces.add([game])
    >>> pieces.hexdigest() == fingerprint(POLICIES["club"], [game, start], keys)
    True
    """

    def __init__(self, policy: Policy, player_keys: Mapping[int, str]) -> None:
        """Begin with the policy; `player_keys` has the key of every player whose rows will come."""
        self._player_keys = player_keys
        self._rows: list[Row] = []  # of the latest fact, which may not be complete
        self._key = ""
        self._digest = sha256()
        for switch, value in policy.switches().items():
            text = str(value).lower() if isinstance(value, bool) else str(value)
            self._digest.update(f"{switch}\t{text}\n".encode())

    def add(self, rows: Iterable[Row]) -> None:
        """Take the next rows, in the order of their facts; within a fact any order will do.

        Raises:
            FactError: A row's key is smaller than that of the row before it.
            KeyError: A player has no key.
        """
        for row in rows:
            key = row[1]
            if key != self._key:
                if key < self._key:
                    raise FactError("fact.order", key=key, previous=self._key)
                self._digest.update(self._lines())
                self._rows.clear()
                self._key = key
            if row[2] != _ACTIVITY:
                self._rows.append(row)

    def hexdigest(self) -> str:
        """The fingerprint of the rows so far; more may be added afterwards."""
        digest = self._digest.copy()
        digest.update(self._lines())
        return digest.hexdigest()

    def _lines(self) -> bytes:
        """The lines of the latest fact."""
        keys, tail = self._player_keys, f"\t{self._key}\n"
        day = self._key[:DAY_LENGTH]
        # A kind's rank comes first, to be cut off again once the lines are sorted.
        lines = [
            f"{kind}{day}\t{_WORDS[kind]}\t{keys[player]}\t{before}\t{change}\t{before + change}"
            for player, _, kind, _, before, change, _ in self._rows
        ]
        lines.sort()
        return "".join([line[1:] + tail for line in lines]).encode()


def fingerprint(policy: Policy, rows: Iterable[Row], player_keys: Mapping[int, str]) -> str:
    """The fingerprint of a whole ledger, in 64 lower-case hex digits; see `Fingerprint.add`.

    >>> from engine.rating.policy import POLICIES
    >>> len(fingerprint(POLICIES["portal"], [], {}))
    64
    """
    whole = Fingerprint(policy, player_keys)
    whole.add(rows)
    return whole.hexdigest()
