"""The order of facts: one text for each fact, whose byte order is the order of the facts.

RATINGS.md, "The ledger": club day; on a day results before adjustments; then the instant (unknown
last), event, round, table, label by natural order, a digest of the sorted (player key, points or
place). An order key is made from a fact's present content alone. Database numbers and the order
of arrival never take part, so the same facts give the same ledger on every machine.

A key is ASCII. Its fields are separated by a blank, which sorts before everything a field holds:

    2026-03-14 0 20260314T191500 clubavond-0000000012 0000000002 0000000003 0000000007 1f0c...
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

TEXT_LIMIT = 128
"""Characters of a folded text that take part; texts alike so far are alike. A date with a time
takes 65 of them."""

UNKNOWN_INSTANT = "~"
"""Sorts after every instant."""

DIGEST_LENGTH = 16
"""Hex digits of a key's digest."""

_PARTS = re.compile(r"\d+|[a-z]+|[^\da-z]")
_DIGITS = 10
_LONGEST_NUMBER = 1000


@lru_cache(maxsize=4096)
def natural(text: str | None) -> str:
    """Folds a text so that byte order is natural order: case aside, 2 before 10.

    Accents count for nothing, digits as numbers; letters outside Latin come after z in the order
    of their code points, everything else separates.

    >>> natural("Clubavond 12")
    'clubavond-0000000012'
    >>> natural("Tafel 9") < natural("tafel 10")
    True
    >>> natural(None)
    ''
    """
    if not text:
        return ""
    if len(text) <= _DIGITS and text.isascii() and text.isdecimal():  # as nearly every label is
        return text.zfill(_DIGITS)
    plain = unicodedata.normalize("NFKD", text).casefold()
    folded = "".join(_fold(part) for part in _PARTS.findall(plain))
    return re.sub("-+", "-", folded).strip("-")[:TEXT_LIMIT]


def _fold(part: str) -> str:
    if part.isdecimal():
        digits = str(int(part[:_LONGEST_NUMBER]))
        # A longer number is a larger one: its length, after a mark that sorts behind any digit.
        return digits.zfill(_DIGITS) if len(digits) <= _DIGITS else f":{len(digits):04}{digits}"
    if part.isascii():
        return part if part.isalpha() else "-"
    category = unicodedata.category(part)
    if category.startswith("M"):
        return ""
    return f"{{{ord(part):06x}" if category.startswith("L") else "-"


def standing_line(player: str, points: int | None, place: int) -> str:
    r"""What a player came to, as it takes part in the order key of a result.

    Args:
        player: the player's public key.
        points: None where only places are known.
        place: from 1.

    >>> standing_line("aa", 26, 3), standing_line("aa", None, 3)
    ('aa\t26', 'aa\tp3')
    """
    return f"{player}\tp{place}" if points is None else f"{player}\t{points}"


def result_key(
    day: str,
    standing: Iterable[str],
    *,
    instant: str | None = None,
    event: str | None = None,
    round: str | None = None,  # noqa: A002 - the vocabulary's word
    table: str | None = None,
    label: str | None = None,
) -> str:
    """The order key of a result.

    Args:
        day: the club day, `2026-03-14`.
        standing: the `standing_line` of each player.
        instant: when it ended, in UTC as `20260314T191500`, None if unknown.
        event: name of the event.
        round: round within the event.
        table: table within the round.
        label: what tells games apart that are equal in all else.

    >>> standing = [standing_line("aa", 26, 2), standing_line("bb", 0, 1)]
    >>> result_key("2026-03-14", standing, label="7")
    '2026-03-14 0 ~    0000000007 51dad18ba707659e'
    """
    lines = "\n".join(sorted(standing))
    where = f"{natural(event)} {natural(round)} {natural(table)} {natural(label)}"
    return f"{day} 0 {instant or UNKNOWN_INSTANT} {where} {_digest(lines)}"


def adjustment_key(day: str, player: str, kind: str, points: int, reason: str) -> str:
    """The order key of an adjustment: after every result of its day.

    >>> adjustment_key("2026-03-14", "aa", "adjust", -12, "late").startswith("2026-03-14 1 ")
    True
    """
    content = "\t".join((player, kind, str(points), reason))
    return f"{day} 1 {_digest(content)}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:DIGEST_LENGTH]
