"""People named in free text: found in whatever spelling, replaced where they stand.

A reason, a label, a ruling in a log may name somebody, and nobody keeps to one spelling. A mention
is found as `hearts_admin.names.blind_key` reads names: blind to case, accents, blanks,
apostrophes, hyphens and the ij ligature, surname first or last; whole words only.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from hearts_admin.names import APOSTROPHES, blind_key, tidy

SHORTEST_WORD = 3
"""Letters of the shortest part of a name by which somebody is recognised."""

PARTICLES = frozenset({"das", "del", "den", "der", "des", "het", "ten", "ter", "the", "van", "von"})
"""Parts of names that name nobody."""

_NO_WORD = re.compile(r"[^\w]+")


class Mentions:
    """Finds and replaces people in texts.

    >>> mentions = Mentions({"Jan de Vries": "N.N. 4"}, keep=["Jan de Vries-Smit"])
    >>> mentions.replaced("punten van JAN DE VRIES en de Vries, Jan verwisseld")
    'punten van N.N. 4 en N.N. 4 verwisseld'
    >>> mentions.replaced("Jan de Vries-Smit had vrij")
    'Jan de Vries-Smit had vrij'
    """

    def __init__(self, replacements: Mapping[str, str], keep: Iterable[str] = ()) -> None:
        """Take what is looked for.

        Args:
            replacements: spellings of names, or parts of names, and what is to stand there.
            keep: names of other people, which stay whole where they contain one of those.
        """
        self._replacements: dict[str, str | None] = {}
        self._signs: dict[str, str] = {}  # names without a letter or digit in them
        for name in keep:
            self._replacements |= dict.fromkeys(_turned(blind_key(name)), None)
        for name, replacement in replacements.items():
            self._replacements |= dict.fromkeys(_turned(blind_key(name)), replacement)
            if not blind_key(name):
                self._signs[tidy(name)] = replacement
        longest_first = sorted(self._replacements, key=lambda words: (-len(words), words))
        either = "|".join(map(re.escape, longest_first))
        self._pattern = re.compile(rf"(?<!\w)(?:{either})(?!\w)" if either else r"(?!)")

    def found(self, text: str) -> bool:
        """Whether a text mentions anybody who is looked for."""
        if any(signs in text for signs in self._signs):
            return True
        return any(self._hits(_NO_WORD.sub(" ", _folded(text))))

    def replaced(self, text: str) -> str:
        """The text with every mention replaced; the very same text where there is none."""
        if not self.found(text):
            return text
        for signs, replacement in self._signs.items():
            text = text.replace(signs, replacement)
        folded, places = _placed(text)
        pieces = []
        end = 0
        for hit in self._hits(folded):
            pieces.append(text[end : places[hit.start()]])
            pieces.append(self._replacements[hit.group()] or "")
            end = places[hit.end() - 1] + 1
            while end < len(text) and unicodedata.combining(text[end]):
                end += 1
        return "".join([*pieces, text[end:]])

    def _hits(self, folded: str) -> Iterator[re.Match[str]]:
        hits = self._pattern.finditer(folded)
        return (hit for hit in hits if self._replacements[hit.group()] is not None)


def telling_words(names: Iterable[str], others: Iterable[str]) -> set[str]:
    """The parts of somebody's names that in this club can only mean them.

    >>> sorted(telling_words(["Femke van der Meer"], ["Jan van der Meer", "Bo Smit"]))
    ['femke']
    """
    words = {word for name in names for word in blind_key(name).split()}
    shared = {word for name in others for word in blind_key(name).split()}
    return {word for word in words - shared - PARTICLES if len(word) >= SHORTEST_WORD}


def _turned(words: str) -> Iterator[str]:
    """A name with its words in every order that begins elsewhere: "vries jan de" too."""
    parts = words.split()
    for start in range(len(parts)):
        yield " ".join(parts[start:] + parts[:start])


def _folded(text: str) -> str:
    if text.isascii():
        return text.casefold()
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    kept = "".join(char for char in decomposed if not unicodedata.combining(char))
    return kept.translate(APOSTROPHES)


@lru_cache(maxsize=4096)
def _folded_character(character: str) -> str:
    return _NO_WORD.sub(" ", _folded(character))


def _placed(text: str) -> tuple[str, list[int]]:
    """The folded text, words a single blank apart, and where in the text each character stood."""
    folded: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for char in _folded_character(character):
            if char == " " and folded and folded[-1] == " ":
                continue
            folded.append(char)
            places.append(place)
    return "".join(folded), places
