"""The order of people's names in a list.

Dutch lists are ordered by family name without its prefix: Jan de Vries stands under the V.
"""

from __future__ import annotations

import re
import unicodedata

_PREFIX_WORDS = (
    "'d 's 't aan af al am auf aus bij boven da dal dalla dalle das de degli dei del della den der"
    " des di die do don dos du een el het im in la las le les lo los of onder op over te ten ter"
    " tho thoe thor to toe tot uijt uit van ver vom von voor vor zu zum zur"
)

PREFIXES = frozenset(_PREFIX_WORDS.split())
"""The words that Dutch registers keep apart from a family name, each alone ("van der" is two).

Single letters are left out: without a full stop they are more often an initial.
"""

_HYPHEN = re.compile(r"\s*-\s*")


def dutch_order(name: str) -> tuple[str, str, str]:
    """Key for sorting people's names as Dutch readers expect them.

    By family name without its prefixes, then by given names, then by prefix; blind to case and
    accents. The family name is what follows the prefixes, or the last word where there are none;
    a trailing note in brackets, as in "Jan de Vries (Utrecht)", decides last. *ij* is ordered as
    i, j, as in Dutch dictionaries and spreadsheets (not as y, the habit of the telephone book),
    and the ligature is the two letters. Prefixes are skipped with a capital too ("Van der Berg"),
    the custom of the Netherlands; Belgian lists would keep them.

    >>> sorted(["Jan de Vries", "Piet Vos", "Anna van der Berg", "Cor"], key=dutch_order)
    ['Anna van der Berg', 'Cor', 'Piet Vos', 'Jan de Vries']
    """
    bare, bracket, note = name.partition("(")
    words = _HYPHEN.sub("-", bare).split() or name.split() or [""]
    given, rest = _split_family(words)
    skipped = 0
    while skipped < len(rest) - 1 and _fold(rest[skipped]) in PREFIXES:
        skipped += 1
    prefix, family = rest[:skipped], rest[skipped:]
    last = "\0".join((_fold(" ".join(prefix)), _fold(bracket + note), name))
    return _bare_of_apostrophe(_fold(" ".join(family))), _fold(" ".join(given)), last


def _split_family(words: list[str]) -> tuple[list[str], list[str]]:
    """Given names, and the family name with its prefixes.

    The family name begins at the first prefix, or at a double name that goes on with one
    ("Bakker-de Wit"), else it is the last word.
    """
    for i, word in enumerate(words[:-1]):
        if _fold(word).rpartition("-")[2] in PREFIXES:
            return words[:i], words[i:]
    return words[:-1], words[-1:]


def _bare_of_apostrophe(family: str) -> str:
    """The family name without an elided article: d'Anjou is looked for under the A."""
    return family[2:] if family[:2] in ("d'", "l'") and len(family) > 2 else family


def _fold(text: str) -> str:
    """Without case and accents; compatibility forms, the ij ligature among them, taken apart."""
    apart = unicodedata.normalize("NFKD", text.replace("’", "'").replace("‘", "'"))
    return "".join(mark for mark in apart if not unicodedata.combining(mark)).casefold()
